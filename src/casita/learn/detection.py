"""The probe of ACT-Thor's appendix A: find the one thing that a picture is about, and say what it is.

A small head reads maps of features. Frozen, it tells how good they are; tuned, the network below learns too.
The paper's probe is Faster R-CNN; with one box a picture, one score for each cell, one class and one box read at
the best cell do the same.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from casita.errors import BadInput
from casita.learn.average_precision import mean_average_precision
from casita.learn.training import Fit, Settings, fit, seeded

HIDDEN = 96
"""Channels of the head's own layer."""


class Boxed(NamedTuple):
    """Pictures with one box each."""

    inputs: Callable[[NDArray[np.int64]], NDArray[Any]]
    """Gives what goes into the detector for some rows: maps, or (if it has a network) pictures n x h x w x 3."""
    boxes: NDArray[np.float32]
    """n x 4: left, top, right, bottom, from 0 to 1."""
    classes: NDArray[np.int64]


class Found(NamedTuple):
    """What a detector says of pictures."""

    boxes: NDArray[np.float32]
    classes: NDArray[np.int64]
    scores: NDArray[np.float32]


class Detector(nn.Module):
    """A head on square maps, and below it the network that makes them if that is to be tuned."""

    def __init__(self, channels: int, classes: int, network: nn.Module | None = None) -> None:
        """`network` turns n x 3 x h x w tensors of colours from 0 to 255 into maps; None if maps are given."""
        super().__init__()
        self.network = network
        self.read = nn.Sequential(
            nn.BatchNorm2d(channels),
            nn.Conv2d(channels, HIDDEN, 1),
            nn.ReLU(),
            nn.Conv2d(HIDDEN, HIDDEN, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(HIDDEN, HIDDEN, 3, padding=2, dilation=2),
            nn.ReLU(),
        )
        self.where = nn.Conv2d(HIDDEN, 1, 1)
        self.what = nn.Conv2d(HIDDEN, classes, 1)
        self.reach = nn.Conv2d(HIDDEN, 4, 1)

    def forward(self, given: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """By cell (rows one after another): n x cells of where, n x cells x classes, n x cells x 4 of boxes."""
        maps = given if self.network is None else self.network(given)
        seen = self.read(maps)
        rows, columns = seen.shape[2:]
        reach = nn.functional.softplus(self.reach(seen)).flatten(2).transpose(1, 2) * 0.2
        middle = _middles(rows, columns)
        boxes = torch.cat([middle - reach[..., :2], middle + reach[..., 2:]], 2)
        return self.where(seen).flatten(1), self.what(seen).flatten(2).transpose(1, 2), boxes


def _middles(rows: int, columns: int) -> Tensor:
    """Cells x 2: the middle of each cell, right and down from 0 to 1."""
    down = (torch.arange(rows) + 0.5) / rows
    right = (torch.arange(columns) + 0.5) / columns
    return torch.stack([right.repeat(rows), down.repeat_interleave(columns)], 1)


def detection_loss(answers: tuple[Tensor, Tensor, Tensor], boxes: Tensor, classes: Tensor) -> Tensor:
    """Cross entropy of the place and of the class, and how little the boxes overlap, at cells in the true box.

    The paper takes squared distances of boxes; overlap is what is judged, and small things count as much as large.
    """
    where, what, said = answers
    rows = round(where.shape[1] ** 0.5)
    inside = _cells_inside(boxes, rows, where.shape[1] // rows)
    share = inside / inside.sum(1, keepdim=True)
    place = -(share * where.log_softmax(1)).sum(1)
    named = -(share * what.log_softmax(2).gather(2, classes[:, None, None].expand(-1, what.shape[1], 1))[..., 0]).sum(1)
    missed = (share * (1.0 - _overlap(said, boxes[:, None]))).sum(1)
    return (place + named + 2.0 * missed).mean()


def _overlap(said: Tensor, true: Tensor) -> Tensor:
    """Intersection over union of boxes that overlap, with gradients."""
    sides = (torch.minimum(said[..., 2:], true[..., 2:]) - torch.maximum(said[..., :2], true[..., :2])).clamp(min=0.0)
    shared = sides.prod(-1)
    return shared / ((said[..., 2:] - said[..., :2]).prod(-1) + (true[..., 2:] - true[..., :2]).prod(-1) - shared)


def _cells_inside(boxes: Tensor, rows: int, columns: int) -> Tensor:
    """n x cells: 1 for cells whose middle is in the box; if there is none, for the one that the box's middle is in."""
    middle = _middles(rows, columns)[None]
    inside = ((middle >= boxes[:, None, :2]) & (middle <= boxes[:, None, 2:])).all(2).float()
    centre = (boxes[:, :2] + boxes[:, 2:]) / 2
    column = (centre[:, 0] * columns).long().clamp(0, columns - 1)
    row = (centre[:, 1] * rows).long().clamp(0, rows - 1)
    empty = inside.sum(1) == 0
    inside[empty, (row * columns + column)[empty]] = 1.0
    return inside


def found(detector: Detector, data: Boxed, batch: int = 64) -> Found:
    """What a detector says of all pictures."""
    detector.eval()
    parts = []
    with torch.inference_mode():
        for start in range(0, len(data.classes), batch):
            where, what, boxes = detector(
                _given(detector, data, np.arange(start, min(start + batch, len(data.classes))))
            )
            cell = where.argmax(1)
            at = torch.arange(len(cell))
            chances, kinds = what[at, cell].softmax(1).max(1)
            parts.append((boxes[at, cell].clamp(0.0, 1.0), kinds, chances * where.softmax(1).max(1).values))
    boxes, kinds, scores = (torch.cat(column).numpy() for column in zip(*parts, strict=True))
    return Found(boxes, kinds, scores)


def precision(detector: Detector, data: Boxed) -> float:
    """Mean average precision of a detector, from 0 to 1."""
    said = found(detector, data)
    return mean_average_precision(*said, data.boxes, data.classes)


def train_detector(
    train: Boxed,
    valid: Boxed,
    classes: int,
    settings: Settings,
    network: nn.Module | None = None,
    log: Path | None = None,
    progress: bool = False,
) -> tuple[Detector, Fit]:
    """Train a detector, on given maps or with the network below it; the scores of its fit are precisions on `valid`."""
    if not len(train.classes) or not len(valid.classes):
        raise BadInput(
            f"a detector needs pictures to learn from and to be judged by: {len(train.classes)}, {len(valid.classes)}"
        )
    if int(train.classes.max()) >= classes or int(train.classes.min()) < 0:
        raise BadInput(
            f"classes are from 0 to {classes - 1}, not {int(train.classes.min())} to {int(train.classes.max())}"
        )
    first = torch.from_numpy(np.asarray(train.inputs(np.arange(1))))
    with torch.inference_mode():
        channels = first.shape[1] if network is None else network(first.permute(0, 3, 1, 2).float()).shape[1]
    with seeded(settings.seed):
        detector = Detector(channels, classes, network)
    boxes, kinds = torch.from_numpy(train.boxes), torch.from_numpy(train.classes)

    def loss_of(rows: Tensor) -> Tensor:
        return detection_loss(detector(_given(detector, train, rows.numpy())), boxes[rows], kinds[rows])

    made = fit(detector, len(kinds), loss_of, lambda: precision(detector, valid), settings, log, progress)
    return detector, made


def _given(detector: Detector, data: Boxed, rows: NDArray[np.int64]) -> Tensor:
    """What goes into a detector for some rows."""
    tensor = torch.from_numpy(np.ascontiguousarray(data.inputs(rows))).float()
    return tensor if detector.network is None else tensor.permute(0, 3, 1, 2)
