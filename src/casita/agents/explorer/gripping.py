"""How a thing is gripped: at which height, from above or from ahead, and whether the fingers would close on it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from casita.agents.explorer.memory import Remembered
from casita.agents.explorer.reaching import APPROACHES, FROM_ABOVE, FROM_AHEAD, RAISED, SLANTED, STEP, Approach
from casita.agents.explorer.senses import Pose, Seen

ABOVE_SURFACE = {FROM_ABOVE.name: 0.022, SLANTED.name: 0.03, FROM_AHEAD.name: 0.042}
"""Metres that the gripper must stay above what a thing stands on, by approach: fingertips and hand need room."""

IN_GRIP = 0.047
"""Metres above a thing's top from which the fingers still close on it."""

BELOW_TOP = 0.03
"""Metres below a thing's top where it is gripped if it is tall."""

UNDER = 0.15
"""Metres from a thing's top to the top of what it is in, from which on it is better got from ahead."""

BETWEEN_FINGERS = 0.045
"""Metres from the middle of a hollow thing to its sides up to which fingers in its middle close on them."""

RIM = 0.015
"""Metres from the outside of a hollow thing to where it is gripped."""

AT_THING = 0.03
"""Metres from a thing at which the gripper need go no farther."""

Point = tuple[float, float, float]


class Grip(NamedTuple):
    """A way to grip a thing."""

    point: Point
    """Where the gripper closes, on the map."""
    approach: Approach


def grips(thing: Remembered) -> list[Grip]:
    """The ways to grip a thing where it is now, the simplest first, at heights that the gripper's moves lead to."""
    seen, top, found = thing.now, float(RAISED[2]), []
    for approach in APPROACHES:
        wanted = max(seen.low + ABOVE_SURFACE[approach.name], seen.high - BELOW_TOP)
        height = top - STEP * math.floor((top - wanted) / STEP + 1e-9)
        if height <= seen.high + IN_GRIP:
            found += [Grip((*at, height), approach) for at in _where_solid(thing)]
    return found


def _where_solid(thing: Remembered) -> list[tuple[float, float]]:
    """Where a thing can be gripped, seen from above: in its middle, or on its rim if there is nothing in the middle."""
    seen = thing.now
    if not (thing.is_hollow and min(seen.half) > BETWEEN_FINGERS):
        return [seen.at]
    c, s = math.cos(math.radians(seen.yaw)), math.sin(math.radians(seen.yaw))
    deep, wide = seen.half[0] - RIM, seen.half[1] - RIM
    sides = ((deep, 0.0), (-deep, 0.0), (0.0, wide), (0.0, -wide))
    return [(seen.at[0] + c * x - s * y, seen.at[1] + s * x + c * y) for x, y in sides]


def is_under_something(thing: Remembered, others: Iterable[Remembered]) -> bool:
    """Is a thing inside the box of furniture that has hollows, such as a shelf or a fridge, well below its top?"""
    for other in others:
        if other.has_hollow and other.seen.high > thing.now.high + UNDER:
            c, s = math.cos(math.radians(other.seen.yaw)), math.sin(math.radians(other.seen.yaw))
            dx, dy = thing.now.at[0] - other.seen.at[0], thing.now.at[1] - other.seen.at[1]
            within = abs(dx * c + dy * s) <= other.seen.half[0] and abs(dy * c - dx * s) <= other.seen.half[1]
            if within and thing.now.low >= other.seen.low:
                return True
    return False


def gap(point: Point, thing: Seen) -> float:
    """Metres from a point on the map to the box of a thing; 0 inside."""
    c, s = math.cos(math.radians(thing.yaw)), math.sin(math.radians(thing.yaw))
    dx, dy = point[0] - thing.at[0], point[1] - thing.at[1]
    along, across = abs(dx * c + dy * s) - thing.half[0], abs(dy * c - dx * s) - thing.half[1]
    up = max(thing.low - point[2], point[2] - thing.high)
    return math.hypot(max(along, 0.0), max(across, 0.0), max(up, 0.0))


def on_map(point: Iterable[float], at: Pose) -> Point:
    """A point of the robot's frame on the map."""
    ahead, left, up = point
    c, s = math.cos(math.radians(at.yaw)), math.sin(math.radians(at.yaw))
    return at.x + c * ahead - s * left, at.y + s * ahead + c * left, up


def is_gripped(thing: Remembered, point: Point, others: Iterable[Remembered]) -> bool:
    """Would fingers at a point close on a thing, and not on another that is nearer to them?"""
    own = gap(point, thing.now)
    return all(gap(point, other.now) > own for other in others if other is not thing and other.is_loose)
