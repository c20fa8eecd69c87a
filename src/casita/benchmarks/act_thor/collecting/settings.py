"""What ACT-Thor's data depend on: the seed, which rooms, how often, and what varies."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from casita.benchmarks.act_thor.collecting.variations import VARIATIONS
from casita.catalog import ROOM_KINDS, RoomKind
from casita.errors import BadInput, unknown
from casita.scenes.fixed import ROOMS_OF_A_KIND

SMALL = (1, 2, 3, 4, 21, 26)
"""Numbers of the rooms of each kind at the small scale: enough to train on, to validate and to test."""


@dataclass(frozen=True, slots=True)
class DataSettings:
    """What the data depend on; the same settings give the same bytes."""

    seed: int = 0
    """Where all luck comes from."""
    scale: str = "paper"
    """`small` (24 rooms), `paper` (120 rooms), or how many times the paper's size."""
    vary: tuple[str, ...] = ("perspective",)
    """What differs in takes beyond the first: colours, light, perspective, distractors."""
    physics: str = "mujoco"
    """What lets things fall and slide: mujoco or kinematic."""
    rooms: tuple[str, ...] = ()
    """Names of the only rooms to use, such as kitchen_12; all of the scale's if empty."""

    def __post_init__(self) -> None:
        if self.scale not in ("small", "paper") and not (self.scale.isdigit() and int(self.scale) >= 1):
            raise BadInput(f"a scale is small, paper or a whole number from 1 on; it is {self.scale!r}")
        for name in self.vary:
            if name not in VARIATIONS:
                raise unknown("variation", name, VARIATIONS)

    def plain(self) -> dict[str, Any]:
        """What the data depend on, as plain values."""
        found = {field.name: getattr(self, field.name) for field in fields(DataSettings)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}

    @property
    def units(self) -> list[Unit]:
        """All rooms, each as many times as the scale asks for."""
        takes = int(self.scale) if self.scale.isdigit() else 1
        numbers = SMALL if self.scale == "small" else range(1, ROOMS_OF_A_KIND + 1)
        found = [Unit(kind, number, take) for take in range(takes) for kind in ROOM_KINDS for number in numbers]
        names = [f"{kind}_{number:02d}" for kind, number, _ in found]
        for name in self.rooms:
            if name not in names:
                raise unknown("room of this scale", name, names)
        return [unit for unit, name in zip(found, names, strict=True) if not self.rooms or name in self.rooms]


class Unit(NamedTuple):
    """One take of one room."""

    kind: RoomKind
    number: int
    take: int

    @property
    def name(self) -> str:
        """As in the keys of its pictures."""
        return f"{self.kind}_{self.number:02d}" + (f"~{self.take}" if self.take else "")
