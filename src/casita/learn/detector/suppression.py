"""Of boxes that say the same thing, the surest is kept."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Int64s
from casita.learn.average_precision import overlaps_of_all

Floats = NDArray[np.floating[Any]]


def kept_boxes(
    boxes: Floats, scores: Floats, most_shared: float, kinds: NDArray[np.integer[Any]] | None = None
) -> Int64s:
    """Rows of boxes that overlap no surer one (of their own kind, if kinds are given) by more, the surest first."""
    order = np.argsort(-np.asarray(scores, float), kind="stable")
    shared = overlaps_of_all(boxes[order], boxes[order])
    clash = shared > most_shared
    if kinds is not None:
        clash &= kinds[order][:, None] == kinds[order][None]
    alive = np.ones(len(order), np.bool_)
    for row in range(len(order)):
        if alive[row]:
            alive[row + 1 :] &= ~clash[row, row + 1 :]
    found: Int64s = order[alive]
    return found
