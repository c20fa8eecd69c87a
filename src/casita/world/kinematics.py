"""The physics that needs no engine: things land where there is space, by simple and exact rules."""

from __future__ import annotations

import math

import numpy as np

from casita.geometry.poses import cos_sin, on_lattice
from casita.geometry.rests import AGAINST, DRAPED, FLAT
from casita.geometry.spots import CLEARANCE, EDGE, apart, apart_rows, footprint_of, within_area
from casita.world.edit import Edit
from casita.world.luck import draw
from casita.world.physics import Contact, Disturbance, Rest, Settled
from casita.world.placing import Landing, area_of, footprint_now, taken_near
from casita.world.resting import landing_on, resting_landing
from casita.world.stance import is_upright
from casita.world.state import quaternion_yaw
from casita.world.statics import NONE

GRAVITY = 9.81
THROW_SPEED = 5.0
"""Metres per second at which a thrown thing hits."""

THROW_RANGE = (1.2, 2.8)
SHOVE_RANGE = (0.15, 0.4)
"""Metres that things are thrown, pushed and pulled."""

TURNS_ON_FLOOR = (0.0, 45.0, -45.0, 90.0, -90.0)
"""Degrees by which what is pushed along a floor gives way to a wall."""

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
    return Settled((Rest(slot, landing, landing.rotation),), contacts)


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
            return Settled(
                (Rest(slot, landing, landing.rotation),), (*contacts, Contact(slot, landing.carrier, THROW_SPEED))
            )
    return None


def _on_floor(edit: Edit, slot: int, room: int, at: tuple[float, float], luck: int) -> Landing | None:
    """A free place on a room's floor close to a point."""
    floor = edit.known.floor_slots[room]
    if floor == NONE:
        return None
    for radius in (0.35, 0.8):
        for number in range(len(edit.known.spots[floor])):
            landing = landing_on(edit, slot, floor, number, luck, (*at, radius))
            if landing is not None:
                return landing
    return None


def _shoved(edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
    """Along the surface it is on, as it stands or lies, as far as it is free; over the edge it falls."""
    slot = disturbance.object
    carrier, number = int(edit.carrier[slot]), int(edit.spot[slot])
    if edit.rest[slot] in (AGAINST, DRAPED):
        return _fallen(edit, disturbance, luck)
    if carrier == NONE or number == NONE:
        return None
    spot = edit.known.spots[carrier][number]
    if spot.hang:
        return _along_the_bar(edit, disturbance, luck) or _fallen(edit, disturbance, luck)
    if edit.rest[slot] != FLAT:
        landing = resting_landing(edit, slot, carrier, number, luck)
        return None if landing is None else _settled(disturbance, landing)
    x, y, z = edit.position[slot].tolist()
    yaw = quaternion_yaw(edit.rotation[slot])
    w, i, j, k = edit.rotation[slot].tolist()
    rotation = None if is_upright(edit.rotation[slot]) else (w, i, j, k)
    reach = SHOVE_RANGE[0] + (SHOVE_RANGE[1] - SHOVE_RANGE[0]) * draw(luck, 901)
    area = area_of(edit, carrier, spot)
    mark = footprint_now(edit, slot)
    moved = np.array(mark, float)
    moving = edit.with_contents(slot)
    taken = taken_near(edit, carrier, spot, area, area.z, area.z + mark.high - mark.low, moving)
    on_floor = edit.known.things[carrier].type == "floor"
    for turn in TURNS_ON_FLOOR if on_floor else (0.0,):
        c, s = cos_sin(turn)
        way_x = c * disturbance.direction[0] - s * disturbance.direction[1]
        way_y = s * disturbance.direction[0] + c * disturbance.direction[1]
        for step in range(STEPS):
            far = reach * (1.0 - step / STEPS)
            to_x, to_y, _ = on_lattice(x + way_x * far, y + way_y * far, z)
            moved[0], moved[1] = mark.x + to_x - x, mark.y + to_y - y
            inside = within_area(area.x, area.y, area.half_x, area.half_y, area.cos, area.sin, spot.round, moved, EDGE)
            if inside and apart_rows(moved, taken, CLEARANCE):
                return _settled(disturbance, Landing(carrier, number, to_x, to_y, z, yaw, rotation))
            if step == 0 and not on_floor and spot.relation == "on" and edit.known.loose[slot]:
                dx, dy = float(moved[0]) - area.x, float(moved[1]) - area.y
                along, across = abs(dx * area.cos + dy * area.sin), abs(-dx * area.sin + dy * area.cos)
                if along > area.half_x or across > area.half_y:
                    landing = _on_floor(edit, slot, int(edit.room[slot]), (to_x, to_y), luck)
                    if landing is not None:
                        return _settled(disturbance, landing, fall_speed(z - landing.z))
    return None


def _along_the_bar(edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
    """What hangs slides along the bar that it hangs from, the way it is pushed if it can, else the other."""
    slot = disturbance.object
    carrier, number = int(edit.carrier[slot]), int(edit.spot[slot])
    spot = edit.known.spots[carrier][number]
    area = area_of(edit, carrier, spot)
    x, y, z = edit.position[slot].tolist()
    size = tuple(edit.known.size[slot].tolist())
    moving = edit.with_contents(slot)
    taken = taken_near(edit, carrier, spot, area, z, z + size[2], moving)
    yaw = quaternion_yaw(edit.rotation[slot])
    at = (x - area.x) * -area.sin + (y - area.y) * area.cos
    first = 1.0 if -disturbance.direction[0] * area.sin + disturbance.direction[1] * area.cos >= 0.0 else -1.0
    reach = SHOVE_RANGE[0] + (SHOVE_RANGE[1] - SHOVE_RANGE[0]) * draw(luck, 901)
    for sign in (first, -first):
        for step in range(STEPS):
            far = sign * reach * (1.0 - step / STEPS)
            if abs(at + far) + size[1] / 2 + EDGE > area.half_y:
                continue
            to_x, to_y, _ = on_lattice(x - area.sin * far, y + area.cos * far, z)
            if apart(footprint_of(size, (to_x, to_y, z), yaw, bool(edit.known.round[slot])), taken, CLEARANCE):
                return _settled(disturbance, Landing(carrier, number, to_x, to_y, z, yaw))
    return None


def _fallen(edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
    """Down to the floor beside what a thing hung on or leaned against."""
    slot = disturbance.object
    x, y, z = edit.position[slot].tolist()
    landing = _on_floor(edit, slot, int(edit.room[slot]), (x, y), luck)
    return None if landing is None else _settled(disturbance, landing, fall_speed(z - landing.z))
