"""A home as somebody left it: the same home, take and seed give the same scene."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from casita.benchmarks.plausiblact.classes.table import HIGH_ENTROPY, class_of, classes
from casita.benchmarks.plausiblact.pictures.conditions import condition_of
from casita.benchmarks.plausiblact.pictures.homes import home_scene
from casita.benchmarks.plausiblact.pictures.moments import Moment, moments_of
from casita.catalog import catalog
from casita.geometry.spots import Footprint, footprint, free_place, spots
from casita.scenes.check import check_scene
from casita.scenes.draft import Draft, drawn_size
from casita.scenes.generate.clutter import SURFACES, Clutter
from casita.scenes.generate.habits import ANY_WAY, IN_SINKS
from casita.scenes.generate.house import without_misplaced
from casita.scenes.scene import Place, Room, Scene, Thing
from casita.scenes.variation import vary
from casita.seeds import Stream, stream

MENDED = 4
"""How often what stands in the way is taken out before a home is left as it was."""

SERVED_AT_MOST = 3
"""Things that are put on one dish, or into one box."""

SEATS = ("chair", "stool", "sofa", "arm_chair", "loveseat", "sofa_bed", "infant_bed")

DRAWERS = ("drawer", "dresser")
"""What is in these would have to come out with them: they are opened only when they are empty."""

IN_VIEW = 0.75
"""Share of the other things brought that are left on some surface, and not where they are usually found."""

RUBBISH = (
    "envelope", "tin_can", "newspaper", "plastic_bag", "bottle", "toilet_paper", "banana", "apple", "eraser", "pencil",
    "book", "candy", "pizza", "bread",
)  # fmt: skip
"""What is found in boxes, bags and bins."""

PANS, BOWLS = ("pan", "wok"), ("bowl",)
COOKED_IN_PANS = (
    "asparagus", "bell_pepper", "broccoli", "carrot", "zucchini", "potato", "pasta", "egg", "tomato", "pancake",
    "artichoke", "oyster",
)  # fmt: skip
IN_BOWLS = (
    "strawberry", "grape", "fig", "candy", "egg", "radish", "apple", "pear", "peach", "lemon", "orange", "salad",
    "pasta", "cookie", "tomato",
)  # fmt: skip
ON_PLATES = (
    "croissant", "hot_dog", "waffle", "pancake", "pretzel", "bagel", "burrito", "muffin", "cookie", "tart", "egg",
    "pizza", "submarine_sandwich", "taco", "hamburger", "cake", "doughnut", "pasta", "oyster", "bread", "apple",
    "banana", "pear", "broccoli", "potato", "carrot", "salad",
)  # fmt: skip
"""What is served on what."""

FEATURED = 8
"""Things of each high-entropy class that are brought for the further test, at the most."""


class Arranged(NamedTuple):
    """A home at a moment, and the room that photos are taken in."""

    scene: Scene
    room: Room
    moment: str


def arranged(home: str, take: int, seed: int, *, featured: bool = False) -> Arranged:
    """A home as it was left; `featured` brings many of the classes whose ratings vary most."""
    luck = stream(seed, "plausiblact", home, take)
    base = vary(home_scene(home), seed + take, "light", *(("colours",) if luck.chance(0.5) else ()))
    room = _room(base, luck.child("room"))
    known = moments_of(room.kind)
    moment = known[luck.weighted_order({name: row.weight for name, row in known.items()})[0]]
    scene = _cleared(base, room, moment, luck.child("cleared"))
    draft = Draft(scene)
    clutter = Clutter(draft, room)
    for type, number in brought(room, moment, featured, luck.child("brought")):
        _bring(clutter, type, moment, luck.child("bring", type, number))
    scene = _left(draft.finished(), room, moment, luck.child("left"))
    scene = _served(scene, room, moment, luck.child("served"))
    return Arranged(_mended(scene, base), room, moment.name)


def _room(scene: Scene, luck: Stream) -> Room:
    """The room that photos are taken in: kitchens more often, because most classes are found there."""
    kitchens = [room for room in scene.rooms if room.kind == "kitchen"]
    return luck.choice(kitchens) if kitchens and luck.chance(0.5) else luck.choice(scene.rooms)


def _cleared(scene: Scene, room: Room, moment: Moment, luck: Stream) -> Scene:
    """The home without some of the room's loose things."""
    gone = {
        thing.id for thing in scene.things
        if thing.kind.is_loose and scene.room_ids[thing.id] == room.id and thing.id not in scene.contents
        and luck.child(thing.id).chance(moment.cleared)
    }  # fmt: skip
    return scene.replace(things=tuple(thing for thing in scene.things if thing.id not in gone))


