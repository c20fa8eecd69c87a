"""The report's learning curves of everything that was trained, from the files beside the weights.

A goal network's file has rows of epochs, a policy's has rows of a lesson and its episodes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from casita.benchmarks.watch_and_help.models.goals.examples import VARIANTS
from casita.benchmarks.watch_and_help.models.training import POLICIES, TRAINED
from casita.errors import BadInput
from casita.evaluation.figures import COLOURS, LINE, drawn
from casita.evaluation.page import Block, Image, Missing, Section, Words

ENDING = ".curve.json"


class Curve(NamedTuple):
    """How one measure went."""

    title: str
    at: tuple[float, ...]
    """Epochs or episodes."""
    values: tuple[float, ...]


def learning_section(folder: Path) -> Section:
    """Curves of the goal networks and of the policies."""
    blocks: list[Block] = [
        Words(
            "Trained with budgets that finish on two cores; the paper's budgets are settings. Goal networks are chosen "
            "by goals held out of training, never by the test sets."
        )
    ]
    goals = {name: rows for name in VARIANTS if (rows := read_rows(folder, name))}
    if goals:
        panels = {
            measure: [
                Curve(name, _column(rows, "epoch"), _column(rows, measure)) for name, rows in goals.items()
            ]
            for measure in ("precision", "recall")
        }  # fmt: skip
        blocks.append(Image("Goal inference on held-out training goals", curves_figure(panels, "epoch")))
    for name in POLICIES:
        rows = read_rows(folder, name)
        if rows:
            panels = {measure: _staged(rows, measure) for measure in ("success", "reward")}
            figure = curves_figure(panels, "episodes")
            blocks.append(Image(f"{name}: success and reward while it learns", figure, "One line for each lesson."))
    absent = [name for name in TRAINED if not (folder / f"{name}{ENDING}").exists()]
    if absent:
        how = "casita train watch_and_help --model NAME writes them beside the weights."
        blocks.append(Missing(f"learning curves of {', '.join(absent)}", how))
    return Section("Learning curves", tuple(blocks))


def read_rows(folder: Path, name: str) -> list[dict[str, Any]]:
    """The rows of a curve's file; none if there is no file."""
    path = folder / f"{name}{ENDING}"
    if not path.exists():
        return []
    try:
        rows = json.loads(path.read_bytes())["curve"]
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path}: not a learning curve: {error!r}") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadInput(f"{path}: its curve should be a list of rows")
    return rows


def _column(rows: Sequence[Mapping[str, Any]], name: str) -> tuple[float, ...]:
    return tuple(float(row[name]) for row in rows)


def _staged(rows: Sequence[Mapping[str, Any]], measure: str) -> list[Curve]:
    """One curve for each lesson; episodes are counted on from one to the next."""
    curves: list[Curve] = []
    for lesson, own in groupby(rows, key=lambda row: str(row["lesson"])):
        part = list(own)
        begun = curves[-1].at[-1] if curves else 0.0
        at = tuple(begun + episodes for episodes in _column(part, "episodes"))
        curves.append(Curve(lesson, at, _column(part, measure)))
    return curves


def curves_figure(panels: Mapping[str, Sequence[Curve]], below: str) -> bytes:
    """One panel for each measure, side by side."""

    def draw(figure: Any) -> None:
        plots = figure.subplots(1, len(panels), squeeze=False)[0]
        for axes, (measure, curves) in zip(plots, panels.items(), strict=True):
            for curve, colour in zip(curves, COLOURS, strict=False):
                axes.plot(curve.at, curve.values, color=colour, linewidth=1.8, label=curve.title)
            axes.set_title(measure)
            axes.set_xlabel(below)
            axes.grid(color=LINE)
        if len(next(iter(panels.values()))) > 1:
            plots[-1].legend(fontsize=9)

    return drawn(draw, (10.8, 3.4))
