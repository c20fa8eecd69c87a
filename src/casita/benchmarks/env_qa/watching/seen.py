"""What is seen in key frames, as arrays: when they are, the picture as a whole, and the things in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.catalog import catalog

STATES = ("open", "on", "dirty", "filled", "broken", "sliced")
"""States of things that are looked for, in this order."""


class Seen(NamedTuple):
    """Some key frames; what is seen in one stands in a row, and the boxes of all frames one after the other."""

    frames: NDArray[np.int32]
    """Numbers of the frames, at four a second from the film's beginning, or from that of what was given."""
    scenes: NDArray[np.float16]
    """frames x width: each picture as a whole."""
    counts: NDArray[np.int32]
    """How many boxes each frame has."""
    boxes: NDArray[np.float16]
    """boxes x 4: left, top, right, bottom, as shares of the picture's sides."""
    kinds: NDArray[np.uint8]
    """What is in each box, by its number in `kind_names()`."""
    scores: NDArray[np.float16]
    colours: NDArray[np.uint8]
    """By their numbers in `colour_names()`."""
    states: NDArray[np.float16]
    """boxes x states: how likely it is in each of `STATES`."""
    features: NDArray[np.float16]
    """boxes x width: how each looks."""

    def of(self, rows: Sequence[int] | NDArray[np.int64], begins: NDArray[np.int64] | None = None) -> Seen:
        """Some of the frames, in the order given; where the boxes of all frames begin may be known already."""
        which = np.asarray(rows, np.int64)
        if begins is None:
            begins = np.cumsum(self.counts, dtype=np.int64) - self.counts
        boxes = ranges(begins[which], self.counts[which])
        by_frame, by_box = _parts(self[:3]), _parts(self[3:])
        return Seen(*(part[which] for part in by_frame), *(part[boxes] for part in by_box))

    def surest(self, most: int, least: float) -> Seen:
        """The same frames with at most so many boxes each, and those at least so sure; boxes are in order of that."""
        place = ranges(np.zeros(len(self.counts), np.int64), self.counts)
        kept = (place < most) & (self.scores >= np.float16(least))
        frame = np.repeat(np.arange(len(self.counts)), self.counts)
        counts = np.bincount(frame[kept], minlength=len(self.counts)).astype(np.int32)
        return Seen(*self[:2], counts, *(part[kept] for part in _parts(self[3:])))


def _parts(several: Sequence[Any]) -> Sequence[Any]:
    """Arrays of several types, each of which is cut alike."""
    return several


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


def ranges(begins: NDArray[np.int64], counts: NDArray[np.int32]) -> NDArray[np.int64]:
    """So many whole numbers from each beginning on, one after the other.

    >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    before = np.cumsum(counts, dtype=np.int64) - counts
    found: NDArray[np.int64] = np.arange(int(counts.sum()), dtype=np.int64) + np.repeat(begins - before, counts)
    return found


@cache
def kind_names() -> tuple[str, ...]:
    """Kinds of things by number; the first stands for all that is unknown."""
    return ("", *sorted(catalog()))


@cache
def colour_names() -> tuple[str, ...]:
    """Colours by number; the first stands for all that is unknown."""
    return ("", *sorted(catalog().colours))
