"""Who looks at key frames: the detector, or, for a trial, a network trained on ImageNet that sees no things.

What is seen of a picture does not depend on what else is looked at. Films have so many key frames that the detector
runs at half precision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import numpy as np

from casita.arrays import Float16s
from casita.benchmarks.env_qa.watching.seen import STATES, Seen, colour_names, kind_names
from casita.errors import unknown
from casita.learn.detector import Detection
from casita.learn.detector.labels import FEATURES
from casita.protocols import Picture

BOXES = 24
"""Things of a picture that are kept, at the most: the surest."""

LEAST = 0.1
"""How sure the eyes must be of a thing."""

WIDTH = FEATURES
"""Numbers that say how a thing looks."""

DETECTOR, IMAGENET = "detector", "imagenet"


Sight = tuple[Sequence[Detection], Float16s]
"""The things in a picture, and numbers that describe the whole of it."""


class Eyes(Protocol):
    """What looks at pictures."""

    @property
    def digest(self) -> str:
        """Of all that what they see depends on."""

    def see(self, pictures: Sequence[Picture], least: float) -> Iterable[Sight]:
        """What is seen in each picture, of things at least so sure."""


def eyes_of(name: str) -> Eyes:
    """Eyes by name: detector or imagenet."""
    if name == DETECTOR:
        from casita.learn.detector import load_detector

        found: Eyes = load_detector(half=True)
        return found
    if name == IMAGENET:
        return ImageNetEyes()
    raise unknown("eyes", name, (DETECTOR, IMAGENET))


class ImageNetEyes:
    """Sees pictures as wholes, and no things."""

    def __init__(self) -> None:
        from casita.learn.imagenet import ImageNet

        self._network = ImageNet()
        self.digest = self._network.digest

    def see(self, pictures: Sequence[Picture], least: float) -> Iterable[Sight]:
        """No things, and what EfficientNet-lite0 sees before it names a class."""
        for vector in self._network.vectors(np.stack(pictures)):
            yield (), vector.astype(np.float16)


def look(eyes: Eyes, pictures: Sequence[Picture], frames: Sequence[int]) -> Seen:
    """What is seen in some pictures, which have these numbers."""
    kinds, colours = _numbered(kind_names()), _numbered(colour_names())
    every: list[Detection] = []
    shares: list[Any] = []
    counts, scenes = [], []
    for picture, (found, scene) in zip(pictures, eyes.see(pictures, LEAST), strict=True):
        kept = sorted(found, key=lambda each: -each.score)[:BOXES]
        height, width = picture.shape[:2]
        shares += [np.asarray(each.box, np.float64) / (width, height, width, height) for each in kept]
        every += kept
        counts.append(len(kept))
        scenes.append(scene)
    states = [[each.states.get(name, 0.0) for name in STATES] for each in every]
    features = [np.asarray(each.features, np.float16) for each in every]
    return Seen(
        np.asarray(frames, np.int32),
        np.asarray(scenes, np.float16),
        np.asarray(counts, np.int32),
        np.asarray(shares, np.float16).reshape(-1, 4),
        np.array([kinds.get(each.kind, 0) for each in every], np.uint8),
        np.array([each.score for each in every], np.float16),
        np.array([colours.get(each.colour, 0) for each in every], np.uint8),
        np.asarray(states, np.float16).reshape(-1, len(STATES)),
        np.asarray(features, np.float16).reshape(-1, WIDTH),
    )


def _numbered(names: Sequence[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}
