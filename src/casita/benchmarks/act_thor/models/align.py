"""Align: our own model for pictures from a head that moved. It lays the two on each other, then looks at what is left.

For each pair of before-picture and candidate (`learn/aligned_views.py`) it has what an encoder that was told no
outcomes sees where the two do not fit, both ways, and what it finds changed between them as wholes. A small network
says how well each action links the two. It is taught by contrast sets alone. Its ablations see less, by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from casita.arrays import Int64s
from casita.benchmarks.act_thor.models.pair_ranker import PairRanker
from casita.errors import unknown
from casita.learn.aligned_views import NUMBERS, POOLED, WAYS, AlignedViews, aligned_views
from casita.learn.encoder import CHANNELS
from casita.learn.encoder import WIDTH as KNOWN
from casita.learn.features import TYPES
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.training import Settings
from casita.protocols import Picture

HIDDEN = 256


class Sees(NamedTuple):
    """What of a pair it sees."""

    misfit: bool = True
    """How much is not explained, and where."""
    parts: bool = True
    """What the encoder sees there."""
    whole: bool = True
    """What the encoder finds changed between the two as wholes."""
    registered: bool = True
    """Is each picture laid on the other? Else cells are compared with the same cells."""

    @property
    def encoder(self) -> bool:
        """Is an encoder asked?"""
        return self.parts or self.whole

    @property
    def width(self) -> int:
        """How many numbers that is."""
        return NUMBERS * self.misfit + len(WAYS) * POOLED * CHANNELS * self.parts + 2 * KNOWN * self.whole


SEEN: Mapping[str, Sees] = {
    "align": Sees(),
    "align-still": Sees(registered=False),
    "align-parts": Sees(whole=False),
    "align-whole": Sees(misfit=False, parts=False),
    "align-misfit": Sees(parts=False, whole=False),
}
"""The model, and its ablations by what they see."""


class Align(PairRanker):
    """The model, or one of its ablations, trained on pairs of pictures, or read from its file."""

    name = "align"
    version = 2
    settings = Settings(rate=2e-3, decay=0.05, batch=24, epochs=12, patience=12, falling=True)

    def __init__(self, variant: str = "align") -> None:
        super().__init__()
        if variant not in SEEN:
            raise unknown("variant of align", variant, SEEN)
        self.variant, self.sees = variant, SEEN[variant]

    def new_network(self, actions: int) -> nn.Module:
        """A new network: one hidden layer."""
        return nn.Sequential(
            nn.BatchNorm1d(self.sees.width, affine=False), nn.Dropout(0.2),
            nn.Linear(self.sees.width, HIDDEN), nn.BatchNorm1d(HIDDEN), nn.ReLU(), nn.Dropout(0.4),
            nn.Linear(HIDDEN, actions),
        )  # fmt: skip

    def batch(self, views: Any, rows: Int64s, *, learning: bool) -> Tensor:
        """All numbers of some pairs."""
        found: AlignedViews = views
        known = torch.from_numpy(found.known[rows])
        shown = [torch.from_numpy(found.numbers[rows])] if self.sees.misfit else []
        if self.sees.parts:
            shown += [torch.from_numpy(getattr(found, way)[rows]).float() for way in WAYS]
        if self.sees.whole:
            shown += [known, known.abs()]
        return torch.cat(shown, dim=1)

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
