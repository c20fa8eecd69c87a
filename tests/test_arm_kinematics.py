"""The arm: joints lead to poses and back, within limits, and its links hang together."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casita.geometry.poses import rotation_matrix
from casita.world.arm.frames import link_frames, robot_links
from casita.world.arm.kinematics import ELBOW, GRIP, HAND, WRIST, pose, solutions, turned
from casita.world.arm.specification import ARM, Floats
from casita.world.bodies import BODIES
from casita.world.starting import beginning


def column(values: Sequence[float]) -> Floats:
    """Joints as a state has them: read-only, which is what compiled code is made for."""
    made = np.array(values)
    made.setflags(write=False)
    return made


JOINTS = st.tuples(*(st.integers(math.ceil(100 * low), math.floor(100 * high)) for low, high in ARM.limits.T)).map(
    lambda steps: column(np.array(steps) / 100.0)
)
"""Any joints on the lattice and within their limits."""


def angle_between(one: Floats, other: Floats) -> float:
    """Degrees between two frames whose rows are axes."""
    return math.degrees(math.acos(min(1.0, max(-1.0, (float(np.trace(one @ other.T)) - 1.0) / 2.0))))


def hand_pointing(pitch: float) -> Floats:
    """The axes of a hand that points ahead and up by so many degrees."""
    up = math.radians(pitch)
    ahead = np.array([math.cos(up), 0.0, math.sin(up)])
    return np.array([ahead, [0.0, 1.0, 0.0], np.cross(ahead, [0.0, 1.0, 0.0])])


@given(JOINTS)
@settings(deadline=None, max_examples=300)
def test_the_pose_is_the_chain_of_the_joints(joints: Floats) -> None:
    a, b, c, d, e, f = (ARM.rest + joints).tolist()
    upper = rotation_matrix((0.0, 0.0, a)) @ rotation_matrix((0.0, -b, 0.0))
    fore = upper @ rotation_matrix((0.0, -c, 0.0))
    hand = fore @ rotation_matrix((d, 0.0, 0.0)) @ rotation_matrix((0.0, -e, 0.0)) @ rotation_matrix((f, 0.0, 0.0))
    elbow = np.array(ARM.shoulder) + ARM.upper * upper[:, 0]
    wrist = elbow + ARM.fore * fore[:, 0]
    found = pose(ARM, joints)
    expected = [elbow, wrist, wrist + ARM.hand * hand[:, 0]]
    assert np.abs(found[[ELBOW, WRIST, GRIP]] - expected).max() < 1e-9
    assert np.abs(found[HAND:] - hand.T).max() < 1e-9


@given(JOINTS, JOINTS)
@settings(deadline=None, max_examples=200)
def test_the_way_back_leads_to_the_same_pose_within_the_limits(joints: Floats, now: Floats) -> None:
    goal = pose(ARM, joints)
    found = solutions(ARM, now, goal[GRIP], goal[HAND:])
    assert len(found.joints) >= 1
    for each in found.joints:
        reached = pose(ARM, each)
        assert np.abs(reached[GRIP] - goal[GRIP]).max() < 3e-4
        assert angle_between(reached[HAND:], goal[HAND:]) < 0.05
        assert (each >= ARM.limits[0]).all()
        assert (each <= ARM.limits[1]).all()
        assert np.array_equal(each, np.round(each, 2))
    away = np.abs(found.joints - now).sum(axis=1)
    assert (np.diff(away) >= 0.0).all()


@given(JOINTS)
@settings(deadline=None, max_examples=100)
def test_the_nearest_solution_is_where_the_arm_is(joints: Floats) -> None:
    goal = pose(ARM, joints)
    found = solutions(ARM, joints, goal[GRIP], goal[HAND:]).joints[0]
    bent = abs(float(ARM.rest[4] + joints[4]))
    reached = pose(ARM, found)
    assert np.abs(reached[GRIP] - goal[GRIP]).max() < 3e-4
    if bent > 1.0 and -170.0 < joints[2] + ARM.rest[2] < -1.0:
        # With a straight wrist or elbow small roundings turn other joints far.
        assert np.abs(found - joints).max() <= 1.0


@pytest.mark.parametrize(
    ("x", "z", "pitch"),
    [(0.5, 0.03, -90.0), (0.75, 0.97, -90.0), (0.95, 0.97, -30.0), (0.6, 1.55, 60.0), (0.6, 1.4, 0.0)],
    ids=["floor", "counter", "back of the counter", "shelf at 1.5 m", "cabinet"],
)
def test_it_reaches_what_a_robot_needs(x: float, z: float, pitch: float) -> None:
    assert len(solutions(ARM, column(6 * [0.0]), np.array([x, 0.0, z]), hand_pointing(pitch)).joints)


def test_it_is_sized_for_its_body() -> None:
    body = BODIES["robot"]
    assert body.has_arm
    assert 0.85 <= ARM.reach <= 1.0
    folded = pose(ARM, np.zeros(6))
    assert np.abs(folded[:4, :2]).max() < body.radius + 0.06
    assert folded[:4, 2].max() < body.height
    assert folded[HAND, 2] == pytest.approx(-1.0)
    assert pose(ARM, ARM.poses["raised"])[GRIP, 2] > 1.0


@pytest.mark.parametrize("name", ["folded", "raised"])
def test_named_poses_are_within_the_limits(name: str) -> None:
    joints = ARM.poses[name]
    assert (joints >= ARM.limits[0]).all()
    assert (joints <= ARM.limits[1]).all()


def test_what_is_wrong_with_a_pose_is_said() -> None:
    far = solutions(ARM, column(6 * [0.0]), np.array([2.0, 0.0, 1.0]), hand_pointing(0.0))
    assert not len(far.joints)
    assert far.fault == -1
    behind = solutions(ARM, column(6 * [0.0]), np.array([-0.3, 0.0, 0.7]), hand_pointing(0.0))
    assert not len(behind.joints)
    assert 0 <= behind.fault < 6


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_turn_keeps_the_axis_and_turns_the_others(axis: int) -> None:
    axes = hand_pointing(20.0)
    after = turned(axes, axis, 15.0)
    assert np.allclose(after[axis], axes[axis])
    assert np.allclose(after @ after.T, np.eye(3))
    assert np.linalg.det(after) == pytest.approx(1.0)
    assert angle_between(axes, after) == pytest.approx(15.0)
    assert np.allclose(turned(after, axis, -15.0), axes)


@given(JOINTS, st.floats(-180.0, 180.0))
@settings(deadline=None, max_examples=100)
def test_links_join_and_stand_on_the_base(joints: Floats, yaw: float) -> None:
    shoulder, upper, fore, gripper, left, right = link_frames(2.0, 3.0, yaw, joints)
    for link in (shoulder, upper, fore, gripper, left, right):
        assert np.allclose(link.axes.T @ link.axes, np.eye(3))
        assert np.linalg.det(link.axes) == pytest.approx(1.0)
    for before, after in ((shoulder, upper), (upper, fore), (fore, gripper)):
        assert np.allclose(before.origin + before.length * before.axes[:, 0], after.origin)
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    x, y, z = pose(ARM, joints)[GRIP]
    between = (left.origin + right.origin) / 2 + gripper.axes[:, 0] * (ARM.hand - ARM.fingers.start)
    assert np.allclose(between, (2.0 + c * x - s * y, 3.0 + s * x + c * y, z))


def test_an_empty_gripper_is_open() -> None:
    import casita

    state = beginning(casita.room("kitchen", 1), {"robot": "robot"})
    *_, left, right = robot_links(state, 0)
    gap = float(np.linalg.norm(left.origin - right.origin)) - 2 * ARM.fingers.radius
    assert gap == pytest.approx(ARM.opening)
    assert [link.name for link in robot_links(state, 0)][1:4] == ["upper arm", "forearm", "gripper"]
