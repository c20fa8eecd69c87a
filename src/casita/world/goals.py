"""Goals: predicates with counts that check themselves, say themselves in English, and read Watch-And-Help's.

A predicate names things by type ("plate": any plate) or by id ("plate_2"): 2 plates on the dining
table is `Predicate("on", "plate", "dining_table", 2)`. On and in look at what carries a thing
directly, where a part stands for its whole; a type means whole things, not slices of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from casita.catalog import catalog
from casita.errors import BadInput, unknown
from casita.scenes.kept import BoundedDict, PerScene
from casita.world.graph import ADJECTIVES, true_of
from casita.world.relations import Slots, near_pairs
from casita.world.state import State
from casita.world.statics import NONE, Statics

ID = re.compile(r"(?P<type>\w+?)_\d+(_slice_\d+)?")
"""An object's id: its type and a number."""

Role = Literal["thing", "agent", ""]
"""What a predicate's object or target names; an agent may be left open (anybody), a thing may not."""


class Predicate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing to be true, of so many objects."""

    relation: str
    object: str = ""
    """Type or id of what it is true of; for sit the agent's name, or empty for anybody."""
    target: str = ""
    """Type or id of what the object is on, in or near, or of the seat; for hold the agent's name, or empty."""
    count: int = 1
    adjective: str = ""
    """For state: what the object is, such as "clean" or "full of water"."""

    def __post_init__(self) -> None:
        if self.relation not in RELATIONS:
            raise unknown("relation", self.relation, RELATIONS)
        row = RELATIONS[self.relation]
        _check_role(self.relation, "object", row.object, self.object)
        _check_role(self.relation, "target", row.target, self.target)
        if self.relation == "state" and self.adjective not in ADJECTIVES:
            raise unknown("adjective", self.adjective, ADJECTIVES)
        if self.relation != "state" and self.adjective:
            raise BadInput(f"only a state predicate has an adjective; {self.relation!r} has {self.adjective!r}")
        if self.count < 1:
            raise BadInput(f"a count is at least 1; {self.relation} {self.object} {self.target} has {self.count}")
        if self.count > 1 and row.object == "thing" and self.object not in catalog():
            raise BadInput(f"there is only one {self.object}; its count is {self.count}")

    def met(self, state: State) -> int:
        """For how many objects it is true; more than its count does not add."""
        named = named_in(state.statics, self)
        return min(self.count, RELATIONS[self.relation].met(state, self, named))


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several predicates that shall all be true at once."""

    predicates: tuple[Predicate, ...]

    def __post_init__(self) -> None:
        if not self.predicates:
            raise BadInput("a goal needs at least one predicate")

    def holds(self, state: State) -> bool:
        """Is it reached?"""
        return all(predicate.met(state) == predicate.count for predicate in self.predicates)

    def missing(self, state: State) -> tuple[int, ...]:
        """How many of each predicate are still to do, in their order."""
        return tuple(predicate.count - predicate.met(state) for predicate in self.predicates)

    def progress(self, state: State) -> float:
        """The share that is done, from 0 to 1."""
        return 1.0 - sum(map(int, self.missing(state))) / sum(int(each.count) for each in self.predicates)

    def sentence(self) -> str:
        """The goal as a request: "put 2 plates on the dining table and hold a book"."""
        clauses: list[str] = []
        verb = ""
        for predicate in self.predicates:
            row = RELATIONS[predicate.relation]
            says = row.says(predicate)
            clauses.append(says if row.verb in ("", verb) else f"{row.verb} {says}")
            verb = row.verb
        *first, last = clauses
        return f"{', '.join(first)} and {last}" if first else last

    def to_json(self) -> str:
        """The goal as JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Goal:
        """The goal that some JSON says."""
        try:
            return msgspec.json.decode(text, type=cls)
        except msgspec.DecodeError as error:
            raise BadInput(f"not a goal: {error}") from None

    @classmethod
    def from_virtualhome(cls, keys: Mapping[str, int], agent: str = "") -> Goal:
        """A goal of Watch-And-Help ({"on_plate_kitchentable": 2}); `agent` is who shall hold and sit, or anybody."""
        return cls(tuple(_from_virtualhome(key, count, agent) for key, count in keys.items()))


# Counting.


class Named(NamedTuple):
    """The slots that a predicate's names stand for in a scene."""

    objects: Slots
    targets: frozenset[int]


def named_in(known: Statics, predicate: Predicate) -> Named:
    """The slots of a predicate, looked up once and kept with the scene."""
    store = _looked_up(known)
    if predicate not in store:
        row = RELATIONS[predicate.relation]
        objects = slots_of(known, predicate.object) if row.object == "thing" else []
        targets = set(slots_of(known, predicate.target)) if row.target == "thing" else set()
        if row.through_parts:
            targets |= {slot for slot in range(known.count) if _is_built_into(known, slot, targets)}
        store[predicate] = Named(np.array(objects, np.int64), frozenset(targets))
    return store[predicate]


@PerScene
def _looked_up(known: Statics) -> dict[Predicate, Named]:
    """What predicates that were asked about stand for in a scene."""
    return BoundedDict(1000)


def slots_of(known: Statics, name: str) -> list[int]:
    """All whole things of a type, or the one with this id."""
    if name not in catalog():
        return [known.slot(name)]
    return [slot for slot, thing in enumerate(known.things) if thing.type == name and known.made_from[slot] == NONE]


def _is_built_into(known: Statics, slot: int, wholes: set[int]) -> bool:
    """Is a thing part of one of these, at any depth?"""
    while slot not in wholes and slot != NONE:
        slot = int(known.parent[slot])
    return slot != NONE


