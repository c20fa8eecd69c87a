"""Kettles and slow cookers."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.profiles import Line, profile, radius_at, ring, slats, strip
from casita.shapes.drawings.stains import smeared
from casita.shapes.drawings.vessels import Spot, liquid, spot
from casita.shapes.finish import BLACK, CHROME, Finish, glass, plain, printed
from casita.shapes.flats import block
from casita.shapes.making import Making, draws
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, cylinder, disc, lathe, sweep

KETTLE_STEEL = plain("8d9194", 0.5)
"""The inside of a kettle."""


@draws("kettle")
def kettle(make: Making) -> Iterator[Piece]:
    """A kettle with a spout in front, a handle at the back, a lid with a knob and a gauge on either side."""
    base, h, luck = spot(make), make.size[2], make.luck
    depth = make.size[0]
    r, mouth = base.radius, 0.27 * depth
    at = Spot(r, make.at(0.53, 0.5, 0.0)[0], 0.0, base.wide)
    shapes = {
        "cone": [(0.94, 0.0), (1.0, 0.04), (0.97, 0.16), (0.85, 0.4), (0.7, 0.66)],
        "dome": [(0.88, 0.0), (0.98, 0.04), (1.0, 0.14), (0.96, 0.36), (0.8, 0.62)],
    }
    points = [(r * share, h * z) for share, z in shapes[luck.choice(["cone", "dome"])]]
    outer = profile([*points, (mouth * 1.05, h * 0.8), (mouth, h * 0.82)], 4, r)
    dark = BLACK if make.colour != "black" else CHROME
    yield Piece("body", at.put(lathe([(0.0, 0.001), (r * 0.85, 0.001), *outer])), make.main)
    yield Piece("base", at.put(lathe(strip(outer, h * 0.004, h * 0.05, 0.0006))), dark)
    yield Piece("collar", at.put(ring(mouth, h * 0.82 - 0.002, 0.003)), CHROME if make.colour != "silver" else dark)
    inner = [
        (mouth * 0.97, h * 0.815),
        (mouth * 0.97, h * 0.7),
        (r * 0.8, h * 0.4),
        (r * 0.9, h * 0.06),
        (0.0, h * 0.05),
    ]
    yield Piece("inside", at.put(lathe(inner, sides=32)), KETTLE_STEEL)
    line = [(min(p[0], mouth), p[1]) for p in inner[:-1]]
    yield from liquid(make, at, line, seen_through=False, inside=KETTLE_STEEL.colour)
    yield from _spout(make)
    yield from _gauges(at, outer, h)
    back = -depth / 2
    top = at.x - radius_at(outer, h * 0.76)
    low = at.x - radius_at(outer, h * 0.3)
    bow = [(top + 0.008, h * 0.75), (back + 0.034, h * 0.8), (back + 0.0115, h * 0.73), (back + 0.0105, h * 0.52)]
    bow += [(back + 0.014, h * 0.36), (low + 0.006, h * 0.29)]
    hold = sweep(curve([(x, 0.0, z) for x, z in bow], 5), 0.0085, flat=0.0125, up=(0.0, 0.0, 1.0))
    yield Piece("handle", hold, dark)
    lid = curve(
        [(mouth * 0.99, h * 0.822), (mouth * 0.97, h * 0.84), (mouth * 0.7, h * 0.875), (mouth * 0.2, h * 0.9)], 4
    )
    closed = lathe([(0.0, h * 0.823), (mouth * 0.98, h * 0.822), *lid, (0.0, h * 0.9)])
    yield Piece("lid", at.put(closed), make.main, joint="lid")
    wide = 0.07 * depth
    knob = curve(
        [(wide * 0.6, h * 0.895), (wide * 0.5, h * 0.925), (wide, h * 0.96), (wide * 0.8, h * 0.99), (0.0, h)], 4
    )
    yield Piece("knob", at.put(lathe([(0.0, h * 0.89), *knob], sides=32)), dark, joint="lid")


def _spout(make: Making) -> Iterator[Piece]:
    """A tapering spout that leans to the front, and what fills its mouth."""
    depth, _, h = make.size
    front, fat = depth / 2, depth / 0.209
    lip = (front - 0.0125 * fat, 0.0, h * 0.79)
    bend = [(0.056, 0.3), (0.046, 0.42), (0.03, 0.6)]
    path = curve([*((front - back * fat, 0.0, h * z) for back, z in bend), lip], 4)
    size = [
        float(share) * fat for share in np.interp(np.linspace(0, 1, len(path)), [0, 0.4, 1], [0.026, 0.021, 0.0105])
    ]
    yield Piece("spout", sweep(path, size, sides=16), make.main)
    rim = ring(size[-1], 0.0, 0.0014, sides=6).turned("y", 28.0).moved(*lip)
    yield Piece("spout", rim, CHROME)
    mouth = disc(size[-1] * 0.86, 0.0, sides=16).turned("y", 28.0)
    yield Piece("mouth", mouth.moved(lip[0], 0.0, lip[2] + 0.0008), plain("1d1c1b", 0.05), when=("empty",))
    rise = ((0.0, lip[2] + 0.0012, 1.0, 1.0),)
    yield Piece("liquid", mouth, Finish(shine=0.5), when=("liquid",), rise=rise, middle=(lip[0], 0.0))


def _gauges(at: Spot, outer: Line, h: float) -> Iterator[Piece]:
    """A window on either side, in which what is in a vessel stands as high as inside."""
    low, high, steps = 0.12, 0.62, 8
    sides = (52.0, -64.0)
    frame = slats(strip(outer, h * (low - 0.03), h * (high + 0.03), 0.0006), [a - 2.0 for a in sides], 16.0, columns=4)
    yield Piece("gauge", at.put(frame), plain("2c2d30", 0.4))
    pane = slats(strip(outer, h * low, h * high, 0.0011), sides, 12.0, columns=3)
    yield Piece("gauge", at.put(pane), plain("dfe6e8", 0.8))
    for step in range(steps):
        z0, z1 = (h * (low + (high - low) * (step + k) / steps) for k in (0, 1))
        band = slats(strip(outer, z0, z1, 0.0015), [a + 1.5 for a in sides], 9.0, columns=3)
        level = step / steps
        rows: tuple[tuple[float, float, float, float], ...] = ((level, 0.0, 1.0, at.wide),)
        if step:
            rows = ((level - 1e-4, h * low, 1e-3, 1e-3), *rows)
        yield Piece("liquid", band, Finish(shine=0.4), when=("liquid",), rise=rows, middle=(at.x, at.y))


@draws("slow_cooker")
def slow_cooker(make: Making) -> Iterator[Piece]:
    """A round cooker with a stoneware crock, a glass lid, two grips, a knob and a lamp in front."""
    at, h, luck = spot(make), make.size[2], make.luck
    r = at.radius
    rim = h * 0.8
    body = r * 0.915
    outer = profile(
        [(body * 0.9, 0.012), (body * 0.95, 0.016), (body * 0.985, h * 0.12), (body, h * 0.3), (body, rim * 0.93)], 4
    )
    yield Piece("body", at.put(lathe([(0.0, 0.012), *outer, (body * 0.98, rim * 0.935)])), make.main)
    feet = [
        cylinder(0.012, 0.0, 0.014, bevel=0.003, sides=16).moved(0.7 * r * math.cos(a), 0.7 * r * math.sin(a) * at.wide)
        for a in (0.8, 2.34, 3.94, 5.48)
    ]
    yield Piece("feet", joined(feet), BLACK)
    crock = plain("2b2422", 0.7) if make.colour != "black" else plain("d8cdb8", 0.6)
    floor = h * 0.15
    wall = [(r * 0.87, rim * 0.9), (r * 0.945, rim * 0.93), (r * 0.95, rim), (r * 0.93, rim + 0.002), (r * 0.89, rim)]
    inner = [
        (r * 0.87, rim - 0.006),
        (r * 0.86, floor + 0.03),
        (r * 0.8, floor + 0.006),
        (r * 0.72, floor),
        (0.0, floor),
    ]
    yield Piece("crock", at.put(lathe([*wall, *inner])), crock)
    yield from liquid(make, at, inner, seen_through=False, inside=crock.colour)
    for way in (-1.0, 1.0):
        y = way * (make.size[1] / 2 - 0.012)
        grip = block(
            (-0.045, min(y - 0.012, y + 0.012), rim * 0.66), (0.045, max(y - 0.012, y + 0.012), rim * 0.78), bevel=0.007
        )
        yield Piece("grip", grip, BLACK)
    trim = CHROME if make.colour != "silver" else BLACK
    yield Piece("trim", at.put(lathe(strip(outer, h * 0.1, h * 0.12, 0.0008))), trim)
    front = at.x + body
    panel = lathe(strip(outer, h * 0.16, h * 0.42, 0.0012), around=(-17.0, 17.0), sides=8, unit_uv=True)
    yield Piece("panel", at.put(panel), printed("cooker_dial", 0.3, ground=(0.12, 0.12, 0.13)))
    knob = cylinder(h * 0.05, 0.0, 0.009, bevel=0.003, sides=24).turned("y", 90.0).moved(front - 0.001, 0.0, h * 0.29)
    yield Piece("knob", knob, CHROME)
    for moment, way in (("off", 0.0), ("on", 90.0)):
        mark = (
            block((0.0, -0.0016, 0.0), (0.0026, 0.0016, h * 0.05), bevel=0.0005)
            .turned("x", -way)
            .moved(front + 0.0072, 0.0, h * 0.29)
        )
        yield Piece("mark", mark, BLACK, when=("on",) if moment == "on" else ("off",))
    lamp = ball(0.004, 0.011, 0.011, sides=16).moved(front + 0.0005, 0.0, h * 0.48)
    yield Piece("lamp", lamp, Finish((1.0, 0.2, 0.08), glow=1.0), when=("on",))
    yield Piece("lamp", lamp, plain("5a1512", 0.5), when=("off",))
    halo = ring(0.0125, 0.0, 0.0016).turned("y", 90.0).moved(front, 0.0, h * 0.48)
    yield Piece("lamp", halo, CHROME)
    dome = curve(
        [
            (r * 0.95, rim + 0.002),
            (r * 0.93, rim + 0.006),
            (r * 0.72, h * 0.875),
            (r * 0.3, h * 0.915),
            (0.0, h * 0.92),
        ],
        4,
    )
    yield Piece("lid", at.put(lathe(dome)), glass((0.62, 0.67, 0.69), 0.6), joint="lid")
    for start, wide in ((20.0, 40.0), (200.0, 26.0)):
        glint = lathe([(p[0], p[1] + 0.0006) for p in dome[5:8]], around=(start, start + wide), sides=8)
        yield Piece("glint", at.put(glint), plain("dfe6e8", 0.6), joint="lid")
    yield Piece("lid_rim", at.put(ring(r * 0.95, rim + 0.005, 0.0048, 0.004)), CHROME, joint="lid")
    knob_line = curve(
        [
            (r * 0.13, h * 0.912),
            (r * 0.09, h * 0.935),
            (r * 0.19, h * 0.962),
            (r * 0.19, h * 0.988),
            (r * 0.13, h),
            (0.0, h),
        ],
        3,
    )
    yield Piece("lid_knob", at.put(lathe([(0.0, h * 0.912), *knob_line])), BLACK, joint="lid")
    # the rim is as wide as the box
    yield Piece("edge", at.put(ring(r * 0.962, rim * 0.925, r * 0.0385, 0.004)), trim)
    yield from smeared(at, strip(outer, h * 0.2, rim * 0.92), luck, 0.02, 9)
