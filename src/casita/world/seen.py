"""What an agent sees of a state: what is in its room, or what rays from its eye reach.

By `room`, as in Watch-And-Help: all in the agent's room but what is shut away in something closed.
By `rays`: what is in its field of view, within `SIGHT`, not shut away, and has at least one point
that nothing else hides; through open doorways this reaches into other rooms. Rays meet the pieces
of things as they are (boxes, cylinders, balls and tubes at their joints), walls, closed doors and
other agents; what is transparent hides nothing. What an agent holds it always sees.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

import numba
import numpy as np
from numpy.typing import NDArray

from casita.catalog import Solid
from casita.errors import unknown
from casita.geometry.outlines import Wall, walls
from casita.scenes.scene import WALL, Doorway, Room
from casita.world.relations import tables
from casita.world.state import State
from casita.world.statics import NONE, Statics

How = Literal["room", "rays"]

SIGHT = 8.0
"""Metres that an agent sees."""

OPEN_ENOUGH = 0.5
"""How far a container must be open to show what is in it."""

TOUCH = 0.003
"""Metres before a point that a ray must come to."""

BOX, CYLINDER, BALL, TUBE = 0, 1, 2, 3
SHAPES = {"box": BOX, "cylinder": CYLINDER, "ball": BALL, "tube": TUBE}

STILL, HINGE, SLIDE = 0, 1, 2
"""How a piece moves when its thing opens."""

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]


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
    if how not in get_args(How):
        raise unknown("way of seeing", how, get_args(How))
    now = state.objects
    shown = now.exists & ~shut_away(state)
    in_hand = _in_hands(state, agent) & shown
    if how == "room":
        here = state.agents.room[agent]
        return Sight(shown & (now.room == here) | in_hand, state.agents.room == here)
    found = _by_rays(state, agent, shown)
    count = len(now.exists)
    found[count + agent] = True
    return Sight(found[:count] | in_hand, found[count:])


def shut_away(state: State) -> Mask:
    """Which things are in something closed, at any depth."""
    now, table = state.objects, tables(state.statics)
    found: Mask = _shut_away(
        now.carrier, now.spot, now.openness, table.first_spot, table.spot_shuts, np.float32(OPEN_ENOUGH)
    )
    return found


def eye(state: State, agent: int) -> tuple[float, float, float]:
    """Where an agent's eye is."""
    x, y = state.agents.position[agent].tolist()
    return x, y, state.bodies[agent].eye_height


def _in_hands(state: State, agent: int) -> Mask:
    """What an agent holds, with all that is on and in it."""
    held: Mask = state.objects.held_by == agent
    carrier = state.objects.carrier
    if held.any():
        layer = held
        while layer.any():
            layer = (carrier != NONE) & layer[carrier]
            held |= layer
    return held


@numba.njit(cache=True, error_model="numpy")
def _shut_away(carrier, spot, openness, first_spot, shuts, open_enough):  # type: ignore[no-untyped-def]
    found = np.zeros(len(carrier), np.bool_)
    for slot in range(len(carrier)):
        at = slot
        while carrier[at] >= 0 and not found[slot]:
            if spot[at] >= 0 and shuts[first_spot[carrier[at]] + spot[at]] and openness[carrier[at]] < open_enough:
                found[slot] = True
            at = carrier[at]
    return found


# What rays meet: made once for a scene.


class Bodies(NamedTuple):
    """The pieces of things in their own frames: row i is one piece; those of a thing follow each other."""

    owner: NDArray[np.int32]
    """Slot of the thing; NONE for walls."""
    shape: NDArray[np.int8]
    centre: Floats
    half: Floats
    inner: Floats
    """For a tube: the hole's radius as a fraction of the outer one."""
    moves: NDArray[np.int8]
    axis: NDArray[np.int8]
    travel: Floats
    """When fully open: radians of a hinge, metres of a slide."""
    pivot: Floats
    hides: Mask
    only_closed: Mask
    """Is it there only while its thing is closed?"""


def bodies(known: Statics) -> Bodies:
    """The pieces of everything in a scene, walls included, made once and kept with it."""
    store = known.scene.__dict__
    if "_bodies" not in store:
        rows = [row for slot in range(known.count) for row in _thing_rows(known, slot)]
        rows += [_still_row(NONE, low, high) for low, high in _wall_boxes(known)]
        columns = zip(*rows, strict=True)
        types = [np.int32, np.int8, float, float, float, np.int8, np.int8, float, float, np.bool_, np.bool_]
        store["_bodies"] = Bodies(*(np.array(column, kind) for column, kind in zip(columns, types, strict=True)))
    found: Bodies = store["_bodies"]
    return found


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
    discs = np.array([(body.radius, body.height) for body in state.bodies])
    found: Mask = _look(
        np.array(eye(state, agent)), view, slope, bodies(state.statics), shown, now.position, now.rotation,
        now.openness, people.position, discs, agent,
    )  # fmt: skip
    return found


