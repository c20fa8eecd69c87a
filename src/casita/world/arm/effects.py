"""What the arm's verbs do: move and turn the gripper, grasp, release, open and close by the handle, fold."""

from __future__ import annotations

import numpy as np

from casita.geometry.spots import Footprint, apart
from casita.world import effects as do
from casita.world.arm.contacts import configuration, first_contact, held_slots, touches, way_of_joints
from casita.world.arm.grip import holds, newtons
from casita.world.arm.holding import LEVEL, carry_along, fall, tip
from casita.world.arm.kinematics import GRIP, HAND, pose, solutions, turned
from casita.world.arm.pieces import pieces_of
from casita.world.arm.specification import ARM, Floats
from casita.world.attempt import Attempt, Effect
from casita.world.edit import Edit
from casita.world.physics import Rest, come_to_rest
from casita.world.placing import Landing, area_of, footprint_now, free_landing, taken_around
from casita.world.refusal import Refusal
from casita.world.shut import is_shut
from casita.world.stance import is_upright, matrix_of, yaw_of
from casita.world.statics import NONE, LocalSpot

STEP = 0.05
"""Metres of one move of the gripper."""

TURN = 15.0
"""Degrees of one turn of the gripper."""

MOVES = {
    "ahead": (1.0, 0.0, 0.0),
    "back": (-1.0, 0.0, 0.0),
    "left": (0.0, 1.0, 0.0),
    "right": (0.0, -1.0, 0.0),
    "up": (0.0, 0.0, 1.0),
    "down": (0.0, 0.0, -1.0),
}
"""Directions that the gripper moves in, along the robot's axes."""

TURNS = {
    "left": (2, 1.0),
    "right": (2, -1.0),
    "up": (1, -1.0),
    "down": (1, 1.0),
    "clockwise": (0, 1.0),
    "anticlockwise": (0, -1.0),
}
"""Directions that the gripper turns in: about which of its own axes, and which way; clocks are seen from behind it."""

SET_DOWN = 0.1
"""Metres above a surface from which a released thing is set down on it; from higher up it falls."""

SUNK = 0.02
"""Metres that it may be below the surface, by roundings, and still be set down on it."""

SIDES = (None, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0)
"""Degrees that the shoulder may be turned by on the way to a pose with a name; None goes straight there."""

OPENINGS = (1.0, 0.75, 0.5)
"""How far a thing is opened: as far as it goes, or less if the robot is in the way."""


def move_gripper(t: Attempt) -> Refusal | None:
    """Move the gripper straight along one of the robot's axes; the hand keeps its direction."""
    metres = t.action.amount or STEP
    now = pose(ARM, t.edit.agent_joints[t.agent])
    # Whole millimetres: roundings of the joints do not add up over many moves.
    point = np.round(now[GRIP], 3) + metres * np.array(MOVES[t.action.direction])
    return _bring(t, point, now[HAND:], metres)


def turn_gripper(t: Attempt) -> Refusal | None:
    """Turn the hand about one of its own axes; the point between the fingers stays where it is."""
    axis, sign = TURNS[t.action.direction]
    now = pose(ARM, t.edit.agent_joints[t.agent])
    return _bring(t, np.round(now[GRIP], 3), turned(now[HAND:], axis, sign * (t.action.amount or TURN)), 0.0)


def _bring(t: Attempt, point: Floats, axes: Floats, metres: float) -> Refusal | None:
    """Bring the gripper to a point, with these axes of the hand, if the way is free."""
    found = solutions(ARM, t.edit.agent_joints[t.agent], point, axes)
    if not len(found.joints):
        if found.fault < 0:
            return Refusal("geometry", "arm_reaches", "the arm")
        return Refusal("geometry", "joint_turns", f"the {ARM.joints[found.fault].name} joint")
    return _go(t, way_of_joints(configuration(t.edit, t.agent), found.joints[0], metres))


def take_pose(name: str) -> Effect:
    """Bring the arm to a pose that has a name: straight there, or around what is in the way on one side."""

    def effect(t: Attempt) -> Refusal | None:
        start = configuration(t.edit, t.agent)
        refusal = None
        for side in SIDES:
            contact = _go(t, _way_past(start, ARM.poses[name], side))
            if contact is None:
                return None
            refusal = refusal or contact
        return refusal

    return effect


def _way_past(start: Floats, joints: Floats, side: float | None) -> Floats:
    """A way to other joints: straight, or with the shoulder turned to a side while the other joints move."""
    if side is None:
        return way_of_joints(start, joints)
    legs: list[Floats] = []
    for leg in ((side, *start[4:]), (side, *joints[1:]), joints):
        legs.append(way_of_joints(legs[-1][-1] if legs else start, np.array(leg)))
    return np.concatenate(legs)


