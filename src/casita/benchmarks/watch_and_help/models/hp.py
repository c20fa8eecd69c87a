"""HP, the hierarchical planner of the paper: Alice's own planner with Bob's eyes and belief, and a goal.

Four ways to the goal: inferred from the demonstration by the paper's network or by our Bayes, the true one, or one
guessed at random and kept. With the true goal it is told Alice's plan too, as in the paper, and leaves her next subgoal
to her.
"""

from __future__ import annotations

from collections.abc import Sequence

from casita.agents.alice import Alice
from casita.agents.chores import Subgoal
from casita.agents.settings import Settings
from casita.agents.view import Sighted
from casita.benchmarks.watch_and_help.goals import BOB, goal_of, random_goal
from casita.benchmarks.watch_and_help.models import bayes_goal
from casita.benchmarks.watch_and_help.observing import Moment
from casita.errors import BadInput
from casita.protocols import Observation
from casita.seeds import stream
from casita.world.action import Action
from casita.world.goals import Goal


class HP:
    """Plans for the goal that the paper's network inferred from the demonstration."""

    privileges: tuple[str, ...] = ()
    settings = Settings()

    def __init__(self) -> None:
        self.goal: Goal | None = None
        self.planner: Alice | None = None
        self._seed = 0

    def begin(self, seed: int) -> None:
        """The luck of its belief and search in one episode."""
        self._seed = seed

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Infer the goal."""
        from casita.benchmarks.watch_and_help.models.goal_lstm import inferred

        self.goal = goal_of(inferred(demonstration))

    def act(self, observation: Observation) -> Action:
        """One step of the plan; waits as long as it knows of no goal."""
        if not isinstance(observation, Moment) or observation.view is None:
            raise BadInput("a planner needs the view that a Moment has")
        if self.goal is None:
            return Action(BOB, "wait")
        if self.planner is None:
            self.planner = Alice(self.goal, BOB, self.settings, self._seed)
        return self.planner.act(self.view(observation), self.avoided(observation))

    def view(self, moment: Moment) -> Sighted:
        """What it sees."""
        assert moment.view is not None
        return moment.view

    def avoided(self, moment: Moment) -> tuple[Subgoal, ...]:
        """Subgoals that it leaves to Alice, if there is something else to do: those that it was told of."""
        return moment.insight.plan[:1]


class HPBayes(HP):
    """Plans for the goal that Bayes' rule finds in the demonstration."""

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Infer the goal."""
        self.goal = goal_of(bayes_goal.inferred(demonstration))


class HPTrueGoal(HP):
    """Plans for the true goal, and knows what Alice is after."""

    privileges: tuple[str, ...] = ("goal", "plan")

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Looks at nothing: it is told."""

    def act(self, observation: Observation) -> Action:
        """One step of the plan for the goal that it is told."""
        if isinstance(observation, Moment):
            self.goal = observation.insight.goal
        return super().act(observation)


class HPRandomGoal(HP):
    """Plans for a goal drawn at random before it begins."""

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Guess a goal."""
        self.goal = goal_of(random_goal(stream(self._seed, "random_goal")))
