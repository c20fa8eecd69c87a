"""How deep links, and what the hand holds, stand in pieces: the compiled loops behind `contacts`."""

from __future__ import annotations

import numba
import numpy as np

from casita.geometry.solids import BOX, DISC, TUBE, depth_between
from casita.world.arm.kinematics import GRIP, HAND, WRIST, arm_pose
from casita.world.arm.pieces import AXES, CENTRE, COLUMNS, HALF, INNER, OWNER, SHAPE, comes_near

TOUCH = 0.002
"""Metres that pieces may be in each other and count as only touching."""

NOTHING = -1

SAMPLES = 32
"""Points along a link that are compared with a tube; other pieces are convex and are searched."""

THIRDS = 20
"""How often the stretch of a link that is searched is shortened by a third."""


@numba.njit(cache=True)
def first_overlap(sizes, rest, capsules, cylinders, way, around, loose, held):  # type: ignore[no-untyped-def]
    """The first part and piece that meet on a way: part len(capsules) is what is held, a negative piece the own body.

    What stood in a piece at the start may stay in it as deep as it was. The pieces of what is held are
    in the frame of the hand.
    """
    links = len(capsules)
    ends, was_ends = np.empty((links, 2, 3)), np.empty((links, 2, 3))
    carried, was_carried = held.copy(), held.copy()
    own, was_own = np.empty((len(cylinders), COLUMNS)), np.empty((len(cylinders), COLUMNS))
    _set_ends(sizes, rest, capsules, way[0], was_ends)
    _set_carried(hand_frame(sizes, rest, way[0]), held, was_carried)
    _set_own(cylinders, way[0], was_own)
    for n in range(1, len(way)):
        _set_ends(sizes, rest, capsules, way[n], ends)
        _set_own(cylinders, way[n], own)
        for i in range(links):
            radius, grasps = capsules[i, 3], capsules[i, 4] > 0.0
            for j in range(len(around)):
                deep = _link_depth(ends, i, radius, around, j)
                if deep > TOUCH and deep > TOUCH + _link_depth(was_ends, i, radius, around, j):
                    owner = int(around[j, OWNER])
                    if not (grasps and owner >= 0 and loose[owner]):
                        return i, j
            for j in range(len(own) if i > 0 else 0):
                deep = _link_depth(ends, i, radius, own, j)
                if deep > TOUCH and deep > TOUCH + _link_depth(was_ends, i, radius, was_own, j):
                    return i, -1 - j
        if not len(held):
            continue
        _set_carried(hand_frame(sizes, rest, way[n]), held, carried)
        for h in range(len(held)):
            for j in range(len(around)):
                deep = _depth(carried, h, around, j)
                if deep > TOUCH and deep > TOUCH + _depth(was_carried, h, around, j):
                    return links, j
            for j in range(len(own)):
                deep = _depth(carried, h, own, j)
                if deep > TOUCH and deep > TOUCH + _depth(was_carried, h, was_own, j):
                    return links, -1 - j
    return NOTHING, 0


@numba.njit(cache=True)
def body_and_arm_touch(sizes, rest, capsules, cylinders, config, around):  # type: ignore[no-untyped-def]
    """Does the body touch any of some pieces, and does the arm?"""
    ends, own = np.empty((len(capsules), 2, 3)), np.empty((len(cylinders), COLUMNS))
    _set_ends(sizes, rest, capsules, config, ends)
    _set_own(cylinders, config, own)
    body, arm = False, False
    for j in range(len(around)):
        for b in range(len(own)):
            body = body or _depth(own, b, around, j) > TOUCH
        for i in range(len(capsules)):
            arm = arm or _link_depth(ends, i, capsules[i, 3], around, j) > TOUCH
    return body, arm


@numba.njit(cache=True)
def point_gaps(point, around):  # type: ignore[no-untyped-def]
    """Metres from a point to each of some pieces; 0 inside."""
    found, still, local = np.empty(len(around)), np.zeros(3), np.empty(3)
    for j in range(len(found)):
        _set_local(around, j, point[0], point[1], point[2], local)
        found[j] = _gap_along(around, j, local, still, 0.0)
    return found


@numba.njit(cache=True)
def hand_frame(sizes, rest, config):  # type: ignore[no-untyped-def]
    """Where the gripper is (row 0) and the hand's axes (rows 1 to 3), in the frame of the home."""
    pose = arm_pose(sizes, rest, config[3:])
    found = np.empty((4, 3))
    _set_in_space(config, pose[GRIP], found[0])
    for k in range(3):
        _set_in_space(config, pose[HAND + k], found[1 + k])
        found[1 + k, 0] -= config[0]
        found[1 + k, 1] -= config[1]
    return found


@numba.njit(cache=True)
def _set_in_space(config, point, out):  # type: ignore[no-untyped-def]
    """Writes a point of the robot's frame as it is in the home."""
    c, s = np.cos(np.radians(config[2])), np.sin(np.radians(config[2]))
    x, y = point[0], point[1]
    out[0], out[1], out[2] = config[0] + c * x - s * y, config[1] + s * x + c * y, point[2]


@numba.njit(cache=True)
def _set_ends(sizes, rest, capsules, config, ends):  # type: ignore[no-untyped-def]
    """Writes both ends of every link in space."""
    pose = arm_pose(sizes, rest, config[3:])
    point = np.empty(3)
    for i in range(len(capsules)):
        bone = int(capsules[i, 0])
        for end in range(2):
            along = capsules[i, 1] + end * capsules[i, 2]
            for k in range(3):
                if bone == 2:
                    point[k] = pose[WRIST, k] + along * pose[HAND, k]
                else:
                    point[k] = pose[bone, k] + along / sizes[3 + bone] * (pose[bone + 1, k] - pose[bone, k])
            _set_in_space(config, point, ends[i, end])


