"""A state is a value: a shared scene, and columns of numbers indexed by object and agent slot."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_args, get_type_hints

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Bools, Float32s, Float64s, Int8s, Int16s, Int32s
from casita.errors import shortened, unknown
from casita.scenes.scene import Scene
from casita.world.bodies import USUAL_BODY, Body
from casita.world.statics import Statics, statics


class ObjectColumns(NamedTuple):
    """What can change about objects; row i is slot i.

    Arrays are read-only and shared between states; a step copies only the columns it writes. A column is
    listed here and nowhere else: it begins as the field of that name of a thing's `start`, or with zeros.
    """

    exists: Bools
    """False for a slice not yet cut, for a whole that has been cut up, and for what was eaten."""
    position: Float64s
    """n x 3, metres, on the 0.1 mm lattice: the middle of the box's bottom."""
    rotation: Float64s
    """n x 4 unit quaternions (w, x, y, z), on the lattice."""
    carrier: Int32s
    """Slot of the thing it is on or in, hangs on or is part of; NONE if held, or hung on a room."""
    spot: Int16s
    """Index of the spot of its carrier that it is on or in; NONE if it is neither on nor in."""
    rest: Int8s
    """How it rests there: a number of `geometry.rests.RESTS`."""
    held_by: Int16s
    """Slot of the agent that holds it; NONE if nobody does."""
    room: Int16s
    openness: Float32s
    """0 is closed, 1 is open as far as it goes."""
    on: Bools
    dirty: Bools
    broken: Bools
    cooked: Bools
    liquid: Int8s
    """Number of the liquid in it; 0 is none."""
    level: Float32s
    """How full it is, from 0 to 1."""
    amount: Float32s
    """How much of it is left, from 0 to 1."""
    heat: Int16s
    """Ticks that it has been heated without a break."""


class AgentColumns(NamedTuple):
    """What can change about agents; row i is agent slot i."""

    position: Float64s
    """n x 2, metres: where they stand."""
    yaw: Float64s
    """Degrees from +x, on the lattice."""
    pitch: Float64s
    """Degrees; positive looks down."""
    room: Int16s
    hands: Int32s
    """n x 2: slots of the things in the hands; NONE for an empty one."""
    seat: Int32s
    """Slot of the thing the agent sits on; NONE if it stands."""
    joints: Float64s
    """n x 6: arm joints in degrees."""
    grip: Float64s
    """Grip force in newtons."""


Columns = Mapping[str, NDArray[Any]]
"""Some columns, by name."""

NO_COLUMNS: Columns = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Everything that is true at one moment. Keeping, comparing and restoring one is cheap."""

    scene: Scene
    objects: ObjectColumns
    agents: AgentColumns
    names: tuple[str, ...]
    """Names of the agents, by slot."""
    bodies: tuple[Body, ...]
    rules: str
    """Either "command" or "household"; see `rules.py`."""
    tick: int = 0
    seed: int = 0
    """Every draw in a step is keyed by (seed, tick, agent, purpose)."""
    walkable: dict[object, Any] = field(default_factory=dict)
    """Where one can walk, as far as it has been computed; follows from the rest and is no part of the value."""
    exposure: Any = None
    """What things are exposed to (see `exposure.py`), if it has been computed; follows from the rest likewise."""

    @property
    def statics(self) -> Statics:
        """What never changes about its scene."""
        return statics(self.scene)

    def agent(self, name: str) -> int:
        """The slot of the agent with this name."""
        if name not in self.names:
            raise unknown("agent", name, self.names)
        return self.names.index(name)

    def __repr__(self) -> str:
        who = shortened([f"{name} ({body.name})" for name, body in zip(self.names, self.bodies, strict=True)])
        things = int(self.objects.exists.sum())
        return f"State({self.scene.name}, tick {self.tick}, {self.rules} rules, {things} things, {who})"

    def altered(self, objects: Columns = NO_COLUMNS, agents: Columns = NO_COLUMNS) -> State:
        """The state with some columns of its objects and agents replaced; they are read-only from then on.

        Compiled code is made once for each mix of writable and read-only columns that it meets: here is but one.
        """
        for column in (*objects.values(), *agents.values()):
            column.setflags(write=False)
        return replace(
            self,
            objects=self.objects._replace(**objects),
            agents=self.agents._replace(**agents),
            walkable={},
            exposure=None,
        )

    def digest(self) -> str:
        """A hash of the whole value: equal for equal states, in every process."""
        bodies = tuple(body.name for body in self.bodies)
        # Where all have the usual body nothing is added, so that digests in old logs and data hold.
        return self._hashed("" if set(bodies) <= {USUAL_BODY} else f"/{bodies}")

    def digest_without_bodies(self) -> str:
        """The hash that logs of formats 1 and 2 keep, whose header alone says who has which body."""
        return self._hashed("")

    def _hashed(self, more: str) -> str:
        sha = hashlib.sha256(f"{self.scene.name}/{self.rules}/{self.names}/{self.tick}/{self.seed}{more}".encode())
        # Where all things rest flat nothing is added, for the same reason.
        columns = self.objects if self.objects.rest.any() else [c for c in self.objects if c is not self.objects.rest]
        for column in (*columns, *self.agents):
            sha.update(column.tobytes())
        return sha.hexdigest()[:32]

    def __eq__(self, other: object) -> bool:
        """Are two states the same value?"""
        if not isinstance(other, State):
            return NotImplemented
        return self.scene is other.scene and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())


def column_types(columns: type[ObjectColumns] | type[AgentColumns]) -> Mapping[str, np.dtype[Any]]:
    """The names of some columns and what kind of numbers they hold, as their rows above say."""
    return COLUMN_TYPES[columns]


def _column_types(columns: type[ObjectColumns] | type[AgentColumns]) -> dict[str, np.dtype[Any]]:
    found = {}
    for name, hint in get_type_hints(columns).items():
        _, dtype = get_args(hint)
        found[name] = np.dtype(get_args(dtype)[0])
    return found


COLUMN_TYPES: dict[type, Mapping[str, np.dtype[Any]]] = {
    ObjectColumns: _column_types(ObjectColumns),
    AgentColumns: _column_types(AgentColumns),
}
"""Worked out once: it takes longer than making the columns."""


def yaw_quaternion(degrees: float) -> tuple[float, float, float, float]:
    """The rotation about the vertical by so many degrees, on the lattice."""
    # 0.0 and -0.0 are one key of a cache, but not the same bytes.
    return _remembered_quaternion(degrees) if degrees else (1.0, 0.0, 0.0, float(degrees))


@lru_cache(maxsize=65536)
def _remembered_quaternion(degrees: float) -> tuple[float, float, float, float]:
    half = math.radians(degrees) / 2
    return (round(math.cos(half), 7), 0.0, 0.0, round(math.sin(half), 7))


def quaternion_yaw(rotation: Float64s) -> float:
    """The yaw in degrees of an upright thing's rotation."""
    w, _, _, z = rotation.tolist()
    return _remembered_yaw(w, z) if z else _yaw(w, z)


def _yaw(w: float, z: float) -> float:
    return round(math.degrees(2.0 * math.atan2(z, w)), 4)


_remembered_yaw = lru_cache(maxsize=65536)(_yaw)


def read_only(columns: ObjectColumns | AgentColumns) -> None:
    """Guard the arrays of some columns against writing."""
    for column in columns:
        column.setflags(write=False)
