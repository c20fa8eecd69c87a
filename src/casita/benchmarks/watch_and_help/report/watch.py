"""The report's table of the Watch stage: how well goals are inferred from a demonstration."""

from __future__ import annotations

from casita.benchmarks.watch_and_help import paper
from casita.benchmarks.watch_and_help.report.results import SPLIT_TITLES, SPLITS, Results
from casita.benchmarks.watch_and_help.watching import Watched
from casita.reports.page import Block, Cell, Missing, Section, Table, Words

TITLES = {
    "chance": "chance",
    "goal-lstm": "Transformer and LSTM over the steps at which something changes hands",
    "goal-last": "the same, last observation only",
    "goal-actions": "the same, from Alice's actions",
    "bayes": "what she put where, by Bayes' rule (ours)",
}
"""Models of the Watch stage."""

HOW = "Run casita report watch_and_help, which asks them first."


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
        for model in TITLES
        for split in SPLITS
        if (model, split) not in results.watch
    ]
    if absent:
        blocks.append(Missing(f"goal inference: {', '.join(absent)}", HOW))
    return Section("Watching: goal inference", tuple(blocks))


def watch_table(results: Results, split: str) -> Table:
    """Ours beside the paper's on a split."""
    models = dict.fromkeys([*TITLES, *(model for model, where in results.watch if where == split)])
    rows: list[tuple[str | Cell, ...]] = []
    for model in models:
        own, theirs = results.watch.get((model, split)), paper.WATCH.get((model, split))
        cells: list[str | Cell] = [model, TITLES.get(model, "")]
        for number, shown in enumerate(_figures(own)):
            cells += [shown, Cell("–" if theirs is None else f"{theirs[number]:.2f}", "theirs")]
        rows.append((*cells, Cell("–", "theirs") if own is None else f"{own.exact:.0%}"))
    count = max(row.demonstrations for row in results.watch.values() if row.split == split)
    precision, recall = paper.WATCH_AIM[split]
    note = (
        f"{count} demonstrations; errors are standard errors over them. In weight: our aim, {precision} and {recall}, "
        "is reached."
    )
    columns = ("model", "what it looks at", "precision", "paper", "recall", "paper", "goals wholly right")
    return Table(f"Precision and recall of inferred goals ({SPLIT_TITLES[split]})", columns, tuple(rows), note, left=2)


def _figures(own: Watched | None) -> tuple[Cell, Cell]:
    """Precision and recall."""
    if own is None:
        return Cell("missing", "theirs"), Cell("missing", "theirs")
    aims = paper.WATCH_AIM[own.split]
    pairs = ((own.precision, own.precision_error), (own.recall, own.recall_error))
    first, second = (
        Cell(f"{value:.3f} ± {error:.3f}", "best" if value >= aim else "")
        for (value, error), aim in zip(pairs, aims, strict=True)
    )
    return first, second
