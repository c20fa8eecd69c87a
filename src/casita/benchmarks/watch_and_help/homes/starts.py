"""The scene of a task's home with everything in its place, and the state that an episode begins with."""

from __future__ import annotations

from functools import lru_cache
from typing import get_args

from casita.benchmarks.watch_and_help.homes.placements import furnished, starting_places
from casita.benchmarks.watch_and_help.item import ALICE, BOB, Counts, Demonstration, Home, Phase, Task, goal_of
from casita.errors import BadInput, unknown
from casita.scenes.scene import Scene
from casita.world.starting import beginning
from casita.world.state import State

RULES, BODY = "household", "person"
"""What agents need for an action, and what they are: see `casita.world.rules` and `bodies`."""


def home_of(item: Task | Demonstration, phase: Phase) -> Home:
    """The home to watch in, or the one to help in, which a demonstration without a task has not."""
    if phase not in get_args(Phase):
        raise unknown("phase", phase, get_args(Phase))
    if phase == "watch":
        return item.watch
    if isinstance(item, Demonstration):
        raise BadInput(f"{item.id} is to be watched only: there is no home to help in")
    return item.help


def scene_of(item: Task | Demonstration, phase: Phase) -> Scene:
    """A home with everything in its place."""
    return _scene(home_of(item, phase), item.counts)


def start_of(item: Task | Demonstration, phase: Phase, seed: int = 0, *, alone: bool = False) -> State:
    """The state that an episode begins with: Alice, and Bob where he helps unless she is to be alone.

    The home and where they stand are always the same; `seed` decides what happens by chance then.
    """
    scene, places = scene_of(item, phase), first_places(item, phase)
    names = (ALICE, BOB)[: 1 if alone else len(places)]
    return beginning(scene, dict.fromkeys(names, BODY), rules=RULES, seed=seed, positions=places[: len(names)])


def first_places(item: Task | Demonstration, phase: Phase) -> list[tuple[float, float, float]]:
    """Where Alice stands at first, and then Bob if he is there: x, y and yaw."""
    home = home_of(item, phase)
    return starting_places(scene_of(item, phase), home.rooms, home.seed, elsewhere=True)


@lru_cache(maxsize=8)
def _scene(home: Home, counts: Counts) -> Scene:
    return furnished(home.apartment, goal_of(counts), home.seed)
