"""Round things: lathes, sweeps along a path, balls, discs and smooth curves to make them from."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from casita.errors import BadInput
from casita.shapes.mesh import Array, Level, Mesh, Triangles, cross, unit

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
    p = p[keep]
    step = np.diff(p, axis=0)
    slope = unit(np.column_stack([step[:, 1], -step[:, 0]]))  # outward normal of each piece of the profile
    length = np.concatenate([[0.0], np.cumsum(np.sqrt((step * step).sum(1)))])
    limit = math.cos(math.radians(crease))
    rings: list[tuple[float, float, float, float, float]] = []
    quads: list[tuple[int, int]] = []
    for k in range(len(step)):
        before, after = slope[max(k - 1, 0)], slope[min(k + 1, len(step) - 1)]
        start = slope[k] + before if float(slope[k] @ before) >= limit else slope[k]
        end = slope[k] + after if float(slope[k] @ after) >= limit else slope[k]
        quads.append((len(rings), len(rings) + 1))
        rings.append((p[k, 0], p[k, 1], start[0], start[1], length[k]))
        rings.append((p[k + 1, 0], p[k + 1, 1], end[0], end[1], length[k + 1]))
    ring = np.array(rings)
    angle = np.radians(np.linspace(around[0], around[1], sides + 1))
    c, s = np.cos(angle), np.sin(angle)
    if abs(around[1] - around[0]) == 360.0:
        c[-1], s[-1] = c[0], s[0]
    radial = unit(ring[:, 2:4])
    shape = (len(ring), sides + 1)
    points = np.stack([ring[:, :1] * c, ring[:, :1] * s, np.broadcast_to(ring[:, 1:2], shape)], -1)
    normals = np.stack([radial[:, :1] * c, radial[:, :1] * s, np.broadcast_to(radial[:, 1:2], shape)], -1)
    span = math.radians(abs(around[1] - around[0]))
    u = np.linspace(0.0, 1.0 if unit_uv else span * float(np.abs(p[:, 0]).max()), sides + 1)
    along = ring[:, 4:5] / (length[-1] if unit_uv else 1.0)
    uv = np.stack(np.broadcast_arrays(u[None, :], along), -1)
    triangles = np.concatenate([_band(low * (sides + 1), high * (sides + 1), sides) for low, high in quads])
    flat = points.reshape(-1, 3)
    return Level(flat, normals.reshape(-1, 3), uv.reshape(-1, 2), without_slivers(flat, triangles))


def _band(low: int, high: int, sides: int) -> Triangles:
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
    n = len(p)
    tangent = unit(np.roll(p, -1, 0) - np.roll(p, 1, 0)) if closed else unit(np.gradient(p, axis=0))
    if abs(float(up @ tangent[0])) > 0.95:
        up = np.array((1.0, 0.0, 0.0))
    angle = np.linspace(0.0, 2 * math.pi, sides + 1)
    c, s = np.cos(angle), np.sin(angle)
    c[-1], s[-1] = c[0], s[0]
    points, normals = np.empty((n, sides + 1, 3)), np.empty((n, sides + 1, 3))
    for i in range(n):
        a = unit(up - (up @ tangent[i]) * tangent[i])
        b = cross(tangent[i], a)
        up = a
        points[i] = p[i] + np.outer(c * first[i], a) + np.outer(s * second[i], b)
        normals[i] = unit(np.outer(c * second[i], a) + np.outer(s * first[i], b))
    length = np.concatenate([[0.0], np.cumsum(np.sqrt((np.diff(p, axis=0) ** 2).sum(1)))])
    uv = np.stack(np.broadcast_arrays((angle * float(first.max()))[None, :], length[:, None]), -1)
    rows = [(i, i + 1) for i in range(n - 1)] + ([(n - 1, 0)] if closed else [])
    # a section runs anticlockwise seen along the path, so bands are turned to face outwards
    triangles = [_band(i * (sides + 1), k * (sides + 1), sides) for i, k in rows]
    all_points, all_normals, all_uv = [points.reshape(-1, 3)], [normals.reshape(-1, 3)], [uv.reshape(-1, 2)]
    if not closed:
        size = n * (sides + 1)
        j = np.arange(sides)
        for end, sign in ((0, -1.0), (n - 1, 1.0)):
            all_points += [points[end], p[end : end + 1]]
            all_normals.append(np.broadcast_to(sign * tangent[end], (sides + 2, 3)))
            all_uv.append(np.zeros((sides + 2, 2)))
            fan = np.column_stack([np.full(sides, size + sides + 1), size + j, size + j + 1])
            triangles.append(fan if sign > 0 else fan[:, ::-1])
            size += sides + 2
    flat = np.concatenate(all_points)
    return Level(
        flat, np.concatenate(all_normals), np.concatenate(all_uv), without_slivers(flat, np.concatenate(triangles))
    )


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
    kept_ones: Triangles = triangles[(area * area).sum(1) > 1e-20]
    return kept_ones


def kept(line: Array, tolerance: float) -> Triangles:
    """Indices of the points of a line that are needed to stay within a tolerance (Ramer, Douglas, Peucker)."""
    keep = {0, len(line) - 1}
    todo = [(0, len(line) - 1)]
    while todo:
        low, high = todo.pop()
        if high - low < 2:
            continue
        a, along = line[low], line[high] - line[low]
        between = line[low + 1 : high] - a
        square = float(along @ along)
        t = np.clip(between @ along / square, 0.0, 1.0) if square > 1e-18 else np.zeros(len(between))
        off = np.sqrt(((between - t[:, None] * along) ** 2).sum(1))
        worst = int(off.argmax())
        if off[worst] > tolerance:
            middle = low + 1 + worst
            keep.add(middle)
            todo += [(low, middle), (middle, high)]
    return np.array(sorted(keep))


def simplified(profile: Array, tolerance: float) -> Array:
    """A line without the points that are not needed to stay within a tolerance."""
    return profile[kept(profile, tolerance)]
