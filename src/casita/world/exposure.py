"""What things are exposed to now: running water, brewing coffee, heat, a machine that washes.

This is the one place that says so; needs ask it for one thing, consequences for all of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from casita.arrays import Int8s, Int32s
from casita.scenes.kept import PerScene
from casita.world.edit import Edit
from casita.world.statics import NONE, Statics

WATER, COFFEE, WASHING, HEAT, COOLING = 1, 2, 4, 8, 16
"""Bits: a tap runs over it; coffee runs into it; it is in a shut machine that washes; something heats it; it is
still warm, but nothing heats it any more."""

BREWS, WASHES, HEATS, SHUT_ONLY, RUNS, LOOSE, BUILT_IN = 1, 2, 4, 8, 16, 32, 64
"""What a thing does to others when it is on, and what decides what others do to it. SHUT_ONLY heats only while shut."""


class Sources(NamedTuple):
    """What of a scene decides about exposure, and never changes."""

    parts: Int8s
    """By slot, the bits above."""
    taps: Int32s
    """Slots of taps, and in the same order those of the basins that they run into."""
    basins: Int32s


class Exposed(NamedTuple):
    """What the things of a state are exposed to, those that are exposed to anything."""

    any: int
    """The bits of all of them together."""
    things: tuple[tuple[int, int], ...]
    """Slots and bits, by slot."""

    def slots(self, to: int) -> list[int]:
        """The slots of the things that are exposed to something."""
        return [slot for slot, bits in self.things if bits & to]


NOTHING = Exposed(0, ())


class Remembered(NamedTuple):
    """What things are exposed to, and the columns of which that is true."""

    columns: tuple[NDArray[Any], ...]
    exposed: Exposed


def exposed(edit: Edit) -> Exposed:
    """What everything is exposed to now."""
    source = sources(edit.known)
    if _is_idle(edit.on, edit.heat, source.parts):
        return NOTHING
    together, slots, bits = _exposed(edit.on, edit.exists, edit.carrier, edit.openness, edit.heat, *source)
    if not together:
        return NOTHING
    return Exposed(together, tuple(zip(slots.tolist(), bits.tolist(), strict=True)))


def exposed_at_the_end(edit: Edit, first_look: bool) -> Exposed:
    """The same at the end of a tick, remembered for the next: most ticks change nothing about it.

    Only the first look of a tick may take what the last tick remembered, since later ones follow writes.
    """
    last: Remembered | None = edit.exposure
    if first_look and last is not None:
        on, exists, carrier, openness, heat = last.columns
        same = carrier is edit.carrier and openness is edit.openness and exists is edit.exists
        if same and on is edit.on and heat is edit.heat:
            return last.exposed
    found = exposed(edit)
    edit.exposure = Remembered((edit.on, edit.exists, edit.carrier, edit.openness, edit.heat), found)
    return found


def is_exposed(edit: Edit, slot: int, to: int) -> bool:
    """Is one thing exposed to something now?"""
    return slot in exposed(edit).slots(to)


@PerScene
def sources(known: Statics) -> Sources:
    """The sources of a scene, found once."""
    can = known.can
    shut_only = [bool(s) and s[0].relation == "in" and bool(s[0].joint) for s in known.spots]
    parts = BREWS * can["brews_coffee"] + WASHES * (can["cleans"] & ~known.loose) + HEATS * can["heats"]
    parts += SHUT_ONLY * np.array(shut_only, int) + LOOSE * known.loose + BUILT_IN * (known.parent != NONE)
    parts += RUNS * can["runs_water"]
    runs = [(tap, basin) for tap, group in known.controls.items() if can["runs_water"][tap] for basin in group]
    taps, basins = np.array(runs, np.int32).reshape(-1, 2).T.copy()
    return Sources(parts.astype(np.int8), taps, basins)


@numba.njit(cache=True)
def _is_idle(on, heat, parts):  # type: ignore[no-untyped-def]
    """Is nothing on that does anything to others, and nothing warm?"""
    for slot in range(len(on)):
        if heat[slot] != 0 or (on[slot] and parts[slot] & (RUNS | BREWS | HEATS | WASHES)):
            return False
    return True


@numba.njit(cache=True)
def _exposed(on, exists, carrier, openness, heat, parts, taps, basins):  # type: ignore[no-untyped-def]
    """The bits of all things together, the slots of those that are exposed to anything, and the bits of these."""
    bits = _bits(on, exists, carrier, openness, heat, parts, taps, basins)
    slots = np.nonzero(bits)[0]
    together = 0
    for slot in slots:
        together |= bits[slot]
    return together, slots, bits[slots]


@numba.njit(cache=True)
def _bits(on, exists, carrier, openness, heat, parts, taps, basins):  # type: ignore[no-untyped-def]
    """Goes up from each thing to what it is on or in, and asks what that does to it."""
    bits = np.zeros(len(on), np.int8)
    wet = np.zeros(len(on), np.bool_)
    for i in range(len(taps)):
        wet[basins[i]] = wet[basins[i]] or on[taps[i]]
    for slot in range(len(on)):
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
    return bits
