"""Tables of the report: ours beside the paper's."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.classes.table import HIGH_ENTROPY
from casita.benchmarks.plausiblact.item import ACTIONS
from casita.benchmarks.plausiblact.models import MODELS
from casita.benchmarks.plausiblact.models.experiments import RATED_ALONE, STATES, Results
from casita.benchmarks.plausiblact.models.states import inferred, true_values
from casita.benchmarks.plausiblact.models.training import CACHE, RunSettings
from casita.benchmarks.plausiblact.models.vectors import vectors_of
from casita.benchmarks.plausiblact.raters.people import RATERS
from casita.benchmarks.plausiblact.score import Figures, Floats, by_action, figures, seeded_estimates
from casita.evaluation.page import Cell, Table
from casita.evaluation.statistics import Estimate

COLUMNS = ("A-Acc", "CE", "Corr")
PAPERS = tuple(f"paper's {name}" for name in COLUMNS)
BASELINES = ("chance", "no-input", "mode", "soft-mode", "oracle")
PAPER_NAME = {"no-input": "no input", "mode": "mode", "tuned": "Inc4"}
"""The rows of the paper's Tables 4, 5 and 7 that ours stand beside; its best network for our tuned one."""


TITLES = {name: row.title for name, row in MODELS.items()} | {RATED_ALONE: "ours, states first, rated pictures alone"}
"""Of the rows of models."""

ORDER = tuple(name for model in MODELS for name in ((RATED_ALONE, model) if model == STATES else (model,)))

UNITS = ((100.0, 1), (1.0, 3), (100.0, 1))
"""What each metric is multiplied by where it is said, and digits after the point."""


def mean_text(found: Sequence[Figures]) -> tuple[str, str, str]:
    """The mean over seeds, with the deviation where there are several."""
    texts = []
    for number, (scale, digits) in enumerate(UNITS):
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
        results, "test", "All models on the test (the paper's Table 4; its network is InceptionV4, all of it tuned)",
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
    homes = [one.photo.partition("~")[0] for one in truth.instances]
    rows: list[tuple[str | Cell, ...]] = []
    for name, answers in model_answers(results, part).items():
        said = [each[list(which)] for each in answers]
        found = mean_text([figures(truth.plausibility, each, truth.valid) for each in said])
        spread = seeded_estimates(truth.plausibility, said, truth.valid, homes).values()
        cells = [
            f"{mean} [{scale * each.low:.{digits}f}, {scale * each.high:.{digits}f}]" if each.has_interval else mean
            for mean, each, (scale, digits) in zip(found, spread, UNITS, strict=True)
        ]
        rows.append((TITLES[name], *cells, *paper_cells(theirs.get(PAPER_NAME.get(name, "")))))
    note = (
        "Ratings are simulated. In brackets: the deviation over trainings, and 95% intervals over homes and trainings."
    )
    return Table(title, ("model", *COLUMNS, *PAPERS), tuple(rows), note=note)


def model_answers(results: Results, part: str) -> dict[str, list[Floats]]:
    """What every model answers to a part, once for each of its trainings, in the order of tables."""
    found: dict[str, list[Floats]] = {name: [said] for name, said in results.baselines[part].items()}
    networks = {"frozen": results.runs.contexts.get("ignore", ()), **results.runs.networks}
    found |= {name: [results.trained(run, part) for run in runs] for name, runs in networks.items() if runs}
    return {name: found[name] for name in ORDER if name in found}


def action_table(results: Results) -> Table:
    """Table 4, right: correlation of each action."""
    truth = results.truth("test")
    shown = model_answers(results, "test")
    answers = {name: said[0] for name, said in shown.items() if name not in ("chance", "no-input", "class-only")}
    found = {name: by_action(truth.plausibility, said, truth.valid) for name, said in answers.items()}
    rows: list[tuple[str | Cell, ...]] = []
    for action in ACTIONS:
        cells = [found[name][action].text()[2] if action in found[name] else "" for name in found]
        theirs = [paper.CORR_BY_ACTION[name][action] for name in ("Inc4", "mode")]
        rows.append(
            (action.replace("_", " "), *cells, *(Cell("-" if v is None else f"{v:.1f}", "theirs") for v in theirs))
        )
    columns = ("action", *(TITLES[name] for name in found), "paper's Inc4", "paper's mode")
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
    rows = [
        (name, *mean_text([results.trained_figures(run) for run in runs])) for name, runs in results.runs.curve.items()
    ]
    count, corr = paper.ENOUGH_SAMPLES
    note = (
        f"The paper has a correlation of about {100 * corr:.0f} with about {count:,} instances; its Figure 6 is drawn."
    )
    return Table("Instances learnt from", ("instances", *COLUMNS), tuple(rows), note=note)


