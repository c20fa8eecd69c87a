"""The probe of ACT-Thor's appendix A: find the one thing that a picture is about, and say what it is.

A small head reads maps of features. Frozen, it tells how good they are; tuned, the network below learns too.
The paper's probe is Faster R-CNN. As there, a box is found first and what is in it is named then; with one box a
picture, one score and one box for each cell are enough to find it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float32s, Int64s
from casita.errors import BadInput
from casita.learn.average_precision import intersection_over_union, mean_average_precision
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.training import Settings, seeded, train

HIDDEN = 64
"""Channels of the head's own layers."""

AT_ONCE = 32
"""Pictures that a detector is asked about together."""

HALF = 0.06
"""Half of the usual side of a box, as a share of the picture's side: what a new detector begins with."""


class Boxed(NamedTuple):
    """Pictures with one box each."""

    inputs: tuple[NDArray[Any], ...]
    """What goes into the detector, each n x channels x rows x columns: maps, or what its network makes maps of."""
    boxes: Float32s
    """n x 4: left, top, right, bottom, from 0 to 1."""
    classes: Int64s

    def given(self, rows: Int64s) -> list[Tensor]:
        """The inputs of some pictures."""
        return [torch.from_numpy(np.asarray(column[rows], np.float32)) for column in self.inputs]


class Grid(NamedTuple):
    """Where the middles of cells are, right and down alike, as shares of the picture's side."""

    first: float
    step: float


class Answers(NamedTuple):
    """What a detector says of some pictures; cells are by row, one row after another."""

    where: Tensor
    """n x cells: is the thing here?"""
    boxes: Tensor
    """n x cells x 4: its box if it is here."""
    middles: Tensor
    """cells x 2."""
    what: Tensor
    """n x classes: what is in the boxes that were given, or else in the best ones."""


class Found(NamedTuple):
    """The one box that a detector finds in each picture."""

    boxes: Float32s
    classes: Int64s
    scores: Float32s


class Around(nn.Module):
    """Each channel looks around by itself, then all channels of a cell are mixed; added to what was there."""

    def __init__(self) -> None:
        super().__init__()
        self.change = nn.Sequential(
            nn.Conv2d(HIDDEN, HIDDEN, 5, padding=2, groups=HIDDEN, bias=False),
            nn.BatchNorm2d(HIDDEN),
            nn.ReLU(),
            nn.Conv2d(HIDDEN, HIDDEN, 1),
        )

    def forward(self, maps: Tensor) -> Tensor:
        """The maps of the next layer."""
        made: Tensor = maps + self.change(maps)
        return made


class Detector(nn.Module):
    """A head on square maps, and below it the network that makes them if that is to be tuned."""

    def __init__(self, channels: int, classes: int, network: nn.Module | None = None, grid: Grid | None = None) -> None:
        """`network` turns inputs into maps; None if maps are given. Without a grid, cells share the picture evenly."""
        super().__init__()
        self.network, self.grid = network, grid
        self.standard = nn.BatchNorm2d(channels)
        self.read = nn.Sequential(nn.Conv2d(channels, HIDDEN, 1), nn.ReLU(), Around(), Around(), nn.ReLU())
        self.where = nn.Conv2d(HIDDEN, 1, 1)
        self.box = nn.Conv2d(HIDDEN, 4, 1)
        self.name = nn.Sequential(nn.Dropout(0.2), nn.Linear(2 * channels + HIDDEN + 4, classes))

    def forward(self, given: list[Tensor], boxes: Tensor | None = None) -> Answers:
        """What it says of the inputs, and how it names what is in boxes (n x 4)."""
        maps = self.standard(given[0] if self.network is None else self.network(given))
        seen = self.read(maps)
        side = seen.shape[2]
        grid = self.grid or Grid(0.5 / side, 1.0 / side)
        middles = _middles(side, grid)
        away, size = self.box(seen).flatten(2).transpose(1, 2).split(2, 2)
        centres, halves = middles + grid.step * away, HALF * size.clamp(-3.0, 3.0).exp()
        found = torch.cat([centres - halves, centres + halves], 2)
        where = self.where(seen).flatten(1)
        named = best_boxes(where, found) if boxes is None else boxes
        share = _shares(named, middles)
        inside = torch.einsum("np,ncp->nc", share, torch.cat([maps, seen], 1).flatten(2))
        sides = (named[:, 2:] - named[:, :2]).clamp(min=1e-3).log()
        what = self.name(torch.cat([inside, maps.mean((2, 3)), sides, (named[:, 2:] + named[:, :2])], 1))
        return Answers(where, found, middles, what)


