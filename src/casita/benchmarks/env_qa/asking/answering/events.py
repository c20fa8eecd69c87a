"""Questions about what happened."""

from __future__ import annotations

from casita.benchmarks.env_qa.asking.answering.answers import Handler, all_fitting, yes
from casita.benchmarks.env_qa.asking.lookup import Description, NotAskable
from casita.benchmarks.env_qa.asking.selecting import Node, Reader
from casita.benchmarks.env_qa.item import RoleAnswer


def _tell(reader: Reader, event: Node) -> RoleAnswer:
    return reader.lookup.roles[reader.event(event)]


def _tell_deed(reader: Reader, event: Node) -> RoleAnswer:
    """What was done, without the thing that it was done to: the question names that."""
    roles = reader.lookup.roles[reader.event(event)].filled()
    return RoleAnswer(**{role: value for role, value in roles.items() if role != "object1"})


def _tell_object(reader: Reader, event: Node) -> RoleAnswer:
    return RoleAnswer(object1=reader.lookup.roles[reader.event(event)].object1)


def _tell_other(reader: Reader, event: Node) -> RoleAnswer:
    other = reader.lookup.roles[reader.event(event)].object2
    if not other:
        raise NotAskable("the event is of one thing only")
    return RoleAnswer(object1=other)


def _tell_liquid(reader: Reader, event: Node) -> RoleAnswer:
    liquid = reader.lookup.story.happenings[reader.event(event)].liquid
    if not liquid:
        raise NotAskable("nothing was filled")
    return RoleAnswer(adjective=liquid)


def _did_happen(reader: Reader, description: Description) -> RoleAnswer:
    return yes(bool(all_fitting(reader, description)))


WORDS: dict[str, Handler] = {
    "tell": _tell,
    "tell_deed": _tell_deed,
    "tell_object": _tell_object,
    "tell_other": _tell_other,
    "tell_liquid": _tell_liquid,
    "did_happen": _did_happen,
}
