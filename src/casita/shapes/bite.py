"""Bites: round hollows with tooth marks, pressed into a mesh from outside."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools
from casita.products import product
from casita.shapes.cut import cap, under
from casita.shapes.mesh import Array, Level, unit

TOOTH = 0.05
"""How deep the marks of teeth are, as a fraction of a bite's radius."""

FINEST = 1200
"""Triangles that the wall of a bite is cut into at most."""


class Bite(NamedTuple):
    """A ball, and all that lies outwards of it within its width."""

    centre: tuple[float, float, float]
    outward: tuple[float, float, float]
    """Direction from which the mouth comes, of length one."""
    radius: float
    upright: float = 1.0
    """How much heights count: near 0 makes the bite an upright tube, for flat things."""


def bites_of(size: tuple[float, float, float], count: int) -> list[Bite]:
    """So many bites side by side from the front of a box; more than two leave only its back."""
    depth, width, height = size
    deep = count > 2
    if deep:
        radius = 0.85 * max(depth, width)
        return [Bite((radius - 0.2 * depth, 0.0, height * 0.55), (1.0, 0.0, 0.0), radius, 0.05)]
    radius = 0.34 * max(depth, width)
    flat = height < 0.55 * min(depth, width)
    lift = 0.0 if flat else 0.25
    made = []
    for k in range(count):
        angle = math.radians(62.0 * (k / max(count - 1, 1) - 0.5))
        c, s = math.cos(angle), math.sin(angle)
        out = (c * math.cos(lift), s * math.cos(lift), math.sin(lift))
        made.append(Bite((0.44 * depth * c, 0.44 * width * s, height * 0.6), out, radius, 0.05 if flat else 0.9))
    return made


def bitten_off(level: Level, bite: Bite, finest: int = FINEST, sunk: float = 0.0) -> tuple[Level, Level | None]:
    """A level with a bite out of it: the skin that is left, and the wall of the bite, if it is hit.

    The wall gets at most about `finest` triangles, or one for each that was there; none at all with 0.
    It is `sunk` a little, as a fraction of its depth, where another wall is to hide it.
    """
    level = _even(level, bite.radius)
    depth = _depth(level.points, bite)
    if (depth > 0.0).all():
        return level, None
    outside, _ = under(level, -depth)
    if not finest:
        return outside, None
    gone, _ = under(level, depth)
    rim = _depth(gone.points, bite) > -1e-4 * bite.radius
    for _ in range(3):
        if 0 < len(gone.triangles) <= finest // 4:
            gone, rim = _finer(gone, rim)
    return outside, _pressed(gone, rim, bite, sunk)


def end_bitten_off(level: Level, at: float, depth: float) -> tuple[Level, Level | None]:
    """A long level without what lies left of a height along y, and the ragged hollow end that it has then."""
    x = 2 * level.points[:, 0] / depth
    marks = 0.12 * np.abs(np.sin(4.2 * x + 0.5)) - 0.22 * np.clip(1 - x * x, 0.0, 1.0)
    rest, edges = under(level, level.points[:, 1] - at - depth * marks)
    end = cap(edges, (0.0, 1.0, 0.0))
    return rest, end


def _local(points: Array, bite: Bite) -> tuple[Array, Array, Array]:
    """Way outwards, distance from the axis, and the bite's radius in that direction."""
    away = (points - np.asarray(bite.centre)) * (1.0, 1.0, bite.upright)
    out = np.asarray(bite.outward)
    along = product(away, out)
    beside = away - along[:, None] * out
    distance = np.sqrt((beside * beside).sum(1))
    across = np.cross(out, (0.0, 0.0, 1.0))
    turn = np.arctan2(beside[:, 2], product(beside, across))
    radius = bite.radius * (1 + TOOTH * (np.abs(np.sin(turn * 3.5 + 0.4)) - 0.5))
    return along, distance, radius


def _depth(points: Array, bite: Bite) -> Array:
    """Metres to the wall of the bite: below 0 for what is gone."""
    along, distance, radius = _local(points, bite)
    return np.where(along > 0.0, distance, np.sqrt(distance**2 + along**2)) - radius


def _pressed(level: Level, rim: Bools, bite: Bite, sunk: float) -> Level:
    """What was bitten off pushed inwards onto the wall of the bite; its rim stays, so that the wall reaches it."""
    if not len(level.points):
        return level
    along, distance, radius = _local(level.points, bite)
    share = np.clip(distance / radius, 0.0, 1.0)
    marks = 1 + sunk + 0.4 * TOOTH * np.sin(share * 17.0)
    target = -radius * np.sqrt(1 - share**2) * marks
    out = np.asarray(bite.outward)
    points = level.points + np.where(rim, 0.0, np.minimum(target - along, 0.0))[:, None] * out
    away = (points - np.asarray(bite.centre)) * (1.0, 1.0, bite.upright)
    axis = np.maximum(product(away, out), 0.0)[:, None] * out
    normals = unit(-(away - axis) * (1.0, 1.0, bite.upright))
    points[:, 2] = np.maximum(points[:, 2], level.points[:, 2].min())
    uv = points[:, :2] * 4.0 + points[:, 2:] * (1.5, 3.0)
    return Level(points, normals, uv, level.triangles)


def _even(level: Level, longest: float) -> Level:
    """The level without triangles much longer than a bite is wide, which would tear into spikes."""
    for _ in range(3):
        corners = level.points[level.triangles]
        spans = np.abs(corners - np.roll(corners, 1, 1)).max(initial=0.0)
        if spans < longest or len(level.triangles) > FINEST // 4:
            break
        level, _ = _finer(level, np.zeros(len(level.points), bool))
    return level


def _finer(level: Level, rim: Bools) -> tuple[Level, Bools]:
    """Each triangle cut into four, so that the wall of the bite is round; and which points are on its rim."""
    t = level.triangles
    ends = np.sort(np.concatenate([t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]]), axis=1)
    count = len(level.points)
    keys, which, uses = np.unique(ends[:, 0] * count + ends[:, 1], return_inverse=True, return_counts=True)
    pairs = np.column_stack([keys // count, keys % count])
    ab, bc, ca = len(level.points) + which.reshape(3, -1)
    a, b, c = t.T
    triangles = np.concatenate([np.column_stack(f) for f in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
    finer = Level(
        np.vstack([level.points, level.points[pairs].mean(1)]),
        np.vstack([level.normals, unit(level.normals[pairs].mean(1))]),
        np.vstack([level.uv, level.uv[pairs].mean(1)]),
        triangles,
    )
    return finer, np.concatenate([rim, rim[pairs].all(1) & (uses == 1)])
