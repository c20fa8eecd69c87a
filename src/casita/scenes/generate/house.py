"""Procedural houses: the list of stages, each Scene -> Scene, and the loop that keeps only sound ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from casita.catalog import RoomKind
from casita.errors import BadInput, unknown
from casita.scenes.check import check_scene
from casita.scenes.generate.clutter import scatter
from casita.scenes.generate.conditions import set_conditions
from casita.scenes.generate.contents import Contents, drawn_contents
from casita.scenes.generate.furniture import furnish_room
from casita.scenes.generate.openings import hang_doors, join_rooms, lay_floors
from casita.scenes.generate.plan import MOST_ROOMS, plan_rooms
from casita.scenes.generate.rugs import lay_rugs
from casita.scenes.generate.space import NoRoom
from casita.scenes.generate.standing_room import shared_floor
from casita.scenes.generate.walls import add_light_switch, hang_things
from casita.scenes.generate.windows import add_windows
from casita.scenes.problem import Problem
from casita.scenes.scene import Room, Scene
from casita.seeds import Stream, derived_seed, stream

GENERATORS = ("v2",)
"""Versions of the generator; an old one keeps giving the same houses."""

LEAST_STANDING = 1.0
"""Square metres on which people can walk about in a house, at the least."""

TRIES = 40
"""How many houses are made from one seed before giving up on a sound one."""


class Stage(NamedTuple):
    """One step of a generator. Its name is also the name of its random stream."""

    name: str
    run: Callable[[Scene, Stream], Scene]


@lru_cache(maxsize=256)
def contents_of(seed: int, kind: RoomKind, room: str) -> Contents:
    """What a room of a generated house shall hold: the same in every stage that asks."""
    return drawn_contents(kind, stream(seed, "rooms").child("contents", room))


def _in_every_room(step: Callable[[Scene, Room, Contents, Stream], Scene]) -> Callable[[Scene, Stream], Scene]:
    """A stage that does the same to every room."""

    def run(scene: Scene, luck: Stream) -> Scene:
        for room in scene.rooms:
            scene = step(scene, room, contents_of(scene.seed, room.kind, room.id), luck.child(room.id))
        return scene

    return run


def _windows(scene: Scene, room: Room, contents: Contents, luck: Stream) -> Scene:
    return add_light_switch(add_windows(scene, room, contents, luck), room, luck)


def _furniture(scene: Scene, room: Room, contents: Contents, luck: Stream) -> Scene:
    return furnish_room(scene, room, contents, luck, strict=False)


def _rugs(scene: Scene, room: Room, contents: Contents, luck: Stream) -> Scene:
    return lay_rugs(scene, room, luck)


def house_stages(rooms: int) -> tuple[Stage, ...]:
    """What makes a house out of an empty scene, in order; give `house` another list to swap a stage."""
    return (
        Stage("plan", partial(plan_rooms, rooms=rooms)),
        Stage("doorways", join_rooms),
        Stage("floors", lay_floors),
        Stage("doors", hang_doors),
        Stage("windows", _in_every_room(_windows)),
        Stage("furniture", _in_every_room(_furniture)),
        Stage("rugs", _in_every_room(_rugs)),
        Stage("walls", _in_every_room(hang_things)),
        Stage("clutter", _in_every_room(scatter)),
        Stage("conditions", set_conditions),
    )


def without_misplaced(scene: Scene, problems: Sequence[Problem]) -> Scene:
    """The scene without the loose things that something is wrong with, and what is in or on those."""
    gone = {problem.id for problem in problems if problem.id in scene.by_id and scene.by_id[problem.id].kind.is_loose}
    while True:
        more = {thing.id for thing in scene.things if thing.place.of in gone} - gone
        if not more:
            return scene.replace(things=tuple(thing for thing in scene.things if thing.id not in gone))
        gone |= more


def house(
    seed: int,
    rooms: int | None = None,
    *,
    stages: Sequence[Stage] | None = None,
    generator: str = "v2",
    check: bool = True,
) -> Scene:
    """A procedural house of 1 to 10 rooms (drawn if not given): the same seed gives the same house.

    `stages` replaces `house_stages(rooms)`; with `check` off, the first house is taken, sound or not.
    """
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadInput(f"a house's seed is a whole number; it is {seed!r}")
    if generator not in GENERATORS:
        raise unknown("house generator", generator, GENERATORS)
    count = 1 + stream(seed, "count").below(MOST_ROOMS) if rooms is None else rooms
    if not isinstance(count, int) or isinstance(count, bool):
        raise BadInput(f"a house has 1 to {MOST_ROOMS} rooms; asked for {count!r}")
    steps = house_stages(count) if stages is None else stages
    for attempt in range(TRIES):
        luck = derived_seed(seed, "house", count, attempt)
        scene = Scene(f"house_{seed}_{count}", "house", (), (), (), version=generator, seed=luck)
        try:
            for stage in steps:
                scene = stage.run(scene, stream(luck, stage.name))
        except NoRoom:
            continue
        if not check:
            return scene.replace(seed=seed)
        problems = check_scene(scene)
        if problems:
            scene = without_misplaced(scene, problems)
            problems = check_scene(scene)
        if not problems and shared_floor(scene) >= LEAST_STANDING:
            return scene.replace(seed=seed)
    raise RuntimeError(f"no sound house of {count} rooms found for seed {seed} in {TRIES} tries")
