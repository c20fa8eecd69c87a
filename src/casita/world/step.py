"""One tick of the world: `step(state, actions) -> Outcome`."""

from __future__ import annotations

from collections.abc import Sequence

from casita.world.action import Action
from casita.world.arm.verbs import verbs_of
from casita.world.attempt import Attempt
from casita.world.consequences import follow
from casita.world.edit import Edit
from casita.world.event import Event, Motion
from casita.world.luck import key
from casita.world.outcome import Outcome
from casita.world.physics import Disturbing, Physics
from casita.world.refusal import Refusal
from casita.world.rules import RULES
from casita.world.state import State
from casita.world.validation import one_thing_each


def step(state: State, actions: Sequence[Action], physics: Physics | None = None) -> Outcome:
    """Let every agent that acts do one thing, at once; then let follow what follows.

    Who comes first is drawn anew each tick; whoever comes too late is told so. The bodies of the state's
    agents say which verbs there are. `physics` settles what is dropped, thrown, pushed and pulled; by
    default the kinematic rules do.
    """
    agents = [state.agent(action.agent) for action in actions]
    if len(agents) > 1:
        one_thing_each(actions)
    order: Sequence[int] = range(len(actions))
    if len(order) > 1:
        order = sorted(order, key=lambda i: key(state.seed, state.tick, agents[i], "priority"))
    refusals: list[Refusal | None] = [None] * len(actions)
    events: list[Event] = []
    motion: list[Motion] = []
    edit = Edit(state)
    for i in order:
        if edit.changed:
            edit = Edit(edit.finished(state.tick))
        attempt = _attempt(edit, agents[i], actions[i], physics)
        refusal = attempted(attempt)
        if refusal is None:
            events += attempt.events
            motion += attempt.motion
            continue
        if edit.changed:
            edit = Edit(edit.base)
        if edit.base is not state and attempted(_attempt(Edit(state), agents[i], actions[i], physics)) is None:
            refusal = Refusal("conflict", "conflict", refusal.object, refusal.obstacle)
        refusals[i] = refusal
    events += follow(edit, RULES[state.rules].consequences)
    return Outcome(state, edit.finished(state.tick + 1), tuple(actions), tuple(refusals), tuple(events), tuple(motion))


def _attempt(edit: Edit, agent: int, action: Action, physics: Physics | None) -> Attempt:
    """An agent's attempt at an action under a physics."""
    return Attempt(edit, agent, action) if physics is None else Disturbing(edit, agent, action, physics)


def attempted(attempt: Attempt) -> Refusal | None:
    """Try an action: the first need that is not met, or None if it was done."""
    verb = verbs_of(attempt.edit.base.bodies).get(attempt.action.verb)
    if verb is None:
        return Refusal("affordance", "known_verb", attempt.action.verb)
    for need in verb.needs:
        refusal = need(attempt)
        if refusal is not None:
            return refusal
    return verb.effect(attempt)
