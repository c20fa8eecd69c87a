"""What actions ask for. Each need is a question about an attempt; the answer is a refusal, or None if it is met.

A verb's row lists its needs in the order affordance, state, geometry, and the first that is not met
is the reason that people, planners and labels get.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from casita.catalog import Affordance
from casita.world import facts as fact
from casita.world import glance
from casita.world.attempt import Attempt
from casita.world.exposure import COFFEE, HEAT, WATER, is_exposed
from casita.world.glance import Need, at_a_glance
from casita.world.liquids import LIQUIDS
from casita.world.refusal import Refusal
from casita.world.shut import shut_around
from casita.world.statics import NONE
from casita.world.walking import way_to

STEEPEST = 60.0
"""Degrees that agents can look up and down."""

DRAINS = ("sink_basin", "bathtub_basin", "sink", "toilet")
"""Types that anything can be poured into."""

FLOWS = {"water": WATER, "coffee": COFFEE}
"""Liquids that run out of something, and what a vessel must be exposed to for each."""


@at_a_glance(fact.EXISTS, glance.exists)
def object_is_there(t: Attempt) -> Refusal | None:
    """Does the object exist?"""
    if t.object == NONE:
        return t.refusal("affordance", "known_object")
    return None if t.edit.exists[t.object] else t.refusal("affordance", "exists")


@at_a_glance(target_facts=fact.EXISTS | fact.BESIDE)
def target_is_there(t: Attempt) -> Refusal | None:
    """Does the target exist, and is it a thing?"""
    if t.target_kind != "thing":
        return t.refusal("affordance", "known_target", obstacle=t.action.target)
    if not t.edit.exists[t.target]:
        return t.refusal("affordance", "exists", object=t.target)
    return t.refusal("affordance", "not_in_itself") if t.target == t.object else None


@at_a_glance(target_facts=fact.EXISTS | fact.BESIDE)
def target_if_named(t: Attempt) -> Refusal | None:
    """If a target is named, is it another thing that exists?"""
    return target_is_there(t) if t.action.target else None


@at_a_glance(target_facts=fact.EXISTS)
def target_is_known(t: Attempt) -> Refusal | None:
    """Is the target a thing that exists, a room, or another agent?"""
    if t.target_kind == "" or (t.target_kind == "agent" and t.target == t.agent):
        return t.refusal("affordance", "known_target", obstacle=t.action.target)
    if t.target_kind == "thing" and not t.edit.exists[t.target]:
        return t.refusal("affordance", "exists", object=t.target)
    return None


def asks_at_most(most: float) -> Need:
    """Is the amount not negative and not more than this?"""

    def need(t: Attempt) -> Refusal | None:
        return None if 0.0 <= t.action.amount <= most else Refusal("affordance", "possible_amount", t.action.agent)

    return need


def asks_at_most_a_stride(t: Attempt) -> Refusal | None:
    """Is the amount no more than the body covers in one step of walking?"""
    if 0.0 <= t.action.amount <= t.body.stride:
        return None
    return Refusal("affordance", "possible_amount", t.action.agent)


def affords(affordance: Affordance, verb: str) -> Need:
    """Does the object afford this?"""

    @at_a_glance(objects=glance.can(affordance), affordance=affordance)
    def need(t: Attempt) -> Refusal | None:
        return None if t.known.can[affordance][t.object] else t.refusal("affordance", f"affords_{verb}")

    return need


_can_be_taken = affords("pick_up", "pick_up")


def can_be_switched(verb: str) -> Need:
    """Can the object be turned on and off? For what something else controls (a burner), that is switched instead."""

    @at_a_glance(objects=glance.can("toggle"), affordance="toggle")
    def need(t: Attempt) -> Refusal | None:
        if t.known.can["toggle"][t.object]:
            return None
        if t.object in t.known.controlled_by:
            t.object = t.known.controlled_by[t.object]
            return None
        return t.refusal("affordance", f"affords_{verb}")

    return need


@at_a_glance(objects=glance.movable)
def is_movable(t: Attempt) -> Refusal | None:
    """Can the object be moved at all: held, pushed or pulled?"""
    movable = t.known.loose[t.object] or t.known.can["move"][t.object]
    return None if movable else t.refusal("affordance", "not_fixed")


@at_a_glance(fact.OURS)
def not_held_by_other(t: Attempt) -> Refusal | None:
    """Is the object in nobody else's hands?"""
    holder = t.edit.holder_of(t.object)
    return None if holder in (NONE, t.agent) else t.refusal("state", "not_held_by_other", t.edit.base.names[holder])


@at_a_glance(fact.FREE, glance.in_no_hand)
def not_held(t: Attempt) -> Refusal | None:
    """Is the object in nobody's hands?"""
    holder = t.edit.holder_of(t.object)
    return None if holder == NONE else t.refusal("state", "not_held", t.edit.base.names[holder])


