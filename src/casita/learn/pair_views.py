"""Two pictures looked at together, before and candidate: both whole, and both close up where they differ.

Beside this is what the in-domain encoder, which knows many types in many states, finds changed between the two.

A view holds both pictures at a small size, one above the other. The whole view has one more layer: how well each place
of the candidate is explained by some place of the before-picture in about the same column. A camera that looks up
or down moves what it sees along columns, so what comes from another scene stays unexplained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from casita.arrays import Bools, Float32s, Uint8s
from casita.errors import BadInput
from casita.learn.encoded_pairs import PairViews, change_found, kept_change_found
from casita.learn.kept_pairs import Arrays, kept_pairs
from casita.protocols import Picture

VERSION = 1
ENCODER = "casita"
"""Name of the features that are compared."""
SIDE = 64
"""Pixels of the side of a view."""
COARSE = 32
"""Cells of the side of the grid on which places are explained."""
ASIDE = 3
"""Columns of that grid by which a place may have moved aside."""
NOTICED = 24
"""Levels of 255 by which a colour must differ to count as a difference."""
LEAST = 48
"""Pixels of the side of the smallest close-up."""
LOOKED = ("whole", "close", "numbers")
"""What is kept of pairs."""
WHOLE, CLOSE, NUMBERS = 7, 6, 6
"""Layers of the whole view and of the close-up, and how many numbers come with them."""


@dataclass(frozen=True, kw_only=True)
class Views(PairViews):
    """Both pictures whole, and close up where they differ.

    Numbers are P x 6: where the close-up is and how large, how much differs there and in all, and is not explained.
    """

    whole: Uint8s
    """P x 7 x 64 x 64: before, candidate, how far each place is from being explained."""
    close: Uint8s
    """P x 6 x 64 x 64: before, candidate."""


def views_of(pairs: Iterable[tuple[Picture, Picture]]) -> Views:
    """The views of pairs of before-picture and candidate."""
    seen = list(pairs)
    return Views(**_looked(seen), known=change_found(seen, ENCODER))


def _looked(pairs: Iterable[tuple[Picture, Picture]]) -> Arrays:
    """Whole views, close-ups and numbers, by name."""
    rows = [_view(before, candidate) for before, candidate in pairs]
    if not rows:
        raise BadInput("no pairs of pictures to look at")
    return {name: np.stack(column) for name, column in zip(LOOKED, zip(*rows, strict=True), strict=True)}


def _view(before: Picture, candidate: Picture) -> tuple[Uint8s, Uint8s, Float32s]:
    if before.shape != candidate.shape or before.ndim != 3 or before.shape[2] != 3:
        raise BadInput(f"pictures of {before.shape} and {candidate.shape}: expected two of one size, with 3 colours")
    apart = np.abs(before.astype(np.int16) - candidate.astype(np.int16)).max(axis=2) > NOTICED
    top, left, side = _box(apart)
    inside = apart[top : top + side, left : left + side]
    unexplained = _unexplained(_small(before, COARSE), _small(candidate, COARSE))
    layer = np.repeat(np.repeat(unexplained, SIDE // COARSE, axis=0), SIDE // COARSE, axis=1)
    whole = np.concatenate([_small(before, SIDE), _small(candidate, SIDE), layer[:, :, None]], axis=2)
    part = (slice(top, top + side), slice(left, left + side))
    close = np.concatenate([_small(before[part], SIDE), _small(candidate[part], SIDE)], axis=2)
    high, wide = apart.shape
    numbers = np.array(
        [
            (left + side / 2) / wide - 0.5,
            (top + side / 2) / high - 0.5,
            side / wide,
            inside.mean(),
            apart.mean(),
            unexplained.mean() / 255,
        ],
        dtype=np.float32,
    )
    return whole.transpose(2, 0, 1), close.transpose(2, 0, 1), numbers


def _box(apart: Bools) -> tuple[int, int, int]:
    """Top, left and side of the square that holds the middle 96% of the differences, with a margin."""
    high, wide = apart.shape
    limit = min(high, wide)
    if not apart.any():
        return (high - limit) // 2, (wide - limit) // 2, limit
    ends = []
    for axis in (1, 0):
        running = np.cumsum(apart.sum(axis=axis))
        ends.append(np.searchsorted(running, running[-1] * np.array([0.02, 0.98])))
    (top, bottom), (left, right) = ends
    longest = int(max(bottom - top, right - left)) + 1
    side = min(max(longest + 2 * (longest // 8), min(LEAST, limit)), limit)
    return (
        int(np.clip((top + bottom - side) // 2, 0, high - side)),
        int(np.clip((left + right - side) // 2, 0, wide - side)),
        side,
    )


def _small(picture: Picture, side: int) -> Picture:
    from PIL import Image

    return np.asarray(Image.fromarray(np.ascontiguousarray(picture)).resize((side, side), Image.Resampling.BOX))


def _unexplained(before: Picture, candidate: Picture) -> Uint8s:
    """For each cell of the candidate, how far it is from the most alike cell of the before-picture in near columns."""
    ours, theirs = _patches(before), _patches(candidate)
    near = np.abs(np.arange(COARSE)[:, None] - np.arange(COARSE)) <= ASIDE
    best = np.empty((COARSE, COARSE), dtype=np.float32)
    for column in range(COARSE):
        known = ours[:, near[column]].reshape(-1, ours.shape[2])
        asked = theirs[:, column]
        squares = (asked**2).sum(axis=1)[:, None] + (known**2).sum(axis=1) - 2 * asked @ known.T
        best[:, column] = np.sqrt(np.maximum(squares.min(axis=1), 0) / ours.shape[2])
    return np.minimum(best * 4, 255).astype(np.uint8)


def _patches(picture: Picture) -> Float32s:
    """Each cell with its eight neighbours, as one vector."""
    padded = np.pad(picture.astype(np.float32), ((1, 1), (1, 1), (0, 0)), mode="edge")
    high, wide = picture.shape[:2]
    return np.concatenate([padded[y : y + high, x : x + wide] for y in range(3) for x in range(3)], axis=2)


def kept_views(pairs: Sequence[tuple[str, str]], png: Callable[[str], bytes], folder: Path) -> Views:
    """The views of pairs of keys; what is seen of the same pictures is kept in the folder and not made again."""
    known = kept_change_found(pairs, png, folder, ENCODER)
    return Views(**kept_pairs("views", VERSION, pairs, png, folder, _looked), known=known)
