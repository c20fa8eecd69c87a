"""What a kitchen's walls carry besides things: a hood over every stove, tiles behind every worktop.

Both follow from where the stove and the counters stand, so a scene need not hold them: pictures draw them, counts
count them, and nothing else knows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from casita.geometry.outlines import Wall, walls
from casita.geometry.poses import cos_sin
from casita.scenes.scene import Room, Scene, Thing

HOOD = (0.46, 1.58, 0.6)
"""A hood's depth, the height of its lower edge, and its least width in metres."""

AT_WALL = 0.08
"""Metres between a wall and the back of what stands against it, at the most."""

JOINT = 0.012
"""Metres between two worktops that still run through."""

TILES_TO = 1.5
"""How high tiles reach behind a worktop where nothing hangs over it."""

WORKTOPS = ("counter_top", "stove", "dishwasher", "washing_machine")


class Patch(NamedTuple):
    """A piece of a wall: from and to along it, and from and to what height."""

    wall: Wall
    start: float
    end: float
    low: float
    high: float
    is_window: bool = False


def hoods(scene: Scene, room: Room) -> Iterator[Patch]:
    """The piece of wall before which each hood hangs, `HOOD[0]` deep; none where something else hangs there."""
    if room.kind != "kitchen":
        return
    hung = _hung(scene, room)
    for stove in _stoves(scene, room):
        for patch in _behind(room, stove):
            middle, half = (patch.start + patch.end) / 2, max(HOOD[2], patch.end - patch.start) / 2
            start, end = max(0.0, middle - half), min(patch.wall.length, middle + half)
            hood = Patch(patch.wall, start, end, HOOD[1], room.height)
            if not any(_overlap(hood, other) for other in hung):
                yield hood


def stoves_at_walls(scene: Scene, room: Room) -> int:
    """How many stoves stand against a wall of a kitchen."""
    return sum(len(list(_behind(room, stove))) for stove in _stoves(scene, room)) if room.kind == "kitchen" else 0


def worktops(scene: Scene, room: Room) -> list[Patch]:
    """The pieces of a room's walls before which worktops stand, up to their height; those that touch are one."""
    found: list[Patch] = []
    for thing in scene.things:
        if thing.type in WORKTOPS and scene.room_ids[thing.id] == room.id:
            top = thing.position[2] + thing.size[2]
            found += [patch._replace(high=top) for patch in _behind(room, [thing])]
    joined: list[Patch] = []
    for patch in sorted(found, key=lambda patch: (patch.wall.yaw, patch.wall.x, patch.wall.y, patch.start)):
        before = joined[-1] if joined else None
        if before and before.wall == patch.wall and patch.start - before.end <= JOINT:
            joined[-1] = before._replace(end=max(before.end, patch.end), high=max(before.high, patch.high))
        else:
            joined.append(patch)
    return joined


def splashbacks(scene: Scene, room: Room) -> Iterator[Patch]:
    """The tiled pieces of a kitchen's walls: from each worktop up to where cabinets hang over it."""
    if room.kind != "kitchen":
        return
    cabinets = [thing for thing in scene.contents.get(room.id, ()) if thing.type == "cabinet"]
    top = min((thing.position[2] for thing in cabinets), default=TILES_TO)
    windows = [patch for patch in _hung(scene, room) if patch.is_window]
    hung = list(hoods(scene, room))
    for patch in worktops(scene, room):
        cuts = {patch.start, patch.end}
        for other in (*windows, *hung):
            if other.wall == patch.wall:
                cuts |= {min(patch.end, max(patch.start, edge)) for edge in (other.start, other.end)}
        for start, end in pairwise(sorted(cuts)):
            middle = (start + end) / 2
            above = [other for other in windows if other.wall == patch.wall and other.start < middle < other.end]
            hood = [other for other in hung if other.wall == patch.wall and other.start < middle < other.end]
            high = min((other.low for other in above), default=hood[0].low if hood else top)
            if high > patch.high + 0.01 and end - start > 0.001:
                yield Patch(patch.wall, start, end, patch.high, high)


def _stoves(scene: Scene, room: Room) -> list[list[Thing]]:
    """The burners of each stove of a room."""
    burners: dict[str, list[Thing]] = {}
    for thing in scene.things:
        if thing.type == "stove_burner" and scene.room_ids[thing.id] == room.id:
            burners.setdefault(thing.place.of, []).append(thing)
    for id, found in burners.items():
        burners[id] = [*found, scene.by_id[id]]
    return list(burners.values())


def _behind(room: Room, things: Sequence[Thing]) -> Iterator[Patch]:
    """The wall behind some things, as far along it as they are wide; the last stands against it.

    What the last one has before it (the burners of a counter) says how wide, it says which wall.
    """
    body = things[-1]
    for wall in walls(room.outline):
        along, off = _on_wall(wall, body)
        faces = abs((wall.yaw - body.rotation[2]) % 360.0) < 1.0
        if faces and -0.01 <= off - body.size[0] / 2 <= AT_WALL and 0.0 <= along <= wall.length:
            ends = [(_on_wall(wall, thing)[0], thing.size[1] / 2) for thing in things[:-1] or things]
            start = max(0.0, min(middle - half for middle, half in ends))
            end = min(wall.length, max(middle + half for middle, half in ends))
            yield Patch(wall, start, end, 0.0, room.height)


def _on_wall(wall: Wall, thing: Thing) -> tuple[float, float]:
    """How far along a wall the middle of a thing is, and how far from it."""
    x, y = thing.position[0] - wall.x, thing.position[1] - wall.y
    return x * wall.dx + y * wall.dy, -x * wall.dy + y * wall.dx


def _hung(scene: Scene, room: Room) -> list[Patch]:
    """The pieces of wall that windows and what hangs on the walls of a room take."""
    found = []
    for thing in scene.things:
        if thing.place.relation == "hung" and scene.room_ids[thing.id] == room.id:
            for wall in walls(room.outline):
                along, off = _on_wall(wall, thing)
                c, s = (abs(value) for value in cos_sin(thing.rotation[2] - wall.yaw))
                half = (c * thing.size[1] + s * thing.size[0]) / 2
                deep = (s * thing.size[1] + c * thing.size[0]) / 2
                if off - deep < HOOD[0]:
                    low = thing.position[2]
                    high, window = low + thing.size[2], thing.type == "window"
                    found.append(Patch(wall, along - half, along + half, low, high, window))
    return found


def _overlap(a: Patch, b: Patch) -> bool:
    """Do two pieces of one wall share more than a joint?"""
    slack = 0.005
    return (
        a.wall == b.wall
        and min(a.end, b.end) - max(a.start, b.start) > slack
        and min(a.high, b.high) - max(a.low, b.low) > slack
    )
