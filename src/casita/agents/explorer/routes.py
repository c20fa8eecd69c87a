"""Ways of a robot that moves by 0.25 m and turns by 15 degrees: the fewest steps to any of some poses.

States are places on a lattice of 12.5 cm with one of 24 headings; with each goes the exact point where the robot would
be, so that a way can be followed to its end.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from casita.agents.explorer.floor_map import ARM_AHEAD, CELL, EXTENT, TIGHT, FloorMap
from casita.agents.explorer.senses import Floats, Pose
from casita.arrays import Bools, Int8s, Int32s, Int64s, Uint8s

HEADINGS = 24
TURN = 360.0 / HEADINGS
STEP = 0.25
"""Metres of one move."""

LATTICE = 0.125
"""Metres between two places that count as different."""

AWAY_FROM_DOORS = 0.29
"""Metres from the robot's middle to what it would open within which it does not go, though it may come out of it."""

VERBS = ("move_ahead", "turn_left", "turn_right", "move_back")
"""What a way is made of, in the order that the search tries them."""

_TABLE = np.array([(STEP * np.cos(np.radians(TURN * k)), STEP * np.sin(np.radians(TURN * k))) for k in range(HEADINGS)])


def heading(yaw: float) -> int:
    """The number of the nearest heading."""
    return round(yaw / TURN) % HEADINGS


class Layers(NamedTuple):
    """What a search needs to know of the floor."""

    window: tuple[slice, slice]
    """The part of the map that it is of."""
    standing: Uint8s
    arm: Bools

    def with_obstacle(self, rows: Int64s, columns: Int64s) -> Layers:
        """The same with something in some cells of the map."""
        standing = self.standing.copy()
        _close(standing, rows - self.window[0].start, columns - self.window[1].start)
        return self._replace(standing=standing)


def layers_of(floor: FloorMap) -> Layers:
    """What a map says now."""
    window = floor.window()
    return Layers(window, floor.standing(window), floor.arm_fits(window))


class Reached(NamedTuple):
    """All poses that were reached, cheapest first."""

    state: Int64s
    """Numbers of the states, in the order in which they were reached."""
    steps: Int32s
    x: Floats
    y: Floats
    heading: Int64s
    came: Int64s
    """Position in these lists of the pose before; -1 for the first."""
    verb: Int8s
    where: Int32s
    """By state: its position in these lists; -1 if it was not reached, -2 if it is known not to be free."""
    shape: tuple[int, int]
    """Rows and columns of the lattice."""
    corner: tuple[float, float]
    floor: Layers
    """What the search was told of the floor."""

    def lookup(self, x: Floats, y: Floats, headings: Int64s) -> Int64s:
        """Positions in the lists of the poses nearest to some places with some headings; -1 where there is none."""
        rows = np.floor((y - self.corner[1]) / LATTICE).astype(np.int64)
        columns = np.floor((x - self.corner[0]) / LATTICE).astype(np.int64)
        inside = (rows >= 0) & (rows < self.shape[0]) & (columns >= 0) & (columns < self.shape[1])
        states = np.where(inside, (rows * self.shape[1] + columns) * HEADINGS + headings, 0)
        return np.where(inside, self.where[states], -1)

    def way(self, position: int) -> list[str]:
        """The verbs that lead to a pose of the lists."""
        found: list[str] = []
        while self.came[position] >= 0:
            found.append(VERBS[int(self.verb[position])])
            position = int(self.came[position])
        return found[::-1]

    def pose(self, position: int) -> Pose:
        """A pose of the lists."""
        return Pose(float(self.x[position]), float(self.y[position]), TURN * int(self.heading[position]))


def reached_from(floor: FloorMap, pose: Pose, most: int = 10_000, layers: Layers | None = None) -> Reached:
    """All poses that the robot can get to in so many steps over floor that it has seen, or as `layers` say."""
    layers = layers or layers_of(floor)
    window, standing, arm = layers
    corner = window[1].start * CELL - EXTENT, window[0].start * CELL - EXTENT
    shape = (
        int(np.ceil(standing.shape[0] * CELL / LATTICE)),
        int(np.ceil(standing.shape[1] * CELL / LATTICE)),
    )
    first = heading(pose.yaw)
    bad = np.array([(each.x, each.y, heading(each.yaw)) for each in floor.arm_refused]).reshape(-1, 3)
    found = _search(standing, arm, corner[0], corner[1], shape[0], shape[1], pose.x, pose.y, first, bad, most, _TABLE)
    order, steps, x, y, came, verb, where = found
    return Reached(order, steps, x, y, order % HEADINGS, came, verb, where, shape, corner, layers)


