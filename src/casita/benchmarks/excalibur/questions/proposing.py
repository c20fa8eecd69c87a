"""Proposes questions about one house: the slots of a template are filled depth first with what is there.

A description is tried as soon as it is made: one that fits nothing, or several things where it must fit one, or that
has a filter or a clause that filters nothing away, is dropped with all that could have followed from it. What is left
is a question that has an answer in this house.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.graph.sets import MEASURES, Relation, members
from casita.benchmarks.excalibur.questions.analysis import is_tautology
from casita.benchmarks.excalibur.questions.english import Words, program_of
from casita.benchmarks.excalibur.questions.grammar import Filling, Slot, Template, grammar
from casita.benchmarks.excalibur.questions.phrases import ITEM, THING, Phrase
from casita.benchmarks.excalibur.questions.programs import NoAnswer, Program, Run
from casita.catalog import catalog
from casita.seeds import Stream

BREADTH = 3
"""Descriptions that are tried for a slot, before the one before it is filled anew."""

CLAUSES: tuple[Relation, ...] = ("adjacent_to", "adjacent_to", "adjacent_to", "on_top_of", "contained_by", "under")
"""Relations of clauses; adjacent counts more."""

UNASKED_TYPES = ("blinds", "light_switch", "shower_head")
"""What is not asked about: it has no singular, or is a fitting of every room."""

UNASKED_MATERIALS = ("organic", "soap", "sponge", "tile")
"""Materials that only one sort of thing has."""

ALIKE = 6
"""Things that are looked at for one that is about as heavy, large or long as another."""

TRUE_WORD = 0.5
"""How often the word that a yes-no question asks for is the true one."""


class Proposal(NamedTuple):
    """A question that has an answer in some house."""

    template: str
    family: str
    words: Words
    program: Program


class Proposer:
    """Proposes questions about one graph."""

    def __init__(self, graph: Graph, luck: Stream) -> None:
        self.graph = graph
        self.luck = luck
        self.run = Run(graph.sets, strict=True)
        self.things = [node for node in members(graph.sets.things) if graph.types[node] not in UNASKED_TYPES]
        self.items = [node for node in self.things if graph.is_item[node]]
        self.rooms = members(graph.sets.rooms)

    def proposals(self, template: Template, filling: Filling, count: int) -> Iterator[Proposal]:
        """So many tries of one filling; those that come to a question."""
        for _ in range(count):
            words = {slot: self.luck.choice(relations) for slot, relations in filling.relations.items()}
            yield from self._extended(template, filling, sorted(filling.slots), words)

    def _extended(
        self, template: Template, filling: Filling, slots: list[str], words: Words, like: int | None = None
    ) -> Iterator[Proposal]:
        """The first question that follows when the slots that are left are filled; `like` is what came before."""
        if not slots:
            yield from self._finished(template, filling, words)
            return
        slot, only = slots[0], _is_only(template, slots[0])
        compared = _measure_of(words)
        for _ in range(BREADTH):
            node = self._node(filling.slots[slot], compared, like)
            phrase = None if node is None else self._phrase(filling.slots[slot], node)
            if phrase is None or not self._fits(phrase, only):
                continue
            found = next(self._extended(template, filling, slots[1:], {**words, slot: phrase}, node), None)
            if found is not None:
                yield found
                return

    def _finished(self, template: Template, filling: Filling, words: Words) -> Iterator[Proposal]:
        """The question with its words drawn, if it has an answer."""
        full: dict[str, Phrase | str] = dict(words)
        for word, of in zip(_word_slots(template), ("A", "B"), strict=False):
            phrase = words[of]
            assert isinstance(phrase, Phrase)
            full[word] = self._word("colour" if word == "c" else "material", phrase)
        program = program_of(template, full)
        if is_tautology(program):
            return
        try:
            self.run.answer(program)
        except NoAnswer:
            return
        yield Proposal(template.name, filling.family, full, program)

    def _fits(self, phrase: Phrase, only: bool) -> bool:
        """Does a description fit something, or just one thing, with nothing in it that filters nothing away?"""
        try:
            if only:
                self.run.the(("the", phrase.program))
                return True
            sure, unclear = self.run.nodes(phrase.program)
        except NoAnswer:
            return False
        return bool(sure) and not unclear

    def _node(self, slot: Slot, measure: str, like: int | None) -> int | None:
        """Something that is there to be described; where things are compared, most often by something like it."""
        options = self.rooms if "room" in slot.nouns else self.items if measure == "mass" else self.things
        if not options:
            return None
        drawn = [self.luck.choice(options) for _ in range(ALIKE if measure and like is not None else 1)]
        if measure and like is not None:
            values = getattr(self.graph, measure)
            drawn = [node for node in drawn if 0.5 < values[node] / values[like] < 2.0] or drawn
        return drawn[0]

    def _phrase(self, slot: Slot, node: int) -> Phrase | None:
        """A description of a node."""
        noun = self.luck.choice(slot.nouns)
        if noun == "item" and not self.graph.is_item[node]:
            return None
        material = self.graph.materials[node] if "material" in slot.told else ""
        if material in UNASKED_MATERIALS:
            return None
        said = {"item": ITEM, "thing": THING}.get(noun, self.graph.types[node])
        phrase = Phrase(said, self.graph.colours[node] if "colour" in slot.told else "", material)
        return self._with_clause(phrase, node) if "clause" in slot.told else phrase

    def _with_clause(self, phrase: Phrase, node: int) -> Phrase | None:
        """The description with a clause that is true of the node."""
        relation = self.luck.choice(CLAUSES)
        others = [
            other
            for other in self.things
            if other != node and self.graph.sets.related(relation, other).sure >> node & 1
        ]
        if not others:
            return None
        other = Phrase(self.graph.types[self.luck.choice(others)])
        return phrase._replace(relation=relation, other=other) if self._fits(other, only=True) else None

    def _word(self, property: str, phrase: Phrase) -> str:
        """A colour or material that what is described may have."""
        node = self.run.the(("the", phrase.program))
        true = (self.graph.colours if property == "colour" else self.graph.materials)[node]
        if self.luck.chance(TRUE_WORD):
            return true
        row = catalog()[self.graph.types[node]]
        options = list(row.materials if property == "material" else row.colours) or [true]
        return self.luck.choice(options)


def proposals(graph: Graph, luck: Stream, tries: int) -> Iterator[Proposal]:
    """Questions about a house, from so many tries of every filling of every template, times its weight."""
    proposer = Proposer(graph, luck)
    for template in grammar().templates:
        for filling in template.fillings:
            yield from proposer.proposals(template, filling, tries * filling.weight)


def _measure_of(words: Words) -> str:
    """The column that one of the relations compares by; empty if none compares."""
    return next((MEASURES[word][0] for word in words.values() if isinstance(word, str) and word in MEASURES), "")


def _is_only(template: Template, slot: str) -> bool:
    """Is a slot for a description of just one thing?"""
    return f"{{the {slot}}}" in template.wordings[0]


def _word_slots(template: Template) -> list[str]:
    """The slots of colours and materials, in order: the first is asked of A, the second of B."""
    return [slot for slot in "cmn" if f"{{{slot}}}" in template.wordings[0]]
