"""Chance: takes any candidate."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.act_thor.models.arrays import SetArrays
from casita.protocols import Picture
from casita.seeds import derived_seed


class Chance:
    """Draws at random: scores from the seed that it was fitted with, a choice from the one that it begins with."""

    def __init__(self) -> None:
        self._seed = 0

    def fit(self, train: SetArrays, valid: SetArrays, seed: int) -> None:
        """Only the seed is kept."""
        self._seed = seed

    def scores(self, arrays: SetArrays) -> Float64s:
        """Numbers from 0 to 1."""
        return self._draws().random(arrays.candidates.shape)

    def begin(self, seed: int) -> None:
        """The seed of the next choice."""
        self._seed = seed

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        """Any of them."""
        return int(np.argmax(self._draws().random(len(candidates))))

    def _draws(self) -> np.random.Generator:
        return np.random.Generator(np.random.PCG64(derived_seed(self._seed, "chance")))
