"""What things are filled with."""

from __future__ import annotations

LIQUIDS = ("", "water", "coffee", "wine", "milk", "juice", "tea", "soup", "soap")
"""Liquids by their number in a state; number 0 is none."""

DENSITY = 1.0
"""Kilograms per litre; all liquids of a home are close to water."""


def number_of(liquid: str) -> int:
    """The number of a liquid in a state."""
    return LIQUIDS.index(liquid)
