"""How far raters agree: the benchmark's metrics between pairs of them, and each with itself at a second look."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from casita.benchmarks.plausiblact.item import Instance, Rating
from casita.benchmarks.plausiblact.raters.truth import Truth, truth_of
from casita.benchmarks.plausiblact.score import Figures, correlation, figures


class Agreement(NamedTuple):
    """How far two raters agree on what both have rated."""

    raters: tuple[str, str]
    instances: int
    figures: Figures


def pairwise(instances: Sequence[Instance], ratings: Sequence[Rating], least: int = 1) -> list[Agreement]:
    """Every pair of raters with at least so many instances in common; the first one's ratings are the truth.

    An instance is common if both have rated some action of it; actions that one of them has not rated do not count,
    and for the correlation neither do incompatible ones, on which all agree.
    """
    names = sorted({rating.rater for rating in ratings})
    of = {name: truth_of(instances, ratings, raters={name}) for name in names}
    found = []
    for one, other in combinations(names, 2):
        shared = _shared(of[one], of[other])
        if shared is not None and len(shared[0].instances) >= least:
            first, second = shared
            valid = first.valid & second.valid
            views = first.plausibility, second.plausibility
            corr = correlation(*views, valid & first.compatible)
            found.append(Agreement((one, other), len(valid), figures(*views, valid)._replace(corr=corr)))
    return found


def _shared(one: Truth, other: Truth) -> tuple[Truth, Truth] | None:
    """Both on the instances of which they have rated the same action."""
    rows = {each.id: row for row, each in enumerate(other.instances)}
    pairs = [(row, rows[each.id]) for row, each in enumerate(one.instances) if each.id in rows]
    if not pairs:
        return None
    first, second = (each.some([pair[side] for pair in pairs]) for side, each in enumerate((one, other)))
    both = np.flatnonzero((first.valid & second.valid & first.compatible).any(1))
    return (first.some(both), second.some(both)) if len(both) else None


def mean_figures(pairs: Iterable[Agreement]) -> Figures:
    """The mean over pairs; those without a correlation do not count for it."""
    every = [pair.figures for pair in pairs]
    corr = [each.corr for each in every if not math.isnan(each.corr)]
    return Figures(
        float(np.mean([each.a_acc for each in every])),
        float(np.mean([each.ce for each in every])),
        float(np.mean(corr)) if corr else math.nan,
    )


def most_agreeing(pairs: Sequence[Agreement], count: int = 3) -> tuple[tuple[str, ...], float]:
    """The raters of so many whose pairs agree most in accuracy, and how far."""
    accuracy = {pair.raters: pair.figures.a_acc for pair in pairs}
    names = sorted({name for pair in pairs for name in pair.raters})

    def agreement(group: tuple[str, ...]) -> float:
        return float(np.mean([accuracy.get(pair, 0.0) for pair in combinations(group, 2)]))

    best = max(combinations(names, count), key=lambda group: (agreement(group), group))
    return best, agreement(best)


def self_consistency(ratings: Iterable[Rating]) -> Mapping[str, tuple[float, int]]:
    """Of each rater who was shown something twice: the share of ratings that were the same, and how many there were."""
    first: dict[tuple[str, str, str], int] = {}
    second: dict[tuple[str, str, str], int] = {}
    for rating in ratings:
        (second if rating.again else first)[rating.rater, rating.instance, rating.action] = rating.rating
    same: dict[str, list[bool]] = {}
    for key, said in second.items():
        if key in first:
            same.setdefault(key[0], []).append(said == first[key])
    return {name: (float(np.mean(found)), len(found)) for name, found in sorted(same.items())}
