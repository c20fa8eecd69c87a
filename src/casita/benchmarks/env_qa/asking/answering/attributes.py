"""Questions about what never changes of a thing: its colour and what it is made of."""

from __future__ import annotations

from casita.benchmarks.env_qa.asking.answering.answers import Handler, yes
from casita.benchmarks.env_qa.asking.lookup import NotAskable
from casita.benchmarks.env_qa.asking.selecting import Node, Reader
from casita.benchmarks.env_qa.item import RoleAnswer
from casita.errors import unknown

UNSAID = ("food", "organic", "soap", "sponge")
"""Materials of our catalogue that nobody would name: an apple is made of food."""


def _attribute_of(reader: Reader, thing: Node, attribute: str) -> str:
    which = reader.thing(thing)
    if attribute not in ("colour", "material"):
        raise unknown("attribute", attribute, ("colour", "material"))
    if which not in reader.lookup.story.seen:
        raise NotAskable(f"{which} was not seen")
    reader.look_at([which])
    value = str(getattr(reader.lookup.story.things[which], attribute))
    if not value or value in UNSAID:
        raise NotAskable(f"nobody would say what {attribute} {which} has")
    return value


def _attribute(reader: Reader, thing: Node, attribute: str) -> RoleAnswer:
    return RoleAnswer(adjective=_attribute_of(reader, thing, attribute))


def _has_attribute(reader: Reader, thing: Node, attribute: str, value: str) -> RoleAnswer:
    return yes(_attribute_of(reader, thing, attribute) == value)


def _same_attribute(reader: Reader, one: Node, other: Node, attribute: str) -> RoleAnswer:
    return yes(_attribute_of(reader, one, attribute) == _attribute_of(reader, other, attribute))


def _which_has(reader: Reader, attribute: str, value: str, *things: Node) -> RoleAnswer:
    having = [thing for thing in things if _attribute_of(reader, thing, attribute) == value]
    if len(having) != 1:
        raise NotAskable(f"{len(having)} of the things are {value}: expected one")
    return RoleAnswer(object1=reader.lookup.name(reader.thing(having[0])))


WORDS: dict[str, Handler] = {
    "attribute": _attribute,
    "has_attribute": _has_attribute,
    "same_attribute": _same_attribute,
    "which_has": _which_has,
}
