"""Do the paper's findings hold here? Each is decided from the numbers, by a rule that is stated with it.

Comparisons are paired over tasks: clear if the t-test has p < 0.05 in the direction claimed. All clear: it holds.
Some: it holds in part. None: it does not hold. One missing, or unclear with few tasks: it cannot be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from casita.benchmarks.watch_and_help import paper, score
from casita.benchmarks.watch_and_help.models import ALONE, MODELS
from casita.benchmarks.watch_and_help.report.results import (
    CLEAR,
    ENOUGH,
    LENGTH,
    SPLITS,
    Difference,
    Results,
    title_of,
    welch,
)
from casita.benchmarks.watch_and_help.score import conflicting
from casita.reports.page import Section, Verdict, Words

Holds = Literal["holds", "holds in part", "does not hold", "cannot be told"]

MARGIN = 0.1
"""A speed-up that much larger is worth speaking of."""

ABOUT_40 = (0.25, 0.55)
"""Shares of episodes that count as about 40%."""

CLEARLY = "differences are paired over tasks, and each must have p < 0.05"


class Comparison(NamedTuple):
    """What should be greater than what, and by how much it is; None if episodes are missing."""

    words: str
    difference: Difference | None
    sign: int = 1
    """-1 if it should be smaller."""

    @property
    def is_clear(self) -> bool | None:
        """Is it so beyond doubt? None if it is not known, or the tasks are too few to tell."""
        return None if self.difference is None else self.difference.tells(self.sign)

    def __str__(self) -> str:
        return f"{self.words}: {'missing' if self.difference is None else self.difference}"


def findings_section(results: Results) -> Section:
    """All verdicts."""
    words = (
        "Decided by code from the numbers below, each by the rule that it states. Differences are given with 95% "
        f"intervals over tasks. What is not clear with fewer than {ENOUGH} tasks cannot be told."
    )
    return Section("Do the paper's findings hold here?", (Words(words), *findings(results)))


def findings(results: Results) -> list[Verdict]:
    """All that the paper's section 5.3 says of the baselines."""
    return [
        planning_beats_learning(results),
        true_goals_help_most(results),
        hrl_no_better_than_random(results),
        random_like_alone(results),
        random_goal_hurts(results),
        random_goal_conflicts(results),
        two_activities_are_harder(results),
    ]


# The paper's findings.


def planning_beats_learning(results: Results) -> Verdict:
    """Planners help more than what was learned."""
    found = [
        _faster(results, "hp", "hybrid"),
        _faster(results, "hp", "hrl"),
        _faster(results, "hp-true-goal", "hybrid-true-goal"),
        _faster(results, "hp-true-goal", "hrl-true-goal"),
        _faster(results, "hybrid", "hrl"),
    ]
    rule = (
        "on test-1, HP has a greater speed-up than Hybrid and than HRL, with the inferred and with the true goal, and "
        f"Hybrid, which plans its lower level, a greater one than HRL; {CLEARLY}."
    )
    theirs = ", ".join(f"{title_of(name)} {_published(name):.2f}" for name in ("hp", "hybrid", "hrl"))
    return _decided("Planning beats learning", rule, found, [f"published speed-ups: {theirs}"])


def true_goals_help_most(results: Results) -> Verdict:
    """Knowing the goal is worth something."""
    others = [name for name, row in MODELS.items() if row.in_paper and "oracle" not in name and name != "hp-true-goal"]
    found = [_faster(results, "hp-true-goal", other) for other in others]
    rule = (
        "on test-1, HP with the true goal has a greater speed-up than every other helper of the paper that is no "
        f"oracle, and than Alice alone; {CLEARLY}."
    )
    theirs = f"published: {_published('hp-true-goal'):.2f}, with the inferred goal {_published('hp'):.2f}"
    return _decided("HP with the true goal is the best of the paper's helpers but for oracles", rule, found, [theirs])


def hrl_no_better_than_random(results: Results) -> Verdict:
    """A learned lower level is of no use."""
    claim = "HRL works no better than Random"
    rule = (
        "on test-1, HRL with the inferred goal is not faster than Random by something that matters: the 95% interval "
        f"of the difference in speed-up ends below {MARGIN}. It does not hold if all of the interval is above 0 else."
    )
    found = _faster(results, "hrl", "random")
    theirs = f"published speed-ups: HRL {_published('hrl'):.2f}, Random {_published('random'):.2f}"
    holds: Holds = "cannot be told"
    if found.difference is not None:
        if found.difference.high < MARGIN:
            holds = "holds"
        elif found.difference.low > 0:
            holds = "does not hold"
    return Verdict(claim, holds, rule, (str(found), theirs))


def random_like_alone(results: Results) -> Verdict:
    """Random does not change how long Alice takes."""
    claim = "Random makes no significant difference to Alice alone"
    rule = f"a paired t-test of lengths over at least {ENOUGH} tasks of test-1 has p >= {CLEAR}."
    found = results.difference("test_1", "random", ALONE, LENGTH)
    t, degrees, p = paper.RANDOM_AGAINST_ALICE
    theirs = f"the paper: t({degrees}) = {t}, p = {p}"
    if found is None:
        return Verdict(claim, "cannot be told", rule, ("Random less Alice in steps: missing", theirs))
    holds: Holds = "does not hold" if found.test.p < CLEAR else "holds" if found.tasks >= ENOUGH else "cannot be told"
    return Verdict(claim, holds, rule, (f"Random less Alice in steps: {found}", theirs))


