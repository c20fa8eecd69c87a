"""Pairs of pictures from a head that moved, laid on each other: what an encoder sees where they do not fit.

Both ways round: the candidate beside what the before-picture has of each of its cells, and the before-picture beside
what the candidate has of its cells. What has come is seen in the one, what is gone in the other. Beside this is what
the encoder finds changed between the two as wholes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float16s, Float32s
from casita.errors import BadInput
from casita.learn.aligning import COARSE, GRID, Alignment, aligned, small, standard, whole_shift
from casita.learn.encoded_pairs import PairViews, change_found, kept_change_found
from casita.learn.features import FeatureTable, small_maps, table, vectors_by
from casita.learn.kept_pairs import Arrays, kept_pairs
from casita.protocols import Picture

VERSION = 2
CELLS = 24
"""Cells of a side of the encoder's maps: each is `FINE` x `FINE` cells of the fine grid."""
FINE = GRID // CELLS
WINDOW = 8
"""Cells of the side of the window in which most is not explained."""
EXPLAINED = 0.25
"""Misfit up to which a cell counts as explained: shadows and edges differ that much."""
POOLED = 8
"""How many numbers are taken of each channel of the maps."""
NUMBERS = 12
"""How many numbers come with the views."""
WAYS = ("come", "gone")


@dataclass(frozen=True, kw_only=True)
class AlignedViews(PairViews):
    """Both pictures laid on each other, as the encoder sees them.

    Numbers are P x 12: the shift of the whole; then for each way how much is not explained, most in one window, where
    that is, and in how much of the picture.
    """

    come: Float16s
    gone: Float16s
    """P x (8 x channels): on the candidate's cells, and on those of the before-picture; of no width without an encoder.
    Both pictures where they do not fit; in the window how they differ, and the most of each; how the wholes differ."""


class _Seen(NamedTuple):
    """A picture as it is laid on another."""

    coarse: Float32s
    fine: Float32s
    cells: Float32s
    """24 x 24 x channels: what the encoder sees in each cell; no channels without one."""


def aligned_views(pairs: Iterable[tuple[Picture, Picture]], features: str, *, registered: bool = True) -> AlignedViews:
    """The views of pairs of before-picture and candidate; not `registered`, cells are compared with the same cells.

    Without `features` no encoder is asked.
    """
    pictures = list(pairs)
    extractor = vectors_by(features).extractor if features else None
    known: dict[int, _Seen] = {}

    def seen(picture: Picture) -> _Seen:
        if id(picture) not in known:
            cells = None if extractor is None else small_maps(extractor.maps(picture[None]), CELLS)[0]
            known[id(picture)] = _seen(picture, cells)
        return known[id(picture)]

    for before, candidate in pictures:
        _check(before, candidate)
    looked = _looked(((seen(before), seen(candidate)) for before, candidate in pictures), registered)
    return AlignedViews(**looked, known=change_found(pictures, features))


def kept_aligned_views(
    pairs: Sequence[tuple[str, str]],
    png: Callable[[str], bytes],
    folder: Path,
    *,
    features: str,
    registered: bool = True,
) -> AlignedViews:
    """As `aligned_views` of pairs of keys, from those that are kept in the folder if they are there."""

    def look(pictures: Iterator[tuple[Picture, Picture]]) -> Arrays:
        maps = _maps_of(pairs, png, folder, features) if features else None
        return _looked(_with_maps(pairs, pictures, maps), registered)

    of = vectors_by(features).extractor.digest if features else "no encoder"
    looked = kept_pairs("aligned" if registered else "still", f"{VERSION} {of}", pairs, png, folder, look)
    return AlignedViews(**looked, known=kept_change_found(pairs, png, folder, features))


def _maps_of(
    pairs: Sequence[tuple[str, str]], png: Callable[[str], bytes], folder: Path, features: str
) -> FeatureTable:
    """The encoder's maps of all pictures of some pairs; those of the same pictures are kept and not made again."""
    pictures = {key: partial(png, key) for key in sorted({key for pair in pairs for key in pair})}
    return table(vectors_by(features).extractor, pictures, folder / "features", progress=False, maps=True, side=CELLS)


