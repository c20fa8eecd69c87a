"""How a thing stands or lies: rotations with one face of its box down, and the upright box that it then takes.

Things come to rest with a face of their box down: upright, on a side, or upside down, facing any way.
Then the box they take is upright again, with its sides swapped, and all that reasons about upright
boxes (laws, putting down, walking) stays exact.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Float64s
from casita.geometry.poses import STRAIGHT, angle_on_lattice, angles_of_matrix, cos_sin, on_lattice
from casita.products import product
from casita.world.state import quaternion_yaw, yaw_quaternion

Quaternion = tuple[float, float, float, float]
Vector = tuple[float, float, float]
Floats = Float64s


class RestingBox(NamedTuple):
    """The upright box that a thing takes as it stands or lies."""

    x: float
    y: float
    """The middle of its bottom."""
    low: float
    high: float
    half_x: float
    half_y: float
    cos: float
    sin: float
    """The direction of its half_x, seen from above."""


def is_upright(rotation: Floats) -> bool:
    """Does a thing with this rotation stand on its own bottom?"""
    return bool(rotation[1] == 0.0 and rotation[2] == 0.0)


def resting_box(position: Floats, rotation: Floats, size: Floats) -> RestingBox:
    """The upright box of a thing at a pose; exact where a face of its own box is down."""
    return RestingBox(*lying_box(position, rotation, size))


@numba.njit(cache=True)
def lying_box(position, rotation, size):  # type: ignore[no-untyped-def]
    """See `resting_box`: x, y, low, high, half sides, cosine and sine."""
    w, x, y, z = rotation[0], rotation[1], rotation[2], rotation[3]
    if x == 0.0 and y == 0.0:
        low = position[2]
        c, s = 1.0 - 2.0 * z * z, 2.0 * w * z
        return position[0], position[1], low, low + size[2], size[0] / 2, size[1] / 2, c, s
    turn = np.array([
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ])  # fmt: skip
    down = 0
    for k in range(1, 3):
        if abs(turn[2, k]) > abs(turn[2, down]):
            down = k
    along = (down + 1) % 3
    c, s = turn[0, along], turn[1, along]
    length = np.sqrt(c * c + s * s)
    c, s = c / length, s / length
    half_x, half_y, half_z = 0.0, 0.0, 0.0
    for k in range(3):
        half_x += abs(turn[0, k] * c + turn[1, k] * s) * size[k] / 2
        half_y += abs(turn[1, k] * c - turn[0, k] * s) * size[k] / 2
        half_z += abs(turn[2, k]) * size[k] / 2
    up = size[2] / 2
    middle = position[2] + turn[2, 2] * up
    at_x, at_y = position[0] + turn[0, 2] * up, position[1] + turn[1, 2] * up
    return at_x, at_y, middle - half_z, middle + half_z, half_x, half_y, c, s


@numba.njit(cache=True)
def set_matrix(rotation, matrix):  # type: ignore[no-untyped-def]
    """Writes the 3x3 matrix of a unit quaternion; for other compiled functions."""
    w, x, y, z = rotation
    matrix[0, 0], matrix[0, 1], matrix[0, 2] = 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)
    matrix[1, 0], matrix[1, 1], matrix[1, 2] = 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)
    matrix[2, 0], matrix[2, 1], matrix[2, 2] = 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)


def matrix_of(rotation: Floats | Quaternion) -> Floats:
    """The 3x3 matrix of a unit quaternion."""
    made = np.empty((3, 3))
    set_matrix(np.asarray(rotation, np.float64), made)
    return made


def angles_of(rotation: Floats) -> Vector:
    """Roll, pitch and yaw in degrees of a unit quaternion."""
    if is_upright(rotation):
        return 0.0, 0.0, quaternion_yaw(rotation)
    return angles_of_matrix(matrix_of(rotation))


def yaw_of(rotation: Quaternion) -> float:
    """The yaw in degrees of any rotation, as in its `angles_of`."""
    return round(float(heading(*rotation)), 2) + 0.0


@numba.njit(cache=True)
def heading(w, x, y, z):  # type: ignore[no-untyped-def]
    """Degrees that a unit quaternion turns about the vertical: where its x axis points, seen from above.

    An x axis that points straight up or down points nowhere from there; then it is where the y axis points, less 90.
    """
    if abs(2.0 * (x * z - w * y)) > 1.0 - STRAIGHT:
        return np.degrees(np.arctan2(2.0 * (w * z - x * y), 1.0 - 2.0 * (x * x + z * z)))
    return np.degrees(np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)))


@numba.njit(cache=True)
def headings(rotations):  # type: ignore[no-untyped-def]
    """The heading of each of some rows."""
    found = np.empty(len(rotations))
    for i in range(len(rotations)):
        found[i] = heading(rotations[i, 0], rotations[i, 1], rotations[i, 2], rotations[i, 3])
    return found


def face_down(rotation: Floats) -> Quaternion:
    """The nearest rotation of the lattice with a face of the box down; upright ones are plain yaws."""
    turn = matrix_of(rotation)
    down = int(np.argmax(np.abs(turn[2])))
    along = (down + 1) % 3
    sign = 1.0 if turn[2, down] > 0.0 else -1.0
    yaw = angle_on_lattice(math.degrees(math.atan2(turn[1, along], turn[0, along])))
    if down == 2 and sign > 0.0:
        return yaw_quaternion(yaw)
    c, s = cos_sin(yaw)
    snapped = np.zeros((3, 3))
    snapped[:, down] = (0.0, 0.0, sign)
    snapped[:, along] = (c, s, 0.0)
    snapped[:, (down + 2) % 3] = np.cross(snapped[:, down], snapped[:, along])
    return quaternion_of(snapped)


def quaternion_of(turn: Floats) -> Quaternion:
    """The unit quaternion of a rotation matrix, on the lattice, w not negative."""
    (a, b, c), (d, e, f), (g, h, i) = turn.tolist()
    diagonal = (a + e + i, a - e - i, e - a - i, i - a - e)
    largest = diagonal.index(max(diagonal))
    own = 1.0 + diagonal[largest]
    row = (
        (own, h - f, c - g, d - b), (h - f, own, b + d, c + g), (c - g, b + d, own, f + h), (d - b, c + g, f + h, own),
    )[largest]  # fmt: skip
    length = math.sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2] + row[3] * row[3])
    if next(value for value in row if value) < 0.0:
        length = -length
    w, x, y, z = (round(value / length, 7) + 0.0 for value in row)
    return w, x, y, z


def turned_by(rotation: Floats, degrees: float) -> Quaternion:
    """A rotation turned further about the vertical."""
    if is_upright(rotation):
        return yaw_quaternion(quaternion_yaw(rotation) + degrees)
    return quaternion_of(product(matrix_of(yaw_quaternion(degrees)), matrix_of(rotation)))


def standing_at(x: float, y: float, low: float, rotation: Quaternion, size: Floats) -> Vector:
    """The position of a thing with this rotation whose resting box has its bottom's middle at a point."""
    box = lying_box(np.zeros(3), np.array(rotation), size)
    return on_lattice(x - box[0], y - box[1], low - box[2])
