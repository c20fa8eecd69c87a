"""Furnishes rooms: puts groups of furniture where they fit and everything stays in reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from casita.catalog import catalog
from casita.geometry.navigation import Grid, navigation_grid
from casita.geometry.outlines import rectangles
from casita.geometry.poses import cos_sin, turned
from casita.geometry.solids import pieces
from casita.scenes.draft import Draft
from casita.scenes.generate.contents import Contents
from casita.scenes.generate.groups import (
    Group,
    arrangements,
    bed_set,
    desk_set,
    dining_set,
    seating,
    shower_stall,
    single,
)
from casita.scenes.generate.space import (
    Box,
    NoRoom,
    Pose,
    Poses,
    RoomSpace,
    against_walls,
    distance_to,
    doorway_clearance,
    in_corners,
    in_right_corners,
    in_the_middle,
    in_this_order,
    shuffled,
)
from casita.scenes.scene import Place, Room, Scene, Thing
from casita.seeds import Stream

ATTEMPTS = 6
"""How often a room is furnished anew before pieces are left out."""

NEAREST_SCREEN = 1.2
"""Metres between a seat and the screen it faces, at least."""

KITCHEN_RUNS: dict[int, tuple[tuple[str, ...], ...]] = {
    1: (("full_five",), ("full_four",)),
    2: (("sink_three", "stove_three"), ("sink_four", "stove_two"), ("sink_three", "stove_two")),
    3: (
        ("sink_three", "stove_three", "plain"),
        ("sink_three", "stove_two", "one"),
        ("sink_four", "stove_one", "plain"),
    ),
    4: (("sink_three", "stove_one", "one", "one"), ("sink_three", "stove_two", "one", "one")),
}
"""Variants of the counters of a kitchen, by how many counters it has."""


def furnish_room(scene: Scene, room: Room, contents: Contents, luck: Stream, strict: bool) -> Scene:
    """The scene with one room furnished.

    `contents` says how many pieces of each type. If `strict`, all of them must fit, or NoRoom is
    raised; else those that a room can do without may be left out.
    """
    for attempt in range(ATTEMPTS):
        last = attempt == ATTEMPTS - 1
        tight = attempt >= 2
        try:
            return _furnished(
                scene, room, contents, luck.child("attempt", attempt), strict, tight, thin=not strict and last
            )
        except NoRoom:
            if last:
                raise
    raise AssertionError


def _furnished(
    scene: Scene, room: Room, contents: Contents, luck: Stream, strict: bool, tight: bool, thin: bool
) -> Scene:
    """One attempt; `tight` takes the smallest pieces, `thin` only those a room needs."""
    draft = Draft(scene)
    space = RoomSpace(scene, room)
    floor = floor_of(scene, room)
    placed: list[Thing] = []
    fronts: list[Box] = []
    for group in _groups(room, Counter(contents), luck, tight):
        if thin and not group.core:
            continue
        pose = space.first_fit(candidates(space, group, placed, luck), group.solid, group.clear)
        if pose is None:
            if strict or group.core:
                raise NoRoom(f"{group.members[0].type} does not fit into {room.id}")
            continue
        things, cleared = put_down(draft, space, floor, group, pose, luck)
        placed += things
        fronts += cleared
    done = draft.finished()
    if not _all_in_reach(done, room, placed, fronts):
        raise NoRoom(f"something in {room.id} cannot be reached")
    return done


def floor_of(scene: Scene, room: Room) -> str:
    """The id of a room's floor."""
    return next(thing.id for thing in scene.things if thing.type == "floor" and thing.place.of == room.id)


