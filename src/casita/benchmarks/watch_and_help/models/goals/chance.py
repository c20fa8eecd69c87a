"""Chance in goal inference: one of the training goals, drawn without a look at the demonstration.

The paper does not say how its chance (0.08 and 0.09) was worked out. Goals of the training tasks, all equally likely,
give 0.10 and 0.10 here on test-1; each predicate's count drawn by itself from the same goals gives 0.11 and 0.11.
"""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.protocols import Observation
from casita.seeds import stream


class Chance:
    """Draws a training goal."""

    draws = 20
    """How often it is asked about each demonstration: one draw says little."""

    def __init__(self) -> None:
        self.begin(0)

    def begin(self, seed: int) -> None:
        """The seed of its draws."""
        self._draws = stream(seed, "chance")

    def goal(self, demonstration: Sequence[Observation]) -> dict[str, int]:
        """Any training goal."""
        return dict(self._draws.choice(tasks("train")).counts)
