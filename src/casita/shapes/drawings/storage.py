"""What things are kept in: dressers, television stands, shelves and safes."""

from __future__ import annotations

import math
from collections.abc import Iterator

from casita.exact import total_of
from casita.shapes.drawings.chests import IN_SHADE, carcass, legs_of, lid_of
from casita.shapes.drawings.fitted import bow, button, joinery_finish, lining, shaded, shaded_edge
from casita.shapes.drawings.media import bays
from casita.shapes.drawings.woodwork import corners, grained, plank
from casita.shapes.finish import BLACK, CHROME, STEEL, Finish, mixed, plain, printed
from casita.shapes.flats import block, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import cylinder, disc, lathe, sweep

PAINT = 0.08
"""How much white there is in the paint of a black safe, so that its edges show."""


@draws("dresser", "tv_stand")
def chest(make: Making) -> Iterator[Piece]:
    """A body with drawers on legs or a plinth; or an open one that shelves are put in."""
    d, w, h = make.size
    luck = make.luck.child("chest")
    finish = joinery_finish(make)
    thick = lid_of(make, 0.03)
    shelved = all(part.type != "drawer" for part in make.form.parts)
    yield Piece(
        "top",
        grained(block((-d / 2, -w / 2, h - thick), (d / 2, w / 2, h), bevel=min(0.006, thick * 0.3))),
        finish.darker(0.7) if make.type == "dresser" else finish,
    )
    if not shelved:
        yield from carcass(make, finish, (0.0, 1.0))
        if make.type == "tv_stand":
            yield from bays(make, finish)
        else:
            yield from legs_of(make, luck, finish)
        return
    side = 0.03 * w
    for sign in (-1.0, 1.0):
        ys = sorted((sign * (w / 2 - 0.002), sign * (w / 2 - side)))
        yield Piece("side", plank((-d / 2, ys[0], 0.0), (d / 2 - 0.004, ys[1], h - thick + 0.002)), finish)
    low = 0.05 * h if make.type == "tv_stand" else 0.0
    yield Piece(
        "back",
        plank((-d / 2, -w / 2 + side, low), (-d / 2 + 0.02 * d, w / 2 - side, h - thick + 0.002)),
        finish.darker(0.62) if total_of(make.rgb) > 0.6 else plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.12), 0.1),
    )
    shelves = sorted(part.z for part in make.form.parts)
    yield Piece(
        "plinth",
        plank((-d / 2 + 0.02 * d, -w / 2 + side, 0.0), (d / 2 - 0.05 * d, w / 2 - side, shelves[0][0] * h - 0.001)),
        finish.darker(0.85),
    )
    for a, b in zip(shelves, [*shelves[1:], (1.0 - thick / h, 1.0)], strict=True):
        rail = plank((-d / 2 + 0.02 * d, -w / 2 + side, a[1] * h), (-d / 2 + 0.05 * d, w / 2 - side, b[0] * h), 0.001)
        yield Piece("rail", rail, finish.darker(0.92))
    if make.type == "tv_stand":
        hole = cylinder(0.03, 0.0, 0.002, sides=16).turned("y", 90.0)
        for part in make.form.parts:
            z = (part.z[0] + part.z[1]) / 2 * h
            yield Piece("cable_hole", hole.moved(-d / 2 + 0.02 * d, 0.0, z), BLACK)


@draws("shelving_unit", "bookshelf")
def shelves(make: Making) -> Iterator[Piece]:
    """Sides, a back and a top around shelves that are things of their own: of boards, or of steel posts."""
    d, w, h = make.size
    luck = make.luck.child("shelves")
    finish = joinery_finish(make)
    panel = make.form.solids[0].y[1] * w
    board = (1.0 - make.form.solids[2].z[0]) * h
    thick = min(board, 0.03)
    back = 0.03 * d
    if make.type == "shelving_unit" and luck.chance(0.7) and make.material == "metal":
        yield from _ladders(make, finish, min(max(panel, 0.028), 0.04), thick)
        return
    for side in (-1.0, 1.0):
        ys = sorted((side * w / 2, side * (w / 2 - panel)))
        yield Piece("side", plank((-d / 2, ys[0], 0.0), (d / 2, ys[1], h - thick + 0.004)), finish)
        start, along = (-d / 2, d - 0.02) if side > 0 else (d / 2 - 0.02, 0.02 - d)
        inner = sheet((start, side * (w / 2 - panel - 0.0006), 0.0), (along, 0.0, 0.0), (0.0, 0.0, h - thick))
        yield Piece("side", inner, finish.darker(IN_SHADE))
    crown = luck.chance(0.5) or make.type == "shelving_unit"
    yield Piece("top", grained(block((-d / 2, -w / 2, h - thick), (d / 2, w / 2, h), bevel=0.004)), finish)
    if crown:
        yield Piece(
            "crown",
            plank((d / 2 - 0.02, -w / 2 + panel, h - board), (d / 2 - 0.002, w / 2 - panel, h - thick + 0.004)),
            finish,
        )
    rear = finish.darker(0.55) if total_of(make.rgb) > 0.6 else plain(mixed(make.rgb, (1.0, 1.0, 1.0), 0.14), 0.1)
    yield Piece(
        "back", plank((-d / 2, -w / 2 + panel, 0.0), (-d / 2 + back * 0.9, w / 2 - panel, h - thick + 0.004)), rear
    )
    seams = 1 if w < 0.8 else 2
    for k in range(seams):
        y = -w / 2 + w * (k + 1) / (seams + 1)
        yield Piece(
            "seam",
            sheet((-d / 2 + back * 0.9 + 0.0006, y - 0.0025, 0.03 * h), (0.0, 0.005, 0.0), (0.0, 0.0, 0.94 * h)),
            rear.darker(0.7),
        )
    yield Piece(
        "plinth",
        plank((-d / 2 + back, -w / 2 + panel, 0.0), (d / 2 - 0.025, w / 2 - panel, 0.02 * h - 0.001)),
        finish.darker(0.8),
    )


