"""Things from pockets and parcels: discs, cards, keys, cartons."""

from __future__ import annotations

import math
from collections.abc import Iterator

from casita.exact import total_of
from casita.shapes.drawings.bodies import across, copies, open_box, slab
from casita.shapes.finish import CHROME, Finish, mixed, plain, printed, rgb, shade
from casita.shapes.flats import block, face, sheet
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import cylinder, disc, lathe, sweep


@draws("cd")
def cd(make: Making) -> Iterator[Piece]:
    """A disc with a hole, its clear hub and bands of rainbow colours."""
    d, w, h = make.size
    luck = make.luck.child("cd")
    radius, hole = d / 2, 0.125 * d / 2
    edge = lathe([(hole, 0.0), (radius, 0.0), (radius, h), (radius * 0.985, h)], sides=64)
    yield Piece("edge", edge.scaled(1.0, w / d), plain(mixed(make.rgb, (0.85, 0.87, 0.9), 0.4), 0.8))
    low, high = (-d / 2, -w / 2, h), (d / 2, w / 2, h)
    named = luck.chance(0.35)
    top = lathe([(radius, h), (hole, h)], sides=64).scaled(1.0, w / d)
    yield Piece("top", across(top, low, high), printed("disc_rainbow", 0.9, colour=make.rgb, printed=named))
    yield Piece("hole", lathe([(hole, h), (hole, 0.0)], sides=24), plain("c9ccd0", 0.6))
    ridge = lathe([(0.3 * radius, h), (0.31 * radius, h + 0.0004), (0.33 * radius, h)], sides=48)
    yield Piece("hub", ridge.scaled(1.0, w / d), plain("dfe3e6", 0.9))
    if named:
        ink = rgb("23252b") if total_of(make.rgb) > 1.4 else rgb("f2f2ee")
        title = printed(
            "name_print",
            0.5,
            ground=make.rgb,
            letters=ink,
            text=luck.choice(("SUMMER MIX", "BEST OF", "LIVE 98")),
            shape=3.4,
        )
        yield Piece(
            "title", face("top", (0.42 * radius, -0.42 * radius, 0.0), (0.66 * radius, 0.42 * radius, h), 0.0003), title
        )


@draws("credit_card")
def credit_card(make: Making) -> Iterator[Piece]:
    """A card with round corners: a bank's name, a chip and a number; a black stripe below."""
    d, w, h = make.size
    luck = make.luck.child("card")
    low, high = (-d / 2, -w / 2, 0.0), (d / 2, w / 2, h)
    ink = rgb("f4f3ee") if total_of(make.rgb) < 1.9 else rgb("26282e")
    body = slab(low, high, radius=0.0035, bevel=0.0004)
    bank = printed(
        "bank_card",
        0.4,
        ground=make.rgb,
        letters=ink,
        name=luck.choice(("NORTH BANK", "UNION", "CREDIT ONE", "ATLAS")),
        wave=luck.chance(0.5),
    )
    yield Piece("edge", body, make.main)
    top = slab(
        (low[0] + 0.0003, low[1] + 0.0003, h - 0.0002),
        (high[0] - 0.0003, high[1] - 0.0003, h + 0.0003),
        radius=0.0034,
        bevel=0.0001,
    )
    yield Piece("print", across(top, low, high), bank)
    stripe = face("bottom", (0.18 * -d, -w / 2, 0.0), (0.38 * d, w / 2, h), 0.0002)
    yield Piece("stripe", stripe, plain("1a1a1c", 0.3))


