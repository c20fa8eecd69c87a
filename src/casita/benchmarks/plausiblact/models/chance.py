"""Says anything."""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS
from casita.protocols import Picture
from casita.seeds import Stream, stream


class Chance:
    """One of the three ratings for every action, all equally likely."""

    def __init__(self) -> None:
        self._luck: Stream = stream(0, "chance")

    def begin(self, seed: int) -> None:
        """Its luck with the next instance."""
        self._luck = stream(seed, "chance")

    def rate(self, picture: Picture, box: Sequence[int]) -> list[list[float]]:
        """Ten guesses."""
        guesses = [self._luck.below(len(RATINGS)) for _ in ACTIONS]
        return [[1.0 if rating == guess else 0.0 for rating in range(len(RATINGS))] for guess in guesses]
