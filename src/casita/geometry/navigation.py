"""Where a standing agent fits: a grid of free cells, which of them hang together, and what is in reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Int32s
from casita.geometry.solids import BOX, Pieces

CELL = 0.05
"""Side of a cell in metres."""

EDGE = CELL / 2
"""Metres around an obstacle within which cells are covered, so that no thin one falls between them."""

AGENT_RADIUS = 0.2
"""Metres; AI2-THOR's agent."""

AGENT_HEIGHT = 1.8
"""Metres: what is above is no obstacle."""

STEP_OVER = 0.04
"""Metres: what is lower is no obstacle (a rug, a pen, a door sill)."""

REACH = 1.5
"""Metres, seen from above, from a standing agent to the middle of a thing it can take; AI2-THOR's."""

REACH_HEIGHT = 2.2
"""Metres above the floor that an agent can reach."""

Box2 = tuple[float, float, float, float]


class Grid(NamedTuple):
    """Free cells of a floor, and which connected region each is in."""

    x: float
    y: float
    """Lowest corner."""
    region: Int32s
    """Number of the region that a cell is in, by row (y) and column (x); 0 where nobody can stand."""

    @property
    def largest(self) -> int:
        """The number of the region with the most cells; 0 if there is none."""
        sizes = np.bincount(self.region.ravel())
        sizes[0] = 0
        return int(sizes.argmax())

    def cells_in(self, box: Box2) -> Int32s:
        """The regions of the cells whose middles are in a rectangle (low x, low y, high x, high y)."""
        column = [int(np.ceil((edge - self.x) / CELL - 0.5)) for edge in (box[0], box[2])]
        row = [int(np.ceil((edge - self.y) / CELL - 0.5)) for edge in (box[1], box[3])]
        return self.region[max(row[0], 0) : max(row[1], 0), max(column[0], 0) : max(column[1], 0)]


def navigation_grid(floors: Sequence[Box2], solid: Pieces, radius: float = AGENT_RADIUS) -> Grid:
    """The grid of a home whose floor is these rectangles, with these solid pieces on it."""
    from scipy import ndimage

    border = (int(np.ceil(radius / CELL)) + 1) * CELL
    low_x, low_y = min(box[0] for box in floors) - border, min(box[1] for box in floors) - border
    columns = int(np.ceil((max(box[2] for box in floors) + border - low_x) / CELL))
    rows = int(np.ceil((max(box[3] for box in floors) + border - low_y) / CELL))
    free = np.zeros((rows, columns), np.bool_)
    for x0, y0, x1, y1 in floors:
        c0, c1 = (int(np.ceil((edge - low_x) / CELL - 0.5 - 1e-9)) for edge in (x0, x1))
        r0, r1 = (int(np.ceil((edge - low_y) / CELL - 0.5 - 1e-9)) for edge in (y0, y1))
        free[r0:r1, c0:c1] = True
    _block(free, low_x, low_y, solid.shape, solid.centre, solid.half, solid.axes)
    region, _ = ndimage.label(_roomy(free, radius / CELL))
    return Grid(low_x, low_y, region.astype(np.int32))


