"""What an agent is shown at one step: the rows of a state's columns that it sees, and nothing of the rest.

Rows that are not seen are blanked when a view is made, so that whoever plans from a view cannot use
hidden facts by mistake. A view can be made of a state, or of a scene graph as a benchmark hands it out.
Rooms, furniture and where it stands are the agent's home and known from the scene; what is loose, open,
on or held is known only while it is seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.scenes.scene import Scene
from casita.world.bodies import BODIES, Body
from casita.world.seen import How, Sight, sight
from casita.world.state import State
from casita.world.statics import NONE, Statics, statics


@dataclass(frozen=True, slots=True, eq=False)
class Sighted:
    """What one agent sees at one tick."""

    known: Statics
    """What never changes about the home."""
    agent: str
    body: Body
    tick: int
    things: NDArray[np.bool_]
    """Which things are seen, by slot; all columns below are blank elsewhere."""
    position: NDArray[np.float64]
    carrier: NDArray[np.int32]
    spot: NDArray[np.int16]
    """Number of the spot of its carrier that a thing is on or in; NONE for none."""
    holder: NDArray[np.int16]
    """NONE if nobody holds a thing, 0 if the agent itself does, else the number of one of the others."""
    room: NDArray[np.int16]
    openness: NDArray[np.float32]
    on: NDArray[np.bool_]
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
    def of(cls, state: State, agent: str, how: How | None = "room") -> Sighted:
        """What an agent sees of a state, by room or by rays; `how=None` shows everything."""
        who = state.agent(agent)
        if how is None:
            found = Sight(state.objects.exists, np.ones(len(state.names), np.bool_))
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
            known=state.statics,
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
    def from_graph(cls, scene: Scene, graph: Mapping[str, Any], agent: str, tick: int = 0) -> Sighted:
        """What a scene graph (`world.graph(seen_by=agent)`) shows; fine spots and half-open doors are rounded."""
        known = statics(scene)
        count = known.count
        view = cls(
            known=known,
            agent=agent,
            body=BODIES[next(node["type"] for node in graph["nodes"] if node["id"] == agent)],
            tick=tick,
            things=np.zeros(count, np.bool_),
            position=np.full((count, 3), np.nan),
            carrier=np.full(count, NONE, np.int32),
            spot=np.full(count, NONE, np.int16),
            holder=np.full(count, NONE, np.int16),
            room=np.full(count, NONE, np.int16),
            openness=np.zeros(count, np.float32),
            on=np.zeros(count, np.bool_),
            **_people(known, graph, agent),
        )
        for node in graph["nodes"]:
            slot = known.index.get(node["id"], NONE)
            if slot != NONE:
                view.things[slot] = True
                view.position[slot] = node["position"]
                view.room[slot] = known.room_index[node["room"]]
                view.openness[slot] = "open" in node["states"]
                view.on[slot] = "on" in node["states"]
                view.carrier[slot] = known.parent[slot]
        names = [agent, *(node["id"] for node in graph["nodes"] if node["category"] == "agent" and node["id"] != agent)]
        for edge in graph["edges"]:
            if edge["relation"] in ("on", "in"):
                slot, carrier = known.index[edge["from"]], known.index[edge["to"]]
                view.carrier[slot] = carrier
                view.spot[slot] = _first_spot(known, carrier, edge["relation"])
            elif edge["relation"] == "held_by":
                view.holder[known.index[edge["from"]]] = names.index(edge["to"])
        return view


def _people(known: Statics, graph: Mapping[str, Any], agent: str) -> dict[str, Any]:
    """The fields of a view that are about agents."""
    nodes = {node["id"]: node for node in graph["nodes"] if node["category"] == "agent"}
    seats = {edge["from"]: known.index[edge["to"]] for edge in graph["edges"] if edge["relation"] == "sits_on"}
    held = [edge for edge in graph["edges"] if edge["relation"] == "held_by" and edge["to"] == agent]
    return {
        "at": tuple(nodes[agent]["position"][:2]),
        "yaw": nodes[agent]["yaw"],
        "here": known.room_index[nodes[agent]["room"]],
        "hands": tuple(sorted(known.index[edge["from"]] for edge in held)),
        "seat": seats.get(agent, NONE),
        "others": {name: tuple(node["position"][:2]) for name, node in nodes.items() if name != agent},
        "seats_taken": frozenset(seat for name, seat in seats.items() if name != agent),
    }


def _first_spot(known: Statics, carrier: int, relation: str) -> int:
    """The first spot of a thing with this relation; of its spots alike one is as good as another."""
    return next((n for n, spot in enumerate(known.spots[carrier]) if spot.relation == relation), NONE)
