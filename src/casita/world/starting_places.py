"""Where agents stand when an episode begins: where they are told to, or at places drawn from the seed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from casita.arrays import Bools, Int16s, Int32s
from casita.errors import BadInput
from casita.geometry.poses import ANGLE_DECIMALS, DECIMALS
from casita.world.edit import Edit
from casita.world.ground import SPACING, blocker, free_nodes, ground, room_at
from casita.world.luck import draw, key
from casita.world.state import State
from casita.world.statics import NONE

APART = 1.0
"""Metres between the places of two agents, at the least, where places are drawn."""

POCKET = 1.0
"""Square metres; where one cannot walk about in more than that, nobody begins."""

Place = tuple[float, float, float, int]
"""x, y, yaw and room."""


def starting_places(state: State, positions: Sequence[tuple[float, float, float]]) -> list[Place]:
    """Where agents stand at first, with their rooms: as given for the first of them, drawn for the others."""
    if len(positions) > len(state.names):
        raise BadInput(f"{len(positions)} positions are given for {len(state.names)} agents")
    edit = Edit(state)
    edit.floor_changed = True
    standing = edit.write("agent_position")
    standing[:] = np.inf  # nobody is in the way before having a place
    placed: list[Place] = []
    for agent in range(len(state.names)):
        given = agent < len(positions)
        x, y, yaw = _checked(edit, agent, positions[agent]) if given else _drawn(edit, agent, placed)
        standing[agent] = x, y
        placed.append((x, y, yaw, room_at(edit.known, x, y)))
    return placed


def _checked(edit: Edit, agent: int, position: tuple[float, float, float]) -> tuple[float, float, float]:
    """A given place, on the lattice, if the agent can stand there."""
    x, y, yaw = position
    name = edit.base.names[agent]
    if not all(map(math.isfinite, position)):
        raise BadInput(f"{name} cannot stand at ({x}, {y}) with a yaw of {yaw}: these must be finite")
    if room_at(edit.known, x, y) == NONE:
        raise BadInput(f"{name} cannot stand at ({x}, {y}): it is in no room")
    wrong = blocker(edit, agent, x, y)
    if wrong:
        raise BadInput(f"{name} cannot stand at ({x}, {y}): {wrong} is in the way")
    return round(x, DECIMALS), round(y, DECIMALS), round(yaw, ANGLE_DECIMALS)


def _drawn(edit: Edit, agent: int, others: Sequence[Place]) -> tuple[float, float, float]:
    """A free place in a room, away from the agents before, and not shut in by furniture."""
    from scipy.ndimage import label

    radius = edit.base.bodies[agent].radius
    here = ground(edit.known, radius)
    free = free_nodes(edit, radius)
    rows, columns = np.nonzero(free & (here.room != NONE))
    parts, _ = label(free, np.ones((3, 3)))
    areas = np.bincount(parts.ravel()) * SPACING**2
    areas[~_widest_of_a_room(parts, here.room)] = 0.0
    luck = key(edit.base.seed, 0, agent, "start")
    for attempt in range(1000 if len(rows) else 0):
        pick = int(draw(luck, 2 * attempt) * len(rows))
        if areas[parts[rows[pick], columns[pick]]] < POCKET:
            continue
        x, y = here.point(int(rows[pick]), int(columns[pick]))
        if all(math.hypot(x - ox, y - oy) > APART for ox, oy, _, _ in others):
            return round(x, DECIMALS), round(y, DECIMALS), 90.0 * int(draw(luck, 2 * attempt + 1) * 4.0)
    raise BadInput(f"there is no place for {edit.base.names[agent]} to stand in {edit.base.scene.name}")


def _widest_of_a_room(parts: Int32s, room: Int16s) -> Bools:
    """By number of a part of the free floor: is it the widest of those that reach into some room?

    A corner behind a bed may be wider than a pocket; who begins there gets nowhere else all the same.
    """
    areas = np.bincount(parts.ravel())
    areas[0] = 0
    widest = np.zeros(len(areas), np.bool_)
    for number in np.unique(room[parts > 0]).tolist():
        reaching = np.unique(parts[(room == number) & (parts > 0)])
        widest[reaching[np.argmax(areas[reaching])]] |= number != NONE
    return widest
