"""One room of a scene as measures see it: its things by type, and their boxes in space."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from casita.geometry.poses import cos_sin
from casita.scenes.generate.space import Box
from casita.scenes.scene import Room, Scene, Thing

APART = 0.012
"""Metres between two things that still touch: nobody sees a joint of a centimetre."""


class Span(Box):
    """A box along the axes around a thing."""

    __slots__ = ()

    def gap(self, other: Span) -> float:
        """Metres between two boxes seen from above, along the axis on which they are farther apart."""
        return max(self.x0 - other.x1, other.x0 - self.x1, self.y0 - other.y1, other.y0 - self.y1)

    def beside(self, other: Span) -> bool:
        """Do two boxes touch at their sides: close seen from above, and as high as each other for half of the lower?"""
        shared = min(self.z1, other.z1) - max(self.z0, other.z0)
        lower = min(self.z1 - self.z0, other.z1 - other.z0)
        along = max(
            min(self.x1, other.x1) - max(self.x0, other.x0),
            min(self.y1, other.y1) - max(self.y0, other.y0),
        )
        return self.gap(other) <= APART and shared >= lower / 2 and along > 0.05

    def share_over(self, others: Sequence[Span]) -> float:
        """How much of its area lies over boxes that are all lower, seen from above."""
        area = (self.x1 - self.x0) * (self.y1 - self.y0)
        over = 0.0
        for other in others:
            wide = min(self.x1, other.x1) - max(self.x0, other.x0)
            deep = min(self.y1, other.y1) - max(self.y0, other.y0)
            if wide > 0.0 and deep > 0.0 and other.z1 <= self.z0 + APART:
                over += wide * deep
        return over / area


class RoomView:
    """A room with what is in it."""

    def __init__(self, scene: Scene, room: Room) -> None:
        self.scene = scene
        self.room = room
        self.things = [thing for thing in scene.things if scene.room_ids[thing.id] == room.id]

    @cached_property
    def by_type(self) -> dict[str, list[Thing]]:
        """Its things by type."""
        found: dict[str, list[Thing]] = {}
        for thing in self.things:
            found.setdefault(thing.type, []).append(thing)
        return found

    def of(self, *types: str) -> list[Thing]:
        """Its things of some types."""
        return [thing for type in types for thing in self.by_type.get(type, ())]

    @property
    def wall_cabinets(self) -> list[Thing]:
        """Cabinets that hang on its walls."""
        return [thing for thing in self.of("cabinet") if thing.place.relation == "hung"]


def span_of(thing: Thing) -> Span:
    """The box around a thing; what is turned by other than quarters gets the box around its corners."""
    (x, y, z), (deep, wide, high) = thing.position, thing.size
    c, s = (abs(value) for value in cos_sin(thing.rotation[2]))
    half_x, half_y = (c * deep + s * wide) / 2, (s * deep + c * wide) / 2
    return Span(x - half_x, y - half_y, z, x + half_x, y + half_y, z + high)


def seen_from(thing: Thing, point: Sequence[float]) -> tuple[float, float]:
    """Where a point is as a thing sees it: metres ahead of its middle, and metres to its left."""
    c, s = cos_sin(thing.rotation[2])
    dx, dy = point[0] - thing.position[0], point[1] - thing.position[1]
    return c * dx + s * dy, c * dy - s * dx


def look_of(thing: Thing) -> tuple[str, str]:
    """What a thing is made of, and its colour."""
    return thing.material, thing.colour


def alike(things: Sequence[Thing], slack: float = 0.02) -> bool:
    """Are things one set: of one variant, material and colour, and of one size within so many metres?"""
    first = things[0]
    return all(
        (thing.variant, *look_of(thing)) == (first.variant, *look_of(first))
        and all(abs(a - b) <= slack for a, b in zip(thing.size, first.size, strict=True))
        for thing in things[1:]
    )
