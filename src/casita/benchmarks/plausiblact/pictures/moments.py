"""Moments that a home is met in: how things lie about and what has been done with them. One row a moment."""

from __future__ import annotations

from typing import NamedTuple

from casita.catalog import RoomKind

KITCHEN: tuple[RoomKind, ...] = ("kitchen",)
LIVING: tuple[RoomKind, ...] = ("living_room", "bedroom")
ANYWHERE: tuple[RoomKind, ...] = ("kitchen", "living_room", "bedroom", "bathroom")


class Moment(NamedTuple):
    """One row; shares are probabilities for each thing that could be so."""

    name: str
    rooms: tuple[RoomKind, ...]
    weight: float
    """How often it is met."""
    cleared: float
    """Share of the loose things of the home that are not there now."""
    added: tuple[int, int]
    """How many kinds of things are brought, least and most."""
    many: float
    """Share of the kinds brought of which there are two to four."""
    dirty: float
    full: float
    eaten: float
    """Share of food that is half or nearly eaten, and of what is used up that is nearly gone."""
    broken: float
    served: float
    """Share of dishes with food on them, and of open containers with things in them."""
    open: float
    """Share of furniture, boxes and machines that stand open."""
    floor: float
    """Share of the things brought that lie on the floor."""
    seat: float
    """Share of the things brought that lie where one sits."""
    sink: float
    """Share of what is washed that stands in a sink."""


MOMENTS: tuple[Moment, ...] = (
    # name, rooms, weight, cleared, added, many, dirty, full, eaten, broken, served, open, floor, seat, sink
    Moment("tidy", ANYWHERE, 1.0, 0.4, (6, 10), 0.15, 0.03, 0.3, 0.02, 0.0, 0.2, 0.08, 0.0, 0.0, 0.0),
    Moment("cooking", KITCHEN, 1.2, 0.4, (11, 16), 0.35, 0.3, 0.5, 0.1, 0.05, 0.6, 0.15, 0.02, 0.0, 0.15),
    Moment("meal", KITCHEN, 1.3, 0.5, (11, 16), 0.3, 0.1, 0.8, 0.2, 0.01, 0.85, 0.05, 0.0, 0.05, 0.0),
    Moment("after the meal", KITCHEN, 1.3, 0.5, (11, 16), 0.3, 0.75, 0.4, 0.65, 0.06, 0.5, 0.05, 0.02, 0.05, 0.25),
    Moment("unpacking", ANYWHERE, 0.7, 0.4, (9, 14), 0.3, 0.05, 0.3, 0.05, 0.04, 0.6, 0.35, 0.12, 0.08, 0.0),
    Moment("snack", LIVING, 1.2, 0.4, (8, 13), 0.25, 0.25, 0.6, 0.45, 0.04, 0.6, 0.08, 0.03, 0.12, 0.0),
    Moment("work", LIVING, 1.0, 0.4, (8, 13), 0.3, 0.15, 0.4, 0.3, 0.02, 0.4, 0.12, 0.02, 0.08, 0.0),
    Moment("mess", ANYWHERE, 1.0, 0.1, (12, 17), 0.4, 0.5, 0.45, 0.5, 0.25, 0.5, 0.2, 0.18, 0.2, 0.1),
)
"""All of them."""


def moments_of(kind: RoomKind) -> dict[str, Moment]:
    """Those that a kind of room is met in, by name."""
    return {moment.name: moment for moment in MOMENTS if kind in moment.rooms}