def is_held(t: Attempt) -> Refusal | None:
    """Does the agent hold the object? Under command rules it takes it first, if it can."""
    if t.edit.held_by[t.object] == t.agent:
        return None
    if t.rules.needs_reach:
        return t.refusal("state", "is_held")
    return _can_be_taken(t) or not_held_by_other(t) or not_inside_closed(t) or hand_is_free(t)


@at_a_glance(fact.FREE_HAND)
def hand_is_free(t: Attempt) -> Refusal | None:
    """Does the agent have a free hand?"""
    hands: list[int] = t.edit.agent_hands[t.agent, : t.body.hands].tolist()
    return None if NONE in hands else t.refusal("state", "hand_is_free", hands[0])


def of_object_and_target(bit: int, asked: Callable[[Attempt, int], Refusal | None]) -> tuple[Need, Need]:
    """Two needs that ask the same of a thing: one of the object, one of the target."""
    of_object = at_a_glance(bit)(lambda t: asked(t, t.object))
    return of_object, at_a_glance(target_facts=bit)(lambda t: asked(t, t.target))


def _not_inside_closed(t: Attempt, slot: int) -> Refusal | None:
    """Is nothing that a thing is in closed?"""
    closed = shut_around(t.edit, slot)
    return None if closed == NONE else t.refusal("state", "not_inside_closed", closed, slot)


not_inside_closed, target_not_inside_closed = of_object_and_target(fact.OUT, _not_inside_closed)


def has_state(reason: str, bit: int, column: str, is_met: Callable[[Any], Any]) -> Need:
    """Is the object in some state? `is_met` is asked of its value in a column, and at a glance of the whole column."""

    @at_a_glance(bit, lambda known, now: is_met(getattr(now, column)))
    def need(t: Attempt) -> Refusal | None:
        return None if is_met(getattr(t.edit, column)[t.object]) else t.refusal("state", reason)

    return need


is_open = has_state("is_open", fact.CLOSES, "openness", lambda openness: openness > 0.0)
is_not_open = has_state("is_closed", fact.OPENS, "openness", lambda openness: openness < 1.0)
"""Is the object not yet open as far as it goes?"""
is_on = has_state("is_on", fact.ON, "on", lambda on: on)
is_off = has_state("is_off", fact.OFF, "on", np.logical_not)
is_whole = has_state("is_whole", fact.WHOLE, "broken", np.logical_not)
is_clean = has_state("is_clean", fact.CLEAN, "dirty", np.logical_not)
is_dirty = has_state("is_dirty", fact.DIRTY, "dirty", lambda dirty: dirty)
is_raw = has_state("is_raw", fact.RAW, "cooked", np.logical_not)
has_some_left = has_state("has_some_left", fact.LEFT, "amount", lambda amount: amount > 0.0)
has_liquid = has_state("has_liquid", fact.FILLED, "liquid", lambda liquid: liquid > 0)
"""Is there anything in the object to drink or pour?"""


def takes_liquid(t: Attempt) -> Refusal | None:
    """Can the object be filled with this liquid?"""
    liquid = t.action.liquid or "water"
    if liquid not in LIQUIDS or liquid not in t.known.kinds[t.object].liquids:
        return t.refusal("affordance", "takes_liquid", liquid)
    return None


@at_a_glance(fact.NOT_FULL, lambda known, now: now.level < 1.0)
def has_space_for_liquid(t: Attempt) -> Refusal | None:
    """Is the object not full, and is nothing else in it?"""
    liquid = LIQUIDS.index(t.action.liquid or "water")
    if t.edit.liquid[t.object] not in (0, liquid):
        return t.refusal("state", "is_empty")
    return t.refusal("state", "is_not_full") if t.edit.level[t.object] >= 1.0 else None


@at_a_glance(target_facts=fact.POURED)
def target_takes_the_liquid(t: Attempt) -> Refusal | None:
    """Can what is in the object be poured into the target?"""
    liquid = int(t.edit.liquid[t.object])
    kind = t.known.kinds[t.target]
    if kind.name in DRAINS:
        return None
    if not kind.can("fill") or LIQUIDS[liquid] not in kind.liquids or t.edit.broken[t.target]:
        return t.refusal("affordance", "takes_liquid", LIQUIDS[liquid], t.target)
    if t.edit.liquid[t.target] not in (0, liquid):
        return t.refusal("state", "is_empty", object=t.target)
    return t.refusal("state", "is_not_full", object=t.target) if t.edit.level[t.target] >= 1.0 else None


@at_a_glance(fact.CONTENTS, glance.loaded_or_filled)
def has_contents(t: Attempt) -> Refusal | None:
    """Is there anything in or on the object that can be taken away?"""
    return None if loose_in(t, t.object) or t.edit.liquid[t.object] else t.refusal("state", "has_contents")


@at_a_glance(fact.LOADED, glance.loaded)
def has_things(t: Attempt) -> Refusal | None:
    """Is there anything loose in or on the object?"""
    return None if loose_in(t, t.object) else t.refusal("state", "has_contents")


