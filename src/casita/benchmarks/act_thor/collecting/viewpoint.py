"""One surface of a room and one place to stand before it, where all trials of that room happen.

A place is good if many of the room's things find space on the surface there. The robot stands back far enough that what
it drops falls to the floor, not onto the surface.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from casita.errors import BadInput
from casita.geometry.poses import ANGLE_DECIMALS, DECIMALS
from casita.geometry.resting import Area
from casita.scenes.scene import Scene
from casita.seeds import Stream
from casita.world.arranged import Arranged, arranged_at
from casita.world.edit import Edit
from casita.world.ground import blocker, room_at
from casita.world.luck import key
from casita.world.placing import Landing, area_of, free_landing
from casita.world.starting import beginning
from casita.world.state import State

ROBOT = "robot"
"""The name of who acts."""

LOW, HIGH = 0.3, 1.2
"""Metres above the floor of a surface that one looks down on and reaches."""

BACK = (0.62, 0.52, 0.42, 0.72, 0.82, 0.92)
"""Metres from the rim of the surface to the middle of the robot: the first that is free."""

INSET = 0.24
"""Metres from the rim to where things are put, on a surface that is deep enough."""

NEAR = 0.25
"""Half the side of the square in which things find their place; twice that if there is none in it."""

APART = 0.2
"""Metres between two places that are looked at."""

MOST = 40
"""Places that are looked at in a room."""

TABLES = ("counter_top", "dining_table", "desk", "coffee_table", "side_table", "dresser", "tv_stand")
"""Where one puts things down, if there is space for this share of what is in the room; else anywhere."""

ROOMY = 0.7


class Viewpoint(NamedTuple):
    """Where a thing is put and where the robot stands; metres and degrees."""

    carrier: str
    spot: int
    x: float
    y: float
    stand_x: float
    stand_y: float
    yaw: float


def candidates(scene: Scene, luck: Stream) -> list[Viewpoint]:
    """The places of a room: roomy tables first, then by how many things find space; equals in an order of luck."""
    state = beginning(scene, {ROBOT: "thor"})
    edit = Edit(state)
    kinds = state.scene.by_id
    mixed = luck.shuffled(list(_places(state, edit)))
    found = sorted(mixed, key=lambda place: kinds[place.carrier].type not in TABLES)[:MOST]
    loose = [slot for slot, thing in enumerate(scene.things) if thing.kind.can("pick_up")]
    fits = [sum(_landing(edit, state, place, slot, 0) is not None for slot in loose) for place in found]
    if not any(fits):
        raise BadInput(f"{scene.name} has no surface that a robot could stand before and put something on")

    def worst_last(number: int) -> tuple[bool, int]:
        table = kinds[found[number].carrier].type in TABLES
        return not (table and fits[number] >= ROOMY * len(loose)), -fits[number]

    return [found[number] for number in sorted(range(len(found)), key=worst_last)]


def put_there(state: State, place: Viewpoint, object: str, seed: int) -> Arranged | None:
    """The object at a free spot of the place; None if there is no space for it."""
    landing = _landing(Edit(state), state, place, state.statics.slot(object), seed)
    return None if landing is None else arranged_at(state, object, landing)


def _landing(edit: Edit, state: State, place: Viewpoint, slot: int, seed: int) -> Landing | None:
    known = state.statics
    carrier = known.slot(place.carrier)
    holds = known.kinds[carrier].holds
    if holds and known.kinds[slot].name not in holds:
        return None
    luck = key(seed, 0, 0, f"place{slot}")
    squares = ((place.x, place.y, NEAR * wider) for wider in (1, 2))
    found = (free_landing(edit, slot, carrier, place.spot, luck, square) for square in squares)
    return next((landing for landing in found if landing is not None), None)


def _places(state: State, edit: Edit) -> Iterator[Viewpoint]:
    """All places before all surfaces."""
    known = state.statics
    for surfaces in known.surfaces:
        for carrier, number in surfaces:
            spot = known.spots[carrier][number]
            area = area_of(edit, carrier, spot)
            if LOW <= area.z <= HIGH and not spot.hang:
                for turn in range(4):
                    yield from _along(edit, known.ids[carrier], number, area, turn)


def _along(edit: Edit, carrier: str, number: int, area: Area, turn: int) -> Iterator[Viewpoint]:
    """Places along one of the four sides of a surface, all facing it squarely."""
    out = math.radians(area.yaw + 90.0 * turn)
    c, s = math.cos(out), math.sin(out)
    deep, wide = (area.half_x, area.half_y) if turn % 2 == 0 else (area.half_y, area.half_x)
    inset = min(INSET, deep)
    steps = int(max(wide - NEAR, 0.0) / APART)
    for step in range(-steps, steps + 1):
        aside = step * APART
        x = area.x + c * (deep - inset) - s * aside
        y = area.y + s * (deep - inset) + c * aside
        for back in BACK:
            stand_x, stand_y = round(x + c * (inset + back), DECIMALS), round(y + s * (inset + back), DECIMALS)
            same = room_at(edit.known, stand_x, stand_y) == edit.room[edit.known.slot(carrier)]
            if same and not blocker(edit, 0, stand_x, stand_y):
                yaw = round((area.yaw + 90.0 * turn + 180.0) % 360.0, ANGLE_DECIMALS)
                yield Viewpoint(carrier, number, round(x, DECIMALS), round(y, DECIMALS), stand_x, stand_y, yaw)
                break
