"""Are our own aims met? Decided from the numbers like the paper's findings, by rules that are stated."""

from __future__ import annotations

import math
from statistics import fmean
from typing import NamedTuple

from casita.benchmarks.watch_and_help import paper, score
from casita.benchmarks.watch_and_help.models import ALONE
from casita.benchmarks.watch_and_help.report.findings import counted_verdict
from casita.benchmarks.watch_and_help.report.results import ENOUGH, SPLIT_TITLES, SPLITS, Results, interval
from casita.reports.page import Section, Verdict, Words


def aims_section(results: Results) -> Section:
    """All verdicts."""
    words = f"What we set out to reach ourselves. With fewer than {ENOUGH} tasks it cannot be told."
    return Section("Are our own aims met?", (Words(words), *aims(results)))


def aims(results: Results) -> list[Verdict]:
    """Of Alice, of goal inference, of our own helper."""
    return [alice_is_like_hers(results), watch_aim(results), *(own_aim(results, split) for split in SPLITS)]


def alice_is_like_hers(results: Results) -> Verdict:
    """Alice alone is near the published Alice."""
    claim = "Alice alone is near the published Alice"
    rule = f"on test-1, her success and her mean length are within {paper.ALICE_WITHIN:.0%} of the published ones."
    summary, theirs = results.summary("test_1", ALONE), paper.PUBLISHED[ALONE]
    if summary is None:
        return Verdict(claim, "cannot be told", rule, ("episodes of Alice alone are missing",))
    why, verdicts = [], []
    for name, ours, published in (
        ("success", summary.success.mean, theirs.success[score.ALL].mean),
        ("length", summary.length.mean, theirs.length[score.ALL].mean),
    ):
        off = ours / published - 1
        verdicts.append(abs(off) <= paper.ALICE_WITHIN)
        why.append(f"{name}: {ours:.4g} here, {published:.4g} published ({off:+.1%})")
    enough = len(results.alone["test_1"]) >= ENOUGH
    return Verdict(claim, counted_verdict(verdicts) if enough else "cannot be told", rule, tuple(why))


def watch_aim(results: Results) -> Verdict:
    """Our own goal inference is as good as was aimed at."""
    why: list[str] = []
    verdicts: list[bool | None] = []
    for split, (precision, recall) in paper.WATCH_AIM.items():
        found = results.watch.get(("bayes", split))
        verdicts.append(None if found is None else found.precision >= precision and found.recall >= recall)
        shown = "missing" if found is None else f"{found.precision:.3f} and {found.recall:.3f}"
        why.append(f"{SPLIT_TITLES[split]}: {shown}; aim {precision} and {recall}")
    if any(row.model == "bayes" and row.demonstrations < ENOUGH for row in results.watch.values()):
        verdicts.append(None)
    rule = "our own inference (bayes) reaches the precision and the recall aimed at, from states, on both test sets."
    return Verdict("Our goal inference is better than the paper's", counted_verdict(verdicts), rule, tuple(why))


class Gap(NamedTuple):
    """How much of the way from HP to oracle B our own helper goes, over the episodes that all three have done."""

    episodes: int
    tasks: int
    hp: float
    own: float
    oracle: float
    success: float
    beyond_half: tuple[float, float, float]
    """Its speed-up less the mean of HP's and the oracle's, over tasks, with a 95% interval."""

    @property
    def closed(self) -> float:
        """The share of the gap that it closes; not a number if there is no gap."""
        return (self.own - self.hp) / (self.oracle - self.hp) if self.oracle > self.hp else math.nan


def gap(results: Results, split: str, oracle: str = "oracle-b") -> Gap | None:
    """Our own helper between HP and an oracle on a split; None if one of them is missing."""
    names = ("hp", "teammate", oracle)
    episodes = [{(each.task, each.seed): each for each in results.of(split, name)} for name in names]
    common = sorted(episodes[0].keys() & episodes[1].keys() & episodes[2].keys())
    if not common:
        return None
    measure = results.speed_up(split)
    groups = [[own[key] for key in common] for own in episodes]
    hp, own, best = (fmean(map(measure, group)) for group in groups)
    tasks = [score.by_task(group, measure) for group in groups]
    beyond = [tasks[1][task] - (tasks[0][task] + tasks[2][task]) / 2 for task in sorted(tasks[0])]
    success = fmean(result.success for result in groups[1])
    return Gap(len(common), len(beyond), hp, own, best, success, interval(beyond))


def own_aim(results: Results, split: str) -> Verdict:
    """Our helper closes half of the gap."""
    claim = f"Our helper closes half of the gap from HP to oracle B ({SPLIT_TITLES[split]})"
    rule = (
        f"with inferred goals it closes at least {paper.GAP_AIM:.0%} of the gap in speed-up, paired over the same "
        f"episodes, and succeeds in at least {paper.SUCCESS_AIM:.0%}."
    )
    found = gap(results, split)
    if found is None:
        return Verdict(claim, "cannot be told", rule, ("episodes of HP, our helper or oracle B are missing",))
    mean, low, high = found.beyond_half
    why: tuple[str, ...] = (
        f"speed-up over {found.episodes:,} episodes: HP {found.hp:.2f}, ours {found.own:.2f}, "
        f"oracle B {found.oracle:.2f}",
        f"closed: {found.closed:.0%} of the gap",
        f"speed-up beyond the middle of the gap: {mean:+.2f} [{low:+.2f}, {high:+.2f}]",
        f"success: {found.success:.3f}",
    )
    stronger = gap(results, split, "oracle-b-two-hands")
    if stronger is not None:
        words = f"{stronger.closed:.0%} of the way to the oracle with two hands ({stronger.oracle:.2f}), as ours has"
        why += (f"not decisive: {words}; HP and oracle B have one at a time",)
    met = [found.closed >= paper.GAP_AIM, found.success >= paper.SUCCESS_AIM]
    return Verdict(claim, counted_verdict(met) if found.tasks >= ENOUGH else "cannot be told", rule, why)
