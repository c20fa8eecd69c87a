"""What a thing weighs, as an interval that every grip narrows: the arm feels only whether it held."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from casita.catalog import catalog
from casita.world.arm.grip import FORCE_STEP, KILOGRAM_FORCE
from casita.world.arm.specification import ARM
from casita.world.kinematics import GRAVITY
from casita.world.liquids import liquid_mass

CLOSE_ENOUGH = 1.04
"""How many times the least of an interval its most is when nothing more is to be learned from it."""

HEAVIEST, LIGHTEST = 6.0, 0.005
"""Kilograms of what can be lifted, where nothing else is known."""


OF_USUAL = (0.5, 1.5)
"""How many times what is usual for its type a thing weighs, at the least and at the most."""

LEAST_FULL = 0.4
"""How full a vessel is at the least that is not empty, when a robot comes."""

HALF_USED = 0.5
"""What is left at the least of what can be used up, when a robot comes."""


class Weight(NamedTuple):
    """Kilograms between which a thing weighs."""

    least: float
    most: float
    felt: bool = False
    """Was it ever lifted?"""

    @property
    def middle(self) -> float:
        """The likeliest single value."""
        return math.sqrt(self.least * self.most)

    @property
    def is_narrow(self) -> bool:
        """Is there nothing more to be learned?"""
        return self.most <= CLOSE_ENOUGH * self.least


def usual_weight(type: str, states: Collection[str] = (), size: Sequence[float] = ()) -> Weight:
    """What things of a type weigh, as everybody knows; with what is in them, if they are seen to be in such a state."""
    kinds = catalog()
    if type not in kinds:
        return Weight(LIGHTEST, HEAVIEST)
    kind = kinds[type]
    least, most = (factor * kind.mass.usual for factor in OF_USUAL)
    if kind.can("use_up"):
        least *= HALF_USED
    if any("full of" in state or state == "filled" for state in states):
        full = liquid_mass(math.prod(size or kind.size.usual), 1.0)
        least, most = least + LEAST_FULL * full, most + full
    return Weight(least, most)


def friction_of(material: str) -> float | None:
    """How well fingers hold a material; None if it is not known."""
    row = catalog().materials.get(material)
    return None if row is None else row.friction


def carried_by(steps: int, friction: float) -> float:
    """Kilograms that a grip of so many steps just holds."""
    return 2.0 * friction * steps * FORCE_STEP * KILOGRAM_FORCE / GRAVITY


def next_grip(weight: Weight, friction: float) -> int | None:
    """Steps of the grip that tell most of a weight: about halfway; None if no grip tells anything."""
    if weight.is_narrow:
        return None
    unit = carried_by(1, friction)
    lowest, highest = math.floor(weight.least / unit + 1e-9) + 1, math.ceil(weight.most / unit - 1e-9) - 1
    if lowest > highest:
        return None
    return min(max(round(weight.middle / unit), lowest), highest, round(ARM.grip / FORCE_STEP))


def after_grip(weight: Weight, steps: int, friction: float, held: bool) -> Weight:
    """A weight after a grip that held or slipped; one beyond what was thought widens it."""
    bound = carried_by(steps, friction)
    if held:
        least = weight.least if weight.least < bound else min(LIGHTEST, bound / 2)
        return Weight(least, bound, True)
    most = weight.most if weight.most > bound else max(HEAVIEST, bound * 2)
    return Weight(bound, most, True)