@draws("key_chain")
def key_chain(make: Making) -> Iterator[Piece]:
    """A split ring with three keys that fan out to the left and a tag on the right."""
    d, w, h = make.size
    luck = make.luck.child("keys")
    metal = make.main._replace(texture=None, shine=0.8) if make.colour in ("silver", "gold") else CHROME
    brass = plain("c7a04c", 0.8) if make.colour != "gold" else plain("b9bdc2", 0.8)
    ring = min(0.16 * w, 0.46 * d)
    middle = -0.1 * w
    wire = min(0.22 * h, 0.0022)
    for k in (0, 1):
        loop = [
            (
                ring * math.cos(math.radians(t)),
                middle + ring * math.sin(math.radians(t)),
                h * 0.5 + (k - 0.5) * wire * 1.8,
            )
            for t in range(0, 360, 12)
        ]
        yield Piece("ring", sweep(loop, wire, sides=8, closed=True), CHROME)
    coloured = make.colour not in ("silver", "gold")
    pivot = (0.0, middle + ring * 0.6, 0.0)
    reach = w / 2 - pivot[1]
    for number, (side, share) in enumerate(((-1.0, 0.92), (0.05, 1.0), (1.0, 0.94))):
        angle = side * _widest(reach * share, d / 2)
        thick = h * 0.3
        low = h * (0.02 + 0.33 * number)
        head, blade = _key(reach * share, thick, luck.chance(0.4))
        place = (pivot[0], pivot[1], low)
        finish = (metal, brass, metal)[number] if not coloured else (metal, metal, brass)[number]
        yield Piece("key", blade.turned("z", -angle).moved(*place), finish)
        painted = make.main if coloured and number != 1 else finish
        yield Piece("key", head.turned("z", -angle).moved(*place), painted)
    tag_low, tag_high = (-0.3 * d, -w / 2, 0.05 * h), (0.3 * d, middle - ring * 0.9, 0.95 * h)
    tag = slab(tag_low, tag_high, radius=0.16 * d, bevel=0.0012)
    leather = make.main if coloured else plain(luck.choice(("7a2e24", "2f4f7a", "3a2a1e")), 0.2)
    yield Piece("tag", tag, leather)
    stitch = slab(
        (-0.23 * d, -w / 2 + 0.07 * d, 0.9 * h), (0.23 * d, tag_high[1] - 0.07 * d, h), radius=0.12 * d, bevel=0.0003
    )
    yield Piece("tag", stitch, leather.darker(1.25))
    yield Piece(
        "eyelet", cylinder(0.07 * d, 0.03 * h, h, bevel=0.0004, sides=20).moved(0.0, tag_high[1] - 0.09 * d), metal
    )


def _widest(long: float, half: float) -> float:
    """The largest turn in degrees at which a key of this length stays within so far of the middle."""
    turns = [t for t in range(90) if long * (math.sin(math.radians(t)) + 0.1 * math.cos(math.radians(t))) <= half]
    return float(max(turns, default=0))


def _key(long: float, thick: float, square: bool) -> tuple[Mesh, Mesh]:
    """The head and the blade of a key that points along +y from its hole."""
    bow = 0.23 * long
    hole = 0.09 * long
    ring = lathe([(hole, 0.0), (bow, 0.0), (bow, thick), (hole, thick), (hole, 0.0)], sides=6 if square else 28)
    head = ring.moved(0.0, hole * 0.2)
    start, end = bow * 0.8, long
    shaft = block((-0.045 * long, start, 0.0), (0.06 * long, end * 0.985, thick), bevel=thick * 0.3, fine=1)
    teeth = [
        block(
            (-0.085 * long - 0.012 * long * (k % 2), end - (0.07 + 0.085 * k) * long, 0.0),
            (-0.03 * long, end - (0.02 + 0.085 * k) * long, thick),
            bevel=0.0,
            fine=0,
        )
        for k in range(5)
    ]
    tip = cylinder(0.045 * long, 0.0, thick, sides=10).moved(0.008 * long, end - 0.045 * long)
    groove = block((-0.005 * long, start, thick), (0.02 * long, end * 0.95, thick * 1.12), bevel=0.0, fine=0)
    return head, joined([shaft, *teeth, tip, groove])


KRAFT = rgb("966740")
"""The paler brown of cartons."""


