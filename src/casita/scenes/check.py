"""Says whether a scene is sound: everything held up, apart, inside, in reach, and able to open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import numpy as np

from casita.arrays import Float64s, Int64s
from casita.geometry.navigation import AGENT_RADIUS, REACH_HEIGHT, Grid, Reach, navigation_grid
from casita.geometry.outlines import rectangle_inside, rectangles, walls
from casita.geometry.solids import Pieces, bounds, boxes_around, collisions, form_pieces, pieces
from casita.geometry.spots import Footprint, Spot, fits, footprint, spots
from casita.scenes.check_openings import doorway_floor, openings
from casita.scenes.draft import part_pose
from casita.scenes.problem import Problem
from casita.scenes.resting import is_over, lowest, middle, touches
from casita.scenes.scene import OUTSIDE, WALL, Room, Scene, Thing

SLACK = 0.01
"""Metres that things may stand in each other, off their support or through a wall."""

OPENING_SHARES = (0.25, 0.5, 0.75, 1.0)
"""How far a door or drawer is opened when its way is tested."""

HANGS_WITHIN = 0.03
"""Metres between a hung thing and what it hangs on."""


def check_scene(scene: Scene) -> tuple[Problem, ...]:
    """Everything that is wrong with a scene; empty if it is sound."""
    return tuple(_Check(scene).problems())


def misplaced(scene: Scene) -> set[str]:
    """Ids of the things that stand in another one or go through a wall."""
    check = _Check(scene)
    pairs = collisions(check.pieces, check.family, SLACK)
    low, high = bounds(check.pieces)
    wrong = {index for a, b, _ in pairs for index in (a, b)} | set(check.beyond(check.pieces.owner, low, high))
    return {check.things[index].id for index in wrong}


class _Check:
    """What the single checks share: the scene's pieces and families, computed once."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.things = [thing for thing in scene.things if thing.type != "floor"]
        self.index = {thing.id: i for i, thing in enumerate(self.things)}
        self.pieces = pieces(self.things)
        self.family = np.array([self.index[self._root(thing).id] for thing in self.things], np.int64)
        self.floors = {room.id: rectangles(room.outline) for room in scene.rooms}
        self.rooms = {room.id: room for room in scene.rooms}
        self.ways = {way.id: way for way in scene.doorways}

    def problems(self) -> Iterator[Problem]:
        yield from openings(self.scene)
        for thing in self.things:
            yield from self._support(thing)
            yield from self._own_parts(thing)
        yield from self._overlaps()
        yield from self._walls()
        yield from self._reach()
        yield from self._opening()

    def _root(self, thing: Thing) -> Thing:
        """The thing that this one is built into, at the end of the chain; itself if none."""
        while thing.place.relation == "part" and thing.place.of in self.index:
            thing = self.scene.by_id[thing.place.of]
        return thing

    def _support(self, thing: Thing) -> Iterator[Problem]:
        """Is it held up by what it says it is on, in, hung on or part of?"""
        relation, of = thing.place.relation, thing.place.of
        if relation == "hung":
            if not {"wall", "window", "doorway"} & set(thing.kind.stands):
                yield Problem("unsupported", thing.id, f"{thing.kind.article} {thing.kind.singular} does not hang")
            elif not self._hangs(thing):
                yield Problem("unsupported", thing.id, f"it does not touch what it hangs on ({of})")
            return
        carrier = self.scene.thing(of)
        if relation == "part":
            yield from self._part(thing, carrier)
            return
        if relation == "against" or thing.place.rest in ("draped", "against"):
            yield from self._at_a_side(thing, carrier)
            return
        if carrier.kind.holds and thing.type not in carrier.kind.holds:
            yield Problem("unsupported", thing.id, f"{of} takes only {', '.join(carrier.kind.holds)}")
        areas = [spot for spot in self._spots(carrier) if spot.relation == relation]
        named = [spot for spot in areas if spot.name == thing.place.spot]
        if not named:
            yield Problem("unsupported", thing.id, f"{of} has no place {thing.place.spot!r} to be {relation}")
            return
        if thing.place.rest != "flat":
            yield from self._rests(thing, carrier, named)
            return
        mark = self._footprint(thing)
        bottom = mark.low
        level = [s for s in named if abs((mark.high if s.hang else bottom) - s.z) <= SLACK]
        if not level:
            gap = min(abs(bottom - spot.z) for spot in named)
            yield Problem("unsupported", thing.id, f"its bottom is {gap:.3f} m off {of}'s {thing.place.spot}")
        elif relation == "in":
            if not any(
                fits(msgspec.structs.replace(spot, headroom=spot.headroom + SLACK), mark, -SLACK) for spot in level
            ):
                yield Problem("not inside", thing.id, f"it sticks out of {of}'s {thing.place.spot}")
        elif carrier.type == "floor":
            if not rectangle_inside(self.rooms[carrier.place.of].outline, _box(_core(mark)), SLACK):
                yield Problem("unsupported", thing.id, f"most of it is not over {of}")
        elif not any(is_over(spot, mark.x, mark.y, 0.0) for spot in level):
            yield Problem("unsupported", thing.id, f"its middle is not over {of}'s {thing.place.spot}")

    def _rests(self, thing: Thing, carrier: Thing, named: list[Spot]) -> Iterator[Problem]:
        """Does it lean in, or lie across, what it says it does?"""
        across = thing.place.rest == "across"
        foot = lowest(thing)
        level = [spot for spot in named if abs(foot - spot.z - (spot.rim if across else 0.0)) <= SLACK]
        if not level:
            yield Problem("unsupported", thing.id, f"its lowest point is not on {carrier.id}'s {thing.place.spot}")
        elif not any(is_over(spot, *middle(thing), SLACK) for spot in level):
            yield Problem("unsupported", thing.id, f"its middle is not over {carrier.id}'s {thing.place.spot}")
        elif not touches(thing, self._family_of(carrier)):
            yield Problem("unsupported", thing.id, f"it is {thing.place.rest}, but does not touch {carrier.id}")

    def _at_a_side(self, thing: Thing, carrier: Thing) -> Iterator[Problem]:
        """Does it stand on the floor against something, or hang over an edge of it?"""
        if thing.place.rest == "draped" and not thing.kind.drapes:
            yield Problem("unsupported", thing.id, f"{thing.kind.article} {thing.kind.singular} hangs over nothing")
        elif thing.place.rest != "draped" and (thing.place.rest != "against" or abs(lowest(thing)) > SLACK):
            yield Problem("unsupported", thing.id, f"it does not lean from the floor against {carrier.id}")
        elif not touches(thing, self._family_of(carrier)):
            yield Problem("unsupported", thing.id, f"it does not touch {carrier.id}")

    def _family_of(self, thing: Thing) -> list[Thing]:
        """A thing with all that it is built of and into."""
        root = self.index[self._root(thing).id]
        return [each for each, family in zip(self.things, self.family.tolist(), strict=True) if family == root]

    def _footprint(self, thing: Thing) -> Footprint:
        """What a thing covers; a tilted one covers the box around it."""
        if not (thing.rotation[0] or thing.rotation[1]):
            return footprint(thing)
        low, high = bounds(pieces([thing]))
        (x0, y0, z0), (x1, y1, z1) = low.min(axis=0).tolist(), high.max(axis=0).tolist()
        return Footprint((x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2, 1.0, 0.0, z0, z1, False)

    def _own_parts(self, thing: Thing) -> Iterator[Problem]:
        """Does it have each part of its form, once?"""
        form = thing.kind.forms[thing.variant]
        if form.parts:
            built_in = [t.place.spot for t in self.scene.contents.get(thing.id, ()) if t.place.relation == "part"]
            for part in form.parts:
                if built_in.count(part.name) != 1:
                    count = built_in.count(part.name)
                    yield Problem("unsupported", thing.id, f"it has its part {part.name} {count} times, not once")

    def _spots(self, carrier: Thing) -> tuple[Spot, ...]:
        if carrier.type != "floor":
            return spots(carrier)
        inf = float("inf")
        return tuple(
            Spot(
                "top", "on", (x0 + x1) / 2, (y0 + y1) / 2, 0.0, (x1 - x0) / 2, (y1 - y0) / 2, 0.0, inf, False, False, ""
            )
            for x0, y0, x1, y1 in self.floors[carrier.place.of]
        )

    def _part(self, thing: Thing, parent: Thing) -> Iterator[Problem]:
        """Is a part where its parent's form says?"""
        named = [part for part in parent.kind.forms[parent.variant].parts if part.name == thing.place.spot]
        if not named or named[0].type != thing.type:
            yield Problem("unsupported", thing.id, f"{parent.id} has no part {thing.place.spot!r} of its type")
            return
        size, position, yaw = part_pose(parent, named[0])
        off = max(abs(a - b) for a, b in zip((*size, *position), (*thing.size, *thing.position), strict=True))
        if abs((thing.rotation[2] - yaw + 180.0) % 360.0 - 180.0) > 1.0:
            yield Problem("unsupported", thing.id, f"it is turned against {parent.id}")
        if off > SLACK:
            yield Problem("unsupported", thing.id, f"it is {off:.3f} m off its place in {parent.id}")

    def _hangs(self, thing: Thing) -> bool:
        """Does it touch the wall, doorway or thing that it hangs on?"""
        of = thing.place.of
        x, y, _ = thing.position
        if of in self.ways:
            centre = self.ways[of].centre
            return max(abs(centre[0] - x), abs(centre[1] - y)) <= HANGS_WITHIN + WALL
        if of in self.rooms:
            return _on_a_wall(thing, self.rooms[of])
        own, carrier = footprint(thing), footprint(self.scene.thing(of))
        (wide_x, wide_y), (far_x, far_y) = own.spread(), carrier.spread()
        gap_x, gap_y = abs(own.x - carrier.x) - wide_x - far_x, abs(own.y - carrier.y) - wide_y - far_y
        return max(gap_x, gap_y, own.low - carrier.high, carrier.low - own.high) <= HANGS_WITHIN

    def _overlaps(self) -> Iterator[Problem]:
        for a, b, depth in collisions(self.pieces, self.family, SLACK):
            one, other = self.things[a], self.things[b]
            yield Problem("interpenetrating", one.id, f"it stands {depth:.3f} m deep in {other.id}")

    def _walls(self) -> Iterator[Problem]:
        """Is everything within the walls of its room, under its ceiling and above its floor?"""
        low, high = bounds(self.pieces)
        for i in self.beyond(self.pieces.owner, low, high):
            yield Problem(
                "outside", self.things[i].id, f"it goes through a wall of {self.scene.room_ids[self.things[i].id]}"
            )

    def beyond(self, owner: Int64s, low: Float64s, high: Float64s) -> list[int]:
        """Owners with a piece that is not within the walls, floor and ceiling of their room."""
        wrong: set[int] = set()
        numbers = {room.id: number for number, room in enumerate(self.scene.rooms)}
        rooms = np.array([numbers[self.scene.room_ids[thing.id]] for thing in self.things], np.int64)[owner]
        exempt = np.array([thing.type in ("window", "door") for thing in self.things], np.bool_)[owner]
        checked = np.nonzero(~exempt)[0]
        by_room = checked[np.argsort(rooms[checked], kind="stable")]
        ends = np.searchsorted(rooms[by_room], np.arange(len(self.scene.rooms) + 1))
        for number, room in enumerate(self.scene.rooms):
            rows = by_room[ends[number] : ends[number + 1]]
            covered = np.zeros(len(rows))
            for x0, y0, x1, y1 in self.floors[room.id]:
                wide = np.minimum(high[rows, 0], x1) - np.maximum(low[rows, 0], x0)
                tall = np.minimum(high[rows, 1], y1) - np.maximum(low[rows, 1], y0)
                covered += np.maximum(wide, 0.0) * np.maximum(tall, 0.0)
            needed = np.maximum(high[rows, :2] - low[rows, :2] - SLACK, 0.0).prod(axis=1)
            bad = (covered < needed - 1e-9) | (high[rows, 2] > room.height + SLACK) | (low[rows, 2] < -SLACK)
            wrong |= {int(i) for i in owner[rows[bad]]}
        return sorted(wrong)

    def _reach(self) -> Iterator[Problem]:
        """Are all rooms joined, and is every loose thing in reach of somebody who stands there?"""
        grid = scene_grid(self.scene, self.things)
        region = grid.largest
        for room in self.scene.rooms:
            if region == 0 or not any((grid.cells_in(box) == region).any() for box in self.floors[room.id]):
                yield Problem("disconnected", room.id, "nobody can walk there from the rest of the home")
        reach = {room: Reach(grid, region, floors) for room, floors in self.floors.items()}
        for thing in self.things:
            if not thing.kind.is_loose:
                continue
            x, y, z = thing.position
            if z > REACH_HEIGHT:
                yield Problem("unreachable", thing.id, f"it is {z:.2f} m high")
            elif not reach[self.scene.room_ids[thing.id]].covers(x, y):
                yield Problem("unreachable", thing.id, "nobody can stand close enough to take it")

    def _opening(self) -> Iterator[Problem]:
        """Does every container and door have the space to open?"""
        opening = [
            i for i, thing in enumerate(self.things)
            if any(form_pieces(thing.type, thing.variant).joint) and (thing.kind.is_receptacle or thing.type == "door")
        ]  # fmt: skip
        if not opening:
            return
        movers = [self.things[i] for i in opening]
        moves = np.array([bool(joint) for thing in movers for joint in form_pieces(thing.type, thing.variant).joint])
        stages = [pieces(movers, [share] * len(movers)) for share in OPENING_SHARES]
        count, turns = len(self.things), len(movers)
        swung = Pieces(*(np.concatenate([part[moves] for part in column]) for column in zip(*stages, strict=True)))
        owner = np.concatenate([stage.owner[moves] + turns * number for number, stage in enumerate(stages)])
        joined = zip(self.pieces, swung._replace(owner=owner + count), strict=True)
        both = Pieces(*(np.concatenate(pair) for pair in joined))
        family = np.concatenate([self.family, *[self.family[opening]] * len(stages)])
        first = np.arange(len(family)) >= count
        stuck: dict[int, str] = {}
        for a, b, depth in collisions(both, family, SLACK, first, ~first):
            mover = (a - count) % turns
            if not self._within(self.things[b], movers[mover]):
                stuck.setdefault(mover, f"it would go {depth:.3f} m into {self.things[b].id}")
        low, high = bounds(swung)
        number = {index: mover for mover, index in enumerate(opening)}
        for index in self.beyond(np.array(opening)[owner % turns], low, high):
            stuck.setdefault(number[index], "it would go through a wall")
        for mover, reason in sorted(stuck.items()):
            yield Problem("cannot open", movers[mover].id, reason)

    def _within(self, thing: Thing, container: Thing) -> bool:
        """Is a thing in or on a container, however deep?"""
        while thing.place.of in self.index:
            thing = self.scene.by_id[thing.place.of]
            if thing.id == container.id:
                return True
        return False


def _on_a_wall(thing: Thing, room: Room) -> bool:
    """Is its back on a wall of the room, or, for a window, is it in that wall?"""
    x, y, _ = thing.position
    for wall in walls(room.outline):
        along = (x - wall.x) * wall.dx + (y - wall.y) * wall.dy
        off = -(x - wall.x) * wall.dy + (y - wall.y) * wall.dx
        faces = abs((thing.rotation[2] - wall.yaw + 180.0) % 360.0 - 180.0) < 1.0
        back = off + thing.size[0] / 2 if thing.type == "window" else off - thing.size[0] / 2
        if faces and 0.0 <= along <= wall.length and abs(back) <= HANGS_WITHIN:
            return True
    return False


def _core(mark: Footprint) -> Footprint:
    """The middle of a footprint, half as wide each way: what must be over a surface."""
    return mark._replace(half_x=mark.half_x / 2, half_y=mark.half_y / 2, high=mark.low)


def _box(mark: Footprint) -> tuple[float, float, float, float]:
    """The rectangle along the axes around a footprint."""
    wide_x, wide_y = mark.spread()
    return mark.x - wide_x, mark.y - wide_y, mark.x + wide_x, mark.y + wide_y


def scene_grid(
    scene: Scene, things: Sequence[Thing], radius: float = AGENT_RADIUS, whole: Sequence[Thing] = ()
) -> Grid:
    """Where an agent can stand in a home; doors between rooms count as open, `whole` things as their boxes."""
    inner = {way.id for way in scene.doorways if OUTSIDE not in way.rooms}
    floors = [box for room in scene.rooms for box in rectangles(room.outline)]
    floors += [doorway_floor(way) for way in scene.doorways if way.id in inner]
    openness = [1.0 if thing.type == "door" and thing.place.of in inner else thing.openness for thing in things]
    solid = pieces(things, openness)
    if whole:
        solid = Pieces(*(np.concatenate(columns) for columns in zip(solid, boxes_around(whole), strict=True)))
    return navigation_grid(floors, solid, radius)
