"""Plates, platters, saucers and cake stands."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.crockery import CLAY, contrast, glaze
from casita.shapes.drawings.profiles import ring, slats
from casita.shapes.drawings.stains import spilt
from casita.shapes.drawings.vessels import Spot, glassy, liquid, spot
from casita.shapes.finish import Finish, mixed, plain, printed, shade
from casita.shapes.making import Making, draws, named
from casita.shapes.mesh import Mesh
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
    # a broad rim that hardly leans, a short drop from it, and a rounded edge of the level middle
    slope: list[tuple[float, ...]] = [
        (r * 0.96, h - 0.1 * (h - floor)),
        (r * 0.4 + flat * 0.6, h - 0.36 * (h - floor)),
        (r * 0.22 + flat * 0.78, h - 0.5 * (h - floor)),
        (r * 0.1 + flat * 0.9, floor + 0.26 * (h - floor)),
        (r * 0.03 + flat * 0.97, floor + 0.06 * (h - floor)),
    ]
    return under, [*top, *slope, (flat, floor), (0.0, floor)]


def _dish(make: Making, rim: float) -> tuple[Spot, float, list[tuple[float, ...]], list[Piece]]:
    """Where a dish stands, the radius of its flat middle, the profile of its top, and its body."""
    at, h = spot(make), make.size[2]
    surface = make.form.surfaces[0]
    floor = surface.z * h
    flat = (surface.x[1] - surface.x[0]) * at.radius
    under, top = _profile(at.radius, h, floor, flat, rim)
    finish = glaze(make)
    shaded = finish
    if make.material != "metal":
        shaded = finish.with_texture("dish_shade", 1.0, flat=round(flat / at.radius, 3), specked=_is_specked(finish))
    body = [Piece("body", at.put(lathe(under)), finish)]
    if shaded is not finish and total_of(make.rgb) < STRONG:
        split = next(k for k, point in enumerate(top) if point[0] <= at.radius * 0.12 + flat * 0.88)
        body.append(Piece("body", at.put(_top(top[: split + 1], at.radius)), shaded))
        cream = plain(CREAM, finish.shine)._replace(texture=shaded.texture)
        body.append(Piece("body", at.put(_top(top[split:], at.radius)), cream))
    else:
        body.append(Piece("body", at.put(_top(top, at.radius if shaded is not finish else 0.0)), shaded))
    shadow = plain(shade(make.rgb, 0.86), make.main.shine)
    for edge in (flat * 1.015,):
        z = float(np.interp(edge, [p[0] for p in reversed(top)], [p[1] for p in reversed(top)]))
        body.append(Piece("well", at.put(lathe([(edge + 0.0012, z + 0.0004), (edge - 0.0006, z + 0.0003)])), shadow))
    return at, flat, top, body


def _is_specked(finish: Finish) -> bool:
    return finish.texture is not None and finish.texture.pattern == "stoneware"


STRONG = 2.0
"""Colours whose three parts make less than this are dark or strong."""

CREAM = (0.955, 0.935, 0.88)
"""The glaze in the middle of a plate that has another colour on its rim."""


def _top(top: Profile, across: float) -> Mesh:
    """The top of a dish, or a part of it; its shade is laid over it from above if a radius is given."""
    made = lathe(top)
    if not across:
        return made
    return made.each(lambda level: level._replace(uv=0.5 + level.points[:, :2] / (2 * across)))


def _lines(at: Spot, top: Profile, finish: Finish, *spans: tuple[float, float]) -> Iterator[Piece]:
    """Rings painted on a dish between radii."""
    rs, zs = [p[0] for p in reversed(top)], [p[1] for p in reversed(top)]
    for outer, inner in spans:
        radii = np.linspace(outer, inner, 4)
        yield Piece("stripe", at.put(lathe([(float(r), float(np.interp(r, rs, zs)) + 0.0005) for r in radii])), finish)


@draws("plate", "platter", inside=CLAY)
def plate(make: Making) -> Iterator[Piece]:
    """A plate with a rim, plain or with lines, often with fruit painted in it; a platter is an oval one.

    One of a strong colour is glazed so on its rim and below; the middle is cream, so that what lies on it shows.
    """
    at, flat, top, body = _dish(make, 0.0032)
    yield from body
    r = at.radius
    if make.material == "metal":
        yield from _lines(at, top, make.main.darker(0.8), (r * 0.97, r * 0.955), (r * 0.93, r * 0.92))
    else:
        yield from _painted(make, at, top, flat)
    if make.kind.can("fill"):
        yield from liquid(make, at, [p for p in top if p[0] <= r * 0.9], seen_through=False)
    yield from spilt(at, top, flat * 0.8, make.luck, r * 0.22, 12)


def _painted(make: Making, at: Spot, top: Profile, flat: float) -> Iterator[Piece]:
    """Often lines on a plate's rim, and mostly fruit in its middle."""
    r, luck, line = at.radius, make.luck, contrast(make)
    style = luck.choice(["plain", "lines", "plain", "rings", "plain"])
    if style == "lines":
        yield from _lines(at, top, line, (r * 0.975, r * 0.945), (r * 0.925, r * 0.915))
    elif style == "rings":
        yield from _lines(at, top, line, (r * 0.97, r * 0.95), (r * 0.3 + flat * 0.7, r * 0.26 + flat * 0.74))
    if luck.chance(0.9):
        fruit = luck.choice([(0.85, 0.3, 0.2), (0.93, 0.72, 0.2), (0.55, 0.2, 0.42)])
        ground = CREAM if total_of(make.rgb) < STRONG else make.rgb
        art = printed("plate_motif", 0.5, ground=ground, fruit=fruit)
        yield Piece("motif", at.put(disc(flat * 0.8, top[-1][1] + 0.0006)), art)


def _frieze(make: Making, at: Spot, top: Profile, flat: float, line: Finish) -> Iterator[Piece]:
    """Flowers round the rim of a saucer."""
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
    yield from spilt(at, [(r, top), (0.0, top)], r * 0.7, luck, r * 0.12)


def _scallop(radius: float, z: float, deep: float, count: int) -> list[tuple[float, float, float]]:
    """A wavy closed line round a middle."""
    made = []
    for k in range(count * 6):
        angle = k * 2 * math.pi / (count * 6)
        made.append((radius * math.cos(angle), radius * math.sin(angle), z - deep * abs(math.sin(angle * count / 2))))
    return made
