"""Sightings laid out for a network: frames by names, with the sighting of each name nearest to the middle."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Float16s, Float32s, Int64s
from casita.benchmarks.env_qa.films.names import NEVER_NAMED, name_of
from casita.benchmarks.env_qa.films.verbs import VERBS
from casita.benchmarks.env_qa.memory.sightings import Sightings, known_names, type_of
from casita.catalog import catalog
from casita.learn.detector.labels import STATES
from casita.learn.encoder_labels import type_names

Floats = Float32s

MOST_NAMES = 26
"""Names of a video that are kept: those that were seen best, and most in the middle."""

SECOND = 2.0
"""Moments, after which a thing out of sight counts a third as fresh; likewise from the ends of a video."""

LAGS = (2, 4)
"""Moments back that states are compared with."""

LAG = 3
"""Moments back that looks, and the highest states of all things of a name, are compared with."""

STILL, MOVING = 0.03, 0.06
"""Shares of the picture's side: what hardly moves in it, and a picture that does; together, something is carried."""

CELL = 12 + (3 + len(LAGS)) * len(STATES)
"""Numbers for each name at each moment: is it there, score, middle (2), size (2), how many, how long ago it was seen,
its own motion (2), is it carried, how its look changed; states of the one nearest to the middle, as last seen, and
their changes; the highest states of all of them, and their change."""

FRAME = 5
"""Numbers for each moment: motion of the picture (2), its growth, how near the beginning and the end are."""


class Grid(NamedTuple):
    """A video for the network."""

    names: Int64s
    """Which names were seen at all."""
    rows: Int64s
    """Frames x names: the number of the sighting that stands for the name, or -1."""
    cells: Floats
    """Frames x names x `CELL`."""
    frames: Floats
    """Frames x `FRAME`."""
    features: Float16s
    """By sighting."""


def grid_of(seen: Sightings) -> Grid:
    """A video's sightings, laid out."""
    middles = (seen.boxes[:, :2] + seen.boxes[:, 2:]) / 2 - 0.5
    worth = seen.scores * np.exp(-3.0 * (middles**2).sum(1))
    best = np.zeros(len(known_names()))
    np.add.at(best, seen.names, worth)
    names = np.sort(np.argsort(-best, kind="stable")[: min(MOST_NAMES, int((best > 0).sum()))])
    column = np.full(len(known_names()), -1)
    column[names] = np.arange(len(names))
    rows, counts, highest = _chosen(seen, worth, column, len(names))
    last = _last_seen(rows)
    boxes = np.concatenate([seen.boxes, np.zeros((1, 4), np.float32)])[rows]
    there = rows >= 0
    motion, growth, own, carried = _motions(boxes, there)
    cells = np.zeros((*rows.shape, CELL), np.float32)
    cells[..., 0] = there
    cells[..., 1] = np.append(seen.scores, 0.0)[rows]
    cells[..., 2:4] = ((boxes[..., :2] + boxes[..., 2:]) / 2 - 0.5) * there[..., None]
    sides = np.maximum(boxes[..., 2:] - boxes[..., :2], 0.01)
    cells[..., 4:6] = (np.log(sides) + 1.5) * there[..., None]
    cells[..., 6] = np.minimum(counts, 6) / 3
    cells[..., 7] = _freshness(there)
    cells[..., 8:10] = 4.0 * own
    cells[..., 10] = carried
    features = np.concatenate([seen.features, np.zeros((1, seen.features.shape[1]), np.float16)])
    cells[..., 11] = _look_change(features, last)
    states = np.concatenate([seen.states - 0.5, np.zeros((1, len(STATES)), np.float32)])[last]
    parts = [states, *(_change(states, lag) for lag in LAGS), highest, _change(highest, LAG)]
    cells[..., 12:] = np.concatenate(parts, 2)
    edge = np.exp(-np.arange(seen.moments) / SECOND)
    frames = np.column_stack([4.0 * motion, 4.0 * growth, edge, edge[::-1]]).astype(np.float32)
    return Grid(names, rows, cells, frames, seen.features)


def _last_seen(rows: Int64s) -> Int64s:
    """By moment and name: the sighting that stood for the name when it was last seen."""
    at = np.where(rows >= 0, np.arange(len(rows))[:, None], 0)
    at = np.maximum.accumulate(at, axis=0)
    return np.take_along_axis(rows, at, 0)


def _change(values: Floats, lag: int) -> Floats:
    """By how much values differ from those some moments before."""
    found = np.zeros_like(values)
    found[lag:] = values[lag:] - values[:-lag] if len(values) > lag else 0.0
    return found


