"""Object-name + action: a control that is told the type's name and the action, and never sees the before-picture.

It learns what a broken mug looks like. A type that it has not met has no name for it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from casita.arrays import Float64s
from casita.benchmarks.act_thor.models.arrays import Scaling, SetArrays
from casita.benchmarks.act_thor.models.learner import Learner
from casita.benchmarks.act_thor.models.ranker import Saved
from casita.errors import BadInput
from casita.learn.checkpoints import fill_module, load_weights, weights_of
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.training import Kept, Settings, seeded, train_best

KIND, VERSION = "act_thor object-action", 1
TRIED = (Settings(rate=1e-3), Settings(rate=3e-3))
"""Ways to train, of which the validation part chooses one."""
SHARED = 256
"""Width of the space that names and pictures share."""


class NamesNetwork(nn.Module):
    """Embeddings of type and action, added and multiplied, against projected pictures."""

    def __init__(self, width: int, actions: int, types: int) -> None:
        super().__init__()
        self.done, self.named = nn.Embedding(actions, SHARED), nn.Embedding(types, SHARED, padding_idx=0)
        self.picture = nn.Linear(width, SHARED)
        self.joined = nn.Linear(3 * SHARED, SHARED)

    def forward(self, type: Tensor, action: Tensor, candidates: Tensor) -> Tensor:
        """B x candidates: scores."""
        named, done = self.named(type), self.done(action)
        expected = self.joined(torch.cat([named, done, named * done], dim=1))
        return torch.einsum("be,bce->bc", expected, self.picture(candidates))


class ObjectAction(Learner[NamesNetwork]):
    """The control, trained on contrast sets."""

    name = "object-action"

    def __init__(self) -> None:
        super().__init__()
        self.types: tuple[str, ...] = ()
        """Those of the training part; what else there is counts as number 0."""
        self._scaling: Scaling | None = None

    def fit(self, train_part: SetArrays, valid: SetArrays, seed: int, progress: Kept | None = None) -> None:
        """Train from the seed, stop by the accuracy on the validation part; `progress` keeps how far it is."""
        self.actions = train_part.actions
        self.types = tuple(sorted(set(train_part.object_type.tolist())))
        self._scaling = Scaling.of(train_part)
        given, checked = self._tensors(train_part), self._tensors(valid)
        answer, expected = torch.from_numpy(train_part.answer), torch.from_numpy(valid.answer)

        def new() -> NamesNetwork:
            self._network = NamesNetwork(train_part.width, len(self.actions), len(self.types) + 1)
            return self._network

        def loss(rows: Tensor) -> Tensor:
            return nn.functional.cross_entropy(self.network(*(part[rows] for part in given)), answer[rows])

        def score() -> float:
            return float((self.network(*checked).argmax(dim=1) == expected).double().mean())

        luck = (seed, self.name)
        self._network, self.history = train_best(new, len(train_part), loss, score, TRIED, luck, progress)

    def scores(self, arrays: SetArrays) -> Float64s:
        """Dot products with what is expected."""
        self.network.eval()
        with torch.no_grad(), seeded(0, "scores"):
            found: Float64s = self.network(*self._tensors(arrays)).double().numpy()
        return found

    def _tensors(self, arrays: SetArrays) -> tuple[Tensor, Tensor, Tensor]:
        """Types, actions, vectors of candidates."""
        if self._scaling is None or arrays.actions != self.actions:
            raise BadInput(f"{self.name}: trained on the actions {self.actions}, given {arrays.actions}")
        number = {name: place for place, name in enumerate(self.types, 1)}
        vectors = torch.from_numpy(self._scaling.applied(arrays) / np.float32(arrays.width**0.25))
        types = torch.tensor([number.get(name, 0) for name in arrays.object_type.tolist()])
        return types, torch.from_numpy(arrays.action), vectors[arrays.candidates]

    def saved(self, features: str) -> Saved:
        """All that is needed to use it again, with the name of the extractor that it was trained on."""
        assert self._scaling is not None, "a network has a scaling"
        weights = weights_of(self.network) | {"mean": self._scaling.mean, "deviation": self._scaling.deviation}
        notes = {"actions": " ".join(self.actions), "types": " ".join(self.types), "features": features}
        return Saved(KIND, VERSION, weights, notes)

    @classmethod
    def load(cls, path: Path) -> tuple[ObjectAction, str]:
        """One that was saved, and the name of its extractor."""
        kept = load_weights(path, KIND, VERSION)
        model = cls()
        model.actions, model.types = (tuple(kept.notes[name].split()) for name in ("actions", "types"))
        mean, deviation = (kept.weights.pop(name).astype(np.float32) for name in ("mean", "deviation"))
        model._scaling = Scaling(mean, deviation)
        model._network = NamesNetwork(len(mean), len(model.actions), len(model.types) + 1)
        fill_module(model._network, kept, path)
        return model, kept.notes["features"]