OWNER, SHAPE, INNER, RADIUS, NEAREST, AHEAD, LOCAL, HALF, AXES, COLUMNS = 0, 1, 2, 3, 4, 5, 8, 11, 14, 23
"""Columns of a piece in view: its middle from the eye, the eye in its own frame, half sides, rows of its rotation."""

NOTHING, OUT_OF_VIEW = -1, -2
"""What hides a point, if it is no piece."""


@numba.njit(cache=True, error_model="numpy")
def _look(eye, view, slope, bodies, shown, position, rotation, openness, people, discs, agent):  # type: ignore[no-untyped-def]
    """Marks what is seen: things by slot, then agents. Rows of `view` are ahead, left and up."""
    count, pieces = len(shown), len(bodies.owner)
    solid = np.empty((pieces + len(people), COLUMNS))
    hides = np.empty(len(solid), np.bool_)
    kept = 0
    for i in range(pieces):
        slot = bodies.owner[i]
        if slot < 0 or (shown[slot] and not (bodies.only_closed[i] and openness[slot] > 0.0)):
            _set_piece(bodies, i, position, rotation, openness, eye, solid, kept)
            hides[kept] = bodies.hides[i]
            kept += _in_view(view, slope, solid, kept)
    for i in range(len(people)):
        if i != agent:
            _set_person(count + i, people[i, 0], people[i, 1], discs[i, 0], discs[i, 1], eye, solid, kept)
            hides[kept] = True
            kept += _in_view(view, slope, solid, kept)
    for i in range(kept):
        hides[i] = hides[i] and not _holds_eye(solid, i)
    blockers = np.argsort(solid[:kept, NEAREST])
    blockers = blockers[hides[blockers]]
    found = np.zeros(count + len(people), np.bool_)
    points = np.empty((MOST_POINTS, 3))
    last = -1
    for i in range(kept):
        owner = int(solid[i, OWNER])
        if owner >= 0 and not found[owner] and not _is_behind_one(solid, i, blockers):
            for p in range(_set_points(solid, i, points)):
                hidden_by = _hidden_by(solid, i, points, p, view, slope, blockers, last)
                if hidden_by == NOTHING:
                    found[owner] = True
                    break
                if hidden_by >= 0:
                    last = hidden_by
    return found


@numba.njit(cache=True, error_model="numpy")
def _set_person(owner, x, y, radius, height, eye, solid, row):  # type: ignore[no-untyped-def]
    """Writes the body of an agent: a cylinder."""
    solid[row] = 0.0
    solid[row, OWNER], solid[row, SHAPE] = owner, CYLINDER
    solid[row, AHEAD], solid[row, AHEAD + 1], solid[row, AHEAD + 2] = x - eye[0], y - eye[1], height / 2 - eye[2]
    solid[row, HALF], solid[row, HALF + 1], solid[row, HALF + 2] = radius, radius, height / 2
    solid[row, AXES] = solid[row, AXES + 4] = solid[row, AXES + 8] = 1.0


