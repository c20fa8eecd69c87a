"""The journals of a folder, read and scored: what every table and figure of the report asks.

    RUNS/{split}/{helper}.jsonl     episodes of help
    RUNS/{split}/{helper}_logs/     their logs, where they were kept
    RUNS/watch/{model}_{split}.jsonl    goals inferred from demonstrations; RUNS/watch/{way}/ if watched in other ways
    RUNS/watch/beliefs_{way}_{split}.json   what our own inference believed

A helper is compared with Alice alone on the tasks that she has done alone in the same folder, and only on those. Tasks
that a run was stopped in the middle of do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any, TypeVar, get_args

import msgspec

from casita.benchmarks.watch_and_help import score
from casita.benchmarks.watch_and_help.episodes.watching import WATCH_SETS
from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES
from casita.benchmarks.watch_and_help.homes.tasks import task_named, tasks
from casita.benchmarks.watch_and_help.item import ALL, Counts, Split
from casita.benchmarks.watch_and_help.models import ALONE, GOAL_READERS, MODELS
from casita.benchmarks.watch_and_help.report.beliefs import Beliefs, read_beliefs
from casita.benchmarks.watch_and_help.score import Guess, HelpResult, Recognised
from casita.errors import BadInput
from casita.evaluation.journal import read_journal
from casita.evaluation.ratios import share_closed
from casita.evaluation.running import Answered
from casita.evaluation.statistics import Estimate, TTest, difference, paired_t_test, unpaired_difference, welch

SPLITS = ("test_1", "test_2")
MORE_SPLITS = ("test_1_more", "test_2_more")
"""Further tasks of the same kinds, for narrower intervals."""
SPLIT_TITLES = {"test_1": "test-1", "test_2": "test-2", "test_1_more": "test-1, more", "test_2_more": "test-2, more"}

OTHER_READERS = {"goal-lstm-whole": "the same over every step and visible thing, the paper's input"}
"""Models with weights of one's own that are told apart by the names of their journals."""

HOW = "Run casita report watch_and_help, which puts the models to the tasks first."
"""What is said where episodes are missing."""

Episodes = tuple[HelpResult, ...]
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Results:
    """All episodes of a folder."""

    folder: Path
    episodes: Mapping[tuple[str, str], Episodes]
    """By split and helper."""
    guesses: Mapping[tuple[str, str], Sequence[Guess]] = field(default_factory=dict)
    """The goals that were inferred, by model and split."""

    sets: Mapping[tuple[str, str, str], Sequence[Guess]] = field(default_factory=dict)
    """The same for other ways to watch (`episodes.watching`), by way, model and split."""
    beliefs: Mapping[tuple[str, str], Beliefs] = field(default_factory=dict)
    """What our own inference believed, by way to watch and split."""

    @cached_property
    def watch(self) -> dict[tuple[str, str], Recognised]:
        """How well goals were inferred, by model and split."""
        return {name: score.recognised(own) for name, own in self.guesses.items()}

    def of(self, split: str, helper: str) -> Episodes:
        """The episodes of a helper on tasks that Alice has done alone; none if there are none."""
        alone = self.alone.get(split, {})
        return tuple(each for each in self.episodes.get((split, helper), ()) if each.task in alone)

    def helpers(self, split: str) -> list[str]:
        """The helpers of the main tables that were measured on a split, in their order, then any of a user's."""
        found = {name for place, name in self.episodes if place == split and self.of(place, name)}
        main = [name for name, row in MODELS.items() if name in found and row.study == "main"]
        return [*main, *sorted(found - MODELS.keys())]

    @cached_property
    def alone(self) -> dict[str, dict[str, float]]:
        """Alice's mean length alone, by split and task."""
        return {
            split: score.alone_lengths(self.episodes[split, ALONE])
            for split in (*SPLITS, *MORE_SPLITS)
            if self.episodes.get((split, ALONE))
        }

    @cached_property
    def _estimates(self) -> dict[tuple[str, str, str, str], Estimate]:
        return {}

    def estimate(self, split: str, helper: str, measure: str, activity: str = ALL) -> Estimate | None:
        """A figure of a helper on a split; None if it was not measured there."""
        mark = (split, helper, measure, activity)
        own = score.by_activity(self.of(split, helper)).get(activity)
        if own and mark not in self._estimates:
            self._estimates[mark] = score.estimated(own, self.alone[split], measure)
        return self._estimates.get(mark)

    def activities(self, split: str) -> list[str]:
        """The activities of a split, in the order of Table 2, and last all of them."""
        return list(score.by_activity([each for helper in self.helpers(split) for each in self.of(split, helper)]))

    def values(self, split: str, helper: str, measure: str | score.Measure) -> dict[str, list[float]]:
        """The values of a measure, or of one that has a name, by task; one for each seed."""
        taken = score.measures(self.alone.get(split, {}))[measure] if isinstance(measure, str) else measure
        return score.by_task(self.of(split, helper), taken)

    def pair(self, split: str, one: str, other: str, measure: str | score.Measure) -> Pair | None:
        """A measure of two helpers over the tasks that both have done; None if that is fewer than two."""
        ours, theirs = (self.values(split, name, measure) for name in (one, other))
        both = sorted(ours.keys() & theirs.keys())
        return Pair([ours[task] for task in both], [theirs[task] for task in both]) if len(both) > 1 else None

    def gap_closed(self, split: str, below: str, helper: str, above: str) -> Estimate | None:
        """How far a helper goes in speed-up from one helper to another, over the tasks that all three have done."""
        tables = [self.values(split, name, "speed_up") for name in (below, helper, above)]
        common = sorted(tables[0].keys() & tables[1].keys() & tables[2].keys())
        return share_closed(*({task: own[task] for task in common} for own in tables)) if common else None


