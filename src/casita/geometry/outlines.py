"""Rooms as polygons with right angles: their walls, insides and areas."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Float64s
from casita.exact import total_of

Point2 = tuple[float, float]


FACING = {(1.0, 0.0): 90.0, (0.0, 1.0): 180.0, (-1.0, 0.0): -90.0, (0.0, -1.0): 0.0}
"""The yaw that a wall faces, into its room, by the direction that it runs in."""


class Wall(NamedTuple):
    """One straight wall, seen from inside its room."""

    x: float
    y: float
    """Where it begins; it runs on counter-clockwise."""
    dx: float
    dy: float
    """Unit direction that it runs in."""
    length: float
    yaw: float
    """The direction that it faces, into the room, in degrees."""

    def at(self, along: float, off: float = 0.0) -> Point2:
        """The point `along` metres from its beginning and `off` metres from it into the room."""
        return self.x + self.dx * along - self.dy * off, self.y + self.dy * along + self.dx * off


@lru_cache(maxsize=1024)
def walls(outline: tuple[Point2, ...]) -> tuple[Wall, ...]:
    """The walls of a room, counter-clockwise."""
    found = []
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        length = abs(x1 - x0) + abs(y1 - y0)
        dx, dy = (x1 - x0) / length + 0.0, (y1 - y0) / length + 0.0
        found.append(Wall(x0, y0, dx, dy, length, FACING[(dx, dy)]))
    return tuple(found)


def area(outline: Sequence[Point2]) -> float:
    """Area in square metres; negative if the outline runs clockwise."""
    sides = zip(outline, (*outline[1:], outline[0]), strict=True)
    return total_of(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in sides) / 2


def bounding_box(outline: Sequence[Point2]) -> tuple[float, float, float, float]:
    """Lowest x and y, highest x and y."""
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def inside(outline: Sequence[Point2], x: float, y: float) -> bool:
    """Is a point inside?"""
    result = False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            result = not result
    return result


def insides(outline: Sequence[Point2], x: Float64s, y: Float64s) -> Bools:
    """Which of many points are inside? The same answers as `inside` gives."""
    result = np.zeros(len(x), np.bool_)
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if y0 != y1:
            result ^= ((y0 > y) != (y1 > y)) & (x < x0 + (x1 - x0) * (y - y0) / (y1 - y0))
    return result


def crosses_itself(outline: Sequence[Point2]) -> bool:
    """Does a wall cross or touch one that is not its neighbour, or run back along its neighbour?"""
    ends = [(a, b) for a, b in zip(outline, (*outline[1:], outline[0]), strict=True)]
    boxes = [(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in ends]
    for i, (x0, y0, x1, y1) in enumerate(boxes):
        for j, (u0, v0, u1, v1) in enumerate(boxes[:i]):
            wide, tall = min(x1, u1) - max(x0, u0), min(y1, v1) - max(y0, v0)
            neighbours = i - j in (1, len(boxes) - 1)
            if wide >= 0.0 and tall >= 0.0 and not (neighbours and wide == 0.0 and tall == 0.0):
                return True
    return False


@lru_cache(maxsize=1024)
def rectangles(outline: tuple[Point2, ...]) -> tuple[tuple[float, float, float, float], ...]:
    """Rectangles (low x, low y, high x, high y) that make up the inside, cut at every corner's x."""
    xs = sorted({x for x, _ in outline})
    found = []
    for low, high in pairwise(xs):
        middle = (low + high) / 2
        edges = sorted(
            y0 for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True)
            if y0 == y1 and min(x0, x1) < middle < max(x0, x1)
        )  # fmt: skip
        found += [(low, bottom, high, top) for bottom, top in zip(edges[::2], edges[1::2], strict=True)]
    return tuple(found)


def rectangle_inside(outline: tuple[Point2, ...], box: tuple[float, float, float, float], slack: float = 1e-6) -> bool:
    """Is a rectangle along the axes inside, up to `slack` metres?"""
    x0, y0, x1, y1 = box
    covered = 0.0
    for low_x, low_y, high_x, high_y in rectangles(outline):
        wide = min(x1, high_x) - max(x0, low_x)
        tall = min(y1, high_y) - max(y0, low_y)
        if wide > 0.0 and tall > 0.0:
            covered += wide * tall
    needed = max(0.0, x1 - x0 - 2 * slack) * max(0.0, y1 - y0 - 2 * slack)
    return covered >= needed - 1e-9
