"""Makes the bank of questions that comes with Casita: `python -m casita.benchmarks.excalibur.questions.build`.

Training houses are made from a seed; questions are proposed in all of them and answered in all of them. Of those that
are balanced enough so many are kept that every family and every sort of question has its share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.graph.reading import graph_of
from casita.benchmarks.excalibur.houses import planned, state_of
from casita.benchmarks.excalibur.questions.analysis import kind_of, topics_of
from casita.benchmarks.excalibur.questions.bank import BANK, DATA, BankRow, is_balanced, says_more, tallied
from casita.benchmarks.excalibur.questions.english import parsed
from casita.benchmarks.excalibur.questions.programs import Program
from casita.benchmarks.excalibur.questions.proposing import Proposal, proposals
from casita.errors import BadInput
from casita.exact import count_of
from casita.parquet import to_parquet
from casita.scale import mapped
from casita.seeds import stream
from casita.versions import VERSIONS
from casita.writing import write_whole

HOUSES = 500
"""Houses that every question is answered in."""

PIECE = 40
"""Houses that questions are proposed in together; and its square, proposals that are answered together."""

COMPARED = 200
"""Houses, from the first on, in which a question is set against what is left of it without one of its words."""


@dataclass(frozen=True, kw_only=True)
class BuildSettings:
    """How a bank is made."""

    seed: int = 0
    houses: int = HOUSES
    tries: int = 5
    """Of every filling of every template, times its weight, in every house."""
    proposed: int = 2
    """Houses in which a question must have been proposed, to be answered in all."""
    at_most: int = 6_000
    """Programs that are kept."""
    workers: int = 2


def build(settings: BuildSettings, graphs: Sequence[Graph] | None = None) -> list[BankRow]:
    """The rows of a bank."""
    if settings.houses < 1 or settings.at_most < 1:
        raise BadInput(f"a bank is made of at least one house and has at least one row; asked for {settings}")
    if graphs is None:
        numbers = [(settings.seed, number) for number in range(settings.houses)]
        graphs = list(mapped(graph_of_house, numbers, settings.workers, "EXCALIBUR: houses"))
    parts = [(settings, list(graphs[first : first + PIECE]), first) for first in range(0, len(graphs), PIECE)]
    found = often(mapped(proposed_in, parts, settings.workers, "EXCALIBUR: proposing"), settings.proposed)
    pieces = [(found[first : first + PIECE * PIECE], list(graphs)) for first in range(0, len(found), PIECE * PIECE)]
    rows = [row for part in mapped(kept_of, pieces, settings.workers, "EXCALIBUR: answering") for row in part]
    return evenly(rows, settings.at_most)


def graph_of_house(which: tuple[int, int]) -> Graph:
    """The graph of a training house, by seed and number."""
    return graph_of(state_of(planned("train", which[1], which[0])))


def proposed_in(part: tuple[BuildSettings, Sequence[Graph], int]) -> list[list[Proposal]]:
    """What is proposed in each of some houses, with the number of the first of them; each question once a house."""
    settings, graphs, first = part
    found = []
    for number, graph in enumerate(graphs, first):
        luck = stream(settings.seed, "excalibur", "bank", number)
        found.append(list({one.program: one for one in proposals(graph, luck, settings.tries)}.values()))
    return found


def often(parts: Iterable[Sequence[Sequence[Proposal]]], least: int) -> list[Proposal]:
    """What was proposed in so many houses, each question once; of the same by two families, the first."""
    first: dict[object, Proposal] = {}
    times: Counter[object] = Counter()
    for part in parts:
        for here in part:
            for one in here:
                first.setdefault(one.program, one)
                times[one.program] += 1
    return [one for program, one in first.items() if times[program] >= least]


def kept_of(piece: tuple[Sequence[Proposal], Sequence[Graph]]) -> list[BankRow]:
    """Of some proposals, those whose answers are balanced and that say no more than they must."""
    rows = tallied(*piece)
    fair = [row for row in rows if row.houses and is_balanced(row, kind_of(_program(row)))]
    return [row for row in fair if says_more(_program(row), piece[1][:COMPARED])]


def evenly(rows: Iterable[BankRow], at_most: int) -> list[BankRow]:
    """At most so many rows, in turn from every sort of question: its family and topics; the most often asked first."""
    sorts: dict[object, list[BankRow]] = {}
    for row in rows:
        sorts.setdefault((row.family, topics_of(_program(row))), []).append(row)
    for each in sorts.values():
        each.sort(key=lambda row: (-count_of(row.houses), row.text))
    kept: list[BankRow] = []
    for rank in range(max(map(len, sorts.values()), default=0)):
        kept += [each[rank] for each in sorts.values() if rank < len(each)]
    return sorted(kept[:at_most], key=lambda row: (row.family, row.text))


def _program(row: BankRow) -> Program:
    return parsed(row.text)


def main() -> None:
    """Make the bank anew, in the benchmark's data."""
    settings = BuildSettings()
    rows = build(settings)
    stamp = {"seed": settings.seed, "houses": settings.houses, "tries": settings.tries, "versions": dict(VERSIONS)}
    write_whole(DATA / BANK, to_parquet(rows, BankRow, stamp))


if __name__ == "__main__":
    main()
