"""From joints to the arm's place and back, in the robot's own frame: x ahead, y to the left, z up.

The three axes of the wrist meet in one point, so the way back is exact: at most four sets of joints
lead to a pose of the gripper. Joints are rounded to a lattice, so that states are exact values.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from casita.world.arm.specification import Arm, Floats

DECIMALS = 2
"""Joints are whole hundredths of a degree."""

SHOULDER, ELBOW, WRIST, GRIP, HAND = 0, 1, 2, 3, 4
"""Rows of a pose: four points, and from row 4 the hand's own axes x (out of the fingers), y (to its left) and z."""

STRAIGHT = 0.02
"""Degrees of bend below which the wrist counts as straight, and the forearm does not turn."""


ROUNDING = 1e-6
"""How far the cosine of the elbow may be beyond 1 and the arm still counts as just stretched."""


class Solutions(NamedTuple):
    """The joints that lead to a pose of the gripper."""

    joints: Floats
    """One row each, the nearest to the present ones first."""
    fault: int
    """If there are none: number of the joint that does not turn so far, or -1 if the pose is out of reach."""


def pose(arm: Arm, joints: Floats) -> Floats:
    """Where shoulder, elbow, wrist and gripper are, and the hand's axes: 7 rows."""
    found: Floats = arm_pose(arm.sizes, arm.rest, joints)
    return found


def solutions(arm: Arm, now: Floats, point: Floats, axes: Floats) -> Solutions:
    """The joints within their limits that bring the gripper to a point, with these rows as the hand's axes."""
    found, fault = _solve(arm.sizes, arm.rest, arm.limits, now, point, axes)
    return Solutions(found, int(fault))


def turned(axes: Floats, axis: int, degrees: float) -> Floats:
    """The hand's axes after a turn about one of them."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    one, other = (axis + 1) % 3, (axis + 2) % 3
    found = axes.copy()
    found[one] = c * axes[one] + s * axes[other]
    found[other] = c * axes[other] - s * axes[one]
    return found


@numba.njit(cache=True)
def arm_pose(sizes, rest, joints):  # type: ignore[no-untyped-def]
    """See `pose`."""
    x, y, z, upper, fore, hand = sizes
    angle = np.radians(rest + joints)
    found = np.empty((7, 3))
    c1, s1 = np.cos(angle[0]), np.sin(angle[0])
    c4, s4, c5, s5 = np.cos(angle[3]), np.sin(angle[3]), np.cos(angle[4]), np.sin(angle[4])
    c6, s6 = np.cos(angle[5]), np.sin(angle[5])
    up, down = angle[1], angle[1] + angle[2]
    cu, su, cd, sd = np.cos(up), np.sin(up), np.cos(down), np.sin(down)
    out, high = upper * cu, upper * su
    found[SHOULDER, 0], found[SHOULDER, 1], found[SHOULDER, 2] = x, y, z
    found[ELBOW, 0], found[ELBOW, 1], found[ELBOW, 2] = x + c1 * out, y + s1 * out, z + high
    out, high = out + fore * cd, high + fore * sd
    found[WRIST, 0], found[WRIST, 1], found[WRIST, 2] = x + c1 * out, y + s1 * out, z + high
    for k in range(3):
        # The hand's axis in the frame of the forearm, then in that of the robot.
        if k == 0:
            a, b, c = c5, -s4 * s5, c4 * s5
        elif k == 1:
            a, b, c = -s5 * s6, c4 * c6 - s4 * c5 * s6, s4 * c6 + c4 * c5 * s6
        else:
            a, b, c = -s5 * c6, -c4 * s6 - s4 * c5 * c6, c4 * c5 * c6 - s4 * s6
        ahead, rise = cd * a - sd * c, sd * a + cd * c
        found[HAND + k, 0], found[HAND + k, 1], found[HAND + k, 2] = c1 * ahead - s1 * b, s1 * ahead + c1 * b, rise
    for k in range(3):
        found[GRIP, k] = found[WRIST, k] + hand * found[HAND, k]
    return found


@numba.njit(cache=True)
def _solve(sizes, rest, limits, now, point, axes):  # type: ignore[no-untyped-def]
    """See `solutions`: two ways to turn the shoulder times two ways to turn the wrist."""
    x, y, z, upper, fore, hand = sizes
    vx, vy = point[0] - hand * axes[0, 0] - x, point[1] - hand * axes[0, 1] - y
    vz = point[2] - hand * axes[0, 2] - z
    flat = np.sqrt(vx * vx + vy * vy)
    bend = (flat * flat + vz * vz - upper * upper - fore * fore) / (2.0 * upper * fore)
    found = np.empty((4, 6))
    away = np.empty(4)
    count, fault = 0, -1
    if abs(bend) > 1.0 + ROUNDING:
        return found[:0], fault
    bend = min(1.0, max(-1.0, bend))
    elbow = -np.arccos(bend)
    lean = np.arctan2(fore * np.sin(elbow), upper + fore * bend)
    for side in range(2):
        turn = np.radians(now[0] + rest[0]) if flat < 1e-6 else np.arctan2(vy, vx)
        out = flat
        if side == 1:
            turn, out = turn + np.pi, -flat
        raised = np.arctan2(vz, out) - lean
        c1, s1 = np.cos(turn), np.sin(turn)
        cd, sd = np.cos(raised + elbow), np.sin(raised + elbow)
        # The hand's axes in the frame of the forearm: columns x, y and z.
        m = np.empty((3, 3))
        for k in range(3):
            ahead = c1 * axes[k, 0] + s1 * axes[k, 1]
            m[0, k] = cd * ahead + sd * axes[k, 2]
            m[1, k] = c1 * axes[k, 1] - s1 * axes[k, 0]
            m[2, k] = cd * axes[k, 2] - sd * ahead
        bow = np.sqrt(m[1, 0] * m[1, 0] + m[2, 0] * m[2, 0])
        for flip in range(2):
            wrist = np.arctan2(bow, m[0, 0])
            if np.degrees(wrist) < STRAIGHT:
                roll = np.radians(now[3] + rest[3])
                spin = np.arctan2(m[2, 1], m[1, 1]) - roll
            else:
                roll, spin = np.arctan2(-m[1, 0], m[2, 0]), np.arctan2(-m[0, 1], -m[0, 2])
                if flip == 1:
                    wrist, roll, spin = -wrist, roll + np.pi, spin + np.pi
            row = found[count]
            row[0], row[1], row[2], row[3], row[4], row[5] = turn, raised, elbow, roll, wrist, spin
            wrong = _set_on_lattice(row, rest, limits, now)
            if wrong >= 0:
                fault = wrong if fault < 0 else fault
                continue
            away[count] = np.abs(row - now).sum()
            count += 1
    return found[:count][np.argsort(away[:count], kind="mergesort")], fault


@numba.njit(cache=True)
def _set_on_lattice(row, rest, limits, now):  # type: ignore[no-untyped-def]
    """Turns angles into joints: whole turns nearest to the present, rounded; gives the first beyond its limits."""
    for k in range(6):
        degrees = np.degrees(row[k]) - rest[k]
        degrees -= 360.0 * np.round((degrees - now[k]) / 360.0)
        if degrees > limits[1, k] + 0.005:
            degrees -= 360.0
        elif degrees < limits[0, k] - 0.005:
            degrees += 360.0
        degrees = np.round(100.0 * degrees) / 100.0
        if degrees < limits[0, k] or degrees > limits[1, k]:
            return k
        row[k] = degrees + 0.0
    return -1
