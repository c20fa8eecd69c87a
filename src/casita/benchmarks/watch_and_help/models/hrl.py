"""HRL, a baseline of the paper: learned policies choose the predicate and every single action for it.

The high-level policy is Hybrid's. The low level is two policies: one places things, and has the other say what to do
whenever it wants to grab. Both are trained by `training.policies.train_policy`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from casita.agents.belief import Belief
from casita.agents.chores import OpenChores, wants
from casita.agents.directed import possible_predicates
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.agents.ways import ways
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models.hybrid import Hybrid, high_policy
from casita.benchmarks.watch_and_help.models.policies.features import GRAB, carried_number
from casita.benchmarks.watch_and_help.models.weights import weights_file
from casita.benchmarks.watch_and_help.models.with_goal import RandomGoal, TrueGoal
from casita.seeds import stream
from casita.world.action import Action
from casita.world.goals import Goal
from casita.world.statics import NONE

if TYPE_CHECKING:
    from casita.benchmarks.watch_and_help.models.policies.networks import LowPolicy

KIND = "watch_and_help hrl"
"""What the weights' file says it is."""


@cache
def low_policy(path: Path, part: str) -> LowPolicy:
    """One of the two low-level policies of a weights' file: "grab" or "place"."""
    from casita.benchmarks.watch_and_help.models.policies.acting import loaded
    from casita.benchmarks.watch_and_help.models.policies.networks import LowPolicy

    return loaded(LowPolicy, path, KIND, f"{part}.")


class Bob:
    """One episode of a helper whose every action is learned."""

    def __init__(self, goal: Goal, high: Path, low: Path, seed: int) -> None:
        from casita.benchmarks.watch_and_help.models.policies.acting import Chooser
        from casita.learn.choosing import Actor

        self._goal = goal
        self._luck = stream(seed, "low")
        self._chooser = Chooser(high_policy(high), goal, stream(seed, "chooser"))
        self._placing, self._grabbing = (Actor(low_policy(low, part)) for part in ("place", "grab"))
        self._settings = Settings()
        self._belief: Belief | None = None
        self._seed = seed

    def act(self, view: View) -> Action:
        """The next action; waits when nothing is left to do as far as it knows."""
        from casita.benchmarks.watch_and_help.models.policies.acting import low_action, low_ask

        number = self._predicate(view)
        if number == NONE:
            return Action(BOB, "wait")
        predicate = self._goal.predicates[number]
        carried = carried_number(predicate)
        (taken,) = self._placing.choose([low_ask(view, carried, delegates=True)], [self._luck])
        if taken.first == GRAB:
            (taken,) = self._grabbing.choose([low_ask(view, carried)], [self._luck])
        return low_action(taken, view, predicate)

    def _predicate(self, view: View) -> int:
        """The number of the predicate that it is after; NONE if there is none left."""
        if self._belief is None:
            self._belief = Belief(view.known)
        self._belief.update(view, stream(self._seed, "belief", view.tick))
        home = ways(view.known, view.body, self._settings.arm)
        wanted = wants(self._goal, view.known)
        open_chores = OpenChores(wanted, [view], self._belief, home, view.body.hands, lambda *_: False, [NONE])
        left = [number for number, need in enumerate(open_chores.need) if need > 0]
        possible = possible_predicates(open_chores, view, view.body.hands) or left
        return self._chooser(open_chores, view, possible) if possible else NONE


class HRL(Hybrid):
    """Helps with the goal that it inferred from the demonstration."""

    def planner_for(self, goal: Goal) -> Bob:
        """Policies at both levels, and no planner."""
        return Bob(goal, weights_file("hybrid", self.weights), weights_file("hrl", self.weights), self._seed)


class HRLTrueGoal(TrueGoal, HRL):
    """Helps with the true goal."""


class HRLRandomGoal(RandomGoal, HRL):
    """Helps with a goal drawn at random before it begins."""
