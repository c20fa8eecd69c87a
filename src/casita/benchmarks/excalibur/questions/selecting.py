"""Chooses the twenty questions of an episode from the bank, with Table 1's shares.

Programs that have an answer in this house are drawn, the less often the more common that answer is among all houses.
Of these, as many of every type are taken as Table 1 says, rounded up or down by luck; then questions are exchanged for
others of their type as long as that brings the properties and relations they use closer to Table 1's shares, and
spreads them over more families.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from casita.benchmarks.excalibur import paper
from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.item import KINDS, QUESTIONS, TOPICS, Kind, Question, Topic
from casita.benchmarks.excalibur.questions.analysis import needs_of
from casita.benchmarks.excalibur.questions.bank import Banked
from casita.benchmarks.excalibur.questions.english import said
from casita.benchmarks.excalibur.questions.grammar import WORDINGS
from casita.benchmarks.excalibur.questions.programs import answer_or_none, to_json
from casita.exact import total_of
from casita.seeds import Stream

EXCHANGES = 1_500
"""Exchanges that are tried."""

SAME_FAMILY = 0.02
"""What every pair of questions of one family costs, where a question off a share costs 1."""

Key = TypeVar("Key", bound=str)


class Candidate(NamedTuple):
    """A program of the bank with its answer in this house."""

    banked: Banked
    answer: str


def chosen_questions(
    graph: Graph, bank: Sequence[Banked], luck: Stream, count: int = QUESTIONS, knowable: Graph | None = None
) -> list[Question]:
    """The questions of an episode; fewer if not so many can be asked here.

    With `knowable`, the graph of what can be found out, only those whose answer follows from that too.
    """
    pool = luck.shuffled(candidates(graph, bank, luck.child("answers"), knowable))
    chosen = _with_shares(pool, count, luck)
    return [_question(one, graph, luck.below(WORDINGS)) for one in luck.shuffled(chosen)]


def candidates(graph: Graph, bank: Sequence[Banked], luck: Stream, knowable: Graph | None = None) -> list[Candidate]:
    """What can be asked in a house: drawn so that the answers of every program are even over all houses."""
    found = []
    for banked in bank:
        answer = answer_or_none(banked.program, graph.sets, strict=True)
        if not answer or not luck.chance(banked.use.get(answer, 1.0)):
            continue
        if knowable is None or answer_or_none(banked.program, knowable.sets) == answer:
            found.append(Candidate(banked, answer))
    return found


def rounded(shares: Mapping[Key, float], count: int, luck: Stream) -> dict[Key, int]:
    """So many questions by shares: whole numbers whose means are the shares; they add up to the count if shares do."""
    found, before, start = dict[Key, int](), 0.0, luck.random()
    for name, share in shares.items():
        after = before + share * count
        found[name] = int(after + start) - int(before + start)
        before = after
    return found


def _with_shares(pool: Sequence[Candidate], count: int, luck: Stream) -> list[Candidate]:
    wanted = rounded(paper.KIND_SHARES, count, luck.child("kinds"))
    by_kind: dict[Kind, list[Candidate]] = {kind: [] for kind in KINDS}
    for one in pool:
        by_kind[one.banked.kind].append(one)
    chosen = [one for kind in KINDS for one in by_kind[kind][: wanted[kind]]]
    chosen += [one for kind in KINDS for one in by_kind[kind][wanted[kind] :]][: count - len(chosen)]
    drawn = luck.child("topics")
    topics = {topic: rounded({topic: share}, count, drawn)[topic] for topic, share in paper.TOPIC_SHARES.items()}
    return _exchanged(chosen, by_kind, topics, luck.child("exchange"))


def _exchanged(
    chosen: list[Candidate], pool: Mapping[Kind, Sequence[Candidate]], wanted: Mapping[Topic, int], luck: Stream
) -> list[Candidate]:
    """The questions after exchanges that bring their topics closer to the numbers wanted."""
    taken = {id(one.banked) for one in chosen}
    cost = _cost(chosen, wanted)
    for _ in range(EXCHANGES if chosen else 0):
        place = luck.below(len(chosen))
        old, new = chosen[place], luck.choice(pool[chosen[place].banked.kind])
        if id(new.banked) in taken:
            continue
        chosen[place] = new
        after = _cost(chosen, wanted)
        if after <= cost:
            cost = after
            taken = taken - {id(old.banked)} | {id(new.banked)}
        else:
            chosen[place] = old
    return chosen


def _cost(chosen: Sequence[Candidate], wanted: Mapping[Topic, int]) -> float:
    """How far questions are from the shares, and how alike they are."""
    topics = Counter(topic for one in chosen for topic in one.banked.topics)
    families = Counter(one.banked.row.family for one in chosen)
    off = total_of(float(abs(topics[topic] - wanted[topic])) for topic in TOPICS)
    return off + SAME_FAMILY * total_of(float(number * number) for number in families.values())


def _question(one: Candidate, graph: Graph, wording: int) -> Question:
    banked = one.banked
    template = banked.reading.template
    return Question(
        text=said(template, wording, banked.reading.words),
        answer=one.answer,
        kind=banked.kind,
        family=banked.row.family,
        template=template.name,
        program=to_json(banked.program),
        topics=banked.topics,
        needs=needs_of(banked.program, graph, one.answer),
    )
