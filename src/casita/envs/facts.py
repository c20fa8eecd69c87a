"""The facts that action masks ask for (`casita/world/facts.py`), found in a state: for an agent, of every thing.

All of them together take a few microseconds.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from casita.arrays import Bools, Float64s, Int16s, Int32s, Int64s
from casita.world.facts import (
    BESIDE,
    CLEAN,
    CLOSES,
    CONTENTS,
    DIRTY,
    EXISTS,
    FILLED,
    FIRST_LIQUID,
    FREE,
    FREE_HAND,
    HOLDS,
    INSIDE,
    LEFT,
    LOADED,
    LOOKS_DOWN,
    LOOKS_UP,
    NEAR,
    NOT_FULL,
    OFF,
    ON,
    OPENS,
    OURS,
    OUT,
    POURED,
    RAW,
    RECEIVES,
    SEAT_FREE,
    SEEN,
    SITS,
    STANDS,
    TAKES,
    WHOLE,
)
from casita.world.liquids import LIQUIDS
from casita.world.needs import DRAINS, STEEPEST
from casita.world.relations import tables
from casita.world.rules import RULES
from casita.world.shut import OPEN_ENOUGH, shut_now
from casita.world.state import State
from casita.world.statics import NONE, Statics

NO_LIQUID = 0
KINDS_OF_LIQUID = len(LIQUIDS) - 1


class Fixed(NamedTuple):
    """What facts look at that never changes in a scene."""

    loose: Bools
    parent: Int32s
    first_spot: Int64s
    spot_is_in: Bools
    fills: Bools
    drains: Bools
    behind_door: Bools
    """Are all places of a thing behind its own door, and has it no part that is always open?"""
    further: Float64s
    """How many metres further than its arms an agent reaches to a thing, for the thing's own size."""
    other_room: Int16s
    """The room on the other side of a door, that it is in too; NONE of anything else."""


class Who(NamedTuple):
    """What facts look at of the agent."""

    agent: int
    own: int
    """The facts about it, which hold whatever its action is about."""
    x: float
    y: float
    room: int
    reach: float
    """Infinite under command rules, in the whole home."""


class Facts:
    """The facts of every slot in states of one scene."""

    def __init__(self, known: Statics) -> None:
        self.known = known
        self._suits: dict[int, Bools] = {}
        table = tables(known)
        further = known.extra_reach.copy()
        further[[slot for slot in known.floor_slots if slot != NONE]] = np.inf
        self._fixed = Fixed(
            known.loose,
            known.parent,
            table.first_spot,
            table.spot_is_in,
            known.can["fill"],
            np.array([kind.name in DRAINS for kind in known.kinds], np.bool_),
            _behind_door(known),
            further,
            _other_rooms(known),
        )

    def of(self, state: State, agent: int, seen: Bools) -> Int64s:
        """The facts of every slot for one agent, given what it sees; after the last slot, its own alone."""
        now, people = state.objects, state.agents
        who = self._who(state, agent)
        bits: Int64s = _facts(now, self._fixed, who, seen, shut_now(state))
        for hand, held in enumerate(people.hands[agent].tolist()):
            if held != NONE:
                _add_facts_of_hand(bits, now, self._fixed, held, hand, self._suited(held))
        for other, seat in enumerate(people.seat.tolist()):
            if seat != NONE and other != agent:
                bits[seat] &= ~SEAT_FREE
        return bits

    def _who(self, state: State, agent: int) -> Who:
        people, body = state.agents, state.bodies[agent]
        hands = people.hands[agent].tolist()
        pitch = people.pitch.item(agent)
        own = (
            (STANDS if people.seat.item(agent) == NONE else SITS)
            | (LOOKS_UP if pitch - body.look >= -STEEPEST else 0)
            | (LOOKS_DOWN if pitch + body.look <= STEEPEST else 0)
            | (FREE_HAND if NONE in hands[: body.hands] else 0)
            | (HOLDS if hands[0] != NONE else 0)
            | (HOLDS << 1 if hands[1] != NONE else 0)
        )
        x, y = people.position[agent].tolist()
        reach = body.reach if RULES[state.rules].needs_reach else np.inf
        return Who(agent, own, x, y, people.room.item(agent), reach)

    def _suited(self, held: int) -> Bools:
        """Which things take such a thing, as far as they are choosy."""
        if held not in self._suits:
            kind = self.known.kinds[held].name
            self._suits[held] = np.array([not each.holds or kind in each.holds for each in self.known.kinds], np.bool_)
        return self._suits[held]