@numba.njit(cache=True, error_model="numpy")
def _set_piece(bodies, i, position, rotation, openness, eye, solid, row):  # type: ignore[no-untyped-def]
    """Writes a piece as it stands at the moment."""
    slot = bodies.owner[i]
    solid[row, OWNER], solid[row, SHAPE], solid[row, INNER] = slot, bodies.shape[i], bodies.inner[i]
    x, y, z = bodies.centre[i, 0], bodies.centre[i, 1], bodies.centre[i, 2]
    w, a, b, c = 1.0, 0.0, 0.0, 0.0
    ox, oy, oz = -eye[0], -eye[1], -eye[2]
    if slot >= 0:
        w, a, b, c = rotation[slot, 0], rotation[slot, 1], rotation[slot, 2], rotation[slot, 3]
        ox, oy, oz = ox + position[slot, 0], oy + position[slot, 1], oz + position[slot, 2]
    solid[row, AXES], solid[row, AXES + 1] = 1.0 - 2.0 * (b * b + c * c), 2.0 * (a * b - w * c)
    solid[row, AXES + 2], solid[row, AXES + 3] = 2.0 * (a * c + w * b), 2.0 * (a * b + w * c)
    solid[row, AXES + 4], solid[row, AXES + 5] = 1.0 - 2.0 * (a * a + c * c), 2.0 * (b * c - w * a)
    solid[row, AXES + 6], solid[row, AXES + 7] = 2.0 * (a * c - w * b), 2.0 * (b * c + w * a)
    solid[row, AXES + 8] = 1.0 - 2.0 * (a * a + b * b)
    turn = 0.0
    axis = bodies.axis[i]
    if bodies.moves[i] == SLIDE:
        far = bodies.travel[i] * openness[slot]
        x, y, z = x + far * (axis == 0), y + far * (axis == 1), z + far * (axis == 2)
    elif bodies.moves[i] == HINGE:
        turn = bodies.travel[i] * openness[slot]
    if turn != 0.0:
        px, py, pz = bodies.pivot[i, 0], bodies.pivot[i, 1], bodies.pivot[i, 2]
        cos, sin = np.cos(turn), np.sin(turn)
        if axis == 0:
            y, z = py + cos * (y - py) - sin * (z - pz), pz + sin * (y - py) + cos * (z - pz)
        elif axis == 1:
            z, x = pz + cos * (z - pz) - sin * (x - px), px + sin * (z - pz) + cos * (x - px)
        else:
            x, y = px + cos * (x - px) - sin * (y - py), py + sin * (x - px) + cos * (y - py)
    for k in range(3):
        r = AXES + 3 * k
        off = ox if k == 0 else (oy if k == 1 else oz)
        solid[row, AHEAD + k] = off + solid[row, r] * x + solid[row, r + 1] * y + solid[row, r + 2] * z
        solid[row, HALF + k] = bodies.half[i, k]
        if turn != 0.0:
            u, v = r + (axis + 1) % 3, r + (axis + 2) % 3
            along, across = solid[row, u], solid[row, v]
            solid[row, u], solid[row, v] = cos * along + sin * across, cos * across - sin * along


@numba.njit(cache=True, error_model="numpy")
def _in_view(view, slope, solid, row):  # type: ignore[no-untyped-def]
    """Is any of a ball around a piece in the field of view, and close enough? Writes what follows from its place."""
    x, y, z = solid[row, AHEAD], solid[row, AHEAD + 1], solid[row, AHEAD + 2]
    a, b, c = solid[row, HALF], solid[row, HALF + 1], solid[row, HALF + 2]
    radius = max(a, b, c) if solid[row, SHAPE] == BALL else np.sqrt(a * a + b * b + c * c)
    nearest = np.sqrt(x * x + y * y + z * z) - radius
    if nearest > SIGHT:
        return False
    depth = view[0, 0] * x + view[0, 1] * y + view[0, 2] * z
    aside = abs(view[1, 0] * x + view[1, 1] * y + view[1, 2] * z)
    up = abs(view[2, 0] * x + view[2, 1] * y + view[2, 2] * z)
    slack = radius * np.sqrt(1.0 + slope * slope)
    if depth < -radius or aside - slope * depth > slack or up - slope * depth > slack:
        return False
    solid[row, RADIUS], solid[row, NEAREST] = radius, nearest
    for k in range(3):
        r = AXES + k
        solid[row, LOCAL + k] = -(solid[row, r] * x + solid[row, r + 3] * y + solid[row, r + 6] * z)
    return True


@numba.njit(cache=True, error_model="numpy")
def _holds_eye(solid, i):  # type: ignore[no-untyped-def]
    """Is the eye within a piece's box? Then the piece hides nothing."""
    x, y, z = abs(solid[i, LOCAL]), abs(solid[i, LOCAL + 1]), abs(solid[i, LOCAL + 2])
    return x <= solid[i, HALF] and y <= solid[i, HALF + 1] and z <= solid[i, HALF + 2]


@numba.njit(cache=True, error_model="numpy")
def _is_behind_one(solid, i, blockers):  # type: ignore[no-untyped-def]
    """Is a piece hidden by a single convex one? It is if all corners of its box are, since such a shadow is convex."""
    x, y, z = solid[i, AHEAD], solid[i, AHEAD + 1], solid[i, AHEAD + 2]
    length = np.sqrt(x * x + y * y + z * z)
    for n in range(len(blockers)):
        b = blockers[n]
        if solid[b, NEAREST] > length:
            break
        if solid[b, OWNER] == solid[i, OWNER] or solid[b, SHAPE] == TUBE or not _meets(solid, b, x, y, z, 1.0):
            continue
        corner = 0
        while corner < 8 and _hides_corner(solid, b, i, corner):
            corner += 1
        if corner == 8:
            return True
    return False


