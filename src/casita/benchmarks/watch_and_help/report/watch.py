"""The report's table of goal inference: what Alice wants, from one demonstration."""

from __future__ import annotations

from casita.benchmarks.watch_and_help import paper
from casita.benchmarks.watch_and_help.models import GOAL_READERS
from casita.benchmarks.watch_and_help.report.results import HOW, SPLIT_TITLES, SPLITS, Results, reader_title
from casita.evaluation.page import Block, Cell, Missing, Section, Table, Words


def watch_section(results: Results) -> Section:
    """Precision and recall on both test sets."""
    words = (
        "A model sees one demonstration: what Alice sees, step by step, in another home. Precision and recall are of "
        "predicates with their counts, summed over all demonstrations of a set: wanting 2 plates where 1 is wanted is "
        "one right and one wrong."
    )
    blocks: list[Block] = [Words(words)]
    blocks += [watch_table(results, split) for split in SPLITS if any(where == split for _, where in results.watch)]
    absent = [
        f"{model} on {SPLIT_TITLES[split]}"
        for model in GOAL_READERS
        for split in SPLITS
        if (model, split) not in results.watch
    ]
    if absent:
        blocks.append(Missing(f"goal inference: {', '.join(absent)}", HOW))
    return Section("Watching: goal inference", tuple(blocks))


def watch_table(results: Results, split: str) -> Table:
    """Ours beside the paper's on a split."""
    models = dict.fromkeys([*GOAL_READERS, *(model for model, where in results.watch if where == split)])
    aims = paper.WATCH_AIM[split]
    rows: list[tuple[str | Cell, ...]] = []
    for model in models:
        own, theirs = results.watch.get((model, split)), paper.WATCH.get((model, split))
        cells: list[str | Cell] = [model, reader_title(model)]
        for number, aim in enumerate(aims):
            ours = None if own is None else own[number]
            reached = ours is not None and ours.meets(aim)
            cells.append(Cell("missing", "theirs") if ours is None else Cell(ours.text(3), "best" if reached else ""))
            cells.append(Cell("–" if theirs is None else f"{theirs[number]:.2f}", "theirs"))
        cells += ["–", "–"] if own is None else [own.f1.text(3), own.exact.percent()]
        rows.append(tuple(cells))
    count = max(row.exact.items for (_, where), row in results.watch.items() if where == split)
    reached_by = f"our aim, {aims[0]} and {aims[1]}, is reached by the lower end"
    note = f"{count} demonstrations, with 95% intervals. In weight: {reached_by}."
    columns = ("model", "what it looks at", "precision", "paper", "recall", "paper", "F1", "wholly right, %")
    return Table(f"Precision and recall of inferred goals ({SPLIT_TITLES[split]})", columns, tuple(rows), note, left=2)
