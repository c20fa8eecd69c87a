"""Where things can be put: surfaces and shelves in space, and free places on them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
import numba
import numpy as np

from casita.arrays import Float64s
from casita.catalog import Cavity, catalog
from casita.geometry.placed import Placed, Vector
from casita.geometry.poses import cos_sin
from casita.geometry.solids import ROUND_ENOUGH, joint_motion, overlap_rectangle_disc, overlap_rectangles
from casita.seeds import Stream

CLEARANCE = 0.004
"""Metres kept between two things that are put beside each other."""

EDGE = 0.004
"""Metres kept between a thing and the edge of what it is put on."""


TOUCH = 1e-4
"""Metres that one thing may be below the top of another and still count as above it."""

Marks = Float64s
"""Many footprints: one row each, its columns the fields of Footprint."""

LOW, HIGH, ROUND = 6, 7, 8
"""Columns of Marks."""


class Footprint(NamedTuple):
    """What a thing covers, seen from above, and between which heights."""

    x: float
    y: float
    half_x: float
    half_y: float
    cos: float
    sin: float
    low: float
    high: float
    round: bool

    def spread(self) -> tuple[float, float]:
        """Half of its extent along the axes of space."""
        if self.round:
            return self.half_x, self.half_y
        c, s = abs(self.cos), abs(self.sin)
        return self.half_x * c + self.half_y * s, self.half_x * s + self.half_y * c


class Spot(msgspec.Struct, frozen=True):
    """A level area of a placed thing that others can be put on or in."""

    name: str
    relation: str
    """It is "on" or "in"."""
    x: float
    y: float
    z: float
    half_x: float
    half_y: float
    yaw: float
    headroom: float
    """Free height above it in metres; infinite if open to the ceiling."""
    round: bool
    hang: bool
    """Whether things hang from its top; z is then the top."""
    joint: str
    """The joint that must be open to reach it; empty if none."""
    rim: float = 0.0
    """Metres that the walls around it rise above it; 0 if there are none."""


def spots(thing: Placed) -> tuple[Spot, ...]:
    """All level areas of an upright thing, in space, at its openness."""
    form = catalog()[thing.type].forms[thing.variant]
    found = []
    for surface in form.surfaces:
        free = math.inf if surface.headroom is None else surface.headroom * thing.size[2]
        area = (surface.x, surface.y, surface.z)
        rim = surface.rim * thing.size[2]
        found.append(_spot(thing, surface.name, "on", area, free, surface.round, False, "", rim))
    for cavity in form.cavities:
        for z, free in _levels(cavity, thing.size[2]):
            area = (cavity.x, cavity.y, z)
            rim = 0.0 if cavity.hang else min(free, (cavity.z[1] - z) * thing.size[2])
            found.append(_spot(thing, cavity.name, "in", area, free, cavity.round, cavity.hang, cavity.joint, rim))
    return tuple(found)


def _levels(cavity: Cavity, height: float) -> Iterator[tuple[float, float]]:
    """Each shelf of a cavity as a fraction of the box, with the free height above it in metres."""
    if cavity.hang:
        yield cavity.z[1], (cavity.z[1] - cavity.z[0]) * height
        return
    levels = cavity.levels or (cavity.z[0],)
    for level, above in zip(levels, (*levels[1:], cavity.z[1]), strict=True):
        last = level == levels[-1]
        yield level, math.inf if last and cavity.open_top else (above - level) * height - (0.0 if last else 0.02)


def _spot(
    thing: Placed,
    name: str,
    relation: str,
    area: tuple[tuple[float, float], tuple[float, float], float],
    headroom: float,
    round: bool,
    hang: bool,
    joint: str,
    rim: float,
) -> Spot:
    """One area of a thing's box, moved to where the thing is."""
    (x0, x1), (y0, y1), z = area
    depth, width, height = thing.size
    local = ((x0 + x1) / 2 - 0.5) * depth, ((y0 + y1) / 2 - 0.5) * width
    if joint and thing.openness > 0.0:
        slide = next(j for j in catalog()[thing.type].forms[thing.variant].joints if j.name == joint)
        if slide.kind == "slide":
            _, shift = joint_motion(slide, thing.size, thing.openness)
            local = local[0] + float(shift[0]), local[1] + float(shift[1])
    c, s = cos_sin(thing.rotation[2])
    return Spot(
        name,
        relation,
        thing.position[0] + c * local[0] - s * local[1],
        thing.position[1] + s * local[0] + c * local[1],
        thing.position[2] + z * height,
        (x1 - x0) / 2 * depth,
        (y1 - y0) / 2 * width,
        thing.rotation[2],
        headroom,
        round,
        hang,
        joint,
        rim,
    )


def footprint(thing: Placed) -> Footprint:
    """What an upright thing covers when closed: its box, or a disc if all its pieces are round."""
    form = catalog()[thing.type].forms[thing.variant]
    return footprint_of(thing.size, thing.position, thing.rotation[2], form.is_round)


def footprint_of(size: Vector, position: Vector, yaw: float, round: bool) -> Footprint:
    """The footprint of a box, or of the disc in it, standing at a position."""
    c, s = cos_sin(yaw)
    x, y, z = position
    is_disc = round and max(size[:2]) <= ROUND_ENOUGH * min(size[:2])
    half = (max(size[:2]) / 2, max(size[:2]) / 2) if is_disc else (size[0] / 2, size[1] / 2)
    return Footprint(x, y, half[0], half[1], c, s, z, z + size[2], is_disc)


