"""Ways over the ground: how far everything is from a goal, and the steps that lead there."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numba
import numpy as np

from casita.arrays import Bools, Int32s, Int64s
from casita.geometry.navigation import CELL
from casita.limits import WAYS_KEPT_BYTES
from casita.world.bodies import Body
from casita.world.edit import Edit
from casita.world.ground import NODE, SPACING, Ground, free_nodes, ground

STRAIGHT, DIAGONAL = 10, 14
"""Costs of a step to a neighbouring node; 100 is one metre."""

FAR = 1 << 30

NOWHERE = (-10, -10)
"""A row and column that no way comes by: costs are then worked out for the whole floor."""

CLOSE = 0.6
"""Metres from a thing at which somebody who walks to it stops, if there is space so near."""


@numba.njit(cache=True)
def _around(free, row, column):  # type: ignore[no-untyped-def]
    """How many nodes away from its own somebody may begin to walk: none if that is free."""
    height, width = free.shape
    return 0 if 0 <= row < height and 0 <= column < width and free[row, column] else 2


@numba.njit(cache=True)
def distances(free, goal_rows, goal_columns, row_from, column_from):  # type: ignore[no-untyped-def]
    """Cost of the way from free nodes to the nearest goal, and the cost up to which all are known for certain.

    Found by buckets of equal cost, until those are known that decide about a start: its own node if that is free, else
    the free ones at most two away. Costs that are known are the same wherever one starts.
    """
    height, width = free.shape
    around = _around(free, row_from, column_from)
    waiting = 0
    for r in range(max(0, row_from - around), min(height, row_from + around + 1)):
        for c in range(max(0, column_from - around), min(width, column_from + around + 1)):
            waiting += free[r, c]
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
            if abs(row - row_from) <= around and abs(column - column_from) <= around:
                waiting -= 1
                if waiting == 0:
                    return cost, now
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
    return cost, FAR


@numba.njit(cache=True)
def _known(cost, known, free, row, column):  # type: ignore[no-untyped-def]
    """Are the costs known that decide about a start whose own node is not free?"""
    for r in range(max(0, row - 2), min(cost.shape[0], row + 3)):
        for c in range(max(0, column - 2), min(cost.shape[1], column + 3)):
            if free[r, c] and cost[r, c] > known:
                return False
    return True


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
def _nearest(cost, far, row, column, low_x, low_y, x, y):  # type: ignore[no-untyped-def]
    """A node that costs less than `far`, or of those at most two away the nearest to a point; -1, -1 if none does."""
    if cost[row, column] < far:
        return row, column
    best, best_row, best_column = np.inf, -1, -1
    for r in range(max(0, row - 2), min(cost.shape[0], row + 3)):
        for c in range(max(0, column - 2), min(cost.shape[1], column + 3)):
            if cost[r, c] < far:
                dx, dy = low_x + (NODE * c + 0.5) * CELL - x, low_y + (NODE * r + 0.5) * CELL - y
                if dx * dx + dy * dy < best:
                    best, best_row, best_column = dx * dx + dy * dy, r, c
    return best_row, best_column


class Way:
    """The way of one body to one goal: the cost from every node, as far as it is known."""

    BYTES_PER_NODE = 4

    def __init__(self, here: Ground, cost: Int32s, known: int = FAR) -> None:
        self.here = here
        self.cost = cost
        self.known = known
        """Costs up to this are certain; beyond it they may be too high."""

    def tells(self, free: Bools, x: float, y: float) -> bool:
        """Is enough known for somebody who starts at a point?"""
        if self.known == FAR:
            return True
        row, column = self.here.node(x, y)
        if free[row, column]:
            return bool(self.cost[row, column] <= self.known)
        return bool(_known(self.cost, self.known, free, row, column))

    def from_point(self, x: float, y: float) -> tuple[int, int] | None:
        """The node to start from: the nearest one that leads to the goal."""
        row, column = _nearest(self.cost, FAR, *self.here.node(x, y), self.here.x, self.here.y, x, y)
        return None if row < 0 else (row, column)

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
    mark = _mark(edit, agent, goal)
    x, y = edit.agent_position[agent].tolist()
    if ("free", body.radius) not in cache:
        cache[("free", body.radius)] = free_nodes(edit, body.radius)
    free = cache[("free", body.radius)]
    if mark not in cache or not cache[mark].tells(free, x, y):
        if len(cache) * Way.BYTES_PER_NODE * free.size > WAYS_KEPT_BYTES:
            for old in [key for key, kept in cache.items() if isinstance(kept, Way)]:
                del cache[old]
        cache[mark] = Way(here, *distances(free, *_goal_nodes(here, free, mark), *here.node(x, y)))
    found: Way = cache[mark]
    if found.from_point(x, y) is None:
        return _way_aside(cache, found, free, mark, (x, y), _reach(edit, body, goal))
    return found


def is_walkable(edit: Edit, agent: int, goal: tuple[str, int]) -> bool:
    """Does `way_to` lead from where the agent stands to the goal? Worked out without the way itself."""
    body = edit.base.bodies[agent]
    here = ground(edit.known, body.radius)
    start = _standing_parts(edit, body, *edit.agent_position[agent].tolist())
    if start is None:
        return False
    mark = _mark(edit, agent, goal)
    if not start.rooms[mark[3]]:
        return False
    nodes = here.nodes_of(mark[3])
    rows, columns = _goal_nodes(here, start.free, mark)
    if np.isin(start.parts[rows, columns], start.around).any():
        return True
    own = start.own[nodes.rows, nodes.columns]
    return bool(own.any()) and len(_goal_nodes(here, start.own, mark, _reach(edit, body, goal))[0]) > 0


class _StandingParts(NamedTuple):
    """The parts of the free floor that hang together, seen from where somebody stands."""

    free: Bools
    parts: Int32s
    around: Int32s
    """Numbers of the parts that one may begin to walk in."""
    own: Bools
    """The nodes of the nearest of them."""
    rooms: Bools
    """By room: is any of it in one of these parts?"""


def _standing_parts(edit: Edit, body: Body, x: float, y: float) -> _StandingParts | None:
    """The parts of the floor around a point; None if it is shut in."""
    here = ground(edit.known, body.radius)
    cache: dict[object, Any] = edit.base.walkable if not edit.floor_changed else {}
    key = ("standing", body.radius, x, y)
    if key not in cache:
        free, parts = _free_parts(edit, body.radius, cache)
        row, column = here.node(x, y)
        window = parts[max(0, row - 2) : row + 3, max(0, column - 2) : column + 3]
        around = np.unique(window[window > 0])
        near = _nearest(~free, 1, row, column, here.x, here.y, x, y)
        rooms = np.zeros(len(edit.known.rooms) + 1, np.bool_)
        rooms[here.room[np.isin(parts, around)]] = True  # NONE is the last.
        cache[key] = _StandingParts(free, parts, around, parts == parts[near], rooms) if near[0] >= 0 else None
    found: _StandingParts | None = cache[key]
    return found


def _free_parts(edit: Edit, radius: float, cache: dict[object, Any]) -> tuple[Bools, Int32s]:
    """The free nodes, and the numbers (from 1) of the parts of them that hang together."""
    from scipy import ndimage

    if ("free", radius) not in cache:
        cache[("free", radius)] = free_nodes(edit, radius)
    free: Bools = cache[("free", radius)]
    if ("parts", radius) not in cache:
        cache[("parts", radius)], _ = ndimage.label(free, np.ones((3, 3)))
    return free, cache[("parts", radius)]


def _mark(edit: Edit, agent: int, goal: tuple[str, int]) -> tuple[Any, ...]:
    """What a way depends on besides the floor: the sort of goal, where it is, its room and the body's radius.

    A door is come to on the side of it that one is on.
    """
    kind, slot = goal
    radius = edit.base.bodies[agent].radius
    if kind == "room":
        return kind, 0.0, 0.0, slot, radius
    if kind == "agent":
        return kind, *edit.agent_position[slot].tolist(), int(edit.agent_room[slot]), radius
    here, room = int(edit.agent_room[agent]), int(edit.room[slot])
    if here in edit.known.door_rooms.get(slot, ()):
        room = here
    return kind, *edit.position[slot, :2].tolist(), room, radius


def _way_aside(
    cache: dict[object, Any],
    refused: Way,
    free: Bools,
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
    row, column = _nearest(~free, 1, *here.node(*start), here.x, here.y, *start)
    if row < 0:
        return refused
    part = int(parts[row, column])
    if ("aside", mark, part, reach) not in cache:
        rows, columns = _goal_nodes(here, parts == part, mark, reach)
        cost = distances(free, rows, columns, *NOWHERE)[0] if len(rows) else refused.cost
        cache[("aside", mark, part, reach)] = Way(here, cost)
    found: Way = cache[("aside", mark, part, reach)]
    return found


def _reach(edit: Edit, body: Body, goal: tuple[str, int]) -> float:
    """How far from a goal one may stand at the most to have come to it; a room is come to anywhere in it."""
    kind, slot = goal
    if kind == "room":
        return math.inf
    return body.reach + (edit.known.extra_reach.item(slot) if kind == "thing" else 0.0)


def _goal_nodes(here: Ground, free: Bools, mark: tuple[Any, ...], reach: float = math.inf) -> tuple[Int64s, Int64s]:
    """The nodes where a way ends: close to a point in its room, or in the middle of a room; none if all are too far."""
    kind, x, y, room, _ = mark
    nodes = here.nodes_of(room)
    if kind == "room":
        still_free = free[nodes.rows, nodes.columns]
        if not still_free.any():
            return nodes.rows[:0], nodes.columns[:0]
        x, y = float(nodes.x[still_free].mean()), float(nodes.y[still_free].mean())
    near = 0.7 if kind == "agent" else CLOSE
    found: tuple[Int64s, Int64s] = _close_nodes(free, nodes.rows, nodes.columns, nodes.x, nodes.y, x, y, near, reach)
    return found


@numba.njit(cache=True)
def _close_nodes(free, rows, columns, xs, ys, x, y, near, reach):  # type: ignore[no-untyped-def]
    """The free ones of some nodes that are no farther from a point than `near`, or than the nearest of them."""
    away = np.empty(len(rows))
    least = np.inf
    for i in range(len(rows)):
        away[i] = np.inf
        if free[rows[i], columns[i]]:
            away[i] = np.hypot(xs[i] - x, ys[i] - y)
            least = min(least, away[i])
    most = min(max(least, near) + 0.05, reach)
    found_rows, found_columns = np.empty(len(rows), np.int64), np.empty(len(rows), np.int64)
    count = 0
    for i in range(len(rows)):
        if away[i] <= most and away[i] < np.inf:
            found_rows[count], found_columns[count] = rows[i], columns[i]
            count += 1
    return found_rows[:count], found_columns[:count]
