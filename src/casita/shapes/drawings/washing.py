"""Small things for washing and cleaning: towels, paper, soap, brushes, bottles, candles."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.lofting import box_ring, loft
from casita.shapes.finish import CHROME, WHITE, Finish, mixed, plain, printed, shade
from casita.shapes.flats import cushion, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, disc, lathe, sweep


@draws("soap_bar")
def soap_bar(make: Making) -> Iterator[Piece]:
    """A bar with soft edges and a word pressed into its top."""
    d, w, h = make.size
    shape = make.luck.choice(("oval", "block", "pillow"))
    finish = plain(make.rgb, 0.35)
    if shape == "pillow":
        bar = cushion((-d / 2, -w / 2, 0.0), (d / 2, w / 2, h), puff=0.35, bevel=0.012, fine=10)
    else:
        radius = 0.48 * w if shape == "oval" else 0.2 * w
        rings = []
        for angle in np.radians((-90.0, -60.0, -30.0, 0.0, 30.0, 60.0, 90.0)):
            inset = 0.3 * h * (1 - math.cos(angle))
            z = h / 2 + (h / 2 if abs(angle) > 1.5 else 0.42 * h) * math.sin(angle) / max(
                abs(math.sin(angle)), 1e-9
            ) * abs(math.sin(angle))
            rings.append(box_ring((-d / 2 + inset, -w / 2 + inset), (d / 2 - inset, w / 2 - inset), z, radius, 7))
        bar = loft(rings, crease=70.0)
    yield Piece("soap", bar, finish)
    word = make.luck.choice(("SOAP", "ROSE", "OLIVE", "PURE"))
    mark = sheet((0.2 * d, -0.26 * w, h + 0.0004), (0.0, 0.52 * w, 0.0), (-0.4 * d, 0.0, 0.0))
    mark = sheet((-0.3 * d, -0.2 * w, h + 0.0004), (0.6 * d, 0.0, 0.0), (0.0, 0.4 * w, 0.0))
    yield Piece("word", mark, printed("pressed_word", 0.3, ground=make.rgb, word=word))


@draws("plunger")
def plunger(make: Making) -> Iterator[Piece]:
    """A rubber cup on a stick."""
    d, w, h = make.size
    r = d / 2
    rubber = plain(make.rgb, 0.25)
    stick = make.main if make.material == "wood" else plain("c79a62", 0.25).with_texture("wood", 0.25)
    cup = 0.2 * h
    double = make.luck.chance(0.5)
    outer = [(r * 0.93, 0.0), (r, 0.008), (r * 0.98, 0.2 * cup), (r * 0.9, 0.42 * cup)]
    if double:
        outer += [(r * 0.93, 0.5 * cup), (r * 0.8, 0.66 * cup), (r * 0.84, 0.72 * cup)]
    outer += [
        (r * 0.62, 0.86 * cup),
        (r * 0.36, cup),
        (r * 0.3, 1.12 * cup),
        (r * 0.3, 1.25 * cup),
        (r * 0.24, 1.28 * cup),
    ]
    inner = [(r * 0.86, 0.004), (r * 0.8, 0.3 * cup), (r * 0.5, 0.7 * cup), (0.0, 0.78 * cup)]
    body = [*reversed(inner), *curve(outer, 3)]
    yield Piece("cup", lathe(body).scaled(1.0, w / d, 1.0), rubber)
    radius = 0.0125
    pole = lathe(
        [
            (radius, 1.1 * cup),
            (radius, h - 0.05),
            (radius * 1.25, h - 0.035),
            (radius * 1.3, h - 0.012),
            (radius * 0.8, h),
            (0.0, h),
        ],
        sides=24,
    )
    yield Piece("stick", pole, stick)


@draws("scrub_brush")
def scrub_brush(make: Making) -> Iterator[Piece]:
    """A toilet brush that stands in its holder."""
    d, w, h = make.size
    r = d / 2
    finish = plain(make.rgb, 0.35)
    cup = 0.3 * h
    style = make.luck.choice(("straight", "round"))
    if style == "straight":
        outer = [(r * 0.92, 0.0), (r * 0.98, 0.006), (r, 0.03), (r * 0.92, cup * 0.9), (r * 0.94, cup), (r * 0.86, cup)]
    else:
        outer = [
            (r * 0.8, 0.0),
            (r * 0.95, 0.02),
            (r, cup * 0.4),
            (r * 0.85, cup * 0.8),
            (r * 0.72, cup * 0.95),
            (r * 0.76, cup),
            (r * 0.66, cup),
        ]
    inner = [(outer[-1][0] * 0.97, cup * 0.85), (r * 0.6, cup * 0.7), (0.0, cup * 0.68)]
    yield Piece("holder", lathe([(0.0, 0.0), *outer, *inner]).scaled(1.0, w / d, 1.0), finish)
    bristles = lathe(
        [
            (r * 0.45, cup * 0.7),
            (r * 0.6, cup * 0.85),
            (r * 0.58, cup * 1.12),
            (r * 0.4, cup * 1.26),
            (r * 0.16, cup * 1.3),
        ],
        crease=20.0,
    )
    yield Piece("bristles", bristles, plain("f2f3f0", 0.05).with_texture("bristles", 0.05))
    metal = CHROME if make.luck.chance(0.4) else finish
    stem = lathe(
        curve(
            [
                (0.011, cup * 1.22),
                (0.009, cup * 1.5),
                (0.0085, 0.7 * h),
                (0.012, 0.8 * h),
                (0.015, 0.9 * h),
                (0.013, h - 0.006),
                (0.004, h - 0.0005),
            ],
            4,
        ),
        sides=24,
    )
    yield Piece("stem", stem, metal)
    yield Piece("stem", disc(0.004, h - 0.0005), metal)
    collar = lathe([(r * 0.3, cup * 1.26), (r * 0.34, cup * 1.3), (0.012, cup * 1.4)])
    yield Piece("stem", collar, finish)


@draws("spray_bottle")
def spray_bottle(make: Making) -> Iterator[Piece]:
    """A bottle with a trigger that sprays to the front, a label on both flat sides."""
    luck = make.luck
    d, w, h = make.size
    finish = plain(make.rgb, 0.4)
    trim = luck.choice((plain("f0f0ee", 0.3), plain("c8342c", 0.35), plain("2b4f9e", 0.35), plain("2a2a2c", 0.3)))
    if trim.colour == finish.colour or (make.colour in ("white",) and total_of(trim.colour) > 2.5):
        trim = plain("c8342c", 0.35)
    mid, reach = -0.075 * d, 0.375 * d
    neck = -0.085 * d

    def ring(half_x: float, half_y: float, z: float, at: float) -> Array:
        return box_ring((at - half_x, -half_y), (at + half_x, half_y), z, min(half_x, half_y) * 0.92, 6)

    waist = luck.choice((0.96, 0.86))
    rows = [
        (0.94, 0.88, 0.0, mid),
        (1.0, 0.98, 0.012, mid),
        (1.0, 1.0, 0.1, mid),
        (waist, 1.0, 0.36, mid),
        (0.98, 1.0, 0.46, mid),
    ]
    rows += [
        (0.9, 0.95, 0.53, mid),
        (0.62, 0.75, 0.585, (mid + neck) / 2),
        (0.38, 0.55, 0.62, neck),
        (0.3, 0.5, 0.65, neck),
    ]
    rings = [ring(a * reach, b * w / 2, c * h, at) for a, b, c, at in rows]
    yield Piece("bottle", loft(rings, crease=60.0), finish)
    collar = lathe(
        [(0.0, 0.64 * h), (0.135 * d, 0.64 * h), (0.135 * d, 0.7 * h), (0.12 * d, 0.72 * h), (0.0, 0.72 * h)], sides=24
    )
    yield Piece("collar", collar.scaled(1.0, min(1.0, 0.47 * w / (0.135 * d)), 1.0).moved(neck), trim)
    half = 0.3 * w
    side = [
        (-0.32, 0.86),
        (-0.28, 0.8),
        (-0.19, 0.76),
        (-0.16, 0.7),
        (0.0, 0.7),
        (0.02, 0.78),
        (0.14, 0.83),
        (0.4, 0.85),
        (0.42, 0.96),
        (0.1, 0.985),
        (-0.2, 1.0),
        (-0.34, 0.97),
    ]
    head = np.array([(x * d, z * h) for x, z in side])
    rings = [
        np.column_stack([head[:, 0], np.full(len(head), y), head[:, 1]])
        for y in (half, half * 0.86, -half * 0.86, -half)
    ]
    centre = head.mean(0)
    for k in (0, 3):
        rings[k] = rings[k] * (0.94, 1.0, 0.94) + (centre[0] * 0.06, 0.0, centre[1] * 0.06)
    yield Piece("head", loft(rings, crease=40.0), trim)
    nozzle = lathe([(0.016, 0.0), (0.016, 0.07 * d), (0.012, 0.08 * d), (0.0, 0.08 * d)], sides=6, crease=20.0).turned(
        "y", 90.0
    )
    yield Piece(
        "nozzle",
        nozzle.scaled(1.0, min(1.0, 0.47 * w / 0.016), 1.0).moved(0.42 * d, 0.0, 0.905 * h),
        plain("f4f4f2") if total_of(trim.colour) < 2.5 else finish,
    )
    trigger = sweep(
        curve(
            [
                (0.13 * d, 0.0, 0.84 * h),
                (0.17 * d, 0.0, 0.78 * h),
                (0.19 * d, 0.0, 0.72 * h),
                (0.25 * d, 0.0, 0.665 * h),
            ],
            4,
        ),
        0.14 * w,
        flat=0.006,
        sides=10,
        up=(0.0, 1.0, 0.0),
    )
    yield Piece("trigger", trigger, plain("f4f4f2", 0.3) if total_of(trim.colour) < 2.5 else finish.darker(0.8))
    name = luck.choice(
        (("CLEAN", "multi surface"), ("GLASS", "streak free"), ("FRESH", "bathroom spray"), ("SHINE", "kitchen spray"))
    )
    look = printed(
        "label",
        0.2,
        ground=(0.97, 0.97, 0.95),
        letters=shade(make.rgb, 0.5) if total_of(make.rgb) > 1.2 else make.rgb,
        lines=((name[0], 0.26), (name[1], 0.11), ("500 ml", 0.08)),
    )
    for sign in (1.0, -1.0):
        y = sign * (w / 2 + 0.0004)
        x0 = mid + sign * 0.3 * d
        yield Piece("label", sheet((x0, y, 0.1 * h), (-sign * 0.6 * d, 0.0, 0.0), (0.0, 0.0, 0.32 * h)), look)


@draws("candle")
def candle(make: Making) -> Iterator[Piece]:
    """A pillar of wax with a molten hollow and a wick; a flame when it burns."""
    luck = make.luck
    d, w, h = make.size
    r = d / 2
    wick = min(0.016, 0.1 * h)
    top = h - wick
    wax = Finish(make.rgb, None, 0.3)
    style = luck.choice(("saucer", "dripping", "saucer", "ribbed"))
    wide = w / d
    if style == "saucer":
        dish = [
            (0.0, 0.0),
            (r * 0.72, 0.0),
            (r * 0.97, 0.008),
            (r, 0.012),
            (r * 0.96, 0.0125),
            (r * 0.74, 0.006),
            (0.0, 0.006),
        ]
        yield Piece("saucer", lathe(dish).scaled(1.0, wide, 1.0), plain("b08f4e", 0.8) if luck.chance(0.5) else WHITE)
        r *= 0.78
    body = [
        (0.0, 0.001),
        (r * 0.985, 0.001),
        (r, 0.004),
        (r, top - 0.006),
        (r * 0.97, top),
        (r * 0.86, top - 0.001),
        (r * 0.6, top - 0.009),
        (0.0, top - 0.011),
    ]
    mesh = lathe(body).scaled(1.0, wide, 1.0)
    yield Piece("wax", mesh, wax, when=("off",))
    yield Piece("wax", mesh, wax._replace(glow=0.12), when=("on",))
    yield Piece(
        "pool", disc(r * 0.6, top - 0.0086, wide=r * 0.6 * wide), wax.darker(0.85)._replace(shine=0.8), when=("off",)
    )
    hot = Finish(mixed(make.rgb, (1.0, 0.9, 0.6), 0.5), None, 0.8, 0.5)
    yield Piece("pool", disc(r * 0.6, top - 0.0086, wide=r * 0.6 * wide), hot, when=("on",))
    for k in range(2 if style == "ribbed" else 6):
        a = k * 1.047 + luck.uniform(0.0, 0.8)
        low = luck.uniform(0.35, 0.82) * h
        thick = luck.uniform(0.05, 0.085) * r
        x, y = math.cos(a) * (r - thick * 1.5), math.sin(a) * (r - thick * 1.5) * wide
        line = [
            (x * 0.94, y * 0.94, top - 0.002),
            (x, y, top - 0.008),
            (x, y, low + 0.02),
            (x, y, low + 0.006),
            (x, y, low),
        ]
        yield Piece(
            "drip", sweep(line, [1.2 * thick, 1.6 * thick, 1.4 * thick, 1.9 * thick, 0.9 * thick], sides=8), wax
        )
    if style == "ribbed":
        for z in (0.08, 0.16):
            band = lathe([(r - 0.001, z * h), (r + 0.0008, z * h + 0.003), (r - 0.001, z * h + 0.006)])
            yield Piece("band", band.scaled(1.0, wide, 1.0), wax.darker(0.85))
    thread = sweep([(0.0, 0.0, top - 0.01), (0.0005, 0.0, top + 0.6 * wick), (0.002, 0.0, h - 0.0005)], 0.0012, sides=6)
    yield Piece("wick", thread, plain("2a2420"))
    size = max(0.03, min(0.05, 0.6 * d))
    base = top + 0.3 * wick
    flame = [(0.0, 0.0), (0.13, 0.12), (0.18, 0.3), (0.13, 0.55), (0.06, 0.8), (0.0, 1.0)]
    shape = [(a * size * 1.05, base + b * size) for a, b in curve(flame, 4)]
    yield Piece("flame", lathe(shape, sides=20), Finish((1.0, 0.82, 0.28), None, 0.0, 1.0), when=("on",))
    heart = [(a * 1.02 * size * 0.62, base - 0.0005 + b * size * 0.45) for a, b in curve(flame, 3)]
    yield Piece("flame", lathe(heart, sides=16).moved(0.004), Finish((1.0, 0.97, 0.75), None, 0.0, 1.0), when=("on",))
    halo = ball(size * 0.55, size * 0.55, size * 0.8, sides=20).moved(0.0, 0.0, base + size * 0.45)
    yield Piece("halo", halo, Finish((1.0, 0.85, 0.4), None, 0.0, 1.0, 0.18), when=("on",))
