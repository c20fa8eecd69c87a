"""Align: our own model for pictures from a head that moved. It lays the two on each other, then looks at what is left.

For each pair of before-picture and candidate (`learn/aligned_views.py`) networks look at what has come and what is
gone, whole and close up; another reads what an encoder that was told no outcomes finds changed. Together they say how
well each action links the two. It is taught by contrast sets alone. Its ablations see less, by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from casita.arrays import Int64s
from casita.benchmarks.act_thor.models.compare import DIFFERENCE, GAIN, SHIFT, Eye, with_difference
from casita.benchmarks.act_thor.models.pair_ranker import PairRanker
from casita.errors import unknown
from casita.learn.aligned_views import NUMBERS, AlignedViews, aligned_views
from casita.learn.encoder import WIDTH as KNOWN
from casita.learn.features import TYPES
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.training import Settings
from casita.protocols import Picture

EYE = 96
"""Channels of what looks at one view."""

OWN_GAIN = 0.15
"""How far the brightness of each picture is changed by itself while training: exposures differ."""


class Sees(NamedTuple):
    """What of a pair it sees."""

    pictures: bool = True
    """What has come and what is gone, in colour."""
    encoder: bool = True
    registered: bool = True
    """Is each picture laid on the other? Else cells are compared with the same cells."""
    colours: bool = True
    """Without them, only where something is not explained."""


SEEN: Mapping[str, Sees] = {
    "align": Sees(),
    "align-still": Sees(registered=False),
    "align-pictures": Sees(encoder=False),
    "align-encoder": Sees(pictures=False),
    "align-misfit": Sees(encoder=False, colours=False),
}
"""The model, and its ablations by what they see."""


@dataclass(frozen=True)
class _Batch:
    """Views as tensors, by name, of numbers from 0 to 1; then what the encoder finds changed."""

    views: dict[str, Tensor]
    numbers: Tensor
    known: Tensor


class AlignNetwork(nn.Module):
    """Scores of all actions for pairs: by what is seen, and by what the encoder finds changed, added up."""

    def __init__(self, actions: int, sees: Sees) -> None:
        super().__init__()
        self.sees = sees
        if sees.pictures:
            layers = {"come": 7 + DIFFERENCE, "gone": 7 + DIFFERENCE}
            layers |= {"come_close": 6 + DIFFERENCE, "gone_close": 6 + DIFFERENCE}
            if not sees.colours:
                layers = {"come": 1, "gone": 1}
            self.eyes = nn.ModuleDict({name: Eye(count, EYE) for name, count in layers.items()})
            self.looking = _head(2 * EYE * len(layers) + NUMBERS, actions, 0.3)
        if sees.encoder:
            self.knowing = _head(2 * KNOWN, actions, 0.4)

    def forward(self, seen: _Batch) -> Tensor:
        """P x actions."""
        found = []
        if self.sees.pictures:
            looks = [eye(self._layers(seen.views[name])) for name, eye in self.eyes.items()]
            found.append(self.looking(torch.cat([*looks, seen.numbers], dim=1)))
        if self.sees.encoder:
            found.append(self.knowing(torch.cat([seen.known, seen.known.abs()], dim=1)))
        return torch.stack(found).sum(dim=0)

    def _layers(self, view: Tensor) -> Tensor:
        return with_difference(view) if self.sees.colours else view[:, 6:7]


def _head(given: int, actions: int, dropout: float) -> nn.Module:
    return nn.Sequential(
        nn.BatchNorm1d(given, affine=False), nn.Dropout(0.2),
        nn.Linear(given, 192), nn.BatchNorm1d(192), nn.ReLU(), nn.Dropout(dropout), nn.Linear(192, actions),
    )  # fmt: skip


class Align(PairRanker):
    """The model, or one of its ablations, trained on pairs of pictures, or read from its file."""

    name = "align"
    settings = Settings(rate=2e-3, decay=0.05, batch=24, epochs=12, patience=12, falling=True)

    def __init__(self, variant: str = "align") -> None:
        super().__init__()
        if variant not in SEEN:
            raise unknown("variant of align", variant, SEEN)
        self.variant, self.sees = variant, SEEN[variant]

    def new_network(self, actions: int) -> nn.Module:
        """A new network."""
        return AlignNetwork(actions, self.sees)

    def batch(self, views: Any, rows: Int64s, *, learning: bool) -> _Batch:
        """Views as tensors; while learning in other colours, some of them mirrored."""
        found: AlignedViews = views
        names = ("come", "gone", "come_close", "gone_close") if self.sees.pictures else ()
        made = _Batch(
            {name: torch.from_numpy(getattr(found, name)[rows]).float() / 255 for name in names},
            torch.from_numpy(found.numbers[rows]),
            torch.from_numpy(found.known[rows]),
        )
        return _varied(made) if learning and names else made

    def views_of(self, pairs: Iterable[tuple[Picture, Picture]]) -> AlignedViews:
        """What it sees of pairs of pictures."""
        return aligned_views(pairs, TYPES if self.sees.encoder else "", registered=self.sees.registered)

    def notes(self) -> dict[str, str]:
        """Which variant it is."""
        return {"variant": self.variant}

    @classmethod
    def kept_notes(cls) -> tuple[str, ...]:
        """It is told which variant it is."""
        return ("variant",)


def _varied(seen: _Batch) -> _Batch:
    """The same pairs in other colours, both pictures alike but for their brightness; half of them mirrored."""
    count = len(seen.numbers)
    gain = 1 + GAIN * (2 * torch.rand(count, 3, 1, 1) - 1)
    shift = SHIFT * (2 * torch.rand(count, 1, 1, 1) - 1)
    own = 1 + OWN_GAIN * (2 * torch.rand(2, count, 1, 1, 1) - 1)
    order = torch.rand(count, 3).argsort(dim=1)[:, :, None, None]
    mirrored = torch.rand(count) < 0.5

    def recoloured(view: Tensor) -> Tensor:
        made = view.clone()
        for place, first in enumerate((0, 3)):
            colours = view[:, first : first + 3]
            mixed = colours.gather(1, order.expand_as(colours))
            made[:, first : first + 3] = (mixed * gain * own[place] + shift).clamp(0, 1)
        made[mirrored] = made[mirrored].flip(3)
        return made

    numbers = seen.numbers.clone()
    for column in (1, 5, 9):  # all that is to the right
        numbers[mirrored, column] *= -1
    return _Batch({name: recoloured(view) for name, view in seen.views.items()}, numbers, seen.known)
