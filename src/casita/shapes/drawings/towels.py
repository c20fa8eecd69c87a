"""Towels as they hang: folded lengthways, laid over a bar, in soft folds that open towards the hem."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.seeds import Stream
from casita.shapes.drawings.draping import laid_over
from casita.shapes.finish import plain
from casita.shapes.flats import patch
from casita.shapes.making import Making, draws
from casita.shapes.mesh import Array
from casita.shapes.piece import Piece

COLUMNS = 33
"""Points across a towel."""

HEIGHTS = (0.0, 0.0225, 0.045, 0.07, 0.095, 0.12, 0.145, 0.225, 0.305, 0.43, 0.555, 0.7375, 0.92)
"""Heights of its rows of points, as shares of how far a side hangs down; bands are woven between some of them, and each
second row is halfway between its neighbours, so that coarser levels can do without it."""

BANDS = {"bands": ((2, 3), (4, 5)), "border": ((2, 5),), "plain": ((1, 2),), "stripes": ((2, 3), (4, 5), (6, 7))}
"""By style: the rows of points from which to which it has bands of another weave."""

NARROW = 0.25
"""Metres of width below which a towel hangs in deep folds; a wide one hangs nearly flat."""

CLOTH = 0.17
"""How thick one side is, as a share of the towel's depth."""


@draws("towel", "hand_towel")
def towel(make: Making) -> Iterator[Piece]:
    """Terry cloth over a bar: two sides in soft folds, the one behind a little shorter and to one side."""
    d, w, h = make.size
    luck = make.luck
    style = luck.choice(("bands", "border", "plain", "stripes"))
    finish = plain(make.rgb, 0.0).with_texture("terry", 0.22)
    folds, phase = round(max(w / 0.1, 1.5), 1), luck.choice((0.6, 2.1, 3.7, 5.2))
    front = _side(make, luck.child("front"), folds, phase, 0.0)
    back = _side(make, luck.child("back"), folds, -phase, luck.uniform(0.04, 0.1) * h) * (-1.0, 1.0, 1.0)
    back[..., 1] += luck.choice((-0.012, 0.012)) * w * np.linspace(1.0, 0.0, len(back))[:, None]
    outer = np.concatenate([front, _bend(front[-1], back[-1], h), back[::-1]])
    outer = _fitted(outer, make.size)
    inner = _towards_the_bar(outer, CLOTH * d)
    yield Piece("cloth", patch(outer), finish)
    yield Piece("cloth", patch(inner[::2, ::2]).inside_out(), finish.darker(0.7))
    yield from laid_over(make, finish)
    hem = finish.darker(0.88)
    for rim in (
        np.stack([inner[:, -1], outer[:, -1]], 1)[:, ::-1],
        np.stack([inner[:, 0], outer[:, 0]], 1),
        np.stack([inner[0], outer[0]]),
        np.stack([outer[-1], inner[-1]]),
    ):
        yield Piece("hem", patch(rim, two_sided=True), hem)
    woven = finish.darker(0.8).with_texture("fabric", 0.06)  # the same yarn without loops
    last = len(outer) - 1
    for low, high in BANDS[style]:
        for rows, off in ((slice(low, high + 1), 0.0012), (slice(last - high, last - low + 1), -0.0012)):
            yield Piece("band", patch(outer[rows] + (off, 0.0, 0.0)), woven)


def _side(make: Making, luck: Stream, folds: float, phase: float, short: float) -> Array:
    """One side from its hem up to where it bends over the bar: rows of points, out towards x."""
    d, w, h = make.size
    across = np.linspace(-1.0, 1.0, COLUMNS)[None, :]
    up = np.array(HEIGHTS)[:, None] / HEIGHTS[-1]
    second, lean = luck.uniform(0.0, 6.28), luck.uniform(0.0, 6.28)
    opened = (1.0 - up) ** 0.6
    deep = 0.13 if w < NARROW else 0.085
    soft = np.cos(np.pi * folds * across * (1.0 - 0.06 * opened) + phase)
    fine = np.cos(np.pi * 1.7 * folds * across + second - 0.8 * up)
    step = 0.04 * np.tanh((across - luck.uniform(-0.35, 0.35)) * 25.0)  # where a third is folded under
    x = d * (0.36 - 0.08 * opened + (deep * soft + 0.35 * deep * fine + step) * opened)
    y = across * (w / 2) * (1.0 - 0.03 * opened * (1.0 + np.cos(4.0 * up + lean)) + 0.02 * opened)
    low = short + 0.012 * h * (1.0 + np.cos(np.pi * 1.3 * across + second)) * (1.0 - up)
    return np.stack(np.broadcast_arrays(x, y, low + (0.95 * h - low) * up), -1)


def _bend(front: Array, back: Array, high: float) -> Array:
    """The rows of points over the bar, from the last one of one side to the last one of the other."""
    angle = np.radians(np.arange(22.5, 158.0, 22.5))[:, None]  # the highest row is one that coarser levels keep
    middle, half = (front[None] + back[None]) / 2, (front[None] - back[None]) / 2
    made = middle + half * np.cos(angle)[..., None]
    made[..., 2] = front[None, :, 2] + (high - front[None, :, 2]) * np.sin(angle)
    return np.asarray(made)


def _fitted(grid: Array, size: tuple[float, float, float]) -> Array:
    """The points stretched so that they just fill a box."""
    low, high = grid.reshape(-1, 3).min(0), grid.reshape(-1, 3).max(0)
    box = np.array(size) - (0.0024, 0.0, 0.0)  # bands lie on the cloth
    return np.asarray((grid - low) / (high - low) * box - (box[0] / 2, box[1] / 2, 0.0))


def _towards_the_bar(outer: Array, thick: float) -> Array:
    """The inner face of the cloth: each point drawn in towards the bar, which runs along y below the top."""
    top = float(outer[..., 2].max())
    rise = np.clip((outer[..., 2] - 0.9 * top) / (0.1 * top), 0.0, 1.0)
    inner = outer.copy()
    inner[..., 0] -= np.sign(outer[..., 0]) * np.minimum(thick, np.abs(outer[..., 0]) * 0.9)
    inner[..., 2] -= thick * rise**2
    return inner
