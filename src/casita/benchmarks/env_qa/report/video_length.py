"""Figure 5: how well event questions are answered by how many events the video has; and how trainings went."""

from __future__ import annotations

import math
from collections.abc import Iterator

from casita.benchmarks.env_qa.films.samplers import EVENTS
from casita.benchmarks.env_qa.models import MODELS, NETWORKS
from casita.benchmarks.env_qa.models.training import OURS
from casita.benchmarks.env_qa.report.answers import Answered, Which
from casita.benchmarks.env_qa.report.tables import ABLATIONS
from casita.evaluation.figures import lines
from casita.evaluation.page import Image, Table

SHOWN = (*(name for name, row in NETWORKS.items() if name not in ABLATIONS[1:] and not row.control), OURS)
"""Models of the figure: the paper's, and ours."""

LONGEST = EVENTS[1]
"""Events of a video, at the most."""


def by_length(found: Answered) -> dict[str, list[float]]:
    """By model, the score in % on event questions about videos of 1, 2, 3 ... events; nan where there are none."""
    curves: dict[str, list[float]] = {}
    for name in SHOWN:
        if found.trainings(name):
            means = [found.mean(name, _about(found, count)) for count in range(1, LONGEST + 1)]
            curves[MODELS[name].title] = [math.nan if mean is None else 100 * mean.mean for mean in means]
    return curves


def figure_5(found: Answered) -> Iterator[Image | Table]:
    """The figure, and its numbers."""
    curves = by_length(found)
    if not curves:
        return
    yield Image(
        "Figure 5: event questions by how many events the video has",
        lines(curves, "equation 1 in %", "events of the video"),
        "The paper's curves cannot be read off its figure.",
    )
    rows = tuple((name, *("–" if math.isnan(each) else f"{each:.1f}" for each in own)) for name, own in curves.items())
    yield Table("Figure 5 in numbers", ("model", *map(str, range(1, LONGEST + 1))), rows)


def training_curves(found: Answered) -> Iterator[Image]:
    """How the first training of every network went."""
    curves = {
        MODELS[each.model].title: [100 * epoch["valid"] for epoch in each.curve]
        for each in reversed(found.curves)
        if each.model in SHOWN
    }
    if curves:
        yield Image(
            "Trainings: score on the validation part after each epoch",
            lines(dict(reversed(curves.items())), "equation 1 in %", "epoch"),
        )


def _about(found: Answered, count: int) -> Which:
    return lambda one: one.kind == "event" and found.events_of(one) == count
