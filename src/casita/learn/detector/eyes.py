"""The trained detector as others use it: pictures in, what is seen in them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float16s, Uint8s
from casita.errors import BadInput
from casita.learn.backend import torch_on_one_thread
from casita.learn.checkpoints import fill_module, load_weights
from casita.learn.detector.labels import FEATURES, STATES, colour_names, kind_names, states_of
from casita.learn.extracting import checked_pictures

if TYPE_CHECKING:
    from casita.learn.detector.glance import BoxContents, Glance

KIND, VERSION = "detector", 1
"""What the file of weights says it is."""

WEIGHTS = Path(__file__).parent.parent / "weights" / "detector.safetensors"
"""The weights that come with Casita."""

Pictures = Sequence[Any] | Uint8s
"""Pictures of one size, each height x width x 3, uint8."""


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
    features: Float16s
    """128 numbers that describe what is in the box."""


def load_detector(path: Path | None = None, longest: int | None = None, *, half: bool = False) -> HomeDetector:
    """The detector that comes with Casita, or one with other weights; torch then uses one thread.

    `longest` is how many pixels of the longer side of large pictures it looks at; 256 if it is not said.
    `half` is for many pictures: the network runs in bfloat16 where the processor can, twice as fast and a little less
    exact; what is seen then differs a little between kinds of processors.
    """
    torch_on_one_thread("the detector")
    return HomeDetector(path or WEIGHTS, longest, half=half)


class HomeDetector:
    """Finds things in pictures, one picture after another, so that answers do not depend on what else is asked.

    >>> eyes = load_detector()                                              # doctest: +SKIP
    >>> [(thing.kind, thing.score) for thing in eyes.detect([picture])[0]]  # doctest: +SKIP
    """

    def __init__(self, path: Path = WEIGHTS, longest: int | None = None, *, half: bool = False) -> None:
        from casita.learn.detector.glance import LONGEST
        from casita.learn.detector.inference import CompiledDetector
        from casita.learn.detector.network import DetectorNetwork
        from casita.learn.needing_torch import torch

        checkpoint = load_weights(path, KIND, VERSION)
        self.network = DetectorNetwork()
        fill_module(self.network, checkpoint, path)
        self.network.eval().requires_grad_(False)
        self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._compiled = CompiledDetector(self.network, half)
        self._longest = longest or LONGEST
        self.digest = checkpoint.digest
        self.notes = checkpoint.notes

    def detect(self, pictures: Pictures, least: float = 0.05) -> list[list[Detection]]:
        """What is seen in each picture (height x width x 3, uint8, all of one size), the surest first.

        What is less sure than `least` is left out. A box whose type is not clear comes up to three times.
        """
        return [things for things, _ in self.see(pictures, least)]

    def see(self, pictures: Pictures, least: float = 0.05) -> Iterator[tuple[list[Detection], Float16s]]:
        """What `detect` finds in each picture, with the 128 numbers that describe the whole of it: looked at once."""
        if not 0.0 <= least <= 1.0:
            raise BadInput(f"the least score is from 0 to 1, not {least!r}")
        for glance in self.glances(pictures):
            contents, *answers = glance.found(least)
            rows = zip(*(column.tolist() for column in answers), strict=True)
            yield [_detection(contents, *each) for each in rows], glance.scene.astype(np.float16)

    def describe(self, pictures: Pictures, boxes: Sequence[NDArray[Any]]) -> list[list[Detection]]:
        """What is in given boxes (n x 4 for each picture, in pixels): the most likely type of each, with its share."""
        if len(boxes) != len(pictures):
            raise BadInput(f"boxes for each picture are needed: {len(boxes)} for {len(pictures)}")
        found = []
        for glance, asked in zip(self.glances(pictures), boxes, strict=True):
            contents = glance.contents(asked)
            kinds = contents.kinds.argmax(1).tolist()
            found.append([_detection(contents, row, kind, contents.kinds[row, kind]) for row, kind in enumerate(kinds)])
        return found

    def scene_features(self, pictures: Pictures) -> Float16s:
        """n x 128: what a whole picture shows."""
        rows = [glance.scene for glance in self.glances(pictures)]
        return np.array(rows, np.float16).reshape(-1, FEATURES)

    def glances(self, pictures: Pictures) -> Iterator[Glance]:
        """Each picture as the network sees it: for who asks more than one thing of it."""
        from casita.learn.detector.glance import Glance

        for picture in checked_pictures(pictures) if len(pictures) else ():
            yield Glance(self.network, self._compiled, picture, self._longest)


def _detection(contents: BoxContents, row: int, kind: int, score: float) -> Detection:
    """One answer, rounded."""
    left, top, right, bottom = (round(edge, 1) for edge in contents.boxes[row].tolist())
    name = kind_names()[kind]
    likely = dict(zip(STATES, contents.states[row].tolist(), strict=True))
    return Detection(
        (left, top, right, bottom),
        name,
        round(float(score), 4),
        colour_names()[int(contents.colours[row].argmax())],
        {state: round(likely[state], 3) for state in states_of(name)},
        contents.features[row].astype(np.float16),
    )
