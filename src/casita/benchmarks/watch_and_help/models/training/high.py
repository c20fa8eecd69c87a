"""Episodes that the high-level policy of Hybrid and HRL learns from: Bob by himself, then beside Alice.

Bob knows the true goal, and the regression planner carries out what the policy chooses. He gets +2 for each goal
predicate that comes to be true by either of them and -0.1 for each step.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from casita.agents.directed import DirectedAgent
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.demonstration import alice_of
from casita.benchmarks.watch_and_help.homes.starts import BODY, RULES, first_places, scene_of
from casita.benchmarks.watch_and_help.item import ALICE, BOB, Task
from casita.benchmarks.watch_and_help.models.policies.acting import Chooser
from casita.benchmarks.watch_and_help.models.policies.features import carried_number
from casita.benchmarks.watch_and_help.models.policies.networks import HighPolicy
from casita.exact import count_of
from casita.learn.actor_critic import Trajectory, trajectory
from casita.scenes.scene import Scene
from casita.seeds import derived_seed, stream
from casita.world.goals import Goal
from casita.world.starting import beginning
from casita.world.state import State
from casita.world.statics import NONE
from casita.world.step import step

DONE, STEP = 2.0, -0.1
"""Rewards, as in the paper: for a predicate that comes to be true, and for every step."""

PATIENCE = 0.99
"""What a reward is worth a step later."""


class Played(NamedTuple):
    """One episode of training."""

    trajectory: Trajectory | None
    """None if there was nothing to choose."""
    reward: float
    success: bool
    steps: int


class Progress:
    """Counts what comes to be true of a goal; what was undone and done again counts once."""

    def __init__(self, goal: Goal, state: State) -> None:
        self._goal = goal
        self._best = self._met(state)

    def _met(self, state: State) -> int:
        return count_of(predicate.met(state) for predicate in self._goal.predicates)

    def reward(self, state: State) -> float:
        """What the step that led to a state is worth."""
        met = self._met(state)
        new = max(met - self._best, 0)
        self._best += new
        return DONE * new + STEP


def carried_goal(goal: Goal) -> Goal:
    """The part of a goal that Bob can reach by himself."""
    return Goal(tuple(predicate for predicate in goal.predicates if carried_number(predicate) != NONE))


@lru_cache(maxsize=512)
def _home(task: Task) -> tuple[Scene, list[tuple[float, float, float]]]:
    """A home to help in, and where Alice and Bob stand at first."""
    return scene_of(task, "help"), first_places(task, "help")


def start_of_bob(task: Task) -> State:
    """How an episode of Bob alone begins: where he stands when he helps. Always a new state.

    States that follow one another share what was worked out about walking; episodes must not.
    """
    scene, places = _home(task)
    return beginning(scene, {BOB: BODY}, rules=RULES, positions=places[1:])


def start_of_both(task: Task) -> State:
    """How an episode of Alice and Bob begins."""
    scene, places = _home(task)
    return beginning(scene, {ALICE: BODY, BOB: BODY}, rules=RULES, positions=places)


def play_high(policy: HighPolicy, task: Task, seed: int, *, alone: bool, limit: int) -> Played:
    """One episode in which the policy chooses what Bob goes for."""
    goal = carried_goal(task.goal) if alone else task.goal
    state = start_of_bob(task) if alone else start_of_both(task)
    alice = None if alone else alice_of(goal, task.id, seed)
    own = derived_seed(seed, "learning", task.id)
    chooser = Chooser(policy, goal, stream(own, "chooser"))
    bob = DirectedAgent(goal, chooser, BOB, seed=own)
    progress = Progress(goal, state)
    rewards: list[float] = []
    discounts: list[float] = []
    total, steps = 0.0, 0
    while steps < limit and not goal.holds(state):
        actions = [bob.act(View.of(state, BOB))]
        if alice is not None:
            actions.insert(0, alice.act(View.of(state, ALICE)))
        state = step(state, actions).state
        reward = progress.reward(state)
        if len(chooser.taken) > len(rewards):
            rewards.append(0.0)
            discounts.append(1.0)
        if rewards:
            rewards[-1] += discounts[-1] * reward
            discounts[-1] *= PATIENCE
        total, steps = total + reward, steps + 1
    ended = goal.holds(state)
    learnt = trajectory(chooser.taken, rewards, discounts, ended) if rewards else None
    return Played(learnt, total, ended, steps)
