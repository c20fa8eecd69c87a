"""What bounds the human-like agent's rationality, as one checked value."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

from casita.errors import BadInput

LIMITS: dict[str, tuple[float, float]] = {
    "simulations": (1, 100_000),
    "horizon": (1, 100),
    "exploration": (0.0, 100.0),
    "greed": (0.0, 1.0),
    "commitment": (0.0, 1_000.0),
    "nearby": (0.0, 1_000.0),
    "hands": (1, 2),
    "arm": (0.5, 5.0),
    "patience": (1, 250),
    "pause_rate": (0.0, 1.0),
    "mistake_rate": (0.0, 1.0),
}
"""The least and the most of every number among the settings."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How hard an agent thinks and how it behaves; the defaults are Alice's."""

    simulations: int = 100
    """Simulated futures at every step."""
    horizon: int = 20
    """Subgoals that one simulated future goes on for; what is left after them is only guessed."""
    exploration: float = 0.3
    """How much the search tries what looked worse so far; 0 is never."""
    greed: float = 0.7
    """In a simulated future: how often the cheapest subgoal comes next, rather than any."""
    commitment: float = 2.0
    """Steps that another subgoal must save for the agent to change its mind."""
    nearby: float = 0.0
    """Metres within which it rather guesses unseen things to be; 0 is no such leaning."""
    hands: int = 1
    """Things that it carries at once, at the most; with 1 it finishes a predicate before the next, as the paper's."""
    arm: float = 0.7
    """Metres that it goes up to a thing before it handles it, if it can get so near; the world's reach is more.
    0.7 is where a walk to a thing ends by itself."""
    closes: bool = True
    """Does it close containers when it is done with them?"""
    patience: int = 8
    """Steps that it leaves alone what was refused, doubled each time."""
    pause_rate: float = 0.0
    """Chance of doing nothing at a step."""
    mistake_rate: float = 0.0
    """Chance of going for any subgoal at a step, rather than for the best."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value: Any = getattr(self, field.name)
            if field.name == "closes":
                if not isinstance(value, bool):
                    raise BadInput(f"closes is true or false; it is {value!r}")
                continue
            low, high = LIMITS[field.name]
            whole = isinstance(low, int)
            kinds = (int,) if whole else (int, float)
            if isinstance(value, bool) or not isinstance(value, kinds) or not math.isfinite(value):
                raise BadInput(f"{field.name} is a {'whole ' if whole else ''}number; it is {value!r}")
            if not low <= value <= high:
                raise BadInput(f"{field.name} is from {low} to {high}; it is {value!r}")


PAPER = Settings(simulations=100, horizon=5, greed=0.0)
"""As in Watch-And-Help, as far as it is known: 100 simulations, short random futures."""
