"""What contact physics said, as short rows of a log: things by their ids, numbers on lattices."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from casita.errors import BadInput
from casita.geometry.rests import FLAT, RESTS
from casita.world.arranged import Arranged
from casita.world.event import Motion
from casita.world.physics import Contact, Rest, Settled
from casita.world.placing import Landing
from casita.world.stance import Quaternion, yaw_of
from casita.world.statics import NONE, Statics

Vector = tuple[float, float, float]


class ShortRow(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row that is written as a list."""


class RestRow(Arranged, frozen=True, array_like=True, omit_defaults=True):
    """Where a thing came to rest: see `Rest` and `Landing`."""

    rotation: Quaternion | None = None
    rest: int = FLAT


class ContactRow(ShortRow, frozen=True):
    """Who hit what, how fast; an empty id is a wall."""

    id: str
    other: str
    speed: float


class MotionRow(ShortRow, frozen=True):
    """How a thing came there; its yaws follow from its rotations."""

    id: str
    seconds: float
    times: tuple[float, ...]
    positions: tuple[Vector, ...]
    rotations: tuple[Quaternion, ...] = ()
    yaws: tuple[float, ...] = ()


class SettledRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One result of contact physics."""

    rests: tuple[RestRow, ...]
    contacts: tuple[ContactRow, ...] = ()
    motion: tuple[MotionRow, ...] = ()


def to_rows(said: Sequence[Settled | None], known: Statics) -> tuple[SettledRow | None, ...]:
    """Results as rows; None is that a thing could not move."""
    return tuple(None if settled is None else _to_row(settled, known) for settled in said)


def from_rows(rows: Sequence[SettledRow | None], known: Statics, where: str) -> tuple[Settled | None, ...]:
    """The results that rows describe; BadInput if they name what is not there."""
    return tuple(None if row is None else _from_row(row, known, where) for row in rows)


def _to_row(settled: Settled, known: Statics) -> SettledRow:
    ids = (*known.ids, "")
    return SettledRow(
        tuple(RestRow(ids[slot], ids[at.carrier], *at[1:6], rotation, at.rest) for slot, at, rotation in settled.rests),
        tuple(ContactRow(ids[slot], ids[other], speed) for slot, other, speed in settled.contacts),
        tuple(_motion_row(motion) for motion in settled.motion),
    )


def _motion_row(motion: Motion) -> MotionRow:
    yaws = () if motion.rotations else motion.yaws
    return MotionRow(motion.mover, motion.seconds, motion.times, motion.positions, motion.rotations, yaws)


def _from_row(row: SettledRow, known: Statics, where: str) -> Settled:
    def slot(id: str) -> int:
        if id and id not in known.index:
            raise BadInput(f"{where}: contact physics speaks of {id!r}, which {known.scene.name} does not have")
        return known.index[id] if id else NONE

    rests = []
    for rest in row.rests:
        carrier = slot(rest.carrier)
        if (
            carrier == NONE
            or slot(rest.object) == NONE
            or not 0 <= rest.spot < len(known.spots[carrier])
            or not 0 <= rest.rest < len(RESTS)
        ):
            raise BadInput(f"{where}: {rest.object!r} cannot rest on {rest.carrier!r}, place {rest.spot}")
        landing = Landing(carrier, rest.spot, rest.x, rest.y, rest.z, rest.yaw, None, rest.rest)
        rests.append(Rest(slot(rest.object), landing, rest.rotation))
    contacts = tuple(Contact(slot(each.id), slot(each.other), each.speed) for each in row.contacts)
    return Settled(tuple(rests), contacts, tuple(_motion(each) for each in row.motion))


def _motion(row: MotionRow) -> Motion:
    yaws = tuple(map(yaw_of, row.rotations)) if row.rotations else row.yaws
    return Motion(row.id, row.times, row.positions, yaws, row.rotations, row.seconds)