def _look_change(features: Float16s, last: Int64s) -> Floats:
    """How far a thing's look is from what it was some moments before: 0 alike, 1 unlike."""
    length = np.sqrt((features.astype(np.float32) ** 2).sum(1)) + 1e-3
    unit = features.astype(np.float32) / length[:, None]
    found = np.zeros(last.shape, np.float32)
    now, before = last[LAG:], last[:-LAG]
    if len(last) > LAG:
        known = (now >= 0) & (before >= 0) & (now != before)
        found[LAG:][known] = 1.0 - (unit[now[known]] * unit[before[known]]).sum(1)
    return found


def _chosen(seen: Sightings, worth: Floats, column: Int64s, names: int) -> tuple[Int64s, Floats, Floats]:
    """By frame and name: the sighting that is surest and nearest to the middle, how many there are, highest states."""
    rows = np.full((seen.moments, names), -1)
    counts = np.zeros((seen.moments, names), np.float32)
    highest = np.full((seen.moments, names, len(STATES)), -0.5, np.float32)
    order = np.argsort(worth, kind="stable")  # the best comes last, and stays
    order = order[column[seen.names[order]] >= 0]
    at = seen.frames[order], column[seen.names[order]]
    rows[at] = order
    np.add.at(counts, at, seen.scores[order] >= 0.3)
    np.maximum.at(highest, at, seen.states[order] - 0.5)
    highest[rows < 0] = 0.0
    return rows, counts, highest


def _motions(boxes: Floats, there: Bools) -> tuple[Floats, Floats, Floats, Floats]:
    """By moment: how the picture moved, and grew; by name: how it moved against it, and whether it is carried."""
    both = there[1:] & there[:-1]
    middles, sides = (boxes[..., :2] + boxes[..., 2:]) / 2, boxes[..., 2:] - boxes[..., :2]
    moved = np.where(both[..., None], np.diff(middles, axis=0), np.nan)
    grown = np.where(both, np.diff(np.log(np.maximum(sides.mean(-1), 0.01)), axis=0), np.nan)
    motion = np.zeros((len(boxes), 2), np.float32)
    growth = np.zeros(len(boxes), np.float32)
    motion[1:], growth[1:] = _medians(moved), _medians(grown)
    own = np.zeros((*there.shape, 2), np.float32)
    own[1:] = np.nan_to_num(moved - motion[1:, None])
    carried = np.zeros(there.shape, np.float32)
    still = np.exp(-np.nan_to_num(np.sqrt((moved**2).sum(-1)), nan=9.0) / STILL)
    carried[1:] = still * np.minimum(1.0, np.sqrt((motion[1:, None] ** 2).sum(-1)) / MOVING)
    return motion, growth, own, carried


def _medians(values: Floats) -> Floats:
    """The lower median of each row's numbers, along the second axis; 0 where there is none."""
    if not values.shape[1]:
        return np.zeros((len(values), *values.shape[2:]), np.float32)
    ordered = np.sort(values, axis=1)  # what is no number comes last
    count = (~np.isnan(values)).sum(1, keepdims=True)
    return np.nan_to_num(np.take_along_axis(ordered, np.maximum(count - 1, 0) // 2, 1)[:, 0])


def _freshness(there: Bools) -> Floats:
    """By frame and name: near 1 if it was just seen, near 0 if long ago or never."""
    fresh = np.zeros(there.shape, np.float32)
    last = np.zeros(there.shape[1], np.float32)
    for number, now in enumerate(there):
        last = np.where(now, 1.0, last * np.exp(-1.0 / SECOND)).astype(np.float32)
        fresh[number] = last
    return fresh


EVENT_VERBS = tuple(verb for verb in VERBS if verb != "find")
"""The verbs that are events."""


@cache
def can_undergo() -> Bools:
    """Names x verbs: can it be done to such a thing?"""
    own = catalog()
    kinds = [[own[kind] for kind in type_names() if name_of(kind) == name] for name in known_names()]
    return np.array(
        [
            [any(kind.name not in NEVER_NAMED and VERBS[verb].takes(kind) for kind in same) for verb in EVENT_VERBS]
            for same in kinds
        ]
    )


@cache
def affordances() -> Floats:
    """Names x what is known of their types beforehand."""
    own = catalog()
    kinds = [own[type_of(name)] for name in known_names()]
    wanted = (*STATES.values(), "use_up", "pick_up")
    return np.array([[*(kind.can(one) for one in wanted), kind.is_receptacle] for kind in kinds], np.float32)
