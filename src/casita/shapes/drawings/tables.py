"""Tables: for dining, for coffee, beside a chair, and desks."""

from __future__ import annotations

import math
from collections.abc import Iterator

from casita.seeds import Stream
from casita.shapes.drawings.chests import carcass, legs_of, lid_of
from casita.shapes.drawings.fitted import joinery_finish
from casita.shapes.drawings.upholstery import padded
from casita.shapes.drawings.woodwork import corners, grained, plank, round_leg, square_leg
from casita.shapes.finish import BLACK, STEEL, Finish, glass, mixed, plain
from casita.shapes.flats import block
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import curve, cylinder, disc, lathe, sweep

TURNED = (
    (0.6, 0.0),
    (0.75, 0.02),
    (0.55, 0.06),
    (0.5, 0.1),
    (0.8, 0.2),
    (0.95, 0.42),
    (0.75, 0.6),
    (0.55, 0.66),
    (1.0, 0.7),
    (0.7, 0.74),
)
"""Outline of a turned leg up to its square block: radius and height in fractions."""


def table_finish(make: Making) -> Finish:
    """The finish of a table's top and legs."""
    if make.material == "glass":
        return glass(mixed(make.rgb, (0.75, 0.9, 0.88), 0.12), 0.45)
    if make.material == "plastic":
        return plain(make.rgb, 0.35)
    return joinery_finish(make) if make.material != "stone" else make.main


def frame_finish(make: Making) -> Finish:
    """What carries the top: of its own material, but steel or lacquer under glass."""
    if make.material == "glass":
        return plain(make.rgb, 0.2).with_texture("wood", 0.5) if make.colour == "brown" else plain(make.rgb, 0.5)
    return table_finish(make)


def turned_leg(x: float, y: float, high: float, thick: float) -> Mesh:
    """A leg from the lathe with a square block at its top."""
    r = thick / 2
    profile = [(0.0, 0.0), *((r * a, high * z) for a, z in TURNED), (r * 0.7, high * 0.78)]
    cube = block((x - r, y - r, high * 0.77), (x + r, y + r, high), bevel=0.003, fine=1)
    smooth = curve(profile[1:], 2)
    return joined([lathe([(0.0, 0.0), *smooth], sides=16).moved(x, y), cube])


@draws("dining_table", "coffee_table", "side_table")
def table(make: Making) -> Iterator[Piece]:
    """A top on legs, with an apron; or with drawers, or with room for a shelf between its legs."""
    if make.variant in ("drawer", "two_drawers"):
        yield from _with_drawers(make)
        return
    d, w, h = make.size
    luck = make.luck.child("table")
    top, frame = table_finish(make), frame_finish(make)
    share = make.form.solids[0].z[0]
    thick = min(h * (1.0 - share), 0.045 if make.material != "glass" else 0.014)
    if make.variant == "round":
        yield from _pedestal(make, luck, top, frame, thick)
        return
    under = h - thick
    yield from _top(make, luck, top, thick)
    post = min(make.form.solids[1].x[1] - make.form.solids[1].x[0], 0.07)
    thick_leg = min(post * min(d, w) * 1.1, 0.085)
    if make.type == "dining_table":
        thick_leg = max(thick_leg, 0.055)
    style = "square" if make.variant == "shelf" else luck.choice(_styles(make))
    x, y = d / 2 - 0.02 * d - thick_leg / 2, w / 2 - 0.02 * w - thick_leg / 2
    yield from _legs(style, x, y, under, thick_leg, frame, make)


def _styles(make: Making) -> tuple[str, ...]:
    if make.material in ("metal", "glass"):
        return ("tube", "frame", "hairpin") if make.type != "dining_table" else ("tube", "frame", "tapered")
    if make.type == "dining_table":
        return ("apron", "turned", "tapered", "trestle")
    return ("apron", "tapered", "turned", "hairpin", "splayed")


