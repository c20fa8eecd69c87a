"""The discrete actions of an env: a table that is fixed for a scene and a body, and a mask of what makes sense.

Each row of the table is a verb and one thing, room, agent, liquid or text; the blocks below say which.
Verbs that need two things take what is in a hand as their object, so that the table grows with the
number of things and not with its square; `move_to`, which needs no hand, has rows only for the pairs
that an env offers. Things are pushed away and pulled closer, and in the directions that an env offers.

A mask asks of every row a few facts: what its thing affords (or it has no row), and simple states such
as open, held, dirty or in reach. Facts are bits, so a mask is one comparison over the table. A row
whose mask is 0 is refused, or is about something that the agent does not see; one whose mask is 1 may
still be refused, since only `step` decides about space, ways, tools and sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from casita.catalog import Affordance
from casita.envs import facts as fact
from casita.envs.facts import DRAINS
from casita.errors import BadInput, unknown
from casita.world.action import Action
from casita.world.liquids import LIQUIDS
from casita.world.state import State
from casita.world.statics import NONE, Statics

OF_A_HAND = fact.HOLDS | fact.BESIDE | fact.TAKES | fact.POURED
"""The facts that are about what is in a hand."""

REACH = fact.EXISTS | fact.SEEN | fact.OUT | fact.NEAR
PUT = REACH | fact.HOLDS | fact.BESIDE


class Block(NamedTuple):
    """Rows for one verb: one for every thing it can be about, and where `by_hand`, for every hand."""

    verb: str
    about: str = ""
    """An affordance, or one of `ABOUT`; empty for a verb that is about nothing."""
    facts: int = 0
    field: str = "object"
    """The field of the action that says what it is about."""
    by_hand: bool = False
    """The object is what the hand holds."""


BLOCKS = (
    Block("wait"),
    Block("move_ahead", "", fact.STANDS),
    Block("move_back", "", fact.STANDS),
    Block("move_left", "", fact.STANDS),
    Block("move_right", "", fact.STANDS),
    Block("turn_left"),
    Block("turn_right"),
    Block("look_up", "", fact.LOOKS_UP),
    Block("look_down", "", fact.LOOKS_DOWN),
    Block("stand", "", fact.SITS),
    Block("walk_to", "room", fact.STANDS, "target"),
    Block("walk_to", "agent", fact.STANDS, "target"),
    Block("walk_to", "thing", fact.EXISTS | fact.SEEN | fact.STANDS, "target"),
    Block("follow", "agent", fact.STANDS, "target"),
    Block("pick_up", "pick_up", REACH | fact.FREE | fact.FREE_HAND),
    Block("put", "receptacle", PUT | fact.TAKES | fact.RECEIVES, "target", by_hand=True),
    Block("put_near", "thing", PUT, "target", by_hand=True),
    Block("move_to", "pair", REACH | fact.OURS),
    Block("take_out", "pick_up", REACH | fact.OURS | fact.INSIDE),
    Block("drop", "", fact.HOLDS, by_hand=True),
    Block("throw", "", fact.HOLDS, by_hand=True),
    Block("throw", "receptacle", fact.EXISTS | fact.SEEN | fact.HOLDS | fact.BESIDE, "target", by_hand=True),
    Block("push", "movable", REACH | fact.FREE),
    Block("pull", "movable", REACH | fact.FREE),
    Block("open", "open", REACH | fact.OURS | fact.OPENS),
    Block("close", "open", REACH | fact.OURS | fact.CLOSES),
    Block("turn_on", "toggle", REACH | fact.WHOLE | fact.OFF),
    Block("turn_off", "toggle", REACH | fact.ON),
    Block("slice", "slice", REACH | fact.WHOLE | fact.FREE),
    Block("break", "break", REACH | fact.WHOLE | fact.OURS),
    Block("fill", "liquid", REACH | fact.WHOLE | fact.NOT_FULL),
    Block("pour", "vessel", PUT & ~fact.OUT | fact.POURED, "target", by_hand=True),
    Block("empty", "container", REACH | fact.OURS | fact.CONTENTS),
    Block("make_dirty", "dirty", REACH | fact.CLEAN),
    Block("clean", "dirty", REACH | fact.DIRTY),
    Block("cook", "cook", REACH | fact.RAW),
    Block("use_up", "use_up", REACH | fact.LEFT),
    Block("eat", "eat", REACH | fact.OURS),
    Block("drink", "drink_from", REACH | fact.OURS | fact.FILLED),
    Block("dispose_of", "pick_up", REACH | fact.OURS),
    Block("tidy", "receptacle", REACH | fact.LOADED),
    Block("sit", "sit_on", REACH | fact.STANDS | fact.SEAT_FREE),
    Block("say", "text", 0, "text"),
)
"""All rows of a table, in its order."""

VERBS_OF_ENVS = tuple(dict.fromkeys(block.verb for block in BLOCKS))
"""The verbs that an env can offer."""


def _has_places(known: Statics) -> NDArray[np.bool_]:
    """Can things be put on or in it, or on or in its parts?"""
    own = np.array([bool(spots) for spots in known.spots], np.bool_)
    with_parts = own.copy()
    with_parts[known.parent[own & (known.parent != NONE)]] = True
    return with_parts


ABOUT: dict[str, Callable[[Statics], NDArray[np.bool_]]] = {
    "thing": lambda known: np.ones(known.count, np.bool_),
    "movable": lambda known: known.loose | known.can["move"],
    "receptacle": _has_places,
    "container": lambda known: _has_places(known) | known.can["fill"],
    "vessel": lambda known: known.can["fill"] | np.array([kind.name in DRAINS for kind in known.kinds]),
    **{name: lambda known, name=name: known.can[name] for name in get_args(Affordance)},  # type: ignore[misc]
}
"""Which things a block is about."""


DIRECTIONS = ("ahead", "back", "left", "right")
"""Where things can be pushed and pulled, seen from the agent."""


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
            if direction not in DIRECTIONS:
                raise unknown("direction", direction, DIRECTIONS)
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
        for verb in verbs:
            if verb not in VERBS_OF_ENVS:
                raise unknown("verb of an env", verb, VERBS_OF_ENVS)
        offer.check(state.statics)
        self.agent = agent
        rows = [row for block in BLOCKS if block.verb in verbs for row in _rows(block, state, agent, offer)]
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

    def mask(self, facts: NDArray[np.int64], into: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """1 for every row whose facts are given, by the facts of every slot; written `into` an array or a new one."""
        given = facts[self.slots]
        given &= self.facts
        mask = np.empty(len(self.rows), np.int8) if into is None else into
        np.equal(given, self.facts, out=mask.view(np.bool_))
        return mask


def _rows(block: Block, state: State, agent: int, offer: Offer) -> Iterator[tuple[Choice, int, int]]:
    """The rows of a block, each with its slot (that after the last for none) and the facts it asks for."""
    known = state.statics
    others = [name for name in state.names if name != state.names[agent]]
    named = {"room": [room.id for room in known.rooms], "agent": others, "text": offer.messages, "": [""]}
    ways = ("", *offer.directions) if block.verb in ("push", "pull") else ("",)
    for hand in range(state.bodies[agent].hands) if block.by_hand else [NONE]:
        facts = block.facts
        if hand > 0:
            facts = (facts & ~OF_A_HAND) | (facts & OF_A_HAND) << hand
        if block.about in named:
            for value in named[block.about]:
                yield Choice(block.verb, block.field if value else "", value, hand=hand), known.count, facts
        elif block.about == "liquid":
            for slot in np.nonzero(known.can["fill"])[0].tolist():
                for liquid in known.kinds[slot].liquids:
                    bit = fact.FIRST_LIQUID << (LIQUIDS.index(liquid) - 1)
                    yield Choice(block.verb, block.field, known.ids[slot], liquid), slot, facts | bit
        elif block.about == "pair":
            for id, target in offer.moves:
                yield Choice(block.verb, block.field, id, target=target), known.index[id], facts
        else:
            for slot in np.nonzero(ABOUT[block.about](known))[0].tolist():
                for way in ways:
                    yield Choice(block.verb, block.field, known.ids[slot], hand=hand, direction=way), slot, facts
