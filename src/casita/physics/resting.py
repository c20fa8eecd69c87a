"""From where the engine left things to poses that the world's laws accept.

The engine leaves things at any angle, leaning on each other, a hair off what carries them. The world
keeps simpler truths: a thing rests on one surface, with one face of its box down, and stands in
nothing. So each thing that moved is put, from the lowest to the highest,

1. with the nearest face of its box down (upright if it has parts, or something is shut away in it),
2. on the surface that it touched, else on the nearest and highest one below it,
3. at the nearest place there where it stands in nothing.

What stayed in place on something that moved is carried along with it. If there is no place for one of
them, no result is given and the kinematic rules decide.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from casita.geometry.resting import Area
from casita.geometry.solids import Pieces, collisions, pieces
from casita.physics.neighbourhood import (
    Around,
    Floats,
    Group,
    bodies,
    kinds,
    solid_pieces,
    wall_pieces,
)
from casita.products import dot, product
from casita.scenes.check import SLACK
from casita.world.edit import Edit
from casita.world.physics import Rest, come_to_rest
from casita.world.placing import Landing, area_of, transport
from casita.world.shut import is_shut, shut_around
from casita.world.stance import (
    Quaternion,
    RestingBox,
    Vector,
    angles_of,
    face_down,
    is_upright,
    matrix_of,
    resting_box,
    standing_at,
)
from casita.world.state import quaternion_yaw
from casita.world.statics import NONE

STAYED = 0.001
TURNED = 0.01
"""Metres, and sine of the angle, up to which a thing did not move."""

CARRIED = 0.03
LEANED = 0.3
"""The same for what is on something that moved: it comes along as it stood."""

LEVEL = 0.04
"""Metres between a thing's foot and a surface up to which it rests there."""

BEYOND = 0.1
"""Metres beyond a surface's rim where what touches it still rests on it."""

ASIDE = 0.6
"""Metres aside that a thing falls to a surface from where nothing can carry it: from a sofa's back to its seat."""

INSET = 0.8
"""The share of a thing's half that lies within the rim of what it rests on at least: cut up, its slices do too."""

RINGS = (0.01, 0.02, 0.035, 0.055, 0.08, 0.12, 0.17, 0.24, 0.33, 0.45)
"""Distances in metres at which a free place is sought, in eight directions each."""


class Pose(NamedTuple):
    """Where the engine left a thing."""

    position: Floats
    rotation: Floats


class Support(NamedTuple):
    """A surface that a thing can rest on, and where on it."""

    carrier: int
    spot: int
    u: float
    v: float
    """Where its middle comes to be, along and across the surface."""
    room_u: float
    room_v: float
    """How far from the surface's middle that may be."""
    area: Area

    def at(self, u: float, v: float) -> tuple[float, float]:
        """A point of the surface in space, seen from above."""
        c, s = self.area.cos, self.area.sin
        return self.area.x + c * u - s * v, self.area.y + s * u + c * v


def rested(edit: Edit, near: Around, poses: list[Pose]) -> tuple[list[Rest], Edit] | None:
    """Where everything that moved comes to rest, and the edit with that; None if there is no place for something."""
    draft = edit.copied()
    moved = {
        group.slot: (group, pose)
        for group, pose in zip(near.groups, poses, strict=True)
        if _has_moved(edit, group.slot, pose, STAYED, TURNED)
    }
    waiting = dict(sorted(moved.items(), key=lambda item: (float(item[1][1].position[2]), item[0])))
    found: list[Rest] = []
    settle = Settling(draft, near, set(waiting))
    while waiting:
        slot = next(iter(waiting))
        group, pose = waiting.pop(slot)
        inside = [each for each in draft.contents(slot) if draft.known.parent[each] == NONE]
        along = [each for each in inside if _comes_along(edit, slot, each, moved)]
        rest = settle.rest_of(group, pose, along)
        if rest is None:
            return None
        along = along if rest.rotation is None else []
        come_to_rest(draft, rest)
        found.append(rest)
        settle.moving.difference_update((slot, *along))
        for each in inside:
            if each in along:
                waiting.pop(each, None)
            elif each not in waiting and draft.carrier[each] == slot:
                left = moved[each][1] if each in moved else Pose(edit.position[each], edit.rotation[each])
                waiting[each] = (_group_of(near, each), left)
                settle.moving.add(each)
    return found, draft