@dataclass(frozen=True)
class Pair:
    """Values of two helpers on the same tasks: one row a task, one column a seed."""

    ours: Sequence[Sequence[float]]
    theirs: Sequence[Sequence[float]]

    @cached_property
    def difference(self) -> Estimate:
        """Ours less theirs, with its interval over tasks."""
        return difference(self.ours, self.theirs)

    @cached_property
    def test(self) -> TTest:
        """The paper's test: paired over tasks, each the mean over its seeds."""
        return paired_t_test([fmean(row) for row in self.ours], [fmean(row) for row in self.theirs])


def unpaired(ours: score.Values, theirs: score.Values) -> tuple[Estimate, TTest] | None:
    """Ours less theirs over different tasks, by task, with Welch's t-test; None if one has fewer than two."""
    if min(len(ours), len(theirs)) < 2:
        return None
    tasks_of = {"": list(ours)}, {"": list(theirs)}
    test = welch(*([fmean(row) for row in one.values()] for one in (ours, theirs)))
    return unpaired_difference(ours, theirs, tasks_of), test


def read_results(folder: Path) -> Results:
    """All journals of a folder; one that is damaged, or of tasks that are not known, is an error that names it."""
    found: dict[tuple[str, str], Episodes] = {}
    for split in get_args(Split):
        known = {task.id for task in tasks(split)}
        for path in sorted((folder / split).glob("*.jsonl")):
            episodes = [each for _, each in _answers(path, HelpResult)]
            for each in episodes:
                if each.task not in known:
                    raise BadInput(f"{path}: {each.task!r} is no task of {split}")
            if episodes:
                found[split, path.stem] = _whole(episodes)
    ways = {
        (way, *name): guesses for way in WATCH_SETS[1:] for name, guesses in _read_watch(folder / "watch" / way).items()
    }
    return Results(folder, found, _read_watch(folder / "watch"), ways, read_beliefs(folder))


def _answers(path: Path, kind: type[Answer]) -> list[tuple[str, Answer]]:
    """The items and answers of a journal."""
    _, rows = read_journal(path, Answered)
    try:
        return [(row.item, msgspec.convert(row.answer, kind)) for row in rows]
    except (msgspec.ValidationError, BadInput) as error:
        raise BadInput(f"{path}: not what belongs here: {error}") from None


def _whole(episodes: Sequence[HelpResult]) -> Episodes:
    """The episodes of tasks that were done with as many seeds as any."""
    count = Counter(each.task for each in episodes)
    return tuple(each for each in episodes if count[each.task] == max(count.values()))


def _read_watch(folder: Path) -> dict[tuple[str, str], Sequence[Guess]]:
    found: dict[tuple[str, str], Sequence[Guess]] = {}
    for path in sorted(folder.glob("*.jsonl")):
        kind: Any = tuple[Counts, ...]
        guesses = [Guess(goals, task_named(task).counts) for task, goals in _answers(path, kind)]
        model, split = path.stem[: -len("_test_1")], path.stem[-len("test_1") :]
        if guesses and split in SPLITS:
            found[model, split] = guesses
    return found


def title_of(helper: str) -> str:
    """A helper as tables name it."""
    return MODELS[helper].title if helper in MODELS else helper


def reader_title(model: str) -> str:
    """What a model of goal inference looks at."""
    return GOAL_READERS[model].title if model in GOAL_READERS else OTHER_READERS.get(model, "")


def activity_title(name: str) -> str:
    """An activity as people say it."""
    return " + ".join(ACTIVITIES[part].title if part in ACTIVITIES else part for part in name.split("+"))
