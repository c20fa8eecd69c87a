"""A state being changed: columns are copied when they are first written, the rest is shared."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.world.state import AgentColumns, ObjectColumns, State
from casita.world.statics import NONE

OBJECT_FIELDS = tuple(column.name for column in fields(ObjectColumns))
AGENT_FIELDS = tuple(column.name for column in fields(AgentColumns))


class Edit:
    """The next state under construction. Read a column as an attribute; write through `write` and `write_agent`.

    Attributes are the columns of objects under their names and those of agents with `agent_` before.
    """

    __slots__ = (
        *OBJECT_FIELDS,
        *(f"agent_{name}" for name in AGENT_FIELDS),
        "base",
        "floor_changed",
        "known",
        "_owned",
    )

    exists: NDArray[np.bool_]
    position: NDArray[np.float64]
    rotation: NDArray[np.float64]
    carrier: NDArray[np.int32]
    spot: NDArray[np.int16]
    held_by: NDArray[np.int16]
    room: NDArray[np.int16]
    openness: NDArray[np.float32]
    on: NDArray[np.bool_]
    dirty: NDArray[np.bool_]
    broken: NDArray[np.bool_]
    cooked: NDArray[np.bool_]
    liquid: NDArray[np.int8]
    level: NDArray[np.float32]
    amount: NDArray[np.float32]
    heat: NDArray[np.int16]
    agent_position: NDArray[np.float64]
    agent_yaw: NDArray[np.float64]
    agent_pitch: NDArray[np.float64]
    agent_room: NDArray[np.int16]
    agent_hands: NDArray[np.int32]
    agent_seat: NDArray[np.int32]

    def __init__(self, state: State) -> None:
        self.base = state
        self.known = state.statics
        self.floor_changed = False
        self._owned: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        """A column that was not looked at before: shared with the state before."""
        if name.startswith("agent_"):
            column = getattr(self.base.agents, name[6:])
        else:
            column = getattr(self.base.objects, name)
        setattr(self, name, column)
        return column

    def write(self, name: str) -> NDArray:  # type: ignore[type-arg]
        """A column, ready to be written."""
        column: NDArray = getattr(self, name)  # type: ignore[type-arg]
        if name not in self._owned:
            column = column.copy()
            setattr(self, name, column)
            self._owned.add(name)
        return column

    def contents(self, slot: int) -> list[int]:
        """Everything on, in or part of a thing, however deep."""
        found: list[int] = []
        layer = [slot]
        while layer:
            inside = np.nonzero(np.isin(self.carrier, layer) if len(layer) > 1 else self.carrier == layer[0])[0]
            layer = [int(i) for i in inside if self.exists[i]]
            found += layer
        return found

    def total_mass(self, slot: int) -> float:
        """Of a thing with what it holds and is filled with, in kilograms."""
        return sum(self.own_mass(each) for each in (slot, *self.contents(slot)))

    def own_mass(self, slot: int) -> float:
        """Of one thing by itself: what is left of it, and its liquid."""
        return float(self.known.mass[slot] * self.amount[slot] + self.liquid_mass(slot))

    def liquid_mass(self, slot: int) -> float:
        """Of the liquid in a thing, in kilograms: a litre of its inside weighs one."""
        if not self.liquid[slot]:
            return 0.0
        depth, width, height = self.known.size[slot]
        return float(0.5 * 1000.0 * depth * width * height * self.level[slot])

    def finished(self, tick: int) -> State:
        """The state with all that was written."""
        base = self.base
        objects, agents = base.objects, base.agents
        for name in self._owned:
            getattr(self, name).setflags(write=False)
        if any(not name.startswith("agent_") for name in self._owned):
            objects = ObjectColumns(*(getattr(self, name) for name in OBJECT_FIELDS))
        if any(name.startswith("agent_") for name in self._owned):
            agents = AgentColumns(*(getattr(self, f"agent_{name}") for name in AGENT_FIELDS))
        walkable = {} if self.floor_changed else base.walkable
        return State(base.scene, objects, agents, base.names, base.bodies, base.rules, tick, base.seed, walkable)

    def holder_of(self, slot: int) -> int:
        """The agent that holds a thing, itself or through what it is in; NONE if nobody does."""
        while slot != NONE:
            if self.held_by[slot] != NONE:
                return int(self.held_by[slot])
            slot = int(self.carrier[slot])
        return NONE
