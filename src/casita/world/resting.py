"""Places where things rest that do not stand there whole and upright: see `geometry/resting.py` for the kinds."""

from __future__ import annotations

import math
from collections.abc import Callable

import numba
import numpy as np

from casita.arrays import Bools, Int64s
from casita.geometry.clear import TOUCHING, Around, Body, Floats, is_clear, meets
from casita.geometry.edges import Pose, against, draped
from casita.geometry.poses import angle_on_lattice, on_lattice
from casita.geometry.resting import (
    TRIES,
    TURNS,
    Area,
    Window,
    reaches_across,
    search_across,
    search_flat,
    search_leaning,
    stances,
    stands_badly,
)
from casita.geometry.rests import ACROSS, AGAINST, DRAPED, FLAT, LEANING
from casita.world.edit import Edit
from casita.world.luck import MASK, draws
from casita.world.placing import Landing, area_of, free_landing, narrowed, place
from casita.world.solid_rows import around, body, diagonal, nobody_holds, placed, solid_rows
from casita.world.stance import face_down, is_upright, matrix_of, quaternion_of, standing_at
from casita.world.statics import NONE, Statics

LONG, SLENDER = 0.3, 2.2
"""Metres that a thing is long which leans against furniture, at the least; a slender one is so many times as long
as wide."""

SIDE_TRIES = 40
"""Places that are tried at the sides of something."""

Near = tuple[float, float, float]
"""x, y and half a side of a square, seen from above."""


def resting_landing(
    edit: Edit, slot: int, carrier: int, spot_number: int, luck: int, near: Near | None = None
) -> Landing | None:
    """A place of a spot where a thing rests over its edge, on a side, leaning or across; None if there is none."""
    known = edit.known
    spot = known.spots[carrier][spot_number]
    if spot.hang or not is_upright(edit.rotation[carrier]):
        return None
    area = area_of(edit, carrier, spot)
    part = area if near is None else narrowed(area, near)
    if part is None:
        return None
    own = body(known, slot)
    moving = edit.with_contents(slot)
    reach = math.hypot(part.half_x, part.half_y) + diagonal(known, slot)
    at = (part.x, part.y, area.z)
    window, may_lie = _window(area, part), len(moving) == 1 and _keeps_what_it_holds(edit, slot)
    rotations, boxes = stances(*own.size.tolist(), may_lie, known.kinds[slot].drapes)
    wanted = edit.exists.copy()
    wanted[moving] = False
    may_lean = may_lie and spot.rim > 0.0
    in_hand = edit.holder_of(carrier) != NONE
    pose = np.empty((4, 3))
    kind = _search_among(
        solid_rows(known), wanted, family_of(edit, carrier) if may_lean else wanted, edit.carrier,
        nobody_holds(edit) if in_hand else edit.held_by, edit.position, edit.rotation, edit.openness, at, reach,
        area, window, own, rotations, boxes, TURNS, np.uint64(luck & MASK), may_lean, pose,
    )  # fmt: skip
    if kind < 0 and reaches_across(area, own):
        family = around(edit, np.nonzero(~family_of(edit, carrier))[0], at, reach, walls=False, held=in_hand)
        everything = around(edit, moving, at, reach, held=in_hand)
        is_ball = all(solid.shape == "ball" for solid in known.forms[slot].solids)
        rows = draws(np.uint64(luck & MASK), 3 * TRIES).reshape(TRIES, 3)
        if search_across(area, window, own, everything, family, TURNS, rows, is_ball, pose):
            kind = ACROSS
    if kind < 0:
        return None
    position, turn = pose[0], pose[1:]
    x, y, z = position.tolist()
    if turn[2, 2] == 1.0:
        yaw = angle_on_lattice(math.degrees(math.atan2(turn[1, 0], turn[0, 0])))
        landing = Landing(carrier, spot_number, *on_lattice(x, y, z), yaw, None, kind)
        return landing if _contents_stand_clear(edit, moving, landing) else None
    rotation = quaternion_of(turn)
    if kind != FLAT:
        return Landing(carrier, spot_number, *on_lattice(x, y, z), 0.0, rotation, kind)
    rotation = face_down(np.array(rotation))
    half = float(own.size[2]) / 2
    at = standing_at(x + float(turn[0, 2]) * half, y + float(turn[1, 2]) * half, area.z, rotation, own.size)
    return Landing(carrier, spot_number, *at, 0.0, rotation, kind)