@numba.njit(cache=True, error_model="numpy")
def _hides_corner(solid, b, i, corner):  # type: ignore[no-untyped-def]
    """Does one piece hide a corner of another's box?"""
    x, y, z = solid[i, AHEAD], solid[i, AHEAD + 1], solid[i, AHEAD + 2]
    for k in range(3):
        r = AXES + k
        half = solid[i, HALF + k] if corner >> k & 1 else -solid[i, HALF + k]
        x, y, z = x + solid[i, r] * half, y + solid[i, r + 3] * half, z + solid[i, r + 6] * half
    return _meets(solid, b, x, y, z, 1.0 - TOUCH / np.sqrt(x * x + y * y + z * z))


FINEST, APART, MOST = 0.03, 0.15, 24
"""Points on a side of a face: 1 on sides under `FINEST` metres, else 3, or one each `APART`, at most `MOST`."""

INSET = 0.02
"""Metres from an edge to the nearest points, at most."""

MOST_POINTS = 3 * MOST * MOST


@numba.njit(cache=True, error_model="numpy")
def _number_along(side):  # type: ignore[no-untyped-def]
    """How many points are looked at along a side."""
    return 1 if side < FINEST else min(MOST, max(3, 2 + int(side / APART)))


@numba.njit(cache=True, error_model="numpy")
def _along(k, number, half):  # type: ignore[no-untyped-def]
    """Where the k-th point along a side is, from its middle; the ends are kept a little inside."""
    return 0.0 if number == 1 else (half - min(0.1 * half, INSET)) * (2.0 * k / (number - 1) - 1.0)


@numba.njit(cache=True, error_model="numpy")
def _set_points(solid, i, points):  # type: ignore[no-untyped-def]
    """Writes the points of a piece that are looked at, in its own frame; gives their number."""
    return _points_of_box(solid, i, points) if solid[i, SHAPE] == BOX else _points_of_round(solid, i, points)


@numba.njit(cache=True, error_model="numpy")
def _points_of_box(solid, i, points):  # type: ignore[no-untyped-def]
    """Points all over the faces that are turned to the eye."""
    used = 0
    for face in range(3):
        eye, half = solid[i, LOCAL + face], solid[i, HALF + face]
        if abs(eye) > half:
            u, v = (face + 1) % 3, (face + 2) % 3
            half_u, half_v = solid[i, HALF + u], solid[i, HALF + v]
            across, along = _number_along(2.0 * half_u), _number_along(2.0 * half_v)
            for j in range(across):
                for k in range(along):
                    points[used, face] = half if eye > 0.0 else -half
                    points[used, u], points[used, v] = _along(j, across, half_u), _along(k, along, half_v)
                    used += 1
    return used


@numba.njit(cache=True, error_model="numpy")
def _points_of_round(solid, i, points):  # type: ignore[no-untyped-def]
    """Points in the upright plane through the middle that is turned to the eye, and in rings on the top or bottom."""
    x, y, shape = solid[i, LOCAL], solid[i, LOCAL + 1], solid[i, SHAPE]
    half_x, half_y, half_z = solid[i, HALF], solid[i, HALF + 1], solid[i, HALF + 2]
    away = np.sqrt(x * x + y * y)
    x, y = (-y / away, x / away) if away > 1e-9 else (1.0, 0.0)
    used, across, along = 0, 5, _number_along(2.0 * half_z)
    for j in range(across):
        for k in range(along):
            aside, up = _along(j, across, 1.0), _along(k, along, 1.0)
            if shape != BALL or aside * aside + up * up < 1.0:
                points[used, 0], points[used, 1] = aside * x * half_x, aside * y * half_y
                points[used, 2] = up * half_z
                used += 1
    if shape != BALL and abs(solid[i, LOCAL + 2]) > half_z:
        rings = 1 if shape == TUBE else (1 + _number_along(2.0 * half_x)) // 2
        spokes = 4 * max(2, rings)
        for j in range(rings):
            out = (1.0 + solid[i, INNER]) / 2 if shape == TUBE else 0.9 * (j + 1) / rings
            for k in range(spokes):
                turn = 2.0 * np.pi * k / spokes
                points[used, 0], points[used, 1] = out * half_x * np.cos(turn), out * half_y * np.sin(turn)
                points[used, 2] = half_z if solid[i, LOCAL + 2] > 0.0 else -half_z
                used += 1
    return used


