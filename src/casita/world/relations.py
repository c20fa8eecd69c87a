"""What is true between things in a state: on, in, held, near, in a room, part of, controls, and comparisons.

Questions about two things take their slots. On and in look at what carries a thing directly, and a
part stands for the whole it is built into (in a drawer is in its dresser). Near means beside: both
stand on the same surface, in the same hollow or on the same floor, or one is built into what the
other stands on and reaches up to that surface (a tap), and their footprints are at most `NEAR` apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Bools, Float64s, Int32s, Int64s
from casita.errors import unknown
from casita.geometry.rests import AGAINST
from casita.geometry.solids import ROUND_ENOUGH, overlap_rectangles
from casita.scenes.kept import PerScene
from casita.world.liquids import liquid_mass
from casita.world.placing import NEAR
from casita.world.stance import resting_box
from casita.world.state import State
from casita.world.statics import NONE, Statics

LEVEL = 0.02
"""Metres that a part may end below the surface that something near it stands on: a basin's rim, not a drawer."""

MARGIN = 1.1
"""How many times as heavy, large or long one thing must be to count as more than another."""

Slots = Int64s
Values = Float64s


class Tables:
    """What relations need to know of a scene that never changes, by slot."""

    def __init__(self, known: Statics) -> None:
        counts = [len(spots) for spots in known.spots]
        flat = [spot for spots in known.spots for spot in spots]
        self.first_spot = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64)
        """Where a thing's spots begin in the two lists below."""
        self.spot_is_in = np.array([spot.relation == "in" for spot in flat], np.bool_)
        self.spot_shuts = np.array([bool(spot.joint) for spot in flat], np.bool_)
        """Is a spot out of reach and sight while its thing is closed?"""
        self.is_floor = np.array([thing.type == "floor" for thing in known.things], np.bool_)
        self.root = np.array([_root(known, slot) for slot in range(known.count)], np.int32)
        """The outermost thing that each is built into; itself for most."""
        self.volume: Values = known.size.prod(axis=1)
        self.length: Values = known.size.max(axis=1)
        wide, narrow = known.size[:, :2].max(axis=1), known.size[:, :2].min(axis=1)
        self.is_disc = known.round & (wide <= ROUND_ENOUGH * narrow)
        self.half = np.where(self.is_disc[:, None], wide[:, None], known.size[:, :2]) / 2
        """Half sides of footprints; for discs the radius twice."""


@PerScene
def tables(known: Statics) -> Tables:
    """The tables of a scene, made once and kept with it."""
    return Tables(known)


def _root(known: Statics, slot: int) -> int:
    while known.parent[slot] != NONE:
        slot = int(known.parent[slot])
    return slot


# Where things are.


def is_on(state: State, thing: int, carrier: int) -> bool:
    """Does a thing stand on another, or on a part of it?"""
    return _is_carried(state, thing, carrier, "on")


def is_in(state: State, thing: int, carrier: int) -> bool:
    """Is a thing in another, or in a part of it?"""
    return _is_carried(state, thing, carrier, "in")


def _is_carried(state: State, thing: int, carrier: int, relation: str) -> bool:
    now, known = state.objects, state.statics
    at, spot = int(now.carrier[thing]), int(now.spot[thing])
    if spot == NONE or not now.exists[thing] or known.spots[at][spot].relation != relation:
        return False
    while at not in (NONE, carrier):
        at = int(known.parent[at])
    return at == carrier


def is_held(state: State, thing: int, agent: int) -> bool:
    """Is a thing in this agent's hand?"""
    return bool(state.objects.held_by[thing] == agent and state.objects.exists[thing])


def is_in_room(state: State, thing: int, room: int) -> bool:
    """Is a thing in this room, counted from 0 in the scene's order?"""
    return bool(state.objects.room[thing] == room and state.objects.exists[thing])


def is_part_of(state: State, part: int, whole: int) -> bool:
    """Is one thing built into another, at any depth?"""
    at = int(state.statics.parent[part])
    while at not in (NONE, whole):
        at = int(state.statics.parent[at])
    return at == whole


def controls(state: State, switch: int, thing: int) -> bool:
    """Does one thing switch another on and off?"""
    return thing in state.statics.controls.get(switch, ())


