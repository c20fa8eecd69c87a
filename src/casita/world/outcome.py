"""What a step gives back: the new state, what happened, and why not if it did not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

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


@dataclass(frozen=True, slots=True)
class Motion:
    """How one thing or agent moved during a step, for video, play and VR."""

    mover: str
    times: NDArray[np.float64]
    """Seconds from the start of the step, growing."""
    positions: NDArray[np.float64]
    """n x 3, metres."""
    rotations: NDArray[np.float64]
    """n x 4 quaternions."""


@dataclass(frozen=True, slots=True)
class Outcome:
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
