"""What an agent can do now: every action that would be done, and for any other the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.limits import MOVES_LISTED, THINGS_LISTED
from casita.world import needs as need
from casita.world.action import Action
from casita.world.arm.verbs import verbs_of
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.glance import Mask
from casita.world.refusal import Refusal
from casita.world.rules import RULES
from casita.world.seen import in_room
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.step import attempted
from casita.world.verb import Verb
from casita.world.walking import is_walkable

FAR_OFF = 2.0
"""Metres beyond a stride from which on nobody is in the way of it: more than two bodies are wide."""


def why_not(state: State, action: Action) -> Refusal | None:
    """The first need of an action that is not met now; None if it would be done. Nothing changes."""
    return attempted(Attempt(Edit(state), state.agent(action.agent), action))


def legal(state: State, agent: str) -> tuple[Action, ...]:
    """All actions that an agent could do now, verb by verb, those of its arm last; sentences to say are left out.

    Where nothing needs to be in reach, things can be moved to anywhere from anywhere. In a home with more such pairs
    than `MOVES_LISTED`, only moves from and to what is in reach are listed, and in one with more than `THINGS_LISTED`
    things, nothing but walks is listed for what is not in reach; the others are done all the same.
    """
    body = state.bodies[state.agent(agent)]
    walks_freely = not body.has_arm and _nobody_near(state, agent)
    found = []
    for name, verb in verbs_of([body]).items():
        walks = walks_freely and need.there_is_a_way in verb.needs
        possible = _walks if walks else _is_possible
        found += [action for action in candidates(state, agent, name) if possible(state, action)]
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


def candidates(state: State, agent: str, name: str) -> Iterator[Action]:
    """Actions of a verb that are not plainly senseless, nor out of reach where things must be in reach.

    There are none of a verb with no end of them, such as to say something.
    """
    verb = verbs_of(state.bodies)[name]
    if "text" in verb.takes:
        return
    if "object" in verb.takes:
        yield from _on_things(state, agent, verb)
    elif "target" in verb.takes:
        others = [each for each in state.names if each != agent]
        named = {"room": [room.id for room in state.statics.rooms], "agent": others}
        for offered in verb.offered:
            things = _ids(state, verb.targets(state)) if offered.is_about_things else []
            yield from (Action(agent, name, target=target) for target in named.get(offered.about, things))
    elif "direction" in verb.takes:
        yield from (Action(agent, name, direction=direction) for direction in verb.directions)
    else:
        yield Action(agent, name)


def _on_things(state: State, agent: str, verb: Verb) -> Iterator[Action]:
    """Actions on every object that makes sense, with every target or liquid that it could have."""
    known, objects = state.statics, verb.objects(state)
    has_target = "target" in verb.takes
    there = verb.targets(state) if has_target else np.zeros(known.count, np.bool_)
    if any(offered.by_hand for offered in verb.offered):
        held = state.objects.held_by
        objects &= (held == state.agent(agent)) if has_target else (held != NONE)
    elif need.in_reach in verb.needs and _only_in_reach(state, int(objects.sum()) * int(there.sum())):
        near = in_reach_of(state, state.agent(agent))
        objects, there = objects & near, there & near
    targets = _ids(state, there) if has_target else [""]
    for slot in np.nonzero(objects)[0].tolist():
        liquids = known.kinds[slot].liquids if verb.has_field("liquid") else ("",)
        for target in targets:
            if target != known.ids[slot]:
                yield from (Action(agent, verb.name, known.ids[slot], target, liquid=liquid) for liquid in liquids)


def _only_in_reach(state: State, pairs: int) -> bool:
    """Must things be in reach, or are there too many things, or pairs of an object and a target, to try them all?"""
    return RULES[state.rules].needs_reach or pairs > MOVES_LISTED or state.statics.count > THINGS_LISTED


def in_reach_of(state: State, agent: int) -> Mask:
    """By slot: is a thing in an agent's reach or hands, as `needs.in_reach` asks?"""
    known, now = state.statics, state.objects
    here = int(state.agents.room[agent])
    away = now.position[:, :2] - state.agents.position[agent]
    reach = state.bodies[agent].reach + known.extra_reach
    same = in_room(state, here)
    floors = [slot for slot in known.floor_slots if slot != NONE]
    near: Mask = same & ((away * away).sum(axis=1) <= reach * reach + 1e-9)
    near[floors] = same[floors]
    edit = Edit(state)
    for held in (int(slot) for slot in state.agents.hands[agent] if slot != NONE):
        near[[held, *edit.contents(held)]] = True
    return near


def _ids(state: State, mask: Mask) -> list[str]:
    return [state.statics.ids[slot] for slot in np.nonzero(mask)[0].tolist()]
