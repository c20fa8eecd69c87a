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

SCALES = ("small", "paper")


def units(scale: str) -> tuple[Unit, ...]:
    """All homes of a scale."""
    if scale not in SCALES:
        raise BadInput(f"--scale is one of {', '.join(SCALES)}; it is {scale!r}")
    return SMALL if scale == "small" else tuple(_paper_units())


def _paper_units() -> list[Unit]:
    made: list[Unit] = []
    parts: tuple[Part, ...] = ("train", "valid", "test")
    for part in parts:
        takes = PAPER[part]
        for kind in ROOM_KINDS:
            made += [Unit(f"{kind}_{number:02}", part, getattr(takes, kind)) for number in ROOMS[part]]
        made += [Unit(f"apartment_{number:02}", part, takes.apartment) for number in APARTMENTS[part]]
        made += [Unit(f"drawn_house_{number:02}", part, takes.drawn_house) for number in DRAWN[part]]
        made += [Unit(f"house_{FIRST_HOUSE[part] + number:06}", part, 1) for number in range(takes.houses)]
    made += [Unit(f"kitchen_{number:02}", "further", FURTHER, PAPER["test"].kitchen) for number in ROOMS["test"]]
    return [unit for unit in made if unit.takes]


def home_scene(name: str) -> Scene:
    """The home of a name: one that ships with Casita, or a procedural house by its seed."""
    if re.fullmatch("house_[0-9]{6}", name):
        return house(int(name.removeprefix("house_")), HOUSE_ROOMS)
    if name.rpartition("_")[0] not in SHIPPED:
        raise BadInput(f"unknown home {name!r}: expected one such as kitchen_12, apartment_03 or house_000041")
    return shipped_scene(name).replace()  # a copy, so that what is made of it is forgotten with it
