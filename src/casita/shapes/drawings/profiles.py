"""Profiles of round bodies, and what follows them: hoops, bands, slats, and the inner wall of a hollow."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from casita.shapes.mesh import Array, Level, Mesh, unit
from casita.shapes.rounds import curve, lathe

Line = Sequence[tuple[float, ...]]
"""(radius, height) points along a profile."""


def ring(radius: float, z: float, thick: float, tall: float | None = None, sides: int = 6) -> Mesh:
    """A round hoop: a rim, a foot, a seam."""
    high = thick if tall is None else tall
    angle = np.radians(np.linspace(-90.0, 270.0, sides + 1))
    return lathe([(radius + thick * math.cos(a), z + high * math.sin(a)) for a in angle], crease=80.0)


def profile(points: Line, steps: int = 4, widest: float = 1.0) -> list[tuple[float, float]]:
    """A smooth rising line through points, never below its first point, above its last or wider than given."""
    low, high = float(points[0][1]), float(points[-1][1])
    return [(min(r, widest), min(max(z, low), high)) for r, z in curve(points, steps)]


def radius_at(line: Line, z: float) -> float:
    """The radius of a rising profile at a height."""
    return strip(line, z, z, 0.0)[0][0]


def strip(line: Line, low: float, high: float, off: float = 0.0005) -> list[tuple[float, float]]:
    """The part of a rising profile between two heights, a hair's breadth outside it: for bands and labels."""
    p = np.array(sorted((point[1], point[0]) for point in line))
    heights = [low, *(z for z in p[:, 0].tolist() if low < z < high), high]
    radii = np.interp(heights, p[:, 0], p[:, 1]) + off
    return list(zip(radii.tolist(), heights, strict=True))


def slats(line: Line, starts: Sequence[float], wide: float, *, columns: int = 1) -> Mesh:
    """Strips of a turned surface, each `wide` degrees from where it starts: ridges, marks, windows, prints in a row.

    uv run from 0 to 1 over each of them.
    """
    p = np.asarray(line, float)
    step = np.diff(p, axis=0)
    slope = unit(np.column_stack([step[:, 1], -step[:, 0]]))
    slope = unit(np.vstack([slope[:1], slope[:-1] + slope[1:], slope[-1:]]))
    length = np.concatenate([[0.0], np.cumsum(np.sqrt((step * step).sum(1)))])
    across = np.linspace(0.0, 1.0, columns + 1)
    angle = np.radians(np.asarray(starts, float)[:, None] + wide * across)
    c, s = np.cos(angle)[:, None, :], np.sin(angle)[:, None, :]
    shape = (len(starts), len(p), columns + 1)

    def turned(radial: Array, up: Array) -> Array:
        r, z = radial[None, :, None], np.broadcast_to(up[None, :, None], shape)
        return np.stack([r * c, r * s, z], -1).reshape(-1, 3)

    uv = np.stack(np.broadcast_arrays(across[None, None, :], (length / length[-1])[None, :, None]), -1)
    uv = np.broadcast_to(uv, (*shape, 2)).reshape(-1, 2)
    number = np.arange(shape[0] * shape[1] * shape[2]).reshape(shape)
    a, b = number[:, :-1, :-1].ravel(), number[:, :-1, 1:].ravel()
    d, e = number[:, 1:, :-1].ravel(), number[:, 1:, 1:].ravel()
    triangles = np.concatenate([np.column_stack([a, b, e]), np.column_stack([a, e, d])])
    return Mesh((Level(turned(p[:, 0], p[:, 1]), turned(slope[:, 0], slope[:, 1]), uv.copy(), triangles),), (0.0,))


def hollow(outer: Line, floor: float, wall: float) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """The outer profile with a rounded rim on it, and the inner one going down to the floor's middle."""
    top, height = float(outer[-1][0]), float(outer[-1][1])
    bend = wall / 2
    rim = [
        (top - bend + bend * math.cos(math.radians(a)), height - bend + bend * math.sin(math.radians(a)))
        for a in (0.0, 35.0, 70.0, 110.0, 145.0, 180.0)
    ]
    up = [(float(r), float(z)) for r, z in outer[:-1] if z < height - bend] + rim
    corner = min(0.3 * (height - floor), 0.25 * top, 0.012)
    inner = [rim[-1]]
    inner += [(float(r) - wall, float(z)) for r, z in reversed(outer[:-1]) if floor + corner < z < height - wall]
    low = max(radius_at(outer, floor + corner) - wall, 0.2 * top)
    inner += [(low, floor + corner), (low - 0.3 * corner, floor + 0.3 * corner), (low - corner, floor), (0.0, floor)]
    return up, inner
