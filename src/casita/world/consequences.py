"""What follows by itself at the end of a tick: running water cleans and fills, heat cooks, machines wash and brew.

The rules are a table that is gone through in order; each looks only at things that are on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from casita.world.edit import Edit
from casita.world.event import Event
from casita.world.liquids import number_of
from casita.world.statics import NONE, Statics

TICKS_TO_COOK = 3
"""How many ticks of heat cook a thing."""

FLOW = 0.5
"""How much of a vessel a running tap or coffee machine fills in a tick."""

WATER, COFFEE = number_of("water"), number_of("coffee")

Tell = Callable[[int, str, str], None]


def consequences(edit: Edit) -> list[Event]:
    """Let everything happen that follows, and say what did."""
    known = edit.known
    events: list[Event] = []
    if not anything_follows(edit):
        return events

    def tell(slot: int, verb: str, adjective: str) -> None:
        events.append(Event(edit.base.tick, "", verb, known.ids[slot], "", "", adjective, "follows"))

    warm: set[int] = set()
    for slot in np.nonzero(edit.on & roles(known).source)[0].tolist():
        if known.can["runs_water"][slot]:
            _run_water(edit, slot, tell)
        if known.can["brews_coffee"][slot]:
            _brew(edit, slot, tell)
        if known.can["heats"][slot]:
            warm.update(_heated(edit, slot))
        if known.can["cleans"][slot] and not known.loose[slot] and edit.openness[slot] == 0.0:
            _wash_inside(edit, slot, tell)
    _cook(edit, warm, tell)
    return events


HEATS, BREWS, WASHES, VENTED, HEATED, FILLED = 1, 2, 4, 8, 16, 32
"""Parts that a thing can play in consequences, as bits."""


class Roles(NamedTuple):
    """What things do to others when they are on, and what can be done to them."""

    source: NDArray[np.bool_]
    """Which things do something to others when they are on."""
    parts: NDArray[np.int8]
    """The bits above: VENTED heats only while shut, HEATED can be heated, FILLED is loose and takes liquid."""
    tap: NDArray[np.int32]
    """Slot of the tap that runs into a basin; NONE for other things."""


def roles(known: Statics) -> Roles:
    """The roles of a scene's things, found once."""
    store = known.scene.__dict__
    if "_roles" not in store:
        can = known.can
        vented = [bool(s) and s[0].relation == "in" and bool(s[0].joint) for s in known.spots]
        parts = HEATS * can["heats"] + BREWS * can["brews_coffee"] + WASHES * (can["cleans"] & ~known.loose)
        parts += VENTED * np.array(vented, int) + HEATED * (known.parent == NONE)
        parts += FILLED * (known.loose & can["fill"])
        tap = np.full(known.count, NONE, np.int32)
        for slot, group in known.controls.items():
            if can["runs_water"][slot]:
                tap[list(group)] = slot
        source = can["runs_water"] | can["brews_coffee"] | can["heats"] | can["cleans"]
        store["_roles"] = Roles(source, parts.astype(np.int8), tap)
    found: Roles = store["_roles"]
    return found


def anything_follows(edit: Edit) -> bool:
    """Might anything follow at the end of this tick? Quick, and never wrong when it says no."""
    part = roles(edit.known)
    return bool(
        _anything_follows(
            edit.on, edit.exists, edit.carrier, edit.heat, edit.dirty, edit.level, edit.openness,
            part.source, part.parts, part.tap,
        )
    )  # fmt: skip


@numba.njit(cache=True)
def _anything_follows(on, exists, carrier, heat, dirty, level, openness, source, parts, tap):  # type: ignore[no-untyped-def]
    """Goes up from each thing to what it is on or in, and asks what that does to it."""
    idle = True
    for i in range(len(on)):
        idle = idle and heat[i] == 0 and not (on[i] and source[i])
    if idle:
        return False
    for i in range(len(on)):
        warm = False
        if exists[i] and carrier[i] >= 0:
            below = carrier[i]
            wet = tap[below] >= 0 and on[tap[below]]
            if wet and dirty[i]:
                return True
            if (wet or (on[below] and parts[below] & BREWS)) and parts[i] & FILLED and level[i] < 1.0:
                return True
            at = below
            while at >= 0:
                if on[at]:
                    if parts[at] & HEATS and parts[i] & HEATED and not (parts[at] & VENTED and openness[at] > 0.0):
                        warm = True
                    if parts[at] & WASHES and dirty[i] and openness[at] == 0.0:
                        return True
                if not exists[at]:
                    break
                at = carrier[at]
        if (heat[i] > 0 and not warm) or (warm and heat[i] < TICKS_TO_COOK):
            return True
    return False


def _inside(edit: Edit, slot: int) -> list[int]:
    """The loose things right on or in a thing."""
    return [int(i) for i in np.nonzero((edit.carrier == slot) & edit.exists & edit.known.loose)[0]]


def _run_water(edit: Edit, tap: int, tell: Tell) -> None:
    """Water cleans and fills what is in the basin below."""
    for basin in edit.known.controls.get(tap, ()):
        for slot in _inside(edit, basin):
            _wash(edit, slot, tell)
            _pour_in(edit, slot, WATER, "water", tell)


def _wash(edit: Edit, slot: int, tell: Tell) -> None:
    if edit.dirty[slot]:
        edit.write("dirty")[slot] = False
        tell(slot, "clean", "clean")


def _pour_in(edit: Edit, slot: int, liquid: int, name: str, tell: Tell) -> None:
    """Fill a vessel a little, if it takes this liquid and is not full of another."""
    kind = edit.known.kinds[slot]
    takes = edit.known.can["fill"][slot] and name in kind.liquids and not edit.broken[slot]
    if not takes or edit.liquid[slot] not in (0, liquid) or edit.level[slot] >= 1.0 or _inside(edit, slot):
        return
    level = edit.write("level")
    level[slot] = min(1.0, float(level[slot]) + FLOW)
    if not edit.liquid[slot]:
        edit.write("liquid")[slot] = liquid
    tell(slot, "fill", f"full of {name}" if level[slot] >= 1.0 else f"half full of {name}")


def _brew(edit: Edit, machine: int, tell: Tell) -> None:
    """Coffee runs into the cup that stands in the machine."""
    for slot in _inside(edit, machine):
        _pour_in(edit, slot, COFFEE, "coffee", tell)


def _heated(edit: Edit, slot: int) -> list[int]:
    """What a hot thing heats: all that is on it, or in it if it is shut."""
    spots = edit.known.spots[slot]
    if spots and spots[0].relation == "in" and spots[0].joint and edit.openness[slot] > 0.0:
        return []
    return [each for each in edit.contents(slot) if edit.known.parent[each] == NONE]


def _wash_inside(edit: Edit, slot: int, tell: Tell) -> None:
    """A dishwasher or washing machine that runs cleans what is in it."""
    for each in edit.contents(slot):
        if edit.known.can["dirty"][each]:
            _wash(edit, each, tell)


def _cook(edit: Edit, warm: set[int], tell: Tell) -> None:
    """What is heated long enough is cooked; what is not heated cools."""
    cold = [int(slot) for slot in np.nonzero(edit.heat)[0] if int(slot) not in warm]
    warming = sorted(slot for slot in warm if edit.heat[slot] < TICKS_TO_COOK)
    if not warming and not cold:
        return
    heat = edit.write("heat")
    heat[cold] = 0
    for slot in warming:
        heat[slot] += 1
        if heat[slot] == TICKS_TO_COOK and edit.known.can["cook"][slot] and not edit.cooked[slot]:
            edit.write("cooked")[slot] = True
            tell(slot, "cook", "cooked")
