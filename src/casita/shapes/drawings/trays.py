"""Serving trays and cutting boards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.lofting import loft
from casita.shapes.drawings.stains import spilt
from casita.shapes.drawings.vessels import Spot
from casita.shapes.finish import CHROME, plain, printed
from casita.shapes.flats import block, face, prism, rounded_outline
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, sweep

LIP = 0.018
"""How broad the sloping edge of a tray is."""


def _edge(depth: float, width: float, h: float, floor: float, corner: float) -> Mesh:
    """The raised edge of a tray: out and up from its bottom, over, and down to its floor."""
    rings = [(0.012, 0.0), (0.004, h * 0.35), (0.0005, h - 0.002), (0.0, h - 0.0012), (0.0014, h), (0.004, h)]
    rings += [(0.0055, h - (h - floor) * 0.12), (0.011, h - (h - floor) * 0.75), (LIP, floor)]
    rows = []
    for inset, z in rings:
        line = rounded_outline(depth - 2 * inset, width - 2 * inset, max(corner - inset, 0.003), 6)
        rows.append(np.column_stack([np.array(line), np.full(len(line), z)]))

    return loft(rows, crease=60.0, caps=(False, False))


@draws("serving_tray")
def serving_tray(make: Making) -> Iterator[Piece]:
    """A flat tray with a raised edge and slots to hold it by at either end."""
    depth, width, h = make.size
    luck = make.luck
    surface = make.form.surfaces[0]
    floor = surface.z * h
    corner = luck.choice([0.03, 0.06, 0.1]) * depth / 0.3
    rim = make.main.darker(0.88) if make.material == "wood" else make.main
    flat = rounded_outline(depth - 2 * LIP, width - 2 * LIP, max(corner - LIP, 0.004), 6)
    yield Piece("body", prism(flat, 0.0005, floor), make.main)
    yield Piece("rim", _edge(depth, width, h, floor, corner), rim)
    inset = rounded_outline(depth - 0.07, width - 0.12, corner, 5)
    tint = make.main.darker(0.93)
    line = sweep([(x, y, floor - 0.0002) for x, y in inset], 0.0007, flat=0.0012, sides=4, closed=True)
    yield Piece("line", line, tint.darker(0.75))
    metal = make.material == "metal" or luck.chance(0.4)
    for way in (-1.0, 1.0):
        y, long = way * (width / 2 - 0.034), depth * 0.17
        # a grip lies flat along the edge, held at both its ends
        bar = curve(
            [
                (-long, y, floor),
                (-long * 0.96, y + way * 0.012, h - 0.0024),
                (long * 0.96, y + way * 0.012, h - 0.0024),
                (long, y, floor),
            ],
            5,
        )
        bar = [(x, at, min(z, h - 0.0045)) for x, at, z in bar]
        yield Piece(
            "grip", sweep(bar, 0.0022, flat=0.0042, up=(0.0, 0.0, 1.0), sides=8), CHROME if metal else rim.darker(0.7)
        )
        ends = [cylinder(0.008, floor, floor + 0.0012, bevel=0.0005, sides=16).moved(x, y) for x in (-long, long)]
        yield Piece("grip", joined(ends), CHROME if metal else rim.darker(0.7))
    if make.material == "plastic" or (make.material == "wood" and luck.chance(0.4)):
        fruit = luck.choice([(0.85, 0.3, 0.2), (0.93, 0.72, 0.2), (0.55, 0.2, 0.42)])
        half = depth * 0.26
        art = printed("plate_motif", 0.3, ground=make.rgb, fruit=fruit)
        yield Piece("print", face("top", (-half, -half, 0.0), (half, half, floor)), art)
    yield from spilt(
        Spot(depth / 2, wide=width / depth), [(depth, floor), (0.0, floor)], depth * 0.36, luck, depth * 0.09
    )


@draws("cutting_board")
def cutting_board(make: Making) -> Iterator[Piece]:
    """A board of strips of wood, or of plastic, with a groove round it and a hole to hang it by."""
    depth, width, h = make.size
    luck = make.luck
    wood = make.material == "wood"
    main = make.main.with_texture("wood", depth * 0.9, planks=luck.choice([1, 4, 6])) if wood else make.main
    corner = luck.choice([0.012, 0.025, 0.045])
    outline = rounded_outline(depth, width, corner, 5)
    # the grain runs the long way
    body = prism([(y, -x) for x, y in outline], 0.0, h, bevel=min(0.003, h * 0.25)).turned("z", 90.0)
    scale = depth if wood else 1.0
    yield Piece("body", body.each(lambda level: level._replace(uv=level.uv * scale)) if wood else body, main)
    groove = make.main.darker(0.68)
    if luck.chance(0.65):
        loop = [
            (x, y, h - 0.0002) for x, y in rounded_outline(depth - 0.034, width - 0.034, max(corner - 0.012, 0.008), 5)
        ]
        yield Piece("groove", sweep(loop, 0.0006, flat=0.003, sides=4, closed=True), groove)
    if luck.chance(0.7):
        y = width / 2 - 0.042
        hole = prism(rounded_outline(0.075, 0.018, 0.009, 5), 0.0, 0.0006).moved(0.0, y, h)
        yield Piece("hole", hole, plain("17120e", 0.05))
        rim = [(px, py + y, h) for px, py in rounded_outline(0.078, 0.021, 0.0105, 5)]
        yield Piece("hole", sweep(rim, 0.0008, flat=0.0016, sides=4, closed=True), groove)
    cuts = []
    for _ in range(9):
        x, y, turn = luck.uniform(-0.25, 0.25) * depth, luck.uniform(-0.25, 0.2) * width, luck.uniform(-35.0, 35.0)
        long = luck.uniform(0.03, 0.08)
        cuts.append(
            block((-long / 2, -0.0003, 0.0), (long / 2, 0.0003, 0.0003), bevel=0.0, fine=0)
            .turned("z", turn)
            .moved(x, y, h)
        )
    yield Piece("cuts", joined(cuts), make.main.darker(0.86))
    yield from spilt(Spot(depth / 2, wide=width / depth), [(depth, h), (0.0, h)], depth * 0.33, luck, depth * 0.09)
