"""How our agent answers: it runs the question over many houses that all fit what it remembers, and takes the vote.

A question has an answer in the true house, so houses in which it has none do not vote.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from casita.agents.explorer.memory import Memory
from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.models.ours_graph import RememberedHouse
from casita.benchmarks.excalibur.questions.analysis import kind_of, steps, words_of
from casita.benchmarks.excalibur.questions.programs import NoAnswer, Program, answer
from casita.seeds import Stream

HOUSES = 25
"""How many houses vote."""

WEIGHTS = ("heavier_than", "lighter_than")

FALLBACK = {"yes-no": "no", "count": "1", "query": "white"}
"""What is said where nothing is known."""


class Verdict(NamedTuple):
    """What an agent makes of a question."""

    answer: str
    sure: float
    """Share of the votes, less if things had to be guessed."""
    missing: tuple[str, ...] = ()
    """Types that the question names and that were not found."""
    weighs: bool = False
    """Does the answer depend on weights that are not known well enough?"""


def described_types(program: Program) -> set[str]:
    """The types of all things that a program describes as the only ones of their kind."""
    found = set()
    for step in steps(program):
        if step[0] == "the":
            found |= {inner[2] for inner in steps(step[1]) if inner[0] == "type"}
    return found


def verdict(program: Program, memory: Memory, luck: Stream, house: RememberedHouse) -> Verdict:
    """The answer to a question by what is remembered; `house` is the graph without any guesses."""
    known = set(house.graph.types)
    missing = tuple(sorted(name for name in described_types(program) if name not in known))
    if missing:
        house = RememberedHouse(memory, missing)
    weighs = any(word in WEIGHTS for word in words_of(program))
    graphs = [house.likeliest()]
    if weighs:
        graphs += [house.drawn(luck.child(str(number))) for number in range(HOUSES)]
    votes = Counter(said for graph in graphs if (said := _said(program, graph)))
    if not votes:
        return Verdict(FALLBACK[kind_of(program)], 0.3, missing, weighs)
    best, count = min(votes.items(), key=lambda vote: (-vote[1], vote[0]))
    share = count / votes.total()
    return Verdict(best, share * (0.6 if missing else 0.97), missing, weighs and share < 1.0)


def _said(program: Program, graph: Graph) -> str:
    try:
        return answer(program, graph)
    except NoAnswer:
        return ""
