"""The one builder that stretches a skin over a row of rings, and rings for it to be stretched over.

Baths, toilets, shoes, blades, bins, statues: whatever no lathe can turn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from casita.errors import BadInput
from casita.shapes.flats import rounded_outline
from casita.shapes.mesh import Array, Level, Mesh, Triangles, cross, grid_triangles, unit
from casita.shapes.rounds import without_slivers

Station = tuple[float, float, float, float, float]
"""One oval of a loft: place along the axis, the two coordinates of its middle, its two half-axes."""

LEAST_AROUND = 6
"""Points that a ring keeps at the coarsest level."""

LEAST_ALONG = 3
"""Rings that a smooth skin keeps at the coarsest level."""


def loft(
    rings: Sequence[Array] | Array,
    *,
    crease: float | None = None,
    caps: tuple[bool, bool] = (True, True),
    levels: int = 4,
) -> Mesh:
    """A skin over rings of equally many points, each anticlockwise seen from where the last ring lies.

    It is smooth all over, or sharp at edges of more than `crease` degrees. `caps` closes the first and the last
    ring with a flat face. Each of at most `levels` levels of detail has half the points of the one before: of a
    smooth skin every other ring goes too, of a creased one no ring, since each is an edge. uv are metres round
    and along.
    """
    shapes = [np.shape(ring) for ring in rings]
    if len(shapes) < 2 or len(set(shapes)) > 1 or len(shapes[0]) != 2 or shapes[0][0] < 3 or shapes[0][1] != 3:
        raise BadInput(f"a loft is two or more rings of equally many points, three or more, not of shapes {shapes}")
    grid = np.stack([np.asarray(ring, float) for ring in rings])
    made, errors = [_level(grid, crease, caps)], [0.0]
    for step in (2**number for number in range(1, levels)):
        columns = np.arange(0, grid.shape[1], step)
        if len(columns) < LEAST_AROUND:
            break
        by = step if crease is None and (len(grid) - 1) // step + 1 >= LEAST_ALONG else 1
        rows = np.unique(np.append(np.arange(0, len(grid), by), len(grid) - 1))
        made.append(_level(grid[np.ix_(rows, columns)], crease, caps))
        errors.append(max(errors[-1], _departure(grid, rows, columns)))
    return Mesh(tuple(made), tuple(errors))


def _departure(grid: Array, rows: Triangles, columns: Triangles) -> float:
    """Metres that the points of a grid are at most away from the skin over some of its rows and columns."""
    count = grid.shape[1]
    around = np.arange(count)
    left = np.searchsorted(columns, around, "right") - 1
    ends = np.append(columns, count)
    share = ((around - ends[left]) / (ends[left + 1] - ends[left]))[:, None]
    coarse = grid[rows]
    rough = coarse[:, columns[left]] * (1 - share) + coarse[:, np.append(columns, 0)[left + 1]] * share
    along = np.arange(len(grid))
    low = np.minimum(np.searchsorted(rows, along, "right") - 1, len(rows) - 2)
    part = ((along - rows[low]) / (rows[low + 1] - rows[low]))[:, None, None]
    away = grid - (rough[low] * (1 - part) + rough[low + 1] * part)
    return float(np.sqrt((away * away).sum(-1)).max())


def _level(grid: Array, crease: float | None, caps: tuple[bool, bool]) -> Level:
    """One level of a skin, with its caps."""
    wide = np.concatenate([grid, grid[:, :1]], axis=1)
    made = [_smooth(wide) if crease is None else _creased(wide, crease)]
    for wanted, ring, flip in ((caps[0], grid[0], True), (caps[1], grid[-1], False)):
        if wanted:
            made.append(_cap(ring, flip))
    starts = np.cumsum([0, *(len(part.points) for part in made)])
    points, normals, uv = (np.concatenate([part[k] for part in made]) for k in range(3))
    triangles = np.concatenate([part.triangles + start for part, start in zip(made, starts, strict=False)])
    return Level(points, normals, uv, without_slivers(points, triangles))


def _faces(wide: Array) -> Array:
    """Each quad's normal, as long as twice its area."""
    a, b, c, d = wide[:-1, :-1], wide[:-1, 1:], wide[1:, 1:], wide[1:, :-1]
    return cross(c - a, d - b)


