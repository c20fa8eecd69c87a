"""What follows by itself at the end of a tick: a table of rows, gone through in order until nothing follows any more.

Running water cleans and fills, machines wash and brew, heat cooks. A world follows the rows of its rules (see
`rules.py`), so that a world of one's own can have a row more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from casita.errors import BadInput
from casita.world.edit import Edit
from casita.world.event import Event
from casita.world.exposure import COFFEE, COOLING, HEAT, WASHING, WATER, Exposed, exposed_at_the_end
from casita.world.liquids import number_of

TICKS_TO_COOK = 3
"""How many ticks of heat cook a thing."""

FLOW = 0.5
"""How much of a vessel a running tap or coffee machine fills in a tick."""

MOST_ROUNDS = 100
"""How often the table is gone through in a tick; what still happens then would happen for ever."""


Question = Callable[[Edit, int], bool]
Change = Callable[[Edit, int], str]


class Moment(NamedTuple):
    """The world as a round through the table finds it."""

    edit: Edit
    exposed: Exposed


@dataclass(frozen=True, slots=True, eq=False)
class Consequence:
    """One row: what follows, for whom, and what is told of it."""

    name: str
    """The cause that its events name."""
    when: Callable[[Moment], Iterable[int]]
    """Slots of the things that it happens to now."""
    effect: Change
    """Changes one of these things, and says what that has become: the adjective of the event."""
    event: str = ""
    """Verb of the event that is told of each thing; empty tells nothing."""
    takes_time: bool = False
    """Does it go on for ticks? Then it happens to a thing once in a tick; else until it no longer applies."""
    exposure: int = 0
    """Not asked about while nothing is exposed to this (see `exposure.py`); 0 is asked about in every tick."""


def follow(edit: Edit, rows: tuple[Consequence, ...]) -> list[Event]:
    """Let everything happen that follows, and say what did; BadInput if rows feed each other for ever."""
    events: list[Event] = []
    exposed = exposed_at_the_end(edit, first_look=True)
    asked = _asked(rows, exposed.any)
    if not asked:
        return events
    moment = Moment(edit, exposed)
    had_its_turn: set[tuple[str, int]] = set()
    for _ in range(MOST_ROUNDS):
        happened: list[tuple[str, int]] = []
        for row in asked:
            for slot in row.when(moment):
                turn = (row.name, slot)
                if row.takes_time:
                    if turn in had_its_turn:
                        continue
                    had_its_turn.add(turn)
                adjective = row.effect(edit, slot)
                happened.append(turn)
                if row.event:
                    id = edit.known.ids[slot]
                    events.append(Event(edit.base.tick, "", row.event, id, adjective=adjective, cause=row.name))
        if not happened:
            return events
        moment = Moment(edit, exposed_at_the_end(edit, first_look=False))
        asked = _asked(rows, moment.exposed.any)
    names = ", ".join(dict.fromkeys(repr(name) for name, _ in happened))
    thing = edit.known.ids[happened[-1][1]]
    raise BadInput(f"after {MOST_ROUNDS} rounds of tick {edit.base.tick} there still follows {names} (for {thing})")


@lru_cache(maxsize=1024)
def _asked(rows: tuple[Consequence, ...], around: int) -> tuple[Consequence, ...]:
    """The rows that may apply where things are exposed to this."""
    return tuple(row for row in rows if not row.exposure or row.exposure & around)


# When.


def when_exposed(
    to: int, name: str, question: Question, effect: Change, event: str = "", *, takes_time: bool = False
) -> Consequence:
    """A row for the things that are exposed to something, and of which a question is answered with yes."""

    def when(moment: Moment) -> list[int]:
        return [slot for slot in moment.exposed.slots(to) if question(moment.edit, slot)]

    return Consequence(name, when, effect, event, takes_time, to)


def _is_dirty(edit: Edit, slot: int) -> bool:
    return bool(edit.dirty[slot])


def _washes_off(edit: Edit, slot: int) -> bool:
    return bool(edit.dirty[slot] and edit.known.can["dirty"][slot])


def _takes(liquid: str) -> Question:
    """Does a vessel take this liquid, and is it not full, or full of other things?"""
    number = number_of(liquid)

    def question(edit: Edit, slot: int) -> bool:
        if not edit.known.can["fill"][slot] or liquid not in edit.known.kinds[slot].liquids or edit.broken[slot]:
            return False
        if edit.liquid[slot] not in (0, number) or edit.level[slot] >= 1.0:
            return False
        return not edit.loose_on(slot)

    return question


def _is_not_yet_hot(edit: Edit, slot: int) -> bool:
    return bool(edit.heat[slot] < TICKS_TO_COOK)


def _is_done(edit: Edit, slot: int) -> bool:
    return bool(edit.heat[slot] >= TICKS_TO_COOK and edit.known.can["cook"][slot] and not edit.cooked[slot])


def _is_warm(edit: Edit, slot: int) -> bool:
    return bool(edit.heat[slot] > 0)


# What happens.


def _clean(edit: Edit, slot: int) -> str:
    edit.write("dirty")[slot] = False
    return "clean"


def _fill(liquid: str) -> Change:
    """Fill a vessel a little."""

    def effect(edit: Edit, slot: int) -> str:
        level = edit.write("level")
        level[slot] = min(1.0, float(level[slot]) + FLOW)
        if not edit.liquid[slot]:
            edit.write("liquid")[slot] = number_of(liquid)
        return f"full of {liquid}" if level[slot] >= 1.0 else f"half full of {liquid}"

    return effect


def _heat(edit: Edit, slot: int) -> str:
    edit.write("heat")[slot] += 1
    return "warmer"


def _cool(edit: Edit, slot: int) -> str:
    edit.write("heat")[slot] = 0
    return "cool"


def _cook(edit: Edit, slot: int) -> str:
    edit.write("cooked")[slot] = True
    return "cooked"


CONSEQUENCES: tuple[Consequence, ...] = (
    when_exposed(WATER, "running_water_cleans", _is_dirty, _clean, "clean"),
    when_exposed(WATER, "running_water_fills", _takes("water"), _fill("water"), "fill", takes_time=True),
    when_exposed(COFFEE, "coffee_runs", _takes("coffee"), _fill("coffee"), "fill", takes_time=True),
    when_exposed(WASHING, "machine_washes", _washes_off, _clean, "clean"),
    when_exposed(HEAT, "heat_warms", _is_not_yet_hot, _heat, takes_time=True),
    when_exposed(HEAT, "heat_cooks", _is_done, _cook, "cook"),
    when_exposed(COOLING, "without_heat_cools", _is_warm, _cool),
)
"""What follows in every world, in this order."""
