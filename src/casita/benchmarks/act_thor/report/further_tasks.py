"""The report's section on tasks beyond the paper: action inference, and several steps.

Their results are in beyond.json beside the folder `runs`: a JSON list of objects with task, split, model, right
and total; one for each model that answered `total` questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from casita.benchmarks.act_thor.models.asked import AskSettings
from casita.benchmarks.act_thor.report.cells import estimate_cell
from casita.benchmarks.act_thor.report.results import SPLIT_TITLES, read_rows
from casita.benchmarks.act_thor.score import MERGED
from casita.benchmarks.act_thor.stored.folder import STEPS_MANIFEST
from casita.benchmarks.act_thor.task import TASKS
from casita.evaluation.page import Block, Cell, Missing, Section, Table
from casita.evaluation.running import evaluate_task
from casita.evaluation.statistics import share
from casita.writing import write_whole

FILE = "beyond.json"


class FurtherResult(msgspec.Struct, frozen=True):
    """How many questions of a task a model answered right."""

    task: str
    split: str
    model: str
    right: int
    total: int


REPORTED = {
    ("inference", "all"): "action inference",
    ("inference", MERGED): "action inference, with put = throw and push = pull",
    ("steps", "forward"): "two and three steps, forwards",
    ("steps", "backward"): "two and three steps, backwards",
}
"""Which scores of a task stand in the report, and under which title."""


def write_results(data: Path, runs: Path, features: str = "casita") -> Path:
    """Ask every model of the further tasks, from seed 0, unless that was done before; where the results are."""
    path = runs / FILE
    if not path.exists():
        names = ["inference", *(["steps"] if (data / STEPS_MANIFEST).exists() else [])]
        rows = [row for name in names for row in _results(name, data, features)]
        write_whole(path, msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n")
    return path


def _results(name: str, data: Path, features: str) -> Iterator[FurtherResult]:
    """The rows of a task."""
    for split in TASKS[name].splits:
        task = TASKS[name](AskSettings(data=data, split=split, features=features))
        for model in task.models:
            for score, found in evaluate_task(task, model).scores.metrics.items():
                if (name, score) in REPORTED:
                    right = round(found.mean * found.items)
                    yield FurtherResult(REPORTED[name, score], split, model, right, found.items)


def further_section(folder: Path) -> Section:
    """Action inference, and several steps."""
    rows = read_rows(folder / FILE, FurtherResult)
    title = "Beyond the paper: action inference and several steps"
    if not rows:
        how = f"{folder / FILE} is not there. The paper only suggests these tasks."
        return Section(title, (Missing("results of action inference and of two and three steps", how),))
    blocks: list[Block] = []
    for task in dict.fromkeys(row.task for row in rows):
        own = [row for row in rows if row.task == task]
        splits = list(dict.fromkeys(row.split for row in own))
        found = {(row.model, row.split): share(row.right, row.total) for row in own}
        cells: list[tuple[str | Cell, ...]] = [
            (model, *(estimate_cell(found.get((model, split))) for split in splits))
            for model in dict.fromkeys(row.model for row in own)
        ]
        asked = ", ".join(
            f"{max(e.items for (_, s), e in found.items() if s == split):,} ({split})" for split in splits
        )
        columns = ("model", *(SPLIT_TITLES.get(split, split) for split in splits))
        blocks.append(
            Table(task[:1].upper() + task[1:], columns, tuple(cells), f"Accuracy in per cent. Questions: {asked}.")
        )
    return Section(title, tuple(blocks))
