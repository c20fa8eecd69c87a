"""Makes the bank of questions that comes with Casita: `python -m casita.benchmarks.excalibur.questions.build`.

Training houses are made from a seed; questions are proposed in all of them and answered in all of them. Of those that
are balanced enough so many are kept that every family and every sort of question has its share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.graph.reading import graph_of
from casita.benchmarks.excalibur.houses import planned, state_of
from casita.benchmarks.excalibur.questions.analysis import kind_of, topics_of
from casita.benchmarks.excalibur.questions.bank import BANK, DATA, BankRow, is_balanced, tallied
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

HOUSES, LEAST_HOUSES = 600, 500
"""Houses that every question is answered in, and how many it must be for a bank that is shipped."""


@dataclass(frozen=True, kw_only=True)
class BuildSettings:
    """How a bank is made."""

    seed: int = 0
    houses: int = HOUSES
    tries: int = 40
    """Of every filling of every template, in every house."""
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
    rows = tallied(proposed_in(graphs, settings), graphs)
    return evenly(balanced(rows), settings.at_most)


def graph_of_house(which: tuple[int, int]) -> Graph:
    """The graph of a training house, by seed and number."""
    return graph_of(state_of(planned("train", which[1], which[0])))


def proposed_in(graphs: Sequence[Graph], settings: BuildSettings) -> list[Proposal]:
    """Questions that were proposed in several houses, each once."""
    found: dict[object, Proposal] = {}
    times: Counter[object] = Counter()
    for number, graph in enumerate(graphs):
        luck = stream(settings.seed, "excalibur", "bank", number)
        here = {one.program: one for one in proposals(graph, luck, settings.tries)}
        for program, one in here.items():
            found.setdefault(program, one)
            times[program] += 1
    return [one for program, one in found.items() if times[program] >= settings.proposed]


def balanced(rows: Sequence[BankRow]) -> Iterator[BankRow]:
    """Those whose answers are balanced enough; of the same question by two families, the first."""
    seen = set()
    for row in rows:
        if row.text not in seen and row.houses and is_balanced(row, kind_of(_program(row))):
            seen.add(row.text)
            yield row


def evenly(rows: Iterator[BankRow], at_most: int) -> list[BankRow]:
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
