"""Showers: curtain, door, glass, head."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.fitted import WATER, hoop, pane_pieces, rod
from casita.shapes.drawings.sinks import polished
from casita.shapes.finish import CHROME, STEEL, glass, plain, printed
from casita.shapes.flats import block, patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, cylinder, disc, lathe, sweep


@draws("shower_curtain")
def shower_curtain(make: Making) -> Iterator[Piece]:
    """A wavy curtain on rings, in leaves that slide to its right, on a rod."""
    d, w, h = make.size
    style = make.luck.choice(("curtain_dots", "curtain_leaves", "curtain_leaves", "curtain_waves", "curtain_leaves"))
    finish = plain(make.rgb, 0.3) if style == "plain" else plain(make.rgb, 0.3).with_texture(style, 0.6)
    pole = h - 0.016
    yield Piece("rod", rod((0.0, -w / 2, pole), (0.0, w / 2, pole), 0.011, 16), CHROME)
    for side in (-1.0, 1.0):
        cap = cylinder(0.012, 0.0, 0.012, bevel=0.002, sides=20).turned("x", 90.0)
        yield Piece("rod", cap.moved(0.0, side * (w / 2) + (0.012 if side < 0 else 0.0), pole), CHROME)
    folds = len(make.form.joints) + 1
    ring = hoop(0.026, 0.003, sides=10).turned("x", 90.0)
    step = w / folds
    top = h - 0.058
    for number in range(folds):
        joint = f"fold_{number}" if number else ""
        lap = 0.006 if number < folds - 1 else 0.0  # leaves overlap, so that no light shows between them
        y = -w / 2 + number * step + np.linspace(0.0, step + lap, 25)
        z = np.array((0.0, 0.02, 0.3 * h, 0.7 * h, top))
        share = (y + w / 2) / w
        wave = 0.62 * np.sin(share * folds * 11.0) + 0.38 * np.sin(share * folds * 23.0 + 1.7 * np.sin(share * 9.0))
        swing = np.linspace(0.405, 0.12, len(z))[:, None] * d
        x = (share - 0.5)[None, :] * 0.24 * d + swing * wave[None, :]
        grid = np.stack(np.broadcast_arrays(x, y[None, :], z[:, None]), -1)
        yield Piece("cloth", patch(grid, two_sided=True), finish, joint=joint)
        for k in range(3):
            at = -w / 2 + (number + (k + 0.25) / 3) * step
            yield Piece("ring", ring.moved(0.0, at, pole - 0.016), STEEL, joint=joint)


def _screen(make: Making, joint: str) -> Iterator[Piece]:
    """A pane in a thin bright frame."""
    d, w, h = make.size
    metal = make.luck.choice((CHROME, CHROME, plain("2b2c2f", 0.4)))
    edge = 0.022
    strips = [
        block((-d / 2, -w / 2, 0.0), (d / 2, -w / 2 + edge, h), bevel=0.003),
        block((-d / 2, w / 2 - edge * 0.6, 0.0), (d / 2, w / 2, h), bevel=0.003),
        block((-d / 2, -w / 2 + edge, 0.0), (d / 2, w / 2 - edge * 0.6, edge), bevel=0.003),
        block((-d / 2, -w / 2 + edge, h - edge), (d / 2, w / 2 - edge * 0.6, h), bevel=0.003),
    ]
    yield Piece("frame", joined(strips), metal, joint=joint)
    low, high = (-w / 2 + edge, edge), (w / 2 - edge * 0.6, h - edge)
    yield from pane_pieces(make, low, high, 0.0, glass((0.78, 0.88, 0.9), 0.3), joint)
    if make.luck.chance(0.4):
        band = block((-0.0012, low[0], 0.4 * h), (0.0012, high[0], 0.62 * h), bevel=0.0003)
        yield Piece("band", band, glass((0.93, 0.96, 0.97), 0.75), joint=joint, when=("whole",))


@draws("shower_door")
def shower_door(make: Making) -> Iterator[Piece]:
    """A glass door in a frame with hinges on its right and a long handle."""
    d, w, h = make.size
    yield from _screen(make, "leaf")
    r = min(0.008, 0.25 * d)
    for side in (-1.0, 1.0):
        x = side * (d / 2 - r)
        line = [(0.0, 0.4 * w, 0.42 * h), (x, 0.4 * w, 0.42 * h), (x, 0.4 * w, 0.58 * h), (0.0, 0.4 * w, 0.58 * h)]
        yield Piece("handle", sweep(line, r, sides=10, up=(0.0, 1.0, 0.0)), CHROME, joint="leaf")
    for z in (0.12 * h, 0.85 * h):
        hinge = block((-d / 2, -w / 2, z), (d / 2, -w / 2 + 0.06, z + 0.09), bevel=0.003)
        yield Piece("hinge", hinge, CHROME, joint="leaf")


@draws("shower_glass")
def shower_glass(make: Making) -> Iterator[Piece]:
    """A fixed pane in a frame with clamps."""
    d, w, h = make.size
    yield from _screen(make, "")
    for z in (0.1 * h, 0.88 * h):
        clamp = block((-d / 2, -w / 2, z), (d / 2, -w / 2 + 0.055, z + 0.05), bevel=0.003)
        yield Piece("clamp", clamp, CHROME)


@draws("shower_head")
def shower_head(make: Making) -> Iterator[Piece]:
    """A rose on a bent arm from the wall; drops fall when it is on."""
    d, w, h = make.size
    finish = polished(make.main) if make.material == "metal" else make.main
    flange = lathe([(0.0, 0.0), (0.3 * w, 0.0), (0.3 * w, 0.006), (0.2 * w, 0.014), (0.07 * w, 0.016)])
    yield Piece("flange", flange.turned("y", 90.0).moved(-d / 2, 0.0, 0.83 * h), finish)
    cx = 0.5 * d - w / 2 if w < 0.7 * d else 0.2 * d
    r = min(0.5 * w, 0.5 * d - cx)
    arm = curve(
        [
            (-d / 2 + 0.004, 0.0, 0.83 * h),
            (-0.2 * d, 0.0, 0.93 * h),
            (0.5 * cx - 0.02, 0.0, h - 0.012),
            (cx - 0.012, 0.0, 0.84 * h),
            (cx, 0.0, 0.6 * h),
            (cx, 0.0, 0.34 * h),
        ],
        5,
    )
    yield Piece("arm", sweep(arm, 0.0105, sides=16, up=(0.0, 1.0, 0.0)), finish)
    yield Piece("joint", ball(0.02, 0.02, 0.018, sides=20).moved(cx, 0.0, 0.3 * h), finish)
    rim = [(0.0, 0.004), (0.92, 0.004), (0.95, 0.0), (1.0, 0.01)]
    if make.luck.chance(0.5):
        bell = [(1.0, 0.05 * h), (0.94, 0.075 * h), (0.3, 0.13 * h), (0.14, 0.28 * h)]
    else:
        bell = [(0.97, 0.06 * h), (0.7, 0.16 * h), (0.35, 0.24 * h), (0.18, 0.3 * h)]
    rose = lathe([(q * r, z) for q, z in [*rim, *curve([rim[-1], *bell], 4)[1:]]])
    yield Piece("rose", rose.scaled(1.0, w / 2 / r, 1.0).moved(cx), finish)
    face = disc(r * 0.92, 0.003, wide=0.46 * w).inside_out().moved(cx)
    yield Piece("nozzles", face, printed("shower_nozzles", 0.3))
    rays: list[Mesh] = []
    for ring, count in ((0.25, 5), (0.55, 9), (0.85, 13)):
        for k in range(count):
            a = 2 * math.pi * k / count + ring
            x, y = cx + ring * r * math.cos(a), ring * w / 2 * math.sin(a)
            rays.append(rod((x, y, 0.0), (cx + (x - cx) * 2.4, y * 2.4, -0.9), 0.0022, 5))
    yield Piece("water", joined(rays), WATER._replace(opacity=0.7), when=("on",))
