"""The scenes that ship with Casita and never change: 120 rooms, 7 apartments, 10 hand-drawn houses."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from importlib import resources
from typing import Literal

from casita.catalog import ROOM_KINDS, RoomKind
from casita.errors import BadInput, unknown
from casita.scenes.files import from_json
from casita.scenes.scene import Scene

ROOMS_OF_A_KIND = 30
APARTMENTS = 7
HELD_OUT_APARTMENTS = (6, 7)
"""Used only for helping, in Watch-And-Help's test sets."""

DRAWN_HOUSES = 10

AI2THOR: dict[RoomKind, tuple[float, float]] = {
    "kitchen": (69.6, 42.1),
    "living_room": (42.4, 27.4),
    "bedroom": (40.9, 28.6),
    "bathroom": (36.1, 28.2),
}
"""Mean numbers of objects and of types in AI2-THOR's rooms, by kind of room."""

Split = Literal["train", "validation", "test"]


def room(kind: RoomKind, number: int) -> Scene:
    """One of the 4 x 30 fixed rooms: a kind and a number from 1 to 30."""
    if kind not in ROOM_KINDS:
        raise unknown("kind of room", kind, ROOM_KINDS)
    return _shipped("rooms", kind, _numbered(kind, number, ROOMS_OF_A_KIND))


def split_of(number: int) -> Split:
    """Which of AI2-THOR's splits a fixed room is in: 1-20 train, 21-25 validation, 26-30 test."""
    _numbered("room", number, ROOMS_OF_A_KIND)
    return "train" if number <= 20 else "validation" if number <= 25 else "test"


def apartment(number: int) -> Scene:
    """One of the 7 apartments for Watch-And-Help."""
    return _shipped("apartments", "apartment", _numbered("apartment", number, APARTMENTS))


def drawn_house(number: int) -> Scene:
    """One of the 10 hand-drawn houses for EXCALIBUR."""
    return _shipped("houses", "drawn_house", _numbered("drawn house", number, DRAWN_HOUSES))


SHIPPED: dict[str, Callable[[int], Scene]] = {
    **{kind: partial(room, kind) for kind in ROOM_KINDS},
    "apartment": apartment,
    "drawn_house": drawn_house,
}
"""What gives the scene of a number, by the stem of its name."""


def shipped_scene(name: str) -> Scene:
    """The room, apartment or drawn house of this name, such as kitchen_12 or apartment_03."""
    stem, _, number = name.rpartition("_")
    if stem not in SHIPPED or not re.fullmatch("[0-9]{1,9}", number):
        raise unknown("scene that comes with Casita", name, SHIPPED)
    return SHIPPED[stem](int(number))


def _numbered(what: str, number: int, most: int) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= most:
        raise BadInput(f"there are {what}s 1 to {most}; asked for {number!r}")
    return number


@cache
def _shipped(folder: str, stem: str, number: int) -> Scene:
    """A committed scene, read once."""
    name = f"{folder}/{stem}_{number:02}.json"
    file = resources.files("casita.scenes").joinpath("data", name)
    return from_json(file.read_bytes(), name)
