"""What a film shows, by pixels: which things are seen when, and which events one can see happen."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from casita.arrays import Bools, Float64s, Int32s, Int64s
from casita.benchmarks.env_qa.films.recording import Recording, Reel, film_seconds
from casita.benchmarks.env_qa.story.story import Happening
from casita.world.state import State
from casita.world.statics import NONE

Slots = Int64s

SIZE = (128, 96)
"""Pixels of the pictures that are looked at."""

CLEARLY = 10
"""Pixels of them that a thing covers at least to be seen: 0.08%, or 41 of 224 x 224."""

MOSTLY = 0.5
"""Share of the pictures of an event that must show the thing for the event to be seen."""


def with_what_is_seen(recording: Recording, reel: Reel) -> Recording:
    """The recording with when each thing is seen, and whether each event is."""
    at = film_seconds(0.0, recording.seconds)
    known, owner = reel.begins.statics, owners(reel.begins)
    shown = np.zeros((len(at), known.count), np.int32)
    for number, moment in enumerate(at):
        ids = reel.frame(moment, SIZE, ("ids",)).ids
        shown[number] = pixels_of(ids, owner)
    clear = shown >= CLEARLY
    times = {known.ids[slot]: stretches(clear[:, slot]) for slot in np.flatnonzero(clear.any(0)).tolist()}
    happenings = tuple(
        msgspec.structs.replace(each, is_seen=_is_seen(each, np.array(at), clear, owner, known.index))
        for each in recording.happenings
    )
    return msgspec.structs.replace(recording, happenings=happenings, seen=times)


def stretches(holds: Bools) -> tuple[int, ...]:
    """The first and the last number of every stretch of places at which something holds, in turn.

    >>> stretches(np.array([False, True, True, False, True]))
    (1, 2, 4, 4)
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[False], holds, [False]]).astype(np.int8)))
    return tuple(int(edge) - number % 2 for number, edge in enumerate(edges.tolist()))


def owners(state: State) -> Slots:
    """By slot of what is drawn, the thing that it counts as: a basin as its sink, a slice as what was sliced."""
    known = state.statics
    found = np.arange(known.count)
    for slot in range(known.count):
        if known.made_from[slot] != NONE:
            found[slot] = known.made_from[slot]
        elif known.things[slot].type.endswith("_basin") and known.parent[slot] != NONE:
            found[slot] = known.parent[slot]
    return found


def pixels_of(ids: Int32s, owner: Slots) -> Slots:
    """How many pixels of a picture each thing covers."""
    own = ids[(ids >= 0) & (ids < len(owner))]
    return np.bincount(owner[own], minlength=len(owner))


def _is_seen(
    each: Happening,
    at: Float64s,
    clear: Bools,
    owner: Slots,
    slots: Mapping[str, int],
) -> bool:
    """Does what is acted on show in most pictures of an event?"""
    rows = (at >= each.starts - 1e-9) & (at <= each.ends)
    column = clear[rows, int(owner[slots[each.object]])]
    return bool(len(column) and column.mean() >= MOSTLY)
