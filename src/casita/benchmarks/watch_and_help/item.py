"""One task of Watch-And-Help: a goal, a home to watch it done in and another one to help in."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, get_args

import msgspec

from casita.benchmarks.watch_and_help.goals import ALICE, BOB, Counts, goal_of
from casita.benchmarks.watch_and_help.placements import furnished, starting_places
from casita.catalog import RoomKind
from casita.errors import unknown
from casita.scenes.scene import Scene
from casita.world.goals import Goal
from casita.world.starting import beginning
from casita.world.state import State

Split = Literal["train", "test_1", "test_2"]
Stage = Literal["watch", "help"]

MAX_STEPS = 250
"""Steps of an episode; one that has not reached its goal by then has failed."""

RULES, BODY = "household", "person"
"""What agents need for an action, and what they are: see `casita.world.rules` and `bodies`."""


class ItemRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A typed row that rejects fields it does not know."""


class Home(ItemRow, frozen=True):
    """An apartment as it is when an episode begins."""

    apartment: int
    seed: int
    """Decides where everything is, together with the goal."""
    rooms: tuple[RoomKind, ...]
    """Where Alice stands at first, and then Bob if he is there."""


class Task(ItemRow, frozen=True):
    """One task: a row of the data set."""

    id: str
    split: Split
    activity: str
    """Name of the activity; of both with a "+" between in test-2."""
    counts: Counts = msgspec.field(name="goal")
    """The goal in Watch-And-Help's words."""
    watch: Home
    help: Home
    demonstrations: int = 0
    """How many more demonstrations of a training goal there are for goal inference."""
    people: bool = False
    """Is it one of the 30 tasks for people?"""

    @property
    def activities(self) -> tuple[str, ...]:
        """The one or two activities of its goal."""
        return tuple(self.activity.split("+"))

    @property
    def goal(self) -> Goal:
        """What Alice wants; `goal.sentence()` says it."""
        return goal_of(self.counts)

    def home(self, stage: Stage) -> Home:
        """The home of a stage."""
        if stage not in get_args(Stage):
            raise unknown("stage", stage, get_args(Stage))
        return self.watch if stage == "watch" else self.help

    def scene(self, stage: Stage) -> Scene:
        """The home of a stage with everything in its place."""
        return _scene(self.home(stage), self.counts)

    def start(self, stage: Stage, seed: int = 0, *, alone: bool = False) -> State:
        """The state that an episode begins with: Alice, and Bob where he helps unless she is to be alone.

        The home and where they stand are always the same; `seed` is the luck of what happens then.
        """
        return _start(self.home(stage), self.counts, seed, alone=alone)


class Demonstration(ItemRow, frozen=True):
    """One more demonstration of a training goal, for goal inference only."""

    id: str
    task: str
    """Id of the training task that has the goal."""
    activity: str
    counts: Counts = msgspec.field(name="goal")
    watch: Home

    @property
    def goal(self) -> Goal:
        """What Alice wants."""
        return goal_of(self.counts)

    def scene(self) -> Scene:
        """The home with everything in its place."""
        return _scene(self.watch, self.counts)

    def start(self, seed: int = 0) -> State:
        """The state that the demonstration begins with."""
        return _start(self.watch, self.counts, seed)


@lru_cache(maxsize=8)
def _scene(home: Home, counts: Counts) -> Scene:
    return furnished(home.apartment, goal_of(counts), home.seed)


def _start(home: Home, counts: Counts, seed: int, *, alone: bool = False) -> State:
    scene = _scene(home, counts)
    places = starting_places(scene, home.rooms, home.seed, elsewhere=True)
    names = (ALICE, BOB)[: 1 if alone else len(places)]
    return beginning(scene, dict.fromkeys(names, BODY), rules=RULES, seed=seed, positions=places[: len(names)])