def apart(mark: Footprint, others: Marks, gap: float) -> bool:
    """Is a footprint at least this far from others, to the side, or above or below them?"""
    return bool(apart_rows(np.array(mark, float), others, gap))


def fits(spot: Spot, mark: Footprint, edge: float = EDGE) -> bool:
    """Does a footprint lie within a spot, and is there height enough?"""
    if mark.high - mark.low > spot.headroom + 1e-9:
        return False
    return bool(within_area(*_area(spot), np.array(mark, float), edge))


def free_place(
    spot: Spot, size: Vector, round: bool, turns: Sequence[float], taken: Marks, luck: Stream, tries: int = 12
) -> tuple[Footprint, float] | None:
    """A free place for a box on a spot: its footprint and yaw, or None if none was found.

    `turns` are the directions it may face, relative to the spot; `taken` is what stands there already.
    """
    if size[2] > spot.headroom:
        return None
    low = spot.z - size[2] if spot.hang else spot.z
    draws = np.array(luck.randoms(3 * tries)).reshape(tries, 3)
    facing = np.array([cos_sin(spot.yaw + turn) for turn in turns])
    mark = np.array(footprint_of(size, (0.0, 0.0, low), 0.0, round), float)
    turn = search_place(*_area(spot), spot.hang, mark, facing, taken, draws)
    if turn < 0:
        return None
    x, y, half_x, half_y, c, s, low, high, is_disc = mark.tolist()
    return Footprint(x, y, half_x, half_y, c, s, low, high, bool(is_disc)), spot.yaw + turns[turn]


def _area(spot: Spot) -> tuple[float, float, float, float, float, float, bool]:
    """A spot's middle, half sides, direction and whether it is round."""
    return (spot.x, spot.y, spot.half_x, spot.half_y, *cos_sin(spot.yaw), spot.round)


@numba.njit(cache=True)
def apart_rows(mark, others, gap):  # type: ignore[no-untyped-def]
    """Is a footprint (a row of Marks) at least `gap` from all others?"""
    for i in range(len(others)):
        other = others[i]
        if mark[LOW] >= other[HIGH] - TOUCH or other[LOW] >= mark[HIGH] - TOUCH:
            continue
        dx, dy = other[0] - mark[0], other[1] - mark[1]
        if mark[ROUND] and other[ROUND]:
            overlap = mark[2] + other[2] - np.sqrt(dx * dx + dy * dy)
        elif other[ROUND]:
            overlap = overlap_rectangle_disc(dx, dy, mark[2], mark[3], mark[4], mark[5], other[2])
        elif mark[ROUND]:
            overlap = overlap_rectangle_disc(-dx, -dy, other[2], other[3], other[4], other[5], mark[2])
        else:
            overlap = overlap_rectangles(
                dx, dy, mark[2], mark[3], mark[4], mark[5], other[2], other[3], other[4], other[5]
            )
        if overlap > -gap:
            return False
    return True


@numba.njit(cache=True)
def within_area(x, y, half_x, half_y, c, s, round, mark, edge):  # type: ignore[no-untyped-def]
    """Does a footprint lie within an area, at least `edge` from its rim?"""
    dx, dy = mark[0] - x, mark[1] - y
    across, along = abs(dx * c + dy * s), abs(-dx * s + dy * c)
    if round:
        far = mark[2] if mark[ROUND] else np.sqrt(mark[2] * mark[2] + mark[3] * mark[3])
        return np.sqrt(across * across + along * along) + far + edge <= min(half_x, half_y)
    reach_x, reach_y = _spread(mark, c, s)
    return across + reach_x + edge <= half_x and along + reach_y + edge <= half_y


@numba.njit(cache=True)
def _spread(mark, c, s):  # type: ignore[no-untyped-def]
    """Half of a footprint's extent along a direction and across it."""
    if mark[ROUND]:
        return mark[2], mark[2]
    turn_c, turn_s = abs(mark[4] * c + mark[5] * s), abs(mark[5] * c - mark[4] * s)
    return mark[2] * turn_c + mark[3] * turn_s, mark[2] * turn_s + mark[3] * turn_c


@numba.njit(cache=True)
def search_place(x, y, half_x, half_y, c, s, round, hang, mark, facing, taken, draws):  # type: ignore[no-untyped-def]
    """Moves a footprint to the first free place among random ones; gives its turn, or -1 if none is free."""
    for t in range(len(draws)):
        turn = int(draws[t, 0] * len(facing))
        mark[4], mark[5] = facing[turn, 0], facing[turn, 1]
        reach_x, reach_y = _spread(mark, c, s)
        room_x, room_y = half_x - reach_x - EDGE, half_y - reach_y - EDGE
        if room_x < 0.0 or room_y < 0.0:
            continue
        u = 0.0 if hang else (2.0 * draws[t, 1] - 1.0) * room_x
        v = (2.0 * draws[t, 2] - 1.0) * room_y
        mark[0], mark[1] = x + c * u - s * v, y + s * u + c * v
        if round and not within_area(x, y, half_x, half_y, c, s, round, mark, EDGE):
            continue
        if apart_rows(mark, taken, CLEARANCE):
            return turn
    return -1
