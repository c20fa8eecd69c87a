"""Tables 2 and 3: ours, then the paper's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.models import MODELS, NETWORKS
from casita.benchmarks.env_qa.report.answers import Answered
from casita.benchmarks.env_qa.score import COLUMNS
from casita.evaluation.page import Cell, Missing, Table
from casita.evaluation.statistics import Estimate

ABLATIONS = tuple(name for name, row in NETWORKS.items() if row.papers in paper.TABLE_3)
"""TSEA, and what is left of it when one part after the other is taken away."""

Row = tuple[str | Cell, ...]

TRAIN = "casita train env_qa --data DATA --model all --seeds 3"


def table_2(found: Answered) -> Table:
    """Equation 1 by kind of question."""
    rows: list[Row] = []
    for name, own in found.scores.items():
        if name in ABLATIONS[1:]:
            continue
        values: dict[str, Estimate] = {**own.by_kind, "overall": own.overall, "exact match": own.exact}
        rows.append((_title(found, name), *(_said(values.get(column)) for column in (*paper.COLUMNS, "exact match"))))
    rows += [_theirs(name, values, 1) for name, values in paper.TABLE_2.items()]
    columns = ("model", *paper.COLUMNS, "exact match")
    return Table("Table 2: equation 1 in %, by kind of question", columns, tuple(rows), note=_note(found))


def table_2_roles(found: Answered) -> Table:
    """Accuracy by role, over the questions whose true answer has it."""
    rows: list[Row] = []
    for name, own in found.scores.items():
        if name not in ABLATIONS[1:]:
            rows.append((_title(found, name), *(_said(own.by_role.get(column)) for column in COLUMNS)))
    rows += [_theirs(name, values) for name, values in paper.TABLE_2_ROLES.items()]
    return Table("Table 2: accuracy in %, by role", ("model", *COLUMNS), tuple(rows))


def table_3(found: Answered) -> Table:
    """TSEA without one part after the other, in rooms that are in training and in others."""
    rows: list[Row] = []
    for name in ABLATIONS:
        if found.trainings(name):
            cells = (
                found.mean(name, found.is_in_a_seen_room),
                found.mean(name, lambda one: not found.is_in_a_seen_room(one)),
                found.mean(name, lambda one: True),
            )
            rows.append((_title(found, name), *map(_said, cells)))
    rows += [_theirs(name, values) for name, values in paper.TABLE_3.items()]
    return Table("Table 3: each row leaves out one part more; equation 1 in %",
                 ("model", "seen rooms", "unseen rooms", "overall"), tuple(rows))  # fmt: skip


def untrained(found: Answered) -> Iterator[Missing]:
    """Networks that are not there."""
    for name, row in NETWORKS.items():
        if not found.trainings(name):
            yield Missing(row.title, TRAIN)


def _title(found: Answered, name: str) -> str:
    count = found.trainings(name)
    return MODELS[name].title + (f" ({count} seeds)" if count > 1 else "")


def _said(value: Estimate | None) -> str:
    return "–" if value is None else value.percent()


def _theirs(name: str, values: Sequence[float], missing: int = 0) -> Row:
    cells = [*(f"{value:.1f}" for value in values), *["–"] * missing]
    return (Cell(f"paper: {name}", "theirs"), *(Cell(cell, "theirs") for cell in cells))


def _note(found: Answered) -> str:
    films = len(found.data.films)
    whole = films >= paper.FILMS and len(found.questions) == len(found.data.questions("test"))
    part = "" if whole else f" These are data of {films:,} films, a part of the paper's {paper.FILMS:,}."
    return f"{len(found.questions):,} questions of the test; 95% intervals over films, and over trainings.{part}"
