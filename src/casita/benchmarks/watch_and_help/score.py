"""What helping was worth: success, speed-up, reward and goal recognition, with their errors and tests.

Formulas, pinned:
- Length L: the step at which all predicates hold, 250 if they never do.
- Speed-up of an episode: success * (L_alice / L - 1). A failed one counts 0, as in the authors' files
  (their SWS); L_alice is Alice's mean length alone on that task over all seeds, 250 where she fails. Alice alone
  has a speed-up above 0 then (0.147 in the authors' files), because a mean of ratios is above the ratio of means.
- Unweighted speed-up: L_alice / L - 1, with L = 250 for a failed one; it may be below 0.
- Reward: the sum over steps of (1 if the goal is reached, else 0) - 0.004: 1 - 0.004 L, or -1 for a failure.
- Error: of a mean over seeds. Each seed's value is the mean over its tasks; the error is their standard
  deviation (n - 1) over the root of the number of seeds. With one seed there is none (nan).
- Paired t-test: two-tailed, over tasks, each task's value its mean over seeds (t(99) for 100 tasks).
- Precision and recall of inferred goals: of predicates with counts, summed over all demonstrations. Wanting 2
  plates where 1 is wanted is one right and one wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean, stdev
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from casita.benchmarks.watch_and_help.episodes.interplay import Interplay
from casita.benchmarks.watch_and_help.item import ALICE, BOB, MAX_STEPS, Counts
from casita.errors import BadInput, unknown

Key = TypeVar("Key")

STEP_COST = 0.004
"""What a step costs in reward; 250 of them cost 1."""


class HelpResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one episode of help ended, and what was counted in it."""

    task: str
    activity: str
    seed: int
    success: bool
    steps: int
    """Until the goal was reached, or in all."""
    interplay: Interplay
    faults: dict[str, int] = {}
    """Turns that the helper lost, by why."""
    first_fault: str = ""
    privileges: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.steps <= MAX_STEPS:
            raise BadInput(f"an episode has 0 to {MAX_STEPS} steps; {self.task} has {self.steps}")

    @property
    def length(self) -> int:
        """Steps until the goal was reached; 250 if it was not."""
        return self.steps if self.success else MAX_STEPS

    @property
    def reward(self) -> float:
        """From -1 for a failure to almost 1."""
        return float(self.success) - STEP_COST * self.length


Alone = Mapping[str, float]
"""Alice's mean length alone, by task."""


def alone_lengths(results: Iterable[HelpResult]) -> dict[str, float]:
    """Alice's mean length alone on each task, over all seeds."""
    return {task: fmean(each.length for each in own) for task, own in _grouped(results, lambda r: r.task).items()}


def speed_up(result: HelpResult, alone: Alone, *, weighted: bool = True) -> float:
    """How much faster an episode was than Alice alone; 0 for a failed one unless it is unweighted."""
    if result.task not in alone:
        raise unknown("task of Alice alone", result.task, alone)
    if weighted and not result.success:
        return 0.0
    return alone[result.task] / max(result.length, 1) - 1.0


# Means.


class Estimate(NamedTuple):
    """A mean over episodes and its standard error over seeds."""

    mean: float
    error: float


class Summary(NamedTuple):
    """The figures of some episodes."""

    episodes: int
    success: Estimate
    speed_up: Estimate
    unweighted_speed_up: Estimate
    reward: Estimate
    length: Estimate


ALL = "all"
"""The name of the summary over all activities."""


def summaries(results: Sequence[HelpResult], alone: Alone) -> dict[str, Summary]:
    """The figures by activity and over all episodes."""
    groups = _grouped(results, lambda result: result.activity)
    return {name: _summary(own, alone) for name, own in sorted(groups.items())} | {ALL: _summary(results, alone)}


def _summary(results: Sequence[HelpResult], alone: Alone) -> Summary:
    if not results:
        raise BadInput("there are no episodes to sum up")
    return Summary(
        len(results),
        estimate(results, lambda result: float(result.success)),
        estimate(results, lambda result: speed_up(result, alone)),
        estimate(results, lambda result: speed_up(result, alone, weighted=False)),
        estimate(results, lambda result: result.reward),
        estimate(results, lambda result: float(result.length)),
    )


Measure = Callable[[HelpResult], float]


def estimate(results: Iterable[HelpResult], measure: Measure) -> Estimate:
    """The mean of a measure over seeds, each seed the mean of its episodes, and its standard error."""
    seeds = [fmean(map(measure, own)) for own in _grouped(results, lambda result: result.seed).values()]
    return Estimate(fmean(seeds), stdev(seeds) / math.sqrt(len(seeds)) if len(seeds) > 1 else math.nan)


