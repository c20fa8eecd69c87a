"""Coarser levels of detail for any mesh, with an error that is measured and not guessed.

The vertices in each cell of a grid become one. How far a vertex moves along its normal is how far the surface there
departs; how far it moves along the surface shows only at an open rim, and counts in part. The largest is the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from casita.arrays import Float64s, Int32s
from casita.render.clusters import cells_of, joined_triangles, middles_of
from casita.shapes.mesh import Level, bounds

CELLS = (0.012, 0.03, 0.08, 0.25)
"""Metres along a side of the cells of each grid."""

LARGEST = 0.9
"""The largest cell, in parts of half the longest side of the mesh's box."""

SLIDE = 0.3
"""How much of a move along the surface counts as a departure from it."""

FEWER = 0.75
"""A level must have less than this part of the triangles of the one before it to be kept."""

HEAVY = 80
"""Triangles of a level up to which none coarser is made from it."""

NEAR = 0.004
"""Metres that the level departs from which coarser ones are made: those before it are for close looks."""

FEW = 24
"""Triangles of a mesh that needs no coarser level."""


class Detail(NamedTuple):
    """A level of detail as it is packed: the surface, metres that it departs, and each triangle's finish and part."""

    level: Level
    error: float
    finish: Int32s
    part: Int32s


def coarsened(details: Sequence[Detail]) -> list[Detail]:
    """A mesh's own levels, with coarser ones among and after them where they still have many triangles."""
    start = max(number for number, detail in enumerate(details) if detail.error <= NEAR)
    first = details[start]
    if len(first.level.triangles) <= HEAVY:
        return list(details)
    rest = [detail._replace(error=detail.error - first.error) for detail in details[start:]]
    added = [detail._replace(error=detail.error + first.error) for detail in with_coarser(rest)]
    return [*details[:start], *added]


def with_coarser(details: Sequence[Detail]) -> list[Detail]:
    """A mesh's own levels, the finest first, and coarser ones: each kept has fewer triangles and a larger error."""
    finest = details[0]
    if len(finest.level.triangles) <= FEW:
        return list(details[:1])
    low, high = bounds(finest.level.points)
    half = float((high - low).max()) / 2
    made = [_clustered(finest, cell, low) for cell in CELLS if cell < LARGEST * half]
    kept = [finest]
    for detail in sorted([*details[1:], *made], key=lambda detail: (detail.error, len(detail.level.triangles))):
        if 0 < len(detail.level.triangles) < FEWER * len(kept[-1].level.triangles):
            kept.append(detail)
    return kept


def _clustered(detail: Detail, side: float, origin: Float64s) -> Detail:
    """The level with the vertices of each cell at their mean; corners that look different stay apart."""
    level = detail.level
    points, normals, triangles = map(np.ascontiguousarray, (level.points, level.normals, level.triangles))
    keys = np.empty(len(points) + 1, np.int64)
    met, count = cells_of(points, origin, side, keys)
    rank = np.empty(count, np.int64)
    rank[np.argsort(keys[:count])] = np.arange(count)
    cell = rank[met]
    middle = np.empty((count, 3))
    error = middles_of(points, normals, cell, middle, SLIDE)
    rows, source = np.empty(len(triangles), np.int64), np.empty(len(points), np.int64)
    joined, left = joined_triangles(triangles, cell, count, normals, rows, source)
    rows, source = rows[: len(joined)], source[:left]
    made = Level(middle[cell[source]], level.normals[source], level.uv[source], joined)
    return Detail(made, error, detail.finish[rows], detail.part[rows])