def encoders_table(results: Results) -> Table:
    """Table 3: ours, whose weights are at hand, above the paper's."""
    rows: list[tuple[str | Cell, ...]] = [
        (name, *mean_text([results.trained_figures(run) for run in runs]))
        for name, runs in results.runs.encoders.items()
    ]
    rows += [(Cell(f"paper's {name}", "theirs"), *paper_cells(scores)) for name, scores in paper.ENCODERS.items()]
    note = "Ours stay frozen, the paper's are tuned. CLIP is one more row with --clip FOLDER."
    return Table("Encoders, context ignored (the paper's Table 3)", ("encoder", *COLUMNS), tuple(rows), note=note)


def augmentation_table(results: Results) -> Table:
    """Table 2, below."""
    theirs = {str(strength): scores for strength, scores in paper.AUGMENTATION.items()}
    title = "Strength of augmentation: one changed look at every instance besides (the paper's Table 2)"
    return runs_table(results, title, "strength", results.runs.augmentation, theirs)


def inferences_table(results: Results) -> Table:
    """How well our network infers class and states on the test, against always saying what is most common there."""
    run = results.runs.networks[STATES][0]
    instances = results.data.instances("test")
    true = true_values(instances)
    said = results.model(run).inferences(vectors_of(results.data, instances, run.looked(), results.models / CACHE))
    rows = []
    for number, (each, shares) in enumerate(zip(inferred(), said, strict=True)):
        right = float((shares.argmax(1) == true[:, number]).mean())
        common = np.bincount(true[:, number]).max() / len(true)
        rows.append((each.name, str(len(each.words)), f"{100 * right:.1f}", f"{100 * common:.1f}"))
    columns = ("what", "values", "right, in %", "the most common value, in %")
    return Table("What our network infers from pixels, on the test", columns, tuple(rows))


def budget_table(results: Results) -> Table:
    """What our network's errors of seeing cost: how good it were if class or states were told instead of inferred."""
    run = results.runs.networks[STATES][0]
    model = results.model(run)
    names = [each.name for each in inferred()]
    rows = []
    for part in ("valid", "test", "further"):
        truth = results.truth(part)
        if not truth.instances:
            continue
        seen = vectors_of(results.data, truth.instances, run.looked(), results.models / CACHE)
        true = true_values(truth.instances)
        for words, told in (("nothing", ()), ("class", names[:1]), ("states", names[1:]), ("class and states", names)):
            found = figures(truth.plausibility, model.answers_if_told(seen, true, told), truth.valid)
            rows.append((part, words, *found.text()))
    note = "In validation only what raters chose to rate counts, so that its accuracy is higher."
    return Table("What errors of seeing cost our network", ("part", "told", *COLUMNS), tuple(rows), note=note, left=2)


def sun_action_table(ours: Mapping[str, Estimate]) -> Table:
    """Table 9: the paper's column, and ours for the locations that a user's scenes have."""
    rows: list[tuple[str | Cell, ...]] = []
    for row in paper.SUN_ACTION:
        trained = "" if row.pre_trained is None else "yes" if row.pre_trained else "no"
        text = f"{row.mean:.1f}" + (f" ({row.deviation:.1f})" if row.deviation is not None else "")
        rows.append((row.model, trained, row.location, Cell(text, "theirs"), ""))
    rows += [
        ("EfficientNet-lite0, frozen", "yes", location, Cell("", "theirs"), each.percent())
        for location, each in ours.items()
    ]
    columns = ("model", "pre-trained", "where", "paper's mAP (deviation)", "here")
    note = "SUNAction is not to be had; scenes of your own, in the form that its importer takes, come in with --scenes."
    return Table("Whole scenes: SUNAction (the paper's Table 9)", columns, tuple(rows), note=note, left=3)
