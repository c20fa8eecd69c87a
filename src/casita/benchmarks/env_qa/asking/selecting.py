"""How programs name things, events and moments, and how these are found in a story; what was looked at is kept.

A thing, an event or a moment is a list whose first word says how it is found, such as `["thing", "pot"]`,
`["event", {"action": "moving", "object1": "pot"}]` or `["before", EVENT]`. Nothing in it refers to ids or numbers
of one story, so the same program runs on what a model believes to have happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from casita.benchmarks.env_qa.asking.aspects import ASPECTS, Value
from casita.benchmarks.env_qa.asking.lookup import NotAskable, StoryLookup
from casita.benchmarks.env_qa.story.story import Span
from casita.errors import BadInput, unknown

Node = list[Any]
"""A part of a program: a word and what it is about."""


class Reader:
    """Finds what a program names in one story, and keeps which events and seconds it had to look at."""

    def __init__(self, lookup: StoryLookup) -> None:
        self.lookup = lookup
        self.used: set[int] = set()
        """Numbers of the events that the answer depends on."""
        self.looks: list[Span] = []
        """Seconds that show what no event does."""

    def thing(self, node: Node) -> str:
        """Id of a thing."""
        return str(_call(THINGS, "thing", self, node))

    def event(self, node: Node) -> int:
        """Number of an event that was seen."""
        number = self.lookup.seen_event(_call(EVENTS, "event", self, node))
        self.used.add(number)
        return number

    def moments(self, node: Node) -> tuple[int, int]:
        """First and last of the moments that are meant: the answer must be the same at all of them."""
        first, last = _call(MOMENTS, "moment", self, node)
        if first > last:
            raise NotAskable("the events are in the other order")
        return first, last

    def value(self, thing: str, aspect: str, first: int, last: int) -> Value:
        """The value of an aspect at all moments from the first to the last one; the event that it follows from."""
        lookup, value_of = self.lookup, ASPECTS[aspect]
        found = value_of(lookup, thing, first)
        if any(value_of(lookup, thing, moment) != found for moment in range(first + 1, last + 1)):
            raise NotAskable(f"the {aspect} of {thing} changes meanwhile")
        start, end = first, last
        while start > 0 and _same(value_of, lookup, thing, start - 1, found):
            start -= 1
        while end < len(lookup.story.happenings) and _same(value_of, lookup, thing, end + 1, found):
            end += 1
        self._look(thing, start, end)
        return found

    def all_between(self, first: int, last: int) -> list[int]:
        """The events from one number to before another; all of them must have been seen."""
        found = [self.lookup.seen_event(number) for number in self.lookup.events if first <= number < last]
        self.used.update(found)
        return found

    def look_at(self, things: Iterable[str]) -> None:
        """Keep when things were seen."""
        self.looks += [span for thing in things for span in self.lookup.story.seen[thing]]

    def _look(self, thing: str, start: int, end: int) -> None:
        """Keep what shows that something was so from one moment to another; it must have been seen then."""
        story = self.lookup.story
        if thing not in story.seen:
            raise NotAskable(f"{thing} was not seen")
        if start > 0:
            self.used.add(self.lookup.seen_event(start - 1))
            return
        until = story.happenings[end].ends if end < len(story.happenings) else story.ends
        if story.seen[thing][0][0] > until:
            raise NotAskable(f"{thing} was seen only later")
        self.looks += [(low, min(high, until)) for low, high in story.seen[thing] if low <= until]


def _same(
    value_of: Callable[[StoryLookup, str, int], Value], lookup: StoryLookup, thing: str, moment: int, value: Value
) -> bool:
    try:
        return value_of(lookup, thing, moment) == value
    except NotAskable:
        return False


def _call(words: dict[str, Callable[..., Any]], what: str, reader: Reader, node: Node) -> Any:
    if not isinstance(node, list) or not node or node[0] not in words:
        raise unknown(what, node[0] if isinstance(node, list) and node else node, words)
    try:
        return words[node[0]](reader, *node[1:])
    except TypeError as error:
        raise BadInput(f"the program's {what} {node[0]!r} cannot be read: {error}") from None


def _object_of(reader: Reader, event: Node) -> str:
    return reader.lookup.story.happenings[reader.event(event)].object


THINGS: dict[str, Callable[..., str]] = {
    "thing": lambda reader, name: reader.lookup.only_thing(name),
    "only": lambda reader, name: reader.lookup.only_seen(name),
    "object_of": _object_of,
}
"""How a thing is found: by its name, as the only one of its name that is seen, or by what was done to it."""


def _nth(numbers: list[int], place: int) -> int:
    if not -len(numbers) <= place < len(numbers):
        raise NotAskable(f"there are only {len(numbers)} events")
    return numbers[place]


def _only(numbers: list[int]) -> int:
    if len(numbers) != 1:
        raise NotAskable(f"{len(numbers)} events: expected one")
    return numbers[0]


def _later(reader: Reader, event: Node) -> list[int]:
    number = reader.event(event)
    return [one for one in reader.lookup.events if one > number]


def _earlier(reader: Reader, event: Node) -> list[int]:
    number = reader.event(event)
    return [one for one in reader.lookup.events if one < number]


def _between(reader: Reader, first: Node, last: Node) -> list[int]:
    start, end = reader.event(first), reader.event(last)
    return [one for one in reader.lookup.events if start < one < end]


def _on(reader: Reader, thing: Node, numbers: list[int] | None = None) -> list[int]:
    which = reader.thing(thing)
    among = reader.lookup.events if numbers is None else numbers
    return [one for one in among if reader.lookup.story.happenings[one].object == which]


def _while(reader: Reader, thing: Node, aspect: str, word: str) -> int:
    """The only event while a thing was so: after what made it so and before what ended it."""
    which, lookup = reader.thing(thing), reader.lookup
    value_of = ASPECTS[aspect]
    so = [moment for moment in range(len(lookup.story.moments)) if _same(value_of, lookup, which, moment, (word,))]
    if not so or so != list(range(so[0], so[-1] + 1)) or so[0] == 0 or so[-1] == len(lookup.story.happenings):
        raise NotAskable(f"{which} is not {word} just once, from one event to another")
    reader.used |= {lookup.seen_event(so[0] - 1), lookup.seen_event(so[-1])}
    return _only([one for one in lookup.events if so[0] <= one < so[-1]])


EVENTS: dict[str, Callable[..., int]] = {
    "event": lambda reader, description: reader.lookup.only_event(description),
    "sole": lambda reader: _only(reader.lookup.events),
    "nth": lambda reader, place: _nth(reader.lookup.events, place),
    "next": lambda reader, event: _nth(_later(reader, event), 0),
    "previous": lambda reader, event: _nth(_earlier(reader, event), -1),
    "between": lambda reader, first, last: _only(_between(reader, first, last)),
    "sole_on": lambda reader, thing: _only(_on(reader, thing)),
    "nth_on": lambda reader, place, thing: _nth(_on(reader, thing), place),
    "next_on": lambda reader, thing, event: _nth(_on(reader, thing, _later(reader, event)), 0),
    "previous_on": lambda reader, thing, event: _nth(_on(reader, thing, _earlier(reader, event)), -1),
    "while": _while,
}
"""How an event is found: by some of its roles, by its place among all events or among those on one thing."""


def _after(reader: Reader, event: Node) -> tuple[int, int]:
    number = reader.event(event)
    return number + 1, number + 1


def _before(reader: Reader, event: Node) -> tuple[int, int]:
    number = reader.event(event)
    return number, number


def _end(reader: Reader) -> tuple[int, int]:
    last = len(reader.lookup.story.happenings)
    return last, last


MOMENTS: dict[str, Callable[..., tuple[int, int]]] = {
    "beginning": lambda reader: (0, 0),
    "end": _end,
    "before": _before,
    "after": _after,
    "between": lambda reader, first, last: (reader.event(first) + 1, reader.event(last)),
}
"""What moments are meant, from the first to the last."""
