"""A small MuJoCo model of what lies around a path, built anew for every disturbance.

A neighbourhood has some dozens of pieces and compiles in about a millisecond, so that nothing has to be
kept between calls: a result depends on the state alone.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Any, NamedTuple

import mujoco
import numpy as np

from casita.arrays import Bools, Float64s, Int64s
from casita.catalog import Material, catalog
from casita.exact import total_of
from casita.geometry.solids import BOX, DISC, TUBE, Pieces, bounds
from casita.physics.neighbourhood import Around, Floats, solid_pieces
from casita.products import product
from casita.world.edit import Edit
from casita.world.stance import quaternion_of
from casita.world.statics import NONE

TIME_STEP = 0.005
"""Seconds."""

AT_REST = 0.05
"""Metres per second below which a thing may fall asleep."""

STAVES = 8
"""Flat boxes that the wall of a tube is made of."""

THIN = 0.0015
"""Half of the thickness, in metres, that a free piece has at least."""

LIGHT = 0.02
"""Kilograms that a free thing weighs at least."""

SEAM = 0.005
"""Metres between furniture and a wall that count as none: nothing thin is wedged in there."""

LEAST_INERTIA = 2e-6
"""Kilograms times square metres: a pencil with less spins faster than a time step can follow."""

ROLLING = 0.15
"""Rolling friction as a share of the radius: a ball that rolls at 1 m/s stops within a metre."""

SPIN = 0.005
"""Torsional friction in metres."""

BOUNCES = {"rubber": 0.2}
"""Damping ratio of a contact with materials that bounce; all others come to rest at once."""

HARD = (0.02, 1.0)
"""Time constant and damping ratio of other contacts."""


class Geometry(NamedTuple):
    """One MuJoCo geom: its kind, sizes and pose, and its volume."""

    kind: Any
    size: tuple[float, float, float]
    centre: Float64s
    quaternion: tuple[float, float, float, float]
    volume: float
    rolls: bool


class Model(NamedTuple):
    """A compiled neighbourhood. Group i is body i + 1, and the i-th free joint."""

    compiled: Any
    owner: Int64s
    """Slot that each geom belongs to; NONE for walls, ceilings and people."""
    floor: int
    """Number of the geom that is the floor."""
    asleep: list[int]
    """Numbers of the groups that wait until they are touched."""


def built(edit: Edit, near: Around, ceiling: float, awake: Collection[int], top: float = math.inf) -> Model:
    """The model of a neighbourhood; groups that are not awake wait until they are touched.

    Pieces of furniture above `top` are left out: nothing gets there.
    """
    spec = _empty_world(ceiling)
    owners = [NONE, NONE]
    _add_surroundings(spec, edit, near, top, owners)
    slots = [slot for group in near.groups for slot in group.members]
    solid = solid_pieces(edit, slots, closed=False)
    geometries = _geometries(edit, slots, solid)
    first = 0
    for group in near.groups:
        last = first + len(group.members)
        body = spec.worldbody.add_body(pos=edit.position[group.slot], quat=edit.rotation[group.slot])
        body.add_freejoint()
        mine = [(slot, geometry) for slot, own in geometries[first:last] for geometry in own]
        _add_pieces(body, edit, group.slot, max(group.mass, LIGHT), [geometry for _, geometry in mine])
        owners += [slot for slot, _ in mine]
        first = last
    asleep = [number for number, group in enumerate(near.groups) if group.slot not in awake]
    return Model(spec.compile(), np.array(owners, np.int64), 0, asleep)


def _empty_world(ceiling: float) -> Any:
    """A world with a floor and a ceiling: its first two geoms."""
    spec = mujoco.MjSpec()
    option = spec.option
    option.timestep = TIME_STEP
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    option.tolerance = 1e-6
    option.iterations = 20
    option.enableflags |= mujoco.mjtEnableBit.mjENBL_SLEEP
    option.sleep_tolerance = AT_REST
    spec.compiler.balanceinertia = True
    spec.compiler.boundinertia = LEAST_INERTIA
    plane = mujoco.mjtGeom.mjGEOM_PLANE
    spec.worldbody.add_geom(type=plane, size=(50.0, 50.0, 1.0))
    spec.worldbody.add_geom(type=plane, size=(50.0, 50.0, 1.0), pos=(0.0, 0.0, ceiling), quat=(0.0, 1.0, 0.0, 0.0))
    return spec


def _add_surroundings(spec: Any, edit: Edit, near: Around, top: float, owners: list[int]) -> None:
    """Add what stands fast: furniture, walls and people."""
    fixed = list(near.fixed)
    solid = solid_pieces(edit, fixed, closed=False)
    low, high = bounds(solid)
    solid = _into_walls(solid, low, high, near.walls)
    reached = (low[:, 2] < top) & ((low[:, :2] <= near.high) & (high[:, :2] >= near.low)).all(axis=1)
    for slot, own in _geometries(edit, fixed, solid, reached):
        for geometry in own:
            spec.worldbody.add_geom(
                type=geometry.kind, size=geometry.size, pos=geometry.centre, quat=geometry.quaternion
            )
            owners.append(slot)
    for row in near.walls:
        spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=np.maximum(row[3:], 1e-4), pos=row[:3])
        owners.append(NONE)
    for x, y, radius, height in near.people:
        size = (radius, height / 2, 0.0)
        spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_CYLINDER, size=size, pos=(x, y, height / 2))
        owners.append(NONE)


def _into_walls(solid: Pieces, low: Floats, high: Floats, walls: Floats) -> Pieces:
    """Boxes that stand straight at a wall reach into it: a card that slides down a wall would slip behind a shelf."""
    straight = (solid.shape == BOX) & np.isclose(np.abs(solid.axes), np.round(np.abs(solid.axes))).all(axis=(1, 2))
    new_low, new_high = low.copy(), high.copy()
    for wall in walls:
        across = int(wall[4] < wall[3])
        first, last = wall[:3] - wall[3:], wall[:3] + wall[3:]
        others = [axis for axis in range(3) if axis != across]
        beside = straight & ((low < last) & (high > first))[:, others].all(axis=1)
        new_low[beside & (np.abs(low[:, across] - last[across]) <= SEAM), across] = wall[across]
        new_high[beside & (np.abs(high[:, across] - first[across]) <= SEAM), across] = wall[across]
    longer = ((new_low != low) | (new_high != high)).any(axis=1)[:, None]
    half = np.abs(np.einsum("nji,nj->ni", solid.axes, (new_high - new_low) / 2))
    return solid._replace(
        centre=np.where(longer, (new_low + new_high) / 2, solid.centre), half=np.where(longer, half, solid.half)
    )


def _add_pieces(body: Any, edit: Edit, slot: int, mass: float, geometries: list[Geometry]) -> None:
    """Add the pieces of a group to its body: heavy by their volume, rough and bouncy by their material."""
    made_of: Material = catalog().materials[edit.known.things[slot].material]
    origin = edit.position[slot]
    back = np.empty(9)
    mujoco.mju_quat2Mat(back, edit.rotation[slot])
    turn = back.reshape(3, 3).T
    inverse = np.empty(4)
    mujoco.mju_negQuat(inverse, edit.rotation[slot])
    total = total_of(geometry.volume for geometry in geometries)
    soft = (HARD[0], BOUNCES.get(made_of.name, HARD[1]))
    for geometry in geometries:
        quaternion = np.empty(4)
        mujoco.mju_mulQuat(quaternion, inverse, np.array(geometry.quaternion))
        body.add_geom(
            type=geometry.kind,
            size=np.maximum(geometry.size, THIN),
            pos=product(turn, geometry.centre - origin),
            quat=quaternion,
            mass=mass * geometry.volume / total,
            friction=(made_of.friction, SPIN, ROLLING * geometry.size[0]),
            condim=6 if geometry.rolls else 3,
            priority=1,
            solref=soft,
        )


def _geometries(
    edit: Edit, slots: list[int], solid: Pieces, among: Bools | None = None
) -> list[tuple[int, list[Geometry]]]:
    """The geoms of some things, or of those of their pieces that are among some, thing by thing."""
    found: list[tuple[int, list[Geometry]]] = [(slot, []) for slot in slots]
    shapes = [solid_shape.shape for slot in slots for solid_shape in edit.known.forms[slot].solids]
    rows = range(len(shapes)) if among is None else np.nonzero(among)[0].tolist()
    for row in rows:
        owner = int(solid.owner[row])
        found[owner][1].extend(_of_piece(solid, row, shapes[row]))
    return found


def _of_piece(solid: Pieces, row: int, shape: str) -> list[Geometry]:
    """One piece as geoms: a ball as an ellipsoid, a tube as a ring of boxes."""
    centre, axes = solid.centre[row], solid.axes[row]
    x, y, z = solid.half[row].tolist()
    quaternion = _quaternion(axes)
    if shape == "ball":
        return [Geometry(mujoco.mjtGeom.mjGEOM_ELLIPSOID, (x, y, z), centre, quaternion, 4.2 * x * y * z, True)]
    if solid.shape[row] == DISC:
        return [Geometry(mujoco.mjtGeom.mjGEOM_CYLINDER, (x, z, 0.0), centre, quaternion, 6.3 * x * x * z, True)]
    if solid.shape[row] != TUBE:
        return [Geometry(mujoco.mjtGeom.mjGEOM_BOX, (x, y, z), centre, quaternion, 8.0 * x * y * z, False)]
    outer, inner = x, float(solid.inner[row])
    thick = max((outer - inner) / 2, THIN)
    wide = outer * math.tan(math.pi / STAVES)
    found = []
    for number in range(STAVES):
        angle = 2.0 * math.pi * number / STAVES
        c, s = math.cos(angle), math.sin(angle)
        turn = product(axes, [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        at = centre + product(turn, (outer - thick, 0.0, 0.0))
        volume = 8.0 * thick * wide * z
        box = mujoco.mjtGeom.mjGEOM_BOX
        found.append(Geometry(box, (thick, wide, z), at, _quaternion(turn), volume, True))
    return found


def _quaternion(axes: Float64s) -> tuple[float, float, float, float]:
    """The unit quaternion of a rotation, quickly where it is upright."""
    c, s = float(axes[0, 0]), float(axes[1, 0])
    if axes[2, 2] < 1.0 or c < -0.9:
        return quaternion_of(axes)
    w = math.sqrt((1.0 + c) / 2)
    return w, 0.0, 0.0, s / (2.0 * w)
