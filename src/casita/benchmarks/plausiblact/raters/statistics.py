"""What the simulated ratings come to, beside what the paper says of its own: the tables of the card and the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.item import ACTIONS, PARTS, RATINGS, Instance, Rating
from casita.benchmarks.plausiblact.raters.agreement import (
    mean_figures,
    most_agreeing,
    pairwise,
    self_consistency,
)
from casita.evaluation.page import Table, markdown
from casita.exact import count_of

LIKE_THE_PAPER = ("train", "valid", "test")
"""Parts that the paper has too."""


def statistics_table(instances: Sequence[Instance], ratings: Sequence[Rating]) -> Table:
    """Every statistic that the paper gives of its ratings, beside ours."""
    here = [one for one in instances if one.part in LIKE_THE_PAPER]
    known = {one.id for one in here}
    ours = [rating for rating in ratings if rating.instance in known]
    first = [rating for rating in ours if not rating.again]
    chosen = Counter(rating.rating for rating in first)
    parts = Counter(one.part for one in here)
    pairs = pairwise(here, ours)
    mean = mean_figures(pairs)
    closest, agreement = most_agreeing(pairs)
    again = self_consistency(ours)
    steady, times = [share for share, _ in again.values()], [count for _, count in again.values()]
    rows = [
        *((f"instances, {part}", f"{paper.SAMPLES[part]:,}", f"{parts[part]:,}") for part in LIKE_THE_PAPER),
        ("ratings", f"{paper.RATINGS_GIVEN:,}", f"{len(first):,}"),
        (
            "pairs of a rater and an instance",
            f"{paper.RATER_INSTANCE_PAIRS:,}",
            f"{len({(rating.rater, rating.instance) for rating in first}):,}",
        ),
        *(
            (f"rated {name}, in %", f"{100 * paper.CHOSEN[name] / paper.RATINGS_GIVEN:.1f}",
             f"{100 * chosen[number] / len(first):.1f}")
            for number, name in enumerate(RATINGS)
        ),
        ("pairs of raters, A-Acc", f"{paper.PAIRWISE.a_acc:.1f}", mean.text()[0]),
        ("pairs of raters, CE", f"{paper.PAIRWISE.ce:.3f}", mean.text()[1]),
        ("pairs of raters, Corr", f"{paper.PAIRWISE.corr:.1f}", mean.text()[2]),
        ("the three most agreeing, A-Acc", f"{paper.MOST_AGREEING:.1f}", f"{100 * agreement:.1f}"),
        ("self-consistency, mean", f"{paper.SELF_CONSISTENCY['mean']:.2f}", f"{np.mean(steady):.2f}"),
        (
            "self-consistency, least and most",
            f"{paper.SELF_CONSISTENCY['least']:.2f}, {paper.SELF_CONSISTENCY['most']:.2f}",
            f"{min(steady):.2f}, {max(steady):.2f}",
        ),
        ("rated twice by a rater, mean", f"{paper.SHOWN_TWICE['mean']:.1f}", f"{np.mean(times):.1f}"),
    ]  # fmt: skip
    title = f"Ratings beside the paper's (ours are simulated; the closest are {', '.join(closest)})"
    return Table(title, ("what", "paper", "here, simulated"), tuple(rows))


def action_table(instances: Sequence[Instance], ratings: Sequence[Rating]) -> Table:
    """How often each rating was given for each action (the paper's Figure 2, which is drawn without numbers)."""
    known = {one.id for one in instances if one.part in LIKE_THE_PAPER}
    counts = Counter((r.action, r.rating) for r in ratings if r.instance in known and not r.again)
    rows = []
    for action in ACTIONS:
        total = count_of(counts[action, number] for number in range(len(RATINGS)))
        shares = (f"{100 * counts[action, number] / max(total, 1):.1f}" for number in range(len(RATINGS)))
        rows.append((action.replace("_", " "), f"{total:,}", *shares))
    columns = ("action", "ratings, simulated", *(f"{name}, in %" for name in RATINGS))
    return Table("Ratings of each action", columns, tuple(rows))


def card(scale: str, seed: int, instances: Sequence[Instance], ratings: Sequence[Rating]) -> str:
    """What is in a folder, as text."""
    parts = Counter(one.part for one in instances)
    classes = len({one.name for one in instances})
    photos = len({one.photo for one in instances})
    lines = [
        "# PlausiblAct, made by Casita",
        "",
        f"Scale {scale}, seed {seed}: {len(instances):,} instances of {classes} classes in {photos:,} photos.",
        ", ".join(f"{part} {parts[part]:,}" for part in PARTS) + ".",
        "All ratings are simulated: they come from rules over the true state, not from people."
        if ratings
        else "Nobody rates these.",
        "",
    ]
    if not ratings:
        return "\n".join(lines)
    tables = statistics_table(instances, ratings), action_table(instances, ratings)
    return "\n".join([*lines, *map(markdown, tables)])
