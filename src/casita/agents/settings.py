"""What bounds the human-like agent's rationality, as one checked value."""

from __future__ import annotations

from dataclasses import dataclass

from casita.bounded import check_bounds, within
from casita.errors import BadInput


@dataclass(frozen=True, slots=True)
class Settings:
    """How hard an agent thinks and how it behaves; the defaults are Alice's."""

    simulations: int = within(1, 100_000, default=100)
    """Simulated futures at every step."""
    horizon: int = within(1, 100, default=20)
    """Subgoals that one simulated future goes on for; what is left after them is only guessed."""
    exploration: float = within(0.0, 100.0, default=0.3)
    """How much the search tries what looked worse so far; 0 is never."""
    greed: float = within(0.0, 1.0, default=0.7)
    """In a simulated future: how often the cheapest subgoal comes next, rather than any."""
    commitment: float = within(0.0, 1_000.0, default=2.0)
    """Steps that another subgoal must save for the agent to change its mind."""
    nearby: float = within(0.0, 1_000.0, default=0.0)
    """Metres within which it rather guesses unseen things to be; 0 is no such leaning."""
    hands: int = within(1, 2, default=1)
    """Things that it carries at once, at the most; with 1 it finishes a predicate before the next, as the paper's."""
    arm: float = within(0.5, 5.0, default=0.7)
    """Metres that it goes up to a thing before it handles it, if it can get so near; the world's reach is more.
    0.7 is where a walk to a thing ends by itself."""
    closes: bool = True
    """Does it close containers when it is done with them?"""
    patience: int = within(1, 250, default=8)
    """Steps that it leaves alone what was refused, doubled each time."""
    pause_rate: float = within(0.0, 1.0, default=0.0)
    """Chance of doing nothing at a step."""
    mistake_rate: float = within(0.0, 1.0, default=0.0)
    """Chance of going for any subgoal at a step, rather than for the best."""

    def __post_init__(self) -> None:
        check_bounds(self)
        if not isinstance(self.closes, bool):
            raise BadInput(f"closes is true or false; it is {self.closes!r}")


PAPER = Settings(simulations=100, horizon=5, greed=0.0)
"""As in Watch-And-Help, as far as it is known: 100 simulations, short random futures."""
