"""Demonstrations: Alice alone does her chore in the home to watch, as a log, and what was to be seen of it.

What is watched is what Alice sees: all in her room that is not shut away, herself included, at every step from the
beginning to the moment when her goal is reached. A demonstration is a success: the first of her seeds that reaches
the goal in 250 steps is the one that is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from casita.agents.alice import Alice
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.observing import observed
from casita.benchmarks.watch_and_help.homes.starts import scene_of, start_of
from casita.benchmarks.watch_and_help.item import ALICE, MAX_STEPS, Counts, Demonstration, Task
from casita.episodes import Episode, Recorder, replay
from casita.protocols import Observation
from casita.scenes.scene import Scene
from casita.seeds import derived_seed
from casita.world.goals import Goal
from casita.world.graph import copied

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


def demonstrate(item: Task | Demonstration, by: Callable[[Goal, str, int], Alice] | None = None) -> Shown:
    """Let Alice, or who is made for a goal, an item and a seed, show a goal in its home to watch."""
    for seed in range(TRIES):
        recorder = Recorder(start_of(item, "watch", seed))
        alice = (by or alice_of)(item.goal, item.id, seed)
        for _ in range(MAX_STEPS):
            if item.goal.holds(recorder.state):
                break
            recorder.step([alice.act(View.of(recorder.state, ALICE))])
        if item.goal.holds(recorder.state):
            return Shown(item.id, item.activity, item.counts, seed, recorder.episode())
    raise RuntimeError(f"Alice did not reach the goal of {item.id} with any of {TRIES} seeds")


def alice_of(goal: Goal, item: str, seed: int) -> Alice:
    """The Alice of an item and a seed: the same whoever helps her."""
    return Alice(goal, ALICE, seed=derived_seed(seed, "watch_and_help", item, ALICE))


def watched(episode: Episode, scene: Scene) -> tuple[Observation, ...]:
    """What was to be seen of an episode that was recorded in a scene, at every step, the end included."""
    done = [next((act for act in acts if act.agent == ALICE), None) for acts in episode.ticks]
    steps = zip(replay(episode, scene), [*done, None], strict=True)
    return tuple(observed(state, ALICE, legal=False, did=did) for state, did in steps)


def demonstration_of(task: Task) -> tuple[Observation, ...]:
    """What a helper watches before it helps with a task; the graphs are its own, so that it may change them."""
    return tuple(msgspec.structs.replace(shown, graph=copied(shown.graph)) for shown in _shown(task))


@lru_cache(maxsize=4)
def _shown(task: Task) -> tuple[Observation, ...]:
    return watched(demonstrate(task).episode, scene_of(task, "watch"))
