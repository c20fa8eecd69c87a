"""Which frames of a video are looked at closely: those in which something changed, told from the pixels alone.

A frame is averaged down to a few cells. One frame each half second is a key frame if some cell differs from the last
key frame; the last frame is one as soon as anything differs. While the camera rests and nothing happens there are no
further key frames.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.arrays import Float32s
from casita.errors import BadInput
from casita.protocols import Picture

CELLS = 28
"""Cells of a frame's sides, at the most."""

CHANGED = 8.0
"""Levels of 255, in any colour, by which a cell must differ."""

APART = 2
"""Only frames whose numbers are multiples of it, and the last one, can be key frames; there are four frames a second."""


def key_frames(frames: Sequence[Picture]) -> list[int]:
    """Numbers of the key frames, the first frame among them; BadInput if there is no frame."""
    return chosen([cells_of(frame) for frame in frames])


def chosen(cells: Sequence[Float32s]) -> list[int]:
    """The same of frames that are averaged down."""
    if not len(cells):
        raise BadInput("there are no frames to look at")
    found = [0]
    for number in range(1, len(cells)):
        may_follow = number % APART == 0 or number == len(cells) - 1
        if may_follow and float(np.abs(cells[number] - cells[found[-1]]).max()) > CHANGED:
            found.append(number)
    return found


def cells_of(frame: Picture) -> Float32s:
    """A frame averaged down: rows x columns x 3."""
    return _averaged(_averaged(frame.astype(np.float32), 0), 1)


def _averaged(values: Float32s, axis: int) -> Float32s:
    count = values.shape[axis]
    edges = np.arange(min(CELLS, count)) * count // min(CELLS, count)
    sizes = np.diff(np.append(edges, count)).astype(np.float32)
    totals: Float32s = np.add.reduceat(values, edges, axis=axis)
    shape = [len(sizes) if each == axis else 1 for each in range(values.ndim)]
    return np.divide(totals, sizes.reshape(shape), dtype=np.float32)
