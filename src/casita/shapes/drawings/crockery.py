"""China: mugs, cups and bowls, and the handles, lips and decor that other china shares."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from casita.exact import total_of
from casita.shapes.drawings.profiles import Line, hollow, profile, radius_at, ring, slats, strip
from casita.shapes.drawings.stains import smeared, spilt, tide_mark
from casita.shapes.drawings.vessels import Spot, edge_of_glass, glassy, spot, vessel
from casita.shapes.finish import Finish, mixed, plain, printed
from casita.shapes.making import Making, draws, named
from casita.shapes.mesh import Array, Mesh
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, disc, lathe, sweep

CLAY = plain("e4ddd0", 0.05)
"""What shows where china is broken."""

COFFEE = plain("4a2a12", 0.35)

BEAKER = ((0.66, 0.0), (0.7, 0.02), (0.74, 0.3), (0.8, 0.62), (0.86, 0.86))
"""Radii and heights of a cup that leaves room for its handle below its rim, in fractions."""


def contrast(make: Making) -> Finish:
    """A colour for lines and prints that stands out from the main one."""
    pale = total_of(make.rgb) > 1.7
    names = ["blue", "red", "green", "black", "gold"] if pale else ["white", "beige", "gold"]
    return plain(named(make.luck.choice([name for name in names if name != make.colour])), 0.5)


def glaze(make: Making) -> Finish:
    """The main finish; some pale stoneware has dark specks."""
    if make.material in ("ceramic", "pottery") and make.colour in ("beige", "white", "gray") and make.luck.chance(0.3):
        return make.main.with_texture("stoneware", 0.06)
    return make.main


def lining(make: Making) -> Finish | None:
    """The glaze inside of what is dark or strong in colour outside: pale, so that all it holds is seen; else None."""
    return plain("efe9dc", make.main.shine) if total_of(make.rgb) < 1.75 else None


def ear(at: Spot, far: float, low: float, high: float, line: Line, thick: float, *, square: float = 0.5) -> Mesh:
    """A handle on the left of a body: a loop out to `far` between two heights; `square` is how boxy it is."""
    top = at.y + radius_at(line, high) * at.wide - 0.0012
    base = at.y + radius_at(line, low) * at.wide - 0.0012
    out, tall = far - thick * 0.95, high - low
    span = out - max(top, base)
    bow = [
        (0.0, top, high - thick * 0.3),
        (0.0, top + span * 0.45, high + tall * 0.04 * square),
        (0.0, out - span * (0.3 - 0.22 * square), high - tall * (0.14 - 0.06 * square)),
        (0.0, out, high - tall * 0.36),
        (0.0, out - span * (0.16 - 0.14 * square), high - tall * (0.66 + 0.04 * square)),
        (0.0, base + span * 0.42, low + tall * (0.1 - 0.06 * square)),
        (0.0, base, low),
    ]
    return sweep(curve(bow, 5), thick * 0.8, flat=thick * 1.1, up=(0.0, 0.0, 1.0)).moved(at.x)


def spouted(mesh: Mesh, at: Spot, top: float, deep: float, reach: float, *, narrow: float = 22.0) -> Mesh:
    """A body whose rim is pulled out and up into a lip on its right."""

    def pulled(points: Array) -> Array:
        x, y = points[:, 0] - at.x, (points[:, 1] - at.y) / at.wide
        off = np.degrees(np.arctan2(x, -y))
        near = np.exp(-((off / narrow) ** 2)) * np.clip((points[:, 2] - top + deep) / deep, 0.0, 1.0) ** 1.6
        r = np.sqrt(x * x + y * y)
        grown = 1 + near * reach / np.maximum(r, 1e-6) * (r > 0.3 * at.radius)
        return np.column_stack([at.x + x * grown, at.y + y * grown * at.wide, points[:, 2]])

    return mesh.bent(pulled)


def dregs(at: Spot, inner: Line) -> Iterator[Piece]:
    """What coffee leaves in a cup: a dark floor and a mark as high as it stood."""
    floor, h = inner[-1][1], inner[0][1]
    for share, hides in ((0.8, 1.0), (1.0, 0.5)):
        puddle = at.put(disc(inner[-2][0] * share, floor + h * 0.003 * (2 - share)))
        yield Piece("dirt", puddle, COFFEE._replace(opacity=hides), when=("dirty",))
    yield from tide_mark(at, list(reversed(inner[:-2])), h * 0.46, h * 0.84, COFFEE)


@draws("mug", inside=CLAY)
def mug(make: Making) -> Iterator[Piece]:
    """A cup with a rolled rim and a thick handle on its left, plain, striped or printed."""
    at, h, luck = spot(make), make.size[2], make.luck
    r, wall = at.radius, 0.03 * make.size[0] + 0.0012
    form = luck.choice(["straight", "barrel", "tapered", "straight"])
    foot, belly, top = {"straight": (0.92, 1.0, 1.0), "barrel": (0.8, 1.0, 0.93), "tapered": (0.74, 0.9, 1.0)}[form]
    outer = profile(
        [
            (r * foot * 0.9, 0.0),
            (r * foot, 0.003),
            (r * (foot + belly) / 2 + r * 0.02, h * 0.12),
            (r * belly, h * 0.42),
            (r * (belly + top) / 2, h * 0.72),
            (r * top, h),
        ],
        4,
        r,
    )
    style = luck.choice(["plain", "print", "print", "stripes", "dipped", "two-tone"])
    line = contrast(make)
    inside = lining(make)
    if style == "two-tone" and inside is None:
        inside = plain(mixed(line.colour, (1.0, 1.0, 1.0), 0.5), make.main.shine)
    yield from vessel(make, at, outer, h * 0.08, wall, outside=glaze(make), inside=inside)
    thick = min(0.0075, 0.07 * h)
    handle = ear(
        at,
        make.size[1] / 2,
        h * luck.uniform(0.17, 0.24),
        h * luck.uniform(0.78, 0.86),
        outer,
        thick,
        square=luck.random(),
    )
    yield Piece("handle", handle, make.main)
    if style == "stripes":
        for low, high in luck.choice(
            [((0.55, 0.75),), ((0.7, 0.74), (0.78, 0.82)), ((0.2, 0.26), (0.3, 0.36), (0.4, 0.46))]
        ):
            yield Piece("stripe", at.put(lathe(strip(outer, h * low, h * high))), line)
    elif style == "dipped":
        yield Piece("stripe", at.put(lathe(strip(outer, h * 0.015, h * 0.32))), line)
    elif style == "print":
        motif = luck.choice(["COFFEE", "heart", "dots", "cat", "GOOD/DAY", "I LOVE/TEA", "BEST/MUM"])
        art = printed("mug_print", make.main.shine, ground=make.rgb, colour=line.colour, motif=motif)
        for start in (-44.0, 136.0):
            panel = lathe(
                strip(outer, h * 0.14, h * 0.88, 0.0003), around=(start, start + 88.0), sides=16, unit_uv=True
            )
            yield Piece("print", at.put(panel), art)
    up, inner = hollow(outer, h * 0.08, wall)
    yield from dregs(at, inner)
    yield from smeared(at, up, luck, 0.013, 9)


@draws("cup", inside=CLAY)
def cup(make: Making) -> Iterator[Piece]:
    """A cup that fills its box: china with a low handle, a paper cup with a sleeve, one of plastic or glass."""
    at, h, luck = spot(make), make.size[2], make.luck
    r = at.radius
    line = contrast(make)
    if make.material == "ceramic":
        foot = luck.uniform(0.4, 0.5)
        outer = profile(
            [
                (r * foot, 0.0),
                (r * foot * 0.97, h * 0.04),
                (r * (foot + 0.1), h * 0.12),
                (r * 0.66, h * 0.34),
                (r * 0.74, h * 0.62),
                (r * 0.86, h * 0.85),
                (r, h),
            ],
            4,
        )
        yield from vessel(make, at, outer, h * 0.07, 0.0035, outside=glaze(make), inside=lining(make))
        yield from dregs(at, hollow(outer, h * 0.07, 0.0035)[1])
        handle = ear(at, make.size[1] / 2, h * 0.22, h * 0.72, outer, min(0.0055, 0.05 * h), square=luck.random())
        yield Piece("handle", handle, make.main)
        yield from china_decor(make, at, outer, line)
    elif make.material == "paper":
        outer = [(r * 0.7, 0.0), (r * 0.71, 0.002), (r * 0.95, h - 0.006), (r * 0.95, h - 0.004)]
        yield from vessel(make, at, outer, h * 0.05, 0.0012, outside=make.main, inside=plain("f3f0e8", 0.1))
        yield from dregs(at, hollow(outer, h * 0.05, 0.0012)[1])
        yield Piece("rim", at.put(ring(r - 0.0026, h - 0.0026, 0.0026)), plain(mixed(make.rgb, (1, 1, 1), 0.3), 0.15))
        sleeve = plain("b88a5a", 0.05).with_texture("paper", 0.1)
        yield Piece("sleeve", at.put(lathe(strip(outer, h * 0.3, h * 0.66, 0.0012))), sleeve)
        art = printed(
            "mug_print",
            0.05,
            ground=sleeve.colour,
            colour=(0.25, 0.13, 0.06),
            motif=luck.choice(["COFFEE", "heart", "CAFE"]),
        )
        for start in (-40.0, 140.0):
            panel = lathe(
                strip(outer, h * 0.32, h * 0.64, 0.0016), around=(start, start + 80.0), sides=16, unit_uv=True
            )
            yield Piece("print", at.put(panel), art)
    elif make.material == "plastic":
        outer = profile([(r * x, h * z) for x, z in (*BEAKER, (0.97, 1.0))], 4)
        yield from vessel(make, at, outer, h * 0.06, 0.0024, outside=make.main, inside=plain("f1f1ec", 0.4))
        yield from dregs(at, hollow(outer, h * 0.06, 0.0024)[1])
        yield Piece("rim", at.put(ring(r - 0.003, h - 0.003, 0.003)), make.main)
        motif = luck.choice(["COFFEE", "heart", "dots"])
        art = printed("mug_print", 0.3, ground=make.rgb, colour=line.colour, motif=motif)
        for start in (-44.0, 136.0):
            panel = lathe(strip(outer, h * 0.3, h * 0.8, 0.0003), around=(start, start + 88.0), sides=16, unit_uv=True)
            yield Piece("print", at.put(panel), art)
        yield Piece("handle", ear(at, r, h * 0.2, h * 0.74, outer, min(0.006, 0.05 * h), square=1.0), make.main)
    else:
        outer = profile([(r * x, h * z) for x, z in (*BEAKER, (1.0, 1.0))], 4)
        for piece in vessel(make, at, outer, h * 0.06, 0.0028):
            thick = piece.finish._replace(opacity=0.55)  # shows in front of what is pale
            yield replace(piece, finish=thick) if piece.name == "body" else piece
        handle = ear(at, r, h * 0.2, h * 0.74, outer, min(0.005, 0.045 * h), square=0.6)
        yield Piece("handle", handle, edge_of_glass(make))
        outer = strip(outer, 0.003, h)
    yield from smeared(at, [(q[0], q[1]) for q in outer], luck, 0.016)


def china_decor(make: Making, at: Spot, outer: Line, line: Finish) -> Iterator[Piece]:
    """Flowers or lines round the outside of a cup, bowl or pot."""
    h = max(point[1] for point in outer)
    style = make.luck.choice(["flowers", "lines", "flowers", "flowers"])
    if style == "lines":
        for low, high in ((0.86, 0.885), (0.91, 0.965)):
            yield Piece("stripe", at.put(lathe(strip(outer, h * low, h * high))), line)
    else:
        low, high = 0.48, 0.82
        around = 2 * math.pi * radius_at(outer, h * 0.65)
        repeats = max(2, round(around / (h * (high - low)) / 2.2))
        art = printed("china_flowers", 0.5, ground=make.rgb, colour=line.colour)
        starts = [k * 360.0 / repeats for k in range(repeats)]
        panels = slats(strip(outer, h * low, h * high, 0.0003), starts, 360.0 / repeats, columns=max(4, 48 // repeats))
        yield Piece("print", at.put(panels), art)


@draws("bowl", "mixing_bowl", inside=CLAY)
def bowl(make: Making) -> Iterator[Piece]:
    """A round bowl on a foot; mixing bowls are plainer, with a rolled rim."""
    at, h, luck = spot(make), make.size[2], make.luck
    r, mixing = at.radius, make.type == "mixing_bowl"
    floor = make.form.cavities[0].z[0] * h
    form = luck.choice(["round", "flared", "steep"])
    foot = 0.55 if form == "steep" else 0.46
    sides = {"round": [(0.72, 0.24), (0.9, 0.5), (0.98, 0.78)], "flared": [(0.62, 0.24), (0.78, 0.5), (0.9, 0.8)]}
    sides["steep"] = [(0.76, 0.16), (0.9, 0.4), (0.96, 0.75)]
    points = [(r * foot, 0.0), (r * foot * 0.98, h * 0.05), *((r * x, h * z) for x, z in sides[form]), (r, h)]
    outer = profile(points, 4, r)
    wall = 0.0022 if make.material == "metal" else 0.0032 if glassy(make) else 0.0042
    pale = None if glassy(make) or make.material == "metal" else lining(make)
    finish = None if glassy(make) else glaze(make)
    yield from vessel(make, at, outer, floor, wall, outside=finish, inside=pale)
    line = contrast(make)
    up, inner = hollow(outer, floor, wall)
    if mixing and not glassy(make):
        yield Piece("rim", at.put(ring(r - 0.0032, h - 0.003, 0.0032, 0.003)), make.main)
        if make.material != "metal" and luck.chance(0.5):
            for low, high in ((0.6, 0.66), (0.7, 0.76)):
                yield Piece("stripe", at.put(lathe(strip(outer, h * low, h * high))), line)
    elif not glassy(make):
        yield from china_decor(make, at, outer, line)
        if luck.chance(0.4):
            band = [(p[0] - 0.0005, p[1]) for p in strip(list(reversed(inner)), h * 0.82, h * 0.93, 0.0)]
            yield Piece("stripe", at.put(lathe(band).inside_out()), line)
    yield from spilt(at, inner, inner[-3][0] * 1.1, luck, r * 0.2, 12)
    yield from smeared(at, inner[1:-1], luck, r * 0.13)
    yield from smeared(at, up, luck, 0.06 * r + 0.006)
