"""Plans for one subgoal, found backwards: what must be true, which act makes it true, what that act needs.

Each row of `ACTS` says how one kind of condition is brought about. Planning starts from the condition
that the subgoal asks for and goes back through needs until all that is left is true already; the acts
on the way, in order, are the plan. What is not seen is taken to be where the sampled world has it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from casita.agents.chores import OpenChores, Subgoal
from casita.agents.view import View
from casita.world.action import Action
from casita.world.shut import OPEN_ENOUGH
from casita.world.statics import NONE, Statics


class Condition(NamedTuple):
    """Something that can be true: of a thing or room, and perhaps of a second thing."""

    name: str
    about: int = NONE
    other: int = NONE
    relation: str = ""


@dataclass(slots=True)
class Facts:
    """What is true as far as an agent knows, and comes to be true while a plan is made."""

    view: View
    open_chores: OpenChores
    held: set[int]
    opened: dict[int, bool]
    """What the plan has opened or shut so far."""
    seated: int
    arrived: int = NONE
    """What the agent has walked up to as near as it gets."""
    at: int = NONE
    """What the plan has walked up to; NONE as long as the agent stands where it does."""
    room: int = NONE
    done: set[Condition] = field(default_factory=set)
    acts: list[Action] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """The places in `ways` that the plan walks to, in order."""

    @property
    def known(self) -> Statics:
        """What never changes about the home."""
        return self.view.known

    def is_open(self, slot: int) -> bool:
        """Does a thing stand open?"""
        return self.opened.get(slot, bool(self.open_chores.belief.openness[slot] >= OPEN_ENOUGH))

    def do(self, verb: str, object: str = "", target: str = "", relation: str = "") -> None:
        """Add an act to the plan."""
        self.acts.append(Action(self.view.agent, verb, object, target, relation))


def in_reach(view: View, slot: int) -> bool:
    """Can the agent reach a thing that it sees from where it stands? The world's own rule."""
    known = view.known
    if not view.things[slot]:
        return False
    if view.holder[slot] == 0:
        return True
    if view.here not in known.door_rooms.get(slot, (int(view.room[slot]),)):
        return False
    if known.things[slot].type == "floor":
        return True
    dx, dy = (view.position[slot, :2] - np.array(view.at)).tolist()
    reach = view.body.reach + known.extra_reach.item(slot)
    return bool(dx * dx + dy * dy <= reach * reach)


def _is_close(facts: Facts, slot: int) -> bool:
    """Is a thing that is in reach so near that the agent would go no nearer?"""
    view, ways = facts.view, facts.open_chores.ways
    if view.holder[slot] == 0 or math.dist(view.position[slot, :2], view.at) <= ways.reach(slot):
        return True
    number = facts.open_chores.number_of(slot)
    return number != NONE and int(ways.steps([number], [view.at])[0, 0]) == 0


class Act(NamedTuple):
    """How one kind of condition is brought about."""

    holds: Callable[[Facts, Condition], bool]
    needs: Callable[[Facts, Condition], list[Condition]]
    do: Callable[[Facts, Condition], None]


def _near(facts: Facts, it: Condition) -> bool:
    if facts.at == NONE:
        return in_reach(facts.view, it.about) and (facts.arrived == it.about or _is_close(facts, it.about))
    return facts.at == it.about or (
        not facts.view.things[it.about] and facts.open_chores.container_of(it.about) == facts.at
    )


def _walk(facts: Facts, it: Condition) -> None:
    """Walk up to a thing that is seen, or first to its room."""
    ids, rooms, open_chores = facts.known.ids, facts.known.rooms, facts.open_chores
    slot = it.about
    if not facts.view.things[slot]:
        inside = open_chores.container_of(slot)
        slot = slot if inside == NONE else inside
    facts.places.append(open_chores.number_of(it.about))
    facts.at = it.about
    if facts.view.things[slot]:
        facts.do("walk_to", target=ids[slot])
        return
    room = _room(facts, slot)
    if room not in (facts.view.here, facts.room):
        facts.do("walk_to", target=rooms[room].id)
    facts.room = room
    if not facts.known.loose[slot] or open_chores.belief.located[open_chores.belief.places.row[slot]]:
        facts.do("walk_to", target=ids[slot])


def _room(facts: Facts, slot: int) -> int:
    """The room that a thing is thought to be in."""
    belief = facts.open_chores.belief
    if not facts.known.loose[slot] or belief.located[belief.places.row[slot]]:
        return int(belief.room[slot])
    return belief.place_now(slot) - belief.places.first_room


def _sit(facts: Facts, it: Condition) -> None:
    facts.do("sit", facts.known.ids[it.about])
    facts.seated = it.about


