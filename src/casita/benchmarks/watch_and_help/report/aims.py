"""Are our own aims met? Decided from the numbers like the paper's findings, by rules that are stated."""

from __future__ import annotations

from casita.benchmarks.watch_and_help import paper
from casita.benchmarks.watch_and_help.item import ALL
from casita.benchmarks.watch_and_help.models import ALONE
from casita.benchmarks.watch_and_help.report.results import SPLIT_TITLES, SPLITS, Results
from casita.evaluation.findings import ENOUGH, counted, reaches
from casita.evaluation.page import Section, Verdict, Words


def aims_section(results: Results) -> Section:
    """All verdicts."""
    words = f"What we set out to reach ourselves. With fewer than {ENOUGH} tasks it cannot be told."
    return Section("Are our own aims met?", (Words(words), *aims(results)))


def aims(results: Results) -> list[Verdict]:
    """Of Alice, of goal inference, of our own helper."""
    return [alice_is_like_hers(results), watch_aim(results), *(success_aim(results, split) for split in SPLITS)]


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


def success_aim(results: Results, split: str) -> Verdict:
    """Our helper gets there; how much quicker planners are is compared with equal bodies only (`bodies.equal_aim`)."""
    claim = f"With our helper Alice nearly always gets there ({SPLIT_TITLES[split]})"
    rule = f"with inferred goals success is at least {paper.SUCCESS_AIM:.0%}, by the lower end of its interval."
    found = results.estimate(split, "teammate", "success")
    if found is None:
        return Verdict(claim, "cannot be told", rule, ("episodes of our helper are missing",))
    met = reaches(found, paper.SUCCESS_AIM) if found.items >= ENOUGH else None
    return Verdict(claim, counted([met]), rule, (f"success over {found.items} tasks: {found.text(3)}",))
