"""How things rest where they do not simply stand: over an edge, on a side, leaning on a rim, or across it.

Scenes, the world and its physics ask the same question here: given a spot, a body and the pieces around, at which pose
does the body rest there, if at any? What it stands on must be under its centre of mass.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numba
import numpy as np

from casita.geometry.clear import Around, Body, Floats, is_clear
from casita.geometry.poses import cos_sin, rotation_matrix
from casita.geometry.rests import ACROSS, FLAT, LEANING
from casita.products import product

MARGIN = 0.01
"""Metres that a centre of mass lies within the rim of what carries it, at the least."""

INWARDS = 0.1
"""The share of a thing's half that it lies further within, so that it is not on the brink."""

STEADY = 0.4
"""What lies on a side is at most this much narrower than high: a plate does not stand on its edge."""

GAP = 0.001
"""Metres kept from the walls that a thing leans between."""

WALLED = 0.03
"""Metres that the walls around a spot are high, at the least, that nothing lies over them."""

TIPS = 0.008
"""Metres that an end of what lies across a rim would sink at the most before it met that rim."""

SINKS = 0.005
"""Metres that something round sinks into an opening that it lies across."""

TRIES = 40
"""Poses that are tried of each kind."""

TURNS = np.array([cos_sin(15.0 * step) for step in (0, 6, 12, 18, 1, 5, 7, 11, 13, 17, 19, 23, *range(2, 5), 8, 9, 10)])
"""Directions that things are turned in, those along the sides first."""


class Area(NamedTuple):
    """A spot in space, at one moment, that something is to rest on or in."""

    x: float
    y: float
    z: float
    half_x: float
    half_y: float
    cos: float
    sin: float
    yaw: float
    """The direction of its first side, in degrees; its cosine and sine stand before it."""
    round: bool
    headroom: float
    rim: float
    """Metres that the walls around it rise above it."""


class Window(NamedTuple):
    """The part of a spot where a thing's middle shall be, from the spot's middle along its sides."""

    u: float
    v: float
    half_u: float
    half_v: float


@lru_cache(maxsize=4096)
def stances(depth: float, width: float, height: float, may_lie: bool, limp: bool) -> tuple[Floats, Floats]:
    """The ways a box stands or lies: rotations, and the sides of the box that it then takes, upright first.

    What is limp stands on no narrow side, not even upright: a towel does not.
    """
    turned = [(0.0, 0.0, 0.0)]
    if may_lie:
        by_height = sorted([(width, (90.0, 0.0, 0.0)), (depth, (0.0, 90.0, 0.0))])
        turned += [angles for _, angles in by_height]
    size = np.array((depth, width, height))
    rotations = [rotation_matrix(angles) for angles in turned]
    boxes = [product(np.abs(rotation), size) for rotation in rotations]
    steady = [i for i, box in enumerate(boxes) if (i == 0 and not limp) or min(box[0], box[1]) >= STEADY * box[2]]
    return np.array([rotations[i] for i in steady]), np.array([boxes[i] for i in steady])


def stands_badly(size: tuple[float, float, float]) -> bool:
    """Is a limp thing of this size too narrow to stand upright?"""
    return min(size[0], size[1]) < STEADY * size[2]


def rest_on(
    ground: Area,
    window: Window,
    body: Body,
    around: Around,
    own: Callable[[], Around],
    draws: Floats,
    *,
    may_lie: bool = True,
    limp: bool = False,
    is_ball: bool = False,
) -> tuple[int, Floats, Floats] | None:
    """How a body rests on a spot: the kind (see `RESTS`), its position and rotation matrix; None if it does not.

    `around` are all solid pieces near, `own` gives those of what carries it, if they matter; `draws` are random
    numbers, three a try.
    """
    rotations, boxes = stances(*body.size.tolist(), may_lie, limp)
    pose, rows = np.empty((4, 3)), draws.reshape(-1, 3)
    if search_flat(ground, window, body, around, rotations, boxes, TURNS, rows, pose):
        return FLAT, pose[0], pose[1:]
    if may_lie and ground.rim > 0.0 and search_leaning(ground, window, body, around, own(), rows, pose):
        return LEANING, pose[0], pose[1:]
    if reaches_across(ground, body) and search_across(ground, window, body, around, own(), TURNS, rows, is_ball, pose):
        return ACROSS, pose[0], pose[1:]
    return None


def reaches_across(ground: Area, body: Body) -> bool:
    """Is there a rim, and is a body long enough to lie across it?"""
    return ground.rim > 0.0 and max(body.size[0], body.size[1]) / 2 > min(ground.half_x, ground.half_y)


