"""Models that see feature vectors, asked as a user's model is: pictures in, an index out."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.models.arrays import SetArrays
from casita.benchmarks.act_thor.models.ranker import Ranker, choices
from casita.errors import unknown
from casita.learn.extracting import Extractor
from casita.protocols import Picture


class PictureVectors:
    """The vectors of pictures; each picture is looked at once, however many sets show it."""

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self._known: dict[bytes, NDArray[Any]] = {}

    def of(self, pictures: Sequence[Picture]) -> NDArray[Any]:
        """One row a picture."""
        return np.stack([self._one(picture) for picture in pictures])

    def _one(self, picture: Picture) -> NDArray[Any]:
        name = hashlib.blake2b(np.ascontiguousarray(picture).data, digest_size=16).digest()
        if name not in self._known:
            self._known[name] = self._extractor.vectors(picture[None])[0]
        return self._known[name]


@cache
def vectors_by(features: str) -> PictureVectors:
    """The vectors by the extractor of this name; all models of a process share them."""
    from casita.learn.features import extractor

    return PictureVectors(extractor(features))


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
