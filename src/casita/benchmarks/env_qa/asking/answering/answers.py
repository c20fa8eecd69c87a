"""What handlers share: how yes, no and numbers are answered, and all events that a description fits."""

from __future__ import annotations

from collections.abc import Callable

from casita.benchmarks.env_qa.asking.lookup import Description, NotAskable
from casita.benchmarks.env_qa.asking.selecting import Node, Reader
from casita.benchmarks.env_qa.item import RoleAnswer
from casita.benchmarks.env_qa.vocabulary import most_counted

Handler = Callable[..., RoleAnswer]
"""Answers one word of a program: called with a reader and what the program has after the word."""


def yes(is_so: bool) -> RoleAnswer:
    """The answer yes or no."""
    return RoleAnswer(yes_no="yes" if is_so else "no")


def number(count: int) -> RoleAnswer:
    """A count as an answer."""
    if count > most_counted():
        raise NotAskable(f"{count} are more than an answer can say")
    return RoleAnswer(number=str(count))


def all_fitting(reader: Reader, description: Description) -> list[int]:
    """All events that a description fits; every one of them must have been seen."""
    lookup = reader.lookup
    found = [lookup.seen_event(number) for number in lookup.fitting(description)]
    reader.used.update(found)
    if not found:
        reader.looks.append((lookup.story.starts, lookup.story.ends))
    return found


def different(reader: Reader, *events: Node) -> list[int]:
    """Numbers of events that are all different."""
    numbers = [reader.event(event) for event in events]
    if len(set(numbers)) < len(numbers):
        raise NotAskable("the same event is named twice")
    return numbers
