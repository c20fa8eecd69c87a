"""Melons, and fruit in bunches or with a crown."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from casita.seeds import Stream
from casita.shapes.drawings.food_skins import lobed, lumps, lying, skin
from casita.shapes.drawings.foodstuff import berry, browned, cut_face, fitted, leaf, leafy, skinned, strewn, toned
from casita.shapes.drawings.fruit import LEAF, stalk
from casita.shapes.finish import mixed, plain, printed, rgb
from casita.shapes.flats import patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import lathe, sweep


@draws(
    "pomegranate",
    inside=cut_face("cut_chambers", 0.5, flesh="f0dcae", jelly="b3202e", seeds="7c0d1c", rim="b5352f", parts=6),
)
def pomegranate(make: Making) -> Iterable[Piece]:
    """A leathery ball, a little six-sided, with a crown of stiff tips on a neck; so ripe that its rind has split."""
    luck = make.luck
    line = [(0, 0.05), (0.3, 0.0), (0.68, 0.14), (0.95, 0.52), (1.0, 0.92), (0.92, 1.32), (0.68, 1.6), (0.4, 1.74)]
    line += [(0.27, 1.84), (0.24, 1.92), (0, 1.92)]
    tones = {"red": ("a8303a", "d7a066", "7d1624"), "pink": ("d98488", "eccb98", "b83a4c")}
    base, pale, dark = map(rgb, tones[make.colour])
    rind = printed("food_rind", 0.6, base=base, pale=pale, dark=dark, tear=luck.below(3))

    def edged(angle: Array, way: Array) -> Array:
        return 1 + (0.034 * np.cos(6 * angle) + 0.014 * np.cos(2 * angle + 1.0)) * np.sin(math.pi * way)

    made = [Piece("body", skin(line, sides=40, rings=18, lobes=edged), rind)]
    made.append(Piece("crown", _calyx(luck), plain(mixed(base, dark, 0.35), 0.25).with_texture("food_pulp", 1.0)))
    made.append(Piece("crown", berry(0.2, 10).scaled(1, 1, 0.5).moved(z=1.95), plain("9a7a3c", 0.05)))
    side = luck.uniform(0.0, 360.0)
    return fitted([replace(piece, mesh=piece.mesh.turned("z", side)) for piece in made], make.size)


def _calyx(luck: Stream) -> Mesh:
    """The crown: a short tube that opens into six pointed tips, seen from both sides."""
    angle = np.linspace(0, 2 * math.pi, 37)
    tip = np.abs(((angle * 6 / (2 * math.pi)) % 1.0) - 0.5) * 2
    tall = 0.14 + 0.3 * tip**1.1 * (1 + 0.15 * np.sin(angle * 2 + luck.uniform(0, 6)))
    rows = []
    for t in (0.0, 0.35, 0.7, 1.0):
        r = 0.27 - 0.03 * math.sin(math.pi * t) + 0.12 * t**2 * tip
        rows.append(np.column_stack([r * np.cos(angle), r * np.sin(angle), 1.86 + t * tall + 0.0 * angle]))
    return patch(np.stack(rows), two_sided=True)


@draws("strawberry", inside=cut_face("cut_rings", 0.4, flesh="e2483c", heart="f7d3c4", rim="c42a24", ring=0.4))
def strawberry(make: Making) -> Iterable[Piece]:
    """Lies on its side, tip to the right, with seeds and a green collar."""
    luck = make.luck
    line = [(0, 0), (0.22, 0.05), (0.55, 0.5), (0.85, 1.1), (1.0, 1.7), (0.92, 2.05), (0.6, 2.25), (0.25, 2.22)]
    line += [(0, 2.18)]
    body = skin(line, lobes=lobed(3, luck.uniform(0.0, 0.06)), warp=lumps(luck, 0.06))
    made = [Piece("body", lying(body), printed("food_berry", 0.5, flesh=toned(make, {"red": "c42a24"})))]
    for count, length, curl in ((10, 0.95, -0.22), (7, 0.6, 0.35)):
        around = [360.0 * k / count + luck.uniform(-12, 12) for k in range(count)]
        sizes = [luck.uniform(0.85, 1.1) for _ in around]
        one = leaf(length, 0.34 * length + 0.04, curl=curl, cup=0.15, fine=4)
        collar = strewn(one, [(0.0, 0.0, 2.28)] * count, size=sizes, spin=around)
        made.append(Piece("collar", lying(collar), LEAF))
    made.append(Piece("collar", lying(stalk(2.2, 2.6, 0.1, 0.06)), plain("7c9a4a")))
    return fitted(made, make.size)


@draws("grape", inside=cut_face("cut_rings", 0.6, flesh="cdd69a", heart="dfe3b4", rim="8a8f55", ring=0.4))
def grape(make: Making) -> Iterable[Piece]:
    """A bunch on its side: berries on a branching stalk; what is left when eaten is the stalk."""
    luck = make.luck
    tones = {"green": "76a848", "purple": "4f2f63", "red": "9a2f3c"}
    colour = toned(make, tones)
    finish, other = plain(colour, 0.55), plain(tuple(min(1.0, c * 1.25) for c in colour), 0.55)  # type: ignore[arg-type]
    one = berry(1.0, 12)
    places: list[tuple[float, float, float, float]] = []
    rows = ((-2.9, 1), (-2.1, 4), (-1.2, 6), (-0.2, 8), (0.8, 9), (1.8, 9), (2.7, 6))
    for y, count in rows:
        wide = 0.62 if count == 1 else 0.42 * count / 2 + 0.35
        for k in range(count):
            a = 2 * math.pi * (k + 0.5 * (count % 2)) / count + luck.uniform(-0.15, 0.15)
            r = 0.0 if count == 1 else wide
            x, z = r * math.cos(a), 0.75 * r * math.sin(a)
            places.append((x, y + luck.uniform(-0.2, 0.2), z, luck.uniform(0.72, 0.84)))
    middle = [(0.0, y + 0.4, 0.0, 0.8) for y, count in rows if count > 6]
    made = []
    order = luck.shuffled(places)
    for share, low, high in ((1.0, 0.75, 1.0), (0.5, 0.25, 0.75), (0.1, -1.0, 0.25)):
        berries = order[: round(len(order) * share)] + (middle if share == 1.0 else [])
        for look, pick in ((finish, berries[::2]), (other, berries[1::2])):
            mesh = strewn(one, [place[:3] for place in pick], size=[place[3] for place in pick])
            made.append(Piece("body", mesh, look, amount=(low, high)))
    twigs = [sweep([(0, -2.8, 0), (0, 0, 0.05), (0, 2.8, 0.1), (0.1, 4.0, 0.5)], (0.06, 0.1, 0.13, 0.16), sides=6)]
    for x, y, z, _ in order[::2]:
        twigs.append(sweep([(0, y + 0.3, 0.0), (x * 0.8, y, z * 0.8)], 0.05, sides=4))
    made.append(Piece("stalk", joined(twigs), plain("7d7a3c")))
    return fitted(made, make.size)


@draws(
    "pineapple", inside=cut_face("cut_rings", 0.4, flesh="efc945", heart="f4e08a", rim="8a6428", ring=0.25, edge=0.9)
)
def pineapple(make: Making) -> Iterable[Piece]:
    """A barrel of diamond scales under a tuft of stiff leaves."""
    luck = make.luck

    def bumps(angle: Array, way: Array) -> Array:
        a, b = angle / (2 * math.pi) * 10 + way * 7, angle / (2 * math.pi) * 10 - way * 7
        return 1 - 0.028 * (np.cos(a * 2 * math.pi) + np.cos(b * 2 * math.pi)) / 2

    line = [(0, 0.0), (0.5, 0.0), (0.78, 0.12), (0.97, 0.7), (1.0, 1.5), (0.93, 2.3), (0.7, 2.85), (0.3, 3.0), (0, 3.0)]
    colour = toned(make, {"yellow": "e6bc3c", "brown": "8a5f34", "green": "6f8a3c"})
    made = [Piece("body", skin(line, sides=50, rings=30, lobes=bumps), skinned(colour, "food_scales", 0.25))]
    tuft = []
    for tier, (count, length, lean) in enumerate(((8, 1.1, 62.0), (7, 1.5, 42.0), (6, 1.8, 24.0), (4, 1.9, 10.0))):
        one = leaf(length, 0.3, curl=-0.28 if tier < 3 else -0.05, cup=0.35, fine=4).turned("y", lean - 90.0)
        around = [360.0 * (k + 0.37 * tier) / count for k in range(count)]
        sizes = [luck.uniform(0.9, 1.05) for _ in around]
        tuft.append(strewn(one.moved(0.18 - 0.05 * tier), [(0.0, 0.0, 0.0)] * count, size=sizes, spin=around))
    made.append(Piece("leaves", joined(tuft).moved(0, 0, 2.92), leafy("5c8446")))
    return fitted(made, make.size)


WATERMELON = cut_face("cut_melon", 0.4, flesh="d8362f", pale="eef0d0", rim="3f7a35", seeds="241a14")
CANTALOUPE = cut_face("cut_melon", 0.4, flesh="f0a04b", pale="c9c77a", rim="bfa878", seeds="f2dfa8", hollow=True)
WINTER = cut_face("cut_melon", 0.3, flesh="f3f5ea", pale="dfeac8", rim="55803f", seeds="e3d6a4", hollow=True)


def _melon(lengthy: float) -> list[tuple[float, float]]:
    half = [(math.sin(t) ** 0.92, -lengthy * math.cos(t)) for t in np.linspace(0.0, math.pi, 13)]
    return [(abs(r), z + lengthy) for r, z in half]


@draws("watermelon", inside=WATERMELON)
def watermelon(make: Making) -> Iterable[Piece]:
    """Striped dark and light from end to end."""
    luck = make.luck
    colour = toned(make, {"green": "4a8440"})
    finish = skinned(colour, "food_stripes", 0.4, count=luck.choice((9, 11, 13)), dark=luck.choice((0.5, 0.62)))
    made = [Piece("body", lying(skin(_melon(1.18), sides=56)), finish)]
    made.append(Piece("stalk", lying(stalk(2.3, 2.42, 0.1, 0.07)), plain("8a7a45")))
    return fitted(made, make.size)


@draws("cantaloupe", inside=CANTALOUPE)
def cantaloupe(make: Making) -> Iterable[Piece]:
    """A corky net over a ribbed rind, a scar on top."""
    colour = toned(make, {"beige": "d2bd92", "green": "6a9850"})
    body = skin(_melon(0.97), lobes=lobed(10, 0.025))
    made = [Piece("body", body, skinned(colour, "food_net", 0.12))]
    scar = lathe([(0.16, 1.9), (0.15, 1.955), (0.1, 1.96), (0.06, 1.93), (0, 1.94)], sides=16)
    made.append(Piece("scar", scar, plain("9a8a5c")))
    return fitted(made, make.size)


@draws("winter_melon", inside=WINTER)
def winter_melon(make: Making) -> Iterable[Piece]:
    """Long and even, with a bloom of wax and small pale spots."""
    colour = toned(make, {"green": "5d8a52", "white": "e4e8dc"})
    finish = skinned(colour, "food_green", 0.15, stripes=5, warts=160, pale_end=0.1)
    body = lying(skin(_melon(1.6), warp=lumps(make.luck, 0.03, 1.0)))
    made = list(browned("body", body, finish, 0.35))
    made.append(Piece("stalk", lying(stalk(3.15, 3.45, 0.12, 0.1)), plain("7c8a4a")))
    return fitted(made, make.size)
