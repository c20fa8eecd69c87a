"""Meshes with levels of detail, and how they are moved, turned and scaled.

A mesh is a chain of levels, the finest first, each with the distance in metres that it departs from
the finest. Builders (`rounds.py`, `flats.py`) make the whole chain at once, so nobody who draws a
mug has to think of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from casita.arrays import Float64s, Int64s
from casita.geometry.poses import cos_sin
from casita.products import product

Array = Float64s
Triangles = Int64s
Vector = tuple[float, float, float]


class Level(NamedTuple):
    """One mesh: points, unit normals and texture coordinates by row, triangles anticlockwise from outside."""

    points: Array
    normals: Array
    uv: Array
    """Metres along the surface, or 0 to 1 across a print; v runs up."""
    triangles: Triangles

    @property
    def nbytes(self) -> int:
        """Bytes of its arrays."""
        return self.points.nbytes + self.normals.nbytes + self.uv.nbytes + self.triangles.nbytes


def grid_triangles(rows: int, columns: int) -> Triangles:
    """Two triangles for each cell of a grid of points that are counted row by row."""
    a = (np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)).ravel()
    d = a + columns
    return np.concatenate([np.column_stack([a, a + 1, d + 1]), np.column_stack([a, d + 1, d])])


@dataclass(frozen=True, slots=True)
class Mesh:
    """A surface in metres, at several levels of detail."""

    levels: tuple[Level, ...]
    errors: tuple[float, ...]
    """By level: metres that it departs from the finest, which has 0."""

    def each(self, change: Callable[[Level], Level], stretch: float = 1.0) -> Mesh:
        """The mesh with every level changed; `stretch` is how much longer the errors become."""
        return Mesh(tuple(map(change, self.levels)), tuple(error * stretch for error in self.errors))

    def moved(self, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Mesh:
        """The mesh elsewhere."""
        by = np.array((x, y, z))
        return self.each(lambda level: level._replace(points=level.points + by))

    def turned(self, axis: Literal["x", "y", "z"], degrees: float, about: Vector = (0.0, 0.0, 0.0)) -> Mesh:
        """The mesh turned about an axis through a point, anticlockwise seen against the axis."""
        matrix, pivot = turn(axis, degrees), np.array(about)
        return self.each(
            lambda level: level._replace(
                points=product(level.points - pivot, matrix.T) + pivot, normals=product(level.normals, matrix.T)
            )
        )

    def scaled(self, x: float = 1.0, y: float = 1.0, z: float = 1.0) -> Mesh:
        """The mesh stretched along the axes; a negative factor mirrors it."""
        factor = np.array((x, y, z))
        flip = x * y * z < 0.0

        def change(level: Level) -> Level:
            normals = unit(level.normals / factor)
            triangles = level.triangles[:, ::-1] if flip else level.triangles
            return level._replace(points=level.points * factor, normals=normals, triangles=triangles)

        return self.each(change, max(map(abs, (x, y, z))))

    def bent(self, where: Callable[[Array], Array]) -> Mesh:
        """The mesh with its points moved by any smooth function; normals are found anew from the triangles."""

        def change(level: Level) -> Level:
            points = where(level.points)
            return level._replace(points=points, normals=_carried_normals(level, points))

        made = self.each(change)
        stretch = max(1.0, _stretch(self.levels[0], made.levels[0]))
        bows = [_bow(before, after, where) for before, after in zip(self.levels, made.levels, strict=True)]
        errors = [error * stretch + bow + bows[0] for error, bow in zip(self.errors, bows, strict=True)]
        return Mesh(made.levels, (0.0, *np.maximum.accumulate(errors[1:]).tolist()))

    def inside_out(self) -> Mesh:
        """The mesh seen from its other side."""
        return self.each(lambda level: level._replace(normals=-level.normals, triangles=level.triangles[:, ::-1]))


def _edges(points: Array, triangles: Triangles) -> tuple[Array, Array]:
    """The two ends of all sides of all triangles."""
    return points[triangles].reshape(-1, 3), points[np.roll(triangles, -1, axis=1)].reshape(-1, 3)


def _stretch(before: Level, after: Level) -> float:
    """The most that a side of a triangle has become longer, as a factor."""
    sides = ((a - b) for a, b in (_edges(level.points, before.triangles) for level in (before, after)))
    old, new = (np.sqrt(dots(side, side)) for side in sides)
    return float((new / np.maximum(old, 1e-9)).max())


def _bow(before: Level, after: Level, where: Callable[[Array], Array]) -> float:
    """How far bending takes the middles of triangles' sides away from the sides, which stay straight."""
    (a, b), (c, d) = _edges(before.points, before.triangles), _edges(after.points, before.triangles)
    away = where((a + b) / 2) - (c + d) / 2
    return float(np.sqrt(dots(away, away)).max())


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes as one; a mesh with fewer levels keeps its coarsest."""
    if len(meshes) == 1:
        return meshes[0]
    count = max((len(mesh.levels) for mesh in meshes), default=0)
    levels, errors = [], []
    for number in range(count):
        chosen = [mesh.levels[min(number, len(mesh.levels) - 1)] for mesh in meshes]
        starts = np.cumsum([0, *(len(level.points) for level in chosen)])
        triangles = [level.triangles + start for level, start in zip(chosen, starts, strict=False)]
        levels.append(
            Level(
                np.concatenate([level.points for level in chosen]),
                np.concatenate([level.normals for level in chosen]),
                np.concatenate([level.uv for level in chosen]),
                np.concatenate(triangles),
            )
        )
        errors.append(max(mesh.errors[min(number, len(mesh.errors) - 1)] for mesh in meshes))
    return Mesh(tuple(levels), tuple(errors))


def cross(a: Array, b: Array) -> Array:
    """The vector product of rows of three; much quicker than numpy's, which takes any shape."""
    ax, ay, az = a[..., 0], a[..., 1], a[..., 2]
    bx, by, bz = b[..., 0], b[..., 1], b[..., 2]
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=-1)


