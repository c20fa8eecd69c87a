"""The report's sections beyond the paper's own models: ours, the oracle, the detection probe, further tasks, pictures.

Results that are not runs are read from two files beside the folder `runs`, each a JSON list of objects:

    detection.json   features, tuned (true or false), and on rooms 26 to 30 by epoch: precision, types and boxes (lists)
    beyond.json      task, split, model, right, total; one row for each model that answered `total` questions
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casita.benchmarks.act_thor import report_paper as paper
from casita.benchmarks.act_thor import score
from casita.benchmarks.act_thor.dataset import ActThor
from casita.benchmarks.act_thor.item import Attempt, ContrastSet
from casita.benchmarks.act_thor.models.oracle import Oracle
from casita.benchmarks.act_thor.report_data import example_image, plain
from casita.benchmarks.act_thor.report_models import difference_cell, estimate_cell
from casita.benchmarks.act_thor.report_results import ABLATED, OWN, SPLIT_TITLES, Results, feature_title, read_rows
from casita.benchmarks.act_thor.splits import SPLITS
from casita.errors import BadInput
from casita.reports.figures import lines
from casita.reports.page import Block, Cell, Image, Missing, Section, Table, Verdict, Words

AIM = 0.10
"""How much better than the paper's best our own model shall be on unseen objects and on unseen pairs."""

SHOWN = 3
"""Right and wrong choices that are shown, of each."""


def own_section(results: Results) -> Section:
    """Our own model beside the best of the paper's."""
    own = results.own
    if own is None:
        return Section("Our own model", (Missing("runs of our own model", "Train them: experiments.own_runs."),))
    intro = (
        f"{own.title} beside the best of the paper's models as we made them anew, all ways of training and "
        "all features included. Which is best is read from the test itself, which favours the paper's."
    )
    return Section("Our own model", (Words(intro), own_table(results), aim_verdict(results), ablation_block(results)))


def own_table(results: Results) -> Table:
    """Ours, the paper's best, and the paired difference, split by split."""
    rows: list[tuple[str | Cell, ...]] = []
    for split in SPLITS:
        own, best = results.own, results.best(split, in_paper=True)
        difference = None if own is None or best is None else results.paired((own, split), (best, split))
        rows.append(
            (
                SPLIT_TITLES[split],
                best.full_title if best else Cell("missing", "theirs"),
                estimate_cell(None if own is None else results.estimate(own, split)),
                estimate_cell(None if best is None else results.estimate(best, split)),
                difference_cell(difference),
                f"{difference.total}" if difference else "–",
            )
        )
    columns = ("split", "best of the paper's", "ours", "the paper's", "difference in points", "seeds")
    return Table("Ours and the best of the paper's models, paired over seeds", columns, tuple(rows), left=2)


def ablation_block(results: Results) -> Block:
    """Our own model without being told the actions of the other candidates, beside itself and the paper's best."""
    if ABLATED not in results.kinds:
        return Missing("our model from contrast sets alone", f"Runs of {ABLATED.model} are not there.")
    rows: list[tuple[str | Cell, ...]] = []
    for split in SPLITS:
        best = results.best(split, in_paper=True)
        cells = [
            estimate_cell(results.estimate(ABLATED, split)),
            difference_cell(results.paired((ABLATED, split), (OWN, split))),
            difference_cell(None if best is None else results.paired((ABLATED, split), (best, split))),
        ]
        rows.append((SPLIT_TITLES[split], *cells, f"{len(results.of(ABLATED, split))}"))
    note = (
        "The paper's models learn from which candidate is right; ours learns from the action behind every candidate "
        "too. Here it is told no more than they are."
    )
    columns = ("split", ABLATED.title, f"minus {OWN.title}", "minus the best of the paper's", "seeds")
    return Table("Our own model from contrast sets alone, in per cent and points", columns, tuple(rows), note)


def aim_verdict(results: Results) -> Verdict:
    """Is ours as much better as it was meant to be?"""
    why, reached = [], []
    for split in ("objects", "pairs"):
        own, best = results.own, results.best(split, in_paper=True)
        difference = None if own is None or best is None else results.paired((own, split), (best, split))
        why.append(f"{SPLIT_TITLES[split]}: {difference_cell(difference).text}")
        reached.append(None if difference is None else difference.value >= AIM and difference.low > 0)
    rule = f"on both splits the mean difference is at least {100 * AIM:.0f} points, and its interval is above zero."
    claim = f"Our own model is {100 * AIM:.0f} points better on unseen objects and on unseen pairs"
    if None in reached:
        return Verdict(claim, "cannot be told", rule, tuple(why))
    return Verdict(
        claim, "holds" if all(reached) else "holds in part" if any(reached) else "does not hold", rule, tuple(why)
    )


