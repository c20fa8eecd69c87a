"""Somebody lives in the house: between the phases items are put elsewhere, where the world's own rules let them stand.

The questions stay the same. What was true may no longer be: phase IV is marked by the graph of the house as it was, but
for what the resident moved. A move that would leave a question without an answer is not made.
"""

from __future__ import annotations

from collections.abc import Sequence

from casita.benchmarks.excalibur.graph.reading import graph_of
from casita.benchmarks.excalibur.questions.programs import Program, answer_or_none
from casita.seeds import Stream
from casita.world.edit import Edit
from casita.world.placing import Landing, free_landing, place
from casita.world.state import State
from casita.world.statics import NONE

TRIES = 6
"""Moves that are tried for every one that is made, at the most."""


class Resident:
    """Whoever lives there; what he does follows from his luck, and from the house as the robot left it."""

    def __init__(self, start: State, programs: Sequence[Program], luck: Stream, moves: int) -> None:
        self._start, self._programs, self._luck, self._moves = start, programs, luck, moves
        self.answers = self._answered(start)
        """What is true now, question by question."""
        self.moved: list[str] = []
        """Ids of what was moved, in order."""

    def live(self, state: State) -> State:
        """Move some items; the house afterwards."""
        now, true = state, self._start
        for _ in range(TRIES * self._moves):
            if len(self.moved) == self._moves:
                break
            slot, landing = self._idea(now)
            if landing is None:
                continue
            after = _with(true, slot, landing)
            answers = self._answered(after)
            if all(answers):
                self.answers = answers
                now, true = _with(now, slot, landing), after
                self.moved.append(state.statics.ids[slot])
        return now

    def _answered(self, state: State) -> tuple[str, ...]:
        sets = graph_of(state).sets
        return tuple(answer_or_none(program, sets) for program in self._programs)

    def _idea(self, state: State) -> tuple[int, Landing | None]:
        """An item, and a free place for it on or in something where such things are usually kept."""
        known, now, edit = state.statics, state.objects, Edit(state)
        items = [
            slot
            for slot in range(known.count)
            if known.can["pick_up"][slot] and now.exists[slot] and now.held_by[slot] == NONE and not edit.contents(slot)
        ]
        slot = self._luck.choice(items)
        usual = {type for types in known.kinds[slot].found.values() for type in types}
        carriers = [
            other
            for other in known.takers
            if known.things[other].type in usual and now.exists[other] and other not in (slot, int(now.carrier[slot]))
        ]
        if not carriers:
            return slot, None
        carrier = self._luck.choice(carriers)
        places = [number for number, spot in enumerate(known.spots[carrier]) if not spot.hang]
        if not places:
            return slot, None
        return slot, free_landing(edit, slot, carrier, self._luck.choice(places), self._luck.below(1 << 30))


def _with(state: State, slot: int, landing: Landing) -> State:
    """A state with one thing elsewhere."""
    edit = Edit(state)
    place(edit, slot, landing)
    return edit.finished(state.tick)
