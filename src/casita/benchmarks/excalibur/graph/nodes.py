"""The columns of a graph: one row a node, things first, then rooms, then the agent; nothing in it is an id.

What is not known of a node is empty text, or not a number. A graph that an agent made of what it has seen so far is of
the same kind as that of the whole house, and the same programs run over both.
"""

from __future__ import annotations

from dataclasses import dataclass

from casita.arrays import Bools, Float64s, Int64s
from casita.errors import BadInput

Truths = Bools
Numbers = Float64s
Rows = Int64s

NOWHERE = -1
"""What carries a thing that stands on the floor, hangs on a wall or is built in."""


@dataclass(frozen=True)
class Columns:
    """What is in a house, by node."""

    types: tuple[str, ...]
    """Of a thing its type (mug), of a room its kind (kitchen), of the agent "agent"."""
    is_thing: Truths
    is_room: Truths
    is_item: Truths
    """Can it be picked up?"""
    colours: tuple[str, ...]
    """Empty for what is not known, and for rooms and the agent."""
    materials: tuple[str, ...]
    mass: Numbers
    """Kilograms of items that carry nothing, with their liquid: what an arm feels; else not a number."""
    volume: Numbers
    """Cubic metres of its box; not a number if not known."""
    length: Numbers
    """Metres of its longest side; not a number if not known."""
    carrier: Rows
    """The node that carries a thing directly, `NOWHERE` if there is none."""
    is_in: Truths
    """Is it in its carrier, rather than on it?"""
    room: Rows
    """The node of its room; of a room, itself."""
    adjacent: Rows
    """Pairs of nodes that are adjacent, each once: rows of two."""
    is_hidden: Truths
    """Is it shut away: inside something that is closed?"""

    def __post_init__(self) -> None:
        for name, column in vars(self).items():
            if name != "adjacent" and len(column) != len(self.types):
                raise BadInput(f"a graph of {len(self.types)} nodes has {len(column)} rows of {name}")

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self.types)
