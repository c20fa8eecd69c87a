"""The journals of a folder, read and scored: what every table and figure of the report asks.

    RUNS/{split}/{helper}.jsonl     episodes of the help stage (`evaluation`)
    RUNS/{split}/{helper}_logs/     their logs, where they were kept
    RUNS/watch/*.json               goal inference (`watching`)

A helper is compared with Alice alone on the tasks that she has done alone in the same folder, and only on those.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from casita.benchmarks.watch_and_help import score
from casita.benchmarks.watch_and_help.evaluation import read_helped
from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.models import ALONE, MODELS
from casita.benchmarks.watch_and_help.score import HelpResult
from casita.benchmarks.watch_and_help.watching import Watched, read_watched
from casita.errors import BadInput

SPLITS = ("test_1", "test_2")
SPLIT_TITLES = {"test_1": "test-1", "test_2": "test-2"}

HOW = "Run casita report watch_and_help, which puts the helpers to the tasks first."
"""What is said where episodes are missing."""

SAME = 1e-12
"""Values that differ by less are the same."""

Episodes = tuple[HelpResult, ...]


CLEAR = 0.05
"""A t-test with a smaller p is clear."""

ENOUGH = 50
"""Tasks that it takes to say that there is no difference."""


class Difference(NamedTuple):
    """By how much one mean over tasks is above another, with a 95% interval and a t-test."""

    mean: float
    low: float
    high: float
    test: score.PairedTest
    tasks: int

    def __str__(self) -> str:
        return f"{self.mean:+.2f} [{self.low:+.2f}, {self.high:+.2f}], {said(self.test)}"

    def tells(self, sign: int = 1) -> bool | None:
        """Is the difference above 0 (below, with a sign of -1)? None if it is not clear with so few tasks."""
        if self.test.p < CLEAR:
            return sign * self.mean > 0
        return False if self.tasks >= ENOUGH else None


def said(test: score.PairedTest) -> str:
    """Such as `t(99) = -1.38, p = 0.17`."""
    if math.isnan(test.t):
        return f"t({test.degrees}) is not defined: no task differs"
    p = "p < 0.001" if test.p < 0.001 else f"p = {test.p:.2g}"
    return f"t({test.degrees}) = {test.t:.2f}, {p}"


@dataclass(frozen=True)
class Results:
    """All episodes of a folder."""

    folder: Path
    episodes: Mapping[tuple[str, str], Episodes]
    """By split and helper."""
    watch: Mapping[tuple[str, str], Watched] = field(default_factory=dict)
    """How well goals were inferred, by model and split."""

    def of(self, split: str, helper: str) -> Episodes:
        """The episodes of a helper on tasks that Alice has done alone; none if there are none."""
        alone = self.alone.get(split, {})
        return tuple(each for each in self.episodes.get((split, helper), ()) if each.task in alone)

    def helpers(self, split: str) -> list[str]:
        """The helpers that were measured on a split, in the order of their table, then any others."""
        found = {name for place, name in self.episodes if place == split and self.of(place, name)}
        return [*(name for name in MODELS if name in found), *sorted(found - MODELS.keys())]

    @cached_property
    def alone(self) -> dict[str, dict[str, float]]:
        """Alice's mean length alone, by split and task."""
        return {
            split: score.alone_lengths(self.episodes[split, ALONE])
            for split in SPLITS
            if self.episodes.get((split, ALONE))
        }

    @cached_property
    def _summaries(self) -> dict[tuple[str, str], dict[str, score.Summary]]:
        return {
            (split, helper): score.summaries(self.of(split, helper), self.alone[split])
            for split in SPLITS
            for helper in self.helpers(split)
        }

    def summary(self, split: str, helper: str, activity: str = score.ALL) -> score.Summary | None:
        """The figures of a helper on a split; None if it was not measured there."""
        return self._summaries.get((split, helper), {}).get(activity)

    def activities(self, split: str) -> list[str]:
        """The activities of a split, in the order of Table 2, and last all of them."""
        found = {each.activity for helper in self.helpers(split) for each in self.of(split, helper)}
        known = [name for name in ACTIVITIES if name in found]
        return [*known, *sorted(found - set(known)), score.ALL]

    def speed_up(self, split: str) -> score.Measure:
        """The speed-up of an episode of a split."""
        return lambda result: score.speed_up(result, self.alone[split])

    def difference(self, split: str, one: str, other: str, measure: score.Measure) -> Difference | None:
        """One helper less another in a measure, paired over the tasks that both have done; None below two tasks."""
        pair = [self.of(split, name) for name in (one, other)]
        both = {each.task for each in pair[0]} & {each.task for each in pair[1]}
        if len(both) < 2:
            return None
        ours, theirs = ([each for each in own if each.task in both] for own in pair)
        means = [score.by_task(own, measure) for own in (ours, theirs)]
        gaps = [means[0][task] - means[1][task] for task in sorted(both)]
        alike = max(gaps) - min(gaps) < SAME
        test = score.paired_t_test(ours, theirs, measure) if not alike else _undoubted(fmean(gaps), len(gaps) - 1)
        return Difference(*interval(gaps), test, len(gaps))


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """A mean and the ends of its 95% interval by Student's t."""
    from scipy.stats import t

    mean, half = fmean(values), 0.0
    if len(values) > 1:
        half = float(t.ppf(0.975, len(values) - 1)) * stdev(values) / math.sqrt(len(values))
    return mean, mean - half, mean + half


