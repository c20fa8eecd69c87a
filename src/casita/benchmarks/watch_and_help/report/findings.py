"""Do the paper's findings hold here? Each is decided from the numbers, by a rule that is stated with it.

Comparisons are paired over tasks, and clear if their whole 95% interval is on the side claimed (`evaluation.findings`).
A finding about how well somebody helps speaks of all that the paper's Figure 5 shows: success, speed-up and reward.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from casita.benchmarks.watch_and_help import paper, score
from casita.benchmarks.watch_and_help.item import ALL
from casita.benchmarks.watch_and_help.models import ALONE, MODELS
from casita.benchmarks.watch_and_help.report.results import SPLITS, Results, title_of, unpaired
from casita.benchmarks.watch_and_help.score import Measure, conflicting, undoes_hers
from casita.evaluation.findings import ENOUGH, Comparison, counted, decided
from casita.evaluation.page import Holds, Section, Verdict, Words
from casita.evaluation.statistics import Estimate, resampled

CLEAR = 0.05
"""A t-test with a smaller p is clear."""

MARGIN = 0.1
"""A speed-up that much larger is worth speaking of."""

HELPFUL = ("success", "speed_up", "reward")
"""What the paper's Figure 5 shows of a helper."""

MARGINS = {"success": 0.05, "speed_up": MARGIN, "reward": 0.05}
"""What is worth speaking of, by measure."""

ABOUT = 0.15
"""How far a share of episodes may be from the paper's to be about as large."""

CLEARLY = "the 95% interval of each difference, over tasks, must be on that side"


def findings_section(results: Results) -> Section:
    """All verdicts."""
    words = (
        "Decided by code from the numbers below, each by the rule that it states. Differences are given with 95% "
        f"intervals over tasks. What is not clear with fewer than {ENOUGH} tasks cannot be told."
    )
    return Section("Do the paper's findings hold here?", (Words(words), *findings(results)))


def findings(results: Results) -> list[Verdict]:
    """All that the paper's section 5.3 says of the baselines, and one that explains what differs here."""
    return [finding(results) for finding in FINDINGS]


def compared(results: Results, words: str, one: str, other: str, measure: str | Measure, sign: int = 1) -> Comparison:
    """One helper less another on test-1, with the paper's t-test behind it."""
    found = results.pair("test_1", one, other, measure)
    if found is None:
        return Comparison(words, None, sign)
    return Comparison(words, found.difference, sign, note=str(found.test))


def _better(results: Results, one: str, other: str) -> list[Comparison]:
    """One helper less another in all that Figure 5 shows."""
    names = f"{title_of(one)} less {title_of(other)}"
    return [compared(results, f"{measure.replace('_', '-')}, {names}", one, other, measure) for measure in HELPFUL]


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
        "on test-1, HP has a greater success, speed-up and reward than Hybrid and than HRL, with the inferred and with "
        f"the true goal, and Hybrid, which plans its lower level, greater ones than HRL; {CLEARLY}."
    )
    theirs = ", ".join(f"{title_of(name)} {_published(name):.2f}" for name in ("hp", "hybrid", "hrl"))
    found = [each for pair in pairs for each in _better(results, *pair)]
    return decided("Planning beats learning", rule, found, [f"published speed-ups: {theirs}"])


def true_goals_help_most(results: Results) -> Verdict:
    """Knowing the goal is worth something."""
    others = [name for name, row in MODELS.items() if row.in_paper and "oracle" not in name and name != "hp-true-goal"]
    rule = (
        "on test-1, HP with the true goal has a greater success, speed-up and reward than every other helper of the "
        f"paper that is no oracle, and than Alice alone; {CLEARLY}."
    )
    theirs = f"published: {_published('hp-true-goal'):.2f}, with the inferred goal {_published('hp'):.2f}"
    claim = "HP with the true goal is the best of the paper's helpers but for oracles"
    found = [each for other in others for each in _better(results, "hp-true-goal", other)]
    return decided(claim, rule, found, [theirs])


def why_true_goals_do_not(results: Results) -> Verdict:
    """What holds HP with the true goal back."""
    claim = "HP with the true goal is held back only by leaving to Alice what she is after (ours)"
    rule = (
        "on test-1, HP with the true goal that is not told her plan has a greater success, speed-up and reward than "
        "the one that is told; and it is not worse than HP with the inferred goal by something that matters: the 95% "
        f"interval of the difference in speed-up begins above -{MARGIN}."
    )
    untold = "hp-true-goal-untold"
    told, inferred = _better(results, untold, "hp-true-goal"), _better(results, untold, "hp")[1]
    near = inferred.difference.low > -MARGIN if inferred.difference and inferred.difference.has_interval else None
    holds = counted([*(one.is_clear for one in told), near])
    return Verdict(claim, holds, rule, (*map(str, told), str(inferred)))


def hrl_no_better_than_random(results: Results) -> Verdict:
    """A learned lower level is of no use."""
    margins = ", ".join(f"{margin} in {measure.replace('_', '-')}" for measure, margin in MARGINS.items())
    rule = (
        "on test-1, HRL with the inferred goal is not better than Random by something that matters: the 95% interval "
        f"of each difference ends below {margins}. One that begins above 0 and ends above that speaks against it; one "
        "that does neither is unclear."
    )
    found = _better(results, "hrl", "random")
    theirs = f"published speed-ups: HRL {_published('hrl'):.2f}, Random {_published('random'):.2f}"
    pairs = zip(found, MARGINS.values(), strict=True)
    holds = counted([_no_more_than(one.difference, margin) for one, margin in pairs])
    return Verdict("HRL works no better than Random", holds, rule, (*map(str, found), theirs))


