"""Told who rates: our network's inferences judged as one rater would judge them (the paper's idea for the future).

Judging is learnt apart from seeing, from the true classes and states of training things and every rater's own ratings.
On equal terms with it is the same without names, which can only learn what raters say on average.
One who knows each rater's ways also knows better what all of them would say together (`mean_judgement`): most training
things were rated by one rater, in some actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

import numpy as np

from casita.arrays import Float64s, Int64s
from casita.benchmarks.plausiblact.item import Rating
from casita.benchmarks.plausiblact.models.frozen import masked_cross_entropy
from casita.benchmarks.plausiblact.models.judging import Judge, told
from casita.benchmarks.plausiblact.models.states import sizes, true_values, width
from casita.benchmarks.plausiblact.raters.truth import Truth, truth_of
from casita.learn.needing_torch import Tensor, functional, torch
from casita.learn.training import Settings, seeded, train

HOW = Settings(rate=3e-3, decay=0.1, batch=64, epochs=12, patience=12, falling=True)
"""The number of epochs was settled beforehand and the last one's weights are kept: each has a higher score."""

BATCH = 256
"""Rows that are answered at a time."""


class Rows(NamedTuple):
    """Ratings of raters, each by itself: a row for every pair of a rater and an instance."""

    truth: Truth
    raters: Int64s
    """The number of each row's rater."""


def rows_of(every: Truth, ratings: Sequence[Rating], raters: Sequence[str]) -> Rows:
    """The rows of some instances and raters, rater by rater."""
    each = [truth_of(every.instances, ratings, raters={name}) for name in raters]
    numbers = np.repeat(np.arange(len(each)), [len(one.instances) for one in each])
    joined = (np.concatenate([one[field] for one in each]) for field in range(1, 5))
    return Rows(Truth(tuple(one for truth in each for one in truth.instances), *joined), numbers)


def mean_judgement(every: Truth, ratings: Sequence[Rating], raters: Sequence[str], seed: int) -> Float64s:
    """What raters would say of all ten actions on some instances, in the mean, by one who learnt from what they said.

    Raters count as often as they have rated something. Only ratings that are valid in `every` are learnt from.
    """
    rows = rows_of(every, ratings, raters)
    number = {one.id: row for row, one in enumerate(every.instances)}
    valid = rows.truth.valid & every.valid[[number[one.id] for one in rows.truth.instances]]
    model = ToldRater(len(raters))
    model.fit(Rows(rows.truth._replace(valid=valid), rows.raters), seed)
    known = told(torch.from_numpy(true_values(every.instances))).double().numpy()
    each = [model.answers(known, np.full(len(known), rater)) for rater in range(len(raters))]
    return np.average(each, axis=0, weights=np.bincount(rows.raters, minlength=len(raters)))


class ToldRater:
    """Judges by inferred class and states, and by who asks; or by the former alone if it is told no names."""

    def __init__(self, raters: int) -> None:
        """For so many raters; 0 for one who is not told."""
        self._raters = raters
        self._judge = Judge(width() - sizes()[0] + raters)

    def fit(self, rows: Rows, seed: int = 0) -> None:
        """Learn from true classes and states."""
        true = torch.from_numpy(true_values(rows.truth.instances))
        known = self._given(told(true), rows.raters)[1]
        truth, valid = (
            torch.from_numpy(np.asarray(part, np.float32)) for part in (rows.truth.plausibility, rows.truth.valid)
        )

        def loss(which: Tensor) -> Tensor:
            scores = self._judge.of_class(true[which, 0], known[which])
            return masked_cross_entropy(scores, truth[which], valid[which])

        with seeded(seed, "plausiblact", "told rater", self._raters):
            self._judge = Judge(width() - sizes()[0] + self._raters)
            train(self._judge, len(true), loss, count(1.0).__next__, HOW)

    def answers(self, inferences: Float64s, raters: Int64s) -> Float64s:
        """Distributions of n rows of inferred values (side by side) and numbers of raters, n x 10 x 3."""
        self._judge.eval()
        made = []
        with torch.no_grad(), seeded(0, "answers"):
            for first in range(0, len(inferences), BATCH):
                rows = slice(first, first + BATCH)
                given = self._given(torch.from_numpy(np.asarray(inferences[rows], np.float32)), raters[rows])
                made.append(self._judge(*given).double().exp().numpy())
        return np.concatenate(made)

    def _given(self, values: Tensor, raters: Int64s) -> tuple[Tensor, Tensor]:
        likely, states = torch.split(values, [sizes()[0], values.shape[1] - sizes()[0]], 1)
        if not self._raters:
            return likely, states
        return likely, torch.cat([states, functional.one_hot(torch.from_numpy(raters), self._raters).float()], 1)