def brought(room: Room, moment: Moment, featured: bool, luck: Stream) -> Iterator[tuple[str, int]]:
    """The types that are brought, and the number of each."""
    if featured:
        for name in HIGH_ENTROPY:
            for type in classes()[name].types:
                yield from ((type, number) for number in range(1 + luck.below(FEATURED // 2)))
    loose = [kind for kind in catalog().values() if kind.is_loose and class_of(kind) is not None]
    usual = [kind.name for kind in loose if room.kind in kind.rooms]
    kinds = [kind.name for kind in loose] if moment.name == "mess" or len(usual) < moment.added[1] else usual
    count = moment.added[0] + luck.below(moment.added[1] - moment.added[0] + 1)
    for type in luck.shuffled(kinds)[: count // 2 if featured else count]:
        times = 2 + luck.below(3) if luck.chance(moment.many) else 1
        yield from ((type, number) for number in range(times))


def _bring(clutter: Clutter, type: str, moment: Moment, luck: Stream) -> None:
    """Put one thing on the floor, on a seat, in the sink, on a surface, or where it is usually found."""
    here = clutter.by_type
    floor, seat, sink = (luck.chance(share) for share in (moment.floor, moment.seat, moment.sink))
    odd: list[Thing] = []
    if floor:
        odd = here.get("floor", [])
    elif seat:
        odd = [thing for name in SEATS for thing in here.get(name, ())]
    elif sink and type in IN_SINKS:
        odd = [*here.get("sink_basin", ()), *here.get("sink", ())]
    elif luck.chance(IN_VIEW):
        odd = [thing for name in SURFACES for thing in here.get(name, ())]
    if not odd or clutter.put_on(type, odd, luck.child("odd")) is None:
        clutter.put(type, luck.child("usual"))


def _left(scene: Scene, room: Room, moment: Moment, luck: Stream) -> Scene:
    """The room's things in the states that they are left in."""
    carries = {thing.place.of for thing in scene.things if thing.place.relation in ("on", "in")}

    def left(thing: Thing) -> Thing:
        if scene.room_ids[thing.id] != room.id or thing.kind.can("lights") or thing.kind.can("shows"):
            return thing
        start = condition_of(thing, moment, luck.child(thing.id))
        if thing.id in carries and thing.kind.is_loose:
            start = start.replace(liquid="", level=0.0, broken=False)
        if thing.id in carries and thing.type in DRAWERS:
            start = start.replace(openness=thing.openness)
        return thing.replace(start=start)

    return scene.replace(things=tuple(left(thing) for thing in scene.things))


def _served(scene: Scene, room: Room, moment: Moment, luck: Stream) -> Scene:
    """Food on dishes, and things in open boxes, bags and bins."""
    draft = Draft(scene)
    for thing in scene.things:
        takes = thing.kind.can("eat_from") or thing.kind.can("takes_trash") or thing.type in ("platter", "cake_stand")
        if scene.room_ids[thing.id] != room.id or not takes or thing.start.broken or thing.start.level:
            continue
        own = luck.child(thing.id)
        if own.chance(moment.served):
            _fill(draft, thing, _contents_of(thing, own), moment, own)
    return draft.finished()


def _contents_of(thing: Thing, luck: Stream) -> Sequence[str]:
    """Types that are put on a dish or into a box or bin, in the order that they are tried."""
    if thing.kind.can("takes_trash"):
        return luck.shuffled(RUBBISH)
    food = luck.shuffled(COOKED_IN_PANS if thing.type in PANS else IN_BOWLS if thing.type in BOWLS else ON_PLATES)
    return [*food[:1] * SERVED_AT_MOST, *food[1:]] if luck.chance(0.5) else food


def _fill(draft: Draft, carrier: Thing, types: Sequence[str], moment: Moment, luck: Stream) -> None:
    """Put up to three things into or onto one."""
    wanted, taken = 1 + luck.below(SERVED_AT_MOST), np.zeros((0, len(Footprint._fields)))
    areas = [spot for spot in spots(carrier) if not spot.joint or carrier.openness > 0.5]
    if not areas:
        return
    for number, type in enumerate(types):
        if wanted == 0:
            return
        kind, own = catalog()[type], luck.child("fill", number)
        if type == carrier.type or max(kind.size.least[:2]) > 2.0 * min(areas[0].half_x, areas[0].half_y):
            continue
        size = drawn_size(kind, own)
        place = free_place(areas[0], size, kind.forms["plain"].is_round, ANY_WAY, taken, own)
        if place is None or size[2] > 2.5 * max(areas[0].rim, 0.06):
            continue
        mark, yaw = place
        where = Place("in" if areas[0].relation == "in" else "on", carrier.id, areas[0].name)
        thing = draft.add(type, (mark.x, mark.y, mark.low), yaw, where, own, size=size)
        draft.things[-1] = thing.replace(start=condition_of(thing, moment, own.child("left")))
        taken = np.vstack([taken, np.array(footprint(thing), float)])
        wanted -= 1


def _mended(scene: Scene, base: Scene) -> Scene:
    """The scene without what is not sound in it; the home as it was if nothing helps.

    First what is wrong itself is closed, or taken out; then all that was opened is closed, for what stands open may be
    in the way of others.
    """
    for attempt in range(MENDED):
        problems = check_scene(scene)
        if not problems:
            return scene
        wrong = {problem.id for problem in problems}
        things = tuple(_as_before(thing, base) if attempt or thing.id in wrong else thing for thing in scene.things)
        scene = scene.replace(things=things)
        scene = without_misplaced(scene, check_scene(scene))
    return base if check_scene(scene) else scene


def _as_before(thing: Thing, base: Scene) -> Thing:
    """A thing as far open as it was in the home; what was brought is closed."""
    openness = base.by_id[thing.id].openness if thing.id in base.by_id else 0.0
    return thing if thing.openness == openness else thing.replace(start=thing.start.replace(openness=openness))
