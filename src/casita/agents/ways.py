"""How many steps it is from here to there in a home, as its tenant knows it: furniture stands, inner doors are open.

For every place that is asked about, the cost of walking to where it is in reach is worked out once for
the whole home on the world's own walking lattice, and kept with the scene. Distances between many
places are then looked up at once. Loose things on the floor, other agents and what stands open are
not known beforehand and do not count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numba
import numpy as np

from casita.arrays import Bools, Float64s, Int64s
from casita.geometry.navigation import CELL
from casita.scenes.kept import BoundedDict, PerScene
from casita.world.bodies import Body
from casita.world.edit import Edit
from casita.world.ground import NODE, free_nodes, ground
from casita.world.starting import beginning
from casita.world.statics import Statics
from casita.world.walking import NOWHERE, descend, distances

STRIDE = 97
"""Cost that one step of walking covers, of the lattice's 100 a metre: steps end on nodes, often a little short."""

FAR = 32_000
"""The cost of what cannot be walked to."""

FAR_STEPS = 330
"""Steps that it counts as."""

MARGIN = 0.05
"""Metres that somebody steps closer than they would need to."""

Matrix = Int64s
Floats = Float64s


class Ways:
    """Walking distances in one home for one kind of body."""

    def __init__(self, known: Statics, body: Body, arm: float) -> None:
        self.known = known
        self.body = body
        self.arm = arm
        self._here = ground(known, body.radius)
        self._free = _free_at_home(known, body)
        self._numbers: dict[tuple[float, float, int, float], int] = {}
        self._fields = np.empty((16, *self._free.shape), np.int16)
        self._stops = np.empty((16, 2), np.int64)

    def to_thing(self, slot: int, x: float, y: float, room: int) -> int:
        """The number of the place from which a thing at a point is in reach."""
        return self._number(round(x, 2), round(y, 2), room, self.reach(slot) - MARGIN)

    def to_room(self, room: int) -> int:
        """The number of a room as a place: anywhere in it."""
        return self._number(0.0, 0.0, room, 0.0)

    def reach(self, slot: int) -> float:
        """How near the middle of a thing one goes to handle it, seen from above; the world allows no less."""
        loose, size = self.known.loose[slot], self.known.size[slot, :2]
        most = self.body.reach + (0.0 if loose else float(size.max()) / 2)
        return min(most, self.arm + (0.0 if loose else float(size.min()) / 2))

    def steps(self, places: list[int], points: Sequence[tuple[float, float]]) -> Matrix:
        """Steps of walking from some points (the first rows) and from each place (the rows after) to each place."""
        nodes = np.array([self._here.node(*point) for point in points], np.int64).reshape(-1, 2)
        found: Matrix = _steps(self._fields, self._stops, np.array(places, np.int64), nodes)
        return found

    def path(self, place: int, point: tuple[float, float], others: Iterable[tuple[float, float]] = ()) -> Floats:
        """The points of the lattice on the way from a point to a place, in order, around others who stand about."""
        start = self._here.node(*point)
        nodes = descend(self._fields[place], start[0], start[1], FAR)
        free = self._free_of(others)
        if free is not None:
            rows, columns = map(np.ascontiguousarray, np.nonzero((self._fields[place] == 0) & free))
            cost = np.minimum(distances(free, rows, columns, start[0], start[1])[0], FAR).astype(np.int16)
            detour = descend(cost, start[0], start[1], FAR)
            nodes = detour if len(detour) > 1 else nodes
        return np.array([self._here.point(row, column) for row, column in nodes])

    def straight(self, path: Floats, point: tuple[float, float]) -> tuple[float, float]:
        """The farthest point of a path to which one can go straight from a point; the first one if there is none."""
        ends = [(float(x), float(y)) for x, y in path.tolist()]
        return next((end for end in reversed(ends) if self._is_straight(point, end)), ends[0])

    def _is_straight(self, point: tuple[float, float], end: tuple[float, float]) -> bool:
        """Can one go from a point to another in one straight step, as far as one knows the home?"""
        length = math.dist(point, end)
        parts = np.linspace(point, end, 2 + int(length / CELL))[1:]
        return length <= self.body.stride and all(self._free[self._here.node(x, y)] for x, y in parts.tolist())

    def _free_of(self, others: Iterable[tuple[float, float]]) -> Bools | None:
        """Where one can walk when others stand at some points; None if there are none."""
        free = None
        rows, columns = np.indices(self._free.shape)
        x, y = self._here.x + (NODE * columns + 0.5) * CELL, self._here.y + (NODE * rows + 0.5) * CELL
        for other in others:
            away = np.hypot(x - other[0], y - other[1]) > 2 * self.body.radius + MARGIN
            free = self._free & away if free is None else free & away
        return free

    def _number(self, x: float, y: float, room: int, reach: float) -> int:
        mark = (x, y, room, reach)
        number = self._numbers.get(mark)
        if number is None:
            number = len(self._numbers)
            if number == len(self._fields):
                self._fields = np.concatenate([self._fields, np.empty_like(self._fields)])
                self._stops = np.concatenate([self._stops, np.empty_like(self._stops)])
            self._measure(number, x, y, room, reach)
            self._numbers[mark] = number  # last: who is stopped while it is measured must not leave half of it
        return number

    def _measure(self, number: int, x: float, y: float, room: int, reach: float) -> None:
        """Work out the costs of walking to one place from everywhere."""
        nodes = self._here.nodes_of(room)
        free = self._free[nodes.rows, nodes.columns]
        rows, columns, px, py = (each[free] for each in nodes)
        if not len(rows):
            self._fields[number], self._stops[number] = FAR, (0, 0)
            return
        if reach > 0.0:
            away = np.hypot(px - x, py - y)
            close = away <= max(reach, float(away.min()) + 0.05)
            rows, columns, px, py = rows[close], columns[close], px[close], py[close]
        cost, _ = distances(self._free, rows, columns, *NOWHERE)
        self._fields[number] = np.minimum(cost, FAR)
        middle = int(np.argmin(np.hypot(px - px.mean(), py - py.mean())))
        self._stops[number] = rows[middle], columns[middle]


