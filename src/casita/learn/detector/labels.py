"""What is labelled in a picture: a box around each thing seen, its type, its colour, and which states it is in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Bools, Int16s, Int32s, Int64s
from casita.catalog import Affordance, catalog
from casita.learn.encoder_labels import STATES as ALL_STATES
from casita.learn.encoder_labels import states_by_slot
from casita.render.frame import Frame
from casita.scenes.kept import PerScene
from casita.shapes.piece import Moment
from casita.world.edit import Edit
from casita.world.state import State
from casita.world.statics import Statics

FEATURES = 128
"""Numbers that describe what is in a box, and as many a whole picture."""

Rows = Int16s
"""Things seen in a picture, one a row, with the columns below."""

KIND, LEFT, TOP, RIGHT, BOTTOM, PIXELS, HOLDS, TOLD, COLOUR = range(9)
"""Columns: number of the type, the box in pixels, pixels that show it, bits of the states that hold and of those that
its type can be in and the picture can tell, and the number of its colour."""

COLUMNS = COLOUR + 1

NEVER_BOXED = frozenset({"floor"})
"""Types that are in every picture and have no box."""

STATES: dict[str, Affordance] = {
    name: ALL_STATES[name] for name in ("open", "on", "dirty", "filled", "broken", "sliced")
}
"""States that are told apart, and what a type must afford to be in them."""

SWITCHED: tuple[str, tuple[Moment, Moment]] = ("on", ("on", "off"))
"""The state that shows in parts of a thing, and when those are drawn: a screen, a lamp's shade, the mark on a knob."""

TELLING, LEVELS = 6, 8
"""How many pixels of such parts would differ, and by more than how many of 255 levels, if the thing were switched, for
a picture to tell: a shut laptop hides its screen, and from far off a knob looks alike, turned or not."""

SIDE, VISIBLE = 8, 40
"""Pixels that both sides of a box have at least, and that show the thing at least, for it to be learnt and judged."""


@cache
def kind_names() -> tuple[str, ...]:
    """All types that have boxes, in the catalogue's order."""
    return tuple(name for name in catalog() if name not in NEVER_BOXED)


@cache
def colour_names() -> tuple[str, ...]:
    """All colours that things have, by name."""
    return tuple(sorted({colour for kind in catalog().values() for colour in kind.colours}))


@cache
def states_of(kind: str) -> tuple[str, ...]:
    """The states that things of a type can be in."""
    return tuple(state for state, needed in STATES.items() if catalog()[kind].can(needed))


def things_seen(frame: Frame, state: State, look: Callable[[State], Frame]) -> Rows:
    """The labels of a picture; everything of which a pixel is seen, also what is too small to learn from.

    `look` takes the same picture of another state: it says what would be seen if something were switched.
    """
    known = state.statics
    labels = _by_slot(known)
    holds = states_by_slot(state)
    bits = np.zeros(known.count, np.int64)
    for place, name in enumerate(STATES):
        bits |= (holds >> list(ALL_STATES).index(name) & 1).astype(np.int64) << place
    switched = 1 << list(STATES).index(SWITCHED[0])
    rows = []
    for slot, box, pixels in _boxes(frame.ids, known.count):
        if labels[slot, 0] >= 0:
            told = int(labels[slot, 1])
            if told & switched and not _shows_switching(frame, state, slot, look):
                told &= ~switched
            rows.append((labels[slot, 0], *box, pixels, bits[slot] & told, told, labels[slot, 2]))
    return np.array(rows, np.int16).reshape(-1, COLUMNS)


def _shows_switching(frame: Frame, state: State, slot: int, look: Callable[[State], Frame]) -> bool:
    """Would parts of a thing look different in the picture if it were off rather than on, or on rather than off?"""
    name, moments = SWITCHED
    parts = sorted(frozenset().union(*(frame.stage.parts_when(slot, moment) for moment in moments)))
    if not parts:
        return True
    edit = Edit(state)
    edit.write(name)[slot] = not state.objects.on[slot]
    other = look(edit.finished(state.tick))
    shown = np.zeros(frame.ids.shape, np.bool_)
    for seen in (frame, other):
        shown |= (seen.ids == slot) & np.isin(seen.parts, parts)
    levels = np.abs(frame.rgb[shown].astype(np.int16) - other.rgb[shown])
    return int(np.count_nonzero(levels.max(1, initial=0) > LEVELS)) >= TELLING


def is_clear(rows: NDArray[Any]) -> Bools:
    """Which things are large enough to be learnt and judged."""
    sides = np.minimum(rows[:, RIGHT] - rows[:, LEFT], rows[:, BOTTOM] - rows[:, TOP])
    found: Bools = (sides >= SIDE) & (rows[:, PIXELS] >= VISIBLE)
    return found


def _boxes(ids: Int32s, count: int) -> list[tuple[int, tuple[int, int, int, int], int]]:
    """Slot, box (left, top, right, bottom) and number of pixels of everything seen."""
    rows, columns = np.nonzero((ids >= 0) & (ids < count))
    slots = ids[rows, columns]
    order = np.argsort(slots, kind="stable")
    slots, rows, columns = slots[order], rows[order], columns[order]
    if not len(slots):
        return []
    starts = np.flatnonzero(np.diff(slots, prepend=-1))
    corners = (
        np.minimum.reduceat(columns, starts), np.minimum.reduceat(rows, starts),
        np.maximum.reduceat(columns, starts) + 1, np.maximum.reduceat(rows, starts) + 1,
    )  # fmt: skip
    pixels = np.diff(starts, append=len(slots))
    boxes = [tuple(map(int, box)) for box in zip(*corners, strict=True)]
    return [
        (int(slot), (box[0], box[1], box[2], box[3]), min(int(many), 32767))
        for slot, box, many in zip(slots[starts], boxes, pixels, strict=True)
    ]


@PerScene
def _by_slot(known: Statics) -> Int64s:
    """By slot: the number of its type (-1 if it has none), bits of its states, number of its colour."""
    kinds = {name: number for number, name in enumerate(kind_names())}
    colours = {name: number for number, name in enumerate(colour_names())}
    rows = [
        (
            kinds.get(kind.name, -1),
            int(np.bitwise_or.reduce([1 << list(STATES).index(state) for state in states_of(kind.name)] or [0])),
            colours[thing.colour],
        )
        for kind, thing in zip(known.kinds, known.things, strict=True)
    ]
    return np.array(rows, np.int64).reshape(-1, 3)
