"""The needs that look for a place: on a target, in it, or beside it. They leave the place they found in the attempt."""

from __future__ import annotations

import numpy as np

from casita.geometry.poses import cos_sin
from casita.world import facts as fact
from casita.world import glance
from casita.world.attempt import Attempt
from casita.world.glance import at_a_glance
from casita.world.making_room import made_room
from casita.world.placing import NEAR, Landing, gap_to
from casita.world.refusal import Refusal
from casita.world.resting import against_landing, draped_landing, is_slender, landing_on, resting_landing
from casita.world.shut import is_shut
from casita.world.statics import NONE

NEAR_TRIES = 12
"""How many free places are looked at for one that is near."""

WIDENED = (0.4, 0.8, 1.6)
"""Metres around what is built in within which a place beside it is sought, one after the other."""

AT_A_SIDE = {"against": against_landing, "over": draped_landing}
"""Relations to something that need no surface of it."""

AT_HAND = 0.8
"""Metres before an agent, to the middle of the square where it puts things if they fit there."""


@at_a_glance(target_facts=fact.TAKES | fact.RECEIVES, targets=glance.with_places)
def target_takes_it(t: Attempt) -> Refusal | None:
    """Does the target have a place for such things, and is it open? Leaves the place in `landing`."""
    return _place_on(t, t.target, t.action.relation)


def _place_on(t: Attempt, target: int, relation: str) -> Refusal | None:
    if relation in AT_A_SIDE:
        return _place_at(t, target, relation)
    kind = t.known.kinds[target]
    takers = t.known.open_takers[target]
    if kind.holds and t.known.kinds[t.object].name not in kind.holds:
        return t.refusal("affordance", "holds_such", target)
    spots = [
        (taker, number)
        for taker in takers
        for number, spot in enumerate(t.known.spots[taker])
        if (not relation or spot.relation == relation) and _holds_such(t, taker)
    ]
    if not spots:
        return t.refusal("affordance", "holds_such", target)
    if target in (t.object, *t.edit.contents(t.object)):
        return t.refusal("state", "not_in_itself", target)
    if t.edit.broken[target]:
        return t.refusal("state", "is_whole", object=target)
    reachable = [(taker, n) for taker, n in spots if not is_shut(t.edit, taker, t.known.spots[taker][n])]
    if not reachable:
        return t.refusal("state", "target_opens", target)
    if t.edit.liquid[target] and t.known.kinds[target].can("fill"):
        return t.refusal("state", "is_empty", object=target)
    luck = t.luck("place")
    start = luck % len(reachable)
    if _hangs_better(t, reachable):
        t.landing = draped_landing(t.edit, t.object, target, luck)
        if t.landing is not None:
            return None
    for near in (_at_hand(t), None):
        for turn in range(len(reachable)):
            taker, number = reachable[(start + turn) % len(reachable)]
            landing = landing_on(t.edit, t.object, taker, number, luck + turn, near)
            if landing is not None:
                t.landing = landing
                return None
    for turn in range(len(reachable)):
        taker, number = reachable[(start + turn) % len(reachable)]
        t.landing = resting_landing(t.edit, t.object, taker, number, luck + turn)
        if t.landing is not None:
            return None
    if relation != "in":
        t.landing = draped_landing(t.edit, t.object, target, luck)
        if t.landing is None and is_slender(t.known, t.object):
            t.landing = against_landing(t.edit, t.object, target, luck)
        if t.landing is None:
            _make_room(t, reachable, luck)
    return t.refusal("geometry", "fits", target) if t.landing is None else None


def _make_room(t: Attempt, spots: list[tuple[int, int]], luck: int) -> None:
    """A place on one of some spots if what stands there is moved aside; leaves that in `aside`."""
    for taker, number in spots:
        found = made_room(t.edit, t.object, taker, number, luck)
        if found is not None:
            t.landing, t.aside = found
            return


