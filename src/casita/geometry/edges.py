"""Resting at the side of something: leaning against it from the floor, or hung over one of its edges."""

from __future__ import annotations

import math
from typing import NamedTuple

import numba
import numpy as np

from casita.geometry.clear import Around, Body, Floats, is_clear
from casita.geometry.solids import BOX, UPRIGHT
from casita.products import product

STEEP = math.radians(72.0)
"""How steeply a thing leans against another, at the least; against a low one it leans less."""

LOWEST = 0.2
"""Metres that what is leaned against is high, at the least."""

BACK, PUSHED = 0.02, 0.16
"""Metres that a leaning thing is first held away, and how far it is then moved up to what it leans against."""

MET = 0.003
"""Metres further that a leaning thing would stand in what it leans against."""

OVER = 0.004
"""Metres that a cloth is above the edge that it hangs over."""

SEPARATE = 0.001
"""Metres kept between a cloth and the side that it hangs at."""

EDGE = 0.25
"""Metres above the floor where an edge must be for something to hang over it."""

NARROWEST = 0.5
"""The share of a cloth's width that an edge is long, at the least."""


class Side(NamedTuple):
    """One upright side of a box: where its middle is, which way it faces, how wide it is, its top and its foot."""

    x: float
    y: float
    out_x: float
    out_y: float
    half: float
    top: float
    foot: float


Pose = tuple[Floats, Floats]
"""A position and a rotation matrix."""


def sides_of(around: Around) -> list[Side]:
    """The upright sides of all boxes that stand upright, the highest first."""
    found = []
    for i in np.nonzero((around.shape == BOX) & (around.axes[:, 2, 2] >= UPRIGHT))[0].tolist():
        (x, y, z), half, axes = around.centre[i].tolist(), around.half[i].tolist(), around.axes[i]
        for axis in range(2):
            for sign in (1.0, -1.0):
                out_x, out_y = (sign * axes[:2, axis]).tolist()
                at_x, at_y = x + out_x * half[axis], y + out_y * half[axis]
                found.append(Side(at_x, at_y, out_x, out_y, half[1 - axis], z + half[2], z - half[2]))
    return sorted(found, key=lambda side: (-round(side.top, 3), *side))


def against(own: Around, floor: float, body: Body, around: Around, draws: Floats) -> Pose | None:
    """How a long body leans from the floor against a thing of some pieces; None if it cannot."""
    sides = [side for side in sides_of(own) if side.top - floor >= LOWEST]
    if not sides:
        return None
    along = int(np.argmax(body.size))
    rest = sorted((axis for axis in range(3) if axis != along), key=lambda axis: (float(body.size[axis]), -axis))
    up, across = rest
    long, thick = float(body.size[along]), float(body.size[up])
    for number, draw in enumerate(draws.reshape(-1, 3).tolist()):
        side = sides[number % len(sides)]
        angle = STEEP
        high = min(side.top - floor, long * math.sin(angle))
        if high < 0.5 * long * math.sin(angle):
            angle = max(math.radians(45.0), math.asin(min(1.0, high / (0.55 * long))))
        foot = high / math.tan(angle) + BACK
        shift = (2.0 * draw[0] - 1.0) * max(0.0, side.half - float(body.size[across]) / 2)
        inward = np.array((-side.out_x, -side.out_y, 0.0))
        start = np.array((side.x - side.out_y * shift, side.y + side.out_x * shift, floor)) - inward * foot
        pose = _leaning(start, inward, angle, (along, up, across), draw[1] < 0.5, body.size)
        if is_clear(*pose, body, around) and not is_clear(pose[0] + PUSHED * inward, pose[1], body, around):
            pushed = float(_pushed(pose[0], inward, pose[1], body, around))
            middle = pose[0] + pushed * inward + product(pose[1], body.middle)
            beyond = (middle[0] - side.x) * inward[0] + (middle[1] - side.y) * inward[1]
            at = pose[0] + pushed * inward
            if beyond < 0.0 and thick < long and not is_clear(at + MET * inward, pose[1], body, own):
                return at, pose[1]
    return None


def _leaning(
    foot: Floats, inward: Floats, angle: float, axes: tuple[int, int, int], flipped: bool, size: Floats
) -> Pose:
    """The pose of a body with the lower edge of its end at a point, its long axis rising inwards at an angle."""
    along, up, across = axes
    rising = inward * math.cos(angle) + np.array((0.0, 0.0, math.sin(angle)))
    away = -inward * math.sin(angle) + np.array((0.0, 0.0, math.cos(angle)))
    turn = np.empty((3, 3))
    turn[:, along] = -rising if flipped else rising
    turn[:, up] = away
    turn[:, across] = np.cross(turn[:, (across + 1) % 3], turn[:, (across + 2) % 3])
    middle = foot + rising * size[along] / 2 + away * size[up] / 2
    return middle - turn[:, 2] * size[2] / 2, turn


@numba.njit(cache=True)
def _pushed(position, direction, turn, body, around):  # type: ignore[no-untyped-def]
    """How far a body can be moved in a direction until it meets something."""
    low, high = 0.0, PUSHED
    at = np.empty(3)
    for _ in range(10):
        middle = (low + high) / 2
        for k in range(3):
            at[k] = position[k] + middle * direction[k]
        if is_clear(at, turn, body, around):
            low = middle
        else:
            high = middle
    return low


def draped(own: Around, floor: float, body: Body, around: Around, draws: Floats) -> Pose | None:
    """How a cloth hangs over an edge of a thing of some pieces, flat against it; None if it cannot."""
    high = [side for side in sides_of(own) if side.top - floor >= EDGE]
    thin = int(np.argmin(body.size))
    ways = sorted((axis for axis in range(3) if axis != thin), reverse=True)
    for down in ways:
        across = 3 - thin - down
        wide, hangs = float(body.size[across]) / 2, float(body.size[down]) - OVER
        sides = [side for side in high if side.top - floor >= hangs and side.half >= NARROWEST * wide]
        for number, draw in enumerate(draws.reshape(-1, 3).tolist() if sides else ()):
            side = sides[number % len(sides)]
            shift = (2.0 * draw[0] - 1.0) * max(0.0, side.half - wide)
            out = np.array((side.out_x, side.out_y, 0.0))
            away = SEPARATE + float(body.size[thin]) / 2
            turn = np.empty((3, 3))
            turn[:, thin] = out
            turn[:, down] = (0.0, 0.0, 1.0)
            turn[:, across] = np.cross(turn[:, (across + 1) % 3], turn[:, (across + 2) % 3])
            middle = np.array((side.x - side.out_y * shift, side.y + side.out_x * shift, side.top + OVER))
            middle += away * out - np.array((0.0, 0.0, float(body.size[down]) / 2))
            position = middle - turn[:, 2] * body.size[2] / 2
            if is_clear(position, turn, body, around):
                return position, turn
    return None