def _met_carried(state: State, predicate: Predicate, named: Named) -> int:
    now, spots, objects, targets = state.objects, state.statics.spots, named.objects, named.targets
    columns = now.carrier[objects].tolist(), now.spot[objects].tolist(), now.exists[objects].tolist()
    return sum(
        exists and spot != NONE and carrier in targets and spots[carrier][spot].relation == predicate.relation
        for carrier, spot, exists in zip(*columns, strict=True)
    )


def _met_near(state: State, predicate: Predicate, named: Named) -> int:
    objects = set(named.objects.tolist())
    pairs = near_pairs(state, np.array(sorted(objects | named.targets), np.int64)).tolist()
    both_ways = [*pairs, *((b, a) for a, b in pairs)]
    return len({a for a, b in both_ways if a in objects and b in named.targets})


def _met_hold(state: State, predicate: Predicate, named: Named) -> int:
    holder = state.objects.held_by[named.objects]
    return int((holder == state.agent(predicate.target) if predicate.target else holder != NONE).sum())


def _met_sit(state: State, predicate: Predicate, named: Named) -> int:
    seats = state.agents.seat.tolist()
    sitters = [seats[state.agent(predicate.object)]] if predicate.object else seats
    return sum(seat in named.targets for seat in sitters)


def _met_state(state: State, predicate: Predicate, named: Named) -> int:
    return int(true_of(state, predicate.adjective)[named.objects].sum())


# Saying.


def _says_put(predicate: Predicate) -> str:
    return f"{_some(predicate, one='1')} {predicate.relation} {_the(predicate.target)}"


def _says_hold(predicate: Predicate) -> str:
    return _by(predicate.target, f"hold {_some(predicate)}")


def _says_sit(predicate: Predicate) -> str:
    who = predicate.object or ("" if predicate.count == 1 else f"{predicate.count} agents")
    return _by(who, f"sit on {_the(predicate.target)}")


def _says_state(predicate: Predicate) -> str:
    return ADJECTIVES[predicate.adjective].order.format(_some(predicate))


def _by(who: str, clause: str) -> str:
    return f"have {who} {clause}" if who else clause


def _the(name: str) -> str:
    """A type as "the dining table"; an id as it is."""
    return f"the {catalog()[name].singular}" if name in catalog() else name


def _some(predicate: Predicate, one: str = "") -> str:
    """What a predicate is about: "a book", "2 books", "book_1"; `one` stands for a single one's "a" or "an"."""
    if predicate.object not in catalog():
        return predicate.object
    kind = catalog()[predicate.object]
    if predicate.count > 1:
        return f"{predicate.count} {kind.plural}"
    article = one if one and kind.article in ("a", "an") else kind.article
    return f"{article} {kind.singular}"


# The rows.


@dataclass(frozen=True, slots=True)
class Relation:
    """One kind of predicate: what it is about, how it is counted and said."""

    object: Role
    target: Role
    met: Callable[[State, Predicate, Named], int]
    says: Callable[[Predicate], str]
    verb: str = ""
    """A verb that neighbouring clauses share."""
    through_parts: bool = False
    """Does a part of the target count as the target?"""


RELATIONS = {
    "on": Relation("thing", "thing", _met_carried, _says_put, "put", through_parts=True),
    "in": Relation("thing", "thing", _met_carried, _says_put, "put", through_parts=True),
    "near": Relation("thing", "thing", _met_near, _says_put, "put"),
    "hold": Relation("thing", "agent", _met_hold, _says_hold),
    "sit": Relation("agent", "thing", _met_sit, _says_sit),
    "state": Relation("thing", "", _met_state, _says_state),
}
"""All kinds of predicates by name."""

VIRTUALHOME = {"on": "on", "inside": "in", "close": "near", "holds": "hold", "sit": "sit"}
"""What VirtualHome and Watch-And-Help call them."""


# Reading.


def _check_role(relation: str, field: str, role: Role, value: str) -> None:
    """Is there a name where one is needed, and does it name a known type?"""
    if role == "" and value:
        raise BadInput(f"a {relation} predicate has no {field}; it is {value!r}")
    if role != "thing" or value in catalog():
        return
    match = ID.fullmatch(value)
    if match is None or match["type"] not in catalog():
        raise unknown(f"type or id as the {field} of {relation!r}", value, catalog())


def _from_virtualhome(key: str, count: object, agent: str) -> Predicate:
    words = key.split("_")
    if len(words) != 3:
        raise BadInput(f"{key!r} is not of the form relation_object_target, such as on_plate_kitchentable")
    if words[0] not in VIRTUALHOME:
        raise unknown(f"relation in {key!r}", words[0], VIRTUALHOME)
    relation = VIRTUALHOME[words[0]]
    row = RELATIONS[relation]
    object, target = (
        agent if role == "agent" else _type_called(word, key)
        for role, word in zip((row.object, row.target), words[1:], strict=True)
    )
    try:
        return msgspec.convert({"relation": relation, "object": object, "target": target, "count": count}, Predicate)
    except msgspec.ValidationError as error:
        raise BadInput(f"{key!r}: {error}") from None


def _type_called(name: str, key: str) -> str:
    """The one type that VirtualHome calls by this name."""
    found = catalog().called("virtualhome", name)
    if not found:
        every = {alias for kind in catalog().values() for alias in kind.aliases.get("virtualhome", ())}
        raise unknown(f"VirtualHome name in {key!r}", name, every)
    if len(found) > 1:
        raise BadInput(f"{key!r}: {name!r} may be any of {', '.join(kind.name for kind in found)}")
    return found[0].name
