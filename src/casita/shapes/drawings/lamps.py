"""Lamps that stand on the floor and on tables; their shades glow when they are on."""

from __future__ import annotations

import math
from collections.abc import Iterator

from casita.exact import total_of
from casita.seeds import Stream
from casita.shapes.drawings.woodwork import grained
from casita.shapes.finish import CHROME, Finish, mixed, plain
from casita.shapes.making import Making, draws
from casita.shapes.piece import Moment, Piece
from casita.shapes.rounds import Profile, ball, curve, cylinder, lathe, sweep

WARM = (1.0, 0.86, 0.6)
BULB = plain("fdf6e3", 0.4)
BRASS = plain("b8954a", 0.7)


def lit(finish: Finish) -> Finish:
    """How a shade looks with the light behind it: bright and warm, still of its colour."""
    dark = total_of(finish.colour) < 1.2
    return finish._replace(colour=mixed(finish.colour, WARM, 0.62 if dark else 0.6), glow=0.95)


def shade(make: Making, luck: Stream, low: float, high: float, kind: str, finish: Finish) -> Iterator[Piece]:
    """A shade between two heights that is as wide as the box: a drum, a cone, a pleated bell or a metal dome."""
    d, w, _ = make.size
    r, tall, wide = d / 2 - 0.001, high - low, (w - 0.002) / (d - 0.002)
    metal = kind == "dome"
    tops = {"drum": 0.92, "cone": 0.55, "bell": 0.48, "pleated": 0.6, "dome": 0.2}
    upper = r * tops[kind]
    if kind == "bell":
        line: Profile = curve([(r, low), (r * 0.78, low + tall * 0.3), (r * 0.6, low + tall * 0.65), (upper, high)], 4)
    elif kind == "dome":
        line = [
            (r, low),
            (r, low + tall * 0.05),
            *(
                (r * math.cos(t) + upper * math.sin(t) * 0.4, low + tall * (0.05 + 0.8 * math.sin(t)))
                for t in (0.25, 0.5, 0.75, 1.0, 1.2)
            ),
            (upper, high),
        ]
    else:
        line = [(r, low), (upper, high)]
    inner = [(a - 0.003, b) for a, b in reversed(line)]
    sides = 40
    outside, inside = lathe(line, sides=sides).scaled(1.0, wide, 1.0), lathe(inner, sides=sides).scaled(1.0, wide, 1.0)
    if kind == "pleated":
        finish = finish.with_texture("stripes", 0.03, share=0.5, dark=0.86)
        outside = grained(outside)
    cream = plain("f4ead2", 0.05) if not metal else plain("f0ece2", 0.3)
    for when, out, within in (
        ("off", finish, cream),
        ("on", finish if metal else lit(finish), Finish(WARM, None, 0.0, 1.0)),
    ):
        moment: tuple[Moment, ...] = ("on",) if when == "on" else ("off",)
        yield Piece("shade", outside, out, when=moment)
        yield Piece("shade_inside", inside, within, when=moment)
    trim = (
        finish.darker(0.8) if total_of(finish.colour) > 1.0 else plain(mixed(finish.colour, (1.0, 1.0, 1.0), 0.25), 0.1)
    )
    for radius, z in ((line[0][0], low), (line[-1][0], high)):
        rim = [
            (radius - 0.004, z + (0.004 if z == low else -0.008)),
            (radius + 0.0006, z + (0.0 if z == low else -0.008)),
            (radius + 0.0006, z + (0.008 if z == low else 0.0)),
            (radius - 0.004, z + (0.008 if z == low else 0.0)),
        ]
        yield Piece("trim", lathe(rim, sides=sides).scaled(1.0, wide, 1.0), trim)
    if metal:
        cap = lathe([(upper, high - 0.003), (upper * 0.6, high), (0.0, high)], sides=24).scaled(1.0, wide, 1.0)
        yield Piece("shade", cap, finish)
        return
    for k in range(3):
        a = math.radians(120 * k + 20)
        spoke = sweep(
            [(0.0, 0.0, high - 0.012), (upper * math.cos(a), upper * wide * math.sin(a), high - 0.006)], 0.0018, sides=4
        )
        yield Piece("spider", spoke, BRASS)
    yield Piece("finial", ball(0.008, 0.008, 0.01, sides=12).moved(0.0, 0.0, high - 0.01), BRASS)