@numba.njit(cache=True)
def _in_window(ground, window, u, v):  # type: ignore[no-untyped-def]
    """Is a point, from the spot's middle, in the part of it that is asked for?"""
    return abs(u - window.u) <= window.half_u and abs(v - window.v) <= window.half_v


@numba.njit(cache=True)
def _carried(ground, u, v, margin):  # type: ignore[no-untyped-def]
    """Is a point within a spot, so far from its rim?"""
    if ground.round:
        return np.sqrt(u * u + v * v) <= min(ground.half_x, ground.half_y) - margin
    return abs(u) <= ground.half_x - margin and abs(v) <= ground.half_y - margin


@numba.njit(cache=True)
def _turned(c, s, rotation, turn):  # type: ignore[no-untyped-def]
    """Writes a rotation turned further about the vertical."""
    for k in range(3):
        turn[0, k] = c * rotation[0, k] - s * rotation[1, k]
        turn[1, k] = s * rotation[0, k] + c * rotation[1, k]
        turn[2, k] = rotation[2, k]


@numba.njit(cache=True)
def search_flat(ground, window, body, around, rotations, boxes, turns, draws, pose):  # type: ignore[no-untyped-def]
    """Does a body rest on a face of its box, first whole within the spot, then over its edge?

    Writes the pose where it does: the position in the first row, then the rotation matrix.
    """
    position, turn = pose[0], pose[1:]
    for k in range(len(rotations)):
        if boxes[k, 2] > ground.headroom:
            continue
        for over in range(2):
            # Upright and whole is what everybody tries first; over a wall nothing lies.
            if (ground.rim > WALLED) if over else (ground.rim == 0.0 and rotations[k, 2, 2] == 1.0):
                continue
            for t in range(len(draws)):
                # The first tries go along the sides: that fits best where there is little space.
                number = t % 4 if t < len(draws) // 2 else int(draws[t, 0] * len(turns))
                c, s = turns[number, 0], turns[number, 1]
                half_u = (boxes[k, 0] * abs(c) + boxes[k, 1] * abs(s)) / 2
                half_v = (boxes[k, 0] * abs(s) + boxes[k, 1] * abs(c)) / 2
                inset_u = MARGIN + INWARDS * min(half_u, ground.half_x) if over else half_u + 0.001
                inset_v = MARGIN + INWARDS * min(half_v, ground.half_y) if over else half_v + 0.001
                low_u = max(window.u - window.half_u, inset_u - ground.half_x)
                high_u = min(window.u + window.half_u, ground.half_x - inset_u)
                low_v = max(window.v - window.half_v, inset_v - ground.half_y)
                high_v = min(window.v + window.half_v, ground.half_y - inset_v)
                if low_u > high_u or low_v > high_v:
                    continue
                # Some tries go to the very edge, so that something else finds a place beside it.
                share_u = draws[t, 1] if t % 3 != 1 else np.round(draws[t, 1])
                share_v = draws[t, 2] if t % 3 != 2 else np.round(draws[t, 2])
                u = low_u + (high_u - low_u) * share_u
                v = low_v + (high_v - low_v) * share_v
                _turned(ground.cos * c - ground.sin * s, ground.sin * c + ground.cos * s, rotations[k], turn)
                # Its box's middle is at u, v; its centre of mass may be elsewhere.
                mass_u, mass_v = 0.0, 0.0
                for m in range(3):
                    off = body.middle[m] - (body.size[2] / 2 if m == 2 else 0.0)
                    dx, dy = turn[0, m] * off, turn[1, m] * off
                    mass_u += dx * ground.cos + dy * ground.sin
                    mass_v += dy * ground.cos - dx * ground.sin
                if not _carried(ground, u + mass_u, v + mass_v, MARGIN) or not _carried(ground, u, v, MARGIN):
                    continue
                up = body.size[2] / 2
                position[0] = ground.x + ground.cos * u - ground.sin * v - turn[0, 2] * up
                position[1] = ground.y + ground.sin * u + ground.cos * v - turn[1, 2] * up
                position[2] = ground.z + boxes[k, 2] / 2 - turn[2, 2] * up
                if is_clear(position, turn, body, around):
                    return True
    return False


@numba.njit(cache=True)
def _lean_angle(span, rim, long, thick):  # type: ignore[no-untyped-def]
    """The angle of a thing that stands between two walls so far apart: on the rim, or on the wall if it is short.

    Gives the angle in radians; 0 if it would lie flat.
    """
    low, high = 0.0, np.pi / 2
    for _ in range(40):
        middle = (low + high) / 2
        if np.sin(middle) * (span - thick * np.sin(middle)) > rim * np.cos(middle):
            high = middle
        else:
            low = middle
    if long * np.sin(high) >= rim + 0.005:
        return high
    if long * long + thick * thick <= span * span:
        return 0.0
    low, high = np.arctan2(thick, long), np.pi / 2
    for _ in range(40):
        middle = (low + high) / 2
        if long * np.cos(middle) + thick * np.sin(middle) > span:
            low = middle
        else:
            high = middle
    return high


