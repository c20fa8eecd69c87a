"""Where things can be put: surfaces and shelves in space, and free places on them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from casita.catalog import Cavity, catalog
from casita.geometry.placed import Placed
from casita.geometry.poses import cos_sin
from casita.geometry.solids import joint_motion
from casita.seeds import Stream

CLEARANCE = 0.004
"""Metres kept between two things that are put beside each other."""

EDGE = 0.004
"""Metres kept between a thing and the edge of what it is put on."""


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


class Spot(NamedTuple):
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


def spots(thing: Placed) -> tuple[Spot, ...]:
    """All level areas of an upright thing, in space, at its openness."""
    form = catalog()[thing.type].forms[thing.variant]
    found = []
    for surface in form.surfaces:
        free = math.inf if surface.headroom is None else surface.headroom * thing.size[2]
        area = (surface.x, surface.y, surface.z)
        found.append(_spot(thing, surface.name, "on", area, free, surface.round, False, ""))
    for cavity in form.cavities:
        for z, free in _levels(cavity, thing.size[2]):
            area = (cavity.x, cavity.y, z)
            found.append(_spot(thing, cavity.name, "in", area, free, cavity.round, cavity.hang, cavity.joint))
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
    )


def footprint(thing: Placed) -> Footprint:
    """What an upright thing covers when closed: its box, or a disc if all its pieces are round."""
    form = catalog()[thing.type].forms[thing.variant]
    return footprint_of(thing.size, thing.position, thing.rotation[2], all(s.shape != "box" for s in form.solids))


def footprint_of(
    size: tuple[float, float, float], position: tuple[float, float, float], yaw: float, round: bool
) -> Footprint:
    """The footprint of a box, or of the disc in it, standing at a position."""
    c, s = cos_sin(yaw)
    x, y, z = position
    is_disc = round and max(size[:2]) <= 1.15 * min(size[:2])
    half = (max(size[:2]) / 2, max(size[:2]) / 2) if is_disc else (size[0] / 2, size[1] / 2)
    return Footprint(x, y, half[0], half[1], c, s, z, z + size[2], is_disc)


def apart(a: Footprint, b: Footprint, gap: float) -> bool:
    """Are two footprints at least this far from each other, to the side or one above the other?"""
    if a.low >= b.high - 1e-4 or b.low >= a.high - 1e-4:
        return True
    dx, dy = b.x - a.x, b.y - a.y
    ax, ay = a.spread()
    bx, by = b.spread()
    if abs(dx) >= ax + bx + gap or abs(dy) >= ay + by + gap:
        return True
    if a.round and b.round:
        return math.hypot(dx, dy) >= a.half_x + b.half_x + gap
    if a.round:
        a, b, dx, dy = b, a, -dx, -dy
    if b.round:
        x, y = abs(dx * a.cos + dy * a.sin) - a.half_x, abs(-dx * a.sin + dy * a.cos) - a.half_y
        return math.hypot(max(x, 0.0), max(y, 0.0)) >= b.half_x + gap
    turn_c, turn_s = abs(a.cos * b.cos + a.sin * b.sin), abs(a.sin * b.cos - a.cos * b.sin)
    return (
        abs(dx * a.cos + dy * a.sin) >= a.half_x + b.half_x * turn_c + b.half_y * turn_s + gap
        or abs(-dx * a.sin + dy * a.cos) >= a.half_y + b.half_x * turn_s + b.half_y * turn_c + gap
        or abs(dx * b.cos + dy * b.sin) >= b.half_x + a.half_x * turn_c + a.half_y * turn_s + gap
        or abs(-dx * b.sin + dy * b.cos) >= b.half_y + a.half_x * turn_s + a.half_y * turn_c + gap
    )


def fits(spot: Spot, mark: Footprint, edge: float = EDGE) -> bool:
    """Does a footprint lie within a spot, and is there height enough?"""
    if mark.high - mark.low > spot.headroom + 1e-9:
        return False
    c, s = cos_sin(spot.yaw)
    dx, dy = mark.x - spot.x, mark.y - spot.y
    x, y = abs(dx * c + dy * s), abs(-dx * s + dy * c)
    if spot.round:
        far = math.hypot(x, y) + (mark.half_x if mark.round else math.hypot(mark.half_x, mark.half_y))
        return far + edge <= min(spot.half_x, spot.half_y)
    if mark.round:
        return x + mark.half_x + edge <= spot.half_x and y + mark.half_y + edge <= spot.half_y
    turn_c, turn_s = abs(mark.cos * c + mark.sin * s), abs(mark.sin * c - mark.cos * s)
    return (
        x + mark.half_x * turn_c + mark.half_y * turn_s + edge <= spot.half_x
        and y + mark.half_x * turn_s + mark.half_y * turn_c + edge <= spot.half_y
    )


def free_place(
    spot: Spot,
    size: tuple[float, float, float],
    round: bool,
    yaws: Sequence[float],
    taken: Sequence[Footprint],
    luck: Stream,
    tries: int = 12,
) -> tuple[Footprint, float] | None:
    """A free place for a box on a spot: its footprint and yaw, or None if none was found.

    `yaws` are the directions it may face, relative to the spot; `taken` is what stands there already.
    """
    if size[2] > spot.headroom:
        return None
    c, s = cos_sin(spot.yaw)
    low = spot.z - size[2] if spot.hang else spot.z
    for _ in range(tries):
        turn = yaws[luck.below(len(yaws))]
        reach_x, reach_y = footprint_of(size, (0.0, 0.0, 0.0), turn, round).spread()
        room_x, room_y = spot.half_x - reach_x - EDGE, spot.half_y - reach_y - EDGE
        if room_x < 0.0 or room_y < 0.0:
            continue
        u = 0.0 if spot.hang else luck.uniform(-room_x, room_x)
        v = luck.uniform(-room_y, room_y)
        at = (spot.x + c * u - s * v, spot.y + s * u + c * v, low)
        mark = footprint_of(size, at, spot.yaw + turn, round)
        if spot.round and not fits(spot, mark):
            continue
        if all(apart(mark, other, CLEARANCE) for other in taken):
            return mark, spot.yaw + turn
    return None
