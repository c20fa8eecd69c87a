"""What a cloth that hangs over an edge shows besides: the part that lies over the edge and on what it hangs on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.shapes.finish import Finish
from casita.shapes.flats import patch
from casita.shapes.making import Making
from casita.shapes.mesh import Array
from casita.shapes.piece import Piece

LENGTH = 0.075
"""Metres that a cloth lies on what it hangs over."""

SAG = 0.006
"""Metres above the top of its box that it bulges over the edge."""

COLUMNS = 24


def laid_over(make: Making, finish: Finish) -> Iterator[Piece]:
    """The fold of a cloth over an edge, behind either of its long sides: that which is not the upper one is hidden."""
    thin = int(np.argmin(make.size))
    for top in range(3):
        if top != thin:
            yield Piece("cloth", patch(_fold(make.size, thin, top), two_sided=True), finish, when=("draped",))


def _fold(size: tuple[float, float, float], thin: int, top: int) -> Array:
    """Points of the fold: rows from the outer face over the edge inwards, columns along it."""
    along = 3 - thin - top
    deep = size[thin]
    inwards = np.array((0.02, 0.12, 0.45, 0.8, 1.0, 1.0 + 0.5 * LENGTH / deep, 1.0 + LENGTH / deep)) * deep
    above = np.array((-0.03 * size[top], 0.0, SAG, SAG, 0.8 * SAG, 0.6 * SAG, 0.1 * SAG))
    across = np.linspace(-0.5, 0.5, COLUMNS)
    points = np.empty((len(inwards), COLUMNS, 3))
    low = np.array((-0.5, -0.5, 0.0)) * size
    wave = 0.0012 * np.sin(across * 19.0)
    points[:, :, thin] = (low[thin] + size[thin] - inwards)[:, None]
    points[:, :, top] = (low[top] + size[top] + above)[:, None] + wave[None, :]
    points[:, :, along] = (low[along] + size[along] / 2 + across * size[along])[None, :]
    return points
