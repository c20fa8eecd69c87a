"""How much of a room's floor its furniture covers, seen from above."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.geometry.outlines import area, bounding_box
from casita.geometry.poses import cos_sin
from casita.scenes.scene import Room, Scene, Thing
from casita.scenes.shower import Rectangle, stalls

CELL = 0.02
"""Metres of the squares in which covered floor is counted."""


def furniture_of(scene: Scene, room: Room) -> Iterator[Thing]:
    """What stands on the floor of a room and is neither picked up nor walked on."""
    for thing in scene.things:
        if thing.place.relation == "on" and not thing.kind.is_loose and thing.type != "rug":
            floor = scene.by_id[thing.place.of]
            if floor.type == "floor" and floor.place.of == room.id:
                yield thing


def covered_share(scene: Scene, room: Room) -> float:
    """The share of a room's floor that furniture stands on; what stands under a table counts once, a shower whole."""
    x0, y0, x1, y1 = bounding_box(room.outline)
    taken = np.zeros((round((x1 - x0) / CELL), round((y1 - y0) / CELL)), np.bool_)
    for low_x, low_y, high_x, high_y in (*map(_around, furniture_of(scene, room)), *stalls(scene, room)):
        rows = slice(max(0, round((low_x - x0) / CELL)), max(0, round((high_x - x0) / CELL)))
        columns = slice(max(0, round((low_y - y0) / CELL)), max(0, round((high_y - y0) / CELL)))
        taken[rows, columns] = True
    return float(taken.sum()) * CELL * CELL / area(room.outline)


def _around(thing: Thing) -> Rectangle:
    """The rectangle around a thing, seen from above."""
    (x, y, _), (deep, wide, _) = thing.position, thing.size
    c, s = (abs(value) for value in cos_sin(thing.rotation[2]))
    half_x, half_y = (c * deep + s * wide) / 2, (s * deep + c * wide) / 2
    return x - half_x, y - half_y, x + half_x, y + half_y
