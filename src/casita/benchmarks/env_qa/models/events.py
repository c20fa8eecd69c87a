"""Cutting a video into events: Algorithm 1 of the paper, and the focus of equation 2.

While one thing is done, it is supposed, the same things are near the middle of the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools
from casita.benchmarks.env_qa.watching.seen import Seen

FOCUS = 0.25
"""Tau of equation 2: how far from the middle of the picture the middle of a box may be, as a share of its sides."""

WEIGHT = 0.8
"""Epsilon of equation 2: what a thing in focus counts; any other counts one less this."""


class Span(NamedTuple):
    """An event: its first and its last frame."""

    first: int
    last: int


def segment_points(names: Sequence[AbstractSet[int]]) -> list[int]:
    """Algorithm 1: where a new event begins, given what is in focus in each frame; frames count from 0."""
    start, points = 0, list[int]()
    common: AbstractSet[int] = frozenset()
    for at, now in enumerate(names):
        common = now if at == start else common & now
        if not common:
            points.append(at)
            start, common = at, now
    return points


def events_of(names: Sequence[AbstractSet[int]]) -> list[Span]:
    """The events between points, whose frames belong to both sides as in the paper; a video has at least one."""
    last = len(names) - 1
    points = sorted({0, *segment_points(names), last})
    return [Span(first, end) for first, end in pairwise(points)] or [Span(0, 0)]


def in_focus(seen: Seen) -> Bools:
    """Which boxes are near the middle of the picture."""
    boxes = seen.boxes.astype(np.float32)
    away = (boxes[:, :2] + boxes[:, 2:]) / 2.0 - 0.5
    near: Bools = np.hypot(away[:, 0], away[:, 1]) < FOCUS
    return near


def names_in_focus(seen: Seen) -> list[frozenset[int]]:
    """The kinds of things near the middle of each frame."""
    near = in_focus(seen)
    ends = np.cumsum(seen.counts, dtype=np.int64)
    return [
        frozenset(seen.kinds[begin:end][near[begin:end]].tolist())
        for begin, end in zip((ends - seen.counts).tolist(), ends.tolist(), strict=True)
    ]
