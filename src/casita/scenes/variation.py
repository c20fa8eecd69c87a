"""Variation on demand: the same scene with other colours, sizes, masses, light, states or places.

Each kind of variation draws from a stream of its own, so that one can change while the others stay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from casita.catalog import ObjectType, catalog
from casita.errors import BadInput, unknown
from casita.scenes.check import check_scene
from casita.scenes.draft import Draft
from casita.scenes.generate.clutter import Clutter, scatter
from casita.scenes.generate.conditions import set_conditions
from casita.scenes.palette import Finishes, shares_look
from casita.scenes.scene import Condition, Light, Scene, Thing
from casita.seeds import Stream, stream

SIZES = (0.8, 1.0)
"""Factors of a loose thing's size."""

MASSES = (0.5, 1.5)
"""Factors of a loose thing's usual mass."""

RICHNESS = 6
"""How many further things a rich variation puts into a room."""

TRIES = 20
"""How many arrangements of loose things are tried until one is sound."""


class NoVariation(RuntimeError):
    """None of several attempts at a variation was sound; another seed may find one."""


def vary_colours(scene: Scene, luck: Stream) -> Scene:
    """Another palette for things, floors and walls; parts match what they are part of."""
    finishes = Finishes(luck)
    rooms = {room.id: room.replace(wall_colour=finishes.wall(room)) for room in scene.rooms}
    things: dict[str, Thing] = {}
    for thing in scene.things:
        room = rooms[scene.room_ids[thing.id]]
        if thing.type == "floor":
            material, colour = finishes.floor(room)
        else:
            material, colour = finishes.look(thing.kind, room, luck.child(thing.id))
            parent = things.get(thing.place.of) if thing.place.relation == "part" else None
            if parent is not None and shares_look(parent.type, thing.type, room.kind):
                material = parent.material if parent.material in thing.kind.materials else material
                colour = parent.colour if parent.colour in thing.kind.colours else colour
        things[thing.id] = thing.replace(material=material, colour=colour)
    return scene.replace(things=tuple(things.values()), rooms=tuple(rooms.values()))


def vary_sizes(scene: Scene, luck: Stream) -> Scene:
    """Loose things 0.8 to 1.0 times as large; those that carry something keep their size."""
    carriers = {thing.place.of for thing in scene.things}

    def resized(thing: Thing) -> Thing:
        if not thing.kind.is_loose or thing.id in carriers:
            return thing
        factor = luck.child(thing.id).uniform(*SIZES)
        depth, width, height = (round(side * factor, 4) for side in thing.size)
        x, y, z = thing.position
        lift = thing.size[2] - height if _hangs(scene, thing) else 0.0
        return thing.replace(size=(depth, width, height), position=(x, y, round(z + lift, 4)))

    return scene.replace(things=tuple(resized(thing) for thing in scene.things))


def _hangs(scene: Scene, thing: Thing) -> bool:
    """Does a thing hang from a rail, so that its top stays where it is?"""
    if thing.place.relation != "in":
        return False
    carrier = scene.thing(thing.place.of)
    return any(cavity.hang for cavity in carrier.kind.forms[carrier.variant].cavities)


def vary_masses(scene: Scene, luck: Stream) -> Scene:
    """Loose things 0.5 to 1.5 times as heavy as usual."""

    def reweighed(thing: Thing) -> Thing:
        if not thing.kind.is_loose:
            return thing
        factor = luck.child(thing.id).uniform(*MASSES)
        return thing.replace(mass=round(thing.kind.mass.usual * factor, 4))

    return scene.replace(things=tuple(reweighed(thing) for thing in scene.things))


def vary_light(scene: Scene, luck: Stream) -> Scene:
    """Another time of day and other ceiling lights."""
    light = Light(
        azimuth=round(luck.uniform(0.0, 360.0), 1),
        elevation=round(luck.uniform(8.0, 70.0), 1),
        strength=round(luck.uniform(0.3, 1.3), 2),
        warmth=round(luck.uniform(0.2, 0.9), 2),
    )
    rooms = tuple(room.replace(light=round(luck.child(room.id).uniform(0.6, 1.3), 2)) for room in scene.rooms)
    return scene.replace(light=light, rooms=rooms)


