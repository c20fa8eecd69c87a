"""Random actions of a robot for benches, property tests and random players: mostly with its arm."""

from __future__ import annotations

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
