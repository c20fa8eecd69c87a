"""How robots explore: what they reach as their steps go by, and where they go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.excalibur import paper
from casita.benchmarks.excalibur.episode.mapping import EXPLORING, REFINING, map_of
from casita.benchmarks.excalibur.episode.measures import EVERY, Progress
from casita.benchmarks.excalibur.episode.visit import VisitRecord
from casita.benchmarks.excalibur.houses import scene_of
from casita.benchmarks.excalibur.report.results import Result
from casita.evaluation.figures import COLOURS, drawn
from casita.evaluation.page import Image, Table

MEASURED: dict[str, Callable[[Progress], float]] = {
    "floor within a metre, %": lambda row: 100 * row.area,
    "things seen, %": lambda row: 100 * row.seen,
    "things opened": lambda row: float(row.opened),
    "things lifted": lambda row: float(row.lifted),
}
"""What is drawn over steps."""

MAPPED = 2
"""Visits of every model whose ways are shown."""


def curve(records: Sequence[VisitRecord], value: Callable[[Progress], float]) -> Float64s:
    """The mean over visits of something after 0, 50, 100, ... steps of phase I; who is done early stays where he is."""
    total = np.zeros(paper.STEPS // EVERY + 1)
    for record in records:
        rows = [row for row in record.progress if row.step <= record.explored_in + 1]
        steps = [row.step for row in rows]
        last = np.searchsorted(steps, np.arange(len(total)) * EVERY + 1, side="right") - 1
        total += np.array([value(rows[max(0, number)]) for number in last.tolist()])
    return total / max(1, len(records))


def curves(results: Sequence[Result]) -> Iterator[Image]:
    """What models that act reached in phase I, over steps."""
    acting = [result for result in results if any(record.progress for record in result.records)]
    if not acting:
        return

    def draw(figure: Any) -> None:
        for axes, (name, value) in zip(figure.subplots(2, 2).ravel(), MEASURED.items(), strict=True):
            for number, result in enumerate(acting):
                values = curve([record for record in result.records if record.progress], value)
                steps = np.arange(len(values)) * EVERY
                axes.plot(steps, values, color=COLOURS[number % len(COLOURS)], label=result.title, linewidth=1.8)
            axes.set_title(name)
            axes.set_ylim(0, 100 if name.endswith("%") else None)
            axes.set_xlabel("steps of phase I")
            axes.grid(axis="y")
        figure.axes[0].legend(loc="lower right", fontsize=8)

    yield Image("What is reached, over steps", drawn(draw, (10.0, 6.4)), "Means over visits.")


def explored(results: Sequence[Result]) -> Table:
    """What models that act had reached at the end of phases I and III, in means over visits."""
    rows = []
    for result in results:
        records = [record for record in result.records if record.progress]
        if records:
            ends = [_ends(record) for record in records]
            cells = [
                " / ".join(f"{np.mean([value(pair[phase]) for pair in ends]):.1f}" for phase in (0, 1))
                for value in MEASURED.values()
            ]
            steps = f"{np.mean([r.explored_in for r in records]):.0f} / {np.mean([r.refined_in for r in records]):.0f}"
            rows.append((result.title, steps, *cells))
    return Table("At the end of phase I / III", ("model", "steps", *MEASURED), tuple(rows))


def _ends(record: VisitRecord) -> tuple[Progress, Progress]:
    """The last rows of phases I and III."""
    first = [row for row in record.progress if row.step <= record.explored_in + 1]
    return first[-1], record.progress[-1]


def maps(results: Sequence[Result]) -> Iterator[Image]:
    """The ways of some visits on the plans of their houses."""
    for result in results:
        chosen = [pair for pair in zip(result.episodes, result.records, strict=False) if pair[1].path][:MAPPED]
        for episode, record in chosen:
            note = (
                f"Phase I is blue ({EXPLORING}), {record.explored_in} steps; phase III is red ({REFINING}), "
                f"{record.refined_in} steps. It began at 1."
            )
            yield Image(f"{result.title} in {episode.id}", map_of(record, scene_of(episode)).png(), note)
