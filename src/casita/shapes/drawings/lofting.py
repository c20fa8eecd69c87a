"""Surfaces stretched over a row of rings: baths, toilets, toasters, and whatever no lathe can turn."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from casita.shapes.flats import rounded_outline
from casita.shapes.mesh import Array, Level, Mesh, unit


def loft(
    rings: Sequence[Array], *, crease: float = 40.0, caps: tuple[bool, bool] = (False, False), closed: bool = True
) -> Mesh:
    """A skin over rings of equally many points, each anticlockwise seen from where the last ring lies.

    Edges sharper than `crease` degrees stay sharp. `caps` closes the first and the last ring, `closed`
    joins each ring's end to its start. uv are metres round and along.
    """
    grid = np.stack([np.asarray(ring, float) for ring in rings])
    levels, errors = [_loft_level(grid, crease, caps, closed)], [0.0]
    step = 2
    while closed and grid.shape[1] // step >= 8 and step <= 4:
        dropped = np.abs(grid[:, step // 2 :: step] - grid[:, ::step][:, : len(grid[0, step // 2 :: step])])
        errors.append(float(np.sqrt((dropped**2).sum(-1)).min(1).max()) * 0.35 + 1e-4)
        levels.append(_loft_level(grid[:, ::step], crease, caps, closed))
        step *= 2
    return Mesh(tuple(levels), tuple(errors))


def _loft_level(grid: Array, crease: float, caps: tuple[bool, bool], closed: bool) -> Level:
    rows = len(grid)
    wide = np.concatenate([grid, grid[:, :1]], axis=1) if closed else grid
    a, b, c, d = wide[:-1, :-1], wide[:-1, 1:], wide[1:, 1:], wide[1:, :-1]
    faces = np.cross(c - a, d - b)
    directions = unit(faces)
    limit = math.cos(math.radians(crease))
    normals = []
    for up, right in ((0, 0), (0, 1), (1, 1), (1, 0)):
        total = faces.copy()
        for row, column in ((1, 0), (0, 1), (1, 1)):
            other, facing = _shifted(faces, directions, row * (2 * up - 1), column * (2 * right - 1), closed)
            agrees = (facing * directions).sum(-1, keepdims=True) >= limit
            total += np.where(agrees, other, 0.0)
        normals.append(unit(total))
    u, v = _lengths(wide)
    points = np.stack([a, b, c, d], axis=2).reshape(-1, 3)
    uv = np.stack(
        [
            np.stack([u[r : rows - 1 + r, k : k + a.shape[1]], v[r : rows - 1 + r, k : k + a.shape[1]]], -1)
            for r, k in ((0, 0), (0, 1), (1, 1), (1, 0))
        ],
        axis=2,
    ).reshape(-1, 2)
    first = np.arange(0, len(points), 4)
    triangles = np.concatenate(
        [np.column_stack([first, first + 1, first + 2]), np.column_stack([first, first + 2, first + 3])]
    )
    made = [(points, np.stack(normals, axis=2).reshape(-1, 3), uv, triangles)]
    for wanted, ring, flip in ((caps[0], grid[0], True), (caps[1], grid[-1], False)):
        if wanted:
            made.append(_fan(ring, flip))
    starts = np.cumsum([0, *(len(part[0]) for part in made)])
    points, all_normals, uv = (np.concatenate([part[k] for part in made]) for k in range(3))
    triangles = np.concatenate([part[3] + start for part, start in zip(made, starts, strict=False)])
    p, q, r = (points[triangles[:, k]] for k in range(3))
    real = (np.cross(q - p, r - p) ** 2).sum(1) > 1e-20
    return Level(points, all_normals, uv, triangles[real])


def _shifted(faces: Array, directions: Array, row: int, column: int, closed: bool) -> tuple[Array, Array]:
    """The faces one row up or down and one column on or back, nothing beyond an edge."""
    other, facing = faces, directions
    if column:
        other, facing = np.roll(other, -column, 1), np.roll(facing, -column, 1)
        if not closed:
            other, facing = other.copy(), facing.copy()
            other[:, -1 if column > 0 else 0] = 0.0
    if row:
        other, facing = np.roll(other, -row, 0), np.roll(facing, -row, 0)
        other = other.copy()
        other[-1 if row > 0 else 0] = 0.0
    return other, facing


def _lengths(wide: Array) -> tuple[Array, Array]:
    """Metres round the longest ring and along the rings, by point."""
    round_ = np.sqrt((np.diff(wide, axis=1) ** 2).sum(-1))
    longest = round_[int(round_.sum(1).argmax())]
    u = np.concatenate([[0.0], np.cumsum(longest)])
    along = np.sqrt((np.diff(wide, axis=0) ** 2).sum(-1)).max(1)
    v = np.concatenate([[0.0], np.cumsum(along)])
    made_u, made_v = np.broadcast_arrays(u[None, :], v[:, None])
    return np.array(made_u), np.array(made_v)


def _fan(ring: Array, flip: bool) -> tuple[Array, Array, Array, Array]:
    n = len(ring)
    middle = ring.mean(0)
    normal = unit(np.cross(ring - middle, np.roll(ring, -1, 0) - middle).sum(0)) * (-1.0 if flip else 1.0)
    j = np.arange(n)
    fan = np.column_stack([np.full(n, n), j, (j + 1) % n])
    points = np.vstack([ring, middle])
    flat = points - points.min(0)
    axes = np.argsort(np.abs(normal), kind="stable")[:2]
    return points, np.broadcast_to(normal, points.shape), flat[:, np.sort(axes)], fan[:, ::-1] if flip else fan


def flat_ring(outline: Sequence[tuple[float, float]], z: float) -> Array:
    """An outline in x and y as a ring at a height."""
    return np.array([(x, y, z) for x, y in outline])


def box_ring(
    low: tuple[float, float], high: tuple[float, float], z: float, radius: float = 0.01, steps: int = 4
) -> Array:
    """A rectangle with round corners between two points in x and y, at a height."""
    outline = rounded_outline(high[0] - low[0], high[1] - low[1], radius, steps)
    middle = np.array(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, 0.0))
    made: Array = flat_ring(outline, z) + middle
    return made


def egg_ring(back: float, front: float, half: float, z: float, *, count: int = 40, square: float = 0.0) -> Array:
    """An oval from `back` to `front` along x, `half` wide to each side, blunter at the back by `square`."""
    angle = np.arange(count) * (2 * math.pi / count)
    c, s = np.cos(angle), np.sin(angle)
    power = np.where(c < 0, 1.0 - square, 1.0)
    x = np.sign(c) * np.abs(c) ** power
    y = np.sign(s) * np.abs(s) ** power
    middle = back + (front - back) * 0.42
    reach = np.where(c < 0, middle - back, front - middle)
    return np.column_stack([middle + x * reach, y * half, np.full(count, z)])


def section(
    outline: Sequence[tuple[float, float]],
    low: float,
    high: float,
    *,
    bevel: float = 0.0,
    crease: float = 40.0,
    caps: tuple[bool, bool] = (True, True),
) -> Mesh:
    """An outline in y and z (anticlockwise seen from the front) drawn along x, with rounded ends."""
    o = np.asarray(outline, float)
    middle = (o.max(0) + o.min(0)) / 2
    rings = []
    half = (o.max(0) - o.min(0)) / 2
    steps = (0.0, 45.0, 90.0) if bevel else (90.0,)
    for angle in np.radians(steps):
        inset = bevel * (1 - math.sin(angle))
        rings.append((low + bevel * (1 - math.cos(angle)), (half - inset) / half))
    rings += [(low + high - x, scale) for x, scale in reversed(rings)]
    made = [np.column_stack([np.full(len(o), x), middle + (o - middle) * scale]) for x, scale in rings]
    return loft(made, crease=crease, caps=caps)
