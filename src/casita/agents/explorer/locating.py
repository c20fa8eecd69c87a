"""From boxes in pictures to places in the house: a box, how far it is, and what everybody knows of its type.

How far a thing is comes from depth; without depth, from where it stands on the floor, or from how large things of its
type are.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from casita.agents.explorer.faces import upright_face
from casita.agents.explorer.floor_map import EYE
from casita.agents.explorer.senses import Floats, Pose, Seen
from casita.arrays import Bools, Float32s
from casita.catalog import ObjectType, catalog

USUAL = 0.9
"""How large items are, of the usual size of their type."""

MIDDLE = 0.3
"""Share of a box's sides around its middle whose depth counts as the thing's."""

SAMPLES = 20
"""Rows and columns of a box whose depth is looked at."""

AROUND = 0.7
"""Points of a box count as the thing's within so many times its longest side from its middle."""

NOTHING_THERE = -1.0
"""Metres above the floor below which a point is none of the house."""

MOST_TIMES = 2.0
"""How many times its usual size what is built in or hangs on a wall may have; its own usual size if less."""

EDGE = 5.0
"""Percent of a thing's points that are left out below and above, when its lowest and highest are looked for."""

CLEARLY, MARGIN, BEFORE = 2.5, 12.0, 0.25
"""Metres up to which a thing that is in view should be found, pixels that it must be away from the edge of the picture
for that, and metres by which something before it hides it."""

LARGE = 14.0
"""Pixels that a thing must be long to be found for sure, in the smallest pictures."""

AT_EDGE = 3.0
"""Pixels within which a box ends at the edge of the picture."""

NEAREST, FARTHEST = 0.3, 6.0
"""Metres between which a thing without depth is put."""


class Box(NamedTuple):
    """One thing in a picture, as a detector gives it."""

    left: float
    top: float
    right: float
    bottom: float
    type: str
    score: float
    colour: str = ""
    states: tuple[str, ...] = ()
    types: tuple[tuple[str, float], ...] = ()
    """All types that it may be of, the likeliest first, and how likely each is; empty if there is no doubt."""


class Picture(NamedTuple):
    """What is known of a picture besides its colours."""

    height: int
    width: int
    depth: Float32s | None
    """Metres along the direction of view, by pixel; None if there is no depth."""
    large: float = LARGE
    """Pixels that a thing must be long to be found for sure."""


def located(box: Box, picture: Picture, pose: Pose) -> Seen | None:
    """Where the thing of a box is and how large; None if that cannot be told."""
    kind = catalog()[box.type]
    size = usual_size(kind)
    far = _depth_of(box, picture) if picture.depth is not None else _guessed_depth(box, picture, pose, kind)
    if far is None:
        return None
    focal = picture.height / 2
    right, down = ((box.left + box.right) / 2 - picture.width / 2), ((box.top + box.bottom) / 2 - focal)
    ahead, left, up = _towards(np.array([right / focal]), np.array([down / focal]), np.array([far]), pose.pitch)[:, 0]
    c, s = math.cos(math.radians(pose.yaw)), math.sin(math.radians(pose.yaw))
    x, y = pose.x + c * ahead - s * left, pose.y + s * ahead + c * left
    whole = _is_whole(box, picture)
    low, face = max(0.0, EYE + up - size[2] / 2), None
    if picture.depth is not None:
        points = _points(box, picture, pose)
        is_built_in = not {"floor", "surface"} & set(kind.stands)
        reach = AROUND * max(size) * (MOST_TIMES if is_built_in else 1.0)
        own = (points[2] > NOTHING_THERE) & (_distances(points, (x, y, EYE + up)) <= reach)
        if own.any():
            bottom, top = (float(edge) for edge in np.percentile(points[2][own], (EDGE, 100.0 - EDGE)))
            low = max(0.0, bottom if kind.is_loose else min(bottom, top - size[2]))
            face = None if kind.is_loose else upright_face(points, own)
            if face is not None and whole and is_built_in:
                low, size = bottom, (size[0], _between(face.wide, size[1]), _between(top - bottom, size[2]))
    if kind.stands == ("floor",) or (picture.depth is None and "floor" in kind.stands):
        low = 0.0
    if face is not None:
        yaw = face.yaw
        behind = size[0] / 2 * face.area / (face.area + face.top)
        at = x - behind * math.cos(math.radians(yaw)), y - behind * math.sin(math.radians(yaw))
    else:
        yaw = round(math.degrees(math.atan2(pose.y - y, pose.x - x)) / 90.0) * 90.0 % 360.0
        behind = min(size[0], size[1]) / 2 / max(math.hypot(ahead, left), 0.1)
        at = x + behind * (x - pose.x), y + behind * (y - pose.y)
    return Seen(
        "", box.type, box.score, at=at, half=(size[0] / 2, size[1] / 2), yaw=yaw, low=low, high=low + size[2],
        size=size, colour=box.colour, material="", states=box.states, room="", types=box.types, whole=whole,
    )  # fmt: skip


def _between(measured: float, usual: float) -> float:
    """A size that was measured, unless it is so far from what is usual that it was measured wrongly."""
    return min(max(measured, usual / MOST_TIMES), usual * MOST_TIMES)


