"""Putting things down: a free place on a spot among what is there now, and moving things with what they carry."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.geometry.poses import ANGLE_DECIMALS, cos_sin, on_lattice
from casita.geometry.solids import ROUND_ENOUGH
from casita.geometry.spots import CLEARANCE, Footprint, apart_rows, footprint_of, search_place
from casita.world.edit import Edit
from casita.world.luck import draw
from casita.world.state import quaternion_yaw, yaw_quaternion
from casita.world.statics import NONE, LocalSpot

TRIES = 24
"""Random places that are tried on a spot."""

TURNED = np.array([cos_sin(15.0 * step) for step in range(24)])
"""Directions that things are put down in, relative to the spot's own."""


class Landing(NamedTuple):
    """Where a thing comes to be."""

    carrier: int
    spot: int
    x: float
    y: float
    z: float
    yaw: float


class Area(NamedTuple):
    """A spot in space, at this moment."""

    x: float
    y: float
    z: float
    half_x: float
    half_y: float
    cos: float
    sin: float
    yaw: float


def area_of(edit: Edit, carrier: int, spot: LocalSpot) -> Area:
    """Where a spot of a thing is now."""
    yaw = quaternion_yaw(edit.rotation[carrier])
    c, s = cos_sin(yaw)
    x, y = spot.x + spot.slides * float(edit.openness[carrier]), spot.y
    px, py, pz = edit.position[carrier].tolist()
    return Area(px + c * x - s * y, py + s * x + c * y, pz + spot.z, spot.half_x, spot.half_y, c, s, yaw)


def marks_near(edit: Edit, area: Area, low: float, high: float, leaving: list[int]) -> NDArray[np.float64]:
    """The footprints of all loose things between two heights near an area, but for those `leaving`."""
    known = edit.known
    reach = area.half_x + area.half_y + 0.6
    near = known.loose & edit.exists & (edit.held_by == NONE)
    near &= np.abs(edit.position[:, 0] - area.x) < reach
    near &= np.abs(edit.position[:, 1] - area.y) < reach
    near[leaving] = False
    slots = np.nonzero(near)[0]
    slots = slots[edit.position[slots, 2] < high]
    rows = np.empty((len(slots), len(Footprint._fields)))
    size = known.size[slots]
    rotation = edit.rotation[slots]
    wide = size[:, :2].max(axis=1)
    disc = known.round[slots] & (wide <= ROUND_ENOUGH * size[:, :2].min(axis=1))
    rows[:, 0:2] = edit.position[slots, :2]
    rows[:, 2] = np.where(disc, wide, size[:, 0]) / 2
    rows[:, 3] = np.where(disc, wide, size[:, 1]) / 2
    rows[:, 4] = 1.0 - 2.0 * rotation[:, 3] ** 2
    rows[:, 5] = 2.0 * rotation[:, 0] * rotation[:, 3]
    rows[:, 6] = edit.position[slots, 2]
    rows[:, 7] = rows[:, 6] + size[:, 2]
    rows[:, 8] = disc
    return rows[rows[:, 7] > low]


def blocks_above(edit: Edit, area: Area, spot: LocalSpot) -> NDArray[np.float64]:
    """What is fixed above a spot, as footprints: pieces of its own thing, and what hangs on walls."""
    own = np.empty((len(spot.blocks), len(Footprint._fields)))
    if len(own):
        middle = (spot.blocks[:, :3] + spot.blocks[:, 3:]) / 2
        dx, dy = middle[:, 0] - spot.x, middle[:, 1] - spot.y
        own[:, 0], own[:, 1] = area.x + area.cos * dx - area.sin * dy, area.y + area.sin * dx + area.cos * dy
        own[:, 2:4] = (spot.blocks[:, 3:5] - spot.blocks[:, 0:2]) / 2
        own[:, 4], own[:, 5] = area.cos, area.sin
        own[:, 6], own[:, 7] = spot.blocks[:, 2] - spot.z + area.z, spot.blocks[:, 5] - spot.z + area.z
        own[:, 8] = 0.0
    hung = edit.known.hung_blocks
    reach = area.half_x + area.half_y
    near = (hung[:, 3] > area.x - reach) & (hung[:, 0] < area.x + reach)
    near &= (hung[:, 4] > area.y - reach) & (hung[:, 1] < area.y + reach) & (hung[:, 5] > area.z + 0.002)
    boxes = hung[near]
    above = np.zeros((len(boxes), len(Footprint._fields)))
    above[:, 0:2] = (boxes[:, 0:2] + boxes[:, 3:5]) / 2
    above[:, 2:4] = (boxes[:, 3:5] - boxes[:, 0:2]) / 2
    above[:, 4] = 1.0
    above[:, 6:8] = boxes[:, [2, 5]]
    return np.concatenate([own, above])


def standing_blocks(edit: Edit, area: Area) -> NDArray[np.float64]:
    """Furniture that stands on a floor, as footprints: what else is put there keeps out of it."""
    known = edit.known
    stands = edit.exists & ~known.loose & (edit.held_by == NONE) & (known.parent == NONE)
    stands &= np.isin(edit.carrier, known.floor_slots)
    slots = np.nonzero(stands)[0]
    rows = np.zeros((len(slots), len(Footprint._fields)))
    rotation = edit.rotation[slots]
    rows[:, 0:2] = edit.position[slots, :2]
    rows[:, 2:4] = known.size[slots, :2] / 2
    rows[:, 4] = 1.0 - 2.0 * rotation[:, 3] ** 2
    rows[:, 5] = 2.0 * rotation[:, 0] * rotation[:, 3]
    rows[:, 6] = edit.position[slots, 2]
    rows[:, 7] = rows[:, 6] + known.size[slots, 2]
    return rows


