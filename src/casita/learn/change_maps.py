"""Where two pictures differ, on a coarse grid: the share of pixels in each cell, and nothing of what they show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from casita.arrays import Uint8s
from casita.errors import BadInput
from casita.learn.kept_pairs import kept_pairs
from casita.protocols import Picture

VERSION = 1
CELLS = 20
"""Of a side of the grid."""
NOTICED = 24
"""Levels of 255 by which a colour must differ for a pixel to count as different."""


@dataclass(frozen=True)
class ChangeMaps:
    """Of some pairs of pictures; rows are pairs."""

    shares: Uint8s
    """P x 20 x 20: the share of pixels that differ, 255 for all."""

    def __len__(self) -> int:
        """How many pairs there are."""
        return len(self.shares)


def change_maps(pairs: Iterable[tuple[Picture, Picture]]) -> ChangeMaps:
    """Of pairs of before-picture and candidate, whose sides are multiples of the grid's."""
    found = [_map(before, candidate) for before, candidate in pairs]
    if not found:
        raise BadInput("no pairs of pictures to look at")
    return ChangeMaps(np.stack(found))


def _map(before: Picture, candidate: Picture) -> Uint8s:
    if before.shape != candidate.shape or before.ndim != 3 or before.shape[0] % CELLS or before.shape[1] % CELLS:
        expected = f"two of one size, with sides that are multiples of {CELLS}"
        raise BadInput(f"pictures of {before.shape} and {candidate.shape}: expected {expected}")
    apart = (np.maximum(before, candidate) - np.minimum(before, candidate) > NOTICED).any(axis=2)
    high, wide = apart.shape
    cells = apart.reshape(CELLS, high // CELLS, CELLS, wide // CELLS).mean(axis=(1, 3))
    made: Uint8s = np.rint(255 * cells).astype(np.uint8)
    return made


def kept_change_maps(pairs: Sequence[tuple[str, str]], png: Callable[[str], bytes], folder: Path) -> ChangeMaps:
    """The maps of pairs of keys, from those that are kept in the folder if they are there."""
    found = kept_pairs(
        "changes", VERSION, pairs, png, folder, lambda pictures: {"shares": change_maps(pictures).shares}
    )
    return ChangeMaps(found["shares"])
