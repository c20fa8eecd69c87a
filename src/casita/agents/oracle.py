"""Planners that see everything: one proves that a task can be done and how fast, several share the work.

They are Alice's planner with all rooms and containers in view, so that nothing has to be searched for.
With several agents one search plans for all: whoever is free first chooses next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from casita.agents.belief import Belief
from casita.agents.chores import OpenChores, Subgoal, Want, wants
from casita.agents.plan_execution import PlanExecution
from casita.agents.search import Found, search
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.agents.ways import ways
from casita.errors import BadInput
from casita.seeds import derived_seed, stream
from casita.world.action import Action
from casita.world.goals import Goal
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.step import step

ORACLE = Settings(simulations=300, hands=2, arm=5.0)
"""An oracle thinks longer than Alice, uses both hands and goes no nearer than it must."""

LIMIT = 250
"""Steps that a solution may take, unless another limit is given."""


class Oracles:
    """Some agents with one goal and full sight, who split the work between them; one agent is a plain oracle.

    >>> oracles = Oracles(goal, ["alice", "bob"])
    >>> world.step(oracles.act([View.of(world.state, name, None) for name in ("alice", "bob")]))
    """

    def __init__(self, goal: Goal, names: Sequence[str], settings: Settings = ORACLE, seed: int = 0) -> None:
        if not names or len(set(names)) < len(names):
            raise BadInput(f"oracles need different names, and at least one; they are {list(names)!r}")
        self.goal = goal
        self.names = tuple(names)
        self.settings = settings
        self.subgoals: list[Subgoal | None] = [None] * len(names)
        """What each agent is after now."""
        self._seed = seed
        self._intent: list[tuple[int, int, int]] = []
        self._belief: Belief | None = None
        self._executions: list[PlanExecution] = []
        self._wants: tuple[Want, ...] = ()

    def act(self, views: Sequence[View]) -> list[Action]:
        """The next act of every agent, from what each sees: everything; views come in the order of the names."""
        shown = tuple(view.agent for view in views)
        if shown != self.names:
            raise BadInput(f"views are of {list(shown)}; expected those of {list(self.names)}")
        known, tick = views[0].known, views[0].tick
        if self._belief is None:
            self._belief = Belief(known)
            self._executions = [PlanExecution(known, self.settings) for _ in self.names]
            self._wants = wants(self.goal, known)
        self._belief.update(views[0], stream(self._seed, "oracle", tick))
        for execution, view in zip(self._executions, views, strict=True):
            execution.notice(view)
        home = ways(known, views[0].body, self.settings.arm)
        using = [execution.using(view) for execution, view in zip(self._executions, views, strict=True)]
        open_chores = OpenChores(self._wants, views, self._belief, home, self.settings.hands, self._barred, using)
        self.subgoals = self._chosen(open_chores, tick)
        acts = []
        for name, execution, view, subgoal in zip(self.names, self._executions, views, self.subgoals, strict=True):
            luck = stream(self._seed, name, tick)
            if subgoal is not None:
                acts.append(execution.towards(subgoal, open_chores, view, luck))
            else:
                acts.append(execution.make_room(view, _busy_rooms(open_chores)))
        return acts

    def _barred(self, stage: str, slot: int, other: int) -> bool:
        return all(execution.barred(stage, slot, other) for execution in self._executions)

    def _chosen(self, open_chores: OpenChores, tick: int) -> list[Subgoal | None]:
        """The next subgoal of every agent; the present one where it is still planned for and nearly as good."""
        if not any(open_chores.need):
            return [None] * len(self.names)
        seed = derived_seed(self._seed, "oracle", "search", tick)
        found = search(open_chores.chores, self.settings, seed, open_chores.guide(self._intent))
        if not len(found.choices):
            return [None] * len(self.names)
        row = found.best
        for other in range(len(found.choices)):
            same = self._named(found, other, open_chores)[0][:1] == [self.subgoals[0]]
            if same and found.costs[other] <= found.costs[row] + self.settings.commitment:
                row = other
                break
        self._intent = open_chores.intent(found, row)
        return [named[0] if named else None for named in self._named(found, row, open_chores)]

    def _named(self, found: Found, row: int, open_chores: OpenChores) -> list[list[Subgoal]]:
        """The subgoals of a future that can be begun now, by agent, in order."""
        named: list[list[Subgoal]] = [[] for _ in self.names]
        for choice, actor in zip(found.futures[row].tolist(), found.actors[row].tolist(), strict=True):
            if choice == -1:
                break
            if choice < 0:
                continue
            takes = choice < len(open_chores.options)
            held = not takes and self._holds_for(choice - len(open_chores.options), actor, open_chores)
            if (takes and (not named[actor] or named[actor][-1].stage != "put")) or (held and not named[actor]):
                named[actor].append(open_chores.subgoal(choice, actor))
        return named

    def _holds_for(self, predicate: int, actor: int, open_chores: OpenChores) -> bool:
        """Does an agent hold something for a predicate already?"""
        hands = open_chores.views[actor].hands
        return any(n == predicate and slot in hands and slot not in open_chores.used for n, slot in open_chores.options)


def _busy_rooms(open_chores: OpenChores) -> set[int]:
    """The rooms where something of the goal is still to be taken or put."""
    slots = [slot for _, slot in open_chores.options] + [slot for slot in open_chores.targets if slot != NONE]
    return {int(open_chores.belief.room[slot]) for slot in slots}


class Solution(NamedTuple):
    """How a task was done by oracles."""

    solved: bool
    steps: int
    """How many it took; the limit if it was not solved."""
    ticks: tuple[tuple[Action, ...], ...]
    """What was done, tick by tick."""


def solve(
    state: State,
    goal: Goal,
    names: Sequence[str] = (),
    *,
    settings: Settings = ORACLE,
    seed: int = 0,
    limit: int = LIMIT,
) -> Solution:
    """Let oracles do a goal from a state on: the agents named, or all that are there."""
    if limit < 0:
        raise BadInput(f"a limit is not negative; it is {limit}")
    wants(goal, state.statics)
    oracles = Oracles(goal, names or state.names, settings, seed)
    ticks: list[tuple[Action, ...]] = []
    while not goal.holds(state) and len(ticks) < limit:
        actions = tuple(oracles.act([View.of(state, name, None) for name in oracles.names]))
        state = step(state, actions).state
        ticks.append(actions)
    return Solution(goal.holds(state), len(ticks), tuple(ticks))
