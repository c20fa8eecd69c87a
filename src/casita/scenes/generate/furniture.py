"""Furnishes rooms: puts groups of furniture where they fit and everything stays in reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from casita.catalog import catalog
from casita.geometry.navigation import AGENT_RADIUS, Box2, Grid, navigation_grid
from casita.geometry.outlines import rectangles
from casita.geometry.poses import turned
from casita.geometry.solids import Pieces, pieces
from casita.scenes.draft import Draft
from casita.scenes.floor_cover import covered_share
from casita.scenes.generate.contents import Contents
from casita.scenes.generate.filling import AIM, EMPTIEST, NEARLY_EMPTY, further_groups, share_of_floor
from casita.scenes.generate.groups import (
    Group,
    arrangements,
    bed_set,
    desk_set,
    dining_set,
    shower_stall,
    single,
    with_mirror,
)
from casita.scenes.generate.kitchen import NoFittedKitchen, fitted_kitchen
from casita.scenes.generate.seating import (
    facing,
    keep_wall_for_screen,
    screen_stand,
    screen_watched_from,
    seating,
    seats_of,
    shared_out,
    sofa_poses,
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
from casita.scenes.generate.standing_room import PERSON_ON_LATTICE
from casita.scenes.scene import Place, Room, Scene, Thing
from casita.seeds import Stream

ATTEMPTS = 6
"""How often a room is furnished anew before pieces are left out."""


def furnish_room(scene: Scene, room: Room, contents: Contents, luck: Stream, strict: bool) -> Scene:
    """The scene with one room furnished.

    `contents` says how many pieces of each type. If `strict`, all of them must fit, or NoRoom is
    raised; else those that a room can do without may be left out.
    """
    space = RoomSpace(scene, room)
    for attempt in range(ATTEMPTS):
        last = attempt == ATTEMPTS - 1
        tight = attempt >= 4 and not strict
        layout = _Layout(scene, room, space.copy(), people_pass=not strict)
        own = luck.child("attempt", attempt)
        try:
            return _furnished(layout, contents, own, strict=strict, tight=tight, thin=not strict and last)
        except NoRoom as problem:
            if last or (isinstance(problem, NoFittedKitchen) and (strict or tight)):
                raise
    raise AssertionError


class _Layout:
    """A room that is being furnished: what stands where, and in which steps it came."""

    def __init__(self, scene: Scene, room: Room, space: RoomSpace, *, people_pass: bool) -> None:
        self.room, self.space, self._people_pass = room, space, people_pass
        self.draft = Draft(scene)
        self.placed: list[Thing] = []
        self._fronts: list[Box] = []
        self._steps: list[tuple[int, int, int, bool]] = []

    def put(self, group: Group, pose: Pose, luck: Stream) -> list[Thing]:
        """Put a group down at a pose."""
        before = (len(self.draft.things), len(self.placed), len(self._fronts), group.core)
        things, fronts = put_down(self.draft, self.space, floor_of(self.draft.base, self.room), group, pose, luck)
        self.placed += things
        self._fronts += fronts
        self._steps.append(before)
        return things

    def put_where_it_fits(self, group: Group, luck: Stream) -> list[Thing]:
        """Put a group down at the first pose that is free; nothing if there is none."""
        poses = candidates(self.space, group, self.placed, luck)
        pose = self.space.first_fit(poses, group.solid, group.clear)
        return self.put(group, pose, luck) if pose else []

    def clear_the_way(self) -> bool:
        """Take back what was put down last until all is in reach; False if what is needed is in the way."""
        while not self.in_reach:
            if not self._steps or self._steps[-1][3]:
                return False
            things, placed, fronts, _ = self._steps.pop()
            del self.draft.things[things:], self.placed[placed:], self._fronts[fronts:]
        return True

    @property
    def in_reach(self) -> bool:
        """Can everything be reached, and do people get from every door to every other if they are to?"""
        return _all_in_reach(self.draft.finished(), self.room, self.placed, self._fronts, self._people_pass)


def _furnished(layout: _Layout, contents: Contents, luck: Stream, *, strict: bool, tight: bool, thin: bool) -> Scene:
    """One attempt; `tight` takes the smallest pieces, `thin` only those a room needs."""
    room, space = layout.room, layout.space
    hung_screen = screen_watched_from(contents)
    left = Counter(contents)
    if room.kind == "kitchen" and left["counter_top"]:
        fridge = left["fridge"] > 0
        fitted, where = fitted_kitchen(space, left["counter_top"], fridge, luck, smallest=tight, makeshift=not strict)
        left["counter_top"] = 0
        left["fridge"] -= sum(member.type == "fridge" for member in fitted.members)
        layout.put(fitted, where, luck)
    for group in _groups(room, left, luck, tight):
        if thin and not group.core:
            continue
        things = layout.put_where_it_fits(group, luck)
        if not things:
            if strict or group.core:
                raise NoRoom(f"{group.members[0].type} does not fit into {room.id}")
            continue
        if hung_screen and things[0].type == hung_screen:
            hung_screen = ""
            if not keep_wall_for_screen(space, layout.placed, luck) and strict:
                raise NoRoom(f"no wall of {room.id} is free across from the {things[0].type} for a screen")
    if not (layout.in_reach if strict else layout.clear_the_way()):
        raise NoRoom(f"something in {room.id} cannot be reached")
    return layout.draft.finished() if strict else _filled(layout, luck.child("further"))


def _filled(layout: _Layout, luck: Stream) -> Scene:
    """The scene with further furniture in a room that has space for it, as much as is in nobody's way."""
    room = layout.room
    for group in further_groups(room, layout.placed, luck):
        if share_of_floor(room, layout.placed) >= AIM:
            break
        layout.put_where_it_fits(group, luck)
    layout.clear_the_way()
    done = layout.draft.finished()
    if share_of_floor(room, layout.placed) < NEARLY_EMPTY and covered_share(done, room) < EMPTIEST:
        raise NoRoom(f"{room.id} is too large for its furniture")
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
    for type in ("tv_stand", "dresser"):
        if left["television"] and left[type]:
            left["television"] -= 1
            take(type, 1)
            yield screen_stand(type, variant(type), luck, tight)
    seat = "chair" if left["chair"] else "stool"
    for share in shared_out(left[seat], take("dining_table")):
        chairs = take(seat, share)
        shape = luck.choice(("plain", "plain", "round")) if chairs <= 4 else "plain"
        yield dining_set(luck, shape, chairs, tight or room.kind == "kitchen", seat)
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
            yield with_mirror(single("counter_top", luck, kind, tight))
    for _ in range(sinks if not counters else 0):
        yield with_mirror(single("sink", luck, "pedestal", tight))
    for _ in range(take("toilet")):
        yield single("toilet", luck, smallest=tight)


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
    if group.for_screen:
        return facing(poses, seats_of(placed), luck)
    if group.members[0].type == "sofa" and not friends:
        return sofa_poses(space, poses, luck)
    return in_this_order(poses, distance_to(poses, friends), luck, 0.4 if friends else 1.0)


