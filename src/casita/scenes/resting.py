"""Poses of things of a scene that do not simply stand: in a mug, over an edge, against furniture. For generators.

found = resting_pose(pen, spot, [mug], things, room, luck)
if found is not None:
    draft.things.append(pen.replace(position=found.position, rotation=found.rotation,
                                      place=Place("in", mug.id, spot.name, found.rest)))
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from casita.geometry.clear import Around, Body, Floats, around_of, body_of, meets
from casita.geometry.edges import Pose, against, draped
from casita.geometry.outlines import walls
from casita.geometry.placed import Placed, Vector
from casita.geometry.poses import angles_of_matrix, cos_sin, on_lattice, rotation_matrix
from casita.geometry.resting import TRIES, Area, Window, rest_on
from casita.geometry.rests import RESTS, RestKind
from casita.geometry.solids import Pieces, pieces
from casita.geometry.spots import Spot
from casita.scenes.scene import WALL, Room, Thing
from casita.seeds import Stream

SideRest = Literal["against", "draped"]
AT_A_SIDE: dict[SideRest, Callable[[Around, float, Body, Around, Floats], Pose | None]] = {
    "against": against,
    "draped": draped,
}
"""How things rest at a side of furniture, and what finds such a place."""


class Resting(NamedTuple):
    """Where and how a thing rests."""

    position: Vector
    rotation: Vector
    """Roll, pitch and yaw in degrees."""
    rest: RestKind


def resting_pose(
    thing: Thing, spot: Spot, carrier: Sequence[Placed], around: Sequence[Placed], room: Room, luck: Stream
) -> Resting | None:
    """How a thing rests on or in a spot: on a side, over its edge, leaning or across; None if it does not.

    `carrier` is what has the spot, with its parts; `around` are all things near, those of the carrier too.
    """
    c, s = cos_sin(spot.yaw)
    found = rest_on(
        Area(spot.x, spot.y, spot.z, spot.half_x, spot.half_y, c, s, spot.yaw, spot.round, spot.headroom, spot.rim),
        Window(0.0, 0.0, spot.half_x, spot.half_y),
        body_of(thing.type, thing.variant, thing.size),
        _with_walls(around, room),
        lambda: around_of(pieces(carrier, [0.0] * len(carrier))),
        np.array(luck.randoms(3 * TRIES)),
        limp=thing.kind.drapes,
        is_ball=all(solid.shape == "ball" for solid in thing.kind.forms[thing.variant].solids),
    )
    if found is None:
        return None
    number, position, turn = found
    return _resting(number, position, turn)


def pose_at_a_side(
    thing: Thing, rest: SideRest, carrier: Sequence[Placed], around: Sequence[Placed], room: Room, luck: Stream
) -> Resting | None:
    """How a long thing leans from the floor against furniture, or a cloth hangs over its edge; None if it does not.

    `carrier` is the furniture with its parts, and `around` has that too.
    """
    own = around_of(pieces(carrier, [0.0] * len(carrier)))
    draws = np.array(luck.randoms(3 * TRIES))
    found = AT_A_SIDE[rest](own, 0.0, body_of(thing.type, thing.variant, thing.size), _with_walls(around, room), draws)
    return None if found is None else _resting(RESTS.index(rest), *found)


def _with_walls(around: Sequence[Placed], room: Room) -> Around:
    """The pieces of some things and the walls of their room, doorways closed."""
    solid = pieces(around, [0.0] * len(around))
    ends = [(wall.at(0.0), wall.at(wall.length, -WALL)) for wall in walls(room.outline)]
    low = np.array([(min(a, c), min(b, d), 0.0) for (a, b), (c, d) in ends])
    high = np.array([(max(a, c), max(b, d), room.height) for (a, b), (c, d) in ends])
    count = len(ends)
    flat, axes = np.zeros(count, np.int64), np.broadcast_to(np.eye(3), (count, 3, 3))
    around_it = Pieces(flat, flat, (low + high) / 2, (high - low) / 2, axes, np.zeros(count))
    return around_of(Pieces(*(np.concatenate(columns) for columns in zip(solid, around_it, strict=True))))


def _resting(number: int, position: Floats, turn: Floats) -> Resting:
    x, y, z = position.tolist()
    return Resting(on_lattice(x, y, z), angles_of_matrix(turn), RESTS[number])


def touches(thing: Thing, carrier: Sequence[Thing]) -> bool:
    """Does a thing touch another (with its parts), so that it can lean on it or hang over it?"""
    body = body_of(thing.type, thing.variant, thing.size)
    own = around_of(pieces(carrier, [0.0] * len(carrier)))
    return meets(np.array(thing.position), rotation_matrix(thing.rotation), body, own)


def lowest(thing: Thing) -> float:
    """The height of the lowest corner of a thing's box."""
    turn = rotation_matrix(thing.rotation)
    depth, width, height = thing.size
    reach = abs(float(turn[2, 0])) * depth / 2 + abs(float(turn[2, 1])) * width / 2
    return thing.position[2] - reach + min(0.0, float(turn[2, 2])) * height


def middle(thing: Thing) -> tuple[float, float]:
    """The middle of a thing's box, seen from above."""
    turn = rotation_matrix(thing.rotation)
    half = thing.size[2] / 2
    return thing.position[0] + float(turn[0, 2]) * half, thing.position[1] + float(turn[1, 2]) * half


def is_over(spot: Spot, x: float, y: float, slack: float) -> bool:
    """Is a point over a spot, or no further beyond its rim than the slack?"""
    c, s = cos_sin(spot.yaw)
    u, v = (x - spot.x) * c + (y - spot.y) * s, (y - spot.y) * c - (x - spot.x) * s
    if spot.round:
        return math.hypot(u, v) <= min(spot.half_x, spot.half_y) + slack
    return abs(u) <= spot.half_x + slack and abs(v) <= spot.half_y + slack
