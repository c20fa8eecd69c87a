"""How instances follow the things they belong to: one compiled loop over what changed."""

from __future__ import annotations

import math
from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Bools, Int8s, Int64s
from casita.geometry.rests import DRAPED
from casita.render.raster.arrays import Instances, Int
from casita.world.stance import Floats, set_matrix
from casita.world.state import ObjectColumns

Mask = Bools

STILL, HINGE, SLIDE, RISE, SHRINK = range(5)
"""How a group moves in its thing's own axes."""

LEVELS = 11
"""Points at which a liquid's height and width are kept, from empty to full."""

WATCHED = 18
"""Numbers of a thing that its instances depend on."""


class Rows(NamedTuple):
    """How each instance follows its thing: row i is instance i."""

    slot: Int
    """The thing; -1 for what never moves."""
    motion: Int8s
    axis: Int8s
    travel: Floats
    """Degrees of a hinge or metres of a slide at openness 1; what a shrinking group shrinks to."""
    pivot: Floats
    """n x 3: the point that a hinge turns about, or that a liquid or a roll is scaled about."""
    needs: Int64s
    """Bits of the moments that must hold, in the order of `MOMENTS`."""
    least: Floats
    most: Floats
    rise: Floats
    """n x LEVELS x 3: height, and scale along x and y, of a liquid's top."""
    mesh: Int
    """The mesh; for a liquid, that of the first of all liquids."""


def follow(
    now: ObjectColumns,
    hidden: Mask,
    memory: Floats,
    rows: Rows,
    instances: Instances,
    all_of_them: bool,
) -> Mask:
    """Place the instances of things that differ from what `memory` holds; which instances changed."""
    changed: Mask = _follow(now, hidden, memory, rows, instances, all_of_them)
    return changed


@numba.njit(cache=True, nogil=True, error_model="numpy")
def _follow(now, hidden, memory, rows, instances, all_of_them):  # type: ignore[no-untyped-def]
    count = len(now.exists)
    moved = np.zeros(count, np.bool_)
    fresh = np.empty(WATCHED)
    for slot in range(count):
        for k in range(3):  # number by number: see shapes/kernels.py
            fresh[k] = now.position[slot, k]
        for k in range(4):
            fresh[3 + k] = now.rotation[slot, k]
        fresh[7] = now.room[slot]
        fresh[8] = now.openness[slot]
        fresh[9] = now.on[slot]
        fresh[10] = now.dirty[slot]
        fresh[11] = now.broken[slot]
        fresh[12] = now.cooked[slot]
        fresh[13] = now.liquid[slot]
        fresh[14] = now.level[slot]
        fresh[15] = now.amount[slot]
        fresh[16] = now.exists[slot] and not hidden[slot]
        fresh[17] = now.rest[slot]
        for k in range(WATCHED):
            if memory[slot, k] != fresh[k] or all_of_them:
                moved[slot] = True
                memory[slot, k] = fresh[k]
    changed = np.zeros(len(rows.slot), np.bool_)
    own, offset, turned = np.empty((3, 3)), np.empty(3), np.empty((3, 3))
    for row in range(len(rows.slot)):
        slot = rows.slot[row]
        if slot < 0 or not moved[slot]:
            continue
        changed[row] = True
        _place(row, memory[slot], rows, instances, own, offset, turned)
    return changed


@numba.njit(cache=True, nogil=True, error_model="numpy")
def _place(row, thing, rows, instances, own, offset, turned):  # type: ignore[no-untyped-def]
    """Bring one instance to where its thing is."""
    on, dirty, broken, cooked = thing[9] != 0, thing[10] != 0, thing[11] != 0, thing[12] != 0
    wet = thing[14] > 0.0
    holds = (on << 0) | ((not on) << 1) | ((not broken) << 2) | (broken << 3) | ((not dirty) << 4) | (dirty << 5)
    holds |= ((not cooked) << 6) | (cooked << 7) | (wet << 8) | ((not wet) << 9) | ((thing[17] == DRAPED) << 10)
    needs = rows.needs[row]
    shown = thing[16] != 0 and (holds & needs) == needs and rows.least[row] < thing[15] <= rows.most[row]
    instances.shown[row] = shown
    if not shown:
        return
    own[:] = 0.0
    own[0, 0] = own[1, 1] = own[2, 2] = 1.0
    offset[:] = 0.0
    widest = 1.0
    motion = rows.motion[row]
    pivot = rows.pivot[row]
    if motion == SLIDE:
        offset[rows.axis[row]] = rows.travel[row] * thing[8]
    elif motion == HINGE and thing[8] != 0.0:
        _turn(rows.axis[row], rows.travel[row] * thing[8], own)
        for i in range(3):
            offset[i] = pivot[i] - own[i, 0] * pivot[0] - own[i, 1] * pivot[1] - own[i, 2] * pivot[2]
    elif motion == RISE:
        at = min(max(thing[14], 0.0), 1.0) * (LEVELS - 1)
        low = min(int(at), LEVELS - 2)
        share = at - low
        first, second = rows.rise[row, low], rows.rise[row, low + 1]
        own[0, 0] = first[1] + (second[1] - first[1]) * share
        own[1, 1] = first[2] + (second[2] - first[2]) * share
        offset[0], offset[1] = pivot[0], pivot[1]
        offset[2] = first[0] + (second[0] - first[0]) * share
        widest = max(own[0, 0], own[1, 1])
        instances.mesh[row] = rows.mesh[row] + int(thing[13])
    elif motion == SHRINK:
        by = rows.travel[row] + (1.0 - rows.travel[row]) * thing[15]
        own[0, 0] = own[1, 1] = by
        offset[0], offset[1] = pivot[0] * (1.0 - by), pivot[1] * (1.0 - by)
    set_matrix(thing[3:7], turned)
    for i in range(3):
        for j in range(3):
            total = turned[i, 0] * own[0, j] + turned[i, 1] * own[1, j] + turned[i, 2] * own[2, j]
            instances.matrix[row, 3 * i + j] = total
        moved = turned[i, 0] * offset[0] + turned[i, 1] * offset[1] + turned[i, 2] * offset[2]
        instances.position[row, i] = thing[i] + moved
    instances.scale[row] = widest
    instances.room[row] = max(int(thing[7]), 0)


@numba.njit(cache=True, nogil=True, error_model="numpy")
def _turn(axis, degrees, out):  # type: ignore[no-untyped-def]
    """The matrix of a turn about one axis."""
    angle = degrees * math.pi / 180.0
    c, s = math.cos(angle), math.sin(angle)
    a, b = (axis + 1) % 3, (axis + 2) % 3
    out[a, a] = out[b, b] = c
    out[b, a], out[a, b] = s, -s