def _group_of(near: Around, slot: int) -> Group:
    found = next((group for group in near.groups if group.slot == slot), None)
    return found or Group(slot, (slot,), 0.0)


def _has_moved(edit: Edit, slot: int, pose: Pose, far: float, turn: float) -> bool:
    """Is a thing elsewhere, or turned, by more than this?"""
    away = np.abs(pose.position - edit.position[slot]).max()
    aligned = abs(dot(pose.rotation, edit.rotation[slot]))
    return bool(away > far or aligned < math.sqrt(1.0 - turn * turn / 4))


def _comes_along(edit: Edit, carrier: int, slot: int, moved: dict[int, tuple[Group, Pose]]) -> bool:
    """Did a thing stay where it was on or in what carried it?"""
    if slot not in moved:
        return shut_around(edit, slot) != NONE or edit.carrier[slot] != carrier
    _, base = moved[carrier]
    _, pose = moved[slot]
    old, new = matrix_of(edit.rotation[carrier]), matrix_of(base.rotation)
    turn = product(new, old.T)
    at = base.position + product(turn, edit.position[slot] - edit.position[carrier])
    turned = product(turn, matrix_of(edit.rotation[slot]))
    away = float(np.abs(pose.position - at).max())
    return away <= CARRIED and float((turned[:, 2] * matrix_of(pose.rotation)[:, 2]).sum()) > 1.0 - LEANED


