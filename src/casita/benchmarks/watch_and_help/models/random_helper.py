"""A helper that does something at random: any of the actions that can be done, all equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.protocols import Observation
from casita.benchmarks.watch_and_help.goals import BOB
from casita.seeds import stream
from casita.world.action import Action


class RandomHelper:
    """Takes a random action at each step, and no notice of the demonstration."""

    def __init__(self) -> None:
        self._luck = stream(0, "random_helper")

    def begin(self, seed: int) -> None:
        """Its luck in one episode."""
        self._luck = stream(seed, "random_helper")

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Looks at nothing."""

    def act(self, observation: Observation) -> Action:
        """Any of the actions that can be done now."""
        return self._luck.choice(observation.legal) if observation.legal else Action(BOB, "wait")