def _is_whole(box: Box, picture: Picture) -> bool:
    """Is a box away from all edges of the picture?"""
    right, bottom = picture.width - AT_EDGE, picture.height - AT_EDGE
    return box.left > AT_EDGE and box.top > AT_EDGE and box.right < right and box.bottom < bottom


def in_view(points: Floats, picture: Picture, pose: Pose) -> Bools:
    """Which of some things should be found in a picture: rows of x, y and height of their middles, and their length.

    Those are not hidden, and near and large enough.
    """
    c, s = math.cos(math.radians(pose.yaw)), math.sin(math.radians(pose.yaw))
    dx, dy, up = points[:, 0] - pose.x, points[:, 1] - pose.y, points[:, 2] - EYE
    level, left = dx * c + dy * s, dy * c - dx * s
    c, s = math.cos(math.radians(pose.pitch)), math.sin(math.radians(pose.pitch))
    far, high = level * c - up * s, level * s + up * c
    focal = picture.height / 2
    shown = (far > NEAREST) & (far < np.minimum(CLEARLY, focal * points[:, 3] / picture.large))
    with np.errstate(divide="ignore", invalid="ignore"):
        column, row = picture.width / 2 - left / far * focal, focal - high / far * focal
    shown &= (column > MARGIN) & (column < picture.width - MARGIN) & (row > MARGIN) & (row < picture.height - MARGIN)
    if picture.depth is not None:
        rows, columns = (np.where(shown, value, 0.0).astype(np.int64) for value in (row, column))
        shown &= picture.depth[rows, columns] > far - BEFORE
    found: Bools = shown
    return found


def usual_size(kind: ObjectType) -> tuple[float, float, float]:
    """Depth, width and height of things of a type."""
    depth, width, height = kind.size.usual
    factor = USUAL if kind.is_loose else 1.0
    return factor * depth, factor * width, factor * height


def _depth_of(box: Box, picture: Picture) -> float | None:
    """How far the middle of a box is, by depth."""
    half_x, half_y = MIDDLE * (box.right - box.left) / 2, MIDDLE * (box.bottom - box.top) / 2
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    values = _sampled(picture, x - half_x, y - half_y, x + half_x, y + half_y)[2]
    values = values[values > 0.0]
    return float(np.median(values)) if values.size else None


def _sampled(picture: Picture, left: float, top: float, right: float, bottom: float) -> tuple[Floats, Floats, Floats]:
    """Some pixels of a part of a picture: how far to the right and down they are at one metre, and their depth."""
    assert picture.depth is not None
    rows = np.unique(np.linspace(top, bottom - 1.0, SAMPLES).round().astype(int).clip(0, picture.height - 1))
    columns = np.unique(np.linspace(left, right - 1.0, SAMPLES).round().astype(int).clip(0, picture.width - 1))
    focal = picture.height / 2
    across, down = np.meshgrid((columns + 0.5 - picture.width / 2) / focal, (rows + 0.5 - focal) / focal)
    return across, down, picture.depth[np.ix_(rows, columns)].astype(np.float64)


def _points(box: Box, picture: Picture, pose: Pose) -> Floats:
    """3 x rows x columns: x, y and height of some pixels of a box; where there is nothing, far below the floor."""
    across, down, far = _sampled(picture, box.left, box.top, box.right, box.bottom)
    ahead, left, up = _towards(across, down, far, pose.pitch)
    c, s = math.cos(math.radians(pose.yaw)), math.sin(math.radians(pose.yaw))
    height = np.where(far > 0.0, EYE + up, 2.0 * NOTHING_THERE)
    return np.stack([pose.x + c * ahead - s * left, pose.y + s * ahead + c * left, height])


def _distances(points: Floats, middle: tuple[float, float, float]) -> Floats:
    """How far points are from one."""
    away: Floats = np.linalg.norm(points - np.array(middle)[:, None, None], axis=0)
    return away


def _guessed_depth(box: Box, picture: Picture, pose: Pose, kind: ObjectType) -> float:
    """How far a thing is without depth: where its box ends on the floor, or by the usual size of its type."""
    focal = picture.height / 2
    size = usual_size(kind)
    slope = math.radians(pose.pitch) + math.atan2(box.bottom - focal, focal)
    if "floor" in kind.stands and box.bottom < picture.height - 2 and slope > 0.05:
        away = EYE / math.tan(slope)
        far = away * math.cos(math.radians(pose.pitch)) + EYE * math.sin(math.radians(pose.pitch))
    else:
        shown = math.sqrt(max((box.right - box.left) * (box.bottom - box.top), 1.0)) / focal
        far = math.sqrt(max(size[0], size[1]) * max(size[2], min(size[:2]) / 2)) / shown
    return min(max(far, NEAREST), FARTHEST)


def _towards(right: Floats, down: Floats, far: Floats, pitch: float) -> Floats:
    """Points of a picture, so far along the direction of view: rows ahead, to the left, and above the eye."""
    c, s = math.cos(math.radians(pitch)), math.sin(math.radians(pitch))
    return np.stack([far * (c - down * s), -far * right, -far * (s + down * c)])
