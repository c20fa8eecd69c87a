"""Figures 2, 3, 5 and 6 of the paper, of our data and networks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.classes.table import named_class
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS, Instance, Rating
from casita.benchmarks.plausiblact.models.experiments import STATES, Results
from casita.benchmarks.plausiblact.raters.statistics import LIKE_THE_PAPER
from casita.benchmarks.plausiblact.stored.strip import COLOURS, panel
from casita.evaluation.figures import INK, drawn
from casita.evaluation.page import Image, jpeg

OBJECTS = 24
"""Classes of Figure 3: those with the most ratings."""

SHOWN, ACROSS = 8, 4
"""Instances of Figure 5, and how many stand side by side."""

SHADES = tuple(f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in COLOURS)


def rating_counts(instances: Sequence[Instance], ratings: Sequence[Rating]) -> dict[str, Int64s]:
    """By class: how often each rating was given to each action, 10 x 3; the paper's parts alone, no second looks."""
    names = {one.id: one.name for one in instances if one.part in LIKE_THE_PAPER}
    found: dict[str, Int64s] = {}
    for rating in ratings:
        if rating.instance in names and not rating.again:
            counts = found.setdefault(names[rating.instance], np.zeros((len(ACTIONS), len(RATINGS)), dtype=np.int64))
            counts[ACTIONS.index(rating.action), rating.rating] += 1
    return found


def part_counts(instances: Sequence[Instance], ratings: Sequence[Rating]) -> Int64s:
    """How often each rating was given in each of the paper's parts: 3 x 3."""
    part = {one.id: one.part for one in instances}
    counts = Counter((part[rating.instance], rating.rating) for rating in ratings if not rating.again)
    return np.array([[counts[name, number] for number in range(len(RATINGS))] for name in LIKE_THE_PAPER])


def frequencies_figure(instances: Sequence[Instance], ratings: Sequence[Rating]) -> Image:
    """Figure 2, left: how often each rating was given, by part and by action."""
    by_action = np.sum(list(rating_counts(instances, ratings).values()), axis=0)
    counts = np.concatenate([part_counts(instances, ratings), by_action])
    names = [*LIKE_THE_PAPER, *(action.replace("_", " ") for action in ACTIONS)]

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        _stacked(axes, counts)
        axes.set_yticks(
            range(len(names)), [f"{name} ({count:,})" for name, count in zip(names, counts.sum(1), strict=True)]
        )
        axes.invert_yaxis()
        axes.set_xlabel("share of ratings")
        axes.legend(RATINGS, loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=9)

    return Image("How often each rating was given (the paper's Figure 2)", drawn(draw, (9.0, 4.6)), "All simulated.")


def objects_figure(instances: Sequence[Instance], ratings: Sequence[Rating]) -> Image:
    """Figure 3: ratings of every action on frequent classes; incompatible pairs stay blank."""
    counts = rating_counts(instances, ratings)
    names = sorted(counts, key=lambda name: (-int(counts[name].sum()), name))[:OBJECTS]

    def draw(figure: Any) -> None:
        plots = figure.subplots(1, len(ACTIONS), sharey=True)
        for number, axes in enumerate(plots):
            _stacked(axes, np.stack([counts[name][number] for name in names]))
            axes.set_title(ACTIONS[number].replace("_", "\n", 1).replace("_", " "), fontsize=8)
            axes.set_xticks([])
            axes.spines[:].set_visible(False)
        plots[0].set_yticks(range(len(names)), names, fontsize=8)
        plots[0].invert_yaxis()

    title = "Ratings of each action on the classes that were rated most (the paper's Figure 3)"
    return Image(
        title, drawn(draw, (11.0, 0.26 * len(names) + 1.0)), "Impossible, implausible, plausible. All simulated."
    )


def _stacked(axes: Any, counts: Int64s) -> None:
    """Rows of shares of three ratings; a row without any is blank."""
    shares = counts / np.maximum(counts.sum(1, keepdims=True), 1)
    left = np.zeros(len(shares))
    for number, shade in enumerate(SHADES):
        axes.barh(range(len(shares)), shares[:, number], 0.78, left=left, color=shade, label=RATINGS[number])
        left = left + shares[:, number]
    axes.set_xlim(0.0, 1.0)


def curve_figure(results: Results) -> Image:
    """Figure 6: the correlation by the number of instances learnt from, with the deviation over trainings."""
    points = []
    for name, runs in results.runs.curve.items():
        found = [results.trained_figures(run).corr for run in runs]
        points.append((int(name.replace(",", "")), float(np.mean(found)), float(np.std(found))))
    counts, means, spreads = (list(column) for column in zip(*points, strict=True))
    count, corr = paper.ENOUGH_SAMPLES

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        axes.errorbar(counts, means, spreads, color="#0072b2", marker="o", label="here, frozen features")
        axes.plot([count], [corr], "x", color=INK, markersize=9, label="the paper's text: about 3,000 give about 0.65")
        axes.set_xlabel("instances learnt from")
        axes.set_ylabel("Corr on the test")
        axes.grid(axis="y")
        axes.legend(loc="lower right", fontsize=9)

    return Image("How much is enough (the paper's Figure 6)", drawn(draw, (8.0, 3.8)))


def predictions_figure(results: Results) -> Iterator[Image]:
    """Figure 5: instances of the test with what our network says of them, beside what simulated raters say."""
    run = results.runs.networks[STATES][0]
    truth = results.truth("test")
    said = results.trained(run)
    step = max(1, len(truth.instances) // SHOWN)
    chosen = list(range(0, len(truth.instances), step))[:SHOWN]
    for first in range(0, len(chosen), ACROSS):
        rows = chosen[first : first + ACROSS]
        for whose, answers in (("our network says", said), ("simulated raters say", truth.plausibility)):
            most = max(len(named_class(truth.instances[row].name).compatible_actions) for row in rows)
            panels = [
                panel(results.data.picture(truth.instances[row].photo), truth.instances[row], answers[row], most)
                for row in rows
            ]
            right = np.mean([answers[row].argmax(1)[a] == truth.plausibility[row].argmax(1)[a]
                             for row in rows for a in np.flatnonzero(truth.compatible[row])])  # fmt: skip
            note = f"{100 * right:.0f}% of these compatible actions have the raters' likeliest rating"
            yield Image(f"What {whose} (the paper's Figure 5)", jpeg(np.concatenate(panels, axis=1)), note)
