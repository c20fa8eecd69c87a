"""Puts loose things where they are usually found: on tables, in drawers and fridges, on the floor."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np

from casita.arrays import Float64s
from casita.catalog import ObjectType, RoomKind, catalog
from casita.geometry.navigation import Reach
from casita.geometry.outlines import rectangle_inside, rectangles, walls
from casita.geometry.poses import angle_on_lattice, cos_sin, on_lattice
from casita.geometry.solids import bounds, pieces
from casita.geometry.spots import Footprint, Marks, Spot, apart, footprint, free_place, spots
from casita.scenes.draft import SETS, Draft, drawn_size
from casita.scenes.generate.contents import Contents
from casita.scenes.generate.furniture import room_grid
from casita.scenes.generate.groups import opening_reach
from casita.scenes.generate.habits import AT_THE_BACK, in_habitual_order, turns_of
from casita.scenes.generate.seating import screen_stands
from casita.scenes.generate.space import Box, Pose, doorway_clearance, turned_box
from casita.scenes.scene import Place, Room, Scene, Thing, Vector
from casita.scenes.shower import stalls
from casita.seeds import Stream

BACK_BAND = 0.35
"""The share of a surface's depth that counts as its back."""

ALONG_WALL = 0.55
"""Metres from a wall within which things are left on the floor."""

WIDEST = 0.5
"""Metres from its middle that a thing on a surface reaches, at the most."""

WALK = 0.5
"""Metres around furniture that floor things keep out of, so that nothing blocks the way."""

SURFACES = ("counter_top", "dining_table", "coffee_table", "side_table", "desk", "dresser", "shelf", "tv_stand")
"""Where a thing goes when none of its usual places is free, in this order; a loose one also into the next."""

HIDING_PLACES = ("cabinet", "drawer", "floor")


