"""The grammar as typed rows: relations in words, and templates of programs with their wordings and fillings."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from casita.benchmarks.excalibur.graph.sets import RELATIONS, Relation
from casita.benchmarks.excalibur.questions.programs import Program, checked
from casita.errors import BadInput

WORDINGS = 3
"""Of every template and every relation."""

Noun = Literal["type", "item", "thing", "room"]
"""What a description may be of."""

Told = Literal["colour", "material", "clause"]
"""What it may name besides."""


class GrammarRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row that rejects fields it does not know."""


class Slot(GrammarRow, frozen=True):
    """What may stand in a slot for a description."""

    nouns: tuple[Noun, ...]
    told: tuple[Told, ...] = ()


class Filling(GrammarRow, frozen=True):
    """One way of filling a template's slots, and the family of questions that it makes."""

    family: str
    slots: dict[str, Slot]
    relations: dict[str, tuple[Relation, ...]] = {}
    weight: int = 1
    """How many times as often as others it is tried when the bank is made."""


class Template(GrammarRow, frozen=True):
    """A program with slots, and how it is said."""

    name: str
    program: Any
    wordings: tuple[str, ...]
    fillings: tuple[Filling, ...]

    def filled(self, words: dict[str, Any]) -> Program:
        """Its program, with these programs, relations and words in the slots."""
        found: Program = _filled(self.program, words)
        return found


class Grammar(GrammarRow, frozen=True):
    """All rows of the file."""

    relations: dict[Relation, tuple[str, ...]]
    materials: dict[str, str]
    """Materials as adjectives, where that is another word."""
    templates: tuple[Template, ...]

    @property
    def families(self) -> tuple[str, ...]:
        """The families of questions, in the order in which they first occur."""
        return tuple(dict.fromkeys(filling.family for one in self.templates for filling in one.fillings))

    def template(self, name: str) -> Template:
        """A template by its name."""
        found = next((one for one in self.templates if one.name == name), None)
        if found is None:
            raise BadInput(f"there is no template {name!r}")
        return found


@cache
def grammar() -> Grammar:
    """The grammar that comes with Casita."""
    text = resources.files("casita.benchmarks.excalibur.questions").joinpath("grammar.toml").read_text()
    return read_grammar(text)


def read_grammar(text: str) -> Grammar:
    """The grammar of a TOML text; BadInput names what is wrong in it."""
    try:
        found = msgspec.convert(tomllib.loads(text), Grammar)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"the grammar: {error}") from None
    missing = [relation for relation in RELATIONS if len(found.relations.get(relation, ())) != WORDINGS]
    if missing:
        raise BadInput(f"the grammar: {missing[0]} is not said in {WORDINGS} ways")
    for one in found.templates:
        _check(one)
    return found


def _check(template: Template) -> None:
    """BadInput if a template's wordings or fillings do not have its program's slots."""
    used = sorted({word for word in _leaves(template.program) if len(word) == 1})
    if len(template.wordings) != WORDINGS:
        raise BadInput(f"template {template.name} has {len(template.wordings)} wordings, expected {WORDINGS}")
    for wording in template.wordings:
        said = sorted(set(re.findall(r"\{(?:a |the )?([A-Za-z])(?: s)?\}", wording)))
        if said != used:
            raise BadInput(f"template {template.name} has slots {used}, but {wording!r} says {said}")
    for filling in template.fillings:
        filled = sorted([*filling.slots, *filling.relations])
        if filled != [slot for slot in used if slot not in "cmn"]:
            raise BadInput(f"template {template.name} has slots {used}, but a filling has {filled}")
    dummies: dict[str, Any] = {slot: ("things",) if slot.isupper() else "adjacent_to" for slot in used}
    checked(template.filled(dummies | dict.fromkeys("cmn", "word")))


def _leaves(program: Any) -> list[str]:
    if isinstance(program, str):
        return [program]
    return [word for inner in program for word in _leaves(inner)]


def _filled(program: Any, words: dict[str, Any]) -> Any:
    if isinstance(program, str):
        return words.get(program, program)
    return tuple(_filled(inner, words) for inner in program)
