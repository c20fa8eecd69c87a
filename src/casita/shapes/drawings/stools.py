"""Stools and benches."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.upholstery import padded
from casita.shapes.drawings.woodwork import corners, grained, plank, round_leg, square_leg
from casita.shapes.finish import plain
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe, sweep


@draws("stool")
def stool(make: Making) -> Iterator[Piece]:
    """A round seat on four legs without a back: flat, dished or padded, of wood, steel or plastic."""
    d, w, h = make.size
    luck = make.luck.child("stool")
    main = make.main
    thick = max(0.07 * h, 0.028)
    style = luck.choice(("flat", "dished", "padded"))
    soft = min(thick * (0.9 if style == "padded" else 0.4), 0.02)
    r, oval = d / 2, w / d
    seat = cylinder(r, h - thick, h, sides=64, bevel=soft).scaled(1.0, oval, 1.0)
    # the grain runs straight across the seat, not round it
    yield Piece("seat", seat.each(lambda level: level._replace(uv=level.points[:, [1, 0]])), main)
    if style == "dished":
        for share in (0.42, 0.84):
            groove = lathe([(share * r, h + 0.0004), (share * r - 0.004, h + 0.0004)]).scaled(1.0, oval, 1.0)
            yield Piece("groove", groove, main.darker(0.75))
    elif style == "padded":
        seam = lathe([(r + 0.0004, h - thick * 0.62), (r + 0.0004, h - thick * 0.5)]).scaled(1.0, oval, 1.0)
        yield Piece("seam", seam, main.darker(0.6))
    reach, ends = 0.3, 0.42
    steel = make.material == "metal"
    legs: list[Mesh] = []
    for x, y in corners(d * reach, w * reach):
        foot = (math.copysign(d * ends, x), math.copysign(w * ends, y))
        top = (x, y, h - thick * 0.6)
        legs.append(round_leg(top, foot, 0.024 if steel else 0.03, taper=0.85))
    yield Piece("leg", joined(legs), main)
    share = 0.3
    for z, offset in ((h * share, 0.0), (h * share + 0.03, 1.0)):
        t = 1.0 - z / (h - thick * 0.6)
        x, y = d * (reach + (ends - reach) * t), w * (reach + (ends - reach) * t)
        lines = (
            (((x, -y, z), (x, y, z)), ((-x, -y, z), (-x, y, z)))
            if offset == 0.0
            else (((-x, y, z), (x, y, z)), ((-x, -y, z), (x, -y, z)))
        )
        for a, b_ in lines:
            yield Piece("rung", sweep([a, b_], 0.009 if not steel else 0.006, sides=8), main.darker(0.92))


@draws("bench")
def bench(make: Making) -> Iterator[Piece]:
    """A long seat of planks: on trestles, on iron ends with scrolls, or on legs with a stretcher."""
    d, w, h = make.size
    luck = make.luck.child("bench")
    iron = make.material == "metal"
    main = make.main
    style = "iron" if iron else luck.choice(("trestle", "legs", "iron"))
    thick = max(0.1 * h, 0.035)
    planks = luck.choice((3, 4)) if style == "iron" else luck.choice((1, 2, 3))
    gap = 0.005 if planks > 1 else 0.0
    wide = (d + gap) / planks
    for k in range(planks):
        x = -d / 2 + k * wide
        board = padded((x, -w / 2, h - thick * 0.75), (x + wide - gap, w / 2, h), radius=0.007)
        yield Piece("seat", grained(board), main if k % 2 == 0 else main.darker(0.95))
        if planks > 1:
            for y in (-w * 0.41, w * 0.41):
                yield Piece(
                    "screw",
                    cylinder(0.006, h - 0.001, h + 0.0006, sides=8).moved(x + (wide - gap) / 2, y),
                    plain("55524c", 0.5),
                )
    under = h - thick * 0.7
    dark = main.darker(0.88)
    if style == "trestle":
        for y in (-w * 0.38, w * 0.38):
            panel = plank((-d / 2 + 0.03, y - 0.02, 0.0), (d / 2 - 0.03, y + 0.02, under))
            yield Piece("leg", panel, main)
            yield Piece("foot", plank((-d / 2 + 0.005, y - 0.028, 0.0), (d / 2 - 0.005, y + 0.028, 0.04)), dark)
        yield Piece("rail", plank((-0.02, -w * 0.42, h * 0.36), (0.02, w * 0.42, h * 0.54)), dark)
    elif style == "legs":
        for x, y in corners(d / 2 - 0.04, w / 2 - 0.05):
            yield Piece(
                "leg",
                square_leg((x, y, under), (math.copysign(d / 2 - 0.02, x), math.copysign(w / 2 - 0.03, y)), 0.05),
                main,
            )
        for x in (-d / 2 + 0.035, d / 2 - 0.05):
            yield Piece("rail", plank((x, -w / 2 + 0.06, under - 0.06), (x + 0.016, w / 2 - 0.06, under + 0.005)), dark)
    else:
        metal = main if iron else plain("2a2a2c", 0.4)
        for y in (-w * 0.42, w * 0.42):
            for side in (-1.0, 1.0):
                x = side * (d / 2 - 0.03)
                bend = [
                    (x * 0.75, y, under),
                    (x, y, h * 0.55),
                    (x * 0.8, y, h * 0.25),
                    (side * (d / 2 - 0.012), y, 0.012),
                ]
                yield Piece("leg", sweep(curve(bend, 4), 0.012, flat=0.018, sides=8), metal)
            yield Piece(
                "leg",
                sweep([(-d / 2 + 0.03, y, under + 0.004), (d / 2 - 0.03, y, under + 0.004)], 0.012, sides=8),
                metal,
            )
            ring = [
                (0.055 * d * 2 * math.cos(t), y, h * 0.55 + 0.09 * math.sin(t) * h * 2)
                for t in np.radians(np.arange(0, 360, 30))
            ]
            yield Piece("scroll", sweep(ring, 0.007, sides=6, closed=True), metal)
            yield Piece(
                "brace", sweep([(-d / 2 + 0.06, y, h * 0.3), (d / 2 - 0.06, y, h * 0.3)], 0.008, sides=6), metal
            )
        yield Piece("brace", sweep([(0.0, -w * 0.42, h * 0.3), (0.0, w * 0.42, h * 0.3)], 0.008, sides=6), metal)
