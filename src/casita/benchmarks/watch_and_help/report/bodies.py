"""The report's table of equal bodies: every planner with one hand and two, with a uniform and a learned belief.

The upper bound of a body is the best of our planners that has that body, the true goal and everything in view: the one
with the greatest mean speed-up on that split. A planner's share of the gap is how far it goes from HP to that bound,
with HP given the same body and the same first belief.
"""

from __future__ import annotations

from typing import NamedTuple

from casita.benchmarks.watch_and_help import paper
from casita.benchmarks.watch_and_help.report.results import MORE_SPLITS, SPLIT_TITLES, SPLITS, Results, title_of
from casita.benchmarks.watch_and_help.report.studies import Study, study_section
from casita.evaluation.findings import ENOUGH, counted, reaches
from casita.evaluation.page import Section, Table, Verdict
from casita.evaluation.statistics import Estimate


class Equal(NamedTuple):
    """What is held equal: hands, and what is believed at first."""

    hands: int
    informed: bool

    @property
    def title(self) -> str:
        """In words."""
        return f"{'one hand' if self.hands == 1 else 'two hands'}, {'usual places' if self.informed else 'uniform'}"


EQUALS = tuple(Equal(hands, informed) for hands in (1, 2) for informed in (False, True))

PLANNERS: dict[str, dict[Equal, str]] = {
    "HP": dict(zip(EQUALS, ("hp-bayes", "hp-informed", "hp-two-hands", "hp-two-hands-informed"), strict=True)),
    "Hybrid": dict(
        zip(EQUALS, ("hybrid-bayes", "hybrid-informed", "hybrid-two-hands", "hybrid-two-hands-informed"), strict=True)
    ),
    "Teammate (ours)": dict(
        zip(EQUALS, ("teammate-one-hand-uniform", "teammate-one-hand", "teammate-uniform", "teammate"), strict=True)
    ),
}
"""The name of every planner's helper with each body and belief."""

BOUNDS = {
    1: ("oracle-b", "oracle-b-untold", "oracle-teammate"),
    2: ("oracle-b-two-hands", "oracle-b-untold-two-hands", "oracle-teammate-two-hands"),
}
"""Planners with full knowledge, by hands."""

STUDY = Study(
    "bodies",
    "Equal bodies (ours)",
    "equal bodies",
    tuple(name for name in PLANNERS["Teammate (ours)"].values() if name != "teammate"),
    (*SPLITS, *MORE_SPLITS),
)


def upper_bound(results: Results, split: str, hands: int) -> str | None:
    """The best of the planners with full knowledge and so many hands; None if one of them is missing."""
    found = {name: results.estimate(split, name, "speed_up") for name in BOUNDS[hands]}
    known = {name: one.mean for name, one in found.items() if one is not None}
    return max(known, key=lambda name: known[name]) if len(known) == len(found) else None


def closed(results: Results, split: str, helper: str, equal: Equal) -> Estimate | None:
    """The share of the gap from HP to the upper bound that a helper closes, all with the same body and belief."""
    bound = upper_bound(results, split, equal.hands)
    if bound is None:
        return None
    return results.gap_closed(split, PLANNERS["HP"][equal], helper, bound)


def bodies_section(results: Results) -> Section:
    """A table and a verdict for every split that was measured."""
    words = (
        "Ours, not the paper's: the same planners with equal bodies and equal first beliefs, all for the goal that "
        "Bayes' rule finds in the demonstration. The paper's HP, Hybrid and oracle B have one hand and a uniform "
        "belief. An upper bound has full knowledge: a first belief makes no "
        "difference to it; it is the best of oracle B, oracle B that is not told Alice's plan, and Teammate with full "
        "knowledge. The gap is in speed-up, from HP with the same body and belief to the upper bound with that body."
    )
    return study_section(
        STUDY, words, results, lambda results, split: [bodies_table(results, split), equal_aim(results, split)]
    )


def bodies_table(results: Results, split: str) -> Table:
    """Every planner with every body and belief, and the upper bound of each body."""
    rows: list[tuple[str, ...]] = []
    for equal in EQUALS:
        for planner, own in PLANNERS.items():
            gap = None if planner == "HP" else closed(results, split, own[equal], equal)
            rows.append((equal.title, planner, *_figures(results, split, own[equal]), _percent(gap)))
    for hands, names in BOUNDS.items():
        best = upper_bound(results, split, hands)
        title = "one hand" if hands == 1 else "two hands"
        for name in names:
            mark = "the upper bound" if name == best else ""
            rows.append((f"{title}, full knowledge", title_of(name), *_figures(results, split, name), mark))
    columns = (
        "body and belief",
        "planner",
        "episodes",
        "success",
        "speed-up",
        "ratio of means",
        "steps",
        "gap closed, %",
    )
    note = "Means with 95% intervals over tasks, seeds nested; the share of the gap over the same draws of tasks."
    return Table(f"Equal bodies on {SPLIT_TITLES[split]}", columns, tuple(rows), note, left=2)


def _figures(results: Results, split: str, name: str) -> tuple[str, ...]:
    digits = {"success": 3, "speed_up": 2, "speed_up_of_means": 2, "length": 1}
    found = {measure: results.estimate(split, name, measure) for measure in digits}
    shown = ["–" if one is None else one.text(digits[measure]) for measure, one in found.items()]
    return f"{len(results.of(split, name)):,}", *shown


def _percent(found: Estimate | None) -> str:
    return "–" if found is None else found.percent()


def equal_aim(results: Results, split: str) -> Verdict:
    """Our helper closes half of the gap, like for like."""
    claim = f"With equal bodies and beliefs, Teammate closes half of the gap ({SPLIT_TITLES[split]})"
    rule = (
        f"with each body and first belief it closes at least {paper.GAP_AIM:.0%} of the gap in speed-up from HP to the "
        f"upper bound, by the lower end of the interval; with fewer than {ENOUGH} tasks it cannot be told."
    )
    verdicts: list[bool | None] = []
    why = []
    for equal, name in PLANNERS["Teammate (ours)"].items():
        found = closed(results, split, name, equal)
        verdicts.append(reaches(found, paper.GAP_AIM) if found is not None and found.items >= ENOUGH else None)
        why.append(f"{equal.title}: " + ("missing" if found is None else f"{found.percent()}%"))
    return Verdict(claim, counted(verdicts), rule, tuple(why))