def _smooth(wide: Array) -> Level:
    """A skin whose points share one normal: the mean of the faces about them."""
    faces = _faces(wide)
    round_about = faces + np.roll(faces, 1, axis=1)
    normals = np.zeros((len(wide), faces.shape[1], 3))
    normals[:-1] += round_about
    normals[1:] += round_about
    normals = unit(np.concatenate([normals, normals[:, :1]], axis=1))
    triangles = grid_triangles(*wide.shape[:2])
    return Level(wide.reshape(-1, 3), normals.reshape(-1, 3), _lengths(wide).reshape(-1, 2), triangles)


CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))
"""The corners of a quad: how many rows on and how many columns on."""


def _creased(wide: Array, crease: float) -> Level:
    """A skin whose quads have corners of their own, smooth only towards neighbours that hardly turn away."""
    faces = _faces(wide)
    directions = unit(faces)
    limit = math.cos(math.radians(crease))
    normals = []
    for up, right in CORNERS:
        total = faces.copy()
        for row, column in ((1, 0), (0, 1), (1, 1)):
            other, facing = _shifted(faces, directions, row * (2 * up - 1), column * (2 * right - 1))
            agrees = (facing * directions).sum(-1, keepdims=True) >= limit
            total += np.where(agrees, other, 0.0)
        normals.append(unit(total))
    rows, columns = faces.shape[:2]

    def cornered(values: Array) -> Array:
        split = [values[row : row + rows, column : column + columns] for row, column in CORNERS]
        return np.stack(split, axis=2).reshape(-1, values.shape[-1])

    points = cornered(wide)
    first = np.arange(0, len(points), 4)
    triangles = np.concatenate(
        [np.column_stack([first, first + 1, first + 2]), np.column_stack([first, first + 2, first + 3])]
    )
    return Level(points, np.stack(normals, axis=2).reshape(-1, 3), cornered(_lengths(wide)), triangles)


def _shifted(faces: Array, directions: Array, row: int, column: int) -> tuple[Array, Array]:
    """The faces one row up or down and one column on or back, nothing beyond the first and the last row."""
    other, facing = np.roll(faces, -column, 1), np.roll(directions, -column, 1)
    if row:
        other, facing = np.roll(other, -row, 0), np.roll(facing, -row, 0)
        other[-1 if row > 0 else 0] = 0.0
    return other, facing


def _lengths(wide: Array) -> Array:
    """Metres round the longest ring and along the rings, by point."""
    around = np.sqrt((np.diff(wide, axis=1) ** 2).sum(-1))
    u = np.concatenate([[0.0], np.cumsum(around[int(around.sum(1).argmax())])])
    along = np.sqrt((np.diff(wide, axis=0) ** 2).sum(-1)).max(1)
    v = np.concatenate([[0.0], np.cumsum(along)])
    return np.stack(np.broadcast_arrays(u[None, :], v[:, None]), -1)


def _cap(ring: Array, flip: bool) -> Level:
    """A flat face over a ring, seen from the far end or, flipped, from the near one."""
    count = len(ring)
    middle = ring.mean(0)
    normal = unit(cross(ring - middle, np.roll(ring, -1, 0) - middle).sum(0)) * (-1.0 if flip else 1.0)
    j = np.arange(count)
    fan = np.column_stack([np.full(count, count), j, (j + 1) % count])
    points = np.vstack([ring, middle])
    across = np.sort(np.argsort(np.abs(normal), kind="stable")[:2])
    uv = (points - points.min(0))[:, across]
    return Level(points, np.broadcast_to(normal, points.shape), uv, fan[:, ::-1] if flip else fan)


def ovals(
    stations: Sequence[Station], axis: Literal["x", "y", "z"] = "z", *, sides: int = 32, square: float = 2.0
) -> Array:
    """Rings along an axis: superellipses of exponent `square` (2 is an ellipse, 4 nearly a rectangle).

    The two other axes follow in turn: x, y for z; y, z for x; z, x for y.
    """
    angle = np.arange(sides) * (2 * math.pi / sides)
    c, s = np.cos(angle), np.sin(angle)
    c = np.sign(c) * np.abs(c) ** (2 / square)
    s = np.sign(s) * np.abs(s) ** (2 / square)
    rings = np.empty((len(stations), sides, 3))
    first = {"x": (1, 2, 0), "y": (2, 0, 1), "z": (0, 1, 2)}[axis]
    for ring, (at, one, two, a, b) in zip(rings, stations, strict=True):
        ring[:, first[0]], ring[:, first[1]], ring[:, first[2]] = one + a * c, two + b * s, at
    return rings


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
