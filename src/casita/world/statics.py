"""What never changes about a scene while people act in it: slots, types, spots, parts, controls.

Every object has a slot, a row in the columns of a state. Slots of things come first, in the scene's
order; after them come slots reserved for the slices of what can be sliced.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from casita.arrays import Bools, Float64s, Int32s
from casita.catalog import AFFORDANCES, Affordance, Form, ObjectType
from casita.errors import looked_up
from casita.geometry.outlines import rectangles
from casita.geometry.poses import cos_sin
from casita.geometry.solids import TUBE, bounds, pieces
from casita.geometry.spots import Spot, spots
from casita.scenes.kept import PerScene
from casita.scenes.scene import Scene, Thing

SLICES = 4
"""How many slices a thing is cut into."""

END_OF_ROUND = 0.88
"""How deep, and how high, a first or last slice of something round is: a chord of it, as a share of the whole."""

NONE = -1


class LocalSpot(Spot, frozen=True, kw_only=True):
    """A place that things can be put on or in, in the frame of the thing it belongs to."""

    slides: float
    """Metres that it comes out to the front when its joint is fully open."""
    blocks: Float64s
    """Boxes (low and high corner) of the thing's own pieces above it, in its frame."""


class Statics:
    """Everything about a scene that a step reads and never writes."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.kept: dict[Any, Any] = {}
        """What was made of them once; see `PerScene`."""
        things = scene.things
        sliced = [slot for slot, thing in enumerate(things) if thing.kind.can("slice")]
        self.count = len(things) + SLICES * len(sliced)
        self.slices = {
            slot: range(len(things) + SLICES * i, len(things) + SLICES * (i + 1)) for i, slot in enumerate(sliced)
        }
        self.made_from = np.full(self.count, NONE, np.int32)
        for slot, reserved in self.slices.items():
            self.made_from[reserved.start : reserved.stop] = slot
        origin = [slot if self.made_from[slot] == NONE else int(self.made_from[slot]) for slot in range(self.count)]
        self.things: tuple[Thing, ...] = tuple(things[slot] for slot in origin)
        self.ids = tuple(self._id(slot) for slot in range(self.count))
        self.index = {id: slot for slot, id in enumerate(self.ids)}
        self.kinds: tuple[ObjectType, ...] = tuple(thing.kind for thing in self.things)
        self.forms: tuple[Form, ...] = tuple(thing.kind.forms[thing.variant] for thing in self.things)
        self.size = np.array([self._size(slot) for slot in range(self.count)], float).reshape(-1, 3)
        self.mass = np.array([self._mass(slot) for slot in range(self.count)], float)
        self.round = np.array([form.is_round for form in self.forms], np.bool_)
        self.loose = np.array([kind.is_loose for kind in self.kinds], np.bool_)
        self.can = {
            name: np.array([kind.can(name) for kind in self.kinds], np.bool_) & self._slices_can(name)
            for name in AFFORDANCES
        }
        self.rooms = scene.rooms
        self.room_index = {room.id: i for i, room in enumerate(scene.rooms)}
        self.floors = tuple(rectangles(room.outline) for room in scene.rooms)
        self.floor_slots = self._floor_slots()
        self.parent = np.array([self._parent(slot) for slot in range(self.count)], np.int32)
        self.controls = {slot: self._controls(slot) for slot, thing in enumerate(things) if thing.controls}
        self.controlled_by = self._controlled_by()
        self.spots: tuple[tuple[LocalSpot, ...], ...] = tuple(self._spots(slot) for slot in range(self.count))

    @cached_property
    def door_rooms(self) -> dict[int, tuple[int, ...]]:
        """The rooms that each door is in: those on both sides of its doorway."""
        ways = {way.id: way.rooms for way in self.scene.doorways}
        return {
            slot: tuple(self.room_index[room] for room in ways[thing.place.of] if room in self.room_index)
            for slot, thing in enumerate(self.scene.things)
            if thing.place.of in ways
        }

    @cached_property
    def doors_of(self) -> tuple[list[int], ...]:
        """By room: the slots of its doors."""
        return tuple(
            [slot for slot, rooms in self.door_rooms.items() if room in rooms] for room in range(len(self.rooms))
        )

    @cached_property
    def built_on(self) -> Int32s:
        """By slot: the thing that something built in is part of, or that a hung thing hangs on; NONE for others."""
        fixed = [thing.place.of if thing.place.relation in ("part", "hung") else "" for thing in self.scene.things]
        found = [self.index.get(carrier, NONE) for carrier in fixed]
        return np.array(found + [NONE] * (self.count - len(found)), np.int32)

    @cached_property
    def surfaces(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """By room: furniture that things can be put on, and the number of the spot."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.rooms]
        for slot, thing in enumerate(self.scene.things):
            if not self.loose[slot] and thing.type != "floor":
                room = self.room_index[self.scene.room_ids[thing.id]]
                found[room] += [(slot, n) for n, spot in enumerate(self.spots[slot]) if spot.relation == "on"]
        return tuple(map(tuple, found))

    @cached_property
    def bins(self) -> tuple[int, ...]:
        """Slots of the garbage cans: what takes trash and is not carried about."""
        return tuple(np.nonzero(self.can["takes_trash"] & ~self.loose)[0].tolist())

    @cached_property
    def extra_reach(self) -> Float64s:
        """By slot: metres that agents reach beyond their arms: half the longer side of what is not loose."""
        return np.where(self.loose, 0.0, self.size[:, :2].max(axis=1) / 2)

    @cached_property
    def has_parts(self) -> Bools:
        """By slot: is anything built into it?"""
        found: Bools = np.zeros(self.count, np.bool_)
        found[self.parent[self.parent != NONE]] = True
        return found

    @cached_property
    def takers(self) -> tuple[int, ...]:
        """Slots of the things that others can be put on or in."""
        return tuple(slot for slot, found in enumerate(self.spots) if found)

    @cached_property
    def open_takers(self) -> tuple[tuple[int, ...], ...]:
        """By slot: the thing itself, if it has places of its own, and those of its parts that are always open."""
        found = [[slot] if spots else [] for slot, spots in enumerate(self.spots)]
        for slot in np.nonzero(self.parent != NONE)[0].tolist():
            if self.spots[slot] and not any(spot.joint for spot in self.spots[slot]):
                found[self.parent[slot]].append(slot)
        return tuple(map(tuple, found))

    def slot(self, id: str) -> int:
        """The slot of the object with this id."""
        return looked_up(f"object in {self.scene.name}", id, self.index)

    def _id(self, slot: int) -> str:
        whole = int(self.made_from[slot])
        if whole == NONE:
            return self.things[slot].id
        return f"{self.things[slot].id}_slice_{slot - self.slices[whole].start + 1}"

    def _size(self, slot: int) -> tuple[float, float, float]:
        whole = int(self.made_from[slot])
        thing = self.things[slot]
        return (
            thing.size if whole == NONE else slice_size(thing.size, self.forms[slot], slot - self.slices[whole].start)
        )

    def _mass(self, slot: int) -> float:
        mass = self.things[slot].mass
        return mass if self.made_from[slot] == NONE else mass / SLICES

    def _slices_can(self, name: Affordance) -> Bools:
        """A slice affords what its whole does, but for being cut again or broken."""
        whole: Bools = self.made_from == NONE
        return whole if name in ("slice", "break") else np.ones(self.count, np.bool_)

    def _floor_slots(self) -> tuple[int, ...]:
        by_room = {thing.place.of: slot for slot, thing in enumerate(self.scene.things) if thing.type == "floor"}
        return tuple(by_room.get(room.id, NONE) for room in self.rooms)

    def _parent(self, slot: int) -> int:
        """The slot of what a built-in thing is part of; NONE for others."""
        place = self.things[slot].place
        return self.index.get(place.of, NONE) if place.relation == "part" and self.made_from[slot] == NONE else NONE

    def _controls(self, slot: int) -> tuple[int, ...]:
        return tuple(self.index[id] for id in self.things[slot].controls if id in self.index)

    def _controlled_by(self) -> dict[int, int]:
        return {controlled: slot for slot, group in self.controls.items() for controlled in group}

    def _spots(self, slot: int) -> tuple[LocalSpot, ...]:
        """The spots of a thing in its own frame; floors have one for each rectangle of their room."""
        thing = self.things[slot]
        if thing.type == "floor":
            room = self.room_index[thing.place.of]
            return tuple(_floor_spot(box, thing.position) for box in self.floors[room])
        size = tuple(self.size[slot].tolist())
        still = thing.replace(
            position=(0.0, 0.0, 0.0), rotation=(0.0, 0.0, 0.0), size=size, start=thing.start.replace(openness=0.0)
        )
        found = spots(still)
        if not found:
            return ()
        boxes = self._family_boxes(slot) if self.made_from[slot] == NONE else np.zeros((0, 6))
        joints = {joint.name: joint for joint in self.forms[slot].joints}
        local = []
        for spot in found:
            joint = joints.get(spot.joint)
            slides = joint.travel * still.size[0] if joint and joint.kind == "slide" else 0.0
            local.append(_local_spot(spot, slides, boxes))
        return tuple(local)

    def _family_boxes(self, slot: int) -> Float64s:
        """Boxes of the closed pieces of a thing and of what it is built into, in its own frame; tubes left out."""
        root = self.things[slot]
        while root.place.relation == "part" and root.place.of in self.index:
            root = self.things[self.index[root.place.of]]
        family = self._families.get(root.id, [root])
        thing = self.things[slot]
        turn = -thing.rotation[2]
        c, s = cos_sin(turn)
        x0, y0, z0 = thing.position
        moved = []
        for member in family:
            dx, dy = member.position[0] - x0, member.position[1] - y0
            at = (c * dx - s * dy, s * dx + c * dy, member.position[2] - z0)
            yaw = member.rotation[2] + turn
            moved.append(member.replace(position=at, rotation=(0.0, 0.0, round(yaw, 2))))
        solid = pieces(moved, [0.0] * len(moved))
        boxes: Float64s = np.hstack(bounds(solid))[solid.shape != TUBE]
        return boxes

    @cached_property
    def _families(self) -> dict[str, list[Thing]]:
        """Things that are built of others, with all their parts, by id."""
        found: dict[str, list[Thing]] = {}
        for thing in self.scene.things:
            root = thing
            while root.place.relation == "part" and root.place.of in self.index:
                root = self.scene.by_id[root.place.of]
            found.setdefault(root.id, []).append(thing)
        return found

    @cached_property
    def hung_blocks(self) -> Float64s:
        """Boxes of all pieces that hang on walls, in space: they do not move."""
        hung = [thing for thing in self.scene.things if thing.place.relation == "hung" and thing.type != "door"]
        return np.hstack(bounds(pieces(hung, [0.0] * len(hung)))) if hung else np.zeros((0, 6))


