"""Hybrid, a baseline of the paper: a learned policy chooses the predicate, the regression planner gets it done.

The policy is trained by `learning.train_policy`. Three ways to the goal, as of HP: inferred from the demonstration, the
true one, or one guessed at random and kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from casita.agents.errand import Errand
from casita.agents.view import Sighted
from casita.benchmarks.watch_and_help.goals import BOB, goal_of, random_goal
from casita.benchmarks.watch_and_help.models.goal_lstm import inferred
from casita.benchmarks.watch_and_help.models.goal_trained import WEIGHTS
from casita.benchmarks.watch_and_help.observing import Moment
from casita.errors import BadInput
from casita.protocols import Observation
from casita.seeds import stream
from casita.world.action import Action
from casita.world.goals import Goal

if TYPE_CHECKING:
    from casita.benchmarks.watch_and_help.models.policy_networks import HighPolicy

KIND = "watch_and_help hybrid"
"""What the weights' file says it is."""


@cache
def high_policy(path: Path) -> HighPolicy:
    """The high-level policy of a weights' file."""
    from casita.benchmarks.watch_and_help.models.policy_acting import loaded
    from casita.benchmarks.watch_and_help.models.policy_networks import HighPolicy

    return loaded(HighPolicy, path, KIND)


class Acts(Protocol):
    """Who acts in one episode."""

    def act(self, view: Sighted) -> Action:
        """The next action."""


class Hybrid:
    """Helps with the goal that it inferred from the demonstration."""

    privileges: tuple[str, ...] = ()
    weights = WEIGHTS / "hybrid.safetensors"
    """Of the high-level policy."""

    def __init__(self) -> None:
        self.goal: Goal | None = None
        self._bob: Acts | None = None
        self._seed = 0

    def begin(self, seed: int) -> None:
        """The luck of its belief and choices in one episode."""
        self._seed = seed

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Infer the goal."""
        self.goal = goal_of(inferred(demonstration))

    def act(self, observation: Observation) -> Action:
        """One step for the predicate that the policy chose; waits as long as it knows of no goal."""
        if not isinstance(observation, Moment) or observation.view is None:
            raise BadInput("a learned policy needs the view that a Moment has")
        if self.goal is None:
            return Action(BOB, "wait")
        if self._bob is None:
            self._bob = self.bob(self.goal)
        return self._bob.act(observation.view)

    def bob(self, goal: Goal) -> Acts:
        """Who acts in this episode."""
        from casita.benchmarks.watch_and_help.models.policy_acting import Chooser

        chooser = Chooser(high_policy(self.weights), goal, stream(self._seed, "chooser"))
        return Errand(goal, chooser, BOB, seed=self._seed)


class HybridTrueGoal(Hybrid):
    """Helps with the true goal."""

    privileges: tuple[str, ...] = ("goal",)

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Looks at nothing: it is told."""

    def act(self, observation: Observation) -> Action:
        """One step for the goal that it is told."""
        if isinstance(observation, Moment):
            self.goal = observation.insight.goal
        return super().act(observation)


class HybridRandomGoal(Hybrid):
    """Helps with a goal drawn at random before it begins."""

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Guess a goal."""
        self.goal = goal_of(random_goal(stream(self._seed, "random_goal")))