@numba.njit(cache=True)
def _search(standing, arm, low_x, low_y, rows, columns, x, y, first, bad, most, table):  # type: ignore[no-untyped-def]
    """Breadth first, since every action is one step."""
    total = rows * columns * HEADINGS
    where = np.full(total, -1, np.int32)
    order = np.empty(total, np.int64)
    steps = np.empty(total, np.int32)
    at_x, at_y = np.empty(total), np.empty(total)
    came = np.empty(total, np.int64)
    verb = np.empty(total, np.int8)
    for k in range(len(bad)):
        row, column = int((bad[k, 1] - low_y) / LATTICE), int((bad[k, 0] - low_x) / LATTICE)
        if 0 <= row < rows and 0 <= column < columns:
            where[(row * columns + column) * HEADINGS + int(bad[k, 2])] = -2
    row, column = int((y - low_y) / LATTICE), int((x - low_x) / LATTICE)
    start = (row * columns + column) * HEADINGS + first
    order[0], steps[0], at_x[0], at_y[0], came[0], verb[0] = start, 0, x, y, -1, -1
    where[start] = 0
    count, now = 1, 0
    while now < count:
        state = order[now]
        if steps[now] >= most:
            break
        place, h = state // HEADINGS, state % HEADINGS
        here = _level(standing, low_x, low_y, at_x[now], at_y[now])
        for k in range(4):
            nx, ny, nh = at_x[now], at_y[now], h
            if k == 1:
                nh = (h + 1) % HEADINGS
            elif k == 2:
                nh = (h + HEADINGS - 1) % HEADINGS
            if k == 0 or k == 3:
                sign = 1.0 if k == 0 else -1.0
                dx, dy = sign * table[h, 0], sign * table[h, 1]
                nx, ny = nx + dx, ny + dy
                level = _level(standing, low_x, low_y, nx, ny)
                if level == 0 or (level == 1 and here == 2):
                    continue
                if here == 2 and _level(standing, low_x, low_y, nx - 0.5 * dx, ny - 0.5 * dy) == 0:
                    continue
                row, column = int((ny - low_y) / LATTICE), int((nx - low_x) / LATTICE)
                if row < 0 or column < 0 or row >= rows or column >= columns:
                    continue
                place = row * columns + column
            else:
                place = state // HEADINGS
            new = place * HEADINGS + nh
            if where[new] != -1:
                continue
            out = ARM_AHEAD / STEP
            if not _level(arm, low_x, low_y, nx + out * table[nh, 0], ny + out * table[nh, 1]):
                continue
            where[new] = count
            order[count], steps[count], at_x[count], at_y[count] = new, steps[now] + 1, nx, ny
            came[count], verb[count] = now, k
            count += 1
        now += 1
    return order[:count], steps[:count], at_x[:count], at_y[:count], came[:count], verb[:count], where


@numba.njit(cache=True)
def _level(standing, low_x, low_y, x, y):  # type: ignore[no-untyped-def]
    """How well the robot can stand at a point."""
    row, column = int(np.floor((y - low_y) / CELL)), int(np.floor((x - low_x) / CELL))
    if row < 0 or column < 0 or row >= standing.shape[0] or column >= standing.shape[1]:
        return 0
    return standing[row, column]


@numba.njit(cache=True)
def _close(standing, rows, columns):  # type: ignore[no-untyped-def]
    """Take away where the robot could stand around some cells."""
    reach = int(np.ceil(AWAY_FROM_DOORS / CELL))
    for k in range(len(rows)):
        for a in range(-reach, reach + 1):
            for b in range(-reach, reach + 1):
                row, column = rows[k] + a, columns[k] + b
                away = np.hypot(a, b) * CELL
                inside = 0 <= row < standing.shape[0] and 0 <= column < standing.shape[1]
                if inside and away < AWAY_FROM_DOORS:
                    standing[row, column] = 0 if away < TIGHT else min(standing[row, column], 1)