class Settling:
    """Finds a resting place for one thing after the other."""

    def __init__(self, draft: Edit, near: Around, moving: set[int]) -> None:
        self.draft = draft
        self.near = near
        self.moving = moving
        """Slots that have not come to rest yet: they are in nobody's way and carry nothing."""
        known = draft.known
        loose = [slot for group in near.groups for slot in group.members]
        there = [slot for slot in (*near.fixed, *loose) if known.things[slot].type != "door"]
        self.others = there
        self.parts = {group.slot: group.members for group in near.groups}
        self.walls = wall_pieces(near.walls, 0)

    def rest_of(self, group: Group, pose: Pose, along: list[int]) -> Rest | None:
        """The nearest pose for a thing, with what comes along if it stands upright, that the laws accept."""
        slot = group.slot
        size = self.draft.known.size[slot]
        rotation = self._stance(group, pose)
        middle = pose.position + product(matrix_of(pose.rotation), (0.0, 0.0, float(size[2]) / 2))
        box = resting_box(np.zeros(3), np.array(rotation), size)
        left = box._replace(x=float(middle[0]), y=float(middle[1]), low=float(middle[2]) - (box.high - box.low) / 2)
        obstacles = self.obstacles(group)
        for support in self._supports(slot, left._replace(high=left.low + box.high - box.low)):
            for x, y in self._places(support):
                position = standing_at(x, y, support.area.z, rotation, size)
                if self.is_free((*group.members, *along), position, rotation, obstacles):
                    upright = is_upright(np.array(rotation))
                    yaw = quaternion_yaw(np.array(rotation)) if upright else 0.0
                    landing = Landing(support.carrier, support.spot, *position, yaw)
                    return Rest(slot, landing, None if upright else rotation)
        return None

    def _stance(self, group: Group, pose: Pose) -> Quaternion:
        """The nearest face down; what has parts, or holds something shut away, is set upright."""
        shut = any(shut_around(self.draft, each) != NONE for each in self.draft.contents(group.slot))
        rotation = face_down(pose.rotation)
        if is_upright(np.array(rotation)) or (len(group.members) == 1 and not shut):
            return rotation
        turn = matrix_of(pose.rotation)
        yaw = math.atan2(turn[1, 0], turn[0, 0])
        return face_down(np.array((math.cos(yaw / 2), 0.0, 0.0, math.sin(yaw / 2))))

    # Where it can rest.

    def _supports(self, slot: int, box: RestingBox) -> Iterator[Support]:
        """Surfaces that it touches, the nearest first; then those below it, right below or somewhat aside."""
        touched: list[tuple[float, float, Support]] = []
        below: list[tuple[float, float, Support]] = []
        for carrier, number in self._carriers(slot, box.high - box.low):
            area = area_of(self.draft, carrier, self.draft.known.spots[carrier][number])
            c, s = abs(box.cos * area.cos + box.sin * area.sin), abs(box.sin * area.cos - box.cos * area.sin)
            room_u = area.half_x - INSET * (box.half_x * c + box.half_y * s)
            room_v = area.half_y - INSET * (box.half_x * s + box.half_y * c)
            if room_u < 0.0 or room_v < 0.0:
                continue
            dx, dy = box.x - area.x, box.y - area.y
            u, v = dx * area.cos + dy * area.sin, -dx * area.sin + dy * area.cos
            inside_u, inside_v = min(max(u, -room_u), room_u), min(max(v, -room_v), room_v)
            away = round(math.hypot(u - inside_u, v - inside_v), 4)
            support = Support(carrier, number, inside_u, inside_v, room_u, room_v, area)
            if away <= BEYOND and abs(box.low - area.z) <= LEVEL:
                touched.append((away, abs(box.low - area.z), support))
            elif away <= ASIDE and (area.z <= box.low + LEVEL or kinds(self.draft.known).is_floor[carrier]):
                below.append((away, -area.z, support))
        yield from (support for *_, support in sorted(touched))
        yield from (support for *_, support in sorted(below))

    def _carriers(self, slot: int, tall: float) -> Iterator[tuple[int, int]]:
        """Spots around that take it: open, upright, at rest, high enough and made for such things."""
        draft, known = self.draft, self.draft.known
        inside = {slot, *draft.contents(slot)}
        floors = [floor for floor in known.floor_slots if floor != NONE]
        for carrier in (*self.near.fixed, *self.parts, *floors):
            if carrier in inside or carrier in self.moving or draft.broken[carrier] or not known.spots[carrier]:
                continue
            holds = known.kinds[carrier].holds
            if (holds and known.kinds[slot].name not in holds) or not is_upright(draft.rotation[carrier]):
                continue
            for number, spot in enumerate(known.spots[carrier]):
                shut = is_shut(draft, carrier, spot)
                slid = spot.slides and draft.openness[carrier] > 0.0
                if not (shut or slid or spot.hang or tall > spot.headroom):
                    yield carrier, number

    def _places(self, support: Support) -> Iterator[tuple[float, float]]:
        """The place itself, and others on the same surface around it."""
        yield support.at(support.u, support.v)
        for ring, radius in enumerate(RINGS):
            for turn in range(8):
                angle = math.pi * (turn / 4 + ring / 8)
                u, v = support.u + radius * math.cos(angle), support.v + radius * math.sin(angle)
                if abs(u) <= support.room_u and abs(v) <= support.room_v:
                    yield support.at(u, v)

    # What is in its way.

    def obstacles(self, group: Group) -> tuple[Pieces, int]:
        """The closed pieces of all that is at rest around, walls included, and how many owners they have."""
        away = {*group.members, *self.draft.contents(group.slot)}
        away.update(slot for moving in self.moving for slot in self.parts.get(moving, (moving,)))
        others = [slot for slot in self.others if slot not in away]
        solid = solid_pieces(self.draft, others, closed=True)
        walls = self.walls._replace(owner=self.walls.owner + len(others))
        both = Pieces(*(np.concatenate(columns) for columns in zip(solid, walls, strict=True)))
        return both, len(others) + 1

    def is_free(
        self, slots: tuple[int, ...], position: Vector, rotation: Quaternion, obstacles: tuple[Pieces, int]
    ) -> bool:
        """Does a thing stand in nothing at this pose, and what comes along with it neither?"""
        around, owners = obstacles
        if is_upright(np.array(rotation)):
            draft = self.draft
            if len(slots) > 1:
                draft = draft.copied()
                transport(draft, slots[0], position, quaternion_yaw(np.array(rotation)))
            found = bodies(draft, list(slots))
        else:
            found = bodies(self.draft, [slots[0]])
        found[0] = found[0]._replace(position=position, rotation=angles_of(np.array(rotation)))
        solid = pieces(found, [0.0] * len(found))
        own = solid._replace(owner=np.full(len(solid.owner), owners))
        both = Pieces(*(np.concatenate(columns) for columns in zip(around, own, strict=True)))
        family = np.arange(owners + 1)
        first = family == owners
        return not collisions(both, family, SLACK, first, ~first)


def stands_in_something(edit: Edit, near: Around, slot: int) -> bool:
    """Does a thing, as it is now, stand in anything around it?"""
    group = _group_of(near, slot)
    settle = Settling(edit, near, set())
    x, y, z = edit.position[slot].tolist()
    w, i, j, k = edit.rotation[slot].tolist()
    return not settle.is_free(group.members, (x, y, z), (w, i, j, k), settle.obstacles(group))
