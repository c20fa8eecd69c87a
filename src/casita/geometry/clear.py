"""Whether a body at any pose is clear of the solid pieces around it: one compiled loop for all that seek a place."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Float64s, Int64s
from casita.geometry.placed import Vector
from casita.geometry.poses import rotation_matrix
from casita.geometry.solids import BOX, DISC, ROUND_ENOUGH, Pieces, bounds, depth_between, form_pieces

Floats = Float64s
Ints = Int64s

GRAZES = 0.0013
"""Metres that a body may stand in what it rests on or against: roundings, and solids that stand for shapes."""


TOUCHING = 0.005
"""Metres that a thing moves at the most until it meets what it touches."""

SHIFTS = np.array([(0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], float)


class Body(NamedTuple):
    """A thing as pieces in its own frame: the origin is the middle of its box's bottom."""

    size: Floats
    shape: Ints
    centre: Floats
    half: Floats
    inner: Floats
    """Radius of a tube's hole, in metres."""
    middle: Floats
    """Its centre of mass, if all its pieces weigh the same for their volume."""


class Around(NamedTuple):
    """The pieces around, with the box of each along the axes of space."""

    shape: Ints
    centre: Floats
    half: Floats
    axes: Floats
    inner: Floats
    low: Floats
    """3 x n, each axis in a row of its own: all boxes are compared with a body's at once."""
    high: Floats


def body_of(type: str, variant: str, size: Vector) -> Body:
    """The closed body of a thing of this size."""
    form = form_pieces(type, variant)
    sides = np.array(size)
    half = (form.high - form.low) / 2 * sides
    centre = ((form.low + form.high) / 2 - (0.5, 0.5, 0.0)) * sides
    wide, narrow = half[:, :2].max(axis=1), half[:, :2].min(axis=1)
    shape = np.where((wide > ROUND_ENOUGH * narrow) & (form.shape == DISC), BOX, form.shape)
    half = np.where((shape != BOX)[:, None] & (np.arange(3) < 2), narrow[:, None], half)
    volume = half.prod(axis=1) * (1.0 - form.inner * form.inner)
    middle = (centre * volume[:, None]).sum(axis=0) / volume.sum()
    return Body(sides, shape, centre, half, narrow * form.inner, middle)


def around_of(solid: Pieces) -> Around:
    """Pieces as obstacles."""
    low, high = (np.ascontiguousarray(corner.T) for corner in bounds(solid))
    return Around(solid.shape, solid.centre, solid.half, np.ascontiguousarray(solid.axes), solid.inner, low, high)


def is_clear_at(body: Body, position: Vector, rotation: Vector, around: Around) -> bool:
    """Does a body at a pose (roll, pitch and yaw in degrees) stand in nothing?"""
    return bool(is_clear(np.array(position), rotation_matrix(rotation), body, around))


def meets(position: Floats, turn: Floats, body: Body, around: Around) -> bool:
    """Does a body touch some pieces: would it stand deeper in them if it moved a little?"""
    at = position.copy()  # a row of a state is read-only, and compiled code is made once, for what is not
    still = float(deepest_at(at, turn, body, around, np.inf))
    return any(deepest_at(at + TOUCHING * shift, turn, body, around, np.inf) > still + 1e-6 for shift in SHIFTS)


@numba.njit(cache=True)
def is_clear(position, turn, body, around):  # type: ignore[no-untyped-def]
    """Does a body at a position, turned by a matrix, stand in nothing by more than it may graze?"""
    return deepest_at(position, turn, body, around, GRAZES) <= GRAZES


@numba.njit(cache=True)
def deepest_at(position, turn, body, around, enough):  # type: ignore[no-untyped-def]
    """How deep a body stands in what is around it; looks no further once that is more than `enough`."""
    box = np.empty((3, 3))
    at, least, most = box[0], box[1], box[2]
    low_x = low_y = low_z = np.inf
    high_x = high_y = high_z = -np.inf
    for p in range(len(body.shape)):
        _set_box(position, turn, body.centre[p], body.half[p], at, least, most)
        low_x, low_y, low_z = min(low_x, least[0]), min(low_y, least[1]), min(low_z, least[2])
        high_x, high_y, high_z = max(high_x, most[0]), max(high_y, most[1]), max(high_z, most[2])
    near = _overlapping((low_x, low_y, low_z), (high_x, high_y, high_z), around.low, around.high)
    deepest = 0.0
    if not len(near):
        return deepest
    for p in range(len(body.shape)):
        _set_box(position, turn, body.centre[p], body.half[p], at, least, most)
        for q in near:
            if not _overlap(least, most, around.low[:, q], around.high[:, q]):
                continue
            deep = depth_between(
                body.shape[p], at, body.half[p], turn, body.inner[p],
                around.shape[q], around.centre[q], around.half[q], around.axes[q], around.inner[q],
            )  # fmt: skip
            deepest = max(deepest, deep)
            if deepest > enough:
                return deepest
    return deepest


@numba.njit(cache=True)
def _set_box(position, turn, centre, half, at, least, most):  # type: ignore[no-untyped-def]
    """Writes where the middle of a body's piece is, and its box along the axes of space."""
    for k in range(3):
        at[k] = position[k]
        reach = 0.0
        for m in range(3):
            at[k] += turn[k, m] * centre[m]
            reach += abs(turn[k, m]) * half[m]
        least[k], most[k] = at[k] - reach, at[k] + reach


@numba.njit(cache=True)
def _overlap(low, high, other_low, other_high):  # type: ignore[no-untyped-def]
    """Do two boxes along the axes of space have something in common?"""
    return (
        high[0] > other_low[0] and low[0] < other_high[0]
        and high[1] > other_low[1] and low[1] < other_high[1]
        and high[2] > other_low[2] and low[2] < other_high[2]
    )  # fmt: skip


@numba.njit(cache=True)
def _overlapping(low, high, lows, highs):  # type: ignore[no-untyped-def]
    """The numbers of the boxes, in columns, that overlap one box."""
    count = lows.shape[1]
    meets, found = np.empty(count, np.bool_), np.empty(count, np.int64)
    for q in range(count):
        along_x = (high[0] > lows[0, q]) & (low[0] < highs[0, q])
        along_y = (high[1] > lows[1, q]) & (low[1] < highs[1, q])
        meets[q] = along_x & along_y & (high[2] > lows[2, q]) & (low[2] < highs[2, q])
    total = 0
    for q in range(count):
        if meets[q]:
            found[total] = q
            total += 1
    return found[:total]