def loose_in(t: Attempt, target: int) -> list[int]:
    """The loose things right on or in a thing, or on or in an open part of it."""
    found = t.edit.loose_on(target)
    for carrier in t.known.open_takers[target]:
        if carrier != target:
            found += t.edit.loose_on(carrier)
    return sorted(found)


def has_tool(affordance: Affordance) -> Need:
    """Does the agent hold something that does this? Only asked under household rules."""

    def need(t: Attempt) -> Refusal | None:
        if not t.rules.needs_tools:
            return None
        hands = [int(slot) for slot in t.edit.agent_hands[t.agent] if slot != NONE]
        return (
            None
            if any(t.known.can[affordance][slot] for slot in hands)
            else t.refusal("state", f"has_tool_{affordance}")
        )

    return need


_has_something_that_cleans = has_tool("cleans")


def can_be_cleaned(t: Attempt) -> Refusal | None:
    """Is there running water over the object, or a sponge or cloth in hand? Only asked under household rules."""
    if not t.rules.needs_tools or is_exposed(t.edit, t.object, WATER):
        return None
    return _has_something_that_cleans(t)


def has_source(t: Attempt) -> Refusal | None:
    """Is there something that gives this liquid? Only asked under household rules."""
    if not t.rules.needs_sources:
        return None
    liquid = t.action.liquid or "water"
    if liquid in FLOWS and is_exposed(t.edit, t.object, FLOWS[liquid]):
        return None
    return t.refusal("state", "has_source", liquid)


def is_hot(t: Attempt) -> Refusal | None:
    """Is the object on or in something that heats? Only asked under household rules."""
    if not t.rules.needs_sources:
        return None
    if is_exposed(t.edit, t.object, HEAT):
        return None
    return t.refusal("state", "is_hot")


def _in_reach(t: Attempt, slot: int) -> Refusal | None:
    """Is a thing close by, or in the agent's hand? Only asked under household rules."""
    if not t.rules.needs_reach or t.edit.holder_of(slot) == t.agent:
        return None
    if t.known.things[slot].type == "floor":
        same = t.edit.room[slot] == t.edit.agent_room[t.agent]
        return None if same else t.refusal("geometry", "in_room", object=slot)
    here = int(t.edit.agent_room[t.agent])
    if here not in t.known.door_rooms.get(slot, (int(t.edit.room[slot]),)):
        return t.refusal("geometry", "in_room", object=slot)
    dx, dy = (t.edit.position[slot, :2] - t.edit.agent_position[t.agent]).tolist()
    reach = t.body.reach + t.known.extra_reach.item(slot)
    return None if dx * dx + dy * dy <= reach * reach else t.refusal("geometry", "in_reach", object=slot)


in_reach, target_in_reach = of_object_and_target(fact.NEAR, _in_reach)


def looks_further(sign: float) -> Need:
    """Can the agent look so much further up or down?"""

    @at_a_glance(fact.LOOKS_DOWN if sign > 0.0 else fact.LOOKS_UP)
    def need(t: Attempt) -> Refusal | None:
        pitch = float(t.edit.agent_pitch[t.agent]) + sign * (t.action.amount or t.body.look)
        return t.refusal("geometry", "looks_no_further") if abs(pitch) > STEEPEST else None

    return need


@at_a_glance(fact.STANDS)
def stands(t: Attempt) -> Refusal | None:
    """Does the agent stand?"""
    seat = int(t.edit.agent_seat[t.agent])
    return None if seat == NONE else t.refusal("state", "stands", seat)


@at_a_glance(fact.SITS)
def sits(t: Attempt) -> Refusal | None:
    """Does the agent sit?"""
    return t.refusal("state", "sits") if t.edit.agent_seat[t.agent] == NONE else None


def there_is_a_way(t: Attempt) -> Refusal | None:
    """Can the agent walk to the target?"""
    goal = (t.target_kind, t.target)
    way = way_to(t.edit, t.agent, goal)
    x, y = t.edit.agent_position[t.agent].tolist()
    if way.from_point(x, y) is None:
        return t.refusal("geometry", "can_reach_by_walking", object=t.target if t.target_kind == "thing" else NONE)
    t.landing = way
    return None


@at_a_glance(fact.INSIDE, glance.on_or_in_something)
def is_in_something(t: Attempt) -> Refusal | None:
    """Is the object in something (or in the target, if one is named)?"""
    carrier, number = int(t.edit.carrier[t.object]), int(t.edit.spot[t.object])
    inside = carrier != NONE and number != NONE and t.known.spots[carrier][number].relation == "in"
    if not inside or (t.target_kind == "thing" and carrier != t.target):
        return t.refusal("state", "is_inside", obstacle=t.action.target)
    return None


@at_a_glance(fact.SEAT_FREE)
def can_be_sat_on(t: Attempt) -> Refusal | None:
    """Is nobody else sitting there?"""
    for agent, seat in enumerate(t.edit.agent_seat):
        if seat == t.object and agent != t.agent:
            return t.refusal("state", "has_room_for_agent", t.edit.base.names[agent])
    return None
