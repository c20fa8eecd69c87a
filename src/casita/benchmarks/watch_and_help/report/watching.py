"""The report's tables of goal inference where it can earn something: cut off, noisy, and by a camera that loses her."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.watch_and_help import paper, score
from casita.benchmarks.watch_and_help.episodes.watching import WATCH_SETS
from casita.benchmarks.watch_and_help.models import GOAL_READERS
from casita.benchmarks.watch_and_help.report.beliefs import BINS, MOMENTS
from casita.benchmarks.watch_and_help.report.results import SPLIT_TITLES, SPLITS, Results
from casita.benchmarks.watch_and_help.score import Guess
from casita.evaluation.figures import lines
from casita.evaluation.findings import ENOUGH, counted, reaches
from casita.evaluation.page import Block, Image, Missing, Section, Table, Verdict, Words
from casita.evaluation.statistics import Estimate

HOW = "Run casita report watch_and_help --studies watching."

OURS, BASELINE = "bayes", "counting"


def guesses_of(results: Results, way: str, model: str, split: str) -> Sequence[Guess]:
    """What a model inferred from demonstrations watched in some way; none if it was not asked."""
    return results.guesses.get((model, split), ()) if way == "whole" else results.sets.get((way, model, split), ())


def gain(results: Results, way: str, split: str) -> Estimate | None:
    """F1 of Bayes less that of counting on the same demonstrations; None if one of them is missing."""
    ours, theirs = (guesses_of(results, way, model, split) for model in (OURS, BASELINE))
    return score.f1_difference(ours, theirs) if ours and len(ours) == len(theirs) else None


def watching_section(results: Results) -> Section:
    """F1 in every way to watch, what Bayes gains, whether it is calibrated, and its entropy over time."""
    words = (
        "Ours, not the paper's: a whole demonstration leaves nothing to infer, for counting what Alice put where is "
        "enough. Cut: only the first part is shown. Noisy: Alice also moves what is in her way, tidies, takes the "
        "wrong thing and puts it back, changes her mind and is interrupted. Outside: a camera follows her and often "
        "loses her for a while when she changes rooms. Test-2 has two goals at once. The networks were trained on "
        "whole, clean demonstrations of goals of one activity."
    )
    blocks: list[Block] = [Words(words)]
    if not results.sets:
        return Section(TITLE, (Words(words), Missing("other ways to watch", HOW)))
    blocks += [sets_table(results, split) for split in SPLITS]
    blocks.append(inference_aim(results))
    blocks += _beliefs(results)
    return Section(TITLE, tuple(blocks))


TITLE = "Watching: where inference earns something (ours)"


def sets_table(results: Results, split: str) -> Table:
    """F1 of every model in every way to watch."""
    rows = []
    for model in GOAL_READERS:
        found = [guesses_of(results, way, model, split) for way in WATCH_SETS]
        rows.append((model, *(score.recognised(own).f1.scaled(100).text(1) if own else "–" for own in found)))
    gains = [gain(results, way, split) for way in WATCH_SETS]
    rows.append(
        (f"{OURS} less {BASELINE}", *("–" if one is None else one.scaled(100).text(1, sign=True) for one in gains))
    )
    note = "F1 of predicates with their counts, in points, with 95% intervals over demonstrations."
    return Table(
        f"Goal inference by how it is watched ({SPLIT_TITLES[split]})", ("model", *WATCH_SETS), tuple(rows), note
    )


def inference_aim(results: Results) -> Verdict:
    """Bayes is worth something where there is something to infer."""
    claim = "Bayes' rule infers more than counting where something is left to infer"
    ways = ("cut_50", "noisy")
    rule = (
        f"F1 of bayes less that of counting is at least {100 * paper.INFERENCE_AIM:.0f} points on demonstrations cut "
        "at half and on noisy ones, on both test sets, by the lower ends of the intervals."
    )
    verdicts: list[bool | None] = []
    why = []
    for way in ways:
        for split in SPLITS:
            found = gain(results, way, split)
            enough = found is not None and found.items >= ENOUGH
            verdicts.append(reaches(found, paper.INFERENCE_AIM) if enough else None)
            shown = "missing" if found is None else found.scaled(100).text(1, sign=True)
            why.append(f"{way}, {SPLIT_TITLES[split]}: {shown}")
    return Verdict(claim, counted(verdicts), rule, tuple(why))


def _beliefs(results: Results) -> list[Block]:
    """Calibration, and entropy over time."""
    if not results.beliefs:
        return [Missing("what Bayes' rule believes", HOW)]
    rows = []
    for (way, split), own in results.beliefs.items():
        shares = [f"{each.right / each.count:.2f} of {each.count:,}" if each.count else "–" for each in own.bins]
        rows.append((f"{way}, {SPLIT_TITLES[split]}", f"{100 * own.error:.1f}", *shares))
    columns = ("shown", "calibration error, %", *(f"{low / BINS:.1f} to {(low + 1) / BINS:.1f}" for low in range(BINS)))
    note = (
        "Statements that at least so many of a predicate are wanted, by the probability that Bayes' rule gives them: "
        "the share that is right. The error is the mean distance of both, most statements being surely wrong."
    )
    table = Table("Is Bayes' rule as often right as it says?", columns, tuple(rows), note, folded=True)
    series = {f"{way}, {SPLIT_TITLES[split]}": own.entropy for (way, split), own in results.beliefs.items()
              if way in ("whole", "noisy", "outside")}  # fmt: skip
    figure = lines(series, "bits not known", f"tenths of what is shown, 1 is none of it, {len(MOMENTS)} is all")
    return [table, Image("What is not known as time goes on", figure, "Sums of entropies of single predicates.")]
