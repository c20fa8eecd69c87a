"""Compare: our own model. It asks of each candidate which action links it to the before-picture, if any.

It asks twice (`learn/pair_views.py`). One network looks at both pictures whole and close up where they differ, so it
learns what changed and how, not what the thing is. The other sees only what the in-domain encoder finds changed, and so
knows what broken or filled is like on types that it never saw so. Each gives every pair a probability for each action
and one for "another scene"; a set is answered by both together, for its action. Both are trained on the contrast sets,
and on the action that made each candidate; as `compare-sets` on the contrast sets alone, which is all that the paper's
models are told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.act_thor.models.arrays import FOREIGN, PairArrays
from casita.benchmarks.act_thor.models.pair_ranker import PairRanker
from casita.learn.encoder import WIDTH as KNOWN
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.pair_views import CLOSE, NUMBERS, WHOLE, Views, views_of
from casita.learn.training import Settings
from casita.protocols import Picture

SETTINGS = Settings(rate=2e-3, decay=0.05, batch=24, epochs=8, patience=8, falling=True)
"""A batch is of trials, each with all its sets."""
GAIN, SHIFT = 0.3, 0.15
"""How far colours are changed while training, each in the same way before and after: a factor, and a share of white."""
DIFFERENCE = 4
"""Layers that are added to a view: candidate minus before in each colour, and the greatest of them."""


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


class Compare(PairRanker):
    """The model: trained on pairs of pictures, or read from its file."""

    name, version = "compare", 2

    def __init__(self, settings: Settings = SETTINGS, *, told_actions: bool = True) -> None:
        super().__init__()
        self.settings = settings
        self.told_actions = told_actions
        """Does it learn from the action that made each candidate, too?"""

    def new_network(self, actions: int) -> PairNetwork:
        """A new network; its last score stands for another scene."""
        return PairNetwork(actions)

    def batch(self, views: Any, rows: Int64s, *, learning: bool) -> _Batch:
        """Views as tensors; while learning in other colours, some of them mirrored."""
        found: Views = views
        made = _Batch(
            torch.from_numpy(found.whole[rows]).float() / 255,
            torch.from_numpy(found.close[rows]).float() / 255,
            torch.from_numpy(found.numbers[rows]),
            torch.from_numpy(found.known[rows]),
        )
        return _varied(made) if learning else made

    def views_of(self, pairs: Iterable[tuple[Picture, Picture]]) -> Views:
        """What it sees of pairs of pictures."""
        return views_of(pairs)

    def opinions(self, batch: _Batch) -> tuple[Tensor, ...]:
        """What both networks think, as logarithms of probabilities.

        What looks like the work of another action, or like another scene, is thereby less probably that of this one.
        """
        found: tuple[Tensor, Tensor] = self.network(batch)
        return found

    def further_losses(self, scores: Tensor, arrays: PairArrays, pairs: Int64s) -> Iterator[Tensor]:
        """That of the action of each pair, if it is told."""
        if self.told_actions:
            made_by = arrays.made_by[pairs]
            linked = torch.from_numpy(np.where(made_by == FOREIGN, len(arrays.actions), made_by))
            yield nn.functional.cross_entropy(scores, linked, label_smoothing=0.05)


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
