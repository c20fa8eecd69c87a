"""Where and how a thing is, as whoever looks at it may say: the part that all records of seen things share."""

from __future__ import annotations

import msgspec


class LocatedThing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a thing is, how large, what it looks like and what is true of it; lengths in metres."""

    at: tuple[float, float]
    """The middle of the upright box that it takes, seen from above, in the frame of who looks."""
    half: tuple[float, float]
    """Half sides of that box, seen from above."""
    yaw: float
    """Degrees from the looker's first direction to that of the box's first side; its front, if it stands upright."""
    low: float
    """Height of its lowest point above the floor."""
    high: float
    """Height of its highest point."""
    size: tuple[float, float, float]
    """Its own depth, width and height."""
    colour: str
    """Its main colour."""
    material: str
    """Its main material."""
    states: tuple[str, ...]
    """Adjectives that are true of it, such as "open"."""
    room: str
    """The room that it is in, such as "kitchen_1"."""
