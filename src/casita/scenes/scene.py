"""A scene is a value: rooms, doorways and the things in them, before anybody has acted.

Metres and kilograms; z is up, yaw is counted from +x; angles are degrees here, at the surface.
A thing's position is the middle of its box's bottom; its front points along its yaw.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal, Self

import msgspec

from casita.catalog import ObjectType, RoomKind, catalog
from casita.errors import looked_up, shortened, unknown
from casita.geometry.rests import RestKind

Point2 = tuple[float, float]
Vector = tuple[float, float, float]

WALL = 0.1
"""Thickness of every wall in metres; a room's outline is its inner face."""

OUTSIDE = "outside"
"""What a doorway leads to where there is no second room."""

Relation = Literal["on", "in", "hung", "part", "against"]


class SceneRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A typed row that rejects fields it does not know and writes only what is not the default."""

    def replace(self, **changes: Any) -> Self:
        """A row that differs in these fields."""
        return msgspec.structs.replace(self, **changes)


class Place(SceneRow, frozen=True):
    """Where a thing is: on a surface, in a cavity, hung on a wall or doorway, against or built into a thing."""

    relation: Relation
    of: str
    """The id of the thing that carries it; for a hung thing, of the room, doorway or window."""
    spot: str = ""
    """The name of the surface, cavity or part."""
    rest: RestKind = "flat"
    """How it rests there. Flat is on a face of its box: upright, on a side, or over an edge."""


class Condition(SceneRow, frozen=True):
    """The state a thing starts in."""

    openness: float = 0.0
    on: bool = False
    dirty: bool = False
    broken: bool = False
    cooked: bool = False
    liquid: str = ""
    level: float = 0.0
    amount: float = 1.0


class Thing(SceneRow, frozen=True):
    """One object in a scene."""

    id: str
    type: str
    position: Vector
    size: Vector
    mass: float
    material: str
    colour: str
    place: Place
    rotation: Vector = (0.0, 0.0, 0.0)
    """Roll, pitch and yaw in degrees."""
    variant: str = "plain"
    accent: str = ""
    """A second colour, where it has one."""
    controls: tuple[str, ...] = ()
    """Ids of things that it turns on and off."""
    start: Condition = Condition()

    @property
    def openness(self) -> float:
        """How far it is open at the start, from 0 to 1."""
        return self.start.openness

    @property
    def kind(self) -> ObjectType:
        """The row of the catalogue that it is an instance of."""
        return catalog()[self.type]


class Room(SceneRow, frozen=True):
    """A room: its kind and the inner face of its walls, counter-clockwise, with right angles."""

    id: str
    kind: RoomKind
    outline: tuple[Point2, ...]
    height: float = 2.6
    wall_colour: str = "white"
    light: float = 1.0
    """Brightness of its ceiling light when on."""


class Doorway(SceneRow, frozen=True):
    """An opening in the wall between two rooms, or to the outside."""

    id: str
    rooms: tuple[str, str]
    centre: Point2
    along: Literal["x", "y"]
    """The direction that its wall runs in."""
    width: float = 0.9
    height: float = 2.05


class Light(SceneRow, frozen=True):
    """The light from outside: where the sun stands, in degrees, and how strong and warm it is."""

    azimuth: float = 135.0
    elevation: float = 45.0
    strength: float = 1.0
    warmth: float = 0.5


class Scene(SceneRow, frozen=True, dict=True):
    """A home, or one room of it, that an episode starts from."""

    name: str
    kind: Literal["room", "apartment", "house"]
    rooms: tuple[Room, ...]
    doorways: tuple[Doorway, ...]
    things: tuple[Thing, ...]
    light: Light = Light()
    version: str = "v1"
    """Of the scenes that it came with (`casita.versions.SCENES`); the first files did not say it."""
    seed: int = 0

    def __repr__(self) -> str:
        rooms = shortened([room.id for room in self.rooms])
        return f"Scene({self.name[:60]}, {self.version}, {len(self.things)} things in {rooms})"

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What was made of it once, for `PerScene`; no part of the value."""
        return {}

    @cached_property
    def by_id(self) -> dict[str, Thing]:
        """Things by id."""
        return {thing.id: thing for thing in self.things}

    @cached_property
    def contents(self) -> dict[str, tuple[Thing, ...]]:
        """For every id that carries something: what is on, in, hung on or part of it."""
        lists: dict[str, list[Thing]] = {}
        for thing in self.things:
            lists.setdefault(thing.place.of, []).append(thing)
        return {carrier: tuple(carried) for carrier, carried in lists.items()}

    @cached_property
    def room_ids(self) -> dict[str, str]:
        """The room that each thing is in, by the thing's id; a door is in the first room it joins."""
        anchors = {room.id: room.id for room in self.rooms}
        anchors |= {doorway.id: doorway.rooms[0] for doorway in self.doorways}
        found: dict[str, str] = {}
        for thing in self.things:
            chain, carrier = [thing.id], thing.place.of
            while carrier not in anchors and carrier not in found:
                chain.append(carrier)
                carrier = self.thing(carrier).place.of
            room = found.get(carrier) or anchors[carrier]
            found |= dict.fromkeys(chain, room)
        return found

    def thing(self, id: str) -> Thing:
        """The thing with this id."""
        return looked_up(f"thing in {self.name}", id, self.by_id)

    def room(self, id: str) -> Room:
        """The room with this id."""
        for room in self.rooms:
            if room.id == id:
                return room
        raise unknown(f"room in {self.name}", id, [room.id for room in self.rooms])

    def of_type(self, type: str) -> tuple[Thing, ...]:
        """All things of a type."""
        return tuple(thing for thing in self.things if thing.type == type)
