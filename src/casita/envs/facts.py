"""The facts that action masks ask for: what is true of every thing for an agent in a state, one bit each.

Facts are simple states of a thing, of what it is in and of the agent. They say nothing about space,
ways, tools and sources, so all of them together take a few microseconds.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from casita.world.liquids import LIQUIDS
from casita.world.relations import tables
from casita.world.rules import RULES
from casita.world.shut import OPEN_ENOUGH, shut_away
from casita.world.state import State
from casita.world.statics import NONE, Statics

PITCH = 60.0
"""Degrees that agents can look up and down."""

DRAINS = ("sink_basin", "bathtub_basin", "sink", "toilet")
"""Types that anything can be poured into."""

# About a thing.
EXISTS = 1 << 0
SEEN = 1 << 1
OUT = 1 << 2  # nothing that it is in is closed
NEAR = 1 << 3  # in the agent's reach, or in its hands; always so under command rules
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
RECEIVES = 1 << 20  # whole, without liquid, and not all behind its own closed door
SEAT_FREE = 1 << 21  # nobody else sits there
# About the agent.
STANDS = 1 << 22
SITS = 1 << 23
LOOKS_UP = 1 << 24
LOOKS_DOWN = 1 << 25
FREE_HAND = 1 << 26
# About what is in the agent's first hand; each is followed by the same about the second.
HOLDS = 1 << 27  # there is something in the hand
BESIDE = 1 << 29  # the thing is not, and is not in, what is in the hand
TAKES = 1 << 31  # such things as what is in the hand are put on or in it
POURED = 1 << 33  # what is in the hand can be poured into it
NEVER = 1 << 35
FIRST_LIQUID = 1 << 36
"""It is empty or filled with liquid 1; the same about the other liquids follows."""

NO_LIQUID = 0
KINDS_OF_LIQUID = len(LIQUIDS) - 1


class Fixed(NamedTuple):
    """What facts look at that never changes in a scene."""

    loose: NDArray[np.bool_]
    parent: NDArray[np.int32]
    first_spot: NDArray[np.int64]
    spot_is_in: NDArray[np.bool_]
    fills: NDArray[np.bool_]
    drains: NDArray[np.bool_]
    behind_door: NDArray[np.bool_]
    """Are all places of a thing behind its own door, and has it no part that is always open?"""
    further: NDArray[np.float64]
    """How many metres further than its arms an agent reaches to a thing, for the thing's own size."""


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
        self._suits: dict[int, NDArray[np.bool_]] = {}
        table = tables(known)
        further = np.where(known.loose, 0.0, known.size[:, :2].max(axis=1) / 2)
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
        )

    def of(self, state: State, agent: int, seen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The facts of every slot for one agent, given what it sees; after the last slot, its own alone."""
        now, people = state.objects, state.agents
        who = self._who(state, agent)
        bits: NDArray[np.int64] = _facts(now, self._fixed, who, seen, shut_away(state))
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
            | (LOOKS_UP if pitch - body.look >= -PITCH else 0)
            | (LOOKS_DOWN if pitch + body.look <= PITCH else 0)
            | (FREE_HAND if NONE in hands[: body.hands] else 0)
            | (HOLDS if hands[0] != NONE else 0)
            | (HOLDS << 1 if hands[1] != NONE else 0)
        )
        x, y = people.position[agent].tolist()
        reach = body.reach if RULES[state.rules].needs_reach else np.inf
        return Who(agent, own, x, y, people.room.item(agent), reach)

    def _suited(self, held: int) -> NDArray[np.bool_]:
        """Which things take such a thing, as far as they are choosy."""
        if held not in self._suits:
            kind = self.known.kinds[held].name
            self._suits[held] = np.array([not each.holds or kind in each.holds for each in self.known.kinds], np.bool_)
        return self._suits[held]


def _behind_door(known: Statics) -> NDArray[np.bool_]:
    behind = np.array([bool(spots) and all(spot.joint for spot in spots) for spots in known.spots], np.bool_)
    always_open = np.array([any(not spot.joint for spot in spots) for spots in known.spots], np.bool_)
    behind[known.parent[always_open & (known.parent != NONE)]] = False
    return behind


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
        here = now.room[slot] == who.room or who.reach == np.inf
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