class Clutter:
    """Fills the spots of one room, keeping track of what stands where."""

    def __init__(self, draft: Draft, room: Room) -> None:
        self.draft = draft
        self.room = room
        scene = draft.finished()
        self.here = [thing for thing in scene.things if scene.room_ids[thing.id] == room.id]
        self.fixed = [thing for thing in self.here if thing.type != "floor" and not thing.kind.is_loose]
        doors = [t for t in scene.things if t.type == "door" and t not in self.here]
        self.low, self.high = _piece_boxes(self.fixed + doors)
        self.reach = room_reach(scene, room, [*self.fixed, *doors])
        self.by_type: dict[str, list[Thing]] = {}
        for thing in self.here:
            self.by_type.setdefault(thing.type, []).append(thing)
        self.parts: dict[str, list[Thing]] = {}
        for thing in self.here:
            if thing.place.relation == "part":
                self.parts.setdefault(thing.place.of, []).append(thing)
        self.ways = [doorway_clearance(way) for way in scene.doorways if room.id in way.rooms]
        self.ways += [Box(x0, y0, 0.0, x1, y1, 2.0) for x0, y0, x1, y1 in stalls(scene, room)]
        self.screen_stands = screen_stands(self.here)
        self._spots: dict[str, tuple[Spot, ...]] = {}
        self._blocked: dict[tuple[str, int], Marks] = {}
        loose = [footprint(thing) for thing in self.here if thing.kind.is_loose]
        self._marks: Marks = np.array(loose, float).reshape(-1, len(Footprint._fields))
        for thing in self.here:
            if thing.place.relation in ("on", "in") and is_clutter(thing.type):
                swing = _swing(thing.kind, thing.size, footprint(thing), thing.rotation[2])
                if swing is not None:
                    self._mark(swing)

    def put(self, type: str, luck: Stream) -> Thing | None:
        """Make one thing of a type where it is usually found; None if there is no place for it at all."""
        kind = catalog()[type]
        like = self.by_type.get(type, ()) if type in SETS else ()
        for size in (like[0].size if like else drawn_size(kind, luck), kind.size.least):
            found = self._found_place(kind, size, luck)
            if found is not None:
                position, yaw, place = found
                thing = self.draft.add(kind.name, position, yaw, place, luck, size=size)
                self.by_type.setdefault(thing.type, []).append(thing)
                return thing
        return None

    def put_on(self, type: str, carriers: Sequence[Thing], luck: Stream) -> Thing | None:
        """Make one thing of a type on or in one of some things of the room; None if it has no place there."""
        kind = catalog()[type]
        size = drawn_size(kind, luck)
        for carrier in luck.shuffled(carriers):
            if carrier.kind.holds and type not in carrier.kind.holds:
                continue
            for index, spot in luck.shuffled(list(enumerate(self._spots_of(carrier)))):
                found = self._try(kind, size, carrier, index, spot, luck)
                if found is not None:
                    position, yaw, place = found
                    thing = self.draft.add(type, position, yaw, place, luck, size=size)
                    self.by_type.setdefault(thing.type, []).append(thing)
                    return thing
        return None

    def put_back(self, thing: Thing, luck: Stream) -> bool:
        """Put a thing that was taken away where such things are usually found, all else about it unchanged."""
        found = self._found_place(thing.kind, thing.size, luck)
        if found is None:
            return False
        position, yaw, place = found
        rotation = (0.0, 0.0, angle_on_lattice(yaw))
        moved = thing.replace(position=on_lattice(*position), rotation=rotation, place=place)
        self.draft.things.append(moved)
        self.by_type.setdefault(moved.type, []).append(moved)
        return True

    def _found_place(self, kind: ObjectType, size: Vector, luck: Stream) -> tuple[Vector, float, Place] | None:
        """A free place for a thing of a type and size: its position, yaw and what carries it there."""
        for carrier, index, spot in self._places(kind, luck):
            found = self._try(kind, size, carrier, index, spot, luck)
            if found is not None:
                return found
        return None

    def _places(self, kind: ObjectType, luck: Stream) -> Iterator[tuple[Thing, int, Spot]]:
        """Spots for a thing in the order they shall be tried: usual ones by weight, then any that takes it."""
        usual = usual_places(kind, self.room.kind)
        order = luck.weighted_order({type: weight for type, weight in usual.items() if type in self.by_type})
        if "wall" not in kind.stands:
            further = SURFACES + (HIDING_PLACES if kind.is_loose or "floor" in kind.stands else ())
            order = in_habitual_order(kind, self.room.kind, order, [type for type in further if type in self.by_type])
        for type in order:
            carriers = self.by_type[type]
            if kind.name == "television":
                carriers = [carrier for carrier in carriers if carrier in self.screen_stands]
            for carrier in luck.shuffled(carriers) if len(carriers) > 1 else carriers:
                takers = [carrier] if self._spots_of(carrier) else self.parts.get(carrier.id, [])
                for taker in takers:
                    if taker.kind.holds and kind.name not in taker.kind.holds:
                        continue
                    found = list(enumerate(self._spots_of(taker)))
                    for index, spot in luck.shuffled(found) if len(found) > 1 else found:
                        yield taker, index, spot

    def _spots_of(self, thing: Thing) -> tuple[Spot, ...]:
        if thing.id not in self._spots:
            self._spots[thing.id] = self._floor_spots() if thing.type == "floor" else spots(thing)
        return self._spots[thing.id]

    def _floor_spots(self) -> tuple[Spot, ...]:
        """Strips of floor along the walls."""
        strips = []
        for wall in walls(self.room.outline):
            x, y = wall.at(wall.length / 2, ALONG_WALL / 2)
            strips.append(
                Spot("top", "on", x, y, 0.0, ALONG_WALL / 2, wall.length / 2, wall.yaw, math.inf, False, False, "")
            )
        return tuple(strips)

    def _try(
        self, kind: ObjectType, size: Vector, carrier: Thing, index: int, spot: Spot, luck: Stream
    ) -> tuple[Vector, float, Place] | None:
        """Take a free place for a thing on a spot, if it has one."""
        lid = min(size[0], size[1]) / 2 if kind.can("open") else 0.0
        if size[2] + lid > spot.headroom or (spot.relation == "in" and kind.can("open")):
            return None
        taken = self._taken(carrier, index, spot)
        turns = turns_of(kind, carrier.type, spot.hang)
        area = _back_band(spot, size[0]) if kind.name in AT_THE_BACK else spot
        place = free_place(area, size, kind.forms["plain"].is_round, turns, taken, luck)
        if place is None:
            return None
        mark, yaw = place
        wide_x, wide_y = mark.spread()
        box = (mark.x - wide_x, mark.y - wide_y, mark.x + wide_x, mark.y + wide_y)
        if not self.reach.covers(mark.x, mark.y) or not rectangle_inside(self.room.outline, box, 0.001):
            return None
        swing = _swing(kind, size, mark, yaw)
        if swing is not None:
            if not apart(swing, taken, 0.0):
                return None
            self._mark(swing)
        self._mark(mark)
        where = Place("in" if spot.relation == "in" else "on", carrier.id, spot.name)
        return (mark.x, mark.y, mark.low), yaw, where

    def _mark(self, mark: Footprint) -> None:
        """Remember that a place is taken."""
        self._marks = np.vstack([self._marks, np.array(mark, float)])

    def _taken(self, carrier: Thing, index: int, spot: Spot) -> Marks:
        """All that takes space on and above a spot."""
        key = (carrier.id, index)
        if key not in self._blocked:
            self._blocked[key] = np.array(self._in_the_way(carrier, spot), float).reshape(-1, len(Footprint._fields))
        reach = spot.half_x + spot.half_y + WIDEST
        near = (np.abs(self._marks[:, :2] - (spot.x, spot.y)) < reach).all(axis=1)
        return np.concatenate([self._blocked[key], self._marks[near]])

    def _in_the_way(self, carrier: Thing, spot: Spot) -> list[Footprint]:
        """What is fixed above a spot: furniture, wall things, and on a floor the room to walk."""
        c, s = (abs(value) for value in cos_sin(spot.yaw))
        reach_x, reach_y = spot.half_x * c + spot.half_y * s, spot.half_x * s + spot.half_y * c
        top = spot.z if spot.hang else spot.z + min(spot.headroom, 1.5)
        bottom = spot.z - spot.headroom if spot.hang else spot.z
        low, high = self.low, self.high
        near = (high[:, 0] > spot.x - reach_x) & (low[:, 0] < spot.x + reach_x)
        near &= (high[:, 1] > spot.y - reach_y) & (low[:, 1] < spot.y + reach_y)
        near &= (high[:, 2] > bottom + 0.002) & (low[:, 2] < top)
        found = [_block(low[i], high[i]) for i in np.nonzero(near)[0]]
        return found + self._walkways() if carrier.type == "floor" else found

    def _walkways(self) -> list[Footprint]:
        """Where floor things would be in the way: doorways, the fronts of furniture and the sides of beds."""
        boxes = list(self.ways)
        for thing in self.fixed:
            if thing.place.relation == "on" and not thing.kind.is_loose and thing.type != "rug":
                deep, wide, high = thing.size
                ahead = max(WALK, opening_reach(thing.kind.forms[thing.variant], thing.size) + 0.03)
                half = wide / 2 + (WALK if thing.kind.can("lie_on") else 0.0)
                pose = Pose(thing.position[0], thing.position[1], thing.rotation[2])
                boxes.append(turned_box(Box(-deep / 2, -half, 0.0, deep / 2 + ahead, half, high), pose))
        return [_block((b.x0, b.y0, 0.0), (b.x1, b.y1, 2.0)) for b in boxes]


