"""Batches to learn from: pictures of all shards that are there, half of them mirrored, with the things in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from casita.arrays import Uint8s
from casita.errors import BadInput
from casita.learn.detector.frames import PIXELS, Split, load_shard, shards_there
from casita.learn.detector.labels import (
    BOTTOM,
    COLOUR,
    HOLDS,
    KIND,
    LEFT,
    RIGHT,
    STATES,
    TOLD,
    TOP,
    Rows,
)
from casita.learn.detector.labels import PIXELS as SHOWN
from casita.learn.detector.losses import Truth
from casita.learn.needing_torch import Tensor, torch

LEAST_SIDE, LEAST_SHOWN = 6, 30
"""Pixels of a thing that is learnt: a little less than of what is judged, which then is not at the edge of it."""


class Labelled:
    """Pictures of a split, with the things seen in each."""

    def __init__(self, folder: Path, split: Split, seed: int = 0) -> None:
        shards = [load_shard(folder, split, number, seed) for number in shards_there(folder, split, seed)]
        if not shards:
            raise BadInput(f"{folder}: no pictures of the split {split!r} with seed {seed} here")
        self._pictures = [shard.pictures for shard in shards]
        self._starts = np.cumsum([0, *map(len, self._pictures)])
        self.things = [rows for shard in shards for rows in shard.things]

    def __len__(self) -> int:
        return len(self.things)

    def picture(self, number: int) -> Uint8s:
        """One picture."""
        shard = int(np.searchsorted(self._starts, number, side="right")) - 1
        found: Uint8s = self._pictures[shard][number - int(self._starts[shard])]
        return found

    def batch(self, numbers: Sequence[int], mirrored: Sequence[bool]) -> tuple[Tensor, Truth]:
        """Some pictures as the network wants them, and what is true of them."""
        pictures, things = [], []
        for number, mirror in zip(numbers, mirrored, strict=True):
            picture, rows = self.picture(number), self.things[number]
            pictures.append(picture[:, ::-1] if mirror else picture)
            things.append(_mirrored(rows) if mirror else rows)
        return as_input(np.stack(pictures)), truth_of(things)


def as_input(pictures: Uint8s) -> Tensor:
    """n x 3 x height x width, colours from 0 to 255."""
    whole = torch.from_numpy(np.ascontiguousarray(pictures)).permute(0, 3, 1, 2)  # laid out as channels last
    return whole.float()


def truth_of(things: Sequence[Rows]) -> Truth:
    """Things of some pictures with equally many rows for each."""
    most = max(1, *map(len, things)) if len(things) > 1 else max(1, len(things[0]))
    rows = np.zeros((len(things), most, things[0].shape[1]), np.int64)
    there = np.zeros((len(things), most), np.bool_)
    for number, one in enumerate(things):
        rows[number, : len(one)] = one
        there[number, : len(one)] = True
    sides = np.minimum(rows[..., RIGHT] - rows[..., LEFT], rows[..., BOTTOM] - rows[..., TOP])
    clear = there & (sides >= LEAST_SIDE) & (rows[..., SHOWN] >= LEAST_SHOWN)
    bits = np.arange(len(STATES))
    return Truth(
        torch.from_numpy(rows[..., LEFT : BOTTOM + 1].astype(np.float32)),
        torch.from_numpy(rows[..., KIND]),
        torch.from_numpy(rows[..., COLOUR]),
        torch.from_numpy((rows[..., HOLDS, None] >> bits & 1).astype(np.float32)),
        torch.from_numpy((rows[..., TOLD, None] >> bits & 1).astype(np.float32)),
        torch.from_numpy(there),
        torch.from_numpy(clear),
    )


def _mirrored(rows: Rows) -> Rows:
    """The things of a picture whose left is its right."""
    turned = rows.copy()
    turned[:, LEFT], turned[:, RIGHT] = PIXELS - rows[:, RIGHT], PIXELS - rows[:, LEFT]
    return turned
