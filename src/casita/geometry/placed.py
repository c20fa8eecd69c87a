"""What geometry needs to know of a thing, whoever keeps it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

Vector = tuple[float, float, float]


class Placed(Protocol):
    """A body of a type and variant, of a size, at a pose."""

    @property
    def type(self) -> str:
        """Name of its type."""

    @property
    def variant(self) -> str:
        """Which of the type's forms it has."""

    @property
    def position(self) -> Vector:
        """The middle of its box's bottom."""

    @property
    def rotation(self) -> Vector:
        """Roll, pitch and yaw in degrees."""

    @property
    def size(self) -> Vector:
        """Depth, width and height of its box."""

    @property
    def openness(self) -> float:
        """How far it is open, from 0 to 1."""


class PlacedBody(NamedTuple):
    """Such a body, and nothing else about it."""

    type: str
    variant: str
    position: Vector
    rotation: Vector
    size: Vector
    openness: float