@numba.njit(cache=True, error_model="numpy")
def _hidden_by(solid, i, points, p, view, slope, blockers, last):  # type: ignore[no-untyped-def]
    """What hides a point of a piece: another piece, the edge of the field of view, or nothing. Tries `last` first."""
    x, y, z = solid[i, AHEAD], solid[i, AHEAD + 1], solid[i, AHEAD + 2]
    for k in range(3):
        r = AXES + k
        x += solid[i, r] * points[p, k]
        y += solid[i, r + 3] * points[p, k]
        z += solid[i, r + 6] * points[p, k]
    edge = slope * (view[0, 0] * x + view[0, 1] * y + view[0, 2] * z)
    if abs(view[1, 0] * x + view[1, 1] * y + view[1, 2] * z) > edge:
        return OUT_OF_VIEW
    if abs(view[2, 0] * x + view[2, 1] * y + view[2, 2] * z) > edge:
        return OUT_OF_VIEW
    length = np.sqrt(x * x + y * y + z * z)
    if length > SIGHT:
        return OUT_OF_VIEW
    limit = 1.0 - TOUCH / length
    if last >= 0 and solid[last, OWNER] != solid[i, OWNER] and _meets(solid, last, x, y, z, limit):
        return last
    for n in range(len(blockers)):
        b = blockers[n]
        if solid[b, NEAREST] > length:
            break
        if solid[b, OWNER] != solid[i, OWNER] and _meets(solid, b, x, y, z, limit):
            return b
    return NOTHING


@numba.njit(cache=True, error_model="numpy")
def _meets(solid, b, x, y, z, limit):  # type: ignore[no-untyped-def]
    """Does a ray from the eye to a point (at time 1) meet a piece before the time `limit`?"""
    ax, ay, az = solid[b, AHEAD], solid[b, AHEAD + 1], solid[b, AHEAD + 2]
    t = min(1.0, max(0.0, (ax * x + ay * y + az * z) / (x * x + y * y + z * z)))
    dx, dy, dz = ax - t * x, ay - t * y, az - t * z
    if dx * dx + dy * dy + dz * dz > solid[b, RADIUS] * solid[b, RADIUS]:
        return False
    u = solid[b, AXES] * x + solid[b, AXES + 3] * y + solid[b, AXES + 6] * z
    v = solid[b, AXES + 1] * x + solid[b, AXES + 4] * y + solid[b, AXES + 7] * z
    w = solid[b, AXES + 2] * x + solid[b, AXES + 5] * y + solid[b, AXES + 8] * z
    half_x, half_y, half_z = solid[b, HALF], solid[b, HALF + 1], solid[b, HALF + 2]
    x, y, z = solid[b, LOCAL], solid[b, LOCAL + 1], solid[b, LOCAL + 2]
    low, high = _between(z, w, half_z, 0.0, limit)
    shape = solid[b, SHAPE]
    if shape == BOX:
        low, high = _between(x, u, half_x, low, high)
        low, high = _between(y, v, half_y, low, high)
        return low < high
    x, y, u, v = x / half_x, y / half_y, u / half_x, v / half_y
    if shape == BALL:
        z, w = z / half_z, w / half_z
        first, second = _below_zero(u * u + v * v + w * w, x * u + y * v + z * w, x * x + y * y + z * z - 1.0)
        return max(first, 0.0) < min(second, limit)
    first, second = _below_zero(u * u + v * v, x * u + y * v, x * x + y * y - 1.0)
    low, high = max(low, first), min(high, second)
    if low >= high or shape == CYLINDER:
        return low < high
    hole = solid[b, INNER]
    first, second = _below_zero(u * u + v * v, x * u + y * v, x * x + y * y - hole * hole)
    return first >= second or low < first or second < high


@numba.njit(cache=True, error_model="numpy")
def _between(start, speed, half, low, high):  # type: ignore[no-untyped-def]
    """The part of a stretch of time in which one coordinate is within half a side of the middle."""
    if abs(speed) < 1e-12:
        return (low, high) if abs(start) < half else (1.0, 0.0)
    first, second = (-half - start) / speed, (half - start) / speed
    return max(low, min(first, second)), min(high, max(first, second))


@numba.njit(cache=True, error_model="numpy")
def _below_zero(a, b, c):  # type: ignore[no-untyped-def]
    """Between which times a t^2 + 2 b t + c is below zero; an empty stretch (1, 0) if never."""
    if a < 1e-18:
        return (-np.inf, np.inf) if c < 0.0 else (1.0, 0.0)
    square = b * b - a * c
    if square <= 0.0:
        return 1.0, 0.0
    root = np.sqrt(square)
    return (-b - root) / a, (-b + root) / a
