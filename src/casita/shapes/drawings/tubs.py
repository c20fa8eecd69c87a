"""Food that is eaten from a tub or a tray."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from casita.shapes.drawings.foodstuff import (
    berry,
    fitted,
    lumps,
    skin,
    spread,
    strewn,
    toned,
)
from casita.shapes.finish import mixed, plain, printed, rgb
from casita.shapes.flats import block, patch, rounded_outline
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import disc, lathe

FULL, HALF, LITTLE = (0.75, 1.0), (0.25, 0.75), (-1.0, 0.25)


@draws("french_fries", inside=plain("f4e2a4"))
def french_fries(make: Making) -> Iterable[Piece]:
    """A heap of sticks in a shallow paper tray; the tray is left when they are eaten."""
    luck = make.luck
    colour = toned(make, {"yellow": "e6be4c", "gold": "cf9f44"})
    made = []
    for (low, high), count, lift in ((FULL, 64, 0.55), (HALF, 30, 0.2), (LITTLE, 5, 0.0)):
        spots = []
        for x, y in spread(count, 0.78, luck):
            z = 0.1 + lift * (1 - 0.7 * (x * x + y * y)) + luck.uniform(-0.05, 0.12)
            spots.append((x * 0.62, y * 0.8, z))
        for k, tone in enumerate((colour, mixed(colour, rgb("b87a2a"), 0.35), mixed(colour, (1, 0.95, 0.7), 0.3))):
            mine = spots[k::3]
            half = (0.26, 0.46, 0.36)[k]
            stick = block((-half, -0.055, -0.055), (half, 0.055, 0.055), bevel=0.0)
            leans, turns = ([luck.uniform(-a, a) + b for _ in mine] for a, b in ((24, 0), (75, 90)))
            fries = plain(tone, 0.15).with_texture("food_pulp", 0.5)
            made.append(Piece("body", strewn(stick, mine, lean=leans, turn=turns), fries, amount=(low, high)))
    paper = mixed(colour, *luck.choice(((rgb("f6efd8"), 0.35), (rgb("a8742c"), 0.45))))
    made.append(Piece("tray", _tray(0.86, 1.05, 0.3), plain(paper, 0.1)))
    return fitted(made, make.size)


def _tray(depth: float, width: float, height: float) -> Mesh:
    """A paper tray with leaning sides, seen from both sides."""
    rows = []
    for grow, z in ((0.0, 0.004), (0.78, 0.0), (0.8, 0.01), (1.0, height), (1.03, height)):
        outline = np.array(rounded_outline(2 * depth * max(grow, 0.001), 2 * width * max(grow, 0.001), 0.25 * grow))
        ring = np.column_stack([outline, np.full(len(outline), z)])
        rows.append(np.vstack([ring, ring[:1]]))
    return patch(np.stack(rows), two_sided=True)


TUB = {"white": "f0ece2", "pink": "e8a5b4", "brown": "7a4f33", "beige": "dcc59c"}


@draws("ice_cream", inside=plain("f3e6cf"))
def ice_cream(make: Making) -> Iterable[Piece]:
    """An open paper tub with a printed band and scoops in it; the spoon has hollowed it when half eaten."""
    luck = make.luck
    colour = toned(make, TUB)
    shell = [
        (0, 0.0),
        (0.8, 0.0),
        (0.82, 0.03),
        (0.97, 1.5),
        (1.0, 1.52),
        (1.0, 1.62),
        (0.95, 1.64),
        (0.93, 1.5),
        (0.78, 0.06),
        (0, 0.05),
    ]
    made = [Piece("tub", lathe(shell, unit_uv=True), plain(mixed(colour, (1, 1, 1), 0.06), 0.3))]
    words = {"white": "VANILLA", "pink": "STRAWBERRY", "brown": "CHOCOLATE", "beige": "CARAMEL"}[make.colour]
    band = lathe([(0.857, 0.28), (0.958, 1.3)], unit_uv=True, around=(-180.0, 180.0))
    made.append(
        Piece(
            "label",
            band,
            printed(
                "pack_band",
                0.3,
                ground=colour,
                words=("ICE CREAM", words),
                letters=rgb(luck.choice(("7a2f4a", "2f4a7a", "5a3a22"))),
            ),
        )
    )
    cream = plain(colour, 0.35).with_texture("food_pulp", 0.6)
    ball_ = skin(
        [(0, -0.9), (0.6, -0.8), (1.0, -0.1), (0.8, 0.6), (0.4, 0.92), (0, 1.0)],
        sides=32,
        rings=14,
        warp=lumps(luck, 0.08, 3.0),
    )
    scoops = [
        ball_.scaled(0.46, 0.46, 0.42).moved(0.42 * math.cos(a), 0.42 * math.sin(a), 1.62) for a in (0.5, 2.6, 4.7)
    ]
    made.append(Piece("body", joined(scoops), cream, amount=FULL))
    made.append(Piece("body", lathe([(0.95, 1.5), (0.6, 1.54), (0, 1.56)]), cream, amount=FULL))
    hollow = lathe([(0.93, 1.42), (0.75, 1.3), (0.4, 1.05), (0, 1.0)]).bent(lumps(luck, 0.03, 5.0))
    made += [Piece("body", hollow, cream, amount=HALF), Piece("body", scoops[1], cream, amount=HALF)]
    smear = lathe([(0.925, 1.52), (0.9, 1.2), (0.8, 0.3)], around=(140.0, 230.0)).inside_out()
    low = joined([lathe([(0.82, 0.2), (0.5, 0.12), (0, 0.1)]), smear])
    made.append(Piece("body", low, plain(mixed(colour, (0.5, 0.3, 0.2), 0.2), 0.35), amount=LITTLE))
    chips = [(x * 0.8, y * 0.8, 1.98 - 0.3 * math.hypot(x, y)) for x, y in spread(10, 0.8, luck)]
    bits = strewn(berry(0.045, 6), chips)
    made.append(Piece("bits", bits, plain("4a2a18" if make.colour != "brown" else "f0e4cc", 0.3), amount=FULL))
    return fitted(made, make.size)


@draws("popcorn", inside=plain("f6ecc8"))
def popcorn(make: Making) -> Iterable[Piece]:
    """A striped tub heaped with popped corn; the heap sinks as it is eaten."""
    luck = make.luck
    colour = toned(make, {"white": "f2ecdc", "yellow": "e9c75a"})
    shell = [
        (0, 0.0),
        (0.72, 0.0),
        (0.73, 0.02),
        (0.98, 1.6),
        (1.0, 1.62),
        (0.98, 1.64),
        (0.95, 1.6),
        (0.7, 0.05),
        (0, 0.04),
    ]
    stripe = rgb(luck.choice(("b5281f", "b5281f", "2a55a0")))
    ground = (0.95, 0.94, 0.91) if make.colour == "white" else colour
    made = [Piece("tub", lathe(shell[1:6], unit_uv=True), printed("pack_stripes", 0.2, ground=ground, stripe=stripe))]
    made.append(Piece("lining", lathe([*shell[5:]]), plain("efe9dc", 0.1)))
    kinds = [
        skin([(0, -0.9), (0.9, -0.5), (1.0, 0.3), (0.5, 0.9), (0, 1.0)], sides=9, rings=6, warp=lumps(luck, 0.75, 2.6))
        for _ in range(4)
    ]
    for (low, high), count, base, rise in ((FULL, 74, 1.5, 0.5), (HALF, 44, 1.2, 0.1), (LITTLE, 7, 0.08, 0.0)):
        wide = 0.7 + 0.23 * base / 1.6
        spots = []
        for x, y in spread(count, wide * 0.92, luck, 0.05):
            z = base + rise * math.sqrt(max(0.0, 1 - (x * x + y * y) / (wide * wide))) + luck.uniform(-0.05, 0.08)
            spots.append((x, y, z))
        pale = mixed(colour, (1.0, 0.97, 0.86), 0.45 if make.colour == "white" else 0.1)
        for k, kind in enumerate(kinds):
            mine = spots[k :: len(kinds)]
            sizes = [luck.uniform(0.11, 0.16) for _ in mine]
            mesh = strewn(kind, mine, size=sizes, spin=[360 * luck.random() for _ in mine])
            tone = pale if k < 3 else mixed(colour, rgb("e2b040"), 0.4)
            made.append(Piece("body", mesh, plain(tone, 0.1), amount=(low, high)))
        if count > 10:
            under = plain(mixed(colour, rgb("b98a3a"), 0.4), 0.1)
            made.append(Piece("body", disc(wide, base - 0.04, sides=32), under, amount=(low, high)))
    return fitted(made, make.size)
