"""What is seen in key frames, as arrays: when they are, the picture as a whole, and the things in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float16s, Int32s, Int64s, Uint8s
from casita.catalog import catalog
from casita.learn.detector.labels import STATES as DETECTED_STATES

STATES = tuple(DETECTED_STATES)
"""States of things that are looked for, in this order."""

FRAME_COLUMNS = ("frames", "scenes", "counts")
"""Columns with a row a frame; all others have a row a box."""


class Seen(NamedTuple):
    """Some key frames; what is seen in one stands in a row, and the boxes of all frames one after the other."""

    frames: Int32s
    """Numbers of the frames, at four a second from the film's beginning, or from that of what was given."""
    scenes: Float16s
    """frames x width: each picture as a whole."""
    counts: Int32s
    """How many boxes each frame has."""
    boxes: Float16s
    """boxes x 4: left, top, right, bottom, as shares of the picture's sides."""
    kinds: Uint8s
    """What is in each box, by its number in `kind_names()`."""
    scores: Float16s
    colours: Uint8s
    """By their numbers in `colour_names()`."""
    states: Float16s
    """boxes x states: how likely it is in each of `STATES`."""
    features: Float16s
    """boxes x width: how each looks."""

    def of(self, rows: Sequence[int] | Int64s, begins: Int64s | None = None) -> Seen:
        """Some of the frames, in the order given; where the boxes of all frames begin may be known already."""
        which = np.asarray(rows, np.int64)
        if begins is None:
            begins = np.cumsum(self.counts, dtype=np.int64) - self.counts
        boxes = ranges(begins[which], self.counts[which])
        return self._replaced(dict.fromkeys(FRAME_COLUMNS, which), boxes)

    def surest(self, most: int, least: float) -> Seen:
        """The same frames with at most so many boxes each, and those at least so sure; boxes are in order of that."""
        place = ranges(np.zeros(len(self.counts), np.int64), self.counts)
        kept = (place < most) & (self.scores >= np.float16(least))
        frame = np.repeat(np.arange(len(self.counts)), self.counts)
        counts = np.bincount(frame[kept], minlength=len(self.counts)).astype(np.int32)
        return self._replaced({}, kept)._replace(counts=counts)

    def _replaced(self, frames: Mapping[str, Int64s], boxes: NDArray[Any]) -> Seen:
        """With some rows of some columns of frames, and some of all columns of boxes."""
        rows = {**frames, **{name: boxes for name in self._fields if name not in FRAME_COLUMNS}}
        return self._replace(**{name: getattr(self, name)[row] for name, row in rows.items()})


def joined(several: Iterable[Seen]) -> Seen:
    """The frames of one after those of the other."""
    return Seen(*(np.concatenate(parts) for parts in zip(*several, strict=True)))


def nothing_seen(scene: int, features: int) -> Seen:
    """One frame in which nothing is seen, of these widths."""
    none = np.zeros(0, np.uint8)
    return Seen(
        np.zeros(1, np.int32), np.zeros((1, scene), np.float16), np.zeros(1, np.int32), np.zeros((0, 4), np.float16),
        none, np.zeros(0, np.float16), none, np.zeros((0, len(STATES)), np.float16),
        np.zeros((0, features), np.float16),
    )  # fmt: skip


def ranges(begins: Int64s, counts: Int32s) -> Int64s:
    """So many whole numbers from each beginning on, one after the other.

    >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    before = np.cumsum(counts, dtype=np.int64) - counts
    numbers: Int64s = np.arange(int(counts.sum()), dtype=np.int64)
    numbers += np.repeat(begins - before, counts)
    return numbers


@cache
def kind_names() -> tuple[str, ...]:
    """Kinds of things by number; the first stands for all that is unknown."""
    return ("", *sorted(catalog()))


@cache
def colour_names() -> tuple[str, ...]:
    """Colours by number; the first stands for all that is unknown."""
    return ("", *sorted(catalog().colours))
