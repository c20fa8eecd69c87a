"""Questions about what happened before what."""

from __future__ import annotations

from casita.benchmarks.env_qa.asking.answering.answers import Handler, all_fitting, different, yes
from casita.benchmarks.env_qa.asking.lookup import Description, NotAskable
from casita.benchmarks.env_qa.asking.selecting import Node, Reader
from casita.benchmarks.env_qa.item import RoleAnswer


def _first_of(reader: Reader, *events: Node) -> RoleAnswer:
    return reader.lookup.roles[min(different(reader, *events))]


def _last_of(reader: Reader, *events: Node) -> RoleAnswer:
    return reader.lookup.roles[max(different(reader, *events))]


def _is_before(reader: Reader, one: Node, other: Node) -> RoleAnswer:
    first, second = different(reader, one, other)
    return yes(first < second)


def _is_right_before(reader: Reader, one: Node, other: Node) -> RoleAnswer:
    first, second = different(reader, one, other)
    return yes(first < second and not reader.all_between(first + 1, second))


def _is_between(reader: Reader, event: Node, one: Node, other: Node) -> RoleAnswer:
    middle, first, last = different(reader, event, one, other)
    if first > last:
        raise NotAskable("the events are in the other order")
    return yes(first < middle < last)


def _is_nth(reader: Reader, event: Node, place: int) -> RoleAnswer:
    number = reader.event(event)
    among = reader.all_between(0, len(reader.lookup.story.happenings))
    return yes(among[place] == number)


def _first_done_to(reader: Reader, description: Description, one: Node, other: Node, place: int) -> RoleAnswer:
    """Which of two things something was done to first (place 0) or last (-1)."""
    things = [reader.thing(one), reader.thing(other)]
    happenings = reader.lookup.story.happenings
    found = [number for number in all_fitting(reader, description) if happenings[number].object in things]
    if sorted(happenings[number].object for number in found) != sorted(things) or things[0] == things[1]:
        raise NotAskable("it was not done just once to each of two things")
    return RoleAnswer(object1=reader.lookup.name(happenings[found[place]].object))


def _first_deed(reader: Reader, thing: Node, one: str, other: str, place: int) -> RoleAnswer:
    """Which of two actions was done to a thing first (place 0) or last (-1)."""
    name = reader.lookup.name(reader.thing(thing))
    events = different(reader, *(["event", {"action": action, "object1": name}] for action in (one, other)))
    return RoleAnswer(action=reader.lookup.roles[sorted(events)[place]].action)


WORDS: dict[str, Handler] = {
    "first_of": _first_of,
    "last_of": _last_of,
    "is_before": _is_before,
    "is_right_before": _is_right_before,
    "is_between": _is_between,
    "is_nth": _is_nth,
    "first_done_to": _first_done_to,
    "first_deed": _first_deed,
}
