"""Puts features on one scale: every dimension gets mean 0 and deviation 1 over the pictures of the training part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.models.arrays import SetArrays


@dataclass(frozen=True)
class Scaling:
    """The mean and the deviation of each dimension."""

    mean: NDArray[np.float32]
    deviation: NDArray[np.float32]

    @classmethod
    def of(cls, arrays: SetArrays) -> Scaling:
        """The scaling of the pictures that some sets show."""
        shown = np.unique(np.concatenate([arrays.before, arrays.candidates.ravel()]))
        vectors = arrays.features[shown].astype(np.float64)
        deviation = vectors.std(axis=0)
        flat = deviation < 1e-6 * max(float(deviation.max(initial=0.0)), 1e-12)
        return cls(vectors.mean(axis=0).astype(np.float32), np.where(flat, 1.0, deviation).astype(np.float32))

    def applied(self, arrays: SetArrays) -> NDArray[np.float32]:
        """The features of a arrays, scaled."""
        scaled: NDArray[np.float32] = (arrays.features.astype(np.float32) - self.mean) / self.deviation
        return scaled
