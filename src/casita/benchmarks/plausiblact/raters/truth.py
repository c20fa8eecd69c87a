"""From ratings to plausibilities: equation 1 of the paper, its mask, and the filters of its section 5.2.1."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Float64s, Int64s
from casita.benchmarks.plausiblact.classes.table import named_class
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS, Instance, Rating
from casita.errors import BadInput, unknown


class Truth(NamedTuple):
    """What raters think of some instances."""

    instances: tuple[Instance, ...]
    counts: Int64s
    """R: instances x actions x ratings."""
    plausibility: Float64s
    """P: the same, each action's ratings divided by their sum; [1, 0, 0] for incompatible actions."""
    valid: Bools
    """v: instances x actions; false for a compatible action that nobody has rated, whose P means nothing."""
    compatible: Bools

    def some(self, which: Sequence[int] | Int64s) -> Truth:
        """Of some of the instances."""
        rows = np.asarray(which, dtype=np.int64)
        return Truth(
            tuple(self.instances[row] for row in rows.tolist()),
            self.counts[rows],
            self.plausibility[rows],
            self.valid[rows],
            self.compatible[rows],
        )


def truth_of(
    instances: Iterable[Instance],
    ratings: Iterable[Rating],
    *,
    raters: Collection[str] | None = None,
    least: int = 1,
    same: bool = False,
) -> Truth:
    """P and v of the instances that have something rated.

    `raters` are those who count, all if None; `least` is MR, the number of ratings that an action needs to be valid;
    with `same` (SR) they must agree. Second looks do not count.
    """
    if least < 1:
        raise BadInput(f"the minimal number of ratings is at least 1; it is {least}")
    every = tuple(instances)
    number = {one.id: row for row, one in enumerate(every)}
    counts = np.zeros((len(every), len(ACTIONS), len(RATINGS)), dtype=np.int64)
    for rating in ratings:
        if rating.instance in number and not rating.again and (raters is None or rating.rater in raters):
            counts[number[rating.instance], _action(rating), _rating(rating)] += 1
    compatible = np.array([named_class(one.name).actions for one in every], dtype=np.bool_).reshape(
        len(every), len(ACTIONS)
    )
    totals = counts.sum(2)
    enough = totals >= least
    if same:
        enough &= counts.max(2) == totals
    whole = Truth(every, counts, _plausibility(counts, compatible), enough | ~compatible, compatible)
    return whole.some(np.flatnonzero((enough & compatible).any(1)))


def _plausibility(counts: Int64s, compatible: Bools) -> Float64s:
    """Equation 1; evenly spread where nothing was rated, which the mask leaves out."""
    totals = counts.sum(2, keepdims=True)
    shares = np.where(totals > 0, counts / np.maximum(totals, 1), 1.0 / len(RATINGS))
    found: Float64s = np.where(compatible[:, :, None], shares, np.array([1.0, 0.0, 0.0]))
    return found


def _action(rating: Rating) -> int:
    if rating.action not in ACTIONS:
        raise unknown("action", rating.action, ACTIONS)
    return ACTIONS.index(rating.action)


def _rating(rating: Rating) -> int:
    if not 0 <= rating.rating < len(RATINGS):
        raise BadInput(f"{rating.instance}: a rating is from 0 to {len(RATINGS) - 1}; it is {rating.rating}")
    return rating.rating
