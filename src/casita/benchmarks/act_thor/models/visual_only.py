"""Visual-only: takes the candidate that looks most like the before-picture (cosine). Learns nothing."""

from __future__ import annotations

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.act_thor.models.arrays import SetArrays


class VisualOnly:
    """Cosine of the before-vector with each candidate's vector."""

    def fit(self, train: SetArrays, valid: SetArrays, seed: int) -> None:
        """There is nothing to learn."""

    def scores(self, arrays: SetArrays) -> Float64s:
        """The cosines; a vector of zeros is at right angles to everything."""
        vectors = arrays.features.astype(np.float64)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        unit = vectors / np.where(lengths > 0, lengths, 1.0)
        cosines: Float64s = np.einsum("nd,ncd->nc", unit[arrays.before], unit[arrays.candidates])
        return cosines
