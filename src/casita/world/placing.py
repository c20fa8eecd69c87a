"""Putting things down: a free place on a spot among what is there now, and moving things with what they carry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Float64s, Int64s
from casita.geometry.poses import ANGLE_DECIMALS, cos_sin, on_lattice
from casita.geometry.resting import Area
from casita.geometry.rests import AGAINST, FLAT
from casita.geometry.solids import ROUND_ENOUGH
from casita.geometry.spots import Footprint, apart, footprint_of, search_place
from casita.world.edit import Edit
from casita.world.luck import MASK, draws
from casita.world.stance import Quaternion, is_upright, lying_box, resting_box, set_matrix, turned_by
from casita.world.state import quaternion_yaw, yaw_quaternion
from casita.world.statics import NONE, LocalSpot, Statics

NEAR = 0.25
"""Metres between two things that are near each other, at the most."""

TRIES = 120
"""Random places that are tried on a spot."""

TURNED = np.array([cos_sin(15.0 * step) for step in range(24)])
"""Directions that things are put down in, relative to the spot's own."""

STICKS_OUT = 0.002
"""Metres by which something must stick out beyond what it is in or on to be in the way of that."""

NOTHING: Float64s = np.empty((0, 9))
"""No footprints."""


class Landing(NamedTuple):
    """Where a thing comes to be."""

    carrier: int
    spot: int
    x: float
    y: float
    z: float
    yaw: float
    rotation: Quaternion | None = None
    """How it lies or leans; None if it stands upright and faces the yaw."""
    rest: int = FLAT
    """How it rests: a number of `geometry.rests.RESTS`."""


def area_of(edit: Edit, carrier: int, spot: LocalSpot) -> Area:
    """Where a spot of a thing is now."""
    yaw = quaternion_yaw(edit.rotation[carrier])
    c, s = cos_sin(yaw)
    x, y = spot.x + (spot.slides * float(edit.openness[carrier]) if spot.slides else 0.0), spot.y
    px, py, pz = edit.position[carrier].tolist()
    return Area(
        px + c * x - s * y, py + s * x + c * y, pz + spot.z, spot.half_x, spot.half_y, c, s, yaw,
        spot.round, spot.headroom, spot.rim,
    )  # fmt: skip


def taken_near(
    edit: Edit, carrier: int, spot: LocalSpot, area: Area, low: float, high: float, moving: Int64s
) -> Float64s:
    """The footprints of all that takes space on and above a spot, but for its carrier and what is moving.

    That is: things between two heights, the carrier's own pieces above the spot, and what hangs on walls.
    """
    known = edit.known
    found: Float64s = _taken(
        edit.exists, edit.spot, edit.rest, edit.carrier, edit.position, edit.rotation, known.size, known.round,
        carrier, moving, spot.blocks, known.hung_blocks, (spot.x, spot.y, spot.z),
        (area.x, area.y, area.z, area.half_x + area.half_y, area.cos, area.sin), low, high,
    )  # fmt: skip
    if known.loose[carrier]:
        found = np.concatenate([found, _blocks_around(edit, carrier)])
    return found


def _blocks_around(edit: Edit, carrier: int) -> Float64s:
    """The pieces of furniture above a loose thing, and above what that is in, as footprints: a shelf over a bowl."""
    found = [NOTHING]
    while edit.spot[carrier] != NONE:
        outer = int(edit.carrier[carrier])
        spot = edit.known.spots[outer][int(edit.spot[carrier])]
        area = area_of(edit, outer, spot)
        rows = np.zeros((len(spot.blocks), 9))
        dx, dy = ((spot.blocks[:, axis] + spot.blocks[:, axis + 3]) / 2 - at for axis, at in ((0, spot.x), (1, spot.y)))
        rows[:, 0], rows[:, 1] = area.x + area.cos * dx - area.sin * dy, area.y + area.sin * dx + area.cos * dy
        rows[:, 2:4] = (spot.blocks[:, 3:5] - spot.blocks[:, 0:2]) / 2
        rows[:, 4], rows[:, 5] = area.cos, area.sin
        rows[:, 6:8] = spot.blocks[:, [2, 5]] - spot.z + area.z
        found.append(rows)
        carrier = outer
    return np.concatenate(found)


