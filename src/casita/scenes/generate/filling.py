"""Further furniture for a room that looks empty: what people put into it sooner or later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casita.catalog import RoomKind, catalog
from casita.exact import total_of
from casita.geometry.outlines import area
from casita.scenes.generate.groups import Group, desk_set, dining_set, single
from casita.scenes.scene import Room, Thing
from casita.seeds import Stream

AIM = 0.5
"""The share of a room's floor that furniture shall cover, if there is space for it."""

EMPTIEST = 0.2
"""The share that it covers at the least."""

NEARLY_EMPTY = 0.3
"""Below this the share is counted exactly: tables cover the chairs under them, a shower more than its glass."""

FURTHER: dict[RoomKind, tuple[tuple[str, ...], ...]] = {
    "kitchen": (
        ("dining_table",),
        ("shelving_unit", "side_table", "bench"),
        ("stool", "side_table"),
        ("bench", "shelving_unit"),
    ),
    "living_room": (
        ("dining_table", "loveseat"),
        ("bookshelf", "arm_chair", "dresser", "shelving_unit"),
        ("arm_chair", "desk", "bookshelf", "ottoman"),
        ("side_table", "shelving_unit", "bookshelf"),
    ),
    "bedroom": (
        ("wardrobe", "dresser", "desk"),
        ("bookshelf", "arm_chair", "bench", "wardrobe"),
        ("shelving_unit",),
        ("side_table", "bookshelf", "dresser"),
    ),
    "bathroom": (
        ("washing_machine",),
        ("shelving_unit", "dresser"),
        ("side_table", "bench"),
        ("laundry_hamper", "shelving_unit"),
    ),
}
"""What is added to a room of each kind until enough of its floor is covered, in steps: each in random order."""

ONE = {"dining_table", "desk", "dresser", "bench", "loveseat", "washing_machine", "laundry_hamper", "footstool"}
"""Types that a room has one of, or none."""


def share_of_floor(room: Room, things: Sequence[Thing]) -> float:
    """How much of the floor of a room these pieces cover, one beside the other."""
    return total_of(thing.size[0] * thing.size[1] for thing in things) / area(room.outline)


def further_groups(room: Room, placed: Sequence[Thing], luck: Stream) -> Iterator[Group]:
    """Groups that may be added to a room, in the order they are thought of; alike where there is one already."""
    have = {thing.type: thing for thing in placed}
    for type in (type for step in FURTHER[room.kind] for type in luck.shuffled(step)):
        if type in ONE and type in have:
            continue
        variant = have[type].variant if type in have else luck.choice(list(catalog()[type].forms))
        if type == "dining_table":
            yield dining_set(luck, luck.choice(("plain", "round")), luck.choice((2, 4, 4)))
        elif type == "desk":
            yield desk_set(luck, variant, True, smallest=True)
        else:
            yield single(type, luck, variant)
