"""Doors and drawers as the explorer knows them from their types: where handles are, and what is in their way."""

from __future__ import annotations

import math

import numpy as np

from casita.agents.explorer.senses import Floats, Seen
from casita.catalog import catalog
from casita.catalog.form import Form
from casita.geometry.solids import joint_motion

BODY = 0.35
"""Metres that a swinging door needs between its edge and the robot's middle."""

Point = tuple[float, float, float]


def handles(thing: Seen, openness: float = 0.0) -> list[Point]:
    """Where the handles of an upright thing may be, for all bodies that its type has; the usual one first."""
    found: list[Point] = []
    for form in catalog()[thing.type].forms.values():
        for handle in form.handles:
            at = _moved(thing, form, handle.joint, handle.at, openness)
            point = (round(float(at[0]), 4), round(float(at[1]), 4), round(float(at[2]), 4))
            if point not in found:
                found.append(point)
    return found


def _size(thing: Seen) -> tuple[float, float, float]:
    return 2 * thing.half[0], 2 * thing.half[1], thing.high - thing.low


def _moved(thing: Seen, form: Form, name: str, at: Point, openness: float) -> Floats:
    """A point of a body, in fractions of its box, where it is on the map when its joint is so far open."""
    size = _size(thing)
    point: Floats = (np.array(at) - (0.5, 0.5, 0.0)) * size
    for joint in form.joints:
        if joint.name == name and openness:
            spin, shift = joint_motion(joint, size, openness)
            point = spin @ point + shift
    c, s = math.cos(math.radians(thing.yaw)), math.sin(math.radians(thing.yaw))
    x, y, z = point.tolist()
    return np.array([thing.at[0] + c * x - s * y, thing.at[1] + s * x + c * y, thing.low + z])


def swept(thing: Seen, x: float, y: float) -> bool:
    """Would somebody who stands at a point be in the way of a door of a thing that swings about an upright hinge?"""
    for form in catalog()[thing.type].forms.values():
        for joint in form.joints:
            if joint.kind == "hinge" and joint.axis == "z":
                pivot = _moved(thing, form, "", joint.pivot, 0.0)
                if math.dist(pivot[:2], (x, y)) < 2 * thing.half[1] + BODY:
                    return True
    return False


def slides(thing: Seen) -> bool:
    """Is it a drawer, whose handle stays within reach of who pulled it?"""
    return all(joint.kind == "slide" for form in catalog()[thing.type].forms.values() for joint in form.joints)


def open_outline(thing: Seen, number: int) -> Floats:
    """Points on the map, rows of x and y, that what opens covers when it is open; for the handle of this number."""
    bodies = [(form, handle) for form in catalog()[thing.type].forms.values() for handle in form.handles]
    form, handle = bodies[number % len(bodies)]
    across, up = np.linspace(0.0, 1.0, 17), np.linspace(0.0, 1.0, 3)
    openings = (1.0, 0.6, 0.3) if any(joint.kind == "slide" for joint in form.joints) else (1.0,)
    found = [
        _moved(thing, form, handle.joint, (1.0, float(y), float(z)), openness)[:2]
        for openness in openings
        for y in across
        for z in up
    ]
    return np.array(found)
