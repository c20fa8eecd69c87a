"""What is built into a bathroom: bath, toilet, rails."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.fitted import body_finish, button, rod
from casita.shapes.drawings.lofting import box_ring, egg_ring, loft
from casita.shapes.drawings.sinks import basin_pieces, polished
from casita.shapes.finish import CHROME, STEEL, WHITE, plain
from casita.shapes.flats import block, patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, cylinder, lathe, sweep


@draws("bathtub")
def bathtub(make: Making) -> Iterator[Piece]:
    """A tub with a rolled rim and an apron or feet; the hollow is a thing of its own."""
    d, w, h = make.size
    finish = body_finish(make, 0.6)._replace(texture=None)
    hole = next(part for part in make.form.parts if part.type == "bathtub_basin")
    low, high = make.box_of(hole)
    footed = make.luck.chance(0.35)

    def outer(inset: float, z: float, radius: float = 0.07) -> Array:
        return box_ring((-d / 2 + inset, -w / 2 + inset), (d / 2 - inset, w / 2 - inset), z, radius, 7)

    def inner(z: float) -> Array:
        return box_ring((low[0], low[1]), (high[0], high[1]), z, 0.004, 7)

    if footed:
        rings = [
            outer(0.12, 0.1 * h, 0.2),
            outer(0.07, 0.18 * h, 0.16),
            outer(0.04, 0.4 * h, 0.12),
            outer(0.025, h - 0.07),
        ]
    else:
        rings = [
            outer(0.045, 0.0, 0.03),
            outer(0.045, 0.06 * h, 0.03),
            outer(0.02, 0.07 * h, 0.04),
            outer(0.014, h - 0.06),
        ]
    rings += [
        outer(0.014, h - 0.045),
        outer(0.003, h - 0.038),
        outer(0.0, h - 0.025),
        outer(0.004, h - 0.007),
        outer(0.016, h),
    ]
    rings += [inner(h), inner(low[2])]
    yield Piece("tub", loft(rings, crease=50.0), finish)
    if footed:
        for sx in (-1.0, 1.0):
            for sy in (-1.0, 1.0):
                x, y = sx * (d / 2 - 0.14), sy * (w / 2 - 0.2)
                leg = sweep(
                    curve(
                        [
                            (x, y, 0.24 * h),
                            (x + sx * 0.04, y + sy * 0.03, 0.12 * h),
                            (x + sx * 0.02, y + sy * 0.02, 0.03 * h),
                        ],
                        4,
                    ),
                    [0.04, 0.036, 0.032, 0.03, 0.028, 0.024, 0.022, 0.02, 0.02],
                    sides=10,
                )
                yield Piece("foot", leg, plain("b8964e", 0.7))
                yield Piece(
                    "foot",
                    ball(0.034, 0.034, 0.02, sides=16).moved(x + sx * 0.02, y + sy * 0.02, 0.02),
                    plain("b8964e", 0.7),
                )
    else:
        panel = block((d / 2 - 0.017, -0.42 * w, 0.16 * h), (d / 2 - 0.011, 0.42 * w, 0.8 * h), bevel=0.005)
        yield Piece("apron", panel, finish)


@draws("bathtub_basin")
def bathtub_basin(make: Making) -> Iterator[Piece]:
    """The long hollow of a bath, with a drain and an overflow at the tap's end."""
    _, w, h = make.size
    yield from basin_pieces(make, 0.3, body_finish(make, 0.6)._replace(texture=None), drain=-0.72)
    wall = make.form.cavities[0].y[0] * w
    plate = lathe([(0.032, 0.0), (0.026, 0.006), (0.0, 0.008)], sides=24).turned("x", -90.0)
    yield Piece("overflow", plate.moved(0.0, -w / 2 + wall + 0.006, 0.72 * h), CHROME)


