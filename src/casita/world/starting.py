"""The state that an episode in a scene starts from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from casita.errors import BadInput, unknown
from casita.geometry.poses import rotation_matrix
from casita.geometry.rests import RESTS
from casita.scenes.scene import Condition, Scene, Vector
from casita.world.arranged import Arranged, arrange
from casita.world.bodies import BODIES, USUAL_BODY
from casita.world.liquids import number_of
from casita.world.rules import RULES
from casita.world.stance import Quaternion, quaternion_of, resting_box
from casita.world.starting_places import starting_places
from casita.world.state import AgentColumns, ObjectColumns, State, column_types, read_only, yaw_quaternion
from casita.world.statics import NONE, Statics, statics

Columns = TypeVar("Columns", ObjectColumns, AgentColumns)

JOINTS = 6
"""Of the only arm that a body can have."""


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
    if rules not in RULES:
        raise unknown("rules", rules, RULES)
    if not isinstance(scene, Scene):
        raise BadInput(f"a world is made of a Scene, such as casita.room('kitchen', 1); not of {scene!r}")
    with_bodies = _with_bodies(agents, statics(scene))
    objects = _first_columns(statics(scene))
    bodies = tuple(BODIES[body] for body in with_bodies.values())
    count = len(bodies)
    people = _filled(
        AgentColumns,
        count,
        position=np.zeros((count, 2)),
        hands=np.full((count, 2), NONE, np.int32),
        seat=np.full(count, NONE, np.int32),
        joints=np.zeros((count, JOINTS)),
    )
    read_only(objects)
    state = arrange(State(scene, objects, people, tuple(with_bodies), bodies, rules, 0, seed), arranged)
    for slot, (x, y, yaw, room) in enumerate(starting_places(state, positions)):
        people.position[slot], people.yaw[slot], people.room[slot] = (x, y), yaw, room
    read_only(people)
    return state


def _with_bodies(agents: Sequence[str] | Mapping[str, str], known: Statics) -> dict[str, str]:
    """The names of the agents with those of their bodies; BadInput if they are none, or mean something else here."""
    if isinstance(agents, str) or not isinstance(agents, Sequence | Mapping):
        raise BadInput(
            f"agents are a list of names, as ['alice'], or names with bodies, as {{'alice': 'person'}}; "
            f"they are {agents!r}"
        )
    for name in agents:
        if not isinstance(name, str) or not name:
            raise BadInput(f"the name of an agent is text; it is {name!r}")
        if name in known.index or name in known.room_index:
            raise BadInput(f"an agent cannot be called {name!r}: in {known.scene.name} that is something else")
    with_bodies = dict(agents) if isinstance(agents, Mapping) else dict.fromkeys(agents, USUAL_BODY)
    if not with_bodies or len(with_bodies) != len(agents):
        raise BadInput(f"agents need different names, and at least one; they are {list(agents)!r}")
    for body in with_bodies.values():
        if body not in BODIES:
            raise unknown("body", body, BODIES)
    return with_bodies


def _filled(kind: type[Columns], count: int, **given: NDArray[Any]) -> Columns:
    """Columns of so many rows: those given, and zeros."""
    return kind(
        **{name: given[name] if name in given else np.zeros(count, dtype) for name, dtype in column_types(kind).items()}
    )


def _first_columns(known: Statics) -> ObjectColumns:
    """The columns of a scene before anybody has acted."""
    count = known.count
    here = len(known.scene.things)
    things = known.things
    types = column_types(ObjectColumns)
    conditions: dict[str, NDArray[Any]] = {
        name: np.array([getattr(thing.start, name) for thing in things], types[name])
        for name in Condition.__struct_fields__
        if name in types and name != "liquid"
    }
    columns = _filled(
        ObjectColumns,
        count,
        exists=np.arange(count) < here,
        position=np.array([thing.position for thing in things], float).reshape(-1, 3),
        rotation=np.array([_quaternion(thing.rotation) for thing in things]).reshape(-1, 4),
        rest=np.array([RESTS.index(thing.place.rest) for thing in things], np.int8),
        carrier=np.full(count, NONE, np.int32),
        spot=np.full(count, NONE, np.int16),
        held_by=np.full(count, NONE, np.int16),
        liquid=np.array([number_of(thing.start.liquid) for thing in things], np.int8),
        **conditions,
    )
    for slot, thing in enumerate(things):
        columns.room[slot] = known.room_index[known.scene.room_ids[thing.id]]
        if slot < here and thing.place.of in known.index:
            columns.carrier[slot] = known.index[thing.place.of]
            if thing.place.relation in ("on", "in"):
                columns.spot[slot] = _spot_number(known, slot)
    return columns


def _quaternion(rotation: Vector) -> Quaternion:
    """The rotation of a thing of a scene: nearly always a plain yaw."""
    roll, pitch, yaw = rotation
    return quaternion_of(rotation_matrix(rotation)) if roll or pitch else yaw_quaternion(yaw)


def _spot_number(known: Statics, slot: int) -> int:
    """Which spot of its carrier a thing is on or in at the start: of that name, at its height, nearest to it."""
    thing = known.things[slot]
    carrier = known.slot(thing.place.of)
    base = known.things[carrier]
    box = resting_box(*(np.array(each) for each in (thing.position, _quaternion(thing.rotation), thing.size)))

    def badness(number: int) -> float:
        spot = known.spots[carrier][number]
        height = (box.high if spot.hang else box.low) - base.position[2]
        dx, dy = thing.position[0] - base.position[0] - spot.x, thing.position[1] - base.position[1] - spot.y
        outside = max(abs(dx) - spot.half_x, 0.0) + max(abs(dy) - spot.half_y, 0.0)
        return 100.0 * abs(height - spot.z) + (outside if base.type == "floor" else 0.0)

    named = [n for n, spot in enumerate(known.spots[carrier]) if spot.name == thing.place.spot]
    if not named:
        raise BadInput(
            f"{thing.id} is {thing.place.relation} {thing.place.of}, which has no place {thing.place.spot!r}"
        )
    return min(named, key=badness)
