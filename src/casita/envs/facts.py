"""The facts that action masks ask for: what is true of every thing for an agent in a state, one bit each.

Facts are simple states that follow from a column or two. They say nothing about space, ways, tools and
sources, so they cost microseconds; only those whose columns have changed are worked out again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from casita.world.liquids import LIQUIDS
from casita.world.relations import tables
from casita.world.rules import RULES
from casita.world.seen import shut_away
from casita.world.state import ObjectColumns, State
from casita.world.statics import NONE, Statics

PITCH = 60.0
"""Degrees that agents can look up and down."""

DRAINS = ("sink_basin", "bathtub_basin", "sink", "toilet")
"""Types that anything can be poured into."""


class Fact:
    """What a mask can ask of a thing, of an agent, or of both: one bit each."""

    EXISTS = 1 << 0
    SEEN = 1 << 1
    OUT = 1 << 2  # nothing that it is in is closed
    NEAR = 1 << 3  # in the agent's reach, or in its hands; always under command rules
    FREE = 1 << 4  # in nobody's hands
    OURS = 1 << 5  # in nobody else's hands
    WHOLE = 1 << 6
    OPENS = 1 << 7  # not yet open as far as it goes
    CLOSES = 1 << 8
    OFF = 1 << 9
    ON = 1 << 10
    CLEAN = 1 << 11
    DIRTY = 1 << 12
    RAW = 1 << 13
    LEFT = 1 << 14  # there is some of it left
    FILLED = 1 << 15  # with a liquid
    NOT_FULL = 1 << 16
    LOADED = 1 << 17  # something loose is on or in it, or a part of it
    CONTENTS = 1 << 18  # it is loaded or filled
    INSIDE = 1 << 19  # it is in something
    RECEIVES = 1 << 20  # whole, open and without liquid
    SEAT_FREE = 1 << 21  # nobody else sits there
    STANDS = 1 << 22
    SITS = 1 << 23
    LOOKS_UP = 1 << 24
    LOOKS_DOWN = 1 << 25
    FREE_HAND = 1 << 26
    # About what is in the first hand, each followed by the same about the second.
    HOLDS = 1 << 27
    HOLDS_2 = 1 << 28
    BESIDE = 1 << 29  # it is not, and is not in, what is in the hand
    BESIDE_2 = 1 << 30
    TAKES = 1 << 31  # such things as what is in the hand are put on or in it
    TAKES_2 = 1 << 32
    POURED = 1 << 33  # what is in the hand can be poured into it
    POURED_2 = 1 << 34
    NEVER = 1 << 35


FIRST_LIQUID = Fact.NEVER << 1
"""The bit of "takes liquid 1 now", being empty or filled with it; those of the other liquids follow."""


class WorldFact(NamedTuple):
    """A fact about things that all agents share: the columns it follows from, and how."""

    fact: int
    columns: tuple[str, ...]
    of: Callable[[ObjectColumns, Statics], NDArray[np.bool_]]


def _loaded(now: ObjectColumns, known: Statics) -> NDArray[np.bool_]:
    """Is something loose on or in it, or on or in a part of it?"""
    found: NDArray[np.bool_] = _carriers(now.carrier, now.exists, known.loose, known.parent)
    return found


@numba.njit(cache=True)
def _carriers(carrier, exists, loose, parent):  # type: ignore[no-untyped-def]
    found = np.zeros(len(carrier), np.bool_)
    for slot in range(len(carrier)):
        at = carrier[slot] if exists[slot] and loose[slot] else NONE
        while at != NONE:
            found[at] = True
            at = parent[at]
    return found


def _inside(now: ObjectColumns, known: Statics) -> NDArray[np.bool_]:
    """Is it at a spot that things are in, not on?"""
    table = tables(known)
    at = table.first_spot[now.carrier] + now.spot
    found: NDArray[np.bool_] = table.spot_is_in[at] & (now.spot != NONE)
    return found


def _receives(now: ObjectColumns, known: Statics) -> NDArray[np.bool_]:
    """Is it whole, without liquid, and not all behind its own closed door?"""
    shut = (now.openness < 0.5) & _only_behind_doors(known)
    return ~now.broken & ~shut & ~((now.liquid > 0) & known.can["fill"])


def _only_behind_doors(known: Statics) -> NDArray[np.bool_]:
    """Which things have places only behind their own doors, and no part that is always open."""
    store = known.scene.__dict__
    if "_only_behind_doors" not in store:
        behind = np.array([bool(spots) and all(spot.joint for spot in spots) for spots in known.spots], np.bool_)
        always_open = np.array([any(not spot.joint for spot in spots) for spots in known.spots], np.bool_)
        behind[known.parent[always_open & (known.parent != NONE)]] = False
        store["_only_behind_doors"] = behind
    found: NDArray[np.bool_] = store["_only_behind_doors"]
    return found


def _takes_liquid(number: int) -> Callable[[ObjectColumns, Statics], NDArray[np.bool_]]:
    return lambda now, known: (now.liquid == 0) | (now.liquid == number)


WORLD_FACTS = (
    WorldFact(Fact.EXISTS, ("exists",), lambda now, known: now.exists),
    WorldFact(Fact.WHOLE, ("broken",), lambda now, known: ~now.broken),
    WorldFact(Fact.OPENS, ("openness",), lambda now, known: now.openness < 1.0),
    WorldFact(Fact.CLOSES, ("openness",), lambda now, known: now.openness > 0.0),
    WorldFact(Fact.OFF, ("on",), lambda now, known: ~now.on),
    WorldFact(Fact.ON, ("on",), lambda now, known: now.on),
    WorldFact(Fact.CLEAN, ("dirty",), lambda now, known: ~now.dirty),
    WorldFact(Fact.DIRTY, ("dirty",), lambda now, known: now.dirty),
    WorldFact(Fact.RAW, ("cooked",), lambda now, known: ~now.cooked),
    WorldFact(Fact.LEFT, ("amount",), lambda now, known: now.amount > 0.0),
    WorldFact(Fact.FILLED, ("liquid",), lambda now, known: now.liquid > 0),
    WorldFact(Fact.NOT_FULL, ("level",), lambda now, known: now.level < 1.0),
    WorldFact(Fact.LOADED, ("carrier", "exists"), _loaded),
    WorldFact(
        Fact.CONTENTS, ("carrier", "exists", "liquid"), lambda now, known: _loaded(now, known) | (now.liquid > 0)
    ),
    WorldFact(Fact.INSIDE, ("carrier", "spot"), _inside),
    WorldFact(Fact.RECEIVES, ("broken", "openness", "liquid"), _receives),
    *(WorldFact(FIRST_LIQUID << (number - 1), ("liquid",), _takes_liquid(number)) for number in range(1, len(LIQUIDS))),
)


COLUMNS = tuple(dict.fromkeys(("held_by", *(name for row in WORLD_FACTS for name in row.columns))))
"""The columns of a state that shared facts follow from."""


@numba.njit(cache=True)
def _held_things(carrier, held_by):  # type: ignore[no-untyped-def]
    """For each thing: the held thing that it is, or is on or in; NONE if it is in nobody's hands."""
    held = np.full(len(carrier), NONE, np.int64)
    for slot in range(len(carrier)):
        at = slot
        while at != NONE and held_by[at] == NONE:
            at = carrier[at]
        held[slot] = at
    return held


