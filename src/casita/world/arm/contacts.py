"""What the arm, the gripper and what it holds would hit on their way.

A way is some configurations: rows of the base's x, y and yaw in degrees, and the six joints. The
first row is where the robot is; what it stands in already (a door was opened into the arm) it may
leave, but not go deeper into.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.products import product
from casita.world.arm.overlap import NOTHING, body_and_arm_touch, first_overlap, hand_frame, point_gaps
from casita.world.arm.pieces import AXES, CENTRE, COLUMNS, HALF, OWNER, owner_name, pieces_near, pieces_of
from casita.world.arm.specification import ARM, Floats
from casita.world.edit import Edit
from casita.world.statics import NONE

APART = 0.02
"""Metres that the gripper moves from one configuration that is looked at to the next."""

BEND = 6.0
"""Degrees that a joint turns from one configuration to the next."""

EMPTY = np.zeros((0, COLUMNS))
"""No pieces at all."""


class Contact(NamedTuple):
    """What would hit what."""

    part: str
    """Name of the link, or id of the held thing."""
    obstacle: str
    """Id of a thing, name of an agent (its own, for its own body), or "the wall"."""


def configuration(edit: Edit, agent: int) -> Floats:
    """Where a robot and its joints were before this step: a row of a way."""
    people = edit.base.agents
    return np.concatenate([people.position[agent], people.yaw[agent : agent + 1], people.joints[agent]])


def held_slots(edit: Edit, agent: int) -> list[int]:
    """The thing that an agent had in its hand before this step, and all that this carries; none if it had none."""
    slot = int(edit.base.agents.hands[agent, 0])
    return [] if slot == NONE else [slot, *edit.contents(slot)]


def way_of_joints(start: Floats, joints: Floats, metres: float = 0.0) -> Floats:
    """Configurations from the first one to other joints, through which the gripper moves so far."""
    change = joints - start[3:]
    count = max(1, math.ceil(metres / APART), math.ceil(float(np.abs(change).max()) / BEND))
    way = np.repeat(start[None], count + 1, axis=0)
    way[:, 3:] += np.arange(count + 1)[:, None] / count * change
    return way


def first_contact(edit: Edit, agent: int, way: Floats) -> Contact | None:
    """What is hit first on a way; None if it is free."""
    held = held_slots(edit, agent)
    travel = float(np.abs(way[:, :2] - way[0, :2]).sum(axis=1).max())
    size = float(np.sqrt((edit.known.size[held] ** 2).sum(axis=1)).sum()) if held else 0.0
    radius = ARM.shoulder[0] + ARM.reach + ARM.opening + travel + size
    around = pieces_near(edit, agent, held, (float(way[0, 0]), float(way[0, 1]), ARM.shoulder[2]), radius)
    part, row = first_overlap(
        ARM.sizes, ARM.rest, ARM.capsules, ARM.cylinders, way, around, edit.known.loose, _in_hand(edit, way[0], held)
    )
    if part == NOTHING:
        return None
    return Contact(
        f"the {ARM.links[part].name}" if part < len(ARM.links) else edit.known.ids[held[0]],
        owner_name(edit, int(around[row, OWNER])) if row >= 0 else edit.base.names[agent],
    )


def _in_hand(edit: Edit, start: Floats, held: list[int]) -> Floats:
    """The pieces of what is held, in the frame of the hand."""
    if not held:
        return EMPTY
    found = pieces_of(edit.base, held)
    frame = hand_in_space(start)
    found[:, CENTRE:HALF] = product(found[:, CENTRE:HALF] - frame[0], frame[1:].T)
    found[:, AXES:] = product(frame[1:], found[:, AXES:].reshape(-1, 3, 3)).reshape(-1, 9)
    return found


def hand_in_space(config: Floats) -> Floats:
    """Where the gripper is (row 0) and the hand's axes (rows 1 to 3), in the frame of the home."""
    found: Floats = hand_frame(ARM.sizes, ARM.rest, config)
    return found


def touches(around: Floats, config: Floats) -> tuple[bool, bool]:
    """Do some pieces touch the robot's body, and do they touch its arm?"""
    body, arm = body_and_arm_touch(ARM.sizes, ARM.rest, ARM.capsules, ARM.cylinders, config, around)
    return bool(body), bool(arm)


def gaps(point: Floats, around: Floats) -> Floats:
    """Metres from a point to each of some pieces; 0 inside."""
    found: Floats = point_gaps(point, around)
    return found
