"""Speed of Watch-And-Help: Alice's planning at every step, whole episodes, demonstrations."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean, median
from typing import NamedTuple, TypeVar

from casita.agents.alice import Alice
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.bench import Row
from casita.benchmarks.watch_and_help.episodes.demonstration import demonstrate
from casita.benchmarks.watch_and_help.episodes.help import help_once
from casita.benchmarks.watch_and_help.homes.starts import start_of
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import ALICE, MAX_STEPS, Task
from casita.benchmarks.watch_and_help.models import helper
from casita.world.state import State
from casita.world.step import step

TIMED = 20
"""Tasks whose episodes are timed: the first of test-1, four of each activity."""

SEARCHED = 100
"""Tasks that are done with ten times the search, too: all of test-1, for lengths vary a lot from one to the next."""

PEER_MEAN, PEER_MEDIAN = 48.0, 17.0
"""Milliseconds of the original planner with 100 simulations on this kind of machine, at its best."""

EPISODES = 500
"""Of test-1 with 5 seeds."""

SPEED = EPISODES / 600.0 / 2
"""Episodes a second on one core with which two cores do all of them in ten minutes."""

ALL_SHOWN = 6_514
"""Demonstrations of all parts."""

Done = TypeVar("Done")


class Planned(NamedTuple):
    """An episode of Alice alone."""

    success: bool
    steps: int
    seconds: list[float]
    """What each step's planning took."""


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    every = tasks("test_1")
    help_once(helper("hp"), every[-1], 0)
    usual = [planned(task, Settings()) for task in every[:SEARCHED]]
    yield from _planning(usual)
    yield _searching(usual, every[:SEARCHED])
    yield _episodes("alice-alone", every[:TIMED])
    yield _episodes("hp", every[:TIMED])
    yield _demonstrations(every[:TIMED])


def planned(task: Task, settings: Settings) -> Planned:
    """Let Alice do a task alone, with a watch beside her."""
    alice = Alice(task.goal, ALICE, settings)
    state: State = start_of(task, "help", alone=True)
    seconds: list[float] = []
    while not task.goal.holds(state) and len(seconds) < MAX_STEPS:
        view = View.of(state, ALICE)
        begin = time.thread_time()
        action = alice.act(view)
        seconds.append(time.thread_time() - begin)
        state = step(state, [action]).state
    return Planned(task.goal.holds(state), len(seconds), seconds)


def _planning(done: Sequence[Planned]) -> Iterator[Row]:
    """What a step's planning takes, as the median and the mean over all steps."""
    every = [1000.0 * each for episode in done for each in episode.seconds]
    reached = sum(episode.success for episode in done)
    assert reached >= 0.8 * len(done), f"Alice reached only {reached} of {len(done)} goals"
    assert len(every) == sum(episode.steps for episode in done)
    shown = f"{Settings().simulations} simulations; {len(every)} steps of {len(done)} tasks, {reached} goals reached"
    for name, value, goal, peer in (
        ("planning a step, median", median(every), 2.0, PEER_MEDIAN),
        ("planning a step, mean", fmean(every), 5.0, PEER_MEAN),
    ):
        detail = f"{shown}; {peer / value:.0f} x as fast as the original"
        yield Row("watch_and_help", name, value, "ms", goal, False, detail)


def _searching(usual: Sequence[Planned], chosen: Sequence[Task]) -> Row:
    """By how much mean lengths differ from those with ten times the search."""
    settings = replace(Settings(), simulations=10 * Settings().simulations)
    more = [planned(task, settings) for task in chosen]
    slower = fmean(_mean_seconds(more)) / fmean(_mean_seconds(usual))
    assert slower > 2.0, f"ten times the search took only {slower:.1f} times as long"
    lengths = [fmean(each.steps for each in done) for done in (usual, more)]
    detail = (
        f"{lengths[0]:.1f} steps with {Settings().simulations} simulations, {lengths[1]:.1f} with ten times as many"
    )
    value = 100.0 * abs(lengths[0] / lengths[1] - 1.0)
    return Row("watch_and_help", "lengths off those of ten times the search", value, "%", 5.0, False, detail)


def _mean_seconds(done: Sequence[Planned]) -> list[float]:
    return [fmean(each.seconds) for each in done if each.seconds]


def _episodes(name: str, chosen: Sequence[Task]) -> Row:
    """Episodes a second of a helper, its demonstration and all counting included."""
    took, done = _timed(lambda task: help_once(helper(name), task, 0)[0], chosen)
    reached = sum(each.success for each in done)
    assert reached >= 0.8 * len(done), f"with {name} only {reached} of {len(done)} goals were reached"
    assert all(each.steps == each.interplay.steps > 0 for each in done)
    speed = len(done) / took
    minutes = EPISODES / speed / 60.0 / 2
    detail = f"{reached} of {len(done)} goals reached; {EPISODES} episodes in {minutes:.1f} minutes on two cores"
    return Row("watch_and_help", f"episodes, {name}", speed, "episodes/s", SPEED, True, detail)


def _demonstrations(chosen: Sequence[Task]) -> Row:
    """Demonstrations a second, as logs."""
    took, done = _timed(demonstrate, chosen)
    steps = sum(len(each.episode.ticks) for each in done)
    assert steps > 20 * len(done), f"{len(done)} demonstrations have only {steps} steps"
    minutes = ALL_SHOWN * took / len(done) / 60.0 / 2
    detail = f"{len(done)} goals shown in {steps} steps; all {ALL_SHOWN:,} in {minutes:.0f} minutes on two cores"
    return Row("watch_and_help", "demonstrations", len(done) / took, "demonstrations/s", 2.0, True, detail)


def _timed(work: Callable[[Task], Done], chosen: Sequence[Task]) -> tuple[float, list[Done]]:
    """Seconds of this process, and what was done in them."""
    begin = time.process_time()
    done = [work(task) for task in chosen]
    return time.process_time() - begin, done
