"""Doors and drawers as the explorer knows them from their types: where handles are, and what is in their way."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from casita.agents.explorer.floor_map import ARM_LOW, RADIUS
from casita.agents.explorer.senses import Floats, Seen
from casita.catalog import catalog
from casita.catalog.form import Form, Handle
from casita.geometry.solids import joint_motion
from casita.products import product

BODY = 0.35
"""Metres that a swinging door needs between its edge and the robot's middle."""

OPENNESSES = (1.0, 0.75, 0.5)
"""How far a robot opens things: as far as they go, or less if it is in the way itself."""

Point = tuple[float, float, float]


class Opening(NamedTuple):
    """One way in which things of a type may open: a body, and a handle of it."""

    form: Form
    handle: Handle


@cache
def openings(type: str) -> tuple[Opening, ...]:
    """All ways in which things of a type may open, the usual body's first; of handles at one place, the first."""
    found: dict[Point, Opening] = {}
    for form in catalog()[type].forms.values():
        for handle in form.handles:
            found.setdefault(handle.at, Opening(form, handle))
    return tuple(found.values())


def handles(thing: Seen, openness: float = 0.0) -> list[Point]:
    """Where the handles of an upright thing may be, for all bodies that its type has; the usual one first."""
    found: list[Point] = []
    for form, handle in openings(thing.type):
        at = _moved(thing, form, handle.joint, handle.at, openness)
        found.append((round(float(at[0]), 4), round(float(at[1]), 4), round(float(at[2]), 4)))
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
            point = product(spin, point) + shift
    c, s = math.cos(math.radians(thing.yaw)), math.sin(math.radians(thing.yaw))
    x, y, z = point.tolist()
    return np.array([thing.at[0] + c * x - s * y, thing.at[1] + s * x + c * y, thing.low + z])


def swept(thing: Seen, x: float, y: float) -> bool:
    """Would somebody who stands at a point be in the way of a door, flap or drawer of a thing?"""
    for form in catalog()[thing.type].forms.values():
        for joint in form.joints:
            if joint.kind == "hinge" and joint.axis == "z":
                pivot = _moved(thing, form, "", joint.pivot, 0.0)
                if math.dist(pivot[:2], (x, y)) < 2 * thing.half[1] + BODY:
                    return True
    if not comes_out(thing):
        return False
    room = BODY if thing.high > ARM_LOW else RADIUS
    outlines = [open_outline(thing, number) - (x, y) for number in range(len(openings(thing.type)))]
    return any(float(np.hypot(*outline.T).min()) < room for outline in outlines)


def comes_out(thing: Seen) -> bool:
    """Has it a flap or a drawer, that comes straight out towards who stands before it?"""
    forms = catalog()[thing.type].forms.values()
    joints = [joint for form in forms for joint in form.joints]
    return any(joint.kind == "slide" or (joint.axis == "y" and joint.pivot[0] > 0.5) for joint in joints)


def wedges_in(thing: Seen) -> bool:
    """Is it something that comes out as high as the folded arm, and wedges in who stands before it?"""
    return comes_out(thing) and thing.high > ARM_LOW


def slides(thing: Seen) -> bool:
    """Is it a drawer, whose handle stays within reach of who pulled it?"""
    return all(joint.kind == "slide" for form in catalog()[thing.type].forms.values() for joint in form.joints)


@lru_cache(maxsize=1024)
def open_outline(thing: Seen, number: int, openness: float = 1.0) -> Floats:
    """Points on the map, rows of x and y, that what is opened so far by the handle of this number covers."""
    form = openings(thing.type)[number].form
    parts = (1.0, 0.6, 0.3) if any(joint.kind == "slide" for joint in form.joints) else (1.0,)
    found = [
        _moved(thing, form, joint.name, (1.0, float(y), float(z)), part * openness)[:2]
        for joint in form.joints
        for part in parts
        for y in np.linspace(*_leaf(form, joint.name), 17)
        for z in np.linspace(0.0, 1.0, 9 if joint.axis == "y" else 3)
    ]
    outline = np.array(found)
    outline.setflags(write=False)
    return outline


def opens_to(thing: Seen, number: int, x: float, y: float) -> tuple[float, ...]:
    """How far open it may be if somebody at a point opened it by the handle of this number, the likeliest first.

    A door stops before it hits the robot's body.
    """
    free = [
        openness
        for openness in OPENNESSES
        if np.hypot(*(open_outline(thing, number, openness) - (x, y)).T).min() > RADIUS
    ]
    return (*free, *(each for each in reversed(OPENNESSES) if each not in free))


def _leaf(form: Form, joint: str) -> tuple[float, float]:
    """From where to where across a body what turns about one of its joints reaches."""
    sides = [solid.y for solid in form.solids if solid.joint == joint] or [(0.0, 1.0)]
    return min(low for low, _ in sides), max(high for _, high in sides)
