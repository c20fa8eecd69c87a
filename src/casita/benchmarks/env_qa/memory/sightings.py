"""What was seen in a video, moment by moment: one row for each thing that was seen, by the names that questions use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Float16s, Float32s, Int16s, Int32s, Int64s, Uint8s
from casita.benchmarks.env_qa.films.names import name_of
from casita.benchmarks.env_qa.films.recording import RATE
from casita.benchmarks.env_qa.watching.eyes import WIDTH
from casita.benchmarks.env_qa.watching.seen import Seen, colour_names, kind_names
from casita.catalog import catalog
from casita.learn.detector import Detection
from casita.learn.detector.labels import STATES
from casita.learn.encoder_labels import type_names

TICKS = 2.0
"""Moments a second that are remembered."""

FLOOR = "floor"
"""It is everywhere, and has no box."""


@cache
def known_names() -> tuple[str, ...]:
    """The names of all things that can be seen, in a fixed order."""
    return tuple(dict.fromkeys(map(name_of, type_names())))


@cache
def type_of(name: str) -> str:
    """The type that a name means; the whole where a part is called the same."""
    return next(kind for kind in type_names() if name_of(kind) == name)


@cache
def number_of(name: str) -> int:
    """The place of a name among all of them; -1 for what has none."""
    return known_names().index(name) if name in known_names() else -1


@cache
def _names_of_kinds() -> Int16s:
    """By number of a kind of thing: the number of its name, or -1; the floor is not looked for."""
    known = set(type_names()) - {FLOOR}
    return np.array([number_of(name_of(kind)) if kind in known else -1 for kind in kind_names()], np.int16)


@cache
def _can_be() -> Bools:
    """Names x states: can such a thing be so?"""
    kinds = [catalog()[type_of(name)] for name in known_names()]
    return np.array([[kind.can(needed) for needed in STATES.values()] for kind in kinds])


class Sightings(NamedTuple):
    """Everything that was seen in a video, in order."""

    moments: int
    """How many there are, `TICKS` a second."""
    frames: Int32s
    """By sighting: at which moment."""
    names: Int16s
    """Which of `known_names`."""
    boxes: Float32s
    """Left, top, right, bottom as shares of the picture's sides."""
    scores: Float32s
    colours: Uint8s
    """Which of `colour_names`; the first is unknown."""
    states: Float32s
    """By `STATES`: how likely; a half where the type has no such state."""
    features: Float16s
    """How each looks."""

    def part(self, first: int, end: int) -> Sightings:
        """Those of some moments, as a video of its own."""
        low, high = np.searchsorted(self.frames, [first, end]).tolist()
        own = self.chosen(np.arange(low, high))
        return own._replace(moments=end - first, frames=own.frames - np.int32(first))

    def chosen(self, rows: Int64s | Bools) -> Sightings:
        """Some of them, of the same moments."""
        return self._replace(**{name: getattr(self, name)[rows] for name in self._fields[1:]})


def sightings_of(seen: Seen, first: int, end: int) -> Sightings:
    """What was seen in the key frames of a video whose frames are numbered from `first` to before `end`.

    Nothing much changes until the next key frame: each moment shows what the last one did.
    """
    step = round(RATE / TICKS)
    moments = np.arange(first, max(end, first + 1), step)
    rows = np.maximum(np.searchsorted(seen.frames, moments + step - 1, side="right") - 1, 0)
    shown = seen.of(rows)
    names = _names_of_kinds()[shown.kinds]
    states = np.where(_can_be()[names], shown.states.astype(np.float32), np.float32(0.5))
    every = Sightings(
        len(moments), np.repeat(np.arange(len(moments), dtype=np.int32), shown.counts), names,
        shown.boxes.astype(np.float32), shown.scores.astype(np.float32), shown.colours, states, shown.features,
    )  # fmt: skip
    return every.chosen(names >= 0)


def packed_sightings(detected: Iterable[Sequence[Detection]], side: int) -> Sightings:
    """Things that are seen at each moment in pictures of so many pixels a side, however many they are."""
    found = [[one for one in some if one.kind != FLOOR and number_of(name_of(one.kind)) >= 0] for some in detected]
    every = [one for some in found for one in some]
    colours = {name: number for number, name in enumerate(colour_names())}
    return Sightings(
        len(found),
        np.repeat(np.arange(len(found), dtype=np.int32), [len(some) for some in found]),
        np.array([number_of(name_of(one.kind)) for one in every], np.int16),
        np.array([one.box for one in every], np.float32).reshape(-1, 4) / np.float32(side),
        np.array([one.score for one in every], np.float32),
        np.array([colours.get(one.colour, 0) for one in every], np.uint8),
        np.array([[one.states.get(state, 0.5) for state in STATES] for one in every], np.float32).reshape(-1, 6),
        np.array([one.features for one in every], np.float16).reshape(-1, WIDTH),
    )
