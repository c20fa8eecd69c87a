"""What can be inferred of a thing from pixels: its class and its states, one row each, with words for every value.

They are what the world knows of an instance of training. The rules of simulated raters are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple, get_args

import numpy as np

from casita.arrays import Int64s
from casita.benchmarks.plausiblact.classes.table import classes
from casita.benchmarks.plausiblact.item import Instance, Whereabouts
from casita.exact import count_of

HARDLY = 0.3
"""Share of food that is left below which hardly anything is."""

EATEN = ("soup", "milk")
"""Liquids that are eaten with a spoon."""

DARK = ("wine_bottle",)
"""Types of dark glass: the only class with such and other things is that of bottles."""


class Inferred(NamedTuple):
    """One thing that is inferred: which of its values is true of an instance, and how each is said."""

    name: str
    of: Callable[[Instance], int]
    """The number of the value."""
    words: tuple[str, ...]
    """Every value in words, as the reason of a rating."""


def _yes_no(name: str, of: Callable[[Instance], bool], yes: str, no: str) -> Inferred:
    return Inferred(name, lambda one: int(of(one)), (no, yes))


PLACES: tuple[str, ...] = get_args(Whereabouts)

STATES: tuple[Inferred, ...] = (
    Inferred(
        "full", lambda one: 0 if not one.liquid else 2 if one.liquid in EATEN else 1,
        ("it looks empty", "it looks full", "soup or milk seems to be in it"),
    ),
    _yes_no("dark glass", lambda one: one.type in DARK, "it looks like dark glass", "it does not look like dark glass"),
    _yes_no("dirty", lambda one: one.dirty, "it looks dirty", "it looks clean"),
    _yes_no("broken", lambda one: one.broken, "it looks broken", "it looks whole"),
    _yes_no("open", lambda one: one.openness >= 0.5, "it looks open", "it looks closed"),
    _yes_no("cooked", lambda one: one.cooked, "it looks cooked", "it looks raw"),
    _yes_no("food", lambda one: one.food > 0, "food seems to be on it", "no food seems to be on it"),
    _yes_no("leftovers", lambda one: one.leftovers > 0, "leftovers seem to be on it", "no leftovers seem to be on it"),
    _yes_no("litter", lambda one: one.litter > 0, "things seem to be on it", "nothing seems to be on it"),
    _yes_no("crowded", lambda one: one.food + one.litter > 2, "it looks crowded", "it does not look crowded"),
    _yes_no("dirt nearby", lambda one: one.dirty_near > 0, "dirty things seem to be near", "no dirt seems to be near"),
    Inferred(
        "left", lambda one: 0 if one.amount == 1.0 else 1 if one.amount >= HARDLY else 2,
        ("nothing of it seems to be gone", "some of it seems to be gone", "hardly anything seems to be left"),
    ),
    Inferred(
        "place", lambda one: PLACES.index(one.place),
        tuple(f"it seems to be {'in' if place in ('sink', 'cupboard', 'bin', 'fridge') else 'on'} a {place}"
              for place in PLACES),
    ),
)  # fmt: skip
"""All but the class."""


@cache
def inferred() -> tuple[Inferred, ...]:
    """All that is inferred: the class first, then the states."""
    names = tuple(classes())
    number = {name: index for index, name in enumerate(names)}
    words = tuple(f"it looks like a {name.lower()}" for name in names)
    return Inferred("class", lambda one: number[one.name], words), *STATES


def sizes() -> tuple[int, ...]:
    """How many values each has."""
    return tuple(len(each.words) for each in inferred())


def width() -> int:
    """How many values all have together."""
    return count_of(sizes())


def true_values(instances: Sequence[Instance]) -> Int64s:
    """Instances x all that is inferred: the numbers of the values that are true."""
    rows = [[each.of(one) for each in inferred()] for one in instances]
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(inferred()))
