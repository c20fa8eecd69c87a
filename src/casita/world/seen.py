"""What an agent sees of a state: what is in its room, or what rays from its eye reach.

By `room`, as in Watch-And-Help: all in the agent's room but what is shut away in something closed; a door is
in the rooms on both of its sides.
By `rays`: what is in its field of view, within `SIGHT`, not shut away, and has at least one point
that nothing else hides; through open doorways this reaches into other rooms. Rays meet the pieces
of things as they are (boxes, cylinders, balls and tubes at their joints), walls, closed doors and
other agents; what is transparent hides nothing. What an agent holds it always sees. Somebody who sits
sees from lower down.

Darkness hides nothing, by room or by rays. Watch-And-Help's agents know of all in their room, lit or not;
and rooms have daylight, so with its lights off a room is dimmer and its things are still in the picture
that rays must agree with. Whether a room is lit is a state of the room in the scene graph.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

import numba
import numpy as np

from casita.arrays import Bools, Float64s, Int8s, Int32s, Int64s
from casita.catalog import Solid
from casita.errors import unknown
from casita.geometry.outlines import Wall, walls
from casita.geometry.rays import BALL, BOX, CYLINDER, HINGE, SLIDE, STILL, TUBE, look
from casita.scenes.kept import PerScene
from casita.scenes.scene import WALL, Doorway, Room
from casita.world.posture import eye, head_height
from casita.world.shut import shut_now
from casita.world.state import State
from casita.world.statics import NONE, Statics

How = Literal["room", "rays"]
HOW: tuple[How, ...] = get_args(How)


SLIM = 0.6
"""Share of the disc that a body needs to stand on that its figure hides: one looks past legs and a thin trunk."""

SHAPES = {"box": BOX, "cylinder": CYLINDER, "ball": BALL, "tube": TUBE}


Mask = Bools
Floats = Float64s


class Sight(NamedTuple):
    """What an agent sees at one moment."""

    things: Mask
    """By object slot."""
    agents: Mask
    """By agent slot; itself included."""


def seen(state: State, agent: int, how: How = "room") -> Mask:
    """Which things an agent sees, by slot."""
    return sight(state, agent, how).things


def sight(state: State, agent: int, how: How = "room") -> Sight:
    """Which things and which agents an agent sees."""
    if how not in HOW:
        raise unknown("way of seeing", how, HOW)
    now = state.objects
    if how == "room":
        here = state.agents.room.item(agent)
        things = _in_room(now.exists, shut_now(state), now.room, now.carrier, now.held_by, _doors(state.statics)[here],
                          here, agent)  # fmt: skip
        return Sight(things, state.agents.room == here)
    shown = now.exists & ~shut_now(state)
    found = _by_rays(state, agent, shown)
    count = len(now.exists)
    found[count + agent] = True
    return Sight(found[:count] | (in_hands(state, agent) & shown), found[count:])


@numba.njit(cache=True)
def _in_room(exists, shut, room, carrier, held_by, doors, here, agent):  # type: ignore[no-untyped-def]
    """What is in a room, or in an agent's hands, and there and not shut away."""
    found = np.zeros(len(exists), np.bool_)
    for slot in range(len(exists)):
        if not exists[slot] or shut[slot]:
            continue
        at = slot
        found[slot] = room[slot] == here
        while at != NONE and not found[slot]:
            found[slot] = held_by[at] == agent
            at = carrier[at]
    for door in doors:
        found[door] = exists[door] and not shut[door]
    return found


@PerScene
def _doors(known: Statics) -> tuple[Int64s, ...]:
    """By room: the slots of its doors."""
    return tuple(np.array(doors, np.int64) for doors in known.doors_of)


def in_room(state: State, room: int) -> Mask:
    """Which things are in a room, by slot; a door is in the rooms on both of its sides."""
    here: Mask = state.objects.room == room
    here[state.statics.doors_of[room]] = True
    return here


def in_hands(state: State, agent: int) -> Mask:
    """What an agent holds, with all that is on and in it."""
    held: Mask = state.objects.held_by == agent
    carrier = state.objects.carrier
    if held.any():
        layer = held
        while layer.any():
            layer = (carrier != NONE) & layer[carrier]
            held |= layer
    return held


# What rays meet: made once for a scene.


class ScenePieces(NamedTuple):
    """The pieces of things in their own frames: row i is one piece; those of a thing follow each other."""

    owner: Int32s
    """Slot of the thing; NONE for walls."""
    shape: Int8s
    centre: Floats
    half: Floats
    inner: Floats
    """For a tube: the hole's radius as a fraction of the outer one."""
    moves: Int8s
    axis: Int8s
    travel: Floats
    """When fully open: radians of a hinge, metres of a slide."""
    pivot: Floats
    hides: Mask
    only_closed: Mask
    """Is it there only while its thing is closed?"""


@PerScene
def scene_pieces(known: Statics) -> ScenePieces:
    """The pieces of everything in a scene, walls included, made once and kept with it."""
    rows = [row for slot in range(known.count) for row in _thing_rows(known, slot)]
    rows += [_still_row(NONE, low, high) for low, high in _wall_boxes(known)]
    columns = zip(*rows, strict=True)
    types = [np.int32, np.int8, float, float, float, np.int8, np.int8, float, float, np.bool_, np.bool_]
    return ScenePieces(*(np.array(column, kind) for column, kind in zip(columns, types, strict=True)))


Corner = tuple[float, float, float]


def _still_row(
    owner: int, low: Corner, high: Corner, hides: bool = True, only_closed: bool = False
) -> tuple[object, ...]:
    """A box in its owner's frame that does not move by itself."""
    centre = tuple((a + b) / 2 for a, b in zip(low, high, strict=True))
    half = tuple((b - a) / 2 for a, b in zip(low, high, strict=True))
    return (owner, BOX, centre, half, 0.0, STILL, 0, 0.0, (0.0, 0.0, 0.0), hides, only_closed)


