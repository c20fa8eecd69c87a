"""The solid pieces of a home as the arm meets them: made once for a scene, placed anew for every motion.

Placing looks at the pieces near the robot only, so a motion costs the same in a room and in a house.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Bools, Float32s, Int64s
from casita.geometry.rays import BALL, HINGE, SLIDE
from casita.geometry.rays import BOX as RAY_BOX
from casita.geometry.rays import TUBE as RAY_TUBE
from casita.geometry.solids import BOX, DISC, ROUND_ENOUGH, TUBE
from casita.scenes.kept import PerScene
from casita.world.arm.specification import Floats
from casita.world.edit import Edit
from casita.world.seen import ScenePieces, scene_pieces
from casita.world.stance import set_matrix
from casita.world.state import State
from casita.world.statics import NONE, Statics

Ints = Int64s
Mask = Bools

AGENT = -2
"""The owner of the body of agent 0; that of agent 1 has the number before, and so on. Walls have the owner NONE."""


OWNER, SHAPE, INNER, CENTRE, HALF, AXES, COLUMNS = 0, 1, 2, 3, 6, 9, 18
"""Columns of placed pieces: what `geometry.solids.Pieces` has, in one row a piece, the rotation row by row.

One array rather than one a column, since compiled code passes it about millions of times.
"""


class HomePieces(NamedTuple):
    """All pieces of a scene in their owners' frames, and how far each can be from its owner's origin."""

    local: ScenePieces
    shape: Ints
    half: Floats
    """Half sides; of a round piece, its radius twice, and half its height."""
    inner: Floats
    """Radius of a tube's hole, in metres."""
    extent: Floats


@PerScene
def home_pieces(known: Statics) -> HomePieces:
    """The pieces of a scene, made once and kept with it."""
    local = scene_pieces(known)
    half = local.half.copy()
    wide, narrow = half[:, :2].max(axis=1), half[:, :2].min(axis=1)
    shape = np.full(len(half), DISC, np.int64)
    shape[(local.shape == RAY_BOX) | ((wide > ROUND_ENOUGH * narrow) & (local.shape != RAY_TUBE))] = BOX
    shape[local.shape == RAY_TUBE] = TUBE
    half[shape != BOX, :2] = narrow[shape != BOX, None]
    # A ball stands on its lowest point only: it is counted as a disc that is a little narrower and lower.
    ball = (local.shape == BALL) & (shape == DISC)
    half[ball] *= 0.9
    size = np.linalg.norm(local.half, axis=1)
    from_pivot = np.linalg.norm(local.pivot, axis=1) + np.linalg.norm(local.centre - local.pivot, axis=1)
    extent = size + np.where(local.moves == HINGE, from_pivot, np.linalg.norm(local.centre, axis=1))
    extent += np.where(local.moves == SLIDE, np.abs(local.travel), 0.0)
    return HomePieces(local, shape, half, narrow * local.inner, extent)


def pieces_of(edit: Edit | State, slots: list[int], openness: Float32s | None = None) -> Floats:
    """The pieces of some things as they are in a state, at the openness of a column if one is given."""
    known = edit.known if isinstance(edit, Edit) else edit.statics
    now = edit if isinstance(edit, Edit) else edit.objects
    wanted = np.zeros(known.count, np.bool_)
    wanted[slots] = True
    opened = now.openness if openness is None else openness
    return _placed(known, wanted, now.position, now.rotation, opened, (0.0, 0.0, 0.0), np.inf, False)


def pieces_near(edit: Edit, agent: int, without: list[int], at: tuple[float, float, float], radius: float) -> Floats:
    """All that a robot could hit within a ball: things but for some, walls, and the bodies of other agents."""
    wanted = edit.exists.copy()
    wanted[without] = False
    found = _placed(edit.known, wanted, edit.position, edit.rotation, edit.openness, at, radius, True)
    others = [other for other in range(len(edit.base.names)) if other != agent]
    return _with_agents(edit, found, others) if others else found


def _placed(
    known: Statics,
    wanted: Mask,
    position: Floats,
    rotation: Floats,
    openness: Float32s,
    at: tuple[float, float, float],
    radius: float,
    walls: bool,
) -> Floats:
    home = home_pieces(known)
    local = home.local
    found: Floats = _place(
        local.owner, local.centre, local.moves, local.axis, local.travel, local.pivot, local.only_closed,
        home.shape, home.half, home.inner, home.extent, wanted, position, rotation, openness, at, radius, walls,
    )  # fmt: skip
    return found


def _with_agents(edit: Edit, found: Floats, others: list[int]) -> Floats:
    """The same pieces, and agents as upright cylinders."""
    more = np.zeros((len(others), COLUMNS))
    for row, other in zip(more, others, strict=True):
        body = edit.base.bodies[other]
        row[[OWNER, SHAPE]] = AGENT - other, DISC
        row[CENTRE:HALF] = *edit.agent_position[other], body.height / 2
        row[HALF:AXES] = body.radius, body.radius, body.height / 2
        row[AXES:] = np.eye(3).ravel()
    return np.concatenate([found, more])


