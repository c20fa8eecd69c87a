"""Where loose things are when help begins, counted over tasks (the paper's Figures 14 and 15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from casita.benchmarks.watch_and_help.homes.placements import locations
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.homes.tasks import digest_of
from casita.benchmarks.watch_and_help.item import Task
from casita.catalog import RoomKind
from casita.errors import BadInput
from casita.scale import mapped
from casita.writing import write_whole

FILE = "places.json"


class PlacesFound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many things of each type were found on or in what, over some homes."""

    homes: int
    digest: str
    """Of the tasks."""
    carriers: dict[str, dict[str, int]]
    """By type of thing and type of what carries it."""
    rooms: dict[str, dict[str, int]]
    """By type of thing and kind of room."""


def count_places(tasks: Sequence[Task], *, workers: int = 1, progress: bool = True) -> PlacesFound:
    """Count over the homes to help in."""
    carriers: dict[str, Counter[str]] = {}
    rooms: dict[str, Counter[str]] = {}
    for found in mapped(_places, list(tasks), workers, "Watch-And-Help: places", progress=progress):
        for (type, room, carrier), count in found.items():
            carriers.setdefault(type, Counter())[carrier] += count
            rooms.setdefault(type, Counter())[room] += count
    return PlacesFound(len(tasks), digest_of(tasks), _ordered(carriers), _ordered(rooms))


def _places(task: Task) -> Counter[tuple[str, RoomKind, str]]:
    return locations(scene_of(task, "help"))


def _ordered(counts: dict[str, Counter[str]]) -> dict[str, dict[str, int]]:
    return {type: dict(sorted(own.items())) for type, own in sorted(counts.items())}


def keep_places(found: PlacesFound, runs: Path) -> Path:
    """Write what was counted beside the journals."""
    write_whole(runs / FILE, msgspec.json.encode(found) + b"\n")
    return runs / FILE


def read_places(runs: Path) -> PlacesFound | None:
    """What was counted; None if nothing was."""
    path = runs / FILE
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=PlacesFound)
    except msgspec.DecodeError as error:
        raise BadInput(f"{path}: not counts of places: {error}") from None
