"""Flat and square things: rounded blocks, prisms from an outline, sheets, prints, and bendy patches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Literal, get_args

import numpy as np

from casita.errors import BadInput, unknown
from casita.products import length
from casita.shapes.mesh import Array, Level, Mesh, Triangles, cross, dots, grid_triangles, smooth_normals, unit
from casita.shapes.rounds import band, kept, without_slivers

Outline = Sequence[tuple[float, float]]
Vector = tuple[float, float, float]
Side = Literal["front", "back", "left", "right", "top", "bottom"]


def block(low: Vector, high: Vector, *, bevel: float = 0.004, fine: int = 2) -> Mesh:
    """A box between two corners with rounded edges; `fine` is the number of steps of the rounding."""
    a, b = np.asarray(low, float), np.asarray(high, float)
    half, centre = (b - a) / 2, (a + b) / 2
    if (half <= 0.0).any():
        raise BadInput(f"a block's corners are out of order or flat: {low} to {high}")
    radius = min(bevel, float(half.min()) * 0.98)
    steps = [fine, 1, 0] if fine > 1 else [fine, 0][: fine + 1]
    if radius <= 0.0:
        steps = [0]
    errors = {1: radius * 0.138, 0: radius * 0.733}  # at the corners: measured, and the square root of 3 less 1
    levels = tuple(box_level(half, centre, radius if count else 0.0, count) for count in steps)
    return Mesh(levels, tuple(0.0 if i == 0 else errors[count] for i, count in enumerate(steps)))


def box_level(half: Array, centre: Array, radius: float, steps: int, inner: int = 0) -> Level:
    """A box about a centre with edges rounded in so many steps, and so many lines across each face."""
    sign, direction, triangles, flat = _box_template(steps, inner)
    points = sign * (half - radius) + radius * direction
    return Level(points + centre, direction, points.take(flat) + 0.37, triangles)


@cache
def _box_template(steps: int, inner: int) -> tuple[Array, Array, Triangles, Triangles]:
    """Signs, directions and triangles of a box whose edges turn in so many steps, and where its uv are.

    Those are the two coordinates along its face, by their places among those of all points. `inner` is how many
    lines run across each face, for boxes whose faces are bent.
    """
    lean = np.tan(np.linspace(math.pi / 4, 0.0, steps + 1)) if steps else np.zeros(1)
    line = np.concatenate([-lean, np.zeros(inner), lean[::-1]])
    ones = np.ones(len(lean))
    side = np.concatenate([-ones, np.linspace(-1.0, 1.0, inner + 2)[1:-1], ones])
    signs, directions, triangles, flat = [], [], [], []
    count = len(line)
    start = 0
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for face in (-1.0, 1.0):
            sign, direction = np.empty((count, count, 3)), np.empty((count, count, 3))
            sign[..., u], sign[..., v], sign[..., axis] = side[:, None], side[None, :], face
            direction[..., u], direction[..., v], direction[..., axis] = line[:, None], line[None, :], face
            triangles.append(start + _face_of_cube(count, face))
            signs.append(sign.reshape(-1, 3))
            directions.append(unit(direction.reshape(-1, 3)))
            along = [k for k in range(3) if k != axis]
            flat.append(3 * np.arange(start, start + count * count)[:, None] + along)
            start += count * count
    return np.concatenate(signs), np.concatenate(directions), np.concatenate(triangles), np.concatenate(flat)


def _face_of_cube(count: int, face: float) -> Triangles:
    """Triangles of a grid of points, so many a side, on the far (1) or the near (-1) face of a cube along an axis."""
    a = (np.arange(count - 1)[:, None] * count + np.arange(count - 1)).ravel()
    b = a + count
    quads = np.concatenate([np.column_stack([a, b, b + 1]), np.column_stack([a, b + 1, a + 1])])
    return quads if face > 0 else quads[:, ::-1]


def cushion(low: Vector, high: Vector, *, puff: float = 0.5, bevel: float = 0.04, fine: int = 8) -> Mesh:
    """A soft block: its faces bulge; `puff` from 0 (a block) to 1 (a pillow that is thin at the edges)."""
    a, b = np.asarray(low, float), np.asarray(high, float)
    half, centre = (b - a) / 2, (a + b) / 2
    if (half <= 0.0).any():
        raise BadInput(f"a cushion's corners are out of order or flat: {low} to {high}")
    if not (0.0 <= puff <= 1.0 and fine >= 2):
        raise BadInput(f"a cushion's puff is from 0 to 1 and it has 2 or more squares a side, not {puff} and {fine}")
    thin = int(half.argmin())
    others = [k for k in range(3) if k != thin]
    levels, errors = [], []
    finest: Array | None = None
    for count in sorted({fine, max(fine // 2, 2), 2}, reverse=True):
        points, triangles = _grid_box(count)
        rounded = _puffed(points, half, thin, puff, bevel)
        split, faces, normals = smooth_normals(rounded, without_slivers(rounded, triangles), 70.0)
        levels.append(Level(split + centre, normals, split[:, others], faces))
        grids: Array = rounded.reshape(6, count + 1, count + 1, 3)
        finest = grids if finest is None else finest
        errors.append(max(_departure(finest[side], grids[side]) for side in range(6)))
    return Mesh(tuple(levels), tuple(np.maximum.accumulate(errors).tolist()))


def _puffed(points: Array, half: Array, thin: int, puff: float, bevel: float) -> Array:
    """Points of a cube's surface, brought to that of a cushion."""
    q = points.copy()
    others = [k for k in range(3) if k != thin]
    edge = np.prod([np.clip(1 - np.abs(q[:, k]) ** 2.5, 0, 1) ** 0.5 for k in others], axis=0)
    q[:, thin] *= (1 - puff) + puff * edge
    corner = np.abs(q[:, others]).min(1) ** 3
    for k in others:
        q[:, k] *= 1 - 0.06 * puff * corner
    radius = min(bevel, float(half.min()) * 0.9)
    inner = half - radius
    clamped = np.clip(q * half, -inner, inner)
    away = q * half - clamped
    far = np.sqrt((away * away).sum(1, keepdims=True))
    rounded: Array = np.where(far > radius, clamped + away * (radius / np.maximum(far, 1e-9)), q * half)
    return rounded


