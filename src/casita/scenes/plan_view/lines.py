"""Lines on a plan for the ways that agents went: their corners, kept to the right, with arrowheads."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from casita.scenes.plan_view.canvas import Point, Polygon, Shape
from casita.scenes.plan_view.overlay import WHITE

ARROW = 130.0
"""Page units of a path between two arrowheads."""

CLOSE = 1.5
"""Page units by which a point may be off a straight line."""


def corners(path: Sequence[Point]) -> Polygon:
    """A path without the points that it passes straight through."""
    kept: list[Point] = []
    for point in path:
        if kept and math.dist(kept[-1], point) < CLOSE:
            continue
        if len(kept) > 1 and _straight(kept[-2], kept[-1], point):
            kept.pop()
        kept.append(point)
    return tuple(kept)


def _straight(a: Point, b: Point, c: Point) -> bool:
    """Does the way from one point to a third go through the second, and on?"""
    (ux, uy), (vx, vy) = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return abs(ux * vy - uy * vx) < CLOSE * math.hypot(ux, uy) and ux * vx + uy * vy > 0.0


def aside(path: Polygon, by: float) -> Polygon:
    """A path moved a little to the right of the way that it goes."""
    if len(path) < 2:
        return path
    sides = [(-(b[1] - a[1]), b[0] - a[0]) for a, b in pairwise(path)]
    rights = [(x / math.hypot(x, y), y / math.hypot(x, y)) for x, y in sides]
    moved: list[Point] = []
    for number, (x, y) in enumerate(path):
        before, after = rights[max(number - 1, 0)], rights[min(number, len(rights) - 1)]
        across, down = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
        moved.append((x + by * across, y + by * down))
    return tuple(moved)


def arrows(line: Polygon, colour: str) -> Iterator[Shape]:
    """Arrowheads along a path, at even distances."""
    left = ARROW / 2
    for a, b in pairwise(line):
        length = math.dist(a, b)
        while left < length:
            way = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
            yield arrow((a[0] + way[0] * left, a[1] + way[1] * left), way, colour)
            left += ARROW
        left -= length


def arrow(at: Point, way: Point, colour: str) -> Shape:
    """An arrowhead at a point, in a direction of length 1."""
    (x, y), (u, v) = at, way
    corners = ((12.0, 0.0), (-6.0, 8.0), (-6.0, -8.0))
    return Shape((tuple((x + u * a - v * b, y + v * a + u * b) for a, b in corners),), colour, WHITE, 1.0)
