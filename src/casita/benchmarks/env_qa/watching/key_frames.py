"""Which frames of a video are looked at closely: those in which something changed, told from the pixels alone.

A frame is averaged down to a few cells. One frame each half second is a key frame if some cell differs from the last
key frame; the last frame is one as soon as anything differs. While the camera rests and nothing happens there are no
further key frames.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from casita.arrays import Float32s
from casita.errors import BadInput
from casita.protocols import Picture

CELLS = 28
"""Cells of a frame's sides, at the most."""

CHANGED = 8.0
"""Levels of 255, in any colour, by which a cell must differ."""

APART = 2
"""Only frames whose numbers are multiples of it, and the last one, can be key frames; there are four a second."""


def key_frames(frames: Sequence[Picture]) -> list[int]:
    """Numbers of the key frames, the first frame among them; BadInput if there is no frame."""
    return chosen({number: cells_of(frames[number]) for number in candidates(len(frames))})


def candidates(frames: int) -> list[int]:
    """Numbers of the frames that can be key frames, of so many; BadInput if there is none."""
    if frames < 1:
        raise BadInput("there are no frames to look at")
    last = frames - 1
    return sorted({*range(0, frames, APART), last})


def chosen(cells: Mapping[int, Float32s]) -> list[int]:
    """The key frames among candidates, in their order, that are averaged down."""
    found = list[int]()
    for number, own in cells.items():
        if not found or float(np.abs(own - cells[found[-1]]).max()) > CHANGED:
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
