"""One room by itself with given contents: how the fixed rooms were made."""

from __future__ import annotations

from collections import Counter

from casita.catalog import RoomKind, catalog
from casita.exact import total_of
from casita.scenes.check import check_scene
from casita.scenes.fixed import ROOMS_OF_A_KIND
from casita.scenes.floor_cover import covered_share
from casita.scenes.generate.clutter import scatter
from casita.scenes.generate.conditions import set_conditions
from casita.scenes.generate.contents import Contents, counted
from casita.scenes.generate.filling import EMPTIEST
from casita.scenes.generate.furniture import furnish_room
from casita.scenes.generate.openings import hang_doors, lay_floors, open_to_outside
from casita.scenes.generate.plan import LATTICE, NARROWEST, numbered_rooms
from casita.scenes.generate.rugs import lay_rugs
from casita.scenes.generate.space import NoRoom
from casita.scenes.generate.standing_room import standing_room
from casita.scenes.generate.walls import add_light_switch, hang_things
from casita.scenes.generate.windows import add_windows
from casita.scenes.palette import painted
from casita.scenes.scene import WALL, Scene
from casita.seeds import Stream, derived_seed, stream
from casita.versions import SCENES

FILLED: dict[RoomKind, float] = {"kitchen": 0.46, "living_room": 0.45, "bedroom": 0.46, "bathroom": 0.42}
"""The share of its floor that the furniture of a room covers in the room that is tried first."""

WALKED: dict[RoomKind, float] = {"kitchen": 2.1, "living_room": 3.6, "bedroom": 2.6, "bathroom": 1.6}
"""Square metres on which a person can stand in a room of each kind, at the least."""

PROPORTIONS = (1.0, 1.45)
"""Longer side over shorter side of a room."""

TRIES = 300
GROWTH = 0.01
"""How much longer and wider, as a share, a room is tried after each failure."""


def built_room(name: str, kind: RoomKind, contents: Contents, seed: int) -> Scene:
    """A sound room that holds all of its contents; a larger one is tried where they do not fit."""
    reason = ""
    for attempt in range(TRIES):
        try:
            scene = _attempt(name, kind, contents, derived_seed(seed, name, attempt), 1.0 + GROWTH * attempt)
        except NoRoom as problem:
            reason = str(problem)
            continue
        missing = missing_types(scene, contents)
        problems = check_scene(scene)
        covered, walked = covered_share(scene, scene.rooms[0]), standing_room(scene)
        if not missing and not problems and covered >= EMPTIEST and walked >= WALKED[kind]:
            return scene.replace(seed=seed)
        wrong = [str(problem) for problem in problems]
        reason = f"missing {dict(missing)}, problems {wrong}, covered {covered:.2f}, {walked:.1f} m2 to walk on"
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


def _sides(kind: RoomKind, contents: Contents, luck: Stream, scale: float) -> tuple[float, float]:
    """How long and wide a room is that its furniture fills well."""
    standing = [type for type in contents if catalog()[type].stands == ("floor",) and type != "floor"]
    usual = {type: catalog()[type].size.usual for type in standing if not catalog()[type].is_loose}
    furniture = total_of(contents[type] * size[0] * size[1] for type, size in usual.items())
    floor = furniture / FILLED[kind] * scale * scale
    ratio = luck.uniform(*PROPORTIONS)
    sides = luck.shuffled(((floor * ratio) ** 0.5, (floor / ratio) ** 0.5))
    least = NARROWEST[kind]
    x, y = (max(least, round((side + WALL) / LATTICE) * LATTICE) for side in sides)
    return x, y


def _attempt(name: str, kind: RoomKind, contents: Contents, seed: int, scale: float) -> Scene:
    luck = stream(seed, "room")
    sides = _sides(kind, contents, luck, scale)
    rooms = numbered_rooms([((0.0, 0.0, sides[0], sides[1]), kind)])
    scene = painted(Scene(name, "room", rooms, (), (), version=SCENES, seed=seed))
    room = scene.rooms[0]
    scene = open_to_outside(scene, luck.child("doorway"))
    scene = lay_floors(scene, luck.child("floor"))
    scene = hang_doors(scene, luck.child("door"))
    scene = add_windows(scene, room, contents, luck.child("windows"))
    scene = add_light_switch(scene, room, luck.child("switch"))
    scene = furnish_room(scene, room, contents, luck.child("furniture"), strict=True)
    scene = lay_rugs(scene, room, luck.child("rug"))
    scene = hang_things(scene, room, contents, luck.child("walls"))
    scene = scatter(scene, room, contents, luck.child("clutter"))
    return set_conditions(scene, luck.child("conditions"))
