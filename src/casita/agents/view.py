"""What an agent is shown at one step: the rows of a state's columns that it sees, and nothing of the rest.

Rows that are not seen are blanked when a view is made, so that whoever plans from a view cannot use hidden facts. A
view is made of a scene graph and a known home, as an observation hands them out; or, for agents that the environment
itself plays, straight from a state, which gives the same. Rooms, furniture and where it stands are the agent's home
and known (`casita.world.known_home`); what is loose, open, on or held is known only while it is seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Bools, Float32s, Float64s, Int16s, Int32s
from casita.errors import unknown
from casita.world.bodies import BODIES, Body
from casita.world.known_home import KnownHome, resident_statics, resident_statics_of
from casita.world.seen import How, Sight, sight
from casita.world.state import State
from casita.world.statics import NONE, Statics


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What one agent sees at one tick."""

    known: Statics
    """What never changes about the home, as its residents know it: where loose things were at first is not in it."""
    agent: str
    body: Body
    tick: int
    things: Bools
    """Which things are seen, by slot; all columns below are blank elsewhere."""
    position: Float64s
    carrier: Int32s
    spot: Int16s
    """Number of the spot of its carrier that a thing is on or in; NONE for none."""
    holder: Int16s
    """NONE if nobody holds a thing, 0 if the agent itself does, else the number of one of the others."""
    room: Int16s
    openness: Float32s
    on: Bools
    at: tuple[float, float]
    """Where the agent stands."""
    yaw: float
    """Where it faces, in degrees from +x."""
    here: int
    """The room that it is in."""
    hands: tuple[int, ...]
    """Slots of what it holds."""
    seat: int
    """What it sits on; NONE if it stands."""
    others: Mapping[str, tuple[float, float]]
    """Where the other agents that it sees stand, by name."""
    seats_taken: frozenset[int]
    """What the others that it sees sit on."""
    sees_all: bool = False
    """Does it see all rooms, and into closed things?"""

    @classmethod
    def of(cls, state: State, agent: str, how: How | None = "room") -> View:
        """What an agent sees of a state, by room or by rays; `how=None` shows everything."""
        who = state.agent(agent)
        if how is None:
            found = Sight(state.objects.exists.copy(), np.ones(len(state.names), np.bool_))
        else:
            found = sight(state, who, how)
        now, people = state.objects, state.agents
        seen = found.things
        hidden = ~seen
        position = now.position.copy()
        position[hidden] = np.nan
        holder = np.where(seen, now.held_by, NONE).astype(np.int16)
        mine = holder == who
        holder[(holder >= 0) & (holder < who)] += 1
        holder[mine] = 0
        seen_others = [other for other in np.nonzero(found.agents)[0].tolist() if other != who]
        x, y = people.position[who].tolist()
        return cls(
            known=resident_statics_of(state.statics),
            agent=agent,
            body=state.bodies[who],
            tick=state.tick,
            things=seen,
            position=position,
            carrier=np.where(seen, now.carrier, NONE).astype(np.int32),
            spot=np.where(seen, now.spot, NONE).astype(np.int16),
            holder=holder,
            room=np.where(seen, now.room, NONE).astype(np.int16),
            openness=np.where(seen, now.openness, 0).astype(np.float32),
            on=now.on & seen,
            at=(x, y),
            yaw=float(people.yaw[who]),
            here=int(people.room[who]),
            hands=tuple(sorted(slot for slot in people.hands[who].tolist() if slot != NONE)),
            seat=int(people.seat[who]),
            others={state.names[other]: tuple(people.position[other].tolist()) for other in seen_others},
            seats_taken=frozenset(int(people.seat[other]) for other in seen_others) - {NONE},
            sees_all=how is None,
        )

    @classmethod
    def from_graph(
        cls, home: KnownHome, graph: Mapping[str, Any], agent: str, tick: int = 0, *, sees_all: bool = False
    ) -> View:
        """What the graph of what an agent sees shows (`world.graph(seen_by=agent)`), in a home that it knows.

        A graph of everything is read with `sees_all`; it serves every agent in it.
        """
        known = resident_statics(home)
        people = {node["id"]: node for node in graph["nodes"] if node["category"] == "agent"}
        if agent not in people:
            raise unknown("agent in the graph", agent, people)
        things = [node for node in graph["nodes"] if node["category"] not in ("agent", "room")]
        slots = [known.index[node["id"]] for node in things]
        columns = _columns(known, slots, things)
        names = [agent, *(name for name in people if name != agent)]
        seats: dict[str, int] = {}
        for edge in graph["edges"]:
            relation = edge["relation"]
            if relation in ("on", "in"):
                slot = known.index[edge["from"]]
                columns["carrier"][slot], columns["spot"][slot] = known.index[edge["to"]], edge["spot"]
            elif relation == "held_by":
                columns["holder"][known.index[edge["from"]]] = names.index(edge["to"])
            elif relation == "sits_on":
                seats[edge["from"]] = known.index[edge["to"]]
        me = people[agent]
        return cls(
            known=known,
            agent=agent,
            body=BODIES[me["type"]],
            tick=tick,
            **columns,
            at=_spot_on_floor(me),
            yaw=me["yaw"],
            here=known.room_index[me["room"]],
            hands=tuple(np.nonzero(columns["holder"] == 0)[0].tolist()),
            seat=seats.get(agent, NONE),
            others={name: _spot_on_floor(people[name]) for name in names[1:]},
            seats_taken=frozenset(seat for name, seat in seats.items() if name != agent),
            sees_all=sees_all,
        )


def _spot_on_floor(node: Mapping[str, Any]) -> tuple[float, float]:
    """Where the agent of a node stands."""
    x, y, _ = node["position"]
    return x, y


def _columns(known: Statics, slots: list[int], things: list[dict[str, Any]]) -> dict[str, NDArray[Any]]:
    """The columns of a view about some things, as their nodes say; who holds them and what they are on comes later."""
    count = known.count
    seen = np.zeros(count, np.bool_)
    seen[slots] = True
    position = np.full((count, 3), np.nan)
    room = np.full(count, NONE, np.int16)
    openness = np.zeros(count, np.float32)
    on = np.zeros(count, np.bool_)
    if slots:
        position[slots] = [node["position"] for node in things]
        room[slots] = [known.room_index[node["room"]] for node in things]
        openness[slots] = [node.get("openness", 0.0) for node in things]
        on[slots] = ["on" in node["states"] for node in things]
    return {
        "things": seen,
        "position": position,
        "carrier": np.where(seen, known.built_on, NONE).astype(np.int32),
        "spot": np.full(count, NONE, np.int16),
        "holder": np.full(count, NONE, np.int16),
        "room": room,
        "openness": openness,
        "on": on,
    }
