"""Finds the five behaviours of the paper's Figure 7 in an episode: by rules over what was done and seen, no opinion.

- contest: both ask to take one thing in the same step, and only one gets it.
- way_given: both are after one thing; Bob turns to something else before Alice takes it.
- revealed: Bob opens a container while Alice is in the room, a thing that she has never seen comes to light, and
  she takes it.
- blocked: Alice cannot go on because Bob stands in her way.
- false_belief: Alice has seen a thing that her goal is about, Bob takes it away out of her sight, and when she comes
  back to where she believes it is, it is not there any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from casita.agents.belief import Belief
from casita.agents.roles import ALICE, BOB
from casita.agents.view import View
from casita.arrays import Bools, Float64s
from casita.errors import BadInput
from casita.scenes.describe import counted
from casita.seeds import stream
from casita.world.action import Action
from casita.world.english import named
from casita.world.goals import Goal
from casita.world.outcome import Outcome
from casita.world.refusal import Refusal
from casita.world.seen import sight
from casita.world.state import State

PATIENCE = 15
"""Steps within which Alice takes what Bob left to her, or what came to light."""


class Shot(NamedTuple):
    """One moment of a story: the state after so many steps, what is said of it, and what must be seen."""

    step: int
    caption: str
    things: tuple[str, ...]


class Behaviour(NamedTuple):
    """One behaviour that was found, told in three moments."""

    name: str
    shots: tuple[Shot, Shot, Shot]
    stopped: int = 0
    """For how many steps Alice was blocked, if she was."""

    @property
    def worth(self) -> int:
        """How well it shows what it is about: the longer Alice is blocked and the shorter the story, the better."""
        return 1000 * self.stopped - (self.shots[-1].step - self.shots[0].step)


class Trace:
    """The outcomes of an episode of two, with what Alice saw and believed at every moment."""

    def __init__(self, outcomes: Sequence[Outcome], goal: Goal) -> None:
        if not outcomes:
            raise BadInput("an episode without steps has no behaviours")
        if {ALICE, BOB} - set(outcomes[0].before.names):
            raise BadInput(f"behaviours are of {ALICE} and {BOB}; there are {', '.join(outcomes[0].before.names)}")
        self.outcomes = tuple(outcomes)
        self.states = (outcomes[0].before, *(outcome.state for outcome in outcomes))
        self.goal = goal
        self.scene = self.states[0].scene
        self.known = self.states[0].statics

    def action(self, step: int, agent: str) -> tuple[Action, Refusal | None]:
        """What an agent asked for in a step (from 0), and why it was not done if it was not."""
        outcome = self.outcomes[step]
        pairs = zip(outcome.actions, outcome.refusals, strict=True)
        return next(((act, no) for act, no in pairs if act.agent == agent), (Action(agent, "wait"), None))

    def aim(self, step: int, agent: str) -> str:
        """What an agent walks to or handles in a step; empty if it only moves or waits."""
        action, _ = self.action(step, agent)
        return action.target if action.verb == "walk_to" else action.object

    def takes(self, step: int, agent: str) -> str:
        """The thing that an agent takes in a step; empty if none."""
        action, refusal = self.action(step, agent)
        return action.object if action.verb == "pick_up" and refusal is None else ""

    @cached_property
    def seen(self) -> list[Bools]:
        """What Alice sees at every moment, by slot."""
        return [sight(state, state.agent(ALICE)).things for state in self.states]

    @cached_property
    def _beliefs(self) -> list[tuple[Float64s, Bools]]:
        """Her chances of all places and which things she has located, at every moment."""
        belief, luck, found = Belief(self.known), stream(0, "behaviours"), []
        for state in self.states:
            belief.update(View.of(state, ALICE), luck)
            found.append((belief.chance.copy(), belief.located.copy()))
        self._places = belief.places
        return found

    def believed(self, step: int, thing: str) -> dict[str, float]:
        """Where Alice thinks that a thing is, after so many steps: places with their probabilities."""
        chance, _ = self._beliefs[step]
        row = chance[self._places.row[self.known.slot(thing)]]
        return {self._places.name(int(place)): float(row[place]) for place in np.flatnonzero(row)}

    def located(self, step: int, thing: str) -> str:
        """Where Alice is sure that a thing is; empty if she is not."""
        _, located = self._beliefs[step]
        if not located[self._places.row[self.known.slot(thing)]]:
            return ""
        return max(self.believed(step, thing).items(), key=lambda item: item[1])[0]

    def words(self, id: str) -> str:
        """A thing or a room as it is called."""
        return named(id, self.scene)


def contests(trace: Trace) -> Iterator[Behaviour]:
    """Both try to take one thing."""
    for step in range(len(trace.outcomes)):
        (hers, her_refusal), (his, his_refusal) = trace.action(step, ALICE), trace.action(step, BOB)
        refusal = her_refusal or his_refusal
        if not hers.verb == his.verb == "pick_up" or hers.object != his.object:
            continue
        if refusal is None or refusal.kind != "conflict":
            continue
        thing, winner, loser = hers.object, *(("Bob", "Alice") if her_refusal else ("Alice", "Bob"))
        first = step
        while first > 0 and trace.aim(first - 1, ALICE) == trace.aim(first - 1, BOB) == thing:
            first -= 1
        what = trace.words(thing)
        begin = f"Alice and Bob both head for {what}." if first < step else f"Alice and Bob are both near {what}."
        yield Behaviour(
            "contest",
            (
                Shot(max(first if first < step else step - 2, 0), begin, (thing,)),
                Shot(step, f"Both try to take {what} in the same step.", (thing,)),
                Shot(step + 1, f"{winner} has {what}; {loser} came too late.", (thing,)),
            ),
        )


def ways_given(trace: Trace) -> Iterator[Behaviour]:
    """Bob leaves to Alice what both were after."""
    for step in range(len(trace.outcomes)):
        thing = trace.aim(step, BOB)
        if not thing or not _is_loose(trace, thing) or trace.takes(step, BOB):
            continue
        ahead = range(step + 1, min(step + 1 + PATIENCE, len(trace.outcomes)))
        turned = next((later for later in ahead if trace.aim(later, BOB)), None)
        taken = next((later for later in ahead if trace.takes(later, ALICE) == thing), None)
        if turned is None or taken is None or turned > taken or trace.aim(turned, BOB) == thing:
            continue
        hers = [at for at in range(max(step - PATIENCE, 0), turned + 1) if trace.aim(at, ALICE) == thing]
        if not hers:
            continue
        what, other = trace.words(thing), trace.words(trace.aim(turned, BOB))
        both = f"Alice and Bob both head for {what}."
        yield Behaviour(
            "way_given",
            (
                Shot(step, both if hers[0] <= step else f"Bob heads for {what}, and now Alice does too.", (thing,)),
                Shot(turned + 1, f"Bob turns to {other} instead.", (thing,)),
                Shot(taken + 1, f"Alice takes {what}.", (thing,)),
            ),
        )


def revelations(trace: Trace) -> Iterator[Behaviour]:
    """Bob opens something, and Alice finds what she needs in it."""
    ever = np.zeros(trace.known.count, np.bool_)
    for step in range(len(trace.outcomes)):
        ever |= trace.seen[step]
        action, refusal = trace.action(step, BOB)
        if action.verb != "open" or refusal is not None:
            continue
        new = trace.seen[step + 1] & ~ever & trace.known.loose
        ahead = range(step + 1, min(step + 1 + PATIENCE, len(trace.outcomes)))
        for thing in [trace.known.ids[slot] for slot in np.flatnonzero(new).tolist()]:
            taken = next((later for later in ahead if trace.takes(later, ALICE) == thing), None)
            if taken is None or not _is_inside(trace.states[step + 1], thing, action.object):
                continue
            what, where = trace.words(thing), trace.words(action.object)
            before, after = (trace.believed(at, thing).get(action.object, 0.0) for at in (step, step + 1))
            opens = f"Bob opens {where}: Alice's belief that {what} is in it rises from {before:.2f} to {after:.2f}."
            yield Behaviour(
                "revealed",
                (
                    Shot(step, f"Alice does not know where {what} is.", (action.object,)),
                    Shot(step + 1, opens, (action.object, thing)),
                    Shot(taken + 1, f"{counted(taken - step, 'step')} later Alice has {what}.", (thing,)),
                ),
            )


def blockings(trace: Trace) -> Iterator[Behaviour]:
    """Bob stands in Alice's way."""
    step, end = 0, len(trace.outcomes)
    while step < end:
        first = step
        while step < end and _is_blocked(trace, step):
            step += 1
        if step == first:
            step += 1
            continue
        aim = trace.aim(first, ALICE) or trace.aim(max(first - 1, 0), ALICE)
        towards = f" on her way to {trace.words(aim)}" if aim else ""
        free = next((later for later in range(step, end) if _moves(trace, later, ALICE)), None)
        count = step - first
        freed = (
            f"After {counted(free - first, 'step')} she gets on." if free is not None else "Then the episode is over."
        )
        yield Behaviour(
            "blocked",
            (
                Shot(max(first - 1, 0), f"Alice is{towards or ' on her way'}.", ()),
                Shot(first, f"Bob stands where she wants to pass: she is stopped for {counted(count, 'step')}.", ()),
                Shot(end if free is None else free + 1, freed, ()),
            ),
            stopped=count,
        )


