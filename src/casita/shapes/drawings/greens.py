"""Leafy and budding vegetables, and salad."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np

from casita.seeds import Stream
from casita.shapes.drawings.food_skins import lumps, lying, skin
from casita.shapes.drawings.foodstuff import browned, cut_face, fitted, leaf, skinned, spread, strewn, toned
from casita.shapes.finish import Colour, Finish, Texture, mixed, plain, shade
from casita.shapes.flats import patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import cylinder, disc, sweep

STEM = plain("7d9a4c", 0.15)
LEAVES = Finish((1.0, 1.0, 1.0), Texture("cut_leaves"), 0.2)


def _head(luck: Stream, count: int, wavy: float, opening: float, rows: int = 8) -> Mesh:
    """Leaves that wrap a ball, from its foot upwards, each standing a little off it."""
    made = []
    t = np.linspace(0.0, 1.0, rows + 1)
    s = np.linspace(-1.0, 1.0, 11)
    for k in range(count):
        off = 1.0 + 0.035 * (k % 3) + luck.uniform(0.0, 0.03)
        top = luck.uniform(125.0, 150.0) - opening * 30.0 * (k % 2)
        up = np.radians(-88.0 + top * t)[:, None]
        half = np.radians(58.0) * np.sin(np.pi * (0.12 + 0.8 * t) ** 0.9)[:, None] ** 0.7
        ripple = wavy * np.sin(s[None, :] * 9 + 2.0 * k) * t[:, None] ** 2 * (0.4 + np.abs(s)[None, :])
        flare = opening * t[:, None] ** 3 * 0.25 + 0.06 * np.abs(s)[None, :] ** 2 * t[:, None]
        r = off + ripple + flare
        around = half * s[None, :] / np.maximum(np.cos(up), 0.35) ** 0.5
        g = np.stack(
            np.broadcast_arrays(r * np.cos(up) * np.cos(around), r * np.cos(up) * np.sin(around), r * np.sin(up)), -1
        )
        made.append(patch(g, unit_uv=True, two_sided=True).turned("z", k * 137.5 + luck.uniform(-10, 10)))
    return joined(made)


@draws("lettuce", inside=LEAVES)
def lettuce(make: Making) -> Iterable[Piece]:
    """Loose ruffled leaves about a pale heart, on its side with the stalk to the back."""
    luck = make.luck
    colour = toned(make, {"green": "74a846"})
    core = skin([(0, -0.95), (0.6, -0.8), (0.95, 0.0), (0.7, 0.7), (0, 0.9)], rings=14, warp=lumps(luck, 0.1))
    outer = _head(luck, 10, 0.11, 1.0).scaled(1.0, 1.0, 1.35)
    made = [Piece("body", core.scaled(0.93, 0.93, 1.3), skinned(mixed(colour, (0.85, 0.9, 0.6), 0.3), "food_leafy"))]
    made.append(Piece("leaves", outer, skinned(colour, "food_leafy", 0.2)))
    foot = cylinder(0.3, -1.42, -1.1, bevel=0.05, sides=16)
    made.append(Piece("stalk", foot, plain("dfe3bd", 0.1)))
    turned = [Piece(p.name, p.mesh.turned("y", 78.0), p.finish) for p in made]
    return fitted(turned, make.size)


@draws("cabbage", inside=LEAVES)
def cabbage(make: Making) -> Iterable[Piece]:
    """A tight ball of veined leaves."""
    luck = make.luck
    colour = toned(make, {"green": "6b9c46", "purple": "6d4578", "white": "f0f1e6"})
    finish = skinned(colour, "food_leafy", 0.25, ribs=7)
    core = skin([(0, -0.97), (0.6, -0.8), (0.98, 0.0), (0.7, 0.72), (0, 1.0)], rings=16)
    made = list(browned("body", core, finish, 0.4))
    made += list(browned("leaves", _head(luck, 8, 0.025, 0.12), finish, 0.4))
    made.append(Piece("stalk", cylinder(0.22, -1.12, -0.9, sides=14), plain("e4e6c4", 0.1)))
    return fitted(made, make.size)


def _bract(foot: float, length: float, wide: float, off: float, flare: float) -> Mesh:
    """A pointed scale that lies on a globe, its foot that many degrees up, its tip standing a little off."""
    t, s = np.linspace(0.0, 1.0, 6)[:, None], np.linspace(-1.0, 1.0, 5)[None, :]
    up = np.radians(np.minimum(foot + length * t, 88.0))
    half = wide * (0.75 + 0.6 * t) * np.clip(1 - t**2.6, 0.0, 1.0) ** 0.75 + 0.004
    r = off + flare * t**3 - 0.1 * s**2 * (1 - 0.4 * t)
    y = half * s
    x = np.sqrt(np.maximum((r * np.cos(up)) ** 2 - y**2, 0.0)) * np.where(np.abs(y) < r * np.cos(up), 1, 0)
    z = r * np.sin(up) * (1.0 + 0.12 * np.sin(np.maximum(up, 0.0)) ** 3)
    return patch(np.stack(np.broadcast_arrays(x, y, z), -1), unit_uv=True, two_sided=True)


@draws("artichoke", inside=LEAVES)
def artichoke(make: Making) -> Iterable[Piece]:
    """A globe of thick pointed scales that overlap from the foot up, on a short cut stalk."""
    luck = make.luck
    colour = toned(make, {"green": "5c8a46", "purple": "7a5a86"})
    core = skin([(0, -0.8), (0.6, -0.7), (0.9, 0.0), (0.68, 0.62), (0.2, 1.02), (0, 1.06)], rings=10, sides=20)
    made = list(browned("body", core, plain(shade(colour, 0.6), 0.1), 0.4))
    scales = []
    rows = ((-72, 46, 0.36, 6), (-58, 54, 0.42, 7), (-42, 56, 0.44, 8), (-24, 56, 0.42, 8), (-4, 54, 0.38, 7),
            (16, 52, 0.32, 6), (36, 48, 0.24, 5), (52, 36, 0.17, 4))  # fmt: skip
    for row, (foot, length, wide, count) in enumerate(rows):
        one = _bract(foot, length, wide, 1.1 - 0.022 * row, 0.1 - 0.008 * row + luck.uniform(0, 0.03))
        around = [360.0 * (k + 0.5 * (row % 2)) / count + luck.uniform(-4, 4) for k in range(count)]
        scales.append(
            strewn(one, [(0.0, 0.0, 0.0)] * count, spin=around, size=[luck.uniform(0.98, 1.03) for _ in around])
        )
    made += list(
        browned("leaves", joined(scales), skinned(colour, "food_bract", 0.12, tip=luck.choice((0.3, 0.6))), 0.4)
    )
    made.append(Piece("stalk", cylinder(0.27, -1.42, -0.7, bevel=0.03, sides=16), STEM))
    return fitted(made, make.size)


@draws(
    "asparagus", inside=cut_face("cut_rings", 0.2, flesh="d9e2a8", heart="e8edc6", rim="6a9440", ring=0.6, edge=0.88)
)
def asparagus(make: Making) -> Iterable[Piece]:
    """Spears in a bundle with bands round it, tips to the left."""
    luck = make.luck
    colour = toned(make, {"green": "6f9f43", "white": "e9e4c8", "purple": "75548a"})
    line = [(0, 0), (0.9, 0.0), (1.0, 0.5), (0.95, 9.0), (1.08, 12.0), (0.85, 14.0), (0.4, 15.6), (0, 16.2)]
    spear = skin(line, sides=12, rings=9)
    tips = []
    for k in range(7):
        z = 10.6 + 0.65 * k if k > 2 else 3.0 + 3.2 * k
        one = (
            leaf(1.4, 0.9, curl=-0.12, cup=0.1, fine=3)
            .turned("y", -84.0)
            .moved(1.0 - (0.09 * (k - 5) if k > 5 else 0.0), 0, z)
        )
        tips.append(one.turned("z", 137.5 * k))
    buds = joined(tips)
    places = [
        ((k - (count - 1) / 2) * 2.0, -row * 1.75, luck.uniform(-0.6, 0.6))
        for row, count in enumerate((4, 5, 4))
        for k in range(count)
    ]
    turns = [360 * luck.random() for _ in places]
    made = list(browned("body", lying(strewn(spear, places, spin=turns)), plain(colour, 0.25), 0.4))
    dark = mixed(shade(colour, 0.75), (0.4, 0.35, 0.5), 0.3)
    made += browned("tips", lying(strewn(buds, places, spin=turns)), plain(dark, 0.2), 0.4)
    band = luck.choice(("2f5fa8", "b5322c", "d8c04a"))
    for z in (3.4, 8.6):
        path = []
        for a in np.linspace(0, 2 * math.pi, 25)[:-1]:
            c, s = math.cos(a), math.sin(a)
            x, y = (math.copysign(abs(v) ** 0.8, v) for v in (c, s))
            path.append((5.0 * x, 2.9 * y - 1.75, z))
        made.append(Piece("band", lying(sweep(path, 0.45, flat=0.12, closed=True, sides=6)), plain(band, 0.3)))
    return fitted(made, make.size)


@draws("broccoli", inside=cut_face("cut_stems", 0.15, head="4f7f36", stalk="c3d48a"))
def broccoli(make: Making) -> Iterable[Piece]:
    """A thick stalk that branches into a dome of dark grainy buds."""
    luck = make.luck
    colour = toned(make, {"green": "3f7a34"})
    trunk = skin([(0, 0), (0.34, 0.0), (0.36, 0.5), (0.42, 1.0), (0.7, 1.5), (0.5, 1.8), (0, 1.9)], sides=24, rings=12)
    made = list(browned("body", trunk, plain("9dbb63", 0.15), 0.35))
    bud = skin([(0, -0.7), (0.5, -0.6), (1.0, 0.0), (0.8, 0.55), (0.4, 0.85), (0, 0.92)], sides=16, rings=8)
    kinds = [bud.bent(lumps(luck, 0.4, 3.0)) for _ in range(3)]
    places, twigs = [], []
    for x, y in spread(19, 1.12, luck, 0.04):
        z = 1.62 + 0.75 * math.sqrt(max(0.0, 1 - (x * x + y * y) / 1.35**2))
        places.append((x, y, z))
        twigs.append([(x * 0.25, y * 0.25, 1.0), (x * 0.9, y * 0.9, z - 0.1)])
    branches = joined([sweep(twig, 0.13, sides=7) for twig in twigs])
    made += browned("branches", branches, plain("8fb058", 0.15), 0.35)
    heads = []
    for k, kind in enumerate(kinds):
        mine = places[k::3]
        leans = [math.degrees(math.atan2(math.hypot(x, y), 1.5)) for x, y, _ in mine]
        turns = [math.degrees(math.atan2(y, x)) for x, y, _ in mine]
        sizes = [luck.uniform(0.36, 0.46) for _ in mine]
        heads.append(strewn(kind, mine, size=sizes, spin=[70.0 * j for j in range(len(mine))], lean=leans, turn=turns))
    made += browned("buds", joined(heads), skinned(colour, "food_florets", 0.05), 0.5)
    return fitted(made, make.size)


CUCUMBER_CUT = cut_face("cut_cucumber", 0.4, flesh="dbe8b4", heart="c9dc9c", rim="3f6e2e", seeds="eef2cf")


def _salad_leaves(luck: Stream, count: int, radius: float, colour: Colour, lift: float) -> Iterator[Piece]:
    """Ruffled leaves in a heap, in three greens."""
    spots = []
    for k, (x, y) in enumerate(spread(count, radius, luck)):
        spots.append((x * 0.8, y * 0.8, lift * (1 - x * x - y * y) + 0.04 * (k % 3)))
    for k, tone in enumerate((1.0, 0.78, 1.18)):
        one = leaf(0.7, 0.5, curl=0.15 + 0.15 * k, cup=0.3, wave=0.1).moved(-0.3)
        mine = spots[k::3]
        sizes, leans = ([luck.uniform(a, b) for _ in mine] for a, b in ((0.75, 1.2), (-25, 20)))
        mesh = strewn(one, mine, size=sizes, lean=leans, turn=[360 * luck.random() for _ in mine])
        yield Piece("body", mesh, skinned(shade(colour, tone), "food_leafy", 0.25))


@draws("salad", inside=plain("a9c06a"))
def salad(make: Making) -> Iterable[Piece]:
    """A heap of leaves with tomato, cucumber and onion; a few leaves are left when it is nearly eaten."""
    luck = make.luck
    colour = toned(make, {"green": "62983c"})
    made = []
    for low, high, count, radius, lift in (
        (0.75, 1.0, 30, 0.9, 0.5),
        (0.25, 0.75, 16, 0.75, 0.2),
        (-1.0, 0.25, 4, 0.5, 0.0),
    ):
        layer = list(_salad_leaves(luck, count, radius, colour, lift))
        spots = [(x, y, lift * (1 - x * x - y * y) + 0.2) for x, y in spread(max(count // 3, 2), radius * 0.8, luck)]
        leans = [luck.uniform(-25, 25) for _ in spots]
        wedge = skin([(0, -0.2), (0.14, -0.1), (0.2, 0.0), (0.14, 0.1), (0, 0.2)], sides=14, rings=8)
        layer.append(Piece("tomato", strewn(wedge, spots[1::2], lean=leans[1::2]), plain("c8352b", 0.6)))
        rounds = cylinder(0.17, 0.0, 0.05, bevel=0.01, sides=20), disc(0.165, 0.052, sides=20)
        for mesh, finish in zip(rounds, (plain("4a7a36", 0.3), CUCUMBER_CUT), strict=True):
            layer.append(Piece("cucumber", strewn(mesh, spots[::2], lean=leans[::2]), finish))
        made += [Piece(p.name, p.mesh, p.finish, amount=(low, high)) for p in layer]
    return fitted(made, make.size)
