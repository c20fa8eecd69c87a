"""Rotations and the lattice that every pose is rounded to."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from casita.arrays import Float64s

Vector = tuple[float, float, float]

DECIMALS = 4
"""Positions and sizes are whole tenths of a millimetre."""

ANGLE_DECIMALS = 2
"""Angles at the surface are whole hundredths of a degree."""

STRAIGHT = 1e-6
"""What the sine of an x axis's slope lacks of 1, at the most, that it points straight up or down."""


def on_lattice(x: float, y: float, z: float) -> Vector:
    """The nearest position of the lattice."""
    return (round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0, round(z, DECIMALS) + 0.0)


def angle_on_lattice(degrees: float) -> float:
    """The same direction as an angle from -180 (left out) to 180 degrees, on the lattice."""
    turned = round((degrees + 180.0) % 360.0 - 180.0, ANGLE_DECIMALS)
    return 180.0 if turned == -180.0 else turned + 0.0


@lru_cache(maxsize=65536)
def cos_sin(degrees: float) -> tuple[float, float]:
    """Cosine and sine, exact for right angles."""
    quarter, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter) % 4]
    angle = math.radians(degrees)
    return math.cos(angle), math.sin(angle)


def rotation_matrix(rotation: Vector) -> Float64s:
    """The 3x3 matrix of roll, pitch and yaw in degrees, applied in that order."""
    (cr, sr), (cp, sp), (cy, sy) = (cos_sin(angle) for angle in rotation)
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def angles_of_matrix(turn: Float64s) -> Vector:
    """Roll, pitch and yaw in degrees of a rotation matrix."""
    pitch = math.degrees(math.asin(min(1.0, max(-1.0, -float(turn[2, 0])))))
    if abs(turn[2, 0]) > 1.0 - STRAIGHT:
        roll, yaw = 0.0, math.degrees(math.atan2(-turn[0, 1], turn[1, 1]))
        pitch = math.copysign(90.0, pitch)
    else:
        roll = math.degrees(math.atan2(turn[2, 1], turn[2, 2]))
        yaw = math.degrees(math.atan2(turn[1, 0], turn[0, 0]))
    return round(roll, 4) + 0.0, round(pitch, 4) + 0.0, round(yaw, 4) + 0.0


def rotation_matrices(rotations: Sequence[Vector]) -> Float64s:
    """The matrices of many rotations, quickly where they are only yaws."""
    yaws = np.array([cos_sin(yaw) for _, _, yaw in rotations]).reshape(-1, 2)
    found = np.zeros((len(rotations), 3, 3))
    found[:, 0, 0] = found[:, 1, 1] = yaws[:, 0]
    found[:, 1, 0], found[:, 0, 1] = yaws[:, 1], -yaws[:, 1]
    found[:, 2, 2] = 1.0
    for i, rotation in enumerate(rotations):
        if rotation[0] or rotation[1]:
            found[i] = rotation_matrix(rotation)
    return found


def turned(x: float, y: float, yaw: float) -> tuple[float, float]:
    """A horizontal vector turned by a yaw in degrees."""
    c, s = cos_sin(yaw)
    return c * x - s * y, s * x + c * y