@draws("box")
def box(make: Making) -> Iterator[Piece]:
    """A carton with its flaps taped shut and marks on its sides; white ones are shoe boxes with a lid."""
    d, w, h = make.size
    luck = make.luck.child("box")
    card = make.main._replace(colour=KRAFT) if make.colour == "brown" else make.main
    top = 0.98 * h
    wall = 0.015 * min(d, w)
    low, high = (-d / 2, -w / 2, 0.0), (d / 2, w / 2, top)
    yield Piece("walls", open_box(low, high, wall=wall, base=0.02 * h, radius=0.004, steps=2), card)
    inner = open_box(
        (low[0] + wall, low[1] + wall, 0.02 * h),
        (high[0] - wall, high[1] - wall, top - 0.002),
        wall=0.0005,
        base=0.001,
        radius=0.003,
        steps=1,
    )
    yield Piece("inside", inner, card.darker(0.82))
    lid = slab((-d / 2, -w / 2, top), (d / 2, w / 2, h), radius=0.004, bevel=0.001, steps=2)
    yield Piece("lid", lid, card, joint="lid")
    if make.colour == "white" and luck.chance(0.7):
        yield from _shoe_lid(make)
        return
    yield Piece("seam", face("top", (-0.0015, -w / 2, 0.0), (0.0015, w / 2, h), 0.0003), card.darker(0.5), joint="lid")
    tape = Finish(rgb("c9a566") if luck.chance(0.5) else rgb("e6dcc0"), shine=0.6)
    half = min(0.025, 0.07 * d)
    yield Piece("tape", face("top", (-half, -w / 2, 0.0), (half, w / 2, h), 0.0006), tape, joint="lid")
    for side in ("left", "right"):
        strip = face("left" if side == "left" else "right", (-half, -w / 2, top - 0.22 * h), (half, w / 2, top), 0.0006)
        yield Piece("tape", strip, tape)
    mark = min(0.55 * w, 0.62 * h)
    print_ = card.with_texture("carton_print", 1.0, kind=luck.below(2))
    y0 = -0.42 * w if luck.chance(0.5) else -mark / 2
    yield Piece("print", face("front", (0.0, y0, 0.16 * h), (d / 2, y0 + mark, 0.16 * h + mark), 0.0005), print_)
    side_mark = min(0.5 * d, 0.55 * h)
    for side in ("left", "right"):
        spot = face(
            "left" if side == "left" else "right",
            (-side_mark / 2, -w / 2, 0.14 * h),
            (side_mark / 2, w / 2, 0.14 * h + side_mark),
            0.0005,
        )
        yield Piece("print", spot, print_)
    if luck.chance(0.5):
        size = min(0.34 * w, 0.3 * d)
        label = face("top", (0.12 * d, 0.06 * w, 0.0), (0.12 * d + size, 0.06 * w + size, h), 0.0008)
        yield Piece("label", label, printed("parcel_label", 0.1), joint="lid")
    for y in (-0.12 * w, 0.12 * w):
        hole = disc(0.04 * h, sides=20, wide=0.06 * w).turned("y", -90.0).moved(-d / 2 - 0.0004, y, 0.72 * h)
        yield Piece("grip", hole, plain("2e2318", 0.0))
    edge = copies(
        block((-d / 2 + wall, -w / 2, top - 0.0008), (-d / 2 + 2 * wall, w / 2, top + 0.0001), bevel=0.0002), ((0.0,),)
    )
    yield Piece("fold", edge, card.darker(0.7))
    flap = sheet((d / 2 - 0.0005, -w / 2 + wall, top), (0.0, w - 2 * wall, 0.0), (-0.0002, 0.0, -0.0008))
    yield Piece("fold", flap, card.darker(0.6))


def _shoe_lid(make: Making) -> Iterator[Piece]:
    """A deep lid's rim, a coloured band and a maker's name."""
    d, w, h = make.size
    luck = make.luck.child("shoe_box")
    band = plain(luck.choice(("c0392b", "2b4f9e", "2f7a5a", "33343a")), 0.1)
    top, deep = 0.98 * h, 0.2 * h
    for side in ("front", "left", "right"):
        where = (-d / 2, -w / 2, top - deep), (d / 2, w / 2, top - deep * 0.86)
        if side == "front":
            yield Piece("band", face("front", *where, 0.0005), band)
        else:
            yield Piece("band", face("left" if side == "left" else "right", *where, 0.0005), band)
    name = luck.choice(("STRIDE", "WALKER", "NORD"))
    ground = make.rgb
    words = printed("name_print", 0.1, ground=ground, letters=band.colour, text=name, shape=3.0, rule=True)
    yield Piece("name", face("top", (-0.16 * d, -0.3 * w, 0.0), (0.16 * d, 0.3 * w, h), 0.0005), words, joint="lid")
    yield Piece("name", face("front", (0.0, -0.26 * w, 0.2 * h), (d / 2, 0.26 * w, 0.52 * h), 0.0005), words)
    size = printed(
        "label",
        0.0,
        ground=rgb("f6f5f0"),
        letters=shade(rgb("303030"), 1.0),
        lines=(("SIZE", 0.2), ("42", 0.3), ("brown", 0.16)),
    )
    half = min(0.13 * d, 0.2 * h)
    yield Piece("label", face("left", (-half, -w / 2, 0.3 * h), (half, w / 2, 0.3 * h + 2 * half), 0.0005), size)
