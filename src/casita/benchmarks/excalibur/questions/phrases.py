"""Descriptions of things: as programs, in English, and back from English.

A description has a noun (a type, "item", "thing", or a kind of room), a colour and a material if they are named, and a
clause if it says how the thing stands to another one that is described: "the red wooden pencil that is next to the
egg". A clause belongs to the noun right before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from casita.benchmarks.excalibur.graph.sets import Relation
from casita.benchmarks.excalibur.questions.grammar import grammar
from casita.benchmarks.excalibur.questions.programs import Program
from casita.catalog import ROOM_KINDS, catalog

ITEM, THING = "item", "thing"
"""Nouns of what can be picked up, and of everything."""

CLAUSE = " that is "

DEPTH = 2
"""Clauses within clauses that are read, at the most."""


class Phrase(NamedTuple):
    """A description."""

    noun: str
    colour: str = ""
    material: str = ""
    relation: Relation | None = None
    other: Phrase | None = None
    """With a relation: to what."""

    @property
    def program(self) -> Program:
        """The set of all that it fits."""
        found: Program
        if self.noun in ROOM_KINDS:
            found = ("type", ("rooms",), self.noun)
        elif self.noun in (ITEM, THING):
            found = (f"{self.noun}s",)
        else:
            found = ("type", ("things",), self.noun)
        if self.colour:
            found = ("colour", found, self.colour)
        if self.material:
            found = ("material", found, self.material)
        if self.relation and self.other:
            found = ("that", found, self.relation, ("the", self.other.program))
        return found


class Name(NamedTuple):
    """How a noun is said."""

    singular: str
    plural: str
    head: str
    """What stands before adjectives, such as "pair of "; nothing for most."""
    article: str
    """Before the singular without adjectives; "some" for what is not counted."""


@cache
def names() -> dict[str, Name]:
    """How every noun is said."""
    found = {word: Name(word, f"{word}s", "", "an" if word[0] in "aeiou" else "a") for word in (ITEM, THING)}
    for kind in ROOM_KINDS:
        word = kind.replace("_", " ")
        found[kind] = Name(word, f"{word}s", "", "a")
    for row in catalog().values():
        article, _, head = row.article.partition(" ")
        found[row.name] = Name(row.singular, row.plural, f"{head} " if head else "", article)
    return found


def material_words() -> dict[str, str]:
    """Materials by the adjective that says them."""
    return {grammar().materials.get(name, name): name for name in catalog().materials}


# To English.


def singular(phrase: Phrase, wording: int) -> str:
    """Without an article: "red mug that is next to the egg"."""
    name = names()[phrase.noun]
    return f"{name.head}{_adjectives(phrase)}{name.singular}{_clause(phrase, wording)}"


def plural(phrase: Phrase, wording: int) -> str:
    """More than one: "red mugs"."""
    return f"{_adjectives(phrase)}{names()[phrase.noun].plural}{_clause(phrase, wording)}"


def with_a(phrase: Phrase, wording: int) -> str:
    """Any one: "a red mug", "an egg", "some white bread"."""
    name, said = names()[phrase.noun], singular(phrase, wording)
    if name.article == "some":
        return f"some {said}"
    return f"{'an' if said[0] in 'aeiou' else 'a'} {said}"


def with_the(phrase: Phrase, wording: int) -> str:
    """The only one: "the red mug"."""
    return f"the {singular(phrase, wording)}"


def _adjectives(phrase: Phrase) -> str:
    material = grammar().materials.get(phrase.material, phrase.material)
    return "".join(f"{word} " for word in (phrase.colour, material) if word)


def _clause(phrase: Phrase, wording: int) -> str:
    if phrase.relation is None or phrase.other is None:
        return ""
    return f"{CLAUSE}{grammar().relations[phrase.relation][wording]} {with_the(phrase.other, wording)}"


# From English. Readers take a text and where to begin, and give all readings with where they end.


def read_word(text: str, at: int, words: dict[str, str]) -> Iterator[tuple[str, int]]:
    """One of some words or sayings, with what it stands for."""
    for said, meant in words.items():
        if text.startswith(said, at) and not text[at + len(said) : at + len(said) + 1].isalpha():
            yield meant, at + len(said)


def read_relation(text: str, at: int, wording: int) -> Iterator[tuple[Relation, int]]:
    """A relation, as this wording says it."""
    for relation, ways in grammar().relations.items():
        for _, end in read_word(text, at, {ways[wording]: relation}):
            yield relation, end


def read_singular(text: str, at: int, wording: int, depth: int = DEPTH) -> Iterator[tuple[Phrase, int]]:
    """A description without its article."""
    heads = {name.head for name in names().values()}
    for head in sorted(heads):
        if text.startswith(head, at):
            for phrase, end in _read(text, at + len(head), wording, depth, _singulars()):
                if names()[phrase.noun].head == head:
                    yield phrase, end


def read_plural(text: str, at: int, wording: int) -> Iterator[tuple[Phrase, int]]:
    """A description of more than one."""
    yield from _read(text, at, wording, DEPTH, _plurals())


def read_with(text: str, at: int, wording: int, article: str, depth: int = DEPTH) -> Iterator[tuple[Phrase, int]]:
    """A description with its article: "a" for any one, "the" for the only one."""
    say = with_the if article == "the" else with_a
    for word in ("the",) if article == "the" else ("a", "an", "some"):
        if text.startswith(f"{word} ", at):
            for phrase, end in read_singular(text, at + len(word) + 1, wording, depth):
                if say(phrase, wording) == text[at:end]:
                    yield phrase, end


def _read(
    text: str, at: int, wording: int, depth: int, nouns: dict[str, dict[str, str]]
) -> Iterator[tuple[Phrase, int]]:
    for colour, after_colour in _optional(text, at, {name: name for name in catalog().colours}):
        for material, after_material in _optional(text, after_colour, material_words()):
            known = nouns.get(text[after_material:].partition(" ")[0].rstrip("?,"), {})
            for noun, end in read_word(text, after_material, known):
                if not _can_be_of(noun, material):
                    continue
                phrase = Phrase(noun, colour, material)
                yield phrase, end
                if depth and text.startswith(CLAUSE, end):
                    yield from _with_clause(phrase, text, end + len(CLAUSE), wording, depth)


def _can_be_of(noun: str, material: str) -> bool:
    """Is there such a thing of the material? A soap bottle is not a bottle of soap."""
    return not material or noun not in catalog() or material in catalog()[noun].materials


def _with_clause(phrase: Phrase, text: str, at: int, wording: int, depth: int) -> Iterator[tuple[Phrase, int]]:
    for relation, end in read_relation(text, at, wording):
        for other, last in read_with(text, end + 1, wording, "the", depth - 1):
            yield phrase._replace(relation=relation, other=other), last


def _optional(text: str, at: int, words: dict[str, str]) -> Iterator[tuple[str, int]]:
    """A word with the space behind it, or nothing."""
    yield "", at
    for meant, end in read_word(text, at, words):
        if text.startswith(" ", end):
            yield meant, end + 1


@cache
def _singulars() -> dict[str, dict[str, str]]:
    return _by_first_word({name.singular: noun for noun, name in names().items()})


@cache
def _plurals() -> dict[str, dict[str, str]]:
    return _by_first_word({name.plural: noun for noun, name in names().items()})


def _by_first_word(sayings: dict[str, str]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for said, noun in sayings.items():
        found.setdefault(said.partition(" ")[0], {})[said] = noun
    return found
