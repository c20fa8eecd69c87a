"""The sequence of visible states of a demonstration as a few arrays, and as a few kilobytes.

Arrays have a row for each step and a column for each thing of the home. What does not change costs next to nothing
when packed: differences from step to step are compressed.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Annotated

import msgspec
import numpy as np

from casita import reading
from casita.agents.view import View
from casita.arrays import Bools, Float64s, Int32s
from casita.errors import BadInput
from casita.limits import STATES_BYTES
from casita.world.statics import NONE

LATTICE = 1e-4
"""Metres; positions are kept in whole numbers of it, which is exact."""

DEGREES = 1e-2
"""The same for where the agent faces."""

OPEN, ON, HELD = 1, 2, 4
"""Bits of `flags`: it stands open, it is on, the agent holds it."""


class Visible(msgspec.Struct, frozen=True, eq=False):
    """What one agent sees over some steps."""

    ids: tuple[str, ...]
    """Of the things, in the order of the columns."""
    types: tuple[str, ...]
    rooms: tuple[str, ...]
    """Ids of the rooms that `room` and `here` number."""
    seen: Bools
    """Steps x things; all other arrays are 0 (positions) or NONE where a thing is not seen."""
    position: Float64s
    """Steps x things x 3, metres."""
    carrier: Int32s
    """Column of what a thing is on or in."""
    inside: Int32s
    """1 if it is in its carrier, 0 if it is on it."""
    room: Int32s
    flags: Int32s
    at: Float64s
    """Steps x 3: where the agent stands, and its yaw in degrees."""
    here: Int32s
    seat: Int32s
    """Column of what it sits on."""


def visible(views: Iterable[View]) -> Visible:
    """The arrays of what was seen, step by step."""
    every = list(views)
    if not every:
        raise BadInput("there is nothing to see in no steps")
    known = every[0].known
    seen = np.array([view.things for view in every])
    carrier = np.array([view.carrier for view in every], np.int32)
    spot = np.array([view.spot for view in every], np.int32)
    flags = [OPEN * (view.openness > 0.0) | ON * view.on | HELD * (view.holder == 0) for view in every]
    return Visible(
        ids=tuple(known.ids),
        types=tuple(thing.type for thing in known.things),
        rooms=tuple(room.id for room in known.rooms),
        seen=seen,
        position=np.where(seen[..., None], np.array([view.position for view in every]), 0.0),
        carrier=carrier,
        inside=_is_inside(carrier, spot, [[s.relation == "in" for s in spots] for spots in known.spots]),
        room=np.array([view.room for view in every], np.int32),
        flags=np.array(flags, np.int32),
        at=np.array([(*view.at, view.yaw) for view in every]),
        here=np.array([view.here for view in every], np.int32),
        seat=np.array([view.seat for view in every], np.int32),
    )


def _is_inside(carrier: Int32s, spot: Int32s, insides: list[list[bool]]) -> Int32s:
    """1 where a thing is on a spot that is inside its carrier, NONE where it is on no spot."""
    widest = max(map(len, insides), default=0)
    table = np.array([[*row, *[False] * (widest - len(row))] for row in insides], np.int32).reshape(len(insides), -1)
    there = (carrier != NONE) & (spot != NONE)
    found: Int32s = np.where(there, table[np.where(there, carrier, 0), np.where(there, spot, 0)], NONE)
    return found.astype(np.int32)


class _Parts(msgspec.Struct, frozen=True):
    """The arrays as they are written; numbers as differences from step to step."""

    ids: tuple[str, ...]
    types: tuple[str, ...]
    rooms: tuple[str, ...]
    steps: Annotated[int, msgspec.Meta(ge=1)]
    seen: bytes
    things: bytes
    own: bytes


def packed(shown: Visible) -> bytes:
    """The arrays in a few bytes."""
    position = np.round(shown.position / LATTICE).astype(np.int32)
    at = np.round(shown.at / (LATTICE, LATTICE, DEGREES)).astype(np.int32)
    columns = [position[..., axis] for axis in range(3)] + [shown.carrier, shown.inside, shown.room, shown.flags]
    things = np.stack([_kept(column, shown.seen) for column in columns])
    own = np.concatenate([at, shown.here[:, None], shown.seat[:, None]], axis=1)
    parts = _Parts(
        ids=shown.ids,
        types=shown.types,
        rooms=shown.rooms,
        steps=len(shown.seen),
        seen=np.packbits(shown.seen, axis=None).tobytes(),
        things=_differences(things, axis=1).tobytes(),
        own=_differences(own, axis=0).tobytes(),
    )
    return zlib.compress(msgspec.msgpack.encode(parts), 9)


def unpacked(data: bytes) -> Visible:
    """The arrays of some packed bytes."""
    whole = reading.unpacked(data, STATES_BYTES, "packed visible states")
    try:
        parts = msgspec.msgpack.decode(whole, type=_Parts)
        steps, count = parts.steps, len(parts.ids)
        own = np.frombuffer(parts.own, np.int32).reshape(steps, 5)
        things = np.frombuffer(parts.things, np.int32).reshape(7, steps, count)
        bits = np.unpackbits(np.frombuffer(parts.seen, np.uint8), count=steps * count)
    except (msgspec.DecodeError, ValueError) as error:
        raise BadInput(f"not packed visible states: {error}") from None
    seen = bits.reshape(steps, count).astype(np.bool_)
    things, own = np.cumsum(things, axis=1, dtype=np.int32), np.cumsum(own, axis=0, dtype=np.int32)
    carrier, inside, room = (np.where(seen, column, NONE).astype(np.int32) for column in things[3:6])
    position = np.round(np.where(seen, things[:3], 0).transpose(1, 2, 0) * LATTICE, 4)
    return Visible(
        ids=parts.ids,
        types=parts.types,
        rooms=parts.rooms,
        seen=seen,
        position=position,
        carrier=carrier,
        inside=inside,
        room=room,
        flags=np.where(seen, things[6], 0).astype(np.int32),
        at=np.round(own[:, :3] * (LATTICE, LATTICE, DEGREES), 4),
        here=own[:, 3],
        seat=own[:, 4],
    )


def _kept(column: Int32s, seen: Bools) -> Int32s:
    """A column with what was last seen where nothing is seen, so that it does not change."""
    last = np.maximum.accumulate(np.where(seen, np.arange(len(seen))[:, None], 0), axis=0)
    kept: Int32s = np.take_along_axis(column, last, axis=0)
    return kept


def _differences(values: Int32s, axis: int) -> Int32s:
    return np.diff(values, axis=axis, prepend=np.int32(0)).astype(np.int32)
