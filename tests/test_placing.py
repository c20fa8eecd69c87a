"""Places on surfaces: the part of one near a point, what is above a thing in a cupboard, and making room."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import casita
from casita.catalog import RoomKind
from casita.geometry.resting import Area
from casita.world.edit import Edit
from casita.world.laws import violations
from casita.world.making_room import made_room
from casita.world.placing import area_of, narrowed, place, taken_near
from casita.world.starting import beginning

metres = st.floats(0.05, 1.5)
offsets = st.floats(-1.5, 1.5)


def is_within(area: Area, x: float, y: float) -> bool:
    along = (x - area.x) * area.cos + (y - area.y) * area.sin
    across = (y - area.y) * area.cos - (x - area.x) * area.sin
    return abs(along) <= area.half_x and abs(across) <= area.half_y


@given(st.floats(-180.0, 180.0), metres, metres, offsets, offsets, st.floats(0.05, 0.8), st.integers(0, 2**32 - 1))
def test_the_part_near_a_point_is_what_a_square_cuts_out(
    yaw: float, half_x: float, half_y: float, dx: float, dy: float, radius: float, seed: int
) -> None:
    """The square lies along the area's own sides. Of 60 points, each is in the part if it is in both."""
    c, s = math.cos(math.radians(yaw)), math.sin(math.radians(yaw))
    area = Area(2.0, 3.0, 0.8, half_x, half_y, c, s, yaw, False, math.inf, 0.0)
    near = (2.0 + dx, 3.0 + dy, radius)
    square = Area(near[0], near[1], 0.8, radius, radius, c, s, yaw, False, math.inf, 0.0)
    part = narrowed(area, near)
    luck = random.Random(seed)
    for _ in range(60):
        u, v = luck.uniform(-half_x, half_x), luck.uniform(-half_y, half_y)
        x, y = 2.0 + c * u - s * v, 3.0 + s * u + c * v
        assert (part is not None and is_within(part, x, y)) == is_within(square, x, y)
    assert part is None or (part.z, part.yaw) == (0.8, yaw)


def test_a_point_far_off_is_near_nothing() -> None:
    area = Area(0.0, 0.0, 0.8, 0.5, 0.3, 1.0, 0.0, 0.0, False, math.inf, 0.0)
    assert narrowed(area, (0.8, 0.0, 0.2)) is None
    assert narrowed(area, (0.0, -0.6, 0.2)) is None
    part = narrowed(area, (0.4, 0.2, 0.2))
    assert part is not None
    assert [round(value, 9) for value in (part.x, part.y, part.half_x, part.half_y)] == [0.35, 0.15, 0.15, 0.15]


def test_above_a_bowl_in_a_cupboard_are_the_cupboards_walls() -> None:
    """The cupboard faces +y, so that what is to its front and left is to the left and back in space."""
    state = beginning(casita.room("kitchen", 2))
    edit, known = Edit(state), state.statics
    bowl, cupboard = known.slot("bowl_1"), known.slot("cabinet_4")
    assert (edit.carrier[bowl], known.things[cupboard].rotation) == (cupboard, (0.0, 0.0, 90.0))
    blocks = known.spots[cupboard][int(edit.spot[bowl])].blocks
    assert len(blocks) == 2
    x, y, z = edit.position[cupboard]
    spot = known.spots[bowl][0]
    taken = taken_near(edit, bowl, spot, area_of(edit, bowl, spot), 0.1, 0.6, edit.with_contents(bowl))
    for row, (x0, y0, z0, x1, y1, z1) in zip(taken[-2:], blocks, strict=True):
        middle = (x - (y0 + y1) / 2, y + (x0 + x1) / 2)
        assert row == pytest.approx([*middle, (x1 - x0) / 2, (y1 - y0) / 2, 0.0, 1.0, z + z0, z + z1, 0.0])


@pytest.mark.parametrize(
    ("kind", "number", "table", "thing", "moved"),
    [
        ("bedroom", 1, "side_table_1", "box_1", ["alarm_clock_1", "cell_phone_1"]),
        ("bedroom", 2, "side_table_1", "box_1", ["cd_2"]),
        ("living_room", 2, "chair_2", "box_1", ["newspaper_1"]),
    ],
)
def test_what_is_in_the_way_on_a_small_table_is_moved_aside(
    kind: RoomKind, number: int, table: str, thing: str, moved: list[str]
) -> None:
    state = beginning(casita.room(kind, number))
    edit, known = Edit(state), state.statics
    slot, carrier = known.slot(thing), known.slot(table)
    found = made_room(edit, slot, carrier, 0, 5)
    assert found is not None
    landing, aside = found
    assert [known.ids[other] for other, _ in aside] == moved
    assert {to.carrier for _, to in aside} == {carrier}
    for each, to in ((slot, landing), *aside):
        place(edit, each, to)
    assert list(violations(edit.finished(state.tick))) == []


def test_no_room_is_made_where_none_is_needed() -> None:
    """Nothing stands on this spot, or what is put there is small."""
    state = beginning(casita.room("bedroom", 1))
    edit, known = Edit(state), state.statics
    box, table = known.slot("box_1"), known.slot("side_table_1")
    assert made_room(edit, known.slot("pen_1"), table, 0, 5) is None
    edit.write("exists")[np.flatnonzero(edit.carrier == table)] = False
    assert made_room(edit, box, table, 0, 5) is None


@pytest.mark.parametrize("luck", range(5))
def test_a_thing_that_leaves_what_is_moved_aside_is_not_carried_by_it(luck: int) -> None:
    """The pot stands on a plate on the burner that it is moved to: the plate makes room for the pot, too."""
    world = casita.World(casita.room("kitchen", 6), ["alice"], rules="command")
    for thing, target in (("plate_1", "stove_burner_3"), ("pot_1", "plate_1")):
        assert world.act("alice", "move_to", object=thing, target=target).ok
    edit, known = Edit(world.state), world.state.statics
    pot, plate, burner = known.slot("pot_1"), known.slot("plate_1"), known.slot("stove_burner_3")
    found = made_room(edit, pot, burner, 0, luck)
    assert found is not None
    landing, aside = found
    assert [other for other, _ in aside] == [plate]
    for each, to in ((pot, landing), *aside):
        place(edit, each, to)
    assert edit.carrier[pot] == edit.carrier[plate] == burner
    assert list(violations(edit.finished(world.state.tick))) == []
