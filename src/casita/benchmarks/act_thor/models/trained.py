"""The paper's trained models as rankers: a predictor, a way to train it, and its weights on disk.

`contrastive` is InfoNCE over the contrast set with dot products. `l2` predicts the after-vector and chooses the
nearest; there the projection of pictures stays as it was drawn, or it would learn to send all of them to one point.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.act_thor.models.arrays import Scaling, SetArrays
from casita.benchmarks.act_thor.models.learner import Learner
from casita.benchmarks.act_thor.models.networks import NETWORKS, Embedded, Predictor, network
from casita.benchmarks.act_thor.models.ranker import Saved
from casita.errors import BadInput, unknown
from casita.learn.checkpoints import fill_module, load_weights, weights_of
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.training import Kept, Settings, seeded, train_best

PROCEDURES = ("contrastive", "l2")
TRIED = (Settings(rate=1e-3), Settings(rate=3e-3))
"""Ways to train, of which the validation part chooses one."""

KIND, VERSION = "act_thor model", 1
"""What the weights' file says it is."""


class Trained(Learner[Predictor]):
    """A predictor trained on the arrays of some sets, by one procedure."""

    def __init__(
        self, name: str, coded_as: str = "one-hot", procedure: str = "contrastive", settings: Settings | None = None
    ) -> None:
        """A model of this name; without settings, several rates are tried and the validation part chooses."""
        super().__init__()
        if procedure not in PROCEDURES:
            raise unknown("procedure", procedure, PROCEDURES)
        if name not in NETWORKS:
            raise unknown("trained model", name, NETWORKS)
        self.name, self.coded_as, self.procedure = name, coded_as, procedure
        self.tried = (settings,) if settings else TRIED
        self._scaling: Scaling | None = None

    def fit(self, train_part: SetArrays, valid: SetArrays, seed: int, progress: Kept | None = None) -> None:
        """Train from the seed, stop by the accuracy on the validation part; `progress` keeps how far it is."""
        self.actions = train_part.actions
        self._scaling = Scaling.of(train_part)
        given, checked = self.tensors(train_part), self.tensors(valid)

        def new() -> Predictor:
            self._network = network(self.name, train_part.width, len(self.actions), self.coded_as)
            if self.procedure == "l2":
                _freeze_pictures(self._network)
            return self._network

        def loss(rows: Tensor) -> Tensor:
            return self._loss(*(part[rows] for part in given))

        def score() -> float:
            return float((self._scores(*checked[:3]).argmax(dim=1) == checked[3]).double().mean())

        luck = (seed, self.name, self.coded_as, self.procedure)
        self._network, self.history = train_best(new, len(train_part), loss, score, self.tried, luck, progress)

    def scores(self, arrays: SetArrays) -> Float64s:
        """Dot products with what is predicted, or minus squared distances from it."""
        self.network.eval()
        with torch.no_grad(), seeded(0, "scores"):
            before, action, candidates, _ = self.tensors(arrays)
            found: Float64s = self._scores(before, action, candidates).double().numpy()
        return found

    def tensors(self, arrays: SetArrays) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Before-vectors, actions, vectors of candidates, answers."""
        if self._scaling is None:
            raise BadInput(self.not_trained)
        if arrays.width != len(self._scaling.mean):
            raise BadInput(f"{self.name}: trained on vectors of {len(self._scaling.mean)}, given {arrays.width}")
        if arrays.actions != self.actions:
            raise BadInput(f"{self.name}: trained on the actions {self.actions}, given {arrays.actions}")
        vectors = torch.from_numpy(self._scaling.applied(arrays) / np.float32(arrays.width**0.25))
        return (
            vectors[arrays.before],
            torch.from_numpy(arrays.action),
            vectors[arrays.candidates],
            torch.from_numpy(arrays.answer),
        )

    def _scores(self, before: Tensor, action: Tensor, candidates: Tensor) -> Tensor:
        predicted, seen = self.network.predicted(before, action), self.network.seen(candidates)
        if self.procedure == "contrastive":
            return torch.einsum("be,bce->bc", predicted, seen)
        return -((seen - predicted[:, None]) ** 2).sum(dim=2)

    def _loss(self, before: Tensor, action: Tensor, candidates: Tensor, answer: Tensor) -> Tensor:
        scores = self._scores(before, action, candidates)
        if self.procedure == "contrastive":
            return nn.functional.cross_entropy(scores, answer)
        return -scores.gather(1, answer[:, None]).mean()

    def saved(self, features: str) -> Saved:
        """All that is needed to use it again, with the name of the extractor that it was trained on."""
        if self._scaling is None:
            raise BadInput(self.not_trained)
        weights = weights_of(self.network) | {"mean": self._scaling.mean, "deviation": self._scaling.deviation}
        notes = {
            "name": self.name,
            "coded_as": self.coded_as,
            "procedure": self.procedure,
            "actions": " ".join(self.actions),
            "features": features,
        }
        return Saved(KIND, VERSION, weights, notes)

    @classmethod
    def load(cls, path: Path) -> tuple[Trained, str]:
        """One that was saved, and the name of its extractor."""
        kept = load_weights(path, KIND, VERSION)
        model = cls(kept.notes["name"], kept.notes["coded_as"], kept.notes["procedure"])
        model.actions = tuple(kept.notes["actions"].split())
        mean, deviation = (kept.weights.pop(name).astype(np.float32) for name in ("mean", "deviation"))
        model._scaling = Scaling(mean, deviation)
        model._network = network(model.name, len(mean), len(model.actions), model.coded_as)
        fill_module(model._network, kept, path)
        return model, kept.notes["features"]


def _freeze_pictures(made: Predictor) -> None:
    """Keep the projection of pictures as it was drawn."""
    for module in made.modules():
        if isinstance(module, Embedded):
            module.of_pictures.requires_grad_(False)
