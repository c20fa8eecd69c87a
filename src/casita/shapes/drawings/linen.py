"""Cloth and paper of a bathroom: rags, rolls, tissues."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.draping import laid_over
from casita.shapes.finish import WHITE, plain, printed
from casita.shapes.flats import block, face, patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, disc, lathe, sweep

END = plain("f4f2ec", 0.05)
"""The ends of a roll of soft paper, whose layers do not show."""


@draws("toilet_paper")
def toilet_paper(make: Making) -> Iterator[Piece]:
    """A roll on a cardboard tube, its last sheet loose; used up, only the tube is left."""
    d, w, h = make.size
    r, core = 0.4985 * d, 0.2 * d
    pattern = make.luck.choice(("quilt", "dimples"))
    paper = plain("fcfbf8", 0.05)
    side = paper.with_texture(f"paper_{pattern}", 0.05)
    wide = w / d
    body = lathe(
        [
            (r - 0.004, 0.0005),
            (r - 0.001, 0.003),
            (r, 0.008),
            (r, h - 0.008),
            (r - 0.001, h - 0.003),
            (r - 0.004, h - 0.0005),
        ]
    )
    yield Piece("paper", body.scaled(1.0, wide, 1.0), side, amount=(0.0, 1.0), shrink=0.45)
    ends = disc(r - 0.0035, h - 0.0005)
    yield Piece("layers", ends.scaled(1.0, wide, 1.0), END, amount=(0.0, 1.0), shrink=0.45)
    under = disc(r - 0.0035, 0.0005).inside_out()
    yield Piece("layers", under.scaled(1.0, wide, 1.0), END, amount=(0.0, 1.0), shrink=0.45)
    tube = lathe([(core * 0.93, 0.0), (core, 0.0), (core, h), (core * 0.93, h), (core * 0.93, 0.0)])
    yield Piece("tube", tube.scaled(1.0, wide, 1.0), plain("a98256", 0.05).with_texture("paper", 0.1))
    hole = disc(core * 0.95, h + 0.0002)
    yield Piece("hole", hole.scaled(1.0, wide, 1.0), printed("roll_core", 0.0), amount=(0.0, 1.0))
    turns = ((0.0, 1.0), (14.0, 1.015), (26.0, 1.06), (35.0, 1.15), (41.0, 1.3))  # degrees round, radii away
    line = [(by * math.cos(math.radians(a)), by * math.sin(math.radians(a))) for a, by in turns]
    out = np.array(curve(line, 3)) * r
    grid = np.array([[(x, y * wide, z) for x, y in out] for z in (0.001, h / 2, h - 0.001)])
    yield Piece("sheet", patch(grid, two_sided=True), side, amount=(0.0, 1.0), shrink=0.45)
    tear = block(
        (out[-1, 0] - 0.0006, out[-1, 1] * wide - 0.0012, 0.001), (out[-1, 0] + 0.0003, out[-1, 1] * wide, h - 0.001)
    )
    yield Piece("sheet", tear, paper.darker(0.85), amount=(0.0, 1.0), shrink=0.45)


@draws("cloth")
def cloth(make: Making) -> Iterator[Piece]:
    """A rag folded in two and rumpled, with a stitched edge; stained when it is dirty."""
    luck = make.luck
    d, w, h = make.size
    style = luck.choice(("cloth_checks", "cloth_stripes", "fabric", "cloth_waffle"))
    clean = plain(make.rgb, 0.02).with_texture(style, 0.12)
    yield from laid_over(make, clean)
    dirty = plain(make.rgb, 0.02).with_texture("cloth_stains", 0.24, weave=style)
    phase = luck.uniform(0.0, 6.0)
    n = 21
    u, v = np.linspace(-1, 1, n)[:, None], np.linspace(-1, 1, n)[None, :]

    def fold(base: float, thick: float, inset: float) -> Mesh:
        bump = (
            0.5 + 0.24 * np.sin(2.6 * u + phase) * np.cos(3.1 * v - phase) + 0.2 * np.sin(4.1 * u * v + 2.0 * v + phase)
        )
        edge = np.clip((1 - np.abs(u) ** 6) * (1 - np.abs(v) ** 6), 0, 1)
        z = base + thick * (0.25 + 0.75 * bump) * np.where(edge > 0, 0.55 + 0.45 * edge, 0.55)
        wave = 1 - 0.025 * (1 + np.sin(7 * u + phase))
        x = np.broadcast_to(u * (d / 2 - inset), (n, n))
        y = v * (w / 2 - inset) * wave
        top = np.stack(np.broadcast_arrays(x, y, z), -1)
        flat = top.copy()
        flat[..., 2] = base
        rim = [top[0, :], top[:, -1], top[::-1][0][::-1], top[::-1, 0]]
        low = [flat[0, :], flat[:, -1], flat[::-1][0][::-1], flat[::-1, 0]]
        skirt = [patch(np.stack([b, a])) for a, b in zip(rim, low, strict=True)]
        face = np.swapaxes(top, 0, 1)
        return joined([patch(face), *skirt])

    lower, upper = fold(0.0, 0.62 * h, 0.0), fold(0.3 * h, 0.7 * h, 0.03 * d)
    for mesh in (lower, upper):
        fitted = _stretched(mesh, h) if mesh is upper else mesh
        yield Piece("cloth", fitted, clean, when=("clean",))
        yield Piece("cloth", fitted, dirty, when=("dirty",))
    loop = sweep(
        curve([(-0.44 * d, -0.44 * w, 0.4 * h), (-0.48 * d, -0.47 * w, 0.5 * h), (-0.47 * d, -0.42 * w, 0.4 * h)], 4),
        0.0015,
        sides=6,
    )
    yield Piece("loop", loop, WHITE)


def _stretched(mesh: Mesh, high: float) -> Mesh:
    """The mesh with its highest point brought to a height."""
    top = float(mesh.levels[0].points[:, 2].max())
    return mesh.scaled(1.0, 1.0, high / top)


@draws("tissue_box")
def tissue_box(make: Making) -> Iterator[Piece]:
    """A printed box with a slit, from which a tissue sticks out until there are none."""
    luck = make.luck
    d, w, h = make.size
    top = 0.72 * h
    style = luck.choice(("flowers", "leaves", "waves", "dots"))
    yield Piece("box", block((-d / 2, -w / 2, 0.0), (d / 2, w / 2, top), bevel=0.0025), plain(make.rgb, 0.1))
    look = printed("tissue_print", 0.1, colour=make.rgb, style=style)

    low, high = (-d / 2 + 0.002, -w / 2 + 0.002, 0.002), (d / 2 - 0.002, w / 2 - 0.002, top - 0.002)
    for side in ("front", "back"):
        yield Piece("print", face(side, low, high, 0.0025), look)
    narrow = printed("tissue_print", 0.1, colour=make.rgb, style=style, word="")
    for side in ("left", "right"):
        yield Piece("print", face(side, low, high, 0.0025), narrow)  # type: ignore[arg-type]
    slit = disc(0.26 * d, top + 0.0004, wide=0.36 * w)
    yield Piece("film", slit, plain("e8ecee", 0.6))
    yield Piece("slit", disc(0.06 * d, top + 0.0008, wide=0.32 * w), plain("2f3133", 0.1))
    for low_, high_, tall, wide in ((0.5, 1.0, 1.0, 0.34), (0.0, 0.5, 0.62, 0.22)):
        yield Piece("tissue", _tissue(d, w, top, h, tall, wide), plain("fbfbfa", 0.02), amount=(low_, high_))


def _tissue(d: float, w: float, top: float, h: float, tall: float, wide: float) -> Mesh:
    """A soft sheet pulled out of a slit, spreading and drooping at its corners."""
    u = np.linspace(-1, 1, 17)[None, :]
    t = np.linspace(0, 1, 9)[:, None]
    y = u * w * (0.16 + (wide - 0.16) * t)
    x = 0.1 * d * np.sin(u * 4.0) * (0.3 + t) + 0.16 * d * t * t * np.cos(u * 2.0)
    rise = (h - top) * tall * (t - 0.28 * t * t * np.abs(u) ** 1.5 + 0.05 * t * np.cos(u * 9))
    z = top - 0.002 + rise * (h - top) * tall / max(float(rise.max()), 1e-9)
    return patch(np.stack(np.broadcast_arrays(x, y, z), -1), two_sided=True)