def vary_conditions(scene: Scene, luck: Stream) -> Scene:
    """Other starting states: what is open, on, dirty, filled or used; inner doors stay as they are."""
    closed = tuple(thing if thing.type == "door" else thing.replace(start=Condition()) for thing in scene.things)
    return set_conditions(scene.replace(things=closed), luck)


def vary_places(scene: Scene, luck: Stream) -> Scene:
    """All loose things put somewhere else in their rooms, where such things are usually found."""
    moved = [thing for thing in scene.things if thing.kind.is_loose]
    gone = {thing.id for thing in moved}
    bare = scene.replace(things=tuple(thing for thing in scene.things if thing.id not in gone))
    moved.sort(key=lambda thing: -thing.size[0] * thing.size[1])
    return _first_sound(scene, luck, lambda attempt: _put_back(scene, bare, moved, attempt))


def _put_back(scene: Scene, bare: Scene, moved: list[Thing], luck: Stream) -> Scene | None:
    """The scene with all its loose things put down anew, in its own order; None if one finds no place."""
    filled = bare
    for room in scene.rooms:
        draft = Draft(filled)
        clutter = Clutter(draft, room)
        for thing in moved:
            if scene.room_ids[thing.id] == room.id and not clutter.put_back(thing, luck.child(thing.id)):
                return None
        filled = draft.finished()
    return scene.replace(things=tuple(filled.by_id[thing.id] for thing in scene.things))


def enrich(scene: Scene, luck: Stream) -> Scene:
    """Further types, beyond AI2-THOR's, added where they are usually found."""
    further = [kind for kind in catalog().values() if "ai2thor" not in kind.aliases]
    return _first_sound(scene, luck, lambda attempt: _enriched(scene, attempt, further))


def with_types(scene: Scene, seed: int, types: Collection[str]) -> Scene:
    """The scene with loose things of some of these types, which it has none of: as many as a rich variation adds."""
    luck = stream(seed, "vary", scene.name, "types")
    kinds = [catalog()[type] for type in types]
    return _first_sound(scene, luck, lambda attempt: _enriched(scene, attempt, kinds))


def _enriched(scene: Scene, luck: Stream, offered: Collection[ObjectType]) -> Scene:
    """The scene with some of the offered kinds of loose things added where they are usually found."""
    present = {thing.type for thing in scene.things}
    for room in scene.rooms:
        further = sorted(
            kind.name for kind in offered if room.kind in kind.rooms and kind.is_loose and kind.name not in present
        )
        chosen = luck.child(room.id).shuffled(further)[:RICHNESS]
        scene = scatter(scene, room, dict.fromkeys(sorted(chosen), 1), luck.child(room.id, "scatter"))
    return scene


def _first_sound(scene: Scene, luck: Stream, make: Callable[[Stream], Scene | None]) -> Scene:
    """The first sound scene of several attempts."""
    for attempt in range(TRIES):
        made = make(luck.child("attempt", attempt))
        if made is not None and not check_scene(made):
            return made
    raise NoVariation(f"no sound variation of {scene.name} found in {TRIES} tries")


VARIATIONS: dict[str, Callable[[Scene, Stream], Scene]] = {
    "rich": enrich,
    "sizes": vary_sizes,
    "places": vary_places,
    "conditions": vary_conditions,
    "colours": vary_colours,
    "masses": vary_masses,
    "light": vary_light,
}
"""Every variation by name, in the order they are applied."""


def vary(scene: Scene, seed: int, *kinds: str) -> Scene:
    """The scene with these variations, each under its own stream: `vary(scene, 3, "colours", "masses")`."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadInput(f"the seed of a variation is a whole number; it is {seed!r}")
    for kind in kinds:
        if kind not in VARIATIONS:
            raise unknown("variation", kind, VARIATIONS)
    if not kinds:
        raise BadInput(f"name at least one variation: {', '.join(VARIATIONS)}")
    for kind, change in VARIATIONS.items():
        if kind in kinds:
            scene = change(scene, stream(seed, "vary", scene.name, kind))
    return scene