def _contents_stand_clear(edit: Edit, moving: Int64s, landing: Landing) -> bool:
    """Would what a thing (the first that is moving) carries stand in nothing if it were at a landing?"""
    inside = [int(each) for each in moving[1:] if edit.known.loose[each]]
    if not inside:
        return True
    draft = edit.copied()
    place(draft, int(moving[0]), landing)
    return all(stands_clear(draft, each, moving) for each in inside)


def stands_clear(edit: Edit, slot: int, besides: Int64s) -> bool:
    """Does a thing, where it is, stand in nothing besides some things, itself among them?"""
    own, at = body(edit.known, slot), edit.position[slot]
    x, y, z = at.tolist()
    near = around(edit, besides, (x, y, z), diagonal(edit.known, slot))
    return bool(is_clear(at.copy(), matrix_of(edit.rotation[slot]), own, near))


@numba.njit(cache=True)
def _search_among(  # type: ignore[no-untyped-def]
    solids, wanted, family, carrier, held, positions, turned, openness, at, reach, ground, window, body, rotations,
    boxes, turns, luck, may_lean, pose,
):  # fmt: skip
    """Flat or leaning on a family among what is around, or -1: one call of compiled code, since each costs a while."""
    near = Around(*placed(solids, wanted, carrier, held, positions, turned, openness, at, reach, np.bool_(True)))
    rows = draws(luck, 3 * TRIES).reshape(TRIES, 3)
    if search_flat(ground, window, body, near, rotations, boxes, turns, rows, pose):
        return FLAT
    if not may_lean:
        return -1
    own = Around(*placed(solids, family, carrier, held, positions, turned, openness, at, reach, np.bool_(False)))
    return LEANING if search_leaning(ground, window, body, near, own, rows, pose) else -1


def landing_on(
    edit: Edit, slot: int, carrier: int, spot_number: int, luck: int, near: Near | None = None
) -> Landing | None:
    """The plain place of a thing on a spot: whole and upright, but for cloth, which lies. None if there is none."""
    known = edit.known
    lies = known.kinds[slot].drapes and stands_badly(known.size[slot].tolist())
    if lies and not known.spots[carrier][spot_number].hang:
        return resting_landing(edit, slot, carrier, spot_number, luck, near)
    return free_landing(edit, slot, carrier, spot_number, luck, near)


def against_landing(edit: Edit, slot: int, target: int, luck: int) -> Landing | None:
    """A place on the floor where a long thing leans against furniture; None if there is none, or it does not lean."""
    on_the_floor = float(edit.position[target, 2]) < TOUCHING and not edit.known.loose[target]
    if not on_the_floor or float(edit.known.size[slot].max()) < LONG or not may_tilt(edit, slot):
        return None
    return _at_a_side(edit, slot, target, luck, against, AGAINST, NONE)


def is_slender(known: Statics, slot: int) -> bool:
    """Is a thing one that is leaned against furniture where it does not lie well, as a bat or a racket?"""
    _, wide, long = np.sort(known.size[slot]).tolist()
    return bool(long >= LONG and long >= SLENDER * wide)


def draped_landing(edit: Edit, slot: int, target: int, luck: int) -> Landing | None:
    """A place over an edge of something where a cloth hangs; None if there is none, or it is no cloth."""
    known = edit.known
    if not known.kinds[slot].drapes or known.kinds[target].drapes or not is_upright(edit.rotation[target]):
        return None
    ons = [number for number, spot in enumerate(known.spots[target]) if spot.relation == "on"]
    return _at_a_side(edit, slot, target, luck, draped, DRAPED, ons[0] if ons else NONE)