@draws("toilet")
def toilet(make: Making) -> Iterator[Piece]:
    """A bowl on a foot with a seat and a lid, before a tank with a lever or a button."""
    luck = make.luck
    d, w, h = make.size
    white = body_finish(make, 0.7)
    tank, rim = 0.25, 0.44 * h
    x0 = tank * d - d / 2
    front = d / 2
    wide = 0.38 * w
    square = 0.35

    def ring(back: float, reach: float, half: float, z: float) -> Array:
        return egg_ring(back, reach, half, z, square=square)

    foot = luck.choice((0.62, 0.7))
    rings = [
        ring(-0.4 * d, foot * d - d / 2 + 0.12 * d, 0.25 * w, 0.0),
        ring(-0.4 * d, foot * d - d / 2 + 0.12 * d, 0.25 * w, 0.04 * h),
    ]
    rings += [
        ring(-0.4 * d, foot * d - d / 2 + 0.06 * d, 0.2 * w, 0.09 * h),
        ring(-0.4 * d, foot * d - d / 2 + 0.06 * d, 0.2 * w, 0.18 * h),
    ]
    rings += [
        ring(-0.38 * d, front - 0.14 * d, 0.27 * w, 0.27 * h),
        ring(-0.34 * d, front - 0.05 * d, 0.34 * w, 0.35 * h),
    ]
    rings += [ring(-0.3 * d, front - 0.012 * d, wide - 0.004, 0.4 * h), ring(-0.3 * d, front - 0.006, wide, 0.425 * h)]
    rings += [
        ring(-0.3 * d, front - 0.008, wide - 0.004, rim - 0.006),
        ring(-0.3 * d, front - 0.014, wide - 0.012, rim),
    ]
    inner_back = x0 + 0.07 * d
    rings += [
        ring(inner_back, front - 0.075 * d, 0.3 * w, rim),
        ring(inner_back, front - 0.08 * d, 0.295 * w, rim - 0.02),
    ]
    rings += [
        ring(inner_back + 0.04 * d, front - 0.16 * d, 0.24 * w, 0.3 * h),
        ring(inner_back + 0.1 * d, front - 0.28 * d, 0.14 * w, 0.215 * h),
    ]
    rings += [ring(inner_back + 0.12 * d, front - 0.3 * d, 0.1 * w, 0.2 * h)]
    yield Piece("bowl", loft(rings, crease=60.0), white)
    pool = egg_ring(inner_back + 0.07 * d, front - 0.22 * d, 0.18 * w, 0.245 * h)
    yield Piece(
        "water",
        loft([pool, pool * (0.6, 0.6, 1.0) + ((pool.mean(0) * 0.4) * (1, 1, 0))], crease=40.0, caps=(False, True)),
        plain("a9cfe0", 0.8),
    )
    deck = block((-0.5 * d, -0.2 * w, 0.3 * h), (x0 + 0.08 * d, 0.2 * w, rim), bevel=0.02)
    yield Piece("deck", deck, white)
    cistern = [
        box_ring((-d / 2, -half), (x, half), z, 0.03)
        for x, half, z in (
            (x0 - 0.02 * d, 0.4 * w, rim - 0.01),
            (x0 - 0.01 * d, 0.425 * w, rim + 0.02),
            (x0, 0.455 * w, 0.94 * h),
        )
    ]
    yield Piece("tank", loft(cistern, crease=40.0), white)
    yield Piece("tank_lid", block((-d / 2, -0.485 * w, 0.935 * h), (x0 + 0.02 * d, 0.485 * w, h), bevel=0.014), white)
    if luck.chance(0.6):
        yield Piece("lever", button((x0 - 0.004, -0.33 * w, 0.86 * h), 0.016, 0.016), CHROME)
        arm = sweep([(x0 + 0.016, -0.33 * w, 0.86 * h), (x0 + 0.018, -0.16 * w, 0.85 * h)], 0.007, flat=0.009, sides=10)
        yield Piece("lever", arm, CHROME)
    else:
        yield Piece("lever", cylinder(0.024, h - 0.004, h + 0.0008, sides=24).moved((x0 - d / 2) / 2), CHROME)
    wooden = luck.chance(0.2)
    seat_finish = plain("a5713f", 0.4).with_texture("wood", 0.4) if wooden else white
    back = x0 + 0.02 * d
    mid = rim + 0.5 * (0.48 * h - rim)
    seat = [ring(back, front - 0.002, wide + 0.004, rim + 0.003), ring(back, front, wide + 0.006, (rim + mid) / 2)]
    seat += [
        ring(back, front - 0.004, wide, mid - 0.001),
        ring(inner_back + 0.015, front - 0.08 * d, 0.27 * w, mid - 0.001),
    ]
    seat += [ring(inner_back + 0.01, front - 0.075 * d, 0.275 * w, rim + 0.003)]
    yield Piece("seat", loft([*seat, seat[0]], crease=60.0, caps=(False, False)), seat_finish)
    lid = [ring(back, front - 0.004, wide, mid), ring(back, front, wide + 0.006, mid + 0.008)]
    lid += [ring(back, front - 0.004, wide, 0.48 * h - 0.005), ring(back + 0.02, front - 0.03, wide - 0.025, 0.48 * h)]
    yield Piece("lid", loft(lid, crease=60.0), seat_finish, joint="lid")
    for side in (-1.0, 1.0):
        hinge = cylinder(0.011, -0.03, 0.03, bevel=0.003, sides=16).turned("x", 90.0)
        yield Piece("hinge", hinge.moved(back, side * 0.13 * w, 0.475 * h - 0.008), CHROME)
        yield Piece("bolt", ball(0.012, 0.012, 0.01, sides=12).moved(-0.2 * d, side * 0.235 * w, 0.03 * h), WHITE)


