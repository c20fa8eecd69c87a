"""What the gripper holds: it moves with the hand, spills when tilted, and falls when it is let go or slips."""

from __future__ import annotations

import math

import numpy as np

from casita.geometry.poses import on_lattice
from casita.products import product
from casita.world import effects as do
from casita.world.action import Action
from casita.world.arm.contacts import configuration, hand_in_space
from casita.world.arm.grip import force_for, holds
from casita.world.arm.specification import Floats
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.event import Motion
from casita.world.physics import Disturbing
from casita.world.placing import transport
from casita.world.refusal import Refusal
from casita.world.stance import face_down, is_upright, matrix_of, quaternion_of, yaw_of
from casita.world.statics import NONE

LEVEL = math.cos(math.radians(1.0))
"""Cosine of the tilt below which a face of a held thing is kept exactly level, so that roundings do not add up.

Beyond it, what stands on or in the thing slides off: things stand on what is level only.
"""

SPILLS = math.cos(math.radians(40.0))
"""Cosine of the tilt beyond which a liquid runs out."""


def held(edit: Edit, agent: int) -> int:
    """The slot of what a robot holds now; NONE if nothing."""
    return int(edit.agent_hands[agent, 0])


def upness(rotation: Floats) -> float:
    """The cosine of a thing's tilt: 1 upright, 0 on its side, -1 upside down."""
    return float(1.0 - 2.0 * (rotation[1] ** 2 + rotation[2] ** 2))


def carry_along(t: Attempt, slots: list[int], after: Floats) -> None:
    """Move what was held before this step, and all that it carries, with the hand to a new configuration."""
    base, edit = t.edit.base.objects, t.edit
    old, new = hand_in_space(configuration(edit, t.agent)), hand_in_space(after)
    first = slots[0]
    start, was = base.position[first], matrix_of(base.rotation[first])
    end = new[0] + product(new[1:].T, product(old[1:], start - old[0]))
    rotation = quaternion_of(product(product(new[1:].T, old[1:]), was))
    if np.abs(matrix_of(rotation)[2]).max() > LEVEL:
        rotation = face_down(np.array(rotation))
    turn = product(matrix_of(rotation), was.T)
    positions, rotations = edit.write("position"), edit.write("rotation")
    for slot in slots[1:]:
        positions[slot] = on_lattice(*(end + product(turn, base.position[slot] - start)).tolist())
        more = quaternion_of(product(turn, matrix_of(base.rotation[slot])))
        rotations[slot] = face_down(np.array(more)) if is_upright(np.array(rotation)) else more
    positions[first], rotations[first] = on_lattice(*end.tolist()), rotation
    ends = ((float(start[0]), float(start[1]), float(start[2])), (float(end[0]), float(end[1]), float(end[2])))
    w, x, y, z = base.rotation[first].tolist()
    tumbled = () if upness(base.rotation[first]) == upness(rotations[first]) == 1.0 else ((w, x, y, z), rotation)
    t.motion.append(Motion(t.known.ids[first], (0.0, 1.0), ends, (yaw_of((w, x, y, z)), yaw_of(rotation)), tumbled))


def take_into_gripper(t: Attempt, slot: int, config: Floats) -> None:
    """Move a thing that was picked up by command between the fingers, with a grip just strong enough."""
    x, y, z = hand_in_space(config)[0].tolist()
    height = float(t.known.size[slot, 2])
    transport(t.edit, slot, on_lattice(x, y, z - height / 2), float(t.edit.agent_yaw[t.agent]))
    t.edit.write("agent_grip")[t.agent] = force_for(t.edit, slot)


def tip(t: Attempt, slot: int) -> None:
    """Let run out and slide off what is in and on a held thing that is tilted too far."""
    up = upness(t.edit.rotation[slot])
    if up > LEVEL:
        return
    if up < SPILLS:
        do.spill(t, slot, "tilt")
    for each in t.edit.loose_on(slot):
        fall(t, each, "tilt")


def slip(t: Attempt) -> None:
    """Let fall what has become too heavy for the grip, as a pan that was filled in the hand."""
    slot = held(t.edit, t.agent)
    if slot != NONE and not holds(t.edit, slot, float(t.edit.agent_grip[t.agent])):
        t.tell(slot, verb="slip", cause="weak grip")
        if fall(t, slot, "weak grip") is None:
            t.edit.write("agent_grip")[t.agent] = 0.0


def fall(t: Attempt, slot: int, cause: str = "") -> Refusal | None:
    """Let a thing go, and let physics say where it comes to rest."""
    t.edit.write("held_by")[slot] = t.agent
    t.edit.write("carrier")[slot] = t.edit.write("spot")[slot] = NONE
    action = Action(t.action.agent, "drop", t.known.ids[slot])
    drop = Attempt(t.edit, t.agent, action)
    if isinstance(t, Disturbing):
        drop = Disturbing(t.edit, t.agent, action, t.physics)
    refusal = do.disturb(drop)
    if refusal is None:
        t.motion += drop.motion
        events = drop.events
        if cause:
            events[0] = events[0]._replace(actor="", verb="fall", cause=cause)
        t.events += events
    return refusal
