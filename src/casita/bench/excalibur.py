"""Speed of EXCALIBUR: questions that are answered a minute, and episodes that are made a second."""

from __future__ import annotations

import time
from collections.abc import Iterator

from casita.bench import Row
from casita.benchmarks.excalibur.generate import make_episode
from casita.benchmarks.excalibur.graph.reading import graph_of
from casita.benchmarks.excalibur.houses import planned, state_of
from casita.benchmarks.excalibur.item import QUESTIONS
from casita.benchmarks.excalibur.questions.bank import bank
from casita.benchmarks.excalibur.questions.programs import answer_or_none

HOUSES = 12
"""Training houses that the whole bank is answered in."""

EVALUATIONS = 200_000.0
"""Questions answered in a house, a minute, at least."""

EPISODES = 1.5
"""Episodes that are made a second, at least: the paper's 12,200 in under 2.5 hours of one core."""


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
