"""Helpers that work for one goal, and the paper's ways to it: inferred from the demonstration, told, or guessed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casita.benchmarks.watch_and_help.homes.goals import random_goal
from casita.benchmarks.watch_and_help.item import BOB, goal_of
from casita.benchmarks.watch_and_help.models.goals import bayes
from casita.benchmarks.watch_and_help.models.goals.trained import inferred
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS
from casita.protocols import Observation
from casita.seeds import stream
from casita.world.action import Action
from casita.world.goals import Goal


class WithGoal:
    """Helps with the goal that the paper's network inferred from the demonstration; how is for a class of its own."""

    privileges: tuple[str, ...] = ()
    wants: tuple[str, ...] = ("demonstration",)
    weights: Path = WEIGHTS
    """The folder with the weights of its networks."""

    def __init__(self) -> None:
        self.goal: Goal | None = None
        self._seed = 0

    def begin(self, seed: int) -> None:
        """The luck of its belief and choices in one episode."""
        self._seed = seed

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Infer the goal."""
        self.goal = goal_of(inferred("goal-lstm", demonstration, self.weights))

    def act(self, observation: Observation) -> Action:
        """One step for the goal; waits as long as it knows of none."""
        return Action(BOB, "wait") if self.goal is None else self.step(observation, self.goal)

    def step(self, observation: Observation, goal: Goal) -> Action:
        """The next action for a goal."""
        raise NotImplementedError


class BayesGoal(WithGoal):
    """Has the goal that Bayes' rule finds in the demonstration."""

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Infer the goal."""
        self.goal = goal_of(bayes.inferred(demonstration))


class TrueGoal(WithGoal):
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


class RandomGoal(WithGoal):
    """Guesses a goal before it begins, and keeps to it."""

    wants: tuple[str, ...] = ()

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Guess a goal."""
        self.goal = goal_of(random_goal(stream(self._seed, "random_goal")))
