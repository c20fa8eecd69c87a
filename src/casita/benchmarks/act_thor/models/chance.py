"""Chance: takes any candidate."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.models.arrays import SetArrays
from casita.seeds import derived_seed


class Chance:
    """Scores drawn at random from the seed that it was fitted with."""

    def __init__(self) -> None:
        self._seed = 0

    def fit(self, train: SetArrays, valid: SetArrays, seed: int) -> None:
        """Only the seed is kept."""
        self._seed = seed

    def scores(self, arrays: SetArrays) -> NDArray[np.float64]:
        """Numbers from 0 to 1."""
        draws = np.random.Generator(np.random.PCG64(derived_seed(self._seed, "chance")))
        return draws.random(arrays.candidates.shape)
