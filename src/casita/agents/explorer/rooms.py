"""Rooms told from the map: wide floor is split where it narrows to a doorway, and furniture says what each room is."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from casita.agents.explorer.floor_map import CELL, FloorMap
from casita.agents.explorer.memory import Memory
from casita.arrays import Int32s
from casita.catalog import catalog

HALF_DOOR = 0.5
"""Metres from the middle of a doorway to its sides, at the most; the middle of a room is farther from its walls."""

LEAST = 0.4
"""Square metres of floor that are that far from all walls, in a room."""


class Rooms(NamedTuple):
    """Which room every cell of a window of the map belongs to."""

    labels: Int32s
    """From 1 on; 0 where nothing is known."""
    corner: tuple[int, int]
    """Row and column of the window's first cell."""
    total: int
    """How many rooms there are."""

    def of(self, x: float, y: float) -> int:
        """The number of the room at a point, or nearest to it; 0 if there is none."""
        row, column = FloorMap.cell(x, y)
        rows, columns = self.labels.shape
        return int(
            self.labels[min(max(row - self.corner[0], 0), rows - 1), min(max(column - self.corner[1], 0), columns - 1)]
        )


def rooms_of(floor: FloorMap) -> Rooms:
    """The rooms of a map; every cell goes to the room whose middle part is nearest."""
    from scipy.ndimage import distance_transform_edt, label

    window = floor.window()
    known = floor.known_floor(window)
    away = distance_transform_edt(known & ~floor.tall[window]) * CELL
    cores, count = label(away > HALF_DOOR)
    areas = np.bincount(cores.ravel(), minlength=count + 1) * CELL * CELL
    kept = [number for number in range(1, count + 1) if areas[number] >= LEAST]
    renamed = np.zeros(count + 1, np.int32)
    renamed[kept] = np.arange(1, len(kept) + 1)
    cores = renamed[cores]
    if not kept:
        return Rooms(np.ones(cores.shape, np.int32), (window[0].start, window[1].start), 1)
    rows, columns = distance_transform_edt(cores == 0, return_distances=False, return_indices=True)
    return Rooms(cores[rows, columns], (window[0].start, window[1].start), len(kept))


def room_names(rooms: Rooms, memory: Memory) -> dict[int, str]:
    """What each room is called, by the furniture in it: kitchen_1, bedroom_2."""
    votes: dict[int, Counter[str]] = {number: Counter() for number in range(1, rooms.total + 1)}
    for each in memory:
        kind, number = each.kind, rooms.of(*each.seen.at)
        if kind is not None and number and not kind.is_loose:
            for room in kind.rooms:
                votes[number][room] += 60 // len(kind.rooms)
    numbers: Counter[str] = Counter()
    names = {}
    for number, found in votes.items():
        kind_name = min(found, key=lambda room: (-found[room], room)) if found else "living_room"
        numbers[kind_name] += 1
        names[number] = f"{kind_name}_{numbers[kind_name]}"
    return names


def assign_rooms(memory: Memory, floor: FloorMap) -> None:
    """Say of everything that is remembered which room it is in."""
    rooms = rooms_of(floor)
    names = room_names(rooms, memory)
    for each in memory:
        if each.seen.type in catalog():
            each.seen = replace(each.seen, room=names.get(rooms.of(*each.seen.at), ""))
