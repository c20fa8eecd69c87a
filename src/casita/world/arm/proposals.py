"""Random actions of a robot for benches, property tests and random players: mostly with its arm."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.seeds import Stream
from casita.world.action import Action
from casita.world.arm.effects import MOVES, TURNS
from casita.world.arm.grip import FORCE_STEP
from casita.world.state import State
from casita.world.statics import NONE

BASE = ("move_ahead", "move_back", "turn_left", "turn_right")
STRENGTHS = 100
"""How many strengths of the grip are tried, from the weakest on."""


def arm_actions(state: State, agent: str) -> Iterator[Action]:
    """Everything that a robot could ask of its arm by single steps, whether it can be done now or not."""
    yield from (Action(agent, "move_gripper", direction=direction) for direction in MOVES)
    yield from (Action(agent, "turn_gripper", direction=direction) for direction in TURNS)
    yield from (Action(agent, verb) for verb in ("fold_arm", "raise_arm", "grasp", "release"))
    known, now = state.statics, state.objects
    for verb, chosen in (("open_with_gripper", now.openness < 1.0), ("close_with_gripper", now.openness > 0.0)):
        slots = np.nonzero(known.can["open"] & now.exists & chosen)[0].tolist()
        yield from (Action(agent, verb, known.ids[slot]) for slot in slots)


def proposed_with_arm(state: State, agent: str, luck: Stream) -> Action:
    """A random action of a robot; now and then it picks something up by command, so that its hand is not always empty.

    >>> import casita
    >>> from casita.seeds import stream
    >>> state = casita.World(casita.room("kitchen", 1), {"robot": "robot"}).state
    >>> proposed_with_arm(state, "robot", stream(0, "doc")).agent
    'robot'
    """
    kind = luck.below(20)
    if kind < 9:
        return Action(agent, "move_gripper", direction=luck.choice(tuple(MOVES)))
    if kind < 13:
        return Action(agent, "turn_gripper", direction=luck.choice(tuple(TURNS)))
    if kind < 17:
        return Action(agent, luck.choice(BASE))
    if kind < 18:
        return Action(agent, luck.choice(("raise_arm", "fold_arm")))
    if state.agents.hands[state.agent(agent), 0] != NONE:
        return Action(agent, "release")
    if luck.chance(0.5):
        return Action(agent, "grasp", amount=round(FORCE_STEP * (1 + luck.below(STRENGTHS)), 2))
    there = np.nonzero(state.statics.loose & state.objects.exists)[0]
    return Action(agent, "pick_up", state.statics.ids[int(there[luck.below(len(there))])])
