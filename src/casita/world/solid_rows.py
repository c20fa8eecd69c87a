"""The solid pieces of a home around a point, as they are in a state: what a thing that seeks a place must not meet.

What slides is where it is now, since what is in a drawer is there too; what swings counts as closed, as for the laws.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Float64s, Int32s, Int64s
from casita.geometry.clear import Around, Body, body_of
from casita.geometry.solids import BOX, UPRIGHT
from casita.scenes.kept import PerScene
from casita.world.edit import Edit
from casita.world.seen import scene_pieces
from casita.world.stance import set_matrix
from casita.world.statics import NONE, Statics

Floats = Float64s


class SolidRows(NamedTuple):
    """All pieces of a scene in their owners' frames; those of walls come last and belong to nobody."""

    owner: Int64s
    shape: Int64s
    centre: Floats
    half: Floats
    inner: Floats
    slide: Floats
    """How far it moves, in its owner's frame, when that is fully open."""
    extent: Floats
    """How far it can be from its owner's origin, in metres."""


@PerScene
def bodies(known: Statics) -> dict[int, Body]:
    """The bodies of a scene's things by slot, made when they are first asked for."""
    return {}


def body(known: Statics, slot: int) -> Body:
    """The closed body of a thing."""
    store = bodies(known)
    if slot not in store:
        thing = known.things[slot]
        depth, width, height = known.size[slot].tolist()
        store[slot] = body_of(thing.type, thing.variant, (depth, width, height))
    return store[slot]


def diagonal(known: Statics, slot: int) -> float:
    """Metres from one corner of a thing's box to the opposite one."""
    return _diagonals(known)[slot]


@PerScene
def _diagonals(known: Statics) -> list[float]:
    found: list[float] = np.sqrt((known.size**2).sum(axis=1)).tolist()
    return found


@PerScene
def solid_rows(known: Statics) -> SolidRows:
    """The pieces of everything in a scene but floors and doors, made once and kept with it."""
    owner, slides, made = [], [], []
    for slot, thing in enumerate(known.things):
        if thing.type in ("floor", "door"):
            continue
        own = body(known, slot)
        made.append(own)
        owner += [slot] * len(own.shape)
        joints = {joint.name: joint for joint in known.forms[slot].joints if joint.kind == "slide"}
        for solid in known.forms[slot].solids:
            shift = np.zeros(3)
            if solid.joint in joints:
                axis = "xyz".index(joints[solid.joint].axis)
                shift[axis] = joints[solid.joint].travel * known.size[slot, axis]
            slides.append(shift)
    seen = scene_pieces(known)
    walls = seen.owner == NONE
    count = int(walls.sum())
    centre = np.concatenate([*(each.centre for each in made), seen.centre[walls]])
    half = np.concatenate([*(each.half for each in made), seen.half[walls]])
    slide = np.concatenate([np.array(slides).reshape(-1, 3), np.zeros((count, 3))])
    extent = np.linalg.norm(centre, axis=1) + np.linalg.norm(half, axis=1) + np.linalg.norm(slide, axis=1)
    return SolidRows(
        np.array(owner + [NONE] * count, np.int64),
        np.concatenate([*(each.shape for each in made), np.full(count, BOX)]).astype(np.int64),
        centre,
        half,
        np.concatenate([*(each.inner for each in made), np.zeros(count)]),
        slide,
        extent,
    )


def nobody_holds(edit: Edit) -> Int32s:
    """A column like `held_by` in which nothing is held, for what is in hands to count as there."""
    found = np.full_like(edit.held_by, NONE)
    found.setflags(write=False)  # Compiled code is made once for columns that are read-only.
    return found


def around(
    edit: Edit,
    without: Int64s,
    at: tuple[float, float, float],
    radius: float,
    *,
    walls: bool = True,
    held: bool = False,
) -> Around:
    """All pieces within a ball, but for those of some things and of what is not there; `held` has what is in hands."""
    wanted = edit.exists.copy()
    wanted[without] = False
    holders = nobody_holds(edit) if held else edit.held_by
    found = placed(
        solid_rows(edit.known), wanted, edit.carrier, holders, edit.position, edit.rotation, edit.openness,
        at, radius, walls,
    )  # fmt: skip
    return Around(*found)


@numba.njit(cache=True)
def placed(rows, wanted, carrier, held, position, rotation, openness, at, radius, walls):  # type: ignore[no-untyped-def]
    """See `around`; the columns of geometry.clear.Around."""
    near = np.empty(len(rows.owner), np.int64)
    total = 0
    for i in range(len(rows.owner)):
        slot = rows.owner[i]
        if slot < 0:
            if not walls:
                break
        elif not wanted[slot]:
            continue
        else:
            far = radius + rows.extent[i]
            x, y, z = position[slot, 0] - at[0], position[slot, 1] - at[1], position[slot, 2] - at[2]
            if x * x + y * y + z * z > far * far:
                continue
        near[total] = i
        total += 1
    shape, inner = np.empty(total, np.int64), np.empty(total)
    centre, half = np.empty((total, 3)), np.empty((total, 3))
    low, high, axes = np.empty((3, total)), np.empty((3, total)), np.empty((total, 3, 3))
    turn, local = np.eye(3), np.empty(3)
    count, last = 0, -1
    for n in range(total):
        i = near[n]
        slot = rows.owner[i]
        if slot != last:
            turn[:] = 0.0
            turn[0, 0] = turn[1, 1] = turn[2, 2] = 1.0
            if slot >= 0:
                set_matrix(rotation[slot], turn)
            last = slot
        for k in range(3):
            local[k] = rows.centre[i, k]
            if slot >= 0:
                local[k] += rows.slide[i, k] * openness[slot]
        meets = True
        for k in range(3):
            middle = position[slot, k] if slot >= 0 else 0.0
            reach = 0.0
            for m in range(3):
                middle += turn[k, m] * local[m]
                reach += abs(turn[k, m]) * rows.half[i, m]
            if rows.shape[i] != BOX and k < 2 and turn[2, 2] >= UPRIGHT:
                reach = rows.half[i, 0]
            centre[count, k], half[count, k] = middle, rows.half[i, k]
            low[k, count], high[k, count] = middle - reach, middle + reach
            meets = meets and low[k, count] < at[k] + radius and high[k, count] > at[k] - radius
        if not meets:
            continue
        up = slot
        while up >= 0 and held[up] < 0:
            up = carrier[up]
        if up >= 0:
            continue
        shape[count], inner[count] = rows.shape[i], rows.inner[i]
        for k in range(3):
            for m in range(3):
                axes[count, k, m] = turn[k, m]
        count += 1
    return (
        shape[:count], centre[:count], half[:count], axes[:count], inner[:count],
        np.ascontiguousarray(low[:, :count]), np.ascontiguousarray(high[:, :count]),
    )  # fmt: skip
