"""The report's closer look at models: by action and object, confusion, neighbours, and pictures of their choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from casita.benchmarks.act_thor import paper, score
from casita.benchmarks.act_thor.collecting.splits import UNSEEN_TYPES
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.models import MODELS
from casita.benchmarks.act_thor.report.cells import NONE, Row, example_image, plain
from casita.benchmarks.act_thor.report.results import Kind, Results
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.evaluation.figures import matrices
from casita.evaluation.page import Block, Cell, Image, Missing, Section, Table, Words
from casita.evaluation.statistics import Estimate

SHOWN = 3
"""Right and wrong choices that are shown, of each."""


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


def _analysed(results: Results, *kinds: Kind) -> list[Kind]:
    """Those of some kinds, and our own, that were run on unseen objects."""
    own = [results.ours] if results.ours else []
    return [kind for kind in (*kinds, *own) if results.of(kind, "objects")]


def _per_action(results: Results) -> list[Block]:
    features = {results.in_domain: paper.IN_DOMAIN, results.general: paper.GENERAL}
    kinds = [kind._replace(features=name) for name in features for kind in (results.matrix, results.concat_multi)]
    ours = {kind: score.by_action(*results.pooled(kind, "objects")) for kind in _analysed(results, *kinds)}
    if not ours:
        how = "Action-Matrix and Concat-Multi were not run on unseen objects."
        return [Missing("accuracy by action (Table 3)", how)]
    best = {name: max(found[name].mean for found in ours.values()) for name in next(iter(ours.values()))}
    rows: list[Row] = []
    for kind, found in ours.items():
        rows.append((kind.full_title, *(_share(found.get(name), best.get(name)) for name in results.actions)))
        theirs = features.get(kind.features, "")
        published = paper.ACCURACY_BY_ACTION.get((kind.model, theirs))
        if published:
            title = Cell(f"paper: {MODELS[kind.model].title}, {theirs}", "theirs")
            rows.append((title, *_published(published, results.actions)))
    columns = ("model", *(plain(name) for name in results.actions))
    return [Table("Accuracy by action, unseen objects (Table 3)", columns, tuple(rows))]


def _per_object(results: Results) -> list[Block]:
    kinds = _analysed(results, results.concat_multi)
    if not kinds:
        return [Missing("accuracy by object and action (Table 9)", "Concat-Multi was not run on unseen objects.")]
    rows: list[Row] = []
    for name in UNSEEN_TYPES:
        for kind in kinds:
            pooled = results.pooled(kind, "objects")
            found, all_of = score.by_object_and_action(*pooled), score.by_object(*pooled)
            cells = [_share(found.get((name, action))) for action in results.actions]
            rows.append((plain(name), kind.full_title, _share(all_of.get(name)), *cells))
        cells = _published(paper.ACCURACY_BY_OBJECT[name], results.actions)
        rows.append((plain(name), Cell("paper: Concat-Multi, MOCA", "theirs"), NONE, *cells))
    columns = ("object", "model", "all", *(plain(action) for action in results.actions))
    note = "A dash: no such sets."
    return [Table("Accuracy by unseen object and action (Table 9)", columns, tuple(rows), note, left=2)]


def _published(theirs: Mapping[str, float], actions: Sequence[str]) -> list[Cell]:
    """The paper's numbers, action by action; dashes where it has none."""
    return [Cell(f"{theirs[name]:.2f}", "theirs") if name in theirs else NONE for name in actions]


def _confusions(results: Results) -> list[Block]:
    kinds = _analysed(results, results.concat_multi, results.concat_multi._replace(features=results.general))
    if not kinds:
        return [Missing("confusion matrices (Figures 9 and 10)", "Concat-Multi was not run on unseen objects.")]
    found = [score.confusion(*results.pooled(kind, "objects"), results.actions) for kind in kinds]
    panels = [(kind.full_title, each.shares) for kind, each in zip(kinds, found, strict=True)]
    drawn = matrices(panels, [plain(name) for name in results.actions], [plain(name) for name in found[0].columns])
    note = "Rows: the true action. Columns: the action that made the chosen picture. The paper's are drawn only."
    return [Image("Confusion of actions, unseen objects (Figures 9 and 10)", drawn, note)]


def nearest(results: Results, count: int = 3) -> dict[str, list[str]] | None:
    """The actions with the most similar matrices, of each action that occurs; None if no run kept similarities."""
    similar = results.similarities(results.matrix, "objects")
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
    found, similar = nearest(results), results.similarities(results.matrix, "objects")
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
        Image(
            "Cosines between action matrices",
            matrices([(results.matrix.full_title, shown / highest)], names, names),
            note,
        ),
    ]


def _share(estimate: Estimate | None, best: float | None = None) -> Cell:
    if estimate is None:
        return NONE
    return Cell(f"{estimate.mean:.2f}", "best" if best is not None and estimate.mean >= best else "")


def _named(names: Sequence[str]) -> str:
    return ", ".join(plain(name) for name in names) or "–"


def choices_section(data: ActThor, results: Results) -> Section:
    """Right and wrong choices of the best model on unseen objects."""
    title = "Right and wrong choices"
    best = results.best("objects")
    if best is None:
        return Section(title, (Missing("choices to show", "No model was run on unseen objects."),))
    done = results.of(best, "objects")[0]
    sets = list(results.sets["objects"])
    is_right = score.right(sets, done.chosen).tolist()
    blocks: list[Block] = [
        Words(
            f"{best.full_title}, the best on unseen objects, seed {done.run.seed}. Green frames the answer, "
            "red a wrong choice."
        )
    ]
    for wanted in (True, False):
        rows = _spread([row for row, right in enumerate(is_right) if right == wanted], sets)
        blocks += [
            example_image(data, sets[row], _asked(sets[row], wanted), done.chosen[row], note=sets[row].id)
            for row in rows
        ]
    return Section(title, tuple(blocks))


def _spread(rows: Sequence[int], sets: Sequence[ContrastSet]) -> list[int]:
    """A few rows, each of another action as far as there are some."""
    firsts: dict[str, int] = {}
    for row in rows:
        firsts.setdefault(sets[row].action, row)
    others = [row for row in rows if row not in firsts.values()]
    return [*firsts.values(), *others][:SHOWN]


def _asked(item: ContrastSet, right: bool) -> str:
    return f"{'Right' if right else 'Wrong'}: {plain(item.action)} the {plain(item.object_type)}"
