"""Questions about how many: events and things."""

from __future__ import annotations

from casita.benchmarks.env_qa.asking.answering.answers import Handler, all_fitting, different, number
from casita.benchmarks.env_qa.asking.aspects import STATES
from casita.benchmarks.env_qa.asking.lookup import Description, NotAskable
from casita.benchmarks.env_qa.asking.selecting import Node, Reader
from casita.benchmarks.env_qa.item import RoleAnswer


def _count_events(reader: Reader, description: Description) -> RoleAnswer:
    return number(len(all_fitting(reader, description)))


def _count_objects(reader: Reader, description: Description) -> RoleAnswer:
    """How many different things the events are of."""
    found = all_fitting(reader, description)
    return number(len({reader.lookup.story.happenings[number].object for number in found}))


def _count_things(reader: Reader, name: str) -> RoleAnswer:
    """How many things of a name were seen; none only if the whole room has none."""
    ids = reader.lookup.seen.get(name, [])
    if not ids and any(thing.name == name for thing in reader.lookup.story.things.values()):
        raise NotAskable(f"some things called {name} are there, though not seen")
    if any(not moment[thing].exists for moment in reader.lookup.story.moments for thing in ids if thing in moment):
        raise NotAskable(f"one called {name} is not there all the time")
    reader.look_at(ids)
    if not ids:
        reader.looks.append((reader.lookup.story.starts, reader.lookup.story.ends))
    return number(len(ids))


def _count_after(reader: Reader, event: Node) -> RoleAnswer:
    return number(len(reader.all_between(reader.event(event) + 1, len(reader.lookup.story.happenings))))


def _count_before(reader: Reader, event: Node) -> RoleAnswer:
    return number(len(reader.all_between(0, reader.event(event))))


def _count_between(reader: Reader, one: Node, other: Node) -> RoleAnswer:
    first, last = different(reader, one, other)
    if first > last:
        raise NotAskable("the events are in the other order")
    return number(len(reader.all_between(first + 1, last)))


def _count_so(reader: Reader, description: Description, state: str, moment: Node) -> RoleAnswer:
    """Of the things that something was done to: how many are in a state at a moment."""
    first, last = reader.moments(moment)
    things = {reader.lookup.story.happenings[number].object for number in all_fitting(reader, description)}
    return number(sum(reader.value(thing, STATES[state], first, last) == (state,) for thing in sorted(things)))


WORDS: dict[str, Handler] = {
    "count_events": _count_events,
    "count_objects": _count_objects,
    "count_things": _count_things,
    "count_after": _count_after,
    "count_before": _count_before,
    "count_between": _count_between,
    "count_so": _count_so,
}
