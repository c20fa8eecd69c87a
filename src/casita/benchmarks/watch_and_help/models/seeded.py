"""What helpers share whose luck in an episode follows from a seed."""

from __future__ import annotations

from collections.abc import Sequence

from casita.protocols import Observation


class SeededHelper:
    """A helper with luck of its own, who watches nothing unless a kind of it does."""

    def __init__(self) -> None:
        self._seed = 0

    def begin(self, seed: int) -> None:
        """The luck of its belief, search and choices in one episode."""
        self._seed = seed

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Looks at nothing."""
