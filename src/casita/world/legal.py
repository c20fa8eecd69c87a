"""What an agent can do now: every action that would be done, and for any other the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.world.action import Action
from casita.world.arm.proposals import arm_actions
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.proposals import SENSIBLE
from casita.world.refusal import Refusal
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.step import attempted
from casita.world.verbs import VERBS

ALWAYS = {"say"}
"""Verbs that are always possible and have no end of objects; they are not listed."""


def why_not(state: State, action: Action) -> Refusal | None:
    """The first need of an action that is not met now; None if it would be done. Nothing changes."""
    return attempted(Attempt(Edit(state), state.agent(action.agent), action))


def legal(state: State, agent: str) -> tuple[Action, ...]:
    """All actions that an agent could do now, verb by verb, those of its arm last; sentences to say are left out."""
    asked = [action for verb in VERBS if verb not in ALWAYS for action in candidates(state, agent, verb)]
    if state.bodies[state.agent(agent)].has_arm:
        asked += arm_actions(state, agent)
    return tuple(action for action in asked if why_not(state, action) is None)


def candidates(state: State, agent: str, verb: str) -> Iterator[Action]:
    """Actions of a verb that are not plainly senseless."""
    row, known = VERBS[verb], state.statics
    if verb in ("walk_to", "follow"):
        targets = [room.id for room in known.rooms] if verb == "walk_to" else []
        targets += [name for name in state.names if name != agent]
        targets += [known.ids[slot] for slot in _there(state)] if verb == "walk_to" else []
        yield from (Action(agent, verb, target=target) for target in targets)
        return
    if "object" not in row.takes:
        yield Action(agent, verb)
        return
    for slot in np.nonzero(SENSIBLE[verb](known, state.objects))[0].tolist():
        yield from _with_details(state, agent, verb, slot)


def _there(state: State) -> list[int]:
    """Slots of the things that are there."""
    found: list[int] = np.nonzero(state.objects.exists)[0].tolist()
    return found


def _with_details(state: State, agent: str, verb: str, slot: int) -> Iterator[Action]:
    """An action on an object, with every target or liquid that it could have."""
    known, ids = state.statics, state.statics.ids
    if verb == "fill":
        yield from (Action(agent, verb, ids[slot], liquid=liquid) for liquid in known.kinds[slot].liquids)
    elif verb in ("put", "put_near", "move_to", "pour"):
        held = state.objects.held_by[slot] == state.agent(agent)
        if verb == "move_to" or held:
            for target in _there(state):
                if target != slot and (verb == "put_near" or known.spots[target] or verb == "pour"):
                    yield Action(agent, verb, ids[slot], ids[target])
    elif verb in ("drop", "throw"):
        if state.objects.held_by[slot] != NONE:
            yield Action(agent, verb, ids[slot])
    else:
        yield Action(agent, verb, ids[slot])
