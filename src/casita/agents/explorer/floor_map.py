"""The explorer's own map: which floor it has seen, what stands on it, and how far the unknown is.

All of it comes from depth and from where the robot was. Cells are 5 cm; the map has room for a house of 24 m in every
direction from where the robot began.
"""

from __future__ import annotations

import math
from functools import cached_property

import numba
import numpy as np

from casita.agents.explorer.senses import Floats, Pose, View
from casita.arrays import Bools, Float32s, Int64s, Uint8s

CELL = 0.05
"""Side of a cell in metres."""

EXTENT = 24.025
"""Metres from the middle of the map to its edges: the robot begins in the middle of a cell."""

SIDE = round(2 * EXTENT / CELL)

EYE = 1.2
"""Metres of the robot's camera above the floor."""

FLOOR = 0.04
"""What is not higher is floor: a rug, a sill."""

OVERHEAD = 1.8
"""What is higher is no obstacle."""

TALL = 1.15
"""What is as high as this hides what is behind it."""

RADIUS = 0.2
"""Of the robot."""

COMFORT, TIGHT = 0.225, 0.19
"""Metres from the robot's middle to the nearest obstacle: where it likes to be, and where it may be if it must."""

ARM_AHEAD, ARM_CLEAR = 0.245, 0.065
"""Metres from the robot's middle to its folded arm, and from there to the nearest thing at its height."""

ARM_LOW, ARM_HIGH = 0.48, 1.2
"""Metres above the floor between which the folded arm is."""

RAISED_LOW, RAISED_HIGH, RAISED_AHEAD = 1.05, 1.35, 0.6
"""Metres above the floor between which the arm is when it is raised, and how far ahead it is then."""

OWN_ARM = 0.33
"""Metres around the robot in which depth shows its own arm, and is not believed."""

ASSUMED, ASSUMED_ANGLE = 0.8, 40.0
"""Metres ahead, and degrees to both sides, in which floor is taken to be free where there is no depth."""

SKIP = 3
"""Pixels from one that is looked at to the next."""

FARTHEST = 5.0
"""Metres up to which depth is put on the map: beyond, a pixel covers too much floor."""

Mask = Bools


