"""Woven patterns of rugs, drawn in metres so that borders are as wide on every side of every rug."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from casita.arrays import Bools, Float64s
from casita.shapes.finish import Colour, mixed, shade
from casita.shapes.textures.materials import cloud, speckle
from casita.shapes.textures.patterns import Image, pattern

Floats = Float64s
Mask = Bools

CREAM: Colour = (0.93, 0.9, 0.83)


class Cloth:
    """The threads of a rug: where each is, in metres from the middle and from the nearest edge."""

    def __init__(self, side: int, deep: float, wide: float, round: bool) -> None:
        at = (np.arange(side) + 0.5) / side - 0.5
        self.x = np.broadcast_to(at[None, :] * deep, (side, side))
        self.y = np.broadcast_to(at[::-1, None] * wide, (side, side))
        self.half = (deep / 2, wide / 2)
        if round:
            self.radius = np.hypot(self.x / deep, self.y / wide) * min(deep, wide)
            self.edge = min(deep, wide) / 2 - self.radius
        else:
            self.radius = np.hypot(self.x, self.y)
            self.edge = np.minimum(self.half[0] - np.abs(self.x), self.half[1] - np.abs(self.y))

    def band(self, start: float, width: float) -> Mask:
        """The threads that lie so far from the edge."""
        return np.asarray((self.edge >= start) & (self.edge < start + width))


Motif = Callable[[Cloth, Colour, Colour], list[tuple[Mask, Colour]]]


def _bordered(cloth: Cloth, main: Colour, second: Colour) -> list[tuple[Mask, Colour]]:
    """A plain field with a wide and a narrow border."""
    return [(cloth.band(0.05, 0.09), second), (cloth.band(0.17, 0.015), second)]


def _oriental(cloth: Cloth, main: Colour, second: Colour) -> list[tuple[Mask, Colour]]:
    """A medallion on a field of small flowers, in a border of diamonds between two lines."""
    dark, pale = shade(main, 0.55), mixed(main, CREAM, 0.75)
    diamonds = np.abs((cloth.x + 5.0) % 0.12 - 0.06) + np.abs((cloth.y + 5.0) % 0.12 - 0.06)
    flowers = np.hypot((cloth.x + 5.0) % 0.2 - 0.1, (cloth.y + 5.0) % 0.2 - 0.1)
    reach = np.abs(cloth.x) / (0.5 * cloth.half[0]) + np.abs(cloth.y) / (0.55 * cloth.half[1])
    scallop = reach + 0.06 * np.cos(9.0 * np.arctan2(cloth.y, cloth.x))
    inside = cloth.edge > 0.27
    return [
        (inside & (flowers < 0.022), pale),
        (inside & (flowers < 0.009), second),
        (inside & (scallop < 1.0), dark),
        (inside & (scallop < 0.92), second),
        (inside & (scallop < 0.6), main),
        (inside & (scallop < 0.3), pale),
        (inside & (scallop < 0.18), dark),
        (cloth.band(0.03, 0.24), dark),
        (cloth.band(0.08, 0.13) & (diamonds < 0.045), pale),
        (cloth.band(0.08, 0.13) & (diamonds < 0.022), second),
        (cloth.band(0.04, 0.012) | cloth.band(0.245, 0.012), pale),
    ]


def _stripes(cloth: Cloth, main: Colour, second: Colour) -> list[tuple[Mask, Colour]]:
    """Stripes of several widths across it."""
    at = (cloth.y + 5.0) % 0.42
    return [
        ((at > 0.2) & (at < 0.3), second),
        (((at > 0.15) & (at < 0.17)) | ((at > 0.33) & (at < 0.35)), mixed(main, CREAM, 0.7)),
    ]


def _kilim(cloth: Cloth, main: Colour, second: Colour) -> list[tuple[Mask, Colour]]:
    """Rows of stepped diamonds, woven flat."""
    step = 0.03
    x, y = np.floor(cloth.x / step) * step, np.floor(cloth.y / step) * step
    far = np.abs((x + 4.5) % 0.6 - 0.3) + np.abs((y + 4.5) % 0.6 - 0.3)
    pale = mixed(main, CREAM, 0.8)
    return [
        ((far > 0.2) & (far < 0.27), pale),
        (far < 0.15, second),
        (far < 0.08, pale),
        (cloth.edge < 0.06, second),
        (cloth.band(0.06, 0.02), pale),
    ]


def _lattice(cloth: Cloth, main: Colour, second: Colour) -> list[tuple[Mask, Colour]]:
    """Thin crossing lines on a soft field, as rugs from the Atlas have."""
    line = (cloth.x + cloth.y + 8.0) % 0.36, (cloth.x - cloth.y + 8.0) % 0.36
    return [((line[0] < 0.022) | (line[1] < 0.022), shade(second, 0.6))]


def _rings(cloth: Cloth, main: Colour, second: Colour) -> list[tuple[Mask, Colour]]:
    """Rings one in another, as braided rugs have."""
    pale = mixed(main, CREAM, 0.7)
    return [(cloth.edge % 0.3 < 0.08, second), ((cloth.edge % 0.3 > 0.14) & (cloth.edge % 0.3 < 0.17), pale)]


def _soft(cloth: Cloth, main: Colour, second: Colour) -> list[tuple[Mask, Colour]]:
    """Deep pile of one colour."""
    return []


MOTIFS: dict[str, Motif] = {
    "bordered": _bordered,
    "oriental": _oriental,
    "stripes": _stripes,
    "kilim": _kilim,
    "lattice": _lattice,
    "rings": _rings,
    "soft": _soft,
}
"""What is woven into a rug: areas of colour, later ones over earlier ones."""

PILE = {"soft": 0.16, "lattice": 0.11}
"""How much single threads differ, where it is more than usual."""


@pattern("rug", 512)
def rug(side: int, motif: str, deep: float, wide: float, main: Colour, second: Colour, round: bool = False) -> Image:
    """A whole rug of so many metres."""
    cloth = Cloth(side, deep, wide, round)
    made = np.empty((side, side, 3))
    made[:] = main
    for mask, colour in MOTIFS[motif](cloth, main, second):
        made[mask] = colour
    pile = PILE.get(motif, 0.06)
    threads = 1.0 + pile * speckle(side, "rug") + 0.6 * pile * cloud(side, "rug", 8)
    rim = np.where(cloth.edge < 0.012, 0.72, 1.0)  # the side of the pile, in its own shade
    return np.asarray(made * (threads * rim)[..., None])
