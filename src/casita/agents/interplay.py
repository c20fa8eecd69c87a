"""What two agents did to each other in an episode: conflicts, undone work, blocked steps, and Alice's search.

Counted over the outcomes of an episode, as they happen or from a log (`casita.episodes.replay_outcomes`):
- undone: an agent takes a thing from where the goal wants it, and less of the goal is done after that step.
- undone of the other's: the same, of a thing that the other had put there. By Bob it is what the paper calls a
  conflict: he undoes what Alice has achieved.
- conflict: an agent takes back a thing from where the goal wants it and where the other had put it, or the two
  contest something: both ask in one step for what only one can have. Walking into each other is none.
- blocked: an agent does not get anywhere in a step because the other stands in the way.
- searching: a step at whose beginning Alice holds nothing that is still wanted and knows of none: of all things
  of the types still missing, she has seen none at the place where it is now. Search saved by help is her search
  steps alone less those with help.
- choices: how many actions an agent could name (the paper: 167 on average): to walk to each room and to each
  thing and agent that it sees; a step and two turns; and with each thing that it sees, in its state, to open,
  close, take, switch on or off, sit on it, or put what it holds on or in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from casita.agents.roles import ALICE
from casita.arrays import Bools
from casita.exact import total_of
from casita.world.action import Action
from casita.world.goals import Goal, Predicate
from casita.world.outcome import Outcome
from casita.world.seen import sight
from casita.world.shut import OPEN_ENOUGH
from casita.world.state import State
from casita.world.statics import NONE, Statics

CARRIED = ("on", "in")
"""Relations of predicates that are met by putting a thing somewhere."""

STEPS_AND_TURNS = 3
"""Low-level choices: a step ahead and a turn either way."""


class Interplay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was counted in one episode."""

    steps: int
    taken_back: int
    """Things that one took from where the other had put them for the goal."""
    contested: int
    """Steps in which both asked for what only one could have."""
    undone: dict[str, int]
    """By the agent who undid it."""
    blocked: dict[str, int]
    """By the agent who was blocked."""
    searching: int
    """Of Alice's steps."""
    choices: dict[str, float]
    """Mean number of actions, by agent."""
    undone_of_other: dict[str, int] = {}
    """Of `undone`, what the other had put there; by the agent who undid it."""

    @property
    def conflicts(self) -> int:
        """Of both sorts."""
        return self.taken_back + self.contested


def interplay(goal: Goal, outcomes: Iterable[Outcome]) -> Interplay:
    """Count what happened in an episode with this goal."""
    tally = _Tally(goal)
    for outcome in outcomes:
        tally.add(outcome)
    choices = {name: total / max(tally.steps, 1) for name, total in tally.choices.items()}
    return Interplay(
        tally.steps,
        tally.taken_back,
        tally.contested,
        tally.undone,
        tally.blocked,
        tally.searching,
        choices,
        tally.undone_of_other,
    )


