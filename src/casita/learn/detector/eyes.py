"""The trained detector as others use it: pictures in, what is seen in them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.errors import BadInput
from casita.learn.backend import torch_on_one_thread
from casita.learn.checkpoints import fill_module, load_weights
from casita.learn.detector.labels import STATES, colour_names, kind_names, states_of
from casita.learn.detector.suppression import kept_boxes
from casita.learn.extracting import checked_pictures

if TYPE_CHECKING:
    from torch import Tensor

    from casita.learn.detector.network import Maps

KIND, VERSION = "detector", 1
"""What the file of weights says it is."""

WEIGHTS = Path(__file__).parent.parent / "weights" / "detector.safetensors"
"""The weights that come with Casita."""

LONGEST, CELL = 256, 32
"""Pixels of the longer side of a picture as the network gets it, and of what both sides become multiples of."""

CELLS, LEAST_SURE = 200, 0.02
"""So many cells that are surest of something, and at least so sure, are asked for their boxes."""

SAME_PLACE, SAME_THING = 0.8, 0.55
"""Overlaps from which two boxes are one: of any type, before they are named, and of one type, after."""

NAMES = 3
"""Types that one box can be given, at most: a basin fills its sink."""

MOST = 100
"""Things found in a picture, at most."""


class Detection(NamedTuple):
    """A thing that was seen."""

    box: tuple[float, float, float, float]
    """Left, top, right, bottom, in pixels of the picture that was given."""
    kind: str
    """Name of its type in the catalogue."""
    score: float
    """How sure it is that there is such a thing, from 0 to 1."""
    colour: str
    """The most likely name of its colour."""
    states: Mapping[str, float]
    """How likely it is open, on, dirty, filled, broken, sliced; only states that its type can be in."""
    features: NDArray[np.float16]
    """128 numbers that describe what is in the box."""


def load_detector(path: Path | None = None) -> HomeDetector:
    """The detector that comes with Casita, or one with other weights; torch then uses one thread."""
    torch_on_one_thread("the detector")
    return HomeDetector(path or WEIGHTS)


class HomeDetector:
    """Finds things in pictures, one picture after another, so that answers do not depend on what else is asked.

    >>> eyes = load_detector()                                              # doctest: +SKIP
    >>> [(thing.kind, thing.score) for thing in eyes.detect([picture])[0]]  # doctest: +SKIP
    """

    def __init__(self, path: Path = WEIGHTS) -> None:
        from casita.learn.detector.network import DetectorNetwork
        from casita.learn.needing_torch import torch

        checkpoint = load_weights(path, KIND, VERSION)
        self._network = DetectorNetwork()
        fill_module(self._network, checkpoint, path)
        self._network.eval().requires_grad_(False)
        self._network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.digest = checkpoint.digest
        self.notes = checkpoint.notes

    def detect(self, pictures: Sequence[Any] | NDArray[np.uint8], least: float = 0.05) -> list[list[Detection]]:
        """What is seen in each picture (height x width x 3, uint8, all of one size), the surest first.

        What is less sure than `least` is left out. A box whose type is not clear comes up to three times.
        """
        if not 0.0 <= least <= 1.0:
            raise BadInput(f"the least score is from 0 to 1, not {least!r}")
        return [self._found(maps, scale, least) for maps, scale in self._maps(pictures)]

    def describe(
        self, pictures: Sequence[Any] | NDArray[np.uint8], boxes: Sequence[NDArray[Any]]
    ) -> list[list[Detection]]:
        """What is in given boxes (n x 4 for each picture, in pixels): the most likely type of each, with its share."""
        if len(boxes) != len(pictures):
            raise BadInput(f"boxes for each picture are needed: {len(boxes)} for {len(pictures)}")
        found = []
        for (maps, scale), some in zip(self._maps(pictures), boxes, strict=True):
            asked = np.asarray(some, np.float32).reshape(-1, 4)
            read = self._read(maps, asked * scale)
            kinds = read["kinds"][:, :-1].argmax(1)
            scores = read["kinds"][np.arange(len(kinds)), kinds]
            found.append([_detection(read, row, int(kinds[row]), asked[row], scores[row]) for row in range(len(asked))])
        return found

    def scene_features(self, pictures: Sequence[Any] | NDArray[np.uint8]) -> NDArray[np.float16]:
        """n x 128: what a whole picture shows."""
        rows = [maps.scene.numpy().astype(np.float16) for maps, _ in self._maps(pictures)]
        return np.concatenate(rows) if rows else np.zeros((0, 128), np.float16)

    def _maps(self, pictures: Sequence[Any] | NDArray[np.uint8]) -> Iterator[tuple[Maps, float]]:
        """Maps of each picture, and by how much it was made larger for it."""
        from casita.learn.needing_torch import functional, torch

        for picture in checked_pictures(pictures) if len(pictures) else ():
            height, width = picture.shape[:2]
            scale = LONGEST / max(height, width)
            rows, columns = max(1, round(height * scale)), max(1, round(width * scale))
            with torch.inference_mode():
                given = torch.from_numpy(np.array(picture)[None]).permute(0, 3, 1, 2).float()
                if (rows, columns) != (height, width):
                    given = functional.interpolate(
                        given, size=(rows, columns), mode="bilinear", antialias=True, align_corners=False
                    )
                given = functional.pad(given, (0, -columns % CELL, 0, -rows % CELL), value=127.0)
                yield self._network.maps(given.contiguous(memory_format=torch.channels_last)), scale

    def _found(self, maps: Maps, scale: float, least: float) -> list[Detection]:
        from casita.learn.needing_torch import torch

        with torch.inference_mode():
            dense = self._network.dense(maps)
            sure, cells = dense.there[0].sigmoid().topk(min(CELLS, dense.there.shape[1]))
            boxes, there = dense.boxes[0, cells].numpy(), sure.numpy()
        height, width = maps.side
        boxes = boxes.clip(0.0, (width, height, width, height))
        boxes, there = boxes[there >= LEAST_SURE], there[there >= LEAST_SURE]
        alone = kept_boxes(boxes, there, SAME_PLACE)
        boxes, there = boxes[alone], there[alone]
        read = self._read(maps, boxes)
        shares = read["kinds"][:, :-1]
        names = np.argsort(-shares, axis=1, kind="stable")[:, :NAMES]
        rows = np.repeat(np.arange(len(boxes)), NAMES)
        kinds = names.reshape(-1)
        scores = there[rows] * shares[rows, kinds]
        kept = kept_boxes(boxes[rows], scores, SAME_THING, kinds)
        kept = kept[scores[kept] >= least][:MOST]
        return [_detection(read, rows[at], int(kinds[at]), boxes[rows[at]] / scale, scores[at]) for at in kept]

    def _read(self, maps: Maps, boxes: NDArray[Any]) -> dict[str, NDArray[np.float32]]:
        """Shares of types, colours and states of boxes, and their features."""
        from casita.learn.needing_torch import torch

        with torch.inference_mode():
            read = self._network.read(maps, torch.from_numpy(boxes.astype(np.float32))[None])
            return {
                "kinds": _array(read.kinds[0].softmax(1)),
                "colours": _array(read.colours[0].softmax(1)),
                "states": _array(read.states[0].sigmoid()),
                "features": _array(read.features[0]),
            }


def _array(tensor: Tensor) -> NDArray[np.float32]:
    found: NDArray[np.float32] = tensor.numpy()
    return found


def _detection(
    read: Mapping[str, NDArray[np.float32]], row: int, kind: int, box: NDArray[Any], score: float
) -> Detection:
    """One answer, rounded."""
    left, top, right, bottom = (round(float(edge), 1) for edge in box)
    name = kind_names()[kind]
    likely = dict(zip(STATES, read["states"][row].tolist(), strict=True))
    return Detection(
        (left, top, right, bottom), name, round(float(score), 4), colour_names()[int(read["colours"][row].argmax())],
        {state: round(likely[state], 3) for state in states_of(name)}, read["features"][row].astype(np.float16),
    )  # fmt: skip
