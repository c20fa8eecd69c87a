"""What a thing stands on and before in a close-up: where the catalogue says that it is usually found.

A towel hangs on its rail, a shower curtain before a bath, a pillow lies on a bed and a plate on a laid table;
other things stand on a table, a kitchen counter, a floor by a wall, or hang on a wall.
"""

from __future__ import annotations

import math

from casita.arrays import Float64s
from casita.catalog import ObjectType, catalog
from casita.shapes.drawings import drawings
from casita.shapes.finish import CHROME, Finish, plain
from casita.shapes.flats import block, sheet
from casita.shapes.making import Making
from casita.shapes.mesh import Mesh, joined
from casita.shapes.piece import Piece
from casita.shapes.rounds import sweep

TABLES = ("a9774a", "d8c3a0", "c9c7c2", "7b5233", "e6e2da")
COUNTERS = ("5a5a5c", "b9b4ac", "dedad2")
FLOORS = ("b98a56", "8a5a33", "c9a878")
TILES = ("d8cfc0", "b9b2a6", "cfc8bd")
GLAZED = ("dfe9ec", "f2f1ec", "d3e0d2")
SHEETS = ("c3ccd6", "f0ece4", "d9d2c5")
CLOTHS = ("8f3b36", "5f7688", "e9e4d8")
WALLS = ("e6dfd0", "cfd8da", "d9cdb6", "e9e7e3")
"""Colours, one for each number of a backdrop."""

FAR = 4.5
"""Metres from the middle to the edges of floors and walls; the thing is some 1.2 m across."""

FLAT_DISH = 0.25
"""Dishes lower than this share of their shorter side are flat."""


def surroundings(kind: ObjectType, low: Float64s, high: Float64s, azimuth: float, number: int) -> list[Piece]:
    """What is around a thing whose box is given, seen from an azimuth."""
    x, y, z = float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2, float(low[2]) - 0.0005
    back = float(low[0]) - 0.0005
    paint = plain(_choice(WALLS, number), 0.0).with_texture("plaster", 1.4)
    usual = _usual_place(kind)
    scale = float(high[1] - low[1]) / kind.size.usual[1]
    if usual.endswith("_holder"):
        return _on_a_rail(low, high, scale, number)
    if usual == "bathtub" and kind.can("open"):
        return _before_a_bath(low, high, scale, number)
    if usual == "bed":
        cover = plain(_choice(SHEETS, number), 0.0).with_texture("furniture_bedding", 1.2 * scale)
        return [Piece("bed", _level(x, y, z), cover), _far_wall(x, y, z, azimuth, paint)]
    if _is_laid(kind):
        return _on_a_laid_table(low, high, scale, number)
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
    if wet and (not kind.is_loose or (usual == "counter_top" and not kind.can("eat"))):
        near = min(max(scale, 1.6), 4.0)  # small things are seen from nearer, so what is around them is larger
        top = plain(_choice(COUNTERS, number), 0.3).with_texture("granite", 0.5 * near)
        tiled = plain("f0efe9", 0.3).with_texture("tiles", 0.875 * near, brick=True)
        if kind.is_loose:
            return [Piece("counter", _level(x, y, z), top), _far_wall(x, y, z, azimuth, tiled)]
        return [Piece("counter", _level(x, y, z), top), Piece("wall", _behind(back - 0.15, y, z, FAR), tiled)]
    top = plain(_choice(TABLES, number), 0.1).with_texture("wood", 2.4, strength=0.5)
    return [Piece("table", _level(x, y, z), top), _far_wall(x, y, z, azimuth, paint)]


def _usual_place(kind: ObjectType) -> str:
    """The type of thing on or in which a type is found most often; empty if that is not known."""
    weights: dict[str, float] = {}
    for room in kind.found.values():
        for place, weight in room.items():
            weights[place] = weights.get(place, 0.0) + weight
    return max(weights, key=lambda place: weights[place], default="")