def _no_more_than(found: Estimate | None, margin: float) -> bool | None:
    """Is a difference below a margin for sure? None if it is not known, or may be on either side."""
    if found is None or not found.has_interval:
        return None
    return True if found.high < margin else False if found.low > 0.0 else None


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
    found.append(compared(results, "speed-up, HP RG less HP", "hp-random-goal", "hp", "speed_up", -1))
    rule = (
        "on test-1, HP with a random goal has less success and less reward than Alice alone and than HP, and less "
        f"speed-up than HP; {CLEARLY}."
    )
    rows = [paper.PUBLISHED[name].success[ALL].mean for name in ("hp-random-goal", ALONE, "hp")]
    theirs = "published success: {:.2f} with a random goal, {:.2f} alone, {:.2f} with the inferred goal".format(*rows)
    return decided("A random goal hurts", rule, found, [theirs])


def random_goal_undoes(results: Results) -> Verdict:
    """Goals that differ get in each other's way."""
    claim = "With a random goal Bob undoes what Alice has achieved: in 40% of episodes, in 65% of two activities"
    two = [name for name in paper.CONFLICTS if name != ALL]
    rule = (
        "the share of HP's episodes with a random goal on test-1 in which Bob takes away what Alice had put where her "
        f"goal wants it is within {ABOUT:.0%} of {paper.CONFLICTS[ALL]:.0%}, the one of {' and '.join(two)} within "
        f"{ABOUT:.0%} of {paper.CONFLICTS[two[0]]:.0%}, and it is greater than with the inferred goal; {CLEARLY}."
    )
    own = score.by_activity(results.of("test_1", "hp-random-goal"))
    if not own[ALL]:
        return Verdict(claim, "cannot be told", rule, ("episodes of HP with a random goal are missing",))
    groups = {ALL: own[ALL], " and ".join(two): [each for name in two for each in own.get(name, ())]}
    verdicts: list[bool | None] = []
    why = []
    for (words, episodes), theirs in zip(groups.items(), (paper.CONFLICTS[ALL], paper.CONFLICTS[two[0]]), strict=True):
        found = resampled(score.by_task(episodes, undoes_hers), bounds=(0.0, 1.0)) if episodes else None
        enough = len({each.task for each in own[ALL]}) >= ENOUGH
        verdicts.append(abs(found.mean - theirs) <= ABOUT if found and enough else None)
        shown = "missing" if found is None else f"{found.percent()}% of {len(episodes):,} episodes"
        why.append(f"{words}: {shown}; the paper: {theirs:.0%}")
    words = "share of episodes with work undone, HP RG less HP"
    more = compared(results, words, "hp-random-goal", "hp", undoes_hers)
    wider = [
        f"{title_of(name)}: any conflict in {conflicting(every):.0%}, undone in {fmean(map(undoes_hers, every)):.0%}"
        for name in ("hp-random-goal", "hp", "hp-true-goal")
        if (every := results.of("test_1", name))
    ]
    return Verdict(claim, counted([*verdicts, more.is_clear]), rule, (*why, *wider, str(more)))


def two_activities_are_harder(results: Results) -> Verdict:
    """Goals of two sets are harder to see and to help with."""
    found = [second_less_first(results, "hp", measure) for measure in HELPFUL]
    guesses = [results.guesses.get(("goal-lstm", split)) for split in SPLITS]
    inferring: Sequence[Estimate | None] = (None, None)
    if guesses[0] and guesses[1]:
        inferring = score.unpaired_shares(guesses[1], guesses[0])
    for name, less in zip(("precision", "recall"), inferring, strict=True):
        found.append(Comparison(f"goal-lstm's {name}, test-2 less test-1", less, -1))
    why, verdicts = list(map(str, found)), [one.is_clear for one in found]
    theirs = paper.PUBLISHED["hp"].success[ALL].mean, paper.TEST_2_SUCCESS["hp"]
    faster = _published("hp"), paper.TEST_2_SPEED_UP["hp"].mean
    networks = [paper.WATCH["goal-lstm", split] for split in SPLITS]
    why.append(
        "the authors': HP's success {:.2f} and {:.2f}, speed-up {:.2f} and {:.2f}; ".format(*theirs, *faster)
        + "precision and recall {} and {}, {} and {}".format(*networks[0], *networks[1])
    )
    rule = (
        "HP with the inferred goal has less success, speed-up and reward on test-2 than on test-1, and the goal "
        f"network infers goals with lower precision and recall; {CLEARLY}."
    )
    return Verdict("Goals of two activities are harder", counted(verdicts), rule, tuple(why))


def second_less_first(results: Results, helper: str, measure: str) -> Comparison:
    """A helper's measure on test-2 less that on test-1, over different tasks."""
    found = unpaired(*(results.values(split, helper, measure) for split in reversed(SPLITS)))
    words = f"{title_of(helper)}'s {measure.replace('_', '-')}, test-2 less test-1"
    return Comparison(words, found and found[0], -1, note=str(found[1]) if found else "")


FINDINGS: Sequence[Callable[[Results], Verdict]] = (
    planning_beats_learning,
    true_goals_help_most,
    why_true_goals_do_not,
    hrl_no_better_than_random,
    random_like_alone,
    random_goal_hurts,
    random_goal_undoes,
    two_activities_are_harder,
)
"""In the order of the paper."""
