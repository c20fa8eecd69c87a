"""Two pictures of one place from a head that moved: where each cell of one is in the other, and what is not there.

First one shift for the whole picture, on a coarse grid; then each cell looks near that shift for the patch that is most
like its own. Colours are compared after each picture's own mean and deviation are taken out, so that light and exposure
say little. What no patch explains is new, gone or changed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.protocols import Picture

GRID, COARSE = 48, 24
"""Cells of a side: of the fine grid, and of the one on which the whole picture is shifted."""

DOWN, ASIDE = 12, 8
"""Coarse cells by which the whole picture may have moved: further up or down, for a look to the floor does that."""

NEAR = 4
"""Fine cells by which a cell may have moved differently from the whole: what is close moves more than what is far."""

OVERLAP = 0.35
"""The least share of the picture that must still be in view after a shift."""

MOST = 1.5
"""Deviations of colour from which on a difference counts no more: a new thing is new, whatever its colour."""

STRAYING = 0.01
"""What it costs to be one fine cell off the whole's shift: plain walls look alike everywhere."""

Floats = NDArray[np.float32]


class Alignment(NamedTuple):
    """For each cell of one picture: where it is in the other, and how badly that fits."""

    down: NDArray[np.int64]
    right: NDArray[np.int64]
    """GRID x GRID: cells of the other picture."""
    misfit: Floats
    """GRID x GRID: from 0 to MOST; 0 where the other picture does not reach."""


def small(picture: Picture, side: int) -> Picture:
    """The picture at so many pixels a side."""
    from PIL import Image

    return np.asarray(Image.fromarray(np.ascontiguousarray(picture)).resize((side, side), Image.Resampling.BOX))


def standard(picture: Picture) -> Floats:
    """Colours with mean 0 and deviation 1 over the picture, so that exposure is taken out."""
    colours = picture.astype(np.float32)
    spread = np.maximum(colours.std(axis=(0, 1)), 1.0)
    made: Floats = ((colours - colours.mean(axis=(0, 1))) / spread).astype(np.float32)
    return made


def whole_shift(here: Floats, there: Floats) -> tuple[int, int]:
    """Cells down and right by which a picture must be shifted to lie on another, both on the coarse grid."""
    best, found = np.inf, (0, 0)
    for down in range(-DOWN, DOWN + 1):
        for right in range(-ASIDE, ASIDE + 1):
            rows, columns = _overlap(down, len(here)), _overlap(right, len(here))
            if (len(here) - abs(down)) * (len(here) - abs(right)) < OVERLAP * len(here) ** 2:
                continue
            apart = np.abs(here[rows[0], columns[0]] - there[rows[1], columns[1]])
            cost = float(np.minimum(apart, MOST).mean())
            if cost < best:
                best, found = cost, (down, right)
    return found


def _overlap(shift: int, side: int) -> tuple[slice, slice]:
    """Where a picture and its shifted other meet: cells of the one, cells of the other."""
    return slice(max(0, -shift), side - max(0, shift)), slice(max(0, shift), side + min(0, shift))


def aligned(here: Floats, there: Floats, shift: tuple[int, int], near: int = NEAR) -> Alignment:
    """Where each cell of a picture is in another, near a shift of the whole in fine cells; both on the fine grid."""
    side, reach = len(here), near + max(map(abs, shift))
    wide = np.pad(there, ((reach, reach), (reach, reach), (0, 0)), constant_values=np.nan)
    best = np.full((side, side), np.inf, np.float32)
    found = np.zeros((2, side, side), np.int64)
    for down in range(shift[0] - near, shift[0] + near + 1):
        for right in range(shift[1] - near, shift[1] + near + 1):
            other = wide[reach + down : reach + down + side, reach + right : reach + right + side]
            cost = _around(np.minimum(np.abs(here - other), MOST).mean(axis=2))
            cost += STRAYING * (abs(down - shift[0]) + abs(right - shift[1]))
            better = cost < best  # never where the other picture does not reach: nothing is less than no number
            best[better] = cost[better]
            found[0][better], found[1][better] = down, right
    outside = np.isinf(best)
    rows, columns = np.mgrid[:side, :side]
    return Alignment(
        np.clip(np.where(outside, 0, found[0]) + rows, 0, side - 1),
        np.clip(np.where(outside, 0, found[1]) + columns, 0, side - 1),
        np.where(outside, 0, best).astype(np.float32),
    )


def _around(values: Floats) -> Floats:
    """The mean of each cell and its eight neighbours."""
    padded = np.pad(values, 1, mode="edge")
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    made: Floats = (rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]) / 9
    return made
