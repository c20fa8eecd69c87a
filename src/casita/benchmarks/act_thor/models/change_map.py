"""Change-map: a control that sees only where two pictures differ, on a grid of 20 x 20 cells, and no colours.

Where before and after are registered to the pixel, this is nearly enough: a thing that moved, broke or was filled
leaves an outline of its own. The configuration `robust` is made so that it is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from casita.arrays import Int64s
from casita.benchmarks.act_thor.models.pair_ranker import PairRanker
from casita.learn.change_maps import CELLS, ChangeMaps, change_maps
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.training import Settings
from casita.protocols import Picture

WIDTH = 32
"""Channels of its second layer."""


class ChangeNetwork(nn.Module):
    """Two convolutions, and two layers that know where on the grid something is."""

    def __init__(self, actions: int) -> None:
        super().__init__()
        self.steps = nn.Sequential(
            nn.Conv2d(1, 16, 3, 1, 1), nn.ReLU(), nn.Conv2d(16, WIDTH, 3, 2, 1), nn.ReLU(), nn.Flatten(),
            nn.Dropout(0.2), nn.Linear(WIDTH * (CELLS // 2) ** 2, 64), nn.ReLU(), nn.Linear(64, actions),
        )  # fmt: skip

    def forward(self, maps: Tensor) -> Tensor:
        """P x actions."""
        found: Tensor = self.steps(maps)
        return found


class ChangeMap(PairRanker):
    """The control, trained on contrast sets."""

    name = "change-map"
    settings = Settings(rate=1e-3, decay=0.01, batch=24, epochs=30, patience=8)

    def new_network(self, actions: int) -> nn.Module:
        """A new network."""
        return ChangeNetwork(actions)

    def batch(self, views: Any, rows: Int64s, *, learning: bool) -> Tensor:
        """Shares of changed pixels, from 0 to 1."""
        maps: ChangeMaps = views
        return torch.from_numpy(maps.shares[rows]).float()[:, None] / 255

    def views_of(self, pairs: Iterable[tuple[Picture, Picture]]) -> ChangeMaps:
        """Where the pictures of pairs differ."""
        return change_maps(pairs)
