"""The physics that needs no engine: things land where there is space, by simple and exact rules."""

from __future__ import annotations

import math

import numpy as np

from casita.geometry.poses import cos_sin, on_lattice
from casita.geometry.spots import CLEARANCE, EDGE, apart, footprint_of
from casita.world.edit import Edit
from casita.world.luck import draw
from casita.world.physics import Contact, Disturbance, Rest, Settled
from casita.world.placing import Landing, area_of, free_landing, height_of, taken_around
from casita.world.stance import is_upright, resting_box
from casita.world.state import quaternion_yaw
from casita.world.statics import NONE

GRAVITY = 9.81
THROW_SPEED = 5.0
"""Metres per second at which a thrown thing hits."""

THROW_RANGE = (1.2, 2.8)
SHOVE_RANGE = (0.15, 0.4)
"""Metres that things are thrown, pushed and pulled."""

STEPS = 5
"""How many shorter ways are tried when the first is blocked."""


class Kinematics:
    """The default physics."""

    def settle(self, edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
        """Where a thing comes to rest; None if it cannot move."""
        if disturbance.verb in ("push", "pull"):
            return _shoved(edit, disturbance, luck)
        return _thrown(edit, disturbance, luck) if disturbance.verb == "throw" else _dropped(edit, disturbance, luck)


def fall_speed(height: float) -> float:
    """The speed after a fall from this height, in metres per second."""
    return math.sqrt(2.0 * GRAVITY * max(0.0, height))


def _dropped(edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
    """Straight down from where it is, to the floor."""
    x, y, z = edit.position[disturbance.object].tolist()
    room = int(edit.agent_room[disturbance.agent])
    landing = _on_floor(edit, disturbance.object, room, (x, y), luck)
    if landing is None:
        return None
    return _settled(disturbance, landing, fall_speed(z - landing.z))


def _settled(disturbance: Disturbance, landing: Landing, speed: float | None = None) -> Settled:
    """The disturbed thing at a landing, which it hit at a speed or only slid to."""
    slot = disturbance.object
    contacts = () if speed is None else (Contact(slot, landing.carrier, speed),)
    return Settled((Rest(slot, landing),), contacts)


def _thrown(edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
    """Through the air, to the floor some way off, or below what it is thrown at."""
    slot, agent = disturbance.object, disturbance.agent
    x, y = edit.agent_position[agent].tolist()
    contacts: tuple[Contact, ...] = ()
    room = int(edit.agent_room[agent])
    reach = THROW_RANGE[0] + (THROW_RANGE[1] - THROW_RANGE[0]) * draw(luck, 900)
    goal = (x + disturbance.direction[0] * reach, y + disturbance.direction[1] * reach)
    if disturbance.target != NONE:
        tx, ty, _ = edit.position[disturbance.target].tolist()
        goal, room = (tx, ty), int(edit.room[disturbance.target])
        contacts = (Contact(slot, disturbance.target, THROW_SPEED),)
    for step in range(STEPS):
        share = 1.0 - step / STEPS
        at = (x + (goal[0] - x) * share, y + (goal[1] - y) * share)
        landing = _on_floor(edit, slot, room, at, luck + step)
        if landing is not None:
            return Settled((Rest(slot, landing),), (*contacts, Contact(slot, landing.carrier, THROW_SPEED)))
    return None


def _on_floor(edit: Edit, slot: int, room: int, at: tuple[float, float], luck: int) -> Landing | None:
    """A free place on a room's floor close to a point."""
    floor = edit.known.floor_slots[room]
    if floor == NONE:
        return None
    for radius in (0.35, 0.8):
        for number in range(len(edit.known.spots[floor])):
            landing = free_landing(edit, slot, floor, number, luck, (*at, radius))
            if landing is not None:
                return landing
    return None


def _shoved(edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
    """Along the surface it is on, as far as it is free; over the edge it falls. What lay is set upright."""
    slot = disturbance.object
    carrier, number = int(edit.carrier[slot]), int(edit.spot[slot])
    if carrier == NONE or number == NONE:
        return None
    spot = edit.known.spots[carrier][number]
    x, y, z = edit.position[slot].tolist()
    if not is_upright(edit.rotation[slot]):
        box = resting_box(edit.position[slot], edit.rotation[slot], edit.known.size[slot])
        x, y, z = on_lattice(box.x, box.y, box.low)
    yaw = quaternion_yaw(edit.rotation[slot])
    reach = SHOVE_RANGE[0] + (SHOVE_RANGE[1] - SHOVE_RANGE[0]) * draw(luck, 901)
    area = area_of(edit, carrier, spot)
    size = tuple(edit.known.size[slot].tolist())
    tall = height_of(edit, np.array([slot, *edit.contents(slot)]))
    taken = taken_around(edit, slot, carrier, spot)
    for step in range(STEPS):
        far = reach * (1.0 - step / STEPS)
        to_x, to_y, _ = on_lattice(x + disturbance.direction[0] * far, y + disturbance.direction[1] * far, z)
        mark = footprint_of(size, (to_x, to_y, z), yaw, bool(edit.known.round[slot]))._replace(high=z + tall)
        wide_x, wide_y = _extent(mark.half_x, mark.half_y, yaw - area.yaw, mark.round)
        dx, dy = to_x - area.x, to_y - area.y
        along, across = abs(dx * area.cos + dy * area.sin), abs(-dx * area.sin + dy * area.cos)
        on_floor = edit.known.things[carrier].type == "floor"
        inside = along + wide_x + EDGE <= area.half_x and across + wide_y + EDGE <= area.half_y and not spot.round
        if inside and apart(mark, taken, CLEARANCE):
            return _settled(disturbance, Landing(carrier, number, to_x, to_y, z, yaw))
        over_the_edge = along > area.half_x or across > area.half_y
        if step == 0 and over_the_edge and not on_floor and spot.relation == "on" and edit.known.loose[slot]:
            landing = _on_floor(edit, slot, int(edit.room[slot]), (to_x, to_y), luck)
            if landing is not None:
                return _settled(disturbance, landing, fall_speed(z - landing.z))
    return None


def _extent(half_x: float, half_y: float, turn: float, round: bool) -> tuple[float, float]:
    """Half of a footprint's extent along and across an area that it is turned against."""
    if round:
        return half_x, half_y
    c, s = (abs(value) for value in cos_sin(turn))
    return half_x * c + half_y * s, half_x * s + half_y * c
