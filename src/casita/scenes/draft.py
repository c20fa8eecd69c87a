"""A scene under construction: things are made from their types, with their parts, and numbered."""

from __future__ import annotations

from collections import Counter

from casita.catalog import ObjectType, Part, catalog
from casita.geometry.poses import angle_on_lattice, on_lattice, turned
from casita.geometry.solids import ROUND_ENOUGH
from casita.scenes.scene import Place, Scene, Thing, Vector
from casita.seeds import Stream


class Draft:
    """Collects things for a scene; every stage of a generator begins with one and ends with its scene."""

    def __init__(self, scene: Scene) -> None:
        self.base = scene
        self.things: list[Thing] = list(scene.things)
        self._ids = {thing.id for thing in scene.things}
        self._numbers = Counter(thing.type for thing in scene.things)

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
        look: tuple[str, str] | None = None,
    ) -> Thing:
        """Make one thing, with the parts built into it; what is not given is drawn from its type."""
        kind = catalog()[type]
        size = size or drawn_size(kind, luck, variant)
        material, colour = look or drawn_look(kind, luck)
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
        )
        slot = len(self.things)
        self.things.append(thing)
        form = kind.forms[variant]
        if form.parts:
            ids = {part.name: self._add_part(thing, part, luck).id for part in form.parts}
            for controller, controlled in form.controls:
                self._wire(ids[controller], ids[controlled])
        return self.things[slot]

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
        kind = catalog()[part.type]
        same = (parent.material, parent.colour)
        own = drawn_look(kind, luck)
        look = (same[0] if same[0] in kind.materials else own[0], same[1] if same[1] in kind.colours else own[1])
        place = Place("part", parent.id, part.name)
        return self.add(part.type, position, yaw, place, luck, variant=part.variant, size=size, look=look)

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


def drawn_look(kind: ObjectType, luck: Stream) -> tuple[str, str]:
    """A material and a colour of the type; a colour that the material has, if there is one."""
    material = luck.choice(kind.materials)
    usual = catalog().materials[material].colours
    both = [colour for colour in kind.colours if colour in usual]
    return material, luck.choice(both or kind.colours or usual)
