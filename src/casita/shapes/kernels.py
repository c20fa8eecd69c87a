"""Compiled loops of the builders: a home has thousands of lathes and bars, each made at several levels of detail.

Rows are written number by number: for `row[:] = other` numba compiles the words of an error, which takes seconds.
"""

from __future__ import annotations

import math

import numba
import numpy as np

SLIVER = 1e-20
"""Four times the square of the area in square metres below which a triangle is left out."""


@numba.njit(cache=True, error_model="numpy")
def turned_profile(p, sides, limit, start, stop, across, along):  # type: ignore[no-untyped-def]
    """Points, normals, uv and triangles of a profile turned about z from one angle to another.

    Each piece of the profile has a ring of points at both of its ends, whose normals lean towards those of the
    neighbouring piece where the corner is not sharp. `across` and `along` scale the uv.
    """
    pieces = len(p) - 1
    columns = sides + 1
    slope = np.empty((pieces, 2))
    length = np.zeros(pieces + 1)
    for k in range(pieces):
        dr, dz = p[k + 1, 0] - p[k, 0], p[k + 1, 1] - p[k, 1]
        size = max(math.sqrt(dr * dr + dz * dz), 1e-12)
        slope[k, 0], slope[k, 1] = dz / size, -dr / size
        length[k + 1] = length[k] + size
    whole = abs(stop - start - 2 * math.pi) < 1e-9
    c, s = np.empty(columns), np.empty(columns)
    for j in range(columns):
        angle = start + (stop - start) * j / sides
        c[j], s[j] = math.cos(angle), math.sin(angle)
    if whole:
        c[sides], s[sides] = c[0], s[0]
    points, normals = np.empty((2 * pieces * columns, 3)), np.empty((2 * pieces * columns, 3))
    uv = np.empty((2 * pieces * columns, 2))
    for k in range(pieces):
        for end in range(2):
            other = min(max(k - 1 + 2 * end, 0), pieces - 1)
            nr, nz = slope[k, 0], slope[k, 1]
            if nr * slope[other, 0] + nz * slope[other, 1] >= limit:
                nr, nz = nr + slope[other, 0], nz + slope[other, 1]
            size = max(math.sqrt(nr * nr + nz * nz), 1e-12)
            nr, nz = nr / size, nz / size
            r, z, v = p[k + end, 0], p[k + end, 1], length[k + end]
            for j in range(columns):
                row = (2 * k + end) * columns + j
                points[row, 0], points[row, 1], points[row, 2] = r * c[j], r * s[j], z
                normals[row, 0], normals[row, 1], normals[row, 2] = nr * c[j], nr * s[j], nz
                uv[row, 0] = across * j / sides
                uv[row, 1] = v / length[pieces] if along else v
    triangles = np.empty((2 * pieces * sides, 3), np.int64)
    count = np.int64(0)
    for k in range(pieces):
        count = _band(points, triangles, count, 2 * k * columns, (2 * k + 1) * columns, sides)
    return points, normals, uv, triangles[:count].copy()


@numba.njit(cache=True, error_model="numpy")
def _band(points, triangles, count, low, high, sides):  # type: ignore[no-untyped-def]
    """Adds the triangles between two rings of points; returns how many there are then."""
    for j in range(sides):
        for half in range(2):
            a, b, c = low + j, low + j + 1, high + j + 1
            if half:
                b, c = high + j + 1, high + j
            if _has_area(points, a, b, c):
                triangles[count, 0], triangles[count, 1], triangles[count, 2] = a, b, c
                count += 1
    return count


@numba.njit(cache=True, error_model="numpy")
def _has_area(points, a, b, c):  # type: ignore[no-untyped-def]
    ux, uy, uz = points[b, 0] - points[a, 0], points[b, 1] - points[a, 1], points[b, 2] - points[a, 2]
    vx, vy, vz = points[c, 0] - points[a, 0], points[c, 1] - points[a, 1], points[c, 2] - points[a, 2]
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    return x * x + y * y + z * z > SLIVER


