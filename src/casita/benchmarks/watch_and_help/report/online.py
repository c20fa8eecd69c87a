"""The report's table of help without a demonstration: how much of what a demonstration is worth is found out online."""

from __future__ import annotations

from casita.benchmarks.watch_and_help import paper
from casita.benchmarks.watch_and_help.models import ALONE
from casita.benchmarks.watch_and_help.report.results import SPLIT_TITLES, Results, title_of
from casita.benchmarks.watch_and_help.report.studies import Study, study_section
from casita.evaluation.findings import ENOUGH, counted, reaches
from casita.evaluation.page import Section, Table, Verdict
from casita.evaluation.statistics import Estimate

HELPERS = (ALONE, "hp-random-goal", "online-hp", "online-teammate", "teammate")
"""None, a random goal, those who infer online, and the one who has watched."""

WITH_DEMONSTRATION = "teammate"

STUDY = Study("online", "Without a demonstration (ours)", "help without a demonstration", ("online-teammate",))


def worth_of_watching(results: Results, split: str, helper: str) -> Estimate | None:
    """How far a helper goes from no help to Teammate with the demonstration, in speed-up."""
    return results.gap_closed(split, ALONE, helper, WITH_DEMONSTRATION)


def online_section(results: Results) -> Section:
    """A table and a verdict for each test set."""
    words = (
        "Ours, not the paper's: Bob has watched nothing, and infers what Alice wants from what he sees of her while he "
        "helps. The gap is in speed-up, from Alice alone to Teammate with the demonstration."
    )
    return study_section(
        STUDY, words, results, lambda results, split: [online_table(results, split), online_aim(results, split)]
    )


def online_table(results: Results, split: str) -> Table:
    """One row a helper."""
    digits = {"success": 3, "speed_up": 2, "speed_up_of_means": 2, "reward": 3, "length": 1}
    rows = []
    for name in HELPERS:
        found = [(results.estimate(split, name, measure), places) for measure, places in digits.items()]
        gap = worth_of_watching(results, split, name) if name not in (ALONE, WITH_DEMONSTRATION) else None
        cells = ["–" if one is None else one.text(places) for one, places in found]
        rows.append(
            (title_of(name), f"{len(results.of(split, name)):,}", *cells, "–" if gap is None else gap.percent())
        )
    columns = ("helper", "episodes", "success", "speed-up", "ratio of means", "reward", "steps", "gap closed, %")
    note = "Means with 95% intervals over tasks, seeds nested."
    return Table(f"Help without a demonstration on {SPLIT_TITLES[split]}", columns, tuple(rows), note)


def online_aim(results: Results, split: str) -> Verdict:
    """Half of what the demonstration is worth is found out online."""
    gap = "the gap from no help to Teammate with the demonstration"
    claim = f"Teammate online closes half of {gap} ({SPLIT_TITLES[split]})"
    rule = f"at least {paper.GAP_AIM:.0%} of it in speed-up, by the lower end of the interval over tasks."
    found = worth_of_watching(results, split, "online-teammate")
    met = reaches(found, paper.GAP_AIM) if found is not None and found.items >= ENOUGH else None
    why = "missing" if found is None else f"closed: {found.percent()}% over {found.items} tasks"
    return Verdict(claim, counted([met]), rule, (why,))
