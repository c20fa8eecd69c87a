"""Means with intervals: one kind of estimate for every table, and intervals over what varies.

What was measured is a table of values, one row an item (a contrast set, a task) and one column a seed. Its interval is
a bootstrap: items are drawn with replacement, whole clusters of them where they belong together. Draws come from a
fixed seed, so the same values give the same interval everywhere.

- Items may belong together in several ways at once: a contrast set has a room, a type and a pair of action and type.
  Each way is resampled by itself, and the widest of their intervals is taken. Drawing several ways at once multiplies
  their weights and needs many clusters of each to be near its nominal level; there are three unseen types. The widest
  is never narrower than what an audit along any one of the ways would find.
- Seeds are `nested` where every item has seeds of its own (an episode's): they are drawn within every item drawn. They
  are `crossed` where a seed is one training that answers all items: then a training is drawn as a whole, or what all
  its answers share would be averaged away.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np

from casita.arrays import Float64s, Int64s
from casita.errors import BadInput
from casita.seeds import derived_seed

RESAMPLES = 2_000
"""Draws of a bootstrap."""

AT_ONCE = 1 << 18
"""Values that are drawn together: one draw after the other, the same come out, but slower."""

Z95 = 1.959964
"""Standard deviations from the mean to the ends of a 95% interval."""

SLACK = 0.05
"""How far the upper end of an interval may be above a ceiling that the mean keeps."""

Seeds = Literal["nested", "crossed"]
"""Whether every item has seeds of its own, or all items share them."""

Clusters = Sequence[Hashable] | Mapping[str, Sequence[Hashable]]
"""What each item belongs to; or that in several ways, each by its name."""

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
    over: str = ""
    """Of several ways in which items belong together, the one that was resampled: the widest."""

    @property
    def has_interval(self) -> bool:
        """Is it known how far the mean may be off?"""
        return not (math.isnan(self.low) or math.isnan(self.high))

    def meets(self, aim: float) -> bool | None:
        """Is an aim met: by the lower end of the interval? None without an interval."""
        return self.low >= aim if self.has_interval else None

    def keeps(self, ceiling: float) -> bool | None:
        """Is a ceiling kept: by the mean, with the upper end at most `SLACK` above? None without an interval."""
        return self.mean <= ceiling and self.high <= ceiling + SLACK if self.has_interval else None

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


def as_table(values: Table) -> Float64s:
    """Values as an array of items x seeds; BadInput if some item has another number of seeds."""
    rows = list(values.values()) if isinstance(values, Mapping) else list(values)
    if not rows or not len(rows[0]):
        raise BadInput("no values to take the mean of")
    counts = {len(row) for row in rows}
    if len(counts) > 1:
        raise BadInput(f"items have {min(counts)} to {max(counts)} seeds: expected the same number of each")
    return np.asarray(rows, dtype=np.float64)


def resampled(
    values: Table,
    clusters: Clusters | None = None,
    bounds: tuple[float, float] | None = None,
    seeds: Seeds = "nested",
) -> Estimate:
    """The mean over items and seeds, with a bootstrap interval over items, or over clusters of them.

    `clusters` names for every item what it belongs to; of several ways, the widest interval counts, and one with a
    single cluster does not. `bounds` are the ends of what can be measured at all.
    """
    table = as_table(values)
    ways = clusters if isinstance(clusters, Mapping) else {"": range(len(table)) if clusters is None else clusters}
    best: tuple[float, float, str] = (math.nan, math.nan, "")
    for name, of in ways.items():
        numbers = _numbered(of, len(table))
        if numbers.max() > 0:
            best = _wider(best, _means(table, numbers, seeds), name)
    low, high, over = best
    if bounds is not None and not math.isnan(low):
        low, high = max(low, bounds[0]), min(high, bounds[1])
    return Estimate(float(table.mean()), low, high, table.shape[1], len(table), over)


def difference(ours: Table, theirs: Table, clusters: Clusters | None = None, seeds: Seeds = "nested") -> Estimate:
    """Ours less theirs on the same items, as `resampled`: paired by item, and by seed where both have the same number.

    Of two with different numbers of seeds, as one that is not trained, the means of each item are compared; where
    seeds are crossed, the one with a single seed stands against every seed of the other.
    """
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        if ours.keys() != theirs.keys():
            raise BadInput(f"only one of the two has answered {min(set(ours) ^ set(theirs))}")
        theirs = {name: theirs[name] for name in ours}
    one, other = as_table(ours), as_table(theirs)
    if len(one) != len(other):
        raise BadInput(f"{len(one)} items against {len(other)}: expected the same items")
    if one.shape != other.shape and not (seeds == "crossed" and 1 in (one.shape[1], other.shape[1])):
        one, other = one.mean(axis=1, keepdims=True), other.mean(axis=1, keepdims=True)
    return resampled((one - other).tolist(), clusters, seeds=seeds)


def unpaired_difference(
    ours: Table,
    theirs: Table,
    clusters: tuple[Mapping[str, Sequence[Hashable]], Mapping[str, Sequence[Hashable]]],
    seeds: Seeds = "nested",
) -> Estimate:
    """Ours less theirs on other items: each is drawn anew by itself, in the ways that both have; the widest counts."""
    one, other = as_table(ours), as_table(theirs)
    best: tuple[float, float, str] = (math.nan, math.nan, "")
    for name in clusters[0]:
        tables = ((one, clusters[0][name]), (other, clusters[1][name]))
        drawn = [_means(table, _numbered(of, len(table)), seeds, salt) for salt, (table, of) in enumerate(tables)]
        best = _wider(best, drawn[0] - drawn[1], name)
    seeds_of = min(one.shape[1], other.shape[1])
    return Estimate(float(one.mean() - other.mean()), *best[:2], seeds_of, min(len(one), len(other)), best[2])


def contrast(values: Table, clusters: Sequence[Hashable], here: Sequence[int], there: Sequence[int]) -> Estimate:
    """What some items have more than others, by their rows, where both are of the same clusters and the same seeds.

    Clusters and seeds are drawn once for both sides, so what both share takes no part in the difference.
    """
    table, of = as_table(values), _numbered(clusters, len(clusters))
    if not len(here) or not len(there):
        raise BadInput("a contrast needs items on both sides")
    start = derived_seed(0, "bootstrap", "contrast", *table.shape, int(of.max()) + 1)
    means = [_means_of(table[list(rows)], of[list(rows)], int(of.max()) + 1, start) for rows in (here, there)]
    drawn = means[0] - means[1]
    known = drawn[~np.isnan(drawn)]
    low, high = np.quantile(known, [0.025, 0.975]).tolist() if of.max() > 0 and len(known) else (math.nan, math.nan)
    mean = float(table[list(here)].mean() - table[list(there)].mean())
    return Estimate(mean, low, high, table.shape[1], min(len(here), len(there)))


def _means_of(table: Float64s, of: Int64s, clusters: int, start: int) -> Float64s:
    """Means of some items in tables drawn anew; not a number where none of their clusters was drawn."""
    seeds = table.shape[1]
    times, columns = _drawn_with_seeds(start, clusters, seeds, RESAMPLES)
    sums = np.zeros((clusters, seeds))
    np.add.at(sums, of, table)
    counts = (times @ np.bincount(of, minlength=clusters))[:, None]
    by_seed = np.divide(times @ sums, counts, out=np.full((RESAMPLES, seeds), np.nan), where=counts > 0)
    means: Float64s = (by_seed * columns).sum(axis=1) / seeds
    return means


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


def _numbered(clusters: Sequence[Hashable], items: int) -> Int64s:
    """By item: the number of its cluster, in the order in which they first occur."""
    if len(clusters) != items:
        raise BadInput(f"{len(clusters)} clusters are named for {items} items")
    number = {name: index for index, name in enumerate(dict.fromkeys(clusters))}
    return np.asarray([number[name] for name in clusters])


def _drawn_clusters(draw: np.random.Generator, count: int, draws: int) -> Int64s:
    """Draws x clusters: how often each was drawn."""
    return draw.multinomial(count, np.full(count, 1 / count), draws)


@lru_cache(maxsize=16)
def _drawn_with_seeds(start: int, clusters: int, seeds: int, draws: int) -> tuple[Int64s, Int64s]:
    """How often clusters and seeds were drawn; a report has hundreds of tables of one shape, with the same draws."""
    draw = np.random.Generator(np.random.PCG64(start))
    return _drawn_clusters(draw, clusters, draws), _drawn_clusters(draw, seeds, draws)


def _wider(best: tuple[float, float, str], drawn: Float64s, name: str) -> tuple[float, float, str]:
    """The wider of the best interval so far and that of some means, with its name."""
    low, high = (float(end) for end in np.quantile(drawn, [0.025, 0.975]))
    return (low, high, name) if math.isnan(best[0]) or high - low > best[1] - best[0] else best


def _means(table: Float64s, of: Int64s, seeds: Seeds, salt: int = 0) -> Float64s:
    """Means of tables drawn anew, by the numbers of the items' clusters; another `salt`, other draws."""
    names = ("bootstrap", *table.shape, int(of.max()) + 1, *([salt] if salt else []))
    start = derived_seed(0, *names)
    return _crossed(table, of, start) if seeds == "crossed" else _nested(table, of, start)


