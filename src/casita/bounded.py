"""Numbers of settings that say beside their default what they may be: fields of dataclasses, checked in one place."""

from __future__ import annotations

import math
from dataclasses import field, fields
from typing import Any, NamedTuple, TypeVar

from casita.errors import BadInput

Number = TypeVar("Number", int, float)


class Bounds(NamedTuple):
    """Between what a number lies; it is a whole one if the least is."""

    least: float
    most: float = math.inf
    is_least_allowed: bool = True

    def __str__(self) -> str:
        if self.most < math.inf:
            return f"from {self.least} to {self.most}"
        return f"{'at least' if self.is_least_allowed else 'above'} {self.least}"

    def __contains__(self, value: object) -> bool:
        """May it be this number?"""
        assert isinstance(value, int | float)
        return self.least <= value <= self.most and (self.is_least_allowed or value != self.least)


def within(least: Number, most: Number, *, default: Number) -> Number:
    """A field of a dataclass whose number lies between two, or is one of them."""
    return _bounded(Bounds(least, most), default)


def at_least(least: Number, *, default: Number) -> Number:
    """A field of a dataclass whose number is this or more."""
    return _bounded(Bounds(least), default)


def above(least: Number, *, default: Number) -> Number:
    """A field of a dataclass whose number is more than this."""
    return _bounded(Bounds(least, is_least_allowed=False), default)


def _bounded(bounds: Bounds, default: Number) -> Number:
    return field(default=default, metadata={Bounds: bounds})


def bounds_of(settings: Any) -> dict[str, Bounds]:
    """The bounds of those fields of a dataclass that have some, by name."""
    return {each.name: each.metadata[Bounds] for each in fields(settings) if Bounds in each.metadata}


class Bounded:
    """A dataclass of settings whose numbers are checked when it is made."""

    __slots__ = ()

    def __post_init__(self) -> None:
        check_bounds(self)


def check_bounds(settings: Any) -> None:
    """BadInput that names the first number which is none, or out of its bounds."""
    for name, bounds in bounds_of(settings).items():
        value = getattr(settings, name)
        whole = isinstance(bounds.least, int)
        kinds = (int,) if whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds) or not math.isfinite(value):
            raise BadInput(f"{name} is a {'whole ' if whole else ''}number; it is {value!r}")
        if value not in bounds:
            raise BadInput(f"{name} is {bounds}; it is {value!r}")
