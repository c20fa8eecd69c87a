"""What a helper knows of the one he helps: where she is and goes, what she carries and is probably about to take."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.agents.roles import ALICE
from casita.agents.view import View
from casita.agents.ways import Ways
from casita.world.statics import NONE

AT_IT = 1
"""Steps from something within which she counts as being at it."""

STRIDES = 3
"""Steps of hers that tell where she is going."""

STRAIGHT = 2
"""Steps that she must have come nearer to something in so many, to be going there."""

TRUST = 10
"""Steps that she is given to do what she was about to do, when she is out of sight, besides the way there and back."""


class Partner:
    """Alice in Bob's eyes."""

    def __init__(self, name: str = ALICE) -> None:
        self.name = name
        self.at: tuple[float, float] | None = None
        """Where she was when last seen; None if she was never seen."""
        self.rooms: frozenset[int] = frozenset()
        """The rooms where she is or is going, as far as is known."""
        self.is_seen = False
        self.holds: frozenset[int] = frozenset()
        """What she held when last seen."""
        self.carried: set[int] = set()
        """What she was seen to hold and was not seen elsewhere since."""
        self._track: list[tuple[float, float]] = []
        """Where she stood at the last steps, the last one last, as long as she is in sight."""
        self._heading = NONE
        self._expected = (NONE, 0)

    def see(self, view: View, home: Ways) -> None:
        """Take in what is seen of her now."""
        self.is_seen = self.name in view.others
        held = set(np.nonzero(view.holder > 0)[0].tolist())
        self.carried -= {slot for slot in self.carried if view.things[slot]}
        self.carried |= held
        if self.is_seen:
            self.at, self.holds = view.others[self.name], frozenset(held)
            self._track = [*self._track[-STRIDES:], self.at]
            self._heading = self._going_to(view, home)
            self.rooms = frozenset({view.here, self._heading} - {NONE})
        else:
            self._track = []
            self.rooms = frozenset({self._heading} if self._heading != NONE else self.rooms) - {view.here}

    def _going_to(self, view: View, home: Ways) -> int:
        """The other room that she is on the way to; NONE if none."""
        rooms = [room for room in range(len(view.known.rooms)) if room != view.here]
        if not rooms:
            return NONE
        now, before = home.steps([home.to_room(room) for room in rooms], [self._track[-1], self._track[0]])[:2]
        likely = [n for n in range(len(rooms)) if before[n] - now[n] >= STRAIGHT]
        return rooms[min(likely, key=lambda n: (int(now[n]), n))] if likely else NONE

    def next_take(self, things: Sequence[int], numbers: Sequence[int], view: View, home: Ways) -> int:
        """Which of some things she is about to take; NONE if none, or if Bob is nearer to it.

        Each thing has its number among the places of `home`. She goes for what she comes nearer to. Out of sight she
        is trusted for a while to do what she was about to do.
        """
        if not self.is_seen:
            slot, until = self._expected
            return slot if view.tick < until and slot in things else NONE
        self._expected = (NONE, 0)
        if self.holds or not things:
            return NONE
        now, before, mine = home.steps(list(numbers), [self._track[-1], self._track[0], view.at])[:3]
        nearing = before - now
        likely = [n for n in range(len(things)) if now[n] < mine[n] and (now[n] <= AT_IT or nearing[n] >= STRAIGHT)]
        if not likely:
            return NONE
        best = min(likely, key=lambda n: (int(now[n] - 2 * nearing[n]), n))
        self._expected = (things[best], view.tick + 2 * int(now[best]) + TRUST)
        return things[best]
