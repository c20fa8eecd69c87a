"""A state being changed: columns are copied when they are first written, the rest is shared."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numpy.typing import NDArray

from casita.arrays import Int64s
from casita.exact import total_of
from casita.world.liquids import liquid_mass
from casita.world.state import AgentColumns, ObjectColumns, State
from casita.world.statics import NONE

AGENT_COLUMNS = tuple(f"agent_{name}" for name in AgentColumns._fields)
"""What an edit calls the columns of agents."""

_OF_AGENTS = frozenset(AGENT_COLUMNS)
_objects = attrgetter(*ObjectColumns._fields)
_agents = attrgetter(*AGENT_COLUMNS)


def _setter(names: Iterable[str]) -> Callable[[Edit, ObjectColumns | AgentColumns], None]:
    """A function that sets these attributes in one statement, three times as fast as a loop.

    An edit is made for every action that is so much as considered.
    """
    source = f"def set_columns(edit, columns): ({', '.join(f'edit.{name}' for name in names)}) = columns"
    made: dict[str, Any] = {}
    exec(source, made)
    found: Callable[[Edit, ObjectColumns | AgentColumns], None] = made["set_columns"]
    return found


_set_objects = _setter(ObjectColumns._fields)
_set_agents = _setter(AGENT_COLUMNS)


class Edit:
    """The next state under construction. Read a column as an attribute; write to what `write` gives.

    Attributes are the columns of objects under their names and those of agents with `agent_` before. They are
    read-only whether or not they have been written: compiled code is made, and loaded, once for each mix of writable
    and read-only columns that it meets.
    """

    __slots__ = (*ObjectColumns._fields, *AGENT_COLUMNS, "_owned", "base", "exposure", "floor_changed", "known")

    def __init__(self, state: State) -> None:
        self.base = state
        self.known = state.statics
        self.floor_changed = False
        self.exposure = state.exposure
        self._owned: dict[str, NDArray[Any]] = {}
        """What has been written so far, ready to be written further."""
        _set_objects(self, state.objects)
        _set_agents(self, state.agents)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> NDArray[Any]:
            """A column; they are listed with the state alone."""

    def write(self, name: str) -> NDArray:  # type: ignore[type-arg]
        """A column, ready to be written."""
        column = self._owned.get(name)
        if column is None:
            column = self._owned[name] = getattr(self, name).copy()
            shown = column.view()
            shown.setflags(write=False)
            setattr(self, name, shown)
        return column

    def copied(self) -> Edit:
        """A copy that can be written to without this one noticing."""
        draft = copy.copy(self)
        draft._owned = {}
        return draft

    def contents(self, slot: int) -> list[int]:
        """Everything on, in or part of a thing, however deep."""
        if not _carried_by(self.carrier, self.exists, slot):
            return []
        found: list[int] = _with_contents(self.carrier, self.exists, slot)[1:].tolist()
        return found

    def with_contents(self, slot: int) -> Int64s:
        """A thing, and after it everything on, in or part of it, however deep."""
        if not _carried_by(self.carrier, self.exists, slot):
            return np.array((slot,))
        found: Int64s = _with_contents(self.carrier, self.exists, slot)
        return found

    def loose_on(self, slot: int) -> list[int]:
        """The loose things right on or in a thing."""
        if not _carried_by(self.carrier, self.exists, slot):
            return []
        found: list[int] = _loose_on(self.carrier, self.exists, self.known.loose, slot).tolist()
        return found

    def drain(self, slot: int) -> None:
        """Take all liquid out of a thing."""
        self.write("liquid")[slot] = 0
        self.write("level")[slot] = 0.0

    @property
    def changed(self) -> bool:
        """Has anything been written?"""
        return bool(self._owned)

    def total_mass(self, slot: int) -> float:
        """Of a thing with what it holds and is filled with, in kilograms."""
        return total_of(self.own_mass(each) for each in (slot, *self.contents(slot)))

    def own_mass(self, slot: int) -> float:
        """Of one thing by itself: what is left of it, and its liquid."""
        return float(self.known.mass[slot] * self.amount[slot] + self.liquid_mass(slot))

    def liquid_mass(self, slot: int) -> float:
        """Of the liquid in a thing, in kilograms."""
        if not self.liquid[slot]:
            return 0.0
        return liquid_mass(float(self.known.size[slot].prod()), float(self.level[slot]))

    def finished(self, tick: int) -> State:
        """The state with all that was written."""
        base, owned = self.base, self._owned
        objects, agents = base.objects, base.agents
        if owned:
            for column in owned.values():
                column.setflags(write=False)
            names = owned.keys()
            if not names <= _OF_AGENTS:
                objects = tuple.__new__(ObjectColumns, _objects(self))
            if not names.isdisjoint(_OF_AGENTS):
                agents = tuple.__new__(AgentColumns, _agents(self))
        walkable = {} if self.floor_changed else base.walkable
        return State(
            base.scene, objects, agents, base.names, base.bodies, base.rules, tick, base.seed, walkable, self.exposure
        )

    def holder_of(self, slot: int) -> int:
        """The agent that holds a thing, itself or through what it is in; NONE if nobody does."""
        while slot != NONE:
            if self.held_by[slot] != NONE:
                return int(self.held_by[slot])
            slot = int(self.carrier[slot])
        return NONE


@numba.njit(cache=True)
def _carried_by(carrier, exists, slot):  # type: ignore[no-untyped-def]
    """How many things are right on, in or part of a thing: mostly none, and a number is cheaper than an array."""
    count = 0
    for i in range(len(carrier)):
        count += (carrier[i] == slot) & exists[i]
    return count


@numba.njit(cache=True)
def _with_contents(carrier, exists, slot):  # type: ignore[no-untyped-def]
    """The slot of a thing, and those of what it carries, however deep, level by level."""
    found = np.empty(len(carrier) + 1, np.int64)
    found[0] = slot
    count, done = 1, 0
    while done < count:
        for i in range(len(carrier)):
            if carrier[i] == found[done] and exists[i]:
                found[count] = i
                count += 1
        done += 1
    return found[:count]


@numba.njit(cache=True)
def _loose_on(carrier, exists, loose, slot):  # type: ignore[no-untyped-def]
    """The loose things that a thing carries itself."""
    found = np.empty(len(carrier), np.int64)
    count = 0
    for i in range(len(carrier)):
        if carrier[i] == slot and exists[i] and loose[i]:
            found[count] = i
            count += 1
    return found[:count]
