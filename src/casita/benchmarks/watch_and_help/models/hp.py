"""HP, the hierarchical planner of the paper: Alice's own planner with Bob's eyes and belief, and a goal.

With the true goal it is told Alice's plan too, as in the paper, and leaves her next subgoal to her.
"""

from __future__ import annotations

import msgspec

from casita.agents.alice import Alice
from casita.agents.chores import Subgoal
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.observing import view_of
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models.with_goal import BayesGoal, RandomGoal, TrueGoal, WithGoal
from casita.protocols import Observation
from casita.world.action import Action
from casita.world.goals import Goal


class HP(WithGoal[Alice]):
    """Plans for the goal that the paper's network inferred from the demonstration."""

    planner_class: type[Alice] = Alice

    def planner_for(self, goal: Goal) -> Alice:
        """Alice's planner with Bob's body."""
        return self.planner_class(goal, BOB, self.settings, self._seed)

    def step(self, observation: Observation, planner: Alice) -> Action:
        """One step of the plan."""
        return planner.act(self.view(observation), self.avoided(observation))

    def view(self, observation: Observation) -> View:
        """What it sees."""
        return view_of(observation)

    def avoided(self, observation: Observation) -> tuple[Subgoal, ...]:
        """Subgoals that it leaves to Alice, if there is something else to do: those that it was told of."""
        return msgspec.convert(observation.privileged.plan[:1], tuple[Subgoal, ...])


class HPBayes(BayesGoal, HP):
    """Plans for the goal that Bayes' rule finds in the demonstration."""


class HPTrueGoal(TrueGoal, HP):
    """Plans for the true goal, and knows what Alice is after."""

    privileges: tuple[str, ...] = ("goal", "plan")


class HPTrueGoalUntold(HPTrueGoal):
    """Plans for the true goal, and does not know what Alice is after: HP, but for a goal that is surely right."""

    privileges = ("goal",)


class HPRandomGoal(RandomGoal, HP):
    """Plans for a goal drawn at random before it begins."""
