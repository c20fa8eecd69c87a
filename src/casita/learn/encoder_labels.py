"""What each cell of a picture shows: the type of the thing that most of its pixels show, and that thing's states."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Int32s, Uint8s, Uint16s
from casita.catalog import Affordance, catalog
from casita.learn.held_out import TYPES as HELD_OUT
from casita.learn.moments import Moment
from casita.render.frame import Frame
from casita.scenes.kept import PerScene
from casita.world.stance import is_upright
from casita.world.state import State
from casita.world.statics import NONE, Statics

Bits = Uint16s
"""Bit k is about the k-th state."""

SIDE = 300
"""Pixels of a picture's side."""

STRIDE = 8
"""Pixels between the middles of two cells, from pixel 0 on; a cell is as wide."""

CELLS = (SIDE - 1) // STRIDE + 1

STATES: dict[str, Affordance] = {
    "open": "open",
    "on": "toggle",
    "dirty": "dirty",
    "filled": "fill",
    "broken": "break",
    "cooked": "cook",
    "held": "pick_up",
    "sliced": "slice",
    "toppled": "pick_up",
    "used_up": "use_up",
}
"""States that are told, and what a type must afford to have them."""

NOTHING, UNKNOWN = 0, 255
"""Labels of a cell with no thing in it, and of one whose type is not told; types count from 1."""

LEAST = 20
"""Pixels that a thing must show to count as seen."""


class Labels(NamedTuple):
    """Labels of one picture, or stacked of many."""

    types: Uint8s
    """cells x cells: the type, NOTHING or UNKNOWN."""
    states: Bits
    """cells x cells: bit k is the k-th state."""
    told: Bits
    """cells x cells: bit k says whether that state is told here."""
    present: Bools
    """By type, from 0 on: is a thing of it seen?"""
    interest: Int32s
    """Type, states, told, then left, top, right and bottom of the thing that the picture is about; zeros if unseen."""


@cache
def type_names() -> tuple[str, ...]:
    """The types that have labels: those of AI2-THOR, in the catalogue's order."""
    return tuple(kind.name for kind in catalog().values() if "ai2thor" in kind.aliases)


def labelled(frame: Frame, moment: Moment) -> Labels:
    """The labels of one picture of a moment."""
    known = moment.state.statics
    types, told = _by_slot(known)
    states = states_by_slot(moment.state) & told
    slots = np.where(frame.ids < known.count, frame.ids, NONE)
    cells = _majority(slots)
    seen = np.bincount(slots[slots >= 0], minlength=known.count) >= LEAST
    numbers = types[np.flatnonzero(seen)]
    present = np.zeros(len(type_names()), np.bool_)
    present[numbers[(numbers != UNKNOWN) & (numbers != NOTHING)].astype(int) - 1] = True
    interest = np.zeros(7, np.int32)
    about = moment.interest
    if about != NONE and not moment.state.objects.exists[about]:
        about = NONE
    if about != NONE and seen[about]:
        rows, columns = np.nonzero(slots == about)
        box = columns.min(), rows.min(), columns.max() + 1, rows.max() + 1
        interest[:] = (types[about], states[about], told[about], *box)
    empty = cells < 0
    at = np.maximum(cells, 0)
    return Labels(
        np.where(empty, NOTHING, types[at]).astype(np.uint8),
        np.where(empty, 0, states[at]).astype(np.uint16),
        np.where(empty, 0, told[at]).astype(np.uint16),
        present,
        interest,
    )


@PerScene
def _by_slot(known: Statics) -> tuple[Uint8s, Bits]:
    """By slot: the label of its type, and the bits of the states that are told of it; made once for a scene."""
    number = {name: place + 1 for place, name in enumerate(type_names()) if name not in HELD_OUT}
    types = np.array([number.get(kind.name, UNKNOWN) for kind in known.kinds], np.uint8)
    told = np.array(
        [
            0
            if kind.name in HELD_OUT
            else sum(1 << bit for bit, needed in enumerate(STATES.values()) if kind.can(needed))
            for kind in known.kinds
        ],
        np.uint16,
    )
    return types, told


def states_by_slot(state: State) -> Bits:
    """By slot: the bits of the states that hold, in the order of STATES."""
    now, known = state.objects, state.statics
    lying = np.array([not is_upright(rotation) for rotation in now.rotation], np.bool_)
    holds = {
        "open": now.openness > 0.5,
        "on": now.on,
        "dirty": now.dirty,
        "filled": now.liquid > 0,
        "broken": now.broken,
        "cooked": now.cooked,
        "held": now.held_by != NONE,
        "sliced": known.made_from != NONE,
        "toppled": lying & known.loose,
        "used_up": now.amount <= 0.0,
    }
    bits = np.zeros(known.count, np.uint16)
    for bit, name in enumerate(STATES):
        bits |= holds[name].astype(np.uint16) << bit
    return bits


def _majority(slots: Int32s) -> Int32s:
    """By cell: the slot that most of its pixels show; the lowest of equals."""
    half = STRIDE // 2
    wide = CELLS * STRIDE
    padded = np.full((wide, wide), -2, slots.dtype)
    high = min(SIDE, wide - half)
    padded[half : half + high, half : half + high] = slots[:high, :high]
    blocks = padded.reshape(CELLS, STRIDE, CELLS, STRIDE).transpose(0, 2, 1, 3).reshape(CELLS * CELLS, STRIDE * STRIDE)
    ordered = np.sort(blocks, axis=1)
    starts = np.ones_like(ordered, bool)
    starts[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    place = np.arange(STRIDE * STRIDE)
    ends = np.concatenate([starts[:, 1:], np.ones((len(ordered), 1), bool)], axis=1)
    first = np.maximum.accumulate(np.where(starts, place, 0), axis=1)
    length = np.where(ends & (ordered > -2), place - first + 1, 0)
    best = length.argmax(axis=1)
    found: Int32s = ordered[np.arange(len(ordered)), best].reshape(CELLS, CELLS)
    return found