class Facts:
    """The facts of every slot in a state; only those whose columns have changed are worked out again."""

    def __init__(self, known: Statics) -> None:
        self.known = known
        self._bits = np.zeros(known.count + 1, np.int64)
        self._last: dict[str, object] = {}
        self._held = np.zeros(0, np.int64)
        self._holder = np.zeros(0, np.int64)
        self._suits: dict[str, NDArray[np.bool_]] = {}
        self._reach = np.where(known.loose, 0.0, known.size[:, :2].max(axis=1) / 2)
        self._reach[[slot for slot in known.floor_slots if slot != NONE]] = np.inf
        self._drains = np.array([kind.name in DRAINS for kind in known.kinds])

    def of(self, state: State, agent: int, seen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The facts of every slot for one agent, given what it sees; after the last slot, its own alone."""
        bits = self._shared(state) | self._own(state, agent)
        things = bits[:-1]
        things |= seen * Fact.SEEN
        mine = self._holder == agent
        things |= (mine | (self._holder == NONE)) * Fact.OURS
        if RULES[state.rules].needs_reach:
            things |= (mine | self._in_reach(state, agent)) * Fact.NEAR
        for other, seat in enumerate(state.agents.seat.tolist()):
            if seat != NONE and other != agent:
                things[seat] &= ~Fact.SEAT_FREE
        for hand, held in enumerate(state.agents.hands[agent].tolist()):
            if held != NONE:
                things |= self._of_hand(state, held) << hand
        return bits

    def _shared(self, state: State) -> NDArray[np.int64]:
        """The facts that are the same for all agents."""
        now = state.objects
        changed = {name for name in COLUMNS if getattr(now, name) is not self._last.get(name)}
        if changed:
            self._last |= {name: getattr(now, name) for name in changed}
            for row in WORLD_FACTS:
                if not changed.isdisjoint(row.columns):
                    self._write(row.fact, row.of(now, self.known))
            if not changed.isdisjoint(("carrier", "spot", "openness", "held_by")):
                self._held = _held_things(now.carrier, now.held_by)
                self._holder = np.where(self._held == NONE, NONE, now.held_by[self._held])
                self._write(Fact.OUT, ~shut_away(state))
                self._write(Fact.FREE, self._held == NONE)
        return self._bits

    def _write(self, fact: int, where: NDArray[np.bool_]) -> None:
        self._bits[:-1] &= ~fact
        self._bits[:-1] |= where * fact

    def _own(self, state: State, agent: int) -> int:
        """The facts about an agent, which hold whatever its action is about."""
        people, body = state.agents, state.bodies[agent]
        hands = people.hands[agent].tolist()
        pitch = float(people.pitch[agent])
        return (
            Fact.SEAT_FREE
            | (Fact.STANDS if people.seat[agent] == NONE else Fact.SITS)
            | (Fact.LOOKS_UP if pitch - body.look >= -PITCH else 0)
            | (Fact.LOOKS_DOWN if pitch + body.look <= PITCH else 0)
            | (Fact.FREE_HAND if NONE in hands[: body.hands] else 0)
            | (Fact.NEAR if not RULES[state.rules].needs_reach else 0)
            | (Fact.HOLDS if hands[0] != NONE else 0)
            | (Fact.HOLDS_2 if hands[1] != NONE else 0)
        )

    def _in_reach(self, state: State, agent: int) -> NDArray[np.bool_]:
        """What is in the agent's room, and near enough."""
        now, people = state.objects, state.agents
        away = now.position[:, :2] - people.position[agent]
        reach = self._reach + state.bodies[agent].reach
        near: NDArray[np.bool_] = away[:, 0] ** 2 + away[:, 1] ** 2 <= reach**2
        near &= now.room == people.room[agent]
        return near

    def _of_hand(self, state: State, held: int) -> NDArray[np.int64]:
        """The facts about what is held in a first hand."""
        now, known = state.objects, self.known
        beside = self._held != held
        found: NDArray[np.int64] = beside * Fact.BESIDE
        found |= (beside & self._suited(known.kinds[held].name)) * Fact.TAKES
        liquid = int(now.liquid[held])
        if liquid and known.can["fill"][held]:
            bit = FIRST_LIQUID << (liquid - 1)
            needed = bit | Fact.NOT_FULL | Fact.WHOLE
            found |= (((self._bits[:-1] & needed) == needed) | self._drains) * Fact.POURED
        return found

    def _suited(self, kind: str) -> NDArray[np.bool_]:
        """Which things take such a thing, as far as they are choosy."""
        if kind not in self._suits:
            self._suits[kind] = np.array([not each.holds or kind in each.holds for each in self.known.kinds], np.bool_)
        return self._suits[kind]
