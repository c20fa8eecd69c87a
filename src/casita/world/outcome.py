"""What a step gives back: the new state, what happened, and why not if it did not."""

from __future__ import annotations

from typing import NamedTuple

from casita.errors import shortened
from casita.world.action import Action
from casita.world.difference import difference
from casita.world.english import event_sentence, refusal_sentence
from casita.world.event import Event, Motion
from casita.world.refusal import Refusal
from casita.world.state import State


class Outcome(NamedTuple):
    """The result of one step of all agents."""

    before: State
    state: State
    actions: tuple[Action, ...]
    refusals: tuple[Refusal | None, ...]
    """One for each action; None where it was done."""
    events: tuple[Event, ...] = ()
    motion: tuple[Motion, ...] = ()

    def __repr__(self) -> str:
        asked = shortened(
            [f"{action.agent} {action.verb} {action.object or action.target}".strip() for action in self.actions]
        )
        why = shortened([refusal.need for refusal in self.refusals if refusal], 60)
        return f"Outcome({asked or 'nobody acted'}: {f'refused: {why}' if why else 'done'}, {len(self.events)} events)"

    @property
    def ok(self) -> bool:
        """Was every action done?"""
        return not any(self.refusals)

    @property
    def reason(self) -> str:
        """Why the actions that were not done were not, in words; empty if all were."""
        pairs = zip(self.refusals, self.actions, strict=True)
        return " ".join(refusal_sentence(refusal, action, self.state.scene) for refusal, action in pairs if refusal)

    def diff(self) -> tuple[str, ...]:
        """What changed, one sentence each."""
        return difference(self.before, self.state)

    def story(self) -> tuple[str, ...]:
        """What happened, one sentence for each event."""
        return tuple(event_sentence(event, self.state.scene) for event in self.events)
