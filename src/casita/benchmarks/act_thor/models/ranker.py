"""What every model of ACT-Thor offers, trained or not: scores of the candidates of a arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float64s, Int64s


class Answered(Protocol):
    """A arrays, of whatever a model sees: all have answers."""

    @property
    def answer(self) -> Int64s:
        """The true after-picture of each set."""


Given = TypeVar("Given", bound=Answered, contravariant=True)
Asked = TypeVar("Asked", bound=Answered)


class Ranker(Protocol[Given]):
    """Scores candidates; the highest score is its choice."""

    def fit(self, train: Given, valid: Given, seed: int) -> None:
        """Learn from the first arrays, stop or choose by the second."""

    def scores(self, arrays: Given) -> Float64s:
        """N x 4 scores, higher for what it thinks is the true after-picture."""


class Saved(NamedTuple):
    """A trained model as its file of weights holds it."""

    kind: str
    version: int
    weights: Mapping[str, NDArray[np.generic]]
    notes: Mapping[str, str]


def choices(ranker: Ranker[Asked], arrays: Asked) -> Int64s:
    """The candidate with the highest score of each set; the first of equals."""
    chosen: Int64s = np.argmax(ranker.scores(arrays), axis=1)
    return chosen


def accuracy(ranker: Ranker[Asked], arrays: Asked) -> float:
    """The share of sets that it gets right."""
    return float(np.mean(choices(ranker, arrays) == arrays.answer))
