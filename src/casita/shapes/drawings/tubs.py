"""Food that is eaten from a tub or a tray."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from casita.exact import total_of
from casita.seeds import Stream
from casita.shapes.drawings.food_skins import lumps, skin
from casita.shapes.drawings.foodstuff import berry, fitted, spread, strewn, toned
from casita.shapes.finish import Finish, mixed, plain, printed, rgb
from casita.shapes.flats import block, patch, prism, rounded_outline
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh
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


CREAM = {"white": "f3eee0", "pink": "e9a3b2", "brown": "7a4c30", "beige": "dfc9a0"}


def _scoop(luck: Stream) -> Mesh:
    """A ball of ice cream one unit in radius with a torn skirt where the scoop let go of it."""
    phase = [luck.uniform(0, 6.28) for _ in range(4)]

    def torn(angle: Array, way: Array) -> Array:
        skirt = np.exp(-(((way - 0.3) / 0.09) ** 2))
        rag = total_of(np.sin(n * angle + p) for n, p in zip((3, 5, 8, 13), phase, strict=True))
        scrape = 0.012 * np.sin(way * 44 + 2 * np.sin(angle + phase[0])) * np.clip((way - 0.38) * 8, 0, 1)
        return np.asarray(1 + skirt * (0.06 + 0.035 * rag) + scrape)

    line = [(0, -0.75), (0.7, -0.72), (1.0, -0.58), (1.04, -0.42), (0.98, -0.3), (0.99, 0.0), (0.88, 0.48)]
    line += [(0.6, 0.82), (0.3, 0.96), (0, 1.0)]
    return skin(line, sides=28, rings=17, lobes=torn, warp=lumps(luck, 0.16, 3.0))


@draws("ice_cream", inside=plain("f3e6cf"))
def ice_cream(make: Making) -> Iterable[Piece]:
    """A sundae in a low plain cup: vanilla over two scoops of its own kind and one other, sauce, sprinkles, a wafer.

    Half eaten it is hollowed.
    """
    luck = make.luck
    colour = toned(make, CREAM)
    shell = [(0, 0.0), (0.62, 0.0), (0.64, 0.03), (0.93, 0.82), (0.96, 0.84), (0.96, 0.88), (0.92, 0.89), (0.9, 0.82)]
    shell += [(0.6, 0.06), (0, 0.05)]
    cup = luck.choice(("f4efe4", "f6dfe2", "e2eef2"))
    made = [Piece("cup", lathe(shell, sides=32), plain(cup, 0.3))]
    own, vanilla = _cream(make.colour), _cream("white")
    other = _cream("pink" if make.colour in ("white", "brown") else "brown")
    scoop = _scoop(luck)
    for angle, spin, cream in ((0.4, 0.0, own), (2.5, 140.0, own), (4.6, 250.0, other)):
        ball = scoop.turned("z", spin).scaled(0.52, 0.52, 0.52).moved(0.4 * math.cos(angle), 0.4 * math.sin(angle), 1.0)
        made.append(Piece("body", ball, cream, amount=FULL))
    high = scoop.turned("z", 70.0).scaled(0.56, 0.56, 0.56).moved(0.02, -0.04, 1.55)
    made.append(Piece("body", high, vanilla, amount=FULL))
    made.append(Piece("body", lathe([(0.9, 0.8), (0.6, 0.84), (0, 0.86)]), own, amount=FULL))
    sauce = _sauce(luck).scaled(0.58, 0.58, 0.58).moved(0.02, -0.04, 1.55)
    made.append(Piece("sauce", sauce, plain("3f1d0e", 0.8), amount=FULL))
    for angle in (0.4, 2.5, 4.6):
        more = _sauce(luck).scaled(0.535, 0.535, 0.535).moved(0.4 * math.cos(angle), 0.4 * math.sin(angle), 1.0)
        made.append(Piece("sauce", more, plain("3f1d0e", 0.8), amount=FULL))
    made += _sprinkles(luck)
    # a fan of wafer, its point in the cup
    fan = prism([(0.0, 0.0), *((1.2 * math.cos(a), 1.2 * math.sin(a)) for a in np.linspace(-0.42, 0.42, 9))], 0.0, 0.07)
    fan = fan.turned("y", -72.0).turned("z", 125.0).moved(-0.34, 0.5, 1.0)
    made.append(Piece("wafer", fan, plain("d0a45e", 0.15).with_texture("cloth_waffle", 1.6), amount=FULL))
    if luck.chance(0.6):
        made.append(Piece("cherry", berry(0.13, 14).moved(0.02, -0.04, 2.19), plain("a3151f", 0.9), amount=FULL))
    hollow = lathe([(0.88, 0.74), (0.75, 0.68), (0.4, 0.5), (0, 0.46)]).bent(lumps(luck, 0.03, 5.0))
    left = scoop.scaled(0.46, 0.46, 0.4).moved(-0.25, 0.2, 0.8)
    made += [Piece("body", hollow, own, amount=HALF), Piece("body", left, own, amount=HALF)]
    pool = lathe([(0.66, 0.14), (0.4, 0.1), (0, 0.09)])
    made.append(Piece("body", pool, plain(mixed(colour, (0.5, 0.3, 0.2), 0.2), 0.35), amount=LITTLE))
    return fitted(made, make.size)


def _sprinkles(luck: Stream) -> list[Piece]:
    """Sugar of five colours that has fallen on the upper half of the highest scoop."""
    made = []
    one = berry(1.0, 6).scaled(0.075, 0.022, 0.022)
    for tone in ("e23b3b", "f2c53d", "4aa84f", "3f7fd0", "f08ac0"):
        spots, turns, leans = [], [], []
        for _ in range(9):
            a, down = luck.uniform(0, 6.283), luck.uniform(0.35, 1.5)
            out = 0.585 * math.sin(down)
            spots.append((0.02 + out * math.cos(a), out * math.sin(a) - 0.04, 1.55 + 0.585 * math.cos(down)))
            turns.append(math.degrees(a))
            leans.append(math.degrees(down))
        grains = strewn(one, spots, spin=[180 * luck.random() for _ in spots], lean=leans, turn=turns)
        made.append(Piece("sprinkles", grains, plain(tone, 0.4), amount=FULL))
    return made


def _cream(name: str) -> Finish:
    """Ice cream of a colour, with seeds of vanilla in it where it is white."""
    return plain(CREAM[name], 0.3).with_texture("food_scoop", 1.0, specks=70 if name == "white" else 10)


def _sauce(luck: Stream) -> Mesh:
    """Sauce that runs down from the top of a ball one unit in radius, in drips of different length."""
    phase = luck.uniform(0, 6.28)
    angle = np.linspace(0, 2 * math.pi, 61)
    drip = 0.62 + 0.24 * np.sin(5 * angle + phase) + 0.16 * np.sin(3 * angle + 2 * phase)
    rows = []
    for t, off in ((0.0, 1.05), (0.4, 1.055), (0.75, 1.06), (0.95, 1.05), (1.0, 0.96)):
        down = np.maximum(drip * t, 0.002)
        ring = [off * np.sin(down) * np.cos(angle), off * np.sin(down) * np.sin(angle), off * np.cos(down)]
        rows.append(np.column_stack(ring))
    return patch(np.stack(rows[::-1]))


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
