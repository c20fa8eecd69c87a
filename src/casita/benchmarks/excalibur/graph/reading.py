"""The graph of a state of the world: which things are nodes, what carries them, and what is adjacent to what."""

from __future__ import annotations

import numpy as np

from casita.benchmarks.excalibur.graph.columns import NOWHERE, Graph, Numbers, Rows, Truths
from casita.scenes.scene import OUTSIDE, Scene
from casita.world.relations import near_pairs, own_mass, tables
from casita.world.shut import shut_away
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.statics import NONE, Statics

AGENT = "agent"
"""The type of the node of whoever acts."""

ROBOT = "robot"
"""The body that explores, and its name in states."""

NAMED_PARTS = ("cabinet", "drawer", "sink")
"""Parts of other things that people speak of by themselves; they are contained by what they are built into, and so is
what is in them. For every other part, such as a shelf of a bookshelf, the thing that it is built into stands."""

STRUCTURE = ("floor", "door", "window")
"""What is no node: everything stands on a floor."""


def scene_graph(scene: Scene) -> Graph:
    """The graph of a scene before anybody has acted; its robot stands at a drawn place."""
    return graph_of(beginning(scene, {ROBOT: ROBOT}))


def graph_of(state: State) -> Graph:
    """The graph of a state."""
    known, now = state.statics, state.objects
    node_of = _nodes(known, now.exists)
    slots = node_slots(state)
    things, rooms = len(slots), len(state.scene.rooms)
    number = np.full(len(node_of) + 1, NOWHERE, np.int64)  # the last stands for NONE
    number[slots] = np.arange(things)
    number[:-1] = number[node_of]
    carrier, spot = now.carrier[slots].astype(np.int64), now.spot[slots].astype(np.int64)
    carried = spot != NONE
    inside = np.zeros(things, np.bool_)
    table = tables(known)
    inside[carried] = table.spot_is_in[table.first_spot[carrier[carried]] + spot[carried]]
    whole = known.parent[slots].astype(np.int64)
    built_in = ~carried & (whole != NONE)
    by = np.where(carried, number[carrier], np.where(built_in, number[whole], NOWHERE))
    inside |= built_in
    others = rooms + len(state.names)
    look = [known.things[slot] for slot in slots.tolist()]
    is_item = known.can["pick_up"][slots]
    blank, nothing = ("",) * others, np.full(others, np.nan)
    people = things + now_rooms(state)
    return Graph(
        (*(thing.type for thing in look), *(room.kind for room in state.scene.rooms), *(AGENT for _ in state.names)),
        np.arange(things + others) < things,
        (np.arange(things + others) >= things) & (np.arange(things + others) < things + rooms),
        np.concatenate([is_item, np.zeros(others, np.bool_)]),
        (*(thing.colour for thing in look), *blank),
        (*(thing.material for thing in look), *blank),
        np.concatenate([_felt_mass(state, slots, by, is_item), nothing]),
        np.concatenate([table.volume[slots], nothing]),
        np.concatenate([table.length[slots], nothing]),
        np.concatenate([by, np.full(others, NOWHERE)]),
        np.concatenate([inside & (by != NOWHERE), np.zeros(others, np.bool_)]),
        np.concatenate([things + now.room[slots], things + np.arange(rooms), people]),
        _adjacent(state, number, slots, things),
        np.concatenate([shut_away(state)[slots], np.zeros(others, np.bool_)]),
    )


def node_slots(state: State) -> Rows:
    """The slots of the things that are nodes, in the order of the graph."""
    node_of = _nodes(state.statics, state.objects.exists)
    return np.flatnonzero(node_of == np.arange(len(node_of)))


def now_rooms(state: State) -> Rows:
    """The numbers of the rooms that agents are in."""
    return state.agents.room.astype(np.int64)


def _nodes(known: Statics, exists: Truths) -> Rows:
    """By slot: the slot of the thing that stands for it, itself for most; NONE for structure and what is not there."""
    found = np.arange(known.count)
    for slot, thing in enumerate(known.things):
        at = slot
        while known.parent[at] != NONE and known.things[at].type not in NAMED_PARTS:
            at = int(known.parent[at])
        found[slot] = NONE if known.things[at].type in STRUCTURE or not exists[slot] else at
        if thing.type in STRUCTURE:
            found[slot] = NONE
    return found


def _felt_mass(state: State, slots: Rows, carrier: Rows, is_item: Truths) -> Numbers:
    """What an arm feels of items that carry nothing; of one that carries others it depends on what is done first."""
    mass = own_mass(state)[slots]
    laden = np.zeros(len(slots), np.bool_)
    laden[carrier[carrier != NOWHERE]] = True
    return np.where(is_item & ~laden, mass, np.nan)


def _adjacent(state: State, number: Rows, slots: Rows, things: int) -> Rows:
    """Pairs of things that are near each other, and of rooms that a doorway joins."""
    pairs = number[near_pairs(state, slots)]
    index = state.statics.room_index
    rooms = [[things + index[one] for one in way.rooms] for way in state.scene.doorways if OUTSIDE not in way.rooms]
    joined = np.array(rooms, np.int64).reshape(-1, 2)
    return np.concatenate([pairs[pairs[:, 0] != pairs[:, 1]], joined])
