"""What belongs to a room or hangs on its walls: doors, windows, blinds, curtains, switches, pictures, shelves."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.chests import IN_SHADE
from casita.shapes.drawings.fitted import button, joinery_finish, rod, shaded, shaded_edge
from casita.shapes.drawings.lofting import box_ring, loft
from casita.shapes.drawings.sinks import polished
from casita.shapes.finish import CHROME, STEEL, Finish, glass, mixed, plain
from casita.shapes.flats import block, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import cylinder, lathe, sweep

PANELS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "six": tuple(
        (y0, y0 + 0.31, z0, z1) for y0 in (0.14, 0.55) for z0, z1 in ((0.09, 0.36), (0.43, 0.72), (0.79, 0.93))
    ),
    "two": ((0.15, 0.85, 0.08, 0.42), (0.15, 0.85, 0.5, 0.93)),
    "four": tuple((y0, y0 + 0.31, z0, z1) for y0 in (0.14, 0.55) for z0, z1 in ((0.08, 0.42), (0.52, 0.93))),
    "bars": tuple((0.14, 0.86, z0, z0 + 0.14) for z0 in (0.08, 0.255, 0.43, 0.605, 0.78)),
    "flat": (),
}
"""Fields of a door by style: y and z ranges as fractions."""


@draws("door")
def door(make: Making) -> Iterator[Piece]:
    """A leaf with panels, hinges on its right, and a lever or knob on both sides."""
    luck = make.luck
    d, w, h = make.size
    finish = joinery_finish(make)
    style = luck.choice(("six", "four", "two", "bars", "flat", "six"))
    half = 0.26 * d
    yield Piece("leaf", block((-half, -w / 2, 0.0), (half, w / 2, h), bevel=0.002), finish, joint="leaf")
    for side in (1.0, -1.0):
        for y0, y1, z0, z1 in PANELS[style]:
            (a, b), (c, e) = ((y0 - 0.5) * w, (y1 - 0.5) * w), (z0 * h, z1 * h)
            groove = shaded_edge((half, a, c), (half, b, e), 0.024).scaled(side)
            yield Piece("groove", groove, shaded(finish), joint="leaf")
            inset = 0.026
            inner = sorted((side * half, side * (half + 0.005)))
            field = block((inner[0], a + inset, c + inset), (inner[1], b - inset, e - inset), bevel=0.0045, fine=1)
            yield Piece("panel", field, finish, joint="leaf")
    metal = luck.choice((CHROME, plain("a8853f", 0.8), plain("2c2c2e", 0.4)))
    lever = luck.chance(0.6)
    y, z = 0.42 * w, 0.5 * h
    out = d / 2 - half
    for side in (1.0, -1.0):
        plate = sorted((side * half, side * (half + 0.2 * out)))
        if lever:
            back = block((plate[0], y - 0.021, z - 0.1), (plate[1], y + 0.021, z + 0.07), bevel=0.002)
            grip = sweep(
                [(side * (half + 0.62 * out), y, z), (side * (half + 0.62 * out), y - 0.11, z - 0.004)],
                0.009,
                flat=0.36 * out,
                sides=12,
            )
            stem = rod((side * half, y, z), (side * (half + 0.7 * out), y, z), 0.008, 12)
            yield Piece("handle", joined([back, grip, stem]), metal, joint="leaf")
            hole = sorted((side * half, side * (half + 0.22 * out)))
            yield Piece(
                "keyhole",
                block((hole[0], y - 0.004, z - 0.075), (hole[1], y + 0.004, z - 0.055), bevel=0.001),
                plain("141414"),
                joint="leaf",
            )
        else:
            profile = [
                (0.032, 0.0),
                (0.032, 0.14),
                (0.016, 0.2),
                (0.016, 0.36),
                (0.027, 0.5),
                (0.031, 0.72),
                (0.026, 0.92),
                (0.0, 1.0),
            ]
            knob = lathe([(r, t * out) for r, t in profile], sides=28).turned("y", 90.0 * side)
            yield Piece("handle", knob.moved(side * half, y, z), metal, joint="leaf")
    for at in (0.1 * h, 0.5 * h, 0.88 * h):
        hinge = cylinder(min(0.007, 0.9 * out), at, at + 0.09, bevel=0.002, sides=14).moved(
            d / 2 - min(0.008, out), -w / 2 + 0.008
        )
        yield Piece("hinge", hinge, metal, joint="leaf")


@draws("light_switch")
def light_switch(make: Making) -> Iterator[Piece]:
    """A plate with one or two rockers or toggles; they tilt, and a small lamp shows that they are on."""
    d, w, h = make.size
    finish = polished(make.main) if make.material == "metal" else plain(make.rgb, 0.35)
    rings = [
        box_ring((-w / 2 + inset, inset), (w / 2 - inset, h - inset), 0.0, 0.01)[:, [2, 0, 1]] + np.array((x, 0.0, 0.0))
        for x, inset in ((-d / 2, 0.0), (-d / 2 + 0.3 * d, 0.0), (-d / 2 + 0.5 * d, 0.004), (0.1 * d, 0.012))
    ]
    yield Piece("plate", loft(rings, crease=40.0), finish)
    gangs = 2 if w > 0.16 else 1
    toggle = make.luck.chance(0.4)
    face = 0.1 * d
    for gang in range(gangs):
        y = (gang - (gangs - 1) / 2) * 0.4 * w
        half = (0.2 if gangs == 1 else 0.15) * w
        if toggle:
            slot = block(
                (face - 0.001, y - 0.1 * w / gangs, 0.38 * h),
                (face + 0.001, y + 0.1 * w / gangs, 0.62 * h),
                bevel=0.0005,
            )
            yield Piece("slot", slot, finish.darker(0.6))
            for screw in (0.2 * h, 0.8 * h):
                yield Piece("screw", button((face - 0.0005, y, screw), 0.004, 0.0018, sides=14), STEEL)
        else:
            gap = block(
                (face - 0.001, y - half - 0.0015, 0.25 * h - 0.0015),
                (face + 0.0008, y + half + 0.0015, 0.75 * h + 0.0015),
                bevel=0.0005,
            )
            yield Piece("gap", gap, plain("3a3a3c"))
        for lit in (False, True):
            when = ("on",) if lit else ("off",)
            tilt = -1.0 if lit else 1.0
            if toggle:
                nub = block(
                    (face - 0.002, y - 0.06 * w / gangs, 0.455 * h),
                    (d / 2 - 0.001, y + 0.06 * w / gangs, 0.545 * h),
                    bevel=0.003,
                )
                rocker = nub.bent(_leaning(face, d / 2, 0.09 * h * -tilt))
            else:
                block_ = block((face - 0.002, y - half, 0.25 * h), (0.4 * d, y + half, 0.75 * h), bevel=0.0015)
                rocker = block_.turned(
                    "y", tilt * math.degrees(math.atan(0.08 * d / (0.25 * h))), (0.3 * d, 0.0, 0.5 * h)
                )
            yield Piece("rocker", rocker, finish, when=when)  # type: ignore[arg-type]
        lamp = sheet((0.0, y - 0.009, 0.0), (0.0, 0.018, 0.0), (0.0, 0.0, 0.006)).moved(face + 0.0006, 0.0, 0.13 * h)
        yield Piece("lamp", lamp, Finish((0.25, 1.0, 0.4), None, 0.0, 1.0), when=("on",))
        yield Piece("lamp", lamp, plain("5a3030" if total_of(make.rgb) > 1.2 else "6a4040"), when=("off",))
    reach = 0.02 * min(w, h)
    nub = block((face - 0.002, -reach, 0.5 * h - reach), (d / 2 - 0.0005, reach, 0.5 * h + reach), bevel=0.001)
    if not toggle and gangs == 1:
        yield Piece("mark", nub.scaled(0.86, 1.0, 1.0), finish)


def _leaning(low: float, high: float, by: float) -> Callable[[Array], Array]:
    """A function that shears points up or down the further out they are."""

    def where(points: Array) -> Array:
        moved = points.copy()
        moved[:, 2] += by * (points[:, 0] - low) / (high - low)
        return moved

    return where


@draws("shelf")
def shelf(make: Making) -> Iterator[Piece]:
    """A board on brackets on the wall, or one level of a larger piece with its rows of peg holes."""
    d, w, h = make.size
    finish = joinery_finish(make) if make.material != "glass" else make.main
    if make.variant == "board":
        top = 0.06 * h
        opaque = finish if finish.opacity == 1.0 else glass(make.rgb, 0.6)
        yield Piece("board", block((-d / 2, -w / 2, 0.0), (d / 2, w / 2, top), bevel=min(0.003, 0.3 * top)), opaque)
        if make.part_of in ("shelving_unit", "bookshelf") and finish.opacity == 1.0:
            shade = sheet((-d / 2, -w / 2, top + 0.0006), (0.93 * d, 0.0, 0.0), (0.0, w, 0.0))
            yield Piece("board", shade, finish.darker(IN_SHADE))
            edge = sheet((d / 2 + 0.0005, -w / 2, 0.0), (0.0, w, 0.0), (0.0, 0.0, top))
            yield Piece("edge", edge, plain(mixed(finish.colour, (1.0, 1.0, 1.0), 0.25), 0.2))
        for side in (-1.0, 1.0):
            for x in (-0.4 * d, 0.4 * d):
                y = sorted((side * w / 2, side * (w / 2 - 0.0012)))
                strip = block((x - 0.007, y[0], top), (x + 0.007, y[1], 0.95 * h), bevel=0.0003, fine=1)
                yield Piece("strip", strip, STEEL)
        return
    low = 0.3 * h
    yield Piece("board", block((-d / 2, -w / 2, low), (d / 2, w / 2, h), bevel=min(0.003, 0.2 * h)), finish)
    metal = make.luck.choice((CHROME, plain("2c2c2e", 0.4)))
    count = 2 if w < 1.0 else 3
    for k in range(count):
        at = -0.38 * w + 0.76 * w * k / (count - 1)
        arm = block((-d / 2, at - 0.012, 0.0), (0.3 * d, at + 0.012, low), bevel=0.002)
        yield Piece("bracket", arm, metal)
        yield Piece(
            "bracket", block((-d / 2, at - 0.016, 0.0), (-d / 2 + 0.004, at + 0.016, h - 0.004), bevel=0.001), metal
        )
    if finish.opacity == 1.0:
        yield Piece(
            "edge",
            block(
                (d / 2 - 0.001, -w / 2 + 0.001, low + 0.003), (d / 2 + 0.0004, w / 2 - 0.001, h - 0.003), bevel=0.0004
            ),
            finish.darker(0.94),
        )
