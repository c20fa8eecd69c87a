"""One room by itself with given contents: how the fixed rooms were made."""

from __future__ import annotations

from collections import Counter

from casita.catalog import RoomKind, catalog
from casita.scenes.check import check_scene
from casita.scenes.fixed import ROOMS_OF_A_KIND
from casita.scenes.generate.clutter import scatter
from casita.scenes.generate.conditions import set_conditions
from casita.scenes.generate.contents import Contents, counted
from casita.scenes.generate.furniture import furnish_room
from casita.scenes.generate.openings import lay_floors, open_to_outside
from casita.scenes.generate.plan import LATTICE, numbered_rooms
from casita.scenes.generate.space import NoRoom
from casita.scenes.generate.walls import add_light_switch, add_windows, hang_things
from casita.scenes.scene import Scene
from casita.seeds import derived_seed, stream

SIDES: dict[RoomKind, tuple[float, float]] = {
    "kitchen": (3.5, 5.0),
    "living_room": (4.5, 6.5),
    "bedroom": (4.0, 5.5),
    "bathroom": (2.5, 3.75),
}
"""Shortest and longest side of a room that is tried first, in metres."""

TRIES = 300
GROWTH = 0.02
"""How much larger, as a share, a room is tried after each two failures."""


def built_room(name: str, kind: RoomKind, contents: Contents, seed: int) -> Scene:
    """A sound room that holds all of its contents; a larger one is tried where they do not fit."""
    reason = ""
    for attempt in range(TRIES):
        try:
            scene = _attempt(name, kind, contents, derived_seed(seed, name, attempt), 1.0 + GROWTH * (attempt // 2))
        except NoRoom as problem:
            reason = str(problem)
            continue
        missing = missing_types(scene, contents)
        problems = check_scene(scene)
        if not missing and not problems:
            return scene.replace(seed=seed)
        reason = f"missing {dict(missing)}, problems {[str(problem) for problem in problems]}"
    raise RuntimeError(f"no sound room found for {name} in {TRIES} tries; last: {reason}")


def missing_types(scene: Scene, contents: Contents) -> Counter[str]:
    """What a scene lacks of its contents; of types that come built in, only one of each that every such room has."""
    have = Counter(thing.type for thing in scene.things)
    needed = dict(contents)
    always = {type for type, (rooms, _) in counted()[scene.rooms[0].kind].items() if rooms == ROOMS_OF_A_KIND}
    for type in contents:
        if "part" in catalog()[type].stands:
            needed[type] = 1 if type in always else 0
    return Counter({type: count - have[type] for type, count in needed.items() if have[type] < count})


def _attempt(name: str, kind: RoomKind, contents: Contents, seed: int, scale: float) -> Scene:
    luck = stream(seed, "room")
    sides = [round(luck.uniform(*SIDES[kind]) * scale / LATTICE) * LATTICE for _ in range(2)]
    rooms = numbered_rooms([((0.0, 0.0, sides[0], sides[1]), kind)], luck)
    scene = Scene(name, "room", rooms, (), (), seed=seed)
    room = rooms[0]
    scene = open_to_outside(scene, luck.child("doorway"))
    scene = lay_floors(scene, luck.child("floor"))
    scene = add_windows(scene, room, contents, luck.child("windows"))
    scene = add_light_switch(scene, room, luck.child("switch"))
    scene = furnish_room(scene, room, contents, luck.child("furniture"), strict=True)
    scene = hang_things(scene, room, contents, luck.child("walls"))
    scene = scatter(scene, room, contents, luck.child("clutter"))
    return set_conditions(scene, luck.child("conditions"))
