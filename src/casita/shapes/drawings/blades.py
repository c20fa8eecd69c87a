"""Thin bars whose section varies along them: blades, spoon bowls, tines and grips."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from casita.shapes.drawings.lofting import loft
from casita.shapes.mesh import Mesh

Station = tuple[float, float, float, float, float]
"""One section of a leaf: x, half width, height of its edges, how far its middle sags, half thickness."""


def leaf(stations: Sequence[Station], *, around: int = 16, middle: float = 0.0) -> Mesh:
    """A thin bar along x whose width, height, hollow and thickness vary: cutlery.

    A section is an oval, pulled down in the middle of its width by its sag.
    """
    angle = np.arange(around) * (2 * math.pi / around)
    c, s = np.cos(angle), np.sin(angle)
    rows = []
    for x, half, z, sag, thick in stations:
        rows.append(np.column_stack([np.full(around, x), middle + half * c, z - sag * (1 - c * c) + thick * s]))
    return loft(np.array(rows))


def smooth(stations: Sequence[Station], steps: int = 4) -> list[Station]:
    """Stations between those given, on a curve that does not overshoot (cosine steps)."""
    made: list[Station] = []
    for a, b in pairwise(stations):
        for k in range(steps):
            t = k / steps
            ease = (1 - math.cos(math.pi * t)) / 2
            row = [p + (q - p) * ease for p, q in zip(a, b, strict=True)]
            row[0] = a[0] + (b[0] - a[0]) * t
            made.append((row[0], row[1], row[2], row[3], row[4]))
    return [*made, stations[-1]]
