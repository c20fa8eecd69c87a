"""The frozen tasks: 1,011 for training, 100 of test-1, 100 of test-2, all from one seed.

They are committed in `data/tasks.jsonl`; `python -m casita.benchmarks.watch_and_help.homes.tasks` makes the same bytes
again. A task is demonstrated in one of apartments 1 to 5 and helped with in another: of 1 to 5 in training, of the
held-out 6 and 7, half each, in the test sets. Test-1 has 20 tasks of each activity, test-2 has 10 of each pair of
activities, and both go round the activities, so that the first few are a fair sample.

300 more of each kind (`test_1_more`, `test_2_more`) narrow intervals and are no part of the paper's data. They are
drawn when they are asked for. Those of test-1 have its 100 goals, each in three further pairs of homes, for three of
five activities have no other goals that training has not; those of test-2 have goals of their own.
"""

from __future__ import annotations

import hashlib
import itertools
import sys
from collections.abc import Container, Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import get_args

import msgspec

from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES, TEST_GOALS, joined_goal, split_goals
from casita.benchmarks.watch_and_help.item import Counts, Demonstration, Home, Split, Task
from casita.catalog import ROOM_KINDS
from casita.errors import unknown
from casita.scenes.fixed import APARTMENTS, HELD_OUT_APARTMENTS
from casita.seeds import Stream, stream
from casita.writing import write_whole

SEED = 2021
"""The seed of everything here."""

TRAINING_APARTMENTS = tuple(n for n in range(1, APARTMENTS + 1) if n not in HELD_OUT_APARTMENTS)

TASKS_PER_PAIR = 10
"""Tasks of test-2 for each pair of activities."""

PEOPLE_PER_ACTIVITY = 6
"""Tasks of test-1 for people, for each activity."""

MORE = 3
"""For each task of a test set there are so many more of its kind."""

FROZEN: tuple[Split, ...] = ("train", "test_1", "test_2")
"""The splits that are committed."""

FILE = "tasks.jsonl"


# Making.


def make_tasks(seed: int = SEED) -> tuple[Task, ...]:
    """All tasks of a seed: training, test-1, test-2."""
    luck = stream(seed, "watch_and_help")
    goals = {activity: split_goals(activity, luck.child("goals", activity)) for activity in ACTIVITIES}
    training = [(name, counts, shown) for name, split in goals.items() for counts, shown in split.training.items()]
    test_1 = [(name, goals[name].test[turn]) for turn in range(TEST_GOALS) for name in ACTIVITIES]
    return (
        *_training(luck.child("train").shuffled(training), luck.child("train")),
        *_test("test_1", test_1, luck.child("test_1"), PEOPLE_PER_ACTIVITY),
        *_test("test_2", _joined(luck.child("test_2", "goals")), luck.child("test_2")),
    )


def _training(goals: Iterable[tuple[str, Counts, int]], luck: Stream) -> Iterator[Task]:
    for number, (activity, counts, shown) in enumerate(goals, start=1):
        own = luck.child(number)
        watched, helped = own.shuffled(TRAINING_APARTMENTS)[:2]
        watch, help = _home(watched, 1, own.child("watch")), _home(helped, 2, own.child("help"))
        yield Task(f"train_{number:04}", "train", activity, counts, watch, help, demonstrations=shown)


def _joined(luck: Stream, rounds: int = TASKS_PER_PAIR, but: Container[Counts] = ()) -> list[tuple[str, Counts]]:
    """Goals of two activities, so many of each pair, no two the same and none of those to leave out."""
    pairs = list(itertools.combinations(ACTIVITIES, 2))
    found: dict[Counts, str] = {}
    for turn, pair in itertools.product(range(rounds), pairs):
        counts = next(
            drawn for attempt in itertools.count()
            if (drawn := joined_goal(*pair, luck.child(turn, *pair, attempt))) not in found and drawn not in but
        )  # fmt: skip
        found[counts] = "+".join(pair)
    return [(activity, counts) for counts, activity in found.items()]


