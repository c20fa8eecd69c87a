"""Batches of pictures and labels for the encoder, in an order that depends on nothing but the seed and the step.

Most of the training sees cuts around loose things, which cost a third of a whole picture and show fewer walls;
its last part sees whole pictures. Homes come into play one by one, so that training can begin before all
pictures are drawn.
"""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from casita.errors import BadInput
from casita.learn.encoder_data import Home, Shard, read_shard
from casita.learn.encoder_labels import CELLS, SIDE, STATES, STRIDE, UNKNOWN, Labels

WHOLE, CUT = 8, 16
"""Pictures in a batch of whole ones, and in a batch of cuts."""

CUT_CELLS = 22
"""Cells of a cut's side."""

CUT_STEPS = 0.75
"""Share of the steps that see cuts."""

FIRST_HOMES, ALL_HOMES = 0.06, 0.65
"""Share of the homes that the first batch is drawn from, and of the steps after which all are in play."""

PATIENCE = 1200.0
"""Seconds that a shard is waited for."""


class Batch(NamedTuple):
    """Pictures and labels, ready to be learnt from."""

    pictures: Tensor
    types: Tensor
    """n x cells x cells: labels of types."""
    states: Tensor
    """n x states x cells x cells: 0 or 1."""
    told: Tensor
    """The same, 1 where the state is told."""
    present: Tensor
    """n x types: 0 or 1."""
    interest: Tensor
    """n: type from 0 of the thing that the picture is about, or -1 if it is not told."""
    interest_states: Tensor
    interest_told: Tensor
    box: Tensor
    """n x 4: its left, top, right and bottom from 0 to 1; all 0 if it is not seen."""


def batch_of(shards: list[Shard], places: list[tuple[int, int]]) -> Batch:
    """The whole pictures at some (shard, row) places, as they are."""
    return _batch(*_gathered(shards, places), SIDE)


def lucky_batch(shards: list[Shard], places: list[tuple[int, int]], luck: np.random.Generator, cut: bool) -> Batch:
    """The pictures at some places, mirrored and tinted at random; cuts of them if asked for."""
    pictures, labels = _gathered(shards, places)
    for n in np.flatnonzero(luck.random(len(places)) < 0.5).tolist():
        _mirror(pictures, labels, n)
    side = SIDE
    if cut:
        side = CUT_CELLS * STRIDE
        pictures, labels = _cut(pictures, labels, luck)
    batch = _batch(pictures, labels, side)
    strength = np.where(luck.random((len(places), 1, 1, 1)) < 0.5, 0.06, 0.15)
    gain = 1.0 + strength * luck.standard_normal((len(places), 3, 1, 1))
    shift = 12.0 * luck.standard_normal((len(places), 1, 1, 1))
    tinted = batch.pictures * torch.from_numpy(gain).float() + torch.from_numpy(shift).float()
    return batch._replace(pictures=tinted.clamp(0.0, 255.0))


def _gathered(shards: list[Shard], places: list[tuple[int, int]]) -> tuple[NDArray[np.uint8], Labels]:
    pictures = np.stack([shards[shard].pictures[row] for shard, row in places])
    columns = zip(*([column[row] for column in shards[shard].labels] for shard, row in places), strict=True)
    return pictures, Labels(*map(np.stack, columns))


def _mirror(pictures: NDArray[np.uint8], labels: Labels, n: int) -> None:
    """Mirror one picture with its labels, shifted so that cells fall on cells."""
    off = (SIDE - 1) % STRIDE
    turned = pictures[n][:, ::-1]
    pictures[n] = np.concatenate([turned[:, off:], np.repeat(turned[:, -1:], off, axis=1)], axis=1)
    for column in (labels.types, labels.states, labels.told):
        column[n] = column[n][:, ::-1].copy()
    box = labels.interest[n, 3:]
    if box[2]:
        left, right = int(box[0]), int(box[2])
        box[0], box[2] = max(SIDE - off - right, 0), max(SIDE - off - left, 1)


