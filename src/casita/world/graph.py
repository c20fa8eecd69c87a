"""The scene graph of a state: things, rooms and agents as nodes, what is true between them as edges, all JSON-able.

A node has an id, type, words, category, states (adjectives), looks, size, mass with all that it
carries, pose and room, how far it stands open, if it opens at all, and how it rests, unless upright; an edge has a
relation and the ids it goes from and to, and those of on and in the number of the spot of the carrier (its surfaces
and hollows, as in `Statics.spots`). Near goes both ways and stands once. Comparisons follow from the nodes' masses
and sizes (see `relations.py`).

The graph of what somebody sees is that of a world in which there is nothing else, so that nothing in it depends on
what is out of sight: a shut fridge weighs what it weighs empty, and a room is lit or dark only if its switch is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from casita.arrays import Bools, Int64s
from casita.geometry.outlines import bounding_box
from casita.geometry.rests import AGAINST, FLAT, RESTS
from casita.scenes.describe import plain
from casita.scenes.kept import PerScene
from casita.scenes.scene import Room, Thing
from casita.world.liquids import LIQUIDS
from casita.world.relations import carried, near_pairs, total_mass
from casita.world.stance import headings
from casita.world.state import ObjectColumns, State
from casita.world.statics import NONE, Statics

Node = dict[str, Any]
Edge = dict[str, Any]
Mask = Bools


@dataclass(frozen=True, slots=True)
class Adjective:
    """One word for a state that a thing can be in."""

    word: str
    holds: Callable[[Statics, ObjectColumns], Mask]
    """Which things it is true of, by slot, as far as they exist."""
    order: str
    """How somebody is asked to bring it about; {} is the thing."""
    is_wet: bool = False
    """Is it true only of what has liquid in it?"""


@PerScene
def _switches(known: Statics) -> Mask:
    """Which things are ever on: what can be switched, and what others switch."""
    mask: Mask = known.can["toggle"].copy()
    mask[list(known.controlled_by)] = True
    return mask


def _sliced(known: Statics, now: ObjectColumns) -> Mask:
    """Slices, and the wholes that are there as slices."""
    mask: Mask = now.exists & (known.made_from != NONE)
    mask[known.made_from[mask]] = True
    return mask


def _is_empty(known: Statics, now: ObjectColumns) -> Mask:
    """Vessels with no liquid and no things in them."""
    mask: Mask = known.can["fill"] & (now.liquid == 0) & ~now.broken
    mask[now.carrier[now.exists & (now.spot != NONE)]] = False
    return mask


def _full(number: int) -> Callable[[Statics, ObjectColumns], Mask]:
    return lambda known, now: (now.liquid == number) & (now.level >= 1.0)


def _half_full(number: int) -> Callable[[Statics, ObjectColumns], Mask]:
    return lambda known, now: (now.liquid == number) & (now.level < 1.0)


ADJECTIVES = {
    row.word: row
    for row in (
        Adjective("open", lambda known, now: known.can["open"] & (now.openness > 0.0), "open {}"),
        Adjective("closed", lambda known, now: known.can["open"] & (now.openness == 0.0), "close {}"),
        Adjective("on", lambda known, now: _switches(known) & now.on, "turn on {}"),
        Adjective("off", lambda known, now: _switches(known) & ~now.on, "turn off {}"),
        Adjective("dirty", lambda known, now: now.dirty, "make {} dirty"),
        Adjective("clean", lambda known, now: known.can["dirty"] & ~now.dirty, "clean {}"),
        Adjective("broken", lambda known, now: now.broken, "break {}"),
        Adjective("cooked", lambda known, now: now.cooked, "cook {}"),
        Adjective("sliced", _sliced, "slice {}"),
        Adjective("used up", lambda known, now: known.can["use_up"] & (now.amount <= 0.0), "use up {}"),
        Adjective("partly used", lambda known, now: (now.amount > 0.0) & (now.amount < 1.0), "use some of {}"),
        Adjective("empty", _is_empty, "empty {}"),
        *(
            Adjective(f"full of {liquid}", _full(n), f"fill {{}} with {liquid}", is_wet=True)
            for n, liquid in enumerate(LIQUIDS)
            if n
        ),
        *(
            Adjective(f"half full of {liquid}", _half_full(n), f"fill {{}} halfway with {liquid}", is_wet=True)
            for n, liquid in enumerate(LIQUIDS)
            if n
        ),
    )
}
"""All adjectives, in the order that a node lists them. Half full is whatever is neither full nor empty."""

CATEGORIES: dict[str, Callable[[Thing], bool]] = {
    "structure": lambda thing: thing.type in ("floor", "door", "window"),
    "food": lambda thing: thing.kind.can("eat"),
    "part": lambda thing: thing.place.relation == "part",
    "belonging": lambda thing: thing.kind.is_loose,
    "fitting": lambda thing: thing.place.relation == "hung",
    "furniture": lambda thing: True,
}
"""What kinds of things there are; the first that fits is a thing's category. Rooms and agents are their own."""


