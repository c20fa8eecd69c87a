"""From boxes in pictures to things in the house: a box, its depth and what everybody knows of its type give a place.

What is seen twice at about the same place is one thing; of all looks at it the surest is kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.agents.explorer.floor_map import EYE
from casita.agents.explorer.senses import Pose, Seen
from casita.catalog import catalog

USUAL = 0.9
"""How large items are, of the usual size of their type."""

LEAST_SCALE, MOST_SCALE = 0.8, 1.1
"""Between which a thing is scaled to fit its box."""

SAME_PLACE = 0.35
"""Metres within which two looks at things of one type are looks at one thing; for large ones half their length."""

MIDDLE = 0.3
"""Share of a box's sides around its middle whose depth counts as the thing's."""


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


def located(box: Box, depth: NDArray[np.float32], pose: Pose, room: str = "") -> Seen | None:
    """Where the thing of a box is and how large; None if its depth is not known."""
    kind = catalog().get(box.type)
    far = _depth_at(depth, box)
    if kind is None or far is None:
        return None
    height, width = depth.shape
    focal = height / 2
    x, y = (box.left + box.right) / 2 - width / 2, (box.top + box.bottom) / 2 - height / 2
    usual = kind.size.usual if not kind.is_loose else tuple(USUAL * side for side in kind.size.usual)
    seen_wide, seen_high = (box.right - box.left) * far / focal, (box.bottom - box.top) * far / focal
    wide = max(usual[0], usual[1])
    scale = math.sqrt(max(seen_wide * seen_high, 1e-6) / max(wide * usual[2], 1e-6))
    scale = min(max(scale, LEAST_SCALE), MOST_SCALE)
    size = (usual[0] * scale, usual[1] * scale, usual[2] * scale)
    ahead, left, up = _towards(x / focal, y / focal, far, pose.pitch)
    behind = 1.0 + min(size[0], size[1]) / 2 / max(math.hypot(ahead, left), 0.1)
    ahead, left = ahead * behind, left * behind
    c, s = math.cos(math.radians(pose.yaw)), math.sin(math.radians(pose.yaw))
    at = pose.x + c * ahead - s * left, pose.y + s * ahead + c * left
    low = max(0.0, EYE + up - size[2] / 2)
    facing = round((pose.yaw + 180.0) / 90.0) * 90.0 % 360.0
    return Seen(
        "", box.type, at, (size[0] / 2, size[1] / 2), facing, low, low + size[2], size, box.colour,
        kind.materials[0] if kind.materials else "", box.states, room, box.score,
    )  # fmt: skip


def _depth_at(depth: NDArray[np.float32], box: Box) -> float | None:
    """How far the middle of a box is."""
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    half_x = max(0.5, MIDDLE * (box.right - box.left) / 2)
    half_y = max(0.5, MIDDLE * (box.bottom - box.top) / 2)
    rows = slice(max(0, int(y - half_y)), int(y + half_y) + 1)
    columns = slice(max(0, int(x - half_x)), int(x + half_x) + 1)
    values = depth[rows, columns]
    values = values[values > 0.0]
    return float(np.median(values)) if values.size else None


def _towards(right: float, down: float, far: float, pitch: float) -> tuple[float, float, float]:
    """A point of the picture, so far along the direction of view: ahead, to the left, and above the eye."""
    c, s = math.cos(math.radians(pitch)), math.sin(math.radians(pitch))
    return far * (c - down * s), -far * right, -far * (s + down * c)


class Tracks:
    """Gives things that are seen again the names that they had."""

    def __init__(self) -> None:
        self._known: dict[str, list[Seen]] = {}

    def named(self, things: Iterable[Seen]) -> tuple[Seen, ...]:
        """The same things with names; a name is used once a look."""
        taken: set[str] = set()
        return tuple(self._named(each, taken) for each in sorted(things, key=lambda each: -each.sure))

    def _named(self, thing: Seen, taken: set[str]) -> Seen:
        known = self._known.setdefault(thing.type, [])
        free = [number for number, each in enumerate(known) if each.id not in taken]
        number = _nearest(thing, known, free)
        if number is None:
            thing = thing._replace(id=f"{thing.type}_{len(known) + 1}")
            known.append(thing)
        else:
            thing = thing._replace(id=known[number].id)
            known[number] = max(known[number], thing, key=lambda each: each.sure)
        taken.add(thing.id)
        return thing


def _nearest(thing: Seen, known: Sequence[Seen], among: Iterable[int]) -> int | None:
    """The known thing at about the same place."""
    best, least = None, max(SAME_PLACE, max(thing.size[:2]) / 2)
    for number in among:
        away = math.dist((*thing.at, thing.low), (*known[number].at, known[number].low))
        if away <= least:
            best, least = number, away
    return best
