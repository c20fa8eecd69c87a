"""A state is a value: a shared scene, and columns of numbers indexed by object and agent slot."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.errors import BadInput, unknown
from casita.scenes.scene import Scene
from casita.world.arranged import Arranged, arrange
from casita.world.bodies import BODIES, Body
from casita.world.liquids import number_of
from casita.world.statics import NONE, Statics, statics


class ObjectColumns(NamedTuple):
    """What can change about objects; row i is slot i.

    Arrays are read-only and shared between states; a step copies only the columns it writes.
    """

    exists: NDArray[np.bool_]
    """False for a slice not yet cut, for a whole that has been cut up, and for what was eaten."""
    position: NDArray[np.float64]
    """n x 3, metres, on the 0.1 mm lattice: the middle of the box's bottom."""
    rotation: NDArray[np.float64]
    """n x 4 unit quaternions (w, x, y, z), on the lattice."""
    carrier: NDArray[np.int32]
    """Slot of the thing it is on or in, hangs on or is part of; NONE if held, or hung on a room."""
    spot: NDArray[np.int16]
    """Index of the spot of its carrier that it is on or in; NONE if it is neither on nor in."""
    held_by: NDArray[np.int16]
    """Slot of the agent that holds it; NONE if nobody does."""
    room: NDArray[np.int16]
    openness: NDArray[np.float32]
    """0 is closed, 1 is open as far as it goes."""
    on: NDArray[np.bool_]
    dirty: NDArray[np.bool_]
    broken: NDArray[np.bool_]
    cooked: NDArray[np.bool_]
    liquid: NDArray[np.int8]
    """Number of the liquid in it; 0 is none."""
    level: NDArray[np.float32]
    """How full it is, from 0 to 1."""
    amount: NDArray[np.float32]
    """How much of it is left, from 0 to 1."""
    heat: NDArray[np.int16]
    """Ticks that it has been heated without a break."""


class AgentColumns(NamedTuple):
    """What can change about agents; row i is agent slot i."""

    position: NDArray[np.float64]
    """n x 2, metres: where they stand."""
    yaw: NDArray[np.float64]
    """Degrees from +x, on the lattice."""
    pitch: NDArray[np.float64]
    """Degrees; positive looks down."""
    room: NDArray[np.int16]
    hands: NDArray[np.int32]
    """n x 2: slots of the things in the hands; NONE for an empty one."""
    seat: NDArray[np.int32]
    """Slot of the thing the agent sits on; NONE if it stands."""
    joints: NDArray[np.float64]
    """n x 6: arm joints in degrees."""
    grip: NDArray[np.float64]
    """Grip force in newtons."""


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

    def digest(self) -> str:
        """A hash of the whole value: equal for equal states, in every process."""
        sha = hashlib.sha256(f"{self.scene.name}/{self.rules}/{self.names}/{self.tick}/{self.seed}".encode())
        for column in (*self.objects, *self.agents):
            sha.update(column.tobytes())
        return sha.hexdigest()[:32]

    def __eq__(self, other: object) -> bool:
        """Are two states the same value?"""
        if not isinstance(other, State):
            return NotImplemented
        return self.scene is other.scene and self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())


def yaw_quaternion(degrees: float) -> tuple[float, float, float, float]:
    """The rotation about the vertical by so many degrees, on the lattice."""
    half = math.radians(degrees) / 2
    return (round(math.cos(half), 7), 0.0, 0.0, round(math.sin(half), 7))


def quaternion_yaw(rotation: NDArray[np.float64]) -> float:
    """The yaw in degrees of an upright thing's rotation."""
    return round(math.degrees(2.0 * math.atan2(rotation[3], rotation[0])), 4)


def read_only(columns: ObjectColumns | AgentColumns) -> None:
    """Guard the arrays of some columns against writing."""
    for column in columns:
        column.setflags(write=False)


