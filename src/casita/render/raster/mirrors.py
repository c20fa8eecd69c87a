"""Mirrors: which ones a picture shows, and what is seen in them, drawn small from behind their plane.

The eye that sees a point of a mirror sees what the mirrored eye, as far behind the plane, would see through that
point. So a picture is drawn from there whose frame is the mirror itself and whose near plane is the mirror's; on the
mirror it lies flat, like a print. What is mirrored in a mirror that is seen in a mirror is not drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from casita.arrays import Float32s, Int32s, Uint32s
from casita.exact import total_of
from casita.products import dot
from casita.render.raster.arrays import Float, Geometry, Instances, View

MOST = 2
"""Mirrors of one picture, the nearest first, that show anything but their own gradient."""

MOST_SEEN = 16
"""Mirrors among which the nearest are looked for."""

LARGEST = 8
"""Base-2 logarithm of the side of the largest picture in a mirror, and of the smallest."""
SMALLEST = 4

CLOSEST = 0.02
"""Metres before a mirror from which it is looked into."""

OVER = 0.03
"""By how much of its sides the picture is larger than the mirror on each side."""

COARSE = 1.5
"""Pixels of the frame to one of the picture in a mirror, about."""

PLACE_COLUMNS = 8
"""Numbers that say where a point lies in the picture: four for across, four for up."""


class Pane(NamedTuple):
    """A flat mirror in its mesh's own axes, which faces along x."""

    mesh: int
    x: float
    low: tuple[float, float]
    """Least y and z, and largest ones."""
    high: tuple[float, float]


class Reflection(NamedTuple):
    """What must be drawn for one mirror."""

    instance: int
    view: View
    size: int
    """Base-2 logarithm of the side of its picture."""
    place: Float32s
    """PLACE_COLUMNS: from a point of the mirror to its place in the picture, each from 0 to 1."""


def panes_of(geometry: Geometry) -> list[Pane]:
    """The meshes that have a flat mirror which faces along their x axis."""
    found = []
    starts = geometry.level_triangle[geometry.mesh_level]
    ends = starts + geometry.level_triangles[geometry.mesh_level]
    mirrors = np.flatnonzero(geometry.finish_mirror[geometry.triangle_finish] > 0.0)
    meshes = np.flatnonzero(np.searchsorted(mirrors, starts) < np.searchsorted(mirrors, ends))
    for mesh in meshes.tolist():
        rows = mirrors[(mirrors >= starts[mesh]) & (mirrors < ends[mesh])]
        vertices = geometry.triangle[rows].reshape(-1).astype(np.int64)
        vertices += geometry.level_vertex[geometry.mesh_level[mesh]]
        vertices = vertices[geometry.normal[vertices, 0] > 0.99]
        if len(vertices):
            x, y, z = geometry.x[vertices], geometry.y[vertices], geometry.z[vertices]
            low, high = (float(y.min()), float(z.min())), (float(y.max()), float(z.max()))
            found.append(Pane(mesh, float(x.max()), low, high))
    return found


def reflections(
    instances: Instances, candidates: Sequence[tuple[int, Pane]], view: View, height: int
) -> list[Reflection]:
    """The mirrors that may be in view of a picture so many pixels high, the nearest first."""
    if not candidates:
        return []
    found = []
    eye = view.position.tolist()
    axes = view.rotation.T.tolist()
    slopes = (view.across, view.upright)
    for instance, pane in candidates:
        if not instances.shown[instance] or instances.mesh[instance] != pane.mesh:
            continue
        m, shift = instances.matrix[instance].tolist(), instances.position[instance].tolist()
        middle = (pane.x, (pane.low[0] + pane.high[0]) / 2, (pane.low[1] + pane.high[1]) / 2)
        away = [
            shift[k] - eye[k] + m[3 * k] * middle[0] + m[3 * k + 1] * middle[1] + m[3 * k + 2] * middle[2]
            for k in range(3)
        ]
        front = -(away[0] * m[0] + away[1] * m[3] + away[2] * m[6])
        if front < CLOSEST:
            continue
        radius = math.hypot(pane.high[0] - pane.low[0], pane.high[1] - pane.low[1]) / 2
        right, up, back = (total_of(a * b for a, b in zip(away, axis, strict=True)) for axis in axes)
        if -back < -radius or any(
            (abs(off) + back * slope) / math.hypot(1.0, slope) > radius
            for off, slope in zip((right, up), slopes, strict=True)
        ):
            continue
        distance = math.sqrt(away[0] ** 2 + away[1] ** 2 + away[2] ** 2)
        found.append((distance, instance, pane, front))
    found.sort(key=lambda row: row[:2])
    return [_reflection(instances, *row, view, height) for row in found[:MOST]]


def _reflection(
    instances: Instances, distance: float, instance: int, pane: Pane, front: float, view: View, height: int
) -> Reflection:
    """The view from behind one mirror, whose front is so far from the eye's plane."""
    matrix = instances.matrix[instance].astype(np.float64).reshape(3, 3)
    ahead, up = matrix[:, 0], matrix[:, 2]
    right = -matrix[:, 1]
    eye = view.position.astype(np.float64)
    behind = eye - 2.0 * front * ahead
    shift = instances.position[instance].astype(np.float64) - behind
    x = dot(shift, right)
    z = dot(shift, up)
    sides = [(x - pane.high[0], x - pane.low[0]), (z + pane.low[1], z + pane.high[1])]
    (left, wide), (low, tall) = ((a - OVER * (b - a), (b - a) * (1 + 2 * OVER)) for a, b in sides)
    rotation = np.column_stack([right, up, -ahead]).astype(np.float32)
    across, upright = wide / 2 / front, tall / 2 / front
    mirrored = View(
        behind.astype(np.float32),
        rotation,
        across,
        upright,
        near=front + 0.004,
        aside=(left + wide / 2) / front,
        above=(low + tall / 2) / front,
    )
    pixels = max(wide, tall) / max(distance, 0.1) * height / (2 * view.upright) / COARSE
    size = min(max(math.ceil(math.log2(max(pixels, 1.0))), SMALLEST), LARGEST)
    place = np.array(
        [*(right / wide), (-dot(behind, right) - left) / wide, *(up / tall), (-dot(behind, up) - low) / tall],
        np.float32,
    )
    return Reflection(instance, mirrored, size, place)


def no_mirrors() -> tuple[Int32s, Float, Uint32s]:
    """Room for what mirrors show: instance and size of each, where points lie in their pictures, and texels."""
    rows = np.full((MOST, 2), -1, np.int32)
    return rows, np.zeros((MOST, PLACE_COLUMNS), np.float32), np.zeros(MOST << (2 * LARGEST), np.uint32)
