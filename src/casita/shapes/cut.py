"""Cutting meshes with planes and other surfaces: for slices, bites and shards."""

from __future__ import annotations

import numpy as np

from casita.products import product
from casita.shapes.mesh import Array, Level, Mesh, Triangles, unit

Vector = tuple[float, float, float]

WELD = 1e-5
"""Metres within which two points of a cut are one."""


def below(level: Level, normal: Vector, offset: float) -> tuple[Level, Array]:
    """What is left of a level where normal . point <= offset, and the cut edges: pairs of points, n x 2 x 3."""
    return under(level, product(level.points, normal) - offset)


def under(level: Level, height: Array) -> tuple[Level, Array]:
    """What is left of a level where a value at each of its points is not above 0, and the cut edges."""
    inside = height <= 0.0
    count = inside[level.triangles].sum(1)
    whole = level.triangles[count == 3]
    crossed = level.triangles[(count == 1) | (count == 2)]
    points, normals, uv = [level.points], [level.normals], [level.uv]
    triangles = [whole]
    edges = np.empty((0, 2, 3))
    if len(crossed):
        # turn each crossed triangle so that its odd corner (alone on its side) comes first
        alone = inside[crossed] == (inside[crossed].sum(1) == 1)[:, None]
        first = alone.argmax(1)
        rows = np.arange(len(crossed))
        a, b, c = (crossed[rows, (first + k) % 3] for k in range(3))
        new, start = [], len(level.points)
        for other in (b, c):
            t = (height[a] / (height[a] - height[other]))[:, None]
            points.append(level.points[a] + t * (level.points[other] - level.points[a]))
            normals.append(unit(level.normals[a] + t * (level.normals[other] - level.normals[a])))
            uv.append(level.uv[a] + t * (level.uv[other] - level.uv[a]))
            new.append(start + rows)
            start += len(rows)
        p, q = new
        kept = inside[a]
        triangles.append(np.column_stack([a, p, q])[kept])
        triangles.append(np.column_stack([p, b, c])[~kept])
        triangles.append(np.column_stack([p, c, q])[~kept])
        edges = np.stack([points[-2], points[-1]], 1)
    made = Level(np.concatenate(points), np.concatenate(normals), np.concatenate(uv), np.concatenate(triangles))
    return tidy(made), edges


def tidy(level: Level) -> Level:
    """The level without points that no triangle uses."""
    used, triangles = np.unique(level.triangles, return_inverse=True)
    return Level(level.points[used], level.normals[used], level.uv[used], triangles.reshape(-1, 3))


def cap(edges: Array, normal: Vector) -> Level | None:
    """Faces over a cut: over each closed line of cut edges a fan about its middle (right for star-shaped cuts).

    Lines that do not close, where a leaf or another thin sheet was cut, get no face. uv run from 0 to 1
    over each face, v up.
    """
    if len(edges) < 3:
        return None
    direction = unit(np.asarray(normal, float))
    side = unit(np.cross((0.0, 0.0, 1.0) if abs(direction[2]) < 0.9 else (1.0, 0.0, 0.0), direction))
    up = np.cross(direction, side)
    faces = [_fan(loop, side, up, direction) for loop in _loops(edges, np.column_stack([side, up]))]
    if not faces:
        return None
    starts = np.cumsum([0, *(len(face.points) for face in faces)])
    return Level(
        np.concatenate([face.points for face in faces]),
        np.concatenate([face.normals for face in faces]),
        np.concatenate([face.uv for face in faces]),
        np.concatenate([face.triangles + start for face, start in zip(faces, starts, strict=False)]),
    )


def _loops(edges: Array, plane: Array) -> list[Array]:
    """The points of each closed line of edges in a plane, which has two directions as its columns."""
    ends = edges.reshape(-1, 3)
    # the odd offset keeps round numbers away from where rounding is a toss-up
    cells = np.floor(product(ends, plane) / WELD + 0.2371).astype(np.int64)
    _, first, welded = np.unique(cells, axis=0, return_index=True, return_inverse=True)
    pairs = np.unique(np.sort(welded.reshape(-1, 2), axis=1), axis=0)
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    label = _connected(len(first), pairs)
    degree = np.bincount(pairs.ravel(), minlength=len(first))
    made = []
    for name in np.unique(label):
        members = label == name
        # a single stray end is a gap of rounding; more than that is an open line
        if members.sum() >= 3 and (degree[members] == 1).sum() <= 1:
            made.append(ends[first[members]])
    return made


def _connected(count: int, pairs: Triangles) -> Triangles:
    """A number for each point that it shares with all that are joined to it."""
    label = np.arange(count)
    while len(pairs):
        least = label[pairs].min(1)
        new = label.copy()
        np.minimum.at(new, pairs[:, 0], least)
        np.minimum.at(new, pairs[:, 1], least)
        new = new[new]
        if (new == label).all():
            break
        label = new
    return label


def _fan(loop: Array, side: Array, up: Array, direction: Array) -> Level:
    middle = (loop.min(0) + loop.max(0)) / 2
    flat = product(loop - middle, np.column_stack([side, up]))
    order = np.argsort(np.arctan2(flat[:, 1], flat[:, 0]), kind="stable")
    n = len(loop)
    span = np.maximum(flat.max(0) - flat.min(0), 1e-9)
    uv = np.vstack([(flat[order] - flat.min(0)) / span, [-flat.min(0) / span]])
    j = np.arange(n)
    triangles = np.column_stack([np.full(n, n), j, (j + 1) % n])
    normals = np.broadcast_to(direction, (n + 1, 3)).copy()
    return Level(np.vstack([loop[order], [middle]]), normals, uv, triangles)


def halved(mesh: Mesh, normal: Vector, offset: float) -> tuple[Mesh | None, Mesh | None]:
    """The part of a mesh below a plane, and the faces that close the cut; None where nothing is left."""
    kept, caps, kept_errors, cap_errors = [], [], [], []
    for level, error in zip(mesh.levels, mesh.errors, strict=True):
        part, edges = below(level, normal, offset)
        if len(part.triangles):
            kept.append(part)
            kept_errors.append(error)
        face = cap(edges, normal)
        if face is not None:
            caps.append(face)
            cap_errors.append(error)
    surface = Mesh(tuple(kept), (0.0, *kept_errors[1:])) if kept else None
    return surface, Mesh(tuple(caps), (0.0, *cap_errors[1:])) if caps else None
