"""Where agents can stand: a lattice over the fixed home, less what stands about at the moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from casita.arrays import Bools, Float64s, Int16s, Int64s
from casita.geometry.navigation import AGENT_HEIGHT, AGENT_RADIUS, CELL, STEP_OVER, navigation_grid
from casita.geometry.outlines import bounding_box, inside, insides
from casita.geometry.rests import AGAINST
from casita.geometry.solids import bounds, form_pieces, pieces
from casita.scenes.check_openings import doorway_floor
from casita.scenes.kept import BoundedDict, PerScene
from casita.scenes.scene import OUTSIDE, Thing
from casita.world.edit import Edit
from casita.world.stance import lying_box
from casita.world.statics import NONE, Statics

NODE = 2
"""Cells between two nodes of the walking lattice: 0.1 m."""

SPACING = NODE * CELL

CLOSEST = 0.8
"""How near two agents stand at the nearest, of the sum of their radii: people turn their shoulders."""


class RoomNodes(NamedTuple):
    """The nodes of one room: their rows and columns, and where they are."""

    rows: Int64s
    columns: Int64s
    x: NDArray[np.floating]
    y: NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Ground:
    """The home without anything that can be moved: where a body of some radius fits."""

    x: float
    y: float
    fits: Bools
    """By cell, row (y) and column (x)."""
    nodes: Bools
    """The same at every second cell."""
    room: Int16s
    """The room of each node; NONE in doorways."""
    by_room: dict[int, RoomNodes] = field(default_factory=dict)
    """The nodes of each room, once they have been asked for."""

    def nodes_of(self, room: int) -> RoomNodes:
        """The nodes of a room, row by row; those of all rooms are found at once."""
        if room not in self.by_room:
            rows, columns = np.nonzero(self.nodes)
            rooms = self.room[rows, columns]
            order = np.argsort(rooms, kind="stable")
            numbers, starts = np.unique(rooms[order], return_index=True)
            found = dict(zip(numbers.tolist(), np.split(order, starts[1:]), strict=True))
            for number in {room, *found}:
                here = found.get(number, order[:0])
                x, y = self.x + (NODE * columns[here] + 0.5) * CELL, self.y + (NODE * rows[here] + 0.5) * CELL
                self.by_room[number] = RoomNodes(rows[here], columns[here], x, y)
        return self.by_room[room]

    def node(self, x: float, y: float) -> tuple[int, int]:
        """The row and column of the node nearest to a point."""
        row = int((y - self.y) / SPACING + 0.25)
        column = int((x - self.x) / SPACING + 0.25)
        rows, columns = self.nodes.shape
        return min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)

    def point(self, row: int, column: int) -> tuple[float, float]:
        """Where a node is."""
        return self.x + (NODE * column + 0.5) * CELL, self.y + (NODE * row + 0.5) * CELL


def is_movable(thing: Thing) -> bool:
    """Can it be anywhere else later: picked up, pushed, or swung as a door?"""
    return thing.kind.is_loose or thing.kind.can("move") or thing.type == "door"


def ground(known: Statics, radius: float) -> Ground:
    """The fixed ground of a scene for bodies of this radius, made once."""
    made = _grounds(known)
    if radius not in made:
        made[radius] = _ground(known, radius)
    return made[radius]


@PerScene
def _grounds(known: Statics) -> dict[float, Ground]:
    """The grounds that were asked for, by radius."""
    return BoundedDict(8)


def _ground(known: Statics, radius: float) -> Ground:
    scene = known.scene
    floors = [box for boxes in known.floors for box in boxes]
    floors += [doorway_floor(way) for way in scene.doorways if OUTSIDE not in way.rooms]
    fixed = [t for t in scene.things if t.type != "floor" and not is_movable(t) and not _moves_with(known, t)]
    grid = navigation_grid(floors, pieces(fixed, [0.0] * len(fixed)), radius)
    fits = grid.region > 0
    nodes = np.ascontiguousarray(fits[::NODE, ::NODE])
    room = np.full(nodes.shape, NONE, np.int16)
    found = Ground(grid.x, grid.y, fits, nodes, room)
    for number, one in reversed(list(enumerate(known.rooms))):
        x0, y0, x1, y1 = bounding_box(one.outline)
        low, high = found.node(x0, y0), found.node(x1, y1)
        rows, columns = np.nonzero(nodes[low[0] : high[0] + 1, low[1] : high[1] + 1])
        rows, columns = rows + low[0], columns + low[1]
        x = np.asarray(grid.x + (NODE * columns + 0.5) * CELL, np.float64)
        y = np.asarray(grid.y + (NODE * rows + 0.5) * CELL, np.float64)
        here = insides(one.outline, x, y)
        room[rows[here], columns[here]] = number
    return found


def _moves_with(known: Statics, thing: Thing) -> bool:
    """Is it a part of something movable, or on or in such a thing?"""
    while thing.place.of in known.index:
        thing = known.scene.by_id[thing.place.of]
        if is_movable(thing):
            return True
    return False


def room_at(known: Statics, x: float, y: float) -> int:
    """The room that a point is in; NONE if it is in no room."""
    for number, room in enumerate(known.rooms):
        if inside(room.outline, x, y):
            return number
    return NONE


class Movables(NamedTuple):
    """Which things of a scene can stand about on its floors."""

    loose_or_pushed: Bools
    is_floor: Bools
    doors: list[int]
    openers: Bools
    """Furniture with doors and drawers."""
    swinging: Int64s
    """The slots of both."""


@PerScene
def movables(known: Statics) -> Movables:
    """The movable things of a scene, found once."""
    doors = [slot for slot, thing in enumerate(known.scene.things) if thing.type == "door"]
    openers = np.array(
        [t.kind.can("open") and not t.kind.is_loose and t.type != "door" for t in known.things], np.bool_
    )
    return Movables(
        np.array([is_movable(thing) and thing.type != "door" for thing in known.things], np.bool_),
        np.array([thing.type == "floor" for thing in known.things], np.bool_),
        doors,
        openers,
        np.array([*doors, *np.nonzero(openers)[0].tolist()], np.int64),
    )


def room_of(known: Statics, x: float, y: float) -> int:
    """The room of a place where somebody can stand; NONE in a doorway."""
    here = ground(known, AGENT_RADIUS)
    return int(here.room[here.node(x, y)])


def obstacles(edit: Edit) -> Float64s:
    """What stands about on floors at the moment: rows of middle, half sides, cosine and sine."""
    known = edit.known
    kinds = movables(known)
    rows = _standing(
        kinds.loose_or_pushed,
        kinds.is_floor,
        edit.exists,
        edit.rest,
        edit.carrier,
        edit.position,
        edit.rotation,
        known.size,
    )
    swung = _all_swung(edit, kinds)
    return np.concatenate((rows, swung)) if len(swung) else rows


def _all_swung(edit: Edit, kinds: Movables) -> Float64s:
    """All doors between rooms, and what of furniture is open; mostly as they were when they were last asked for."""
    moving = kinds.swinging
    key = edit.openness[moving].tobytes() + edit.position[moving].tobytes() + edit.exists[moving].tobytes()
    store = _all_swung_before(edit.known)
    if key not in store:
        opened = np.nonzero(kinds.openers & (edit.openness > 0.0) & edit.exists)[0]
        swung = [_swung(edit, slot) for slot in (*kinds.doors, *opened.tolist())]
        store[key] = np.concatenate(swung) if swung else np.empty((0, 6))
    return store[key]


@PerScene
def _all_swung_before(known: Statics) -> dict[bytes, Float64s]:
    """Rows of all that swings, by how it stands."""
    return BoundedDict(32)


@numba.njit(cache=True)
def _standing(movable, is_floor, exists, rest, carrier, position, rotation, size):  # type: ignore[no-untyped-def]
    """Rows of the movable things that stand on a floor and are too high to step over."""
    rows = np.empty((len(movable), 6))
    count = 0
    for i in range(len(movable)):
        if not movable[i] or not exists[i] or carrier[i] < 0:
            continue
        if not is_floor[carrier[i]] and rest[i] != AGAINST:
            continue
        x, y, low, high, half_x, half_y, c, s = lying_box(position[i], rotation[i], size[i])
        if high - low > STEP_OVER:
            row = rows[count]  # written number by number: see shapes/kernels.py
            row[0], row[1], row[2], row[3], row[4], row[5] = x, y, half_x, half_y, c, s
            count += 1
    return rows[:count].copy()


def _swung(edit: Edit, slot: int) -> Float64s:
    """The doors and drawers of one thing as they stand, as obstacle rows along the axes."""
    thing = edit.known.things[slot]
    openness = round(float(edit.openness[slot]), 3)
    moved = edit.known.parent[slot] == NONE and tuple(edit.position[slot].tolist()) != thing.position
    store = _swung_before(edit.known)
    if moved or (slot, openness) not in store:
        there = thing.replace(position=tuple(edit.position[slot].tolist())) if moved else thing
        solid = pieces([there], [openness])
        carried = np.array([bool(joint) for joint in form_pieces(thing.type, thing.variant).joint])
        low, high = bounds(solid)
        carried &= (low[:, 2] < AGENT_HEIGHT) & (high[:, 2] > STEP_OVER)
        low, high = low[carried], high[carried]
        flat = np.ones((len(low), 1)), np.zeros((len(low), 1))
        rows = np.hstack([(low + high)[:, :2] / 2, (high - low)[:, :2] / 2, *flat])
        if moved:
            return rows
        store[(slot, openness)] = rows
    return store[(slot, openness)]


@PerScene
def _swung_before(known: Statics) -> dict[tuple[int, float], Float64s]:
    """Rows of what never moves by itself, by slot and openness."""
    return BoundedDict(10_000)


def current_obstacles(edit: Edit) -> Float64s:
    """The obstacles, computed once for each arrangement of the floor."""
    if edit.floor_changed:
        return obstacles(edit)
    cache = edit.base.walkable
    if "obstacles" not in cache:
        cache["obstacles"] = obstacles(edit)
    found: Float64s = cache["obstacles"]
    return found


@numba.njit(cache=True)
def _clear(x, y, radius, rows):  # type: ignore[no-untyped-def]
    """Is a disc apart from all obstacle rows?"""
    for i in range(len(rows)):
        dx, dy = x - rows[i, 0], y - rows[i, 1]
        along = abs(dx * rows[i, 4] + dy * rows[i, 5]) - rows[i, 2]
        across = abs(-dx * rows[i, 5] + dy * rows[i, 4]) - rows[i, 3]
        if along >= radius or across >= radius:
            continue
        along, across = max(along, 0.0), max(across, 0.0)
        if along * along + across * across < radius * radius:
            return False
    return True


def blocker(edit: Edit, agent: int, x: float, y: float) -> str:
    """What keeps an agent from standing at a point: a name, "a wall or furniture", or nothing."""
    return somebody_at(edit, agent, x, y) or obstacle_at(edit, agent, x, y)


def obstacle_at(edit: Edit, agent: int, x: float, y: float) -> str:
    """What an agent cannot get through at a point, in words; nothing if there is nothing."""
    return free_along(edit, agent, ((x, y), (x, y)), passing=True)[1]


def free_along(
    edit: Edit, agent: int, path: Sequence[tuple[float, float]], *, passing: bool = False
) -> tuple[int, str]:
    """Up to which point of a path an agent can go and stand, and what hinders it first; others are passed.

    Point 0 is where it stands. Who is only `passing` need not be able to stand anywhere for others.
    """
    radius = edit.base.bodies[agent].radius
    here, lying = ground(edit.known, radius), current_obstacles(edit)
    fits, low_x, low_y = here.fits, here.x, here.y
    rows, columns = fits.shape
    alone = passing or len(edit.base.names) == 1
    reached, hindered = 0, ""
    for index in range(1, len(path)):
        x, y = path[index]
        row, column = int((y - low_y) / CELL), int((x - low_x) / CELL)
        if not (0 <= row < rows and 0 <= column < columns and fits[row, column]):
            return reached, hindered or "a wall or furniture"
        if not _clear(x, y, radius - 1e-6, lying):
            return reached, hindered or "something on the floor"
        somebody = "" if alone else somebody_at(edit, agent, x, y)
        if not somebody:
            reached = index
        hindered = hindered or somebody
    return reached, hindered


def somebody_at(edit: Edit, agent: int, x: float, y: float) -> str:
    """Who stands so near a point that an agent cannot stand there too; nothing if nobody does."""
    radius = edit.base.bodies[agent].radius
    for other, name in enumerate(edit.base.names):
        gap = CLOSEST * (radius + edit.base.bodies[other].radius)
        dx, dy = edit.agent_position[other, 0] - x, edit.agent_position[other, 1] - y
        if other != agent and dx * dx + dy * dy < gap * gap:
            return str(name)
    return ""


def free_nodes(edit: Edit, radius: float) -> Bools:
    """The nodes where a body of some radius fits at the moment, whoever else is there."""
    here = ground(edit.known, radius)
    free: Bools = _free_nodes(here.nodes, here.x, here.y, SPACING, CELL / 2, radius, current_obstacles(edit))
    return free


@numba.njit(cache=True)
def _free_nodes(nodes, low_x, low_y, spacing, half_cell, radius, rows):  # type: ignore[no-untyped-def]
    """The free nodes less those that obstacle rows cover."""
    free = nodes.copy()
    height, width = nodes.shape
    for i in range(len(rows)):
        reach_x = abs(rows[i, 4]) * rows[i, 2] + abs(rows[i, 5]) * rows[i, 3] + radius
        reach_y = abs(rows[i, 5]) * rows[i, 2] + abs(rows[i, 4]) * rows[i, 3] + radius
        first_column = max(0, int((rows[i, 0] - reach_x - low_x - half_cell) / spacing))
        last_column = min(width - 1, int((rows[i, 0] + reach_x - low_x) / spacing) + 1)
        first_row = max(0, int((rows[i, 1] - reach_y - low_y - half_cell) / spacing))
        last_row = min(height - 1, int((rows[i, 1] + reach_y - low_y) / spacing) + 1)
        for row in range(first_row, last_row + 1):
            for column in range(first_column, last_column + 1):
                if free[row, column]:
                    x, y = low_x + half_cell + column * spacing, low_y + half_cell + row * spacing
                    free[row, column] = _clear(x, y, radius, rows[i : i + 1])
    return free
