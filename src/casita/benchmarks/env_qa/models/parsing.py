"""From a question to its program, learnt from the training part: questions of one form have programs of one form.

What a question names is replaced by marks, in its words and in its program alike: "Where is N1, before E1?" goes with
["where", ["thing", N1], ["before", ["event", E1]]]. A new question of a form that was met gets that program with its
own names. The parser is never given the program of the question that it is asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from casita.benchmarks.env_qa.asking.phrases import plural
from casita.benchmarks.env_qa.item import Question
from casita.benchmarks.env_qa.vocabulary import GERUNDS, OTHER_NAMES, PARTICIPLES, known_values
from casita.catalog import catalog

Marks = dict[str, Any]
"""What marks stand for: E1 an event by its roles, N1 a name, A1 an action and S1 the same word as a state ("closed"),
V1 a colour, material or liquid."""


class Parser:
    """Forms of questions with the forms of their programs, as the training part has them most often."""

    def __init__(self, train: Sequence[Question]) -> None:
        counts: dict[str, Counter[bytes]] = {}
        for question in train:
            form, marks = form_of(question.text)
            program = _marked(msgspec.json.decode(question.program), _named_by(marks))
            counts.setdefault(form, Counter())[msgspec.json.encode(program)] += 1
        self._programs = {
            form: msgspec.json.decode(min(found, key=lambda program: (-found[program], program)))
            for form, found in counts.items()
        }

    def program(self, text: str) -> list[Any] | None:
        """The program of a question; None if no question of this form was met."""
        form, marks = form_of(text)
        found = self._programs.get(form)
        return None if found is None else _filled(found, marks)


def form_of(text: str) -> tuple[str, Marks]:
    """A question with marks in place of what it names, and what they stand for."""
    marks: Marks = {}

    def mark(letter: str, value: Any) -> str:
        for name, known in marks.items():
            if name[0] == letter and known == value:
                return name
        name = f"{letter}{sum(known[0] == letter for known in marks) + 1}"
        marks[name] = value
        return name

    def event(match: re.Match[str]) -> str:
        action, thing, prep, other = match.group("action", "thing", "prep", "other")
        adjective = match.group("adjective") or match.group("liquid")
        roles = {"action": action, "object1": thing, "prep": prep, "object2": other, "adjective": adjective}
        return mark("E", {role: value for role, value in roles.items() if value})

    def action(match: re.Match[str]) -> str:
        found = mark("A", _actions()[match.group(1)])
        marks[f"S{found[1:]}"] = match.group(1).removeprefix("turned ")
        return found

    form = _events().sub(event, text.lower())
    form = _words(tuple(_actions())).sub(action, form)
    form = _words(tuple(_names())).sub(lambda match: mark("N", _names()[match.group(1)]), form)
    form = _words(_values()).sub(lambda match: mark("V", match.group(1)), form)
    return form, marks


@cache
def _names() -> dict[str, str]:
    """Names of things, also in the plural, and what they mean."""
    names = [name for name in known_values("object1") if name]
    return {plural(name): name for name in names} | {name: OTHER_NAMES.get(name, name) for name in names}


@cache
def _actions() -> dict[str, str]:
    """What is said of a thing that something was done to, and the action; where that has a role more it is no mark."""
    return {words: action for action, words in PARTICIPLES.items() if action != "making"}


@cache
def _values() -> tuple[str, ...]:
    own = catalog()
    return tuple(sorted({*own.colours, *own.materials, *(liquid for row in own.values() for liquid in row.liquids)}))


@cache
def _words(words: tuple[str, ...]) -> re.Pattern[str]:
    """Any of some words, the longest first, with or without an article."""
    return re.compile(rf"\b(?:the )?({_any(words)})\b")


@cache
def _events() -> re.Pattern[str]:
    """An event as questions say it: "moving the pot to the sink", "filling cup with coffee", "making the mug dirty"."""
    thing = _any(tuple(name for name in known_values("object1") if name))
    prep = _any(tuple(prep for prep in known_values("prep") if prep))
    return re.compile(
        rf"\b(?P<action>{_any(tuple(GERUNDS.values()))}) (?:the )?(?P<thing>{thing})"
        rf"(?: (?P<adjective>dirty)| (?P<prep>{prep}) (?:(?:the )?(?P<other>{thing})|(?P<liquid>{_any(_values())})))?\b"
    )


def _any(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def _named_by(marks: Marks) -> dict[bytes, str]:
    return {msgspec.json.encode(value, order="sorted"): name for name, value in marks.items()}


def _marked(node: Any, names: dict[bytes, str]) -> Any:
    """A program with marks in place of what they stand for."""
    found = names.get(msgspec.json.encode(node, order="sorted"))
    if found is not None:
        return found
    if isinstance(node, list):
        return [node[0], *(_marked(each, names) for each in node[1:])] if node else node
    if isinstance(node, dict):
        return {role: _marked(value, names) for role, value in node.items()}
    return node


def _filled(node: Any, marks: Marks) -> Any:
    if isinstance(node, str):
        return marks.get(node, node)
    if isinstance(node, list):
        return [_filled(each, marks) for each in node]
    if isinstance(node, dict):
        return {role: _filled(value, marks) for role, value in node.items()}
    return node
