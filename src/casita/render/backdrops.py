"""What a thing stands on and before in a close-up: a table, a kitchen counter, a floor by a wall, or a wall."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from casita.catalog import ObjectType
from casita.shapes.finish import Finish, plain
from casita.shapes.flats import block, sheet
from casita.shapes.mesh import Mesh
from casita.shapes.piece import Piece

TABLES = ("a9774a", "d8c3a0", "c9c7c2", "7b5233", "e6e2da")
COUNTERS = ("5a5a5c", "b9b4ac", "dedad2")
FLOORS = ("b98a56", "8a5a33", "c9a878")
TILES = ("d8cfc0", "b9b2a6", "cfc8bd")
WALLS = ("e6dfd0", "cfd8da", "d9cdb6", "e9e7e3")
"""Colours, one for each number of a backdrop."""

FAR = 4.5
"""Metres from the middle to the edges of floors and walls; the thing is some 1.2 m across."""


def surroundings(
    kind: ObjectType, low: NDArray[np.float64], high: NDArray[np.float64], azimuth: float, number: int
) -> list[Piece]:
    """What is around a thing whose box is given, seen from an azimuth."""
    x, y, z = float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2, float(low[2]) - 0.0005
    back = float(low[0]) - 0.0005
    paint = plain(_choice(WALLS, number), 0.0).with_texture("plaster", 1.4)
    if {"wall", "window"} & set(kind.stands) and "surface" not in kind.stands:
        return [Piece("wall", _behind(back, y, z - FAR, 2 * FAR), paint)]
    wet = bool({"kitchen", "bathroom"} & set(kind.rooms)) and "living_room" not in kind.rooms
    if "floor" in kind.stands and not kind.is_loose:
        ground = plain(_choice(FLOORS, number), 0.1).with_texture("boards", 2.4)
        if wet:
            ground = plain(_choice(TILES, number), 0.2).with_texture("tiles", 1.6)
        board = block((back - 0.03, y - FAR, z), (back, y + FAR, z + 0.09), bevel=0.004)
        wall = _behind(back - 0.03, y, z, FAR)
        tiled = plain("f2f1ec", 0.3).with_texture("tiles", 1.0)
        return [
            Piece("floor", _level(x, y, z), ground),
            Piece("wall", wall, tiled if kind.rooms == ("bathroom",) else paint),
            Piece("skirting", board, plain("f0eee8", 0.1)),
        ]
    if not kind.is_loose and wet:
        top = plain(_choice(COUNTERS, number), 0.3).with_texture("granite", 0.8)
        tiled = plain("f0efe9", 0.3).with_texture("tiles", 1.4, brick=True)
        return [Piece("counter", _level(x, y, z), top), Piece("wall", _behind(back - 0.15, y, z, FAR), tiled)]
    top = plain(_choice(TABLES, number), 0.1).with_texture("wood", 2.4, strength=0.5)
    return [Piece("table", _level(x, y, z), top), _far_wall(x, y, z, azimuth, paint)]


def _choice(colours: tuple[str, ...], number: int) -> str:
    return colours[number % len(colours)]


def _level(x: float, y: float, z: float) -> Mesh:
    return sheet((x - FAR, y - FAR, z), (2 * FAR, 0.0, 0.0), (0.0, 2 * FAR, 0.0), unit_uv=False)


def _behind(x: float, y: float, low: float, tall: float) -> Mesh:
    """A wall at the back of a thing, which faces its front."""
    return sheet((x, y - FAR, low), (0.0, 2 * FAR, 0.0), (0.0, 0.0, tall), unit_uv=False)


def _far_wall(x: float, y: float, z: float, azimuth: float, paint: Finish) -> Piece:
    """A wall that stands across the view, some way behind."""
    away_x, away_y = -math.cos(math.radians(azimuth)), -math.sin(math.radians(azimuth))
    right_x, right_y = away_y, -away_x
    foot = (x + 2.0 * away_x - FAR * right_x, y + 2.0 * away_y - FAR * right_y, z)
    return Piece(
        "wall", sheet(foot, (2 * FAR * right_x, 2 * FAR * right_y, 0.0), (0.0, 0.0, FAR), unit_uv=False), paint
    )
