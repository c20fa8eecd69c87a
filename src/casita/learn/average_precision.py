"""Mean average precision as COCO has it, for pictures with one box each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Bools, Float64s
from casita.errors import BadInput

Floats = NDArray[np.floating[Any]]
Whole = NDArray[np.integer[Any]]

OVERLAPS = tuple(round(0.5 + 0.05 * step, 2) for step in range(10))
"""Intersections over union from which a box counts as found."""

RECALLS = np.linspace(0.0, 1.0, 101)
"""Recalls at which precision is read."""


def intersection_over_union(first: Floats, second: Floats) -> Float64s:
    """Of boxes (... x 4: left, top, right, bottom) with boxes, row by row; where one side has fewer, they repeat."""
    a, b = np.asarray(first, float), np.asarray(second, float)
    shared = _area(np.maximum(a[..., :2], b[..., :2]), np.minimum(a[..., 2:], b[..., 2:]))
    both = _area(a[..., :2], a[..., 2:]) + _area(b[..., :2], b[..., 2:]) - shared
    return np.where(both > 0.0, shared / np.where(both > 0.0, both, 1.0), 0.0)


def _area(low: Float64s, high: Float64s) -> Float64s:
    """Of boxes between two corners, 0 if the second is not beyond the first."""
    sides = np.clip(high - low, 0.0, None)
    found: Float64s = sides[..., 0] * sides[..., 1]
    return found


def overlaps_of_all(first: Floats, second: Floats) -> Float64s:
    """Intersection over union of each box with each other: as many rows as `first` has, as many columns as `second`."""
    a, b = np.asarray(first, float).reshape(-1, 4), np.asarray(second, float).reshape(-1, 4)
    return intersection_over_union(a[:, None], b[None])


def average_precision(right: Bools, scores: Floats, truths: int) -> float:
    """Area under precision over recall, read at 101 recalls, of answers with scores; so many boxes were to be found.

    Precision at a recall is the highest at that recall or beyond. Equal scores keep their order.
    """
    if truths < 1:
        raise BadInput("there is no average precision of a class without boxes")
    order = np.argsort(-np.asarray(scores, float), kind="stable")
    hits = np.cumsum(np.asarray(right, bool)[order])
    if not len(hits):
        return 0.0
    precision = np.maximum.accumulate((hits / np.arange(1, len(hits) + 1))[::-1])[::-1]
    place = np.searchsorted(hits / truths, RECALLS - 1e-12, side="left")
    found = np.where(place < len(hits), precision[np.minimum(place, len(hits) - 1)], 0.0)
    return float(found.mean())


def mean_average_precision(
    boxes: Floats,
    classes: Whole,
    scores: Floats,
    true_boxes: Floats,
    true_classes: Whole,
    overlaps: tuple[float, ...] = OVERLAPS,
) -> float:
    """Over classes that occur and over overlaps from 0.5 to 0.95; row i of everything is about picture i."""
    counts = {len(column) for column in (boxes, classes, scores, true_boxes, true_classes)}
    if len(counts) != 1 or 0 in counts:
        raise BadInput(f"one answer and one truth for each picture are needed; there are {sorted(counts)}")
    shared = intersection_over_union(boxes, true_boxes)
    found = []
    for kind in np.unique(true_classes):
        said, true = np.asarray(classes) == kind, np.asarray(true_classes) == kind
        for overlap in overlaps:
            right = true[said] & (shared[said] >= overlap)
            found.append(average_precision(right, np.asarray(scores)[said], int(true.sum())))
    return float(np.mean(found))