def best_boxes(where: Tensor, boxes: Tensor) -> Tensor:
    """n x 4: the boxes of the best cells."""
    return boxes[torch.arange(len(where)), where.argmax(1)].clamp(0.0, 1.0).detach()


def _middles(side: int, grid: Grid) -> Tensor:
    """Cells x 2: the middle of each cell, right and down from 0 to 1."""
    along = grid.first + grid.step * torch.arange(side)
    return torch.stack([along.repeat(side), along.repeat_interleave(side)], 1)


def detection_loss(answers: Answers, boxes: Tensor, classes: Tensor) -> Tensor:
    """Cross entropy of the place and of the class, and how little the boxes overlap, at cells in the true box.

    The paper takes squared distances of boxes; overlap is what is judged, and small things count as much as large.
    """
    share = _shares(boxes, answers.middles)
    place = -(share * answers.where.log_softmax(1)).sum(1)
    missed = (share * (1.0 - _overlap(answers.boxes, boxes[:, None]))).sum(1)
    return (place + 3.0 * missed).mean() + nn.functional.cross_entropy(answers.what, classes)


def _overlap(said: Tensor, true: Tensor) -> Tensor:
    """Intersection over union less the share of the box around both that is in neither: it tells near from far."""
    shared = _area(torch.maximum(said[..., :2], true[..., :2]), torch.minimum(said[..., 2:], true[..., 2:]))
    around = _area(torch.minimum(said[..., :2], true[..., :2]), torch.maximum(said[..., 2:], true[..., 2:]))
    both = _area(said[..., :2], said[..., 2:]) + _area(true[..., :2], true[..., 2:]) - shared
    return shared / both - (around - both) / around


def _area(low: Tensor, high: Tensor) -> Tensor:
    """Of boxes between two corners, 0 if the second is not beyond the first."""
    return (high - low).clamp(min=0.0).prod(-1)


def _shares(boxes: Tensor, middles: Tensor) -> Tensor:
    """n x cells: what the cells in boxes count, more near the middle; adds up to 1 for each box."""
    halves = ((boxes[:, 2:] - boxes[:, :2]) / 2).clamp(min=1e-3)
    away = (middles - (boxes[:, None, :2] + boxes[:, None, 2:]) / 2) / halves[:, None]
    weights = _cells_inside(boxes, middles) * torch.exp(-away.square().sum(2).clamp(max=10.0))
    return weights / weights.sum(1, keepdim=True)


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
            sure, kinds = said.what.softmax(1).max(1)
            parts.append((best_boxes(said.where, said.boxes), kinds, sure * said.where.softmax(1).amax(1)))
    boxes, kinds, scores = (torch.cat(column).numpy() for column in zip(*parts, strict=True))
    return Found(boxes, kinds, scores)


def precision(detector: Detector, data: Boxed) -> float:
    """Mean average precision of a detector, from 0 to 1."""
    return mean_average_precision(*found(detector, data), data.boxes, data.classes)


class History(NamedTuple):
    """How a detector did on the pictures it is judged by, after every epoch; all are shares from 0 to 1."""

    precision: list[float]
    types: list[float]
    """Right types, whatever the box."""
    boxes: list[float]
    """Boxes that overlap the true one by half or more, whatever the type."""

    def add(self, said: Found, true: Boxed) -> float:
        """Note how good the answers of one more epoch are; the precision."""
        self.precision.append(mean_average_precision(*said, true.boxes, true.classes))
        self.types.append(float((said.classes == true.classes).mean()))
        self.boxes.append(float((intersection_over_union(said.boxes, true.boxes) >= 0.5).mean()))
        return self.precision[-1]


def train_detector(
    learnt: Boxed,
    judged: Boxed,
    classes: int,
    settings: Settings,
    seed: int = 0,
    network: nn.Module | None = None,
    grid: Grid | None = None,
    head: Detector | None = None,
) -> tuple[Detector, History]:
    """Train a detector, on maps or with the network below it; and how it does on `judged` after every epoch.

    It begins as another detector on the same kind of maps if one is given; its network then learns further.
    """
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
        if head is not None:
            detector.load_state_dict(head.state_dict(), strict=False)
        boxes, kinds = torch.from_numpy(learnt.boxes), torch.from_numpy(learnt.classes)

        def loss(rows: Tensor) -> Tensor:
            return detection_loss(detector(learnt.given(rows.numpy()), boxes[rows]), boxes[rows], kinds[rows])

        history = History([], [], [])
        train(detector, len(kinds), loss, lambda: history.add(found(detector, judged), judged), settings, network)
    return detector, history
