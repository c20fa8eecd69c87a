"""What the arm's verbs ask for: questions about an attempt, answered by a refusal or None."""

from __future__ import annotations

from collections.abc import Container

import numpy as np

from casita.geometry.solids import joint_motion
from casita.products import length, product
from casita.world import facts as fact
from casita.world.arm.contacts import configuration, gaps, hand_in_space
from casita.world.arm.holding import held
from casita.world.arm.pieces import OWNER, pieces_near, pieces_of
from casita.world.arm.specification import Floats
from casita.world.attempt import Attempt
from casita.world.glance import Need, at_a_glance
from casita.world.refusal import Refusal
from casita.world.statics import NONE

GRASP_REACH = 0.05
"""Metres from the point between the fingers to the nearest point of a thing that they can close on."""

HANDLE_REACH = 0.15
"""Metres from there to the handle of what is to be opened or closed."""


def has_arm(t: Attempt) -> Refusal | None:
    """Does the agent have an arm?"""
    return None if t.body.has_arm else Refusal("affordance", "has_arm", t.action.agent)


def knows_direction(directions: Container[str]) -> Need:
    """Is the direction one of the verb's?"""

    def need(t: Attempt) -> Refusal | None:
        if t.action.direction in directions:
            return None
        return Refusal("affordance", "known_direction", t.action.direction)

    return need


def something_in_gripper(t: Attempt) -> Refusal | None:
    """If no object is named, is there any between the fingers? The nearest one is meant then."""
    if t.action.object:
        return None
    point = gripper_point(t)
    x, y, z = point.tolist()
    near = pieces_near(t.edit, t.agent, [], (x, y, z), GRASP_REACH)
    away = gaps(point, near)
    owners = near[:, OWNER].astype(int)
    away[(owners < 0) | ~t.known.can["pick_up"][owners] | (away > GRASP_REACH)] = np.inf
    if not np.isfinite(away).any():
        return Refusal("geometry", "something_in_gripper", t.action.agent)
    t.object = int(owners[int(away.argmin())])
    return None


def in_gripper(t: Attempt) -> Refusal | None:
    """Is the object between the fingers?"""
    away = gaps(gripper_point(t), pieces_of(t.edit, [t.object]))
    return None if len(away) and away.min() <= GRASP_REACH else t.refusal("geometry", "in_gripper")


@at_a_glance(fact.HOLDS)
def holds_something(t: Attempt) -> Refusal | None:
    """Does the gripper hold anything? That becomes the object."""
    slot = held(t.edit, t.agent)
    if slot == NONE:
        return Refusal("state", "holds_something", t.action.agent)
    t.object = slot
    return None


def at_handle(t: Attempt) -> Refusal | None:
    """Is the gripper close to a handle of the object?"""
    point = gripper_point(t)
    if any(length(handle - point) <= HANDLE_REACH for handle in handles(t)):
        return None
    return t.refusal("geometry", "at_handle")


def handles(t: Attempt) -> list[Floats]:
    """Where the handles of the object are now."""
    form, size = t.known.forms[t.object], t.known.size[t.object]
    depth, width, height = size.tolist()
    opened = float(t.edit.openness[t.object])
    w, x, y, z = t.edit.rotation[t.object].tolist()
    found = []
    for handle in form.handles:
        at = (np.array(handle.at) - (0.5, 0.5, 0.0)) * size
        for joint in form.joints:
            if joint.name == handle.joint:
                spin, shift = joint_motion(joint, (depth, width, height), opened)
                at = product(spin, at) + shift
        axis = np.array([x, y, z])
        turn = 2.0 * np.cross(axis, at)
        found.append(t.edit.position[t.object] + at + w * turn + np.cross(axis, turn))
    return found


def gripper_point(t: Attempt) -> Floats:
    """Where the point between the fingertips is, in the home."""
    point: Floats = hand_in_space(configuration(t.edit, t.agent))[0]
    return point
