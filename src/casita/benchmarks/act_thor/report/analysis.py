"""The report's closer look at the paper's models: by action and object, confusion, neighbours, ways to train."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.benchmarks.act_thor import paper, score
from casita.benchmarks.act_thor.collecting.splits import UNSEEN_TYPES
from casita.benchmarks.act_thor.models import MODELS
from casita.benchmarks.act_thor.report.cells import plain
from casita.benchmarks.act_thor.report.results import (
    IN_DOMAIN,
    Kind,
    Results,
)
from casita.evaluation.figures import matrices
from casita.evaluation.page import Block, Cell, Image, Missing, Section, Table, Words
from casita.evaluation.statistics import Estimate

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
    own = results.compare
    return [pair for pair in [*found, *([(own, "")] if own else [])] if results.of(pair[0], "objects")]


def _per_action(results: Results) -> list[Block]:
    rows: list[tuple[str | Cell, ...]] = []
    ours = [(kind, theirs, score.by_action(*results.pooled(kind, "objects"))) for kind, theirs in _analysed(results)]
    if not ours:
        return [
            Missing("accuracy by action (Table 3)", "Action-Matrix and Concat-Multi were not run on unseen objects.")
        ]
    best = {name: max(found[name].mean for _, _, found in ours) for name in ours[0][2]}
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
    own = results.compare
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
    own = results.compare
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


def _share(estimate: Estimate | None, best: float | None = None) -> Cell:
    if estimate is None:
        return Cell("–", "theirs")
    return Cell(f"{estimate.mean:.2f}", "best" if best is not None and estimate.mean >= best else "")


def _named(names: Sequence[str]) -> str:
    return ", ".join(plain(name) for name in names) or "–"
