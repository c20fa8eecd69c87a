"""The bank: question programs that were answered in many houses, with how often each answer was given.

Only programs whose answers are balanced enough are kept (section 2.2 of the paper, filtering). In an episode a program
of the bank is then used the less often the more common its answer here is, so that over all houses each of its answers
is about as frequent as any other, and the words of a question say next to nothing about its answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.graph.sets import Sets
from casita.benchmarks.excalibur.item import Kind, Topic
from casita.benchmarks.excalibur.questions.analysis import kind_of, simpler, topics_of
from casita.benchmarks.excalibur.questions.english import Reading, reading_of, said
from casita.benchmarks.excalibur.questions.grammar import grammar
from casita.benchmarks.excalibur.questions.programs import Program, answer_or_none
from casita.benchmarks.excalibur.questions.proposing import Proposal
from casita.evaluation.folder import sha_of
from casita.exact import count_of
from casita.parquet import read_parquet

DATA = Path(__file__).parents[1] / "data"

BANK = "bank.parquet"
"""The file of the bank that comes with Casita, in the benchmark's data."""

MOST_COMMON: dict[Kind, float] = {"yes-no": 0.7, "count": 0.5, "query": 0.5}
"""The share that the most common answer of a program may have, of the houses in which it has one."""

RARE = 0.08
"""Of an answer: those that are rarer count as if they were this frequent, when answers are made even."""

MOST_COUNTED, MOST_NAMED = 9, 3
"""Nine of ten answers of a program are at most this number, or name at most so many words."""

MATTERS = 0.1
"""Share of houses in which the answer is another, at the least, where one filter or relation is left out."""

STAGE = 100
"""Houses after which programs that are rare or one-sided are dropped while a bank is made."""

LEAST_HOUSES = 20
"""Houses in which a program must have an answer, for its balance to be known."""


class BankRow(msgspec.Struct, frozen=True):
    """One program, as it stands in the file."""

    text: str
    """In its first wording."""
    family: str
    answers: tuple[str, ...]
    """Those that were given, the most common first."""
    houses: tuple[int, ...]
    """In how many houses each was."""


class Banked(msgspec.Struct, frozen=True):
    """One program of the bank, ready to be used."""

    row: BankRow
    reading: Reading
    program: Program
    kind: Kind
    topics: tuple[Topic, ...]
    use: Mapping[str, float]
    """How often it is used where this is its answer, so that all of its answers become as frequent."""


def ready(row: BankRow) -> Banked:
    """A row of the bank with all that follows from it."""
    reading = reading_of(row.text)
    program = reading.program
    shares = [count / count_of(row.houses) for count in row.houses]
    least = max(RARE, min(shares))
    use = {answer: min(1.0, least / share) for answer, share in zip(row.answers, shares, strict=True)}
    return Banked(row, reading, program, kind_of(program), topics_of(program), use)


@cache
def bank() -> tuple[Banked, ...]:
    """The bank that comes with Casita."""
    return read_bank(DATA / BANK)


def bank_digest() -> str:
    """A hash of the bank that comes with Casita: questions of episodes depend on it."""
    return sha_of((DATA / BANK).read_bytes())[:16]


def read_bank(path: Path) -> tuple[Banked, ...]:
    """The bank of a file; BadInput if it is missing or damaged, or has questions outside the grammar."""
    return tuple(ready(row) for row in read_parquet(path, BankRow))


# Making it.


def tallied(proposals: Iterable[Proposal], graphs: Sequence[Graph]) -> list[BankRow]:
    """Programs answered in every house; one that turns out rare or one-sided on the way is dropped."""
    left = [(one, Counter[str]()) for one in proposals]
    for number, graph in enumerate(graphs, 1):
        sets = Sets(graph)  # its own, which goes with the turn: those of a graph stay as long as it does
        for one, count in left:
            answer = answer_or_none(one.program, sets, strict=True)
            if answer:
                count[answer] += 1
        if number % STAGE == 0:
            left = [(one, count) for one, count in left if _is_promising(count, number / len(graphs))]
    return [_row(one, count) for one, count in left]


def says_more(program: Program, graphs: Sequence[Graph]) -> bool:
    """Does every filter and relation of what a program asks for matter: is the answer often another without it?

    "Is there a black laptop heavier than the egg?" asks no more than whether there is a black laptop.
    """
    less = list(simpler(program))
    differs, total = [0] * len(less), 0
    for graph in graphs:
        answer = answer_or_none(program, graph.sets, strict=True)
        if answer:
            total += 1
            for number, other in enumerate(less):
                differs[number] += answer_or_none(other, graph.sets) != answer
    return all(number >= MATTERS * total for number in differs)


def _is_promising(count: Counter[str], done: float) -> bool:
    """May a program still turn out to be balanced, after this share of the houses?"""
    total = count.total()
    if total < 0.5 * done * LEAST_HOUSES:
        return False
    return total < STAGE / 10 or max(count.values()) <= 0.85 * total


def _row(one: Proposal, count: Counter[str]) -> BankRow:
    ranked = sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))
    text = said(grammar().template(one.template), 0, one.words)
    return BankRow(text, one.family, tuple(answer for answer, _ in ranked), tuple(number for _, number in ranked))


def is_balanced(row: BankRow, kind: Kind) -> bool:
    """Is a program answered often enough, in ways that differ enough, and that one can count or name?"""
    total = count_of(row.houses)
    if total < LEAST_HOUSES or row.houses[0] > MOST_COMMON[kind] * total:
        return False
    if kind == "yes-no":
        return True
    is_long = [int(said) > MOST_COUNTED if kind == "count" else said.count(",") >= MOST_NAMED for said in row.answers]
    long = count_of(number for number, is_so in zip(row.houses, is_long, strict=True) if is_so)
    return long <= 0.1 * total
