"""The floor plan: which rooms a house has, how large they are, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from casita.catalog import RoomKind
from casita.errors import BadInput
from casita.exact import total_of
from casita.scenes.generate.openings import best_joints
from casita.scenes.generate.space import NoRoom
from casita.scenes.palette import painted
from casita.scenes.scene import WALL, Room, Scene
from casita.seeds import Stream

LATTICE = 0.25
"""Wall centre lines are at whole multiples of this, in metres."""

MOST_ROOMS = 10

AREAS: dict[RoomKind, tuple[float, float]] = {
    "kitchen": (12.5, 17.0),
    "living_room": (16.0, 22.5),
    "bedroom": (10.5, 14.5),
    "bathroom": (6.5, 9.0),
}
"""Smallest and largest area of a room that a house aims at, in square metres."""

NARROWEST: dict[RoomKind, float] = {"kitchen": 2.9, "living_room": 3.5, "bedroom": 2.8, "bathroom": 2.1}
"""Shortest side a room may have, in metres."""

LONGEST_RATIO = 2.2
"""A room is at most this many times as long as wide."""

K: Final = "kitchen"
L: Final = "living_room"
B: Final = "bedroom"
W: Final = "bathroom"

ROOM_SETS: dict[int, tuple[tuple[RoomKind, ...], ...]] = {
    1: ((K,), (L,), (B,), (W,)),
    2: ((B, W), (L, W), (K, W)),
    3: ((K, L, W), (L, B, W), (K, B, W)),
    4: ((K, L, B, W),),
    5: ((K, L, B, B, W), (K, L, B, W, W)),
    6: ((K, L, B, B, W, W), (K, L, B, B, B, W)),
    7: ((K, L, B, B, B, W, W), (K, L, L, B, B, W, W)),
    8: ((K, L, L, B, B, B, W, W), (K, L, B, B, B, B, W, W)),
    9: ((K, L, L, B, B, B, W, W, W), (K, L, B, B, B, B, W, W, W)),
    10: ((K, L, L, B, B, B, B, W, W, W), (K, L, L, B, B, B, B, B, W, W)),
}
"""Kinds of room that make sense together, by how many rooms a house has."""

PLANS = 80
"""How many well-shaped plans are made; the one with the fewest private rooms to walk through is taken."""

TRIES = 500
"""How many ways to divide a house are tried."""

FEWEST_ALONG_HALL = 6
"""From how many rooms on a house may be laid out along a row of public rooms, and no private room is walked through."""

ALONG_HALL = 0.6
"""How likely it is laid out so."""

ROW_DEPTH = (3.2, 3.9)
"""How deep the rooms beside the hall are, in metres."""

Rectangle = tuple[float, float, float, float]


def plan_rooms(scene: Scene, luck: Stream, rooms: int) -> Scene:
    """Divide a rectangle into rooms of sensible kinds, sizes and proportions.

    The first plan is taken in which nobody walks through a private room to reach another one; where none is found,
    the one that comes closest.
    """
    if not 1 <= rooms <= MOST_ROOMS:
        raise BadInput(f"a house has 1 to {MOST_ROOMS} rooms; asked for {rooms!r}")
    kinds = luck.choice(ROOM_SETS[rooms])
    best: tuple[float, tuple[Room, ...]] | None = None
    found = 0
    for _ in range(TRIES):
        areas = [luck.uniform(*AREAS[kind]) for kind in kinds]
        order = [(areas[i], kinds[i]) for i in luck.shuffled(range(rooms))]
        along_hall = rooms >= FEWEST_ALONG_HALL and luck.chance(ALONG_HALL)
        parts = rooms_along_hall(order, luck) if along_hall else _divided(_whole(order, luck), order, luck)
        if all(_well_shaped(box, kind) for box, kind in parts):
            plan = numbered_rooms(parts)
            cost = best_joints(plan)[1]
            if best is None or cost < best[0]:
                best = (cost, plan)
            found += 1
            if found == PLANS or cost == 0.0:
                break
    if best is None:
        raise NoRoom(f"no floor plan found for {rooms} rooms")
    if rooms >= FEWEST_ALONG_HALL and best[0] > 0.0:
        raise NoRoom(f"no floor plan for {rooms} rooms was found without private rooms to walk through")
    return painted(scene.replace(rooms=best[1]))


def _whole(rooms: Sequence[tuple[float, RoomKind]], luck: Stream) -> Rectangle:
    """A rectangle as large as all rooms."""
    total = total_of(area for area, _ in rooms)
    ratio = luck.uniform(1.0, 2.2 if len(rooms) == 2 else 1.5)
    return 0.0, 0.0, _snapped((total * ratio) ** 0.5), _snapped((total / ratio) ** 0.5)


def rooms_along_hall(rooms: Sequence[tuple[float, RoomKind]], luck: Stream) -> list[tuple[Rectangle, RoomKind]]:
    """Living rooms, and perhaps the kitchen, in a row through the house; the others in a row on each side of it.

    All rows are as long as those of the other rooms are on average; rooms give or take a little for that.
    """
    in_hall = (K, L) if luck.chance(0.5) else (L,)
    hall = [room for room in rooms if room[1] in in_hall]
    beside = [room for room in rooms if room[1] not in in_hall]
    depths = [luck.uniform(*ROW_DEPTH) for _ in range(2)]
    lengths = [max(area / ROW_DEPTH[1], NARROWEST[kind] + WALL) for area, kind in beside]
    first = 1
    while first < len(beside) - 1 and total_of(lengths[:first]) < 0.45 * total_of(lengths):
        first += 1
    width = _snapped(total_of(lengths) / 2)
    deep = max(total_of(area for area, _ in hall) / width, NARROWEST[L] + WALL)
    found: list[tuple[Rectangle, RoomKind]] = []
    low = 0.0
    for row, depth in ((beside[:first], depths[0]), (hall, deep), (beside[first:], depths[1])):
        high = low + _snapped(depth + LATTICE / 2)
        needs = [max(area / depth, NARROWEST[kind] + WALL) for area, kind in row]
        left, passed = 0.0, 0.0
        for (_, kind), need in zip(row, needs, strict=True):
            passed += need
            right = _snapped(width * passed / total_of(needs))
            found.append(((left, low, right, high), kind))
            left = right
        low = high
    return found


def _snapped(length: float) -> float:
    return round(length / LATTICE) * LATTICE


def _well_shaped(box: Rectangle, kind: RoomKind) -> bool:
    """Is a room neither too narrow nor too long?"""
    sides = sorted((box[2] - box[0] - WALL, box[3] - box[1] - WALL))
    return sides[0] >= NARROWEST[kind] and sides[1] <= LONGEST_RATIO * sides[0]


def _divided(box: Rectangle, rooms: Sequence[tuple[float, RoomKind]], luck: Stream) -> list[tuple[Rectangle, RoomKind]]:
    """Cut a rectangle across its longer side, in proportion to the areas, until each part is a room."""
    if len(rooms) == 1:
        return [(box, rooms[0][1])]
    middle = len(rooms) // 2 + luck.below(2) * (len(rooms) % 2)
    if len(rooms) > 3:
        middle = max(2, min(len(rooms) - 2, middle + luck.below(3) - 1))
    share = total_of(area for area, _ in rooms[:middle]) / total_of(area for area, _ in rooms)
    x0, y0, x1, y1 = box
    if x1 - x0 >= y1 - y0:
        cut = _snapped(x0 + (x1 - x0) * share)
        first, second = (x0, y0, cut, y1), (cut, y0, x1, y1)
    else:
        cut = _snapped(y0 + (y1 - y0) * share)
        first, second = (x0, y0, x1, cut), (x0, cut, x1, y1)
    return _divided(first, rooms[:middle], luck) + _divided(second, rooms[middle:], luck)


def numbered_rooms(parts: Sequence[tuple[Rectangle, RoomKind]]) -> tuple[Room, ...]:
    """Rooms inside the centre lines of their walls, with ids."""
    count: dict[str, int] = {}
    rooms = []
    for (x0, y0, x1, y1), kind in parts:
        count[kind] = count.get(kind, 0) + 1
        half = WALL / 2
        low_x, low_y, high_x, high_y = (round(v, 4) for v in (x0 + half, y0 + half, x1 - half, y1 - half))
        outline = ((low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y))
        rooms.append(Room(f"{kind}_{count[kind]}", kind, outline))
    return tuple(rooms)