def beginning(
    scene: Scene,
    agents: Sequence[str] | Mapping[str, str] = ("agent",),
    *,
    rules: str = "command",
    seed: int = 0,
    positions: Sequence[tuple[float, float, float]] = (),
    arranged: Sequence[Arranged] = (),
) -> State:
    """The state that an episode in a scene starts from.

    `agents` are names, or names with bodies ({"alice": "person"}); `positions` are x, y and yaw of
    the first of them (drawn from the seed for the others); BadInput if somebody cannot stand there.
    `arranged` are things that stand elsewhere than the scene says.
    """
    from casita.world.rules import RULES
    from casita.world.starting import starting_places

    if rules not in RULES:
        raise unknown("rules", rules, RULES)
    with_bodies = dict(agents) if isinstance(agents, Mapping) else dict.fromkeys(agents, "thor")
    if not with_bodies or len(with_bodies) != len(agents):
        raise BadInput(f"agents need different names, and at least one; they are {list(agents)!r}")
    for body in with_bodies.values():
        if body not in BODIES:
            raise unknown("body", body, BODIES)
    objects = _first_columns(statics(scene))
    bodies = tuple(BODIES[body] for body in with_bodies.values())
    count = len(bodies)
    people = AgentColumns(
        position=np.zeros((count, 2)),
        yaw=np.zeros(count),
        pitch=np.zeros(count),
        room=np.zeros(count, np.int16),
        hands=np.full((count, 2), NONE, np.int32),
        seat=np.full(count, NONE, np.int32),
        joints=np.zeros((count, 6)),
        grip=np.zeros(count),
    )
    read_only(objects)
    state = arrange(State(scene, objects, people, tuple(with_bodies), bodies, rules, 0, seed), arranged)
    for slot, (x, y, yaw, room) in enumerate(starting_places(state, positions)):
        people.position[slot], people.yaw[slot], people.room[slot] = (x, y), yaw, room
    read_only(people)
    return state


def _first_columns(known: Statics) -> ObjectColumns:
    """The columns of a scene before anybody has acted."""
    count = known.count
    here = len(known.scene.things)
    things = known.things
    columns = ObjectColumns(
        exists=np.arange(count) < here,
        position=np.array([thing.position for thing in things], float).reshape(-1, 3),
        rotation=np.array([yaw_quaternion(thing.rotation[2]) for thing in things]).reshape(-1, 4),
        carrier=np.full(count, NONE, np.int32),
        spot=np.full(count, NONE, np.int16),
        held_by=np.full(count, NONE, np.int16),
        room=np.zeros(count, np.int16),
        openness=np.array([thing.start.openness for thing in things], np.float32),
        on=np.array([thing.start.on for thing in things], np.bool_),
        dirty=np.array([thing.start.dirty for thing in things], np.bool_),
        broken=np.array([thing.start.broken for thing in things], np.bool_),
        cooked=np.array([thing.start.cooked for thing in things], np.bool_),
        liquid=np.array([number_of(thing.start.liquid) for thing in things], np.int8),
        level=np.array([thing.start.level for thing in things], np.float32),
        amount=np.array([thing.start.amount for thing in things], np.float32),
        heat=np.zeros(count, np.int16),
    )
    for slot, thing in enumerate(things):
        columns.room[slot] = known.room_index[known.scene.room_ids[thing.id]]
        if slot < here and thing.place.of in known.index:
            columns.carrier[slot] = known.index[thing.place.of]
            if thing.place.relation in ("on", "in"):
                columns.spot[slot] = _spot_number(known, slot)
    return columns


def _spot_number(known: Statics, slot: int) -> int:
    """Which spot of its carrier a thing is on or in at the start: of that name, at its height, nearest to it."""
    thing = known.things[slot]
    carrier = known.slot(thing.place.of)
    base = known.things[carrier]
    top = thing.size[2]

    def badness(number: int) -> float:
        spot = known.spots[carrier][number]
        height = thing.position[2] + (top if spot.hang else 0.0) - base.position[2]
        dx, dy = thing.position[0] - base.position[0] - spot.x, thing.position[1] - base.position[1] - spot.y
        outside = max(abs(dx) - spot.half_x, 0.0) + max(abs(dy) - spot.half_y, 0.0)
        return 100.0 * abs(height - spot.z) + (outside if base.type == "floor" else 0.0)

    named = [n for n, spot in enumerate(known.spots[carrier]) if spot.name == thing.place.spot]
    if not named:
        raise BadInput(
            f"{thing.id} is {thing.place.relation} {thing.place.of}, which has no place {thing.place.spot!r}"
        )
    return min(named, key=badness)
