"""What is shut: places behind something that is not open enough, and what is in them."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Bools, Float32s, Int16s, Int32s
from casita.scenes.kept import PerScene
from casita.world.edit import Edit
from casita.world.relations import tables
from casita.world.state import ObjectColumns, State
from casita.world.statics import NONE, LocalSpot, Statics

OPEN_ENOUGH = 0.5
"""How far a container must be open to show what is in it, and to let it be reached."""


def is_shut(edit: Edit, carrier: int, spot: LocalSpot) -> bool:
    """Is a place of a thing behind its door, flap or front, and is that not open enough?"""
    return bool(spot.joint) and bool(edit.openness[carrier] < OPEN_ENOUGH)


def shut_around(edit: Edit, slot: int) -> int:
    """The innermost closed thing that something is in, at any depth; NONE if there is none."""
    carrier = int(edit.carrier[slot]) if slot != NONE else NONE
    while carrier != NONE:
        number = int(edit.spot[slot])
        if number != NONE and is_shut(edit, carrier, edit.known.spots[carrier][number]):
            return carrier
        slot, carrier = carrier, int(edit.carrier[carrier])
    return NONE


def shut_away(state: State, open_enough: float = OPEN_ENOUGH) -> Bools:
    """Which things are in something closed (open less than that), at any depth."""
    now, table = state.objects, tables(state.statics)
    found: Bools = _shut_away(
        now.carrier, now.spot, now.openness, table.first_spot, table.spot_shuts, np.float32(open_enough)
    )
    return found


def shut_now(state: State) -> Bools:
    """What `shut_away` says of a state, read-only, and remembered: most steps change nothing about it."""
    now, store = state.objects, _last(state.statics)
    last = store[0] if store else None
    if last is None or not last.is_of(now):
        found = shut_away(state)
        found.setflags(write=False)
        last = Remembered(now.carrier, now.spot, now.openness, found)
        store[:] = [last]
    return last.shut


class Remembered(NamedTuple):
    """What is shut away, and the columns of which that is true."""

    carrier: Int32s
    spot: Int16s
    openness: Float32s
    shut: Bools

    def is_of(self, now: ObjectColumns) -> bool:
        """Is it about these columns?"""
        return self.carrier is now.carrier and self.spot is now.spot and self.openness is now.openness


@PerScene
def _last(known: Statics) -> list[Remembered]:
    """What was asked for last in a scene, if anything was."""
    return []


@numba.njit(cache=True, error_model="numpy")
def _shut_away(carrier, spot, openness, first_spot, shuts, open_enough):  # type: ignore[no-untyped-def]
    """Goes up from each thing to what carries it, and so on, until something is closed."""
    found = np.zeros(len(carrier), np.bool_)
    for slot in range(len(carrier)):
        at = slot
        while carrier[at] >= 0 and not found[slot]:
            if spot[at] >= 0 and shuts[first_spot[carrier[at]] + spot[at]] and openness[carrier[at]] < open_enough:
                found[slot] = True
            at = carrier[at]
    return found
