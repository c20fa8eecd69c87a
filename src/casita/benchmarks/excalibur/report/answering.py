"""What models answer: what changed between phases II and IV, what confidences are worth, and what must be found out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from casita.benchmarks.excalibur.report.results import Result
from casita.benchmarks.excalibur.score import NEEDED, marks, questions_then, risk_coverage, scores
from casita.evaluation.figures import COLOURS, MUTED, Panel, bars, drawn
from casita.evaluation.page import Image, Table
from casita.exact import count_of

EXAMPLES = 6
"""Changed answers of a model that are shown."""

BINS = 5
"""Parts of equal size that confidences are cut into."""


def changes(results: Sequence[Result]) -> Table:
    """How many answers changed between the phases, and to what end."""
    rows = []
    for result in results:
        if not any(visit.refined_in for visit in result.visits):
            continue
        pairs = [
            (before, after, one != other)
            for episode, visit in zip(result.episodes, result.visits, strict=True)
            for before, after, one, other in zip(*marks(episode, visit), visit.first, visit.second, strict=True)
        ]
        total = max(1, len(pairs))
        said = [(before, after) for before, after, is_other in pairs if is_other]
        counts = [count_of(pair == which for pair in said) for which in ((False, True), (True, False), (False, False))]
        rows.append((result.title, f"{100 * len(said) / total:.1f}", *(f"{100 * n / total:.1f}" for n in counts)))
    columns = ("model", "changed", "wrong, then right", "right, then wrong", "wrong both times")
    return Table("Answers that changed between phases II and IV, in % of all", columns, tuple(rows))


def examples(results: Sequence[Result]) -> Iterator[Table]:
    """Some answers that changed, with what is true."""
    for result in results:
        rows = []
        for episode, visit in zip(result.episodes, result.visits, strict=True):
            asked = questions_then(episode, visit)
            for question, one, other in zip(asked, visit.first, visit.second, strict=True):
                if one != other:
                    rows.append((episode.id, question.text, one, other, question.answer, ", ".join(question.needs)))
        if rows:
            columns = ("episode", "question", "phase II", "phase IV", "true", "must be found out")
            yield Table(f"Some answers that {result.title} changed", columns, tuple(rows[:EXAMPLES]))


def needs(results: Sequence[Result]) -> Iterator[Image]:
    """Second answers by what must be found out, as bars."""
    found = {result.title: scores(result.episodes, result.visits).by_need for result in results}
    if found:
        shares = {title: [by_need.get(name) for name in NEEDED] for title, by_need in found.items()}
        yield Image("Acc_ref by what must be found out", bars([Panel("", NEEDED, shares)], "share right", top=1.0))


def confidences(results: Sequence[Result]) -> Iterator[Image]:
    """How often models that say how sure they are are right, and what they risk as they answer more."""
    sure = [result for result in results if result.visits and all(visit.confidence for visit in result.visits)]
    if not sure:
        return

    def draw(figure: Any) -> None:
        left, right = figure.subplots(1, 2)
        left.plot([0, 1], [0, 1], "--", color=MUTED, linewidth=1.0)
        for number, result in enumerate(sure):
            colour = COLOURS[number % len(COLOURS)]
            said, is_right = _pairs(result)
            parts = np.array_split(np.argsort(said, kind="stable"), BINS)
            means = [(said[part].mean(), is_right[part].mean()) for part in parts if len(part)]
            left.plot(*zip(*means, strict=True), "o-", color=colour, label=result.title, linewidth=1.6, markersize=4)
            covered, risk = risk_coverage(is_right, said)
            right.plot(covered, risk, color=colour, label=result.title, linewidth=1.6)
        left.set_title("Right, by how sure")
        left.set_xlabel("said")
        left.set_ylabel("share right")
        right.set_title("Risk and coverage")
        right.set_xlabel("share answered, the surest first")
        right.set_ylabel("share wrong of these")
        for axes in (left, right):
            axes.grid()
            axes.set_xlim(0, 1.02)
        left.set_ylim(0, 1.02)
        right.set_ylim(bottom=0)
        right.legend(loc="upper left", fontsize=8)

    yield Image("Confidence", drawn(draw, (10.0, 3.8)), f"Confidences are cut into {BINS} parts of equal size.")


def _pairs(result: Result) -> tuple[Any, Any]:
    """How sure each second answer was, and whether it was right."""
    said = [sure for visit in result.visits for sure in visit.confidence]
    is_right = [
        right
        for episode, visit in zip(result.episodes, result.visits, strict=True)
        for right in marks(episode, visit).second
    ]
    return np.array(said, float), np.array(is_right, float)