@numba.njit(cache=True)
def _block(free, low_x, low_y, shape, centre, half, axes):  # type: ignore[no-untyped-def]
    """Marks the cells that obstacles cover."""
    rows, columns = free.shape
    for i in range(len(shape)):
        tall = abs(axes[i, 2, 0]) * half[i, 0] + abs(axes[i, 2, 1]) * half[i, 1] + abs(axes[i, 2, 2]) * half[i, 2]
        if centre[i, 2] - tall >= AGENT_HEIGHT or centre[i, 2] + tall <= STEP_OVER:
            continue
        wide_x = abs(axes[i, 0, 0]) * half[i, 0] + abs(axes[i, 0, 1]) * half[i, 1] + abs(axes[i, 0, 2]) * half[i, 2]
        wide_y = abs(axes[i, 1, 0]) * half[i, 0] + abs(axes[i, 1, 1]) * half[i, 1] + abs(axes[i, 1, 2]) * half[i, 2]
        first_column = max(0, int((centre[i, 0] - wide_x - EDGE - low_x) / CELL))
        last_column = min(columns - 1, int((centre[i, 0] + wide_x + EDGE - low_x) / CELL))
        first_row = max(0, int((centre[i, 1] - wide_y - EDGE - low_y) / CELL))
        last_row = min(rows - 1, int((centre[i, 1] + wide_y + EDGE - low_y) / CELL))
        upright = axes[i, 2, 2] > 0.999
        for row in range(first_row, last_row + 1):
            for column in range(first_column, last_column + 1):
                dx = low_x + (column + 0.5) * CELL - centre[i, 0]
                dy = low_y + (row + 0.5) * CELL - centre[i, 1]
                if upright and shape[i] == BOX:
                    x = abs(dx * axes[i, 0, 0] + dy * axes[i, 1, 0])
                    y = abs(dx * axes[i, 0, 1] + dy * axes[i, 1, 1])
                    covered = x <= half[i, 0] + EDGE and y <= half[i, 1] + EDGE
                elif upright:
                    covered = dx * dx + dy * dy <= (max(half[i, 0], half[i, 1]) + EDGE) ** 2
                else:
                    covered = True
                if covered:
                    free[row, column] = False


@numba.njit(cache=True)
def _roomy(free, radius):  # type: ignore[no-untyped-def]
    """Cells that are at least `radius` cells from the nearest one that is not free."""
    rows, columns = free.shape
    most = int(np.ceil(radius))
    beside = np.zeros((rows, columns), np.int64)
    for row in range(rows):
        gap = 0
        for column in range(columns):
            gap = 0 if not free[row, column] else min(gap + 1, most)
            beside[row, column] = gap
        gap = 0
        for column in range(columns - 1, -1, -1):
            gap = 0 if not free[row, column] else min(gap + 1, most)
            beside[row, column] = min(beside[row, column], gap)
    roomy = np.zeros((rows, columns), np.bool_)
    for row in range(most, rows - most):
        for column in range(most, columns - most):
            fits = True
            for up in range(-most, most + 1):
                across = beside[row + up, column]
                if across < most and up * up + across * across < radius * radius:
                    fits = False
                    break
            roomy[row, column] = fits
    return roomy


class Reach:
    """What is in reach of somebody who stands in one region of a grid, on some rectangles of floor."""

    def __init__(self, grid: Grid, region: int, floors: Sequence[Box2], reach: float = REACH) -> None:
        self._grid = grid
        self._region = region
        self._floors = np.array(floors, float)
        self._reach = reach

    def covers(self, x: float, y: float) -> bool:
        """Is a point in reach?"""
        grid = self._grid
        return bool(_covers(grid.region, self._region, grid.x, grid.y, self._floors, x, y, self._reach))


@numba.njit(cache=True)
def _covers(regions, region, low_x, low_y, floors, x, y, reach):  # type: ignore[no-untyped-def]
    """Is a cell of the region, in one of the rectangles, within reach of a point?"""
    if region == 0:
        return False
    rows, columns = regions.shape
    for f in range(len(floors)):
        first_column = max(0, int(np.floor((max(x - reach, floors[f, 0]) - low_x) / CELL)))
        last_column = min(columns - 1, int(np.ceil((min(x + reach, floors[f, 2]) - low_x) / CELL)))
        first_row = max(0, int(np.floor((max(y - reach, floors[f, 1]) - low_y) / CELL)))
        last_row = min(rows - 1, int(np.ceil((min(y + reach, floors[f, 3]) - low_y) / CELL)))
        for row in range(first_row, last_row + 1):
            for column in range(first_column, last_column + 1):
                if regions[row, column] != region:
                    continue
                cx, cy = low_x + (column + 0.5) * CELL, low_y + (row + 0.5) * CELL
                inside = floors[f, 0] <= cx <= floors[f, 2] and floors[f, 1] <= cy <= floors[f, 3]
                if inside and (cx - x) ** 2 + (cy - y) ** 2 <= reach * reach:
                    return True
    return False