def _thing_rows(known: Statics, slot: int) -> Iterator[tuple[object, ...]]:
    """The pieces of a thing, largest first; a floor's are the rectangles of its room and hide nothing."""
    thing = known.things[slot]
    size = tuple(known.size[slot].tolist())
    if thing.type == "floor":
        x, y, z = thing.position
        for x0, y0, x1, y1 in known.floors[known.room_index[thing.place.of]]:
            yield _still_row(slot, (x0 - x, y0 - y, 0.0), (x1 - x, y1 - y, -z), hides=False)
        return
    for solid in sorted(known.forms[slot].solids, key=_share, reverse=True):
        yield _solid_row(known, slot, solid, size)
    if thing.type == "door":
        for way in known.scene.doorways:
            if way.id == thing.place.of:
                thick = size[0] / 2
                yield _still_row(
                    slot, (-thick, -way.width / 2, 0.0), (thick, way.width / 2, way.height), only_closed=True
                )


def _share(solid: Solid) -> float:
    """How much of its thing's box a piece takes."""
    return math.prod(high - low for low, high in (solid.x, solid.y, solid.z))


def _solid_row(known: Statics, slot: int, solid: Solid, size: Corner) -> tuple[object, ...]:
    ranges = (solid.x, solid.y, solid.z)
    origin = (0.5, 0.5, 0.0)
    centre = tuple(((low + high) / 2 - at) * side for (low, high), at, side in zip(ranges, origin, size, strict=True))
    half = tuple((high - low) / 2 * side for (low, high), side in zip(ranges, size, strict=True))
    joint = next((joint for joint in known.forms[slot].joints if joint.name == solid.joint), None)
    moves, axis, travel, pivot = STILL, 0, 0.0, (0.0, 0.0, 0.0)
    if joint is not None:
        axis = "xyz".index(joint.axis)
        moves = HINGE if joint.kind == "hinge" else SLIDE
        travel = math.radians(joint.travel) if joint.kind == "hinge" else joint.travel * size[axis]
        x, y, z = ((p - at) * side for p, at, side in zip(joint.pivot, origin, size, strict=True))
        pivot = (x, y, z)
    clear = known.things[slot].colour == "transparent"
    return (slot, SHAPES[solid.shape], centre, half, solid.inner, moves, axis, travel, pivot, not clear, False)


def _wall_boxes(known: Statics) -> Iterator[tuple[Corner, Corner]]:
    """The walls of all rooms as boxes, half a wall thick, with their doorways left out."""
    for room in known.rooms:
        around = walls(room.outline)
        for before, wall, after in zip((around[-1], *around[:-1]), around, (*around[1:], around[0]), strict=True):
            start = -WALL / 2 if _turns_left(before, wall) else 0.0
            end = wall.length + (WALL / 2 if _turns_left(wall, after) else 0.0)
            for way in _doorways_in(known.scene.doorways, room, wall):
                middle = (way.centre[0] - wall.x) * wall.dx + (way.centre[1] - wall.y) * wall.dy
                yield _wall_box(wall, start, middle - way.width / 2, 0.0, room.height)
                yield _wall_box(wall, middle - way.width / 2, middle + way.width / 2, way.height, room.height)
                start = middle + way.width / 2
            yield _wall_box(wall, start, end, 0.0, room.height)


def _turns_left(before: Wall, after: Wall) -> bool:
    """Is the corner between two walls one that sticks out of the room? Walls are made longer there to close it."""
    return before.dx * after.dy - before.dy * after.dx > 0.0


def _doorways_in(ways: tuple[Doorway, ...], room: Room, wall: Wall) -> list[Doorway]:
    """The doorways in one wall of a room, in the order that the wall runs."""
    found = []
    for way in ways:
        x, y = way.centre[0] - wall.x, way.centre[1] - wall.y
        along, off = x * wall.dx + y * wall.dy, abs(-x * wall.dy + y * wall.dx)
        runs = "x" if wall.dx else "y"
        if room.id in way.rooms and way.along == runs and off <= WALL and 0.0 < along < wall.length:
            found.append((along, way))
    return [way for _, way in sorted(found, key=lambda pair: pair[0])]


def _wall_box(wall: Wall, start: float, end: float, low: float, high: float) -> tuple[Corner, Corner]:
    (x0, y0), (x1, y1) = wall.at(start), wall.at(end, -WALL / 2)
    return (min(x0, x1), min(y0, y1), low), (max(x0, x1), max(y0, y1), high)


# Rays: from the eye to points of everything in view.


def _by_rays(state: State, agent: int, shown: Mask) -> Mask:
    """What an agent sees by rays: things by slot, then agents."""
    now, people = state.objects, state.agents
    yaw, pitch = math.radians(people.yaw[agent]), math.radians(people.pitch[agent])
    cy, sy, cp, sp = math.cos(yaw), math.sin(yaw), math.cos(pitch), math.sin(pitch)
    view = np.array([[cy * cp, sy * cp, -sp], [-sy, cy, 0.0], [cy * sp, sy * sp, cp]])
    slope = math.tan(math.radians(state.bodies[agent].field_of_view) / 2)
    discs = np.array([(SLIM * body.radius, head_height(state, other)) for other, body in enumerate(state.bodies)])
    found: Mask = look(
        np.array(eye(state, agent)), view, slope, scene_pieces(state.statics), shown, now.position, now.rotation,
        now.openness, people.position, discs, agent,
    )  # fmt: skip
    return found
