"""What the world asks of physics: what becomes of a thing that is dropped, thrown, pushed or pulled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from casita.world.edit import Edit
from casita.world.outcome import Motion
from casita.world.placing import Landing


@dataclass(frozen=True, slots=True)
class Disturbance:
    """One thing set in motion by an agent."""

    verb: str
    """One of drop, throw, push and pull."""
    object: int
    """Slot of the thing."""
    agent: int
    direction: tuple[float, float]
    """Unit vector, seen from above, that it is sent in."""
    target: int = -1
    """Slot of the thing it is thrown at; -1 if none."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Where a thing came to rest, and what it hit on the way."""

    landing: Landing
    contacts: tuple[tuple[int, float], ...]
    """Slots that it hit, with the impact speed in metres per second."""
    motion: tuple[Motion, ...] = ()


class Physics(Protocol):
    """Anything that can settle a disturbance. Exact: the same state, disturbance and luck, the same result."""

    def settle(self, edit: Edit, disturbance: Disturbance, luck: int) -> Settled | None:
        """Let go, and say where the thing came to rest; None if it cannot move at all."""