@numba.njit(cache=True)
def _taken(  # type: ignore[no-untyped-def]
    exists, spots, rests, carriers, position, rotation, size, round, carrier, moving, blocks, hung, local, area,
    low, high,
):  # fmt: skip
    """See `taken_near`; rows are footprints."""
    ax, ay, az, reach, c, s = area
    rows = np.empty((len(exists) + len(blocks) + len(hung), 9))
    count = 0
    for i in range(len(exists)):
        if not exists[i] or (spots[i] < 0 and rests[i] == FLAT):
            continue
        skip = False
        if rotation[i, 1] != 0.0 or rotation[i, 2] != 0.0:
            far = size[i, 0] + size[i, 1] + size[i, 2]
            if position[i, 2] - far >= high or position[i, 2] + far <= low:
                continue
            box = lying_box(position[i], rotation[i], size[i])
            for m in moving:
                skip = skip or m == i
            if box[2] < high and box[3] > low and not skip:
                rows[count] = (box[0], box[1], box[4], box[5], box[6], box[7], box[2], box[3], 0.0)
                count += 1
            continue
        if position[i, 2] >= high or position[i, 2] + size[i, 2] <= low:
            continue
        if abs(position[i, 0] - ax) >= reach + 0.6 + size[i, 0] or abs(position[i, 1] - ay) >= reach + 0.6 + size[i, 1]:
            continue
        for m in moving:
            skip = skip or m == i
        at = carrier
        while at >= 0 and not skip:
            skip = at == i
            at = carriers[at]
        if skip:
            continue
        wide, narrow = max(size[i, 0], size[i, 1]), min(size[i, 0], size[i, 1])
        disc = round[i] and wide <= ROUND_ENOUGH * narrow
        rows[count, 0], rows[count, 1] = position[i, 0], position[i, 1]
        rows[count, 2] = (wide if disc else size[i, 0]) / 2
        rows[count, 3] = (wide if disc else size[i, 1]) / 2
        rows[count, 4] = 1.0 - 2.0 * rotation[i, 3] * rotation[i, 3]
        rows[count, 5] = 2.0 * rotation[i, 0] * rotation[i, 3]
        rows[count, 6], rows[count, 7] = position[i, 2], position[i, 2] + size[i, 2]
        rows[count, 8] = 1.0 if disc else 0.0
        count += 1
    for i in range(len(blocks)):
        dx = (blocks[i, 0] + blocks[i, 3]) / 2 - local[0]
        dy = (blocks[i, 1] + blocks[i, 4]) / 2 - local[1]
        rows[count, 0], rows[count, 1] = ax + c * dx - s * dy, ay + s * dx + c * dy
        rows[count, 2], rows[count, 3] = (blocks[i, 3] - blocks[i, 0]) / 2, (blocks[i, 4] - blocks[i, 1]) / 2
        rows[count, 4], rows[count, 5] = c, s
        rows[count, 6], rows[count, 7] = blocks[i, 2] - local[2] + az, blocks[i, 5] - local[2] + az
        rows[count, 8] = 0.0
        count += 1
    for i in range(len(hung)):
        if hung[i, 5] <= low + 0.002 or hung[i, 2] >= high:
            continue
        if hung[i, 3] <= ax - reach or hung[i, 0] >= ax + reach or hung[i, 4] <= ay - reach or hung[i, 1] >= ay + reach:
            continue
        rows[count, 0], rows[count, 1] = (hung[i, 0] + hung[i, 3]) / 2, (hung[i, 1] + hung[i, 4]) / 2
        rows[count, 2], rows[count, 3] = (hung[i, 3] - hung[i, 0]) / 2, (hung[i, 4] - hung[i, 1]) / 2
        rows[count, 4], rows[count, 5] = 1.0, 0.0
        rows[count, 6], rows[count, 7] = hung[i, 2], hung[i, 5]
        rows[count, 8] = 0.0
        count += 1
    return rows[:count]


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
    too_wide = min(depth, width) > 2.0 * min(spot.half_x, spot.half_y)
    if height > spot.headroom or too_wide or not is_upright(edit.rotation[carrier]):
        return None
    moving = edit.with_contents(slot)
    tall = height if len(moving) == 1 else height_of(edit, moving)
    if tall > spot.headroom:
        return None
    area = area_of(edit, carrier, spot)
    target = area if near is None else narrowed(area, near)
    if target is None:
        return None
    low = area.z - height if spot.hang else area.z
    facing = TURNED if not spot.hang else TURNED[:1]
    turn, x, y = _search(
        edit.exists, edit.spot, edit.rest, edit.carrier, edit.position, edit.rotation, known.size, known.round,
        known.loose, carrier, moving, spot.blocks, known.hung_blocks, (spot.x, spot.y, spot.z),
        (area.x, area.y, area.z, area.half_x + area.half_y, area.cos, area.sin), low, low + tall,
        _blocks_around(edit, carrier) if known.loose[carrier] else NOTHING,
        (target.x, target.y, target.half_x, target.half_y, target.cos, target.sin), spot.round, spot.hang, facing,
        np.uint64(luck & MASK),
    )  # fmt: skip
    if turn < 0:
        return None
    x, y, z = on_lattice(x, y, low)
    return Landing(carrier, spot_number, x, y, z, round(area.yaw + 15.0 * turn, ANGLE_DECIMALS))


