"""How our agent answers: it runs the question over many houses that all fit what it remembers, and takes the vote.

A question has an answer in the true house, so houses in which it has none do not vote.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from casita.agents.explorer.memory import Memory
from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.graph.sets import MARGIN, members
from casita.benchmarks.excalibur.models.ours_graph import CLEAR, RememberedHouse, Sight
from casita.benchmarks.excalibur.questions.analysis import kind_of, steps, words_of
from casita.benchmarks.excalibur.questions.programs import NoAnswer, Program, Run, answer
from casita.catalog import catalog
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


def single_types(program: Program) -> frozenset[str]:
    """The types of things and kinds of rooms that a program speaks of as the only ones, without any other word."""
    found = [step[1] for step in steps(program) if step[0] == "the"]
    return frozenset(inner[2] for inner in found if inner[0] == "type" and inner[1][0] in ("things", "items", "rooms"))


class Houses:
    """The houses that fit a memory: without guesses, and with things that a question names and that were not found."""

    def __init__(self, memory: Memory, luck: Stream, sight: Sight = CLEAR) -> None:
        self._memory, self._luck, self._sight = memory, luck, sight
        self._made: dict[tuple[tuple[str, ...], frozenset[str]], RememberedHouse] = {}

    def with_guesses(self, missing: tuple[str, ...] = (), single: frozenset[str] = frozenset()) -> RememberedHouse:
        """The house with a thing of each of these types somewhere, and only one of some types for who is not sure."""
        key = missing, single if self._sight.least_likely else frozenset()
        if key not in self._made:
            self._made[key] = RememberedHouse(self._memory, missing, self._sight, key[1])
        return self._made[key]

    def verdict(self, program: Program, heard: Iterable[Program] = ()) -> Verdict:
        """The answer to a question by what is remembered, and by what other questions that were heard speak of."""
        known = self.with_guesses().possible
        missing = tuple(sorted(name for name in described_types(program) - known if name in catalog()))
        single = frozenset[str]().union(*map(single_types, (program, *heard)))
        house = self.with_guesses(missing, single)
        weighs = any(word in WEIGHTS for word in words_of(program))
        graphs = house.samples(self._luck, HOUSES) if weighs or house.is_doubtful else [house.likeliest()]
        votes = Counter(said for graph in graphs if (said := _said(program, graph)))
        if not votes:
            return Verdict(FALLBACK[kind_of(program)], 0.3, missing, weighs)
        best, count = min(votes.items(), key=lambda vote: (-vote[1], vote[0]))
        share = count / votes.total()
        return Verdict(best, share * (0.6 if missing else 0.97), missing, weighs and share < 1.0)

    def deciding(self, program: Program) -> frozenset[str]:
        """Names of the items whose weights a question compares, as far as these are not known well enough for that."""
        house = self.with_guesses()
        run = Run(house.graph.sets)
        found: set[str] = set()
        for step in steps(program):
            if any(word in WEIGHTS for word in step if isinstance(word, str)):
                one, other = _compared(step)
                with suppress(NoAnswer):
                    found |= _undecided(_members(run, one), _members(run, other), house)
        return frozenset(found)


def _compared(step: Program) -> tuple[Program, Program]:
    """The two sets whose weights a step compares."""
    if step[0] == "is_related":
        return step[2][1], step[3][1]
    return step[1], step[3][1] if step[0] == "that" else step[3]


def _members(run: Run, program: Program) -> list[int]:
    sure, unclear = run.nodes(program)
    return members(sure | unclear)


def _undecided(ones: Sequence[int], others: Sequence[int], house: RememberedHouse) -> set[str]:
    """Names of those of two sets whose comparison could go either way."""
    found = set()
    for one in ones:
        for other in others:
            a, b = house.weights[one], house.weights[other]
            if one == other or a is None or b is None or a.least > MARGIN * b.most or b.least > MARGIN * a.most:
                continue
            for number, weight in ((one, a), (other, b)):
                thing = house.nodes[number]
                if thing is not None and weight.most > DECIDED * weight.least:
                    found.add(thing.seen.id)
    return found


def _said(program: Program, graph: Graph) -> str:
    try:
        return answer(program, graph)
    except NoAnswer:
        return ""
