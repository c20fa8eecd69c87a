"""The report's accuracies of all models (Figure 3), the blind controls, and how accuracies look in a cell."""

from __future__ import annotations

from casita.benchmarks.act_thor import paper
from casita.benchmarks.act_thor.collecting.splits import SPLITS
from casita.benchmarks.act_thor.models.arrays import CONTROLS
from casita.benchmarks.act_thor.report.cells import estimate_cell
from casita.benchmarks.act_thor.report.results import (
    SPLIT_TITLES,
    UNIMODAL,
    Results,
    feature_title,
    multimodal_kinds,
)
from casita.evaluation.figures import COLOURS, MUTED, Level, Panel, bars
from casita.evaluation.page import Block, Cell, Image, Missing, Section, Table, Words
from casita.evaluation.statistics import Estimate

INTERVALS = (
    "Every 95% interval, of differences too, is the widest of three bootstraps: over rooms, over types, and over pairs "
    "of action and type, each with trainings drawn as wholes."
)


def accuracy_section(results: Results) -> Section:
    """Figure 3, with all numbers, and the blind controls."""
    return Section(
        "Accuracy",
        (
            Words(
                f"Chance is {results.chance:.0%}. Means over sets and seeds. {INTERVALS} In-domain features stand for "
                "MOCA's, general ones for CLIP's."
            ),
            *_figure_3(results),
            accuracy_table(results),
            *_controls(results),
        ),
    )


def accuracy_table(results: Results) -> Table:
    """All contrastively trained and untrained models on all splits."""
    kinds = [kind for kind in results.kinds if not kind.control and kind.procedure != "l2"]
    rows: list[tuple[str | Cell, ...]] = [
        ("chance", "–", "–", *(Cell(f"{100 * results.chance:.1f}", "theirs") for _ in SPLITS))
    ]
    best = {split: results.best(split) for split in SPLITS}
    for kind in kinds:
        cells = [estimate_cell(results.estimate(kind, split), kind == best[split]) for split in SPLITS]
        count = max((len(results.of(kind, split)) for split in SPLITS), default=0)
        rows.append((kind.title, feature_title(kind.features) or "pictures", f"{count}", *cells))
    note = (
        "The paper draws these numbers only (Figure 3), of its own pictures and four candidates. In words it says: "
        "unimodal models close to chance, the best "
        f"with MOCA's features around {paper.BEST_IN_DOMAIN_OBJECTS.value:.0%} on unseen objects and with CLIP's below "
        f"{paper.BEST_GENERAL_OBJECTS.value:.0%} (section 6.1); people {paper.HUMAN.value:.1%} over all (section 3.2)."
    )
    columns = ("model", "features", "seeds", *(SPLIT_TITLES[split] for split in SPLITS))
    return Table("Accuracy in per cent, with 95% intervals", columns, tuple(rows), note, left=2)


def _figure_3(results: Results) -> list[Block]:
    panels = []
    for split in SPLITS:
        groups = [kind._replace(features="") for kind in multimodal_kinds("")]
        own = [results.ours] if results.ours else []
        series: dict[str, list[Estimate | None]] = {
            feature_title(name): [results.estimate(kind._replace(features=name), split) for kind in groups]
            + [None] * len(own)
            for name in results.features
        }
        if own:
            series["pictures"] = [*[None] * len(groups), *(results.estimate(kind, split) for kind in own)]
        if any(estimate for values in series.values() for estimate in values):
            names = [kind.title.replace(" (", "\n(") for kind in [*groups, *own]]
            panels.append(Panel(SPLIT_TITLES[split], names, series, baselines(results, split)))
    if not panels:
        return [Missing("accuracy of the models (Figure 3)", "Run casita report act_thor, which trains them first.")]
    note = (
        "Dashed: chance, and the two unimodal models (each with the better of its features). The paper's figure is "
        "drawn only."
    )
    return [Image("Accuracy by model, features and split (Figure 3)", bars(panels, "accuracy", top=1.0), note)]


def baselines(results: Results, split: str) -> list[Level]:
    """Chance and the unimodal models, as lines."""
    found = [Level("chance", results.chance, MUTED)]
    for model, colour in zip(UNIMODAL, (COLOURS[5], COLOURS[3]), strict=True):
        kinds = [kind for kind in results.kinds if kind.model == model and not kind.control]
        values = [estimate.mean for kind in kinds if (estimate := results.estimate(kind, split))]
        found += [Level(model, max(values), colour)] if values else []
    return found


def _controls(results: Results) -> list[Block]:
    kinds = [kind for kind in results.kinds if kind.control]
    if not kinds:
        return [Missing("the blind controls", "Runs with a control (experiments.control_runs) are not there.")]
    rows: list[tuple[str | Cell, ...]] = []
    for whole in dict.fromkeys(kind._replace(control="") for kind in kinds):
        rows.append((whole.full_title, "", *(estimate_cell(results.estimate(whole, split)) for split in SPLITS)))
    for kind in kinds:
        cells = [estimate_cell(results.estimate(kind, split)) for split in SPLITS]
        rows.append((kind._replace(control="").full_title, kind.control, *cells))
    columns = ("model", "control", *(SPLIT_TITLES[split] for split in SPLITS))
    note = (
        "; ".join(f"{name}: {words}" for name, words in CONTROLS.items())
        + ". Trained and tested under the same control."
    )
    return [Table("Blind controls: one thing is taken away", columns, tuple(rows), note, left=2)]
