"""Least squares: one matrix an action in closed form, with a ridge; takes the candidate nearest to what it predicts.

The paper averages over five random splits. So here the seed deals the sets of training and validation anew;
the ridge is the one that does best on the part for validation.
"""

from __future__ import annotations

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.act_thor.models.arrays import Scaling, SetArrays
from casita.errors import BadInput
from casita.seeds import derived_seed

RIDGES = (1.0, 10.0, 100.0, 1000.0)


class LeastSquares:
    """For each action the matrix W that makes |W before - after|^2 + ridge |W|^2 least."""

    def __init__(self) -> None:
        self.ridge = 0.0
        self._scaling: Scaling | None = None
        self._matrices: Float64s = np.zeros((0, 0, 0))

    def fit(self, train: SetArrays, valid: SetArrays, seed: int) -> None:
        """Solve for every ridge, keep the best on validation (the smaller of equals)."""
        train, valid = _dealt_anew(train, valid, seed)
        self._scaling = Scaling.of(train)
        vectors = self._scaling.applied(train).astype(np.float64)
        after = train.candidates[np.arange(len(train)), train.answer]
        best = -1.0
        for ridge in RIDGES:
            matrices = [
                _solved(vectors[train.before[rows]], vectors[after[rows]], ridge)
                for rows in (train.action == action for action in range(len(train.actions)))
            ]
            right = float(np.mean(np.argmax(_nearness(np.stack(matrices), vectors, valid), axis=1) == valid.answer))
            if right > best:
                best, self.ridge, self._matrices = right, ridge, np.stack(matrices)

    def scores(self, arrays: SetArrays) -> Float64s:
        """Minus the squared distance of each candidate from what is predicted."""
        if self._scaling is None:
            raise BadInput("least squares: not fitted yet")
        return _nearness(self._matrices, self._scaling.applied(arrays).astype(np.float64), arrays)


def _solved(before: Float64s, after: Float64s, ridge: float) -> Float64s:
    """The matrix of one action; zero if it has no examples. Of the two ways to write it, that with fewer unknowns."""
    examples, width = before.shape
    if examples < width:
        found = before.T @ np.linalg.solve(before @ before.T + ridge * np.eye(examples), after)
    else:
        found = np.linalg.solve(before.T @ before + ridge * np.eye(width), before.T @ after)
    return np.asarray(found.T, dtype=np.float64)


def _nearness(matrices: Float64s, vectors: Float64s, arrays: SetArrays) -> Float64s:
    predicted = np.zeros((len(arrays), vectors.shape[1]))
    for action, matrix in enumerate(matrices):
        rows = arrays.action == action
        predicted[rows] = vectors[arrays.before[rows]] @ matrix.T
    distances: Float64s = ((vectors[arrays.candidates] - predicted[:, None]) ** 2).sum(axis=2)
    return -distances


def _dealt_anew(train: SetArrays, valid: SetArrays, seed: int) -> tuple[SetArrays, SetArrays]:
    """The sets of both, dealt again at random into parts of the same sizes."""
    both = train.with_more(valid)
    order = np.random.Generator(np.random.PCG64(derived_seed(seed, "least squares"))).permutation(len(both))
    return both.part(order[: len(train)]), both.part(order[len(train) :])