def checks_section(data: ActThor, attempts: Sequence[Attempt]) -> Section:
    """That every set has one right answer, and what is known of people."""
    people = Missing(
        "people's answers on these pictures",
        "210 sets for seven annotators are frozen (splits.human_subset), but nobody has answered them yet. "
        f"Lines of people in figures are the paper's, on its pictures: {paper.HUMAN.value:.1%} right, "
        f"{paper.HUMAN_AGREEMENT.value:.1%} agreement ({paper.HUMAN.place}).",
    )
    return Section("Is there one right answer?", (oracle_verdict(data, attempts), people))


def oracle_verdict(data: ActThor, attempts: Sequence[Attempt]) -> Verdict:
    """The state oracle on every set: it compares the states that were recorded with every picture."""
    states = {row.after: row.state_after for row in attempts if not row.refused}
    results = {(row.before, row.action): row.state_after for row in attempts if not row.refused}
    oracle = Oracle(states.__getitem__, lambda before, action: results[before, action])
    rule = "in every set, exactly one candidate shows the state that the action led to, and it is the answer."
    claim = "The state oracle scores 100%"
    try:
        chosen = oracle.choices(data.all_sets).tolist()
    except BadInput as error:
        return Verdict(claim, "does not hold", rule, (str(error),))
    found = score.accuracy(data.all_sets, chosen)
    count = int(score.right(data.all_sets, chosen).sum())
    why = f"{count:,} of {found.total:,} sets are answered right, from the states in the data's logs"
    return Verdict(claim, "holds" if count == found.total else "does not hold", rule, (why,))


def detection_section(folder: Path) -> Section:
    """Appendix A: how well a small detector does on frozen and on tuned features (Figure 4)."""
    judged = ("precision", "types", "boxes")
    rows = read_rows(folder / "detection.json", {"features": str, "tuned": bool} | dict.fromkeys(judged, list))
    if not rows:
        how = f"{folder / 'detection.json'} is not there: python -m casita.benchmarks.act_thor.probe makes it."
        return Section("The detection probe", (Missing("the detection probe of appendix A (Figure 4)", how),))
    names = [f"{feature_title(row['features'])}, {'tuned' if row['tuned'] else 'frozen'}" for row in rows]
    series = {name: row["precision"] for name, row in zip(names, rows, strict=True)}
    table: tuple[tuple[str | Cell, ...], ...] = tuple(
        (
            name,
            *(f"{100 * row[what][-1]:.1f}" for what in judged),
            f"{len(row['precision'])}",
            Cell(paper.DRAWN_ONLY, "theirs"),
        )
        for name, row in zip(names, rows, strict=True)
    )
    return Section(
        "The detection probe",
        (
            Words(
                "One box and one type a picture, found from maps of features: learnt in rooms 1 to 20, mean average "
                "precision in rooms 26 to 30."
            ),
            Image(
                "Mean average precision by epoch (Figure 4)",
                lines(series, "mean average precision", "epoch", dashed=[name for name in series if "tuned" in name]),
                "The paper's is drawn only; it names 37.0 for a ResNet-50 detector on COCO.",
            ),
            Table(
                "After the last epoch, in per cent",
                ("features", "precision", "right types", "boxes that overlap by half", "epochs", "paper"),
                table,
            ),
        ),
    )


def further_section(folder: Path) -> Section:
    """Action inference, and several steps."""
    fields = {"task": str, "split": str, "model": str, "right": int, "total": int}
    rows = read_rows(folder / "beyond.json", fields)
    title = "Beyond the paper: action inference and several steps"
    if not rows:
        how = f"{folder / 'beyond.json'} is not there. The paper only suggests these tasks."
        return Section(title, (Missing("results of action inference and of two and three steps", how),))
    blocks: list[Block] = []
    for task in dict.fromkeys(row["task"] for row in rows):
        own = [row for row in rows if row["task"] == task]
        splits = list(dict.fromkeys(row["split"] for row in own))
        found = {(row["model"], row["split"]): score.share(row["right"], row["total"]) for row in own}
        cells = [
            (model, *(estimate_cell(found.get((model, split))) for split in splits))
            for model in dict.fromkeys(row["model"] for row in own)
        ]
        asked = ", ".join(
            f"{max(e.total for (_, s), e in found.items() if s == split):,} ({split})" for split in splits
        )
        columns = ("model", *(SPLIT_TITLES.get(split, split) for split in splits))
        blocks.append(
            Table(task[:1].upper() + task[1:], columns, tuple(cells), f"Accuracy in per cent. Questions: {asked}.")
        )
    return Section(title, tuple(blocks))


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
