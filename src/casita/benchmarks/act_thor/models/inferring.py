"""Which action links two pictures? The most frequent one, or what a small network on their vectors says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float32s
from casita.benchmarks.act_thor.item import InferenceItem
from casita.benchmarks.act_thor.models.arrays import TableLike
from casita.errors import BadInput
from casita.learn.features import PictureVectors
from casita.learn.trainable import Trainable
from casita.protocols import Picture

if TYPE_CHECKING:
    from torch import Tensor, nn

Sees = Literal["both", "after"]
"""Both pictures, or (a blind control) only the one after."""


class Majority:
    """Always names the most frequent action, the first by name of equals: what one who sees nothing would say."""

    def __init__(self, train: Sequence[InferenceItem]) -> None:
        if not train:
            raise BadInput("there is nothing to learn from: the training part is empty")
        counts = Counter(item.action for item in train)
        self.action = min(counts, key=lambda action: (-counts[action], action))

    def infer(self, before: Picture, after: Picture, actions: Sequence[str]) -> str:
        """The most frequent action."""
        return self.action


class VectorInferrer(Trainable["nn.Module"]):
    """A small network on the vectors of both pictures and their difference; linear if it has no hidden layer."""

    def __init__(
        self, actions: Sequence[str], hidden: int = 0, sees: Sees = "both", vectors: PictureVectors | None = None
    ) -> None:
        """`vectors` are those of pictures, to be asked with pictures; they are of the kind that it is trained on."""
        super().__init__()
        if hidden < 0 or sees not in ("both", "after"):
            raise BadInput(f"hidden is at least 0 and sees is both or after; they are {hidden} and {sees!r}")
        self.actions, self.hidden, self.sees, self.vectors = tuple(actions), hidden, sees, vectors
        self._mean: Float32s = np.zeros(0, dtype=np.float32)
        self._deviation = self._mean

    def fit(
        self, train: Sequence[InferenceItem], valid: Sequence[InferenceItem], table: TableLike, seed: int = 0
    ) -> None:
        """Train from the seed; stop by the accuracy on the validation part."""
        import torch
        from torch import nn

        from casita.learn.training import Settings, seeded
        from casita.learn.training import train as trained

        given, checked = self._inputs(train, table), self._inputs(valid, table)
        self._mean, deviation = given.mean(axis=0), given.std(axis=0)
        self._deviation = np.where(deviation > 1e-6, deviation, 1).astype(np.float32)
        known, asked = self._scaled(given), self._scaled(checked)
        number = {action: index for index, action in enumerate(self.actions)}
        answers = torch.tensor([number[item.action] for item in train])
        truths = torch.tensor([number[item.action] for item in valid])
        with seeded(seed, "inference", self.sees, self.hidden):
            network = self._network = _network(given.shape[1], self.hidden, len(self.actions))
            self.history = trained(
                network,
                len(train),
                lambda rows: nn.functional.cross_entropy(network(known[rows]), answers[rows]),
                lambda: float((network(asked).argmax(dim=1) == truths).double().mean()),
                Settings(rate=1e-3, decay=1e-2),
            )

    @property
    def not_trained(self) -> str:
        """Says so."""
        return "the network is not trained yet"

    def named(self, items: Sequence[InferenceItem], table: TableLike) -> list[str]:
        """The likeliest action of each item."""
        return self._likeliest(self._inputs(items, table))

    def _inputs(self, items: Sequence[InferenceItem], table: TableLike) -> Float32s:
        rows = {key: row for row, key in enumerate(table.keys)}
        missing = [key for item in items for key in (item.before, item.after) if key not in rows]
        if missing:
            raise BadInput(f"{len(missing)} pictures have no features, the first is {missing[0]!r}")
        matrix = table.matrix
        before = matrix[[rows[item.before] for item in items]]
        return self._joined(before, matrix[[rows[item.after] for item in items]])

    def _joined(self, before: NDArray[Any], after: NDArray[Any]) -> Float32s:
        seen = [after] if self.sees == "after" else [before, after, after - before]
        return np.concatenate(seen, axis=1).astype(np.float32)

    def _scaled(self, inputs: Float32s) -> Tensor:
        import torch

        return torch.from_numpy((inputs - self._mean) / self._deviation)

    def _likeliest(self, inputs: Float32s) -> list[str]:
        import torch

        self.network.eval()
        with torch.no_grad():
            best = self.network(self._scaled(inputs)).argmax(dim=1).tolist()
        return [self.actions[index] for index in best]

    def infer(self, before: Picture, after: Picture, actions: Sequence[str]) -> str:
        """The likeliest action between two pictures."""
        if tuple(actions) != self.actions:
            raise BadInput(f"trained on the actions {self.actions}, asked about {tuple(actions)}")
        if self.vectors is None:
            raise BadInput("the network was not told how to see pictures")
        seen = self.vectors.of([before, after])
        return self._likeliest(self._joined(seen[:1], seen[1:]))[0]


def _network(width: int, hidden: int, actions: int) -> nn.Module:
    from torch import nn

    if not hidden:
        return nn.Linear(width, actions)
    return nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Dropout(0.3), nn.Linear(hidden, actions))


NETWORKS: Mapping[str, tuple[int, Sees]] = {
    "after-only": (256, "after"),
    "linear": (0, "both"),
    "small": (256, "both"),
}
"""Networks by name: units of the hidden layer, and what they see. The first is a blind control."""
