"""What sightings only hint at: liquids, what is used up, materials; learnt from training films."""

from __future__ import annotations

import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.env_qa.memory.sightings import Sightings, known_names, type_of
from casita.benchmarks.env_qa.watching.eyes import WIDTH
from casita.benchmarks.env_qa.watching.seen import colour_names
from casita.catalog import catalog
from casita.learn.needing_torch import Tensor, nn, torch
from casita.world.liquids import LIQUIDS

Rows = Int64s
"""Numbers of sightings."""

BEST = 12
"""Sightings of a thing that are asked: the largest and surest."""


class LookNetwork(nn.Module):
    """From the look of a sighting to what it holds, whether it is used up, and what it is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.name = nn.Embedding(len(known_names()), 16)
        self.colour = nn.Embedding(len(colour_names()), 8)
        self.read = nn.Sequential(nn.Linear(WIDTH + 24, 64), nn.GELU(), nn.Dropout(0.1))
        self.liquid = nn.Linear(64, len(LIQUIDS))
        self.supply = nn.Linear(64, 1)
        self.material = nn.Linear(64, len(catalog().materials))

    def forward(self, features: Tensor, names: Tensor, colours: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of liquids, of being used up, and of materials."""
        read = self.read(torch.cat([features, self.name(names), self.colour(colours)], 1))
        return self.liquid(read), self.supply(read)[:, 0], self.material(read)


class Contents:
    """Says what sightings only hint at."""

    def __init__(self, network: LookNetwork) -> None:
        self.network = network.eval()

    def liquid(self, seen: Sightings, rows: Rows, name: str) -> str:
        """What a thing that is full is full of, by its sightings; one of those that it can hold."""
        own = catalog()[type_of(name)].liquids or LIQUIDS[1:]
        votes = self._read(seen, rows)[0].log_softmax(1).sum(0).tolist() if len(rows) else [0.0] * len(LIQUIDS)
        return max(own, key=lambda liquid: votes[LIQUIDS.index(liquid)])

    def is_used_up(self, seen: Sightings, rows: Rows) -> bool:
        """Is nothing left of a thing, by its sightings?"""
        return bool(len(rows)) and float(self._read(seen, rows)[1].mean()) > 0.0

    def material(self, seen: Sightings, rows: Rows, name: str) -> str:
        """What a thing is made of; one of the materials of its type."""
        own = catalog()[type_of(name)].materials
        every = list(catalog().materials)
        votes = self._read(seen, rows)[2].log_softmax(1).sum(0).tolist() if len(rows) else [0.0] * len(every)
        return max(own, key=lambda material: votes[every.index(material)], default="")

    def _read(self, seen: Sightings, rows: Rows) -> tuple[Tensor, Tensor, Tensor]:
        """What the network says of the best sightings."""
        sides = seen.boxes[rows, 2:] - seen.boxes[rows, :2]
        best = rows[np.argsort(-seen.scores[rows] * np.sqrt(sides.prod(1)), kind="stable")[:BEST]]
        with torch.no_grad():
            found: tuple[Tensor, Tensor, Tensor] = self.network(*looks_of(seen, best))
        return found


def looks_of(seen: Sightings, rows: Rows) -> tuple[Tensor, Tensor, Tensor]:
    """Features, names and colours of sightings."""
    return (
        torch.from_numpy(seen.features[rows].astype(np.float32)),
        torch.from_numpy(seen.names[rows].astype(np.int64)),
        torch.from_numpy(seen.colours[rows].astype(np.int64)),
    )
