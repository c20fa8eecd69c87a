"""What things are: the typed rows of the catalogue."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar, get_args

import msgspec

from casita.catalog.form import Form

RoomKind = Literal["kitchen", "living_room", "bedroom", "bathroom"]
ROOM_KINDS: tuple[RoomKind, ...] = get_args(RoomKind)

Affordance = Literal[
    "pick_up",  # a hand can hold it
    "move",  # it can be pushed and pulled, not carried
    "open",
    "toggle",
    "break",
    "slice",
    "fill",
    "dirty",
    "cook",
    "use_up",
    "eat",
    "drink_from",
    "eat_from",
    "sit_on",
    "lie_on",
    "wash",  # cleansing it makes sense
    "store",  # it has a place where it is put away
    "discard",  # it is thrown away when no longer wanted
    "empty_out",  # its contents can be thrown away
    "takes_trash",
    "read",
    "cuts",  # a tool that slices
    "cleans",  # a tool that cleans
    "heats",  # cooks what is on or in it when on
    "cools",
    "runs_water",  # cleans and fills what is under it when on
    "brews_coffee",
    "lights",  # lights the room when on
    "shows",  # has a screen
    "wets",  # pours water when it holds some (watering can)
]
AFFORDANCES: tuple[Affordance, ...] = get_args(Affordance)

Stand = Literal["floor", "surface", "wall", "window", "doorway", "part"]
"""Where a thing can be put by a generator: `part` things come with the thing they belong to."""

Size = tuple[float, float, float]
"""Depth (back to front), width (right to left) and height of a box, in metres."""

Measure = TypeVar("Measure")


class CatalogRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A typed row that rejects fields it does not know."""


class Material(CatalogRow, frozen=True):
    """What a thing is made of."""

    name: str
    density: float
    """Kilograms per cubic metre of solid material."""
    friction: float
    """Sliding friction against wood."""
    breaks_at: float | None = None
    """Impact speed in metres per second above which it breaks; None never breaks."""
    shine: float = 0.0
    """0 is matt, 1 is a mirror."""
    colours: tuple[str, ...] = ()
    """Colours it has when a type names none."""


class Colour(CatalogRow, frozen=True):
    """A named colour; the nearest one to what is drawn is what a thing is said to be."""

    name: str
    rgb: tuple[int, int, int]


class Spread(CatalogRow, Generic[Measure], frozen=True):
    """What the smallest or lightest, the usual, and the largest or heaviest of a type measure."""

    least: Measure
    usual: Measure
    most: Measure


class ObjectType(CatalogRow, frozen=True):
    """One kind of household thing: everything that is true of all mugs."""

    name: str
    singular: str
    plural: str
    article: str
    """What stands before the singular: "a", "an", "some", "a pair of"."""
    rooms: tuple[RoomKind, ...]
    """Kinds of room it is found in; empty for one that no generated scene has yet."""
    size: Spread[Size]
    mass: Spread[float]
    """Empty, in kilograms."""
    materials: tuple[str, ...]
    """Choices for its main material."""
    colours: tuple[str, ...]
    """Choices for its main colour; empty if its material's own colours are."""
    affordances: tuple[Affordance, ...]
    stands: tuple[Stand, ...]
    forms: dict[str, Form]
    """Its body, by variant; every type has the variant "plain"."""
    variant_sizes: dict[str, Spread[Size]] = {}
    """The box of a variant, where it differs from the type's."""
    found: dict[RoomKind, dict[str, float]] = {}
    """On or in which types of receptacle it is usually found, with weights, by kind of room."""
    holds: tuple[str, ...] = ()
    """The only types it takes; empty if it takes whatever fits."""
    liquids: tuple[str, ...] = ()
    """What it can be filled with."""
    drapes: bool = False
    """Whether it is a cloth that can hang over edges, and does not stand on a narrow side."""
    height_on_wall: float = 0.0
    """For a wall thing: how far its lower edge is usually above the floor, in metres."""
    aliases: dict[str, tuple[str, ...]] = {}
    """Its names in other systems, by system."""
    note: str = ""
    """Where a figure is our judgement, why."""

    @property
    def is_loose(self) -> bool:
        """Can a hand pick it up?"""
        return "pick_up" in self.affordances

    @property
    def is_receptacle(self) -> bool:
        """Can other things be on or in it, in any of its variants?"""
        return any(form.surfaces or form.cavities for form in self.forms.values())

    def size_of(self, variant: str) -> Spread[Size]:
        """The range of boxes of a variant."""
        return self.variant_sizes.get(variant, self.size)

    def can(self, affordance: Affordance) -> bool:
        """Does it afford this?"""
        return affordance in self.affordances