def _free_at_home(known: Statics, body: Body) -> Bools:
    """Where one can walk when nothing loose lies about, furniture is shut and inner doors stand as at first.

    Pockets that one cannot get into or out of are left out.
    """
    from scipy import ndimage

    state = beginning(known.scene, {"tenant": body.name})
    is_door = np.array([thing.type == "door" for thing in known.things], np.bool_)
    now = state.objects
    bare = now._replace(exists=now.exists & ~known.loose, openness=np.where(is_door, now.openness, 0.0).astype("f4"))
    for column in (bare.exists, bare.openness):
        column.setflags(write=False)  # Compiled code is made once for columns that are read-only.
    free = free_nodes(Edit(replace(state, objects=bare, walkable={})), body.radius)
    regions, count = ndimage.label(free, np.ones((3, 3)))
    if not count:
        return free
    largest: Bools = regions == 1 + int(np.argmax(np.bincount(regions.ravel())[1:]))
    return largest


@numba.njit(cache=True)
def _steps(fields, stops, places, points):  # type: ignore[no-untyped-def]
    """See `Ways.steps`."""
    count, starts = len(places), len(points)
    found = np.zeros((starts + count, count), np.int64)
    height, width = fields.shape[1:]
    for j in range(count):
        field = fields[places[j]]
        for i in range(starts + count):
            node = points[i] if i < starts else stops[places[i - starts]]
            r, c = node[0], node[1]
            cost = field[r, c]
            if cost >= FAR:
                for up in range(max(0, r - 2), min(height, r + 3)):
                    for across in range(max(0, c - 2), min(width, c + 3)):
                        cost = min(cost, field[up, across])
            found[i, j] = FAR_STEPS if cost >= FAR else (cost + STRIDE - 1) // STRIDE
    return found


def ways(known: Statics, body: Body, arm: float) -> Ways:
    """The ways of a home for a body that goes so near things, made once and kept with the scene."""
    made = _made(known)
    if (body.name, arm) not in made:
        made[body.name, arm] = Ways(known, body, arm)
    return made[body.name, arm]


@PerScene
def _made(known: Statics) -> dict[tuple[str, float], Ways]:
    """The ways of a home that were asked for, by body and length of arm."""
    return BoundedDict(16)
