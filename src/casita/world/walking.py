"""Where agents can stand and walk: a lattice over the fixed home, less what stands about at the moment."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from casita.geometry.navigation import AGENT_HEIGHT, AGENT_RADIUS, CELL, STEP_OVER, navigation_grid
from casita.geometry.outlines import inside
from casita.geometry.solids import bounds, form_pieces, pieces
from casita.scenes.check_openings import doorway_floor
from casita.scenes.scene import OUTSIDE, Thing
from casita.world.bodies import Body
from casita.world.edit import Edit
from casita.world.stance import lying_box
from casita.world.statics import NONE, Statics

NODE = 2
"""Cells between two nodes of the walking lattice: 0.1 m."""

SPACING = NODE * CELL
STRAIGHT, DIAGONAL = 10, 14
"""Costs of a step to a neighbouring node; 100 is one metre."""

FAR = 1 << 30

NOWHERE = (-10, -10)
"""A row and column that no way comes by: costs are then worked out for the whole floor."""


class RoomNodes(NamedTuple):
    """The nodes of one room: their rows and columns, and where they are."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    x: NDArray[np.floating]
    y: NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Ground:
    """The home without anything that can be moved: where a body of some radius fits."""

    x: float
    y: float
    fits: NDArray[np.bool_]
    """By cell, row (y) and column (x)."""
    nodes: NDArray[np.bool_]
    """The same at every second cell."""
    room: NDArray[np.int16]
    """The room of each node; NONE in doorways."""
    by_room: dict[int, RoomNodes] = field(default_factory=dict)
    """The nodes of each room, as far as they have been asked for."""

    def nodes_of(self, room: int) -> RoomNodes:
        """The nodes of a room, found once."""
        if room not in self.by_room:
            rows, columns = np.nonzero(self.nodes & (self.room == room))
            x, y = self.x + (NODE * columns + 0.5) * CELL, self.y + (NODE * rows + 0.5) * CELL
            self.by_room[room] = RoomNodes(rows, columns, x, y)
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
    store = known.scene.__dict__.setdefault("_ground", {})
    if radius not in store:
        store[radius] = _ground(known, radius)
    found: Ground = store[radius]
    return found


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
    for row, column in zip(*np.nonzero(nodes), strict=True):
        x, y = found.point(int(row), int(column))
        room[row, column] = room_at(known, x, y)
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

    loose_or_pushed: NDArray[np.bool_]
    is_floor: NDArray[np.bool_]
    doors: list[int]
    openers: NDArray[np.bool_]
    """Furniture with doors and drawers."""


def movables(known: Statics) -> Movables:
    """The movable things of a scene, found once."""
    store = known.scene.__dict__
    if "_movables" not in store:
        store["_movables"] = Movables(
            np.array([is_movable(thing) and thing.type != "door" for thing in known.things], np.bool_),
            np.array([thing.type == "floor" for thing in known.things], np.bool_),
            [slot for slot, thing in enumerate(known.scene.things) if thing.type == "door"],
            np.array([t.kind.can("open") and not t.kind.is_loose and t.type != "door" for t in known.things], np.bool_),
        )
    found: Movables = store["_movables"]
    return found


def room_of(known: Statics, x: float, y: float) -> int:
    """The room of a place where somebody can stand; NONE in a doorway."""
    here = ground(known, AGENT_RADIUS)
    return int(here.room[here.node(x, y)])


def obstacles(edit: Edit) -> NDArray[np.float64]:
    """What stands about on floors at the moment: rows of middle, half sides, cosine and sine."""
    known = edit.known
    kinds = movables(known)
    rows = _standing(
        kinds.loose_or_pushed, kinds.is_floor, edit.exists, edit.carrier, edit.position, edit.rotation, known.size
    )
    swung = [_swung(edit, slot) for slot in kinds.doors]
    opened = kinds.openers & (edit.openness > 0.0)
    if np.count_nonzero(opened):
        swung += [_swung(edit, int(slot)) for slot in np.nonzero(opened & edit.exists)[0]]
    return np.concatenate([rows, *swung]) if swung else rows


@numba.njit(cache=True)
def _standing(movable, is_floor, exists, carrier, position, rotation, size):  # type: ignore[no-untyped-def]
    """Rows of the movable things that stand on a floor and are too high to step over."""
    rows = np.empty((len(movable), 6))
    count = 0
    for i in range(len(movable)):
        if not movable[i] or not exists[i] or carrier[i] < 0 or not is_floor[carrier[i]]:
            continue
        x, y, low, high, half_x, half_y, c, s = lying_box(position[i], rotation[i], size[i])
        if high - low > STEP_OVER:
            rows[count] = (x, y, half_x, half_y, c, s)
            count += 1
    return rows[:count].copy()


def _swung(edit: Edit, slot: int) -> NDArray[np.float64]:
    """The doors and drawers of one thing as they stand, as obstacle rows along the axes."""
    thing = edit.known.things[slot]
    openness = round(float(edit.openness[slot]), 3)
    moved = edit.known.parent[slot] == NONE and tuple(edit.position[slot]) != thing.position
    store = edit.known.scene.__dict__.setdefault("_swung", {})
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
    found: NDArray[np.float64] = store[(slot, openness)]
    return found


