"""The report's section on our own model, Compare: beside the best of the paper's, and with less to learn from."""

from __future__ import annotations

from casita.benchmarks.act_thor.collecting.splits import SPLITS
from casita.benchmarks.act_thor.report.cells import MISSING, difference_cell, estimate_cell
from casita.benchmarks.act_thor.report.results import COMPARE, COMPARE_SETS, SPLIT_TITLES, Kind, Results
from casita.evaluation.findings import counted, reaches
from casita.evaluation.page import Block, Cell, Missing, Section, Table, Verdict, Words
from casita.evaluation.statistics import Estimate

AIM = 0.10
"""How much better than the paper's best our own model shall be on unseen objects and on unseen pairs."""


def compare_section(results: Results) -> Section:
    """Our own model beside the best of the paper's."""
    own = results.compare
    if own is None:
        return Section("Our own model", (Missing("runs of our own model", "Train them: experiments.compare_runs."),))
    intro = (
        f"{own.title} beside the best of the paper's models as we made them anew, all ways of training and "
        "all features included. Which is best is read from the test itself, which favours the paper's."
    )
    blocks = (Words(intro), compare_table(results), aim_verdict(results), ablation_block(results))
    return Section("Our own model", blocks)


def compare_table(results: Results) -> Table:
    """Ours, the paper's best, and the paired difference, split by split."""
    rows: list[tuple[str | Cell, ...]] = []
    for split in SPLITS:
        best, difference = results.best(split, in_paper=True), _over_best(results, COMPARE, split)
        rows.append(
            (
                SPLIT_TITLES[split],
                best.full_title if best else MISSING,
                estimate_cell(results.estimate(COMPARE, split)),
                estimate_cell(None if best is None else results.estimate(best, split)),
                difference_cell(difference),
                f"{difference.seeds}" if difference else "–",
            )
        )
    columns = ("split", "best of the paper's", "ours", "the paper's", "difference in points", "seeds")
    return Table("Ours and the best of the paper's models", columns, tuple(rows), left=2)


def _over_best(results: Results, kind: Kind, split: str) -> Estimate | None:
    """A kind minus the best of the paper's on a split."""
    best = results.best(split, in_paper=True)
    return None if best is None else results.paired((kind, split), (best, split))


def ablation_block(results: Results) -> Block:
    """Our own model without being told the actions of the other candidates, beside itself and the paper's best."""
    if COMPARE_SETS not in results.kinds:
        return Missing("our model from contrast sets alone", f"Runs of {COMPARE_SETS.model} are not there.")
    rows: list[tuple[str | Cell, ...]] = []
    for split in SPLITS:
        cells = [
            estimate_cell(results.estimate(COMPARE_SETS, split)),
            difference_cell(results.paired((COMPARE_SETS, split), (COMPARE, split))),
            difference_cell(_over_best(results, COMPARE_SETS, split)),
        ]
        rows.append((SPLIT_TITLES[split], *cells, f"{len(results.of(COMPARE_SETS, split))}"))
    note = (
        "The paper's models learn from which candidate is right; ours learns from the action behind every candidate "
        "too. Here it is told no more than they are."
    )
    columns = ("split", COMPARE_SETS.title, f"minus {COMPARE.title}", "minus the best of the paper's", "seeds")
    return Table("Our own model from contrast sets alone, in per cent and points", columns, tuple(rows), note)


def aim_verdict(results: Results) -> Verdict:
    """Is ours as much better as it was meant to be?"""
    found = {split: _over_best(results, COMPARE, split) for split in ("objects", "pairs")}
    reached = [reaches(one, AIM) for one in found.values()]
    return Verdict(
        f"Our own model is {100 * AIM:.0f} points better on unseen objects and on unseen pairs",
        counted(reached),
        f"on both splits the lower end of the difference's interval is at least {100 * AIM:.0f} points.",
        tuple(f"{SPLIT_TITLES[split]}: {difference_cell(one).text}" for split, one in found.items()),
    )
