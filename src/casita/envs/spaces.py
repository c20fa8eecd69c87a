"""What an agent observes in an env: the things and agents it sees, as padded arrays of numbers.

Rows are slots, so a thing keeps its row through an episode; columns are the features below. A row that
is not seen, and one that only pads, is all zeros: every count starts at 1, and 0 is nothing or unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numba
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from casita.arrays import Float32s, Int64s
from casita.catalog import catalog
from casita.errors import BadInput
from casita.world.seen import Sight
from casita.world.stance import heading
from casita.world.state import State

Observation = dict[str, NDArray[np.generic]]

Look = Callable[[State, int], Sight]
"""What an agent (by slot) sees in a state: `sight` by room or by rays, or `everything`."""

MANY = 10_000
"""More slots, rooms and agents than a home has."""

FAR = 1_000.0
"""Metres; no home reaches so far."""


class Feature(NamedTuple):
    """One column of an observation, and between which numbers it is."""

    name: str
    low: float
    high: float


OBJECT_FEATURES = (
    Feature("type", 0, MANY),
    Feature("exists", 0, 1),
    Feature("seen", 0, 1),
    Feature("room", 0, MANY),
    Feature("x", -FAR, FAR),
    Feature("y", -FAR, FAR),
    Feature("z", -FAR, FAR),
    Feature("yaw", -180, 180),
    Feature("openness", 0, 1),
    Feature("on", 0, 1),
    Feature("dirty", 0, 1),
    Feature("broken", 0, 1),
    Feature("cooked", 0, 1),
    Feature("liquid", 0, MANY),
    Feature("level", 0, 1),
    Feature("amount", 0, 1),
    Feature("held", 0, MANY),
    Feature("carrier", 0, MANY),
)
"""The columns of `objects`, in metres and degrees. A type is its number in `types()`, a liquid in `LIQUIDS`; rooms
in the scene's order, agents (`held`) and the rows of things (`carrier`) are counted from 1."""

SEEN = [feature.name for feature in OBJECT_FEATURES].index("seen")

AGENT_FEATURES = (
    Feature("seen", 0, 1),
    Feature("self", 0, 1),
    Feature("x", -FAR, FAR),
    Feature("y", -FAR, FAR),
    Feature("yaw", -360, 360),
    Feature("pitch", -90, 90),
    Feature("room", 0, MANY),
    Feature("hand_1", 0, MANY),
    Feature("hand_2", 0, MANY),
    Feature("seat", 0, MANY),
)
"""The columns of `agents`; hands and seat are the rows of things, counted from 1."""


@cache
def types() -> tuple[str, ...]:
    """The types of objects by their number in an observation; number 0 is none."""
    return ("", *sorted(catalog()))


def box(features: Sequence[Feature], rows: int) -> spaces.Box:
    """The space of arrays with these columns."""
    low = np.array([feature.low for feature in features], np.float32)
    high = np.array([feature.high for feature in features], np.float32)
    return spaces.Box(np.tile(low, (rows, 1)), np.tile(high, (rows, 1)), dtype=np.float32)


class Observer:
    """Makes observations of states of one scene."""

    def __init__(self, state: State, *, max_objects: int = 0, messages: int = 0) -> None:
        known = state.statics
        self.max_objects = max_objects or known.count
        if self.max_objects < known.count:
            raise BadInput(f"{known.scene.name} has {known.count} objects; max_objects is {max_objects}")
        self._types = np.array([types().index(kind.name) for kind in known.kinds])
        self.space = {
            "objects": box(OBJECT_FEATURES, self.max_objects),
            "agents": box(AGENT_FEATURES, len(state.names)),
            "messages": spaces.MultiDiscrete([messages + 1] * len(state.names)),
        }

    def observation(
        self,
        state: State,
        agent: int,
        seen: Sight,
        said: Int64s,
        into: Float32s | None = None,
    ) -> Observation:
        """What an agent observes: what and whom it sees, and what was said.

        Its arrays are new, but for `objects` if there is an array to write it `into`.
        """
        now = state.objects
        objects = np.zeros((self.max_objects, len(OBJECT_FEATURES)), np.float32) if into is None else into
        _write_objects(
            objects, seen.things, self._types, now.exists, now.room, now.position, now.rotation, now.openness, now.on,
            now.dirty, now.broken, now.cooked, now.liquid, now.level, now.amount, now.held_by, now.carrier,
        )  # fmt: skip
        agents = np.zeros((len(state.names), len(AGENT_FEATURES)), np.float32)
        for other in range(len(state.names)):
            if seen.agents[other]:
                agents[other] = _agent_row(state, other, agent)
        return {"objects": objects, "agents": agents, "messages": said.copy()}


def everything(state: State, agent: int) -> Sight:
    """What an agent sees that sees all of the home, and into what is closed."""
    return Sight(state.objects.exists.copy(), np.ones(len(state.names), np.bool_))


def _agent_row(state: State, agent: int, observer: int) -> tuple[float, ...]:
    """The features of an agent."""
    people = state.agents
    x, y = people.position[agent].tolist()
    left, right = people.hands[agent].tolist()
    return (
        1.0, agent == observer, x, y, people.yaw.item(agent), people.pitch.item(agent), people.room.item(agent) + 1,
        left + 1, right + 1, people.seat.item(agent) + 1,
    )  # fmt: skip


@numba.njit(cache=True)
def _write_objects(  # type: ignore[no-untyped-def]
    rows, seen, types, exists, room, position, rotation, openness, on, dirty, broken, cooked, liquid, level, amount,
    held_by, carrier,
):  # fmt: skip
    """Write the features of the things that are seen, and clear those of what was seen before; touch nothing else."""
    for slot in range(len(seen)):
        row = rows[slot]
        if not seen[slot]:
            if row[SEEN] != 0.0:
                row[:] = 0.0
        else:
            row[0], row[1], row[2], row[3] = types[slot], exists[slot], 1.0, room[slot] + 1
            row[4], row[5], row[6] = position[slot]
            w, x, y, z = rotation[slot]
            row[7] = heading(w, x, y, z)
            row[8], row[9], row[10], row[11] = openness[slot], on[slot], dirty[slot], broken[slot]
            row[12], row[13], row[14], row[15] = cooked[slot], liquid[slot], level[slot], amount[slot]
            row[16], row[17] = held_by[slot] + 1, carrier[slot] + 1
