"""A graph: its columns, the same as sets of nodes, and the graph of some of its nodes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from casita.benchmarks.excalibur.graph.nodes import NOWHERE, Columns, Numbers, Rows, Truths
from casita.benchmarks.excalibur.graph.sets import Sets

__all__ = ["NOWHERE", "Graph", "Numbers", "Rows", "Truths"]


@dataclass(frozen=True)
class Graph(Columns):
    """What is in a house, by node."""

    @cached_property
    def sets(self) -> Sets:
        """The same as sets of nodes, which programs run over."""
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
