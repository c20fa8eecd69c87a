"""Counting: what Alice has put where by the end of what was shown is what she wants. The baseline of goal inference."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.watch_and_help.models.goals.placings import Placings
from casita.protocols import Observation


class Counting:
    """Takes what was put where for the goal."""

    def goal(self, demonstration: Sequence[Observation]) -> dict[str, int]:
        """What she has put where."""
        return Placings().see_all(demonstration).counts()