def slice_size(whole: tuple[float, float, float], form: Form, number: int) -> tuple[float, float, float]:
    """The box of a slice, cut across the width: what is round is less deep at its ends, and a ball less high."""
    depth, width, height = whole
    at_end = number in (0, SLICES - 1)
    deep = END_OF_ROUND if at_end and form.is_round else 1.0
    high = END_OF_ROUND if at_end and all(solid.shape == "ball" for solid in form.solids) else 1.0
    return round(depth * deep, 4), round(width / SLICES, 4), round(height * high, 4)


def _floor_spot(box: tuple[float, float, float, float], origin: tuple[float, float, float]) -> LocalSpot:
    """A rectangle of floor, in the frame of the floor object."""
    x0, y0, x1, y1 = box
    x, y = (x0 + x1) / 2 - origin[0], (y0 + y1) / 2 - origin[1]
    half = (x1 - x0) / 2, (y1 - y0) / 2
    return LocalSpot(
        "top", "on", x, y, -origin[2], *half, 0.0, math.inf, False, False, "", slides=0.0, blocks=np.zeros((0, 6))
    )


def _local_spot(spot: Spot, slides: float, boxes: Float64s) -> LocalSpot:
    """A spot of a thing at the origin, with those of the thing's own pieces that are in the way above it."""
    top = spot.z if spot.hang else spot.z + min(spot.headroom, 3.0)
    bottom = spot.z - spot.headroom if spot.hang else spot.z
    near = (boxes[:, 3] > spot.x - spot.half_x) & (boxes[:, 0] < spot.x + spot.half_x)
    near &= (boxes[:, 4] > spot.y - spot.half_y) & (boxes[:, 1] < spot.y + spot.half_y)
    near &= (boxes[:, 5] > bottom + 0.002) & (boxes[:, 2] < top - 0.001)
    return LocalSpot(*msgspec.structs.astuple(spot), slides=slides, blocks=boxes[near])


@PerScene
def statics(scene: Scene) -> Statics:
    """The statics of a scene, made once and kept with it."""
    return Statics(scene)
