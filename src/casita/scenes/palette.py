"""What a home's things look like: one palette a home, one look for each role, and a few pieces that do not match."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib import resources

import msgspec

from casita.catalog import ObjectType, RoomKind, catalog
from casita.scenes.scene import Room, Scene, Thing
from casita.seeds import Stream, stream

Look = tuple[str, str]
"""A material and a colour."""

OF_THE_HOME = ("door", "metal", "floor", "wet_floor", "switch", "ware", "basin", "fitted", "worktop", "appliance")
"""Roles whose look is the same in all rooms of a home; the others are chosen room by room."""

ODD_ONES = {
    "wood": 0.06,
    "chair": 0.006,
    "seat": 0.05,
    "armchair": 0.02,
    "lamp": 0.03,
    "accent": 0.25,
    "towel": 0.12,
    "bin": 0.2,
    "fitted": 0.002,
    "ware": 0.004,
    "appliance": 0.08,
}
"""How likely a piece does not match the rest, by role: it was a present, or bought later."""


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Looks that go together, each as "white wood": options for every role."""

    about: str
    wall: tuple[str, ...]
    """Colours of walls."""
    floor: tuple[str, ...]
    wet_floor: tuple[str, ...]
    """Of kitchens and bathrooms."""
    fitted: tuple[str, ...]
    """Fronts of kitchen and bathroom furniture."""
    worktop: tuple[str, ...]
    wood: tuple[str, ...]
    """Tables, shelves and chests."""
    chair: tuple[str, ...]
    seat: tuple[str, ...]
    """What one sinks into."""
    linen: tuple[str, ...]
    accent: tuple[str, ...]
    """Pillows."""
    drape: tuple[str, ...]
    rug: tuple[str, ...]
    towel: tuple[str, ...]
    metal: tuple[str, ...]
    """Taps, rails and holders."""
    lamp: tuple[str, ...]
    appliance: tuple[str, ...]
    door: tuple[str, ...]
    ware: tuple[str, ...] = ("white ceramic", "white ceramic", "white ceramic", "white ceramic", "beige ceramic")
    """Toilets, baths and the sinks of bathrooms."""
    basin: tuple[str, ...] = ("silver metal", "silver metal", "white ceramic")
    """Sinks of kitchens."""
    burner: tuple[str, ...] = ("black metal",)
    screen: tuple[str, ...] = ("black plastic", "black plastic", "gray plastic", "black metal")
    bin: tuple[str, ...] = ("gray plastic", "silver metal", "black plastic", "white plastic")
    hamper: tuple[str, ...] = ("beige fabric", "white fabric", "gray fabric")
    switch: tuple[str, ...] = ("white plastic",)

    @property
    def armchair(self) -> tuple[str, ...]:
        """Looks of chairs to sink into: those of sofas, but a room's need not be that of its sofa."""
        return self.seat


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of palettes."""

    roles: dict[str, str]
    kitchen: dict[str, str]
    palettes: dict[str, Palette]


@cache
def _table() -> _Table:
    text = resources.files("casita.scenes").joinpath("palettes.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), _Table)


def palettes() -> dict[str, Palette]:
    """All palettes, by name."""
    return _table().palettes


def role_of(type: str, room: RoomKind) -> str:
    """The role that a type has in a kind of room; empty if it has none and comes as it comes."""
    own = _table().kitchen.get(type, "") if room == "kitchen" else ""
    return own or _table().roles.get(type, "")


def shares_look(whole: str, part: str, room: RoomKind) -> bool:
    """Does a part look like what it is part of? Taps and what is under a worktop have looks of their own."""
    return role_of(part, room) not in ("metal", "burner") and role_of(whole, room) != "worktop"


def look_named(text: str) -> Look:
    """The material and colour of a look that a palette names, such as "white wood"."""
    colour, material = text.split()
    return material, colour


class Finishes:
    """The looks of one home: a palette, and which of its options each role takes."""

    def __init__(self, luck: Stream) -> None:
        self._luck = luck
        self.name = luck.child("palette").choice(list(palettes()))
        self.palette = palettes()[self.name]
        self._looks: dict[tuple[str, str, str], Look | None] = {}

    def wall(self, room: Room) -> str:
        """The colour of a room's walls."""
        return self._luck.child("wall", room.id).choice(self.palette.wall)

    def floor(self, room: Room) -> Look:
        """The look of a room's floor."""
        wet = room.kind in ("kitchen", "bathroom")
        look = self._matching("wet_floor" if wet else "floor", room.kind if wet else "dry rooms", catalog()["floor"])
        return look or drawn_look(catalog()["floor"], self._luck.child("floor", room.id))

    def look(self, kind: ObjectType, room: Room, luck: Stream) -> Look:
        """The look of a thing of a type in a room: its role's, or its own where it has no role or does not match."""
        role = role_of(kind.name, room.kind)
        if not role or luck.chance(ODD_ONES.get(role, 0.0)):
            return drawn_look(kind, luck)
        where = room.kind if role in OF_THE_HOME else room.id
        return self._matching(role, where, kind) or drawn_look(kind, luck)

    def _matching(self, role: str, where: str, kind: ObjectType) -> Look | None:
        """The look of a role for a type: the chosen one, else the next that the type comes in, else its colour."""
        key = (role, where, kind.name)
        if key not in self._looks:
            options = [look_named(text) for text in getattr(self.palette, role)]
            first = self._luck.child(role, where).below(len(options))
            ordered = options[first:] + options[:first]
            exact = [look for look in ordered if look[0] in kind.materials and look[1] in kind.colours]
            tinted = [
                (material, colour) for _, colour in ordered if colour in kind.colours for material in kind.materials
            ]
            self._looks[key] = (exact + tinted + [None])[0]
        return self._looks[key]


def finishes_of(scene: Scene) -> Finishes:
    """The looks of a home: its name decides, so that every stage of a generator finds the same."""
    return _finishes_of(scene.name)


@lru_cache(maxsize=64)
def _finishes_of(name: str) -> Finishes:
    return Finishes(stream(0, "finishes", name))


def set_name(scene: Scene, thing: Thing) -> str:
    """What things of one set share and others do not: furniture that is alike in one room, the fronts of a kitchen.

    Whatever a drawing chooses by luck (panels, handles, the turn of a leg) it chooses by this.
    """
    room = scene.room_ids.get(thing.id)
    if room is None or thing.kind.is_loose:
        return thing.id
    if role_of(thing.type, "kitchen") in ("fitted", "worktop"):
        return f"{room} joinery"
    return f"{room} {thing.type} {thing.variant} {thing.size} {thing.material} {thing.colour}"


def painted(scene: Scene) -> Scene:
    """The scene with walls in the colours of its palette."""
    finishes = finishes_of(scene)
    return scene.replace(rooms=tuple(room.replace(wall_colour=finishes.wall(room)) for room in scene.rooms))


def drawn_look(kind: ObjectType, luck: Stream) -> Look:
    """A material and a colour of the type; a colour that the material has, if there is one."""
    material = luck.choice(kind.materials)
    usual = catalog().materials[material].colours
    both = [colour for colour in kind.colours if colour in usual]
    return material, luck.choice(both or kind.colours or usual)
