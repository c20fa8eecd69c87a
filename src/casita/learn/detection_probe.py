"""Features judged by a small detector on them: how well it finds and names the one thing that a picture is about.

Frozen, the detector reads features as they are. Tuned, it goes on from there for some epochs more while what makes the
features learns too, slowly and as far as one core can: all of our encoder above the general network (`casita`), the
last two blocks and the last layer of EfficientNet-lite0 (`imagenet`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float16s, Float32s, Uint8s

if TYPE_CHECKING:
    from torch import Tensor, nn

    from casita.learn.detection import Boxed, Grid
    from casita.learn.training import Settings

BATCH, DECAY = 8, 0.05


class Course(NamedTuple):
    """For how long and how fast a detector learns."""

    epochs: int
    rate: float


FROZEN, TUNED = Course(12, 2e-3), Course(3, 1e-3)

KEPT = 14
"""Blocks of EfficientNet-lite0, of 16, that stay as they are when it is tuned."""

FINE = 11
"""Blocks of it whose maps have 14 x 14 cells; the last ones have 7 x 7."""


class Shown(NamedTuple):
    """Pictures, and where in each is the thing that it is about."""

    pictures: Uint8s
    boxes: Float32s
    """n x 4: left, top, right, bottom, from 0 to 1."""
    types: tuple[str, ...]


class Source(NamedTuple):
    """One kind of features: what of it is kept for every picture, and the part that makes maps of that."""

    kept: tuple[Float16s, ...]
    top: nn.Module
    grid: Grid | None


class DetectionCurve(msgspec.Struct, frozen=True):
    """How good a detector on some features is on the pictures it is judged by, epoch by epoch."""

    features: str
    tuned: bool
    precision: list[float]
    """Mean average precision."""
    types: list[float]
    """Shares of right types."""
    boxes: list[float]
    """Shares of boxes that overlap by half."""


def probe(learnt: Shown, judged: Shown, seed: int = 0) -> Iterator[DetectionCurve]:
    """A row for each kind of features, frozen and tuned: how well `judged` is done after every epoch on `learnt`."""
    from casita.learn.backend import torch_on_one_thread

    torch_on_one_thread("the detection probe")
    from casita.learn.detection import Detector, train_detector

    types = sorted(set(learnt.types))
    pictures = np.concatenate([learnt.pictures, judged.pictures])
    for name, source in (("casita", _casita), ("imagenet", _imagenet)):
        given = source(pictures)
        head: Detector | None = None
        for tuned in (False, True):
            inputs = given.kept if tuned else (_made(given.top, given.kept),)
            first, second = _boxed(inputs, learnt, types, 0), _boxed(inputs, judged, types, len(learnt.types))
            del inputs
            below = given.top if tuned else None
            head, history = train_detector(first, second, len(types), _settings(tuned), seed, below, given.grid, head)
            columns = {name: [round(value, 6) for value in column] for name, column in history._asdict().items()}
            yield DetectionCurve(name, tuned, **columns)


def _settings(tuned: bool) -> Settings:
    from casita.learn.training import Settings

    course = TUNED if tuned else FROZEN
    return Settings(course.rate, DECAY, BATCH, course.epochs, patience=course.epochs, falling=True)


def _boxed(inputs: tuple[NDArray[Any], ...], about: Shown, types: Sequence[str], first: int) -> Boxed:
    """What a detector is given of pictures from a first one on; a type that was not learnt is left out."""
    from casita.learn.detection import Boxed

    rows = np.array([row for row, kind in enumerate(about.types) if kind in types])
    classes = np.array([types.index(about.types[row]) for row in rows], np.int64)
    return Boxed(tuple(column[first + rows] for column in inputs), about.boxes[rows], classes)


def _made(top: nn.Module, kept: tuple[Float16s, ...]) -> Float16s:
    """The maps of all pictures, as they are before anything is tuned."""
    import torch

    top.eval()
    rows = []
    with torch.no_grad():
        for row in range(len(kept[0])):
            rows.append(top([torch.from_numpy(column[row : row + 1]).float() for column in kept]).half().numpy())
    return np.concatenate(rows)


def _casita(pictures: Uint8s) -> Source:
    """Our encoder: the general network's maps are kept, all above them may be tuned."""
    from torch.nn import Module

    from casita.learn.backbone import SIDE, Backbone
    from casita.learn.detection import Grid
    from casita.learn.encoder import load_encoder
    from casita.learn.encoder_labels import STRIDE
    from casita.learn.extracting import halves_one_by_one

    class Maps(Module):
        def __init__(self) -> None:
            super().__init__()
            self.encoder, _ = load_encoder()

        def forward(self, given: list[Tensor]) -> Tensor:
            return self.encoder.maps(given)

    return Source(halves_one_by_one(pictures, Backbone().maps), Maps(), Grid(0.0, STRIDE / SIDE))


def _imagenet(pictures: Uint8s) -> Source:
    """EfficientNet-lite0: its last maps, and finer ones from its middle laid over them as detectors do.

    Maps before its last blocks are kept; those blocks and the last layer may be tuned.
    """
    import torch
    from torch.nn import Module
    from torch.nn.functional import interpolate, relu6

    from casita.learn.extracting import halves_one_by_one
    from casita.learn.imagenet import ImageNet

    general = ImageNet()
    blocks = general.network.blocks

    class Last(Module):
        def __init__(self) -> None:
            super().__init__()
            self.blocks, self.head = blocks[KEPT:], general.network.head

        def forward(self, given: list[Tensor]) -> Tensor:
            fine, seen = given
            for block in self.blocks:
                seen = block(seen)
            last = relu6(self.head(seen))
            return torch.cat([fine, interpolate(last, size=fine.shape[2:], mode="nearest")], 1)

    def before(batch: Tensor) -> tuple[Tensor, Tensor]:
        fine = general.after_blocks(batch, FINE)
        seen = fine
        for block in blocks[FINE:KEPT]:
            seen = block(seen)
        return fine, seen

    return Source(halves_one_by_one(pictures, before), Last(), None)
