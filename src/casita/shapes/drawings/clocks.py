"""Clocks: alarm clocks with bells or digits, wall clocks, watches."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.bodies import copies, facing_front, name_on, slab
from casita.shapes.finish import BLACK, CHROME, STEEL, Colour, Finish, glass, plain, printed, rgb, shade
from casita.shapes.flats import block, face
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import Profile, curve, cylinder, disc, lathe, sweep

DIALS: tuple[tuple[Colour, Colour], ...] = (
    (rgb("f6f4ec"), rgb("1d1e22")),
    (rgb("f3ead2"), rgb("3a2a1c")),
    (rgb("1e1f24"), rgb("f0efe8")),
)
"""Grounds and numerals."""


def _round_dial(radius: float, x: float, z: float, finish: Finish) -> Piece:
    """A printed disc that looks to the front."""
    mesh = disc(radius, sides=48).turned("y", 90.0).moved(x, 0.0, z)
    return Piece("dial", facing_front(mesh, (x, -radius, z - radius), (x, radius, z + radius)), finish)


def _facing(profile: Profile, z: float, sides: int = 48) -> Mesh:
    """A profile of (radius, place along x) points turned about a lying axis at a height."""
    return lathe(profile, sides=sides).turned("y", 90.0).moved(0.0, 0.0, z)


def _dial(make: Making, numerals: str, pair: int) -> Finish:
    ground, letters = DIALS[pair]
    hour = round(make.luck.child("hour").uniform(0.5, 11.5), 1)
    accent = rgb("c8302a")
    return printed("clock_dial", 0.2, face=ground, letters=letters, numerals=numerals, hour=hour, accent=accent)


@draws("alarm_clock")
def alarm_clock(make: Making) -> Iterator[Piece]:
    """With two bells and a hammer if it is about as wide as high; else a box with digits or a dial."""
    _, w, h = make.size
    luck = make.luck.child("alarm_clock")
    if 0.75 < w / h < 1.3 and luck.chance(0.85):
        yield from _bell_clock(make)
    elif w / h < 1.6 and luck.chance(0.4):
        yield from _box_clock(make, False)
    else:
        yield from _box_clock(make, True)


def _bell_clock(make: Making) -> Iterator[Piece]:
    d, w, h = make.size
    luck = make.luck.child("bells")
    radius = min(0.38 * h, 0.44 * w)
    z = radius + 0.085 * h
    back, front = -d / 2 + 0.08 * d, d / 2
    rim = curve(
        [
            (radius, front - 0.3 * d),
            (radius, front - 0.1 * d),
            (radius * 0.97, front - 0.01 * d),
            (radius * 0.91, front),
            (radius * 0.87, front - 0.03 * d),
        ],
        3,
    )
    body = [(0.0, back), (radius * 0.8, back), (radius * 0.96, back + 0.1 * d), *rim, (radius * 0.86, front - 0.12 * d)]
    yield Piece("case", _facing(body, z), make.main)
    ring = [(radius * 0.98, front - 0.06 * d), (radius * 1.0, front - 0.05 * d), (radius * 0.97, front - 0.002 * d)]
    yield Piece("bezel", _facing(ring, z), CHROME if make.colour != "silver" else plain("8d9094", 0.8))
    yield _round_dial(radius * 0.87, front - 0.09 * d, z, _dial(make, "arabic", luck.choice((0, 0, 1))))
    metal = (
        CHROME if make.colour in ("silver", "white", "blue") else (plain("c9a44a", 0.9) if luck.chance(0.5) else CHROME)
    )
    bell = min(0.2 * w, 0.19 * h)
    lean = 34.0
    dome = curve(
        [
            (bell, 0.0),
            (bell * 0.98, bell * 0.16),
            (bell * 0.8, bell * 0.5),
            (bell * 0.42, bell * 0.72),
            (0.0, bell * 0.8),
        ],
        4,
    )
    cup = joined(
        [
            lathe([*dome[:-1], (0.0, bell * 0.8)]),
            lathe([(bell * 0.97, 0.0), (0.0, bell * 0.5)]).inside_out(),
            lathe(
                [(0.0, -bell * 0.3), (bell * 0.08, -bell * 0.3), (bell * 0.08, bell * 0.92), (0.0, bell * 0.95)],
                sides=12,
            ),
        ]
    )
    y, top = 0.27 * w, h - bell * 1.05
    for sign in (1.0, -1.0):
        place = cup.scaled(min(1.0, 0.49 * d / bell)).turned("x", -lean * sign).moved(0.0, sign * y, top - bell * 0.12)
        yield Piece(
            "bell", place, make.main if make.colour in ("gold", "red", "yellow") and luck.chance(0.4) else metal
        )
    hammer = joined(
        [
            sweep([(0.0, 0.0, z + radius * 0.9), (0.0, 0.0, h - 0.05 * h)], 0.006 * h, sides=8),
            cylinder(0.035 * h, -0.05 * w, 0.05 * w, bevel=0.002, sides=20)
            .turned("x", 90.0)
            .moved(0.0, 0.0, h - 0.07 * h),
        ]
    )
    yield Piece("hammer", hammer, STEEL)
    grip = curve(
        [
            (0.0, -0.16 * w, h - 0.1 * h),
            (0.0, -0.1 * w, h - 0.03 * h),
            (0.0, 0.0, h - 0.008 * h),
            (0.0, 0.1 * w, h - 0.03 * h),
            (0.0, 0.16 * w, h - 0.1 * h),
        ],
        4,
    )
    yield Piece("handle", sweep(grip, 0.008 * h, flat=0.02 * d + 0.001, sides=10), metal)
    for sign in (1.0, -1.0):
        for x in (-0.25 * d, 0.25 * d):
            leg = sweep(
                [(x, sign * radius * 0.55, z - radius * 0.75), (x, sign * radius * 0.82, 0.012 * h)],
                [0.02 * h, 0.014 * h],
                sides=12,
            )
            tip = lathe([(0.0, 0.0), (0.024 * h, 0.0), (0.028 * h, 0.02 * h), (0.0, 0.035 * h)], sides=16).moved(
                x, sign * radius * 0.82
            )
            yield Piece("feet", joined([leg, tip]), metal)
    for y0, z0 in ((-0.35, 0.1), (0.35, 0.1), (0.0, -0.45)):
        key = [(0.0, -d / 2), (0.05 * h, -d / 2), (0.05 * h, -d / 2 + 0.05 * d), (0.02 * h, -d / 2 + 0.1 * d)]
        yield Piece("winders", _facing(key, z, 16).moved(0.0, y0 * radius, z0 * radius), metal)
    if w > 2.1 * radius:
        wing = copies(
            cylinder(0.03 * h, -0.012 * w, 0.012 * w, sides=16).turned("x", 90.0),
            ((0.0, -0.485 * w, z), (0.0, 0.485 * w, z)),
        )
        rod = sweep([(0.0, -0.48 * w, z), (0.0, 0.48 * w, z)], 0.012 * h, sides=10)
        yield Piece("winders", joined([wing, rod]), metal)


def _box_clock(make: Making, digital: bool) -> Iterator[Piece]:
    d, w, h = make.size
    luck = make.luck.child("box_clock")
    top = 0.94 * h
    low, high = (-d / 2, -w / 2, 0.02 * h), (d / 2 - 0.002, w / 2, top)
    yield Piece("case", block(low, high, bevel=0.12 * min(d, h)), make.main)
    feet = [(x * d, y * w) for x in (-0.3, 0.3) for y in (-0.38, 0.38)]
    yield Piece("feet", copies(cylinder(0.05 * d, 0.0, 0.05 * h, sides=14), feet), plain("1d1d1f", 0.0))
    bar = slab((-0.2 * d, -0.22 * w, top - 0.01 * h), (0.2 * d, 0.22 * w, h), radius=0.2 * d, bevel=0.03 * h)
    yield Piece("snooze", bar, make.main.darker(0.7) if total_of(make.rgb) > 0.6 else plain("8d9094", 0.3))
    x = high[0]
    if digital:
        hour = luck.choice(("7:30", "6:45", "10:08", "12:34"))
        lit = luck.choice(("ff3b30", "58e06a", "4fc3ff", "ff3b30"))
        frame = slab((-0.37 * h, -0.43 * w, 0.0), (0.35 * h, 0.43 * w, 0.004), radius=0.06 * h)
        turned = frame.turned("y", 90.0).moved(x - 0.002, 0.0, 0.48 * h)
        yield Piece("window", turned, plain("0b0b0d", 0.8))
        view = face("front", (0.0, -0.38 * w, 0.2 * h), (x + 0.0024, 0.38 * w, 0.76 * h), 0.0002)
        shape = round(0.76 * w / (0.56 * h), 1)
        yield Piece(
            "digits", view, printed("digits", 0.3, 0.9, text=hour, ground=rgb("0d0d10"), lit=rgb(lit), shape=shape)
        )
        spots = [(-0.1 * d, y * w, top) for y in (-0.36, -0.29, 0.29, 0.36)]
        yield Piece(
            "buttons", copies(cylinder(0.018 * w, -0.004, 0.03 * h, bevel=0.001, sides=16), spots), plain("b9bbbe", 0.3)
        )
        name = name_on(make, "ALARM", "e9e9e4")
        yield Piece("name", face("front", (0.0, -0.1 * w, 0.04 * h), (x, 0.1 * w, 0.1 * h), 0.0004), name)
        return
    radius = 0.4 * min(w, h)
    z = 0.5 * h
    ring = [
        (radius * 1.08, x - 0.002),
        (radius * 1.05, x + 0.0015),
        (radius * 0.97, x + 0.0018),
        (radius * 0.95, x - 0.001),
    ]
    yield Piece("bezel", _facing(ring, z), CHROME)
    yield _round_dial(radius * 0.97, x + 0.0006, z, _dial(make, "arabic", luck.below(3)))


@draws("wall_clock")
def wall_clock(make: Making) -> Iterator[Piece]:
    """A round frame with a dial and hands under glass; a few are square."""
    d, w, h = make.size
    luck = make.luck.child("wall_clock")
    pair = 2 if make.colour == "black" and luck.chance(0.6) else luck.choice((0, 0, 1))
    numerals = (
        luck.choice(("arabic", "arabic", "roman", "marks"))
        if make.material != "wood"
        else luck.choice(("roman", "arabic"))
    )
    radius, z = h / 2, h / 2
    wide = luck.uniform(0.1, 0.15)
    inner = radius * (1 - wide)
    front, back = d / 2, -d / 2
    rim = curve(
        [
            (radius, back + 0.15 * d),
            (radius, front - 0.35 * d),
            (radius * 0.985, front - 0.1 * d),
            (radius * (1 - wide / 2), front),
            (inner * 1.01, front - 0.12 * d),
            (inner, front - 0.3 * d),
        ],
        4,
    )
    body = lathe([(0.0, back), (radius * 0.96, back), *rim, (inner, front - 0.45 * d)], sides=64)
    yield Piece("frame", body.turned("y", 90.0).scaled(1.0, w / h, 1.0).moved(0.0, 0.0, z), make.main)
    if luck.chance(0.5):
        trim = lathe(
            [(inner * 1.03, front - 0.28 * d), (inner * 1.03, front - 0.08 * d), (inner * 0.985, front - 0.25 * d)],
            sides=64,
        )
        yield Piece(
            "trim",
            trim.turned("y", 90.0).scaled(1.0, w / h, 1.0).moved(0.0, 0.0, z),
            plain("c8a54c", 0.8) if make.material == "wood" else plain("8d9094", 0.8),
        )
    face_mesh = disc(inner, sides=64).turned("y", 90.0).moved(front - 0.42 * d, 0.0, z)
    dial = facing_front(face_mesh, (0.0, -inner, z - inner), (0.0, inner, z + inner)).scaled(1.0, w / h, 1.0)
    yield Piece("dial", dial, _dial(make, numerals, pair))
    cover = disc(inner, sides=48).turned("y", 90.0).moved(front - 0.3 * d, 0.0, z).scaled(1.0, w / h, 1.0)
    yield Piece("glass", cover, glass((0.95, 0.97, 1.0), 0.06, 0.9))


@draws("watch")
def watch(make: Making) -> Iterator[Piece]:
    """A wrist watch that rests on its closed strap, the dial up."""
    depth, _, height = make.size
    for piece in _watch(make):
        mesh = piece.mesh.moved(0.0, 0.0, -depth / 2).turned("y", -90.0).moved(0.0, 0.0, height / 2)
        yield Piece(piece.name, mesh, piece.finish)


def _watch(make: Making) -> Iterator[Piece]:
    """The watch lying on its side with the dial to the front: its depth and height change places."""
    h, w, d = make.size
    luck = make.luck.child("watch")
    radius = h / 2
    z = h / 2
    front = d / 2
    thick = 0.2 * d
    metal_strap = make.colour in ("silver", "gold")
    case = (
        make.main._replace(texture=None, shine=0.8)
        if metal_strap
        else (CHROME if luck.chance(0.6) else BLACK if make.colour == "black" else plain("c9a44a", 0.9))
    )
    shell = curve(
        [
            (radius * 0.86, front - thick),
            (radius * 0.98, front - thick * 0.7),
            (radius, front - thick * 0.35),
            (radius * 0.95, front - thick * 0.12),
            (radius * 0.86, front),
            (radius * 0.8, front - thick * 0.1),
        ],
        4,
    )
    yield Piece("case", _facing([(0.0, front - thick), *shell, (radius * 0.79, front - thick * 0.2)], z), case)
    sporty = luck.chance(0.4)
    if sporty:
        bezel = [
            (radius * 0.99, front - thick * 0.32),
            (radius * 0.99, front - thick * 0.16),
            (radius * 0.82, front - 0.0001),
            (radius * 0.8, front),
        ]
        yield Piece("bezel", _facing(bezel, z), plain("23355f" if make.colour != "black" else "1c1c1e", 0.6))
    numerals = luck.choice(("marks", "arabic", "roman"))
    yield _round_dial(radius * 0.8, front - thick * 0.14, z, _dial(make, numerals, luck.choice((0, 2, 0, 1))))
    crown = cylinder(radius * 0.12, radius * 0.96, radius * 1.16, bevel=0.0006, sides=18).turned("x", -90.0)
    yield Piece("crown", crown.moved(front - thick * 0.5, 0.0, z), case)
    if sporty:
        studs = copies(
            cylinder(radius * 0.08, radius * 0.82, radius * 1.08, sides=14).turned("x", -90.0),
            ((front - thick * 0.5, 0.0, z + radius * 0.4), (front - thick * 0.5, 0.0, z - radius * 0.4)),
        )
        yield Piece("crown", studs, case)
    wide = 0.62 * radius
    loop = []
    a, b = w / 2 - 0.0012, (d - thick * 0.6) / 2
    middle = -d / 2 + b + 0.0012
    for t in np.radians(np.linspace(28.0, 332.0, 33)):
        y, x = math.sin(t), math.cos(t)
        loop.append((middle + b * math.copysign(abs(x) ** 0.8, x), a * math.copysign(abs(y) ** 0.8, y), z))
    taper = [wide * (0.86 + 0.14 * abs(2 * k / 32 - 1) ** 1.5) for k in range(33)]
    strap = sweep(loop, taper, flat=0.0011, sides=12)
    finish = (
        make.main._replace(texture=None, shine=0.75).with_texture("stripes", 0.0055, share=0.22, dark=0.6)
        if metal_strap
        else plain(make.rgb, 0.15)
    )
    yield Piece("strap", strap, finish)
    for sign in (1.0, -1.0):
        lug = sweep(
            [(front - thick * 0.6, sign * radius * 0.8, z), loop[0] if sign > 0 else loop[-1]],
            [wide * 0.98, wide * 0.92],
            flat=0.0016,
            sides=10,
        )
        yield Piece("lugs", lug, case)
    if not metal_strap:
        for dz in (-0.8, 0.8):
            line = [(x * 1.012 - 0.0, y * 1.014, z + dz * wide * 0.96) for x, y, _ in loop[1:-1]]
            yield Piece(
                "stitches",
                sweep(line, 0.00035, sides=5),
                plain(shade(make.rgb, 0.5) if total_of(make.rgb) > 1.2 else rgb("c9b48a"), 0.0),
            )
        hoop = loop[10]
        yield Piece(
            "buckle",
            block(
                (hoop[0] - 0.002, hoop[1] - 0.0022, z - wide),
                (hoop[0] + 0.002, hoop[1] + 0.0022, z + wide),
                bevel=0.0008,
            ),
            plain(shade(make.rgb, 0.8), 0.2),
        )
    clasp = block((-d / 2, -0.08 * w, z - wide), (-d / 2 + 0.003, 0.08 * w, z + wide), bevel=0.001)
    yield Piece("buckle", clasp, STEEL if not metal_strap else make.main._replace(texture=None))
