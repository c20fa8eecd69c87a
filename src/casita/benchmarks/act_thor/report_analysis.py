"""The report's closer look at the paper's models: by action and object, confusion, neighbours, ways to train."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.benchmarks.act_thor import report_paper as paper
from casita.benchmarks.act_thor import score
from casita.benchmarks.act_thor.experiments import SEEDS
from casita.benchmarks.act_thor.models import MODELS
from casita.benchmarks.act_thor.report_data import beside, plain
from casita.benchmarks.act_thor.report_models import difference_cell
from casita.benchmarks.act_thor.report_results import (
    IN_DOMAIN,
    MULTIMODAL,
    SPLIT_TITLES,
    Kind,
    Results,
    feature_title,
    multimodal_kinds,
)
from casita.benchmarks.act_thor.splits import SPLITS, UNSEEN_TYPES
from casita.reports.figures import MUTED, Level, Panel, bars, matrices
from casita.reports.page import Block, Cell, Image, Missing, Section, Table, Words

ANALYSED = (("action-matrix", ""), ("concat-multi", "embedded"))
"""The models, and codings of actions, that the paper looks at more closely."""


def analysis_section(results: Results) -> Section:
    """The paper's error analysis, on unseen objects."""
    return Section(
        "Where models are right and wrong",
        (
            Words("As in the paper, on unseen objects, over all seeds. Numbers are shares of right choices."),
            *_per_action(results),
            *_per_object(results),
            *_confusions(results),
            *_neighbours(results),
        ),
    )


def _analysed(results: Results) -> list[tuple[Kind, str]]:
    """Kinds with the paper's features that they stand beside, and our own; those that were run."""
    named = ((IN_DOMAIN, paper.IN_DOMAIN), (results.general, paper.GENERAL))
    found = [(Kind(m, ours, coding, "contrastive"), theirs) for ours, theirs in named for m, coding in ANALYSED]
    own = results.own
    return [pair for pair in [*found, *([(own, "")] if own else [])] if results.of(pair[0], "objects")]


def _per_action(results: Results) -> list[Block]:
    rows: list[tuple[str | Cell, ...]] = []
    ours = [(kind, theirs, score.by_action(*results.pooled(kind, "objects"))) for kind, theirs in _analysed(results)]
    if not ours:
        return [
            Missing("accuracy by action (Table 3)", "Action-Matrix and Concat-Multi were not run on unseen objects.")
        ]
    best = {name: max(found[name].value for _, _, found in ours) for name in ours[0][2]}
    for kind, theirs, found in ours:
        rows.append((kind.full_title, *(_share(found.get(name), best.get(name)) for name in results.actions)))
        published = paper.ACCURACY_BY_ACTION.get((kind.model, theirs))
        if published:
            cells = [f"{published[name]:.2f}" if name in published else "–" for name in results.actions]
            rows.append(
                (
                    Cell(f"paper: {MODELS[kind.model].title}, {theirs}", "theirs"),
                    *(Cell(cell, "theirs") for cell in cells),
                )
            )
    columns = ("model", *(plain(name) for name in results.actions))
    return [Table("Accuracy by action, unseen objects (Table 3)", columns, tuple(rows))]


def _per_object(results: Results) -> list[Block]:
    kind = Kind("concat-multi", IN_DOMAIN, "embedded", "contrastive")
    own = results.own
    kinds = [each for each in (kind, own) if each is not None and results.of(each, "objects")]
    if not kinds:
        return [Missing("accuracy by object and action (Table 9)", "Concat-Multi was not run on unseen objects.")]
    rows: list[tuple[str | Cell, ...]] = []
    for name in UNSEEN_TYPES:
        for each in kinds:
            pooled = results.pooled(each, "objects")
            found, all_of = score.by_object_and_action(*pooled), score.by_object(*pooled)
            cells = [_share(found.get((name, action))) for action in results.actions]
            rows.append((plain(name), each.full_title, _share(all_of.get(name)), *cells))
        published = paper.ACCURACY_BY_OBJECT[name]
        cells = [
            Cell(f"{published[action]:.2f}" if action in published else "–", "theirs") for action in results.actions
        ]
        rows.append((plain(name), Cell("paper: Concat-Multi, MOCA", "theirs"), Cell("–", "theirs"), *cells))
    columns = ("object", "model", "all", *(plain(action) for action in results.actions))
    return [
        Table("Accuracy by unseen object and action (Table 9)", columns, tuple(rows), "A dash: no such sets.", left=2)
    ]


def _confusions(results: Results) -> list[Block]:
    own = results.own
    kinds = [Kind("concat-multi", name, "embedded", "contrastive") for name in (IN_DOMAIN, results.general)]
    kinds = [kind for kind in [*kinds, *([own] if own else [])] if results.of(kind, "objects")]
    if not kinds:
        return [Missing("confusion matrices (Figures 9 and 10)", "Concat-Multi was not run on unseen objects.")]
    found = [(kind, score.confusion(*results.pooled(kind, "objects"), results.actions)) for kind in kinds]
    panels = [(kind.full_title, each.shares) for kind, each in found]
    names = [plain(name) for name in results.actions]
    return [
        Image(
            "Confusion of actions, unseen objects (Figures 9 and 10)",
            matrices(panels, names, [plain(name) for name in found[0][1].columns]),
            "Rows: the true action. Columns: the action that made the chosen picture. The paper's are drawn only.",
        )
    ]


