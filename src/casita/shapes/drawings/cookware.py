"""Pans, woks and pots."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from casita.shapes.drawings.profiles import Line, hollow, profile, radius_at, ring, strip
from casita.shapes.drawings.stains import smeared, spilt, tide_mark
from casita.shapes.drawings.vessels import liquid, spot, vessel
from casita.shapes.finish import CHROME, Finish, plain
from casita.shapes.making import Making, draws
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import ball, curve, disc, lathe, sweep

DARK_GRIP = plain("29282a", 0.3)


def _rivets(points: Sequence[tuple[float, float, float]], size: float) -> Piece:
    """Heads of rivets."""
    return Piece("rivets", joined([ball(size, size, size * 0.7, sides=10).moved(*point) for point in points]), CHROME)


@draws("pan", "wok")
def pan(make: Making) -> Iterator[Piece]:
    """A low round pan (or a deep round wok) at the back with a long handle to the front."""
    at, h, luck = spot(make), make.size[2], make.luck
    form = make.form
    r, wok = at.radius, make.type == "wok"
    rim, floor = form.cavities[0].z[1] * h, form.cavities[0].z[0] * h
    if wok:
        outer = profile(
            [(r * 0.3, 0.0), (r * 0.42, h * 0.05), (r * 0.72, h * 0.34), (r * 0.9, h * 0.68), (r, rim)], 5, r
        )
    else:
        lean = luck.uniform(0.76, 0.86)
        outer = profile(
            [
                (r * (lean - 0.05), 0.0),
                (r * lean, 0.003),
                (r * (lean + 0.06), rim * 0.3),
                (r * 0.97, rim * 0.85),
                (r, rim),
            ],
            4,
            r,
        )
    steel = make.colour in ("silver", "gray")
    bright = make.colour in ("red", "blue")
    coat = make.main if make.colour == "black" else plain("47474a", 0.35) if steel else make.main.darker(0.82)
    up, inner = hollow(outer, floor, 0.0028)
    yield Piece("body", at.put(lathe([(0.0, 0.001), (outer[0][0] * 0.9, 0.001), *up])), make.main)
    yield Piece("inside", at.put(lathe(inner)), coat)
    yield Piece("rim", at.put(ring(r - 0.0016, rim - 0.0016, 0.0017)), CHROME if steel else make.main.darker(1.25))
    bottom = radius_at(outer, floor + 0.004) * 0.93
    spun = coat._replace(
        colour=(min(coat.colour[0] * 1.12, 1.0), min(coat.colour[1] * 1.12, 1.0), min(coat.colour[2] * 1.12, 1.0))
    )
    yield Piece("floor", at.put(disc(bottom, floor + 0.0004)), spun)
    if make.kind.can("fill"):
        yield from liquid(make, at, inner, seen_through=False)
    start, end = at.x + r, make.size[0] / 2
    top = h - 0.0095
    root = rim * 0.72
    grip_at = start + (end - start) * 0.24
    neck = curve(
        [
            (start - 0.012, 0.0, root),
            (start + 0.012, 0.0, root + 0.004),
            (grip_at, 0.0, (root + top) / 2 + 0.002),
            (grip_at + 0.02, 0.0, top - 0.003),
        ],
        4,
    )
    metal = CHROME if steel or wok or bright else DARK_GRIP
    yield Piece("neck", sweep(neck, 0.0045, flat=0.0095, up=(0.0, 0.0, 1.0)), metal)
    wood = (wok and luck.chance(0.7)) or luck.chance(0.15)
    grip = (
        plain("7a4a28", 0.3).with_texture("wood", 0.2) if wood else metal if steel and luck.chance(0.5) else DARK_GRIP
    )
    rod = curve(
        [
            (grip_at, 0.0, (root + top) / 2 + 0.003),
            (grip_at + 0.03, 0.0, top - 0.002),
            (end - 0.03, 0.0, top),
            (end - 0.001, 0.0, top - 0.001),
        ],
        5,
    )
    n = len(rod)
    wide = np.interp(np.linspace(0, 1, n), [0, 0.1, 0.3, 0.8, 0.97, 1], [0.009, 0.0125, 0.011, 0.0145, 0.013, 0.007])
    thick = np.interp(np.linspace(0, 1, n), [0, 0.1, 0.9, 0.98, 1], [0.0055, 0.0085, 0.0085, 0.007, 0.004])
    yield Piece("handle", sweep(rod, list(thick), flat=list(wide), up=(0.0, 0.0, 1.0), sides=16), grip)
    hole = disc(0.006, 0.0, sides=16, wide=0.0042).moved(end - 0.017, 0.0, top + 0.0089)
    yield Piece("hole", hole, plain("101010", 0.05))
    inside_x = at.x + r - 0.008
    yield _rivets([(inside_x, y, root + 0.004 + abs(y) * 0.0) for y in (-0.012, 0.012)], 0.0034)
    if wok:
        loop = [
            (at.x - r + 0.012, -0.035, rim * 0.86),
            (at.x - r + 0.004, -0.024, rim * 0.94),
            (at.x - r + 0.004, 0.024, rim * 0.94),
            (at.x - r + 0.012, 0.035, rim * 0.86),
        ]
        yield Piece("loop", sweep(curve(loop, 4), 0.004), CHROME)
    yield from spilt(at, inner, bottom * 0.85, luck, r * 0.2, 12)
    yield from smeared(at, up, luck, min(0.016, h * 0.2))


BANDS = ("2b4f9a", "a8322c")
"""Colours of the two bands round a white pot."""


@draws("pot")
def pot(make: Making) -> Iterator[Piece]:
    """A deep pot with an ear on either side: thick cast iron in enamel with a cream inside, or bright steel."""
    luck = make.luck
    enamel = make.colour not in ("silver", "gray")
    outer, floor, wall = _pot_walls(make, enamel)
    at, h = spot(make), make.size[2]
    r = at.radius
    around = 2 * math.pi * r
    shiny = make.main._replace(shine=0.8 if enamel else 0.7)
    bare = plain("c2c5c8", 0.6).with_texture("metal_sheen", around * 0.97, strength=1.2)
    inside = bare if not enamel else plain("3c3c41", 0.5) if make.colour == "black" else plain("efe3c6", 0.5)
    skin = shiny.with_texture("metal_sheen", around * 0.993, strength=1.2 if enamel else 2.0)
    yield from vessel(make, at, outer, floor, wall, outside=skin, inside=inside)
    bottom = radius_at(outer, floor + 0.006) * 0.9
    ground = inside.darker(0.94) if enamel else plain("b9bcbf", 0.6).with_texture("turned_metal", 1.0)
    yield Piece("floor", at.put(disc(bottom, floor + 0.0004)), ground)
    lips = {"white": "26262a", "red": "6d6a66", "blue": "6d6a66", "black": "5a5754"}
    lip = plain(lips[make.colour], 0.5) if make.colour in lips else CHROME
    edges = ((r, 0.0028), (r - wall - RIM, 0.0018)) if enamel else ((r, wall / 2 + RIM),)
    for edge, thick in edges:
        yield Piece("rim", at.put(ring(edge - thick, h - 0.004, thick, 0.004)), lip)
    if make.colour == "white":
        band = plain(luck.child("band").choice(BANDS), 0.6)
        for low, high in ((0.65, 0.68), (0.72, 0.86)):
            yield Piece("band", at.put(lathe(strip(outer, h * low, h * high, 0.0006))), band)
    if not enamel:
        yield Piece("base", at.put(lathe(strip(outer, 0.002, h * 0.1, 0.0009))), CHROME)
        yield Piece("seam", at.put(lathe(strip(outer, h * 0.1, h * 0.118, 0.0006))), plain("4a4c50", 0.4))
        yield Piece("seam", at.put(lathe(strip(outer, h * 0.9, h * 0.912, 0.0006))), plain("77797d", 0.4))
    yield from _pot_ears(make, outer, shiny if enamel and make.colour != "white" else DARK_GRIP)
    _up, inner = hollow(outer, floor, wall)
    yield from spilt(at, inner, r * 0.8, luck.child("inside"), r * 0.12, 9)
    yield from smeared(at, strip(outer, 0.01, h * 0.9), luck, 0.02, 9)
    yield from tide_mark(at, list(reversed(inner[1:-2])), h * 0.5, h * 0.9, plain("7a4a22", 0.2))


RIM = 0.0008
"""How far a pot's wall ends under its rim and within it."""

