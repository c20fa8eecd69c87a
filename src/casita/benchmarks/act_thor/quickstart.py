"""ACT-Thor in small, for the quickstart: six rooms, two trained models, and some of their choices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casita.benchmarks.act_thor.collecting.settings import DataSettings
from casita.benchmarks.act_thor.generate import generate
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.models import MODELS
from casita.benchmarks.act_thor.models.experiments import FinishedRun, Run, run_all
from casita.benchmarks.act_thor.score import accuracy, chance
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.benchmarks.act_thor.stored.set_figure import set_figure
from casita.evaluation.benchmark import Showing
from casita.evaluation.page import Table, jpeg

ROOMS = ("bedroom_16", "bedroom_17", "bedroom_23", "bedroom_25", "bedroom_28", "bedroom_30")
"""Two to learn from, two to stop by, two to be asked about: a wrong candidate comes from another room of the part.
Bedrooms have few things, so that all of this takes half a minute."""

RUNS = (
    Run("visual-only", "scenes", 0, "casita"),
    Run("concat-multi", "scenes", 0, "casita", "embedded", "contrastive"),
    Run("compare", "scenes", 0),
)


def quickstart(out: Path, *, workers: int = 2, progress: bool = True) -> Showing:
    """Generate a little data, train two models, and show right and wrong choices."""
    folder = out / "act_thor"
    generate(folder, DataSettings(rooms=ROOMS), workers=workers, progress=progress)
    done = run_all(folder, RUNS, folder, workers=workers, progress=progress)
    data = ActThor(folder)
    sets = data.sets("scenes", "test")
    rows = [(MODELS["chance"].title, f"{100 * chance(sets):.1f}", "0")]
    for each in done:
        right = f"{100 * accuracy(sets, each.chosen).mean:.1f}"
        rows.append((MODELS[each.run.model].title, right, f"{each.parameters:,}"))
    learnt = len(data.sets("scenes", "train"))
    table = Table(
        f"ACT-Thor in small: {learnt} sets to learn from, {len(sets)} of unseen rooms to be asked about",
        ("model", "right in %", "numbers learnt"),
        tuple(rows),
    )
    words = (
        "Given the picture on the left and an action, which of four pictures shows what the action did? Two others "
        "show other actions from the same beginning, one the same action in another room. All 120 rooms, all models "
        "and the paper's figures: casita generate act_thor, then casita report act_thor."
    )
    return Showing("act_thor", "ACT-Thor, in small", words, table, tuple(_choices(done[-1], sets, data)))


def _choices(done: FinishedRun, sets: Sequence[ContrastSet], data: ActThor) -> list[tuple[str, bytes]]:
    """Two sets that a model got right, and up to two that it did not."""
    title = MODELS[done.run.model].title
    found = []
    for wanted, label in ((True, "right"), (False, "wrong")):
        which = [n for n, item in enumerate(sets) if (done.chosen[n] == item.answer) == wanted]
        for number in which[:: max(1, len(which) // 2)][:2]:
            picture = set_figure(sets[number], data.picture, choice=done.chosen[number])
            found.append((f"{title}: {label}", jpeg(picture)))
    return found
