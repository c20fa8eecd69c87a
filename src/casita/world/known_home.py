"""What anybody who lives in a home knows of it, as plain data: rooms, doors, furniture, which loose things there are.

Where loose things are, what they are like and what stands open is no part of it: that is known only while it is seen.
An agent's planner works on the statics of such a home (`resident_statics`), which are those of the true one with
nothing loose in any place, all shut but the doors between rooms, and nothing on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from casita.scenes.kept import BoundedDict, PerScene
from casita.scenes.scene import Condition, Doorway, Place, Room, Scene, SceneRow, Thing, Vector
from casita.world.statics import Statics

NAME = "home"
"""What the scene of a known home is called; a scene's own name and seed would tell where everything is."""

KEPT = 16
"""Homes whose statics are kept for those who are told of a home as data."""


class KnownThing(SceneRow, frozen=True):
    """One thing of a home; of furniture it is known where it stands."""

    id: str
    type: str
    size: Vector
    """Depth, width and height in metres."""
    variant: str = "plain"
    """Which of the forms of its type it has."""
    controls: tuple[str, ...] = ()
    """Ids of what it turns on and off."""
    position: Vector | None = None
    """The middle of its box's bottom, in metres; None for what is loose."""
    rotation: Vector = (0.0, 0.0, 0.0)
    """Roll, pitch and yaw in degrees."""
    place: Place | None = None
    """What it stands on, hangs on or is part of; None for what is loose."""


class KnownHome(SceneRow, frozen=True):
    """A home as its residents know it."""

    kind: Literal["room", "apartment", "house"]
    rooms: tuple[Room, ...]
    doorways: tuple[Doorway, ...]
    things: tuple[KnownThing, ...]
    """Furniture and loose things; their order does not depend on where the loose ones are."""


_told: BoundedDict[int, tuple[KnownHome, Statics]] = BoundedDict(KEPT)


@PerScene
def known_home(true: Statics) -> KnownHome:
    """What is known of a scene to those who live in it."""
    scene = true.scene
    return KnownHome(scene.kind, scene.rooms, scene.doorways, tuple(map(_known, scene.things)))


def _known(thing: Thing) -> KnownThing:
    known = KnownThing(thing.id, thing.type, thing.size, thing.variant, thing.controls)
    if thing.kind.is_loose:
        return known
    return known.replace(position=thing.position, rotation=thing.rotation, place=thing.place)


@PerScene
def resident_statics_of(true: Statics) -> Statics:
    """The statics that residents of a scene work with."""
    return resident_statics(known_home(true))


def resident_statics(home: KnownHome) -> Statics:
    """The statics of a home as it is known; slots are those of the true scene."""
    found = _told.get(id(home))
    if found is None:  # to compare homes by value takes as long as to read an observation, so the same one is known
        found = _told[id(home)] = (home, _statics(home))
    return found[1]


@lru_cache(maxsize=KEPT)
def _statics(home: KnownHome) -> Statics:
    return Statics(resident_scene(home))


def resident_scene(home: KnownHome) -> Scene:
    """A home as a scene, with everything loose at no place: at the origin, and on nothing but its first room.

    Doors between rooms are taken to stand open, and those to the outside to be shut.
    """
    between = {way.id for way in home.doorways if set(way.rooms) <= {room.id for room in home.rooms}}
    nowhere = Place("on", home.rooms[0].id)
    things = tuple(
        Thing(
            id=thing.id,
            type=thing.type,
            position=thing.position or (0.0, 0.0, 0.0),
            size=thing.size,
            mass=0.0,
            material="",
            colour="",
            place=thing.place or nowhere,
            rotation=thing.rotation,
            variant=thing.variant,
            controls=thing.controls,
            start=Condition(openness=float(thing.type == "door" and (thing.place or nowhere).of in between)),
        )
        for thing in home.things
    )
    return Scene(NAME, home.kind, home.rooms, home.doorways, things)
