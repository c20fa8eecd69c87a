"""Models that see feature vectors, asked as a user's model is: pictures in, an index out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.models.arrays import SetArrays
from casita.benchmarks.act_thor.models.oracle import KEYS
from casita.benchmarks.act_thor.models.ranker import Ranker, choices
from casita.errors import unknown
from casita.learn.features import PictureVectors
from casita.protocols import Picture


class VectorChooser:
    """A ranker with the vectors of the kind that it was trained on."""

    _type = ""
    """The type of the thing, for one that is told it."""

    def __init__(self, ranker: Ranker[SetArrays], vectors: PictureVectors, actions: Sequence[str] = ()) -> None:
        """Without actions it takes any, for a ranker that does not care."""
        self._ranker, self._vectors, self._actions = ranker, vectors, tuple(actions)

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        """Index of the candidate with the highest score."""
        vectors = self._vectors.of([before, *candidates])
        return int(choices(self._ranker, one_set(vectors, action, self._actions or (action,), self._type))[0])


class TypeToldChooser(VectorChooser):
    """One that is told the type of the thing, from the keys of the pictures: a control, not a model."""

    privileges = (KEYS,)

    def told_keys(self, before: str, candidates: Sequence[str]) -> None:
        """The keys of the pictures of the next question: kitchen_12/mug_1/held/before is about a mug."""
        self._type = before.split("/")[1].rpartition("_")[0]


def one_set(features: NDArray[Any], action: str, actions: Sequence[str], object_type: str = "") -> SetArrays:
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
        object_type=np.array([object_type]),
        actions=tuple(actions),
    )
