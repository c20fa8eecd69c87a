"""The graph that our agent makes of what it remembers: the same programs run over it as over the house's.

What it has not found but is asked about stands in it as a guess: a thing of that type, of the usual size, nowhere.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from casita.agents.explorer.memory import Memory, Remembered
from casita.agents.explorer.relating import EXACT, NOTHING, ROUGH, ROUGHEST, Slack, Standing, beside, standings
from casita.agents.explorer.senses import Seen
from casita.agents.explorer.weighing import Weight, usual_weight
from casita.benchmarks.excalibur.graph.columns import NOWHERE, Graph, Truths
from casita.benchmarks.excalibur.graph.reading import AGENT, NAMED_PARTS, STRUCTURE
from casita.benchmarks.excalibur.models.ours_naming import Doubts, as_named, possible_types
from casita.catalog import catalog
from casita.seeds import Stream

SHRUNK = 0.9
"""How large items are, of what is usual, where nothing else is known."""


class Sight(NamedTuple):
    """How far what is remembered can be relied on."""

    slack: Slack
    """How exact boxes are."""
    least_sure: float
    """How sure it must be that a thing is there at all."""
    least_likely: float = 0.0
    """How sure it must be that a thing may be there: of such things, each house that is drawn has some."""


CLEAR, BLURRED, FLAT = Sight(EXACT, 0.0), Sight(ROUGH, 0.4, 0.15), Sight(ROUGHEST, 0.4, 0.15)
"""Of who is told what shows, of who judges from pictures with depth, and of who does so without."""


class RememberedHouse:
    """A graph of what is remembered, with the weights of its items as intervals."""

    def __init__(
        self, memory: Memory, guesses: Iterable[str] = (), sight: Sight = CLEAR, single: Collection[str] = ()
    ) -> None:
        """`guesses` are types of which one is supposed somewhere, though it was not found.

        `single` are types of things and kinds of rooms of which there is one: who is not sure takes the likeliest.
        """
        everything = [each for each in memory if each.seen.type in catalog() and each.seen.type not in STRUCTURE]
        if sight.least_likely:
            everything = as_named([each for each in everything if each.seen.sure >= sight.least_likely], single)
        self.possible = possible_types(everything)
        """The types that things in it may be of."""
        seen = [each.seen for each in everything]
        where = standings(seen, sight.slack)
        node_of = [_node(number, seen, where) for number in range(len(seen))]
        self.nodes: list[Remembered | None] = [
            each for number, each in enumerate(everything) if node_of[number] == number
        ]
        """What was remembered of every thing of the graph; None for a guess."""
        kept = [number for number in range(len(seen)) if node_of[number] == number]
        row = {number: position for position, number in enumerate(kept)}
        carrier, inside = _carriers(kept, row, node_of, where)
        pairs = [(row[one], row[other]) for one, other in beside(seen, where, kept, sight.slack)]
        guessed = sorted(guesses)
        self.nodes += [None] * len(guessed)
        self._samples: list[Graph] = []
        self._sight = sight
        self._sure = np.array([1.0 if each is None else each.seen.sure for each in self.nodes])
        rooms = _room_numbers(memory, single if sight.least_likely else ())
        self.graph = _graph([seen[number] for number in kept], guessed, carrier, inside, pairs, memory, rooms)
        """What is known but for masses: whatever depends on those is unclear in it."""
        laden = {position for position in carrier if position != NOWHERE}
        self.weights: list[Weight | None] = [
            None if position in laden or not catalog()[self.graph.types[position]].is_loose
            else usual_weight(self.graph.types[position]) if each is None else each.weight
            for position, each in enumerate(self.nodes)
        ]  # fmt: skip
        """Of items that carry nothing; None for all else."""
        self._doubts = Doubts(self.nodes, self.weights)

    def weighed(self, masses: Sequence[float]) -> Graph:
        """The graph with a mass for every thing."""
        column = np.full(len(self.graph), np.nan)
        column[: len(masses)] = masses
        return replace(self.graph, mass=column)

    def likeliest(self) -> Graph:
        """The graph of what is there for sure, with every weight in the middle of what is known of it."""
        middles = [np.nan if weight is None else weight.middle for weight in self.weights]
        return self._among(self.weighed(middles), self._sure >= self._sight.least_sure)

    @property
    def is_doubtful(self) -> bool:
        """Are there things of which it is not sure whether they are there, or what they are?"""
        return bool(self._doubts) or bool((self._sure < 1.0).any())

    def samples(self, luck: Stream, count: int) -> list[Graph]:
        """The likeliest graph, and so many that were drawn once and are kept."""
        if not self._samples:
            self._samples = [self.likeliest(), *(self.drawn(luck.child(str(number))) for number in range(count))]
        return self._samples

    def drawn(self, luck: Stream) -> Graph:
        """The graph with weights drawn from what is known of them, and things drawn by how sure they are."""
        masses = [
            np.nan if weight is None else weight.least + (weight.most - weight.least) * luck.random()
            for weight in self.weights
        ]
        graph = self.weighed(masses)
        if not self.is_doubtful:
            return graph
        factor = np.array([1.0 if not item else (0.8 + 0.2 * luck.random()) / SHRUNK for item in graph.is_item])
        graph = self._doubts.drawn(graph, luck)
        graph = replace(graph, volume=graph.volume * factor**3, length=graph.length * factor)
        return self._among(graph, np.array([luck.random() for _ in self._sure]) < self._sure)

    def _among(self, graph: Graph, is_there: Truths) -> Graph:
        """A graph with some of its things, and all that is no thing."""
        kept = np.ones(len(graph), np.bool_)
        kept[: len(is_there)] = is_there
        return graph if kept.all() else graph.among(kept)


def _node(number: int, seen: Sequence[Seen], where: Sequence[Standing]) -> int:
    """The thing that stands for one: itself, or for most parts the whole that they are built into."""
    while where[number].whole != NOTHING and seen[number].type not in NAMED_PARTS:
        number = where[number].whole
    return number


def _carriers(
    kept: Sequence[int], row: dict[int, int], node_of: Sequence[int], where: Sequence[Standing]
) -> tuple[list[int], list[bool]]:
    """What carries each node, or what it is built into, and whether it is in that."""
    carrier, inside = [], []
    for number in kept:
        own = where[number]
        carrier.append(NOWHERE if own.below == NOTHING else row.get(node_of[own.below], NOWHERE))
        inside.append(carrier[-1] != NOWHERE and (own.inside or own.whole != NOTHING))
    return carrier, inside


def _graph(
    seen: Sequence[Seen],
    guessed: Sequence[str],
    carrier: list[int],
    inside: list[bool],
    pairs: list[tuple[int, int]],
    memory: Memory,
    numbers: dict[str, int],
) -> Graph:
    rooms = [min(room for room in numbers if numbers[room] == number) for number in sorted(set(numbers.values()))]
    things, others, more = len(seen) + len(guessed), len(rooms) + 1, len(guessed)
    index = {room: things + number for room, number in numbers.items()}
    sizes = [each.size for each in seen]
    for name in guessed:
        depth, width, height = catalog()[name].size.usual
        factor = SHRUNK if catalog()[name].is_loose else 1.0
        sizes.append((factor * depth, factor * width, factor * height))
    boxes = np.array(sizes).reshape(-1, 3)
    nothing, total = np.full(others, np.nan), things + others
    number = np.arange(total)
    return Graph(
        (*(each.type for each in seen), *guessed, *(_kind(room) for room in rooms), AGENT),
        number < things,
        (number >= things) & (number < total - 1),
        np.array([*(catalog()[each.type].is_loose for each in seen), *(catalog()[name].is_loose for name in guessed),
                  *[False] * others], np.bool_),
        (*(each.colour for each in seen), *[""] * (more + others)),
        (*(each.material for each in seen), *[""] * (more + others)),
        np.full(total, np.nan),
        np.concatenate([boxes.prod(axis=1), nothing]),
        np.concatenate([boxes.max(axis=1, initial=0.0), nothing]),
        np.array([*carrier, *[NOWHERE] * (more + others)], np.int64),
        np.array([*inside, *[False] * (more + others)], np.bool_),
        np.array([*(index.get(each.room, NOWHERE) for each in seen), *[NOWHERE] * more,
                  *range(things, things + len(rooms)), NOWHERE],
                 np.int64),
        np.array([*pairs, *_joined(memory, index)], np.int64).reshape(-1, 2),
        np.zeros(total, np.bool_),
    )  # fmt: skip


def _room_numbers(memory: Memory, single: Collection[str]) -> dict[str, int]:
    """The number of every room by its name; rooms of a kind of which there is one are that one."""
    found: dict[str, int] = {}
    kinds: dict[str, int] = {}
    for room in sorted({each.seen.room for each in memory if each.seen.room}):
        kind = _kind(room)
        if kind not in single or kind not in kinds:
            kinds[kind] = len(set(found.values()))
        found[room] = kinds[kind]
    return found


def _kind(room: str) -> str:
    """The kind of a room by its name: kitchen_1 is a kitchen."""
    return room.rpartition("_")[0] if room.rpartition("_")[2].isdecimal() else room


THROUGH = 0.6
"""Metres from the middle of a door to the floors on its two sides."""


def _joined(memory: Memory, index: dict[str, int]) -> list[tuple[int, int]]:
    """Pairs of rooms that a door joins."""
    floors = [each.seen for each in memory if each.seen.type == "floor"]
    found = set()
    for each in memory:
        if each.seen.type == "door":
            angle = math.radians(each.seen.yaw)
            dx, dy = THROUGH * math.cos(angle), THROUGH * math.sin(angle)
            x, y = each.seen.at
            sides = {_room_at(floors, x + dx, y + dy), _room_at(floors, x - dx, y - dy)} - {""}
            if len(sides) == 2 and sides <= set(index):
                one, other = sorted(index[room] for room in sides)
                found.add((one, other))
    return sorted(found)


def _room_at(floors: Sequence[Seen], x: float, y: float) -> str:
    """The room of the smallest floor whose box holds a point."""
    best, least = "", math.inf
    for floor in floors:
        c, s = math.cos(math.radians(floor.yaw)), math.sin(math.radians(floor.yaw))
        dx, dy = x - floor.at[0], y - floor.at[1]
        if abs(dx * c + dy * s) <= floor.half[0] and abs(dy * c - dx * s) <= floor.half[1]:
            area = floor.half[0] * floor.half[1]
            if area < least:
                best, least = floor.room, area
    return best