EAR = math.radians(31.0)
"""How far from the middle of an ear its ends are, about the pot."""


def _pot_walls(make: Making, enamel: bool) -> tuple[Line, float, float]:
    """A pot's outside, the height of its floor, and how thick its wall is.

    Enamelled ones are rounder, thicker, and have a ledge under the rim that a lid would rest on.
    """
    r, h = spot(make).radius - RIM, make.size[2] - RIM
    floor = make.form.cavities[0].z[0] * make.size[2]
    if not enamel:
        return [(r * 0.9, 0.0), (r * 0.955, 0.003), (r * 0.97, 0.012), (r * 0.97, h - 0.012), (r, h)], floor, 0.0035
    wall = [(0.72, 0.0), (0.78, 0.006 / h), (0.88, 0.08), (0.935, 0.25), (0.96, 0.6), (0.97, 0.9)]
    ledge = [(0.972, 0.92), (1.0, 0.925), (1.0, 1.0)]
    return [(r * x, h * z) for x, z in (*wall, *ledge)], floor, 0.0105


def _pot_ears(make: Making, outer: Line, metal: Finish) -> Iterator[Piece]:
    """A flat broad loop on either side, just under the rim."""
    at, z = spot(make), 0.84 * make.size[2]
    thick, flat = 0.0095, 0.01125
    across, along = math.sin(EAR), at.wide * math.cos(EAR)
    near, out = radius_at(outer, z) - 0.001, radius_at(outer, z) + 0.012
    far, half = make.size[1] / 2 - flat - 0.0005, out * across
    corner = out * along + 0.6 * (far - out * along)
    line = [(near * across, near * along), (half, out * along), (half, corner), (half * 0.67, far)]
    for way in (-1.0, 1.0):
        side = [(x, way * y, z) for x, y in line]
        loop = curve([*side, *((-x, y, z) for x, y, z in reversed(side))], 3)
        yield Piece("handle", sweep(loop, thick, flat=flat, up=(0.0, 0.0, 1.0), sides=8), metal)
