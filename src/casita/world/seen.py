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
    held = state.objects.held_by == agent
    carrier = state.objects.carrier
    if held.any():
        layer = held
        while layer.any():
            layer = (carrier != NONE) & layer[carrier]
            held |= layer
    return held


@numba.njit(cache=True)
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


@numba.njit(cache=True)
def _look(eye, view, slope, bodies, shown, position, rotation, openness, people, discs, agent):  # type: ignore[no-untyped-def]
    """Marks what is seen: things by slot, then agents. Rows of `view` are ahead, left and up."""
    count = len(shown)
    pieces = len(bodies.owner)
    most = pieces + len(people)
    owner, shape, hides = np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most, np.bool_)
    inner, radius = np.empty(most), np.empty(most)
    ahead, half = np.empty((most, 3)), np.empty((most, 3))
    axes = np.empty((most, 3, 3))
    kept = 0
    for i in range(most):
        owner[kept], hides[kept], inner[kept] = count + i - pieces, True, 0.0
        if i >= pieces:
            if i - pieces == agent:
                continue
            _set_upright(i - pieces, people, discs, eye, ahead[kept], half[kept], axes[kept])
            shape[kept] = CYLINDER
        else:
            slot = bodies.owner[i]
            if slot >= 0 and (not shown[slot] or (bodies.only_closed[i] and openness[slot] > 0.0)):
                continue
            _set_piece(bodies, i, position, rotation, openness, eye, ahead[kept], half[kept], axes[kept])
            owner[kept], hides[kept] = slot, bodies.hides[i]
            shape[kept], inner[kept] = bodies.shape[i], bodies.inner[i]
        h = half[kept]
        radius[kept] = max(h[0], h[1], h[2]) if shape[kept] == BALL else np.sqrt(h[0] ** 2 + h[1] ** 2 + h[2] ** 2)
        if _in_view(view, slope, ahead[kept], radius[kept]):
            kept += 1
    found = np.zeros(count + len(people), np.bool_)
    if kept == 0:
        return found
    nearest = np.empty(kept)
    local = np.empty((kept, 3))
    for i in range(kept):
        nearest[i] = np.sqrt(ahead[i, 0] ** 2 + ahead[i, 1] ** 2 + ahead[i, 2] ** 2) - radius[i]
        for k in range(3):
            local[i, k] = -(axes[i, 0, k] * ahead[i, 0] + axes[i, 1, k] * ahead[i, 1] + axes[i, 2, k] * ahead[i, 2])
        hides[i] = hides[i] and not _holds_eye(local[i], half[i])
    order = np.argsort(nearest)
    blockers = order[hides[order]]
    solid = (owner, shape, inner, radius, nearest, ahead, local, half, axes)
    last = np.full(1, -1, np.int64)
    points = np.empty((MOST_POINTS, 3))
    for i in range(kept):
        if owner[i] >= 0 and not found[owner[i]]:
            chosen = _points(shape[i], local[i], half[i], inner[i], points)
            for p in range(chosen):
                if _is_reached(points[p], i, view, slope, solid, blockers, last):
                    found[owner[i]] = True
                    break
    return found


@numba.njit(cache=True)
def _set_upright(person, people, discs, eye, ahead, half, axes):  # type: ignore[no-untyped-def]
    """The body of an agent as a cylinder, from the eye."""
    ahead[0], ahead[1] = people[person, 0] - eye[0], people[person, 1] - eye[1]
    ahead[2] = discs[person, 1] / 2 - eye[2]
    half[0] = half[1] = discs[person, 0]
    half[2] = discs[person, 1] / 2
    for row in range(3):
        for column in range(3):
            axes[row, column] = 1.0 if row == column else 0.0


