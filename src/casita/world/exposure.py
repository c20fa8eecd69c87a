"""What things are exposed to now: running water, brewing coffee, heat, a machine that washes.

This is the one place that says so; needs ask it for one thing, consequences for all of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from casita.world.edit import Edit
from casita.world.statics import NONE, Statics

WATER, COFFEE, WASHING, HEAT, COOLING = 1, 2, 4, 8, 16
"""Bits: a tap runs over it; coffee runs into it; it is in a shut machine that washes; something heats it; it is
still warm, but nothing heats it any more."""

BREWS, WASHES, HEATS, SHUT_ONLY, LOOSE, BUILT_IN = 1, 2, 4, 8, 16, 32
"""What a thing does to others when it is on, and what decides what others do to it. SHUT_ONLY heats only while shut."""


class Sources(NamedTuple):
    """What of a scene decides about exposure, and never changes."""

    parts: NDArray[np.int8]
    """By slot, the bits above."""
    taps: NDArray[np.int32]
    """Slots of taps, and in the same order those of the basins that they run into."""
    basins: NDArray[np.int32]
    does_something: NDArray[np.bool_]
    """By slot: does anything become of others when it is on?"""


class Exposed(NamedTuple):
    """What all things of a state are exposed to."""

    bits: NDArray[np.int8]
    """By slot."""
    any: int
    """The bits of all things together."""

    def slots(self, to: int) -> list[int]:
        """The slots of the things that are exposed to something."""
        if not self.any & to:
            return []
        found: list[int] = np.nonzero(self.bits & to)[0].tolist()
        return found


def exposed(edit: Edit) -> Exposed:
    """What everything is exposed to now."""
    return Exposed(
        *_exposed(edit.on, edit.exists, edit.carrier, edit.openness, edit.heat, *sources(edit.known))
    )


def is_exposed(edit: Edit, slot: int, to: int) -> bool:
    """Is one thing exposed to something now?"""
    return bool(exposed(edit).bits[slot] & to)


def sources(known: Statics) -> Sources:
    """The sources of a scene, found once."""
    store = known.scene.__dict__
    if "_sources" not in store:
        can = known.can
        shut_only = [bool(s) and s[0].relation == "in" and bool(s[0].joint) for s in known.spots]
        parts = BREWS * can["brews_coffee"] + WASHES * (can["cleans"] & ~known.loose) + HEATS * can["heats"]
        parts += SHUT_ONLY * np.array(shut_only, int) + LOOSE * known.loose + BUILT_IN * (known.parent != NONE)
        runs = [(tap, basin) for tap, group in known.controls.items() if can["runs_water"][tap] for basin in group]
        taps, basins = np.array(runs, np.int32).reshape(-1, 2).T.copy()
        does_something = can["runs_water"] | can["brews_coffee"] | can["heats"] | can["cleans"]
        store["_sources"] = Sources(parts.astype(np.int8), taps, basins, does_something)
    found: Sources = store["_sources"]
    return found


@numba.njit(cache=True)
def _exposed(on, exists, carrier, openness, heat, parts, taps, basins, does_something):  # type: ignore[no-untyped-def]
    """Goes up from each thing to what it is on or in, and asks what that does to it."""
    count = len(on)
    bits = np.zeros(count, np.int8)
    together = 0
    idle = True
    for slot in range(count):
        idle = idle and heat[slot] == 0 and not (on[slot] and does_something[slot])
    if idle:
        return bits, together
    wet = np.zeros(count, np.bool_)
    for i in range(len(taps)):
        wet[basins[i]] = wet[basins[i]] or on[taps[i]]
    for slot in range(count):
        found = 0
        if exists[slot] and carrier[slot] != NONE:
            below = carrier[slot]
            if parts[slot] & LOOSE:
                found |= WATER if wet[below] else 0
                found |= COFFEE if on[below] and parts[below] & BREWS else 0
            while below != NONE:
                if on[below]:
                    shut = openness[below] == 0.0
                    heats = parts[below] & HEATS and not parts[slot] & BUILT_IN
                    found |= HEAT if heats and (shut or not parts[below] & SHUT_ONLY) else 0
                    found |= WASHING if parts[below] & WASHES and shut else 0
                if not exists[below]:
                    break
                below = carrier[below]
        if heat[slot] > 0 and not found & HEAT:
            found |= COOLING
        bits[slot] = found
        together |= found
    return bits, together
