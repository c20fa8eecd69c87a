"""All-action accuracy, cross entropy and correlation between what raters say and what a model says.

Truth and answers are arrays of instances x 10 actions x 3 ratings whose last axis sums to one; a mask of instances x 10
says which actions count (all, where every compatible action was rated). Of two ratings that are equally likely the
lower one counts as the most likely, in truth and answer alike; an answer that has all three alike says nothing, and is
wrong.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from casita.arrays import Bools, Float64s
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS
from casita.errors import BadInput
from casita.evaluation.statistics import RESAMPLES, Estimate, Seeds, resampled
from casita.seeds import derived_seed

Floats = Float64s
Mask = Bools

CLIP = 0.0025
"""Probabilities below this count as this in the cross entropy, or one-hot answers would be infinitely wrong."""

LEVELS = (-1.0, 0.2, 0.8)
"""The paper's vector l: what impossible, implausible and plausible are worth; below 0 counts as 0."""

A_ACC, CE, CORR = "A-Acc", "CE", "Corr"

SHAPE = (len(ACTIONS), len(RATINGS))


def checked_answer(value: object) -> Floats:
    """A model's answer as an array of 10 x 3; BadInput if it is not ten distributions over three ratings."""
    try:
        made = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise BadInput("the model's answer is no array of numbers, expected 10 x 3 of them") from None
    if made.shape != SHAPE:
        raise BadInput(f"the model's answer has shape {made.shape}, expected {SHAPE}: actions x ratings")
    if not np.isfinite(made).all() or (made < 0.0).any():
        raise BadInput("the model's answer has numbers that are no probabilities")
    wrong = np.flatnonzero(np.abs(made.sum(1) - 1.0) > 1e-3)
    if len(wrong):
        action = ACTIONS[int(wrong[0])]
        raise BadInput(f"the model's ratings of {action} sum to {made[wrong[0]].sum():.4g}, expected 1")
    return made


def right_by_action(truth: Floats, said: Floats) -> Mask:
    """Instances x actions: is the most likely rating the same?"""
    found: Mask = (truth.argmax(2) == said.argmax(2)) & (said.max(2) > said.min(2))
    return found


def all_right(truth: Floats, said: Floats, valid: Mask) -> Floats:
    """Of each instance: 1 if all actions that count are right, else 0."""
    return np.asarray((right_by_action(truth, said) | ~valid).all(1), dtype=np.float64)


def cross_entropies(truth: Floats, said: Floats) -> Floats:
    """Instances x actions."""
    return np.asarray(-(truth * np.log(np.maximum(said, CLIP))).sum(2), dtype=np.float64)


def mean_cross_entropies(truth: Floats, said: Floats, valid: Mask) -> Floats:
    """Of each instance: the mean over all actions, where those that do not count add nothing."""
    return np.asarray(np.where(valid, cross_entropies(truth, said), 0.0).mean(1), dtype=np.float64)


def worth(distributions: Floats) -> Floats:
    """Ratings as one number: max(0, <l, P>)."""
    found: Floats = np.maximum(0.0, distributions @ np.array(LEVELS))
    return found


def correlation(truth: Floats, said: Floats, valid: Mask) -> float:
    """Pearson's coefficient over instances and actions jointly; not a number if either does not vary."""
    return _pearson(_moments(truth, said, valid).sum(0)).item()


def _moments(truth: Floats, said: Floats, valid: Mask) -> Floats:
    """Of each instance: the number of actions that count, and sums of q, r, qr, qq and rr over them."""
    q, r = np.where(valid, worth(said), 0.0), np.where(valid, worth(truth), 0.0)
    return np.stack([valid.sum(1), q.sum(1), r.sum(1), (q * r).sum(1), (q * q).sum(1), (r * r).sum(1)], axis=1)