def _top(make: Making, luck: Stream, finish: Finish, thick: float) -> Iterator[Piece]:
    d, w, h = make.size
    if make.material == "glass":
        yield Piece("top", padded((-d / 2, -w / 2, h - thick), (d / 2, w / 2, h), radius=0.004), finish)
        edge = [
            (-d / 2 + 0.003, -w / 2 + 0.003),
            (d / 2 - 0.003, -w / 2 + 0.003),
            (d / 2 - 0.003, w / 2 - 0.003),
            (-d / 2 + 0.003, w / 2 - 0.003),
        ]
        rim = sweep([(x, y, h - thick / 2) for x, y in edge], thick * 0.4, flat=0.003, sides=4, closed=True)
        yield Piece("edge", rim, plain(mixed(make.rgb, (0.35, 0.62, 0.55), 0.6), 0.8))
        return
    yield Piece(
        "top", grained(block((-d / 2, -w / 2, h - thick), (d / 2, w / 2, h), bevel=min(0.008, thick * 0.35))), finish
    )
    if make.material == "wood" and luck.chance(0.6) and min(d, w) > 0.4:
        count = max(round(d / 0.19), 2)
        dark = finish.darker(0.62)
        for k in range(1, count):
            x = -d / 2 + d * k / count
            yield Piece(
                "joint",
                block((x - 0.0012, -w / 2 + 0.006, h - 0.002), (x + 0.0012, w / 2 - 0.006, h + 0.0003), bevel=0.0),
                dark,
            )


def _legs(style: str, x: float, y: float, under: float, thick: float, finish: Finish, make: Making) -> Iterator[Piece]:
    d, w, h = make.size
    tall = h > 0.6
    if style in ("apron", "turned", "tapered") or style == "square":
        apron = min(0.09 if tall else 0.055, h * 0.16)
        for px, py in corners(x, y):
            if style == "turned":
                yield Piece("leg", turned_leg(px, py, under, thick), finish)
            else:
                taper = 0.55 if style == "tapered" else 1.0
                foot = (px, py)
                yield Piece("leg", square_leg((px, py, under), foot, thick, taper=taper), finish)
        board = finish if finish.texture is None else finish.darker(0.94)
        if style != "tapered" or tall:
            for side in (-1.0, 1.0):
                a = sorted((side * (x + thick * 0.3), side * (x + thick * 0.3 - 0.018)))
                yield Piece("apron", plank((a[0], -y, under - apron), (a[1], y, under + 0.001)), board)
                b = sorted((side * (y + thick * 0.3), side * (y + thick * 0.3 - 0.018)))
                yield Piece("apron", plank((-x, b[0], under - apron), (x, b[1], under + 0.001)), board)
    elif style == "trestle":
        for side in (-1.0, 1.0):
            py = side * (y - 0.02)
            yield Piece("leg", plank((-x * 0.3, py - thick / 2, 0.05), (x * 0.3, py + thick / 2, under), 0.006), finish)
            yield Piece(
                "foot",
                padded((-x - thick / 2, py - thick * 0.6, 0.0), (x + thick / 2, py + thick * 0.6, 0.06), radius=0.015),
                finish,
            )
            yield Piece(
                "rail",
                plank((-x * 0.9, py - thick * 0.5, under - 0.06), (x * 0.9, py + thick * 0.5, under + 0.001)),
                finish,
            )
        yield Piece("rail", plank((-0.025, -y, h * 0.4), (0.025, y, h * 0.54)), finish.darker(0.94))
    elif style == "splayed":
        for px, py in corners(x - 0.1 * d, y - 0.1 * w):
            foot = (math.copysign(x + thick * 0.2, px), math.copysign(y + thick * 0.2, py))
            yield Piece("leg", round_leg((px, py, under + 0.001), foot, min(thick, 0.05), taper=0.5), finish)
    elif style == "hairpin":
        iron = finish if make.material in ("metal", "glass") else plain("242426", 0.4)
        for px, py in corners(x - 0.03, y - 0.03):
            sx, sy = math.copysign(1.0, px), math.copysign(1.0, py)
            tip = (px + sx * 0.018, py + sy * 0.018, 0.007)
            line = [
                (px - sx * 0.07, py, under),
                (tip[0] - sx * 0.006, tip[1], 0.012),
                tip,
                (tip[0], tip[1] - sy * 0.006, 0.012),
                (px, py - sy * 0.07, under),
            ]
            yield Piece("leg", sweep(line, 0.006, sides=8), iron)
            yield Piece(
                "plate",
                block(
                    (px - 0.045, py - 0.045, under - 0.004), (px + 0.03, py + 0.03, under + 0.001), bevel=0.001, fine=1
                ),
                iron,
            )
    elif style == "tube":
        for px, py in corners(x, y):
            yield Piece(
                "leg", round_leg((px, py, under + 0.001), (px, py), min(thick, 0.05), taper=1.0, sides=16), finish
            )
            yield Piece("foot", cylinder(min(thick, 0.05) * 0.52, 0.0, 0.012, sides=16).moved(px, py), STEEL)
            yield Piece(
                "plate",
                cylinder(min(thick / 2 + 0.018 * min(d, w), 0.06), under - 0.006, under + 0.001, sides=16).moved(
                    px, py
                ),
                finish,
            )
        yield from _ring(x, y, under - 0.02, 0.009, finish)
    else:
        bar = min(thick, 0.035)
        for px, py in corners(x, y):
            yield Piece(
                "leg", plank((px - bar / 2, py - bar / 2, 0.0), (px + bar / 2, py + bar / 2, under + 0.001)), finish
            )
        yield from _ring(x, y, under - bar / 2, bar / 2, finish)
        yield from _ring(x, y, bar / 2, bar / 2, finish)


