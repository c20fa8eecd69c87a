"""What a step gives back: the new state, what happened, and why not if it did not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from casita.world.action import Action
from casita.world.event import Event
from casita.world.state import State


@dataclass(frozen=True, slots=True)
class Refusal:
    """The first need of an action that was not met; affordance before state before geometry."""

    kind: Literal["affordance", "state", "geometry", "conflict"]
    need: str
    """Name of the need's row."""
    object: str = ""
    """The thing that does not meet it."""
    obstacle: str = ""
    """The thing that stands in the way, if one does."""


class Motion(NamedTuple):
    """How one thing or agent moved during a step, for video, play and VR."""

    mover: str
    """Id of the thing or name of the agent."""
    times: tuple[float, ...]
    """Shares of the step, from 0 to 1."""
    positions: tuple[tuple[float, float, float], ...]
    """Metres, one for each time."""
    yaws: tuple[float, ...]
    """Degrees, one for each time."""
    rotations: tuple[tuple[float, float, float, float], ...] = ()
    """Unit quaternions (w, x, y, z), one for each time, where it tumbled; none where it stayed upright."""
    seconds: float = 0.0
    """How long it really took, where physics knows."""


class Outcome(NamedTuple):
    """The result of one step of all agents."""

    before: State
    state: State
    actions: tuple[Action, ...]
    refusals: tuple[Refusal | None, ...]
    """One for each action; None where it was done."""
    events: tuple[Event, ...] = ()
    motion: tuple[Motion, ...] = ()

    @property
    def ok(self) -> bool:
        """Was every action done?"""
        return not any(self.refusals)

    @property
    def reason(self) -> str:
        """Why the actions that were not done were not, in words; empty if all were."""
        from casita.world.english import refusal_sentence

        pairs = zip(self.refusals, self.actions, strict=True)
        return " ".join(refusal_sentence(refusal, action, self.state.scene) for refusal, action in pairs if refusal)

    def diff(self) -> tuple[str, ...]:
        """What changed, one sentence each."""
        from casita.world.difference import difference

        return difference(self.before, self.state)

    def story(self) -> tuple[str, ...]:
        """What happened, one sentence for each event."""
        from casita.world.english import event_sentence

        return tuple(event_sentence(event, self.state.scene) for event in self.events)