@numba.njit(cache=True)
def _search(  # type: ignore[no-untyped-def]
    exists, spots, rests, carriers, position, rotation, size, round, loose, carrier, moving, blocks, hung, local,
    area, low, high, more, target, round_spot, hang, turns, luck,
):  # fmt: skip
    """The first free place among random ones: its turn and where it is, or -1; one call, since each costs a while."""
    x, y, half_x, half_y, c, s = target
    taken = _taken(
        exists, spots, rests, carriers, position, rotation, size, round, carrier, moving, blocks, hung, local, area,
        low, high,
    )  # fmt: skip
    if len(more):
        taken = np.concatenate((taken, more))
    slot = moving[0]
    wide, narrow = max(size[slot, 0], size[slot, 1]), min(size[slot, 0], size[slot, 1])
    half_depth, half_width = spread_of(moving, position, rotation, size, loose)
    disc = round[slot] and wide <= ROUND_ENOUGH * narrow and max(half_depth, half_width) <= wide / 2
    if disc:
        half_depth = half_width = wide / 2
    mark = np.array((0.0, 0.0, half_depth, half_width, 1.0, 0.0, low, high, 1.0 if disc else 0.0))
    turned = _facing(c, s, turns)
    places = draws(luck, 3 * TRIES).reshape(TRIES, 3)
    turn = search_place(x, y, half_x, half_y, c, s, round_spot, hang, mark, turned, taken, places)
    return turn, mark[0], mark[1]


@numba.njit(cache=True)
def spread_of(moving, position, rotation, size, loose):  # type: ignore[no-untyped-def]
    """Half the depth and width of a thing (the first that is moving), with what sticks out beyond it on either side."""
    slot = moving[0]
    half_depth, half_width = size[slot, 0] / 2, size[slot, 1] / 2
    far_along, far_across = half_depth + STICKS_OUT, half_width + STICKS_OUT
    c, s = 1.0 - 2.0 * rotation[slot, 3] * rotation[slot, 3], 2.0 * rotation[slot, 0] * rotation[slot, 3]
    turn = np.empty((3, 3))
    for k in moving[1:]:
        if not loose[k]:
            continue
        set_matrix(rotation[k], turn)
        for corner in range(8):
            x, y = position[k, 0] - position[slot, 0], position[k, 1] - position[slot, 1]
            for m in range(3):
                off = size[k, m] * ((corner >> m & 1) - (0.0 if m == 2 else 0.5))
                x, y = x + turn[0, m] * off, y + turn[1, m] * off
            far_along, far_across = max(far_along, abs(c * x + s * y)), max(far_across, abs(c * y - s * x))
    if far_along > half_depth + STICKS_OUT:
        half_depth = far_along
    return half_depth, far_across if far_across > half_width + STICKS_OUT else half_width


@numba.njit(cache=True)
def _facing(c, s, turns):  # type: ignore[no-untyped-def]
    """Directions relative to an area, as directions in space."""
    found = np.empty_like(turns)
    for i in range(len(turns)):
        found[i, 0] = c * turns[i, 0] - s * turns[i, 1]
        found[i, 1] = s * turns[i, 0] + c * turns[i, 1]
    return found


def narrowed(area: Area, near: tuple[float, float, float]) -> Area | None:
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
    inside = transport(edit, slot, (landing.x, landing.y, landing.z), landing.yaw)
    if landing.rotation is not None:
        edit.write("rotation")[slot] = landing.rotation
    if landing.rest != FLAT:
        edit.write("rest")[slot] = landing.rest
    edit.write("carrier")[slot] = landing.carrier
    edit.write("spot")[slot] = landing.spot
    move_to_room(edit, (slot, *inside), int(edit.room[landing.carrier]))
    note_floor(edit, landing.carrier)
    edit.floor_changed |= landing.rest == AGAINST


