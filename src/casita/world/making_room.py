"""Making room on a small surface: what stands there is moved aside, as one does before putting down something large."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from casita.geometry.rests import FLAT
from casita.world.edit import Edit
from casita.world.placing import Landing, place
from casita.world.resting import landing_on, resting_landing, stands_clear

MOST = 5
"""How many things are moved aside at the most."""

SMALL = 0.5
"""Metres: half of the longer side of a surface that has room made on it, at the most."""

LARGE = 0.02
"""Square metres that a thing covers for which room is made, at the least."""

TRIES = 5

Aside = tuple[tuple[int, Landing], ...]
"""Things and where they are moved to."""


def made_room(edit: Edit, slot: int, carrier: int, spot_number: int, luck: int) -> tuple[Landing, Aside] | None:
    """A place on a spot once what is there has been moved aside, and where that goes; None if that does not help."""
    spot = edit.known.spots[carrier][spot_number]
    if spot.relation != "on" or spot.hang or max(spot.half_x, spot.half_y) > SMALL:
        return None
    if float(edit.known.size[slot, :2].prod()) < LARGE:
        return None
    there = (edit.carrier == carrier) & (edit.spot == spot_number) & edit.exists & edit.known.loose
    others = [other for other in np.nonzero(there)[0].tolist() if other != slot]
    if not 0 < len(others) <= MOST or any(edit.rest[other] != FLAT for other in others):
        return None
    others.sort(key=lambda other: (-float(edit.known.size[other, :2].prod()), other))
    leaving = {slot, *edit.contents(slot)}
    loads = [[other, *(each for each in edit.contents(other) if each not in leaving)] for other in others]
    for turn in range(TRIES):
        draft = edit.copied()
        draft.write("exists")[[each for load in loads for each in load]] = False
        landing = landing_on(draft, slot, carrier, spot_number, luck + turn) or resting_landing(
            draft, slot, carrier, spot_number, luck + turn
        )
        if landing is None:
            return None
        place(draft, slot, landing)
        aside = tuple(_moved_aside(draft, edit, loads, luck + turn))
        if len(aside) == len(others):
            return landing, tuple((other, to) for other, to in aside if to is not None)
    return None


def _moved_aside(draft: Edit, edit: Edit, loads: list[list[int]], luck: int) -> Iterator[tuple[int, Landing | None]]:
    """Where each thing goes with what it carries, None if it can stay; ends early if there is no place for one."""
    for load in loads:
        other, moving = load[0], np.array(load)
        draft.write("exists")[moving] = True
        if all(stands_clear(draft, each, moving) for each in moving[edit.known.loose[moving]].tolist()):
            yield other, None
            continue
        carrier, number = int(edit.carrier[other]), int(edit.spot[other])
        landing = landing_on(draft, other, carrier, number, luck)
        if landing is None and len(load) == 1:
            landing = resting_landing(draft, other, carrier, number, luck)
        if landing is None:
            return
        place(draft, other, landing)
        yield other, landing