@numba.njit(cache=True)
def _set_carried(frame, held, carried):  # type: ignore[no-untyped-def]
    """Writes the middles and axes of what is held as they are in space."""
    for h in range(len(held)):
        for k in range(3):
            carried[h, CENTRE + k] = frame[0, k]
            for m in range(3):
                carried[h, CENTRE + k] += held[h, CENTRE + m] * frame[1 + m, k]
                carried[h, AXES + 3 * k + m] = 0.0
                for n in range(3):
                    carried[h, AXES + 3 * k + m] += frame[1 + n, k] * held[h, AXES + 3 * n + m]


@numba.njit(cache=True)
def _set_own(cylinders, config, own):  # type: ignore[no-untyped-def]
    """Writes the robot's own body as pieces in space."""
    own[:] = 0.0
    point, middle = np.zeros(3), np.empty(3)
    for b in range(len(cylinders)):
        radius, low, high = cylinders[b, 1], cylinders[b, 2], cylinders[b, 3]
        own[b, OWNER], own[b, SHAPE] = NOTHING, DISC
        point[0], point[2] = cylinders[b, 0], (low + high) / 2
        _set_in_space(config, point, middle)
        own[b, CENTRE], own[b, CENTRE + 1], own[b, CENTRE + 2] = middle[0], middle[1], middle[2]
        own[b, HALF], own[b, HALF + 1], own[b, HALF + 2] = radius, radius, (high - low) / 2
        own[b, AXES] = own[b, AXES + 4] = own[b, AXES + 8] = 1.0


@numba.njit(cache=True)
def _depth(some, h, around, j):  # type: ignore[no-untyped-def]
    """How deep piece h of some stands in piece j of others."""
    x, y, z = some[h, HALF], some[h, HALF + 1], some[h, HALF + 2]
    size = np.sqrt(x * x + y * y + z * z)
    if not comes_near(around, j, some[h, CENTRE], some[h, CENTRE + 1], some[h, CENTRE + 2], size):
        return 0.0
    return depth_between(
        int(some[h, SHAPE]), some[h, CENTRE:HALF], some[h, HALF:AXES], some[h, AXES:].reshape(3, 3), some[h, INNER],
        int(around[j, SHAPE]), around[j, CENTRE:HALF], around[j, HALF:AXES], around[j, AXES:].reshape(3, 3),
        around[j, INNER],
    )  # fmt: skip


@numba.njit(cache=True)
def _link_depth(ends, i, radius, around, j):  # type: ignore[no-untyped-def]
    """How deep a capsule stands in piece j, at most its radius; 0 if they are apart."""
    x, y, z = ends[i, 0, 0], ends[i, 0, 1], ends[i, 0, 2]
    dx, dy, dz = ends[i, 1, 0] - x, ends[i, 1, 1] - y, ends[i, 1, 2] - z
    far = radius + np.sqrt(dx * dx + dy * dy + dz * dz) / 2
    if not comes_near(around, j, x + dx / 2, y + dy / 2, z + dz / 2, far):
        return 0.0
    first, along = np.empty(3), np.empty(3)
    _set_local(around, j, x, y, z, first)
    _set_local(around, j, x + dx, y + dy, z + dz, along)
    for k in range(3):
        along[k] -= first[k]
    if around[j, SHAPE] == TUBE:
        least = np.inf
        for n in range(SAMPLES + 1):
            least = min(least, _gap_along(around, j, first, along, n / SAMPLES))
        return max(0.0, radius - least)
    low, high = 0.0, 1.0
    for _ in range(THIRDS):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        one, two = _gap_along(around, j, first, along, a), _gap_along(around, j, first, along, b)
        if one <= 0.0 or two <= 0.0:
            return radius
        low, high = (low, b) if one < two else (a, high)
    return max(0.0, radius - _gap_along(around, j, first, along, (low + high) / 2))


@numba.njit(cache=True)
def _set_local(around, j, x, y, z, out):  # type: ignore[no-untyped-def]
    """Writes a point as it is in the frame of piece j."""
    x, y, z = x - around[j, CENTRE], y - around[j, CENTRE + 1], z - around[j, CENTRE + 2]
    for k in range(3):
        out[k] = around[j, AXES + k] * x + around[j, AXES + 3 + k] * y + around[j, AXES + 6 + k] * z


@numba.njit(cache=True)
def _gap_along(around, j, first, along, t):  # type: ignore[no-untyped-def]
    """Metres from the point at a share of a stretch in the frame of piece j to that piece; 0 inside."""
    x, y, z = first[0] + t * along[0], first[1] + t * along[1], first[2] + t * along[2]
    c = max(abs(z) - around[j, HALF + 2], 0.0)
    if around[j, SHAPE] == BOX:
        a, b = max(abs(x) - around[j, HALF], 0.0), max(abs(y) - around[j, HALF + 1], 0.0)
        return np.sqrt(a * a + b * b + c * c)
    out = np.sqrt(x * x + y * y)
    a = max(out - around[j, HALF], 0.0)
    if around[j, SHAPE] == TUBE:
        a = max(a, around[j, INNER] - out)
    return np.sqrt(a * a + c * c)
