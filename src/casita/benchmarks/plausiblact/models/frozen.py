"""A small network on what a frozen encoder sees, trained with the paper's masked cross entropy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Bools, Float32s, Float64s
from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS
from casita.benchmarks.plausiblact.models.encoders import USUAL, seeing
from casita.benchmarks.plausiblact.models.inputs import CONTEXTS, view_of
from casita.errors import BadInput, unknown
from casita.learn.checkpoints import fill_module, load_weights, weights_of
from casita.learn.needing_torch import Tensor, functional, nn, torch
from casita.learn.trainable import Trainable
from casita.learn.training import Kept, Settings, seeded, train_best
from casita.protocols import Picture

HIDDEN = 128
"""Units between what the encoder sees and the thirty answers."""

RATE, EPOCHS = 1e-3, 60

KIND, VERSION = "plausiblact model", 1
"""What the weights' file says it is."""

Floats = Float32s


def masked_cross_entropy(scores: Tensor, truth: Tensor, valid: Tensor) -> Tensor:
    """The paper's loss: of each instance the mean over its valid actions, then the mean over instances.

    `scores` are n x 10 x 3 before the softmax, `truth` is P, `valid` is v as numbers.
    """
    each = -(truth * functional.log_softmax(scores, dim=2)).sum(2)
    found: Tensor = ((each * valid).sum(1) / valid.sum(1).clamp(min=1.0)).mean()
    return found


class Head(nn.Module):
    """From vectors to scores of ten actions x three ratings."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.BatchNorm1d(width), nn.Linear(width, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, len(ACTIONS) * len(RATINGS))
        )

    def forward(self, vectors: Tensor) -> Tensor:
        """n x 10 x 3 scores of n x width vectors."""
        found: Tensor = self.layers(vectors).view(-1, len(ACTIONS), len(RATINGS))
        return found


class Frozen(Trainable[Head]):
    """The network with its encoder: rates pictures once trained, or loaded. Its scores are minus validation losses."""

    def __init__(self, context: str = "ignore", features: str = USUAL) -> None:
        """A network for one of the paper's contexts on the features of an encoder, not trained yet."""
        super().__init__()
        if context not in CONTEXTS:
            raise unknown("context", context, CONTEXTS)
        self.context, self.features = context, features
        self._encoder = seeing(features)

    @property
    def not_trained(self) -> str:
        """Names the command that trains it."""
        return "this model is not trained yet: `casita train plausiblact`"

    def fit(
        self,
        train: tuple[Floats, Float64s, Bools],
        valid: tuple[Floats, Float64s, Bools],
        seed: int,
        progress: Kept | None = None,
    ) -> None:
        """Train on vectors with their P and v; stop when the validation loss has not fallen for three epochs."""
        given, checked = (
            tuple(torch.from_numpy(np.asarray(each, dtype=np.float32)) for each in part) for part in (train, valid)
        )
        if not len(checked[0]):
            raise BadInput("there is nothing to stop training by: the validation part is empty")
        width = given[0].shape[1]
        batch = paper.BATCH["one input" if len(CONTEXTS[self.context]) == 1 else "two inputs"]

        def new() -> Head:
            self._network = Head(width)
            return self._network

        def loss(rows: Tensor) -> Tensor:
            return masked_cross_entropy(self.network(given[0][rows]), given[1][rows], given[2][rows])

        def score() -> float:
            return -float(masked_cross_entropy(self.network(checked[0]), *checked[1:]))

        tried = [Settings(rate=RATE, batch=batch, epochs=EPOCHS, patience=paper.PATIENCE)]
        luck = (seed, "plausiblact", self.context)
        self._network, self.history = train_best(new, len(given[0]), loss, score, tried, luck, progress)

    def answers(self, vectors: Floats) -> Float64s:
        """Distributions of n vectors, n x 10 x 3."""
        self.network.eval()
        with torch.no_grad(), seeded(0, "answers"):
            scores = self.network(torch.from_numpy(np.asarray(vectors, dtype=np.float32)))
            return np.asarray(functional.softmax(scores.double(), dim=2).numpy())

    def rate(self, picture: Picture, box: Sequence[int]) -> list[list[float]]:
        """Ten distributions for the thing in a box."""
        side = self._encoder.side
        seen = [self._encoder.vector(view_of(picture, box, view, side)) for view in CONTEXTS[self.context]]
        found: list[list[float]] = self.answers(np.concatenate(seen)[None])[0].tolist()
        return found

    def saved(self) -> tuple[str, int, dict[str, NDArray[np.generic]], dict[str, str]]:
        """Kind, version, weights and notes of its file."""
        notes = {"context": self.context, "features": self.features, "encoder": self._encoder.extractor.digest}
        return KIND, VERSION, weights_of(self.network), notes

    @classmethod
    def load(cls, path: Path) -> Frozen:
        """One that was saved."""
        kept = load_weights(path, KIND, VERSION)
        model = cls(kept.notes.get("context", ""), kept.notes.get("features", ""))
        if kept.notes.get("encoder") != model._encoder.extractor.digest:
            raise BadInput(f"{path}: it was trained on what another encoder sees")
        model._network = Head(int(kept.weights["layers.0.weight"].shape[0]))
        fill_module(model._network, kept, path)
        return model
