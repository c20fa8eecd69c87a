"""One task of Watch-And-Help: a goal, a home to watch it done in and another one to help in.

What a row means, its scene and the state that an episode begins with, is worked out by `homes.starts`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from casita.agents.roles import ALICE as ALICE
from casita.agents.roles import BOB as BOB
from casita.catalog import RoomKind
from casita.world.goals import Goal

Split = Literal["train", "test_1", "test_2", "test_1_more", "test_2_more"]
Phase = Literal["watch", "help"]
"""Bob first watches in one home and then helps in another."""

Counts = tuple[tuple[str, int], ...]
"""A goal in Watch-And-Help's words: predicates with how many of each, in the order of Table 2."""

MAX_STEPS = 250
"""Steps of an episode; one that has not reached its goal by then has failed."""

STEP_COST = 0.004
"""What a step costs in reward; 250 of them cost 1."""

ALL = "all"
"""The name of what is summed up over all activities."""


@lru_cache(maxsize=4096)
def goal_of(counts: Counts) -> Goal:
    """The goal as the world checks it; the book is for Alice to hold and the sofa for her to sit on."""
    return Goal.from_virtualhome(dict(counts), ALICE)


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


class Demonstration(NamedTuple):
    """One more demonstration of a training goal in another home, for goal inference only."""

    id: str
    task: Task
    """The training task that has the goal."""
    watch: Home

    @property
    def activity(self) -> str:
        """That of the task."""
        return self.task.activity

    @property
    def counts(self) -> Counts:
        """The goal in Watch-And-Help's words."""
        return self.task.counts

    @property
    def goal(self) -> Goal:
        """What Alice wants."""
        return self.task.goal


class SeededTask(NamedTuple):
    """A task to be helped with once, with the seed of what happens by chance."""

    task: Task
    seed: int

    @property
    def id(self) -> str:
        """Such as `test_1_003 seed 2`."""
        return f"{self.task.id} seed {self.seed}"