def _ring(x: float, y: float, z: float, thick: float, finish: Finish) -> Iterator[Piece]:
    """Bars between four legs at a height."""
    for side in (-1.0, 1.0):
        yield Piece("rail", plank((side * x - thick, -y, z - thick), (side * x + thick, y, z + thick), 0.002), finish)
        yield Piece("rail", plank((-x, side * y - thick, z - thick), (x, side * y + thick, z + thick), 0.002), finish)


def _pedestal(make: Making, luck: Stream, top: Finish, frame: Finish, thick: float) -> Iterator[Piece]:
    """A round top on one column with a foot."""
    d, w, h = make.size
    r, wide, b = d / 2, w / d, min(0.008, thick * 0.4)
    rim = [(0.0, h - thick), (r - b, h - thick), (r, h - thick + b), (r, h - b), (r - b * 0.3, h - b * 0.3), (r - b, h)]
    yield Piece("top", lathe(rim, sides=48, crease=50.0).scaled(1.0, wide, 1.0), top)
    flat = disc(r - b, h, sides=48).scaled(1.0, wide, 1.0)
    yield Piece("top", flat.each(lambda level: level._replace(uv=level.points[:, [1, 0]])), top)
    if make.material != "glass":
        ring = [(r * 0.84, h - thick - 0.05), (r * 0.84, h - thick)]
        yield Piece("apron", lathe([(r * 0.82, h - thick - 0.05), *ring], sides=40).scaled(1.0, wide, 1.0), frame)
    column, foot, under = 0.08 * d, 0.25 * d, h - thick
    style = luck.choice(("turned", "tulip", "claw"))
    if style == "tulip":
        line = curve(
            [
                (foot, 0.0),
                (foot * 0.97, 0.012),
                (foot * 0.6, 0.04),
                (column * 0.9, 0.16 * h),
                (column * 0.55, 0.5 * h),
                (column * 0.7, 0.85 * h),
                (column * 1.6, under),
            ],
            4,
        )
        yield Piece("column", lathe([(0.0, 0.0), *line], sides=40), frame)
        return
    shape = [
        (0.7, 0.06),
        (0.95, 0.1),
        (0.95, 0.16),
        (0.6, 0.19),
        (0.85, 0.28),
        (1.0, 0.42),
        (0.75, 0.58),
        (0.55, 0.64),
        (0.8, 0.68),
        (0.6, 0.75),
        (0.75, 0.9),
        (1.3, 0.955),
    ]
    line = curve([(column * a, z * under / 0.955) for a, z in shape], 3)
    yield Piece("column", lathe([(0.0, line[0][1]), *line, (0.0, line[-1][1])], sides=32), frame)
    if style == "turned":
        base = [(0.0, 0.0), (foot, 0.0), (foot, 0.022), (foot * 0.92, 0.03), (foot * 0.85, 0.045)]
        base += [(column, 0.07), (0.0, 0.07)]
        yield Piece("foot", lathe(base, sides=40), frame)
        return
    for k in range(4):
        a = math.radians(45 + 90 * k)
        c, s = math.cos(a), math.sin(a)
        bend = [(column * 0.5, 0.22 * h), (foot * 0.5, 0.15 * h), (foot * 0.85, 0.05), (foot * 1.12, 0.022)]
        leg = [(t * c, t * s, z) for t, z in curve(bend, 4)]
        yield Piece(
            "foot", sweep(leg, [0.045] * 4 + [0.035] * 4 + [0.022] * (len(leg) - 8), flat=0.026, sides=8), frame
        )