@numba.njit(cache=True)
def search_leaning(ground, window, body, around, own, draws, pose):  # type: ignore[no-untyped-def]
    """The same with one end on the spot, the other on the rim around it or on the wall: pieces of `own`."""
    position, turn = pose[0], pose[1:]
    size = body.size
    along = int(np.argmax(size))
    up, across = (along + 2) % 3, (along + 1) % 3
    if size[up] > size[across] or (up != 2 and size[up] == size[across]):
        up, across = across, up
    long, wide, thick = size[along], size[across], size[up]
    d, angles = np.empty(2), np.full(2, -1.0)
    for t in range(len(draws)):
        side = 0
        if ground.round:
            angle = 2.0 * np.pi * draws[t, 0]
            radius = min(ground.half_x, ground.half_y) - GAP
            aside = (2.0 * draws[t, 1] - 1.0) * 0.6 * max(0.0, radius - wide / 2)
            out = abs(aside) + wide / 2
            if out >= radius:
                continue
            span = 2.0 * np.sqrt(radius * radius - out * out)
            lx, ly = np.cos(angle), np.sin(angle)
        else:
            side = int(draws[t, 0] * 4.0)
            lx = (1.0, 0.0, -1.0, 0.0)[side]
            ly = (0.0, 1.0, 0.0, -1.0)[side]
            span = 2.0 * ((ground.half_x if side % 2 == 0 else ground.half_y) - GAP)
            free = (ground.half_y if side % 2 == 0 else ground.half_x) - wide / 2 - GAP
            if free < 0.0:
                continue
            aside = (2.0 * draws[t, 1] - 1.0) * free
        if thick > 0.6 * span:
            continue
        # Between straight walls there are two angles.
        if ground.round or angles[side % 2] < 0.0:
            angles[side % 2] = _lean_angle(span, ground.rim, long, thick)
        theta = angles[side % 2]
        if theta <= 0.0:
            continue
        c, s = np.cos(theta), np.sin(theta)
        if long * s + thick * c > ground.headroom:
            continue
        flip = 1.0 if draws[t, 2] < 0.5 else -1.0
        d[0], d[1] = ground.cos * lx - ground.sin * ly, ground.sin * lx + ground.cos * ly
        foot = -span / 2 + thick * s
        x = ground.x + d[0] * foot - d[1] * aside
        y = ground.y + d[1] * foot + d[0] * aside
        _set_leaning(x, y, ground.z, d, theta, along, up, across, flip, size, position, turn)
        mass = 0.0
        for m in range(3):
            mass += turn[0, m] * body.middle[m] * d[0] + turn[1, m] * body.middle[m] * d[1]
        mass += (position[0] - x) * d[0] + (position[1] - y) * d[1]
        if mass <= 0.0 or mass >= span - thick * s - MARGIN * 0.5:
            continue
        to_x, to_y = x + d[0] * c * long / 2 - ground.x, y + d[1] * c * long / 2 - ground.y
        u, v = to_x * ground.cos + to_y * ground.sin, to_y * ground.cos - to_x * ground.sin
        if _in_window(ground, window, u, v) and is_clear(position, turn, body, around):
            # It leans on what carries it, not on other things there: they may be taken away.
            _lower(x, y, ground.z, d, theta, along, up, across, flip, body, own, position, turn)
            if is_clear(position, turn, body, around):
                return True
    return False


@numba.njit(cache=True)
def _set_leaning(x, y, z, d, theta, along, up, across, flip, size, position, turn):  # type: ignore[no-untyped-def]
    """Writes the pose of a body that rises from a point at an angle, the lower edge of its end at the point."""
    c, s = np.cos(theta), np.sin(theta)
    turn[0, along], turn[1, along], turn[2, along] = flip * d[0] * c, flip * d[1] * c, flip * s
    turn[0, up], turn[1, up], turn[2, up] = -d[0] * s, -d[1] * s, c
    # The third axis is what makes a rotation of the three.
    b, e = (across + 1) % 3, (across + 2) % 3
    turn[0, across] = turn[1, b] * turn[2, e] - turn[2, b] * turn[1, e]
    turn[1, across] = turn[2, b] * turn[0, e] - turn[0, b] * turn[2, e]
    turn[2, across] = turn[0, b] * turn[1, e] - turn[1, b] * turn[0, e]
    for k in range(3):
        middle = (x, y, z)[k] + flip * turn[k, along] * size[along] / 2 + turn[k, up] * size[up] / 2
        position[k] = middle - turn[k, 2] * size[2] / 2