def _test(split: Split, goals: list[tuple[str, Counts]], luck: Stream, people: int = 0) -> Iterator[Task]:
    """Tasks of a test set; each activity has as many in one held-out apartment as in the other."""
    activities = list(dict.fromkeys(activity for activity, _ in goals))
    each = len(goals) // len(activities)
    halves = [HELD_OUT_APARTMENTS[turn % len(HELD_OUT_APARTMENTS)] for turn in range(each)]
    homes = {name: luck.child("homes", name).shuffled(halves) for name in activities}
    chosen = {name: set(luck.child("people", name).shuffled(range(each))[:people]) for name in activities}
    for number, (activity, counts) in enumerate(goals):
        own, turn = luck.child(number), number // len(activities)
        watch = _home(own.choice(TRAINING_APARTMENTS), 1, own.child("watch"))
        help = _home(homes[activity][turn], 2, own.child("help"))
        for_people = turn in chosen[activity]
        yield Task(f"{split}_{number + 1:03}", split, activity, counts, watch, help, people=for_people)


@cache
def more_tasks() -> tuple[Task, ...]:
    """300 further tasks of each test set's kind."""
    luck = stream(SEED, "watch_and_help", "more")
    test_1 = [(task.activity, task.counts) for task in tasks("test_1")] * MORE
    test_2 = _joined(luck.child("test_2", "goals"), MORE * TASKS_PER_PAIR, {task.counts for task in tasks("test_2")})
    return (
        *_test("test_1_more", test_1, luck.child("test_1")),
        *_test("test_2_more", test_2, luck.child("test_2")),
    )


def _home(apartment: int, agents: int, luck: Stream) -> Home:
    return Home(apartment, luck.below(2**31), tuple(luck.choice(ROOM_KINDS) for _ in range(agents)))


def to_lines(tasks: Iterable[Task]) -> bytes:
    """Tasks as lines of JSON, the same for the same tasks."""
    return msgspec.json.Encoder().encode_lines(tasks)


def digest_of(tasks: Iterable[Task]) -> str:
    """A hash of some tasks, by which results of others are told apart."""
    return hashlib.sha256(to_lines(tasks)).hexdigest()[:16]


# Reading.


@cache
def frozen_tasks() -> tuple[Task, ...]:
    """All tasks, as committed."""
    data = resources.files("casita.benchmarks.watch_and_help").joinpath("data", FILE).read_bytes()
    return tuple(msgspec.json.Decoder(Task).decode_lines(data))


@cache
def tasks(split: Split) -> tuple[Task, ...]:
    """The tasks of a split."""
    if split not in get_args(Split):
        raise unknown("split", split, get_args(Split))
    return tuple(task for task in (frozen_tasks() if split in FROZEN else more_tasks()) if task.split == split)


@cache
def _by_id() -> dict[str, Task]:
    return {task.id: task for task in (*frozen_tasks(), *more_tasks())}


def task_named(which: str) -> Task:
    """A task by its id, such as test_1_003."""
    if which not in _by_id():
        raise unknown("task", which, _by_id())
    return _by_id()[which]


def people_tasks() -> tuple[Task, ...]:
    """The 30 tasks of test-1 that people do, 6 of each activity."""
    return tuple(task for task in tasks("test_1") if task.people)


@cache
def demonstrations() -> tuple[Demonstration, ...]:
    """The 5,303 demonstrations of training goals for goal inference, in apartments 1 to 5."""
    numbers = itertools.count(1)
    return tuple(
        _demonstration(task, turn, next(numbers)) for task in tasks("train") for turn in range(task.demonstrations)
    )


def _demonstration(task: Task, turn: int, number: int) -> Demonstration:
    luck = stream(SEED, "watch_and_help", "demonstrations", task.id, turn)
    home = _home(luck.choice(TRAINING_APARTMENTS), 1, luck)
    return Demonstration(f"demonstration_{number:04}", task, home)


if __name__ == "__main__":
    path = Path(__file__).parents[1] / "data" / FILE
    write_whole(path, to_lines(make_tasks()))
    sys.stdout.write(f"{path}\n")
