"""Places on surfaces: the part of one near a point is all that is near, and nothing else."""

from __future__ import annotations

import math
import random

from hypothesis import given
from hypothesis import strategies as st

from casita.geometry.resting import Area
from casita.world.placing import narrowed

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
