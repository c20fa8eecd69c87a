"""One tick in which a robot acts: the world's own step, with the arm's verbs."""

from __future__ import annotations

from casita.world import legal
from casita.world.action import Action
from casita.world.arm.proposals import arm_actions
from casita.world.arm.verbs import verbs_for
from casita.world.outcome import Outcome, Refusal
from casita.world.physics import Physics
from casita.world.state import State
from casita.world.step import step


def why_not(state: State, action: Action) -> Refusal | None:
    """The first need of an action that is not met now; None if it would be done. Nothing changes."""
    return legal.why_not(state, action, verbs_for(state))


def legal_with_arm(state: State, agent: str) -> tuple[Action, ...]:
    """All actions that an agent could do now: the world's, where its arm does not hinder them, and its arm's."""
    asked = [*legal.legal(state, agent), *arm_actions(state, agent)]
    return tuple(action for action in asked if why_not(state, action) is None)


def arm_step(state: State, action: Action, physics: Physics | None = None) -> Outcome:
    """Let one agent do one thing, with the arm or without; then let follow what follows."""
    return step(state, [action], physics, verbs_for(state))
