"""What an agent can do now: every action that would be done, and for any other the reason why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from casita.limits import MOVES_LISTED
from casita.world import needs as need
from casita.world.action import Action
from casita.world.arm.proposals import arm_actions
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.proposals import SENSIBLE
from casita.world.refusal import Refusal
from casita.world.rules import RULES
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.step import attempted
from casita.world.verbs import VERBS
from casita.world.walking import is_walkable

WALKS = ("walk_to", "follow")

FAR_OFF = 2.0
"""Metres beyond a stride from which on nobody is in the way of it: more than two bodies are wide."""

ALWAYS = {"say"}
"""Verbs that are always possible and have no end of objects; they are not listed."""


def why_not(state: State, action: Action) -> Refusal | None:
    """The first need of an action that is not met now; None if it would be done. Nothing changes."""
    return attempted(Attempt(Edit(state), state.agent(action.agent), action))


def legal(state: State, agent: str) -> tuple[Action, ...]:
    """All actions that an agent could do now, verb by verb, those of its arm last; sentences to say are left out.

    Where nothing needs to be in reach, things can be moved to anywhere from anywhere. In a home with more such pairs
    than `MOVES_LISTED`, only moves from and to what is in reach are listed; the others are done all the same.
    """
    body = state.bodies[state.agent(agent)]
    walks_freely = not body.has_arm and _nobody_near(state, agent)
    found = []
    for verb in VERBS:
        if verb not in ALWAYS:
            possible = _walks if verb in WALKS and walks_freely else _is_possible
            found += [action for action in candidates(state, agent, verb) if possible(state, action)]
    if body.has_arm:
        found += [action for action in arm_actions(state, agent) if _is_possible(state, action)]
    return tuple(found)


def _is_possible(state: State, action: Action) -> bool:
    return why_not(state, action) is None


def _walks(state: State, action: Action) -> bool:
    """Would a walk be done? All of a way is free to stand on, so this is whether there is one, if nobody is near."""
    attempt = Attempt(Edit(state), state.agent(action.agent), action)
    if need.target_is_known(attempt) or need.stands(attempt):
        return False
    return is_walkable(attempt.edit, attempt.agent, (attempt.target_kind, attempt.target))


def _nobody_near(state: State, agent: str) -> bool:
    """Is everybody else farther off than one stride can lead?"""
    me = state.agent(agent)
    away = np.abs(state.agents.position - state.agents.position[me]).max(axis=1)
    away[me] = np.inf
    return bool((away > state.bodies[me].stride + FAR_OFF).all())


def candidates(state: State, agent: str, verb: str) -> Iterator[Action]:
    """Actions of a verb that are not plainly senseless, nor out of reach where things must be in reach."""
    row, known = VERBS[verb], state.statics
    if verb in WALKS:
        goals = [room.id for room in known.rooms] if verb == "walk_to" else []
        goals += [name for name in state.names if name != agent]
        goals += [known.ids[slot] for slot in _there(state)] if verb == "walk_to" else []
        yield from (Action(agent, verb, target=goal) for goal in goals)
        return
    if "object" not in row.takes:
        yield Action(agent, verb)
        return
    sensible = SENSIBLE[verb](known, state.objects)
    targets_there = state.objects.exists
    if _only_in_reach(state, verb, sensible):
        near = in_reach_of(state, state.agent(agent))
        sensible, targets_there = sensible & near, targets_there & near
    targets = np.nonzero(targets_there)[0].tolist() if "target" in row.takes else []
    for slot in np.nonzero(sensible)[0].tolist():
        yield from _with_details(state, agent, verb, slot, targets)


def _only_in_reach(state: State, verb: str, sensible: NDArray[np.bool_]) -> bool:
    """Is a verb done only to what is in reach, or are its pairs too many to try them all?"""
    if RULES[state.rules].needs_reach:
        return need.in_reach in VERBS[verb].needs and verb != "pour"
    return verb == "move_to" and int(sensible.sum()) * len(state.statics.takers) > MOVES_LISTED


def in_reach_of(state: State, agent: int) -> NDArray[np.bool_]:
    """By slot: is a thing in an agent's reach or hands, as `needs.in_reach` asks?"""
    known, now = state.statics, state.objects
    here = int(state.agents.room[agent])
    away = now.position[:, :2] - state.agents.position[agent]
    reach = state.bodies[agent].reach + np.where(known.loose, 0.0, known.size[:, :2].max(axis=1) / 2)
    same = now.room == here
    for slot, rooms in known.door_rooms.items():
        same[slot] = here in rooms
    floors = [slot for slot in known.floor_slots if slot != NONE]
    near: NDArray[np.bool_] = same & ((away * away).sum(axis=1) <= reach * reach + 1e-9)
    near[floors] = same[floors]
    edit = Edit(state)
    for held in (int(slot) for slot in state.agents.hands[agent] if slot != NONE):
        near[[held, *edit.contents(held)]] = True
    return near


def _there(state: State) -> list[int]:
    """Slots of the things that are there."""
    found: list[int] = np.nonzero(state.objects.exists)[0].tolist()
    return found


def _with_details(state: State, agent: str, verb: str, slot: int, targets: Sequence[int]) -> Iterator[Action]:
    """An action on an object, with every target or liquid that it could have."""
    known, ids = state.statics, state.statics.ids
    if verb == "fill":
        yield from (Action(agent, verb, ids[slot], liquid=liquid) for liquid in known.kinds[slot].liquids)
    elif verb in ("put", "put_near", "move_to", "pour"):
        held = state.objects.held_by[slot] == state.agent(agent)
        if verb == "move_to" or held:
            for target in targets:
                if target != slot and (verb == "put_near" or known.spots[target] or verb == "pour"):
                    yield Action(agent, verb, ids[slot], ids[target])
    elif verb in ("drop", "throw"):
        if state.objects.held_by[slot] != NONE:
            yield Action(agent, verb, ids[slot])
    else:
        yield Action(agent, verb, ids[slot])
