"""How a robot explores: floor covered, things seen, containers opened and things lifted, as its steps go by."""

from __future__ import annotations

import msgspec
import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.excalibur.episode.body import ROBOT
from casita.world.edit import Edit
from casita.world.ground import SPACING, free_nodes, ground
from casita.world.state import State
from casita.world.statics import NONE

COVERS = 1.0
"""Metres around the robot, in its room, that count as covered floor."""

EVERY = 50
"""Steps from one row of progress to the next."""


class Progress(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was reached after some steps."""

    step: int
    """Since the robot came first, in both phases."""
    area: float
    """Share of the floor where it could stand that it was within a metre of, in the same room."""
    seen: float
    """Share of all things that showed in its pictures."""
    opened: int
    """Things that it opened at least once."""
    lifted: int
    """Things that it held at least once."""


class Measures:
    """Counts while a robot explores; it looks at the state, so nothing of it is given to the robot."""

    def __init__(self, state: State) -> None:
        self._agent = state.agent(ROBOT)
        self._ground = ground(state.statics, state.bodies[self._agent].radius)
        self._free = free_nodes(Edit(state), state.bodies[self._agent].radius)
        self._covered = np.zeros_like(self._free)
        self._seen = np.zeros(state.statics.count, np.bool_)
        self._opened: set[int] = set()
        self._lifted: set[int] = set()
        self._openness = state.objects.openness
        self.rows: list[Progress] = []
        """One for every so many steps, from the first on."""
        self.path: list[tuple[float, float]] = []
        """Where it stood after every step, in the house."""

    def note(self, state: State, shown: Int64s | None) -> None:
        """Count one more step; `shown` are slots of what showed in a picture, if one was drawn."""
        x, y = (round(value, 3) for value in state.agents.position[self._agent].tolist())
        if not self.path or self.path[-1] != (x, y):
            self._cover(x, y, int(state.agents.room[self._agent]))
        self.path.append((x, y))
        if shown is not None:
            self._seen[shown] = True
        if state.objects.openness is not self._openness:
            self._opened.update(np.flatnonzero(state.objects.openness > self._openness).tolist())
            self._openness = state.objects.openness
        held = int(state.agents.hands[self._agent, 0])
        if held != NONE:
            self._lifted.add(held)
        if len(self.path) % EVERY == 1:
            self.rows.append(self.now(state))

    def now(self, state: State) -> Progress:
        """What has been reached."""
        free = self._free & (self._ground.room != NONE)
        area = float((self._covered & free).sum() / max(1, free.sum()))
        there = state.objects.exists
        seen = float((self._seen & there).sum() / there.sum())
        return Progress(len(self.path), round(area, 4), round(seen, 4), len(self._opened), len(self._lifted))

    def _cover(self, x: float, y: float, room: int) -> None:
        row, column = self._ground.node(x, y)
        reach = round(COVERS / SPACING)
        top, left = max(0, row - reach), max(0, column - reach)
        rows, columns = np.ogrid[top : row + reach + 1, left : column + reach + 1]
        near = (rows - row) ** 2 + (columns - column) ** 2 <= reach * reach
        window = self._covered[top : row + reach + 1, left : column + reach + 1]
        near = near[: window.shape[0], : window.shape[1]]
        here = self._ground.room[top : row + reach + 1, left : column + reach + 1] == room
        window |= near & here
