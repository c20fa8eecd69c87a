"""What lies around a path: what can be knocked about, and what stands fast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Float64s
from casita.exact import total_of
from casita.geometry.placed import PlacedBody
from casita.geometry.rests import AGAINST, DRAPED
from casita.geometry.solids import Pieces, pieces
from casita.products import dot, product
from casita.scenes.kept import PerScene
from casita.scenes.scene import OUTSIDE, WALL
from casita.world.edit import Edit
from casita.world.laws import body
from casita.world.seen import scene_pieces
from casita.world.shut import shut_around
from casita.world.statics import NONE, Statics

Floats = Float64s
Point = tuple[float, float]


class Group(NamedTuple):
    """Things that move as one body: a thing with what is built into it."""

    slot: int
    members: tuple[int, ...]
    """The thing and its parts."""
    mass: float
    """With what is shut away in it."""


class Around(NamedTuple):
    """All that matters to a thing that moves along a path."""

    groups: tuple[Group, ...]
    """What can move: the disturbed thing first, if there is one."""
    fixed: tuple[int, ...]
    """Slots of things that stand fast, doors included."""
    walls: Floats
    """Boxes of walls: rows of middle and half sides."""
    people: tuple[tuple[float, float, float, float], ...]
    """Agents as upright cylinders: x, y, radius and height."""
    low: Floats
    high: Floats
    """Corners of the box, seen from above, that all this is in."""


def around(edit: Edit, path: tuple[Point, Point], radius: float, disturbed: int = NONE) -> Around:
    """Everything within a distance of a straight path, seen from above."""
    known = edit.known
    near = edit.exists & _within(edit, path, radius) & ~_in_hands(edit) & ~kinds(known).is_floor
    own = () if disturbed == NONE else _with_parts(known, disturbed)
    near[list(own)] = False
    groups = [_group(edit, disturbed, own)] if own else []
    fixed = []
    for slot in np.nonzero(near)[0].tolist():
        if not known.loose[slot] or _hangs(edit, slot):
            fixed.append(slot)
        elif shut_around(edit, slot) == NONE:
            groups.append(_group(edit, slot, (slot,)))
    people = [
        (*edit.agent_position[agent].tolist(), body.radius, body.height)
        for agent, body in enumerate(edit.base.bodies)
        if _gap(edit.agent_position[agent][None], path)[0] <= radius + body.radius
    ]
    walls = kinds(known).walls
    low, high = np.min(path, axis=0) - radius, np.max(path, axis=0) + radius
    in_box = ((walls[:, :2] + walls[:, 3:5] >= low) & (walls[:, :2] - walls[:, 3:5] <= high)).all(axis=1)
    return Around(tuple(groups), tuple(fixed), walls[in_box], tuple(people), low, high)


def bodies(edit: Edit, slots: list[int]) -> list[PlacedBody]:
    """Things as geometry sees them."""
    return [body(edit, slot) for slot in slots]


def wall_pieces(walls: Floats, owner: int) -> Pieces:
    """Boxes of walls as pieces of one owner."""
    count = len(walls)
    axes = np.broadcast_to(np.eye(3), (count, 3, 3))
    flat = np.zeros(count, np.int64)
    return Pieces(np.full(count, owner, np.int64), flat, walls[:, :3], walls[:, 3:], axes, np.zeros(count))


def solid_pieces(edit: Edit, slots: list[int], *, closed: bool) -> Pieces:
    """The pieces of some things as they are, or as if closed."""
    found = bodies(edit, slots)
    return pieces(found, [0.0] * len(found) if closed else None)


class Kinds(NamedTuple):
    """What is asked of a scene over and over."""

    is_floor: Bools
    walls: Floats
    """See `Around.walls`."""
    reach: Floats
    """By slot: half of its box's diagonal."""


@PerScene
def kinds(known: Statics) -> Kinds:
    """The kinds of a scene, found once and kept with it."""
    solid = scene_pieces(known)
    rows = solid.owner == NONE
    return Kinds(
        np.array([thing.type == "floor" for thing in known.things], np.bool_),
        np.vstack([np.hstack([solid.centre[rows], solid.half[rows]]), *_ways_out(known)]),
        np.sqrt((known.size**2).sum(axis=1)) / 2,
    )


def _ways_out(known: Statics) -> Iterator[tuple[float, ...]]:
    """Doorways that lead outside, as pieces of wall: nothing leaves a scene."""
    for way in known.scene.doorways:
        if OUTSIDE in way.rooms:
            along, thick = way.width / 2, WALL / 2
            half = (along, thick) if way.along == "x" else (thick, along)
            yield (*way.centre, way.height / 2, *half, way.height / 2)


def is_slid_out(edit: Edit, slot: int) -> bool:
    """Is it in a drawer that is out?"""
    carrier = int(edit.carrier[slot])
    while carrier != NONE:
        number = int(edit.spot[slot])
        if number != NONE and edit.known.spots[carrier][number].slides and edit.openness[carrier] > 0.0:
            return True
        slot, carrier = carrier, int(edit.carrier[carrier])
    return False


def _within(edit: Edit, path: tuple[Point, Point], radius: float) -> Bools:
    """Which things reach into the distance of a path; what opens counts as if swung open."""
    reach = kinds(edit.known).reach * np.where(edit.openness > 0.0, 3.0, 1.5)
    near: Bools = _gap(edit.position[:, :2], path) <= radius + reach
    return near


def _gap(points: Floats, path: tuple[Point, Point]) -> Floats:
    """Distances of points from a straight path."""
    start, end = np.array(path[0]), np.array(path[1])
    along = end - start
    share = np.clip(product(points - start, along) / max(dot(along, along), 1e-12), 0.0, 1.0)
    away: Floats = np.hypot(*(points - start - share[:, None] * along).T)
    return away


def strayed(track: Floats, reach: Floats, path: tuple[Point, Point], radius: float) -> bool:
    """Did anything that moved (times x things x coordinates), as far as it reaches, get further from a path?"""
    moved = (np.abs(track - track[0]) > 1e-6).any(axis=(0, 2))
    gaps = _gap(track[:, moved, :2].reshape(-1, 2), path).reshape(len(track), -1)
    return bool((gaps + reach[moved] > radius).any())


def _in_hands(edit: Edit) -> Bools:
    """What somebody holds, with all that is on and in it."""
    held: Bools = edit.held_by != NONE
    for slot in np.nonzero(held)[0].tolist():
        held[edit.contents(slot)] = True
    return held


def _with_parts(known: Statics, slot: int) -> tuple[int, ...]:
    """A thing and all that is built into it, at any depth."""
    found = [slot]
    for each in found:
        found += np.nonzero(known.parent == each)[0].tolist()
    return tuple(found)


def _group(edit: Edit, slot: int, members: tuple[int, ...]) -> Group:
    shut = [each for each in edit.contents(slot) if each not in members and shut_around(edit, each) != NONE]
    return Group(slot, members, total_of(edit.own_mass(each) for each in (*members, *shut)))


def _hangs(edit: Edit, slot: int) -> bool:
    """Does it hang on something, rather than stand?"""
    carrier, number = int(edit.carrier[slot]), int(edit.spot[slot])
    if edit.rest[slot] in (AGAINST, DRAPED):
        return bool(edit.rest[slot] == DRAPED)
    return carrier == NONE or number == NONE or edit.known.spots[carrier][number].hang
