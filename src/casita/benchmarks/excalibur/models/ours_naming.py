"""What things are that may be of several types: the one that a question names, and what each is in a drawn house.

A question that speaks of "the teapot" says that there is one. Who took a thing for bread, but might have taken it for
a teapot, and nothing else so much, knows then what it is.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace as replaced
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from casita.agents.explorer.locating import usual_size
from casita.agents.explorer.memory import STRUCTURE, Remembered
from casita.agents.explorer.senses import Seen
from casita.agents.explorer.weighing import Weight, usual_weight
from casita.benchmarks.excalibur.graph.columns import Graph
from casita.benchmarks.excalibur.models.material_prior import likely_material
from casita.catalog import catalog
from casita.seeds import Stream

LEAST_NAMED = 0.03
"""How likely a thing must be of a type to be what a question names."""

Types = tuple[tuple[str, float], ...]


class Named(NamedTuple):
    """A thing that a question names, by its place in a list."""

    number: int
    type: str


def possible_types(everything: Sequence[Remembered]) -> frozenset[str]:
    """All types of which one of some things may be, likely enough to be the one that a question names."""
    return frozenset(
        name for each in everything for name, chance in types_of(each.seen) if each.seen.sure * chance >= LEAST_NAMED
    )


def types_of(seen: Seen) -> Types:
    """The types that a thing may be of, but for parts of a house, and how likely each is."""
    left = [(name, chance) for name, chance in seen.types if name not in STRUCTURE]
    total = math.fsum(chance for _, chance in left)
    return tuple((name, chance / total) for name, chance in left) if total else ((seen.type, 1.0),)


def as_named(everything: Sequence[Remembered], single: Collection[str]) -> list[Remembered]:
    """Some things, where of some types there is one: the likeliest is it, and no other is of that type."""
    pairs = sorted(
        (-each.seen.sure * chance, name, number)
        for number, each in enumerate(everything)
        for name, chance in types_of(each.seen)
        if name in single and each.seen.sure * chance >= LEAST_NAMED
    )
    chosen: dict[int, str] = {}
    for _, name, number in pairs:
        if number not in chosen and name not in chosen.values():
            chosen[number] = name
    taken = frozenset(chosen.values())
    kept = [
        _of_type(each, chosen[number]) if number in chosen else _of_others(each, taken)
        for number, each in enumerate(everything)
    ]
    return [each for each in kept if each is not None]


def _of_type(each: Remembered, type: str) -> Remembered:
    """A thing of which it is known now that it is there, and what it is."""
    known = replace(each.seen, sure=1.0, types=())
    return replaced(each, seen=known) if type == each.seen.type else _as(each, known, type)


def _of_others(each: Remembered, taken: Collection[str]) -> Remembered | None:
    """A thing of which it is known now that it is of none of some types; None if it is nothing then."""
    types = types_of(each.seen)
    left = [one for one in types if one[0] not in taken]
    if len(left) == len(types):
        return each
    share = math.fsum(chance for _, chance in left)
    if not share:
        return None
    there = each.seen.sure * share
    known = replace(
        each.seen,
        sure=there / (there + 1.0 - each.seen.sure),
        types=tuple((name, chance / share) for name, chance in left),
    )
    return replaced(each, seen=known) if each.seen.type == left[0][0] else _as(each, known, left[0][0])


def _as(each: Remembered, known: Seen, type: str) -> Remembered:
    """A thing that is of another type than it was taken for: of the usual size of that."""
    size = usual_size(catalog()[type])
    seen = replace(
        known,
        type=type,
        size=size,
        half=(size[0] / 2, size[1] / 2),
        high=known.low + size[2],
        material=likely_material(type, known.colour),
    )
    weight = each.weight if each.weight.felt else usual_weight(type, seen.states, size)
    return replaced(each, seen=seen, weight=weight)


class Doubts:
    """What the things of a graph may be besides what they are taken for."""

    def __init__(self, nodes: Sequence[Remembered | None], weights: Sequence[Weight | None]) -> None:
        """Things in the order of the graph, None for a guess; and the weights of items that carry nothing."""
        self._felt = {number for number, each in enumerate(nodes) if each is not None and each.weight.felt}
        self._weighed = {number for number, weight in enumerate(weights) if weight is not None}
        self._may_be = {
            number: types
            for number, each in enumerate(nodes)
            if each is not None and each.seen.types and len(types := types_of(each.seen)) > 1
        }

    def __bool__(self) -> bool:
        return bool(self._may_be)

    def drawn(self, graph: Graph, luck: Stream) -> Graph:
        """The graph with types drawn by how likely they are, and with what depends on them."""
        changed = {
            number: type
            for number, types in self._may_be.items()
            if (type := _drawn(types, luck)) != graph.types[number]
        }
        if not changed:
            return graph
        types, materials = list(graph.types), list(graph.materials)
        is_item, mass = graph.is_item.copy(), graph.mass.copy()
        volume, length = graph.volume.copy(), graph.length.copy()
        for number, type in changed.items():
            size = usual_size(catalog()[type])
            types[number], materials[number] = type, likely_material(type, graph.colours[number])
            is_item[number] = catalog()[type].is_loose
            volume[number], length[number] = math.prod(size), max(size)
            if number not in self._felt:
                weight = usual_weight(type)
                mass[number] = (
                    weight.least + (weight.most - weight.least) * luck.random()
                    if is_item[number] and number in self._weighed
                    else np.nan
                )
        return replaced(
            graph, types=tuple(types), materials=tuple(materials), is_item=is_item, mass=mass, volume=volume,
            length=length,
        )  # fmt: skip


def _drawn(types: Types, luck: Stream) -> str:
    """One of some types, drawn by how likely each is."""
    left = luck.random()
    for name, chance in types:
        left -= chance
        if left < 0.0:
            return name
    return types[0][0]
