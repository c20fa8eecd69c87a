"""A scene under construction: things are made from their types, with their parts, and numbered."""

from __future__ import annotations

from collections import Counter

from casita.catalog import ObjectType, Part, catalog
from casita.geometry.poses import angle_on_lattice, on_lattice, turned
from casita.geometry.solids import ROUND_ENOUGH
from casita.scenes.palette import Look, drawn_look, finishes_of, shares_look
from casita.scenes.scene import Place, Scene, Thing, Vector
from casita.seeds import Stream

SETS = {
    *("chair", "stool", "arm_chair", "side_table", "floor_lamp", "desk_lamp", "cabinet", "shelf"),
    *("towel_holder", "hand_towel_holder"),
}
"""Types of which those of one room are bought together: they are of one size."""


class Draft:
    """Collects things for a scene; every stage of a generator begins with one and ends with its scene."""

    def __init__(self, scene: Scene) -> None:
        self.base = scene
        self.things: list[Thing] = list(scene.things)
        self._ids = {thing.id for thing in scene.things}
        self._numbers = Counter(thing.type for thing in scene.things)
        self._rooms = {room.id: room for room in scene.rooms}
        self._rooms |= {way.id: self._rooms[way.rooms[0]] for way in scene.doorways}
        self._rooms |= {id: self._rooms[room] for id, room in scene.room_ids.items()}

    def finished(self) -> Scene:
        """The scene with all that was added."""
        return self.base.replace(things=tuple(self.things))

    def add(
        self,
        type: str,
        position: Vector,
        yaw: float,
        place: Place,
        luck: Stream,
        *,
        variant: str = "plain",
        size: Vector | None = None,
        look: Look | None = None,
    ) -> Thing:
        """Make one thing, with the parts built into it; what is not given is drawn, its look from the palette."""
        kind = catalog()[type]
        size = size or drawn_size(kind, luck, variant)
        material, colour = look or self.look(type, place.of, luck)
        thing = Thing(
            id=self._new_id(type),
            type=type,
            position=on_lattice(*position),
            size=on_lattice(*size),
            mass=mass_of_size(kind, size, variant),
            material=material,
            colour=colour,
            place=place,
            rotation=(0.0, 0.0, angle_on_lattice(yaw)),
            variant=variant,
            accent=self._accent(type, place.of, luck),
        )
        slot = len(self.things)
        self.things.append(thing)
        if place.of in self._rooms:
            self._rooms[thing.id] = self._rooms[place.of]
        form = kind.forms[variant]
        if form.parts:
            ids = {part.name: self._add_part(thing, part, luck).id for part in form.parts}
            for controller, controlled in form.controls:
                self._wire(ids[controller], ids[controlled])
        return self.things[slot]

    def look(self, type: str, carrier: str, luck: Stream) -> Look:
        """The material and colour that a thing of a type gets in the room of what carries it."""
        room = self._rooms.get(carrier)
        return finishes_of(self.base).look(catalog()[type], room, luck) if room else drawn_look(catalog()[type], luck)

    def _accent(self, type: str, carrier: str, luck: Stream) -> str:
        """A second colour: that of the fronts under a worktop."""
        return self.look("cabinet", carrier, luck)[1] if type == "counter_top" else ""

    def _new_id(self, type: str) -> str:
        """The type with the next number that is free."""
        while True:
            self._numbers[type] += 1
            id = f"{type}_{self._numbers[type]}"
            if id not in self._ids:
                self._ids.add(id)
                return id

    def _add_part(self, parent: Thing, part: Part, luck: Stream) -> Thing:
        size, position, yaw = part_pose(parent, part)
        place = Place("part", parent.id, part.name)
        look = self._part_look(parent, part.type, luck)
        return self.add(part.type, position, yaw, place, luck, variant=part.variant, size=size, look=look)

    def _part_look(self, parent: Thing, type: str, luck: Stream) -> Look:
        """What a part looks like: as what it is part of, as far as its type comes in that."""
        kind = catalog()[type]
        room = self._rooms.get(parent.id)
        own = self.look(type, parent.id, luck)
        if room and not shares_look(parent.type, type, room.kind):
            return own
        same = (parent.material, parent.colour)
        return same[0] if same[0] in kind.materials else own[0], same[1] if same[1] in kind.colours else own[1]

    def _wire(self, controller: str, controlled: str) -> None:
        for slot, thing in enumerate(self.things):
            if thing.id == controller:
                self.things[slot] = thing.replace(controls=(*thing.controls, controlled))


def part_pose(parent: Thing, part: Part) -> tuple[Vector, Vector, float]:
    """Size, position and yaw of a part of a thing, from the fractions in its form."""
    depth, width, height = parent.size
    spans = (part.x[1] - part.x[0]) * depth, (part.y[1] - part.y[0]) * width, (part.z[1] - part.z[0]) * height
    size = (spans[1], spans[0], spans[2]) if part.yaw % 180.0 == 90.0 else spans
    local_x, local_y = ((part.x[0] + part.x[1]) / 2 - 0.5) * depth, ((part.y[0] + part.y[1]) / 2 - 0.5) * width
    dx, dy = turned(local_x, local_y, parent.rotation[2])
    x, y, z = parent.position
    return size, (x + dx, y + dy, z + part.z[0] * height), parent.rotation[2] + part.yaw


def drawn_size(kind: ObjectType, luck: Stream, variant: str = "plain") -> Vector:
    """A box between the type's least and most, usual ones more often; its sides grow together."""
    span = kind.size_of(variant)
    common = luck.uniform(-1.0, 1.0) * luck.random()
    sides = []
    for least, usual, most in zip(span.least, span.usual, span.most, strict=True):
        grown = max(-1.0, min(1.0, common + luck.uniform(-0.2, 0.2)))
        sides.append(usual + grown * ((most - usual) if grown > 0.0 else (usual - least)))
    if kind.forms[variant].is_round and max(span.usual[:2]) <= ROUND_ENOUGH * min(span.usual[:2]):
        sides[0] = sides[1] = (sides[0] + sides[1]) / 2
    return (sides[0], sides[1], sides[2])


def mass_of_size(kind: ObjectType, size: Vector, variant: str = "plain") -> float:
    """The mass that a thing of this size has: the usual one in proportion to its volume, within the type's range."""
    usual = kind.size_of(variant).usual
    volume = (size[0] * size[1] * size[2]) / (usual[0] * usual[1] * usual[2])
    return round(max(kind.mass.least, min(kind.mass.most, kind.mass.usual * volume)), 4)
