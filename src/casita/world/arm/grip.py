"""The law of the grip: two fingers carry a thing as long as friction on both is more than its weight."""

from __future__ import annotations

import math

from casita.catalog import catalog
from casita.world.arm.specification import ARM
from casita.world.edit import Edit
from casita.world.kinematics import GRAVITY

KILOGRAM_FORCE = 9.80665
"""Newtons."""

FORCE_STEP = 0.05
"""Kilograms-force from one strength of the grip to the next."""


def newtons(kilograms_force: float) -> float:
    """A grip's strength on its steps, in newtons; 0 asks for the strongest."""
    steps = round((kilograms_force or ARM.grip) / FORCE_STEP)
    return round(steps * FORCE_STEP * KILOGRAM_FORCE, 7)


def carries(force: float, friction: float, mass: float) -> bool:
    """Can two fingers that press with this force, in newtons, carry a mass in kilograms?"""
    return 2.0 * friction * force >= mass * GRAVITY


def friction_of(edit: Edit, slot: int) -> float:
    """The sliding friction of a thing's material."""
    return catalog().materials[edit.known.things[slot].material].friction


def holds(edit: Edit, slot: int, force: float) -> bool:
    """Does a grip of so many newtons hold a thing with all that is on and in it?"""
    return carries(force, friction_of(edit, slot), edit.total_mass(slot))


def force_for(edit: Edit, slot: int) -> float:
    """The weakest grip that holds a thing, in newtons; the strongest there is if none does."""
    least = edit.total_mass(slot) * GRAVITY / (2.0 * friction_of(edit, slot)) / KILOGRAM_FORCE
    steps = math.ceil(least / FORCE_STEP + 1e-6)
    return newtons(min(max(FORCE_STEP, steps * FORCE_STEP), ARM.grip))
