"""What follows by itself at the end of a tick: running water cleans and fills, heat cooks, machines wash and brew.

The rules are a table that is gone through in order; each looks only at things that are on.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from casita.world.edit import Edit
from casita.world.event import Event
from casita.world.liquids import number_of
from casita.world.statics import NONE

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
    active = edit.on & sources(edit)
    if not np.count_nonzero(active) and not np.count_nonzero(edit.heat):
        return events
    running = np.nonzero(active)[0].tolist()

    def tell(slot: int, verb: str, adjective: str) -> None:
        events.append(Event(edit.base.tick, "", verb, known.ids[slot], "", "", adjective, "follows"))

    warm: set[int] = set()
    for slot in running:
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


def sources(edit: Edit) -> NDArray[np.bool_]:
    """Which things do something to others when they are on."""
    store = edit.known.scene.__dict__
    if "_sources" not in store:
        can = edit.known.can
        store["_sources"] = can["runs_water"] | can["brews_coffee"] | can["heats"] | can["cleans"]
    found: NDArray[np.bool_] = store["_sources"]
    return found


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
