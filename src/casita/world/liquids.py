"""What things are filled with."""

from __future__ import annotations

from typing import TypeVar

from casita.arrays import Float64s

Number = TypeVar("Number", float, Float64s)

LIQUIDS = ("", "water", "coffee", "wine", "milk", "juice", "tea", "soup", "soap")
"""Liquids by their number in a state; number 0 is none."""

DENSITY = 1000.0
"""Kilograms per cubic metre; all liquids of a home are close to water."""

HOLLOW = 0.5
"""The share of a vessel's box that liquid fills when it is full."""


def number_of(liquid: str) -> int:
    """The number of a liquid in a state."""
    return LIQUIDS.index(liquid)


def liquid_mass(volume: Number, level: Number) -> Number:
    """Kilograms of the liquid in vessels with boxes of this volume in cubic metres that are so full, from 0 to 1."""
    return HOLLOW * DENSITY * volume * level
