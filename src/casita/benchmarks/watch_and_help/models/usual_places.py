"""Where things usually are: counted over training homes, and what a belief begins with in another home.

`python -m casita.benchmarks.watch_and_help.models.usual_places` counts again. Of each type it is known how
often it was in or on what, in which kind of room. In a home that was never seen, each such place stands for all of
its kind there, and places where a thing was never found keep a small chance.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path

import msgspec
import numpy as np

from casita.agents.belief import Floats, Places
from casita.benchmarks.watch_and_help.homes.placements import locations
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import Task
from casita.world.goals import Goal
from casita.world.statics import NONE
from casita.writing import write_whole

FILE = "usual_places.json"

HOMES = slice(400, 600)
"""The training tasks whose homes are counted."""

DOUBT = 1.0
"""How often a thing counts as found in every place where it may be, besides."""

Usual = dict[str, dict[str, int]]
"""By type of thing, and then by kind of room and type of what carried it: "kitchen/drawer"."""


def count_usual(some: Iterable[Task]) -> Usual:
    """Count where the loose things of tasks are when help begins."""
    found: dict[str, Counter[str]] = {}
    for task in some:
        for (type, room, carrier), count in locations(scene_of(task, "help")).items():
            found.setdefault(type, Counter())[f"{room}/{carrier}"] += count
    return {type: dict(sorted(own.items())) for type, own in sorted(found.items())}


@cache
def usual() -> Usual:
    """The counts that come with Casita."""
    data = resources.files("casita.benchmarks.watch_and_help").joinpath("data", FILE).read_bytes()
    return msgspec.json.decode(data, type=Usual)


def first_chances(home: Places, goal: Goal) -> Floats:
    """The probability of each place (columns) for each loose thing (rows) in a home where nothing of a goal is done."""
    known = home.known
    shares = _shares(home)
    chances = np.zeros((len(home.slots), home.count))
    for row, slot in enumerate(home.slots.tolist()):
        type = known.things[slot].type
        done = {predicate.target for predicate in goal.predicates if predicate.object == type}
        chances[row] = _of_type(type, done, shares)
    chances *= home.possible
    chances[:, : home.first_room][:, home.moves] = 0.0
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


def _of_type(type: str, done: set[str], shares: dict[str, Floats]) -> Floats:
    """The chances of one type that is not in or on where it is done, before it is known which places can take it."""
    counts = usual().get(type, {})
    chances = [
        (counts.get(mark, 0) + DOUBT / len(shares)) * share
        for mark, share in shares.items()
        if mark.split("/")[1] not in done
    ]
    found: Floats = np.sum(chances, axis=0)
    return found


def _shares(home: Places) -> dict[str, Floats]:
    """For each kind of place of a home how what is there is spread over its places: evenly."""
    known = home.known
    kinds = {room.id: room.kind for room in known.rooms}
    found: dict[str, Floats] = {}
    for slot, thing in enumerate(known.scene.things):
        if known.loose[slot] or not known.spots[slot]:
            continue
        room = known.scene.room_ids[thing.id]
        place = int(home.of_container[slot])
        own = found.setdefault(f"{kinds[room]}/{thing.type}", np.zeros(home.count))
        own[place if place != NONE else home.first_room + known.room_index[room]] += 1.0
    return {mark: own / own.sum() for mark, own in found.items()}


if __name__ == "__main__":
    path = Path(__file__).parents[1] / "data" / FILE
    write_whole(path, msgspec.json.encode(count_usual(tasks("train")[HOMES])) + b"\n")
    sys.stdout.write(f"{path}\n")
