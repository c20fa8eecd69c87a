"""Round things: lathes, sweeps along a path, balls, discs and smooth curves to make them from."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from casita.errors import BadInput
from casita.shapes.kernels import needed_points, tube, turned_profile
from casita.shapes.mesh import Array, Level, Mesh, Triangles, cross, dots

Profile = Sequence[Sequence[float]]
Path = Sequence[Sequence[float]]

STRAIGHTER = 0.5
"""How far a coarse level's profile or path may stray, as a share of how far its corners cut the circle."""


def curve(points: Sequence[Sequence[float]], steps: int = 6) -> list[tuple[float, ...]]:
    """A smooth line (Catmull-Rom) through points of two or three coordinates."""
    p = np.asarray(points, float)
    p = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = (np.arange(steps) / steps)[:, None]
    made = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False):
        made.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return [tuple(map(float, row)) for row in np.vstack([*made, p[-2:-1]])]


def lathe(
    profile: Profile,
    *,
    sides: int = 48,
    crease: float = 40.0,
    around: tuple[float, float] = (0.0, 360.0),
    unit_uv: bool = False,
) -> Mesh:
    """A profile of (radius, height) points turned about the z axis.

    Going up along the outside (then in and down the inside) keeps the surface facing outwards. Corners
    sharper than `crease` degrees stay sharp. `around` is the arc in degrees. uv are metres round and
    along the profile, or 0 to 1 with `unit_uv` (v up the profile).
    """
    p = np.asarray(profile, float)
    if p.ndim != 2 or p.shape[1] != 2 or len(p) < 2:
        raise BadInput(f"a lathe's profile is two or more (radius, height) points, not {profile!r}")
    _check_sides(sides)
    widest = float(np.abs(p[:, 0]).max())
    levels: list[Level] = []
    errors: list[float] = []
    count = sides
    while True:
        error = 0.0 if count == sides else widest * (1 - math.cos(math.pi / count))
        line = p if not errors else simplified(p, STRAIGHTER * error)
        if len(line) < 3 <= len(p):
            break
        levels.append(_lathe_level(line, count, crease, around, unit_uv))
        errors.append(error if len(line) == len(p) else (1 + STRAIGHTER) * error)
        if count <= 6:
            break
        count = max(6, count // 2)
    return Mesh(tuple(levels), tuple(errors))


def _lathe_level(p: Array, sides: int, crease: float, around: tuple[float, float], unit_uv: bool) -> Level:
    keep = np.ones(len(p), bool)
    keep[1:] = np.abs(np.diff(p, axis=0)).max(1) > 1e-9
    start, stop = math.radians(around[0]), math.radians(around[1])
    across = 1.0 if unit_uv else abs(stop - start) * float(np.abs(p[:, 0]).max())
    limit = math.cos(math.radians(crease))
    return Level(*turned_profile(np.ascontiguousarray(p[keep]), sides, limit, start, stop, across, unit_uv))


def band(low: int, high: int, sides: int) -> Triangles:
    """Triangles between two rings of points."""
    j = np.arange(sides)
    a, b, c, d = low + j, low + j + 1, high + j + 1, high + j
    return np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])])


