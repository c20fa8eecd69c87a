"""Sees nothing: what the ratings of an action come to over all training instances."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.benchmarks.plausiblact.item import RATINGS
from casita.benchmarks.plausiblact.raters.truth import Truth
from casita.protocols import Picture


class NoInput:
    """The mean plausibility of each action: what a network without any input learns."""

    def __init__(self, train: Truth) -> None:
        """Learn from the valid entries of the training part; of an action without any nothing is known."""
        weights = train.valid[:, :, None].astype(np.float64)
        summed, counts = (train.plausibility * weights).sum(0), weights.sum(0)
        self.mean = np.where(counts > 0.0, summed / np.maximum(counts, 1.0), 1.0 / len(RATINGS))

    def rate(self, picture: Picture, box: Sequence[int]) -> list[list[float]]:
        """The same for all."""
        found: list[list[float]] = self.mean.tolist()
        return found