def false_beliefs(trace: Trace) -> Iterator[Behaviour]:
    """Bob moves what Alice has seen, and she comes back to where it was."""
    types = {predicate.object for predicate in trace.goal.predicates if predicate.relation in ("on", "in", "hold")}
    for step in range(len(trace.outcomes)):
        thing = trace.takes(step, BOB)
        slot = trace.known.slot(thing) if thing else -1
        if not thing or trace.known.things[slot].type not in types or trace.seen[step][slot]:
            continue
        place = trace.located(step, thing)
        ahead = range(step + 1, len(trace.states))
        back = next((later for later in ahead if trace.located(later, thing) != place), None)
        if not place or back is None or trace.seen[back][slot] or not _comes_to(trace, back - 1, thing, place):
            continue
        saw = max(moment for moment in range(step) if trace.seen[moment][slot])
        what, where = trace.words(thing), trace.words(place)
        stands = (place,) if place in trace.known.index else ()
        yield Behaviour(
            "false_belief",
            (
                Shot(saw, f"Alice sees {what} in {where}.", (thing,)),
                Shot(step + 1, f"She is elsewhere when Bob takes {what}.", (thing,)),
                Shot(back, f"When Alice comes back, {what} is not there any more.", stands),
            ),
        )


Finder = Callable[[Trace], Iterator[Behaviour]]