def _undoubted(mean: float, degrees: int) -> score.PairedTest:
    """The test of values that are all the same: sure if they are not 0, and not defined if they are."""
    if abs(mean) < SAME:
        return score.PairedTest(math.nan, degrees, math.nan)
    return score.PairedTest(math.copysign(math.inf, mean), degrees, 0.0)


def welch(ours: Sequence[float], theirs: Sequence[float]) -> Difference | None:
    """The difference of two means over different tasks, with Welch's t-test; None if one has fewer than two."""
    from scipy.stats import ttest_ind

    if min(len(ours), len(theirs)) < 2:
        return None
    mean, tasks = fmean(ours) - fmean(theirs), len(ours) + len(theirs)
    if max(max(ours) - min(ours), max(theirs) - min(theirs)) < SAME:
        return Difference(mean, mean, mean, _undoubted(mean, tasks - 2), tasks)
    found = ttest_ind(ours, theirs, equal_var=False)
    low, high = found.confidence_interval(0.95)
    test = score.PairedTest(float(found.statistic), round(float(found.df)), float(found.pvalue))
    return Difference(mean, float(low), float(high), test, tasks)


def read_results(folder: Path) -> Results:
    """All journals of a folder; one that is damaged, or of tasks that are not known, is an error that names it."""
    found: dict[tuple[str, str], Episodes] = {}
    for split in SPLITS:
        known = {task.id for task in tasks(split)}
        for path in sorted((folder / split).glob("*.jsonl")):
            episodes = tuple(read_helped(path))
            for each in episodes:
                if each.task not in known:
                    raise BadInput(f"{path}: {each.task!r} is no task of {split}")
            if episodes:
                found[split, path.stem] = episodes
    return Results(folder, found, _read_watch(folder / "watch"))


def _read_watch(folder: Path) -> dict[tuple[str, str], Watched]:
    rows = [read_watched(path) for path in sorted(folder.glob("*.json"))]
    return {(row.model, row.split): row for row in rows}


def title_of(helper: str) -> str:
    """A helper as tables name it."""
    return MODELS[helper].title if helper in MODELS else helper


def activity_title(name: str) -> str:
    """An activity as people say it."""
    return " + ".join(ACTIVITIES[part].title if part in ACTIVITIES else part for part in name.split("+"))


LENGTH: score.Measure = lambda result: float(result.length)  # noqa: E731
