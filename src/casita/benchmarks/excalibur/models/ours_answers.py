"""How our agent answers: it runs the question over many houses that all fit what it remembers, and takes the vote.

A question has an answer in the true house, so houses in which it has none do not vote.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from casita.agents.explorer.memory import Memory
from casita.agents.explorer.weighing import Weight
from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.models.ours_graph import RememberedHouse
from casita.benchmarks.excalibur.questions.analysis import kind_of, steps, words_of
from casita.benchmarks.excalibur.questions.programs import NoAnswer, Program, answer
from casita.seeds import Stream

HOUSES = 25
"""How many houses vote."""

DECIDED = 1.12
"""How many times the least of a weight its most is when it need not be felt again."""

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


def deciding_weights(programs: Sequence[Program], house: RememberedHouse) -> frozenset[str]:
    """Names of the items whose weights decide questions: what a question names, and what could tip its answer."""
    middle = [math.nan if weight is None else weight.middle for weight in house.weights]
    usual = house.likeliest()
    said = [_said(program, usual) for program in programs]
    named = set().union(*(described_types(program) for program in programs)) if programs else set()
    found = set()
    for number, (thing, weight) in enumerate(zip(house.nodes, house.weights, strict=True)):
        if thing is None or weight is None or weight.most <= DECIDED * weight.least:
            continue
        if thing.seen.type in named or _tips(programs, said, house, middle, number, weight):
            found.add(thing.seen.id)
    return frozenset(found)


def _tips(
    programs: Sequence[Program],
    said: Sequence[str],
    house: RememberedHouse,
    middle: list[float],
    number: int,
    weight: Weight,
) -> bool:
    """Would an answer be another if one thing were as light, or as heavy, as it can be?"""
    for mass in (weight.least, weight.most):
        masses = [*middle]
        masses[number] = mass
        graph = house.weighed(masses)
        if any(_said(program, graph) != before for program, before in zip(programs, said, strict=True)):
            return True
    return False