class FloorMap:
    """What is known of the floor."""

    def __init__(self) -> None:
        self.seen = np.zeros((SIDE, SIDE), np.bool_)
        """Cells, by row (y) and column (x), whose floor was seen."""
        self.blocked = np.zeros((SIDE, SIDE), np.bool_)
        """Cells in which something stands."""
        self.tall = np.zeros((SIDE, SIDE), np.bool_)
        """Cells with something that hides what is behind it."""
        self.at_arm = np.zeros((SIDE, SIDE), np.bool_)
        """Cells with something at the height of the folded arm."""
        self.at_raised_arm = np.zeros((SIDE, SIDE), np.bool_)
        """Cells with something at the height of the raised arm."""
        self.refused = np.zeros((SIDE, SIDE), np.bool_)
        """Cells where the robot could not stand when it tried."""
        self.arm_refused: list[Pose] = []
        """Poses that the robot could not take because of its arm."""
        self._rays: dict[tuple[int, int], tuple[Floats, Floats]] = {}

    # What comes in.

    def stand(self, pose: Pose) -> None:
        """Mark the floor under the robot as free."""
        for row, column in self._disc(pose.x, pose.y, RADIUS):
            self.seen[row, column] = True
            self.blocked[row, column] = False

    def bump(self, x: float, y: float) -> None:
        """Mark a place where the robot could not stand."""
        for row, column in self._disc(x, y, 0.08):
            self.refused[row, column] = True

    def bump_arm(self, pose: Pose) -> None:
        """Mark a pose that the robot could not take because its folded arm would have hit something."""
        self.arm_refused.append(pose)

    def assume(self, pose: Pose) -> None:
        """Take the floor right ahead to be free, for who cannot see how far things are."""
        near = np.arange(-ASSUMED, ASSUMED + CELL, CELL)
        x, y = (grid.ravel() for grid in np.meshgrid(near, near))
        angle = np.degrees(np.arctan2(y, x)) - pose.yaw
        ahead = (np.hypot(x, y) <= ASSUMED) & (np.abs((angle + 180.0) % 360.0 - 180.0) <= ASSUMED_ANGLE)
        rows, columns = self.cells(pose.x + x[ahead], pose.y + y[ahead])
        self.seen[rows, columns] = True

    def block_ahead(self, pose: Pose) -> None:
        """Put a piece of wall where the robot could not go, for who cannot see it."""
        angle, across = math.radians(pose.yaw), np.arange(-RADIUS, RADIUS + CELL, CELL)
        ahead = RADIUS + CELL
        self.block(
            pose.x + ahead * math.cos(angle) - across * math.sin(angle),
            pose.y + ahead * math.sin(angle) + across * math.cos(angle),
        )

    def block(self, x: Floats, y: Floats, low: float = 0.0, high: float = FLOOR) -> None:
        """Mark points where something stands that a look may miss, between two heights: an open door, a drawer."""
        rows, columns = self.cells(x, y)
        self.blocked[rows, columns] = True
        if low < ARM_HIGH and high > ARM_LOW:
            self.at_arm[rows, columns] = True
        if low < RAISED_HIGH and high > RAISED_LOW:
            self.at_raised_arm[rows, columns] = True

    def forget(self, x: float, y: float, radius: float) -> None:
        """Forget what stands around a point: something was opened or closed there."""
        self.arm_refused = [pose for pose in self.arm_refused if math.dist((pose.x, pose.y), (x, y)) > radius + 0.5]
        for row, column in self._disc(x, y, radius):
            for layer in (self.blocked, self.tall, self.at_arm, self.at_raised_arm, self.refused):
                layer[row, column] = False

    def add(self, view: View) -> None:
        """Put what a look showed on the map."""
        if view.depth is None:
            return
        x, y, z = self._points(view.depth, view.pose)
        near = (np.hypot(x - view.pose.x, y - view.pose.y) > OWN_ARM) & (z > -0.1)
        x, y, z = x[near], y[near], z[near]
        rows, columns = self.cells(x, y)
        floor = z < FLOOR
        self.seen[rows[floor], columns[floor]] = True
        solid = ~floor & (z < OVERHEAD)
        self.blocked[rows[solid], columns[solid]] = True
        high = solid & (z > ARM_LOW) & (z < ARM_HIGH)
        self.at_arm[rows[high], columns[high]] = True
        raised = solid & (z > RAISED_LOW) & (z < RAISED_HIGH)
        self.at_raised_arm[rows[raised], columns[raised]] = True
        tall = solid & (z > TALL)
        self.tall[rows[tall], columns[tall]] = True

    def _points(self, depth: Float32s, pose: Pose) -> tuple[Floats, Floats, Floats]:
        """The points that pixels show, as far as they are near enough."""
        across, down = self._directions(depth.shape[0], depth.shape[1])
        far = depth[::SKIP, ::SKIP].ravel().astype(np.float64)
        good = (far > 0.0) & (far < FARTHEST)
        far, across, down = far[good], across[good], down[good]
        c, s = math.cos(math.radians(pose.pitch)), math.sin(math.radians(pose.pitch))
        ahead, height = far * (c - down * s), EYE - far * (s + down * c)
        left = -far * across
        cy, sy = math.cos(math.radians(pose.yaw)), math.sin(math.radians(pose.yaw))
        return pose.x + ahead * cy - left * sy, pose.y + ahead * sy + left * cy, height

    def _directions(self, height: int, width: int) -> tuple[Floats, Floats]:
        """Of every pixel that is looked at, how far to the right and down it is at one metre ahead."""
        if (height, width) not in self._rays:
            rows, columns = np.mgrid[0:height:SKIP, 0:width:SKIP]
            across = (columns.ravel() + 0.5 - width / 2) / (height / 2)
            self._rays[height, width] = across, (rows.ravel() + 0.5 - height / 2) / (height / 2)
        return self._rays[height, width]

    # What is asked.

    @staticmethod
    def cells(x: Floats, y: Floats) -> tuple[Int64s, Int64s]:
        """Rows and columns of points, kept on the map."""
        rows, columns = ((np.floor((value + EXTENT) / CELL)).astype(np.int64).clip(0, SIDE - 1) for value in (y, x))
        return rows, columns

    @staticmethod
    def cell(x: float, y: float) -> tuple[int, int]:
        """Row and column of a point."""
        return (
            min(max(int((y + EXTENT) / CELL), 0), SIDE - 1),
            min(max(int((x + EXTENT) / CELL), 0), SIDE - 1),
        )

    @staticmethod
    def point(row: int, column: int) -> tuple[float, float]:
        """The middle of a cell."""
        return (column + 0.5) * CELL - EXTENT, (row + 0.5) * CELL - EXTENT

    def window(self, margin: int = 8) -> tuple[slice, slice]:
        """The part of the map that holds all floor that was seen."""
        rows, columns = np.flatnonzero(self.seen.any(axis=1)), np.flatnonzero(self.seen.any(axis=0))
        return (
            slice(max(0, int(rows[0]) - margin), min(SIDE, int(rows[-1]) + margin + 1)),
            slice(max(0, int(columns[0]) - margin), min(SIDE, int(columns[-1]) + margin + 1)),
        )

    def known_floor(self, window: tuple[slice, slice]) -> Mask:
        """Cells of a window that count as floor: seen, or right beside one that was."""
        return grown(self.seen[window], 1) & ~self.blocked[window]

    def standing(self, window: tuple[slice, slice]) -> Uint8s:
        """Where the robot's middle can be: 2 with comfort, 1 if it must, 0 not at all or unknown."""
        from scipy.ndimage import distance_transform_edt

        away = distance_transform_edt(~self.blocked[window]) * CELL
        floor = self.known_floor(window) & ~self.refused[window]
        found: Uint8s = (floor & (away >= COMFORT)).astype(np.uint8)
        found += floor & (away >= TIGHT)
        return found

    def arm_fits(self, window: tuple[slice, slice]) -> Mask:
        """Cells of a window where the folded arm hits nothing."""
        from scipy.ndimage import distance_transform_edt

        found: Mask = distance_transform_edt(~self.at_arm[window]) * CELL >= ARM_CLEAR
        return found

    def frontier(self, window: tuple[slice, slice], standing: Uint8s) -> Mask:
        """Cells of floor that border on what is unknown, where the robot could stand or nearly so."""
        floor = self.known_floor(window)
        unknown = ~floor & ~self.blocked[window]
        return floor & grown(unknown, 1) & grown(standing > 0, 2)

    def hidden(self, start: tuple[float, float], end: tuple[float, float], close: float = 0.35) -> bool:
        """Does something tall stand between two points? What is close to the end does not count."""
        return bool(_crosses(self.tall, start[0], start[1], end[0], end[1], close))

    def arm_rises(self, pose: Pose) -> bool:
        """Is there room ahead to raise the arm?"""
        angle = math.radians(pose.yaw)
        x, y = pose.x + RAISED_AHEAD * math.cos(angle), pose.y + RAISED_AHEAD * math.sin(angle)
        return not _crosses(self.at_raised_arm, pose.x, pose.y, x, y, 0.0)

    @cached_property
    def _offsets(self) -> dict[float, list[tuple[int, int]]]:
        return {}

    def _disc(self, x: float, y: float, radius: float) -> list[tuple[int, int]]:
        """The cells within a radius of a point."""
        if radius not in self._offsets:
            reach = math.ceil(radius / CELL)
            near = range(-reach, reach + 1)
            self._offsets[radius] = [(a, b) for a in near for b in near if math.hypot(a, b) * CELL <= radius]
        row, column = self.cell(x, y)
        return [
            (row + a, column + b) for a, b in self._offsets[radius] if 0 <= row + a < SIDE and 0 <= column + b < SIDE
        ]


def grown(mask: Mask, cells: int) -> Mask:
    """A mask with all cells that are at most so many rows and columns from one of its own."""
    found = mask.copy()
    for _ in range(cells):
        tall = found.copy()
        tall[1:] |= found[:-1]
        tall[:-1] |= found[1:]
        found = tall.copy()
        found[:, 1:] |= tall[:, :-1]
        found[:, :-1] |= tall[:, 1:]
    return found


@numba.njit(cache=True)
def _crosses(layer, x, y, to_x, to_y, close):  # type: ignore[no-untyped-def]
    """Does a straight line cross a cell of a layer before it is close to its end?"""
    length = np.hypot(to_x - x, to_y - y)
    for number in range(1, int((length - close) / CELL) + 1):
        t = number * CELL / length
        row = int(np.floor((y + t * (to_y - y) + EXTENT) / CELL))
        column = int(np.floor((x + t * (to_x - x) + EXTENT) / CELL))
        if layer[min(max(row, 0), SIDE - 1), min(max(column, 0), SIDE - 1)]:
            return True
    return False