def move_to_room(edit: Edit, slots: Iterable[int], room: int) -> None:
    """Write down which room things are in now."""
    for each in slots:
        if edit.room[each] != room:
            edit.write("room")[each] = room


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
    if edit.rest[slot] != FLAT:
        edit.floor_changed |= bool(edit.rest[slot] == AGAINST)
        edit.write("rest")[slot] = FLAT
    note_floor(edit, int(edit.carrier[slot]))


def transport(edit: Edit, slot: int, position: tuple[float, float, float], yaw: float) -> list[int]:
    """Move a thing to a pose, and rigidly with it all that it carries; gives the slots of what it carries."""
    inside = edit.contents(slot)
    positions, rotations = edit.write("position"), edit.write("rotation")
    if not inside:
        positions[slot] = position
        rotations[slot] = yaw_quaternion(yaw)
        return inside
    old = positions[slot].copy()
    turn = yaw - quaternion_yaw(rotations[slot])
    positions[slot] = position
    rotations[slot] = yaw_quaternion(yaw)
    c, s = cos_sin(turn)
    for each in inside:
        dx, dy, dz = (positions[each] - old).tolist()
        positions[each] = on_lattice(position[0] + c * dx - s * dy, position[1] + s * dx + c * dy, position[2] + dz)
        rotations[each] = turned_by(rotations[each], turn)
    return inside


def are_over(edit: Edit, carrier: int, number: int, points: Float64s) -> list[bool]:
    """Which points are over a spot, seen from above."""
    area = area_of(edit, carrier, edit.known.spots[carrier][number])
    found = []
    for x, y, _ in points.tolist():
        dx, dy = x - area.x, y - area.y
        along, across = abs(dx * area.cos + dy * area.sin), abs(-dx * area.sin + dy * area.cos)
        found.append(along <= area.half_x and across <= area.half_y)
    return found


def footprint_now(edit: Edit, slot: int) -> Footprint:
    """What a thing covers where it stands or lies, with what sticks out of it."""
    size, rotation, position = edit.known.size[slot], edit.rotation[slot], edit.position[slot]
    box = resting_box(position, rotation, size)
    if not is_upright(rotation):
        return Footprint(box.x, box.y, box.half_x, box.half_y, box.cos, box.sin, box.low, box.high, False)
    moving = np.array([slot, *edit.contents(slot)])
    half_x, half_y = spread_of(moving, edit.position, edit.rotation, edit.known.size, edit.known.loose)
    is_round = bool(edit.known.round[slot]) and (half_x, half_y) == (box.half_x, box.half_y)
    x, y, z = position.tolist()
    sides = (2.0 * half_x, 2.0 * half_y, height_of(edit, moving))
    return footprint_of(sides, (x, y, z), quaternion_yaw(rotation), is_round)


def taken_around(edit: Edit, slot: int, carrier: int, spot: LocalSpot) -> Float64s:
    """What takes space around a thing on the spot that it stands on."""
    area = area_of(edit, carrier, spot)
    moving = edit.with_contents(slot)
    return taken_near(edit, carrier, spot, area, area.z, area.z + height_of(edit, moving), moving)


def height_of(edit: Edit, moving: Int64s) -> float:
    """From the bottom of a thing to the top of the highest thing it carries; the thing comes first."""
    if len(moving) == 1:
        return float(edit.known.size[moving[0], 2])
    poses = zip(edit.position[moving], edit.rotation[moving], edit.known.size[moving], strict=True)
    return max(resting_box(*pose).high for pose in poses) - float(edit.position[moving[0], 2])


def gap_to(edit: Edit, slot: int, landing: Landing, other: int) -> float:
    """Metres between a thing at a landing and another one, seen from above; 0 if they touch or overlap."""
    known = edit.known
    at = (landing.x, landing.y, landing.z)
    own = footprint_of(_size(known, slot), at, landing.yaw, bool(known.round[slot]))
    x, y, _ = edit.position[other].tolist()
    yaw = quaternion_yaw(edit.rotation[other])
    mark = np.array([footprint_of(_size(known, other), (x, y, landing.z), yaw, bool(known.round[other]))], float)
    low, high = 0.0, 5.0
    while high - low > 0.005:
        middle = (low + high) / 2
        low, high = (middle, high) if apart(own, mark, middle) else (low, middle)
    return low


def _size(known: Statics, slot: int) -> tuple[float, float, float]:
    depth, width, height = known.size[slot].tolist()
    return depth, width, height