def _grouped(results: Iterable[HelpResult], key: Callable[[HelpResult], Key]) -> dict[Key, list[HelpResult]]:
    groups: dict[Key, list[HelpResult]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return groups


class PairedTest(NamedTuple):
    """A paired, two-tailed t-test: t(degrees) and p."""

    t: float
    degrees: int
    p: float


class HasTask(Protocol):
    """An episode of some task."""

    @property
    def task(self) -> str:
        """Its id."""


One = TypeVar("One", bound=HasTask)


def by_task(episodes: Iterable[One], measure: Callable[[One], float]) -> dict[str, float]:
    """The mean of a measure over seeds, by task."""
    found: dict[str, list[float]] = {}
    for each in episodes:
        found.setdefault(each.task, []).append(measure(each))
    return {task: fmean(values) for task, values in found.items()}


def paired_t_test(ours: Iterable[One], theirs: Iterable[One], measure: Callable[[One], float]) -> PairedTest:
    """Do two helpers differ in a measure, over the same tasks?"""
    from scipy.stats import ttest_rel

    means = [by_task(episodes, measure) for episodes in (ours, theirs)]
    if set(means[0]) != set(means[1]):
        raise BadInput(f"only one of the two has done {min(set(means[0]) ^ set(means[1]))}")
    if len(means[0]) < 2:
        raise BadInput(f"a paired test takes at least 2 tasks; there are {len(means[0])}")
    tasks = sorted(means[0])
    found = ttest_rel([means[0][task] for task in tasks], [means[1][task] for task in tasks])
    return PairedTest(float(found.statistic), len(tasks) - 1, float(found.pvalue))


# What they did to each other.


class Counted(NamedTuple):
    """Means over the episodes of a helper."""

    conflicting: float
    """Share of episodes with a conflict."""
    taking_back: float
    """Share of episodes with a conflict in which one takes back what the other had put."""
    undone_by_alice: float
    undone_by_bob: float
    alice_blocked: float
    bob_blocked: float
    search_saved: float | None
    """Steps; None if Alice has done none of the episodes alone."""
    choices: float
    """Of both agents."""
    faults: float
    """Turns that the helper lost."""


def counted(episodes: Sequence[HelpResult], alone: Sequence[HelpResult]) -> Counted:
    """What was counted in the episodes of a helper, with Alice's alone to compare her search with."""

    def mean(measure: Callable[[HelpResult], float]) -> float:
        return fmean(measure(each) for each in episodes)

    searched = {(each.task, each.seed): each.interplay.searching for each in alone}
    saved = [
        searched[each.task, each.seed] - each.interplay.searching
        for each in episodes
        if (each.task, each.seed) in searched
    ]
    return Counted(
        conflicting=conflicting(episodes),
        taking_back=mean(lambda each: each.interplay.taken_back > 0),
        undone_by_alice=mean(lambda each: each.interplay.undone.get(ALICE, 0)),
        undone_by_bob=mean(lambda each: each.interplay.undone.get(BOB, 0)),
        alice_blocked=mean(lambda each: each.interplay.blocked.get(ALICE, 0)),
        bob_blocked=mean(lambda each: each.interplay.blocked.get(BOB, 0)),
        search_saved=fmean(saved) if saved else None,
        choices=_choices(episodes),
        faults=mean(lambda each: sum(each.faults.values())),
    )


def _choices(episodes: Sequence[HelpResult]) -> float:
    """Actions to choose from in a mean step of an agent."""
    steps = sum(each.steps for each in episodes)
    return sum(each.steps * fmean(each.interplay.choices.values()) for each in episodes if each.steps) / max(steps, 1)


def conflicting(episodes: Sequence[HelpResult]) -> float:
    """The share of episodes with a conflict."""
    return fmean(each.interplay.conflicts > 0 for each in episodes)


# Goal inference.


class Recognition(NamedTuple):
    """How well goals were inferred."""

    precision: float
    """Share of the inferred predicates that are wanted; nan if none were inferred."""
    recall: float
    """Share of the wanted predicates that were inferred."""


def recognition(pairs: Iterable[tuple[Counts, Counts]]) -> Recognition:
    """Precision and recall of inferred goals, each given with the true one."""
    right = inferred = wanted = 0
    for guess, truth in pairs:
        true = dict(truth)
        right += sum(min(count, true.get(key, 0)) for key, count in guess)
        inferred += sum(count for _, count in guess)
        wanted += sum(true.values())
    if not wanted:
        raise BadInput("there are no goals to compare with")
    return Recognition(right / inferred if inferred else math.nan, right / wanted)
