"""A graph as sets of nodes: who has a word, who stands in a relation to whom; each with those of whom it is unclear.

A set of nodes is a whole number whose bits are nodes, so that a step of a program is one operation on such numbers. It
goes with a second set: the nodes of which it is not clear whether they belong, because two things differ by less than
the margin, or because something is not known. A question whose answer depends on those has no answer.

What the relations mean, for x and a node y:

- contained by: x is in a hollow of y, or what carries x, at any depth, is; and a room contains all that is in it;
- on top of: x stands on a surface of y, with nothing in between;
- adjacent to: x and y stand on the same surface, in the same hollow or on the same floor, and seen from above at most
  0.25 m lie between them; two rooms are adjacent if a doorway joins them;
- heavier, lighter: of items, what can be picked up; the heavier one has more than 1.1 times the mass of the other;
- larger, smaller: the volume of the box; longer, shorter: its longest side; both by more than the margin too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, get_args

import numpy as np

from casita.benchmarks.excalibur.graph.nodes import NOWHERE, Columns, Numbers, Truths

Relation = Literal[
    "contained_by", "contains", "adjacent_to", "on_top_of", "under",
    "heavier_than", "lighter_than", "larger_than", "smaller_than", "longer_than", "shorter_than",
]  # fmt: skip
"""How one node stands to another; `under` is said of what something is on top of."""

RELATIONS: tuple[Relation, ...] = get_args(Relation)

MARGIN = 1.1
"""How many times as heavy, large or long one thing must be to count as more; else the two are not compared."""

MEASURES: dict[Relation, tuple[str, bool]] = {
    "heavier_than": ("mass", True),
    "lighter_than": ("mass", False),
    "larger_than": ("volume", True),
    "smaller_than": ("volume", False),
    "longer_than": ("length", True),
    "shorter_than": ("length", False),
}
"""Relations that compare, by which column, and whether more of it."""


class Nodes(NamedTuple):
    """Nodes that belong to a set for sure, and those of which it is unclear; none is in both."""

    sure: int
    unclear: int = 0


NOBODY = Nodes(0)


class Sets:
    """The words and relations of one graph."""

    def __init__(self, graph: Columns) -> None:
        self.graph = graph
        self.things = as_set(graph.is_thing)
        self.items = as_set(graph.is_thing & graph.is_item)
        self.rooms = as_set(graph.is_room)
        self._of_type = _by_word(graph.types)
        self._of_colour = _by_word(graph.colours)
        self._of_material = _by_word(graph.materials)
        self._no_colour = self._of_colour.get("", 0) & self.things
        self._no_material = self._of_material.get("", 0) & self.things
        self._placed = _places(graph)
        self.related = lru_cache(maxsize=None)(self._related)
        """The nodes that stand in a relation to a node: `related("heavier_than", 3)`."""

    def of_type(self, word: str) -> Nodes:
        """Things of a type, or rooms of a kind."""
        return Nodes(self._of_type.get(word, 0))

    def of_colour(self, word: str) -> Nodes:
        """Things of a colour."""
        return Nodes(self._of_colour.get(word, 0), self._no_colour)

    def of_material(self, word: str) -> Nodes:
        """Things of a material."""
        return Nodes(self._of_material.get(word, 0), self._no_material)

    def _related(self, relation: Relation, node: int) -> Nodes:
        if relation in MEASURES:
            return self._compared(relation, node)
        return Nodes(self._placed[relation].get(node, 0))

    def _compared(self, relation: Relation, node: int) -> Nodes:
        name, more = MEASURES[relation]
        values: Numbers = getattr(self.graph, name)
        others = self.graph.is_thing.copy()
        if name == "mass":
            others &= self.graph.is_item
        if not others[node]:
            return NOBODY
        others[node] = False
        own = values[node]
        greater, smaller = values > MARGIN * own, own > MARGIN * values
        found = greater if more else smaller
        return Nodes(as_set(others & found), as_set(others & ~greater & ~smaller))


def as_set(mask: Truths) -> int:
    """The nodes of which something is true, as a set."""
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")


def members(nodes: int) -> list[int]:
    """The nodes of a set, in order."""
    found = []
    while nodes:
        lowest = nodes & -nodes
        found.append(lowest.bit_length() - 1)
        nodes ^= lowest
    return found


def _by_word(words: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for node, word in enumerate(words):
        found[word] = found.get(word, 0) | 1 << node
    return found


def _places(graph: Columns) -> dict[str, dict[int, int]]:
    contained: dict[int, int] = {}
    on_top: dict[int, int] = {}
    adjacent: dict[int, int] = {}
    carrier, is_in = graph.carrier.tolist(), graph.is_in.tolist()
    for node, room in enumerate(graph.room.tolist()):
        if room not in (NOWHERE, node):
            contained[room] = contained.get(room, 0) | 1 << node
        above, below = node, carrier[node]
        if below != NOWHERE and not is_in[node]:
            on_top[below] = on_top.get(below, 0) | 1 << node
        while below != NOWHERE:
            if is_in[above]:
                contained[below] = contained.get(below, 0) | 1 << node
            above, below = below, carrier[below]
    for one, other in graph.adjacent.tolist():
        adjacent[one] = adjacent.get(one, 0) | 1 << other
        adjacent[other] = adjacent.get(other, 0) | 1 << one
    return {
        "contained_by": contained,
        "contains": _inverse(contained),
        "on_top_of": on_top,
        "under": _inverse(on_top),
        "adjacent_to": adjacent,
    }


def _inverse(relation: dict[int, int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for one, others in relation.items():
        for other in members(others):
            found[other] = found.get(other, 0) | 1 << one
    return found