@draws("toilet_paper_hanger")
def toilet_paper_hanger(make: Making) -> Iterator[Piece]:
    """A wall plate with two arms, a rod between them, and a curved flap over the roll."""
    d, w, h = make.size
    finish = polished(make.main) if make.material == "metal" else make.main
    yield Piece(
        "plate", block((-d / 2, -0.46 * w, 0.03 * h), (-d / 2 + 0.008, 0.46 * w, h - 0.002), bevel=0.003), finish
    )
    for side in (-1.0, 1.0):
        y = side * (w / 2 - 0.002)
        line = curve([(-d / 2 + 0.004, y, 0.66 * h), (-0.1 * d, y, 0.6 * h), (0.13 * d, y, 0.42 * h)], 5)
        yield Piece("arm", sweep(line, 0.009, flat=0.0018, sides=10), finish)
        yield Piece("screw", button((-d / 2 + 0.008, side * 0.36 * w, 0.42 * h), 0.005, 0.002), STEEL)
    roller = rod((0.13 * d, -w / 2 + 0.002, 0.42 * h), (0.13 * d, w / 2 - 0.002, 0.42 * h), 0.006, 14)
    yield Piece("rod", roller, finish)
    drop = [
        (-d / 2 + 0.006, h - 0.004),
        (-0.2 * d, h - 0.001),
        (0.2 * d, h - 0.004),
        (0.4 * d, 0.93 * h),
        (0.47 * d, 0.83 * h),
        (0.485 * d, 0.72 * h),
    ]
    points = curve(drop, 4)
    flap = np.array([[(x, y, z) for y in np.linspace(0.46 * w, -0.46 * w, 3)] for x, z in points])
    yield Piece("flap", patch(flap, two_sided=True), finish)


@draws("towel_holder")
def towel_holder(make: Making) -> Iterator[Piece]:
    """A rack on the wall: two uprights, a bar that towels hang over, and a rail before it."""
    d, w, h = make.size
    wood = make.material == "wood"
    finish = make.main if wood else polished(make.main)
    r = 0.0085 if wood else 0.006
    top = h - r
    bars: list[Mesh] = []
    for side in (-1.0, 1.0):
        y = side * (w / 2 - r)
        up = [
            (-d / 2 + 0.03, y, 0.004),
            (-d / 2 + 0.03, y, h - 0.05),
            (-d / 2 + 0.05, y, h - 0.018),
            (-d / 2 + 0.08, y, top),
            (d / 2 - r, y, top),
        ]
        bars.append(sweep(up, r, sides=14))
        for z in (0.12 * h, 0.86 * h):
            mount = lathe([(0.0, 0.0), (0.02, 0.0), (0.02, 0.005), (0.01, 0.009), (0.008, 0.032)], sides=20).turned(
                "y", 90.0
            )
            bars.append(mount.moved(-d / 2, side * (w / 2 - 0.02), z))
    for x, z in ((0.15 * d, top), (d / 2 - r, top), (-d / 2 + 0.03, 0.05 * h)):
        bars.append(rod((x, -w / 2 + r, z), (x, w / 2 - r, z), r * (1.0 if wood else 0.85), 14))
    yield Piece("rail", joined(bars), finish)


@draws("hand_towel_holder")
def hand_towel_holder(make: Making) -> Iterator[Piece]:
    """A short bar between two arms that end in balls, before a tall narrow plate that the towel hides."""
    d, w, h = make.size
    finish = polished(make.main)
    plate = [
        box_ring((-0.12 * w, 0.0), (0.12 * w, h), 0.0, 0.12 * w, 6)[:, [2, 0, 1]] + np.array((x, 0.0, 0.0))
        for x in (-d / 2, -d / 2 + 0.006)
    ]
    yield Piece("plate", loft(plate, crease=40.0), finish)
    r = 0.0055
    x, top, half = 0.15 * d, h - 2 * r, w / 2 - 2 * r
    bars = [rod((x, -half, top), (x, half, top), r, 12)]
    knob = ball(r, 1.7 * r, 1.7 * r, sides=14)
    flange = lathe([(0.0, 0.006), (0.011, 0.004), (0.011, 0.0)], sides=16).turned("y", 90.0)
    for y in (-half, half):
        bars += [rod((-d / 2, y, top), (d / 2 - r, y, top), 0.8 * r), knob.moved(d / 2 - r, y, top)]
        bars.append(flange.moved(-d / 2, y, top))
    yield Piece("bar", joined(bars), finish)
    for z in (0.06 * h, 0.5 * h):
        yield Piece("screw", button((-d / 2 + 0.006, 0.0, z), 0.006, 0.002), STEEL)