def put_down(
    draft: Draft, space: RoomSpace, floor: str, group: Group, pose: Pose, luck: Stream
) -> tuple[list[Thing], list[Box]]:
    """Make the pieces of a group at a pose and take their space: the pieces, and the boxes kept clear for them."""
    things = []
    for member in group.members:
        dx, dy = turned(member.x, member.y, pose.yaw)
        at = (pose.x + dx, pose.y + dy, member.z)
        on_floor = Place("on", floor, "top")
        yaw = pose.yaw + member.yaw
        things.append(draft.add(member.type, at, yaw, on_floor, luck, variant=member.variant, size=member.size))
    return things, space.settle(group.members[0].type, pose, group.solid, group.clear)


def _groups(room: Room, left: Counter[str], luck: Stream, tight: bool) -> Iterator[Group]:
    """The groups that the pieces make up, largest and most needed first."""

    def take(type: str, most: int = 99) -> int:
        count = min(left[type], most)
        left[type] -= count
        return count

    variant = _variant_chooser(left, luck)
    if room.kind == "bathroom":
        yield from _bathroom_groups(left, luck, take, tight)
    for run in _counter_variants(take("counter_top"), luck) if room.kind == "kitchen" else ():
        yield single("counter_top", luck, run, tight)
    for _ in range(take("bed")):
        beside = min(left["side_table"], luck.choice((1, 2, 2)))
        yield bed_set(luck, [variant("side_table") for _ in range(take("side_table", beside))], tight)
    for number in range(take("sofa")):
        table = variant("coffee_table") if number == 0 and take("coffee_table", 1) else ""
        beside = take("side_table", luck.choice((0, 1, 1, 2)) if number == 0 else 0)
        yield seating(luck, table, [variant("side_table") for _ in range(beside)], tight)
    for type in ("fridge", "stove", "dishwasher", "washing_machine"):
        for _ in range(take(type)):
            yield single(type, luck, smallest=tight)
    for _ in range(take("tv_stand")):
        yield single("tv_stand", luck, variant("tv_stand"), tight)
    for number in range(take("dining_table")):
        chairs = take("chair", 6 if number == 0 else 2)
        shape = luck.choice(("plain", "plain", "round")) if chairs <= 4 else "plain"
        yield dining_set(luck, shape, chairs, tight or room.kind == "kitchen")
    for _ in range(take("desk")):
        yield desk_set(luck, variant("desk"), bool(take("chair", 1)), tight)
    rest = [type for type in arrangements() if left[type] > 0 and _stands_by_itself(type)]
    for type in sorted(rest, key=_bulk, reverse=True):
        for _ in range(take(type)):
            yield single(type, luck, variant(type), tight)


def _stands_by_itself(type: str) -> bool:
    """Is it furniture that stands on the floor and is neither built in nor put on other things?"""
    kind = catalog()[type]
    return kind.stands == ("floor",) and not kind.is_loose


def _bulk(type: str) -> float:
    """Usual floor area of a type."""
    size = catalog()[type].size.usual
    return size[0] * size[1]


def _bathroom_groups(left: Counter[str], luck: Stream, take: Callable[..., int], tight: bool) -> Iterator[Group]:
    """Bath, shower, toilet, and a sink that is let into a counter or stands by itself."""
    for _ in range(take("bathtub")):
        yield single("bathtub", luck, smallest=tight)
    glass, door = take("shower_glass"), take("shower_door")
    if glass or door:
        yield shower_stall(luck, bool(glass), bool(door))
    counters = take("counter_top")
    sinks = take("sink")
    for number in range(counters):
        kind = ("vanity" if left["cabinet"] else "vanity_open") if number == 0 else "one"
        if number == 0 and left["drawer"] and left["cabinet"]:
            kind = "vanity_two"
        if number == 0 or (left["cabinet"] and left["drawer"]):
            yield single("counter_top", luck, kind, tight)
    for _ in range(sinks if not counters else 0):
        yield single("sink", luck, "pedestal", tight)
    for _ in range(take("toilet")):
        yield single("toilet", luck, smallest=tight)


def _counter_variants(count: int, luck: Stream) -> tuple[str, ...]:
    """Counters that have one sink and one stove between them."""
    if not count:
        return ()
    return luck.choice(KITCHEN_RUNS[min(count, 4)])