def free_landing(
    edit: Edit,
    slot: int,
    carrier: int,
    spot_number: int,
    luck: int,
    near: tuple[float, float, float] | None = None,
) -> Landing | None:
    """A free place for a thing on a spot of another; `near` (x, y, radius) narrows where. None if there is none."""
    known = edit.known
    spot = known.spots[carrier][spot_number]
    depth, width, height = known.size[slot].tolist()
    if height > spot.headroom:
        return None
    area = area_of(edit, carrier, spot)
    low = area.z - height if spot.hang else area.z
    moving = [slot, *edit.contents(slot)]
    tallest = low + height
    taken = [marks_near(edit, area, low, tallest, moving), blocks_above(edit, area, spot)]
    if known.things[carrier].type == "floor":
        taken.append(standing_blocks(edit, area))
    mark = np.array(footprint_of((depth, width, height), (0.0, 0.0, low), 0.0, bool(known.round[slot])), float)
    draws = np.array([draw(luck, number) for number in range(3 * TRIES)]).reshape(TRIES, 3)
    target = area if near is None else _narrowed(area, near)
    if target is None:
        return None
    facing = TURNED if not spot.hang else TURNED[:1]
    turned = _facing(area, facing)
    turn = search_place(
        target.x, target.y, target.half_x, target.half_y, target.cos, target.sin, spot.round, spot.hang, mark, turned,
        np.concatenate(taken), draws,
    )  # fmt: skip
    if turn < 0:
        return None
    x, y, z = on_lattice(float(mark[0]), float(mark[1]), low)
    return Landing(carrier, spot_number, x, y, z, round(area.yaw + 15.0 * turn, ANGLE_DECIMALS))


def _facing(area: Area, turns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Directions relative to an area, as directions in space."""
    c, s = area.cos, area.sin
    return np.stack([c * turns[:, 0] - s * turns[:, 1], s * turns[:, 0] + c * turns[:, 1]], axis=1)


def _narrowed(area: Area, near: tuple[float, float, float]) -> Area | None:
    """The part of an area within a square around a point; None if there is none."""
    x, y, radius = near
    dx, dy = x - area.x, y - area.y
    along, across = dx * area.cos + dy * area.sin, -dx * area.sin + dy * area.cos
    low_u, high_u = max(-area.half_x, along - radius), min(area.half_x, along + radius)
    low_v, high_v = max(-area.half_y, across - radius), min(area.half_y, across + radius)
    if low_u >= high_u or low_v >= high_v:
        return None
    u, v = (low_u + high_u) / 2, (low_v + high_v) / 2
    return area._replace(
        x=area.x + area.cos * u - area.sin * v,
        y=area.y + area.sin * u + area.cos * v,
        half_x=(high_u - low_u) / 2,
        half_y=(high_v - low_v) / 2,
    )


def place(edit: Edit, slot: int, landing: Landing) -> None:
    """Put a thing, with all it carries, where a landing says."""
    release(edit, slot)
    transport(edit, slot, (landing.x, landing.y, landing.z), landing.yaw)
    edit.write("carrier")[slot] = landing.carrier
    edit.write("spot")[slot] = landing.spot
    room = int(edit.room[landing.carrier])
    for each in (slot, *edit.contents(slot)):
        if edit.room[each] != room:
            edit.write("room")[each] = room
    note_floor(edit, landing.carrier)


def note_floor(edit: Edit, carrier: int) -> None:
    """Remember that what stands about on a floor has changed, if this carrier is one."""
    if carrier != NONE and edit.known.things[carrier].type == "floor":
        edit.floor_changed = True


def release(edit: Edit, slot: int) -> None:
    """Take a thing out of the hand that holds it and off what carries it."""
    holder = int(edit.held_by[slot])
    if holder != NONE:
        hands = edit.write("agent_hands")
        hands[holder][hands[holder] == slot] = NONE
        edit.write("held_by")[slot] = NONE
    note_floor(edit, int(edit.carrier[slot]))


def transport(edit: Edit, slot: int, position: tuple[float, float, float], yaw: float) -> None:
    """Move a thing to a pose, and rigidly with it all that it carries."""
    old = edit.position[slot].copy()
    turn = yaw - quaternion_yaw(edit.rotation[slot])
    inside = edit.contents(slot)
    positions, rotations = edit.write("position"), edit.write("rotation")
    positions[slot] = position
    rotations[slot] = yaw_quaternion(yaw)
    if not inside:
        return
    c, s = cos_sin(turn)
    for each in inside:
        dx, dy, dz = (positions[each] - old).tolist()
        positions[each] = on_lattice(position[0] + c * dx - s * dy, position[1] + s * dx + c * dy, position[2] + dz)
        rotations[each] = yaw_quaternion(quaternion_yaw(rotations[each]) + turn)


def is_free(edit: Edit, slot: int, carrier: int, spot: LocalSpot, x: float, y: float, yaw: float) -> bool:
    """Can a thing stand just there on a spot, apart from everything else?"""
    area = area_of(edit, carrier, spot)
    size = tuple(edit.known.size[slot].tolist())
    mark = np.array(footprint_of(size, (x, y, area.z), yaw, bool(edit.known.round[slot])), float)
    moving = [slot, *edit.contents(slot)]
    taken = [marks_near(edit, area, area.z, area.z + size[2], moving), blocks_above(edit, area, spot)]
    if edit.known.things[carrier].type == "floor":
        blocks = standing_blocks(edit, area)
        own = np.abs(blocks[:, :2] - edit.position[slot, :2]).sum(axis=1) < 1e-9
        taken.append(blocks[~own])
    return bool(apart_rows(mark, np.concatenate(taken), CLEARANCE))
