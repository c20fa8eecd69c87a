"""One picture as the network sees it: what is found in it, and what is in boxes that are given."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float32s, Float64s, Int64s, Uint8s
from casita.learn.detector.inference import CompiledDetector
from casita.learn.detector.network import DetectorNetwork
from casita.learn.detector.suppression import kept_boxes
from casita.learn.needing_torch import functional, torch

LONGEST, CELL = 256, 32
"""Pixels of the longer side of a picture as the network gets it, and of what both sides become multiples of. Who asks
for more pixels finds smaller things; a picture that has fewer is not made larger than LONGEST."""

CELLS, LEAST_SURE = 200, 0.02
"""So many cells that are surest of something, and at least so sure, are asked for their boxes."""

SAME_PLACE, SAME_THING = 0.8, 0.55
"""Overlaps from which two boxes are one: of any type, before they are named, and of one type, after."""

NAMES = 3
"""Types that one box can be given, at most: a basin fills its sink."""

MOST = 100
"""Things found in a picture, at most."""

GREY = 127.0
"""What is around a picture whose sides are not multiples of CELL."""


class BoxContents(NamedTuple):
    """What is in boxes, row by row; all but the features are shares from 0 to 1."""

    boxes: Float64s
    """n x 4, in pixels of the picture that was given."""
    kinds: Float32s
    """n x types."""
    colours: Float32s
    states: Float32s
    features: Float32s


class Answers(NamedTuple):
    """What was found, the surest first: rows of contents, their types and their scores."""

    contents: BoxContents
    rows: Int64s
    kinds: Int64s
    scores: Float64s


class Glance:
    """A picture and what the network made of it."""

    def __init__(
        self, network: DetectorNetwork, compiled: CompiledDetector, picture: Uint8s, longest: int = LONGEST
    ) -> None:
        self._network = network
        height, width = picture.shape[:2]
        self._scale = max(LONGEST, min(longest, max(height, width))) / max(height, width)
        rows, columns = max(1, round(height * self._scale)), max(1, round(width * self._scale))
        with torch.inference_mode():
            given = torch.from_numpy(np.array(picture)[None]).permute(0, 3, 1, 2).float()
            if (rows, columns) != (height, width):
                given = functional.interpolate(
                    given, size=(rows, columns), mode="bilinear", antialias=True, align_corners=False
                )
            given = functional.pad(given, (0, -columns % CELL, 0, -rows % CELL), value=GREY)
            self._maps, self._dense = compiled.seen(given)
        self._edges = np.array([columns, rows, columns, rows], float)

    @property
    def scene(self) -> Float32s:
        """128 numbers about the whole picture."""
        found: Float32s = self._maps.scene[0].numpy()
        return found

    def contents(self, boxes: NDArray[Any]) -> BoxContents:
        """What is in boxes (n x 4, in pixels of the picture)."""
        asked = np.asarray(boxes, np.float64).reshape(-1, 4)
        with torch.inference_mode():
            read = self._network.read(self._maps, torch.from_numpy((asked * self._scale).astype(np.float32))[None])
            return BoxContents(
                asked,
                read.kinds[0].softmax(1)[:, :-1].numpy(),
                read.colours[0].softmax(1).numpy(),
                read.states[0].sigmoid().numpy(),
                read.features[0].numpy(),
            )

    def found(self, least: float) -> Answers:
        """What is seen with at least such a score."""
        with torch.inference_mode():
            sure, cells = self._dense.there[0].sigmoid().topk(min(CELLS, self._dense.there.shape[1]))
            boxes, there = self._dense.boxes[0, cells].numpy().astype(float), sure.numpy().astype(float)
        enough = there >= LEAST_SURE
        boxes, there = boxes[enough].clip(0.0, self._edges), there[enough]
        alone = kept_boxes(boxes, there, SAME_PLACE)
        contents = self.contents(boxes[alone] / self._scale)
        kinds = np.argsort(-contents.kinds, axis=1, kind="stable")[:, :NAMES].reshape(-1)
        rows = np.repeat(np.arange(len(alone)), NAMES)
        scores = there[alone][rows] * contents.kinds[rows, kinds]
        kept = kept_boxes(contents.boxes[rows], scores, SAME_THING, kinds)
        kept = kept[scores[kept] >= least][:MOST]
        return Answers(contents, rows[kept], kinds[kept], scores[kept].astype(np.float64))