def _with_drawers(make: Making) -> Iterator[Piece]:
    """A table whose upper part has drawers in it."""
    d, w, h = make.size
    finish, lid = joinery_finish(make), lid_of(make, 0.035)
    yield Piece("top", grained(block((-d / 2, -w / 2, h - lid), (d / 2, w / 2, h), bevel=0.005)), finish)
    yield from carcass(make, finish, (0.0, 1.0))
    yield from legs_of(make, make.luck.child("table"), finish)


@draws("desk")
def desk(make: Making) -> Iterator[Piece]:
    """A work table: on a frame, on panels or on legs; or with a stack of drawers on its left."""
    d, w, h = make.size
    luck = make.luck.child("desk")
    finish = table_finish(make)
    thick = min(0.05 * h, 0.032)
    under = h - thick
    yield Piece("top", grained(block((-d / 2, -w / 2, under), (d / 2, w / 2, h), bevel=0.004)), finish)
    drawers = bool(make.form.parts)
    style = (
        luck.choice(("steel", "panel", "wood"))
        if make.material != "wood"
        else luck.choice(("wood", "panel", "steel", "wood"))
    )
    legs = finish if style != "steel" else luck.choice((BLACK, STEEL, plain("e8e8e6", 0.4)))
    bar = 0.04 * w
    for side in (-1.0,) if drawers else (-1.0, 1.0):
        ys = sorted((side * w / 2, side * (w / 2 - min(bar, 0.05))))
        front, back = 0.48 * d, -0.48 * d
        if style == "panel":
            yield Piece("side", plank((back, ys[0] + 0.004, 0.0), (front, ys[1], under)), finish)
            continue
        wide = min(0.08 * d, 0.055)
        for x in (back, front - wide):
            yield Piece("leg", plank((x, ys[0] + 0.002, 0.0), (x + wide, ys[1], under)), legs)
        if style == "steel":
            yield Piece("rail", plank((back, ys[0] + 0.004, 0.0), (front, ys[1] - 0.002, 0.03)), legs)
        yield Piece("rail", plank((back, ys[0] + 0.004, under - 0.06), (front, ys[1] - 0.002, under + 0.001)), legs)
    inside = w / 2 - min(bar, 0.05)
    left = inside if not drawers else 0.17 * w
    yield Piece(
        "back_panel",
        plank((-0.47 * d, -inside, h * 0.55), (-0.47 * d + 0.018, left, under + 0.001)),
        finish,
    )
    yield Piece(
        "rail",
        plank((0.4 * d, -inside, under - 0.05), (0.4 * d + 0.018, left, under + 0.001)),
        finish.darker(0.92) if style != "steel" else legs,
    )
    if drawers:
        yield from carcass(make, finish, (0.67, 1.0))
        low = 0.06 * h
        for x, y in corners(0.46 * d - 0.02, 0.14 * w):
            yield Piece(
                "foot",
                square_leg((x, y + 0.335 * w, low + 0.002), (x, y + 0.335 * w), 0.045, taper=0.7),
                BLACK if style == "steel" else finish,
            )
    grommet = lathe([(0.022, h), (0.03, h + 0.0009), (0.034, h)], sides=20)
    yield Piece("grommet", grommet.moved(-0.38 * d, -0.3 * w), BLACK)
    yield Piece("grommet", disc(0.023, h + 0.0004, sides=16).moved(-0.38 * d, -0.3 * w), plain("0d0d0e"))
