"""Compiled loops that join the vertices of a mesh by the cells of a grid: a home has thousands of coarser levels."""

from __future__ import annotations

import math

import numba
import numpy as np

SPREAD = np.int64(-7046029254386353131)
"""An odd number with well mixed bits: a key times this, shifted down, is where to look for the key in a table."""


@numba.njit(cache=True, error_model="numpy")
def cells_of(points, origin, side, keys):  # type: ignore[no-untyped-def]
    """The cell of each point, counted as they are met; fills `keys`, from the start, with where the cells are.

    Keys that are in order are in the order of x, then y, then z.
    """
    bits = _bits(len(points))
    table = np.full(1 << bits, -1, np.int64)
    cell = np.empty(len(points), np.int64)
    count = 0
    for i in range(len(points)):
        x = np.int64(math.floor((points[i, 0] - origin[0]) / side))
        y = np.int64(math.floor((points[i, 1] - origin[1]) / side))
        z = np.int64(math.floor((points[i, 2] - origin[2]) / side))
        keys[count] = (x << 40) + (y << 20) + z
        at = _found(table, keys, keys[count], bits)
        if table[at] < 0:
            table[at] = count
            count += 1
        cell[i] = table[at]
    return cell, count


@numba.njit(cache=True, error_model="numpy")
def middles_of(points, normals, cell, middle, slide):  # type: ignore[no-untyped-def]
    """Fills `middle` with the mean of each cell's points; the most that a point departs when it moves there.

    That is its way along its normal, or `slide` times the whole way, whichever is more.
    """
    held = np.zeros(len(middle), np.int64)
    middle[:] = 0.0
    for i in range(len(points)):
        here = cell[i]
        held[here] += 1
        for k in range(3):
            middle[here, k] += points[i, k]
    for here in range(len(middle)):
        for k in range(3):
            middle[here, k] /= held[here]
    most = 0.0
    for i in range(len(points)):
        here = cell[i]
        x, y, z = points[i, 0] - middle[here, 0], points[i, 1] - middle[here, 1], points[i, 2] - middle[here, 2]
        across = abs(x * normals[i, 0] + y * normals[i, 1] + z * normals[i, 2])
        most = max(most, across, slide * math.sqrt(x * x + y * y + z * z))
    return most


@numba.njit(cache=True, error_model="numpy")
def joined_triangles(triangles, cell, cells, normals, rows, source):  # type: ignore[no-untyped-def]
    """The triangles between three cells, each once, over the vertices that are left; and how many those are.

    The same three cells in the same turn are one triangle, the first of them. A vertex that is left is a cell and
    an eighth of all directions. `rows` is filled with the numbers of the triangles that are kept, `source` with
    those of the vertices, both from the start.
    """
    bits = _bits(len(triangles))
    table = np.full(1 << bits, -1, np.int64)
    numbers = np.empty(len(triangles) + 1, np.int64)
    kept = 0
    first = np.full(8 * cells, -1, np.int64)
    for row in range(len(triangles)):
        a, b, c = cell[triangles[row, 0]], cell[triangles[row, 1]], cell[triangles[row, 2]]
        if a == b or b == c or c == a:
            continue
        # Of the three ways to begin, the lowest number.
        numbers[kept] = min((a * cells + b) * cells + c, (b * cells + c) * cells + a, (c * cells + a) * cells + b)
        at = _found(table, numbers, numbers[kept], bits)
        if table[at] >= 0:
            continue
        table[at] = kept
        rows[kept] = row
        kept += 1
        for k in range(3):
            vertex = triangles[row, k]
            look = _look(cell, normals, vertex)
            if first[look] < 0 or vertex < first[look]:
                first[look] = vertex
    left = 0
    for look in range(8 * cells):
        if first[look] >= 0:
            source[left] = first[look]
            first[look] = left
            left += 1
    made = np.empty((kept, 3), np.int64)
    for number in range(kept):
        for k in range(3):
            made[number, k] = first[_look(cell, normals, triangles[rows[number], k])]
    return made, left


@numba.njit(inline="always")
def _look(cell, normals, vertex):  # type: ignore[no-untyped-def]
    """A vertex' cell and the eighth of all directions that its normal is in, as one number."""
    east, north, up = normals[vertex, 0] > 0.0, normals[vertex, 1] > 0.0, normals[vertex, 2] > 0.0
    return cell[vertex] * 8 + np.int64(east) + 2 * np.int64(north) + 4 * np.int64(up)


@numba.njit(inline="always")
def _bits(count):  # type: ignore[no-untyped-def]
    """Bits of a table's places so that it stays at most half full."""
    bits = 4
    while 1 << bits < 2 * count:
        bits += 1
    return bits


@numba.njit(inline="always")
def _found(table, keys, key, bits):  # type: ignore[no-untyped-def]
    """Where in a table the number of a key is, or would be."""
    mask = (1 << bits) - 1
    at = ((key * SPREAD) >> 20) & mask
    while table[at] >= 0 and keys[table[at]] != key:
        at = (at + 1) & mask
    return at
