"""The report's section of pictures: right and wrong choices of the best model."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.act_thor import score
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.report.cells import example_image, plain
from casita.benchmarks.act_thor.report.results import Results
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.evaluation.page import Block, Missing, Section, Words

SHOWN = 3
"""Right and wrong choices that are shown, of each."""


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
