"""How good a detector is: precision of its boxes, and what it says of things whose box it is given."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Bools, Float64s
from casita.learn.detector.batches import Labelled
from casita.learn.detector.eyes import HomeDetector
from casita.learn.detector.glance import BoxContents
from casita.learn.detector.labels import (
    BOTTOM,
    COLOUR,
    HOLDS,
    KIND,
    LEFT,
    STATES,
    TOLD,
    Rows,
    is_clear,
    kind_names,
)
from casita.learn.many_boxes import FoundBoxes, TrueBoxes, precision_by_kind

OFTEN = 10
"""True boxes that a type needs to be judged by itself; a few say nothing."""

LEAST = 0.005
"""Scores from which answers are judged: precision at high recalls needs those that are hardly sure."""

SIZES = {"small": (0, 32 * 32), "medium": (32 * 32, 96 * 96), "large": (96 * 96, 1 << 30)}
"""Square pixels of boxes, as COCO has them."""


class Scores(NamedTuple):
    """How good a detector is on some pictures; shares are in percent."""

    pictures: int
    boxes: int
    kinds: int
    """Types that are judged."""
    map50: float
    map: float
    every_kind: tuple[float, float]
    """The same two over all types that occur at all."""
    by_size: dict[str, tuple[float, float]]
    """The same two by size of box."""
    given_box: dict[str, float]
    """Given the true box: right types and colours."""
    states: dict[str, tuple[float, int, int]]
    """Given the true box: area under the curve, how many things can be in the state, and how many are."""
    precision: dict[str, float]
    """mAP50's part of each type."""
    pictures_a_second: float
    """Of this process's own time, one picture at a time."""


class Examined(NamedTuple):
    """What a detector says of one picture."""

    found: FoundBoxes
    given: BoxContents
    """Of the true boxes that are judged."""
    seconds: float
    """Of this process's time that finding took."""


def examined(eyes: HomeDetector, data: Labelled, numbers: Sequence[int]) -> list[Examined]:
    """Ask a detector about some pictures."""
    said = []
    for number in numbers:
        things = data.things[number]
        starts = time.process_time()
        (glance,) = eyes.glances(data.picture(number)[None])
        contents, at, kinds, scores = glance.found(LEAST)
        took = time.process_time() - starts
        given = glance.contents(things[is_clear(things), LEFT : BOTTOM + 1])
        said.append(Examined(FoundBoxes(contents.boxes[at], kinds, scores), given, took))
    return said


def score(answers: Sequence[Examined], rows: Sequence[Rows]) -> Scores:
    """How good answers about pictures are, given the things in each."""
    found = [each.found for each in answers]
    said = BoxContents(*(np.concatenate(column) for column in zip(*(each.given for each in answers), strict=True)))
    took = float(np.sum([each.seconds for each in answers]))
    everything = np.concatenate([things[is_clear(things)] for things in rows])
    every = _precision(found, rows)
    counts = np.bincount(everything[:, KIND], minlength=len(kind_names()))
    often = {kind: row for kind, row in every.items() if counts[kind] >= OFTEN}
    return Scores(
        pictures=len(rows),
        boxes=len(everything),
        kinds=len(often),
        map50=_mean50(often),
        map=_mean(often),
        every_kind=(_mean50(every), _mean(every)),
        by_size={name: _of_size(found, rows, low, high) for name, (low, high) in SIZES.items()},
        given_box=_given_box(said, everything),
        states=_states(said, everything),
        precision={kind_names()[kind]: round(100.0 * float(row[0]), 1) for kind, row in often.items()},
        pictures_a_second=round(len(rows) / max(took, 1e-9), 1),
    )


def area_under_curve(scores: NDArray[Any], holds: Bools) -> float:
    """How likely a thing of which it holds scores higher than one of which it does not; equal scores count a half."""
    yes, no = np.asarray(scores, float)[holds], np.sort(np.asarray(scores, float)[~holds])
    if not len(yes) or not len(no):
        return float("nan")
    below = np.searchsorted(no, yes, side="left") + np.searchsorted(no, yes, side="right")
    return float(below.mean() / (2 * len(no)))


def _precision(
    found: Sequence[FoundBoxes], rows: Sequence[Rows], least: int = 1, low: int = 0, high: int = 1 << 30
) -> dict[int, Float64s]:
    """Average precision of types with boxes of so many square pixels."""
    truth = []
    for things in rows:
        boxes = things[:, LEFT : BOTTOM + 1].astype(float)
        area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
        truth.append(TrueBoxes(boxes, things[:, KIND], is_clear(things) & (area >= low) & (area < high)))
    return precision_by_kind(found, truth, least=least)


def _of_size(found: Sequence[FoundBoxes], rows: Sequence[Rows], low: int, high: int) -> tuple[float, float]:
    """mAP50 and mAP of boxes of one size; answers of other sizes neither help nor harm."""
    fitting = []
    for said in found:
        area = (said.boxes[:, 2] - said.boxes[:, 0]) * (said.boxes[:, 3] - said.boxes[:, 1])
        near = (area >= low / 2) & (area < high * 2)
        fitting.append(FoundBoxes(said.boxes[near], said.kinds[near], said.scores[near]))
    table = _precision(fitting, rows, OFTEN, low, high)
    return _mean50(table), _mean(table)


def _mean50(table: dict[int, Float64s]) -> float:
    return round(100.0 * float(np.mean([row[0] for row in table.values()])), 1) if table else 0.0


def _mean(table: dict[int, Float64s]) -> float:
    return round(100.0 * float(np.mean([row.mean() for row in table.values()])), 1) if table else 0.0


def _given_box(said: BoxContents, things: Rows) -> dict[str, float]:
    kinds = said.kinds.argmax(1) == things[:, KIND]
    colours = said.colours.argmax(1) == things[:, COLOUR]
    return {"type": round(100.0 * float(kinds.mean()), 1), "colour": round(100.0 * float(colours.mean()), 1)}


def _states(said: BoxContents, things: Rows) -> dict[str, tuple[float, int, int]]:
    """Of each state, over the things whose type can be in it and whose picture tells."""
    found = {}
    for bit, state in enumerate(STATES):
        asked = (things[:, TOLD] >> bit & 1).astype(np.bool_)
        holds = (things[:, HOLDS] >> bit & 1).astype(np.bool_)[asked]
        area = area_under_curve(said.states[asked, bit], holds)
        found[state] = (round(area, 3), int(asked.sum()), int(holds.sum()))
    return found