def is_near(state: State, one: int, other: int) -> bool:
    """Do two things stand beside each other?"""
    return one != other and len(near_pairs(state, np.array([one, other]))) > 0


class Carried(NamedTuple):
    """Everything that is on or in something: row i is one thing."""

    thing: Slots
    carrier: Int32s
    inside: Bools
    """Is it in its carrier, rather than on it?"""


def carried(state: State) -> Carried:
    """All that stands on or in things, with what carries it directly, by slot."""
    now, table = state.objects, tables(state.statics)
    thing = np.nonzero(now.exists & (now.spot != NONE))[0]
    carrier = now.carrier[thing]
    return Carried(thing, carrier, table.spot_is_in[table.first_spot[carrier] + now.spot[thing]])


def near_pairs(state: State, among: Slots | None = None) -> Slots:
    """The pairs of slots that are near each other, among some or all things, in their order: rows of two."""
    now, known = state.objects, state.statics
    table = tables(known)
    slots = np.nonzero(now.exists)[0] if among is None else among[now.exists[among]]
    carrier, spot, root = now.carrier[slots], now.spot[slots], table.root[slots]
    stands = spot != NONE
    group = np.where(stands, carrier, np.where(root != slots, root, NONE))
    surface = np.where(stands, 1 + np.where(table.is_floor[carrier], 0, spot), 0)
    inside = np.zeros(len(slots), np.bool_)
    inside[stands] = table.spot_is_in[table.first_spot[carrier[stands]] + spot[stands]]
    leaning = now.rest[slots] == AGAINST
    if leaning.any():
        group, surface = (
            np.where(leaning, np.array(known.floor_slots, np.int32)[now.room[slots]], group),
            surface | leaning,
        )
    pairs: Slots = _near_rows(group, surface, inside, known.count, footprints(state, slots), NEAR, LEVEL)
    return slots[pairs]


def footprints(state: State, slots: Slots) -> Values:
    """What things cover, seen from above: rows of x, y, half sides, cosine and sine, low, high, whether a disc."""
    now, known = state.objects, state.statics
    table = tables(known)
    w, x, y, z = now.rotation[slots].T
    cos, sin = 1.0 - 2.0 * (y * y + z * z), 2.0 * (w * z + x * y)
    rows = np.empty((len(slots), 9))
    rows[:, 0:2] = now.position[slots, :2]
    rows[:, 2:4] = table.half[slots]
    rows[:, 4], rows[:, 5] = cos, sin
    rows[:, 6] = now.position[slots, 2]
    rows[:, 7] = rows[:, 6] + known.size[slots, 2]
    rows[:, 8] = table.is_disc[slots]
    for row in np.nonzero((x != 0.0) | (y != 0.0))[0].tolist():
        box = resting_box(now.position[slots[row]], now.rotation[slots[row]], known.size[slots[row]])
        rows[row] = (box.x, box.y, box.half_x, box.half_y, box.cos, box.sin, box.low, box.high, False)
    return rows


@numba.njit(cache=True)
def _near_rows(group, surface, inside, groups, rows, near, level):  # type: ignore[no-untyped-def]
    """Pairs of rows of one group that are beside each other; surface 0 is of parts, near to what is on their whole."""
    count = len(group)
    first, following = np.full(groups, -1, np.int64), np.full(count, -1, np.int64)
    for i in range(count - 1, -1, -1):
        if group[i] >= 0:
            following[i] = first[group[i]]
            first[group[i]] = i
    found = np.empty((64, 2), np.int64)
    used = 0
    for i in range(count):
        j = following[i]
        while j >= 0:
            if surface[i] == surface[j]:
                beside = surface[i] > 0
            else:
                on_top = (surface[i] == 0 and not inside[j]) or (surface[j] == 0 and not inside[i])
                beside = on_top and max(rows[i, 6], rows[j, 6]) - min(rows[i, 7], rows[j, 7]) <= level
            if beside and gap_between(rows[i], rows[j]) <= near:
                if used == len(found):
                    found = np.concatenate((found, np.empty_like(found)))
                found[used, 0], found[used, 1] = i, j
                used += 1
            j = following[j]
    return found[:used]


