"""Tables of the report: Table 2 with the paper's beside ours, by what must be found out, and how sure models are."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.excalibur import paper
from casita.benchmarks.excalibur.item import KINDS
from casita.benchmarks.excalibur.report.results import Result
from casita.benchmarks.excalibur.score import K, calibration, scores
from casita.evaluation.page import Cell, Table

HALVES = {
    "test": ("procedural houses", paper.TABLE_2_PROCEDURAL),
    "drawn": ("hand-drawn houses", paper.TABLE_2_DRAWN),
}
"""Table 2's halves: what they are of, and the paper's rows."""


def table_2(part: str, results: Sequence[Result]) -> Table:
    """One half of Table 2: ours, then the paper's."""
    words, theirs = HALVES[part]
    rows: list[tuple[str | Cell, ...]] = []
    for result in results:
        found = scores(result.episodes, result.visits)
        steps = f"{found.steps.mean:.1f}" if found.steps.mean else "–"
        cells = (found.acc_exp.percent(), found.acc_ref.percent(), steps, found.exqa.percent())
        rows.append((result.title, str(len(result.episodes)), *cells))
    for name, row in theirs.items():
        steps = "–" if row.steps is None else f"{row.steps:.1f}"
        figures = (f"{row.acc_exp:.1f}", f"{row.acc_ref:.1f}", steps, f"{row.exqa:.1f}")
        rows.append(tuple(Cell(text, "theirs") for text in (f"paper: {name}", "", *figures)))
    columns = ("model", "episodes", "Acc_exp", "Acc_ref", "T3", "ExQA")
    note = f"In %, k = {K:g}; intervals over houses. The paper's agents and people were in other houses."
    return Table(f"Table 2, {words}", columns, tuple(rows), note)


def by_need(part: str, results: Sequence[Result]) -> Table:
    """Second answers by type of question and by what must be found out."""
    found = [(result.title, scores(result.episodes, result.visits)) for result in results]
    needs = list(dict.fromkeys(name for _, one in found for name in one.by_need))
    rows = tuple(
        (
            title,
            *(one.by_kind[kind].percent() if kind in one.by_kind else "–" for kind in KINDS),
            *(one.by_need[name].percent() if name in one.by_need else "–" for name in needs),
        )
        for title, one in found
    )
    title = f"Acc_ref in %, by type of question and by what must be found out, {HALVES[part][0]}"
    return Table(title, ("model", *KINDS, *needs), rows)


def confidence(part: str, results: Sequence[Result]) -> Table:
    """What the confidences of models are worth that have them."""
    rows = []
    for result in results:
        found = calibration(result.episodes, result.visits)
        if found is not None:
            cells = (found.brier.text(3), f"{found.risk_coverage:.3f}", f"{100 * found.coverage_at_90:.1f}")
            rows.append((result.title, *cells))
    columns = ("model", "Brier", "area of risk and coverage", "answered with 90% right, %")
    return Table(f"Confidence, {HALVES[part][0]}", columns, tuple(rows), "Less is better in the first two.")