FINDERS: dict[str, Finder] = {
    "contest": contests,
    "way_given": ways_given,
    "revealed": revelations,
    "blocked": blockings,
    "false_belief": false_beliefs,
}
"""How each behaviour is found, in the order of Figure 7."""


def behaviours(outcomes: Sequence[Outcome], goal: Goal) -> dict[str, list[Behaviour]]:
    """All behaviours of an episode with this goal, by name and in the order in which they begin."""
    trace = Trace(outcomes, goal)
    return {name: list(find(trace)) for name, find in FINDERS.items()}


def _is_loose(trace: Trace, id: str) -> bool:
    return id in trace.known.index and bool(trace.known.loose[trace.known.slot(id)])


def _is_inside(state: State, thing: str, container: str) -> bool:
    """Is a thing carried by a container, directly or by what is in it?"""
    known = state.statics
    at, goal = known.slot(thing), known.slot(container)
    while at >= 0:
        at = int(state.objects.carrier[at])
        if at == goal:
            return True
    return False


def _is_blocked(trace: Trace, step: int) -> bool:
    """Was Alice's walk refused because of Bob?"""
    action, refusal = trace.action(step, ALICE)
    return refusal is not None and not action.object and refusal.obstacle == BOB


def _moves(trace: Trace, step: int, agent: str) -> bool:
    """Did an agent change its place in a step?"""
    before, after = (trace.states[at].agents.position for at in (step, step + 1))
    who = trace.states[0].agent(agent)
    return bool((before[who] != after[who]).any())


def _comes_to(trace: Trace, step: int, thing: str, place: str) -> bool:
    """Does Alice's step lead to a thing, or to where she thinks that it is?"""
    aim = trace.aim(step, ALICE)
    room = trace.scene.room_ids.get(place, place)
    return aim in (thing, place, room)
