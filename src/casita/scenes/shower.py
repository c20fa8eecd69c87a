"""Where one showers: the square of floor behind a shower door, which its glass and the walls enclose.

It follows from where the door stands, so a scene need not hold it: it counts as taken floor, and pictures draw a tray.
"""

from __future__ import annotations

from collections.abc import Iterator

from casita.geometry.poses import turned
from casita.scenes.scene import Room, Scene, Thing

BESIDE_DOOR = 0.12
"""Metres that a stall is wider than its door."""

BEHIND_DOOR = 0.03
"""Metres from the front of a stall to the middle of its door."""

Rectangle = tuple[float, float, float, float]
"""Lowest x and y, highest x and y."""


def stall_of(door: Thing) -> Rectangle:
    """The floor behind a shower door, which stands at its right front."""
    side = door.size[1] + BESIDE_DOOR
    corners = [(BEHIND_DOOR, -door.size[1] / 2), (BEHIND_DOOR - side, side - door.size[1] / 2)]
    (x0, y0), (x1, y1) = (turned(x, y, door.rotation[2]) for x, y in corners)
    x, y = door.position[:2]
    return x + min(x0, x1), y + min(y0, y1), x + max(x0, x1), y + max(y0, y1)


def stalls(scene: Scene, room: Room) -> Iterator[Rectangle]:
    """The floors of a room's showers, those of its doors that stand at a wall's distance."""
    for thing in scene.things:
        if thing.type == "shower_door" and scene.room_ids[thing.id] == room.id:
            yield stall_of(thing)
