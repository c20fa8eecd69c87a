"""Models that see feature vectors, asked as a user's model is: pictures in, an index out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.models.arrays import SetArrays
from casita.benchmarks.act_thor.models.ranker import Ranker, choices
from casita.errors import unknown
from casita.learn.features import PictureVectors
from casita.protocols import Picture


class VectorChooser:
    """A ranker with the vectors of the kind that it was trained on."""

    def __init__(self, ranker: Ranker[SetArrays], vectors: PictureVectors, actions: Sequence[str] = ()) -> None:
        """Without actions it takes any, for a ranker that does not care."""
        self._ranker, self._vectors, self._actions = ranker, vectors, tuple(actions)

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        """Index of the candidate with the highest score."""
        vectors = self._vectors.of([before, *candidates])
        return int(choices(self._ranker, one_set(vectors, action, self._actions or (action,)))[0])


def one_set(features: NDArray[Any], action: str, actions: Sequence[str]) -> SetArrays:
    """The arrays of one set whose answer is not known: features of the before-picture, then of the candidates."""
    if action not in actions:
        raise unknown("action", action, actions)
    count = len(features) - 1
    return SetArrays(
        features=features,
        before=np.zeros(1, dtype=np.int64),
        action=np.array([tuple(actions).index(action)]),
        candidates=np.arange(1, count + 1)[None],
        answer=np.zeros(1, dtype=np.int64),
        made_by=np.zeros((1, count), dtype=np.int64),
        actions=tuple(actions),
    )
