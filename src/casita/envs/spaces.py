"""What an agent observes in an env: the things and agents it sees, as padded arrays of numbers.

Rows are slots, so a thing keeps its row through an episode; columns are the features below. A row that
is not seen, and one that only pads, is all zeros: every count starts at 1, and 0 is nothing or unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from casita.catalog import catalog
from casita.errors import BadInput
from casita.world.seen import Sight
from casita.world.state import AgentColumns, ObjectColumns, State

Observation = dict[str, NDArray[np.generic]]

Look = Callable[[State, int], Sight]
"""What an agent (by slot) sees in a state: `sight` by room or by rays, or `everything`."""

MANY = 10_000
"""More slots, rooms and agents than a home has."""

FAR = 1_000.0
"""Metres; no home reaches so far."""


class Feature(NamedTuple):
    """One column of an observation: where its numbers come from, and between which they are."""

    name: str
    column: str
    """The column of the state that it follows from; empty for one that never changes."""
    low: float
    high: float
    of: Callable[[NDArray], NDArray] = lambda column: column  # type: ignore[type-arg]


def _counted(column: NDArray[np.int32]) -> NDArray[np.int32]:
    """Numbers from 1, with 0 for NONE."""
    return column + 1


def _yaws(rotation: NDArray[np.float64]) -> NDArray[np.float64]:
    """Degrees from +x to where the front points, seen from above."""
    w, x, y, z = rotation.T
    turned: NDArray[np.float64] = np.degrees(np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)))
    return turned


OBJECT_FEATURES = (
    Feature("type", "", 0, MANY),
    Feature("exists", "exists", 0, 1),
    Feature("seen", "", 0, 1),
    Feature("room", "room", 0, MANY, _counted),
    Feature("x", "position", -FAR, FAR, lambda position: position[:, 0]),
    Feature("y", "position", -FAR, FAR, lambda position: position[:, 1]),
    Feature("z", "position", -FAR, FAR, lambda position: position[:, 2]),
    Feature("yaw", "rotation", -180, 180, _yaws),
    Feature("openness", "openness", 0, 1),
    Feature("on", "on", 0, 1),
    Feature("dirty", "dirty", 0, 1),
    Feature("broken", "broken", 0, 1),
    Feature("cooked", "cooked", 0, 1),
    Feature("liquid", "liquid", 0, MANY),
    Feature("level", "level", 0, 1),
    Feature("amount", "amount", 0, 1),
    Feature("held", "held_by", 0, MANY, _counted),
    Feature("carrier", "carrier", 0, MANY, _counted),
)
"""The columns of `objects`. A type is its number in `types()`, a liquid in `LIQUIDS`; `held` counts agents from 1."""

AGENT_FEATURES = (
    Feature("seen", "", 0, 1),
    Feature("self", "", 0, 1),
    Feature("x", "position", -FAR, FAR, lambda position: position[:, 0]),
    Feature("y", "position", -FAR, FAR, lambda position: position[:, 1]),
    Feature("yaw", "yaw", -360, 360),
    Feature("pitch", "pitch", -90, 90),
    Feature("room", "room", 0, MANY, _counted),
    Feature("hand_1", "hands", 0, MANY, lambda hands: hands[:, 0] + 1),
    Feature("hand_2", "hands", 0, MANY, lambda hands: hands[:, 1] + 1),
    Feature("seat", "seat", 0, MANY, _counted),
)
"""The columns of `agents`, in degrees and metres; hands and seat are the rows of things, counted from 1."""

SELF = [feature.name for feature in AGENT_FEATURES].index("self")


@cache
def types() -> tuple[str, ...]:
    """The types of objects by their number in an observation; number 0 is none."""
    return ("", *sorted(catalog()))


def box(features: Sequence[Feature], rows: int) -> spaces.Box:
    """The space of arrays with these columns."""
    low = np.array([feature.low for feature in features], np.float32)
    high = np.array([feature.high for feature in features], np.float32)
    return spaces.Box(np.tile(low, (rows, 1)), np.tile(high, (rows, 1)), dtype=np.float32)


class Table:
    """Some columns of a state as one array; only what has changed since the last time is written again."""

    def __init__(self, features: Sequence[Feature], rows: int) -> None:
        self.features = features
        self.values = np.zeros((rows, len(features)), np.float32)
        self._last: dict[str, object] = {}
        self._by_column: dict[str, list[tuple[int, Feature]]] = {}
        for number, feature in enumerate(features):
            if feature.column:
                self._by_column.setdefault(feature.column, []).append((number, feature))

    def fix(self, name: str, column: NDArray[np.generic] | float) -> None:
        """Write a column that never changes."""
        self.values[:, [feature.name for feature in self.features].index(name)] = column

    def update(self, columns: ObjectColumns | AgentColumns) -> NDArray[np.float32]:
        """The array for these columns; a column that is the same as before is not looked at."""
        for name, features in self._by_column.items():
            column = getattr(columns, name)
            if column is not self._last.get(name):
                self._last[name] = column
                for number, feature in features:
                    self.values[:, number] = feature.of(column)
        return self.values


class Observer:
    """Makes observations of states of one scene."""

    def __init__(self, state: State, *, max_objects: int = 0, messages: int = 0) -> None:
        known = state.statics
        self.max_objects = max_objects or known.count
        if self.max_objects < known.count:
            raise BadInput(f"{known.scene.name} has {known.count} objects; max_objects is {max_objects}")
        self._objects = Table(OBJECT_FEATURES, known.count)
        self._objects.fix("type", np.array([types().index(kind.name) for kind in known.kinds], np.float32))
        self._objects.fix("seen", 1.0)
        self._agents = Table(AGENT_FEATURES, len(state.names))
        self._agents.fix("seen", 1.0)
        self.space = {
            "objects": box(OBJECT_FEATURES, self.max_objects),
            "agents": box(AGENT_FEATURES, len(state.names)),
            "messages": spaces.MultiDiscrete([messages + 1] * len(state.names)),
        }

    def observation(self, state: State, agent: int, seen: Sight, said: NDArray[np.int64]) -> Observation:
        """What an agent observes, in new arrays: what and whom it sees, and what was said."""
        known = self._objects.update(state.objects)
        objects = np.zeros((self.max_objects, len(OBJECT_FEATURES)), np.float32)
        np.multiply(known, seen.things[:, None], out=objects[: len(known)])
        agents = self._agents.update(state.agents) * seen.agents[:, None]
        agents[agent, SELF] = 1.0
        return {"objects": objects, "agents": agents, "messages": said.copy()}


def everything(state: State, agent: int) -> Sight:
    """What an agent sees that sees all of the home, and into what is closed."""
    return Sight(state.objects.exists, np.ones(len(state.names), np.bool_))
