"""Pairs of pictures from a head that moved, laid on each other: what an encoder sees where they do not fit.

Both ways round: the candidate beside what the before-picture has of each of its cells, and the before-picture beside
what the candidate has of its cells. What has come is seen in the one, what is gone in the other. Beside this are maps
of where that is and how cells have moved, which say nothing of what the thing is; and what the encoder finds changed
between the two as wholes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float16s, Float32s, Int64s, Uint8s
from casita.errors import BadInput
from casita.learn.aligning import COARSE, GRID, MOST, NEAR, Alignment, aligned, small, standard, whole_shift
from casita.learn.encoded_pairs import PairViews, change_found, kept_change_found
from casita.learn.features import FeatureTable, small_maps, table, vectors_by
from casita.learn.kept_pairs import Arrays, kept_pairs
from casita.protocols import Picture

VERSION = 3
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
PLAIN, LAYERS = 6, 8
"""Layers of the maps: for each way the misfit and how far cells moved down and aside; then what the encoder adds."""
STILL = 128
"""The level of a map of moves where nothing moved against the whole."""


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
    maps: Uint8s
    """P x 8 x 24 x 24: for each way how badly each cell fits, and by how much more than the whole it moved down and
    aside; then for each way how different the encoder finds it, from 0 to 255, nothing without one."""


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
    numbers, come, gone, maps = zip(*rows, strict=True)
    made: dict[str, NDArray[np.generic]] = {"numbers": np.array(numbers, np.float32)}
    return made | {"come": np.stack(come), "gone": np.stack(gone), "maps": np.stack(maps)}


def _both_ways(
    before: _Seen, candidate: _Seen, registered: bool
) -> tuple[tuple[float, ...], Float16s, Float16s, Uint8s]:
    """Numbers, what is seen each way, and maps."""
    down, right, near = 0, 0, {}
    if registered:
        down, right = whole_shift(candidate.coarse, before.coarse)
    else:
        near = {"near": 0}
    fine = GRID // COARSE
    shift = fine * down, fine * right
    back = -shift[0], -shift[1]
    come = aligned(candidate.fine, before.fine, shift, **near)
    gone = aligned(before.fine, candidate.fine, back, **near)
    came, went = _side(candidate.cells, before.cells, come, shift), _side(before.cells, candidate.cells, gone, back)
    maps = np.concatenate([came.maps[:-1], went.maps[:-1], came.maps[-1:], went.maps[-1:]])
    return (down / COARSE, right / COARSE, *came.numbers, *went.numbers), came.pooled, went.pooled, maps


class _Side(NamedTuple):
    """What is seen one way round."""

    numbers: tuple[float, ...]
    """How badly a picture fits on what another has of its cells, and where."""
    pooled: Float16s
    """What the encoder sees of both there."""
    maps: Uint8s
    """4 x 24 x 24: misfit, moves down and aside, and how different the encoder finds each cell."""


def _side(here: Float32s, there: Float32s, where: Alignment, shift: tuple[int, int]) -> _Side:
    """How a picture lies on another that was shifted."""
    misfit = _coarser(where.misfit)
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
    size = np.abs(here).sum(axis=2) + np.abs(others).sum(axis=2)
    different = 255 * np.abs(apart).sum(axis=2) / np.maximum(size, 1e-6)
    rows, columns = np.mgrid[:GRID, :GRID]
    moves = [_moved(where.down - rows - shift[0]), _moved(where.right - columns - shift[1])]
    maps = np.stack([255 * misfit / (MOST + 0.1), *moves, different])
    return _Side(numbers, np.concatenate(pooled).astype(np.float16), np.clip(np.rint(maps), 0, 255).astype(np.uint8))


def _moved(cells: Int64s) -> Float32s:
    """By how much more than the whole cells have moved, as levels; where the other does not reach, they have not."""
    return STILL + (STILL - 1) / NEAR * _coarser(np.where(np.abs(cells) <= NEAR, cells, 0).astype(np.float32))


def _coarser(cells: Float32s) -> Float32s:
    """Means of the fine grid over cells of the encoder's maps."""
    means: Float32s = cells.reshape(CELLS, FINE, CELLS, FINE).mean(axis=(1, 3))
    return means