def _place_at(t: Attempt, target: int, relation: str) -> Refusal | None:
    """A place against the target, or over an edge of it."""
    if relation == "over" and not t.known.kinds[t.object].drapes:
        return t.refusal("affordance", "drapes")
    if target in (t.object, *t.edit.contents(t.object)):
        return t.refusal("state", "not_in_itself", target)
    t.landing = AT_A_SIDE[relation](t.edit, t.object, target, t.luck("place"))
    return t.refusal("geometry", "fits", target) if t.landing is None else None


def _hangs_better(t: Attempt, spots: list[tuple[int, int]]) -> bool:
    """Is the object a cloth that is wider than every surface here, as a towel than the rim of a bath?"""
    if not t.known.kinds[t.object].drapes:
        return False
    surfaces = [t.known.spots[taker][number] for taker, number in spots]
    narrow = float(np.sort(t.known.size[t.object])[1]) / 2
    ons = [spot for spot in surfaces if spot.relation == "on" and not spot.hang]
    return bool(ons) and all(min(spot.half_x, spot.half_y) < narrow for spot in ons)


def _at_hand(t: Attempt) -> tuple[float, float, float]:
    """Where an agent puts things first: the square before it, as x, y and half a side."""
    c, s = cos_sin(float(t.edit.agent_yaw[t.agent]))
    x, y = t.edit.agent_position[t.agent].tolist()
    return x + AT_HAND * c, y + AT_HAND * s, AT_HAND / 2


def _holds_such(t: Attempt, taker: int) -> bool:
    """Does a thing take things like the object?"""
    kind = t.known.kinds[taker]
    return not kind.holds or t.known.kinds[t.object].name in kind.holds


def there_is_space_near_target(t: Attempt) -> Refusal | None:
    """Is there a free place beside the target, on what the target stands on? Leaves it in `landing`."""
    carrier, number = int(t.edit.carrier[t.target]), int(t.edit.spot[t.target])
    if carrier == NONE or number == NONE:
        if t.edit.holder_of(t.target) != NONE:
            return t.refusal("geometry", "fits", t.target)
        parent, floor = int(t.known.parent[t.target]), t.known.floor_slots[int(t.edit.room[t.target])]
        return _beside(t, parent if parent != NONE and t.known.spots[parent] else floor)
    if t.known.kinds[carrier].holds and t.known.kinds[t.object].name not in t.known.kinds[carrier].holds:
        return t.refusal("affordance", "holds_such", carrier)
    if carrier in (t.object, *t.edit.contents(t.object)):
        return t.refusal("state", "not_in_itself", carrier)
    x, y = t.edit.position[t.target, :2].tolist()
    reach = float(t.known.size[t.target, :2].max() + t.known.size[t.object, :2].max()) / 2 + NEAR
    for attempt in range(NEAR_TRIES):
        landing = landing_on(t.edit, t.object, carrier, number, t.luck("near") + attempt, (x, y, reach))
        if landing is not None and gap_to(t.edit, t.object, landing, t.target) <= NEAR:
            t.landing = landing
            return None
    landing = resting_landing(t.edit, t.object, carrier, number, t.luck("near"), (x, y, reach))
    if landing is not None and gap_to(t.edit, t.object, landing, t.target) <= NEAR:
        t.landing = landing
        return None
    return t.refusal("geometry", "fits", t.target)


def _beside(t: Attempt, parent: int) -> Refusal | None:
    """A place on the thing that the target is built into, as near to the target as there is one."""
    x, y = t.edit.position[t.target, :2].tolist()
    for widen in WIDENED:
        for number, spot in enumerate(t.known.spots[parent]):
            if spot.relation == "on":
                luck, square = t.luck(f"near{widen}"), (x, y, widen)
                t.landing = landing_on(t.edit, t.object, parent, number, luck, square)
                if t.landing is None and widen == WIDENED[-1]:
                    t.landing = resting_landing(t.edit, t.object, parent, number, luck, square)
                if t.landing is not None:
                    return None
    return t.refusal("geometry", "fits", t.target)


def landing_of(t: Attempt) -> Landing:
    """The place that a need before has found."""
    assert isinstance(t.landing, Landing)
    return t.landing