@numba.njit(cache=True)
def _set_piece(bodies, i, position, rotation, openness, eye, ahead, half, axes):  # type: ignore[no-untyped-def]
    """A piece as it stands at the moment: its middle from the eye, half sides and axes in space."""
    half[:] = bodies.half[i]
    slot = bodies.owner[i]
    x, y, z = bodies.centre[i, 0], bodies.centre[i, 1], bodies.centre[i, 2]
    if slot < 0:
        ahead[0], ahead[1], ahead[2] = x - eye[0], y - eye[1], z - eye[2]
        axes[:] = 0.0
        axes[0, 0] = axes[1, 1] = axes[2, 2] = 1.0
        return
    w, a, b, c = rotation[slot, 0], rotation[slot, 1], rotation[slot, 2], rotation[slot, 3]
    axes[0, 0], axes[0, 1], axes[0, 2] = 1.0 - 2.0 * (b * b + c * c), 2.0 * (a * b - w * c), 2.0 * (a * c + w * b)
    axes[1, 0], axes[1, 1], axes[1, 2] = 2.0 * (a * b + w * c), 1.0 - 2.0 * (a * a + c * c), 2.0 * (b * c - w * a)
    axes[2, 0], axes[2, 1], axes[2, 2] = 2.0 * (a * c - w * b), 2.0 * (b * c + w * a), 1.0 - 2.0 * (a * a + b * b)
    moved = bodies.moves[i] != STILL and openness[slot] > 0.0
    far = bodies.travel[i] * openness[slot]
    axis = bodies.axis[i]
    if moved and bodies.moves[i] == SLIDE:
        x, y, z = x + far * (axis == 0), y + far * (axis == 1), z + far * (axis == 2)
    turned = moved and bodies.moves[i] == HINGE
    u, v = (axis + 1) % 3, (axis + 2) % 3
    cos, sin = np.cos(far), np.sin(far)
    if turned:
        at = np.array([x, y, z]) - bodies.pivot[i]
        at[u], at[v] = cos * at[u] - sin * at[v], sin * at[u] + cos * at[v]
        at += bodies.pivot[i]
        x, y, z = at[0], at[1], at[2]
    for k in range(3):
        ahead[k] = position[slot, k] - eye[k] + axes[k, 0] * x + axes[k, 1] * y + axes[k, 2] * z
    if turned:
        for k in range(3):
            axes[k, u], axes[k, v] = cos * axes[k, u] + sin * axes[k, v], cos * axes[k, v] - sin * axes[k, u]


@numba.njit(cache=True)
def _in_view(view, slope, at, radius):  # type: ignore[no-untyped-def]
    """Is any of a ball around a point in the field of view, and close enough?"""
    if at[0] * at[0] + at[1] * at[1] + at[2] * at[2] > (SIGHT + radius) ** 2:
        return False
    depth = view[0, 0] * at[0] + view[0, 1] * at[1] + view[0, 2] * at[2]
    aside = abs(view[1, 0] * at[0] + view[1, 1] * at[1] + view[1, 2] * at[2])
    up = abs(view[2, 0] * at[0] + view[2, 1] * at[1] + view[2, 2] * at[2])
    slack = radius * np.sqrt(1.0 + slope * slope)
    return depth > -radius and aside - slope * depth <= slack and up - slope * depth <= slack


@numba.njit(cache=True)
def _holds_eye(local, half):  # type: ignore[no-untyped-def]
    """Is the eye within a piece's box? Then it hides nothing."""
    return abs(local[0]) <= half[0] and abs(local[1]) <= half[1] and abs(local[2]) <= half[2]


FINEST, APART, MOST = 0.03, 0.3, 12
"""Points on a side of a face: 1 on sides under `FINEST` metres, else 3, or one each `APART`, at most `MOST`."""

MOST_POINTS = 3 * MOST * MOST


@numba.njit(cache=True)
def _number_along(side):  # type: ignore[no-untyped-def]
    """How many points are looked at along a side."""
    return 1 if side < FINEST else min(MOST, max(3, 2 + int(side / APART)))


@numba.njit(cache=True)
def _along(k, number):  # type: ignore[no-untyped-def]
    """Where the k-th point along a side is, from -0.9 to 0.9."""
    return 0.0 if number == 1 else 0.9 * (2.0 * k / (number - 1) - 1.0)


@numba.njit(cache=True)
def _points(shape, eye, half, inner, points):  # type: ignore[no-untyped-def]
    """Writes the points of a piece that are looked at, in its own frame; gives their number."""
    used = 0
    if shape == BOX:
        for face in range(3):
            if abs(eye[face]) <= half[face]:
                continue
            u, v = (face + 1) % 3, (face + 2) % 3
            across, along = _number_along(2.0 * half[u]), _number_along(2.0 * half[v])
            for i in range(across):
                for j in range(along):
                    points[used, face] = half[face] if eye[face] > 0.0 else -half[face]
                    points[used, u], points[used, v] = half[u] * _along(i, across), half[v] * _along(j, along)
                    used += 1
        return used
    away = np.sqrt(eye[0] * eye[0] + eye[1] * eye[1])
    lx, ly = (-eye[1] / away, eye[0] / away) if away > 1e-9 else (1.0, 0.0)
    across, along = 5, _number_along(2.0 * half[2])
    for i in range(across):
        for j in range(along):
            aside, up = _along(i, across), _along(j, along)
            if shape != BALL or aside * aside + up * up < 1.0:
                points[used, 0], points[used, 1] = aside * lx * half[0], aside * ly * half[1]
                points[used, 2] = up * half[2]
                used += 1
    if shape != BALL and eye[2] > half[2]:
        out = (1.0 + inner) / 2 if shape == TUBE else 0.8
        for k in range(4):
            x, y = (lx, ly) if k & 1 else (-ly, lx)
            sign = out if k & 2 else -out
            points[used, 0], points[used, 1], points[used, 2] = sign * x * half[0], sign * y * half[1], half[2]
            used += 1
    return used


