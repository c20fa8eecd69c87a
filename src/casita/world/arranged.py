"""Things that stand elsewhere than their scene says when an episode begins.

A benchmark that puts each thing of a room in turn on one table would need a scene a thing. Instead the scene stays one
value, with one set of meshes, and its episodes say in a few words what is somewhere else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from casita.errors import BadInput, unknown
from casita.geometry.poses import ANGLE_DECIMALS, on_lattice
from casita.world.edit import Edit
from casita.world.placing import Landing, place
from casita.world.state import State


class Arranged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing, with all it carries, and the place on or in another that it has at the beginning."""

    object: str
    carrier: str
    spot: int
    """Number of the carrier's spot."""
    x: float
    y: float
    z: float
    yaw: float


def arranged_at(state: State, object: str, landing: Landing) -> Arranged:
    """A thing at a place that was found for it (`placing.free_landing`)."""
    carrier = state.statics.ids[landing.carrier]
    return Arranged(object, carrier, landing.spot, landing.x, landing.y, landing.z, landing.yaw)


def arrange(state: State, things: Sequence[Arranged]) -> State:
    """The state with these things where they are said to be, placed in the order given."""
    if not things:
        return state
    known = state.statics
    edit = Edit(state)
    for row in things:
        for role, id in (("object", row.object), ("carrier", row.carrier)):
            if id not in known.index:
                raise unknown(f"{role} in {state.scene.name}", id, known.index)
        slot, carrier = known.index[row.object], known.index[row.carrier]
        if not known.loose[slot]:
            raise BadInput(f"{row.object} cannot be arranged: it is fixed in {state.scene.name}")
        if not 0 <= row.spot < len(known.spots[carrier]):
            raise BadInput(
                f"{row.carrier} has {len(known.spots[carrier])} spots, from 0; {row.object} is on {row.spot}"
            )
        if carrier in (slot, *edit.contents(slot)):
            raise BadInput(f"{row.object} cannot be arranged on {row.carrier}, which it carries")
        if not all(map(math.isfinite, (row.x, row.y, row.z, row.yaw))):
            raise BadInput(f"{row.object} is arranged at a place that is not a number: {row.x}, {row.y}, {row.z}")
        at = on_lattice(row.x, row.y, row.z)
        place(edit, slot, Landing(carrier, row.spot, *at, round(row.yaw, ANGLE_DECIMALS)))
    return edit.finished(state.tick)
