"""The needs that look for a place: on a target, in it, or beside it. They leave the place they found in the attempt."""

from __future__ import annotations

from casita.geometry.poses import cos_sin
from casita.world import facts as fact
from casita.world import glance
from casita.world.attempt import Attempt
from casita.world.glance import at_a_glance
from casita.world.placing import NEAR, Landing, free_landing, gap_to
from casita.world.refusal import Refusal
from casita.world.shut import is_shut
from casita.world.statics import NONE

NEAR_TRIES = 12
"""How many free places are looked at for one that is near."""

AT_HAND = 0.8
"""Metres before an agent, to the middle of the square where it puts things if they fit there."""


@at_a_glance(target_facts=fact.TAKES | fact.RECEIVES, targets=glance.with_places)
def target_takes_it(t: Attempt) -> Refusal | None:
    """Does the target have a place for such things, and is it open? Leaves the place in `landing`."""
    return _place_on(t, t.target, t.action.relation)


def _place_on(t: Attempt, target: int, relation: str) -> Refusal | None:
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
    for near in (_at_hand(t), None):
        for turn in range(len(reachable)):
            taker, number = reachable[(start + turn) % len(reachable)]
            landing = free_landing(t.edit, t.object, taker, number, luck + turn, near)
            if landing is not None:
                t.landing = landing
                return None
    return t.refusal("geometry", "fits", target)


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
        landing = free_landing(t.edit, t.object, carrier, number, t.luck("near") + attempt, (x, y, reach))
        if landing is not None and gap_to(t.edit, t.object, landing, t.target) <= NEAR:
            t.landing = landing
            return None
    return t.refusal("geometry", "fits", t.target)


def _beside(t: Attempt, parent: int) -> Refusal | None:
    """A place on the thing that the target is built into, as near to the target as there is one."""
    x, y = t.edit.position[t.target, :2].tolist()
    for widen in (0.4, 0.8, 1.6):
        for number, spot in enumerate(t.known.spots[parent]):
            if spot.relation == "on":
                landing = free_landing(t.edit, t.object, parent, number, t.luck(f"near{widen}"), (x, y, widen))
                if landing is not None:
                    t.landing = landing
                    return None
    return t.refusal("geometry", "fits", t.target)


def landing_of(t: Attempt) -> Landing:
    """The place that a need before has found."""
    assert isinstance(t.landing, Landing)
    return t.landing