def _departure(fine: Array, coarse: Array, rows: Array | None = None, columns: Array | None = None) -> float:
    """How far the points of a grid are from a coarser grid's triangles.

    `rows` and `columns` say which of the fine grid's the coarse one has; evenly spread if they are left out.
    """
    steps = []
    for axis, kept_ones in enumerate((rows, columns)):
        last = coarse.shape[axis] - 1
        at = np.linspace(0.0, last, fine.shape[axis])
        if kept_ones is not None:
            at = np.interp(np.arange(fine.shape[axis]), kept_ones, np.arange(last + 1))
        low = np.minimum(at.astype(np.int64), last - 1)
        steps.append((low, at - low))
    (i, v), (j, u) = steps
    a, b = coarse[np.ix_(i, j)], coarse[np.ix_(i, j + 1)]
    c, d = coarse[np.ix_(i + 1, j + 1)], coarse[np.ix_(i + 1, j)]
    u, v = u[None, :, None], v[:, None, None]
    flat = np.where(u >= v, a + u * (b - a) + v * (c - b), a + v * (d - a) + u * (c - d))
    return float(_sizes(fine - flat).max())


def _sizes(vectors: Array) -> Array:
    """How long vectors are."""
    sizes: Array = np.sqrt(dots(vectors, vectors))
    return sizes


@cache
def _grid_box(count: int) -> tuple[Array, Triangles]:
    """The surface of a cube from -1 to 1 as a grid of so many squares a side."""
    line = np.linspace(-1.0, 1.0, count + 1)
    points, triangles, start = [], [], 0
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for face in (-1.0, 1.0):
            p = np.empty((count + 1, count + 1, 3))
            p[..., u], p[..., v], p[..., axis] = line[:, None], line[None, :], face
            triangles.append(start + _face_of_cube(count + 1, face))
            points.append(p.reshape(-1, 3))
            start += (count + 1) ** 2
    return np.concatenate(points), np.concatenate(triangles)