def current_obstacles(edit: Edit) -> NDArray[np.float64]:
    """The obstacles, computed once for each arrangement of the floor."""
    if edit.floor_changed:
        return obstacles(edit)
    cache = edit.base.walkable
    if "obstacles" not in cache:
        cache["obstacles"] = obstacles(edit)
    found: NDArray[np.float64] = cache["obstacles"]
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
    body = edit.base.bodies[agent]
    here = ground(edit.known, body.radius)
    row, column = int((y - here.y) / CELL), int((x - here.x) / CELL)
    rows, columns = here.fits.shape
    if not (0 <= row < rows and 0 <= column < columns and here.fits[row, column]):
        return "a wall or furniture"
    for other in range(len(edit.base.names)):
        gap = body.radius + edit.base.bodies[other].radius
        dx, dy = edit.agent_position[other, 0] - x, edit.agent_position[other, 1] - y
        if other != agent and dx * dx + dy * dy < gap * gap:
            return str(edit.base.names[other])
    if not _clear(x, y, body.radius - 1e-6, current_obstacles(edit)):
        return "something on the floor"
    return ""


def free_nodes(edit: Edit, radius: float) -> NDArray[np.bool_]:
    """The nodes where a body of some radius fits at the moment, whoever else is there."""
    here = ground(edit.known, radius)
    free: NDArray[np.bool_] = _free_nodes(
        here.nodes, here.x, here.y, SPACING, CELL / 2, radius, current_obstacles(edit)
    )
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


@numba.njit(cache=True)
def distances(free, goal_rows, goal_columns, row_from, column_from):  # type: ignore[no-untyped-def]
    """Cost of the way from free nodes to the nearest goal, by buckets of equal cost, until one node is reached."""
    height, width = free.shape
    cost = np.full((height, width), FAR, np.int32)
    buckets = DIAGONAL + 1
    first = np.full(buckets, -1, np.int32)
    capacity = 8 * height * width + len(goal_rows) + 1
    entry, following = np.empty(capacity, np.int32), np.empty(capacity, np.int32)
    used, pending = 0, 0
    for g in range(len(goal_rows)):
        cost[goal_rows[g], goal_columns[g]] = 0
        entry[used], following[used] = goal_rows[g] * width + goal_columns[g], first[0]
        first[0] = used
        used, pending = used + 1, pending + 1
    now = 0
    while pending > 0:
        bucket = now % buckets
        while first[bucket] >= 0:
            item = first[bucket]
            first[bucket] = following[item]
            pending -= 1
            row, column = entry[item] // width, entry[item] % width
            if cost[row, column] != now:
                continue
            if abs(row - row_from) <= 1 and abs(column - column_from) <= 1:
                return cost
            for up in range(-1, 2):
                for across in range(-1, 2):
                    r, c = row + up, column + across
                    if (up == 0 and across == 0) or r < 0 or c < 0 or r >= height or c >= width or not free[r, c]:
                        continue
                    step = STRAIGHT if up == 0 or across == 0 else DIAGONAL
                    if now + step < cost[r, c]:
                        cost[r, c] = now + step
                        entry[used], following[used] = r * width + c, first[(now + step) % buckets]
                        first[(now + step) % buckets] = used
                        used, pending = used + 1, pending + 1
        now += 1
    return cost


@numba.njit(cache=True)
def descend(cost, row, column, budget):  # type: ignore[no-untyped-def]
    """The nodes passed when walking down the costs for at most `budget`; the last one is where one stands then."""
    path = [(row, column)]
    height, width = cost.shape
    while cost[row, column] > 0 and budget > 0:
        best, best_row, best_column, best_step = cost[row, column], row, column, 0
        for up in range(-1, 2):
            for across in range(-1, 2):
                r, c = row + up, column + across
                if r < 0 or c < 0 or r >= height or c >= width:
                    continue
                step = STRAIGHT if up == 0 or across == 0 else DIAGONAL
                if cost[r, c] + step <= cost[row, column] and cost[r, c] < best:
                    best, best_row, best_column, best_step = cost[r, c], r, c, step
        if best_step == 0 or best_step > budget:
            break
        row, column, budget = best_row, best_column, budget - best_step
        path.append((row, column))
    return path


@numba.njit(cache=True)
def _nearest(cost, row, column, low_x, low_y, x, y):  # type: ignore[no-untyped-def]
    """A node if it has a way, or of those at most two away that have the nearest to a point; -1, -1 if none has."""
    if cost[row, column] < FAR:
        return row, column
    best, best_row, best_column = np.inf, -1, -1
    for r in range(max(0, row - 2), min(cost.shape[0], row + 3)):
        for c in range(max(0, column - 2), min(cost.shape[1], column + 3)):
            if cost[r, c] < FAR:
                dx, dy = low_x + (NODE * c + 0.5) * CELL - x, low_y + (NODE * r + 0.5) * CELL - y
                if dx * dx + dy * dy < best:
                    best, best_row, best_column = dx * dx + dy * dy, r, c
    return best_row, best_column


