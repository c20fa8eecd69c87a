"""What a network is shown of an instance: the thing, its surroundings, or both (the paper's section 4.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from casita.arrays import Float32s
from casita.benchmarks.plausiblact.item import Box
from casita.errors import BadInput
from casita.protocols import Picture

PictureView = Literal["instance", "masked", "full", "around"]
View = Literal[PictureView, "box"]

CONTEXTS: Mapping[str, tuple[PictureView, ...]] = {
    "ignore": ("instance",),
    "img+masked": ("instance", "masked"),
    "img+full": ("instance", "full"),
    "only-masked": ("masked",),
    "only-full": ("full",),
}
"""The paper's settings: which pictures a network is given; two go through encoders of their own."""

SIDE = 224
"""Pixels of what a network is shown, unless it says otherwise."""

MARGIN = 0.2
"""Share of a box's longer side that `around` shows on every side: what a thing stands on, and what is beside it."""


BOX_NUMBERS = 6
"""Of the view `box`, which is no picture."""


def checked_box(picture: Picture, box: Sequence[int]) -> Box:
    """A box; BadInput if it is not within its picture, or empty."""
    height, width = picture.shape[:2]
    if len(box) != 4:
        raise BadInput(f"a box has four sides, left, top, right and bottom; it is {tuple(box)}")
    left, top, right, bottom = (int(side) for side in box)
    if not (0 <= left < right <= width and 0 <= top < bottom <= height):
        raise BadInput(f"box {tuple(box)} is empty, or outside its picture of {width} x {height} pixels")
    return Box(left, top, right, bottom)


def view_of(picture: Picture, box: Sequence[int], view: PictureView, side: int = SIDE) -> Picture:
    """One input: the thing cut out, or the whole picture, with the thing blacked out if it is masked; a square."""
    return squared(cut_out(picture, box, view), side)


def cut_out(picture: Picture, box: Sequence[int], view: PictureView) -> Picture:
    """The pixels of one input, before they are scaled."""
    left, top, right, bottom = checked_box(picture, box)
    if view == "instance":
        return picture[top:bottom, left:right]
    if view == "around":
        more = round(MARGIN * max(right - left, bottom - top))
        return picture[max(0, top - more) : bottom + more, max(0, left - more) : right + more]
    shown = np.array(picture)
    if view == "masked":
        shown[top:bottom, left:right] = 0
    return shown


def box_numbers(picture: Picture, box: Sequence[int]) -> Float32s:
    """The view `box`: what a square cut-out does not tell of a box, in numbers that are the same if all is mirrored.

    Logarithms of height by width and of the share of the picture, the same of the picture's own height by width, how
    far down its middle is, and which shares of what `around` shows above and below it are outside the picture.
    """
    left, top, right, bottom = checked_box(picture, box)
    tall, wide = picture.shape[:2]
    height, width = bottom - top, right - left
    more = max(1, round(MARGIN * max(width, height)))
    numbers = [
        np.log(height / width), np.log(height * width / (tall * wide)), np.log(tall / wide),
        (top + bottom) / (2 * tall), max(0, more - top) / more, max(0, bottom + more - tall) / more,
    ]  # fmt: skip
    return np.array(numbers, dtype=np.float32)


def squared(shown: Picture, side: int) -> Picture:
    """A picture scaled to a square."""
    from PIL import Image

    scaled = Image.fromarray(np.ascontiguousarray(shown)).resize((side, side), Image.Resampling.BILINEAR)
    return np.asarray(scaled)
