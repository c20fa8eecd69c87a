"""The discrete actions of an env: a table that is fixed for a scene and a body, and a mask of what makes sense.

Each row of the table is a verb and one thing, room, agent, liquid or text; the verbs' own rows say which (`Offered`).
Verbs that need two things take what is in a hand as their object, so that the table grows with the
number of things and not with its square; `move_to`, which needs no hand, has rows only for the pairs
that an env offers. Things are pushed away and pulled closer, and in the directions that an env offers.

A mask asks of every row a few facts: what its thing affords (or it has no row), and simple states such
as open, held, dirty or in reach. Facts are bits, so a mask is one comparison over the table. A row
whose mask is 0 is refused, or is about something that the agent does not see; one whose mask is 1 may
still be refused, since only `step` decides about space, ways, tools and sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, get_args

import numpy as np

from casita.arrays import Bools, Int8s, Int64s
from casita.catalog import Affordance
from casita.errors import BadInput, unknown
from casita.world import facts as fact
from casita.world.action import Action
from casita.world.arm.verbs import verbs_of
from casita.world.liquids import LIQUIDS
from casita.world.needs import DRAINS
from casita.world.state import State
from casita.world.statics import NONE, Statics
from casita.world.verb import Offered, Verb
from casita.world.verbs import SIDES, VERBS


def _in_order(verbs: Iterable[Verb]) -> list[Verb]:
    """Verbs in the order of an env's table: to wait, which is always number 0; what is about nothing; the others."""
    return sorted(verbs, key=lambda verb: (verb.name != "wait", verb.offered != (Offered(),)))


VERBS_OF_ENVS = tuple(verb.name for verb in _in_order(VERBS.values()))
"""The verbs that an env offers if it is not told which; the arm's are offered to robots if they are named."""


def _has_places(known: Statics) -> Bools:
    """Can things be put on or in it, or on or in its parts?"""
    own = np.array([bool(spots) for spots in known.spots], np.bool_)
    with_parts = own.copy()
    with_parts[known.parent[own & (known.parent != NONE)]] = True
    return with_parts


ABOUT: dict[str, Callable[[Statics], Bools]] = {
    "thing": lambda known: np.ones(known.count, np.bool_),
    "movable": lambda known: known.loose | known.can["move"],
    "receptacle": _has_places,
    "container": lambda known: _has_places(known) | known.can["fill"],
    "vessel": lambda known: known.can["fill"] | np.array([kind.name in DRAINS for kind in known.kinds]),
    **{name: lambda known, name=name: known.can[name] for name in get_args(Affordance)},  # type: ignore[misc]
}
"""Which things rows are about, by what a verb is offered for."""


class Offer(NamedTuple):
    """What a table has rows for that does not follow from the scene."""

    messages: Sequence[str] = ()
    """Texts that can be said."""
    directions: Sequence[str] = ()
    """Directions in which things can be pushed and pulled, besides away and closer."""
    moves: Sequence[tuple[str, str]] = ()
    """Ids of a thing and of what it can be moved to."""

    def check(self, known: Statics) -> None:
        """BadInput if a direction is none, or an id is not in the scene."""
        for direction in self.directions:
            if direction not in SIDES:
                raise unknown("direction", direction, SIDES)
        for pair in self.moves:
            for id in pair:
                known.slot(id)


NOTHING_MORE = Offer()


class Choice(NamedTuple):
    """One row of a table."""

    verb: str
    field: str = ""
    value: str = ""
    """What the field says: an id, or a text."""
    liquid: str = ""
    hand: int = NONE
    """The hand whose content is the object; NONE for no hand."""
    direction: str = ""
    target: str = ""
    """What the object is moved to."""