def rounded_outline(depth: float, width: float, radius: float, steps: int = 5) -> list[tuple[float, float]]:
    """A rectangle about the origin with round corners, anticlockwise: for `prism`."""
    radius = min(radius, depth / 2, width / 2)
    made = []
    corners = ((1, 1, 0.0), (-1, 1, 90.0), (-1, -1, 180.0), (1, -1, 270.0))
    for sx, sy, start in corners:
        for angle in np.radians(np.linspace(start, start + 90.0, steps + 1)):
            x = sx * (depth / 2 - radius) + radius * math.cos(angle)
            made.append((x, sy * (width / 2 - radius) + radius * math.sin(angle)))
    return made


def prism(outline: Outline, low: float, high: float, *, bevel: float = 0.0, crease: float = 40.0) -> Mesh:
    """An outline (anticlockwise, star-shaped about its middle) drawn up from one height to another.

    uv of the ends run from 0 to 1 over the outline's rectangle, those of the sides are metres.
    """
    o = np.asarray(outline, float)
    if o.ndim != 2 or o.shape[1] != 2 or len(o) < 3:
        raise BadInput(f"a prism's outline is three or more (x, y) points, not {outline!r}")
    if high <= low:
        raise BadInput(f"a prism is drawn up from a height to a greater one, not from {low} to {high}")
    size = float((o.max(0) - o.min(0)).max())
    levels = [_prism_level(o, low, high, bevel, crease)]
    errors = [0.0]
    before = len(o) + (1 if bevel > 0.0 else 0)  # without its bevel it is coarser, even if all its corners stay
    for tolerance in (0.01 * size, 0.05 * size):
        line = o[kept(np.vstack([o, o[:1]]), tolerance)[:-1]]
        if 3 <= len(line) < before:
            levels.append(_prism_level(line, low, high, 0.0, crease))
            errors.append(tolerance + max(bevel, 0.0) * 0.5)
            before = len(line)
    return Mesh(tuple(levels), tuple(errors))


def _prism_level(o: Array, low: float, high: float, bevel: float, crease: float) -> Level:
    edge = np.roll(o, -1, 0) - o
    outward = unit(np.column_stack([edge[:, 1], -edge[:, 0]]))
    corner = unit(outward + np.roll(outward, 1, 0))
    rings: list[tuple[Array, float]] = []
    if bevel > 0.0:
        bevel = min(bevel, (high - low) * 0.49)
        for angle in np.radians((0.0, 45.0, 90.0)):
            rings.append((o - corner * bevel * (1 - math.sin(angle)), low + bevel * (1 - math.cos(angle))))
        rings += [(ring, high - (z - low)) for ring, z in reversed(rings)]
    else:
        rings = [(o, low), (o, high)]
    n = len(o)
    points = [np.column_stack([ring, np.full(n, z)]) for ring, z in rings]
    points = [np.vstack([p, p[:1]]) for p in points]
    triangles = [band(k * (n + 1), (k + 1) * (n + 1), n) for k in range(len(rings) - 1)]
    around = np.concatenate([[0.0], np.cumsum(np.sqrt((edge**2).sum(1)))])
    uv = [np.column_stack([around, np.full(n + 1, z - low)]) for _, z in rings]
    start = len(rings) * (n + 1)
    middle = o.mean(0)
    span = np.maximum(o.max(0) - o.min(0), 1e-9)
    j = np.arange(n)
    for ring, z, up in ((*rings[0], False), (*rings[-1], True)):
        cap = np.vstack([np.column_stack([ring, np.full(n, z)]), [(*middle, z)]])
        points.append(cap)
        uv.append((cap[:, :2] - o.min(0)) / span)
        fan = np.column_stack([np.full(n, start + n), start + j, start + (j + 1) % n])
        triangles.append(fan if up else fan[:, ::-1])
        start += n + 1
    flat, all_uv, all_triangles = np.concatenate(points), np.concatenate(uv), np.concatenate(triangles)
    split, faces, normals = smooth_normals(flat, all_triangles, crease)
    return Level(split, normals, all_uv[all_triangles.reshape(-1)], faces)


