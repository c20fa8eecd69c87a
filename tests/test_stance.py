"""How things stand and lie: rotations, boxes and positions agree."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casita.geometry.poses import rotation_matrix
from casita.world.stance import (
    angles_of,
    face_down,
    is_upright,
    matrix_of,
    quaternion_of,
    resting_box,
    standing_at,
    turned_by,
    yaw_of,
)
from casita.world.state import yaw_quaternion

quaternions = (
    st.tuples(*[st.floats(-1.0, 1.0)] * 4)
    .filter(lambda q: math.hypot(*q) > 0.1)
    .map(lambda q: np.array(q) / math.hypot(*q))
)
sizes = st.tuples(*[st.floats(0.02, 0.8)] * 3).map(np.array)


@given(quaternions)
def test_rotations_come_back(rotation: np.ndarray) -> None:  # type: ignore[type-arg]
    turn = matrix_of(rotation)
    assert matrix_of(quaternion_of(turn)) == pytest.approx(turn, abs=1e-5)
    assert rotation_matrix(angles_of(rotation)) == pytest.approx(turn, abs=2e-3)


@given(quaternions)
def test_a_face_is_down_and_near(rotation: np.ndarray) -> None:  # type: ignore[type-arg]
    snapped = matrix_of(face_down(rotation))
    assert np.sort(np.abs(snapped[2])) == pytest.approx([0.0, 0.0, 1.0], abs=1e-6)
    assert np.linalg.det(snapped) == pytest.approx(1.0, abs=1e-5)
    turn = matrix_of(rotation)
    down = int(np.argmax(np.abs(turn[2])))
    assert snapped[2, down] * turn[2, down] > 0.57


@given(quaternions, sizes)
def test_a_resting_box_has_the_corners_of_the_thing(rotation: np.ndarray, size: np.ndarray) -> None:  # type: ignore[type-arg]
    lying = face_down(rotation)
    position = standing_at(1.0, 2.0, 0.5, lying, size)
    box = resting_box(np.array(position), np.array(lying), size)
    corners = np.array([(i, j, k) for i in (-0.5, 0.5) for j in (-0.5, 0.5) for k in (0.0, 1.0)]) * size
    there = corners @ matrix_of(lying).T + position
    assert (box.low, box.high) == pytest.approx((there[:, 2].min(), there[:, 2].max()), abs=1e-6)
    assert box.low == pytest.approx(0.5, abs=1e-4)
    assert there[:, :2].mean(axis=0) == pytest.approx((box.x, box.y), abs=1e-6)
    along = (there[:, 0] - box.x) * box.cos + (there[:, 1] - box.y) * box.sin
    across = (there[:, 1] - box.y) * box.cos - (there[:, 0] - box.x) * box.sin
    assert (np.abs(along).max(), np.abs(across).max()) == pytest.approx((box.half_x, box.half_y), abs=1e-6)


@given(quaternions, st.floats(-180.0, 180.0))
def test_turning_on_keeps_what_is_up(rotation: np.ndarray, degrees: float) -> None:  # type: ignore[type-arg]
    lying = np.array(face_down(rotation))
    turned = np.array(turned_by(lying, degrees))
    assert matrix_of(turned)[2] == pytest.approx(matrix_of(lying)[2], abs=1e-6)
    assert is_upright(turned) == is_upright(lying)


@pytest.mark.parametrize("yaw", [-170.0, -90.0, 0.0, 33.25, 90.0, 179.5])
def test_upright_rotations_are_yaws(yaw: float) -> None:
    assert face_down(np.array(yaw_quaternion(yaw))) == pytest.approx(yaw_quaternion(yaw), abs=1e-7)
    assert yaw_of(yaw_quaternion(yaw)) == pytest.approx(yaw, abs=0.01)
    assert angles_of(np.array(yaw_quaternion(yaw))) == pytest.approx((0.0, 0.0, yaw), abs=1e-3)


@pytest.mark.parametrize("pitch", [90.0, -90.0, 60.0])
@pytest.mark.parametrize("yaw", [-135.0, 0.0, 45.0, 90.0])
def test_what_lies_on_its_back_or_face_has_the_yaw_of_its_angles(pitch: float, yaw: float) -> None:
    rotation = quaternion_of(rotation_matrix((0.0, pitch, yaw)))
    assert angles_of(np.array(rotation)) == pytest.approx((0.0, pitch, yaw), abs=0.01)
    assert yaw_of(rotation) == pytest.approx(yaw, abs=0.01)
