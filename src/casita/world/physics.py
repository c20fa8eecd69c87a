"""What the world asks of physics: what becomes of a thing that is dropped, thrown, pushed or pulled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from casita.world.outcome import Motion
from casita.world.state import State

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Disturbance:
    """One thing set in motion."""

    verb: Literal["drop", "throw", "push", "pull", "settle"]
    object: int
    """Slot of the thing."""
    velocity: Vector = (0.0, 0.0, 0.0)
    """Metres per second that it starts with."""
    force: Vector = (0.0, 0.0, 0.0)
    """Newtons that act on it while it is pushed or pulled."""


@dataclass(frozen=True, slots=True)
class Settled:
    """Where everything that moved came to rest."""

    objects: tuple[int, ...]
    positions: tuple[Vector, ...]
    rotations: tuple[tuple[float, float, float, float], ...]
    contacts: tuple[tuple[int, int, float], ...]
    """Pairs of slots that hit each other, with the impact speed in metres per second."""
    motion: tuple[Motion, ...] = ()


class Physics(Protocol):
    """Anything that can settle a disturbance. Exact: the same state and disturbance, the same result."""

    def settle(self, state: State, disturbance: Disturbance, seed: int) -> Settled:
        """Let go, and say where things came to rest."""
