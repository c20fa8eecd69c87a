"""Glasses, beakers, pitchers, coffee pots and measuring cups: thin walls that show what is in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.crockery import ear, spouted
from casita.shapes.drawings.profiles import Line, hollow, profile, ring, slats, strip
from casita.shapes.drawings.stains import smeared
from casita.shapes.drawings.vessels import Spot, edge_of_glass, glassy, glints, liquid, spot, vessel
from casita.shapes.finish import BLACK, CHROME, Finish, plain
from casita.shapes.flats import block
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Level, face_normals, joined, unit
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, lathe, sweep


@draws("water_glass")
def water_glass(make: Making) -> Iterator[Piece]:
    """A tumbler with a heavy base: straight, tapered, or with facets."""
    at, h, luck = spot(make), make.size[2], make.luck
    r = at.radius
    foot = luck.choice([0.72, 0.82, 0.97])
    outer = [(r * foot * 0.96, 0.0), (r * foot, 0.002), (r * (foot + 1) / 2, h * 0.5), (r, h)]
    yield from vessel(make, at, outer, h * 0.07, 0.0022)
    if luck.chance(0.4):
        edge = edge_of_glass(make)
        grooves = slats(strip(outer, h * 0.03, h * 0.4, 0.0004), [k * 30.0 for k in range(12)], 3.0)
        yield Piece("facets", at.put(grooves), edge)
    yield from smeared(at, strip(outer, 0.003, h), luck, 0.008)


@draws("wine_glass")
def wine_glass(make: Making) -> Iterator[Piece]:
    """A bowl on a thin stem and a flat foot."""
    at, h, luck = spot(make, make.form.solids[3]), make.size[2], make.luck
    r, floor = at.radius, h * 0.51
    mouth = luck.uniform(0.78, 0.9)
    widest = luck.uniform(0.66, 0.74)
    bowl = profile(
        [
            (r * 0.07, h * 0.485),
            (r * 0.42, h * 0.505),
            (r * 0.86, h * 0.585),
            (r, h * widest),
            (r * 0.96, h * 0.84),
            (r * mouth, h),
        ],
        5,
        r,
    )
    wall = 0.0014
    up, inner = hollow(bowl, floor, wall)
    clear, edge = make.main._replace(opacity=0.52), edge_of_glass(make)
    yield Piece("bowl", at.put(lathe([*up, *inner[1:]])), clear)
    yield Piece("rim", at.put(ring(up[-4][0], up[-4][1] - 0.0012, 0.0013)), edge)
    foot = curve(
        [(r * 0.96, 0.0008), (r * 0.93, 0.0028), (r * 0.4, 0.005), (r * 0.1, h * 0.06), (r * 0.055, h * 0.14)], 4
    )
    stem = [*foot, (r * 0.05, h * 0.3), (r * 0.06, h * 0.42), (r * 0.12, h * 0.478), (r * 0.3, h * 0.5)]
    yield Piece("foot", at.put(lathe([(0.0, 0.0004), (r * 0.95, 0.0004), *foot[:9]])), clear._replace(opacity=0.45))
    yield Piece("stem", at.put(lathe(stem[8:], sides=24)), edge)
    yield Piece("foot", at.put(ring(r * 0.955, 0.0012, 0.0013, 0.0011)), edge)
    yield from liquid(make, at, [p for p in inner if p[1] < h * 0.86], seen_through=True)
    yield glints(at, up, h * 0.74, h * 0.94, *(start + 9.0 * half for start in (-38.0, 82.0, 202.0) for half in (0, 1)))
    yield from smeared(at, [p for p in up if p[1] > h * 0.52], luck, 0.008)


@draws("beaker")
def beaker(make: Making) -> Iterator[Piece]:
    """A straight glass of a laboratory with a lip and marks; a plain cup if it is of coloured plastic."""
    at, h, luck = spot(make), make.size[2], make.luck
    r = at.radius
    outer = [(r * 0.86, 0.0), (r * 0.93, 0.003), (r * 0.94, h * 0.9), (r * 0.97, h)]
    for piece in vessel(make, at, outer, h * 0.05, 0.002):
        shaped = piece.name in ("body", "rim")
        yield replace(piece, mesh=spouted(piece.mesh, at, h, h * 0.16, r * 0.03, narrow=16.0)) if shaped else piece
    if not glassy(make):
        yield Piece("rim", at.put(ring(r - 0.0024, h - 0.0022, 0.0024, 0.0022)), make.main)
    ink = plain("f4f6f6", 0.2) if glassy(make) or total_of(make.rgb) < 2.0 else plain("2f5fa8", 0.2)
    yield from scale(at, outer, h, 0.2, 0.75, 6, ink, start=luck.choice([-6.0, 18.0]))


def scale(
    at: Spot, outer: Line, h: float, low: float, high: float, count: int, ink: Finish, start: float
) -> Iterator[Piece]:
    """Marks for measuring, every other one long, with an upright line beside them; on the front and the back."""
    marks = [slats(strip(outer, h * low, h * high + 0.001, 0.0006), [start - 1.5, start + 178.5], 1.5)]
    for k in range(count):
        z = h * (low + (high - low) * k / (count - 1))
        wide = 26.0 if k % 2 == 0 else 14.0
        marks.append(slats(strip(outer, z, z + 0.0011, 0.0006), [start, start + 180.0], wide, columns=6))
    yield Piece("marks", at.put(joined(marks)), ink)


@draws("measuring_cup")
def measuring_cup(make: Making) -> Iterator[Piece]:
    """A low jug with a lip, red marks and a square handle."""
    at, h, luck = spot(make), make.size[2], make.luck
    r = at.radius
    outer = profile([(r * 0.74, 0.0), (r * 0.78, 0.003), (r * 0.84, h * 0.3), (r * 0.9, h * 0.75), (r * 0.92, h)], 3)
    wall = 0.0016 if make.material == "metal" else 0.0032
    for piece in vessel(make, at, outer, h * 0.05, wall):
        shaped = piece.name in ("body", "rim")
        yield replace(piece, mesh=spouted(piece.mesh, at, h, h * 0.3, r * 0.08, narrow=20.0)) if shaped else piece
    thick = 0.0058
    handle = ear(at, make.size[1] / 2, h * 0.24, h * 0.86, outer, thick, square=luck.uniform(0.6, 1.0))
    # the glass of a handle is thick enough to look solid
    yield Piece("handle", handle, edge_of_glass(make) if glassy(make) else make.main)
    red = total_of(make.rgb) > 1.5 and make.colour != "red"
    yield from scale(
        at, outer, h, 0.25, 0.8, 7, plain("c42a26" if red else "f2f2ee", 0.2), start=luck.choice([-8.0, 22.0])
    )
    if make.material == "metal":
        yield Piece("rim", at.put(ring(r * 0.92 - 0.001, h - 0.0018, 0.0016)), CHROME)
    yield from smeared(at, strip(outer, 0.004, h * 0.9), luck, 0.009)


@draws("pitcher")
def pitcher(make: Making) -> Iterator[Piece]:
    """A tall jug for water with a lip on its right and a long handle on its left."""
    at, h, luck = spot(make), make.size[2], make.luck
    r = at.radius
    belly, neck = luck.choice([(0.3, 0.66), (0.36, 0.72), (0.24, 0.78)])
    points = [(0.74, 0.0), (0.8, 0.02), (0.96, belly * 0.6), (1.0, belly), (0.86, 0.58), (neck, 0.8), (neck, 0.88)]
    outer = profile([*((r * x, h * z) for x, z in points), (r * (neck + 0.1), h)], 4, r)
    lip = r * (0.98 - neck - 0.1)
    for piece in vessel(make, at, outer, h * 0.05, 0.003):
        shaped = piece.name in ("body", "rim", "inside")
        yield replace(piece, mesh=spouted(piece.mesh, at, h, h * 0.2, lip, narrow=24.0)) if shaped else piece
    handle = ear(at, make.size[1] / 2, h * 0.26, h * 0.86, outer, min(0.0085, 0.05 * h), square=luck.random())
    yield Piece("handle", handle, edge_of_glass(make) if glassy(make) else make.main)
    if not glassy(make):
        line = plain("f0ede4" if total_of(make.rgb) < 2.0 else "3566a8", 0.4)
        for low, high in luck.choice([((0.5, 0.56), (0.6, 0.62)), ((0.12, 0.16), (0.2, 0.28)), ((0.72, 0.75),)]):
            yield Piece("stripe", at.put(lathe(strip(outer, h * low, h * high))), line)
    yield from smeared(at, strip(outer, 0.004, h * 0.9), luck, 0.014)


@draws("coffee_pot")
def coffee_pot(make: Making) -> Iterator[Piece]:
    """The pot of a coffee machine: a round body between a foot and a collar with a lip, a handle; or one of steel."""
    at, h, luck = spot(make), make.size[2], make.luck
    r, width = at.radius, make.size[1]
    if not glassy(make):
        yield from _moka(make, at)
        return
    points = [
        (0.72, 0.0),
        (0.82, 0.02),
        (0.99, 0.2),
        (1.0, 0.34),
        (0.88, 0.54),
        (0.72, 0.66),
        (0.7, 0.72),
        (0.74, 0.86),
    ]
    outer = profile([(r * share, h * z) for share, z in points], 4, r)
    for piece in vessel(make, at, outer, h * 0.04, 0.0024):
        if piece.name == "body":  # thick enough to show in front of what is pale
            piece = replace(piece, finish=piece.finish._replace(opacity=0.5))
        shaped = piece.name in ("body", "rim")
        yield (
            replace(piece, mesh=spouted(piece.mesh, at, h * 0.86, h * 0.14, r * 0.2, narrow=24.0)) if shaped else piece
        )
    top = lathe([*strip(outer, h * 0.6, h * 0.86, 0.0012), (r * 0.72, h * 0.875)])
    yield Piece("collar", spouted(at.put(top), at, h * 0.86, h * 0.14, r * 0.24, narrow=24.0), BLACK)
    yield Piece("band", at.put(lathe(strip(outer, h * 0.002, h * 0.22, 0.0012))), BLACK)
    yield from _drip_lid(at, r * 0.74, h)
    # a flat handle that stands off the body and comes back to it
    far, edge = width / 2, at.y + r * 0.72 * at.wide
    path = [(0.0, edge - 0.004, h * 0.78), (0.0, far - 0.024, h * 0.82), (0.0, far - 0.0085, h * 0.74)]
    path += [(0.0, far - 0.0085, h * 0.5), (0.0, far - 0.016, h * 0.3), (0.0, at.y + r * at.wide * 0.98, h * 0.26)]
    yield Piece("handle", sweep(curve(path, 4), 0.013, flat=0.0062, up=(1.0, 0.0, 0.0)), BLACK)
    yield glints(at, outer, h * 0.22, h * 0.6, -58.0, 50.0)
    yield from scale(at, outer, h, 0.27, 0.58, 5, plain("f4f4f2", 0.2), start=14.0)
    yield from smeared(at, strip(outer, 0.004, h * 0.62), luck, 0.012)


def _drip_lid(at: Spot, r: float, h: float) -> Iterator[Piece]:
    """The domed lid of a carafe, with the hole that coffee drips through and a lever for the thumb."""
    dome = curve([(r, h * 0.86), (r * 0.97, h * 0.9), (r * 0.7, h * 0.96), (r * 0.3, h * 0.985)], 3)
    yield Piece("lid", at.put(lathe([*dome, (r * 0.22, h * 0.985), (r * 0.16, h * 0.965), (0.0, h * 0.96)])), BLACK)
    yield Piece("lid", at.put(ring(r * 0.27, h * 0.985, 0.0022)), CHROME)
    lever = block((-0.013, 0.55 * r, h * 0.9), (0.013, 1.45 * r, h * 0.96), bevel=0.003)
    yield Piece("lid", lever.moved(at.x, at.y), BLACK)


def _moka(make: Making, at: Spot) -> Iterator[Piece]:
    """A stove-top pot with eight sides: a waist, a beak on its right, a black handle on its left."""
    h, width, r = make.size[2], make.size[1], at.radius
    points = [(0.9, 0.0), (0.93, 0.02), (0.95, 0.06), (0.74, 0.42), (0.74, 0.5), (0.9, 0.97), (0.9, 1.0)]
    outer = [(r * share, h * z) for share, z in points]
    up, inner = hollow(outer, h * 0.52, 0.0024)
    body = lathe([(0.0, 0.001), *up, *inner[1:]], sides=8, crease=5.0)
    eight = body.each(_flat_sided)
    yield Piece("body", spouted(at.put(eight), at, h, h * 0.3, r * 0.1, narrow=30.0), make.main)
    yield from liquid(make, at, [(p[0] * 0.92, p[1]) for p in inner], seen_through=False)
    belt = make.main.darker(0.8) if make.colour != "black" else CHROME
    yield Piece("waist", at.put(cylinder(r * 0.77, h * 0.43, h * 0.49, bevel=0.003)), belt)
    yield Piece(
        "valve",
        cylinder(0.006, 0.0, 0.007, bevel=0.001, sides=16).turned("y", 90.0).moved(at.x + r * 0.8, 0.0, h * 0.24),
        CHROME,
    )
    far, edge = width / 2, at.y + r * 0.84 * at.wide
    path = [
        (0.0, edge - 0.006, h * 0.9),
        (0.0, far - 0.02, h * 0.93),
        (0.0, far - 0.007, h * 0.84),
        (0.0, far - 0.008, h * 0.42),
    ]
    yield Piece(
        "handle",
        sweep(curve(path, 4), 0.0085, flat=0.0062, up=(1.0, 0.0, 0.0)),
        BLACK if make.colour != "black" else plain("5a3620", 0.3),
    )
    yield from smeared(at, [(p[0] * 0.99, p[1]) for p in outer[3:]], make.luck, 0.012)


def _flat_sided(level: Level) -> Level:
    """Facets of their own: every triangle with its own normal."""
    points, triangles = level.points[level.triangles.reshape(-1)], np.arange(level.triangles.size).reshape(-1, 3)
    normals = np.repeat(unit(face_normals(points, triangles)), 3, axis=0)
    return Level(points, normals, level.uv[level.triangles.reshape(-1)], triangles)