def _pearson(sums: Floats) -> Floats:
    """Coefficients of sums whose last axis is that of `_moments`."""
    count, q, r, qr, qq, rr = np.moveaxis(sums, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = np.sqrt(np.maximum(count * qq - q * q, 0.0)) * np.sqrt(np.maximum(count * rr - r * r, 0.0))
        found: Floats = np.where(spread > 1e-9, (count * qr - q * r) / spread, np.nan)
    return found


class Figures(NamedTuple):
    """The three metrics as plain numbers; accuracy and correlation as shares of one."""

    a_acc: float
    ce: float
    corr: float

    def text(self) -> tuple[str, str, str]:
        """As in the paper's tables: per cent, plain, per cent; a dash where there is no correlation."""
        corr = "-" if math.isnan(self.corr) else f"{100 * self.corr:.1f}"
        return f"{100 * self.a_acc:.1f}", f"{self.ce:.3f}", corr


def figures(truth: Floats, said: Floats, valid: Mask) -> Figures:
    """The three metrics over some instances; BadInput if there are none."""
    if not len(truth) or truth.shape != said.shape or valid.shape != truth.shape[:2]:
        raise BadInput(f"truth {truth.shape}, answers {said.shape} and mask {valid.shape} do not fit, or are empty")
    return Figures(
        float(all_right(truth, said, valid).mean()),
        float(mean_cross_entropies(truth, said, valid).mean()),
        correlation(truth, said, valid),
    )


def estimates(truth: Floats, said: Floats, valid: Mask, clusters: Sequence[Hashable]) -> dict[str, Estimate]:
    """The three metrics with 95% intervals by a bootstrap over clusters of instances, such as the homes they are in."""
    return seeded_estimates(truth, [said], valid, clusters)


def seeded_estimates(
    truth: Floats, answers: Sequence[Floats], valid: Mask, clusters: Sequence[Hashable]
) -> dict[str, Estimate]:
    """As `estimates`, of several trainings that answer the same: means over them, clusters and trainings drawn."""
    right = np.stack([all_right(truth, said, valid) for said in answers], axis=1)
    entropy = np.stack([mean_cross_entropies(truth, said, valid) for said in answers], axis=1)
    seeds: Seeds = "crossed" if len(answers) > 1 else "nested"
    return {
        A_ACC: resampled(right.tolist(), clusters, (0.0, 1.0), seeds),
        CE: resampled(entropy.tolist(), clusters, seeds=seeds),
        CORR: _correlation_estimate([_moments(truth, said, valid) for said in answers], clusters),
    }


def correlation_difference(
    truth: Floats, ours: Sequence[Floats], theirs: Sequence[Floats], valid: Mask, clusters: Sequence[Hashable]
) -> Estimate:
    """Our mean correlation less theirs, with a bootstrap interval over the same draws of clusters for both."""
    pair = [_correlations([_moments(truth, said, valid) for said in each], clusters) for each in (ours, theirs)]
    seeds = max(len(ours), len(theirs))
    return _bootstrapped(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1], seeds, len(truth))


def _correlation_estimate(moments: Sequence[Floats], clusters: Sequence[Hashable]) -> Estimate:
    """The mean correlation of some trainings with a bootstrap interval over clusters."""
    return _bootstrapped(*_correlations(moments, clusters), len(moments), len(moments[0]))


def _correlations(moments: Sequence[Floats], clusters: Sequence[Hashable]) -> tuple[float, Floats]:
    """The mean correlation of some trainings, and the same of clusters drawn again and again; none of one cluster."""
    count = len(moments[0])
    number = {name: index for index, name in enumerate(dict.fromkeys(clusters))}
    of = np.array([number[name] for name in clusters])
    draw = np.random.Generator(np.random.PCG64(derived_seed(0, "bootstrap", count, len(number))))
    times = draw.multinomial(len(number), np.full(len(number), 1 / len(number)), RESAMPLES if len(number) > 1 else 0)
    means, drawn = [], []
    for each in moments:
        summed = np.zeros((len(number), each.shape[1]))
        np.add.at(summed, of, each)
        means.append(float(_pearson(summed.sum(0))))
        drawn.append(_pearson(times @ summed))
    return float(np.mean(means)), np.mean(drawn, axis=0)


def _bootstrapped(mean: float, drawn: Floats, seeds: int, items: int) -> Estimate:
    """A mean with the middle 95% of what was drawn; no interval if there is nothing to make one of."""
    kept = drawn[~np.isnan(drawn)]
    if math.isnan(mean) or not len(kept):
        return Estimate(mean, math.nan, math.nan, seeds, items)
    low, high = np.quantile(kept, [0.025, 0.975]).tolist()
    return Estimate(mean, low, high, seeds, items)


def by_action(truth: Floats, said: Floats, valid: Mask) -> Mapping[str, Figures]:
    """The three metrics of each action, over the instances that it counts for."""
    found: dict[str, Figures] = {}
    for number, action in enumerate(ACTIONS):
        use: Any = valid[:, number]
        if use.any():
            one = slice(number, number + 1)
            found[action] = figures(truth[use, one], said[use, one], valid[use, one])
    return found
