"""Things as solid pieces in space, and how deep two of them stand in each other.

A scene's pieces are kept as flat arrays, one row a piece, so that one compiled loop can test them.
Upright pieces are compared exactly (rectangles, discs and tubes with a height); a tilted piece
counts as its box, and beside one a tube as a ring of staves, so that a pen leans in a mug.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Bools, Float64s, Int64s
from casita.catalog import Joint, catalog
from casita.geometry.placed import Placed
from casita.geometry.poses import rotation_matrices, rotation_matrix
from casita.products import product

Floats = Float64s
Ints = Int64s

BOX, DISC, TUBE = 0, 1, 2
"""Kinds of footprint; a ball counts as a disc."""

ROUND_ENOUGH = 1.15
"""A cylinder whose sides differ by more than this factor counts as a box; else it is as wide as its shorter side."""

TOUCHING = 3e-4
"""Metres of overlap that come from rounding to the lattice."""

STAVES = 12
"""Flat boxes that stand for the wall of a tube where something is tilted."""

SQUARED = 0.886
"""Half the side of a square, as a fraction of the radius of the disc that has its area."""

UPRIGHT = 1.0 - 1e-6
"""Cosine of the tilt up to which a piece counts as standing upright."""


class Pieces(NamedTuple):
    """The solid pieces of some things: row i is one piece."""

    owner: Ints
    """Index of the thing it belongs to."""
    shape: Ints
    centre: Floats
    half: Floats
    """Half of its sides along its own axes."""
    axes: Floats
    """Its rotation: columns are its own axes in space."""
    inner: Floats
    """Radius of a tube's hole, in metres."""


class FormPieces(NamedTuple):
    """The pieces of a body plan in fractions of its box."""

    low: Floats
    high: Floats
    shape: Ints
    inner: Floats
    joint: tuple[str, ...]


@cache
def form_pieces(type: str, variant: str) -> FormPieces:
    """The pieces of a type's variant as arrays."""
    solids = catalog()[type].forms[variant].solids
    ranges = np.array([(solid.x, solid.y, solid.z) for solid in solids], float).reshape(-1, 3, 2)
    kinds = {"box": BOX, "cylinder": DISC, "ball": DISC, "tube": TUBE}
    return FormPieces(
        np.ascontiguousarray(ranges[:, :, 0]),
        np.ascontiguousarray(ranges[:, :, 1]),
        np.array([kinds[solid.shape] for solid in solids], np.int64),
        np.array([solid.inner for solid in solids], float),
        tuple(solid.joint for solid in solids),
    )


def boxes_around(things: Sequence[Placed]) -> Pieces:
    """The whole box around each of some things as one piece."""
    size = np.array([thing.size for thing in things], float).reshape(-1, 3)
    axes = rotation_matrices([thing.rotation for thing in things])
    centre = np.array([thing.position for thing in things], float).reshape(-1, 3) + axes[:, :, 2] * size[:, 2:] / 2
    return Pieces(
        np.arange(len(things)), np.full(len(things), BOX, np.int64), centre, size / 2, axes, np.zeros(len(things))
    )