class Choices:
    """The table of one agent."""

    def __init__(
        self, state: State, agent: int, *, verbs: Sequence[str], offer: Offer = NOTHING_MORE, max_actions: int = 0
    ) -> None:
        table = verbs_of([state.bodies[agent]])
        for verb in verbs:
            if verb not in table:
                raise unknown("verb of an env", verb, table)
        offer.check(state.statics)
        self.agent = agent
        rows = [row for verb in _in_order(table[name] for name in table if name in verbs)
                for row in _rows(verb, state, agent, offer)]  # fmt: skip
        if max_actions and max_actions < len(rows):
            raise BadInput(f"{state.scene.name} has {len(rows)} actions; max_actions is {max_actions}")
        padding = [(Choice("wait"), state.statics.count, fact.NEVER)] * (max_actions - len(rows))
        self.rows = tuple(row for row, _, _ in rows + padding)
        self.slots = np.array([slot for _, slot, _ in rows + padding], np.int64)
        self.facts = np.array([facts for _, _, facts in rows + padding], np.int64)

    def __len__(self) -> int:
        return len(self.rows)

    def action(self, number: int, state: State) -> Action:
        """The action that a row of the table means in a state."""
        if not 0 <= number < len(self.rows):
            raise BadInput(f"actions are 0 to {len(self.rows) - 1}; it is {number}")
        row = self.rows[number]
        fields: dict[str, Any] = {row.field: row.value} if row.field else {}
        if row.hand != NONE:
            held = int(state.agents.hands[self.agent, row.hand])
            fields["object"] = state.statics.ids[held] if held != NONE else ""
        if row.target:
            fields["target"] = row.target
        return Action(state.names[self.agent], row.verb, liquid=row.liquid, direction=row.direction, **fields)

    def mask(self, facts: Int64s, into: Int8s | None = None) -> Int8s:
        """1 for every row whose facts are given, by the facts of every slot; written `into` an array or a new one."""
        given = facts[self.slots]
        given &= self.facts
        mask = np.empty(len(self.rows), np.int8) if into is None else into
        np.equal(given, self.facts, out=mask.view(np.bool_))
        return mask


def _rows(verb: Verb, state: State, agent: int, offer: Offer) -> Iterator[tuple[Choice, int, int]]:
    """The rows of a verb, each with its slot (that after the last for none) and the facts it asks for."""
    for offered in verb.offered:
        for hand in range(state.bodies[agent].hands) if offered.by_hand else [NONE]:
            facts = verb.facts(offered)
            if hand > 0:
                facts = (facts & ~fact.OF_A_HAND) | (facts & fact.OF_A_HAND) << hand
            for choice, slot, liquid_fact in _choices(verb, offered, state, agent, offer):
                yield choice._replace(hand=hand), slot, facts | liquid_fact


def _choices(verb: Verb, offered: Offered, state: State, agent: int, offer: Offer) -> Iterator[tuple[Choice, int, int]]:
    """What a verb is offered for, with its slot and the fact about its liquid, if it has one."""
    known, field = state.statics, offered.field
    others = [name for name in state.names if name != state.names[agent]]
    named = {"room": [room.id for room in known.rooms], "agent": others, "text": offer.messages, "": [""]}
    if offered.about in named:
        for value in named[offered.about]:
            yield Choice(verb.name, field if value else "", value), known.count, 0
    elif offered.about == "direction":
        for direction in verb.directions:
            yield Choice(verb.name, direction=direction), known.count, 0
    elif offered.about == "liquid":
        for slot in np.nonzero(known.can["fill"])[0].tolist():
            for liquid in known.kinds[slot].liquids:
                bit = fact.FIRST_LIQUID << (LIQUIDS.index(liquid) - 1)
                yield Choice(verb.name, field, known.ids[slot], liquid), slot, bit
    elif offered.about == "pair":
        for id, target in offer.moves:
            yield Choice(verb.name, field, id, target=target), known.index[id], 0
    else:
        ways = ("", *offer.directions) if verb.directions else ("",)
        for slot in np.nonzero(ABOUT[offered.about](known))[0].tolist():
            for way in ways:
                yield Choice(verb.name, field, known.ids[slot], direction=way), slot, 0
