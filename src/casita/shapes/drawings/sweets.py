"""Cakes, biscuits and sweets."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from casita.seeds import Stream
from casita.shapes.drawings.bakery import crumb, paper_cup, ring
from casita.shapes.drawings.food_skins import Lobes, lobed, lumps, lying, skin
from casita.shapes.drawings.foodstuff import berry, crown, cut_face, fitted, spread, strewn, toned
from casita.shapes.finish import mixed, plain, rgb
from casita.shapes.flats import patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import lathe, sweep

CREAM = plain("f6efdf", 0.3)
CHOCOLATE = plain("3f2415", 0.4)
CHERRY = plain("a81e26", 0.7)
SPRINKLES = ("e0405a", "f2c230", "4aa3d8", "62b54a", "f4f2ec")


def icing(wide: float, thick: float, flat: float, luck: Stream) -> Mesh:
    """The upper part of a torus with a wavy lower edge."""
    columns = 61
    a = np.linspace(0.0, 2 * math.pi, columns)
    phase = [luck.uniform(0, 6.28) for _ in range(4)]
    wave = 0.16 * np.sin(7 * a + phase[0]) + 0.1 * np.sin(11 * a + phase[1])
    inner = 0.12 * np.sin(5 * a + phase[2])
    t = np.linspace(0.0, 1.0, 13)[:, None]
    low, high = -0.05 - wave[None, :], math.pi + 0.15 + inner[None, :]
    section = low + (high - low) * t
    edge = np.where((t < 0.01) | (t > 0.99), 0.985, 1.045)
    r = wide + thick * edge * np.cos(section)
    g = np.stack(np.broadcast_arrays(r * np.cos(a), r * np.sin(a), flat * edge * np.sin(section)), -1)
    return patch(g)


def sprinkled(
    places: Iterable[tuple[float, float, float]], luck: Stream, length: float, thick: float
) -> Iterator[Piece]:
    """Coloured sprinkles lying at points."""
    one = sweep([(-length / 2, 0, 0), (length / 2, 0, 0)], thick, sides=5)
    spots = list(places)
    for number, colour in enumerate(SPRINKLES):
        mine = spots[number :: len(SPRINKLES)]
        if mine:
            mesh = strewn(one, mine, spin=[180 * luck.random() for _ in mine])
            yield Piece("sprinkles", mesh, plain(colour, 0.3))


@draws("doughnut", inside=crumb("efd9a6", "b5813f", 2.0))
def doughnut(make: Making) -> Iterable[Piece]:
    """A golden ring with icing and sprinkles; a brown or golden one may be glazed or sugared."""
    luck = make.luck
    colour = toned(make, {"brown": "6e4326", "pink": "e493ae", "white": "f1ede6", "gold": "c4924a"})
    dough = "b9803f" if make.colour != "gold" else "a9753a"
    made = [Piece("body", ring(0.64, 0.36, 0.31), plain(dough, 0.15).with_texture("food_crumbly", 1.0))]
    made.append(Piece("icing", icing(0.64, 0.36, 0.31, luck), plain(colour, 0.6).with_texture("food_glaze", 0.5)))
    if make.colour != "gold" and luck.chance(0.7):
        places = []
        for _ in range(70):
            a, s = luck.uniform(0, 2 * math.pi), luck.uniform(0.2 * math.pi, 0.85 * math.pi)
            r = 0.64 + 0.375 * math.cos(s)
            places.append((r * math.cos(a), r * math.sin(a), 0.335 * math.sin(s)))
        made += sprinkled(places, luck, 0.1, 0.017)
    elif make.colour != "gold":
        line = [(0.64 + 0.2 * math.sin(23 * a), a) for a in np.linspace(0, 2 * math.pi, 116)[:-1]]
        path = [
            (r * math.cos(a), r * math.sin(a), 0.335 * math.sqrt(max(0.0, 1 - ((r - 0.64) / 0.39) ** 2)))
            for r, a in line
        ]
        made.append(
            Piece("drizzle", sweep(path, 0.016, sides=5, closed=True), CHOCOLATE if make.colour != "brown" else CREAM)
        )
    return fitted(made, make.size)


@draws("cake", inside=cut_face("cut_layers", 0.1, sponge="e9c987", cream="f8f1e2", rim="f4ecdc"))
def cake(make: Making) -> Iterable[Piece]:
    """A round iced cake with piped rosettes, and berries or dripping chocolate on it."""
    luck = make.luck
    colour = toned(make, {"brown": "5f3a22", "yellow": "ecd06a", "pink": "ecaebb", "white": "f3efe6"})
    finish = plain(colour, 0.25).with_texture("food_glaze", 0.6)
    line = [(0.0, 0.0), (0.98, 0.0), (1.0, 0.03), (1.0, 0.66), (0.97, 0.72), (0.9, 0.74), (0.0, 0.74)]
    made = [Piece("body", lathe(line, sides=64), finish)]
    bead = plain(mixed(colour, (1.0, 1.0, 1.0), 0.25), 0.25)
    made.append(Piece("piping", _beads(36, 0.98, 0.05, 0.055), bead))
    style = (
        luck.choice(("berries", "drips", "sprinkles")) if make.colour != "brown" else luck.choice(("berries", "drips"))
    )
    rose = skin(
        [(0, 0), (0.9, 0.0), (1.0, 0.2), (0.7, 0.6), (0.3, 1.0), (0, 1.1)],
        sides=15,
        rings=7,
        lobes=_swirl(5, 1.2, 0.16),
    )
    count = luck.choice((8, 10, 12))
    spots = [
        (0.8 * math.cos(2 * math.pi * k / count), 0.8 * math.sin(2 * math.pi * k / count), 0.74) for k in range(count)
    ]
    made.append(Piece("piping", strewn(rose.scaled(0.13, 0.13, 0.16), spots), bead))
    if style == "berries":
        tops = [(x, y, 0.92) for x, y, _ in spots] + [(x, y, 0.78) for x, y in spread(14, 0.42, luck)]
        made.append(Piece("berries", strewn(berry(0.073, 10), tops), CHERRY))
    elif style == "drips":
        made.append(Piece("drips", _drips(luck), CHOCOLATE if make.colour != "brown" else CREAM))
    if style != "berries":
        made += sprinkled([(x, y, 0.765) for x, y in spread(60, 0.62, luck)], luck, 0.06, 0.012)
    return fitted(made, make.size)


def _beads(count: int, radius: float, size: float, z: float) -> Mesh:
    angles = (2 * math.pi * k / count for k in range(count))
    return strewn(berry(size, 8), [(radius * math.cos(a), radius * math.sin(a), z) for a in angles])


def _swirl(arms: int, turns: float, depth: float) -> Lobes:
    """Spiral ridges."""

    def factor(angle: Array, way: Array) -> Array:
        return 1 + depth * np.cos(arms * (angle - way * turns * 2 * math.pi / 2))

    return factor


def _drips(luck: Stream) -> Mesh:
    """Chocolate poured over the top of a cake, running down its side in tongues."""
    columns = 73
    a = np.linspace(0.0, 2 * math.pi, columns)
    phase = [luck.uniform(0, 6.28) for _ in range(3)]
    run = 0.18 + 0.13 * np.sin(13 * a + phase[0]) + 0.09 * np.sin(8 * a + phase[1])
    rows = [
        (1.0, -run),
        (1.03, -run + 0.03),
        (1.025, 0 * a + 0.02),
        (0.99, 0 * a + 0.055),
        (0.6, 0 * a + 0.06),
        (0.0, 0 * a + 0.06),
    ]
    return patch(np.stack([np.column_stack([r * np.cos(a), r * np.sin(a), 0.7 + z]) for r, z in rows]))


@draws("candy", inside=plain("f0d8c8"))
def candy(make: Making) -> Iterable[Piece]:
    """A sweet in a twisted wrapper; once eaten the wrapper is left, flat and crumpled."""
    luck = make.luck
    finish = plain(make.rgb, 0.6)
    white = plain("f4f0ea", 0.5)
    line = [(0, 0), (0.9, 0.02), (1.0, 0.25), (1.0, 2.0), (0.9, 2.23), (0, 2.25)] if luck.chance(0.5) else [
        (0, 0), (0.55, 0.1), (0.95, 0.6), (1.0, 1.12), (0.95, 1.65), (0.55, 2.15), (0, 2.25)
    ]  # fmt: skip
    whole = (0.75, 1.0)
    sweet = lying(skin(line, sides=28, rings=16))
    made = [
        Piece("body", sweet, finish, amount=whole),
        Piece("body", sweet.scaled(0.8, 0.45, 0.8), white, amount=(0.25, 0.75)),
    ]
    for k in range(3):
        band = lathe([(1.02, 0.55 + 0.45 * k), (1.02, 0.7 + 0.45 * k)], sides=28)
        made.append(Piece("stripe", lying(band), white, amount=whole))

    def pleats(angle: Array, way: Array) -> Array:
        return 1 + 0.16 * np.cos(angle * 9) * np.abs(way - 0.5) * 2

    fan = skin(
        [(0, 0), (0.2, 0.02), (0.16, 0.15), (0.5, 0.6), (0.95, 1.0), (0.9, 1.01), (0.2, 0.5), (0, 0.45)],
        sides=36,
        rings=14,
        lobes=pleats,
    )
    for sign, base in ((1.0, 2.15), (-1.0, 0.1)):
        made.append(Piece("wrapper", lying(fan.scaled(1.0, 1.0, sign).moved(z=base)), finish, amount=whole))
    t, s = np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-2.0, 4.2, 9), indexing="ij")
    bumps = 0.25 * np.sin(5 * t + 3 * s) * np.cos(4 * s - 2 * t) + 0.1 * np.sin(9 * s)
    sheet = patch(np.stack([t, s, bumps - 0.7], -1), two_sided=True).turned("z", 0.0)
    made.append(Piece("wrapper", sheet, finish, amount=(-1.0, 0.75)))
    return fitted(made, make.size)


@draws("cookie", inside=plain("c99a58").with_texture("food_crumbly", 1.0))
def cookie(make: Making) -> Iterable[Piece]:
    """A round biscuit with chocolate chips, or with coloured beans."""
    luck = make.luck
    colour = toned(make, {"brown": "8a5a32", "beige": "d2ae78", "gold": "c4924a"})
    line = [(0, 0.0), (0.8, 0.0), (0.97, 0.06), (1.0, 0.13), (0.93, 0.22), (0.6, 0.285), (0, 0.3)]
    body = skin(line, rings=16, warp=lumps(luck, 0.05, 3.0))
    made = [Piece("body", body, plain(colour, 0.05).with_texture("food_crumbly", 1.0))]
    chip = berry(1.0, 8)
    places = spread(luck.choice((13, 17, 21)), 0.82, luck)
    chips = [(x, y, 0.29 - 0.07 * (x * x + y * y)) for x, y in places]
    if luck.chance(0.7):
        mesh = strewn(chip.scaled(0.1, 0.085, 0.085), chips, size=[luck.uniform(0.7, 1.1) for _ in chips])
        made.append(Piece("chips", mesh, CHOCOLATE))
    else:
        for k, tone in enumerate(SPRINKLES[:4]):
            made.append(Piece("chips", strewn(chip.scaled(0.1, 0.1, 0.07), chips[k::4]), plain(tone, 0.5)))
    return fitted(made, make.size)


@draws("cupcake", inside=crumb("e7c384", "c08a4a"))
def cupcake(make: Making) -> Iterable[Piece]:
    """A paper case, a swirl of icing, a cherry or sprinkles."""
    luck = make.luck
    colour = toned(make, {"brown": "6e4426", "pink": "e79ab4", "yellow": "ecd06a"})
    case = rgb(luck.choice(("f0e6d2", "c9a06a", "7a4a2c", "d8dfe8")))
    turns = np.linspace(0.0, 3.6, 58)
    helix = [
        (0.76 * (1 - t / 3.7) * math.cos(6.2832 * t), 0.76 * (1 - t / 3.7) * math.sin(6.2832 * t), 1.06 + 0.24 * t)
        for t in turns
    ]
    swirl = joined([
        sweep(helix, np.linspace(0.25, 0.06, 58).tolist(), sides=12),
        skin([(0, 0.85), (0.9, 0.9), (0.7, 1.2), (0.2, 1.7), (0, 1.8)], sides=24, rings=8),
    ])  # fmt: skip
    cake_ = skin([(0, 0.5), (0.85, 0.55), (0.92, 0.85), (0.9, 1.0), (0, 1.0)], sides=32, rings=10)
    made = [paper_cup(case), Piece("body", cake_, plain("b98548", 0.05))]
    made.append(Piece("icing", swirl, plain(colour, 0.35).with_texture("food_glaze", 1.0)))
    if luck.chance(0.5):
        made.append(Piece("cherry", berry(0.19, 16).moved(z=2.06), CHERRY))
    else:
        places = []
        for k in range(50):
            t = (k + 0.5) / 50
            a = k * 2.4
            r = 0.76 * (1 - t) + 0.16
            places.append((r * math.cos(a), r * math.sin(a), 1.2 + 0.86 * t))
        made += sprinkled(places, luck, 0.13, 0.025)
    return fitted(made, make.size)


@draws("pudding", inside=plain("e8c46a"))
def pudding(make: Making) -> Iterable[Piece]:
    """A turned-out custard with fluted sides, caramel that runs down and sometimes a dab of cream."""
    luck = make.luck
    colour = toned(make, {"brown": "7a4a2a", "yellow": "e8c25a", "beige": "e2c79a", "pink": "e8a2b0"})
    line = [(0, 0), (0.98, 0.0), (1.0, 0.06), (0.94, 0.5), (0.8, 1.15), (0.72, 1.25), (0.5, 1.28), (0, 1.28)]
    flutes = lobed(luck.choice((8, 12)), luck.choice((0.02, 0.08)))
    made = [Piece("body", skin(line, lobes=flutes), plain(colour, 0.55).with_texture("food_glaze", 1.0))]
    sauce = rgb("6a3210") if make.colour != "brown" else rgb("efe2c4")
    cover = skin(
        [(0, 1.2), (0.7, 1.05), (0.86, 1.0), (0.82, 1.16), (0.73, 1.28), (0.5, 1.31), (0, 1.31)], lobes=lobed(7, 0.12)
    )
    made.append(Piece("sauce", cover, plain(sauce, 0.8)))
    dab = skin(
        [(0, 1.28), (0.26, 1.3), (0.3, 1.36), (0.16, 1.5), (0, 1.6)], sides=24, rings=16, lobes=_swirl(5, 1.5, 0.15)
    )
    made.append(Piece("cream", dab, CREAM))
    if luck.chance(0.6):
        made.append(Piece("cherry", berry(0.13, 12).moved(z=1.62), CHERRY))
    return fitted(made, make.size)


@draws("tart", inside=cut_face("cut_layers", 0.1, sponge="e6c06a", cream="f1d98c", rim="b97f3a", count=1))
def tart(make: Making) -> Iterable[Piece]:
    """A fluted case filled with custard, jam or fruit."""
    luck = make.luck
    fill = toned(make, {"brown": "7d4c26", "gold": "c99a45", "red": "b3282c", "yellow": "e6bd45"})

    def flutes(angle: Array, way: Array) -> Array:
        return 1 + 0.035 * np.abs(np.cos(angle * 14)) * np.clip(way * 2, 0, 1)

    case = [(0, 0), (0.84, 0.0), (0.88, 0.03), (0.97, 0.3), (0.94, 0.33), (0.89, 0.26), (0, 0.25)]
    crust = plain(mixed(rgb("c38b45"), fill, 0.45), 0.1).with_texture("food_crumbly", 1.0)
    made = [Piece("crust", skin(case, sides=112, rings=14, lobes=flutes), crust)]
    top = lathe([(0, 0.2), (0.88, 0.22), (0.92, 0.27), (0.85, 0.36), (0.6, 0.44), (0, 0.47)])
    made.append(Piece("body", top, plain(fill, 0.6).with_texture("food_glaze", 0.4)))
    if luck.chance(0.65):
        fruit = skin([(0, -0.3), (0.6, -0.2), (1.0, 0.2), (0.75, 0.8), (0, 1.1)], sides=12, rings=8)
        tone = {"red": "d23a34", "yellow": "f0a52c", "brown": "4a2c3f", "gold": "b5302e"}[make.colour]
        mesh = strewn(fruit.scaled(0.15, 0.15, 0.13), [(x, y, 0.44) for x, y in spread(19, 0.74, luck, 0.03)])
        made.append(Piece("fruit", mesh, plain(tone, 0.7)))
    else:
        made.append(Piece("cream", _beads(16, 0.72, 0.09, 0.52), CREAM))
        leaves = crown(3, 0.25, 0.15, curl=0.2, luck=luck).moved(z=0.52)
        made.append(Piece("leaf", leaves, plain("4f8a34", 0.2)))
    return fitted(made, make.size)
