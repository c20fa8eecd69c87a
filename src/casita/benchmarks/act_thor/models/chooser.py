"""Models that see feature vectors, as a user's model is: pictures in, an index out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from casita.benchmarks.act_thor.models.arrays import SetArrays
from casita.benchmarks.act_thor.models.ranker import Ranker, choices
from casita.errors import unknown
from casita.learn.extracting import Extractor
from casita.protocols import Picture


class VectorChooser:
    """A ranker with the extractor of the vectors that it was trained on."""

    def __init__(self, ranker: Ranker[SetArrays], extractor: Extractor, actions: Sequence[str]) -> None:
        self._ranker, self._extractor, self._actions = ranker, extractor, tuple(actions)

    @classmethod
    def load(cls, path: Path) -> VectorChooser:
        """A trained model from its file, with its extractor."""
        from casita.benchmarks.act_thor.models.trained import Trained
        from casita.learn.features import extractor

        model, features = Trained.load(path)
        return cls(model, extractor(features), model.actions)

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        """Index of the candidate with the highest score."""
        vectors = self._extractor.vectors(np.stack([before, *candidates]))
        return int(choices(self._ranker, one_set(vectors, action, self._actions))[0])


def one_set(
    features: np.ndarray[tuple[int, ...], np.dtype[np.generic]], action: str, actions: Sequence[str]
) -> SetArrays:
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