def dots(a: Array, b: Array) -> Array:
    """The scalar product of rows of two or three; much quicker than adding along rows, and the same to the bit."""
    times = a * b
    total: Array = times[..., 0] + times[..., 1]
    return total if times.shape[-1] == 2 else total + times[..., 2]


def bounds(points: Array) -> tuple[Array, Array]:
    """The least and the most of each coordinate; much quicker than numpy's along short rows."""
    columns = points.T.copy()
    return columns.min(1), columns.max(1)


def unit(vectors: Array) -> Array:
    """The vectors at length one."""
    return vectors / np.maximum(np.sqrt(dots(vectors, vectors)), 1e-12)[..., None]


def turn(axis: str, degrees: float) -> Array:
    """The matrix of a turn about one axis."""
    c, s = cos_sin(degrees)
    if axis == "x":
        return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    if axis == "y":
        return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def face_normals(points: Array, triangles: Triangles) -> Array:
    """The normal of each triangle, as long as twice its area."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return cross(b - a, c - a)


def smooth_normals(points: Array, triangles: Triangles, crease: float = 40.0) -> tuple[Array, Triangles, Array]:
    """Points split where faces meet at more than `crease` degrees, triangles over them, and their normals.

    Also welds points that are at the same place, so seams do not show.
    """
    faces = face_normals(points, triangles)
    directions = unit(faces)
    _, welded = np.unique(np.round(points * 1e5).astype(np.int64), axis=0, return_inverse=True)
    corner = welded.reshape(-1)[triangles].reshape(-1)
    order = np.argsort(corner, kind="stable")
    starts = np.searchsorted(corner[order], np.arange(corner.max() + 2))
    limit = float(np.cos(np.radians(crease)))
    normals = np.empty((len(corner), 3))
    for at in range(len(starts) - 1):
        here = order[starts[at] : starts[at + 1]]
        owners = here // 3
        agree = product(directions[owners], directions[owners].T) >= limit
        normals[here] = product(agree, faces[owners])
    split = points[triangles.reshape(-1)]
    return split, np.arange(len(split)).reshape(-1, 3), _known(unit(normals))


def _known(normals: Array) -> Array:
    """Unit normals, upwards where a point has only faces without an area around it."""
    lost = dots(normals, normals) < 0.5
    normals[lost] = (0.0, 0.0, 1.0)
    return normals


def with_unit_normals(level: Level) -> Level:
    """The level with every normal of length one, as the renderer takes them."""
    square = dots(level.normals, level.normals)
    if np.abs(square - 1.0).max(initial=0.0) < 1e-9:
        return level
    return level._replace(normals=_known(unit(level.normals)))


def _carried_normals(level: Level, points: Array) -> Array:
    """Normals after bending: those of the faces around each point, kept split where they were split."""
    faces = face_normals(points, level.triangles)
    key = np.round(np.concatenate([level.points * 1e5, level.normals * 20.0], axis=1)).astype(np.int64)
    _, welded = np.unique(key, axis=0, return_inverse=True)
    welded = welded.reshape(-1)
    total = np.zeros((int(welded.max()) + 1, 3))
    for k in range(3):
        np.add.at(total, welded[level.triangles[:, k]], faces)
    return _known(unit(total[welded]))
