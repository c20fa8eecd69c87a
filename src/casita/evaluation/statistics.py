"""Means with intervals: one kind of estimate for every table, and intervals over what varies.

What was measured is a table of values, one row an item (a contrast set, a task) and one column a seed. Its interval is
a bootstrap: items are drawn with replacement, whole clusters of them where they belong together (a room, a pair), and
within every item drawn its seeds. Draws come from a fixed seed, so the same values give the same interval everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.errors import BadInput
from casita.seeds import derived_seed

RESAMPLES = 2_000
"""Draws of a bootstrap."""

Z95 = 1.959964
"""Standard deviations from the mean to the ends of a 95% interval."""

Table = Mapping[str, Sequence[float]] | Sequence[Sequence[float]]
"""Values of every item, one for each seed; by name or in order."""


class Estimate(NamedTuple):
    """A mean with the ends of its 95% interval, and what it comes from."""

    mean: float
    low: float
    """Not a number where there is no interval, as for one seed."""
    high: float
    seeds: int = 1
    items: int = 0

    def scaled(self, factor: float) -> Estimate:
        """The same in another unit."""
        return self._replace(mean=factor * self.mean, low=factor * self.low, high=factor * self.high)

    def text(self, digits: int = 2, *, sign: bool = False) -> str:
        """Such as `0.71 [0.68, 0.74]`; the mean alone where there is no interval."""
        mean, low, high = (f"{value:{'+' if sign else ''}.{digits}f}" for value in self[:3])
        return mean if math.isnan(self.low) else f"{mean} [{low}, {high}]"

    def percent(self) -> str:
        """Such as `71.2 [68.0, 74.3]`."""
        return self.scaled(100).text(1)


def share(right: int, count: int) -> Estimate:
    """A share of items with Wilson's interval, which stays within 0 and 1."""
    if not 0 <= right <= count:
        raise BadInput(f"{right} right of {count}: expected a number from 0 to {count}")
    if count == 0:
        return Estimate(math.nan, 0.0, 1.0)
    value, pull = right / count, Z95 * Z95 / count
    middle = (value + pull / 2) / (1 + pull)
    half = Z95 * math.sqrt(value * (1 - value) / count + pull / (4 * count)) / (1 + pull)
    return Estimate(value, max(0.0, middle - half), min(1.0, middle + half), 1, count)


def over_seeds(values: Sequence[float], items: int = 0) -> Estimate:
    """The mean of one value a seed with its t-interval; a single seed has no interval."""
    if not values:
        raise BadInput("no values to take the mean of")
    mean, count = float(np.mean(values)), len(values)
    if count == 1:
        return Estimate(mean, math.nan, math.nan, 1, items)
    from scipy.special import stdtrit

    half = float(stdtrit(count - 1, 0.975)) * float(np.std(values, ddof=1)) / math.sqrt(count)
    return Estimate(mean, mean - half, mean + half, count, items)


def resampled(
    values: Table, clusters: Sequence[Hashable] | None = None, bounds: tuple[float, float] | None = None
) -> Estimate:
    """The mean over items and seeds, with a bootstrap interval over items (or clusters of them), seeds nested.

    `clusters` names for every item what it belongs to; `bounds` are the ends of what can be measured at all.
    """
    table = _table(values)
    found = np.quantile(_bootstrap(table, clusters), [0.025, 0.975])
    low, high = (float(end) for end in found)
    if bounds is not None:
        low, high = max(low, bounds[0]), min(high, bounds[1])
    interval = (low, high) if len(table) > 1 else (math.nan, math.nan)
    return Estimate(float(table.mean()), *interval, table.shape[1], len(table))


def difference(ours: Table, theirs: Table, clusters: Sequence[Hashable] | None = None) -> Estimate:
    """Ours less theirs on the same items, as `resampled`: paired by item, and by seed where both have the same number.

    Of two with different numbers of seeds, as one that is not trained, the means of each item are compared.
    """
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        if ours.keys() != theirs.keys():
            raise BadInput(f"only one of the two has answered {min(set(ours) ^ set(theirs))}")
        theirs = {name: theirs[name] for name in ours}
    one, other = _table(ours), _table(theirs)
    if len(one) != len(other):
        raise BadInput(f"{len(one)} items against {len(other)}: expected the same items")
    if one.shape != other.shape:
        one, other = one.mean(axis=1, keepdims=True), other.mean(axis=1, keepdims=True)
    return resampled((one - other).tolist(), clusters)


