"""Questions about several actions in a row, answered by a chain of single steps.

Chance and visual-only need nothing more than `step_arrays`: they never look at what an action is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.models.arrays import SetArrays, TableLike
from casita.benchmarks.act_thor.steps.sequences import ActionSequence, sequence_of
from casita.benchmarks.act_thor.steps.sets import DIRECTIONS, Direction, direction_of
from casita.errors import BadInput, unknown

if TYPE_CHECKING:
    from torch import Tensor


def step_arrays(sets: Sequence[ContrastSet], table: TableLike) -> SetArrays:
    """Sets of one direction as arrays; an action's name is that of a sequence, and `before` is what is given."""
    if len({direction_of(one) for one in sets}) > 1:
        raise BadInput("arrays hold sets of one direction, forward or backward; these are of both")
    return SetArrays.of(sets, table, sorted({name for one in sets for name in (one.action, *one.actions)}))


class ChainedMatrix:
    """Action-Matrix of single actions, applied one after the other: to what is given, or backwards to each candidate.

    By least squares (`l2`) a matrix learns to predict the after-vector itself, so that the next can go on from it.
    """

    def __init__(self, direction: Direction, procedure: str = "l2") -> None:
        from casita.benchmarks.act_thor.models.trained import Trained

        if direction not in DIRECTIONS:
            raise unknown("direction", direction, DIRECTIONS)
        self.direction = direction
        self.single = Trained("action-matrix", procedure=procedure)
        """The model of single actions; one that is trained may be put here."""

    def fit(self, train: SetArrays, valid: SetArrays, seed: int) -> None:
        """Learn from sets of single actions: sequences are never trained on."""
        self.single.fit(train, valid, seed)

    def scores(self, arrays: SetArrays) -> NDArray[np.float64]:
        """How near what is predicted comes, for sets about sequences."""
        import torch

        from casita.learn.training import seeded

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
            scores: NDArray[np.float64] = found.double().numpy()
        return scores

    def _chained(self, vectors: Tensor, sequences: Sequence[ActionSequence]) -> Tensor:
        """Vectors after all actions of a sequence each."""
        import torch

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
