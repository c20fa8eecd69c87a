"""The probe of ACT-Thor's appendix A: find the one thing that a picture is about, and say what it is.

A small head reads maps of features. Frozen, it tells how good they are; tuned, the network below learns too.
The paper's probe is Faster R-CNN; with one box a picture, one score for each cell, one class and one box read at
the best cell do the same.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from casita.errors import BadInput
from casita.learn.average_precision import mean_average_precision
from casita.learn.training import Settings, seeded, train

HIDDEN = 64
"""Channels of the head's own layers."""

AT_ONCE = 64
"""Pictures that a detector is asked about together."""


class Boxed(NamedTuple):
    """Pictures with one box each."""

    inputs: tuple[NDArray[Any], ...]
    """What goes into the detector, each n x channels x rows x columns: maps, or what its network makes maps of."""
    boxes: NDArray[np.float32]
    """n x 4: left, top, right, bottom, from 0 to 1."""
    classes: NDArray[np.int64]

    def given(self, rows: NDArray[np.int64]) -> list[Tensor]:
        """The inputs of some pictures."""
        return [torch.from_numpy(np.asarray(column[rows], np.float32)) for column in self.inputs]


class Grid(NamedTuple):
    """Where the middles of cells are, right and down alike, as shares of the picture's side."""

    first: float
    step: float


class Answers(NamedTuple):
    """What a detector says of some pictures, by cell (rows one after another)."""

    where: Tensor
    """n x cells: is the thing here?"""
    what: Tensor
    """n x cells x classes."""
    boxes: Tensor
    """n x cells x 4."""
    middles: Tensor
    """cells x 2."""


class Found(NamedTuple):
    """The one box that a detector finds in each picture."""

    boxes: NDArray[np.float32]
    classes: NDArray[np.int64]
    scores: NDArray[np.float32]


class Detector(nn.Module):
    """A head on square maps, and below it the network that makes them if that is to be tuned."""

    def __init__(self, channels: int, classes: int, network: nn.Module | None = None, grid: Grid | None = None) -> None:
        """`network` turns inputs into maps; None if maps are given. Without a grid, cells share the picture evenly."""
        super().__init__()
        self.network, self.grid = network, grid
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

    def forward(self, given: list[Tensor]) -> Answers:
        """What it says of the inputs."""
        maps = given[0] if self.network is None else self.network(given)
        seen = self.read(maps)
        side = seen.shape[2]
        reach = nn.functional.softplus(self.reach(seen)).flatten(2).transpose(1, 2) * 0.2
        middles = _middles(side, self.grid or Grid(0.5 / side, 1.0 / side))
        boxes = torch.cat([middles - reach[..., :2], middles + reach[..., 2:]], 2)
        return Answers(self.where(seen).flatten(1), self.what(seen).flatten(2).transpose(1, 2), boxes, middles)


def _middles(side: int, grid: Grid) -> Tensor:
    """Cells x 2: the middle of each cell, right and down from 0 to 1."""
    along = grid.first + grid.step * torch.arange(side)
    return torch.stack([along.repeat(side), along.repeat_interleave(side)], 1)


def detection_loss(answers: Answers, boxes: Tensor, classes: Tensor) -> Tensor:
    """Cross entropy of the place and of the class, and how little the boxes overlap, at cells in the true box.

    The paper takes squared distances of boxes; overlap is what is judged, and small things count as much as large.
    """
    inside = _cells_inside(boxes, answers.middles)
    share = inside / inside.sum(1, keepdim=True)
    place = -(share * answers.where.log_softmax(1)).sum(1)
    wanted = classes[:, None, None].expand(-1, inside.shape[1], 1)
    named = -(share * answers.what.log_softmax(2).gather(2, wanted)[..., 0]).sum(1)
    missed = (share * (1.0 - _overlap(answers.boxes, boxes[:, None]))).sum(1)
    return (place + named + 2.0 * missed).mean()


def _overlap(said: Tensor, true: Tensor) -> Tensor:
    """Intersection over union of boxes that overlap, with gradients."""
    sides = (torch.minimum(said[..., 2:], true[..., 2:]) - torch.maximum(said[..., :2], true[..., :2])).clamp(min=0.0)
    shared = sides.prod(-1)
    return shared / ((said[..., 2:] - said[..., :2]).prod(-1) + (true[..., 2:] - true[..., :2]).prod(-1) - shared)


def _cells_inside(boxes: Tensor, middles: Tensor) -> Tensor:
    """n x cells: 1 for cells whose middle is in the box; if there is none, for the one nearest to the box's middle."""
    inside = ((middles >= boxes[:, None, :2]) & (middles <= boxes[:, None, 2:])).all(2).float()
    centre = (boxes[:, :2] + boxes[:, 2:]) / 2
    nearest = (middles - centre[:, None]).square().sum(2).argmin(1)
    empty = inside.sum(1) == 0
    inside[empty, nearest[empty]] = 1.0
    return inside


def found(detector: Detector, data: Boxed) -> Found:
    """What a detector finds in all pictures."""
    detector.eval()
    parts = []
    with torch.no_grad():
        for rows in np.split(np.arange(len(data.classes)), range(AT_ONCE, len(data.classes), AT_ONCE)):
            said = detector(data.given(rows))
            chances, cell = said.where.softmax(1).max(1)
            at = torch.arange(len(cell))
            sure, kinds = said.what[at, cell].softmax(1).max(1)
            parts.append((said.boxes[at, cell].clamp(0.0, 1.0), kinds, sure * chances))
    boxes, kinds, scores = (torch.cat(column).numpy() for column in zip(*parts, strict=True))
    return Found(boxes, kinds, scores)


def precision(detector: Detector, data: Boxed) -> float:
    """Mean average precision of a detector, from 0 to 1."""
    return mean_average_precision(*found(detector, data), data.boxes, data.classes)


def train_detector(
    learnt: Boxed,
    judged: Boxed,
    classes: int,
    settings: Settings,
    seed: int = 0,
    network: nn.Module | None = None,
    grid: Grid | None = None,
) -> tuple[Detector, list[float]]:
    """Train a detector, on maps or with the network below it; and its precision on `judged` after every epoch."""
    if not len(learnt.classes) or not len(judged.classes):
        raise BadInput(
            f"a detector needs pictures to learn from and to be judged by: {len(learnt.classes)}, {len(judged.classes)}"
        )
    low, high = int(learnt.classes.min()), int(learnt.classes.max())
    if low < 0 or high >= classes:
        raise BadInput(f"classes are from 0 to {classes - 1}, not {low} to {high}")
    with seeded(seed, "detector"):
        first = learnt.given(np.arange(2))
        with torch.no_grad():
            channels = (first[0] if network is None else network(first)).shape[1]
        detector = Detector(channels, classes, network, grid)
        boxes, kinds = torch.from_numpy(learnt.boxes), torch.from_numpy(learnt.classes)

        def loss(rows: Tensor) -> Tensor:
            return detection_loss(detector(learnt.given(rows.numpy())), boxes[rows], kinds[rows])

        history = train(detector, len(kinds), loss, lambda: precision(detector, judged), settings)
    return detector, history
