"""Two pictures of one place from a head that moved: where each cell of one is in the other, and what is not there.

First one shift for the whole picture, on a coarse grid; then each cell looks near that shift for the patch that is most
like its own. Colours are compared after each picture's own mean and deviation are taken out, so that light and exposure
say little. What no patch explains is new, gone or changed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from casita.arrays import Float32s, Int64s
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

Floats = Float32s


class Alignment(NamedTuple):
    """For each cell of one picture: where it is in the other, and how badly that fits."""

    down: Int64s
    right: Int64s
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
    down, right = _whole_shift(here, there)
    return int(down), int(right)


@njit(cache=True)
def _whole_shift(here, there):  # type: ignore[no-untyped-def]
    side = len(here)
    best, found_down, found_right = np.inf, 0, 0
    for down in range(-DOWN, DOWN + 1):
        for right in range(-ASIDE, ASIDE + 1):
            cells = (side - abs(down)) * (side - abs(right))
            if cells < OVERLAP * side * side:
                continue
            cost = 0.0
            for row in range(max(0, -down), side - max(0, down)):
                for column in range(max(0, -right), side - max(0, right)):
                    for channel in range(3):
                        apart = abs(here[row, column, channel] - there[row + down, column + right, channel])
                        cost += min(apart, MOST)
            if cost / cells < best:
                best, found_down, found_right = cost / cells, down, right
    return found_down, found_right


def aligned(here: Floats, there: Floats, shift: tuple[int, int], near: int = NEAR) -> Alignment:
    """Where each cell of a picture is in another, near a shift of the whole in fine cells; both on the fine grid."""
    side = len(here)
    down, right = np.zeros((side, side), np.int64), np.zeros((side, side), np.int64)
    misfit = np.full((side, side), np.inf, np.float32)
    _align(here, there, shift, near, down, right, misfit)
    return Alignment(down, right, misfit)


@njit(cache=True)
def _align(here, there, shift, near, found_down, found_right, best):  # type: ignore[no-untyped-def]
    """Set the best cell of the other picture for each cell, its own where the other picture does not reach."""
    side = len(here)
    apart = np.empty((side, side), np.float32)
    for row in range(side):
        for column in range(side):
            found_down[row, column], found_right[row, column] = row, column
    for down in range(shift[0] - near, shift[0] + near + 1):
        for right in range(shift[1] - near, shift[1] + near + 1):
            _set_apart(here, there, down, right, apart)
            straying = STRAYING * (abs(down - shift[0]) + abs(right - shift[1]))
            for row in range(max(0, -down), min(side, side - down)):
                for column in range(max(0, -right), min(side, side - right)):
                    cost = _mean_around(apart, row, column) + straying
                    if cost < best[row, column]:
                        best[row, column] = cost
                        found_down[row, column], found_right[row, column] = row + down, column + right
    for row in range(side):
        for column in range(side):
            if np.isinf(best[row, column]):
                best[row, column] = 0.0


@njit(cache=True)
def _set_apart(here, there, down, right, apart):  # type: ignore[no-untyped-def]
    """Set how far the colours of each cell are from those of the shifted one; no number where there is none."""
    side = len(here)
    for row in range(side):
        for column in range(side):
            if not (0 <= row + down < side and 0 <= column + right < side):
                apart[row, column] = np.nan
                continue
            total = 0.0
            for channel in range(3):
                total += min(abs(here[row, column, channel] - there[row + down, column + right, channel]), MOST)
            apart[row, column] = total / 3


@njit(cache=True)
def _mean_around(values, row, column):  # type: ignore[no-untyped-def]
    """The mean of a cell and its eight neighbours; at an edge cells count twice."""
    last, total = len(values) - 1, 0.0
    for down in range(-1, 2):
        for right in range(-1, 2):
            total += values[min(max(row + down, 0), last), min(max(column + right, 0), last)]
    return total / 9