def _at_a_side(
    edit: Edit,
    slot: int,
    target: int,
    luck: int,
    search: Callable[[Around, float, Body, Around, Floats], Pose | None],
    kind: int,
    spot: int,
) -> Landing | None:
    """A place beside something, as a search finds it among the upright sides of that and its parts."""
    is_out = bool(edit.openness[target]) and any(joint.kind == "slide" for joint in edit.known.forms[target].joints)
    if is_out or target in (slot, *edit.contents(slot)) or edit.holder_of(target) != NONE:
        return None
    own = body(edit.known, slot)
    x, y, z = edit.position[target].tolist()
    reach = diagonal(edit.known, slot) + diagonal(edit.known, target)
    moving = edit.with_contents(slot)
    others = np.nonzero(~with_parts(edit.known, target))[0]
    sides = around(_with_parts_closed(edit, target), others, (x, y, z), reach, walls=False)
    near = around(edit, moving, (x, y, z), reach)
    # What stands on something can be moved: then nothing may hang lower than its foot.
    stands = edit.carrier[target] != NONE and edit.known.parent[target] == NONE
    found = search(sides, z if stands else 0.0, own, near, draws(np.uint64(luck & MASK), 3 * SIDE_TRIES))
    if found is None:
        return None
    position, turn = found
    at = on_lattice(*position.tolist())
    return Landing(target, spot, *at, 0.0, quaternion_of(turn), kind)


def touches(edit: Edit, slot: int, carrier: int) -> bool:
    """Does a thing touch another, or a part of what that is built of: would it meet it if it moved a little?"""
    own, family = body(edit.known, slot), family_of(edit, carrier)
    at = edit.position[slot]
    others = np.nonzero(~family)[0]
    x, y, z = at.tolist()
    reach = diagonal(edit.known, slot) + TOUCHING
    near = around(_with_parts_closed(edit, carrier), others, (x, y, z), reach, walls=False, held=True)
    return meets(at, matrix_of(edit.rotation[slot]), own, near)


def _with_parts_closed(edit: Edit, slot: int) -> Edit:
    """A copy where all is closed but one thing: what rests on that goes with it, and counts on nothing that slides."""
    draft = edit.copied()
    openness = draft.write("openness")
    openness[np.arange(len(openness)) != slot] = 0.0
    return draft


def family_of(edit: Edit, slot: int) -> Bools:
    """A thing with all that it is built of and built into, by slot."""
    root = slot
    while edit.known.parent[root] != NONE:
        root = int(edit.known.parent[root])
    return with_parts(edit.known, root)


def with_parts(known: Statics, slot: int) -> Bools:
    """A thing with all that is built into it, by slot."""
    found: Bools = np.zeros(known.count, np.bool_)
    found[slot] = True
    for _ in range(4):
        found |= (known.parent != NONE) & found[known.parent]
    return found


def _window(area: Area, part: Area) -> Window:
    """A part of an area in the area's own frame."""
    dx, dy = part.x - area.x, part.y - area.y
    return Window(dx * area.cos + dy * area.sin, dy * area.cos - dx * area.sin, part.half_x + 1e-9, part.half_y + 1e-9)


def may_tilt(edit: Edit, slot: int) -> bool:
    """Can a thing be laid on a side: is nothing on or in it that would fall or run out, nor built into it?"""
    return not edit.contents(slot) and _keeps_what_it_holds(edit, slot)


def _keeps_what_it_holds(edit: Edit, slot: int) -> bool:
    """Would nothing run out of an empty thing on its side, and is nothing built into it?"""
    runs_out = bool(edit.liquid[slot]) and bool(edit.known.forms[slot].cavities)
    return not runs_out and not edit.known.has_parts[slot]