def _with_maps(
    pairs: Sequence[tuple[str, str]], pictures: Iterator[tuple[Picture, Picture]], maps: FeatureTable | None
) -> Iterator[tuple[_Seen, _Seen]]:
    """Pictures of pairs with their maps; pairs of one before-picture come together, so it is looked at once."""
    last, known = "", None
    for (first, second), (before, candidate) in zip(pairs, pictures, strict=True):
        _check(before, candidate)
        if known is None or first != last:
            last, known = first, _seen(before, None if maps is None else maps[first])
        yield known, _seen(candidate, None if maps is None else maps[second])


def _seen(picture: Picture, cells: Float16s | None) -> _Seen:
    of = np.zeros((0, CELLS, CELLS), np.float32) if cells is None else cells.astype(np.float32)
    return _Seen(standard(small(picture, COARSE)), standard(small(picture, GRID)), of.transpose(1, 2, 0))


def _check(before: Picture, candidate: Picture) -> None:
    if before.shape != candidate.shape or before.ndim != 3 or before.shape[2] != 3:
        raise BadInput(f"pictures of {before.shape} and {candidate.shape}: expected two of one size, with 3 colours")


def _looked(pairs: Iterable[tuple[_Seen, _Seen]], registered: bool) -> Arrays:
    """What is seen both ways, and numbers, by name."""
    rows = [_both_ways(before, candidate, registered) for before, candidate in pairs]
    if not rows:
        raise BadInput("no pairs of pictures to look at")
    made: dict[str, NDArray[np.generic]] = {"numbers": np.array([numbers for numbers, _ in rows], np.float32)}
    for place, way in enumerate(WAYS):
        made[way] = np.stack([pooled[place] for _, pooled in rows])
    return made


def _both_ways(before: _Seen, candidate: _Seen, registered: bool) -> tuple[tuple[float, ...], tuple[Float16s, ...]]:
    down, right, near = 0, 0, {}
    if registered:
        down, right = whole_shift(candidate.coarse, before.coarse)
    else:
        near = {"near": 0}
    fine = GRID // COARSE
    come = aligned(candidate.fine, before.fine, (fine * down, fine * right), **near)
    gone = aligned(before.fine, candidate.fine, (-fine * down, -fine * right), **near)
    sides = _side(candidate.cells, before.cells, come), _side(before.cells, candidate.cells, gone)
    numbers = (down / COARSE, right / COARSE, *(number for numbers, _ in sides for number in numbers))
    return numbers, tuple(pooled for _, pooled in sides)


def _side(here: Float32s, there: Float32s, where: Alignment) -> tuple[tuple[float, ...], Float16s]:
    """How badly a picture fits on what another has of its cells and where; and what the encoder sees of both there."""
    misfit = where.misfit.reshape(CELLS, FINE, CELLS, FINE).mean(axis=(1, 3))
    sums = np.pad(misfit, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    windows = sums[WINDOW:, WINDOW:] - sums[:-WINDOW, WINDOW:] - sums[WINDOW:, :-WINDOW] + sums[:-WINDOW, :-WINDOW]
    top, left = (int(place) for place in np.unravel_index(int(windows.argmax()), windows.shape))
    part = slice(top, top + WINDOW), slice(left, left + WINDOW)
    middle = ((top + WINDOW / 2) / CELLS - 0.5, (left + WINDOW / 2) / CELLS - 0.5)
    spread = float((misfit > 2 * EXPLAINED).mean())
    numbers = (float(misfit.mean()), float(windows[top, left]) / WINDOW**2, *middle, spread)

    others = there[where.down[::FINE, ::FINE] // FINE, where.right[::FINE, ::FINE] // FINE]
    apart = here - others
    weights = np.maximum(misfit - EXPLAINED, 0.0) + 1e-4
    weights = (weights / weights.sum())[:, :, None]
    pooled = (
        (weights * here).sum(axis=(0, 1)), (weights * others).sum(axis=(0, 1)),
        apart[part].max(axis=(0, 1)), apart[part].min(axis=(0, 1)), apart[part].mean(axis=(0, 1)),
        here[part].max(axis=(0, 1)), others[part].max(axis=(0, 1)),
        np.abs(apart).mean(axis=(0, 1)),
    )  # fmt: skip
    return numbers, np.concatenate(pooled).astype(np.float16)
