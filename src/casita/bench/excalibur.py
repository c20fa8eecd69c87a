"""Speed of EXCALIBUR: questions answered a minute, episodes made a second, and steps of a robot with pictures."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

from casita.bench import Row
from casita.benchmarks.excalibur.episode.body import ROBOT
from casita.benchmarks.excalibur.episode.observing import Observer, Senses
from casita.benchmarks.excalibur.episode.visit import EXPLORE, after_action
from casita.benchmarks.excalibur.generate import make_episode
from casita.benchmarks.excalibur.graph.reading import graph_of
from casita.benchmarks.excalibur.houses import planned, state_of
from casita.benchmarks.excalibur.item import QUESTIONS
from casita.benchmarks.excalibur.questions.bank import bank
from casita.benchmarks.excalibur.questions.programs import answer_or_none
from casita.scale import mapped
from casita.seeds import stream
from casita.world.action import Action

HOUSES = 12
"""Training houses that the whole bank is answered in."""

EVALUATIONS = 200_000.0
"""Questions answered in a house, a minute, at least."""

EPISODES = 1.5
"""Episodes that are made a second, at least: the paper's 12,200 in under 2.5 hours of one core."""

STEPS, SIDE = 400, 224
"""Steps of a robot at random, and pixels of the sides of its pictures."""

STEPS_A_SECOND = 150.0
"""With a picture each, on one core, at least."""

TURNS = 10
"""Of 15 degrees each, at the most, where something is in its way: it should get about, so that pictures differ."""


def measure() -> Iterator[Row]:
    """All rows of this suite."""
    graphs = [graph_of(state_of(planned("train", number))) for number in range(HOUSES)]
    programs = [banked.program for banked in bank()]
    given = 0
    start = time.process_time()
    for graph in graphs:
        sets = graph.sets
        for program in programs:
            given += bool(answer_or_none(program, sets, strict=True))
    took = time.process_time() - start
    asked = len(graphs) * len(programs)
    assert given > asked / 20, f"only {given} of {asked} questions have an answer"
    detail = f"{len(programs)} programs in {len(graphs)} houses, {given} answers"
    yield Row("excalibur", "questions answered", 60 * asked / took, "a minute", EVALUATIONS, True, detail)
    start = time.process_time()
    made = [make_episode("valid", number) for number in range(HOUSES)]
    took = time.process_time() - start
    assert all(len(episode.questions) == QUESTIONS for episode in made), "an episode with too few questions"
    detail = f"{len(made)} houses with {QUESTIONS} questions each"
    yield Row("excalibur", "generate", len(made) / took, "episodes/s", EPISODES, True, detail)
    yield from _steps_with_pictures()


def _steps_with_pictures() -> Iterator[Row]:
    """Steps of a robot that sees every one of them, by one process, and by two at once."""
    for cores, words in ((1, "one core"), (2, "two cores")):
        found = list(mapped(wandered, range(cores), cores))
        speed = math.fsum(STEPS / took for took, _ in found)
        places = min(each for _, each in found)
        assert places > STEPS / 20, f"the robot stood in {places} places only"
        detail = f"{cores} x {STEPS} steps at {SIDE} px by processor time, {places} places"
        yield Row("excalibur", f"steps with pixels, {words}", speed, "steps/s", cores * STEPS_A_SECOND, True, detail)


def wandered(number: int) -> tuple[float, int]:
    """Let a robot wander through a training house: seconds of the processor that it took, and in how many places."""
    state, luck = state_of(planned("train", number)), stream(number, "bench", "excalibur")
    observer = Observer(state, Senses((SIDE, SIDE), depth=False, odometry=False))
    for _ in range(2):  # what is compiled and made once is not counted
        state = after_action(state, Action(ROBOT, "move_ahead")).state
        observer.observe(state, EXPLORE, 0, STEPS, "", "", looks=True)
    start, places, turns, verb = time.process_time(), set(), 0, "move_ahead"
    for count in range(STEPS):
        done = after_action(state, Action(ROBOT, verb))
        state, turns = done.state, max(0, turns - 1)
        if done.refused and verb == "turn_left":
            verb = "move_back"  # Beside a wall its arm is in the way of turning.
            turns += 1
        else:
            turns += 1 + luck.below(TURNS) if done.refused else 0
            verb = "turn_left" if turns else "move_ahead"
        observer.observe(state, EXPLORE, count, STEPS - count, "", "", looks=True)
        places.add(tuple(state.agents.position[0].tolist()))
    return time.process_time() - start, len(places)