def room_reach(scene: Scene, room: Room, things: Sequence[Thing]) -> Reach:
    """What somebody who stands in a room can reach, with these things in it."""
    grid = room_grid(scene, room, pieces(things))
    return Reach(grid, grid.largest, rectangles(room.outline))


def usual_places(kind: ObjectType, room: RoomKind) -> Mapping[str, float]:
    """Where a type is usually found in a kind of room; elsewhere's places where that is not known."""
    if room in kind.found:
        return kind.found[room]
    merged: dict[str, float] = {}
    for places in kind.found.values():
        for type, weight in places.items():
            merged[type] = merged.get(type, 0.0) + weight
    return merged


def _piece_boxes(things: Sequence[Thing]) -> tuple[Float64s, Float64s]:
    return bounds(pieces(things)) if things else (np.zeros((0, 3)), np.zeros((0, 3)))


def _block(low: Sequence[float], high: Sequence[float]) -> Footprint:
    """A box along the axes as a footprint."""
    x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    return Footprint(x, y, (high[0] - low[0]) / 2, (high[1] - low[1]) / 2, 1.0, 0.0, low[2], high[2], False)


def _swing(kind: ObjectType, size: Vector, mark: Footprint, yaw: float) -> Footprint | None:
    """The space in front of a thing that its door swings through; None if it has none."""
    reach = opening_reach(kind.forms["plain"], size)
    if not reach:
        return None
    c, s = cos_sin(yaw)
    ahead = (size[0] + reach) / 2
    return Footprint(mark.x + c * ahead, mark.y + s * ahead, reach / 2, size[1] / 2, c, s, mark.low, mark.high, False)


def _back_band(spot: Spot, depth: float) -> Spot:
    """The back part of a spot, deep enough for a thing."""
    if spot.hang or spot.round:
        return spot
    half = min(spot.half_x, max(depth / 2 + 0.02, spot.half_x * BACK_BAND))
    c, s = cos_sin(spot.yaw)
    shift = half - spot.half_x
    return msgspec.structs.replace(spot, x=spot.x + c * shift, y=spot.y + s * shift, half_x=half)


def scatter(scene: Scene, room: Room, contents: Contents, luck: Stream) -> Scene:
    """Put a room's loose things, and what else stands on surfaces, where they are usually found."""
    draft = Draft(scene)
    clutter = Clutter(draft, room)
    types = [type for type in contents if is_clutter(type)]
    types.sort(key=lambda type: (-_footprint_area(type), type))
    for type in types:
        for number in range(contents[type] - len(clutter.by_type.get(type, ()))):
            clutter.put(type, luck.child(room.id, type, number))
    return draft.finished()


def is_clutter(type: str) -> bool:
    """Is a type put down by `scatter`, rather than with the furniture or on a wall?"""
    kind = catalog()[type]
    return kind.is_loose or "surface" in kind.stands


def _footprint_area(type: str) -> float:
    size = catalog()[type].size.usual
    return size[0] * size[1]