def pieces(things: Sequence[Placed], openness: Sequence[float] | None = None) -> Pieces:
    """All solid pieces of these things, as they stand, at this openness of each (else as they start)."""
    rows = [form_pieces(thing.type, thing.variant) for thing in things]
    counts = np.array([len(row.shape) for row in rows], np.int64)
    owner = np.repeat(np.arange(len(things)), counts)
    size = np.array([thing.size for thing in things], float).reshape(-1, 3)[owner]
    position = np.array([thing.position for thing in things], float).reshape(-1, 3)[owner]
    turn = rotation_matrices([thing.rotation for thing in things])[owner]
    low = np.concatenate([row.low for row in rows]) if rows else np.zeros((0, 3))
    high = np.concatenate([row.high for row in rows]) if rows else np.zeros((0, 3))
    shape = np.concatenate([row.shape for row in rows]) if rows else np.zeros(0, np.int64)
    inner = np.concatenate([row.inner for row in rows]) if rows else np.zeros(0)
    half = (high - low) / 2 * size
    local = ((low + high) / 2 - (0.5, 0.5, 0.0)) * size
    axes = turn
    opened = [thing.openness for thing in things] if openness is None else openness
    moving = [i for i, amount in enumerate(opened) if amount > 0.0 and any(rows[i].joint)]
    if moving:
        starts = np.concatenate([[0], np.cumsum(counts)])
        local, axes = local.copy(), turn.copy()
        for index in moving:
            thing = things[index]
            form = catalog()[thing.type].forms[thing.variant]
            joints = {joint.name: joint for joint in form.joints}
            for offset, name in enumerate(rows[index].joint):
                if name:
                    at = starts[index] + offset
                    spin, shift = joint_motion(joints[name], thing.size, opened[index])
                    local[at] = product(spin, local[at]) + shift
                    axes[at] = product(turn[at], spin)
    centre = position + np.einsum("nij,nj->ni", turn, local)
    uneven = np.maximum(half[:, 0], half[:, 1]) > ROUND_ENOUGH * np.minimum(half[:, 0], half[:, 1])
    shape = np.where(uneven & (shape == DISC), BOX, shape)
    narrow = np.minimum(half[:, 0], half[:, 1])
    half = np.where((shape != BOX)[:, None] & (np.arange(3) < 2), narrow[:, None], half)
    radius = narrow * inner
    return Pieces(owner, shape, centre, half, np.ascontiguousarray(axes), radius)


def joint_motion(joint: Joint, size: tuple[float, float, float], openness: float) -> tuple[Floats, Floats]:
    """How a joint moves what it carries, in its thing's own frame: a rotation and then a shift."""
    axis = "xyz".index(joint.axis)
    if joint.kind == "slide":
        shift = np.zeros(3)
        shift[axis] = joint.travel * size[axis] * openness
        return np.eye(3), shift
    turn = [0.0, 0.0, 0.0]
    turn[axis] = joint.travel * openness
    spin = rotation_matrix((turn[0], turn[1], turn[2]))
    pivot = (np.array(joint.pivot) - (0.5, 0.5, 0.0)) * size
    return spin, pivot - product(spin, pivot)


def bounds(solid: Pieces) -> tuple[Floats, Floats]:
    """The lowest and highest corner of each piece's box along the axes of space."""
    reach = np.einsum("nij,nj->ni", np.abs(solid.axes), solid.half)
    round = (solid.shape != BOX) & (solid.axes[:, 2, 2] >= UPRIGHT)
    flat = solid.axes[round, :2, :2] * solid.half[round, None, :2]
    reach[round, :2] = np.sqrt((flat * flat).sum(axis=2))
    return solid.centre - reach, solid.centre + reach


@numba.njit(cache=True)
def _overlap_boxes(c1, h1, a1, c2, h2, a2):  # type: ignore[no-untyped-def]
    """How far two boxes of any rotation overlap along the direction where they overlap least."""
    least = np.inf
    between = c2 - c1
    for k in range(15):
        if k < 3:
            x, y, z = a1[0, k], a1[1, k], a1[2, k]
        elif k < 6:
            x, y, z = a2[0, k - 3], a2[1, k - 3], a2[2, k - 3]
        else:
            i, j = (k - 6) // 3, (k - 6) % 3
            x = a1[1, i] * a2[2, j] - a1[2, i] * a2[1, j]
            y = a1[2, i] * a2[0, j] - a1[0, i] * a2[2, j]
            z = a1[0, i] * a2[1, j] - a1[1, i] * a2[0, j]
            length = np.sqrt(x * x + y * y + z * z)
            if length < 1e-6:
                continue
            x, y, z = x / length, y / length, z / length
        reach = 0.0
        for m in range(3):
            reach += h1[m] * abs(a1[0, m] * x + a1[1, m] * y + a1[2, m] * z)
            reach += h2[m] * abs(a2[0, m] * x + a2[1, m] * y + a2[2, m] * z)
        overlap = reach - abs(between[0] * x + between[1] * y + between[2] * z)
        if overlap <= 0.0:
            return 0.0
        least = min(least, overlap)
    return least