def sheet(corner: Vector, across: Vector, up: Vector, *, unit_uv: bool = True) -> Mesh:
    """A flat four-sided face from its lower left corner, seen from the side that it faces.

    uv run from 0 to 1 (for a print or a screen), or in metres.
    """
    c, a, b = (np.asarray(v, float) for v in (corner, across, up))
    points = np.array([c, c + a, c + a + b, c + b])
    normal = unit(cross(a, b))
    if not normal.any():
        raise BadInput(f"a sheet has two sides that are not in line, not {across} and {up}")
    w, h = (1.0, 1.0) if unit_uv else (length(a), length(b))
    uv = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
    level = Level(points, np.broadcast_to(normal, (4, 3)).copy(), uv, np.array([(0, 1, 2), (0, 2, 3)]))
    return Mesh((level,), (0.0,))


def face(side: Side, low: Vector, high: Vector, off: float = 0.0005) -> Mesh:
    """A print on one side of a box, a hair's breadth outside it; it reads left to right from outside."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    if side == "front":
        return sheet((x1 + off, y0, z0), (0.0, y1 - y0, 0.0), (0.0, 0.0, z1 - z0))
    if side == "back":
        return sheet((x0 - off, y1, z0), (0.0, y0 - y1, 0.0), (0.0, 0.0, z1 - z0))
    if side == "left":
        return sheet((x1, y1 + off, z0), (x0 - x1, 0.0, 0.0), (0.0, 0.0, z1 - z0))
    if side == "right":
        return sheet((x0, y0 - off, z0), (x1 - x0, 0.0, 0.0), (0.0, 0.0, z1 - z0))
    if side == "top":
        return sheet((x1, y0, z1 + off), (0.0, y1 - y0, 0.0), (x0 - x1, 0.0, 0.0))
    if side != "bottom":
        raise unknown("side of a box", side, get_args(Side))
    return sheet((x0, y0, z0 - off), (0.0, y1 - y0, 0.0), (x1 - x0, 0.0, 0.0))


def patch(grid: Array, *, unit_uv: bool = False, two_sided: bool = False) -> Mesh:
    """A bendy sheet through a grid of points (rows x columns x 3): cloth, a leaf, a page.

    It faces the side from which rows run up and columns run to the right; `two_sided` shows it from both.
    """
    g = np.asarray(grid, float)
    if g.ndim != 3 or g.shape[2] != 3 or min(g.shape[:2]) < 2:
        raise BadInput(f"a patch is a grid of at least 2 x 2 points, not of shape {g.shape}")
    levels, errors, step = [], [], 1
    while True:
        rows = np.unique(np.append(np.arange(0, g.shape[0], step), g.shape[0] - 1))
        columns = np.unique(np.append(np.arange(0, g.shape[1], step), g.shape[1] - 1))
        coarse = g[np.ix_(rows, columns)]
        levels.append(_patch_level(coarse, unit_uv, two_sided))
        errors.append(_departure(g, coarse, rows, columns))
        if max(len(rows), len(columns)) <= 4:
            break
        step *= 2
    return Mesh(tuple(levels), tuple(np.maximum.accumulate(errors).tolist()))


def _patch_level(g: Array, unit_uv: bool, two_sided: bool) -> Level:
    rows, columns = g.shape[:2]
    du, dv = np.gradient(g, axis=1), np.gradient(g, axis=0)
    normals = unit(cross(du, dv)).reshape(-1, 3)
    if unit_uv:
        u, v = np.linspace(0, 1, columns)[None, :], np.linspace(0, 1, rows)[:, None]
    else:
        u = np.concatenate([[0.0], np.cumsum(_sizes(np.diff(g, axis=1)).mean(0))])[None, :]
        v = np.concatenate([[0.0], np.cumsum(_sizes(np.diff(g, axis=0)).mean(1))])[:, None]
    uv = np.stack(np.broadcast_arrays(u, v), -1).reshape(-1, 2)
    triangles = grid_triangles(rows, columns)
    points = g.reshape(-1, 3)
    if not two_sided:
        return Level(points, normals, uv, triangles)
    back = triangles[:, ::-1] + len(points)
    return Level(
        np.vstack([points, points]), np.vstack([normals, -normals]), np.vstack([uv, uv]), np.vstack([triangles, back])
    )
