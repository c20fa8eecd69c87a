"""Boxes around meshes, in their own axes."""

from __future__ import annotations

import numpy as np

from casita.render.raster.arrays import Float, Geometry


def mesh_boxes(geometry: Geometry) -> tuple[Float, Float]:
    """The middle and half the sides of a box around all levels of each mesh, a little larger than it."""
    first = geometry.level_vertex[geometry.mesh_level]
    last = geometry.mesh_level + geometry.mesh_levels - 1
    ends = geometry.level_vertex[last] + geometry.level_vertices[last]
    bounds = np.stack([first, ends], axis=1).reshape(-1)
    columns = [np.append(column, np.float32(0)) for column in (geometry.x, geometry.y, geometry.z)]
    if not len(first):
        return np.zeros((0, 3), np.float32), np.zeros((0, 3), np.float32)
    low, high = (
        np.stack([extreme.reduceat(column, bounds)[::2] for column in columns], axis=1)
        for extreme in (np.minimum, np.maximum)
    )
    return (low + high) / 2, (high - low) / 2 * np.float32(1.00001) + np.float32(1e-6)
