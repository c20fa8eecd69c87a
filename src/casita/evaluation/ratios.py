"""Figures made of several means, such as a ratio of means or the share of a gap, with intervals over the same draws.

Like `statistics.resampled`: items are drawn with replacement and seeds within every item drawn. All means of one draw
are of the same items, and of the same seeds where the tables have equally many, so that what they share cancels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from casita.arrays import Float64s, Int64s
from casita.errors import BadInput
from casita.evaluation import statistics
from casita.evaluation.statistics import Estimate, Table, as_table
from casita.seeds import derived_seed

Floats = Float64s

Combine = Callable[[Floats], Floats]
"""Makes figures (draws) of means (tables x draws)."""


def of_means(tables: Sequence[Table], combine: Combine, bounds: tuple[float, float] | None = None) -> Estimate:
    """A figure of the means of several tables of the same items, with its bootstrap interval over items.

    There is no interval for a single item, or where the figure is not defined in every draw.
    """
    arrays = [as_table(table) for table in _aligned(tables)]
    items = len(arrays[0])
    if {len(each) for each in arrays} != {items}:
        raise BadInput(f"tables have {[len(each) for each in arrays]} items: expected the same items in all")
    value = float(combine(np.array([[each.mean()] for each in arrays]))[0])
    seeds = min(each.shape[1] for each in arrays)
    if items < 2:
        return Estimate(value, math.nan, math.nan, seeds, items)
    found = combine(_drawn_means(arrays))
    if not np.isfinite(found).all():
        return Estimate(value, math.nan, math.nan, seeds, items)
    low, high = (float(end) for end in np.quantile(found, [0.025, 0.975]))
    if bounds is not None:
        low, high = max(low, bounds[0]), min(high, bounds[1])
    return Estimate(value, low, high, seeds, items)


def ratio_of_means(part: Table, whole: Table, bounds: tuple[float, float] | None = None) -> Estimate:
    """The mean of one table over that of another."""
    return of_means([part, whole], lambda means: _divided(means[0], means[1]), bounds)


def share_closed(below: Table, ours: Table, above: Table) -> Estimate:
    """How much of the way from one mean to another a third one goes; not a number where there is no way to go."""
    return of_means([below, ours, above], lambda means: _divided(means[1] - means[0], means[2] - means[0]))


def _divided(part: Floats, whole: Floats) -> Floats:
    found: Floats = np.divide(part, whole, out=np.full_like(part, np.nan), where=whole > 0.0)
    return found


def _aligned(tables: Sequence[Table]) -> list[Table]:
    """Tables by name in the order of the first; BadInput if they name different items."""
    first = tables[0]
    if not isinstance(first, Mapping):
        return list(tables)
    rows: list[Table] = []
    for each in tables:
        if not isinstance(each, Mapping) or each.keys() != first.keys():
            raise BadInput("tables name different items: expected the same in all")
        rows.append([each[name] for name in first])
    return rows


def _drawn_means(arrays: Sequence[Floats]) -> Floats:
    """Tables x draws: means of the same items drawn anew."""
    items, count = len(arrays[0]), statistics.RESAMPLES
    draw = np.random.Generator(np.random.PCG64(derived_seed(0, "of means", items, *(a.shape[1] for a in arrays))))
    chosen = draw.integers(0, items, (count, items))
    which: dict[int, Int64s] = {}
    means = np.empty((len(arrays), count))
    for row, array in enumerate(arrays):
        seeds = array.shape[1]
        if seeds not in which:
            which[seeds] = draw.integers(0, seeds, (count, items, seeds))
        means[row] = array[chosen[:, :, None], which[seeds]].mean(axis=(1, 2))
    return means