class _Tally:
    """The counts so far, and what must be remembered for the next ones."""

    def __init__(self, goal: Goal) -> None:
        self.goal = goal
        self.steps = self.taken_back = self.contested = self.searching = 0
        self.undone: dict[str, int] = {}
        self.undone_of_other: dict[str, int] = {}
        self.blocked: dict[str, int] = {}
        self.choices: dict[str, int] = {}
        self._put_by: dict[str, str] = {}
        """Who put each thing where it is now."""
        self._last_seen: dict[int, tuple[int, int]] = {}
        """Where Alice last saw things: their carriers and holders, by slot."""

    def add(self, outcome: Outcome) -> None:
        before = outcome.before
        if not self.steps:
            fresh = (dict.fromkeys(before.names, 0) for _ in range(4))
            self.undone, self.undone_of_other, self.blocked, self.choices = fresh
        self.steps += 1
        self.searching += self._searches(before)
        for agent in before.names:
            self.choices[agent] += choices(before, agent)
        contested = False
        for action, refusal in zip(outcome.actions, outcome.refusals, strict=True):
            if refusal is None:
                self._done(action, outcome)
            elif not action.object:
                self.blocked[action.agent] += refusal.obstacle in before.names
            else:
                contested |= refusal.kind == "conflict"
        self.contested += contested

    def _done(self, action: Action, outcome: Outcome) -> None:
        """Count an action that was done to a thing."""
        before, after, thing = outcome.before, outcome.state, action.object
        if not thing:
            return
        slot = after.statics.slot(thing)
        wanted = next((each for each in self._about(thing, before) if each.met(before)), None)
        if wanted is not None and not wanted.met(after):
            of_other = self._put_by.get(thing, action.agent) != action.agent
            lost = total_of(self.goal.missing(after)) > total_of(self.goal.missing(before))
            self.taken_back += of_other
            self.undone[action.agent] += lost
            self.undone_of_other[action.agent] += lost and of_other
        if after.objects.held_by[slot] != NONE:
            self._put_by.pop(thing, None)
        elif after.objects.carrier[slot] != before.objects.carrier[slot]:
            self._put_by[thing] = action.agent

    def _about(self, thing: str, state: State) -> Iterator[Predicate]:
        """The goal's predicates about where a thing shall be, said of this thing alone."""
        type = state.statics.things[state.statics.slot(thing)].type
        for predicate in self.goal.predicates:
            if predicate.relation in CARRIED and predicate.object == type:
                yield Predicate(predicate.relation, thing, predicate.target)

    def _searches(self, state: State) -> bool:
        """Does Alice have to search at this moment? Remembers what she sees."""
        alice = state.agent(ALICE)
        now, known = state.objects, state.statics
        for slot in np.flatnonzero(sight(state, alice).things & known.loose).tolist():
            self._last_seen[slot] = (int(now.carrier[slot]), int(now.held_by[slot]))
        left = [p for p, n in zip(self.goal.predicates, self.goal.missing(state), strict=True) if n]
        types = {predicate.object for predicate in left if predicate.relation != "sit"}
        for slot, place in self._last_seen.items():
            thing = known.things[slot]
            if thing.type in types and place == (int(now.carrier[slot]), int(now.held_by[slot])):
                in_other_hands = place[1] not in (NONE, alice)
                if not in_other_hands and not any(each.met(state) for each in self._about(thing.id, state)):
                    return False
        return bool(types)


def choices(state: State, agent: str) -> int:
    """How many actions an agent could name now."""
    slot = state.agent(agent)
    now, known = state.objects, state.statics
    seen = sight(state, slot)
    held = now.held_by == slot
    there = seen.things & ~held
    hands = int(held.sum())
    free = hands < state.bodies[slot].hands
    offer = _offers(known)
    takes = offer.takes & ~(offer.shuts & (now.openness < OPEN_ENOUGH))
    walks = len(known.rooms) + int(there.sum()) + int(seen.agents.sum()) - 1
    switches = int((known.can["open"] & there).sum() + (offer.switches & there).sum())
    grasps = int((known.loose & there).sum()) if free else 0
    puts = hands * int((takes & there).sum())
    sits = int((known.can["sit_on"] & there).sum())
    return walks + STEPS_AND_TURNS + switches + grasps + puts + sits


class _Offers(NamedTuple):
    """What things of a home offer, whatever their state; by slot."""

    takes: Bools
    """Something can be put on or in it."""
    shuts: Bools
    """Nothing can be put there while it is closed."""
    switches: Bools


@lru_cache(maxsize=4)
def _offers(known: Statics) -> _Offers:
    takes = np.array([bool(spots) for spots in known.spots], np.bool_)
    shuts = np.array([any(spot.joint for spot in spots) for spots in known.spots], np.bool_)
    switches = known.can["toggle"].copy()
    switches[list(known.controlled_by)] = True  # a burner is turned on by its name, though its knob does it
    return _Offers(takes, shuts, switches)
