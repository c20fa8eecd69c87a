"""The pieces that a thing is drawn from, and when each of them shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from casita.errors import unknown
from casita.shapes.finish import Finish
from casita.shapes.mesh import Mesh

Moment = Literal["on", "off", "whole", "broken", "clean", "dirty", "raw", "cooked", "liquid", "empty", "draped"]
MOMENTS: tuple[Moment, ...] = get_args(Moment)


@dataclass(frozen=True, slots=True)
class Piece:
    """One part: a mesh in the thing's own axes (metres from the middle of the box's bottom) and its finish."""

    name: str
    """What it is called: handle, door, screen. Pieces of one name are one part."""
    mesh: Mesh
    finish: Finish
    joint: str = ""
    """The joint of the thing's form that carries it; empty if it does not move."""
    when: tuple[Moment, ...] = ()
    """It shows when all of these hold; always if empty."""
    amount: tuple[float, float] = (-1.0, 1.0)
    """It shows when more than the first and at most the second is left of the thing."""
    rise: tuple[tuple[float, float, float, float], ...] = ()
    """For the top of a liquid: (level, height, scale along x, scale along y), by rising level."""
    shrink: float = 1.0
    """How thin it is about its middle (in x and y) when the thing is used up: a roll's 0.3; 1 does not shrink."""
    middle: tuple[float, float] = (0.0, 0.0)
    """The point in x and y that `rise` and `shrink` scale about."""

    def __post_init__(self) -> None:
        for moment in self.when:
            if moment not in MOMENTS:
                raise unknown(f"moment of the piece {self.name!r}", moment, MOMENTS)
