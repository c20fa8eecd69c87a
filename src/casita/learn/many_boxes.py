"""Mean average precision as COCO has it, for pictures with many boxes each, some of them not to be judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Bools, Float64s
from casita.errors import BadInput
from casita.learn.average_precision import OVERLAPS, average_precision, overlaps_of_all

Floats = NDArray[np.floating[Any]]
Whole = NDArray[np.integer[Any]]


class FoundBoxes(NamedTuple):
    """What a detector found in one picture."""

    boxes: Floats
    """n x 4: left, top, right, bottom."""
    kinds: Whole
    scores: Floats


class TrueBoxes(NamedTuple):
    """What is in one picture."""

    boxes: Floats
    kinds: Whole
    judged: Bools
    """Finding a thing that is not judged is neither right nor wrong."""


def precision_by_kind(
    found: Sequence[FoundBoxes], truth: Sequence[TrueBoxes], overlaps: tuple[float, ...] = OVERLAPS, least: int = 1
) -> dict[int, Float64s]:
    """Average precision at each overlap of every kind that is to be found at least so often."""
    if len(found) != len(truth):
        raise BadInput(f"answers and truths are of the same pictures; there are {len(found)} and {len(truth)}")
    counts: dict[int, int] = {}
    for true in truth:
        for kind in true.kinds[true.judged].tolist():
            counts[kind] = counts.get(kind, 0) + 1
    return {
        kind: _precision_of(kind, count, found, truth, overlaps)
        for kind, count in sorted(counts.items())
        if count >= least
    }


def _precision_of(
    kind: int, count: int, found: Sequence[FoundBoxes], truth: Sequence[TrueBoxes], overlaps: tuple[float, ...]
) -> Float64s:
    """Average precision of one kind at each overlap."""
    scores: list[Float64s] = []
    right: list[Bools] = []
    counted: list[Bools] = []
    for said, true in zip(found, truth, strict=True):
        of_kind = np.flatnonzero(said.kinds == kind)
        if not len(of_kind):
            continue
        order = of_kind[np.argsort(-np.asarray(said.scores, float)[of_kind], kind="stable")]
        there = true.kinds == kind
        shared = overlaps_of_all(said.boxes[order], true.boxes[there])
        hits, counts = matched(shared, true.judged[there], overlaps)
        scores.append(np.asarray(said.scores, float)[order])
        right.append(hits)
        counted.append(counts)
    if not scores:
        return np.zeros(len(overlaps))
    score, hit, counts = np.concatenate(scores), np.concatenate(right), np.concatenate(counted)
    columns = range(len(overlaps))
    return np.array([average_precision(hit[counts[:, k], k], score[counts[:, k]], count) for k in columns])


def matched(shared: Float64s, judged: Bools, overlaps: Sequence[float]) -> tuple[Bools, Bools]:
    """Which answers are right, and which count, at each overlap.

    Answers are by rows, the surest first; true boxes by columns. An answer takes the true box that it shares most with,
    of those not taken yet that are judged; if there is none, but one that is not judged, it does not count.
    """
    right = np.zeros((len(shared), len(overlaps)), np.bool_)
    counted = np.ones_like(right)
    near = np.flatnonzero((shared >= min(overlaps)).any(axis=1))  # all others are wrong, and count
    for column, least in enumerate(overlaps):
        free = judged.copy()
        for row in near:
            one = shared[row]
            options = np.where(free & (one >= least), one, -1.0)
            if options.max() >= 0.0:
                free[int(options.argmax())] = False
                right[row, column] = True
            elif (one[~judged] >= least).any():
                counted[row, column] = False
    return right, counted
