"""Contact sheets for the eyes of people: 24 rooms, 6 houses from above, 20 types in all their states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from casita.arrays import Uint8s
from casita.catalog import ROOM_KINDS
from casita.render.pictures import map_picture, object_picture, room_picture
from casita.render.sheets import sheet
from casita.scenes.describe import plain
from casita.scenes.fixed import room
from casita.scenes.generate.house import house
from casita.world.starting import beginning

ROOMS = tuple((kind, number) for number in (2, 8, 13, 18, 24, 29) for kind in ROOM_KINDS)
"""Fixed rooms on the sheet: six of each kind, among them some of the training, validation and test rooms."""

HOUSES = ((11, 2), (12, 4), (13, 5), (14, 6), (15, 8), (16, 10))
"""Seeds of houses on the sheet, and how many rooms they have."""

TYPES = (
    "mug", "wine_glass", "plate", "pot", "kettle", "wine_bottle", "fridge", "microwave", "stove", "tomato",
    "bread", "egg", "faucet", "toilet", "toilet_paper", "laptop", "television", "vase", "bed", "desk_lamp",
)  # fmt: skip
"""Types that are shown in all their states."""


class Sheet(NamedTuple):
    """A contact sheet: what it shows, a name for its file, and the picture."""

    title: str
    name: str
    picture: Uint8s


def gallery() -> Iterator[Sheet]:
    """All contact sheets, one after the other: rooms, houses, then types."""
    yield Sheet("24 of the 120 fixed rooms", "rooms", rooms_sheet())
    yield Sheet("Six houses from above", "houses", houses_sheet())
    for type in TYPES:
        yield Sheet(plain(type), f"{type}_states", object_picture(type, states=True, size=176, columns=6))


def rooms_sheet(size: tuple[int, int] = (400, 300), columns: int = 4) -> Uint8s:
    """Fixed rooms, each from the corner that shows most."""
    pictures = [room_picture(room(kind, number), size=size) for kind, number in ROOMS]
    return sheet(pictures, [f"{plain(kind)} {number}" for kind, number in ROOMS], columns=columns)


def houses_sheet(size: tuple[int, int] = (528, 400), columns: int = 3) -> Uint8s:
    """Houses of several sizes without their roofs, straight from above."""
    pictures = [map_picture(beginning(house(seed, rooms)), size, labels=False, agents=False) for seed, rooms in HOUSES]
    return sheet(pictures, [f"house {seed} with {rooms} rooms" for seed, rooms in HOUSES], columns=columns)
