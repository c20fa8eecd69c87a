"""Do the paper's findings hold here? Each is decided from the numbers, by a rule that is stated with it.

Comparisons are paired over tasks, and clear if their whole 95% interval is on the side claimed (`evaluation.findings`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from casita.benchmarks.watch_and_help import paper
from casita.benchmarks.watch_and_help.item import ALL
from casita.benchmarks.watch_and_help.models import ALONE, MODELS
from casita.benchmarks.watch_and_help.report.results import SPLITS, Results, title_of, unpaired
from casita.benchmarks.watch_and_help.score import Measure, conflicting
from casita.evaluation.findings import ENOUGH, Comparison, counted, decided
from casita.evaluation.page import Holds, Section, Verdict, Words

CLEAR = 0.05
"""A t-test with a smaller p is clear."""

MARGIN = 0.1
"""A speed-up that much larger is worth speaking of."""

ABOUT_40 = (0.25, 0.55)
"""Shares of episodes that count as about 40%."""

CLEARLY = "the 95% interval of each difference, over tasks, must be on that side"


def findings_section(results: Results) -> Section:
    """All verdicts."""
    words = (
        "Decided by code from the numbers below, each by the rule that it states. Differences are given with 95% "
        f"intervals over tasks. What is not clear with fewer than {ENOUGH} tasks cannot be told."
    )
    return Section("Do the paper's findings hold here?", (Words(words), *findings(results)))


def findings(results: Results) -> list[Verdict]:
    """All that the paper's section 5.3 says of the baselines."""
    return [finding(results) for finding in FINDINGS]


def compared(results: Results, words: str, one: str, other: str, measure: str | Measure, sign: int = 1) -> Comparison:
    """One helper less another on test-1, with the paper's t-test behind it."""
    found = results.pair("test_1", one, other, measure)
    if found is None:
        return Comparison(words, None, sign)
    return Comparison(words, found.difference, sign, note=str(found.test))


def _faster(results: Results, one: str, other: str) -> Comparison:
    return compared(results, f"speed-up, {title_of(one)} less {title_of(other)}", one, other, "speed_up")


def _published(name: str) -> float:
    return paper.PUBLISHED[name].speed_up[ALL].mean


def planning_beats_learning(results: Results) -> Verdict:
    """Planners help more than what was learned."""
    pairs = (
        ("hp", "hybrid"),
        ("hp", "hrl"),
        ("hp-true-goal", "hybrid-true-goal"),
        ("hp-true-goal", "hrl-true-goal"),
        ("hybrid", "hrl"),
    )
    rule = (
        "on test-1, HP has a greater speed-up than Hybrid and than HRL, with the inferred and with the true goal, and "
        f"Hybrid, which plans its lower level, a greater one than HRL; {CLEARLY}."
    )
    theirs = ", ".join(f"{title_of(name)} {_published(name):.2f}" for name in ("hp", "hybrid", "hrl"))
    found = [_faster(results, *pair) for pair in pairs]
    return decided("Planning beats learning", rule, found, [f"published speed-ups: {theirs}"])


def true_goals_help_most(results: Results) -> Verdict:
    """Knowing the goal is worth something."""
    others = [name for name, row in MODELS.items() if row.in_paper and "oracle" not in name and name != "hp-true-goal"]
    rule = (
        "on test-1, HP with the true goal has a greater speed-up than every other helper of the paper that is no "
        f"oracle, and than Alice alone; {CLEARLY}."
    )
    theirs = f"published: {_published('hp-true-goal'):.2f}, with the inferred goal {_published('hp'):.2f}"
    claim = "HP with the true goal is the best of the paper's helpers but for oracles"
    return decided(claim, rule, [_faster(results, "hp-true-goal", other) for other in others], [theirs])


def hrl_no_better_than_random(results: Results) -> Verdict:
    """A learned lower level is of no use."""
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
    return Verdict("HRL works no better than Random", holds, rule, (str(found), theirs))


def random_like_alone(results: Results) -> Verdict:
    """Random does not change how long Alice takes."""
    claim = "Random makes no significant difference to Alice alone"
    rule = f"as in the paper: a paired t-test of lengths over at least {ENOUGH} tasks of test-1 has p >= {CLEAR}."
    found = results.pair("test_1", "random", ALONE, "length")
    t, degrees, p = paper.RANDOM_AGAINST_ALICE
    why = str(compared(results, "Random less Alice in steps", "random", ALONE, "length"))
    holds: Holds = "cannot be told"
    if found is not None:
        enough = len(found.ours) >= ENOUGH
        holds = "does not hold" if found.test.p < CLEAR else "holds" if enough else "cannot be told"
    return Verdict(claim, holds, rule, (why, f"the paper: t({degrees}) = {t}, p = {p}"))


