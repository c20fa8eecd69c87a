"""Round skins of food: a turned outline with lobes and lumps."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from casita.products import product
from casita.seeds import Stream
from casita.shapes.mesh import Array, Level, Mesh, grid_triangles, unit
from casita.shapes.rounds import Profile, curve, without_slivers

Lobes = Callable[[Array, Array], Array]
Warp = Callable[[Array], Array]


def skin(
    profile: Profile, *, sides: int = 48, rings: int = 24, lobes: Lobes | None = None, warp: Warp | None = None
) -> Mesh:
    """A closed round body: a smooth line of (radius, height) points from its lower to its upper pole, turned.

    `lobes` gives a factor on the radius by angle (radians) and way up (0 to 1); `warp` moves the points
    after that. uv run from 0 to 1, round and up.
    """
    line = np.asarray(curve([tuple(map(float, point)) for point in profile], 8))
    line[:, 0] = np.maximum(line[:, 0], 0.0)
    along = np.concatenate([[0.0], np.cumsum(np.sqrt((np.diff(line, axis=0) ** 2).sum(1)))])
    widest = float(line[:, 0].max())
    levels, errors = [], []
    for part in (1, 2, 4, 8):
        columns, rows = max(sides // part, 6), max(rings // part, 4)
        at = np.linspace(0.0, along[-1], rows + 1)
        radius, height = np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])
        levels.append(_skin_level(radius, height, columns, lobes, warp))
        errors.append(0.0 if part == 1 else widest * 1.5 * (1 - math.cos(math.pi / columns)))
        if columns <= 6:
            break
    return Mesh(tuple(levels), tuple(errors))


def _skin_level(radius: Array, height: Array, columns: int, lobes: Lobes | None, warp: Warp | None) -> Level:
    rows = len(radius) - 1
    angle: Array = np.linspace(0.0, 2 * math.pi, columns, endpoint=False)
    way: Array = np.linspace(0.0, 1.0, rows + 1)
    wide: Array = np.broadcast_to(radius[:, None], (rows + 1, columns)).copy()
    if lobes is not None:
        wide *= lobes(angle[None, :], way[:, None])
    g = np.stack(np.broadcast_arrays(wide * np.cos(angle), wide * np.sin(angle), height[:, None]), -1)
    if warp is not None:
        g = warp(g.reshape(-1, 3)).reshape(g.shape)
    normals = unit(np.cross(np.roll(g, -1, 1) - np.roll(g, 1, 1), np.gradient(g, axis=0)))
    normals[0], normals[-1] = unit(normals[1].mean(0)), unit(normals[-2].mean(0))
    g, normals = (np.concatenate([a, a[:, :1]], axis=1) for a in (g, normals))
    uv = np.stack(np.broadcast_arrays(np.linspace(0.0, 1.0, columns + 1)[None, :], way[:, None]), -1)
    points = g.reshape(-1, 3)
    triangles = without_slivers(points, grid_triangles(rows + 1, columns + 1))
    return Level(points, normals.reshape(-1, 3), uv.reshape(-1, 2), triangles)


def lumps(luck: Stream, amount: float, waves: float = 2.0) -> Warp:
    """A warp that pushes points out and in by smooth waves of so many radians a unit length."""
    rows = [[luck.uniform(-1, 1) for _ in range(3)] + [luck.uniform(0, 6.28)] for _ in range(5)]
    wave = np.array(rows)

    def warp(points: Array) -> Array:
        phase = product(points, wave[:, :3].T * waves * 2) + wave[:, 3]
        return np.asarray(points * (1 + amount * np.sin(phase).mean(1))[:, None])

    return warp


def lobed(count: int, depth: float, top: float = 1.0, phase: float = 0.0) -> Lobes:
    """Round lobes with narrow furrows between them, like a pumpkin's; deeper upwards with `top` above 1."""

    def factor(angle: Array, way: Array) -> Array:
        furrow = 1 - np.abs(np.sin(angle * count / 2 + phase))
        return 1 - depth * furrow**1.6 * (1 + (top - 1) * way)

    return factor


def lying(mesh: Mesh) -> Mesh:
    """A body that was made upright laid down along y, its top to the left."""
    return mesh.turned("x", -90.0)