@numba.njit(cache=True)
def overlap_rectangles(dx, dy, h1x, h1y, c1, s1, h2x, h2y, c2, s2):  # type: ignore[no-untyped-def]
    """How far two rectangles overlap, seen from above; the second lies at (dx, dy) from the first."""
    turn_c = abs(c1 * c2 + s1 * s2)
    turn_s = abs(s1 * c2 - c1 * s2)
    least = h1x + h2x * turn_c + h2y * turn_s - abs(dx * c1 + dy * s1)
    least = min(least, h1y + h2x * turn_s + h2y * turn_c - abs(-dx * s1 + dy * c1))
    least = min(least, h2x + h1x * turn_c + h1y * turn_s - abs(dx * c2 + dy * s2))
    return min(least, h2y + h1x * turn_s + h1y * turn_c - abs(-dx * s2 + dy * c2))


@numba.njit(cache=True)
def overlap_rectangle_disc(dx, dy, hx, hy, c, s, radius):  # type: ignore[no-untyped-def]
    """How far a disc at (dx, dy) from a rectangle's middle reaches into it."""
    x, y = abs(dx * c + dy * s) - hx, abs(-dx * s + dy * c) - hy
    if x <= 0.0 and y <= 0.0:
        return radius - max(x, y)
    x, y = max(x, 0.0), max(y, 0.0)
    return radius - np.sqrt(x * x + y * y)


@numba.njit(cache=True)
def _sticks_out_of_hole(dx, dy, shape, hx, hy, c, s, hole):  # type: ignore[no-untyped-def]
    """How far a footprint at (dx, dy) from a hole's middle reaches beyond the hole's edge."""
    if shape != BOX:
        return np.sqrt(dx * dx + dy * dy) + max(hx, hy) - hole
    x, y = abs(dx * c + dy * s) + hx, abs(-dx * s + dy * c) + hy
    return np.sqrt(x * x + y * y) - hole


@numba.njit(cache=True)
def _as_box(shape, half):  # type: ignore[no-untyped-def]
    """Half sides of the box that stands for a piece: a round one becomes a square of the same area."""
    if shape == BOX:
        return half
    return np.array([half[0] * SQUARED, half[1] * SQUARED, half[2]])


@numba.njit(cache=True)
def _overlap_staves(centre, half, axes, inner, c2, h2, a2):  # type: ignore[no-untyped-def]
    """How deep a box stands in the wall of a tube."""
    middle = (half[0] + inner) / 2
    stave = np.array([(half[0] - inner) / 2, half[0] * np.tan(np.pi / STAVES), half[2]])
    at, turned = np.empty(3), np.empty((3, 3))
    deepest = 0.0
    for k in range(STAVES):
        c, s = np.cos(2.0 * np.pi * k / STAVES), np.sin(2.0 * np.pi * k / STAVES)
        for m in range(3):
            turned[m, 0] = axes[m, 0] * c + axes[m, 1] * s
            turned[m, 1] = axes[m, 1] * c - axes[m, 0] * s
            turned[m, 2] = axes[m, 2]
            at[m] = centre[m] + turned[m, 0] * middle
        deepest = max(deepest, _overlap_boxes(at, stave, turned, c2, h2, a2))
    return deepest


@numba.njit(cache=True)
def depth_between(shape1, c1, h1, a1, inner1, shape2, c2, h2, a2, inner2):  # type: ignore[no-untyped-def]
    """How deep one piece stands in another, in metres; 0 if they are apart or only touch."""
    if a1[2, 2] < UPRIGHT or a2[2, 2] < UPRIGHT:
        if shape1 == TUBE and shape2 == TUBE:
            # Neither's hole is solid: walls meet no deeper than the wall of one stands in all of the other.
            return min(
                _overlap_staves(c1, h1, a1, inner1, c2, _as_box(shape2, h2), a2),
                _overlap_staves(c2, h2, a2, inner2, c1, _as_box(shape1, h1), a1),
            )
        if shape1 == TUBE:
            return _overlap_staves(c1, h1, a1, inner1, c2, _as_box(shape2, h2), a2)
        if shape2 == TUBE:
            return _overlap_staves(c2, h2, a2, inner2, c1, _as_box(shape1, h1), a1)
        return _overlap_boxes(c1, _as_box(shape1, h1), a1, c2, _as_box(shape2, h2), a2)
    high = min(c1[2] + h1[2], c2[2] + h2[2]) - max(c1[2] - h1[2], c2[2] - h2[2])
    if high <= 0.0:
        return 0.0
    dx, dy = c2[0] - c1[0], c2[1] - c1[1]
    if shape1 == BOX and shape2 == BOX:
        wide = overlap_rectangles(dx, dy, h1[0], h1[1], a1[0, 0], a1[1, 0], h2[0], h2[1], a2[0, 0], a2[1, 0])
    elif shape1 == BOX:
        wide = overlap_rectangle_disc(dx, dy, h1[0], h1[1], a1[0, 0], a1[1, 0], max(h2[0], h2[1]))
    elif shape2 == BOX:
        wide = overlap_rectangle_disc(-dx, -dy, h2[0], h2[1], a2[0, 0], a2[1, 0], max(h1[0], h1[1]))
    else:
        wide = max(h1[0], h1[1]) + max(h2[0], h2[1]) - np.sqrt(dx * dx + dy * dy)
    if wide > 0.0 and shape1 == TUBE:
        wide = min(wide, _sticks_out_of_hole(dx, dy, shape2, h2[0], h2[1], a2[0, 0], a2[1, 0], inner1))
    if wide > 0.0 and shape2 == TUBE:
        wide = min(wide, _sticks_out_of_hole(-dx, -dy, shape1, h1[0], h1[1], a1[0, 0], a1[1, 0], inner2))
    return max(0.0, min(high, wide))


