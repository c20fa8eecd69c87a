"""What rankers of pairs share: a network scores (before, candidate) for every action, taught by contrast sets.

They are told which candidate of a set is right, as the paper's models are, and nothing else, unless a model says so:
neither what an outcome is called nor which action made the other candidates.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from casita.arrays import Float64s, Int64s
from casita.benchmarks.act_thor.models.arrays import PairArrays
from casita.benchmarks.act_thor.models.learner import Learner
from casita.benchmarks.act_thor.models.ranker import Saved
from casita.errors import BadInput, unknown
from casita.learn.checkpoints import fill_module, load_weights, weights_of
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.training import Kept, Settings, seeded, train
from casita.protocols import Picture

AT_ONCE = 256
"""Pairs that go through the network together when it is asked."""


class PairRanker(Learner[nn.Module], ABC):
    """A model over views of pairs: trained on the sets of a part, or read from its file."""

    version: ClassVar[int] = 1
    settings: Settings
    """How it is trained; a batch is of trials, each with all its sets."""

    @abstractmethod
    def new_network(self, actions: int) -> nn.Module:
        """A network from what `batch` gives to P x actions scores."""

    @abstractmethod
    def batch(self, views: Any, rows: Int64s, *, learning: bool) -> Any:
        """Some views as tensors; while it is `learning` they may be varied."""

    @abstractmethod
    def views_of(self, pairs: Iterable[tuple[Picture, Picture]]) -> Any:
        """What it sees of pairs of before-picture and candidate."""

    def opinions(self, batch: Any) -> tuple[Tensor, ...]:
        """P x actions by each of its networks that judges pairs by itself: one, unless a model has more."""
        return (self.network(batch),)

    def fit(self, train_part: PairArrays, valid: PairArrays, seed: int, progress: Kept | None = None) -> None:
        """Train from the seed, stop by the accuracy on the validation part; `progress` keeps how far it is."""
        self.actions = train_part.actions
        sets_of = [np.flatnonzero(train_part.trial == trial) for trial in range(int(train_part.trial.max()) + 1)]

        def loss(trials: Tensor) -> Tensor:
            return self._loss(train_part, np.concatenate([sets_of[trial] for trial in trials.tolist()]))

        def score() -> float:
            return float(np.mean(np.argmax(self.scores(valid), axis=1) == valid.answer))

        with seeded(seed, self.name):
            self._network = self.new_network(len(self.actions))
            self.history = train(self._network, len(sets_of), loss, score, self.settings, progress=progress)

    def scores(self, arrays: PairArrays) -> Float64s:
        """N x candidates: how well each shows the action of its set."""
        if arrays.actions != self.actions:
            raise BadInput(f"{self.name}: trained on the actions {self.actions}, given {arrays.actions}")
        pairs = self.pair_scores(arrays.views)
        return pairs[arrays.candidates, arrays.action[:, None]]

    def pair_scores(self, views: Any) -> Float64s:
        """P x actions: how well each action links each pair, as the mean of what its networks think."""
        self.network.eval()
        found = []
        with torch.no_grad(), seeded(0, "scores"):
            for start in range(0, len(views), AT_ONCE):
                rows = np.arange(start, min(start + AT_ONCE, len(views)))
                opinions = self.opinions(self.batch(views, rows, learning=False))
                found.append(torch.stack(opinions).sum(dim=0) / len(opinions))
        pairs: Float64s = torch.cat(found).double().numpy()
        return pairs

    def _loss(self, arrays: PairArrays, sets: Int64s) -> Tensor:
        """Of the choice in each set, and of what else it is told; for each network by itself."""
        pairs, places = np.unique(arrays.candidates[sets], return_inverse=True)
        rows = torch.from_numpy(places.reshape(len(sets), -1))
        asked = torch.from_numpy(arrays.action[sets])[:, None]
        answer = torch.from_numpy(arrays.answer[sets])
        total = torch.zeros(())
        for scores in self.opinions(self.batch(arrays.views, pairs, learning=True)):
            total = total + nn.functional.cross_entropy(scores[rows, asked], answer)
            for loss in self.further_losses(scores, arrays, pairs):
                total = total + loss
        return total

    def further_losses(self, scores: Tensor, arrays: PairArrays, pairs: Int64s) -> Iterator[Tensor]:
        """Those of what else it is told about some pairs with these scores; nothing, unless a model says so."""
        yield from ()

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        """Index of the candidate that shows the action best."""
        if action not in self.actions:
            raise unknown("action", action, self.actions)
        pairs = self.pair_scores(self.views_of((before, candidate) for candidate in candidates))
        return int(np.argmax(pairs[:, self.actions.index(action)]))

    def saved(self, features: str = "") -> Saved:
        """All that is needed to use it again."""
        notes = {"actions": " ".join(self.actions), **self.notes()}
        return Saved(f"act_thor {self.name}", self.version, weights_of(self.network), notes)

    def notes(self) -> dict[str, str]:
        """What its file says of how it was made, for `load`."""
        return {}

    @classmethod
    def load(cls, path: Path) -> Self:
        """One that was saved."""
        kept = load_weights(path, f"act_thor {cls.name}", cls.version)
        model = cls(**{name: value for name, value in kept.notes.items() if name in cls.kept_notes()})
        model.actions = tuple(kept.notes["actions"].split())
        model._network = model.new_network(len(model.actions))
        fill_module(model._network, kept, path)
        return model

    @classmethod
    def kept_notes(cls) -> tuple[str, ...]:
        """Names of the notes that are told when it is made again."""
        return ()
