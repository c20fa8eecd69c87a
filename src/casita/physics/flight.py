"""Letting a model run until all is at rest: tracks, and who hit whom how fast."""

from __future__ import annotations

from typing import Any, NamedTuple

import mujoco
import numba
import numpy as np

from casita.arrays import Float64s
from casita.physics.model import TIME_STEP, Model

LIMIT = 4.0
"""Seconds after which things are taken to be at rest."""

SAMPLE = 0.04
"""Seconds from one sample of a track to the next, at least."""

SLOW = 0.4
STRIDE = 4
"""Below this speed no impact is looked for, and so many steps are taken at once."""

HIT = 0.5
"""Metres per second from which on an impact is noted."""

FAR_OFF = 1000.0
"""Metres."""

JOLT = 0.08
"""Change of a velocity in one step, in metres per second, that shows an impact; gravity alone gives half of it."""

FAST = 3.0
"""Metres or radians per second above which things are followed in shorter steps, contacts are stiffer, and those
that a step would jump over are sought, so that nothing passes through a thin board."""

FAR = 0.015
"""Metres that a fast thing goes in a step."""

SHORT_STEP = TIME_STEP / 4
"""Seconds that a step takes at least."""

STIFF = 0.15
"""Time constant of a fast thing's contacts, as a share of the usual one."""

LOST = (mujoco.mjtWarning.mjWARN_BADQPOS, mujoco.mjtWarning.mjWARN_BADQVEL, mujoco.mjtWarning.mjWARN_BADQACC)

Floats = Float64s


class Flight(NamedTuple):
    """What became of the groups of a model."""

    times: Floats
    """Seconds."""
    track: Floats
    """Times x groups x 7: positions and unit quaternions."""
    impacts: dict[tuple[int, int], float]
    """Greatest speed at which a geom pair's owners met, by (group number, geom number), in the order they met."""
    at_rest: bool
    sound: bool
    """False if the engine lost track of it, as it may when things are wedged."""


def flown(model: Model, velocities: Floats, limit: float = LIMIT) -> Flight:
    """Run a model from velocities (groups x 6: linear in space, angular in the body's frame)."""
    compiled = model.compiled
    data = _begun(model)
    data.qvel[:] = velocities.ravel()
    groups = len(velocities)
    impacts: dict[tuple[int, int], float] = {}
    times, track = [0.0], [data.qpos.copy()]
    at_rest = fast = False
    looks_ahead = int(mujoco.mjtEnableBit.mjENBL_SPECULATIVE)
    while data.time < limit and not at_rest:
        before = data.qvel.copy()
        fastest = float(np.abs(before.reshape(-1, 6)[:, :3]).max())
        if fastest < SLOW:
            mujoco.mj_step(compiled, data, STRIDE)
        else:
            if (fastest > FAST) != fast:
                fast = not fast
                compiled.opt.enableflags ^= looks_ahead
                compiled.geom_solref[:, 0] *= STIFF if fast else 1.0 / STIFF
            compiled.opt.timestep = min(TIME_STEP, max(SHORT_STEP, FAR / fastest)) if fast else TIME_STEP
            mujoco.mj_step(compiled, data)
            if data.ncon and np.abs((data.qvel - before).reshape(-1, 6)[:, :3]).max() > JOLT:
                _note_impacts(compiled, data, before, impacts)
        at_rest = data.ntree_awake == 0
        if data.time >= times[-1] + SAMPLE or at_rest:
            times.append(data.time)
            track.append(data.qpos.copy())
    sound = not any(data.warning[int(kind)].number for kind in LOST)
    return Flight(np.array(times), np.array(track).reshape(len(times), groups, 7), impacts, at_rest, sound)


def _begun(model: Model) -> Any:
    """The first data of a model. What is awake is kept far off until the rest sleeps, for it would wake it at once."""
    compiled = model.compiled
    start = compiled.qpos0.copy()
    compiled.tree_sleep_policy[model.asleep] = mujoco.mjtSleepPolicy.mjSLEEP_INIT
    awake = np.setdiff1d(np.arange(compiled.nv // 6), model.asleep)
    compiled.qpos0[7 * awake + 2] += FAR_OFF
    data = mujoco.MjData(compiled)
    compiled.qpos0[:] = start
    data.qpos[:] = start
    return data


def _note_impacts(compiled: Any, data: Any, before: Floats, impacts: dict[tuple[int, int], float]) -> None:
    """Note how fast things that touch in this step came together: along the contact, before it slowed them."""
    contact = data.contact
    geoms = contact.geom
    body = compiled.geom_bodyid[geoms]
    closing = _closing(
        body, np.ascontiguousarray(contact.pos), np.ascontiguousarray(contact.frame), data.xpos, data.xmat, before
    )
    touching = (closing > HIT) & (closing * compiled.opt.timestep >= contact.dist - 1e-4)
    for row in np.nonzero(touching)[0].tolist():
        speed = float(closing[row])
        for own, other in ((0, 1), (1, 0)):
            if body[row, own] > 0:
                pair = (int(body[row, own]) - 1, int(geoms[row, other]))
                impacts[pair] = max(impacts.get(pair, 0.0), speed)


@numba.njit(cache=True)
def _closing(body, point, frame, position, turn, velocity):  # type: ignore[no-untyped-def]
    """The speed at which the two sides of each contact come together; body i has the i-th six velocities."""
    found = np.zeros(len(body))
    for row in range(len(body)):
        for side in range(2):
            own = body[row, side]
            if own == 0:
                continue
            v = velocity[6 * (own - 1) : 6 * own]
            spin = np.zeros(3)
            for i in range(3):
                for j in range(3):
                    spin[i] += turn[own, 3 * i + j] * v[3 + j]
            arm = point[row] - position[own]
            x = v[0] + spin[1] * arm[2] - spin[2] * arm[1]
            y = v[1] + spin[2] * arm[0] - spin[0] * arm[2]
            z = v[2] + spin[0] * arm[1] - spin[1] * arm[0]
            along = x * frame[row, 0] + y * frame[row, 1] + z * frame[row, 2]
            found[row] += along if side == 0 else -along
    return found