class Way:
    """The way of one body to one goal: the cost from every node."""

    def __init__(self, here: Ground, cost: NDArray[np.int32]) -> None:
        self.here = here
        self.cost = cost

    def from_point(self, x: float, y: float) -> tuple[int, int] | None:
        """The node to start from: the nearest one that leads to the goal."""
        row, column = _nearest(self.cost, *self.here.node(x, y), self.here.x, self.here.y, x, y)
        return None if row < 0 else (row, column)

    def length_from(self, x: float, y: float) -> float:
        """Metres to the goal; infinite if there is no way."""
        start = self.from_point(x, y)
        return math.inf if start is None else float(self.cost[start]) * SPACING / STRAIGHT

    def stride(self, x: float, y: float, metres: float) -> list[tuple[float, float]]:
        """The points passed when walking so far; empty if there is no way or one is there."""
        start = self.from_point(x, y)
        if start is None:
            return []
        nodes = descend(self.cost, start[0], start[1], round(metres / SPACING * STRAIGHT))
        return [self.here.point(row, column) for row, column in nodes]


def way_to(edit: Edit, agent: int, goal: tuple[str, int]) -> Way:
    """The way of an agent to a goal: ("thing", slot), ("room", number) or ("agent", slot)."""
    body = edit.base.bodies[agent]
    here = ground(edit.known, body.radius)
    cache: dict[object, Any] = {}
    if not edit.floor_changed:
        cache = edit.base.walkable
    kind, slot = goal
    if kind == "thing":
        x, y, _ = edit.position[slot]
        mark = (kind, float(x), float(y), int(edit.room[slot]), body.radius)
    elif kind == "agent":
        x, y = edit.agent_position[slot]
        mark = (kind, float(x), float(y), int(edit.agent_room[slot]), body.radius)
    else:
        mark = (kind, 0.0, 0.0, slot, body.radius)
    x, y = edit.agent_position[agent].tolist()
    if mark not in cache or cache[mark].from_point(x, y) is None:
        if ("free", body.radius) not in cache:
            cache[("free", body.radius)] = free_nodes(edit, body.radius)
        free = cache[("free", body.radius)]
        cache[mark] = Way(here, distances(free, *_goal_nodes(here, free, mark), *here.node(x, y)))
        if cache[mark].from_point(x, y) is None:
            return _way_aside(cache, cache[mark], free, mark, (x, y), _reach(edit, body, goal))
    found: Way = cache[mark]
    return found


def _way_aside(
    cache: dict[object, Any],
    refused: Way,
    free: NDArray[np.bool_],
    mark: tuple[Any, ...],
    start: tuple[float, float],
    reach: float,
) -> Way:
    """A way to where the goal is in reach from the part of the floor that one stands in; the refused one if none is.

    The nodes nearest to a goal may lie in a pocket between furniture that one cannot get into.
    """
    from scipy import ndimage

    here, radius = refused.here, mark[-1]
    if ("parts", radius) not in cache:
        cache[("parts", radius)], _ = ndimage.label(free, np.ones((3, 3)))
    parts = cache[("parts", radius)]
    row, column = _nearest(np.where(free, 0, FAR).astype(np.int32), *here.node(*start), here.x, here.y, *start)
    if row < 0:
        return refused
    part = int(parts[row, column])
    if ("aside", mark, part, reach) not in cache:
        rows, columns = _goal_nodes(here, parts == part, mark, reach)
        cost = distances(free, rows, columns, *NOWHERE) if len(rows) else refused.cost
        cache[("aside", mark, part, reach)] = Way(here, cost)
    found: Way = cache[("aside", mark, part, reach)]
    return found


def _reach(edit: Edit, body: Body, goal: tuple[str, int]) -> float:
    """How far from a goal one may stand at the most to have come to it; a room is come to anywhere in it."""
    kind, slot = goal
    if kind == "room":
        return math.inf
    wide = kind == "thing" and not edit.known.loose[slot]
    return body.reach + (float(edit.known.size[slot, :2].max()) / 2 if wide else 0.0)


def _goal_nodes(
    here: Ground, free: NDArray[np.bool_], mark: tuple[Any, ...], reach: float = math.inf
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The nodes where a way ends: close to a point in its room, or in the middle of a room; none if all are too far."""
    kind, x, y, room, _ = mark
    nodes = here.nodes_of(room)
    still_free = free[nodes.rows, nodes.columns]
    rows, columns = nodes.rows[still_free], nodes.columns[still_free]
    if not len(rows):
        return rows, columns
    px, py = nodes.x[still_free], nodes.y[still_free]
    if kind == "room":
        x, y = px.mean(), py.mean()
    away = np.hypot(px - x, py - y)
    close = away <= (max(away.min(), CLOSE) if kind != "agent" else max(away.min(), 0.7)) + 0.05
    close &= away <= reach
    return rows[close], columns[close]


CLOSE = 0.6
"""Metres from a thing at which somebody who walks to it stops, if there is space so near."""
