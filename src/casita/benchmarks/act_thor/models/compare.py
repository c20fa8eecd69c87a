"""Compare: our own model. It asks of each candidate which action links it to the before-picture, if any.

It asks twice (`learn/pair_views.py`). One network looks at both pictures whole and close up where they differ, so it
learns what changed and how, not what the thing is. The other sees only what the in-domain encoder finds changed, and so
knows what broken or filled is like on types that it never saw so. Each gives every pair a probability for each action
and one for "another scene"; a set is answered by both together, for its action. Both are trained on the contrast sets,
and on the action that made each candidate; as `compare-sets` on the contrast sets alone, which is all that the paper's
models are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.models.arrays import FOREIGN, PairArrays
from casita.benchmarks.act_thor.models.ranker import Saved
from casita.errors import BadInput, unknown
from casita.learn.checkpoints import fill_module, load_weights, weights_of
from casita.learn.encoder import WIDTH as KNOWN
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.pair_views import CLOSE, NUMBERS, WHOLE, Views, views_of
from casita.learn.training import Kept, Settings, seeded, train
from casita.protocols import Picture

KIND, VERSION = "act_thor compare", 2
SETTINGS = Settings(rate=2e-3, decay=0.05, batch=24, epochs=8, patience=8, falling=True)
"""A batch is of trials, each with all its sets."""
GAIN, SHIFT = 0.3, 0.15
"""How far colours are changed while training, each in the same way before and after: a factor, and a share of white."""
DIFFERENCE = 4
"""Layers that are added to a view: candidate minus before in each colour, and the greatest of them."""
AT_ONCE = 256
"""Pairs that go through the network together when it is asked."""


@dataclass(frozen=True)
class _Batch:
    """Views as tensors of numbers from 0 to 1."""

    whole: Tensor
    close: Tensor
    numbers: Tensor
    known: Tensor


class Eye(nn.Module):
    """Convolutions over one view, then what is found anywhere (the highest) and all over (the mean)."""

    def __init__(self, layers: int, width: int) -> None:
        super().__init__()
        steps: list[nn.Module] = []
        for given, made, stride in ((layers, 32, 2), (32, 64, 2), (64, 96, 2), (96, width, 1)):
            steps += [nn.Conv2d(given, made, 3, stride, 1, bias=False), nn.BatchNorm2d(made), nn.ReLU()]
        self.steps = nn.Sequential(*steps)

    def forward(self, view: Tensor) -> Tensor:
        """B x 2 width."""
        maps = self.steps(view)
        return torch.cat([maps.amax(dim=(2, 3)), maps.mean(dim=(2, 3))], dim=1)


class PairNetwork(nn.Module):
    """What two networks think of pairs of pictures: scores of all actions, and of "another scene" last."""

    def __init__(self, actions: int, width: int = 128) -> None:
        super().__init__()
        self.whole, self.close = Eye(WHOLE + DIFFERENCE, width), Eye(CLOSE + DIFFERENCE, width)
        self.head = nn.Sequential(
            nn.Linear(4 * width + NUMBERS, 192), nn.BatchNorm1d(192), nn.ReLU(), nn.Dropout(0.3),
            nn.Linear(192, actions + 1),
        )  # fmt: skip
        given = 2 * KNOWN + NUMBERS
        self.knowing = nn.Sequential(
            nn.BatchNorm1d(given, affine=False), nn.Dropout(0.2),
            nn.Linear(given, 256), nn.BatchNorm1d(256), nn.ReLU(), nn.Dropout(0.4),
            nn.Linear(256, actions + 1),
        )  # fmt: skip

    def forward(self, seen: _Batch) -> tuple[Tensor, Tensor]:
        """Logarithms of probabilities, B x (actions + 1): by what is seen, and by what the encoder finds changed."""
        found = [self.whole(with_difference(seen.whole)), self.close(with_difference(seen.close)), seen.numbers]
        known = [seen.known, seen.known.abs(), seen.numbers]
        looked, knew = self.head(torch.cat(found, dim=1)), self.knowing(torch.cat(known, dim=1))
        return torch.log_softmax(looked, dim=1), torch.log_softmax(knew, dim=1)


class Compare:
    """The model: trained on pairs of pictures, or read from its file."""

    def __init__(self, settings: Settings = SETTINGS, *, told_actions: bool = True) -> None:
        self.settings = settings
        self.told_actions = told_actions
        """Does it learn from the action that made each candidate, too?"""
        self.actions: tuple[str, ...] = ()
        self.history: list[float] = []
        """The accuracy on the validation part after each epoch."""
        self._network: PairNetwork | None = None

    @property
    def network(self) -> PairNetwork:
        """The network, once there is one."""
        if self._network is None:
            raise BadInput("compare: not trained yet")
        return self._network

    def fit(self, train_part: PairArrays, valid: PairArrays, seed: int, progress: Kept | None = None) -> None:
        """Train from the seed, stop by the accuracy on the validation part; `progress` keeps how far it is."""
        self.actions = train_part.actions
        sets_of = [np.flatnonzero(train_part.trial == trial) for trial in range(int(train_part.trial.max()) + 1)]

        def loss(trials: Tensor) -> Tensor:
            return self._loss(train_part, np.concatenate([sets_of[trial] for trial in trials.tolist()]))

        def score() -> float:
            return float(np.mean(np.argmax(self.scores(valid), axis=1) == valid.answer))

        with seeded(seed, "compare"):
            self._network = PairNetwork(len(self.actions))
            self.history = train(self._network, len(sets_of), loss, score, self.settings, progress=progress)

    def scores(self, arrays: PairArrays) -> NDArray[np.float64]:
        """N x 4: how well each candidate shows the action of its set."""
        if arrays.actions != self.actions:
            raise BadInput(f"compare: trained on the actions {self.actions}, given {arrays.actions}")
        pairs = self.pair_scores(arrays.views)
        return pairs[arrays.candidates, arrays.action[:, None]]

    def pair_scores(self, views: Views) -> NDArray[np.float64]:
        """P x (actions + 1): how probably each action links each pair; the last stands for another scene.

        The mean of what both networks think, as logarithms of probabilities: what looks like the work of another
        action, or like another scene, is thereby less probably that of this one.
        """
        self.network.eval()
        found = []
        with torch.no_grad(), seeded(0, "scores"):
            for start in range(0, len(views), AT_ONCE):
                looked, knew = self.network(_batch(views, np.arange(start, min(start + AT_ONCE, len(views)))))
                found.append((looked + knew) / 2)
        pairs: NDArray[np.float64] = torch.cat(found).double().numpy()
        return pairs

    def _loss(self, arrays: PairArrays, sets: NDArray[np.int64]) -> Tensor:
        """Of the choice in each set, and of the action of each pair if it is told; for each network by itself."""
        pairs, places = np.unique(arrays.candidates[sets], return_inverse=True)
        rows = torch.from_numpy(places.reshape(len(sets), -1))
        asked = torch.from_numpy(arrays.action[sets])[:, None]
        answer = torch.from_numpy(arrays.answer[sets])
        made_by = arrays.made_by[pairs]
        linked = torch.from_numpy(np.where(made_by == FOREIGN, len(arrays.actions), made_by))
        total = torch.zeros(())
        for scores in self.network(_varied(_batch(arrays.views, pairs))):
            total = total + nn.functional.cross_entropy(scores[rows, asked], answer)
            if self.told_actions:
                total = total + nn.functional.cross_entropy(scores, linked, label_smoothing=0.05)
        return total

    def choose(self, before: Picture, action: str, candidates: Sequence[Picture]) -> int:
        """Index of the candidate that shows the action best."""
        if action not in self.actions:
            raise unknown("action", action, self.actions)
        pairs = self.pair_scores(views_of((before, candidate) for candidate in candidates))
        return int(np.argmax(pairs[:, self.actions.index(action)]))

    def saved(self, features: str = "") -> Saved:
        """All that is needed to use it again; it has no features but pictures."""
        return Saved(KIND, VERSION, weights_of(self.network), {"actions": " ".join(self.actions)})

    @classmethod
    def load(cls, path: Path) -> Compare:
        """One that was saved."""
        kept = load_weights(path, KIND, VERSION)
        model = cls()
        model.actions = tuple(kept.notes["actions"].split())
        model._network = PairNetwork(len(model.actions))
        fill_module(model._network, kept, path)
        return model


def _batch(views: Views, rows: NDArray[np.int64]) -> _Batch:
    return _Batch(
        torch.from_numpy(views.whole[rows]).float() / 255,
        torch.from_numpy(views.close[rows]).float() / 255,
        torch.from_numpy(views.numbers[rows]),
        torch.from_numpy(views.known[rows]),
    )


def with_difference(view: Tensor) -> Tensor:
    """A view with the difference of its two pictures as further layers."""
    change = view[:, 3:6] - view[:, :3]
    layers = [view - 0.5, 2 * change, 2 * change.abs().amax(dim=1, keepdim=True)]
    return torch.cat(layers, dim=1).contiguous(memory_format=torch.channels_last)


def _varied(seen: _Batch) -> _Batch:
    """The same pairs in other colours (both pictures of a pair alike), some of them mirrored."""
    count = len(seen.numbers)
    gain = 1 + GAIN * (2 * torch.rand(count, 3, 1, 1) - 1)
    shift = SHIFT * (2 * torch.rand(count, 1, 1, 1) - 1)
    order = torch.rand(count, 3).argsort(dim=1)
    mirrored = torch.rand(count) < 0.5

    def recoloured(view: Tensor) -> Tensor:
        made = view.clone()
        for first in (0, 3):
            colours = view[:, first : first + 3]
            mixed = colours.gather(1, order[:, :, None, None].expand_as(colours))
            made[:, first : first + 3] = (mixed * gain + shift).clamp(0, 1)
        made[mirrored] = made[mirrored].flip(3)
        return made

    numbers = seen.numbers.clone()
    numbers[mirrored, 0] *= -1
    return _Batch(recoloured(seen.whole), recoloured(seen.close), numbers, seen.known)