@numba.njit(cache=True, error_model="numpy")
def tube(p, first, second, sides, closed, up):  # type: ignore[no-untyped-def]
    """Points, normals, uv and triangles of an oval bar along a path, with flat ends unless it is closed."""
    n, columns = len(p), sides + 1
    tangent = np.empty((n, 3))
    for i in range(n):
        before, after = (i - 1) % n, (i + 1) % n
        if not closed:
            before, after = max(i - 1, 0), min(i + 1, n - 1)
        _set_unit(tangent[i], p[after, 0] - p[before, 0], p[after, 1] - p[before, 1], p[after, 2] - p[before, 2])
    leading = np.empty(3)
    for k in range(3):
        leading[k] = up[k]
    if abs(leading[0] * tangent[0, 0] + leading[1] * tangent[0, 1] + leading[2] * tangent[0, 2]) > 0.95:
        leading[:] = 0.0
        leading[0] = 1.0
    total = n * columns + (0 if closed else 2 * (columns + 1))
    points, normals, uv = np.empty((total, 3)), np.empty((total, 3)), np.zeros((total, 2))
    widest, length = first.max(), 0.0
    a, b = np.empty(3), np.empty(3)
    for i in range(n):
        t = tangent[i]
        lean = leading[0] * t[0] + leading[1] * t[1] + leading[2] * t[2]
        _set_unit(a, leading[0] - lean * t[0], leading[1] - lean * t[1], leading[2] - lean * t[2])
        b[0], b[1], b[2] = t[1] * a[2] - t[2] * a[1], t[2] * a[0] - t[0] * a[2], t[0] * a[1] - t[1] * a[0]
        leading[0], leading[1], leading[2] = a[0], a[1], a[2]
        if i:
            x, y, z = p[i, 0] - p[i - 1, 0], p[i, 1] - p[i - 1, 1], p[i, 2] - p[i - 1, 2]
            length += math.sqrt(x * x + y * y + z * z)
        for j in range(columns):
            angle = 2 * math.pi * (j % sides) / sides
            c, s = math.cos(angle), math.sin(angle)
            row = i * columns + j
            for k in range(3):
                points[row, k] = p[i, k] + c * first[i] * a[k] + s * second[i] * b[k]
            u, v = c * second[i], s * first[i]
            _set_unit(normals[row], u * a[0] + v * b[0], u * a[1] + v * b[1], u * a[2] + v * b[2])
            uv[row, 0], uv[row, 1] = 2 * math.pi * j / sides * widest, length
    triangles = np.empty((2 * n * sides + 2 * sides, 3), np.int64)
    count = np.int64(0)
    for i in range(n - 1 + closed):
        count = _band(points, triangles, count, i * columns, ((i + 1) % n) * columns, sides)
    if not closed:
        start = n * columns
        for end in range(2):
            at = (n - 1) * end
            for k in range(3):
                for j in range(columns):
                    points[start + j, k] = points[at * columns + j, k]
                points[start + columns, k] = p[at, k]
                for j in range(columns + 1):
                    normals[start + j, k] = tangent[at, k] if end else -tangent[at, k]
            for j in range(sides):
                low, high = (start + j, start + j + 1) if end else (start + j + 1, start + j)
                if _has_area(points, start + columns, low, high):
                    triangles[count, 0], triangles[count, 1], triangles[count, 2] = start + columns, low, high
                    count += 1
            start += columns + 1
    return points, normals, uv, triangles[:count].copy()


@numba.njit(cache=True, error_model="numpy")
def _set_unit(out, x, y, z):  # type: ignore[no-untyped-def]
    size = max(math.sqrt(x * x + y * y + z * z), 1e-12)
    out[0], out[1], out[2] = x / size, y / size, z / size


@numba.njit(cache=True, error_model="numpy")
def needed_points(line, tolerance):  # type: ignore[no-untyped-def]
    """Which points of a line (rows of any width) are needed to stay within a tolerance (Ramer, Douglas, Peucker)."""
    n, wide = line.shape
    keep = np.zeros(n, np.bool_)
    keep[0] = keep[n - 1] = True
    todo = np.empty((n + 1, 2), np.int64)
    todo[0, 0], todo[0, 1] = 0, n - 1
    waiting = 1
    while waiting:
        waiting -= 1
        low, high = todo[waiting, 0], todo[waiting, 1]
        square = 0.0
        for k in range(wide):
            square += (line[high, k] - line[low, k]) ** 2
        worst, most = -1, tolerance
        for i in range(low + 1, high):
            along = 0.0
            for k in range(wide):
                along += (line[i, k] - line[low, k]) * (line[high, k] - line[low, k])
            t = min(max(along / square, 0.0), 1.0) if square > 1e-18 else 0.0
            off = 0.0
            for k in range(wide):
                off += (line[i, k] - line[low, k] - t * (line[high, k] - line[low, k])) ** 2
            if math.sqrt(off) > most:
                worst, most = i, math.sqrt(off)
        if worst >= 0:
            keep[worst] = True
            todo[waiting, 0], todo[waiting, 1] = low, worst
            todo[waiting + 1, 0], todo[waiting + 1, 1] = worst, high
            waiting += 2
    return np.flatnonzero(keep)


@numba.njit(cache=True, nogil=True, error_model="numpy")
def mip_chain(image, shades, out):  # type: ignore[no-untyped-def]
    """Fills `out` with an image and its halves as packed words, its bytes looked up in a table for each colour."""
    side = len(image)
    red, green, blue = np.uint32(0), np.uint32(8), np.uint32(16)
    at = 0
    for y in range(side):
        for x in range(side):
            r, g, b = shades[0, image[y, x, 0]], shades[1, image[y, x, 1]], shades[2, image[y, x, 2]]
            out[at] = np.uint32(r) << red | np.uint32(g) << green | np.uint32(b) << blue
            at += 1
    source = 0
    mask = np.uint32(0x00FF00FF)
    while side > 1:
        half = side // 2
        for y in range(half):
            for x in range(half):
                corner = source + 2 * y * side + 2 * x
                p, q = out[corner], out[corner + 1]
                t, u = out[corner + side], out[corner + side + 1]
                outer = (p & mask) + (q & mask) + (t & mask) + (u & mask) + np.uint32(0x00020002)
                inner = (p >> green & np.uint32(255)) + (q >> green & np.uint32(255))
                inner += (t >> green & np.uint32(255)) + (u >> green & np.uint32(255)) + np.uint32(2)
                out[at] = (outer >> np.uint32(2) & mask) | (inner >> np.uint32(2) & np.uint32(255)) << green
                at += 1
        source += side * side
        side = half