def graph(state: State, seen: Sequence[int] | None = None, agents: Sequence[int] | None = None) -> dict[str, Any]:
    """The graph of what exists: of these things and agents (slots), or of everything; rooms are always in it."""
    if seen is not None:
        shown = np.zeros(len(state.objects.exists), np.bool_)
        shown[np.asarray(seen, np.int64)] = True
        state = state.altered({"exists": shown & state.objects.exists})
    who = list(range(len(state.names))) if agents is None else sorted(agents)
    nodes = _room_nodes(state)
    nodes += [_agent_node(state, agent) for agent in who]
    nodes += _thing_nodes(state, np.nonzero(state.objects.exists)[0])
    return {"nodes": nodes, "edges": list(_edges(state, who))}


def true_of(state: State, word: str) -> Mask:
    """Which things an adjective is true of, by slot; "sliced" also of wholes that are there as slices."""
    mask = ADJECTIVES[word].holds(state.statics, state.objects)
    return mask if word == "sliced" else mask & state.objects.exists


def adjectives(state: State, slots: Int64s | None = None) -> list[list[str]]:
    """The adjectives that are true of each thing, by slot; or of some things, in their order."""
    known, now = state.statics, state.objects
    asked = np.arange(known.count) if slots is None else slots
    words: list[list[str]] = [[] for _ in range(len(asked))]
    wet = bool(now.liquid[asked].any())
    for row in ADJECTIVES.values():
        if wet or not row.is_wet:
            for number in row.holds(known, now)[asked].nonzero()[0].tolist():
                words[number].append(row.word)
    return words


def copied(shown: dict[str, Any]) -> dict[str, Any]:
    """A graph of one's own: whatever is done to it, the first one stays as it is."""
    nodes = [
        {**node, "states": [*node["states"]], "size": [*node["size"]], "position": [*node["position"]]}
        for node in shown["nodes"]
    ]
    return {"nodes": nodes, "edges": [{**edge} for edge in shown["edges"]]}


def _room_nodes(state: State) -> list[Node]:
    """The rooms; one is lit if a switch of its light is on."""
    nodes: list[Node] = copied({"nodes": _fixed_rooms(state.statics), "edges": []})["nodes"]
    now = state.objects
    for slot, id in _controls(state.statics):
        room = state.statics.room_index.get(id, NONE)
        if room != NONE and now.exists[slot]:
            nodes[room]["states"] = ["lit" if now.on[slot] or nodes[room]["states"] == ["lit"] else "dark"]
    return nodes


@PerScene
def _fixed_rooms(known: Statics) -> list[Node]:
    """What never changes about the nodes of rooms, made once and kept with the scene."""
    return [_fixed_room(room) for room in known.rooms]


def _fixed_room(room: Room) -> Node:
    x0, y0, x1, y1 = bounding_box(room.outline)
    return {
        "id": room.id,
        "type": room.kind,
        "words": plain(room.kind),
        "category": "room",
        "states": [],
        "colour": room.wall_colour,
        "size": [round(x1 - x0, 4), round(y1 - y0, 4), room.height],
        "position": [round((x0 + x1) / 2, 4), round((y0 + y1) / 2, 4), 0.0],
    }


def _agent_node(state: State, agent: int) -> Node:
    people, body = state.agents, state.bodies[agent]
    return {
        "id": state.names[agent],
        "type": body.name,
        "words": state.names[agent],
        "category": "agent",
        "states": ["standing" if people.seat[agent] == NONE else "sitting"],
        "size": [2 * body.radius, 2 * body.radius, body.height],
        "position": [*people.position[agent].tolist(), 0.0],
        "yaw": float(people.yaw[agent]),
        "pitch": float(people.pitch[agent]),
        "room": state.scene.rooms[people.room[agent]].id,
    }