def _cut(pictures: NDArray[np.uint8], labels: Labels, luck: np.random.Generator) -> tuple[NDArray[np.uint8], Labels]:
    """A square cut from each picture, mostly around what it is about."""
    count, side = len(pictures), CUT_CELLS * STRIDE
    high = CELLS - CUT_CELLS - 1  # a cut ends within the picture
    corner = luck.integers(0, high + 1, (count, 2))
    near = luck.random(count) < 0.7
    middle = labels.interest[:, [4, 3]] + labels.interest[:, [6, 5]]
    aimed = middle // (2 * STRIDE) - CUT_CELLS // 2 + luck.integers(-7, 8, (count, 2))
    use = near & (labels.interest[:, 5] > 0)
    corner = np.where(use[:, None], np.clip(aimed, 0, high), corner)
    made = np.empty((count, side, side, 3), np.uint8)
    whole: tuple[NDArray[Any], ...] = (labels.types, labels.states, labels.told)
    columns = [np.empty((count, CUT_CELLS, CUT_CELLS), each.dtype) for each in whole]
    present = np.zeros_like(labels.present)
    interest = np.zeros_like(labels.interest)
    for n, (row, column) in enumerate(corner.tolist()):
        top, left = row * STRIDE, column * STRIDE
        made[n] = pictures[n, top : top + side, left : left + side]
        for new, old in zip(columns, whole, strict=True):
            new[n] = old[n, row : row + CUT_CELLS, column : column + CUT_CELLS]
        seen = np.unique(columns[0][n])
        present[n, seen[(seen != 0) & (seen != UNKNOWN)].astype(int) - 1] = True
        box = labels.interest[n, 3:] - (left, top, left, top)
        middle_x, middle_y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        if labels.interest[n, 5] and 0 < middle_x < side and 0 < middle_y < side:
            interest[n] = (*labels.interest[n, :3], *np.clip(box, 0, side))
    return made, Labels(columns[0], columns[1], columns[2], present, interest)


def _batch(pictures: NDArray[np.uint8], labels: Labels, side: int) -> Batch:
    about = labels.interest[:, 0].astype(np.int64)
    tensor = torch.from_numpy(pictures).permute(0, 3, 1, 2).float()
    return Batch(
        tensor.contiguous(memory_format=torch.channels_last),
        torch.from_numpy(labels.types.astype(np.int64)),
        _bits(labels.states),
        _bits(labels.told),
        torch.from_numpy(labels.present.astype(np.float32)),
        torch.from_numpy(np.where(about == UNKNOWN, 0, about) - 1),
        _bits(labels.interest[:, 1]),
        _bits(labels.interest[:, 2]),
        torch.from_numpy(labels.interest[:, 3:].astype(np.float32) / side),
    )


def _bits(words: NDArray[Any]) -> Tensor:
    """The bits of words as a new second dimension of zeros and ones."""
    places = np.arange(len(STATES), dtype=np.int32).reshape(1, -1, *([1] * (words.ndim - 1)))
    return torch.from_numpy(((words.astype(np.int32)[:, None] >> places) & 1).astype(np.float32))


def awaited(home: Home, seed: int, folder: Path) -> Shard:
    """A shard, as soon as another process has made it; BadInput if it does not come."""
    waited = 0.0
    while True:
        try:
            return read_shard(home, seed, folder)
        except BadInput:
            if waited > PATIENCE:
                raise
            time.sleep(1.0)
            waited += 1.0


class Feed:
    """Batches in a fixed order; the next one is made ready while the last one is learnt from."""

    def __init__(self, homes: list[Home], seed: int, folder: Path, steps: int) -> None:
        self._homes, self._seed, self._folder, self._steps = homes, seed, folder, steps
        self._shards: list[Shard] = []
        self._pool = ThreadPoolExecutor(1)

    def start(self, step: int) -> Future[Batch]:
        """Begin to make the batch of a step."""
        return self._pool.submit(self._made, step)

    def _made(self, step: int) -> Batch:
        share = min(1.0, FIRST_HOMES + step / (ALL_HOMES * self._steps))
        needed = max(1, round(share * len(self._homes)))
        while len(self._shards) < needed:
            self._shards.append(awaited(self._homes[len(self._shards)], self._seed, self._folder))
        luck = np.random.default_rng([self._seed, step])
        cut = step < CUT_STEPS * self._steps
        ends = np.cumsum([len(shard.pictures) for shard in self._shards])
        picks = luck.integers(0, ends[-1], CUT if cut else WHOLE)
        owners = np.searchsorted(ends, picks, side="right").tolist()
        places = [(s, int(pick - (ends[s - 1] if s else 0))) for s, pick in zip(owners, picks, strict=True)]
        return lucky_batch(self._shards, places, luck, cut)
