"""Fruit with a core, a stone or segments."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from casita.shapes.drawings.food_skins import lobed, lumps, lying, skin
from casita.shapes.drawings.foodstuff import berry, cut_face, fitted, leaf, leafy, skinned, stem, toned
from casita.shapes.finish import Finish, plain, printed, rgb
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array, Mesh
from casita.shapes.piece import Piece
from casita.shapes.rounds import lathe

STALK = plain("5a3d20", 0.1)
LEAF = leafy("4f8a34")
STONE_FRUIT = {"orange": "e68a35", "pink": "e39a92", "yellow": "e8c84a"}


def stalk(low: float, high: float, lean: float = 0.12, thick: float = 0.06) -> Mesh:
    """A woody stalk upwards from a fruit that is two units wide, thicker at its end."""
    return stem([(0, 0, low), (lean * 0.2, 0, (low + high) / 2), (lean, 0, high)], thick * 0.7, thick)


@draws("apple", inside=cut_face("cut_core", flesh="f3e8c4", seeds="4a2a14", rim="b53a2a"))
def apple(make: Making) -> Iterable[Piece]:
    """Broad shoulders, a dip with a stalk, sometimes a leaf."""
    luck = make.luck
    low = luck.uniform(0.0, 0.06)
    line = [(0, 0.18), (0.16, 0.08), (0.34, 0.0), (0.6, 0.08), (0.86, 0.46 + low), (1.0, 1.04), (0.97, 1.4)]
    line += [(0.8, 1.68), (0.54, 1.78), (0.28, 1.66), (0.1, 1.42), (0, 1.34)]
    phase = luck.uniform(0.0, 6.28)

    def bumps(angle: Array, way: Array) -> Array:
        return 1 + 0.014 * np.cos(5 * angle + phase) * (1 - way) ** 2

    colour = toned(make, {"green": "6faa3c", "red": "b8302a", "yellow": "e3c04a"})
    body = skin(line, lobes=bumps)
    peel = skinned(colour, "food_streaks", 0.5, freckles=160, strength=luck.choice((0.04, 0.07, 0.1)))
    made = [Piece("body", body, peel)]
    made.append(Piece("stalk", stalk(1.36, luck.uniform(2.0, 2.1), luck.uniform(-0.2, 0.2), 0.035), STALK))
    if luck.chance(0.6):
        one = leaf(0.62, 0.34, curl=0.35, cup=0.25).turned("z", luck.uniform(-70, 70)).moved(0.03, 0, 1.66)
        made.append(Piece("leaf", one, LEAF))
    return fitted(made, make.size)


@draws("pear", inside=cut_face("cut_core", flesh="f4eccb", seeds="4a2f16", rim="a9a044"))
def pear(make: Making) -> Iterable[Piece]:
    """A wide belly that narrows to a neck."""
    luck = make.luck
    neck = luck.uniform(0.4, 0.5)
    line = [(0, 0.12), (0.2, 0.02), (0.42, 0.0), (0.78, 0.22), (1.0, 0.78), (0.9, 1.3), (0.62, 1.75), (neck, 2.1)]
    line += [(neck * 0.85, 2.4), (neck * 0.5, 2.55), (0.1, 2.52), (0, 2.5)]
    lean = luck.uniform(-0.04, 0.04)
    body = skin(line, warp=lambda p: p + np.outer(p[:, 2] ** 2, (0.0, lean, 0.0)))
    colour = toned(make, {"green": "7cab3e", "yellow": "dcb842", "brown": "8a5c34"})
    made = [Piece("body", body, skinned(colour, "food_speckled", 0.3, count=150, size=0.006, strength=0.3))]
    made.append(Piece("stalk", stalk(2.45, 2.86, 0.16, 0.05).moved(0.0, lean * 6.2), STALK))
    if luck.chance(0.4):
        made.append(Piece("leaf", leaf(0.6, 0.3, curl=0.2).turned("z", 40).moved(0.05, lean * 6.2, 2.7), LEAF))
    return fitted(made, make.size)


def _citrus_inside(flesh: str, rim: str) -> Finish:
    return cut_face("cut_citrus", 0.4, flesh=flesh, pith="f8eed2", rim=rim)


def _calyx(z: float, wide: float) -> Mesh:
    """The small green star where a citrus fruit hung."""
    return lathe([(wide, z - 0.06), (wide * 0.8, z + 0.025), (wide * 0.3, z + 0.03), (0, z + 0.02)], sides=10)


@draws("orange", inside=_citrus_inside("f39a2c", "ea8a22"))
def orange(make: Making) -> Iterable[Piece]:
    """Dimpled peel, a green star on top."""
    return _round_citrus(make, {"orange": "ec8420"}, make.luck.uniform(0.0, 0.04))


@draws("grapefruit", inside=_citrus_inside("e2705e", "e8b04a"))
def grapefruit(make: Making) -> Iterable[Piece]:
    """Larger and flatter than an orange, with a flush of pink."""
    return _round_citrus(make, {"yellow": "e8bd45", "orange": "e38a38", "pink": "e59a94"}, 0.06)


def _round_citrus(make: Making, tones: dict[str, str], flat: float) -> Iterable[Piece]:
    line = [(0, 0.03), (0.25, 0.03), (0.6, 0.2), (0.92, 0.6), (1.0, 1.0), (0.92, 1.4), (0.62, 1.8 - flat), (0.3, 1.95)]
    line += [(0.1, 1.93 - flat), (0, 1.9 - flat)]
    colour = toned(make, tones)
    made = [Piece("body", skin(line), skinned(colour, "food_pores", 0.35))]
    made.append(Piece("calyx", _calyx(1.94 - flat, 0.11), plain("5c7a33", 0.1)))
    made.append(Piece("calyx", berry(0.035, 6).moved(0, 0, 1.96 - flat), plain("8a8a50", 0.1)))
    if make.luck.chance(0.35):
        made.append(Piece("leaf", leaf(0.6, 0.32, curl=0.1).turned("z", 25).moved(0.02, 0, 1.93 - flat), LEAF))
    return fitted(made, make.size)


@draws("lemon", inside=_citrus_inside("f2d95c", "e8c02c"))
def lemon(make: Making) -> Iterable[Piece]:
    """Lies along its length, with a nipple at its left end."""
    line = [(0, 0.0), (0.13, 0.02), (0.2, 0.14), (0.55, 0.36), (0.9, 0.85), (1.0, 1.35), (0.93, 1.85), (0.6, 2.32)]
    line += [(0.3, 2.5), (0.2, 2.66), (0.1, 2.76), (0, 2.78)]
    body = lying(skin(line, warp=lumps(make.luck, 0.03)))
    tip = lying(lathe([(0.16, 0.1), (0.14, 0.0), (0, -0.01)], sides=10).inside_out())
    made = [Piece("body", body, skinned(toned(make, {"yellow": "f0c726"}), "food_pores", 0.45, strength=1.5))]
    made.append(Piece("calyx", tip, plain("7f8a3d")))
    return fitted(made, make.size)


@draws("banana", inside=printed("cut_banana"))
def banana(make: Making) -> Iterable[Piece]:
    """Five-sided, bent, with a dark tip and a stalk; now and then with a sticker."""
    luck = make.luck
    line = [(0, 0), (0.2, 0.0), (0.27, 0.2), (0.62, 0.7), (0.93, 1.7), (1.0, 3.4), (0.96, 5.0), (0.68, 6.0)]
    line += [(0.34, 6.6)]
    line += [(0.25, 7.2), (0.29, 7.5), (0, 7.52)]

    def five(angle: Array, way: Array) -> Array:
        return 1 + 0.055 * np.cos(5 * angle) + 0.0 * way

    bend = luck.uniform(0.85, 1.05)  # radians that each half turns by

    def warp(p: Array) -> Array:
        # its two halves rise from the middle, and each turns with the arc, so that the ends point inwards
        arc = (p[:, 2] - 3.6) / 4.0 * bend
        about = 4.0 / bend
        out, along = about - p[:, 1], np.sin(arc)
        return np.column_stack([p[:, 0] + 0.35 * (1 - np.cos(arc)) * about, about - out * np.cos(arc), out * along])

    body = lying(skin(line, sides=40, rings=36, lobes=five, warp=warp))
    colour = toned(make, {"yellow": "eac838", "green": "7ba83e"})
    finish = skinned(colour, "food_peel", 0.3, freckles=luck.choice((0, 40, 140)), green=luck.choice((0.15, 0.5)))
    return fitted([Piece("body", body, finish)], make.size)


@draws("mango", inside=cut_face("cut_stone", flesh="f2a92e", pit="d9b878", rim="c97a2c", size=0.36))
def mango(make: Making) -> Iterable[Piece]:
    """A lopsided egg with a flush of another colour."""
    line = [(0, 0), (0.3, 0.05), (0.75, 0.42), (0.98, 1.1), (0.96, 1.75), (0.72, 2.35), (0.35, 2.7), (0, 2.74)]
    body = skin(line, warp=lambda p: p + np.outer((p[:, 2] / 2.7) ** 2, (0.12, 0.3, 0.0)))
    colour = toned(make, {"green": "6f9e3c", "yellow": "e2b540", "orange": "e08a35", "red": "b8453a"})
    other = rgb({"green": "b04a34", "yellow": "d86a34", "orange": "c8462e", "red": "d8963c"}[make.colour])
    finish = skinned(colour, "food_blush", 0.45, other=other, base=colour)
    made = [Piece("body", lying(body), finish)]
    made.append(Piece("stalk", lying(stalk(2.68, 2.84, 0.0, 0.09)).moved(0.12, 0.0, -0.3), STALK))
    return fitted(made, make.size)


@draws("peach", inside=cut_face("cut_stone", flesh="f3b65c", pit="7a4626", rim="d8714a"))
def peach(make: Making) -> Iterable[Piece]:
    """Round and downy, with a furrow from the stalk down one side and a red flush."""
    line = [(0, 0.1), (0.2, 0.0), (0.6, 0.15), (0.93, 0.6), (1.0, 1.0), (0.92, 1.4), (0.62, 1.76), (0.28, 1.83)]
    line += [(0.08, 1.7), (0, 1.66)]

    def furrow(angle: Array, way: Array) -> Array:
        off = np.abs((angle - 0.5 + math.pi) % (2 * math.pi) - math.pi)
        return 1 - 0.11 * np.exp(-((off / 0.16) ** 2)) * np.clip(way * 1.3, 0, 1)

    colour = toned(make, STONE_FRUIT)
    finish = skinned(colour, "food_blush", 0.08, other=rgb("c4392e"), base=colour, freckles=0)
    made = [Piece("body", skin(line, lobes=furrow), finish)]
    made.append(Piece("stalk", stalk(1.66, 1.88, 0.03, 0.06), STALK))
    if make.luck.chance(0.7):
        made.append(Piece("leaf", leaf(0.95, 0.3, curl=0.08, cup=0.2).turned("z", -40).moved(0, 0, 1.78), LEAF))
    return fitted(made, make.size)


FIG_CUT = cut_face("cut_seedy", 0.3, flesh="b23a45", pale="f0dcc0", rim="5b2f5f", seeds="e8c27e")


@draws("fig", inside=FIG_CUT)
def fig(make: Making) -> Iterable[Piece]:
    """A drop with a short neck, streaked from top to bottom."""
    line = [(0, 0.04), (0.3, 0.0), (0.75, 0.15), (1.0, 0.65), (0.9, 1.15), (0.55, 1.6), (0.26, 1.95), (0.17, 2.15)]
    line += [(0.14, 2.2), (0, 2.2)]
    colour = toned(make, {"purple": "5f3d78", "green": "76a045"})
    body = skin(line, lobes=lobed(10, 0.03, 1.2), warp=lambda p: p + np.outer(p[:, 2] ** 2, (0.02, -0.03, 0.0)))
    made = [Piece("body", body, skinned(colour, "food_streaks", 0.2, strength=0.3, freckles=80))]
    made.append(Piece("stalk", stalk(2.15, 2.36, 0.1, 0.09).moved(0.09, -0.14), plain("8d9a52")))
    return fitted(made, make.size)
