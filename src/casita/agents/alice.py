"""Alice: the human-like agent of Watch-And-Help, who works from what she sees and plans anew at every step."""

from __future__ import annotations

import numpy as np

from casita.agents.belief import Belief, Floats
from casita.agents.chores import OpenChores, Subgoal, Want, wants
from casita.agents.plan_execution import PlanExecution, nearest
from casita.agents.regression import in_reach
from casita.agents.search import CARRY, HOLD, Found, search
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.agents.ways import Ways, ways
from casita.errors import BadInput
from casita.seeds import Stream, derived_seed, stream
from casita.world.action import Action
from casita.world.goals import Goal
from casita.world.statics import NONE

SURFACES = 2
"""On how many surfaces something is tried to be put away before it is put on the floor."""


class Alice:
    """An agent with a goal, a belief about where things are, and bounded patience for thinking.

    >>> alice = Alice(goal, "alice", seed=3)
    >>> action = alice.act(View.of(world.state, "alice"))
    """

    def __init__(self, goal: Goal, name: str = "alice", settings: Settings | None = None, seed: int = 0) -> None:
        if not isinstance(goal, Goal):
            raise BadInput(f"Alice needs a Goal; not {goal!r}")
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise BadInput(f"a seed is a whole number; it is {seed!r}")
        self.goal = goal
        self.name = name
        self.settings = settings or Settings()
        self.subgoal: Subgoal | None = None
        """What she is after now; None if nothing is left to do as far as she knows."""
        self.future: tuple[Subgoal, ...] = ()
        """The subgoals that she means to go on with, the present one first."""
        self._seed = seed
        self._intent: list[tuple[int, int, int]] = []
        self._belief: Belief | None = None
        self._execution: PlanExecution | None = None
        self._wants: tuple[Want, ...] = ()

    @property
    def belief(self) -> Belief:
        """What she believes about where things are; BadInput before she has seen anything."""
        if self._belief is None:
            raise BadInput(f"{self.name} has not seen anything yet")
        return self._belief

    @property
    def plan(self) -> tuple[Action, ...]:
        """The acts that she has planned for her subgoal, the next one first."""
        return self._execution.plan if self._execution else ()

    @property
    def refused(self) -> int:
        """How many of her acts were not done, so far."""
        return self._execution.refused if self._execution else 0

    def act(self, view: View, avoid: tuple[Subgoal, ...] = ()) -> Action:
        """Her next act, from what she sees; subgoals to `avoid` are left to somebody else."""
        if view.agent != self.name:
            raise BadInput(f"the view is of {view.agent}; {self.name} needs her own")
        if self._belief is None or self._execution is None:
            self._belief, self._execution = self.first_belief(view), self.first_execution(view)
            self._wants = self.wanted(view)
        luck = stream(self._seed, self.name, view.tick)
        home = ways(view.known, view.body, self.settings.arm)
        self._execution.notice(view)
        self._belief.update(view, luck, lambda: self._leaning(view, home))
        if self.settings.pause_rate and luck.chance(self.settings.pause_rate):
            return self._execution.say(Action(self.name, "wait"), view)
        execution = self._execution
        open_chores = self.open_chores(view, home, execution)
        chosen = self._chosen(open_chores, view, luck, avoid)
        subgoal = None if chosen in avoid else chosen
        self.subgoal = subgoal
        if subgoal is None or self.future[:1] != (subgoal,):
            self.future = () if subgoal is None else (subgoal,)
        if subgoal is None:
            return execution.make_room(view, self.busy_rooms()) if self._belief.has_company else execution.wait(view)
        return execution.towards(subgoal, open_chores, view, luck)

    def first_belief(self, view: View) -> Belief:
        """What she believes before she has seen anything."""
        return Belief(view.known)

    def first_execution(self, view: View) -> PlanExecution:
        """How she goes about things, before she has done anything."""
        return PlanExecution(view.known, self.settings)

    def wanted(self, view: View) -> tuple[Want, ...]:
        """What she works for in this home."""
        return wants(self.goal, view.known)

    def busy_rooms(self) -> set[int]:
        """Rooms that she does not wait in when she has nothing to do."""
        return set()

    def open_chores(self, view: View, home: Ways, execution: PlanExecution) -> OpenChores:
        """What is left to do as she sees it."""
        using = [execution.using(view)]
        return OpenChores(self._wants, [view], self.belief, home, self.settings.hands, execution.barred, using)

    # What to go for.

    def _chosen(self, open_chores: OpenChores, view: View, luck: Stream, avoid: tuple[Subgoal, ...]) -> Subgoal | None:
        """What to go for now, first of all what is in the way; None if there is nothing."""
        if self._execution is not None and self._execution.cleared in view.hands:
            away = self._to_put_away(open_chores, view, self._execution.cleared)
            if away is not None:
                return away
        if not any(open_chores.need):
            return self._to_check(open_chores, view)
        picked = self._picked(open_chores, view, luck, avoid) or self._to_make_space(open_chores, view)
        return picked or self._to_free_a_hand(open_chores, view) or self._to_explore(open_chores, view)

    def _picked(self, open_chores: OpenChores, view: View, luck: Stream, avoid: tuple[Subgoal, ...]) -> Subgoal | None:
        """The best subgoal of the goal, or the present one if it is nearly as good; None if none can be begun."""
        found = self.searched(open_chores, view)
        if not len(found.choices):
            return None
        subgoals = [open_chores.subgoal(int(choice)) for choice in found.choices]
        if all(subgoal in avoid for subgoal in subgoals):
            return None
        row = self._row(found, subgoals, luck, avoid)
        self.future = tuple(self._named_future(found, row, open_chores))
        self._intent = open_chores.intent(found, row)
        return subgoals[row]

    def searched(self, open_chores: OpenChores, view: View) -> Found:
        """What a search finds for every choice that can be made now."""
        seed = derived_seed(self._seed, self.name, "search", view.tick)
        return search(open_chores.chores, self.settings, seed, open_chores.guide(self._intent))

    def _row(self, found: Found, subgoals: list[Subgoal], luck: Stream, avoid: tuple[Subgoal, ...]) -> int:
        """Which of the found futures to begin."""
        if self.settings.mistake_rate and luck.chance(self.settings.mistake_rate):
            return luck.choice([row for row, subgoal in enumerate(subgoals) if subgoal not in avoid])
        costs = found.costs.copy()
        costs[[subgoal in avoid for subgoal in subgoals]] = np.inf
        best = int(np.argmin(costs))
        if self.subgoal in subgoals:
            present = subgoals.index(self.subgoal)
            if costs[present] <= costs[best] + self.settings.commitment:
                return present
        return best

    def _named_future(self, found: Found, row: int, open_chores: OpenChores) -> list[Subgoal]:
        """The subgoals of a future; things that will be put down are named by the first of them."""
        named = []
        taken: list[str] = [open_chores.known.ids[slot] for slot in open_chores.views[0].hands]
        for choice in found.futures[row].tolist():
            if choice < 0:
                break
            if choice < len(open_chores.options):
                named.append(open_chores.subgoal(choice))
                taken.append(named[-1].object)
                continue
            want = open_chores.wants[choice - len(open_chores.options)]
            ids = {open_chores.known.ids[slot] for slot in want.objects}
            first = next((id for id in taken if id in ids), "")
            target = open_chores.known.ids[open_chores.targets[choice - len(open_chores.options)]]
            named.append(Subgoal("put", want.verb, first, target, want.predicate.relation, want.predicate))
            taken = [id for id in taken if id not in ids]
        return named

    def _to_make_space(self, open_chores: OpenChores, view: View) -> Subgoal | None:
        """Take something that is not wanted there away from a target that is full; None if no target is."""
        execution = self._execution
        assert execution is not None
        if len(view.hands) >= view.body.hands:
            return None
        for want, need in zip(self._wants, open_chores.need, strict=True):
            full = [t for t in want.targets if need > 0 and any(execution.barred("put", h, t) for h in view.hands)]
            for target in full:
                on_it = (self.belief.carrier == target) & view.known.loose & (view.holder != 0)
                free = [s for s in np.nonzero(on_it)[0].tolist() if s not in open_chores.used]
                slots = [s for s in free if not execution.barred("take", s, NONE)]
                if slots:
                    execution.cleared = slots[0]
                    return Subgoal("take", "pick_up", view.known.ids[slots[0]])
        return None

    def _to_free_a_hand(self, open_chores: OpenChores, view: View) -> Subgoal | None:
        """Put away something of no use, if no hand is free; None if that is not what is needed."""
        useless = [slot for slot in view.hands if slot not in open_chores.used]
        if self.belief.has_company:
            wanted = {
                slot for want, need in zip(self._wants, open_chores.need, strict=True) if need for slot in want.objects
            }
            useless = [slot for slot in useless if slot not in wanted]
        if not useless or len(view.hands) < min(view.body.hands, self.settings.hands):
            return None
        return self._to_put_away(open_chores, view, useless[0])

    def _to_put_away(self, open_chores: OpenChores, view: View, slot: int) -> Subgoal | None:
        """Put something on the nearest surface in the room, or on the floor; None if there is no place."""
        execution = self._execution
        assert execution is not None
        targets = {target for want in self._wants for target in want.counts}
        around = sorted({surface for surface, _ in view.known.surfaces[view.here]} - targets)
        free = [s for s in around if not execution.barred("put", slot, s) and view.things[s]]
        surface = nearest(view, free)
        floor = view.known.floor_slots[view.here]
        if len(around) - len(free) >= SURFACES and not execution.barred("put", slot, floor):
            surface = floor
        return None if surface == NONE else Subgoal("put", "put", view.known.ids[slot], view.known.ids[surface], "on")

    def _to_explore(self, open_chores: OpenChores, view: View) -> Subgoal | None:
        """Somewhere to look when nothing that is wanted can be taken: a target that is out of sight."""
        execution = self._execution
        assert execution is not None
        wanted = [want for want, need in zip(self._wants, open_chores.need, strict=True) if need > 0]
        self.belief.doubt_hands([slot for want in wanted if want.kind in (CARRY, HOLD) for slot in want.objects])
        slots = sorted({slot for want in wanted if want.kind in (CARRY, HOLD) for slot in want.targets})
        unseen = [slot for slot in slots if not view.things[slot] and not execution.barred("look", slot, NONE)]
        return Subgoal("look", "walk_to", view.known.ids[unseen[0]]) if unseen else None

    def _to_check(self, open_chores: OpenChores, view: View) -> Subgoal | None:
        """When all seems done and yet it goes on: the place of something that is out of sight; None if all is seen."""
        execution = self._execution
        assert execution is not None
        for want in self._wants:
            if want.kind != CARRY:
                continue
            for slot in want.objects:
                carrier = int(self.belief.carrier[slot])
                if slot not in open_chores.used or view.things[slot] or execution.barred("look", carrier, NONE):
                    continue
                if in_reach(view, carrier) and not any(spot.joint for spot in view.known.spots[carrier]):
                    continue
                return Subgoal("look", "walk_to", view.known.ids[carrier])
        return None

    def _leaning(self, view: View, home: Ways) -> Floats:
        """How much rather she looks at each place than at another: the nearer the better, if she leans at all."""
        belief = self.belief
        weights = np.ones(belief.places.count)
        if self.settings.nearby <= 0.0:
            return weights
        numbers = []
        for container in belief.places.containers.tolist():
            x, y, _ = belief.position[container].tolist()
            known_at = x == x
            room = int(belief.room[container]) if known_at else view.here
            numbers.append(home.to_thing(container, x, y, room) if known_at else home.to_room(room))
        numbers += [home.to_room(room) for room in range(len(view.known.rooms))]
        away = home.steps(numbers, [view.at])[0]
        weights[: len(numbers)] = np.maximum(np.exp(-away / self.settings.nearby), 1e-6)
        return weights
