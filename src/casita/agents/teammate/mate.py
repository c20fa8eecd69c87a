"""The planner of our own helper: Alice's, with both hands, a better idea of where to look, and an eye on Alice.

What she carries, or is about to take, is left to her. What can be put down here is put down first. When nothing else
is left to do for him, he makes what she must do herself easier: a book that she shall hold is brought to where she
sits down with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from casita.agents.alice import Alice
from casita.agents.belief import Belief
from casita.agents.chores import OpenChores, Subgoal, Want, wants
from casita.agents.plan_execution import PlanExecution
from casita.agents.regression import in_reach
from casita.agents.roles import BOB
from casita.agents.search import CARRY, HOLD, LAST, Found
from casita.agents.settings import Settings
from casita.agents.teammate.courtesy import Courtesy
from casita.agents.teammate.partner import Partner
from casita.agents.teammate.scouting import Scout, Usual
from casita.agents.view import View
from casita.agents.ways import Ways
from casita.seeds import Stream
from casita.world.goals import Goal, Predicate
from casita.world.statics import NONE

MATE = Settings(simulations=300, hands=2, arm=5.0)
"""He thinks longer than Alice, uses both hands and goes no nearer than he must."""

TABLE = "coffee_table"
"""Where he puts what Alice shall hold: beside the sofa."""


HER_HANDS = 1
"""Things that Alice carries at once."""


class Parts(NamedTuple):
    """What he does for the sake of working together; each can be left out, to see what it is worth."""

    leaves_next: bool = True
    """Leaves to Alice what she carries and what she is about to take."""
    looks_elsewhere: bool = True
    """Rather looks for things where she is not."""
    scouts: bool = True
    """Looks where much may be found for few steps, and not where a sampled world has things."""
    is_courteous: bool = True
    """Lets her pass, steps back out of doorways, and leaves open what both use."""
    does_favours: bool = True
    """Brings her what only she can hold."""
    puts_first: bool = True
    """Puts down first what can be put down where he stands."""
    leaves_open: bool = False
    """Leaves open what he has looked into: it saves him steps, and she sees into it when she comes by; but in a narrow
    kitchen with all its doors and drawers open neither comes through any more."""
    plans_for_both: bool = False
    """While he sees her, plans what both do, so that both are done soonest, and does his part."""


class Shared(OpenChores):
    """What is left to do for Bob: what Alice does counts as done."""

    def __init__(
        self,
        wanted: Sequence[Want],
        view: View,
        belief: Belief,
        ways: Ways,
        hands: int,
        barred: Callable[[str, int, int], bool],
        using: int,
        hers: frozenset[int],
        favours: bool,
        her: View | None = None,
    ) -> None:
        self.hers = hers
        """Things that she sees to."""
        self.favours = favours
        """Has he time to bring her what she must hold?"""
        views, open_ones = ([view], [using]) if her is None else ([view, her], [using, NONE])
        super().__init__(wanted, views, belief, ways, hands, barred, open_ones)
        if her is not None:
            free = self.chores.hands.copy()
            free[1] = max(HER_HANDS - len(her.hands), 0)
            self.chores = self.chores._replace(hands=free)

    def is_met(self, want: Want, slot: int) -> bool:
        """Is a predicate true of a thing, as far as he knows, or will she make it true?"""
        if want.kind == CARRY and slot in self.hers:
            return True
        if is_favour(want):
            return not self.favours or self._is_at_hand(want, slot)
        return super().is_met(want, slot)

    def _is_at_hand(self, want: Want, slot: int) -> bool:
        """Does something stand open in the room where she wants to sit down?"""
        belief = self.belief
        rooms = {int(belief.room[target]) for target in want.targets}
        open_there = self.container_of(slot) == NONE and int(belief.room[slot]) in rooms
        in_hand = any(slot in view.hands for view in self.views)
        return bool(belief.located[belief.places.row[slot]]) and open_there and not in_hand


def is_favour(want: Want) -> bool:
    """Is it no part of the goal, but something that makes it easier for Alice?"""
    return want.who == BOB


class Mate(Alice):
    """Plans for Alice's goal with what he sees of the home and of her."""

    def __init__(
        self,
        goal: Goal,
        usual: Usual,
        name: str = BOB,
        settings: Settings = MATE,
        seed: int = 0,
        parts: Parts | None = None,
    ) -> None:
        """A helper for a goal, who knows where things usually are."""
        self.parts = parts or Parts()
        super().__init__(goal, name, replace(settings, closes=not self.parts.leaves_open), seed)
        self._usual = usual
        self.partner = Partner()
        self._reachable: frozenset[str] = frozenset()
        """Targets of the goal that he can reach from where he stands."""

    def turn_to(self, goal: Goal, view: View) -> None:
        """Work for another goal from now on."""
        self.goal = goal
        self._wants = self.wanted(view)
        self._intent = []

    def first_belief(self, view: View) -> Belief:
        """Things are where they usually are."""
        return Scout(view.known, self.goal, self._usual)

    def first_execution(self, view: View) -> PlanExecution:
        """He is courteous."""
        return (Courtesy if self.parts.is_courteous else PlanExecution)(view.known, self.settings)

    def wanted(self, view: View) -> tuple[Want, ...]:
        """The goal, and what Alice shall hold on the table beside the sofa."""
        others = [each for each in self.goal.predicates if each.relation == "hold" and each.target != self.name]
        held = [each.object for each in others] if self.parts.does_favours else []
        near = Goal(tuple(Predicate("on", object, TABLE) for object in held)) if held else None
        favours = [want._replace(who=self.name) for want in wants(near, view.known)] if near else []
        return (*wants(self.goal, view.known), *favours)

    def busy_rooms(self) -> set[int]:
        """He does not wait where she works: where things are put, where she sits down, where she is or goes."""
        rooms = {int(self.belief.room[slot]) for want in self._wants for slot in want.targets}
        seats = {int(self.belief.room[slot]) for want in self._wants if want.kind == LAST for slot in want.objects}
        return rooms | seats | set(self.partner.rooms)

    def open_chores(self, view: View, home: Ways, execution: PlanExecution) -> OpenChores:
        """What is left for him to do."""
        self.partner.see(view, home)
        self._reachable = frozenset(
            view.known.ids[slot] for want in self._wants for slot in want.targets if in_reach(view, slot)
        )
        belief = self.belief
        assert isinstance(belief, Scout)
        hers = frozenset(self.partner.carried) if self.parts.leaves_next else frozenset()
        using = execution.using(view)
        if isinstance(execution, Courtesy):
            execution.kept_open = frozenset(slot for want in self._wants for slot in want.targets)

        def seen(hers: frozenset[int], favours: bool = False, her: View | None = None) -> Shared:
            hands, barred = self.settings.hands, execution.barred
            return Shared(self._wants, view, belief, home, hands, barred, using, hers, favours, her)

        first = seen(hers)
        if self.parts.leaves_next:
            hers |= {self._next_take(first, view, home)}
        favours = not any(seen(hers).need) and not self._refused_favours(execution)
        if favours:
            first = seen(hers, favours)
        if self.parts.scouts:
            missing, ignored = _missing(first, hers)
            rooms = self.partner.rooms if self.parts.looks_elsewhere else frozenset[int]()
            belief.aim(missing, ignored, view, home, lambda slot: execution.barred("open", slot, NONE), rooms)
        her = self._in_her_place(view) if self.parts.plans_for_both and not favours else None
        return seen(hers, favours) if her is None else seen(frozenset(self.partner.carried) - {*her.hands}, False, her)

    def _in_her_place(self, view: View) -> View | None:
        """What he sees, as if he were she; None if he does not see her."""
        at = view.others.get(self.partner.name)
        if at is None:
            return None
        hands = tuple(sorted(self.partner.holds))
        return replace(view, agent=self.partner.name, at=at, hands=hands, seat=NONE, others={self.name: view.at})

    def searched(self, open_chores: OpenChores, view: View) -> Found:
        """What a search finds for every choice of his own; what he meant to do with her holds only as he sees her."""
        if len(open_chores.views) == 1:
            self._intent = [step for step in self._intent if step[0] == 0]
        found = super().searched(open_chores, view)
        his = (found.choices >= 0) & (found.actors[:, 0] == 0)
        return Found(*(column[his] for column in found))

    def _refused_favours(self, execution: PlanExecution) -> list[int]:
        """What he meant to bring to Alice and could not put down where he wanted to."""
        return [
            slot
            for want in self._wants
            if is_favour(want)
            for slot in want.objects
            if any(execution.barred("put", slot, target) for target in want.targets)
        ]

    def _chosen(self, open_chores: OpenChores, view: View, luck: Stream, avoid: tuple[Subgoal, ...]) -> Subgoal | None:
        """What he cannot put down where he wanted to is put down anywhere near: Alice shall find it."""
        assert self._execution is not None
        for slot in self._refused_favours(self._execution):
            away = self._to_put_away(open_chores, view, slot) if slot in view.hands else None
            if away is not None:
                return away
        return super()._chosen(open_chores, view, luck, avoid)

    def _row(self, found: Found, subgoals: list[Subgoal], luck: Stream, avoid: tuple[Subgoal, ...]) -> int:
        """What can be put down here is put down first."""
        for row, subgoal in enumerate(subgoals if self.parts.puts_first else ()):
            if subgoal.stage == "put" and subgoal.target in self._reachable:
                return row
        return super()._row(found, subgoals, luck, avoid)

    def _to_check(self, open_chores: OpenChores, view: View) -> Subgoal | None:
        """He has no doubts about what is done: Alice sees to the rest."""
        return None

    def _next_take(self, open_chores: OpenChores, view: View, home: Ways) -> int:
        """The wanted thing whose place is known that Alice is about to take; NONE if there is none."""
        belief = self.belief
        things = [
            slot
            for want, need in zip(self._wants, open_chores.need, strict=True)
            if want.kind in (CARRY, HOLD) and (need > 0 or want.who == self.partner.name)
            for slot in want.objects
            if belief.located[belief.places.row[slot]] and view.holder[slot] == NONE and slot not in open_chores.used
        ]
        numbers = {slot: open_chores.number_of(slot) for slot in things}
        there = [slot for slot, number in numbers.items() if number != NONE]
        return self.partner.next_take(there, [numbers[slot] for slot in there], view, home)


def _missing(open_chores: OpenChores, hers: frozenset[int]) -> tuple[list[list[int]], list[int]]:
    """The things to look for, by predicate, and those whose place need not be known."""
    located, row = open_chores.belief.located, open_chores.belief.places.row
    missing: dict[int, list[int]] = {}
    unknown: set[int] = set()
    for number, (want, need) in enumerate(zip(open_chores.wants, open_chores.need, strict=True)):
        if want.kind != CARRY:
            continue
        free = [slot for slot in want.objects if slot not in open_chores.used and slot not in hers]
        lost = [slot for slot in free if not located[row[slot]]]
        unknown.update(lost)
        if need > len(free) - len(lost):
            missing[number] = lost
    sought = {slot for slots in missing.values() for slot in slots}
    return [slots for slots in missing.values() if slots], sorted(unknown - sought)
