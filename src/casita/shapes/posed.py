"""Which groups of a shape show in a condition, and where they are in the thing's own axes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from casita.catalog import Form, Joint
from casita.products import product
from casita.scenes.scene import Condition
from casita.shapes.finish import Colour, mixed
from casita.shapes.mesh import Array, turn
from casita.shapes.shape import Group, Shape

LIQUID_COLOURS: dict[str, Colour] = {
    "": (0.8, 0.8, 0.8),
    "water": (0.62, 0.78, 0.88),
    "coffee": (0.2, 0.11, 0.05),
    "wine": (0.45, 0.06, 0.12),
    "milk": (0.97, 0.96, 0.92),
    "juice": (0.95, 0.6, 0.12),
    "tea": (0.62, 0.33, 0.1),
    "soup": (0.82, 0.42, 0.14),
    "soap": (0.45, 0.75, 0.85),
}
"""What is seen of a liquid, sRGB."""


CLEAR = {"water": 0.42}
"""How much of its own colour a liquid shows that is seen through; the rest is that of what holds it."""


def liquid_colour(liquid: str, inside: Colour) -> Colour:
    """What is seen of a liquid in a vessel whose inside has a colour."""
    own = LIQUID_COLOURS[liquid]
    return mixed(inside, own, CLEAR[liquid]) if liquid in CLEAR else own


class Posed(NamedTuple):
    """One group that shows: how it is scaled and turned, then moved, in the thing's own axes."""

    group: int
    matrix: Array
    offset: Array


def posed(shape: Shape, form: Form, size: tuple[float, float, float], condition: Condition) -> list[Posed]:
    """The groups of a shape that show in a condition."""
    joints = {joint.name: joint for joint in form.joints}
    return [
        Posed(number, *placed(group, joints.get(group.joint), size, condition))
        for number, group in enumerate(shape.groups)
        if shows(group, condition)
    ]


def shows(group: Group, condition: Condition) -> bool:
    """Does a group show in a condition?"""
    holds = {
        "on": condition.on,
        "off": not condition.on,
        "broken": condition.broken,
        "whole": not condition.broken,
        "dirty": condition.dirty,
        "clean": not condition.dirty,
        "cooked": condition.cooked,
        "raw": not condition.cooked,
        "liquid": condition.level > 0.0,
        "empty": condition.level <= 0.0,
        "draped": False,  # how a thing rests is no condition of the thing
    }
    low, high = group.amount
    return all(holds[moment] for moment in group.when) and low < condition.amount <= high


def placed(
    group: Group, joint: Joint | None, size: tuple[float, float, float], condition: Condition
) -> tuple[Array, Array]:
    """The matrix and offset that take a group's points to where they are in the thing's axes."""
    if group.rise:
        levels = np.array(group.rise)
        z, x, y = (float(np.interp(condition.level, levels[:, 0], levels[:, k])) for k in (1, 2, 3))
        return np.diag((x, y, 1.0)), np.array((*group.middle, z))
    if group.shrink != 1.0:
        by = group.shrink + (1.0 - group.shrink) * condition.amount
        middle = np.array((*group.middle, 0.0))
        matrix = np.diag((by, by, 1.0))
        return matrix, middle - product(matrix, middle)
    if joint is None or condition.openness == 0.0:
        return np.eye(3), np.zeros(3)
    return opened(joint, size, condition.openness)


def opened(joint: Joint, size: tuple[float, float, float], openness: float) -> tuple[Array, Array]:
    """Where a joint takes its pieces when it is so far open."""
    box = np.asarray(size)
    axis = "xyz".index(joint.axis)
    if joint.kind == "slide":
        offset = np.zeros(3)
        offset[axis] = joint.travel * openness * box[axis]
        return np.eye(3), offset
    matrix = turn(joint.axis, joint.travel * openness)
    pivot = (np.asarray(joint.pivot) - (0.5, 0.5, 0.0)) * box
    return matrix, pivot - product(matrix, pivot)