def room_grid(scene: Scene, room: Room, solid: Pieces, radius: float = AGENT_RADIUS) -> Grid:
    """Where an agent can stand in one room and its doorways, with these pieces in it."""
    return navigation_grid([*rectangles(room.outline), *_before_doors(scene, room)], solid, radius)


def _before_doors(scene: Scene, room: Room) -> list[Box2]:
    """The floor around each doorway of a room."""
    boxes = [doorway_clearance(way) for way in scene.doorways if room.id in way.rooms]
    return [(box.x0, box.y0, box.x1, box.y1) for box in boxes]


def _all_in_reach(scene: Scene, room: Room, placed: list[Thing], fronts: list[Box], people_pass: bool) -> bool:
    """Can an agent that comes in by any door get to every other, and in front of every piece?

    With `people_pass` the widest bodies get from door to door, too.
    """
    ids = {thing.id for thing in placed}
    doors = [t for t in scene.things if t.type in ("door", "curtains")]
    things = doors + [t for t in scene.things if t.id in ids or (t.place.relation == "part" and t.place.of in ids)]
    solid = pieces([
        thing.replace(start=thing.start.replace(openness=0.0)) if thing.type == "shower_door" else thing
        for thing in things
    ])  # fmt: skip
    ways = _before_doors(scene, room)
    zones = [(box.x0 - 0.35, box.y0 - 0.35, box.x1 + 0.35, box.y1 + 0.35) for box in fronts]
    if not _joined(room_grid(scene, room, solid), [*ways, *zones]):
        return False
    return not people_pass or _joined(room_grid(scene, room, solid, PERSON_ON_LATTICE), ways)


def _joined(grid: Grid, zones: Sequence[Box2]) -> bool:
    """Can one get from each of some rectangles to each other?"""
    region = grid.largest
    return region > 0 and all((grid.cells_in(zone) == region).any() for zone in zones)
