"""How a demonstration is watched: whole, cut off, of an Alice with errands, or by a camera that loses her.

whole      what Alice sees, to the end, as in the paper
cut_25     the first quarter of its steps; cut_50, cut_75 and cut_90 likewise
noisy      whole, of an Alice with errands (`casita.agents.distracted`); in the end her goal is reached all the same
outside    whole, by a camera that follows her and often loses her for a while when she goes to another room: the steps
           until it has found her again are not shown
Two goals at once are the tasks of test-2. Everything follows from the task alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from casita.agents.distracted import DistractedAlice
from casita.benchmarks.watch_and_help.episodes.demonstration import demonstrate, demonstration_of, watched
from casita.benchmarks.watch_and_help.homes.goals import PREDICATES
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.item import ALICE, Task, goal_of
from casita.errors import unknown
from casita.protocols import Observation
from casita.seeds import derived_seed, stream
from casita.world.goals import Goal, Predicate
from casita.world.graph import copied

CUTS = {f"cut_{share}": share / 100 for share in (25, 50, 75, 90)}
"""Which share of the steps is shown."""

WATCH_SETS = ("whole", *CUTS, "noisy", "outside")

LOST = 0.7
"""How likely the camera loses her when she goes to another room."""

LOST_FOR = (4, 15)
"""Steps until it has found her again, least and most."""


def shown_as(task: Task, how: str) -> tuple[Observation, ...]:
    """What is watched of a task's demonstration; the graphs are the watcher's own."""
    if how not in WATCH_SETS:
        raise unknown("watch set", how, WATCH_SETS)
    if how == "noisy":
        return tuple(msgspec.structs.replace(each, graph=copied(each.graph)) for each in _noisy(task))
    whole = demonstration_of(task)
    if how in CUTS:
        return cut(whole, CUTS[how])
    return tuple(_not_lost(whole, task)) if how == "outside" else whole


def cut(demonstration: Sequence[Observation], share: float) -> tuple[Observation, ...]:
    """The first share of the steps of a demonstration, with what is seen after them."""
    steps = math.ceil(share * (len(demonstration) - 1))
    kept = demonstration[: steps + 1]
    return (*kept[:-1], msgspec.structs.replace(kept[-1], did=None))


def _not_lost(demonstration: Sequence[Observation], task: Task) -> Iterator[Observation]:
    """The steps at which the camera sees her, the first one always."""
    luck = stream(0, "watch_and_help", task.id, "camera")
    low, high = LOST_FOR
    room, until = "", 0
    for each in demonstration:
        now = _room_of(each.graph)
        if room and now != room and luck.chance(LOST):
            until = each.tick + low + luck.below(high - low + 1)
        room = now
        if each.tick >= until:
            yield each


def _room_of(graph: dict[str, Any]) -> str:
    """The room that she is in."""
    return next((str(node["room"]) for node in graph["nodes"] if node["id"] == ALICE), "")


@cache
def habits() -> tuple[Predicate, ...]:
    """What is put where by any goal of the benchmark."""
    return tuple(
        predicate
        for predicate in goal_of(tuple((key, 1) for key in PREDICATES)).predicates
        if predicate.relation in ("on", "in")
    )


def distracted_alice(goal: Goal, item: str, seed: int) -> DistractedAlice:
    """The Alice of an item and a seed on a busy day."""
    return DistractedAlice(goal, habits(), ALICE, seed=derived_seed(seed, "watch_and_help", item, ALICE, "noisy"))


@lru_cache(maxsize=4)
def _noisy(task: Task) -> tuple[Observation, ...]:
    return watched(demonstrate(task, distracted_alice).episode, scene_of(task, "watch"))
