"""Plates, platters, saucers and cake stands."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.shapes.drawings.crockery import CLAY, contrast, glaze
from casita.shapes.drawings.profiles import ring, slats
from casita.shapes.drawings.stains import spilt
from casita.shapes.drawings.vessels import Spot, glassy, spot
from casita.shapes.finish import Finish, mixed, plain, printed, shade
from casita.shapes.making import Making, draws, named
from casita.shapes.mesh import Level, Mesh
from casita.shapes.piece import Piece
from casita.shapes.rounds import Profile, curve, disc, lathe, sweep


def _profile(
    r: float, h: float, floor: float, flat: float, rim: float
) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
    """Outside and top of a plate: `flat` is the radius of its level middle, `rim` how thick its edge is."""
    foot = flat * 0.86
    under: list[tuple[float, ...]] = [
        (0.0, 0.0015),
        (foot * 0.93, 0.0015),
        (foot * 0.95, 0.0),
        (foot, 0.0),
        (foot + 0.002, h * 0.12),
    ]
    under += curve([(foot + 0.004, h * 0.2), ((foot + r) / 2, h * 0.4), (r - 0.002, h - rim), (r, h - rim * 0.55)], 3)
    top = curve([(r, h - rim * 0.45), (r - rim * 0.4, h), (r - rim * 1.4, h - 0.0003)], 3)
    slope: list[tuple[float, ...]] = [
        (r * 0.93, h - 0.1 * (h - floor)),
        (r * 0.55 + flat * 0.45, h - 0.28 * (h - floor)),
        (r * 0.25 + flat * 0.75, h - 0.5 * (h - floor)),
        (flat * 1.05, floor + 0.14 * (h - floor)),
    ]
    return under, [*top, *slope, (flat, floor), (0.0, floor)]


def _dish(make: Making, rim: float) -> tuple[Spot, float, list[tuple[float, ...]], list[Piece]]:
    """Where a dish stands, the radius of its flat middle, the profile of its top, and its body."""
    at, h = spot(make), make.size[2]
    surface = make.form.surfaces[0]
    # a dish whose form has its middle as high as its rim is drawn with the least hollow that still shows
    floor = min(surface.z * h, h - LEAST_HOLLOW)
    flat = (surface.x[1] - surface.x[0]) * at.radius
    under, top = _profile(at.radius, h, floor, flat, rim)
    finish = glaze(make)
    shaded = finish
    if make.material != "metal":
        shaded = finish.with_texture("dish_shade", 1.0, flat=round(flat / at.radius, 3), specked=_is_specked(finish))
    body = [
        Piece("body", at.put(lathe(under)), finish),
        Piece("body", at.put(_deepened(top, h, shaded is not finish)), shaded),
    ]
    shadow = plain(shade(make.rgb, 0.86), make.main.shine)
    for edge in (flat * 1.015,):
        z = float(np.interp(edge, [p[0] for p in reversed(top)], [p[1] for p in reversed(top)]))
        body.append(Piece("well", at.put(lathe([(edge + 0.0012, z + 0.0004), (edge - 0.0006, z + 0.0003)])), shadow))
    return at, flat, top, body


def _is_specked(finish: Finish) -> bool:
    return finish.texture is not None and finish.texture.pattern == "stoneware"


LEAST_HOLLOW = 0.0028
"""Metres that a dish is hollow at least."""

DEEPER = 7.0
"""How many times deeper than it is a dish with the least hollow is shaded."""


def _deepened(top: Profile, h: float, unit_uv: bool) -> Mesh:
    """The top of a dish; one with the least hollow has the normals of a deeper one. `unit_uv` run across it."""
    by = DEEPER if h - top[-1][1] <= LEAST_HOLLOW else 1.0
    deep = lathe([(r, h - (h - z) * by) for r, z in top])

    def change(level: Level) -> Level:
        x, y, z = level.points.T
        across = 0.5 + level.points[:, :2] / (2 * top[0][0]) if unit_uv else level.uv
        return level._replace(points=np.column_stack([x, y, h - (h - z) / by]), uv=across)

    return deep.each(change)


def _lines(at: Spot, top: Profile, finish: Finish, *spans: tuple[float, float]) -> Iterator[Piece]:
    """Rings painted on a dish between radii."""
    rs, zs = [p[0] for p in reversed(top)], [p[1] for p in reversed(top)]
    for outer, inner in spans:
        radii = np.linspace(outer, inner, 4)
        yield Piece("stripe", at.put(lathe([(float(r), float(np.interp(r, rs, zs)) + 0.0005) for r in radii])), finish)


@draws("plate", "platter", inside=CLAY)
def plate(make: Making) -> Iterator[Piece]:
    """A plate with a rim, plain or with lines, flowers or a coloured edge; a platter is an oval one."""
    at, flat, top, body = _dish(make, 0.0032)
    r, luck = at.radius, make.luck
    yield from body
    line = contrast(make)
    if make.material == "metal":
        yield from _lines(at, top, make.main.darker(0.8), (r * 0.97, r * 0.955), (r * 0.93, r * 0.92))
    else:
        style = luck.choice(["lines", "edge", "flowers", "rings", "plain"])
        if style == "lines":
            yield from _lines(
                at, top, line, (r * 0.975, r * 0.945), (r * 0.925, r * 0.915), (flat * 1.07, flat * 1.055)
            )
        elif style == "edge":
            yield from _lines(at, top, line, (r * 0.985, r * 0.9))
        elif style == "rings":
            yield from _lines(at, top, line, (flat * 1.14, flat * 1.09), (flat * 0.98, flat * 0.965))
        elif style == "flowers":
            yield from _lines(at, top, line, (r * 0.98, r * 0.965))
            yield from _frieze(make, at, top, flat, line)
        if style != "plain" and luck.chance(0.45):
            fruit = luck.choice([(0.85, 0.3, 0.2), (0.93, 0.72, 0.2), (0.55, 0.2, 0.42)])
            art = printed("plate_motif", 0.5, ground=make.rgb, fruit=fruit)
            yield Piece("motif", at.put(disc(flat * 0.82, top[-1][1] + 0.0005)), art)
    yield from spilt(at, top, flat * 0.8, luck, r * 0.22, 12)


def _frieze(make: Making, at: Spot, top: Profile, flat: float, line: Finish) -> Iterator[Piece]:
    """Flowers round the rim of a plate."""
    rs, zs = [p[0] for p in reversed(top)], [p[1] for p in reversed(top)]
    radii = np.linspace(at.radius * 0.95, flat * 1.08, 4)
    band = [(float(r), float(np.interp(r, rs, zs)) + 0.0004) for r in radii]
    art = printed("china_flowers", 0.5, ground=make.rgb, colour=line.colour)
    yield Piece("print", at.put(slats(band, [k * 45.0 for k in range(8)], 45.0, columns=6)), art)


@draws("saucer", inside=CLAY)
def saucer(make: Making) -> Iterator[Piece]:
    """A small plate with a ring that holds the cup."""
    at, flat, top, body = _dish(make, 0.0028)
    yield from body
    floor = top[-1][1]
    line = contrast(make)
    yield Piece("ring", at.put(ring(flat * 0.62, floor, 0.0022, 0.0012)), make.main)
    yield from _lines(at, top, make.main.darker(0.84), (flat * 0.585, flat * 0.565))
    style = make.luck.choice(["edge", "lines", "flowers", "plain"])
    if style == "edge":
        yield from _lines(at, top, line, (at.radius * 0.985, at.radius * 0.94))
    elif style == "lines":
        yield from _lines(at, top, line, (at.radius * 0.97, at.radius * 0.955), (at.radius * 0.93, at.radius * 0.9))
    elif style == "flowers":
        yield from _frieze(make, at, top, flat, line)
    yield from spilt(at, top, flat * 0.9, make.luck, at.radius * 0.15)


@draws("cake_stand", inside=CLAY)
def cake_stand(make: Making) -> Iterator[Piece]:
    """A broad plate on a turned stem and foot, with a drop edge."""
    at, h, luck = spot(make, make.form.solids[0]), make.size[2], make.luck
    r, top = at.radius, h
    drop = h * luck.uniform(0.1, 0.2)
    plate_line = [
        (r * 0.12, top - 0.012),
        (r * 0.9, top - 0.008),
        (r * 0.965, top - drop * 0.8),
        (r * 0.985, top - drop),
    ]
    plate_line += [
        (r, top - drop * 0.9),
        (r, top - 0.003),
        (r - 0.003, top),
        (r - 0.006, top - 0.0012),
        (0.0, top - 0.0012),
    ]
    stem = curve(
        [(r * 0.5, 0.0), (r * 0.49, h * 0.05), (r * 0.3, h * 0.12), (r * 0.12, h * 0.3), (r * 0.09, h * 0.5)], 4
    )
    knot = luck.choice([0.0, 0.06])
    stem += curve(
        [(r * (0.09 + knot), h * 0.58), (r * 0.1, h * 0.68), (r * 0.16, h * 0.82), (r * 0.26, top - 0.01)], 4
    )[1:]
    yield Piece("plate", at.put(lathe(plate_line)), make.main)
    yield Piece("stem", at.put(lathe([(0.0, 0.001), *stem])), make.main)
    if glassy(make):
        edge = plain(mixed(make.rgb, (1, 1, 1), 0.4), 0.9)
        yield Piece("rim", at.put(ring(r - 0.0016, top - 0.0016, 0.0016)), edge)
        yield Piece("rim", at.put(ring(r * 0.985, top - drop, 0.0012)), edge)
        yield Piece("foot", at.put(ring(r * 0.495, 0.0016, 0.0018, 0.0016)), edge)
        yield Piece("stem", at.put(lathe([(p[0] * 0.45, p[1]) for p in stem[6:-3]])), edge)
    else:
        beads = [sweep(_scallop(r * 0.992, top - drop * 0.95, drop * 0.1, 16), 0.0022, sides=6, closed=True)]
        yield Piece("edge", at.put(beads[0]), make.main)
        if make.colour != "silver" and luck.chance(0.5):
            yield Piece(
                "stripe", at.put(lathe([(r * 0.95, top - 0.0006), (r * 0.93, top - 0.0006)])), plain(named("gold"), 0.7)
            )
    flat = [(r, top), (0.0, top - 0.0012)]
    yield from spilt(at, flat, r * 0.7, luck, r * 0.12)


def _scallop(radius: float, z: float, deep: float, count: int) -> list[tuple[float, float, float]]:
    """A wavy closed line round a middle."""
    made = []
    for k in range(count * 6):
        angle = k * 2 * math.pi / (count * 6)
        made.append((radius * math.cos(angle), radius * math.sin(angle), z - deep * abs(math.sin(angle * count / 2))))
    return made
