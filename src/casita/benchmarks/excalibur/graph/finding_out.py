"""What of a house the robot can find out at all: what it gets open, what shows from its height, and what it can lift.

A question may be about anything, but its answer must not depend on what no robot of this body could know: what is in a
wall cabinet whose handle is out of its reach, a card that lies flat above its eyes, the weight of a vase on top of a
wardrobe.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from casita.benchmarks.excalibur.graph.columns import Graph, Numbers, Rows, Truths
from casita.benchmarks.excalibur.graph.reading import ROBOT, graph_of, node_slots
from casita.world.action import Action
from casita.world.arm.needs import GRASP_REACH, HANDLE_REACH, handles
from casita.world.arm.specification import ARM
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.ground import free_nodes, ground
from casita.world.shut import shut_around
from casita.world.stance import resting_box
from casita.world.state import State
from casita.world.statics import NONE

SLACK = 0.05
"""Metres that the arm need not be stretched to its very end: it moves in steps of 5 cm and 15 degrees."""

FLAT = 0.02
"""Metres: what is not higher and lies above the robot's eyes does not show from the floor."""


def knowable(state: State) -> Graph:
    """The graph of what the robot can find out: without what it never sees, and without weights that it never feels."""
    graph, slots = graph_of(state), node_slots(state)
    agent = state.agent(ROBOT)
    boxes = [resting_box(state.objects.position[slot], state.objects.rotation[slot], state.statics.size[slot])
             for slot in slots.tolist()]  # fmt: skip
    is_seen, is_lifted = np.ones(len(graph), np.bool_), np.ones(len(graph), np.bool_)
    eye = state.bodies[agent].eye_height
    is_seen[: len(slots)] = [box.low < eye or box.high - box.low > FLAT for box in boxes]
    is_seen[: len(slots)] &= _gets_at(state, slots)
    tops = np.array([(box.x, box.y, box.high) for box in boxes]).reshape(-1, 3)
    nearest = _nearest_shoulder(state, tops, state.objects.room[slots].astype(np.int64))
    is_lifted[: len(slots)] = nearest <= ARM.reach - SLACK + GRASP_REACH
    return replace(graph, mass=np.where(is_lifted, graph.mass, np.nan)).among(is_seen)


def _gets_at(state: State, slots: Rows) -> Truths:
    """Of some things: is all that is shut around them within the arm's reach?"""
    edit, opens = Edit(state), dict[int, bool]()
    found = []
    for slot in slots.tolist():
        around = shut_around(edit, slot)
        while around != NONE and opens.setdefault(around, _opens(state, edit, around)):
            around = shut_around(edit, around)
        found.append(around == NONE)
    return np.array(found, np.bool_)


def _opens(state: State, edit: Edit, slot: int) -> bool:
    """Can the robot get its gripper to a handle of a thing?"""
    action = Action(ROBOT, "open_with_gripper", state.statics.ids[slot])
    points = handles(Attempt(edit, state.agent(ROBOT), action))
    rooms = np.full(len(points), state.objects.room[slot])
    nearest = _nearest_shoulder(state, np.array(points).reshape(-1, 3), rooms)
    return bool((nearest <= ARM.reach - SLACK + HANDLE_REACH).any())


def _nearest_shoulder(state: State, points: Numbers, rooms: Rows) -> Numbers:
    """Metres from each of some points to where the arm begins, if the robot stands as near as it can in that room."""
    agent = state.agent(ROBOT)
    radius = state.bodies[agent].radius
    here, free = ground(state.statics, radius), free_nodes(Edit(state), radius)
    found = np.full(len(points), np.inf)
    for room in np.unique(rooms).tolist():
        nodes = here.nodes_of(room)
        stands = free[nodes.rows, nodes.columns]
        if stands.any():
            own = np.flatnonzero(rooms == room)
            x, y = (points[own, k, None] - (nodes.x, nodes.y)[k][None, stands] for k in (0, 1))
            away = np.maximum(np.hypot(x, y).min(axis=1) - ARM.shoulder[0], 0.0)
            found[own] = np.hypot(away, points[own, 2] - ARM.shoulder[2])
    return found
