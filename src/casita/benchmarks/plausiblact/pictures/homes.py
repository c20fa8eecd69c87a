"""The homes that photos are taken in, and the part that each belongs to: no home of the test is in training."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from casita.benchmarks.plausiblact.item import Part
from casita.catalog import ROOM_KINDS
from casita.errors import BadInput
from casita.scenes.fixed import SHIPPED, shipped_scene
from casita.scenes.generate.house import house
from casita.scenes.scene import Scene

HOUSE_ROOMS = 3
"""Rooms of a procedural house."""

FIRST_HOUSE: Mapping[str, int] = {"train": 1, "valid": 100_001, "test": 200_001}
"""The seed of the first procedural house of each part."""

ROOMS: Mapping[str, range] = {"train": range(1, 21), "valid": range(21, 26), "test": range(26, 31)}
"""Numbers of the fixed rooms of each kind, as AI2-THOR splits them."""

APARTMENTS: Mapping[str, range] = {"train": range(1, 6), "valid": range(0), "test": range(6, 8)}
DRAWN: Mapping[str, range] = {"train": range(1, 8), "valid": range(8, 9), "test": range(9, 11)}


class Unit(NamedTuple):
    """A home that is arranged some times over: what one worker is asked for."""

    home: str
    part: Part
    takes: int
    """Arrangements, from `first` on."""
    first: int = 0

    @property
    def name(self) -> str:
        """As in file names."""
        return f"{self.part}_{self.home}" + (f"_{self.first}" if self.first else "")


class Takes(NamedTuple):
    """How often each home is arranged, by what it is."""

    kitchen: int
    living_room: int
    bedroom: int
    bathroom: int
    apartment: int
    drawn_house: int
    houses: int
    """Procedural houses, each arranged once."""


PAPER: Mapping[str, Takes] = {
    "train": Takes(13, 5, 1, 1, 1, 1, 4),
    "valid": Takes(3, 1, 1, 0, 0, 1, 1),
    "test": Takes(3, 1, 1, 0, 1, 1, 1),
}
"""Arrangements at the paper's scale, by part."""

FURTHER = 4
"""Arrangements of every test kitchen for the further test."""

UNRATED = Takes(14, 8, 3, 2, 3, 3, 40)
"""Arrangements of training homes whose pictures nobody rates: to learn to see from."""

FIRST_UNRATED = 100
"""The number of the first such arrangement of a home, and of procedural houses beyond the first of training."""

FEATURED, FIRST_FEATURED = 12, 1_000
"""So many more of every kitchen have many of the classes whose ratings vary most, from this number on."""

SMALL: tuple[Unit, ...] = (
    Unit("kitchen_03", "train", 2),
    Unit("kitchen_07", "train", 2),
    Unit("living_room_04", "train", 1),
    Unit("bedroom_02", "train", 1),
    Unit("house_000001", "train", 1),
    Unit("kitchen_22", "valid", 1),
    Unit("living_room_21", "valid", 1),
    Unit("kitchen_27", "test", 1),
    Unit("living_room_29", "test", 1),
    Unit("kitchen_28", "further", 1, FURTHER),
)
"""A few homes, to try things out."""

NOBODY = "unrated"
"""The scale of pictures that nobody rates."""

SCALES = ("small", "paper", NOBODY)


def is_featured(part: str, take: int) -> bool:
    """Are many of the classes whose ratings vary most brought to this arrangement, and these alone photographed?"""
    return part == "further" or take >= FIRST_FEATURED


def units(scale: str) -> tuple[Unit, ...]:
    """All homes of a scale."""
    if scale not in SCALES:
        raise BadInput(f"--scale is one of {', '.join(SCALES)}; it is {scale!r}")
    if scale == "small":
        return SMALL
    made = _unrated_units() if scale == NOBODY else _paper_units()
    return tuple(unit for unit in made if unit.takes)


def _paper_units() -> list[Unit]:
    parts: tuple[Part, ...] = ("train", "valid", "test")
    made = [unit for part in parts for unit in _units_of(part, PAPER[part])]
    return made + [Unit(f"kitchen_{number:02}", "further", FURTHER, PAPER["test"].kitchen) for number in ROOMS["test"]]


def _unrated_units() -> list[Unit]:
    made = _units_of("train", UNRATED, FIRST_UNRATED)
    return made + [Unit(f"kitchen_{number:02}", "train", FEATURED, FIRST_FEATURED) for number in ROOMS["train"]]


def _units_of(part: Part, takes: Takes, first: int = 0) -> list[Unit]:
    """All homes of a part; arrangements are counted from `first` on, and so are procedural houses."""
    named = [(f"{kind}_{number:02}", getattr(takes, kind)) for kind in ROOM_KINDS for number in ROOMS[part]]
    named += [(f"apartment_{number:02}", takes.apartment) for number in APARTMENTS[part]]
    named += [(f"drawn_house_{number:02}", takes.drawn_house) for number in DRAWN[part]]
    named += [(f"house_{FIRST_HOUSE[part] + first + number:06}", 1) for number in range(takes.houses)]
    return [Unit(home, part, count, first) for home, count in named]


def home_scene(name: str) -> Scene:
    """The home of a name: one that ships with Casita, or a procedural house by its seed."""
    if re.fullmatch("house_[0-9]{6}", name):
        return house(int(name.removeprefix("house_")), HOUSE_ROOMS)
    if name.rpartition("_")[0] not in SHIPPED:
        raise BadInput(f"unknown home {name!r}: expected one such as kitchen_12, apartment_03 or house_000041")
    return shipped_scene(name).replace()  # a copy, so that what is made of it is forgotten with it
