"""What counts in the loss of a policy that learns from what it did, whichever way it learns."""

from __future__ import annotations

from dataclasses import dataclass

from casita.bounded import Bounded, above


@dataclass(frozen=True, slots=True)
class PolicyLoss(Bounded):
    """The weights of its parts beside what actions were worth, and how far one step may go."""

    entropy: float = 0.01
    """What it is worth to be undecided."""
    value: float = 0.5
    """What a wrong value costs."""
    gradient: float = above(0.0, default=0.5)
    """The longest step of the gradient."""
