"""Our instruction lists beside the paper's: verbs, what they are about, what stands between two things, lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from casita.benchmarks.env_qa import paper
from casita.benchmarks.env_qa.films.verbs import BREAKING, HITTING, VERBS, read
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.evaluation.page import Table
from casita.exact import count_of, total_of

SHOWN = 20
"""Objects that are shown: the paper's most frequent."""

BETWEEN = {"move": "to", "put near": "near", "fill": "with"}
"""Prepositions of verbs that always have one."""


class Lists:
    """What a set of instruction lists is made of."""

    def __init__(self, data: EnvQA) -> None:
        told = [film.instructions for film in data.films.values()]
        orders = [order for own in told for text in own if (order := read(text)) is not None]
        self.lengths = Counter(map(len, told))
        self.verbs = Counter(order.verb for order in orders)
        self.objects = Counter(order.object for order in orders)
        self.prepositions = Counter(
            BETWEEN.get(order.verb, (BREAKING if order.breaks else HITTING).strip())
            for order in orders if order.verb in BETWEEN or order.target
        )  # fmt: skip
        self.thrown_at = Counter(order.target for order in orders if order.verb == "throw" and order.target)


def overlap(ours: Mapping[str, int], theirs: Mapping[str, int]) -> float:
    """What two distributions have in common, from 0 to 1: the sum of the smaller share of each."""
    totals = max(count_of(ours.values()), 1), max(count_of(theirs.values()), 1)
    return total_of(min(ours.get(name, 0) / totals[0], count / totals[1]) for name, count in theirs.items())


def tables(data: EnvQA) -> list[Table]:
    """All comparisons."""
    own = Lists(data)
    verbs = {name: row.weight for name, row in VERBS.items()}
    lengths = {str(length): count for length, count in own.lengths.items()}
    theirs = {str(length): count for length, count in paper.LIST_LENGTHS.items()}
    longest = [str(number) for number in range(1, max(*own.lengths, *paper.LIST_LENGTHS) + 1)]
    between = list(dict.fromkeys([*paper.LIST_PREPOSITIONS, *own.prepositions]))
    return [
        _beside("Verbs of instructions, in %", "verb", own.verbs, verbs, list(VERBS)),
        _beside("What instructions are about, in % (the paper's most frequent)", "thing", own.objects,
                paper.LIST_OBJECTS, list(paper.LIST_OBJECTS)[:SHOWN]),
        _beside("Between the two things of an instruction, in %", "words", own.prepositions, paper.LIST_PREPOSITIONS,
                between),
        _beside("What is thrown at, in %", "thing", own.thrown_at, paper.LIST_THROWN_AT, list(paper.LIST_THROWN_AT)),
        _beside("Instructions of a film, in %", "how many", lengths, theirs, longest),
    ]  # fmt: skip


def _beside(title: str, what: str, ours: Mapping[str, int], theirs: Mapping[str, int], names: list[str]) -> Table:
    totals = max(count_of(ours.values()), 1), max(count_of(theirs.values()), 1)
    rows = tuple(
        (name, f"{100 * ours.get(name, 0) / totals[0]:.1f}", f"{100 * theirs.get(name, 0) / totals[1]:.1f}")
        for name in names
    )
    note = f"In common: {100 * overlap(ours, theirs):.0f}% of the two distributions."
    return Table(title, (what, "here", "paper's lists"), rows, note=note)
