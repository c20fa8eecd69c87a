"""What must be true of every state: nothing vanishes, nothing is in two places, nothing floats or stands in another."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from casita.exact import total_of
from casita.geometry.placed import PlacedBody
from casita.geometry.resting import SINKS
from casita.geometry.rests import ACROSS, AGAINST, DRAPED, FLAT, LEANING, RESTS
from casita.geometry.solids import collisions, pieces
from casita.scenes.check import SLACK
from casita.world.arm.specification import ARM
from casita.world.edit import Edit
from casita.world.ground import CLOSEST
from casita.world.outcome import Outcome
from casita.world.placing import area_of
from casita.world.resting import touches
from casita.world.stance import angles_of, is_upright, resting_box
from casita.world.state import State
from casita.world.statics import NONE

MAKES_OR_ENDS_MASS = frozenset({"fill", "pour", "empty", "spill", "drink", "eat", "use_up", "break", "clean"})
"""What can happen that makes or ends mass, liquids mostly; whatever else happens leaves the total as it is."""

WEIGHED = 1e-6
"""Kilograms that the total may be off, by roundings."""

NEARER = 0.001
"""Metres that two agents may be nearer to each other than they may come, by roundings."""

FLOAT = 0.002
"""Metres that a thing may be off the surface it is on."""


def body(edit: Edit, slot: int) -> PlacedBody:
    """A thing for geometry, as it is now."""
    thing = edit.known.things[slot]
    x, y, z = edit.position[slot].tolist()
    depth, width, height = edit.known.size[slot].tolist()
    turned, opened = angles_of(edit.rotation[slot]), float(edit.openness[slot])
    return PlacedBody(thing.type, thing.variant, (x, y, z), turned, (depth, width, height), opened)


def violations(state: State) -> Iterator[str]:
    """Every law that a state breaks, in words."""
    yield from _in_one_place(state)
    yield from _no_cycles(state)
    yield from _hands_agree(state)
    yield from _amounts(state)
    yield from _supported(state)
    yield from _apart(state)
    yield from _agents_apart(state)
    yield from _arms_in_order(state)


def _in_one_place(state: State) -> Iterator[str]:
    """Is every thing that exists held, carried, or hung; and is what carries it there?"""
    now, known = state.objects, state.statics
    for slot in range(known.count):
        if not now.exists[slot]:
            if now.held_by[slot] != NONE:
                yield f"{known.ids[slot]} does not exist, but is held"
            continue
        held, carrier = int(now.held_by[slot]), int(now.carrier[slot])
        hung = known.things[slot].place.relation in ("hung", "part") and known.made_from[slot] == NONE
        if held != NONE and carrier != NONE:
            yield f"{known.ids[slot]} is both held and on {known.ids[carrier]}"
        elif held == NONE and carrier == NONE and not hung:
            yield f"{known.ids[slot]} is nowhere"
        elif carrier != NONE and not now.exists[carrier]:
            yield f"{known.ids[slot]} is on {known.ids[carrier]}, which does not exist"
        elif carrier != NONE and now.room[carrier] != now.room[slot]:
            yield f"{known.ids[slot]} is in another room than {known.ids[carrier]}, which carries it"


def _no_cycles(state: State) -> Iterator[str]:
    """Is nothing, through what carries it, in itself?"""
    carrier = state.objects.carrier
    for slot in range(state.statics.count):
        at, steps = slot, 0
        while at != NONE and steps <= 20:
            at, steps = int(carrier[at]), steps + 1
        if steps > 20:
            yield f"{state.statics.ids[slot]} is in itself"


def _hands_agree(state: State) -> Iterator[str]:
    """Do hands and held things name each other, no more than a body has hands?"""
    held: dict[int, int] = {}
    for agent, name in enumerate(state.names):
        hands = [int(slot) for slot in state.agents.hands[agent] if slot != NONE]
        if len(hands) > state.bodies[agent].hands:
            yield f"{name} holds {len(hands)} things"
        held |= dict.fromkeys(hands, agent)
    for slot in np.nonzero(state.objects.held_by != NONE)[0].tolist():
        if held.pop(slot, NONE) != state.objects.held_by[slot]:
            yield f"{state.statics.ids[slot]} is held by somebody whose hands do not know"
    for slot in held:
        yield f"{state.statics.ids[slot]} is in a hand and does not know"


def _amounts(state: State) -> Iterator[str]:
    """Are shares between 0 and 1, is a liquid there just when its level is, and do broken things hold nothing?"""
    now, ids = state.objects, state.statics.ids
    for name in ("openness", "level", "amount"):
        column = getattr(now, name)
        for slot in np.nonzero((column < 0.0) | (column > 1.0))[0].tolist():
            yield f"{ids[slot]} has {name} {column[slot]}"
    for slot in np.nonzero((now.liquid > 0) != (now.level > 0.0))[0].tolist():
        yield f"{ids[slot]} has level {now.level[slot]} of liquid {now.liquid[slot]}"
    for slot in np.nonzero(now.broken & (now.liquid > 0))[0].tolist():
        yield f"{ids[slot]} is broken and full"


def _supported(state: State) -> Iterator[str]:
    """Does every carried thing touch what it is on or in, with its middle over it, and what leans what it leans on?"""
    edit = Edit(state)
    now, known = state.objects, state.statics
    for slot in np.nonzero(now.exists & ((now.spot != NONE) | (now.rest != FLAT)))[0].tolist():
        carrier, rest = int(now.carrier[slot]), int(now.rest[slot])
        if carrier == NONE:
            yield f"{known.ids[slot]} is {RESTS[rest]}, but on nothing"
            continue
        if not is_upright(now.rotation[carrier]):
            yield f"{known.ids[slot]} is on {known.ids[carrier]}, which lies"
        if rest in (DRAPED, AGAINST):
            if not touches(edit, slot, carrier):
                yield f"{known.ids[slot]} is {RESTS[rest]}, but does not touch {known.ids[carrier]}"
            continue
        spot = known.spots[carrier][int(now.spot[slot])]
        area = area_of(edit, carrier, spot)
        box = resting_box(now.position[slot], now.rotation[slot], known.size[slot])
        foot = box.high if spot.hang else box.low
        level = area.z + (spot.rim if rest == ACROSS else 0.0)
        if not -FLOAT - (SINKS if rest == ACROSS else 0.0) <= foot - level <= FLOAT:
            yield f"{known.ids[slot]} is {foot - level:.4f} m off {known.ids[carrier]}"
        if rest == LEANING and not touches(edit, slot, carrier):
            yield f"{known.ids[slot]} leans on nothing in {known.ids[carrier]}"
        dx, dy = box.x - area.x, box.y - area.y
        along, across = abs(dx * area.cos + dy * area.sin), abs(-dx * area.sin + dy * area.cos)
        if along > area.half_x + SLACK or across > area.half_y + SLACK:
            yield f"the middle of {known.ids[slot]} is not over {known.ids[carrier]}"


def _apart(state: State) -> Iterator[str]:
    """Do no two things stand in each other? What is held, or open, may."""
    now, known = state.objects, state.statics
    edit = Edit(state)
    slots = [
        slot for slot in np.nonzero(now.exists)[0].tolist()
        if edit.holder_of(slot) == NONE and known.things[slot].type not in ("floor", "door")
    ]  # fmt: skip
    bodies = [body(edit, slot) for slot in slots]
    family = np.array([_root(state, slot) for slot in slots], np.int64)
    for a, b, depth in collisions(pieces(bodies, [0.0] * len(bodies)), family, SLACK):
        one, other = slots[a], slots[b]
        if not (_slid(state, one) or _slid(state, other)):
            yield f"{known.ids[one]} stands {depth:.3f} m deep in {known.ids[other]}"


def _agents_apart(state: State) -> Iterator[str]:
    """Does nobody stand, or sit, in anybody else, and no two on one seat?"""
    people, names = state.agents, state.names
    for one in range(len(names)):
        for other in range(one):
            away = math.hypot(*(people.position[one] - people.position[other]).tolist())
            least = CLOSEST * (state.bodies[one].radius + state.bodies[other].radius)
            if away < least - NEARER:
                yield f"{names[one]} stands {away:.3f} m from {names[other]}; {least:.3f} m is the least"
            if people.seat[one] != NONE and people.seat[one] == people.seat[other]:
                yield f"{names[one]} and {names[other]} both sit on {state.statics.ids[int(people.seat[one])]}"


def _arms_in_order(state: State) -> Iterator[str]:
    """Is every joint within its limits, does only a full hand grip, and does only an arm do either?"""
    people = state.agents
    for agent, name in enumerate(state.names):
        joints, grip, holds = people.joints[agent], float(people.grip[agent]), bool(people.hands[agent, 0] != NONE)
        if not state.bodies[agent].has_arm:
            if joints.any() or grip:
                yield f"{name} has no arm, but joints that are turned or a grip"
            continue
        for joint, turned, low, high in zip(ARM.joints, joints.tolist(), *ARM.limits.tolist(), strict=True):
            if not low <= turned <= high:
                yield f"the {joint.name} joint of {name} is at {turned}, beyond {low} to {high}"
        if (grip > 0.0) != holds:
            yield f"{name} grips with {grip} newtons and holds {'something' if holds else 'nothing'}"


def total_mass(state: State) -> float:
    """Of all that exists, liquids included, in kilograms."""
    edit = Edit(state)
    return total_of(edit.own_mass(slot) for slot in np.nonzero(state.objects.exists)[0].tolist())


def mass_violations(outcome: Outcome) -> Iterator[str]:
    """Is the total mass after a step what it was before, if nothing happened that makes or ends mass?"""
    happened = {event.verb for event in outcome.events}
    change = total_mass(outcome.state) - total_mass(outcome.before)
    if abs(change) > WEIGHED and not happened & MAKES_OR_ENDS_MASS:
        yield f"{change:+.6f} kg by {sorted(happened)}"


def _root(state: State, slot: int) -> int:
    """What a built-in thing is part of, at the end of the chain; for a slice, its whole."""
    known = state.statics
    if known.made_from[slot] != NONE:
        return int(known.made_from[slot])
    while known.parent[slot] != NONE:
        slot = int(known.parent[slot])
    return slot


def _slid(state: State, slot: int) -> bool:
    """Is it in something that has slid out, so that it is not where the closed thing is?"""
    at = slot
    while at != NONE:
        if state.objects.openness[at] > 0.0 and any(j.kind == "slide" for j in state.statics.forms[at].joints):
            return True
        at = int(state.objects.carrier[at])
    return False