def _behind_door(known: Statics) -> Bools:
    behind = np.array([bool(spots) and all(spot.joint for spot in spots) for spots in known.spots], np.bool_)
    always_open = np.array([any(not spot.joint for spot in spots) for spots in known.spots], np.bool_)
    behind[known.parent[always_open & (known.parent != NONE)]] = False
    return behind


def _other_rooms(known: Statics) -> Int16s:
    others = np.full(known.count, NONE, np.int16)
    for slot, rooms in known.door_rooms.items():
        others[slot] = rooms[-1]
    return others


@numba.njit(cache=True)
def _facts(now, fixed, who, seen, shut_in):  # type: ignore[no-untyped-def]
    """The facts of every slot but those about hands and seats; after the last slot, the agent's own."""
    count = len(seen)
    bits = np.full(count + 1, who.own, np.int64)
    for slot in range(count):
        at = now.carrier[slot] if now.exists[slot] and fixed.loose[slot] else NONE
        while at != NONE:
            bits[at] |= LOADED | CONTENTS
            at = fixed.parent[at]
    for slot in range(count):
        spot, openness, broken = now.spot[slot], now.openness[slot], now.broken[slot]
        inside = spot != NONE and fixed.spot_is_in[fixed.first_spot[now.carrier[slot]] + spot]
        held = _held_thing(now.carrier, now.held_by, slot)
        holder = NONE if held == NONE else now.held_by[held]
        dx, dy, reach = now.position[slot, 0] - who.x, now.position[slot, 1] - who.y, who.reach + fixed.further[slot]
        here = who.room in (now.room[slot], fixed.other_room[slot]) or who.reach == np.inf
        near = (here and dx * dx + dy * dy <= reach * reach) or holder == who.agent
        shut = fixed.behind_door[slot] and openness < OPEN_ENOUGH
        wet = now.liquid[slot] != NO_LIQUID and fixed.fills[slot]
        bits[slot] |= (
            SEAT_FREE
            | (EXISTS if now.exists[slot] else 0)
            | (SEEN if seen[slot] else 0)
            | (0 if shut_in[slot] else OUT)
            | (NEAR if near else 0)
            | (FREE if held == NONE else 0)
            | (OURS if held == NONE or holder == who.agent else 0)
            | (0 if broken else WHOLE)
            | (OPENS if openness < 1.0 else 0)
            | (CLOSES if openness > 0.0 else 0)
            | (ON if now.on[slot] else OFF)
            | (DIRTY if now.dirty[slot] else CLEAN)
            | (0 if now.cooked[slot] else RAW)
            | (LEFT if now.amount[slot] > 0.0 else 0)
            | (NOT_FULL if now.level[slot] < 1.0 else 0)
            | (INSIDE if inside else 0)
            | (0 if broken or shut or wet else RECEIVES)
            | _of_liquid(now.liquid[slot])
        )
    return bits


@numba.njit(cache=True)
def _of_liquid(liquid):  # type: ignore[no-untyped-def]
    """What a thing with this liquid in it can be filled with."""
    if liquid == NO_LIQUID:
        return FIRST_LIQUID * ((1 << KINDS_OF_LIQUID) - 1)
    return FILLED | CONTENTS | FIRST_LIQUID << (liquid - 1)


@numba.njit(cache=True)
def _held_thing(carrier, held_by, slot):  # type: ignore[no-untyped-def]
    """The held thing that a thing is, or is on or in; NONE if it is in nobody's hands."""
    while slot != NONE and held_by[slot] == NONE:
        slot = carrier[slot]
    return slot


@numba.njit(cache=True)
def _add_facts_of_hand(bits, now, fixed, held, hand, suits):  # type: ignore[no-untyped-def]
    """Add what can be done with what is in a hand."""
    liquid = now.liquid[held] if fixed.fills[held] else NO_LIQUID
    needed = NOT_FULL | WHOLE | (FIRST_LIQUID << (liquid - 1) if liquid != NO_LIQUID else 0)
    for slot in range(len(suits)):
        if _held_thing(now.carrier, now.held_by, slot) != held:
            bits[slot] |= (BESIDE | (TAKES if suits[slot] else 0)) << hand
        if liquid != NO_LIQUID and (fixed.drains[slot] or bits[slot] & needed == needed):
            bits[slot] |= POURED << hand
