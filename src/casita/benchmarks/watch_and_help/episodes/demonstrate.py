"""Demonstrations: Alice alone does her chore in the home to watch, as a log, and what was to be seen of it.

What is watched is what Alice sees: all in her room that is not shut away, herself included, at every step from the
beginning to the moment when her goal is reached. A demonstration is a success: the first of her seeds that reaches
the goal in 250 steps is the one that is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, overload

from casita.agents.alice import Alice
from casita.agents.view import Sighted
from casita.benchmarks.watch_and_help.episodes.observing import Moment, observed
from casita.benchmarks.watch_and_help.homes.starts import scene_of, start_of
from casita.benchmarks.watch_and_help.item import ALICE, MAX_STEPS, Counts, Demonstration, Task
from casita.episodes import Episode, Recorder, replay
from casita.scenes.scene import Scene
from casita.seeds import derived_seed
from casita.world.action import Action
from casita.world.goals import Goal
from casita.world.state import State

TRIES = 20
"""Seeds that are tried until Alice succeeds."""


class Shown(NamedTuple):
    """One demonstration."""

    id: str
    """Of the task or of the further demonstration."""
    activity: str
    counts: Counts
    """The goal that is to be inferred."""
    seed: int
    """The first with which Alice succeeds."""
    episode: Episode


def demonstrate(item: Task | Demonstration) -> Shown:
    """Let Alice show the goal of a task, or of a further demonstration, in its home to watch."""
    for seed in range(TRIES):
        state = _start(item, seed)
        recorder = Recorder(state)
        alice = alice_of(item.goal, item.id, seed)
        for _ in range(MAX_STEPS):
            if item.goal.holds(recorder.state):
                break
            recorder.step([alice.act(Sighted.of(recorder.state, ALICE))])
        if item.goal.holds(recorder.state):
            return Shown(item.id, item.activity, item.counts, seed, recorder.episode())
    raise RuntimeError(f"Alice did not reach the goal of {item.id} with any of {TRIES} seeds")


def alice_of(goal: Goal, item: str, seed: int) -> Alice:
    """The Alice of an item and a seed: the same whoever helps her."""
    return Alice(goal, ALICE, seed=derived_seed(seed, "watch_and_help", item, ALICE))


def _start(item: Task | Demonstration, seed: int) -> State:
    return start_of(item, "watch", seed)


Step = tuple[State, Action | None]
"""A state, and what Alice does then; None at the end."""


class Watching(Sequence[Moment]):
    """What was to be seen of a demonstration at every step, the end included; worked out when it is looked at.

    Each helper is given one of its own, so that nothing that it does to it reaches others.
    """

    def __init__(self, steps: Callable[[], tuple[Step, ...]]) -> None:
        self._steps = steps
        self._moments: dict[int, Moment] = {}

    def __len__(self) -> int:
        return len(self._steps())

    @overload
    def __getitem__(self, index: int) -> Moment: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Moment]: ...
    def __getitem__(self, index: int | slice) -> Moment | Sequence[Moment]:
        numbers = range(len(self))[index]
        return self._moment(numbers) if isinstance(numbers, int) else [self._moment(number) for number in numbers]

    def _moment(self, number: int) -> Moment:
        if number not in self._moments:
            state, did = self._steps()[number]
            self._moments[number] = observed(state, ALICE, legal=False, did=did)
        return self._moments[number]


def watched(episode: Episode, scene: Scene) -> Watching:
    """What was to be seen of an episode that was recorded in a scene."""
    steps = _replayed(episode, scene)
    return Watching(lambda: steps)


def demonstration_of(task: Task) -> Watching:
    """What a helper watches before it helps with a task."""
    return Watching(partial(_shown, task))


@lru_cache(maxsize=4)
def _shown(task: Task) -> tuple[Step, ...]:
    return _replayed(demonstrate(task).episode, scene_of(task, "watch"))


def _replayed(episode: Episode, scene: Scene) -> tuple[Step, ...]:
    done = [next((act for act in acts if act.agent == ALICE), None) for acts in episode.ticks]
    return tuple(zip(replay(episode, scene), [*done, None], strict=True))