def _thing_nodes(state: State, slots: Int64s) -> Iterator[Node]:
    """The nodes of some things, in the order of their slots."""
    now, opens = state.objects, state.statics.can["open"]
    fixed = _fixed_parts(state.statics)
    rooms = [room.id for room in state.scene.rooms]
    yaws = np.round(headings(now.rotation[slots]), 2) + 0.0
    columns = (
        slots.tolist(), total_mass(state)[slots].round(4).tolist(), now.position[slots].tolist(), yaws.tolist(),
        now.room[slots].tolist(), opens[slots].tolist(), now.openness[slots].tolist(), adjectives(state, slots),
        _rests(now, slots),
    )  # fmt: skip
    for slot, mass, position, yaw, room, has_joint, openness, words, rest in zip(*columns, strict=True):
        node = fixed[slot].copy()
        node["size"] = [*node["size"]]
        node["states"] = words
        node["mass"], node["position"], node["yaw"], node["room"] = mass, position, yaw, rooms[room]
        if has_joint:
            node["openness"] = openness
        if rest:
            node["rest"] = rest
        yield node


def _rests(now: ObjectColumns, slots: Int64s) -> list[str]:
    """How things rest that do not simply stand upright: "lying", "leaning", "draped" and so on; else nothing."""
    tilted = (now.rotation[slots, 1] != 0.0) | (now.rotation[slots, 2] != 0.0)
    words = np.where(tilted & (now.rest[slots] == FLAT), "lying", np.array(("", *RESTS[1:]))[now.rest[slots]])
    found: list[str] = words.tolist()
    return found


@PerScene
def _fixed_parts(known: Statics) -> list[Node]:
    """What never changes about the node of each slot, made once and kept with the scene."""
    return [_fixed_part(known, slot) for slot in range(known.count)]


def _fixed_part(known: Statics, slot: int) -> Node:
    thing = known.things[slot]
    node: Node = {
        "id": known.ids[slot],
        "type": thing.type,
        "words": thing.kind.singular,
        "category": next(word for word, fits in CATEGORIES.items() if fits(thing)),
        "states": [],
        "colour": thing.colour,
        "material": thing.material,
        "size": known.size[slot].tolist(),
    }
    if known.made_from[slot] != NONE:
        node["made_from"] = known.ids[known.made_from[slot]]
    return node


@PerScene
def _controls(known: Statics) -> list[tuple[int, str]]:
    """What switches what: slots of switches with ids of things or, for ceiling lights, of rooms."""
    return [(slot, id) for slot, thing in enumerate(known.scene.things) for id in thing.controls]


def _edges(state: State, agents: list[int]) -> Iterator[Edge]:
    """All edges between what is there: on and in, against, held by, near, in room, part of, controls, sits on."""
    now, known = state.objects, state.statics
    shown = now.exists
    ids, names, rooms = known.ids, state.names, [room.id for room in state.scene.rooms]
    thing, carrier, inside = carried(state)
    both = shown[carrier]
    columns = thing[both].tolist(), carrier[both].tolist(), inside[both].tolist(), now.spot[thing[both]].tolist()
    for a, b, is_in, spot in zip(*columns, strict=True):
        yield {"relation": "in" if is_in else "on", "from": ids[a], "to": ids[b], "spot": spot}
    for slot in np.nonzero(shown & (now.rest == AGAINST))[0].tolist():
        if shown[now.carrier[slot]]:
            yield {"relation": "against", "from": ids[slot], "to": ids[now.carrier[slot]]}
    for slot in np.nonzero(shown & (now.held_by != NONE))[0].tolist():
        if now.held_by[slot] in agents:
            yield {"relation": "held_by", "from": ids[slot], "to": names[now.held_by[slot]]}
    for a, b in near_pairs(state).tolist():
        yield {"relation": "near", "from": ids[a], "to": ids[b]}
    there = np.nonzero(shown)[0]
    for slot, room in zip(there.tolist(), now.room[there].tolist(), strict=True):
        yield {"relation": "in_room", "from": ids[slot], "to": rooms[room]}
    for agent in agents:
        yield {"relation": "in_room", "from": names[agent], "to": rooms[state.agents.room[agent]]}
    parts = np.nonzero(shown & (known.parent != NONE) & shown[known.parent])[0]
    for slot, whole in zip(parts.tolist(), known.parent[parts].tolist(), strict=True):
        yield {"relation": "part_of", "from": ids[slot], "to": ids[whole]}
    for slot, id in _controls(known):
        if shown[slot] and (id not in known.index or shown[known.index[id]]):
            yield {"relation": "controls", "from": ids[slot], "to": id}
    for agent in agents:
        seat = int(state.agents.seat[agent])
        if seat != NONE and shown[seat]:
            yield {"relation": "sits_on", "from": names[agent], "to": ids[seat]}