def _go(t: Attempt, way: Floats) -> Refusal | None:
    """Turn the joints along a way, with what is held, unless something is in the way."""
    contact = first_contact(t.edit, t.agent, way)
    if contact is not None:
        return Refusal("geometry", "arm_is_free", contact.part, contact.obstacle)
    t.edit.write("agent_joints")[t.agent] = way[-1, 3:]
    t.tell(NONE)
    slots = held_slots(t.edit, t.agent)
    if slots:
        carry_along(t, slots, way[-1])
        tip(t, slots[0])
    return None


def grasp(t: Attempt) -> Refusal | None:
    """Close the fingers on the object; it comes off what it is on, or slips if the grip is too weak for it."""
    force = newtons(t.action.amount)
    if not holds(t.edit, t.object, force):
        return t.refusal("state", "grip_holds")
    do.pick_up(t)
    base = t.edit.base.objects
    slots = t.edit.with_contents(t.object)
    t.edit.write("position")[slots] = base.position[slots]
    t.edit.write("rotation")[slots] = base.rotation[slots]
    t.edit.write("agent_grip")[t.agent] = force
    return None


def release(t: Attempt) -> Refusal | None:
    """Open the fingers: the object is set down if something is right below it, else it falls."""
    t.edit.write("agent_grip")[t.agent] = 0.0
    rotation = t.edit.rotation[t.object]
    rest = _set_down_at(t.edit, t.object) if np.abs(matrix_of(rotation)[2]).max() > LEVEL else None
    if rest is None:
        return fall(t, t.object)
    come_to_rest(t.edit, rest)
    landing = rest.landing
    t.tell(t.object, t.known.spots[landing.carrier][landing.spot].relation, landing.carrier)
    return None


def _set_down_at(edit: Edit, slot: int) -> Rest | None:
    """A place right below a held thing: just there if it is free, else very close by; None if there is none."""
    x, y, z = edit.position[slot].tolist()
    rotation = edit.rotation[slot]
    here = footprint_now(edit, slot)
    for top, carrier, number, spot in sorted(_spots_below(edit, slot, here), key=lambda found: -found[0]):
        mark = here._replace(low=top, high=top + here.high - here.low)
        if apart(mark, taken_around(edit, slot, carrier, spot), 0.0):
            yaw = yaw_of(tuple(rotation.tolist()))
            landing = Landing(carrier, number, x, y, round(z + top - here.low, 4), yaw)
            return Rest(slot, landing, None if is_upright(rotation) else tuple(rotation.tolist()))
        close_by = free_landing(edit, slot, carrier, number, 0, (x, y, 2 * STEP))
        if close_by is not None:
            return Rest(slot, close_by)
    return None


def _spots_below(edit: Edit, slot: int, here: Footprint) -> list[tuple[float, int, int, LocalSpot]]:
    """The places that take a thing, lie under its middle and are not too far below: height, carrier, number, spot."""
    known, kind = edit.known, edit.known.kinds[slot].name
    family = {slot, *edit.contents(slot)}
    found = []
    for carrier in known.takers:
        holds_only = known.kinds[carrier].holds
        if carrier in family or not edit.exists[carrier] or edit.broken[carrier] or edit.held_by[carrier] != NONE:
            continue
        if (holds_only and kind not in holds_only) or (edit.liquid[carrier] and known.kinds[carrier].can("fill")):
            continue
        for number, spot in enumerate(known.spots[carrier]):
            if spot.hang or is_shut(edit, carrier, spot) or spot.headroom < here.high - here.low:
                continue
            area = area_of(edit, carrier, spot)
            dx, dy = here.x - area.x, here.y - area.y
            along, across = abs(dx * area.cos + dy * area.sin), abs(-dx * area.sin + dy * area.cos)
            if along <= area.half_x and across <= area.half_y and -SUNK <= here.low - area.z <= SET_DOWN:
                found.append((area.z, carrier, number, spot))
    return found


def swing(opens: bool) -> Effect:
    """Open or close the object by its handle. Afterwards the arm is folded if it would be in the way."""

    def effect(t: Attempt) -> Refusal | None:
        here = configuration(t.edit, t.agent)
        folded = here.copy()
        folded[3:] = 0.0
        before = float(t.edit.openness[t.object])
        for openness in OPENINGS if opens else (0.0,):
            column = t.edit.openness.copy()
            column[t.object] = openness
            column.setflags(write=False)  # Compiled code is made once for columns that are read-only.
            moved = pieces_of(t.edit, [t.object], column)
            in_body, in_arm = touches(moved, here)
            if in_body or (opens and openness <= before) or (in_arm and touches(moved, folded)[1]):
                continue
            if in_arm:
                t.edit.write("agent_joints")[t.agent] = 0.0
            return do.set_openness(openness)(t)
        return t.refusal("geometry", "has_space_to_swing", t.action.agent)

    return effect