def random_goal_hurts(results: Results) -> Verdict:
    """A capable helper with a wrong goal does harm."""
    found = [
        compared(results, f"{measure}, HP RG less {words}", "hp-random-goal", other, measure, -1)
        for measure in ("success", "reward")
        for words, other in (("Alice alone", ALONE), ("HP", "hp"))
    ]
    rule = f"on test-1, HP with a random goal has less success and less reward than Alice alone and than HP; {CLEARLY}."
    rows = [paper.PUBLISHED[name].success[ALL].mean for name in ("hp-random-goal", ALONE, "hp")]
    theirs = "published success: {:.2f} with a random goal, {:.2f} alone, {:.2f} with the inferred goal".format(*rows)
    return decided("A random goal hurts", rule, found, [theirs])


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
    why = [f"here: {share:.0%} of {len(own):,} episodes; the paper: {paper.CONFLICTS[ALL]:.0%}"]
    for name in ("hp-random-goal", "hp", "hp-true-goal"):
        every = results.of("test_1", name)
        if every:
            back = fmean(each.interplay.taken_back > 0 for each in every)
            why.append(f"{title_of(name)}: conflicts in {conflicting(every):.0%}, taken back in {back:.0%}")
    words = "share with something taken back, HP RG less HP"
    more = compared(results, words, "hp-random-goal", "hp", lambda each: each.interplay.taken_back > 0)
    near = low <= share <= high if len({each.task for each in own}) >= ENOUGH else None
    return Verdict(claim, counted([near, more.is_clear]), rule, (*why, str(more)))


def two_activities_are_harder(results: Results) -> Verdict:
    """Goals of two sets are harder to see and to help with."""
    found = [second_less_first(results, "hp", measure) for measure in ("success", "speed_up")]
    why, verdicts = list(map(str, found)), [one.is_clear for one in found]
    first, second = (results.watch.get(("goal-lstm", split)) for split in SPLITS)
    if first is None or second is None:
        verdicts.append(None)
        why.append("goal-lstm on both test sets: missing")
    else:
        pairs = [(one.precision.mean, one.recall.mean) for one in (first, second)]
        verdicts.append(pairs[1][0] < pairs[0][0] and pairs[1][1] < pairs[0][1])
        said = [f"{precision:.2f} and {recall:.2f}" for precision, recall in pairs]
        why.append(f"goal-lstm: precision and recall {said[0]} on test-1, {said[1]} on test-2")
    theirs = paper.PUBLISHED["hp"].success[ALL].mean, paper.TEST_2_SUCCESS["hp"]
    faster = _published("hp"), paper.TEST_2_SPEED_UP["hp"].mean
    networks = [paper.WATCH["goal-lstm", split] for split in SPLITS]
    why.append(
        "the authors': HP's success {:.2f} and {:.2f}, speed-up {:.2f} and {:.2f}; ".format(*theirs, *faster)
        + "precision and recall {} and {}, {} and {}".format(*networks[0], *networks[1])
    )
    rule = (
        "HP with the inferred goal has less success and less speed-up on test-2 than on test-1 (95% intervals of "
        "Welch's t-test over tasks), and the goal network infers goals with lower precision and recall."
    )
    return Verdict("Goals of two activities are harder", counted(verdicts), rule, tuple(why))


def second_less_first(results: Results, helper: str, measure: str) -> Comparison:
    """A helper's measure on test-2 less that on test-1, over different tasks."""
    values = [[fmean(row) for row in results.values(split, helper, measure).values()] for split in reversed(SPLITS)]
    found = unpaired(*values)
    words = f"{title_of(helper)}'s {measure.replace('_', '-')}, test-2 less test-1"
    return Comparison(words, found and found[0], -1, note=str(found[1]) if found else "")


FINDINGS: Sequence[Callable[[Results], Verdict]] = (
    planning_beats_learning,
    true_goals_help_most,
    hrl_no_better_than_random,
    random_like_alone,
    random_goal_hurts,
    random_goal_conflicts,
    two_activities_are_harder,
)
"""In the order of the paper."""
