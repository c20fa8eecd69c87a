"""All that could be asked for in a room as it is now: every verb with every thing that it may be done to.

Most of it can be done; what cannot, for a reason that only trying shows, is refused when it is tried.
"""

from __future__ import annotations

from collections.abc import Iterator

from casita.benchmarks.env_qa.films.names import NEVER_NAMED
from casita.benchmarks.env_qa.films.verbs import LIQUIDS, VERBS, Instruction
from casita.catalog import ObjectType
from casita.world.shut import OPEN_ENOUGH, shut_now
from casita.world.state import State
from casita.world.statics import NONE

VESSELS = frozenset({"plate", "bowl", "pan", "pot", "box"})
"""Loose things that others are moved to."""


class Options:
    """What could be asked for in a state."""

    def __init__(self, state: State) -> None:
        self.state = state
        known, now, shut = state.statics, state.objects, shut_now(state)
        self.things = {
            thing.id: thing.kind for slot, thing in enumerate(state.scene.things)
            if now.exists[slot] and thing.type not in NEVER_NAMED and not shut[slot]
        }  # fmt: skip
        self._slots = {id: known.slot(id) for id in self.things}
        self.loose = [id for id, kind in self.things.items() if kind.is_loose]
        self.receptacles = [
            id for id, kind in self.things.items()
            if kind.name in VESSELS or (kind.is_receptacle and not kind.is_loose)
        ]  # fmt: skip
        self.breakable = [
            id for id, kind in self.things.items() if kind.can("break") and not now.broken[self._slots[id]]
        ]
        """What others are thrown at, as in the paper's lists."""
        carried = {int(slot) for slot in now.carrier[known.loose & now.exists].tolist()} - {NONE}
        self.carrying = {id for id, slot in self._slots.items() if slot in carried}
        """What has something loose on or in it."""

    def objects(self, verb: str) -> list[str]:
        """The things that a verb may be done to, by id."""
        row = VERBS[verb]
        return [id for id, kind in self.things.items() if row.takes(kind) and self._is_ready(verb, id, kind)]

    def instructions(self, verb: str, object: str) -> Iterator[Instruction]:
        """All instructions with a verb about a thing."""
        if verb == "move":
            yield from (Instruction(verb, object, other) for other in self.receptacles if other != object)
        elif verb == "put near":
            yield from (Instruction(verb, object, other) for other in self.things if other != object)
        elif verb == "fill":
            liquids = [liquid for liquid in LIQUIDS if liquid in self.things[object].liquids]
            yield from (Instruction(verb, object, liquid=liquid) for liquid in liquids)
        elif verb == "throw":
            yield Instruction(verb, object)
            yield from (Instruction(verb, object, other) for other in self.breakable if other != object)
        else:
            yield Instruction(verb, object)

    def _is_ready(self, verb: str, id: str, kind: ObjectType) -> bool:
        """Is a thing in a state in which this makes sense?"""
        now, slot = self.state.objects, self._slots[id]
        ready = {
            "open": now.openness[slot] < OPEN_ENOUGH,
            "close": now.openness[slot] >= OPEN_ENOUGH,
            "turn on": not now.on[slot],
            "turn off": now.on[slot],
            "clean": now.dirty[slot],
            "make dirty": not now.dirty[slot],
            "fill": now.liquid[slot] == 0 and any(liquid in kind.liquids for liquid in LIQUIDS),
            "empty": now.liquid[slot] != 0,
            "break": not now.broken[slot],
            "use up": now.amount[slot] > 0.0,
            "tidy": id in self.carrying and not kind.is_loose,
        }
        return bool(ready.get(verb, True))
