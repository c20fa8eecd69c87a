"""Serving trays and cutting boards."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.lofting import loft
from casita.shapes.drawings.stains import ON_DISHES, ON_WOOD, spilt
from casita.shapes.drawings.vessels import Spot
from casita.shapes.finish import CHROME, DARK, plain, printed
from casita.shapes.flats import block, prism, rounded_outline
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, disc, sweep

LIP = 0.02
"""How far the sloping sides of a tray lean out, in metres."""

LOW_SIDE = 0.7
"""Height of a tray's long sides as a share of its ends', which are held."""


def _ring(make: Making, inset: float, up: float, corner: float, floor: float) -> Array:
    """A line round a tray, so far inside its edge and at a share of the way up: the ends rise above the sides."""
    depth, width, h = make.size
    line = np.array(rounded_outline(depth - 2 * inset, width - 2 * inset, max(corner - inset, 0.004), 7))
    end = np.clip((np.abs(line[:, 1]) / (width / 2) - 0.45) / 0.45, 0.0, 1.0)
    rise = 1.0 - LOW_SIDE if make.material == "plastic" else 0.0
    top = h * (LOW_SIDE + rise * end * end * (3.0 - 2.0 * end))
    return np.column_stack([line, floor + (top - floor) * up])


@draws("serving_tray")
def serving_tray(make: Making) -> Iterator[Piece]:
    """A lacquered tray with painted fruit, leaning sides and handles of metal; one of plastic has slots instead."""
    depth, width, h = make.size
    luck = make.luck
    floor = make.form.surfaces[0].z * h
    corner = luck.choice([0.03, 0.05, 0.08]) * depth / 0.3
    wood = make.material == "wood"
    rim = make.main.darker(0.9) if wood else make.main
    wall = 0.007 if wood else 0.004
    flat = rounded_outline(depth - 2 * LIP, width - 2 * LIP, max(corner - LIP, 0.004), 7)
    yield Piece("body", prism(flat, 0.0008, floor), make.main)
    foot = _ring(make, LIP - wall, 0.0, corner, floor) * (1.0, 1.0, 0.0)
    outer = [foot, *(_ring(make, (LIP - wall) * (1.0 - up), up, corner, floor) for up in (0.0, 0.5, 0.96))]
    inner = [_ring(make, wall + (LIP - wall) * (1.0 - up), up, corner, floor) for up in (0.96, 0.5, 0.0)]
    yield Piece(
        "side", loft([*outer, _ring(make, wall * 0.25, 1.0, corner, floor)], crease=50.0, caps=(False, False)), rim
    )
    edge = [_ring(make, wall * share, 1.0, corner, floor) for share in (0.25, 0.75)]
    yield Piece("rim", loft(edge, caps=(False, False)), rim.darker(1.1))
    yield Piece("side", loft([edge[1], *inner], crease=50.0, caps=(False, False)), rim.darker(0.92))
    fruit = luck.choice([(0.85, 0.3, 0.2), (0.93, 0.72, 0.2), (0.55, 0.2, 0.42)])
    art = printed("plate_motif", 0.3, ground=make.rgb, fruit=fruit)
    yield Piece("print", disc(depth * 0.3, floor + 0.0004), art)
    gold = plain("c9a552" if make.colour != "gold" else "7a5a20", 0.6)
    loop = [(x, y, floor) for x, y in rounded_outline(depth - 0.07, width - 0.07, max(corner - 0.035, 0.004), 5)]
    yield Piece("line", sweep(loop, 0.0006, flat=0.003, sides=4, closed=True), gold)
    yield from _slots(make, floor, wall) if make.material == "plastic" else _bows(make)
    yield from spilt(
        Spot(depth / 2, wide=width / depth),
        [(depth, floor), (0.0, floor)],
        depth * 0.36,
        luck,
        depth * 0.09,
        colours=ON_WOOD if make.colour == "brown" else ON_DISHES,
    )


def _bows(make: Making) -> Iterator[Piece]:
    """Bowed handles of metal that stand on both ends."""
    depth, width, h = make.size
    metal = plain("c9a552", 0.7) if make.colour in ("black", "brown", "red", "white") else CHROME
    for way in (-1.0, 1.0):
        y, low = way * (width / 2 - 0.004), LOW_SIDE * h - 0.002
        bow = [(-0.17 * depth, y, low), (-0.15 * depth, y, h - 0.007), (0.0, y, h - 0.005)]
        bow += [(0.15 * depth, y, h - 0.007), (0.17 * depth, y, low)]
        yield Piece("handle", sweep(curve(bow, 4), 0.0045, sides=8), metal)


def _slots(make: Making, floor: float, wall: float) -> Iterator[Piece]:
    """What is seen of the hole in either end from inside and outside: a dark slot with a worn edge."""
    depth, width, h = make.size
    tall, long = 0.36 * (h - floor), 0.32 * depth
    lean = np.degrees(np.arctan2(LIP - wall, h - floor))
    up = 0.62
    z = floor + up * (h - floor)
    for grown, off, name, finish in ((1.0, 0.0006, "slot", DARK), (1.16, 0.0003, "grip", make.main.darker(0.72))):
        hole = prism(rounded_outline(grown * long, grown * tall, grown * tall / 2, 5), 0.0, off)
        made = []
        for way in (-1.0, 1.0):
            inside = hole.turned("x", way * (90.0 - lean)).moved(
                0.0, way * (width / 2 - wall - (LIP - wall) * (1 - up)), z
            )
            outside = hole.turned("x", -way * (90.0 + lean)).moved(0.0, way * (width / 2 - (LIP - wall) * (1 - up)), z)
            made += [inside, outside]
        yield Piece(name, joined(made), finish)


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
    spilt_on, colours = Spot(depth / 2, wide=width / depth), ON_WOOD if wood else ON_DISHES
    yield from spilt(spilt_on, [(depth, h), (0.0, h)], depth * 0.33, luck, depth * 0.1, colours=colours)