def _variant_chooser(left: Counter[str], luck: Stream) -> Callable[[str], str]:
    """Chooses variants whose built-in parts are among the room's contents, first those with a part not yet there."""
    lacking = {"drawer", "shelf", "cabinet"} & {type for type, count in left.items() if count > 0}

    def choose(type: str) -> str:
        fitting = {
            name: {part.type for part in form.parts}
            for name, form in catalog()[type].forms.items()
            if all(left[part.type] > 0 for part in form.parts)
        }
        best = [name for name, parts in fitting.items() if parts & lacking] or [
            n for n, parts in fitting.items() if parts
        ]
        name = luck.choice(best or list(fitting) or list(catalog()[type].forms))
        lacking.difference_update(fitting.get(name, ()))
        return name

    return choose


def candidates(space: RoomSpace, group: Group, placed: Sequence[Thing], luck: Stream) -> Poses:
    """Poses for a group in the order they shall be tried: random, but close to what it belongs to."""
    friends = [thing for thing in placed if thing.type in group.near]
    if group.anchor == "middle":
        poses = in_the_middle(space)
    elif group.anchor == "right corner":
        return shuffled(in_right_corners(space.walls, group.width), luck)
    else:
        poses = against_walls(space.walls, group.width)
        if group.anchor == "corner" and not friends:
            return np.concatenate([shuffled(in_corners(space.walls, group.width), luck), shuffled(poses, luck)])
    if group.members[0].type == "tv_stand":
        return facing_first(poses, [thing for thing in placed if thing.type == "sofa"], luck)
    return in_this_order(poses, distance_to(poses, friends), luck, 0.4 if friends else 1.0)


def facing_first(poses: Poses, seats: Sequence[Thing], luck: Stream) -> Poses:
    """Poses that look straight at a seat which looks at them, before the others; else in random order."""
    if not seats:
        return shuffled(poses, luck)
    x, y, _ = seats[0].position
    yaw = seats[0].rotation[2]
    c, s = cos_sin(-yaw)
    dx, dy = poses[:, 0] - x, poses[:, 1] - y
    ahead, aside = c * dx - s * dy, s * dx + c * dy
    opposite = (np.abs((poses[:, 2] - yaw) % 360.0 - 180.0) < 1.0) & (ahead > NEAREST_SCREEN)
    return in_this_order(poses, np.where(opposite, 0.0, 10.0) + np.abs(aside), luck, 0.2)


def room_grid(scene: Scene, room: Room, things: Sequence[Thing]) -> Grid:
    """Where an agent can stand in one room and its doorways, with these things in it."""
    ways = [way for way in scene.doorways if room.id in way.rooms]
    halls = [(b.x0, b.y0, b.x1, b.y1) for b in (doorway_clearance(way) for way in ways)]
    return navigation_grid([*rectangles(room.outline), *halls], pieces(things))


def _all_in_reach(scene: Scene, room: Room, placed: list[Thing], fronts: list[Box]) -> bool:
    """Can an agent that comes in by any door get in front of every piece?"""
    ids = {thing.id for thing in placed}
    doors = [t for t in scene.things if t.type in ("door", "curtains")]
    things = doors + [t for t in scene.things if t.id in ids or (t.place.relation == "part" and t.place.of in ids)]
    things = [
        thing.replace(start=thing.start.replace(openness=0.0)) if thing.type == "shower_door" else thing
        for thing in things
    ]
    grid = room_grid(scene, room, things)
    region = grid.largest
    if region == 0:
        return False
    ways = [way for way in scene.doorways if room.id in way.rooms]
    zones = [(b.x0, b.y0, b.x1, b.y1) for b in (doorway_clearance(way) for way in ways)]
    zones += [(box.x0 - 0.35, box.y0 - 0.35, box.x1 + 0.35, box.y1 + 0.35) for box in fronts]
    return all((grid.cells_in(zone) == region).any() for zone in zones)
