"""The Watch stage by itself: how well goals are inferred from demonstrations, with errors and by activity.

    RUNS/watch/goal-lstm_test_1.json    one file for each model and split (`Watched`)

Precision and recall are those of `score.recognition`: a predicate that is wanted twice is two items, and the sums go
over all demonstrations. The authors' program says only how many goals are wholly right, which is `exact` here. Errors
are standard errors over demonstrations, of a ratio of sums (the linear approximation). Chance draws 20 goals for each
demonstration; all other models give the same goal every time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import get_args

import msgspec

from casita.benchmarks.watch_and_help.demonstrate import Shown, demonstrate, watched
from casita.benchmarks.watch_and_help.generate import Row, read_demonstrations, shown_again
from casita.benchmarks.watch_and_help.goals import Counts
from casita.benchmarks.watch_and_help.item import Split, Task
from casita.benchmarks.watch_and_help.models.goals import bayes, chance
from casita.benchmarks.watch_and_help.models.goals.data import VARIANTS, shown_to
from casita.benchmarks.watch_and_help.models.goals.trained import goal_reader
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS
from casita.benchmarks.watch_and_help.observing import view_of
from casita.benchmarks.watch_and_help.score import recognition
from casita.benchmarks.watch_and_help.tasks import digest_of, first_tasks
from casita.benchmarks.watch_and_help.visible import Visible, unpacked, visible
from casita.errors import BadInput, unknown
from casita.protocols import Observation
from casita.scale import tracked
from casita.seeds import stream
from casita.versions import VERSIONS
from casita.writing import write_whole

WATCHERS = ("chance", *VARIANTS, "bayes")
"""Models of the Watch stage: four of the paper, and ours."""

DRAWS = 20
"""Goals that chance draws for each demonstration."""


class Guess(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was inferred from one demonstration."""

    task: str
    activity: str
    inferred: tuple[Counts, ...]
    """One goal, or several of a model that draws."""
    truth: Counts

    @property
    def pairs(self) -> list[tuple[Counts, Counts]]:
        """Each inferred goal with the true one."""
        return [(goal, self.truth) for goal in self.inferred]