def _ladders(make: Making, finish: Finish, post: float, thick: float) -> Iterator[Piece]:
    """A shelving unit with open sides: four posts with rungs under the shelves; of steel also with crossed braces."""
    d, w, h = make.size
    for x, y in corners(d / 2 - post / 2, w / 2 - post / 2):
        yield Piece("post", plank((x - post / 2, y - post / 2, 0.0), (x + post / 2, y + post / 2, h)), finish)
    for part in make.form.parts:
        z = part.z[0] * h
        for side in (-1.0, 1.0):
            y = side * (w / 2 - post / 2)
            rung = plank((-d / 2 + post, y - post * 0.3, z), (d / 2 - post, y + post * 0.3, z + 0.03))
            yield Piece("rung", rung, finish)
    if make.material == "metal":
        x = -d / 2 + 0.0125
        for a, b in ((-1.0, 1.0), (1.0, -1.0)):
            line = [(x, a * (w / 2 - post), 0.05 * h), (x, b * (w / 2 - post), 0.95 * h)]
            yield Piece("brace", sweep(line, 0.005, flat=0.012, sides=6), finish.darker(0.85))
    yield Piece("top", plank((-d / 2, -w / 2, h - thick), (d / 2, w / 2, h)), finish)


@draws("safe")
def safe(make: Making) -> Iterator[Piece]:
    """A steel box with a thick door: a dial and a wheel, or a keypad and a lever; bolts and felt inside."""
    d, w, h = make.size
    luck = make.luck.child("safe")
    steel = plain(mixed(make.rgb, (1.0, 1.0, 1.0), PAINT) if total_of(make.rgb) < 0.6 else make.rgb, 0.45)
    low, high = make.hollow
    x_front = (make.form.solids[0].x[1] - 0.5) * d
    foot = 0.012
    for name, a, b in (
        ("bottom", (-d / 2, -w / 2, foot), (x_front, w / 2, low[2] - 0.0005)),
        ("top", (-d / 2, -w / 2, high[2] + 0.0005), (x_front, w / 2, h)),
        ("back", (-d / 2, -w / 2, low[2] - 0.004), (low[0] - 0.0005, w / 2, high[2] + 0.004)),
        ("side", (-d / 2, -w / 2, low[2] - 0.004), (x_front, low[1] - 0.0005, high[2] + 0.004)),
        ("side", (-d / 2, high[1] + 0.0005, low[2] - 0.004), (x_front, w / 2, high[2] + 0.004)),
    ):
        yield Piece(name, block(a, b, bevel=0.006), steel)
    yield Piece(
        "inside", lining(low, (x_front - 0.002, high[1], high[2])), plain("5a2a2c", 0.0).with_texture("carpet", 0.1)
    )
    for x, y in corners(d / 2 - 0.04, w / 2 - 0.03):
        yield Piece("foot", cylinder(0.016, 0.0, foot + 0.001, sides=14).moved(min(x, x_front - 0.02), y), BLACK)
    face = d / 2 - 0.34 * (d / 2 - x_front) - 0.012
    z0, z1 = foot, h
    edge = 0.035 * min(w, h) + 0.006
    slab = block((x_front + 0.0025, -w / 2, z0), (face, w / 2, z1), bevel=0.006)
    yield Piece("door", slab, steel, joint="door")
    inset = block((face - 0.004, -w / 2 + edge, z0 + edge), (face + 0.004, w / 2 - edge, z1 - edge), bevel=0.003)
    yield Piece("door", inset, steel, joint="door")
    stripe = plain("c8a95a", 0.6) if luck.chance(0.5) else CHROME
    yield Piece("seam", shaded_edge((face, -w / 2, z0), (face, w / 2, z1), 0.016), shaded(steel), joint="door")
    y, at = w / 2 - edge * 1.7, face + 0.0042
    frame = [(-y, z0 + edge * 1.7), (y, z0 + edge * 1.7), (y, z1 - edge * 1.7), (-y, z1 - edge * 1.7)]
    for p, q in zip(frame, [*frame[1:], frame[0]], strict=True):
        yield Piece("trim", sweep([(at, *p), (at, *q)], 0.003, sides=4), stripe, joint="door")
    plug = block(
        (x_front - 0.012, low[1] + 0.008, low[2] + 0.008),
        (x_front + 0.003, high[1] - 0.008, high[2] - 0.008),
        bevel=0.002,
        fine=1,
    )
    yield Piece("door", plug, STEEL, joint="door")
    for share in (0.25, 0.5, 0.75):
        z = low[2] + (high[2] - low[2]) * share
        bolt = sweep(
            [
                (x_front - 0.005, high[1] - 0.014, z),
                (x_front - 0.005, high[1] - 0.002, z),
            ],
            0.005,
            sides=10,
        )
        yield Piece("bolt", bolt, CHROME, joint="door")
    for z in (0.2, 0.8):
        hinge = cylinder(0.008, h * z - 0.03, h * z + 0.03, bevel=0.002, sides=14)
        yield Piece("hinge", hinge.moved(x_front + 0.006, -w / 2 + 0.0075), CHROME)
    yield from _lock(make, luck.chance(0.15), face + 0.004)


