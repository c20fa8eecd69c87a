"""Skins over a row of sections: blades, spoon bowls, tines, spouts and grips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from casita.shapes.mesh import Array, Level, Mesh, face_normals, unit

Station = tuple[float, float, float, float, float]
"""One section of a leaf: x, half width, height of its edges, how far its middle sags, half thickness."""


def loft(sections: Array, *, closed_ends: bool = True) -> Mesh:
    """A smooth skin over closed sections (sections x points x 3), each anticlockwise seen against the way they go."""
    s = np.asarray(sections, float)
    levels, errors = [], []
    size = float(np.sqrt(((s.reshape(-1, 3).max(0) - s.reshape(-1, 3).min(0)) ** 2).sum()))
    step = 1
    while True:
        rows = np.unique(np.append(np.arange(0, len(s), step), len(s) - 1))
        levels.append(_loft_level(s[rows][:, ::step], closed_ends))
        errors.append(0.0 if step == 1 else 0.004 * size * step)
        step *= 2
        if s.shape[1] // step < 4 or len(s) // step < 3:
            break
    return Mesh(tuple(levels), tuple(errors))


def _loft_level(s: Array, closed_ends: bool) -> Level:
    rows, around = s.shape[:2]
    i, j = np.meshgrid(np.arange(rows - 1), np.arange(around), indexing="ij")
    a, b = (i * around + j).ravel(), (i * around + (j + 1) % around).ravel()
    triangles = np.concatenate([np.column_stack([a, b, b + around]), np.column_stack([a, b + around, a + around])])
    points = s.reshape(-1, 3)
    normals = np.zeros_like(points)
    faces = face_normals(points, triangles)
    for k in range(3):
        np.add.at(normals, triangles[:, k], faces)
    uv = points[:, :2].copy()
    if not closed_ends:
        return Level(points, unit(normals), uv, triangles)
    all_points, all_normals, all_triangles = [points], [unit(normals)], [triangles]
    start, steps = len(points), np.arange(around)
    for row, sign in ((0, -1), (rows - 1, 1)):
        middle = s[row].mean(0)
        fan = np.column_stack([np.full(around, start + around), start + steps, start + (steps + 1) % around])
        fan = fan if sign > 0 else fan[:, ::-1]
        cap = np.vstack([s[row], [middle]])
        direction = unit(face_normals(cap, fan - start).sum(0))
        all_points.append(cap)
        all_normals.append(np.broadcast_to(direction, cap.shape))
        all_triangles.append(fan)
        start += around + 1
    flat = np.concatenate(all_points)
    return Level(flat, np.concatenate(all_normals), flat[:, :2].copy(), np.concatenate(all_triangles))


def leaf(stations: Sequence[Station], *, around: int = 16, middle: float = 0.0) -> Mesh:
    """A thin bar along x whose width, height, hollow and thickness vary: cutlery.

    A section is an oval, pulled down in the middle of its width by its sag.
    """
    angle = np.arange(around) * (2 * math.pi / around)
    c, s = np.cos(angle), np.sin(angle)
    rows = []
    for x, half, z, sag, thick in stations:
        rows.append(np.column_stack([np.full(around, x), middle + half * c, z - sag * (1 - c * c) + thick * s]))
    return loft(np.array(rows))


def smooth(stations: Sequence[Station], steps: int = 4) -> list[Station]:
    """Stations between those given, on a curve that does not overshoot (cosine steps)."""
    made: list[Station] = []
    for a, b in pairwise(stations):
        for k in range(steps):
            t = k / steps
            ease = (1 - math.cos(math.pi * t)) / 2
            row = [p + (q - p) * ease for p, q in zip(a, b, strict=True)]
            row[0] = a[0] + (b[0] - a[0]) * t
            made.append((row[0], row[1], row[2], row[3], row[4]))
    return [*made, stations[-1]]