def paired_difference(ours: Sequence[float], theirs: Sequence[float], items: int = 0) -> Estimate:
    """The mean of ours less theirs, seed by seed, with its t-interval."""
    if len(ours) != len(theirs):
        raise BadInput(f"{len(ours)} values against {len(theirs)}: expected one of each a seed")
    return over_seeds([one - other for one, other in zip(ours, theirs, strict=True)], items)


class TTest(NamedTuple):
    """A two-tailed t-test: t(degrees) and p."""

    t: float
    degrees: float
    p: float

    def __str__(self) -> str:
        """Such as `t(99) = -1.38, p = 0.17`."""
        if math.isnan(self.t):
            return f"t({self.degrees:g}) is not defined: nothing differs"
        p = "p < 0.001" if self.p < 0.001 else f"p = {self.p:.2g}"
        return f"t({self.degrees:g}) = {self.t:.2f}, {p}"


def paired_t_test(ours: Sequence[float], theirs: Sequence[float]) -> TTest:
    """Do two differ on the same items? One value an item."""
    if len(ours) != len(theirs):
        raise BadInput(f"{len(ours)} values against {len(theirs)}: expected the same items")
    if len(ours) < 2:
        raise BadInput(f"a paired test takes at least 2 items; there are {len(ours)}")
    from scipy.stats import ttest_rel

    if list(ours) == list(theirs):
        return TTest(math.nan, len(ours) - 1, math.nan)
    found = ttest_rel(ours, theirs)
    return TTest(float(found.statistic), len(ours) - 1, float(found.pvalue))


def welch(ours: Sequence[float], theirs: Sequence[float]) -> TTest:
    """Do two differ on different items? One value an item; the two may vary differently."""
    if min(len(ours), len(theirs)) < 2:
        raise BadInput(f"Welch's test takes at least 2 items of each; there are {len(ours)} and {len(theirs)}")
    from scipy.stats import ttest_ind

    found = ttest_ind(ours, theirs, equal_var=False)
    return TTest(float(found.statistic), round(float(found.df), 1), float(found.pvalue))


def _table(values: Table) -> NDArray[np.float64]:
    """Items x seeds; BadInput if some item has another number of seeds."""
    rows = list(values.values()) if isinstance(values, Mapping) else list(values)
    if not rows or not len(rows[0]):
        raise BadInput("no values to take the mean of")
    counts = {len(row) for row in rows}
    if len(counts) > 1:
        raise BadInput(f"items have {min(counts)} to {max(counts)} seeds: expected the same number of each")
    return np.asarray(rows, dtype=np.float64)


def _bootstrap(table: NDArray[np.float64], clusters: Sequence[Hashable] | None) -> NDArray[np.float64]:
    """Means of tables drawn anew: clusters with replacement, then the seeds of every item."""
    items, seeds = table.shape
    names = list(range(items)) if clusters is None else list(clusters)
    if len(names) != items:
        raise BadInput(f"{len(names)} clusters are named for {items} items")
    number = {name: index for index, name in enumerate(dict.fromkeys(names))}
    of = np.asarray([number[name] for name in names])
    draw = np.random.Generator(np.random.PCG64(derived_seed(0, "bootstrap", items, seeds, len(number))))
    times = draw.multinomial(len(number), np.full(len(number), 1 / len(number)), RESAMPLES)[:, of]
    means = np.empty(RESAMPLES)
    if seeds == 1:
        means[:] = (times @ table[:, 0]) / np.maximum(times.sum(axis=1), 1)
        return means
    for row, weights in enumerate(times):
        chosen = np.repeat(np.arange(items), weights)
        which = draw.integers(0, seeds, (len(chosen), seeds))
        means[row] = table[chosen[:, None], which].mean()
    return means
