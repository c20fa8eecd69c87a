"""Align: our own model for pictures from a head that moved. It lays the two on each other, then looks at what is left.

For each pair of before-picture and candidate (`learn/aligned_views.py`) three small networks say which action links the
two. One has what an encoder that was told no outcomes sees where the two do not fit, both ways; one has what it finds
changed between them as wholes. The third has maps of where they do not fit and how cells have moved: it knows little of
what the thing is, so a new type is less new to it. Each is taught by contrast sets alone, by itself; a set is
answered by all together. Its ablations see less, by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from casita.arrays import Int64s
from casita.benchmarks.act_thor.models.pair_ranker import PairRanker
from casita.errors import unknown
from casita.learn.aligned_views import CELLS, LAYERS, NUMBERS, PLAIN, POOLED, STILL, WAYS, AlignedViews, aligned_views
from casita.learn.encoder import CHANNELS
from casita.learn.encoder import WIDTH as KNOWN
from casita.learn.features import TYPES
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.training import Settings
from casita.protocols import Picture

HIDDEN = 256
ASIDE = (2, 5)
"""Layers of maps that say how far cells have moved aside."""


class Sees(NamedTuple):
    """What of a pair it sees."""

    misfit: bool = True
    """How much is not explained, and where."""
    maps: bool = True
    """The same as maps, with how cells have moved."""
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
    def layers(self) -> int:
        """How many layers of maps that is: those of the encoder come last."""
        return (LAYERS if self.encoder else PLAIN) * self.maps

    @property
    def widths(self) -> tuple[int, int]:
        """How many numbers it has of parts and of the whole, with those of the misfit; none of what it does not see."""
        misfit = NUMBERS * self.misfit
        return misfit + len(WAYS) * POOLED * CHANNELS * self.parts, (misfit + 2 * KNOWN) * self.whole


SEEN: Mapping[str, Sees] = {
    "align": Sees(),
    "align-still": Sees(registered=False),
    "align-parts": Sees(whole=False),
    "align-whole": Sees(misfit=False, maps=False, parts=False),
    "align-misfit": Sees(parts=False, whole=False),
    "align-pooled": Sees(maps=False),
}
"""The model, and its ablations by what they see."""


class Seen(NamedTuple):
    """What is seen of pairs, as tensors; of no width where it does not see that."""

    parts: Tensor
    whole: Tensor
    maps: Tensor
    """P x layers x 24 x 24, from -1 to 1."""


class AlignNetwork(nn.Module):
    """Networks that judge pairs by themselves: one hidden layer over numbers of each kind, and convolutions over maps.

    Half of the numbers are hidden while learning, so that no few of them, which tell types apart, are relied upon.
    """

    def __init__(self, sees: Sees, actions: int) -> None:
        super().__init__()
        self.of_parts, self.of_whole = (_judging(width, actions) if width else None for width in sees.widths)
        self.of_maps = nn.Sequential(
            nn.Conv2d(sees.layers, 32, 3, 2, 1), nn.BatchNorm2d(32), nn.ReLU(),
            nn.Conv2d(32, 64, 3, 2, 1), nn.BatchNorm2d(64), nn.ReLU(), nn.Flatten(), nn.Dropout(0.3),
            nn.Linear(64 * (CELLS // 4) ** 2, 128), nn.BatchNorm1d(128), nn.ReLU(), nn.Dropout(0.3),
            nn.Linear(128, actions),
        ) if sees.layers else None  # fmt: skip

    def forward(self, seen: Seen) -> tuple[Tensor, ...]:
        """P x actions, by each that there is."""
        pairs = ((self.of_parts, seen.parts), (self.of_whole, seen.whole), (self.of_maps, seen.maps))
        return tuple(network(given) for network, given in pairs if network is not None)


def _judging(width: int, actions: int) -> nn.Module:
    return nn.Sequential(
        nn.BatchNorm1d(width, affine=False), nn.Dropout(0.5),
        nn.Linear(width, HIDDEN), nn.BatchNorm1d(HIDDEN), nn.ReLU(), nn.Dropout(0.4),
        nn.Linear(HIDDEN, actions),
    )  # fmt: skip


def _mirrored(maps: Tensor) -> Tensor:
    """Half of the maps with left and right swapped, moves aside too."""
    swapped = maps.flip(3)
    swapped[:, ASIDE] *= -1
    return torch.where(torch.rand(len(maps), 1, 1, 1) < 0.5, swapped, maps)


class Align(PairRanker):
    """The model, or one of its ablations, trained on pairs of pictures, or read from its file."""

    name = "align"
    version = 3
    settings = Settings(rate=2e-3, decay=0.05, batch=24, epochs=12, patience=12, falling=True)

    def __init__(self, variant: str = "align") -> None:
        super().__init__()
        if variant not in SEEN:
            raise unknown("variant of align", variant, SEEN)
        self.variant, self.sees = variant, SEEN[variant]

    def new_network(self, actions: int) -> AlignNetwork:
        """New networks: of parts, of the whole, and of maps."""
        return AlignNetwork(self.sees, actions)

    def opinions(self, batch: Seen) -> tuple[Tensor, ...]:
        """What each network thinks, as logarithms of probabilities: what looks like another action is less this one."""
        return tuple(torch.log_softmax(scores, dim=1) for scores in self.network(batch))

    def batch(self, views: Any, rows: Int64s, *, learning: bool) -> Seen:
        """All that is seen of some pairs; while learning, some maps are mirrored."""
        found: AlignedViews = views
        known, misfit = torch.from_numpy(found.known[rows]), [torch.from_numpy(found.numbers[rows])] * self.sees.misfit
        seen = [torch.from_numpy(getattr(found, way)[rows]).float() for way in WAYS] if self.sees.parts else []
        maps = torch.from_numpy(found.maps[rows, : self.sees.layers]).float() / STILL - 1
        return Seen(
            torch.cat([*misfit, *seen], dim=1) if misfit or seen else known[:, :0],
            torch.cat([*misfit, known, known.abs()], dim=1) if self.sees.whole else known[:, :0],
            _mirrored(maps) if learning and self.sees.maps else maps,
        )

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