@numba.njit(cache=True)
def _is_reached(point, i, view, slope, solid, blockers, last):  # type: ignore[no-untyped-def]
    """Is a point of a piece in the field of view, and does nothing hide it? Remembers what hid the last one."""
    owner, shape, inner, radius, nearest, ahead, local, half, axes = solid
    x, y, z = ahead[i, 0], ahead[i, 1], ahead[i, 2]
    for k in range(3):
        x, y, z = x + axes[i, 0, k] * point[k], y + axes[i, 1, k] * point[k], z + axes[i, 2, k] * point[k]
    depth = slope * (view[0, 0] * x + view[0, 1] * y + view[0, 2] * z)
    if abs(view[1, 0] * x + view[1, 1] * y + view[1, 2] * z) > depth:
        return False
    if abs(view[2, 0] * x + view[2, 1] * y + view[2, 2] * z) > depth:
        return False
    square = x * x + y * y + z * z
    if square > SIGHT * SIGHT:
        return False
    length = np.sqrt(square)
    limit = 1.0 - TOUCH / length
    for n in range(-1, len(blockers)):
        b = last[0] if n < 0 else blockers[n]
        if b < 0 or owner[b] == owner[i]:
            continue
        if n >= 0 and nearest[b] > length:
            break
        t = min(1.0, max(0.0, (ahead[b, 0] * x + ahead[b, 1] * y + ahead[b, 2] * z) / square))
        dx, dy, dz = ahead[b, 0] - t * x, ahead[b, 1] - t * y, ahead[b, 2] - t * z
        if dx * dx + dy * dy + dz * dz > radius[b] * radius[b]:
            continue
        u = axes[b, 0, 0] * x + axes[b, 1, 0] * y + axes[b, 2, 0] * z
        v = axes[b, 0, 1] * x + axes[b, 1, 1] * y + axes[b, 2, 1] * z
        w = axes[b, 0, 2] * x + axes[b, 1, 2] * y + axes[b, 2, 2] * z
        if _meets(shape[b], local[b], u, v, w, half[b], inner[b], limit):
            last[0] = b
            return False
    return True


@numba.njit(cache=True)
def _meets(shape, start, u, v, w, half, inner, limit):  # type: ignore[no-untyped-def]
    """Does a ray from `start` along (u, v, w), in a piece's own frame, meet the piece before `limit`?"""
    low, high = _between(start[2], w, half[2], 0.0, limit)
    if shape == BOX:
        low, high = _between(start[0], u, half[0], low, high)
        low, high = _between(start[1], v, half[1], low, high)
        return low < high
    if low >= high:
        return False
    x, y, u, v = start[0] / half[0], start[1] / half[1], u / half[0], v / half[1]
    if shape == BALL:
        z, w = start[2] / half[2], w / half[2]
        first, second = _roots(u * u + v * v + w * w, x * u + y * v + z * w, x * x + y * y + z * z - 1.0)
        return max(first, 0.0) < min(second, limit)
    first, second = _roots(u * u + v * v, x * u + y * v, x * x + y * y - 1.0)
    low, high = max(low, first), min(high, second)
    if low >= high or shape == CYLINDER:
        return low < high
    first, second = _roots(u * u + v * v, x * u + y * v, x * x + y * y - inner * inner)
    return first >= second or low < first or second < high


@numba.njit(cache=True)
def _between(start, speed, half, low, high):  # type: ignore[no-untyped-def]
    """The part of a stretch of time in which one coordinate is within half a side of the middle."""
    if abs(speed) < 1e-12:
        return (low, high) if abs(start) < half else (high, low)
    first, second = (-half - start) / speed, (half - start) / speed
    return max(low, min(first, second)), min(high, max(first, second))


@numba.njit(cache=True)
def _roots(a, b, c):  # type: ignore[no-untyped-def]
    """Between which times a t^2 + 2 b t + c is below zero; an empty stretch (1, 0) if never."""
    if a < 1e-18:
        return (-np.inf, np.inf) if c < 0.0 else (1.0, 0.0)
    square = b * b - a * c
    if square <= 0.0:
        return 1.0, 0.0
    root = np.sqrt(square)
    return (-b - root) / a, (-b + root) / a