def owner_name(edit: Edit, owner: int) -> str:
    """What a piece belongs to: the id of a thing, the name of an agent, or "the wall"."""
    if owner == NONE:
        return "the wall"
    return edit.known.ids[owner] if owner >= 0 else edit.base.names[AGENT - owner]


@numba.njit(cache=True)
def _place(  # type: ignore[no-untyped-def]
    owners, local, moves, axes_of, travel, pivot, only_closed, shapes, halves, inners, extent,
    wanted, position, rotation, openness, at, radius, walls,
):  # fmt: skip
    """Places the wanted pieces that come within a ball; see `OWNER` for the columns."""
    total = len(owners)
    found = np.empty((total, COLUMNS))
    turn, spin, middle = np.empty((3, 3)), np.empty((3, 3)), np.empty(3)
    count = np.int64(0)
    for i in range(total):
        slot = owners[i]
        x, y, z = local[i, 0], local[i, 1], local[i, 2]
        if slot < 0:
            if not walls:
                continue
            turn[:] = 0.0
            turn[0, 0] = turn[1, 1] = turn[2, 2] = 1.0
            middle[0], middle[1], middle[2] = x, y, z
        else:
            if not wanted[slot] or (only_closed[i] and openness[slot] > 0.0):
                continue
            px, py, pz = position[slot, 0], position[slot, 1], position[slot, 2]
            dx, dy, dz = px - at[0], py - at[1], pz - at[2]
            far = radius + extent[i]
            if dx * dx + dy * dy + dz * dz > far * far:
                continue
            set_matrix(rotation[slot], turn)
            middle[0], middle[1], middle[2] = x, y, z
            if moves[i] == SLIDE:
                middle[axes_of[i]] += travel[i] * openness[slot]
            hinged = moves[i] == HINGE and openness[slot] > 0.0
            if hinged:
                _set_spin(axes_of[i], travel[i] * openness[slot], spin)
                _rotate(spin, middle, pivot[i])
            _to_space(turn, middle, px, py, pz)
            if hinged:
                _turn_more(turn, spin)
        row = found[count]
        row[OWNER], row[SHAPE], row[INNER] = slot, shapes[i], inners[i]
        for k in range(3):
            row[CENTRE + k], row[HALF + k] = middle[k], halves[i, k]
            for m in range(3):
                row[AXES + 3 * k + m] = turn[k, m]
        count += comes_near(found, count, at[0], at[1], at[2], radius)
    return found[:count].copy()


@numba.njit(cache=True)
def comes_near(pieces, j, x, y, z, radius):  # type: ignore[no-untyped-def]
    """Does a ball reach the box of piece j?"""
    x, y, z = x - pieces[j, CENTRE], y - pieces[j, CENTRE + 1], z - pieces[j, CENTRE + 2]
    total = 0.0
    for k in range(3):
        off = pieces[j, AXES + k] * x + pieces[j, AXES + 3 + k] * y + pieces[j, AXES + 6 + k] * z
        gap = abs(off) - pieces[j, HALF + k]
        if gap > 0.0:
            total += gap * gap
    return total < radius * radius


@numba.njit(cache=True)
def _set_spin(axis, angle, m):  # type: ignore[no-untyped-def]
    """Writes the matrix of a turn about an axis."""
    u, v = (axis + 1) % 3, (axis + 2) % 3
    c, s = np.cos(angle), np.sin(angle)
    m[:] = 0.0
    m[axis, axis] = 1.0
    m[u, u], m[v, v], m[u, v], m[v, u] = c, c, -s, s


@numba.njit(cache=True)
def _rotate(m, point, pivot):  # type: ignore[no-untyped-def]
    """Turns a point about a pivot."""
    x, y, z = point[0] - pivot[0], point[1] - pivot[1], point[2] - pivot[2]
    for k in range(3):
        point[k] = pivot[k] + m[k, 0] * x + m[k, 1] * y + m[k, 2] * z


@numba.njit(cache=True)
def _to_space(m, point, px, py, pz):  # type: ignore[no-untyped-def]
    """Turns a point of a thing at a position into one of the home."""
    x, y, z = point[0], point[1], point[2]
    point[0] = px + m[0, 0] * x + m[0, 1] * y + m[0, 2] * z
    point[1] = py + m[1, 0] * x + m[1, 1] * y + m[1, 2] * z
    point[2] = pz + m[2, 0] * x + m[2, 1] * y + m[2, 2] * z


@numba.njit(cache=True)
def _turn_more(m, spin):  # type: ignore[no-untyped-def]
    """Writes the product of a rotation with one that comes before it."""
    for i in range(3):
        x, y, z = m[i, 0], m[i, 1], m[i, 2]
        for k in range(3):
            m[i, k] = x * spin[0, k] + y * spin[1, k] + z * spin[2, k]
