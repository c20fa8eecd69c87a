"""The report's section on tasks beyond the paper: action inference, and several steps.

It reads beyond.json beside the folder `runs`: a JSON list of objects with task, split, model, right and total; one for
each model that answered `total` questions.
"""

from __future__ import annotations

from pathlib import Path

from casita.benchmarks.act_thor import score
from casita.benchmarks.act_thor.report.cells import estimate_cell
from casita.benchmarks.act_thor.report.results import SPLIT_TITLES, read_rows
from casita.reports.page import Block, Missing, Section, Table


def further_section(folder: Path) -> Section:
    """Action inference, and several steps."""
    fields = {"task": str, "split": str, "model": str, "right": int, "total": int}
    rows = read_rows(folder / "beyond.json", fields)
    title = "Beyond the paper: action inference and several steps"
    if not rows:
        how = f"{folder / 'beyond.json'} is not there. The paper only suggests these tasks."
        return Section(title, (Missing("results of action inference and of two and three steps", how),))
    blocks: list[Block] = []
    for task in dict.fromkeys(row["task"] for row in rows):
        own = [row for row in rows if row["task"] == task]
        splits = list(dict.fromkeys(row["split"] for row in own))
        found = {(row["model"], row["split"]): score.share(row["right"], row["total"]) for row in own}
        cells = [
            (model, *(estimate_cell(found.get((model, split))) for split in splits))
            for model in dict.fromkeys(row["model"] for row in own)
        ]
        asked = ", ".join(
            f"{max(e.total for (_, s), e in found.items() if s == split):,} ({split})" for split in splits
        )
        columns = ("model", *(SPLIT_TITLES.get(split, split) for split in splits))
        blocks.append(
            Table(task[:1].upper() + task[1:], columns, tuple(cells), f"Accuracy in per cent. Questions: {asked}.")
        )
    return Section(title, tuple(blocks))
