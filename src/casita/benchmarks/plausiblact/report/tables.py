"""Tables of the report: ours beside the paper's."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.classes.table import HIGH_ENTROPY
from casita.benchmarks.plausiblact.item import ACTIONS
from casita.benchmarks.plausiblact.models import MODELS
from casita.benchmarks.plausiblact.models.experiments import Results
from casita.benchmarks.plausiblact.models.training import RunSettings
from casita.benchmarks.plausiblact.raters.people import RATERS
from casita.benchmarks.plausiblact.score import Figures, Floats, by_action, figures
from casita.evaluation.page import Cell, Table

COLUMNS = ("A-Acc", "CE", "Corr")
PAPERS = tuple(f"paper's {name}" for name in COLUMNS)
BASELINES = ("chance", "no-input", "mode", "soft-mode", "oracle")
PAPER_NAME = {"no-input": "no input", "mode": "mode", "frozen": "Inc4"}
"""The rows of the paper's Tables 4, 5 and 7 that ours stand beside; its best network for our frozen one."""


def mean_text(found: Sequence[Figures]) -> tuple[str, str, str]:
    """The mean over seeds, with the deviation where there are several."""
    texts = []
    for number, (scale, digits) in enumerate(((100.0, 1), (1.0, 3), (100.0, 1))):
        values = [scale * each[number] for each in found if not math.isnan(each[number])]
        if not values:
            texts.append("-")
            continue
        spread = f" ({np.std(values, ddof=1):.{digits}f})" if len(values) > 1 else ""
        texts.append(f"{np.mean(values):.{digits}f}{spread}")
    return texts[0], texts[1], texts[2]


def paper_cells(scores: paper.Scores | None) -> tuple[Cell, Cell, Cell]:
    """A row of the paper's as grey cells; empty where it has none."""
    if scores is None:
        return Cell("", "theirs"), Cell("", "theirs"), Cell("", "theirs")
    corr = "-" if scores.corr is None else f"{scores.corr:.1f}"
    return Cell(f"{scores.a_acc:.1f}", "theirs"), Cell(f"{scores.ce:.3f}", "theirs"), Cell(corr, "theirs")


def main_table(results: Results) -> Table:
    """Table 4, left: all models on the test."""
    return _models_table(
        results, "test", "All models on the test (the paper's Table 4; its network is InceptionV4, fine-tuned)",
        paper.MAIN, range(len(results.truth("test").instances)),
    )  # fmt: skip


def high_entropy_tables(results: Results) -> list[Table]:
    """Table 5: the four classes whose ratings vary most, in the test and in the further test, where there are any."""
    made = []
    for part in ("test", "further"):
        rows = [row for row, one in enumerate(results.truth(part).instances) if one.name in HIGH_ENTROPY]
        title = f"Bottle, bowl, wok and box: {len(rows)} instances of the {part} part (the paper's Table 5)"
        if rows:
            made.append(_models_table(results, part, title, paper.HIGH_ENTROPY, rows))
    return made


def _models_table(
    results: Results, part: str, title: str, theirs: Mapping[str, paper.Scores], which: Sequence[int]
) -> Table:
    truth = results.truth(part).some(list(which))
    answers: dict[str, list[Floats]] = {name: [said] for name, said in results.baselines[part].items()}
    answers["frozen"] = [results.trained(run, part) for run in results.runs.contexts["ignore"]]
    rows = []
    for name in MODELS:
        said = [each[list(which)] for each in answers[name]]
        found = [figures(truth.plausibility, each, truth.valid) for each in said]
        rows.append((MODELS[name].title, *mean_text(found), *paper_cells(theirs.get(PAPER_NAME.get(name, "")))))
    return Table(title, ("model", *COLUMNS, *PAPERS), tuple(rows), note="Ratings are simulated.")


def action_table(results: Results) -> Table:
    """Table 4, right: correlation of each action."""
    truth = results.truth("test")
    answers = {name: results.baselines["test"][name] for name in ("mode", "soft-mode", "oracle")}
    answers["frozen"] = results.trained(results.runs.contexts["ignore"][0])
    found = {name: by_action(truth.plausibility, said, truth.valid) for name, said in answers.items()}
    rows: list[tuple[str | Cell, ...]] = []
    for action in ACTIONS:
        cells = [found[name][action].text()[2] if action in found[name] else "" for name in found]
        theirs = [paper.CORR_BY_ACTION[name][action] for name in ("Inc4", "mode")]
        rows.append(
            (action.replace("_", " "), *cells, *(Cell("-" if v is None else f"{v:.1f}", "theirs") for v in theirs))
        )
    columns = ("action", *(MODELS[name].title for name in found), "paper's Inc4", "paper's mode")
    return Table("Correlation of each action, in % (the paper's Table 4, right)", columns, tuple(rows))


def runs_table(
    results: Results,
    title: str,
    first: str,
    runs: Mapping[str, Sequence[RunSettings]],
    theirs: Mapping[str, paper.Scores],
) -> Table:
    """Rows of trainings with their seeds, beside the paper's."""
    rows = [
        (name, *mean_text([results.trained_figures(run) for run in each]), *paper_cells(theirs.get(name)))
        for name, each in runs.items()
    ]
    return Table(title, (first, *COLUMNS, *PAPERS), tuple(rows))


def context_table(results: Results) -> Table:
    """Table 8."""
    theirs = {
        context: paper.CONTEXT[name]
        for context, name in (
            ("ignore", "RN50, ignore"), ("img+masked", "2xRN50, img+masked"), ("img+full", "2xRN50, img+full"),
            ("only-masked", "RN50, only-masked"), ("only-full", "RN50, only-full"),
        )
    }  # fmt: skip
    title = "What the network is shown (the paper's Table 8, its RN50)"
    return runs_table(results, title, "context", results.runs.contexts, theirs)


def ablation_table(results: Results) -> Table:
    """Table 2, above."""
    title = "Which ratings are learnt from (the paper's Table 2)"
    return runs_table(results, title, "training", results.runs.ablation, paper.ABLATION)


def raters_table(results: Results) -> Table:
    """Tables 6 and 7: one rater, and the three who agree most."""
    theirs = {rater.name: scores for rater, scores in zip(RATERS, paper.SINGLE_RATERS, strict=True)}
    theirs["three most agreeing"] = paper.AGREEING_RATERS["Inc4"]
    made = runs_table(
        results, "Learnt from and scored by one simulated rater, or three (the paper's Tables 6 and 7, other raters)",
        "raters", results.runs.raters, theirs,
    )  # fmt: skip
    if "three most agreeing" not in results.runs.raters:
        return made
    mode = results.baseline_of_raters("mode", results.closest)
    last = ("three most agreeing, mode", *mode.text(), *paper_cells(paper.AGREEING_RATERS["mode"]))
    return Table(made.title, made.columns, (*made.rows, last))


def curve_table(results: Results) -> Table:
    """Figure 6, as far as the text gives it."""
    rows = [(name, *results.trained_figures(runs[0]).text()) for name, runs in results.runs.curve.items()]
    count, corr = paper.ENOUGH_SAMPLES
    note = (
        f"The paper has a correlation of about {100 * corr:.0f} with about {count:,} instances; its Figure 6 is drawn."
    )
    return Table("Instances learnt from", ("instances", *COLUMNS), tuple(rows), note=note)
