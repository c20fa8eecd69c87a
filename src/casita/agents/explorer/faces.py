"""Which way furniture faces and where its middle is, by the faces that depth shows of it.

Of what stands against a wall or between other things only the front shows; of a table most of all the top.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.agents.explorer.senses import Floats
from casita.arrays import Bools

MOST_APART = 0.25
"""Metres between two neighbouring points on one face, at the most: beyond there is an edge between them."""

STEEP = 0.6
"""Height of a face's unit normal below which it is taken to be upright."""

LEAST_AREA = 0.004
"""Square metres of a face that say which way it looks."""

LEAST_POINTS = 6
"""Points on a side of what is looked at that make it large enough for faces to be told."""

EDGE = 4.0
"""Percent of a face's points that are left out on each side when its extent is measured."""


class Face(NamedTuple):
    """The upright face that shows most of a thing."""

    yaw: float
    """Degrees on the map to which it looks: a multiple of 90, as walls are."""
    area: float
    """Square metres that show."""
    top: float
    """Square metres that show of what looks up."""
    wide: float
    """Metres from its one side to its other, as far as they show."""


def upright_face(points: Floats, own: Bools) -> Face | None:
    """The upright face that most of a thing's points are on; None if there is none that is large enough.

    `points` are x, y and height by row and column of a picture (3 x rows x columns), the columns from left to right;
    `own` says by row and column which are the thing's.
    """
    if min(points.shape[1:]) < LEAST_POINTS:
        return None
    first = points[:, :-1, :-1]
    right, down = points[:, :-1, 1:] - first, points[:, 1:, :-1] - first
    apart = np.maximum(np.linalg.norm(right, axis=0), np.linalg.norm(down, axis=0))
    towards = np.cross(down, right, axis=0)
    area = np.linalg.norm(towards, axis=0)
    good = own[:-1, :-1] & own[:-1, 1:] & own[1:, :-1] & (apart < MOST_APART) & (area > 0.0)
    up = towards[2] / np.where(area > 0.0, area, 1.0)
    upright = good & (np.abs(up) < STEEP)
    quarter = np.round(np.arctan2(towards[1], towards[0]) / (math.pi / 2)).astype(np.int64) % 4
    areas = np.bincount(quarter[upright], area[upright], 4)
    best = int(areas.argmax())
    if areas[best] < LEAST_AREA:
        return None
    face = upright & (quarter == best)
    across = first[1 - best % 2][face]
    wide = float(np.percentile(across, 100.0 - EDGE) - np.percentile(across, EDGE)) / (1.0 - 0.02 * EDGE)
    return Face(90.0 * best, float(areas[best]), float(area[good & (up > STEEP)].sum()), wide)
