"""What was seen in the frames of a video: one row for each detection, as arrays, by the names that questions use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.env_qa.films.names import name_of
from casita.catalog import Affordance, catalog
from casita.learn.encoder_labels import type_names
from casita.protocols import Picture

STATES: dict[str, Affordance] = {
    "open": "open", "on": "toggle", "dirty": "dirty", "filled": "fill", "broken": "break", "sliced": "slice",
}  # fmt: skip
"""States that a detector tells, and what a type must afford to have them."""

FEATURES = 128
"""Numbers that a detector gives for a box, and for a whole picture."""

AT_ONCE = 32
"""Pictures that are looked at together."""

TICKS = 2.0
"""Moments a second that are remembered."""

FLOOR = "floor"
"""It is everywhere, and has no box."""

LEAST = 0.1
"""Score of a detection that is kept, at least."""


class Detection(Protocol):
    """What is read of a detection, whoever made it."""

    @property
    def box(self) -> Sequence[float]:
        """Left, top, right, bottom, in pixels."""

    @property
    def kind(self) -> str:
        """Name of its type."""

    @property
    def score(self) -> float:
        """How sure it is, from 0 to 1."""

    @property
    def colour(self) -> str:
        """Name of its colour."""

    @property
    def states(self) -> Mapping[str, float]:
        """Probabilities of the states that its type affords."""

    @property
    def features(self) -> NDArray[Any]:
        """Its look."""


class Eyes(Protocol):
    """Whatever finds things in pictures."""

    def detect(self, pictures: Any, least: float = LEAST) -> Sequence[Sequence[Detection]]:
        """What each picture shows."""

    def scene_features(self, pictures: Any) -> NDArray[Any]:
        """The look of each picture as a whole."""


@cache
def known_names() -> tuple[str, ...]:
    """The names of all things that can be seen, in a fixed order."""
    return tuple(dict.fromkeys(map(name_of, type_names())))


@cache
def type_of(name: str) -> str:
    """The type that a name means; the whole where a part is called the same."""
    return next(kind for kind in type_names() if name_of(kind) == name)


@cache
def number_of(name: str) -> int:
    """The place of a name among all of them; -1 for what has none."""
    return known_names().index(name) if name in known_names() else -1


@cache
def colour_names() -> tuple[str, ...]:
    """All colours, in a fixed order."""
    return tuple(catalog().colours)


class Sightings(NamedTuple):
    """Everything that was seen in a video, in the order of its frames."""

    count: int
    """Moments, `TICKS` a second."""
    frames: NDArray[np.int32]
    """By sighting: at which moment."""
    names: NDArray[np.int16]
    """Which of `known_names`."""
    boxes: NDArray[np.float32]
    """Left, top, right, bottom as shares of the picture's sides."""
    scores: NDArray[np.float32]
    colours: NDArray[np.int8]
    states: NDArray[np.float32]
    """By `STATES`: how likely; a half where the type has no such state."""
    features: NDArray[np.float16]
    scene: NDArray[np.float16]
    """By frame: the look of the whole picture."""

    def part(self, first: int, end: int) -> Sightings:
        """Those of some frames, as a video of its own."""
        low, high = np.searchsorted(self.frames, [first, end]).tolist()
        own = (column[low:high] for column in self[2:8])
        return Sightings(end - first, self.frames[low:high] - first, *own, self.scene[first:end])

    def save(self, path: Path) -> None:
        """Keep them in a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        kept: dict[str, Any] = self._asdict() | {"states": self.states.astype(np.float16)}
        np.savez(path, **kept)

    @classmethod
    def load(cls, path: Path) -> Sightings:
        """Those that were kept in a file."""
        with np.load(path) as kept:
            found = {name: kept[name] for name in cls._fields}
        found["states"] = found["states"].astype(np.float32)
        return cls(**(found | {"count": int(found["count"])}))


def sightings_of(detected: Iterable[Sequence[Detection]], scene: NDArray[Any], sides: tuple[int, int]) -> Sightings:
    """Detections of frames, packed; `sides` are the pictures' width and height in pixels."""
    colours = {name: number for number, name in enumerate(colour_names())}
    rows: list[tuple[int, int, Detection]] = []
    for frame, found in enumerate(detected):
        for one in found:
            number = number_of(name_of(one.kind))
            if number >= 0 and one.kind != FLOOR:
                rows.append((frame, number, one))
    scale = np.array([*sides, *sides], np.float32)
    return Sightings(
        len(scene),
        np.array([frame for frame, _, _ in rows], np.int32),
        np.array([number for _, number, _ in rows], np.int16),
        np.array([one.box for _, _, one in rows], np.float32).reshape(-1, 4) / scale,
        np.array([one.score for _, _, one in rows], np.float32),
        np.array([colours.get(one.colour, -1) for _, _, one in rows], np.int8),
        np.array([[one.states.get(state, 0.5) for state in STATES] for _, _, one in rows], np.float32).reshape(-1, 6),
        np.array([one.features for _, _, one in rows], np.float16).reshape(-1, FEATURES),
        np.asarray(scene, np.float16),
    )


def looked(eyes: Eyes, pictures: Sequence[Picture]) -> Sightings:
    """What eyes see in the frames of a video."""
    detected: list[Sequence[Detection]] = []
    scenes: list[NDArray[Any]] = []
    for start in range(0, len(pictures), AT_ONCE):
        some = np.stack(pictures[start : start + AT_ONCE])
        detected += eyes.detect(some, LEAST)
        scenes.append(eyes.scene_features(some))
    height, width = pictures[0].shape[:2]
    return sightings_of(detected, np.concatenate(scenes), (width, height))
