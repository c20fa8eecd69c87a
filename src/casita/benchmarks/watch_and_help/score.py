"""What helping was worth: success, speed-up, reward, what two did to each other, and how well goals were inferred.

Formulas, pinned:
- Length L: the step at which all predicates hold, 250 if they never do.
- Speed-up of an episode: success * (L_alice / L - 1). A failed one counts 0, as in the authors' files
  (their SWS); L_alice is Alice's mean length alone on that task over all seeds, 250 where she fails. Alice alone
  has a speed-up above 0 then (0.147 in the authors' files), because a mean of ratios is above the ratio of means.
- Speed-up as a ratio of means: the mean of L_alice over the mean of L, less 1; failures count with their 250 steps.
  It is smaller than the mean of ratios, to which the few very fast episodes give much.
- Undone work, as the paper counts it: the share of episodes in which Bob takes a thing from where her goal wants it and
  Alice had put it, so that less of the goal is done.
- Reward: the sum over steps of (1 if the goal is reached, else 0) - 0.004: 1 - 0.004 L, or -1 for a failure.
- Intervals: a bootstrap over tasks, seeds nested (`casita.evaluation.statistics.resampled`).
- Precision and recall of inferred goals: of predicates with counts, summed over all demonstrations. Wanting 2
  plates where 1 is wanted is one right and one wrong. F1 is their harmonic mean. Intervals of all: demonstrations are
  drawn anew, and the ratio of sums is taken of every draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

import msgspec

from casita.agents.interplay import Interplay
from casita.arrays import Float64s
from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES
from casita.benchmarks.watch_and_help.item import ALICE, ALL, BOB, MAX_STEPS, STEP_COST, Counts
from casita.errors import BadInput, unknown
from casita.evaluation.ratios import of_means, ratio_of_means
from casita.evaluation.statistics import Estimate, resampled, unpaired_difference
from casita.exact import count_of, total_of


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
    """Calls of the helper that came to nothing, by why; it lost its turn."""
    alone: bool = False
    """Was Bob not there?"""

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


Episodes = Sequence[HelpResult]
Measure = Callable[[HelpResult], float]
Alone = Mapping[str, float]
"""Alice's mean length alone, by task."""


Values = dict[str, list[float]]
"""By task, one for each seed."""


def by_task(episodes: Iterable[HelpResult], measure: Measure) -> Values:
    """The values of a measure, one for each seed, by task."""
    found: dict[str, list[float]] = {}
    for each in episodes:
        found.setdefault(each.task, []).append(float(measure(each)))
    return found


def alone_lengths(episodes: Iterable[HelpResult]) -> dict[str, float]:
    """Alice's mean length alone on each task, over all seeds."""
    return {task: fmean(lengths) for task, lengths in by_task(episodes, lambda each: each.length).items()}


def speed_up(result: HelpResult, alone: Alone) -> float:
    """How much faster an episode was than Alice alone; 0 for a failed one."""
    if result.task not in alone:
        raise unknown("task of Alice alone", result.task, alone)
    return alone[result.task] / max(result.length, 1) - 1.0 if result.success else 0.0


def measures(alone: Alone) -> dict[str, Measure]:
    """All that is measured of an episode, by name; `alone` is what it is compared with."""
    return {
        "success": lambda result: result.success,
        "speed_up": lambda result: speed_up(result, alone),
        "reward": lambda result: result.reward,
        "length": lambda result: result.length,
    }


OF_MEANS = "speed_up_of_means"
"""The name of the speed-up that is a ratio of means, and so has no value for an episode."""


def estimated(episodes: Episodes, alone: Alone, measure: str) -> Estimate:
    """The mean of a measure over tasks and seeds, with its interval; or the speed-up as a ratio of means."""
    if not episodes:
        raise BadInput("there are no episodes to sum up")
    if measure == OF_MEANS:
        lengths = by_task(episodes, lambda each: max(each.length, 1))
        return of_means([{task: [alone[task]] for task in lengths}, lengths], lambda means: means[0] / means[1] - 1.0)
    return resampled(by_task(episodes, measures(alone)[measure]), bounds=(0.0, 1.0) if measure == "success" else None)


def by_activity(episodes: Episodes) -> dict[str, Episodes]:
    """The episodes of each activity, in the order of Table 2, and last all of them."""
    found = {each.activity for each in episodes}
    names = [*(name for name in ACTIVITIES if name in found), *sorted(found - ACTIVITIES.keys())]
    groups: dict[str, Episodes] = {name: [each for each in episodes if each.activity == name] for name in names}
    return groups | {ALL: episodes}


# What they did to each other.


class Counted(NamedTuple):
    """Means over the episodes of a helper."""

    conflicting: float
    """Share of episodes with a conflict."""
    taking_back: float
    """Share of episodes with a conflict in which one takes back what the other had put."""
    undoing_hers: float
    """Share of episodes in which Bob undoes what Alice had achieved: the paper's conflicts."""
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
        undoing_hers=mean(undoes_hers),
        undone_by_alice=mean(lambda each: each.interplay.undone.get(ALICE, 0)),
        undone_by_bob=mean(lambda each: each.interplay.undone.get(BOB, 0)),
        alice_blocked=mean(lambda each: each.interplay.blocked.get(ALICE, 0)),
        bob_blocked=mean(lambda each: each.interplay.blocked.get(BOB, 0)),
        search_saved=fmean(saved) if saved else None,
        choices=_choices(episodes),
        faults=mean(lambda each: count_of(each.faults.values())),
    )


