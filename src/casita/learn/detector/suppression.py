"""Of boxes that say the same thing, the surest is kept."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from casita.arrays import Bools, Float64s, Int64s

Floats = NDArray[np.floating[Any]]


def kept_boxes(
    boxes: Floats, scores: Floats, most_shared: float, kinds: NDArray[np.integer[Any]] | None = None
) -> Int64s:
    """Rows of boxes that overlap no surer one (of their own kind, if kinds are given) by more, the surest first."""
    order = np.argsort(-np.asarray(scores, float), kind="stable")
    sorted_boxes = np.ascontiguousarray(np.asarray(boxes, np.float64)[order])
    groups = np.zeros(len(order), np.int64) if kinds is None else np.asarray(kinds, np.int64)[order]
    found: Int64s = order[_alone(sorted_boxes, groups, most_shared)]
    return found


@njit(cache=True)
def _alone(boxes: Float64s, kinds: Int64s, most_shared: float) -> Bools:
    """Which boxes overlap none of those before them that are kept, of their own kind, by more than a share."""
    kept = np.ones(len(boxes), np.bool_)
    areas = np.maximum(boxes[:, 2] - boxes[:, 0], 0.0) * np.maximum(boxes[:, 3] - boxes[:, 1], 0.0)
    for row in range(len(boxes)):
        for before in range(row):
            if not kept[before] or kinds[before] != kinds[row]:
                continue
            wide = min(boxes[row, 2], boxes[before, 2]) - max(boxes[row, 0], boxes[before, 0])
            high = min(boxes[row, 3], boxes[before, 3]) - max(boxes[row, 1], boxes[before, 1])
            shared = max(wide, 0.0) * max(high, 0.0)
            both = areas[row] + areas[before] - shared
            if both > 0.0 and shared / both > most_shared:
                kept[row] = False
                break
    return kept
