"""Hybrid, a baseline of the paper: a learned policy chooses the predicate, the regression planner gets it done.

The policy is trained by `training.policies.train_policy`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from casita.agents.directed import DirectedAgent
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.observing import view_of
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models.weights import weights_file
from casita.benchmarks.watch_and_help.models.with_goal import RandomGoal, TrueGoal, WithGoal
from casita.protocols import Observation
from casita.seeds import stream
from casita.world.action import Action
from casita.world.goals import Goal

if TYPE_CHECKING:
    from casita.benchmarks.watch_and_help.models.policies.networks import HighPolicy

KIND = "watch_and_help hybrid"
"""What the weights' file says it is."""


@cache
def high_policy(path: Path) -> HighPolicy:
    """The high-level policy of a weights' file."""
    from casita.benchmarks.watch_and_help.models.policies.acting import loaded
    from casita.benchmarks.watch_and_help.models.policies.networks import HighPolicy

    return loaded(HighPolicy, path, KIND)


class Acts(Protocol):
    """Who acts in one episode."""

    def act(self, view: View) -> Action:
        """The next action."""


class Hybrid(WithGoal[Acts]):
    """Helps with the goal that it inferred from the demonstration."""

    agent_class: type[DirectedAgent] = DirectedAgent

    def step(self, observation: Observation, planner: Acts) -> Action:
        """One step for the predicate that the policy chose."""
        return planner.act(view_of(observation))

    def planner_for(self, goal: Goal) -> Acts:
        """The regression planner, with the policy that chooses."""
        from casita.benchmarks.watch_and_help.models.policies.acting import Chooser

        chooser = Chooser(high_policy(weights_file("hybrid", self.weights)), goal, stream(self._seed, "chooser"))
        return self.agent_class(goal, chooser, BOB, self.settings, self._seed)


class HybridTrueGoal(TrueGoal, Hybrid):
    """Helps with the true goal."""


class HybridRandomGoal(RandomGoal, Hybrid):
    """Helps with a goal drawn at random before it begins."""
