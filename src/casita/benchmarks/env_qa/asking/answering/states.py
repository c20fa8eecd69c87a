"""Questions about how things are at a moment, and where."""

from __future__ import annotations

from casita.benchmarks.env_qa.asking.answering.answers import Handler, yes
from casita.benchmarks.env_qa.asking.aspects import ASPECTS, STATES
from casita.benchmarks.env_qa.asking.lookup import NotAskable
from casita.benchmarks.env_qa.asking.selecting import Node, Reader
from casita.benchmarks.env_qa.item import RoleAnswer
from casita.errors import unknown


def _where(reader: Reader, thing: Node, moment: Node) -> RoleAnswer:
    prep, other = reader.value(reader.thing(thing), "place", *reader.moments(moment))
    return RoleAnswer(prep=prep, object1=other)


def _is(reader: Reader, thing: Node, state: str, moment: Node) -> RoleAnswer:
    if state not in STATES:
        raise unknown("state", state, STATES)
    return yes(reader.value(reader.thing(thing), STATES[state], *reader.moments(moment)) == (state,))


def _state(reader: Reader, thing: Node, aspect: str, moment: Node) -> RoleAnswer:
    if aspect not in ASPECTS:
        raise unknown("aspect", aspect, ASPECTS)
    (word,) = reader.value(reader.thing(thing), aspect, *reader.moments(moment))
    return RoleAnswer(adjective=word)


def _is_filled_with(reader: Reader, thing: Node, liquid: str, moment: Node) -> RoleAnswer:
    return yes(reader.value(reader.thing(thing), "contents", *reader.moments(moment)) == (liquid,))


def _is_at(reader: Reader, thing: Node, prep: str, other: str, moment: Node) -> RoleAnswer:
    return yes(reader.value(reader.thing(thing), "support", *reader.moments(moment)) == (prep, other))


def _is_near(reader: Reader, thing: Node, other: str, moment: Node) -> RoleAnswer:
    """Was it put near something, and is it still there? What stands beside it of itself is not spoken of."""
    which, (first, last), lookup = reader.thing(thing), reader.moments(moment), reader.lookup
    is_near = other in reader.value(which, "beside", first, last)
    stands = {lookup.name(one) for at in range(first, last + 1) for one in lookup.facts(which, at).beside}
    if not is_near and other in stands:
        raise NotAskable(f"{which} stands beside the {other}, though nobody put it there")
    return yes(is_near)


def _same_place(reader: Reader, one: Node, other: Node, moment: Node) -> RoleAnswer:
    """Are two things on or in the same thing? By ids: two shelves are two places."""
    first, last = reader.moments(moment)
    ids = [reader.thing(one), reader.thing(other)]
    for thing in ids:
        reader.value(thing, "support", first, last)
    where = [{reader.lookup.facts(thing, at).at for at in range(first, last + 1)} for thing in ids]
    return yes(where[0] == where[1])


def _which_is_at(reader: Reader, prep: str, other: str, moment: Node) -> RoleAnswer:
    """Of the things that something was done to: the only one that is on or in something."""
    first, last = reader.moments(moment)
    lookup = reader.lookup
    acted = {lookup.story.happenings[number].object for number in lookup.events}
    there = []
    for thing in sorted(thing for thing in acted if lookup.story.things[thing].is_loose):
        if reader.value(thing, "support", first, last) == (prep, other):
            there.append(lookup.name(thing))
    if len(there) != 1:
        raise NotAskable(f"{len(there)} things are {prep} the {other}: expected one")
    return RoleAnswer(object1=there[0])


WORDS: dict[str, Handler] = {
    "where": _where,
    "is": _is,
    "state": _state,
    "which_state": _state,
    "is_filled_with": _is_filled_with,
    "is_at": _is_at,
    "is_near": _is_near,
    "same_place": _same_place,
    "which_is_at": _which_is_at,
}
