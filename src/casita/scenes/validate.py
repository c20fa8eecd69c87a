"""Whether a scene makes sense as data: names that exist, numbers that can be, nothing in itself.

Whether it also stands up as a home is for `check.py` to say.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection

from casita.catalog import ObjectType, catalog
from casita.errors import BadInput, unknown
from casita.geometry.outlines import area
from casita.limits import (
    CARRIED_DEPTH,
    ORIGIN_METRES,
    ROOM_CORNERS,
    SCENE_EXTENT,
    SCENE_ROOMS,
    SCENE_THINGS,
    WALL_METRES,
)
from casita.scenes.scene import OUTSIDE, Condition, Doorway, Place, Room, Scene, Thing
from casita.words import checked_name

MARGIN = 1.5
"""How many times larger or heavier than the most of its type a thing may be."""

LIQUIDS = ("coffee", "juice", "milk", "soap", "soup", "tea", "water", "wine")
"""What things can be filled with."""


def validate(scene: Scene, name: str) -> None:
    """Raise BadInput at the first field of a scene that makes no sense."""
    checked_name(scene.name, f"{name}: name")
    checked_name(scene.version, f"{name}: version")
    if abs(scene.seed) >= 1 << 64:
        raise BadInput(f"{name}: seed: a seed is a whole number of at most 64 bits")
    if not scene.rooms:
        raise BadInput(f"{name}: rooms: a scene has at least one room")
    _validate_count(len(scene.rooms), SCENE_ROOMS, f"{name}: rooms")
    _validate_count(len(scene.doorways), 2 * SCENE_ROOMS, f"{name}: doorways")
    _validate_count(len(scene.things), SCENE_THINGS, f"{name}: things")
    for i, room in enumerate(scene.rooms):
        _validate_room(room, f"{name}: rooms[{i}]")
    rooms = {room.id for room in scene.rooms}
    for i, way in enumerate(scene.doorways):
        checked_name(way.id, f"{name}: doorways[{i}].id")
        _validate_doorway(way, f"{name}: doorways[{i}] ({way.id})", rooms)
    ways = {way.id for way in scene.doorways}
    ids = [room.id for room in scene.rooms] + [way.id for way in scene.doorways] + [thing.id for thing in scene.things]
    twice = [id for id, count in Counter(ids).items() if count > 1]
    if twice:
        raise BadInput(f"{name}: the id {twice[0]!r} stands twice")
    things = {thing.id: i for i, thing in enumerate(scene.things)}
    for i, thing in enumerate(scene.things):
        checked_name(thing.id, f"{name}: things[{i}].id")
        where = f"{name}: things[{i}] ({thing.id})"
        _validate_thing(thing, where)
        _validate_place(thing.place, thing.type, where, things, rooms, ways)
        for id in thing.controls:
            if id == thing.id:
                raise BadInput(f"{where}.controls: it cannot control itself")
            if id not in things and id not in rooms:
                raise BadInput(f"{where}.controls: {unknown('thing or room', id, [*things, *rooms])}")
    _validate_extent(scene, name)
    _validate_depth(scene, name)


def _validate_count(count: int, most: int, where: str) -> None:
    if count > most:
        raise BadInput(f"{where}: there are {count:,}; at most {most:,} are taken")


def _validate_extent(scene: Scene, name: str) -> None:
    """Is all of it close enough together for one grid?"""
    points = [corner for room in scene.rooms for corner in room.outline]
    points += [way.centre for way in scene.doorways]
    points += [(thing.position[0], thing.position[1]) for thing in scene.things]
    for axis, numbers in zip("xy", zip(*points, strict=True), strict=True):
        wide = max(numbers) - min(numbers)
        if wide > SCENE_EXTENT:
            raise BadInput(
                f"{name}: a scene is at most {SCENE_EXTENT:g} m from end to end; along {axis} it is {wide:g}"
            )


def _validate_doorway(way: Doorway, where: str, rooms: set[str]) -> None:
    first, second = way.rooms
    for room_id in way.rooms:
        if room_id not in rooms and not (room_id == OUTSIDE and room_id == second):
            raise BadInput(f"{where}.rooms: {unknown('room', room_id, rooms)}")
    if first == second:
        raise BadInput(f"{where}.rooms: a doorway joins two rooms, or a room and the outside; both are {first}")
    if not 0.6 <= way.width <= 5.0 or not 1.5 <= way.height <= 5.0:
        raise BadInput(f"{where}: a doorway is 0.6 to 5 m wide and 1.5 to 5 m high; it is {way.width} by {way.height}")
    _validate_point(way.centre, f"{where}.centre")


def _validate_point(point: tuple[float, ...], where: str) -> None:
    for number in point:
        if not math.isfinite(number) or abs(number) > ORIGIN_METRES:
            raise BadInput(
                f"{where}: {number} is not a sensible number; metres from the origin are at most {ORIGIN_METRES:g}"
            )


def _validate_room(room: Room, where: str) -> None:
    checked_name(room.id, f"{where}.id")
    corners = room.outline
    _validate_count(len(corners), ROOM_CORNERS, f"{where}.outline: corners")
    if len(corners) < 4:
        raise BadInput(f"{where}.outline: a room has at least 4 corners; {room.id} has {len(corners)}")
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (x0 == x1) == (y0 == y1):
            raise BadInput(f"{where}.outline: walls have right angles; ({x0}, {y0}) to ({x1}, {y1}) does not")
        if abs(x1 - x0) + abs(y1 - y0) > WALL_METRES:
            raise BadInput(
                f"{where}.outline: a wall is at most {WALL_METRES} m long; ({x0}, {y0}) to ({x1}, {y1}) is not"
            )
    for corner in corners:
        _validate_point(corner, f"{where}.outline")
    if area(corners) <= 0.0:
        raise BadInput(f"{where}.outline: corners must run counter-clockwise")
    if not 1.5 <= room.height <= 10.0:
        raise BadInput(f"{where}.height: a room is 1.5 to 10 m high; it is {room.height}")
    if not 0.0 <= room.light <= 10.0:
        raise BadInput(f"{where}.light: brightness is from 0 to 10; it is {room.light}")
    if room.wall_colour not in catalog().colours:
        raise BadInput(f"{where}.wall_colour: {unknown('colour', room.wall_colour, catalog().colours)}")


def _validate_thing(thing: Thing, where: str) -> None:
    if thing.type not in catalog():
        raise BadInput(f"{where}.type: {unknown('object type', thing.type, catalog())}")
    kind = catalog()[thing.type]
    name, _, number = thing.id.rpartition("_")
    if name != thing.type or not number.isdecimal() or not number.isascii():
        raise BadInput(f"{where}.id: an id is the type and a number, such as {thing.type}_1; it is {thing.id!r}")
    if thing.variant not in kind.forms:
        raise BadInput(f"{where}.variant: {unknown(f'variant of {thing.type}', thing.variant, kind.forms)}")
    _validate_point(thing.position, f"{where}.position")
    _validate_point(thing.rotation, f"{where}.rotation")
    _validate_body(thing, kind, where)
    if thing.material not in catalog().materials:
        raise BadInput(f"{where}.material: {unknown('material', thing.material, catalog().materials)}")
    for colour in (thing.colour, thing.accent or thing.colour):
        if colour not in catalog().colours:
            raise BadInput(f"{where}.colour: {unknown('colour', colour, catalog().colours)}")
    _validate_start(thing.start, kind, f"{where}.start")


def _validate_body(thing: Thing, kind: ObjectType, where: str) -> None:
    """Are its size and mass those of its type, give or take?"""
    named = f"{kind.article} {kind.singular}"
    for side in thing.size:
        if not 0.0 < side <= WALL_METRES:
            raise BadInput(f"{where}.size: sides are over 0 and at most {WALL_METRES} m; it is {list(thing.size)}")
    longest = max(kind.size_of(thing.variant).most)
    if thing.type != "floor" and max(thing.size) > MARGIN * longest:
        raise BadInput(f"{where}.size: {named} is at most {longest:g} m long; it is {list(thing.size)}")
    if not 0.0 < thing.mass <= MARGIN * kind.mass.most:
        raise BadInput(f"{where}.mass: {named} weighs over 0 and at most {kind.mass.most:g} kg; it is {thing.mass}")


def _validate_start(start: Condition, kind: ObjectType, where: str) -> None:
    """Is its starting state one that its type can be in?"""
    named = f"{kind.article} {kind.singular}"
    for field, value in (("openness", start.openness), ("level", start.level), ("amount", start.amount)):
        if not 0.0 <= value <= 1.0:
            raise BadInput(f"{where}.{field}: it is from 0 to 1; it is {value}")
    if start.openness and not kind.can("open"):
        raise BadInput(f"{where}.openness: {named} does not open")
    if start.liquid and start.liquid not in LIQUIDS:
        raise BadInput(f"{where}.liquid: {unknown('liquid', start.liquid, LIQUIDS)}")
    if start.liquid and not kind.can("fill"):
        raise BadInput(f"{where}.liquid: {named} cannot be filled")
    if bool(start.liquid) != (start.level > 0.0):
        raise BadInput(f"{where}.level: {start.level} of {start.liquid or 'nothing'} makes no sense")


def _validate_place(
    place: Place, type: str, where: str, things: dict[str, int], rooms: set[str], ways: set[str]
) -> None:
    """Does what carries a thing exist?"""
    if place.spot:
        checked_name(place.spot, f"{where}.place.spot")
    if not place.of:
        raise BadInput(f"{where}.place.of: it is in nothing; name the thing, room or doorway that carries it")
    if place.relation == "part" and type == "floor":
        groups: tuple[Collection[str], ...] = (rooms,)
    else:
        groups = (things, rooms, ways) if place.relation == "hung" else (things,)
    if not any(place.of in group for group in groups):
        raise BadInput(f"{where}.place.of: {unknown('carrier', place.of, [id for group in groups for id in group])}")


def _validate_depth(scene: Scene, name: str) -> None:
    """Is nothing, through what carries it, on or in itself, and no pile too deep?"""
    depth: dict[str, int] = {}
    for thing in scene.things:
        chain: dict[str, None] = {}
        at = thing.id
        while at in scene.by_id and at not in depth:
            if at in chain:
                raise BadInput(f"{name}: things carry each other in a circle: {' in '.join([*chain, at][-9:])}")
            chain[at] = None
            at = scene.by_id[at].place.of
        below = depth.get(at, 0)
        for id in reversed(chain):
            below += 1
            depth[id] = below
        if below > CARRIED_DEPTH:
            raise BadInput(
                f"{name}: {thing.id}: at most {CARRIED_DEPTH} things are on or in each other; it is on {below - 1}"
            )