def _is_laid(kind: ObjectType) -> bool:
    """Whether a table is laid with it: a flat dish that food is eaten from."""
    depth, width, height = kind.size.usual
    return kind.can("break") and kind.can("dirty") and height < FLAT_DISH * min(depth, width)


def _on_a_rail(low: Float64s, high: Float64s, scale: float, number: int) -> list[Piece]:
    """A rail under the upper edge of a cloth, on a tiled wall."""
    (x, y, z), wide = (low + high) / 2, float(high[1] - low[1])
    thick, wall = 0.12 * float(high[0] - low[0]), float(low[0]) - 0.05 * scale
    top, half = float(high[2]) - 1.6 * thick, 0.5 * wide + 0.07 * scale
    bar = sweep([(x, y - half, top), (x, y + half, top)], thick, sides=16)
    arms = []
    for side in (-1.0, 1.0):
        at = y + side * (half - thick)
        arms.append(sweep([(wall, at, top), (x + thick, at, top)], 1.3 * thick, sides=16))
        arms.append(sweep([(wall, at, top), (wall + 0.008 * scale, at, top)], 0.022 * scale, sides=24))
    tiled = plain(_choice(GLAZED, number), 0.4).with_texture("tiles", 0.6 * scale, grout=0.86)
    return [
        Piece("wall", _behind(wall, y, z - FAR, 2 * FAR), tiled),
        Piece("rail", joined([bar, *arms]), CHROME),
    ]


def _before_a_bath(low: Float64s, high: Float64s, scale: float, number: int) -> list[Piece]:
    """A bath between two tiled walls, whose edge is behind the lower hem of what hangs before it."""
    y, (left, right) = float(low[1] + high[1]) / 2, (float(low[1]) - 0.002, float(high[1]) + 0.002)
    front, deep = float(low[0]) - 0.004 * scale, 0.75 * scale
    rim = float(low[2]) + 0.09 * scale
    ground = rim - 0.56 * scale
    tiled = plain(_choice(GLAZED, number), 0.4).with_texture("tiles", 0.8 * scale)
    tub = joined(
        [
            block((front - deep, left, ground), (front - 0.012 * scale, right, rim - 0.03 * scale), bevel=0.01 * scale),
            block((front - deep, left, rim - 0.045 * scale), (front, right, rim), bevel=0.02 * scale),
        ]
    )
    sides = joined(
        [
            block((front - deep, right, ground), (float(high[0]), right + FAR, ground + FAR), bevel=0.002),
            block((front - deep, left - FAR, ground), (float(high[0]), left, ground + FAR), bevel=0.002),
        ]
    )
    mat = plain(_choice(TILES, number), 0.2).with_texture("tiles", 1.2 * scale)
    return [
        Piece("floor", _level(front, y, ground), mat),
        Piece("wall", _behind(front - deep, y, ground, FAR), tiled),
        Piece("wall", sides, tiled),
        Piece("bath", tub, plain("f4f4f1", 0.6)),
    ]


def _on_a_laid_table(low: Float64s, high: Float64s, scale: float, number: int) -> list[Piece]:
    """A tablecloth, with a fork on one side of a dish and a knife on the other."""
    x, y, z = float(low[0] + high[0]) / 2, float(low[1] + high[1]) / 2, float(low[2]) - 0.0005
    cloth = plain(_choice(CLOTHS, number), 0.0).with_texture("fabric", 0.1 * scale)
    pieces = [Piece("table", _level(x, y, z), cloth)]
    for name, beside in (("fork", float(low[1]) - 0.03 * scale), ("butter_knife", float(high[1]) + 0.025 * scale)):
        kind = catalog()[name]
        make = Making(name, "plain", kind.size.usual, "metal", "silver", "", number)
        for piece in drawings()[name](make):
            if not piece.when or "clean" in piece.when or "whole" in piece.when:
                mesh = piece.mesh.turned("z", 180.0).scaled(scale, scale, scale).moved(x, beside, z + 0.0005)
                pieces.append(Piece(piece.name, mesh, piece.finish))
    return pieces


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
