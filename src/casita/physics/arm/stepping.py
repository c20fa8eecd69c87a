"""One tick in which a robot acts: like `casita.world.step.step`, with the arm's verbs."""

from __future__ import annotations

from casita.physics.arm.proposals import arm_actions
from casita.physics.arm.verbs import verbs_for
from casita.world import legal
from casita.world.action import Action
from casita.world.attempt import Attempt
from casita.world.consequences import consequences
from casita.world.edit import Edit
from casita.world.outcome import Outcome, Refusal
from casita.world.physics import Disturbing, Physics
from casita.world.state import State


def why_not(state: State, action: Action) -> Refusal | None:
    """The first need of an action that is not met now; None if it would be done. Nothing changes."""
    return _attempted(state, Attempt(Edit(state), state.agent(action.agent), action))


def legal_with_arm(state: State, agent: str) -> tuple[Action, ...]:
    """All actions that an agent could do now: the world's, where its arm does not hinder them, and its arm's."""
    asked = [*legal.legal(state, agent), *arm_actions(state, agent)]
    return tuple(action for action in asked if why_not(state, action) is None)


def arm_step(state: State, action: Action, physics: Physics | None = None) -> Outcome:
    """Let one agent do one thing, with the arm or without; then let follow what follows."""
    agent, edit = state.agent(action.agent), Edit(state)
    attempt = Attempt(edit, agent, action) if physics is None else Disturbing(edit, agent, action, physics)
    refusal = _attempted(state, attempt)
    events, motion = (attempt.events, attempt.motion) if refusal is None else ([], [])
    if refusal is not None:
        edit = Edit(state)
    events += consequences(edit)
    return Outcome(state, edit.finished(state.tick + 1), (action,), (refusal,), tuple(events), tuple(motion))


def _attempted(state: State, attempt: Attempt) -> Refusal | None:
    verb = verbs_for(state).get(attempt.action.verb)
    if verb is None:
        return Refusal("affordance", "known_verb", attempt.action.verb)
    for need in verb.needs:
        refusal = need(attempt)
        if refusal is not None:
            return refusal
    return verb.effect(attempt)
