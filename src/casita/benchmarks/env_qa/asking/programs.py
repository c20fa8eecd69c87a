"""A small language whose programs answer questions about a story: each word has one handler, and `run` calls it.

A program is a list: a word and what it is about, such as `["where", ["thing", "pot"], ["end"]]`. Things, events and
moments are found as `selecting` says. Whoever runs a program gets the answer by its roles; `proven` also says which
events and seconds it follows from.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from casita.benchmarks.env_qa.asking.answering import attributes, events, numbers, order, states
from casita.benchmarks.env_qa.asking.answering.answers import Handler
from casita.benchmarks.env_qa.asking.lookup import StoryLookup
from casita.benchmarks.env_qa.asking.selecting import Node, Reader
from casita.benchmarks.env_qa.item import RoleAnswer
from casita.benchmarks.env_qa.story.story import Span, Story
from casita.errors import BadInput, unknown

QUESTIONS: dict[str, Handler] = {
    **attributes.WORDS,
    **states.WORDS,
    **events.WORDS,
    **order.WORDS,
    **numbers.WORDS,
}
"""The words that programs begin with, and their handlers."""


class Proof(NamedTuple):
    """An answer and what it follows from."""

    answer: RoleAnswer
    needs: int
    """How many events it follows from."""
    spans: tuple[Span, ...]
    """Seconds of the film, in order and apart from each other."""


def run(program: Node | str, story: Story | StoryLookup) -> RoleAnswer:
    """The answer of a program, as a list or as JSON; NotAskable if the story has no single one."""
    return proven(program, story).answer


def proven(program: Node | str, story: Story | StoryLookup) -> Proof:
    """The answer of a program with what proves it."""
    lookup = story if isinstance(story, StoryLookup) else StoryLookup(story)
    reader = Reader(lookup)
    answer = _answer(_parsed(program), reader)
    happenings = lookup.story.happenings
    spans = [(happenings[number].starts, happenings[number].ends) for number in reader.used] + reader.looks
    return Proof(answer, len(reader.used), _apart(spans))


def _parsed(program: Node | str) -> Node:
    if isinstance(program, str):
        try:
            program = json.loads(program)
        except json.JSONDecodeError as error:
            raise BadInput(f"a question's program is no JSON: {error}") from None
    if not isinstance(program, list) or not program:
        raise BadInput(f"a question's program is {program!r}, expected a list that begins with a word")
    return program


def _answer(program: Node, reader: Reader) -> RoleAnswer:
    word, *about = program
    if word not in QUESTIONS:
        raise unknown("word of a program", word, QUESTIONS)
    try:
        return QUESTIONS[word](reader, *about)
    except TypeError as error:
        raise BadInput(f"the program's {word!r} cannot be read: {error}") from None


def _apart(spans: list[Span]) -> tuple[Span, ...]:
    """Spans in order, with those that touch made into one."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return tuple(found)


def written(program: Any) -> str:
    """A program as JSON, always written alike."""
    return json.dumps(program, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