def _lock(make: Making, dial: bool, face: float) -> Iterator[Piece]:
    d, w, h = make.size
    out = d / 2 - face
    r = (0.13 if dial else 0.21) * min(w, h)
    if dial:
        y, z = 0.0, 0.73 * h
        yield Piece(
            "dial",
            lathe([(r * 1.12, 0.0), (r * 1.12, out * 0.2), (r * 1.05, out * 0.35), (0.0, out * 0.35)], sides=32)
            .turned("y", 90.0)
            .moved(face, y, z),
            CHROME,
            joint="door",
        )
        plate = disc(r * 1.05, sides=32).turned("z", 90.0).turned("y", 90.0).moved(face + out * 0.36, y, z)
        yield Piece("dial", plate, printed("furniture_dial", 0.4), joint="door")
        yield Piece("dial", button((face + out * 0.36, y, z), r * 0.42, out * 0.6, 20), CHROME, joint="door")
        y, z, r = 0.0, 0.35 * h, 0.19 * min(w, h)
        hub = button((face, y, z), r * 0.34, out * 0.8, 20)
        yield Piece("wheel", hub, CHROME, joint="door")
        ball = min(r * 0.16, out * 0.36)
        for k in range(5):
            a = math.radians(90 + 72 * k)
            end = (face + out * 0.62, y + r * 1.15 * math.cos(a), z + r * 1.15 * math.sin(a))
            yield Piece("wheel", sweep([(face + out * 0.62, y, z), end], r * 0.11, sides=8), CHROME, joint="door")
            knob = lathe([(0.0, -ball), (r * 0.15, -ball / 2), (r * 0.15, ball / 2), (0.0, ball)], sides=10)
            yield Piece("wheel", knob.turned("y", 90.0).moved(*end), BLACK, joint="door")
        return
    half = r * 0.95
    y, z = -0.12 * w, 0.62 * h
    pad = block((face, y - half, z - half), (face + out * 0.45, y + half, z + half), bevel=0.004)
    yield Piece("keypad", pad, plain("26262a", 0.3), joint="door")
    keys = sheet(
        (face + out * 0.45 + 0.0004, y - half * 0.9, z - half * 0.9), (0.0, half * 1.8, 0.0), (0.0, 0.0, half * 1.8)
    )
    yield Piece("keypad", keys, printed("furniture_keypad", 0.2, 0.25), joint="door")
    y = 0.24 * w
    yield Piece("lever", button((face, y, z), r * 0.42, out * 0.7, 24), CHROME, joint="door")
    thick = min(out * 0.2, 0.009)
    grip = bow(
        (face + out * 0.4, y, z + r * 0.1),
        (face + out * 0.4, y, z - r * 1.5),
        max(out * 0.58 - 1.4 * thick, 0.001),
        thick,
    )
    yield Piece("lever", joined([grip]), CHROME, joint="door")
    hole = cylinder(r * 0.16, 0.0, 0.002, sides=14).turned("y", 90.0).moved(face, y, 0.28 * h)
    yield Piece("keyhole", hole, CHROME, joint="door")
    yield Piece(
        "keyhole",
        block((face, y - 0.0015, 0.28 * h - 0.008), (face + 0.003, y + 0.0015, 0.28 * h + 0.006), bevel=0.0005, fine=1),
        BLACK,
        joint="door",
    )
