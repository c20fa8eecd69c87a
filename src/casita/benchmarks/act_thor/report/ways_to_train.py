"""The report's ways to train: least squares, L2 against contrastive, and how many numbers are learned."""

from __future__ import annotations

from casita.benchmarks.act_thor import paper
from casita.benchmarks.act_thor.collecting.splits import SPLITS
from casita.benchmarks.act_thor.models import MODELS
from casita.benchmarks.act_thor.models.experiments import SEEDS
from casita.benchmarks.act_thor.report.cells import beside, difference_cell
from casita.benchmarks.act_thor.report.results import (
    MULTIMODAL,
    SPLIT_TITLES,
    Kind,
    Results,
    feature_title,
    multimodal_kinds,
)
from casita.evaluation.figures import MUTED, Level, Panel, bars
from casita.evaluation.page import Block, Cell, Image, Missing, Section, Table
from casita.evaluation.statistics import Estimate


def procedures_section(results: Results) -> Section:
    """Least squares, L2 against contrastive, and parameter counts."""
    return Section("Ways to train", (*_least_squares(results), *_l2(results), *_parameters(results)))


def _least_squares(results: Results) -> list[Block]:
    kinds = [Kind("least-squares", name) for name in results.features]
    series = {feature_title(kind.features): [results.estimate(kind, split) for split in SPLITS] for kind in kinds}
    series = {name: values for name, values in series.items() if any(values)}
    if not series:
        return [Missing("least squares (Figure 7)", "No run of least-squares is there.")]
    panel = Panel("", [SPLIT_TITLES[split] for split in SPLITS], series, [Level("chance", results.chance, MUTED)])
    counts = {len(results.of(kind, split)) for kind in kinds for split in SPLITS} - {0}
    note = f"Deals of training and validation: {min(counts)}; the paper averages {len(SEEDS)}. Drawn only in the paper."
    return [Image("Least-squares matrices (Figure 7)", bars([panel], "accuracy", top=1.0, width=8), note)]


def _l2(results: Results) -> list[Block]:
    rows: list[tuple[str | Cell, ...]] = []
    panels = []
    for split in SPLITS:
        series: dict[str, list[Estimate | None]] = {}
        for name in results.features:
            for procedure in ("contrastive", "l2"):
                found = [results.estimate(kind, split) for kind in multimodal_kinds(name, procedure)]
                series[f"{feature_title(name)}, {'L2' if procedure == 'l2' else procedure}"] = found
        if any(estimate for name, values in series.items() if name.endswith("L2") for estimate in values):
            names = [kind.title.replace(" (", "\n(") for kind in multimodal_kinds("")]
            panels.append(Panel(SPLIT_TITLES[split], names, series, [Level("chance", results.chance, MUTED)]))
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
        Table("Contrastive minus L2, in points", columns, tuple(rows), left=2),
    ]


def _parameters(results: Results) -> list[Block]:
    pairs = ((results.in_domain, paper.IN_DOMAIN), (results.general, paper.GENERAL))
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
