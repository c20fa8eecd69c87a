"""Nobody helps: Alice works alone, as the measure of every helper."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.watch_and_help.item import BOB
from casita.protocols import Observation
from casita.world.action import Action


class AliceAlone:
    """Bob is not there."""

    absent = True

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Looks at nothing."""

    def act(self, observation: Observation) -> Action:
        """Does nothing; it is never asked to."""
        return Action(BOB, "wait")
