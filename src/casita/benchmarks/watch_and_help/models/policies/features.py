"""What the learned policies of Watch-And-Help see: nodes for what is in view, and goals as counts of predicates.

A node is a thing that goals or search can be about (what goals name, where it is put, containers), a room or another
agent. As in the paper it has a class, states and coordinates; those are relative to Bob. The rest of what is in view,
such as lamps and rugs, is left out, which makes learning several times as fast.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from casita.agents.belief import places
from casita.agents.view import View
from casita.arrays import Bools, Float16s, Float32s, Float64s, Int64s, Uint8s
from casita.benchmarks.watch_and_help.homes.goals import PREDICATES
from casita.benchmarks.watch_and_help.item import goal_of
from casita.catalog import ROOM_KINDS
from casita.scenes.kept import PerScene
from casita.world.goals import Goal, Predicate
from casita.world.shut import OPEN_ENOUGH
from casita.world.statics import NONE, Statics

CARRIED: tuple[Predicate, ...] = tuple(
    predicate
    for predicate in goal_of(tuple((key, 1) for key in PREDICATES)).predicates
    if predicate.relation in ("on", "in")
)
"""The 28 predicates that a helper can make true; holding the book and sitting down are for Alice herself."""

OBJECTS = tuple(sorted({predicate.object for predicate in CARRIED}))
TARGETS = tuple(sorted({predicate.target for predicate in CARRIED}))
"""Classes of what is carried and of where it goes."""

PERSON, OTHER = "person", "other"
BOXES = ("cabinet", "drawer", "microwave", "stove", "wardrobe", "box")
"""Further classes of containers."""

KINDS = ("", *OBJECTS, *TARGETS, *BOXES, *ROOM_KINDS, PERSON, OTHER)
"""All classes of nodes; the first stands for no node. Weights depend on the order."""

KIND_NUMBERS: dict[str, int] = {kind: number for number, kind in enumerate(KINDS)}

TYPES = ("walk", "open", "close", "grab", "put", "follow")
"""What a low-level policy can do; "follow" walks to another agent and takes no object."""

WALK, OPEN, CLOSE, GRAB, PUT, FOLLOW = range(len(TYPES))

NODES = 56
"""Nodes at the most; the farthest are left out."""

STATES = 13
"""Numbers that say how a node is: see `nodes`."""

SCALE = 4.0
"""Metres that count as 1 in coordinates."""

_NUMBERS = {(each.relation, each.object, each.target): number for number, each in enumerate(CARRIED)}


def carried_number(predicate: Predicate) -> int:
    """The number of a predicate in `CARRIED`; NONE if a helper cannot make it true."""
    return _NUMBERS.get((predicate.relation, predicate.object, predicate.target), NONE)


def carried_counts(goal: Goal) -> Float32s:
    """How many of each of the 28 predicates a goal wants."""
    counts = np.zeros(len(CARRIED), np.float32)
    for predicate in goal.predicates:
        number = carried_number(predicate)
        if number != NONE:
            counts[number] += predicate.count
    return counts


class Nodes(NamedTuple):
    """What is in view at one step: rows are nodes."""

    names: tuple[str, ...]
    """Ids of things, rooms and agents, as an action names them."""
    slots: Int64s
    """Of things; NONE for rooms and agents."""
    kind: Uint8s
    """The class, as a number of `KINDS`."""
    state: Float16s
    """Place (3), distance, size (3), open, shut, in Bob's hand, in another's, in his room, loose."""
    close: Bools
    """Can Bob reach it from where he stands? What the closeness prediction learns; no input."""
    usable: Bools
    """Nodes x types: for which types of actions it can be the object, by its kind and state."""


class _Home(NamedTuple):
    """What never changes about the nodes of a home; rows are things."""

    slots: Int64s
    kind: Uint8s
    opens: Bools
    takes: Bools
    room_kind: Uint8s
    room_centre: Float64s


@PerScene
def _home(known: Statics) -> _Home:
    """The nodes of a home, found once and kept with its scene."""
    boxes = set(places(known).containers.tolist())
    named = {*OBJECTS, *TARGETS}
    slots = [
        slot
        for slot, thing in enumerate(known.things)
        if known.made_from[slot] == NONE and (slot in boxes or thing.type in named)
    ]
    types = [known.things[slot].type for slot in slots]
    corners = [np.array(room.outline) for room in known.rooms]
    return _Home(
        slots=np.array(slots, np.int64),
        kind=np.array([KIND_NUMBERS.get(type, KIND_NUMBERS[OTHER]) for type in types], np.uint8),
        opens=np.array([slot in boxes for slot in slots], np.bool_),
        takes=np.array([slot in boxes or type in TARGETS for slot, type in zip(slots, types, strict=True)], np.bool_),
        room_kind=np.array([KIND_NUMBERS[room.kind] for room in known.rooms], np.uint8),
        room_centre=np.array([(corner.min(axis=0) + corner.max(axis=0)) / 2 for corner in corners]),
    )


def nodes(view: View) -> Nodes:
    """What Bob sees, as nodes: things first, then rooms, then other agents."""
    known, home = view.known, _home(view.known)
    rows = np.flatnonzero(view.things[home.slots])
    at = np.array(view.at)
    away = np.hypot(*(view.position[home.slots[rows], :2] - at).T)
    room_left = NODES - len(known.rooms) - len(view.others)
    if len(rows) > room_left:
        keep = np.sort(np.argsort(away, kind="stable")[:room_left])
        rows, away = rows[keep], away[keep]
    slots = home.slots[rows]
    things, rooms, others = len(rows), len(known.rooms), len(view.others)
    state = np.zeros((things + rooms + others, STATES), np.float16)
    holder, loose = view.holder[slots], known.loose[slots]
    is_open = view.openness[slots] >= OPEN_ENOUGH
    mine = holder == 0
    here = view.room[slots] == view.here
    state[:things, :2] = (view.position[slots, :2] - at) / SCALE
    state[:things, 2] = view.position[slots, 2] / SCALE
    state[:things, 4:7] = known.size[slots]
    columns = (home.opens[rows] & is_open, home.opens[rows] & ~is_open, mine, holder > 0, here, loose)
    state[:things, 7:] = np.stack(columns, axis=1)
    state[things : things + rooms, :2] = (home.room_centre - at) / SCALE
    state[things + view.here, 11] = 1.0
    for row, place in enumerate(view.others.values(), start=things + rooms):
        state[row, :2] = (np.array(place) - at) / SCALE
        state[row, 11] = 1.0
    state[:, 3] = np.hypot(state[:, 0], state[:, 1])
    usable = np.zeros((len(state), len(TYPES)), np.bool_)
    usable[: things + rooms, WALK] = True
    usable[:things, WALK] &= ~mine
    usable[:things, OPEN], usable[:things, CLOSE] = columns[1], columns[0]
    usable[:things, GRAB] = loose & (holder == NONE)
    usable[:things, PUT] = home.takes[rows]
    close = np.zeros(len(state), np.bool_)
    close[:things] = mine | (here & (away <= view.body.reach + known.extra_reach[slots]))
    return Nodes(
        names=(*(known.ids[slot] for slot in slots.tolist()), *(room.id for room in known.rooms), *view.others),
        slots=np.concatenate([slots, np.full(rooms + others, NONE, np.int64)]),
        kind=np.concatenate([home.kind[rows], home.room_kind, np.full(others, KIND_NUMBERS[PERSON], np.uint8)]),
        state=state,
        close=close,
        usable=usable,
    )
