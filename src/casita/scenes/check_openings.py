"""Checks of what a home is built of: rooms apart, doorways and windows in walls, nothing hung across them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from casita.geometry.outlines import Wall, rectangles, walls
from casita.scenes.problem import Problem
from casita.scenes.scene import WALL, Doorway, Room, Scene, Thing

ON_WALL = 0.03
"""Metres off a wall at which something still counts as on it."""

OVERLAP = 0.01
"""Metres that two things on a wall may overlap."""


class Patch(NamedTuple):
    """A rectangle of a wall: which wall of which room, from where to where along it, and between which heights."""

    room: str
    wall: int
    low: float
    high: float
    bottom: float
    top: float

    def covers(self, other: Patch) -> bool:
        """Do two patches of one wall overlap?"""
        if (self.room, self.wall) != (other.room, other.wall):
            return False
        wide = min(self.high, other.high) - max(self.low, other.low)
        tall = min(self.top, other.top) - max(self.bottom, other.bottom)
        return wide > OVERLAP and tall > OVERLAP


def openings(scene: Scene) -> Iterator[Problem]:
    """Everything that is wrong with rooms, doorways and windows."""
    yield from _rooms_apart(scene)
    patches: dict[str, list[Patch]] = {}
    for way in scene.doorways:
        patches[way.id] = []
        for room in scene.rooms:
            if room.id in way.rooms:
                patch = _doorway_patch(way, room)
                if patch is None:
                    yield Problem("outside", way.id, f"it is not in a wall of {room.id}")
                else:
                    patches[way.id].append(patch)
    rooms = {room.id: room for room in scene.rooms}
    for thing in scene.things:
        if thing.place.relation == "hung" and thing.place.of in rooms:
            patch = _hung_patch(thing, rooms[thing.place.of])
            if patch is not None:
                patches[thing.id] = [patch]
                if patch.top > rooms[patch.room].height + OVERLAP or patch.bottom < -OVERLAP:
                    yield Problem("outside", thing.id, f"it is above or below the wall of {patch.room}")
    yield from _overlaps(patches)


def _rooms_apart(scene: Scene) -> Iterator[Problem]:
    """Do no two rooms share floor?"""
    for i, a in enumerate(scene.rooms):
        for b in scene.rooms[:i]:
            for x0, y0, x1, y1 in rectangles(a.outline):
                for u0, v0, u1, v1 in rectangles(b.outline):
                    if min(x1, u1) - max(x0, u0) > OVERLAP and min(y1, v1) - max(y0, v0) > OVERLAP:
                        yield Problem("interpenetrating", a.id, f"it takes floor of {b.id}")
                        break


def _overlaps(patches: dict[str, list[Patch]]) -> Iterator[Problem]:
    """Is nothing hung across a doorway, a window or another thing on the wall?"""
    ids = list(patches)
    for i, id in enumerate(ids):
        for other in ids[:i]:
            if any(one.covers(two) for one in patches[id] for two in patches[other]):
                yield Problem("interpenetrating", id, f"it is on the same piece of wall as {other}")


def _doorway_patch(way: Doorway, room: Room) -> Patch | None:
    """The piece of a room's wall that a doorway takes; None if it is in none of its walls."""
    for number, wall in enumerate(walls(room.outline)):
        along, off = _measured(wall, *way.centre)
        runs = "x" if wall.dx else "y"
        inside = way.width / 2 - OVERLAP <= along <= wall.length - way.width / 2 + OVERLAP
        if runs == way.along and inside and abs(off + WALL / 2) <= ON_WALL:
            return Patch(room.id, number, along - way.width / 2, along + way.width / 2, 0.0, way.height)
    return None


def _hung_patch(thing: Thing, room: Room) -> Patch | None:
    """The piece of a room's wall that a thing covers; None if it is on none of its walls."""
    x, y, bottom = thing.position
    for number, wall in enumerate(walls(room.outline)):
        along, off = _measured(wall, x, y)
        faces = abs((thing.rotation[2] - wall.yaw + 180.0) % 360.0 - 180.0) < 1.0
        back = off + thing.size[0] / 2 if thing.type == "window" else off - thing.size[0] / 2
        if faces and abs(back) <= ON_WALL:
            half = thing.size[1] / 2
            return Patch(room.id, number, along - half, along + half, bottom, bottom + thing.size[2])
    return None


def _measured(wall: Wall, x: float, y: float) -> tuple[float, float]:
    """How far a point is along a wall, and off it into the room."""
    along = (x - wall.x) * wall.dx + (y - wall.y) * wall.dy
    return along, -(x - wall.x) * wall.dy + (y - wall.y) * wall.dx


def doorway_floor(way: Doorway) -> tuple[float, float, float, float]:
    """The piece of floor in a doorway, from room to room."""
    x, y = way.centre
    half, deep = way.width / 2, WALL / 2 + 0.001
    return (x - half, y - deep, x + half, y + deep) if way.along == "x" else (x - deep, y - half, x + deep, y + half)
