"""Things for work about the house: hammer, watering can."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.bodies import copies
from casita.shapes.drawings.lofting import loft, ovals
from casita.shapes.finish import DARK, Finish, mixed, plain, rgb, shade
from casita.shapes.flats import block
from casita.shapes.making import WOODEN, Making, draws, surfaced
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, disc, lathe, sweep


@draws("hammer")
def hammer(make: Making) -> Iterator[Piece]:
    """A claw hammer that lies: its steel head behind, across the handle, which points to the front."""
    d, w, h = make.size
    luck = make.luck.child("hammer")
    steel = plain("b3b7bb", 0.7)
    z = h / 2
    back = -d / 2
    reach = 0.05 * d
    middle = back + reach
    face_size = min(0.5 * h, reach)
    nose = [
        (0.0, -w / 2),
        (face_size * 0.9, -w / 2),
        (face_size, -w / 2 + 0.015 * w),
        (face_size, -w / 2 + 0.09 * w),
        (face_size * 0.72, -w / 2 + 0.13 * w),
        (face_size * 0.66, -w / 2 + 0.3 * w),
    ]
    striker = lathe(nose, sides=32).turned("x", -90.0).moved(middle, 0.0, z)
    yield Piece("head", striker, steel)
    eye = block((back, -0.2 * w, z - 0.46 * h), (back + 2 * reach, 0.1 * w, z + 0.46 * h), bevel=0.003)
    yield Piece("head", eye, steel.darker(0.9))
    for sign in (1.0, -1.0):
        claw = curve(
            [
                (middle - 0.1 * reach, 0.05 * w, z + sign * 0.25 * h),
                (middle - 0.15 * reach, 0.2 * w, z + sign * 0.25 * h),
                (middle + 0.05 * reach, 0.36 * w, z + sign * 0.26 * h),
                (middle + 0.75 * reach, w / 2 - 0.004, z + sign * 0.3 * h),
            ],
            6,
        )
        size = np.linspace(1.0, 0.12, len(claw))
        prong = sweep(
            claw, list(size * reach * 0.84), flat=list((0.85 + 0.15 * size) * 0.22 * h), sides=12, up=(1.0, 0.0, 0.0)
        )
        yield Piece("claw", prong, steel)
    wooden = make.material == "wood"
    points = [(0.02, 0.6, 0.6), (0.12, 0.56, 0.58), (0.3, 0.56, 0.6), (0.45, 0.7, 0.7), (0.6, 0.94, 0.85)]
    points += [(0.8, 1.0, 0.85), (0.95, 1.0, 0.85), (0.99, 0.9, 0.78), (1.0, 0.6, 0.5)]
    shape = curve(points, 4)
    half = 0.1 * w
    stations = [(back + x * d, 0.0, z * 0.98, y * half, t * h / 2) for x, y, t in shape]
    if wooden:
        bare = make.main if make.colour in WOODEN else surfaced("wood", rgb("c89a62"), "beige")
        painted = bare is not make.main
        if painted:
            dipped = [(x, y, zz, a + 0.0006, b + 0.0004) for x, y, zz, a, b in stations if x > back + 0.42 * d]
            yield Piece("handle", loft(ovals(dipped, "x", sides=28, square=2.4)), make.main._replace(shine=0.4))
            stations = [station for station in stations if station[0] < back + 0.5 * d]
        yield Piece("handle", loft(ovals(stations, "x", sides=28, square=2.4)), bare._replace(shine=0.3))
        yield Piece(
            "wedge",
            block((back - 0.0003, -0.03 * w, z - 0.25 * h), (back + 0.002, 0.03 * w, z + 0.25 * h), bevel=0.0005),
            plain("caa878", 0.0),
        )
    else:
        shaft = [s for s in stations if s[0] < back + 0.52 * d]
        grip = [(x, y, zz, a + 0.0012, b + 0.0006) for x, y, zz, a, b in stations if x > back + 0.45 * d]
        yield Piece(
            "shaft",
            loft(ovals(shaft, "x", sides=28, square=2.4)),
            steel if make.material == "metal" or luck.chance(0.5) else plain("d8a028", 0.3),
        )
        yield Piece(
            "handle", loft(ovals(grip, "x", sides=28, square=2.4)), make.main._replace(texture=None, shine=0.15)
        )
        for k in range(6):
            x = back + (0.6 + 0.055 * k) * d
            ring = [(x, 0.0, z * 0.98, half * 1.03, 0.435 * h), (x + 0.008 * d, 0.0, z * 0.98, half * 1.03, 0.435 * h)]
            yield Piece(
                "grooves",
                loft(ovals(ring, "x", sides=24, square=2.4), caps=(False, False)),
                plain(shade(make.rgb, 0.55), 0.0),
            )
    band = [(back + x * d, 0.0, z * 0.98, half * 0.8, 0.38 * h) for x in (0.1, 0.125)]
    yield Piece("band", loft(ovals(band, "x", sides=24, square=2.4)), DARK)


@draws("watering_can")
def watering_can(make: Making) -> Iterator[Piece]:
    """A round can with a long spout and its rose in front, a bowed handle behind and above, and a level strip."""
    d, w, h = make.size
    luck = make.luck.child("can")
    middle = -d / 2 + 0.42 * d
    a, b = 0.276 * d, 0.985 * w / 2
    wall = 0.02  # as a fraction of the radius
    outer = curve([(0.94, 0.0), (0.985, 0.015), (1.0, 0.06), (0.99, 0.35), (0.96, 0.6), (0.93, 0.73), (0.945, 0.76)], 4)
    rim = [(0.9, 0.755), (0.9, 0.7), (0.94, 0.35), (0.95, 0.06), (0.0, 0.035)]
    body = lathe(
        [(0.0, 0.0), *((r, z * h) for r, z in outer), *((r - wall, z * h) for r, z in rim[:-1]), (0.0, 0.035 * h)],
        sides=56,
    )
    yield Piece("body", body.scaled(a, b).moved(middle), make.main)
    for z in (0.1, 0.62):
        r = float(np.interp(z, [p[1] for p in outer], [p[0] for p in outer]))
        hoop = lathe([(r, (z - 0.012) * h), (r + 0.014, z * h), (r, (z + 0.012) * h)], sides=48)
        yield Piece("hoops", hoop.scaled(a, b).moved(middle), make.main.darker(0.85))
    bridge = block((middle - 0.02 * d, -0.9 * b, 0.715 * h), (middle + 0.06 * d, 0.9 * b, 0.745 * h), bevel=0.002)
    yield Piece("bridge", bridge, make.main)
    spout = [(0.62, 0.2), (0.72, 0.3), (0.8, 0.5), (0.86, 0.68), (0.9, 0.77)]
    path = curve([(-d / 2 + x * d, 0.0, z * h) for x, z in spout], 5)
    thick = np.linspace(0.085, 0.05, len(path)) * h
    yield Piece("spout", sweep(path, list(thick), sides=20), make.main)
    lean = 52.0
    size = 0.07 * d
    rose = lathe(
        [
            (0.05 * h, -0.06 * h),
            (0.05 * h, 0.0),
            (size, 0.05 * h),
            (size, 0.062 * h),
            (size * 0.9, 0.072 * h),
            (0.0, 0.085 * h),
        ],
        sides=32,
    )
    end = (-d / 2 + 0.9 * d, 0.0, 0.765 * h)
    yield Piece(
        "rose", rose.turned("y", lean).moved(*end), make.main.darker(0.92) if luck.chance(0.5) else plain("d8a83a", 0.5)
    )
    holes = []
    for ring, count in ((0.0, 1), (0.34, 6), (0.68, 12)):
        for k in range(count):
            t = 2 * math.pi * k / count
            holes.append((ring * size * math.cos(t), ring * size * math.sin(t), (0.087 - 0.012 * ring) * h))
    yield Piece(
        "rose",
        copies(disc(0.04 * size + 0.0004, sides=8), holes).turned("y", lean).moved(*end),
        plain(shade(make.rgb, 0.25), 0.0),
    )
    bar = 0.034 * h
    back = -d / 2
    grip = [
        (back + 0.16 * d, 0.33),
        (back + 0.06 * d, 0.36),
        (back + bar * 1.3, 0.55),
        (back + bar * 1.35, 0.8),
        (back + 0.08 * d, 0.95),
        (back + 0.2 * d, 0.965),
        (back + 0.38 * d, 0.965),
        (back + 0.46 * d, 0.92),
        (back + 0.49 * d, 0.8),
    ]
    handle = sweep(
        curve([(x, 0.0, min(z * h, h - bar)) for x, z in grip], 3), bar, flat=0.07 * w, sides=16, up=(0.0, 0.0, 1.0)
    )
    yield Piece("handle", handle, make.main.darker(0.95))
    yield make.liquid(
        [((r - wall) * a, z * h) for r, z in ((0.95, 0.05), (0.94, 0.35), (0.9, 0.72))], x=middle, wide=b / a
    )
    yield from _level_strip(make, middle, a, b)


def _level_strip(make: Making, middle: float, a: float, b: float) -> Iterator[Piece]:
    """A pale strip on each side of the can; a mark of the liquid's colour rises along it."""
    h = make.size[2]
    glassy = plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.7), 0.8)
    for sign in (1.0, -1.0):
        y = sign * b
        t = math.radians(52.0)
        x0, y0 = middle + a * math.cos(t), y * math.sin(t)
        path = [(x0, y0 * r, z * h) for z, r in ((0.14, 0.985), (0.35, 0.985), (0.58, 0.955))]
        yield Piece("strip", sweep(path, 0.006, flat=0.0022, sides=10, up=(1.0, 0.0, 0.0)), glassy)
        mark = block((-0.0052, -0.0052, -0.05 * h), (0.0052, 0.0052, 0.02 * h), bevel=0.001)
        rows = tuple((k / 10, h * (0.2 + 0.35 * k / 10), 1.0, 1.0) for k in range(11))
        yield Piece(
            "liquid", mark, Finish(rgb("9fc7e0"), shine=0.6), when=("liquid",), rise=rows, middle=(x0, y0 * 0.98)
        )
