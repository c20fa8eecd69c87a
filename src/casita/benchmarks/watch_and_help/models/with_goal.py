"""Helpers that work for one goal, and the paper's ways to it: inferred from the demonstration, told, or guessed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from casita.agents.settings import Settings
from casita.benchmarks.watch_and_help.homes.goals import random_goal
from casita.benchmarks.watch_and_help.item import BOB, goal_of
from casita.benchmarks.watch_and_help.models.goals import bayes
from casita.benchmarks.watch_and_help.models.goals.trained import inferred
from casita.benchmarks.watch_and_help.models.seeded import SeededHelper
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS
from casita.protocols import Observation
from casita.seeds import stream
from casita.world.action import Action
from casita.world.goals import Goal

Planner = TypeVar("Planner")


class WithGoal(SeededHelper, ABC, Generic[Planner]):
    """Helps with the goal that the paper's network inferred from the demonstration; how is for a class of its own."""

    privileges: tuple[str, ...] = ()
    wants: tuple[str, ...] = ("demonstration",)
    weights: Path = WEIGHTS
    """The folder with the weights of its networks."""

    settings = Settings()
    """Of its planner: hands, reach, and how long it thinks."""

    def __init__(self) -> None:
        super().__init__()
        self.goal: Goal | None = None
        self.planner: Planner | None = None

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Infer the goal."""
        self.goal = goal_of(inferred("goal-lstm", demonstration, self.weights))

    def act(self, observation: Observation) -> Action:
        """One step for the goal; waits as long as it knows of none."""
        if self.goal is None:
            return Action(BOB, "wait")
        if self.planner is None:
            self.planner = self.planner_for(self.goal)
        return self.step(observation, self.planner)

    @abstractmethod
    def planner_for(self, goal: Goal) -> Planner:
        """Who plans in this episode."""

    @abstractmethod
    def step(self, observation: Observation, planner: Planner) -> Action:
        """The next action."""


class BayesGoal(WithGoal[Any]):
    """Has the goal that Bayes' rule finds in the demonstration."""

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Infer the goal."""
        self.goal = goal_of(bayes.inferred(demonstration))


class TrueGoal(WithGoal[Any]):
    """Is told the true goal."""

    privileges: tuple[str, ...] = ("goal",)
    wants: tuple[str, ...] = ()

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Looks at nothing: it is told."""

    def act(self, observation: Observation) -> Action:
        """One step for the goal that it is told."""
        if self.goal is None and observation.privileged.goal:
            self.goal = goal_of(observation.privileged.goal)
        return super().act(observation)


class RandomGoal(WithGoal[Any]):
    """Guesses a goal before it begins, and keeps to it."""

    wants: tuple[str, ...] = ()

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Guess a goal."""
        self.goal = goal_of(random_goal(stream(self._seed, "random_goal")))
