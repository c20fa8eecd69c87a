"""How many things of each type a room gets: exactly AI2-THOR's rooms, or drawn like them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from casita.catalog import RoomKind
from casita.scenes.fixed import ROOMS_OF_A_KIND
from casita.seeds import Stream, stream

Contents = Mapping[str, int]
"""How many things of each type."""

FIXED_SEED = 118
"""The seed of the fixed rooms' contents."""

TOGETHER = {
    "bathtub_basin": ("bathtub",),
    "blinds": ("window",),
    "cabinet": ("counter_top",),
    "chair": ("dining_table", "desk"),
    "curtains": ("window",),
    "drawer": ("cabinet",),
    "shower_curtain": ("bathtub",),
    "shower_glass": ("shower_door",),
}
"""Types that are put into rooms that have one of the others, as long as there are such rooms."""

ONE_IS_ENOUGH = {"bed", "coffee_table", "desk", "dining_table", "sofa", "television", "tv_stand"}
"""Types that a room of a generated house has at most one of."""

APART = {
    "counter_top": ("bathtub",),
    "dresser": ("tv_stand", "bathtub"),
    "shower_door": ("bathtub",),
    "side_table": ("bathtub",),
}
"""Types that are put into rooms without any of the others first."""

SEATS_INSTEAD = "stool"
"""A type that is put into rooms with a dining table but without chairs first."""


@cache
def counted() -> dict[RoomKind, dict[str, tuple[int, int]]]:
    """By kind of room and type: in how many of the 30 rooms it is, and how many there are in all."""
    text = resources.files("casita.scenes.generate").joinpath("contents.toml").read_text("utf-8")
    rows = tomllib.loads(text)
    return {kind: {type: (rooms, total) for type, (rooms, total) in types.items()} for kind, types in rows.items()}  # type: ignore[misc]


@cache
def _fixed(kind: RoomKind) -> tuple[dict[str, int], ...]:
    """The contents of the 30 fixed rooms of a kind: every type in just as many rooms, just as often."""
    rooms: tuple[dict[str, int], ...] = tuple({} for _ in range(ROOMS_OF_A_KIND))
    types = counted()[kind]
    for type in sorted(types, key=lambda name: (name == SEATS_INSTEAD, name in TOGETHER, name in APART, name)):
        count, total = types[type]
        order = stream(FIXED_SEED, "contents", kind, type).shuffled(range(ROOMS_OF_A_KIND))
        if type in TOGETHER:
            order.sort(key=lambda room: not any(friend in rooms[room] for friend in TOGETHER[type]))
        if type == SEATS_INSTEAD:
            order.sort(key=lambda room: "dining_table" not in rooms[room] or "chair" in rooms[room])
        if type in APART:
            order.sort(key=lambda room: any(other in rooms[room] for other in APART[type]))
        for rank, room in enumerate(order[:count]):
            rooms[room][type] = total // count + (rank < total % count)
    for contents in rooms:
        if kind == "bathroom" and "window" in contents:
            contents["window"] = 1
        covered = contents.get("blinds", 0) + contents.get("curtains", 0)
        if covered:
            contents["window"] = max(contents.get("window", 0), covered)
    return rooms


def fixed_contents(kind: RoomKind, number: int) -> Contents:
    """What fixed room `number`, from 1 to 30, of a kind holds."""
    return _fixed(kind)[number - 1]


def drawn_contents(kind: RoomKind, luck: Stream) -> Contents:
    """What a room of this kind of a generated house holds: types as often as in AI2-THOR's rooms."""
    found: dict[str, int] = {}
    for type, (rooms, total) in counted()[kind].items():
        if luck.chance(rooms / ROOMS_OF_A_KIND):
            mean = total / rooms
            count = int(mean) + luck.chance(mean - int(mean))
            found[type] = min(count, 1) if type in ONE_IS_ENOUGH else count
    if kind == "bathroom":
        found["window"] = min(1, found.get("window", 0))
        _one_to_wash_in(found, luck)
    seats = luck.choice((2, 4, 4, 6))
    found["chair"] = seats * found.get("dining_table", 0) + found.get("desk", 0)
    return found


def _one_to_wash_in(found: dict[str, int], luck: Stream) -> None:
    """Make sure that a bathroom has a bath or a shower, and not both: ours are small."""
    shower = "bathtub" not in found if ("bathtub" in found) != ("shower_door" in found) else luck.chance(0.4)
    for type in ("bathtub", "bathtub_basin", "shower_curtain") if shower else ("shower_door", "shower_glass"):
        found.pop(type, None)
    found["shower_door" if shower else "bathtub"] = 1