@numba.njit(cache=True)
def gap_between(a, b):  # type: ignore[no-untyped-def]
    """Metres between two footprints, seen from above; 0 if they overlap."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if a[8] and b[8]:
        return max(0.0, np.sqrt(dx * dx + dy * dy) - a[2] - b[2])
    if b[8]:
        return max(0.0, _distance_to(a, b[0], b[1]) - b[2])
    if a[8]:
        return max(0.0, _distance_to(b, a[0], a[1]) - a[2])
    if overlap_rectangles(dx, dy, a[2], a[3], a[4], a[5], b[2], b[3], b[4], b[5]) > 0.0:
        return 0.0
    return min(_least_from_corners(a, b), _least_from_corners(b, a))


@numba.njit(cache=True)
def _distance_to(row, x, y):  # type: ignore[no-untyped-def]
    """Metres from a point to a rectangle."""
    dx, dy = x - row[0], y - row[1]
    along = max(0.0, abs(dx * row[4] + dy * row[5]) - row[2])
    across = max(0.0, abs(-dx * row[5] + dy * row[4]) - row[3])
    return np.sqrt(along * along + across * across)


@numba.njit(cache=True)
def _least_from_corners(a, b):  # type: ignore[no-untyped-def]
    """The least distance of the corners of one rectangle to another."""
    least = np.inf
    for k in range(4):
        u, v = a[2] * (1.0 if k & 1 else -1.0), a[3] * (1.0 if k & 2 else -1.0)
        least = min(least, _distance_to(b, a[0] + a[4] * u - a[5] * v, a[1] + a[5] * u + a[4] * v))
    return least


# How they compare.


def own_mass(state: State) -> Values:
    """Kilograms of each thing by itself: what is left of it, and its liquid; 0 for what is not there."""
    now, known = state.objects, state.statics
    liquid = liquid_mass(tables(known).volume, np.where(now.liquid > 0, now.level, 0.0).astype(float))
    mass: Values = np.where(now.exists, known.mass * now.amount + liquid, 0.0)
    return mass


def total_mass(state: State) -> Values:
    """Kilograms of each thing with all that is on, in and part of it."""
    own = own_mass(state)
    total = own.copy()
    slots = np.nonzero(state.objects.exists & (state.objects.carrier != NONE))[0]
    above = state.objects.carrier[slots]
    while len(slots):
        total += np.bincount(above, own[slots], len(own))
        above = state.objects.carrier[above]
        slots, above = slots[above != NONE], above[above != NONE]
    return total


def _volume(state: State) -> Values:
    return tables(state.statics).volume


def _length(state: State) -> Values:
    return tables(state.statics).length


@dataclass(frozen=True, slots=True)
class Comparison:
    """One word that compares two things: by which measure, and whether more of it or less."""

    word: str
    measure: Callable[[State], Values]
    more: bool


COMPARISONS = {
    row.word: row
    for row in (
        Comparison("heavier", total_mass, True),
        Comparison("lighter", total_mass, False),
        Comparison("larger", _volume, True),
        Comparison("smaller", _volume, False),
        Comparison("longer", _length, True),
        Comparison("shorter", _length, False),
    )
}
"""Mass with all that a thing carries, volume of its box, its longest side."""


def compares(state: State, word: str, one: int, other: int) -> bool:
    """Is one thing heavier (lighter, larger, ...) than another, by the margin? Else they count as equal."""
    row = _comparison_row(word)
    a, b = row.measure(state)[[one, other]].tolist()
    return bool(a > MARGIN * b if row.more else b > MARGIN * a)


def comparison(state: State, word: str) -> Bools:
    """For every two slots: does the word hold of the row's thing against the column's? False where one is not there."""
    row = _comparison_row(word)
    values, exists = row.measure(state), state.objects.exists
    more = values[:, None] > MARGIN * values[None, :]
    more &= exists[:, None] & exists[None, :]
    return more if row.more else more.T


def _comparison_row(word: str) -> Comparison:
    if word not in COMPARISONS:
        raise unknown("comparison", word, COMPARISONS)
    return COMPARISONS[word]