def sweep(
    path: Path,
    radius: float | Sequence[float],
    *,
    flat: float | Sequence[float] | None = None,
    sides: int = 12,
    closed: bool = False,
    up: tuple[float, float, float] = (0.0, 0.0, 1.0),
) -> Mesh:
    """A round bar along a path, with ends: a handle, a leg, a cable.

    `radius` may vary along the path; `flat` gives the second half-axis of an oval section (the first
    points as far as it can along `up`). `closed` joins the end to the start.
    """
    p = np.asarray(path, float)
    if p.ndim != 2 or p.shape[1] != 3 or len(p) < 2:
        raise BadInput(f"a sweep's path is two or more (x, y, z) points, not {path!r}")
    _check_sides(sides)
    first = _along(radius, len(p), "radius")
    second = first if flat is None else _along(flat, len(p), "flat")
    thick = float(max(first.max(), second.max()))
    levels, errors = [], []
    count = sides
    while True:
        error = 0.0 if count == sides else thick * (1 - math.cos(math.pi / count))
        keep = np.arange(len(p))
        if error and not closed:
            keep = kept(np.column_stack([p, first, second]), STRAIGHTER * error)
        levels.append(_sweep_level(p[keep], first[keep], second[keep], count, closed, np.asarray(up, float)))
        errors.append(error if len(keep) == len(p) else (1 + STRAIGHTER) * error)
        if count <= 4:
            break
        count = max(4, count // 2)
    return Mesh(tuple(levels), tuple(errors))


def _along(value: float | Sequence[float], count: int, name: str) -> Array:
    """One number for each point of a path."""
    given = np.asarray(value, float)
    if given.shape not in ((), (count,)) or not (given >= 0.0).all():
        raise BadInput(f"the {name} of a sweep is one length, or one for each of its {count} points, not {value!r}")
    return np.broadcast_to(given, count)


def _check_sides(sides: int) -> None:
    if sides < 3:
        raise BadInput(f"a round thing has at least 3 sides, not {sides}")


def _sweep_level(p: Array, first: Array, second: Array, sides: int, closed: bool, up: Array) -> Level:
    return Level(*tube(np.ascontiguousarray(p), first.copy(), second.copy(), sides, closed, up))


def ball(x: float, y: float, z: float, *, sides: int = 32) -> Mesh:
    """An ellipsoid about the origin with these half-axes."""
    if min(x, y, z) <= 0.0:
        raise BadInput(f"a ball's half-axes are lengths above 0, not {(x, y, z)}")
    angle = np.linspace(-90.0, 90.0, sides // 2 + 1)
    profile = [(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in angle]
    profile[0], profile[-1] = (0.0, -1.0), (0.0, 1.0)
    return lathe(profile, sides=sides).scaled(x, y, z)


def cylinder(radius: float, low: float, high: float, *, bevel: float = 0.0, sides: int = 40) -> Mesh:
    """An upright drum with rounded edges."""
    if radius <= 0.0 or high <= low:
        raise BadInput(f"a cylinder needs a radius and a height: radius {radius}, from {low} to {high}")
    if bevel <= 0.0:
        return lathe([(0.0, low), (radius, low), (radius, high), (0.0, high)], sides=sides)
    b = min(bevel, radius * 0.99, (high - low) * 0.49)
    arc = [(b * math.sin(math.radians(a)), b * (1 - math.cos(math.radians(a)))) for a in (0, 30, 60, 90)]
    profile = [(0.0, low), *((radius - b + x, low + z) for x, z in arc)]
    profile += [*((radius - b + x, high - z) for x, z in reversed(arc)), (0.0, high)]
    return lathe(profile, sides=sides)


def disc(radius: float, z: float = 0.0, *, sides: int = 40, wide: float | None = None) -> Mesh:
    """A flat round face looking up, `radius` along x and `wide` along y; uv run from 0 to 1 across it."""
    ry = radius if wide is None else wide
    levels, errors = [], []
    count = sides
    while True:
        angle = np.arange(count) * (2 * math.pi / count)
        ring = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(count)])
        points = np.vstack([ring * (radius, ry, 0.0), [(0.0, 0.0, 0.0)]])
        points[:, 2] += z
        uv = 0.5 + 0.5 * np.vstack([ring[:, :2], [(0.0, 0.0)]])
        j = np.arange(count)
        triangles = np.column_stack([np.full(count, count), j, (j + 1) % count])
        levels.append(Level(points, np.broadcast_to((0.0, 0.0, 1.0), points.shape).copy(), uv, triangles))
        errors.append(0.0 if count == sides else max(radius, ry) * (1 - math.cos(math.pi / count)))
        if count <= 6:
            break
        count = max(6, count // 2)
    return Mesh(tuple(levels), tuple(errors))


def without_slivers(points: Array, triangles: Triangles) -> Triangles:
    """The triangles that have an area."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    area = cross(b - a, c - a)
    kept_ones: Triangles = triangles[dots(area, area) > 1e-20]
    return kept_ones


def kept(line: Array, tolerance: float) -> Triangles:
    """Indices of the points of a line that are needed to stay within a tolerance."""
    found: Triangles = needed_points(np.ascontiguousarray(line, float), tolerance)
    return found


def simplified(profile: Array, tolerance: float) -> Array:
    """A line without the points that are not needed to stay within a tolerance."""
    return profile[kept(profile, tolerance)]