def random_goal_hurts(results: Results) -> Verdict:
    """A capable helper with a wrong goal does harm."""
    found = [
        Comparison("success, HP RG less Alice alone", _differ(results, "hp-random-goal", ALONE, "success"), -1),
        Comparison("success, HP RG less HP", _differ(results, "hp-random-goal", "hp", "success"), -1),
        Comparison("reward, HP RG less Alice alone", _differ(results, "hp-random-goal", ALONE, "reward"), -1),
        Comparison("reward, HP RG less HP", _differ(results, "hp-random-goal", "hp", "reward"), -1),
    ]
    rule = f"on test-1, HP with a random goal has less success and less reward than Alice alone and than HP; {CLEARLY}."
    rows = [paper.PUBLISHED[name].success[score.ALL].mean for name in ("hp-random-goal", ALONE, "hp")]
    theirs = "published success: {:.2f} with a random goal, {:.2f} alone, {:.2f} with the inferred goal".format(*rows)
    return _decided("A random goal hurts", rule, found, [theirs])


def random_goal_conflicts(results: Results) -> Verdict:
    """Goals that differ get in each other's way."""
    low, high = ABOUT_40
    claim = "With a random goal there are conflicts in about 40% of episodes"
    rule = (
        f"the share of HP's episodes with a random goal on test-1 that have a conflict is {low:.0%} to {high:.0%}, and "
        f"in more of them than with the inferred goal one takes back what the other had put; {CLEARLY}."
    )
    own = results.of("test_1", "hp-random-goal")
    if not own:
        return Verdict(claim, "cannot be told", rule, ("episodes of HP with a random goal are missing",))
    share = conflicting(own)
    tasks = len({each.task for each in own})
    why = [f"here: {share:.0%} of {len(own):,} episodes; the paper: {paper.CONFLICTS[score.ALL]:.0%}"]
    for name in ("hp-random-goal", "hp", "hp-true-goal"):
        every = results.of("test_1", name)
        if every:
            back = sum(each.interplay.taken_back > 0 for each in every) / len(every)
            why.append(f"{title_of(name)}: conflicts in {conflicting(every):.0%}, taken back in {back:.0%}")
    more = results.difference("test_1", "hp-random-goal", "hp", lambda each: each.interplay.taken_back > 0)
    why.append(f"share with something taken back, HP RG less HP: {'missing' if more is None else more}")
    near = low <= share <= high if tasks >= ENOUGH else None
    return Verdict(claim, counted_verdict([near, None if more is None else more.tells(1)]), rule, tuple(why))


def two_activities_are_harder(results: Results) -> Verdict:
    """Goals of two sets are harder to see and to help with."""
    why: list[str] = []
    verdicts: list[bool | None] = []
    for measure in ("success", "speed_up"):
        gap = unpaired(results, "hp", measure)
        verdicts.append(None if gap is None else gap.tells(-1))
        why.append(f"HP's {measure.replace('_', '-')}, test-2 less test-1: {'missing' if gap is None else gap}")
    seen = [results.watch.get(("goal-lstm", split)) for split in SPLITS]
    if None not in seen:
        first, second = seen
        assert first is not None
        assert second is not None
        verdicts.append(second.precision < first.precision and second.recall < first.recall)
        why.append(
            f"goal-lstm: precision and recall {first.precision:.2f} and {first.recall:.2f} on test-1, "
            f"{second.precision:.2f} and {second.recall:.2f} on test-2"
        )
    else:
        verdicts.append(None)
        why.append("goal-lstm on both test sets: missing")
    theirs = paper.PUBLISHED["hp"].success[score.ALL].mean, paper.TEST_2_SUCCESS["hp"]
    faster = _published("hp"), paper.TEST_2_SPEED_UP["hp"].mean
    networks = [paper.WATCH["goal-lstm", split] for split in SPLITS]
    why.append(
        "the authors': HP's success {:.2f} and {:.2f}, speed-up {:.2f} and {:.2f}; ".format(*theirs, *faster)
        + "precision and recall {} and {}, {} and {}".format(*networks[0], *networks[1])
    )
    rule = (
        "HP with the inferred goal has less success and less speed-up on test-2 than on test-1 (Welch's t-test over "
        "tasks, p < 0.05), and the goal network infers goals with lower precision and recall."
    )
    return Verdict("Goals of two activities are harder", counted_verdict(verdicts), rule, tuple(why))


# Deciding.


MEASURES: dict[str, score.Measure] = {
    "success": lambda result: float(result.success),
    "reward": lambda result: result.reward,
    "length": LENGTH,
}


def _differ(results: Results, one: str, other: str, measure: str, split: str = "test_1") -> Difference | None:
    if not results.of(split, one) or not results.of(split, other):
        return None
    return results.difference(split, one, other, MEASURES.get(measure) or results.speed_up(split))


def _faster(results: Results, one: str, other: str) -> Comparison:
    words = f"speed-up, {title_of(one)} less {title_of(other)}"
    return Comparison(words, _differ(results, one, other, "speed_up"))


def unpaired(results: Results, helper: str, measure: str) -> Difference | None:
    """A helper's measure on test-2 less that on test-1, over different tasks, with Welch's t-test."""
    values = []
    for split in ("test_2", "test_1"):
        own = results.of(split, helper)
        values.append(list(score.by_task(own, MEASURES.get(measure) or results.speed_up(split)).values()))
    return welch(*values)


def _published(name: str) -> float:
    return paper.PUBLISHED[name].speed_up[score.ALL].mean


def _decided(claim: str, rule: str, found: Sequence[Comparison], further: Sequence[str] = ()) -> Verdict:
    return Verdict(claim, counted_verdict([one.is_clear for one in found]), rule, (*map(str, found), *further))


def counted_verdict(verdicts: Sequence[bool | None]) -> Holds:
    """All: holds. Some: in part. None: does not hold. One missing: cannot be told."""
    if not verdicts or None in verdicts:
        return "cannot be told"
    return "holds" if all(verdicts) else "holds in part" if any(verdicts) else "does not hold"