@numba.njit(cache=True)
def _deepest(first, second, owner, shape, centre, half, axes, inner, low, high, family, slack):  # type: ignore[no-untyped-def]
    """For every pair of owners of two families, how deep they stand in each other, if over `slack`; in any order."""
    owners = 0
    for row in owner:
        owners = max(owners, row + 1)
    start = np.zeros(owners + 1, np.int64)
    for row in owner:
        start[row + 1] += 1
    box_low, box_high = np.full((owners, 3), np.inf), np.full((owners, 3), -np.inf)
    for i in range(len(owner)):
        for k in range(3):
            box_low[owner[i], k] = min(box_low[owner[i], k], low[i, k])
            box_high[owner[i], k] = max(box_high[owner[i], k], high[i, k])
    for i in range(owners):
        start[i + 1] += start[i]
    found = [(0, 0, 0.0)]
    order = np.argsort(box_low[:, 0])
    for i in range(owners):
        one = order[i]
        for j in range(i + 1, owners):
            other = order[j]
            if box_high[one, 0] - box_low[other, 0] <= TOUCHING:
                break  # All that begin later along x are apart from it too.
            if family[one] == family[other]:
                continue
            apart = False
            for k in range(3):
                if min(box_high[one, k], box_high[other, k]) - max(box_low[one, k], box_low[other, k]) <= TOUCHING:
                    apart = True
            if apart:
                continue
            for turn in range(2):
                a, b = (one, other) if turn == 0 else (other, one)
                if not first[a] or not second[b] or (b <= a and first[b] and second[a]):
                    continue
                worst, beyond = 0.0, False
                for p in range(start[a], start[a + 1]):
                    for q in range(start[b], start[b + 1]):
                        touching = True
                        for k in range(3):
                            if min(high[p, k], high[q, k]) - max(low[p, k], low[q, k]) <= TOUCHING:
                                touching = False
                        if touching:
                            deep = depth_between(
                                shape[p], centre[p], half[p], axes[p], inner[p],
                                shape[q], centre[q], half[q], axes[q], inner[q],
                            )  # fmt: skip
                            worst = max(worst, deep)
                            beyond = beyond or deep > min(slack, half[p].min(), half[q].min())
                if beyond:
                    found.append((a, b, worst))
    return found[1:]


def collisions(
    solid: Pieces,
    family: Ints,
    slack: float,
    first: Bools | None = None,
    second: Bools | None = None,
) -> list[tuple[int, int, float]]:
    """Pairs of things that stand deeper in each other than `slack`, or than half of a thinner piece: who and how deep.

    Things of one family (a dresser and its drawers) are not compared. `first` and `second` keep
    only pairs of a thing of the one mask with a thing of the other.
    """
    if not len(solid.owner):
        return []
    low, high = bounds(solid)
    everything = np.ones(len(family), np.bool_)
    one = everything if first is None else first
    other = everything if second is None else second
    return sorted(_deepest(one, other, *solid, low, high, family, slack))