@numba.njit(cache=True)
def _lower(x, y, z, d, theta, along, up, across, flip, body, own, position, turn):  # type: ignore[no-untyped-def]
    """Lets a leaning body down until it meets what it leans on: a handle may be thinner than its box."""
    low, high = 0.0, theta
    for _ in range(9):
        middle = (low + high) / 2
        _set_leaning(x, y, z, d, middle, along, up, across, flip, body.size, position, turn)
        if is_clear(position, turn, body, own):
            high = middle
        else:
            low = middle
    _set_leaning(x, y, z, d, high, along, up, across, flip, body.size, position, turn)


@numba.njit(cache=True)
def search_across(ground, window, body, around, own, turns, draws, is_ball, pose):  # type: ignore[no-untyped-def]
    """The same flat on the rim around a spot, which it reaches at both ends."""
    position, turn = pose[0], pose[1:]
    upright = np.eye(3)
    if ground.rim + body.size[2] > ground.headroom:
        return False
    for t in range(len(draws)):
        number = t % 4 if t < len(draws) // 2 else int(draws[t, 0] * len(turns))
        c, s = turns[number, 0], turns[number, 1]
        if ground.round:
            hole_long = hole_wide = min(ground.half_x, ground.half_y)
        elif number % 2 == 0 and t < len(draws) // 2:
            hole_long, hole_wide = ground.half_x, ground.half_y
        else:
            hole_long, hole_wide = ground.half_y, ground.half_x
        spare_long, spare_wide = body.size[0] / 2 - hole_long, body.size[1] / 2 - hole_wide
        if max(spare_long, spare_wide) < 0.004 or (not ground.round and number > 3):
            continue
        # Off the middle, as far as both ends stay on the rim.
        shift = 0.8 * max(spare_long, spare_wide) * (2.0 * draws[t, 1] - 1.0)
        aside = 0.5 * min(hole_long, hole_wide) * (2.0 * draws[t, 2] - 1.0)
        off_x, off_y = (shift, aside) if spare_long > spare_wide else (aside, shift)
        if min(spare_long, spare_wide) >= 0.004:
            off_x, off_y = off_x * 0.3, off_y * 0.3
        u, v = c * off_x - s * off_y, s * off_x + c * off_y
        if not _in_window(ground, window, u, v):
            continue
        _turned(ground.cos * c - ground.sin * s, ground.sin * c + ground.cos * s, upright, turn)
        position[0] = ground.x + ground.cos * u - ground.sin * v
        position[1] = ground.y + ground.sin * u + ground.cos * v
        position[2] = ground.z + ground.rim
        if is_clear(position, turn, body, around) and _is_held(position, turn, body, own):
            if is_ball:
                sides = max(body.size[0], body.size[1]) / 2
                share = min(1.0, min(hole_long, hole_wide) / sides)
                position[2] -= min(SINKS, body.size[2] / 2 * (1.0 - np.sqrt(1.0 - share * share)))
            return True
    return False


@numba.njit(cache=True)
def _is_held(position, turn, body, around):  # type: ignore[no-untyped-def]
    """Would an upright body, tipped a little about its middle, meet something whichever way it tips?"""
    tipped, at, middle = np.empty((3, 3)), np.empty(3), np.empty(2)
    for k in range(2):
        middle[k] = position[k] + turn[k, 0] * body.middle[0] + turn[k, 1] * body.middle[1]
    for way in range(4):
        axis = way // 2
        axis_x, axis_y = turn[0, axis], turn[1, axis]
        angle = min(0.6, 2.0 * TIPS / body.size[1 - axis])
        c, s = np.cos(angle), (1.0 if way % 2 else -1.0) * np.sin(angle)
        for column in range(4):
            if column < 3:
                x, y, z = turn[0, column], turn[1, column], turn[2, column]
            else:
                x, y, z = position[0] - middle[0], position[1] - middle[1], 0.0
            # A turn about a level axis through the middle of its bottom.
            dot = (axis_x * x + axis_y * y) * (1.0 - c)
            turned_x = x * c + axis_y * z * s + axis_x * dot
            turned_y = y * c - axis_x * z * s + axis_y * dot
            turned_z = z * c + (axis_x * y - axis_y * x) * s
            if column < 3:
                tipped[0, column], tipped[1, column], tipped[2, column] = turned_x, turned_y, turned_z
            else:
                at[0], at[1], at[2] = middle[0] + turned_x, middle[1] + turned_y, position[2] + turned_z
        if is_clear(at, tipped, body, around):
            return False
    return True