def bulb(z: float, size: float) -> Iterator[Piece]:
    """A bulb that hangs or stands at a height, dark or bright."""
    round_ = lathe(
        [
            (size * 0.4, -size * 1.3),
            (size * 0.55, -size * 0.7),
            *((size * math.cos(t), size * math.sin(t)) for t in (-0.4, 0.0, 0.5, 1.0, 1.3)),
            (0.0, size),
        ],
        sides=20,
    ).moved(0.0, 0.0, z)
    yield Piece("bulb", round_, BULB, when=("off",))
    yield Piece("bulb", round_, Finish((1.0, 0.97, 0.85), None, 0.0, 1.0), when=("on",))


def shade_finish(make: Making) -> Finish:
    """The cover of a shade in the main colour."""
    if make.material == "wood":
        return plain(make.rgb, 0.05).with_texture("fabric", 0.08)
    if make.colour in ("silver", "gold"):
        return make.main
    return plain(make.rgb, 0.05).with_texture("fabric", 0.08)


@draws("floor_lamp")
def floor_lamp(make: Making) -> Iterator[Piece]:
    """A tall stem on a round foot, or on three legs, under a shade."""
    d, w, h = make.size
    luck = make.luck.child("lamp")
    low = 0.82 * h
    frame = make.main
    metal = make.colour in ("silver", "gold") and make.material == "metal"
    kind = luck.choice(("dome", "drum")) if metal else luck.choice(("drum", "cone", "bell", "pleated"))
    yield from shade(make, luck, low, h, kind, shade_finish(make))
    foot = 0.3 * min(d, w)
    style = luck.choice(("disc", "tripod", "disc", "turned" if make.material == "wood" else "disc"))
    r = max(0.008, min(0.014, 0.03 * d))
    if style == "tripod":
        hub = 0.55 * h
        reach = 0.455 * min(d, w)
        for k in range(3):
            a = math.radians(60 + 120 * k)
            leg = sweep(
                [(reach * math.cos(a), reach * math.sin(a), 0.006), (0.0, 0.0, hub)], [r * 0.9, r * 1.2], sides=10
            )
            yield Piece("leg", leg, frame)
        yield Piece(
            "hub",
            cylinder(r * 2.4, hub - 0.03, hub + 0.02, bevel=0.006, sides=20),
            CHROME if make.colour != "silver" else plain("3a3a3d", 0.4),
        )
        start = hub
    else:
        base = [
            (0.0, 0.0),
            (foot, 0.0),
            (foot, 0.012),
            (foot * 0.94, 0.02),
            (foot * 0.3, 0.032),
            (r * 1.8, 0.05),
            (r, 0.07),
        ]
        yield Piece("foot", lathe(base), frame)
        start = 0.05
    stem = [(r, start), (r, low + 0.05 * h)]
    if style == "turned":
        bumps = [
            (1.0, 0.05),
            (2.4, 0.1),
            (1.6, 0.16),
            (1.2, 0.3),
            (1.9, 0.42),
            (1.2, 0.46),
            (1.1, 0.62),
            (1.9, 0.7),
            (1.0, 0.76),
            (1.0, 0.84),
        ]
        stem = [(r * a, z * h) for a, z in bumps]
        stem = [(a, b) for a, b in curve(stem, 4)]
    yield Piece("stem", lathe(stem, sides=20), frame)
    for z in (0.3, 0.6):
        yield Piece(
            "ring", lathe([(r, z * h - 0.006), (r * 1.5, z * h), (r, z * h + 0.006)], sides=20), frame.darker(0.8)
        )
    yield Piece("socket", cylinder(r * 1.7, low - 0.03, low + 0.03, bevel=0.004, sides=16), BRASS)
    yield from bulb(low + 0.09, min(0.035, 0.1 * d))
    yield from _chain(r * 2.2, low + 0.01, min(0.14, 0.08 * h))


