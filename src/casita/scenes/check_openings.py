"""Checks of what a home is built of: rooms apart, doorways and windows in walls, nothing hung across them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from casita.geometry.outlines import Wall, crosses_itself, rectangles, walls
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
    yield from _rooms_whole(scene)
    yield from _rooms_apart(scene)
    patches: dict[str, list[Patch]] = {}
    rooms = {room.id: room for room in scene.rooms}
    number = {id: i for i, id in enumerate(rooms)}
    for way in scene.doorways:
        patches[way.id] = []
        for id in sorted((id for id in way.rooms if id in rooms), key=number.__getitem__):
            patch = _doorway_patch(way, rooms[id])
            if patch is None:
                yield Problem("outside", way.id, f"it is not in a wall of {id}")
            else:
                patches[way.id].append(patch)
    for thing in scene.things:
        if thing.place.relation == "hung" and thing.place.of in rooms:
            patch = _hung_patch(thing, rooms[thing.place.of])
            if patch is not None:
                patches[thing.id] = [patch]
                if patch.top > rooms[patch.room].height + OVERLAP or patch.bottom < -OVERLAP:
                    yield Problem("outside", thing.id, f"it is above or below the wall of {patch.room}")
    yield from _overlaps(patches)


def _rooms_whole(scene: Scene) -> Iterator[Problem]:
    """Does every room have walls that do not cross, and one floor?"""
    floors = Counter(thing.place.of for thing in scene.things if thing.type == "floor")
    for room in scene.rooms:
        if crosses_itself(room.outline):
            yield Problem("interpenetrating", room.id, "its outline crosses or touches itself")
        if floors[room.id] != 1:
            yield Problem("unsupported", room.id, f"a room has one floor; it has {floors[room.id] or 'none'}")


def _rooms_apart(scene: Scene) -> Iterator[Problem]:
    """Do no two rooms share floor?"""
    number = {room.id: i for i, room in enumerate(scene.rooms)}
    boxes = sorted((box, room.id) for room in scene.rooms for box in rectangles(room.outline))
    shared: set[tuple[str, str]] = set()
    open_boxes: list[tuple[tuple[float, float, float, float], str]] = []
    for box, id in boxes:
        x0, y0, x1, y1 = box
        open_boxes = [(other, owner) for other, owner in open_boxes if other[2] - x0 > OVERLAP]
        for (_, v0, u1, v1), owner in open_boxes:
            if owner != id and min(x1, u1) - x0 > OVERLAP and min(y1, v1) - max(y0, v0) > OVERLAP:
                later, earlier = sorted((id, owner), key=number.__getitem__, reverse=True)
                shared.add((later, earlier))
        open_boxes.append((box, id))
    for later, earlier in sorted(shared, key=lambda pair: (number[pair[0]], number[pair[1]])):
        yield Problem("interpenetrating", later, f"it takes floor of {earlier}")


def _overlaps(patches: dict[str, list[Patch]]) -> Iterator[Problem]:
    """Is nothing hung across a doorway, a window or another thing on the wall?"""
    number = {id: i for i, id in enumerate(patches)}
    by_wall: dict[tuple[str, int], list[tuple[Patch, str]]] = {}
    for id, found in patches.items():
        for patch in found:
            by_wall.setdefault((patch.room, patch.wall), []).append((patch, id))
    pairs: set[tuple[int, int]] = set()
    for hung in by_wall.values():
        reaching: list[tuple[Patch, str]] = []
        for patch, id in sorted(hung, key=lambda pair: pair[0].low):
            reaching = [pair for pair in reaching if pair[0].high > patch.low]
            pairs |= {
                (max(number[id], number[other]), min(number[id], number[other]))
                for near, other in reaching
                if other != id and patch.covers(near)
            }
            reaching.append((patch, id))
    ids = list(patches)
    for later, earlier in sorted(pairs):
        yield Problem("interpenetrating", ids[later], f"it is on the same piece of wall as {ids[earlier]}")


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