def _nested(table: Float64s, of: Int64s, start: int) -> Float64s:
    """Means of tables drawn anew: clusters with replacement, then the seeds of every item."""
    items, seeds = table.shape
    draw = np.random.Generator(np.random.PCG64(start))
    times = _drawn_clusters(draw, int(of.max()) + 1, RESAMPLES)[:, of]
    means = np.empty(RESAMPLES)
    if seeds == 1:
        means[:] = (times @ table[:, 0]) / np.maximum(times.sum(axis=1), 1)
        return means
    together = max(1, AT_ONCE // (items * seeds))
    for first in range(0, RESAMPLES, together):
        weights = times[first : first + together]
        chosen = np.repeat(np.tile(np.arange(items), len(weights)), weights.ravel())
        which = draw.integers(0, seeds, (len(chosen), seeds))
        values, ends = table[chosen[:, None], which], np.cumsum(weights.sum(axis=1)).tolist()
        for row, (start, end) in enumerate(pairwise([0, *ends]), first):
            means[row] = values[start:end].mean()
    return means


def _crossed(table: Float64s, of: Int64s, start: int) -> Float64s:
    """Means of tables drawn anew: clusters with replacement, and whole columns of seeds with replacement."""
    return _means_of(table, of, int(of.max()) + 1, start)
