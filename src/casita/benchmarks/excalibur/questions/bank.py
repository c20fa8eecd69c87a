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
from casita.benchmarks.excalibur.item import Kind, Topic
from casita.benchmarks.excalibur.questions.analysis import kind_of, topics_of
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
    """Every program answered in every house."""
    known = list(proposals)
    counts: list[Counter[str]] = [Counter() for _ in known]
    programs = [one.program for one in known]
    for graph in graphs:
        sets = graph.sets
        for program, count in zip(programs, counts, strict=True):
            answer = answer_or_none(program, sets, strict=True)
            if answer:
                count[answer] += 1
    return [_row(one, count) for one, count in zip(known, counts, strict=True)]


def _row(one: Proposal, count: Counter[str]) -> BankRow:
    ranked = sorted(count.items(), key=lambda pair: (-pair[1], pair[0]))
    text = said(grammar().template(one.template), 0, one.words)
    return BankRow(text, one.family, tuple(answer for answer, _ in ranked), tuple(number for _, number in ranked))


def is_balanced(row: BankRow, kind: Kind) -> bool:
    """Is a program answered often enough, and in ways that differ enough?"""
    total = count_of(row.houses)
    return total >= LEAST_HOUSES and row.houses[0] <= MOST_COMMON[kind] * total
