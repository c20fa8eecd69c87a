"""The columns of a graph: one row a node, things first, then rooms, then the agent; nothing in it is an id.

What is not known of a node is empty text, or not a number. A graph that an agent made of what it has seen so far is of
the same kind as that of the whole house, and the same programs run over both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from casita.errors import BadInput

if TYPE_CHECKING:
    from casita.benchmarks.excalibur.graph.sets import Sets

Truths = NDArray[np.bool_]
Numbers = NDArray[np.float64]
Rows = NDArray[np.int64]

NOWHERE = -1
"""What carries a thing that stands on the floor, hangs on a wall or is built in."""


@dataclass(frozen=True)
class Graph:
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

    @cached_property
    def sets(self) -> Sets:
        """The same as sets of nodes, which programs run over."""
        from casita.benchmarks.excalibur.graph.sets import Sets

        return Sets(self)

    def among(self, kept: Truths) -> Graph:
        """The graph of some of its nodes; what is carried by one that is left out is carried by nothing."""
        number = np.cumsum(kept) - 1
        rows = np.flatnonzero(kept)
        carrier = self.carrier[rows]
        is_carried = (carrier != NOWHERE) & kept[carrier]
        both = kept[self.adjacent].all(axis=1)
        return Graph(
            tuple(self.types[row] for row in rows.tolist()),
            self.is_thing[rows],
            self.is_room[rows],
            self.is_item[rows],
            tuple(self.colours[row] for row in rows.tolist()),
            tuple(self.materials[row] for row in rows.tolist()),
            self.mass[rows],
            self.volume[rows],
            self.length[rows],
            np.where(is_carried, number[carrier], NOWHERE),
            self.is_in[rows] & is_carried,
            np.where(kept[self.room[rows]], number[self.room[rows]], NOWHERE),
            number[self.adjacent[both]],
            self.is_hidden[rows],
        )

    def visible(self) -> Graph:
        """The graph without what is shut away."""
        return self.among(~self.is_hidden)
