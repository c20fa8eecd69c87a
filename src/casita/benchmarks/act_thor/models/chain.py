"""Questions about several actions in a row, answered by a chain of single steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.act_thor.models.arrays import SetArrays
from casita.benchmarks.act_thor.models.chooser import one_set
from casita.benchmarks.act_thor.models.ranker import choices
from casita.benchmarks.act_thor.models.trained import Trained
from casita.benchmarks.act_thor.steps.sequences import ActionSequence, sequence_of
from casita.benchmarks.act_thor.steps.sets import BEFORE, DIRECTIONS, Direction
from casita.errors import unknown
from casita.learn.features import PictureVectors
from casita.learn.needing_torch import Tensor, torch
from casita.learn.training import seeded
from casita.protocols import Picture


class ChainedMatrix:
    """Action-Matrix of single actions, applied one after the other: to what is given, or backwards to each candidate.

    By least squares (`l2`) a matrix learns to predict the after-vector itself, so that the next can go on from it.
    """

    def __init__(self, direction: Direction, single: Trained | None = None) -> None:
        """`single` is a model of single actions, trained or to be trained."""
        if direction not in DIRECTIONS:
            raise unknown("direction", direction, DIRECTIONS)
        self.direction = direction
        self.single = single or Trained("action-matrix", procedure="l2")

    def fit(self, train: SetArrays, valid: SetArrays, seed: int) -> None:
        """Learn from sets of single actions: sequences are never trained on."""
        self.single.fit(train, valid, seed)

    def scores(self, arrays: SetArrays) -> Float64s:
        """How near what is predicted comes, for sets about sequences."""
        names = [sequence_of(arrays.actions[number]) for number in arrays.action.tolist()]
        alike = replace(arrays, actions=self.single.actions, action=np.zeros_like(arrays.action))
        self.single.network.eval()
        with torch.no_grad(), seeded(0, "scores"):
            given, _, candidates, _ = self.single.tensors(alike)
            if self.direction == "forward":
                left, right = self._chained(given, names)[:, None], candidates
            else:
                count = candidates.shape[1]
                each = [sequence for sequence in names for _ in range(count)]
                left = self._chained(candidates.flatten(0, 1), each).reshape(candidates.shape)
                right = given[:, None]
            found = (
                (left * right).sum(dim=2) if self.single.procedure == "contrastive" else -((left - right) ** 2).sum(2)
            )
            scores: Float64s = found.double().numpy()
        return scores

    def _chained(self, vectors: Tensor, sequences: Sequence[ActionSequence]) -> Tensor:
        """Vectors after all actions of a sequence each."""
        number = {name: index for index, name in enumerate(self.single.actions)}
        for name in sorted({name for sequence in sequences for name in sequence}):
            if name not in number:
                raise unknown("action in a sequence", name, number)
        moved = vectors.clone()
        for place in range(max(map(len, sequences), default=0)):
            rows = torch.tensor([row for row, sequence in enumerate(sequences) if place < len(sequence)])
            actions = torch.tensor([number[sequence[place]] for sequence in sequences if place < len(sequence)])
            moved[rows] = self.single.network.predicted(moved[rows], actions)
        return moved


class ChainChooser:
    """A chain in both directions, asked as a user's model is: with pictures."""

    def __init__(self, single: Trained, vectors: PictureVectors) -> None:
        """`single` is trained on single actions."""
        self._vectors = vectors
        self._chains = {way: ChainedMatrix(way, single) for way in DIRECTIONS}

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        """Index of the candidate with the highest score."""
        chain = self._chains["backward" if action.startswith(BEFORE) else "forward"]
        name = action.removeprefix(BEFORE)
        return int(choices(chain, one_set(self._vectors.of([before, *candidates]), name, (name,)))[0])