def _stand(facts: Facts, it: Condition) -> None:
    facts.do("stand")
    facts.seated = NONE


def _open(facts: Facts, it: Condition) -> None:
    facts.do("open", facts.known.ids[it.about])
    facts.opened[it.about] = True


def _close(facts: Facts, it: Condition) -> None:
    facts.do("close", facts.known.ids[it.about])
    facts.opened[it.about] = False


def _exposing(facts: Facts, slot: int) -> list[Condition]:
    """What must be open for a thing to be seen and taken."""
    inside = facts.open_chores.container_of(slot)
    return [] if inside == NONE else [Condition("open", inside)]


def _take(facts: Facts, it: Condition) -> None:
    facts.do("pick_up", facts.known.ids[it.about])
    facts.held.add(it.about)


def _placing(facts: Facts, it: Condition) -> list[Condition]:
    shut = any(spot.joint for spot in facts.known.spots[it.other] if spot.relation == it.relation)
    opening = [Condition("open", it.other)] if shut and it.relation == "in" else []
    inside = _exposing(facts, it.other) if it.relation == "near" else []
    return [Condition("held", it.about), Condition("standing"), *inside, *opening, Condition("near", it.other)]


def _put(facts: Facts, it: Condition) -> None:
    ids = facts.known.ids
    if it.relation == "near":
        facts.do("put_near", ids[it.about], ids[it.other])
    else:
        facts.do("put", ids[it.about], ids[it.other], it.relation)
    facts.held.discard(it.about)
    facts.done.add(it)


def _switch(verb: str) -> Callable[[Facts, Condition], None]:
    def do(facts: Facts, it: Condition) -> None:
        facts.do(verb, facts.known.ids[it.about])
        facts.done.add(it)

    return do


def _is_done(facts: Facts, it: Condition) -> bool:
    return it in facts.done


def _at_it(facts: Facts, it: Condition) -> list[Condition]:
    return [*_exposing(facts, it.about), Condition("near", it.about)]


ACTS: dict[str, Act] = {
    "near": Act(_near, lambda facts, it: [Condition("standing")], _walk),
    "standing": Act(lambda facts, it: facts.seated == NONE, lambda facts, it: [], _stand),
    "open": Act(lambda facts, it: facts.is_open(it.about), _at_it, _open),
    "closed": Act(lambda facts, it: not facts.is_open(it.about), _at_it, _close),
    "held": Act(lambda facts, it: it.about in facts.held, _at_it, _take),
    "placed": Act(_is_done, _placing, _put),
    "seated": Act(
        lambda facts, it: facts.seated == it.about,
        lambda facts, it: [Condition("standing"), Condition("near", it.about)],
        _sit,
    ),
    "on": Act(lambda facts, it: it in facts.done, _at_it, _switch("turn_on")),
    "off": Act(lambda facts, it: it in facts.done, _at_it, _switch("turn_off")),
}
"""Every condition that a plan can bring about."""

ENDS = {"sit": "seated", "open": "open", "close": "closed", "turn_on": "on", "turn_off": "off"}
"""The condition that a verb of a subgoal is meant to bring about."""


def plan(subgoal: Subgoal, open_chores: OpenChores, view: View, arrived: int = NONE) -> Facts:
    """The acts that achieve a subgoal, in order; `cost` says how many steps they take.

    `arrived` is a thing that the agent has walked up to and can get no nearer to.
    """
    known = view.known
    facts = Facts(view, open_chores, set(view.hands), {}, view.seat, arrived)
    about = known.index[subgoal.object]
    if subgoal.stage == "take":
        _regress(facts, Condition("held", about))
    elif subgoal.stage == "put":
        _regress(facts, Condition("placed", about, known.index[subgoal.target], subgoal.relation))
    elif subgoal.stage == "look":
        if any(spot.joint for spot in known.spots[about]):
            _regress(facts, Condition("open", about))
        _regress(facts, Condition("near", about))  # what stands open is looked into from there, too
    else:
        _regress(facts, Condition(ENDS[subgoal.verb], about))
    return facts


def _regress(facts: Facts, it: Condition) -> None:
    """Bring a condition about: first what its act needs, then the act."""
    act = ACTS[it.name]
    if act.holds(facts, it):
        return
    for need in act.needs(facts, it):
        _regress(facts, need)
    act.do(facts, it)


def cost(facts: Facts) -> int:
    """Steps that a plan takes: those of walking, and one for every other act."""
    walking = 0
    if facts.places:
        steps = facts.open_chores.ways.steps(facts.places, [facts.view.at])
        walking = int(steps[0, 0]) + sum(int(steps[i, i]) for i in range(1, len(facts.places)))
    return walking + sum(act.verb != "walk_to" for act in facts.acts)
