"""Scenes as JSON files, both ways; what is read is validated and errors name the file, path and value."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import msgspec

from casita.catalog import catalog
from casita.errors import BadInput, unknown
from casita.geometry.outlines import area
from casita.scenes.scene import OUTSIDE, Place, Room, Scene, Thing
from casita.writing import write_whole

LARGEST = 50.0
"""Metres: no room or thing is larger."""

LIQUIDS = ("coffee", "juice", "milk", "soap", "soup", "tea", "water", "wine")
"""What things can be filled with."""


def to_json(scene: Scene) -> str:
    """A scene as JSON with one line for each room, doorway and thing, the same for the same scene."""
    fields = {name: msgspec.to_builtins(getattr(scene, name)) for name in scene.__struct_fields__}
    lines = []
    for name, value in fields.items():
        if isinstance(value, list | tuple):
            rows = ",\n".join("  " + msgspec.json.encode(row).decode() for row in value)
            lines.append(f'"{name}": [\n{rows}\n]' if rows else f'"{name}": []')
        else:
            lines.append(f'"{name}": {msgspec.json.encode(value).decode()}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def from_json(text: str | bytes, name: str = "scene") -> Scene:
    """The scene that JSON text describes; `name` is the file's, for error messages."""
    try:
        scene = _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise BadInput(f"{name}: {error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{name}: not valid JSON, or cut off: {error}") from None
    validate(scene, name)
    return scene


_decoder = msgspec.json.Decoder(Scene)


def load(path: str | Path) -> Scene:
    """Read a scene from a JSON file."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    return from_json(data, str(path))


def save(scene: Scene, path: str | Path) -> None:
    """Write a scene to a JSON file, whole or not at all."""
    write_whole(Path(path), to_json(scene).encode())


def validate(scene: Scene, name: str) -> None:
    """Raise BadInput at the first field of a scene that makes no sense."""
    rooms = {room.id for room in scene.rooms}
    for i, room in enumerate(scene.rooms):
        _validate_room(room, f"{name}: rooms[{i}]")
    for i, way in enumerate(scene.doorways):
        for room_id in way.rooms:
            if room_id != OUTSIDE and room_id not in rooms:
                raise BadInput(f"{name}: doorways[{i}].rooms: {unknown('room', room_id, rooms)}")
    ways = {way.id for way in scene.doorways}
    ids = [*rooms, *ways, *(thing.id for thing in scene.things)]
    twice = [id for id, count in Counter(ids).items() if count > 1]
    if twice:
        raise BadInput(f"{name}: the id {twice[0]!r} stands twice")
    things = {thing.id: i for i, thing in enumerate(scene.things)}
    for i, thing in enumerate(scene.things):
        where = f"{name}: things[{i}] ({thing.id})"
        _validate_thing(thing, where)
        _validate_place(thing.place, where, things, rooms, ways)
        for id in thing.controls:
            if id not in things and id not in rooms:
                raise BadInput(f"{where}.controls: {unknown('thing or room', id, [*things, *rooms])}")
    _validate_no_cycle(scene, name)


def _validate_room(room: Room, where: str) -> None:
    corners = room.outline
    if len(corners) < 4:
        raise BadInput(f"{where}.outline: a room has at least 4 corners; {room.id} has {len(corners)}")
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (x0 == x1) == (y0 == y1):
            raise BadInput(f"{where}.outline: walls have right angles; ({x0}, {y0}) to ({x1}, {y1}) does not")
        if abs(x1 - x0) + abs(y1 - y0) > LARGEST:
            raise BadInput(f"{where}.outline: a wall is at most {LARGEST} m long; ({x0}, {y0}) to ({x1}, {y1}) is not")
    if area(corners) <= 0.0:
        raise BadInput(f"{where}.outline: corners must run counter-clockwise")
    if not 1.5 <= room.height <= 10.0:
        raise BadInput(f"{where}.height: a room is 1.5 to 10 m high; it is {room.height}")
    if room.wall_colour not in catalog().colours:
        raise BadInput(f"{where}.wall_colour: {unknown('colour', room.wall_colour, catalog().colours)}")


def _validate_thing(thing: Thing, where: str) -> None:
    if thing.type not in catalog():
        raise BadInput(f"{where}.type: {unknown('object type', thing.type, catalog())}")
    kind = catalog()[thing.type]
    if thing.id.rsplit("_", 1)[0] != thing.type or not thing.id.rsplit("_", 1)[-1].isdigit():
        raise BadInput(f"{where}.id: an id is the type and a number, such as {thing.type}_1; it is {thing.id!r}")
    if thing.variant not in kind.forms:
        raise BadInput(f"{where}.variant: {unknown(f'variant of {thing.type}', thing.variant, kind.forms)}")
    for side in thing.size:
        if not 0.0 < side <= LARGEST:
            raise BadInput(f"{where}.size: sides are over 0 and at most {LARGEST} m; it is {list(thing.size)}")
    for number in (*thing.position, *thing.rotation):
        if not math.isfinite(number) or abs(number) > 1000.0:
            raise BadInput(f"{where}.position or .rotation: {number} is not a sensible number")
    if not 0.0 < thing.mass <= 1000.0:
        raise BadInput(f"{where}.mass: a mass is over 0 and at most 1000 kg; it is {thing.mass}")
    if thing.material not in catalog().materials:
        raise BadInput(f"{where}.material: {unknown('material', thing.material, catalog().materials)}")
    for colour in filter(None, (thing.colour, thing.accent)):
        if colour not in catalog().colours:
            raise BadInput(f"{where}.colour: {unknown('colour', colour, catalog().colours)}")
    start = thing.start
    for field, value in (("openness", start.openness), ("level", start.level), ("amount", start.amount)):
        if not 0.0 <= value <= 1.0:
            raise BadInput(f"{where}.start.{field}: it is from 0 to 1; it is {value}")
    if start.liquid and start.liquid not in LIQUIDS:
        raise BadInput(f"{where}.start.liquid: {unknown('liquid', start.liquid, LIQUIDS)}")


def _validate_place(place: Place, where: str, things: dict[str, int], rooms: set[str], ways: set[str]) -> None:
    """Does what carries a thing exist?"""
    if not place.of:
        raise BadInput(f"{where}.place.of: it is in nothing; name the thing, room or doorway that carries it")
    carriers = set(things)
    if place.relation == "hung":
        carriers |= rooms | ways
    if place.relation == "part":
        carriers |= rooms
    if place.of not in carriers:
        raise BadInput(f"{where}.place.of: {unknown('carrier', place.of, carriers)}")


def _validate_no_cycle(scene: Scene, name: str) -> None:
    """Is nothing, through what carries it, on or in itself?"""
    sound: set[str] = set()
    for thing in scene.things:
        chain: list[str] = []
        at = thing.id
        while at in scene.by_id and at not in sound:
            if at in chain:
                raise BadInput(f"{name}: things carry each other in a circle: {' in '.join([*chain, at])}")
            chain.append(at)
            at = scene.by_id[at].place.of
        sound.update(chain)
