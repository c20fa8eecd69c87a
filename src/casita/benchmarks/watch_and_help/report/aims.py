"""Are our own aims met? Decided from the numbers like the paper's findings, by rules that are stated."""

from __future__ import annotations

from statistics import fmean
from typing import NamedTuple

from casita.benchmarks.watch_and_help import paper
from casita.benchmarks.watch_and_help.item import ALL
from casita.benchmarks.watch_and_help.models import ALONE
from casita.benchmarks.watch_and_help.report.results import SPLIT_TITLES, SPLITS, Results
from casita.evaluation.findings import ENOUGH, counted, reaches
from casita.evaluation.page import Section, Verdict, Words
from casita.evaluation.ratios import share_closed
from casita.evaluation.statistics import Estimate, resampled


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
    why, verdicts = [], []
    for measure in ("success", "length"):
        found, published = results.estimate("test_1", ALONE, measure), getattr(paper.PUBLISHED[ALONE], measure)[ALL]
        if found is None:
            return Verdict(claim, "cannot be told", rule, ("episodes of Alice alone are missing",))
        off = found.mean / published.mean - 1
        verdicts.append(abs(off) <= paper.ALICE_WITHIN if found.items >= ENOUGH else None)
        why.append(f"{measure}: {found.mean:.4g} here, {published.mean:.4g} published ({off:+.1%})")
    return Verdict(claim, counted(verdicts), rule, tuple(why))


def watch_aim(results: Results) -> Verdict:
    """Our own goal inference is as good as was aimed at."""
    why: list[str] = []
    verdicts: list[bool | None] = []
    for split, (precision, recall) in paper.WATCH_AIM.items():
        found = results.watch.get(("bayes", split))
        enough = found is not None and found.exact.items >= ENOUGH
        for value, aim in ((found and found.precision, precision), (found and found.recall, recall)):
            verdicts.append(reaches(value, aim) if enough else None)
        shown = "missing" if found is None else f"{found.precision.text(3)} and {found.recall.text(3)}"
        why.append(f"{SPLIT_TITLES[split]}: {shown}; aim {precision} and {recall}")
    rule = (
        "our own inference (bayes) reaches the precision and the recall aimed at, from states, on both test sets, by "
        "the lower ends of their intervals."
    )
    return Verdict("Our goal inference is better than the paper's", counted(verdicts), rule, tuple(why))


class Gap(NamedTuple):
    """How much of the way from HP to oracle B our own helper goes, over the episodes that all three have done."""

    episodes: int
    hp: float
    own: float
    oracle: float
    success: Estimate
    closed: Estimate
    """The share of the gap that it closes, with its interval over tasks; not a number if there is no gap."""


def gap(results: Results, split: str, oracle: str = "oracle-b") -> Gap | None:
    """Our own helper between HP and an oracle on a split; None if one of them is missing."""
    speeds = [results.values(split, name, "speed_up") for name in ("hp", "teammate", oracle)]
    common = sorted(speeds[0].keys() & speeds[1].keys() & speeds[2].keys())
    if not common:
        return None
    seeds = min(len(values[task]) for values in speeds for task in common)
    hp, own, best = ([values[task][:seeds] for task in common] for values in speeds)
    success = results.values(split, "teammate", "success")
    return Gap(
        episodes=len(common) * seeds,
        hp=fmean(map(fmean, hp)),
        own=fmean(map(fmean, own)),
        oracle=fmean(map(fmean, best)),
        success=resampled([success[task][:seeds] for task in common], bounds=(0.0, 1.0)),
        closed=share_closed(hp, own, best),
    )


def own_aim(results: Results, split: str) -> Verdict:
    """Our helper closes half of the gap."""
    claim = f"Our helper closes half of the gap from HP to oracle B ({SPLIT_TITLES[split]})"
    rule = (
        f"with inferred goals it closes at least {paper.GAP_AIM:.0%} of the gap in speed-up, paired over the same "
        f"episodes, and succeeds in at least {paper.SUCCESS_AIM:.0%}; both by the lower ends of their intervals."
    )
    found = gap(results, split)
    if found is None:
        return Verdict(claim, "cannot be told", rule, ("episodes of HP, our helper or oracle B are missing",))
    why: tuple[str, ...] = (
        f"speed-up over {found.episodes:,} episodes: HP {found.hp:.2f}, ours {found.own:.2f}, "
        f"oracle B {found.oracle:.2f}",
        f"closed: {found.closed.percent()}% of the gap",
        f"success: {found.success.text(3)}",
    )
    stronger = gap(results, split, "oracle-b-two-hands")
    if stronger is not None:
        words = (
            f"{stronger.closed.percent()}% of the way to the oracle with two hands ({stronger.oracle:.2f}), as ours has"
        )
        why += (f"not decisive: {words}; HP and oracle B have one at a time",)
    met = [reaches(found.closed, paper.GAP_AIM), reaches(found.success, paper.SUCCESS_AIM)]
    return Verdict(claim, counted(met) if found.success.items >= ENOUGH else "cannot be told", rule, why)