def nearest(results: Results, kind: Kind, split: str = "objects", count: int = 3) -> dict[str, list[str]] | None:
    """The actions with the most similar matrices, of each action that occurs; None if no run kept similarities."""
    similar = results.similarities(kind, split)
    if similar is None:
        return None
    met = {item.action for sets in results.sets.values() for item in sets}
    found = {}
    for row, action in enumerate(results.actions):
        order = [results.actions[column] for column in np.argsort(-similar[row], kind="stable") if column != row]
        if action in met:
            found[action] = [name for name in order if name in met][:count]
    return found


def _neighbours(results: Results) -> list[Block]:
    kind = Kind("action-matrix", IN_DOMAIN, "", "contrastive")
    found, similar = nearest(results, kind), results.similarities(kind, "objects")
    if found is None or similar is None:
        how = "No Action-Matrix run on unseen objects kept the similarities of its matrices."
        return [Missing("nearest neighbours of action matrices (Table 4)", how)]
    rows = tuple(
        (plain(name), _named(near), Cell(_named(paper.NEIGHBOURS.get(name, ())), "theirs"))
        for name, near in found.items()
    )
    names = [plain(name) for name in results.actions]
    shown = similar * (1 - np.eye(len(similar)))  # the ones on the diagonal say nothing
    highest = max(1e-9, float(shown.max()))
    note = f"Mean over seeds, divided by the highest ({highest:.3f})."
    return [
        Table("Nearest neighbours of action matrices (Table 4)", ("action", "here", "paper, MOCA"), rows, left=3),
        Image("Cosines between action matrices", matrices([(kind.full_title, shown / highest)], names, names), note),
    ]


def procedures_section(results: Results) -> Section:
    """Least squares, L2 against contrastive, and parameter counts."""
    return Section("Ways to train", (*_least_squares(results), *_l2(results), *_parameters(results)))


def _least_squares(results: Results) -> list[Block]:
    kinds = [Kind("least-squares", name) for name in results.features]
    series = {feature_title(kind.features): [results.estimate(kind, split) for split in SPLITS] for kind in kinds}
    series = {name: values for name, values in series.items() if any(values)}
    if not series:
        return [Missing("least squares (Figure 7)", "No run of least-squares is there.")]
    panel = Panel("", [SPLIT_TITLES[split] for split in SPLITS], series, [Level("chance", score.CHANCE, MUTED)])
    counts = {len(results.of(kind, split)) for kind in kinds for split in SPLITS} - {0}
    note = f"Deals of training and validation: {min(counts)}; the paper averages {len(SEEDS)}. Drawn only in the paper."
    return [Image("Least-squares matrices (Figure 7)", bars([panel], "accuracy", top=1.0, width=8), note)]


def _l2(results: Results) -> list[Block]:
    rows: list[tuple[str | Cell, ...]] = []
    panels = []
    for split in SPLITS:
        series: dict[str, list[score.Estimate | None]] = {}
        for name in results.features:
            for procedure in ("contrastive", "l2"):
                found = [results.estimate(kind, split) for kind in multimodal_kinds(name, procedure)]
                series[f"{feature_title(name)}, {'L2' if procedure == 'l2' else procedure}"] = found
        if any(estimate for name, values in series.items() if name.endswith("L2") for estimate in values):
            names = [kind.title.replace(" (", "\n(") for kind in multimodal_kinds("")]
            panels.append(Panel(SPLIT_TITLES[split], names, series, [Level("chance", score.CHANCE, MUTED)]))
    if not panels:
        return [
            Missing("the L2 procedure (Figure 8)", "Runs with the L2 procedure (experiments.l2_runs) are not there.")
        ]
    for name in results.features:
        for one, other in zip(multimodal_kinds(name), multimodal_kinds(name, "l2"), strict=True):
            cells = [difference_cell(results.paired((one, split), (other, split))) for split in SPLITS]
            rows.append((one.title, feature_title(name), *cells))
    columns = ("model", "features", *(SPLIT_TITLES[split] for split in SPLITS))
    return [
        Image(
            "L2 against contrastive training (Figure 8)", bars(panels, "accuracy", top=1.0), "Drawn only in the paper."
        ),
        Table("Contrastive minus L2, in points, paired over seeds", columns, tuple(rows), left=2),
    ]


def _parameters(results: Results) -> list[Block]:
    pairs = ((IN_DOMAIN, paper.IN_DOMAIN), (results.general, paper.GENERAL))
    rows: list[tuple[str | Cell, ...]] = []
    for ours, theirs in pairs:
        for coding in ("one-hot", "embedded"):
            for model in MULTIMODAL:
                kind = Kind(model, ours, coding if MODELS[model].codings else "", "contrastive")
                published = beside(paper.PARAMETERS[model, coding, theirs])
                rows.append((feature_title(ours), coding, MODELS[model].title, _count(results, kind), published))
    own = [kind for kind in results.kinds if not MODELS[kind.model].in_paper]
    rows += [("pictures", "–", kind.title, _count(results, kind), beside(None)) for kind in own]
    note = (
        "Counts depend on the width of the features. Beside ours in-domain stand the paper's for MOCA, else for CLIP."
    )
    return [
        Table(
            "Numbers that are learned (Table 8)",
            ("features", "actions as", "model", "here", "paper"),
            tuple(rows),
            note,
            left=3,
        )
    ]


def _count(results: Results, kind: Kind) -> str:
    counts = {done.parameters for split in SPLITS for done in results.of(kind, split)} - {0}
    return f"{max(counts):,}" if counts else "not kept"


def _share(estimate: score.Estimate | None, best: float | None = None) -> Cell:
    if estimate is None:
        return Cell("–", "theirs")
    return Cell(f"{estimate.value:.2f}", "best" if best is not None and estimate.value >= best else "")


def _named(names: Sequence[str]) -> str:
    return ", ".join(plain(name) for name in names) or "–"