def _choices(episodes: Sequence[HelpResult]) -> float:
    """Actions to choose from in a mean step of an agent."""
    acted = [each for each in episodes if each.steps]
    offered = total_of(each.steps * fmean(each.interplay.choices.values()) for each in acted)
    return offered / max(count_of(each.steps for each in acted), 1)


def undoes_hers(episode: HelpResult) -> bool:
    """Does Bob undo what Alice had achieved? That is how the paper speaks of conflicts."""
    return episode.interplay.undone_of_other.get(BOB, 0) > 0


def conflicting(episodes: Sequence[HelpResult]) -> float:
    """The share of episodes with a conflict."""
    return fmean(each.interplay.conflicts > 0 for each in episodes)


# Goal inference.


class Guess(NamedTuple):
    """What was inferred from one demonstration."""

    inferred: Sequence[Counts]
    """One goal, or several of a model that draws."""
    truth: Counts


class Recognised(NamedTuple):
    """How well the goals of some demonstrations were inferred."""

    precision: Estimate
    """Share of the inferred predicates that are wanted; 0 if none were inferred."""
    recall: Estimate
    """Share of the wanted predicates that were inferred."""
    f1: Estimate
    """The harmonic mean of both."""
    exact: Estimate
    """Share of goals that are wholly right. The authors' program says only this."""


Columns = list[list[float]]
"""One number for each demonstration, as a table of one column."""


class Sums(NamedTuple):
    """What precision and recall are made of, one row a demonstration."""

    right: Columns
    inferred: Columns
    wanted: Columns


def sums(guesses: Sequence[Guess]) -> Sums:
    """Predicates that are right, that were inferred and that are wanted; of several draws their means."""

    def mean(of: Callable[[Counts, Counts], int], each: Guess) -> list[float]:
        return [fmean(of(goal, each.truth) for goal in each.inferred)]

    return Sums(
        right=[mean(_common, each) for each in guesses],
        inferred=[mean(lambda goal, _: _common(goal, goal), each) for each in guesses],
        wanted=[mean(lambda _, truth: _common(truth, truth), each) for each in guesses],
    )


def recognised(guesses: Sequence[Guess]) -> Recognised:
    """Precision, recall and goals that are wholly right, over demonstrations."""
    if not guesses:
        raise BadInput("there are no goals to compare with")
    right, inferred, wanted = sums(guesses)
    exact = [[fmean(dict(goal) == dict(each.truth) for goal in each.inferred)] for each in guesses]
    both = [[one[0] + other[0]] for one, other in zip(inferred, wanted, strict=True)]
    precision = ratio_of_means(right, inferred, (0.0, 1.0)) if any(row[0] for row in inferred) else NOTHING_RIGHT
    return Recognised(
        precision=precision,
        recall=ratio_of_means(right, wanted, (0.0, 1.0)),
        f1=ratio_of_means([[2 * row[0]] for row in right], both, (0.0, 1.0)),
        exact=resampled(exact, bounds=(0.0, 1.0)),
    )


NOTHING_RIGHT = Estimate(0.0, 0.0, 0.0)
"""The precision of who infers nothing at all."""


def f1_difference(ours: Sequence[Guess], theirs: Sequence[Guess]) -> Estimate:
    """F1 of one model less that of another on the same demonstrations."""
    one, other = sums(ours), sums(theirs)

    def less(means: Float64s) -> Float64s:
        found: Float64s = 2 * means[0] / (means[1] + means[2]) - 2 * means[3] / (means[4] + means[5])
        return found

    return of_means([*one, *other], less)


def unpaired_shares(ours: Sequence[Guess], theirs: Sequence[Guess]) -> tuple[Estimate, Estimate]:
    """Precision and recall on some demonstrations less those on others, by the linear approximation of both ratios."""
    one, other = sums(ours), sums(theirs)
    return tuple(  # type: ignore[return-value]  # of two
        unpaired_difference(*tables, ({"": range(len(ours))}, {"": range(len(theirs))}))
        for tables in (
            (_linear(one.right, one.inferred), _linear(other.right, other.inferred)),
            (_linear(one.right, one.wanted), _linear(other.right, other.wanted)),
        )
    )


def _linear(part: Columns, whole: Columns) -> Columns:
    """What each demonstration adds to a ratio of sums: values whose mean is the ratio."""
    size = fmean(row[0] for row in whole) or 1.0
    ratio = fmean(row[0] for row in part) / size
    return [[ratio + (one[0] - ratio * all[0]) / size] for one, all in zip(part, whole, strict=True)]


def _common(one: Counts, other: Counts) -> int:
    """Predicates that two goals have in common, each as often as it is wanted in both."""
    wanted = dict(other)
    return count_of(min(count, wanted.get(key, 0)) for key, count in one)
