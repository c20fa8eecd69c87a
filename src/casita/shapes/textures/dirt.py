"""Dirt on cloth: stains with soft edges and a darker rim where they dried, over the cloth's own pattern."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from casita.seeds import derived_seed
from casita.shapes.textures.furniture import bedding
from casita.shapes.textures.materials import cloud, fabric
from casita.shapes.textures.patterns import Image, pattern
from casita.shapes.textures.washing import cloth_checks, cloth_stripes, cloth_waffle

COFFEE, MUD, GREASE = np.array((0.5, 0.33, 0.17)), np.array((0.42, 0.35, 0.25)), np.array((0.74, 0.66, 0.42))
"""What white cloth looks like where it is stained."""

WEAVES: dict[str, Callable[[int], Image]] = {
    "fabric": fabric,
    "cloth_checks": cloth_checks,
    "cloth_stripes": cloth_stripes,
    "cloth_waffle": cloth_waffle,
}
"""What dirty rags are woven as."""


def stained(side: int, name: str, spots: int, large: float) -> Image:
    """Stains over white that repeat without a seam: so many, the largest with this radius as a share of the side."""
    luck = np.random.Generator(np.random.PCG64(derived_seed(0, "texture", "stains", name)))
    y, x = np.mgrid[0:side, 0:side] / side
    warp = 0.35 * large * np.asarray(cloud(side, f"warp {name}", 4, 4))
    made = np.ones((side, side, 3))
    for number in range(spots):
        cx, cy = luck.random(2)
        radius = large * (0.3 + 0.7 * luck.random() ** 1.5) * (1.0 if number < spots // 2 else 0.3)
        stretch, turn = 1.0 + 0.6 * luck.random(), np.pi * luck.random()
        dx, dy = (x - cx + 0.5) % 1.0 - 0.5, (y - cy + 0.5) % 1.0 - 0.5
        u, v = dx * np.cos(turn) + dy * np.sin(turn), dy * np.cos(turn) - dx * np.sin(turn)
        far = (np.hypot(u / stretch, v) + warp * (1.0 if radius > 0.5 * large else 0.3)) / radius
        body = 1 / (1 + np.exp((far - 0.85) * 9))
        rim = np.exp(-(((far - 0.8) / 0.13) ** 2))
        colour = (COFFEE, MUD, GREASE)[number % 3]
        amount = np.clip((0.62 * body + 0.26 * rim) * (0.75 + 0.5 * luck.random()), 0.0, 0.95)
        made = made * (1 - amount[..., None] * (1 - colour))
    return np.asarray(made)


@pattern("cloth_stains")
def cloth_stains(side: int, weave: str = "fabric") -> Image:
    """A rag with coffee, mud and grease on it, twice as large as its weave repeats; it takes the finish's colour."""
    base = np.tile(np.asarray(WEAVES[weave](side // 2)), (2, 2))
    if base.ndim == 2:
        base = base[..., None]
    return np.asarray(base * stained(side, "rag", 11, 0.2))


@pattern("bedding_stains", 512)
def bedding_stains(side: int, kind: str = "plain") -> Image:
    """A duvet cover or sheet that something was spilt on, twice as large as its pattern repeats."""
    base = np.tile(np.asarray(bedding(side // 2, kind)), (2, 2))[..., None]
    return np.asarray(base * stained(side, "bedding", 10, 0.13))