def _chain(x: float, top: float, long: float) -> Iterator[Piece]:
    """A thin chain to pull, with a drop at its end."""
    yield Piece("chain", sweep([(x * 1.6, 0.0, top), (x * 1.6, 0.0, top - long)], 0.0013, sides=4), BRASS)
    yield Piece("chain", ball(0.005, 0.005, 0.009, sides=10).moved(x * 1.6, 0.0, top - long), BRASS)


BASES: dict[str, tuple[tuple[float, float], ...]] = {
    "gourd": (
        (0.42, 0.06), (0.5, 0.08), (0.86, 0.3), (0.98, 0.45), (0.7, 0.7), (0.3, 0.86), (0.36, 0.92), (0.16, 0.97),
        (0.14, 1.0),
    ),
    "turned": (
        (0.9, 0.04), (0.8, 0.1), (0.35, 0.16), (0.3, 0.24), (0.5, 0.34), (0.62, 0.5), (0.36, 0.66), (0.22, 0.74),
        (0.36, 0.79), (0.2, 0.86), (0.16, 1.0),
    ),
    "stem": (
        (1.0, 0.03), (0.96, 0.07), (0.3, 0.11), (0.15, 0.16), (0.14, 0.5), (0.22, 0.52), (0.14, 0.54), (0.14, 1.0),
    ),
    "column": (
        (0.6, 0.05), (0.62, 0.1), (0.55, 0.14), (0.5, 0.4), (0.5, 0.7), (0.55, 0.8), (0.3, 0.86), (0.16, 0.9),
        (0.14, 1.0),
    ),
}  # fmt: skip
"""Outlines of a table lamp's body: radius over its foot's, height over its own."""


@draws("desk_lamp")
def desk_lamp(make: Making) -> Iterator[Piece]:
    """A table lamp: a foot, a turned or bellied body, and a shade; of metal, also with a dome."""
    d, w, h = make.size
    low = 0.58 * h
    metal = make.material == "metal"
    luck = make.luck.child("lamp")
    kind = luck.choice(("cone", "dome", "drum")) if metal else luck.choice(("cone", "bell", "pleated", "drum"))
    finish = make.main if kind == "dome" else shade_finish(make)
    yield from shade(make, luck, low, h, kind, finish)
    foot = 0.3 * min(d, w)
    body = luck.choice(("stem", "turned", "stem") if metal else ("gourd", "turned", "column"))
    outline = curve([(foot * a, low * z) for a, z in BASES[body]], 3)
    look: Finish = (
        make.main
        if metal
        else luck.choice((plain(make.rgb, 0.5), plain("7a4a2a", 0.3).with_texture("wood", 0.3), plain("e8e0d0", 0.6)))
    )
    plate = [(0.0, 0.0), (foot, 0.0), (foot, 0.35 * outline[0][1]), (outline[0][0], outline[0][1]), *outline]
    yield Piece("base", lathe(plate, sides=32), look)
    if body == "gourd":
        yield Piece(
            "foot",
            lathe([(0.0, 0.0), (foot * 0.75, 0.0), (foot * 0.75, low * 0.05), (foot * 0.4, low * 0.07)], sides=32),
            BRASS,
        )
    neck = outline[-1][0]
    yield Piece("socket", cylinder(max(neck * 1.6, 0.01), low - 0.005, low + 0.1 * h, bevel=0.003, sides=16), BRASS)
    size = min(0.03, 0.12 * d)
    yield from bulb(low + 0.1 * h + size * 1.2, size)
    if kind != "dome":
        yield Piece("stem", cylinder(0.002, low, h - 0.012, sides=8), BRASS)
    yield from _chain(max(neck * 1.6, 0.01), low + 0.02 * h, 0.1 * h)
    yield Piece("switch", cylinder(0.004, 0.0, 0.01, sides=10).turned("y", 90.0).moved(neck, 0.0, low * 0.97), BRASS)
