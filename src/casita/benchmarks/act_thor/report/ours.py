"""The report's section on our own model: beside the best of the paper's, and with less to see or to learn from."""

from __future__ import annotations

from itertools import product

from casita.benchmarks.act_thor.collecting.splits import SPLITS
from casita.benchmarks.act_thor.report.cells import MISSING, difference_cell, estimate_cell
from casita.benchmarks.act_thor.report.results import SPLIT_TITLES, Kind, Results, feature_title
from casita.evaluation.findings import counted, reaches
from casita.evaluation.page import Block, Cell, Missing, Section, Table, Verdict, Words
from casita.evaluation.statistics import Estimate

AIM = 0.10
"""How much better than the paper's best our own model shall be on unseen objects and on unseen pairs."""


def ours_section(results: Results) -> Section:
    """Our own model beside the best of the paper's."""
    own = results.ours
    if own is None:
        return Section("Our own model", (Missing("runs of our own model", "casita report act_thor trains it first."),))
    intro = (
        f"{own.title} beside the best of the paper's models as we made them anew, all ways of training included: first "
        f"of those on features of the encoder that ours has ({feature_title(results.equal_features)}), then of those "
        "on any features. Which is best is read from the test itself, which favours the paper's. Ours sees pictures, "
        "the paper's models see one vector a picture."
    )
    blocks = (Words(intro), ours_table(results), aim_verdict(results), ablation_block(results))
    return Section("Our own model", blocks)


def ours_table(results: Results) -> Table:
    """Ours, the paper's best on equal and on any features, and the paired difference, split by split."""
    rows: list[tuple[str | Cell, ...]] = []
    own = results.ours
    for split, equal in product(SPLITS, (True, False)):
        best, difference = _best_of_the_papers(results, split, equal), _over_best(results, own, split, equal)
        rows.append(
            (
                SPLIT_TITLES[split],
                "equal" if equal else "any",
                best.full_title if best else MISSING,
                estimate_cell(None if own is None else results.estimate(own, split)),
                estimate_cell(None if best is None else results.estimate(best, split)),
                difference_cell(difference),
                f"{difference.seeds}" if difference else "–",
            )
        )
    columns = ("split", "features", "best of the paper's", "ours", "the paper's", "difference in points", "seeds")
    return Table("Ours and the best of the paper's models", columns, tuple(rows), left=3)


def _best_of_the_papers(results: Results, split: str, equal: bool) -> Kind | None:
    """The best of the paper's models on a split, on features of the encoder that ours has or on any."""
    return results.best(split, in_paper=True, features=results.equal_features if equal else "")


def _over_best(results: Results, kind: Kind | None, split: str, equal: bool) -> Estimate | None:
    """A kind minus the best of the paper's on a split."""
    best = _best_of_the_papers(results, split, equal)
    return None if best is None or kind is None else results.paired((kind, split), (best, split))


def ablation_block(results: Results) -> Block:
    """Our own model with less to see or to learn from, beside itself."""
    own = results.ours
    if own is None or not results.ablations:
        return Missing("ablations of our own model", "Runs of our model with less are not there.")
    rows: list[tuple[str | Cell, ...]] = []
    for kind in results.ablations:
        cells = [estimate_cell(results.estimate(kind, split)) for split in SPLITS]
        less = [difference_cell(results.paired((kind, split), (own, split))) for split in SPLITS]
        rows.append((kind.title, *(cell for pair in zip(cells, less, strict=True) for cell in pair)))
    columns = ("model", *(name for split in SPLITS for name in (SPLIT_TITLES[split], "less ours")))
    note = "Accuracy in per cent, and the difference to our model in points, over the seeds that both have."
    return Table("Our own model with less to see or to learn from", columns, tuple(rows), note)


def aim_verdict(results: Results) -> Verdict:
    """Is ours as much better as it was meant to be?"""
    found = {split: _over_best(results, results.ours, split, True) for split in ("objects", "pairs")}
    reached = [reaches(one, AIM) for one in found.values()]
    return Verdict(
        f"Our own model is {100 * AIM:.0f} points better on unseen objects and on unseen pairs",
        counted(reached),
        "on both splits the lower end of the interval of its difference to the best of the paper's models on equal "
        f"features is at least {100 * AIM:.0f} points.",
        tuple(f"{SPLIT_TITLES[split]}: {difference_cell(one).text}" for split, one in found.items()),
    )