class Recognised(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How well the goals of some demonstrations were inferred."""

    demonstrations: int
    precision: float
    precision_error: float
    recall: float
    recall_error: float
    exact: float
    """Share of goals that are wholly right."""


class Watched(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model on a split."""

    model: str
    split: Split
    demonstrations: int
    precision: float
    precision_error: float
    recall: float
    recall_error: float
    exact: float
    activities: dict[str, Recognised]
    guesses: tuple[Guess, ...]
    versions: dict[str, str]
    weights: str = ""
    """Digest of a network's weights."""
    tasks: str = ""
    """Digest of the tasks."""


class _Demonstration:
    """All that any of the models may look at, made when it is looked at."""

    def __init__(self, task: Task, row: Row | None) -> None:
        self.task = task
        self._row = row

    @cached_property
    def shown(self) -> Shown:
        return shown_again(self._row) if self._row else demonstrate(self.task)

    @cached_property
    def observations(self) -> tuple[Observation, ...]:
        return watched(self.shown.episode, self.task.scene("watch"))

    @cached_property
    def seen(self) -> Visible:
        if self._row:
            return unpacked(self._row.states)
        return visible(map(view_of, self.observations))


Watcher = Callable[[_Demonstration], tuple[Counts, ...]]


def evaluate_watch(
    name: str,
    split: Split,
    runs: Path | None = None,
    *,
    data: Path | None = None,
    weights: Path | None = None,
    limit: int | None = None,
    progress: bool = True,
) -> Watched:
    """Let a model infer the goals of a split, or of its first tasks, unless the same was done before in `runs`.

    Demonstrations are read from the folder `data`, if there is one, or made anew, which gives the same. Networks have
    the weights that come with Casita unless a folder with others is given.
    """
    if name not in WATCHERS:
        raise unknown("model of the Watch stage", name, WATCHERS)
    if split not in get_args(Split):
        raise unknown("split", split, get_args(Split))
    asked = first_tasks(split, limit)
    path = runs / "watch" / f"{name}_{split}.json" if runs else None
    digest = goal_reader(name, weights or WEIGHTS).digest if name in VARIANTS else ""
    if path is not None and path.exists():
        before = read_watched(path)
        if (before.versions, before.weights, before.tasks) == (VERSIONS, digest, digest_of(asked)):
            return before
    watcher = _watcher(name, weights or WEIGHTS)
    label = f"Watch-And-Help: {name}" if progress else ""
    guesses = [
        Guess(each.task.id, each.task.activity, watcher(each), each.task.counts)
        for each in tracked(_demonstrations(asked, data), len(asked), label)
    ]
    found = msgspec.structs.replace(summed_up(name, split, guesses), weights=digest, tasks=digest_of(asked))
    if path is not None:
        write_whole(path, msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return found


def read_watched(path: Path) -> Watched:
    """What was written down of a model on a split."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Watched)
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{path}: not the result of goal inference: {error}") from None


# Figures.


def summed_up(name: str, split: Split, guesses: Sequence[Guess]) -> Watched:
    """The figures of some guesses, over all and by activity."""
    if not guesses:
        raise BadInput(f"there are no demonstrations of {split} to infer goals from")
    activities = {each.activity: None for each in guesses}
    return Watched(
        model=name,
        split=split,
        **msgspec.structs.asdict(recognised(guesses)),
        activities={one: recognised([each for each in guesses if each.activity == one]) for one in sorted(activities)},
        guesses=tuple(guesses),
        versions=dict(VERSIONS),
    )


def recognised(guesses: Sequence[Guess]) -> Recognised:
    """Precision and recall with their errors; nothing inferred at all is a precision of 0."""
    found = recognition(pair for each in guesses for pair in each.pairs)
    precision = 0.0 if math.isnan(found.precision) else found.precision
    right = [sum(_items(goal, truth) for goal, truth in each.pairs) for each in guesses]
    inferred = [sum(_items(goal, goal) for goal, _ in each.pairs) for each in guesses]
    wanted = [sum(_items(truth, truth) for _, truth in each.pairs) for each in guesses]
    every = [dict(goal) == dict(truth) for each in guesses for goal, truth in each.pairs]
    return Recognised(
        demonstrations=len(guesses),
        precision=precision,
        precision_error=_error(right, inferred, precision),
        recall=found.recall,
        recall_error=_error(right, wanted, found.recall),
        exact=sum(every) / len(every),
    )


def _items(one: Counts, other: Counts) -> int:
    """Items that two goals have in common."""
    return sum(min(count, dict(other).get(key, 0)) for key, count in one)


def _error(part: Sequence[int], whole: Sequence[int], ratio: float) -> float:
    """The standard error of sum(part) / sum(whole) over independent demonstrations; 0 for a single one."""
    count, total = len(part), sum(whole)
    if count < 2 or not total:
        return 0.0
    squares = sum((one - ratio * all) ** 2 for one, all in zip(part, whole, strict=True))
    return math.sqrt(squares * count / (count - 1)) / total


# Models.


def _watcher(name: str, weights: Path) -> Watcher:
    if name == "chance":
        return _chance
    return _bayes if name == "bayes" else partial(_network, name, weights)


def _chance(demonstration: _Demonstration) -> tuple[Counts, ...]:
    luck = stream(0, "watch_and_help", "chance", demonstration.task.id)
    return tuple(chance.guessed(luck) for _ in range(DRAWS))


def _bayes(demonstration: _Demonstration) -> tuple[Counts, ...]:
    return (bayes.inferred(demonstration.observations),)


def _network(name: str, weights: Path, demonstration: _Demonstration) -> tuple[Counts, ...]:
    reader = goal_reader(name, weights)
    shown = shown_to(name, demonstration.seen, demonstration.shown.episode.ticks, whole=reader.whole)
    return tuple(reader.goals([shown]))


def _demonstrations(asked: Sequence[Task], data: Path | None) -> Iterator[_Demonstration]:
    """The demonstrations of some tasks, in order."""
    rows = {row.id: row for row in read_demonstrations(data, [asked[0].split])} if data else {}
    for task in asked:
        if data and task.id not in rows:
            raise BadInput(f"{data} has no demonstration of {task.id}")
        if data and rows[task.id].counts != task.counts:
            raise BadInput(f"{data} has a demonstration of {task.id} with another goal; make the data anew")
        yield _Demonstration(task, rows.get(task.id))
