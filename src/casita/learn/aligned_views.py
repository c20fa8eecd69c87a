"""Pairs of pictures from a head that moved, laid on each other: whole, and close up where most is not explained.

Both ways round: the candidate beside what the before-picture has of each of its cells, and the before-picture beside
what the candidate has of its cells. What has come is seen in the one, what is gone in the other. Beside this is what an
encoder finds changed between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Uint8s
from casita.errors import BadInput
from casita.learn.aligning import COARSE, GRID, MOST, Alignment, aligned, small, standard, whole_shift
from casita.learn.encoded_pairs import PairViews, change_found, kept_change_found
from casita.learn.kept_pairs import Arrays, kept_pairs
from casita.protocols import Picture

VERSION = 1
CLOSE = 64
"""Pixels of the side of a close-up as it is seen."""
WINDOW = 0.32
"""Share of the picture's side that a close-up shows."""
NUMBERS = 10
"""How many numbers come with the views."""
WAYS = ("come", "gone")


@dataclass(frozen=True, kw_only=True)
class AlignedViews(PairViews):
    """Both pictures laid on each other. Layers are before, candidate and, of whole ones, misfit.

    Numbers are P x 10: the shift of the whole; then for each way how much is not explained, most in one window, and
    where.
    """

    come: Uint8s
    gone: Uint8s
    """P x 7 x 48 x 48: on the candidate's cells, and on those of the before-picture."""
    come_close: Uint8s
    gone_close: Uint8s
    """P x 6 x 64 x 64: where most is not explained."""


class _Side(NamedTuple):
    """One way to lay two pictures on each other."""

    whole: Uint8s
    close: Uint8s
    numbers: tuple[float, ...]


def aligned_views(pairs: Iterable[tuple[Picture, Picture]], features: str, *, registered: bool = True) -> AlignedViews:
    """The views of pairs of before-picture and candidate; not `registered`, cells are compared with the same cells.

    Without `features` no encoder is asked.
    """
    seen = list(pairs)
    return AlignedViews(**_looked(iter(seen), registered), known=change_found(seen, features))


def kept_aligned_views(
    pairs: Sequence[tuple[str, str]],
    png: Callable[[str], bytes],
    folder: Path,
    *,
    features: str,
    registered: bool = True,
) -> AlignedViews:
    """As `aligned_views` of pairs of keys, from those that are kept in the folder if they are there."""
    name = "aligned" if registered else "still"
    looked = kept_pairs(name, VERSION, pairs, png, folder, lambda pictures: _looked(pictures, registered))
    return AlignedViews(**looked, known=kept_change_found(pairs, png, folder, features))


def _looked(pairs: Iterable[tuple[Picture, Picture]], registered: bool) -> Arrays:
    """Whole views, close-ups and numbers, by name."""
    rows = [_both_ways(before, candidate, registered) for before, candidate in pairs]
    if not rows:
        raise BadInput("no pairs of pictures to look at")
    made: dict[str, NDArray[np.generic]] = {"numbers": np.array([numbers for numbers, _ in rows], np.float32)}
    for place, way in enumerate(WAYS):
        made[way] = np.stack([sides[place].whole for _, sides in rows])
        made[f"{way}_close"] = np.stack([sides[place].close for _, sides in rows])
    return made


def _both_ways(before: Picture, candidate: Picture, registered: bool) -> tuple[tuple[float, ...], tuple[_Side, _Side]]:
    if before.shape != candidate.shape or before.ndim != 3 or before.shape[2] != 3:
        raise BadInput(f"pictures of {before.shape} and {candidate.shape}: expected two of one size, with 3 colours")
    down, right, near = 0, 0, {}
    if registered:
        down, right = whole_shift(*(standard(small(picture, COARSE)) for picture in (candidate, before)))
    else:
        near = {"near": 0}
    fine = GRID // COARSE
    one, other = (standard(small(picture, GRID)) for picture in (before, candidate))
    come = _side(candidate, before, aligned(other, one, (fine * down, fine * right), **near), flipped=True)
    gone = _side(before, candidate, aligned(one, other, (-fine * down, -fine * right), **near), flipped=False)
    numbers = (down / COARSE, right / COARSE, *come.numbers, *gone.numbers)
    return numbers, (come, gone)


def _side(here: Picture, there: Picture, where: Alignment, *, flipped: bool) -> _Side:
    """A picture beside what another has of its cells; `flipped`, the other comes first."""
    own, others = small(here, GRID), small(there, GRID)[where.down, where.right]
    layer = np.rint(where.misfit * (255 / MOST)).astype(np.uint8)[:, :, None]
    pair = (others, own) if flipped else (own, others)
    cells = round(WINDOW * GRID)
    sums = np.pad(where.misfit, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    windows = sums[cells:, cells:] - sums[:-cells, cells:] - sums[cells:, :-cells] + sums[:-cells, :-cells]
    top, left = (int(place) for place in np.unravel_index(int(windows.argmax()), windows.shape))
    part = (slice(top, top + cells), slice(left, left + cells))
    moved = tuple(
        int(np.median(found[part] - np.indices((GRID, GRID))[axis][part])) for axis, found in enumerate(where[:2])
    )
    closes = (_cut(there, top + moved[0], left + moved[1], cells), _cut(here, top, left, cells))
    close = np.concatenate(closes if flipped else closes[::-1], axis=2)
    share = float(windows[top, left]) / cells**2
    numbers = (float(where.misfit.mean()), share, (top + cells / 2) / GRID - 0.5, (left + cells / 2) / GRID - 0.5)
    return _Side(np.concatenate([*pair, layer], axis=2).transpose(2, 0, 1), close.transpose(2, 0, 1), numbers)


def _cut(picture: Picture, top: int, left: int, cells: int) -> Picture:
    """A square of so many cells, as near to its place as the picture reaches, at the size of close-ups."""
    high, wide = picture.shape[:2]
    tall, broad = cells * high // GRID, cells * wide // GRID
    y = min(max(top * high // GRID, 0), high - tall)
    x = min(max(left * wide // GRID, 0), wide - broad)
    return small(picture[y : y + tall, x : x + broad], CLOSE)
