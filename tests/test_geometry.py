from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from casita.geometry.navigation import CELL, Reach, navigation_grid
from casita.geometry.outlines import area, inside, insides, rectangle_inside, rectangles, walls
from casita.geometry.poses import angle_on_lattice, cos_sin, on_lattice, rotation_matrix
from casita.geometry.solids import BOX, DISC, TUBE, Pieces, collisions, depth_between, pieces
from casita.geometry.spots import Footprint, apart, fits, footprint, footprint_of, free_place, spots
from casita.scenes.scene import Condition, Place, Thing
from casita.seeds import stream

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0))
ELL = ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (2.0, 2.0), (2.0, 4.0), (0.0, 4.0))
UPRIGHT = np.eye(3)
numbers = st.floats(-2.0, 2.0).map(lambda x: round(x, 3))
sides = st.floats(0.05, 1.0).map(lambda x: round(x, 3))
angles = st.floats(-180.0, 180.0).map(lambda x: round(x, 1))


def thing(type: str, position: tuple[float, float, float] = (0.0, 0.0, 0.0), yaw: float = 0.0, **more: object) -> Thing:
    from casita.catalog import catalog

    kind = catalog()[type]
    fields = {
        "id": f"{type}_1",
        "type": type,
        "position": position,
        "size": kind.size.usual,
        "mass": 1.0,
        "material": kind.materials[0],
        "colour": "white",
        "place": Place("on", "floor_1", "top"),
        "rotation": (0.0, 0.0, yaw),
    }
    return Thing(**{**fields, **more})  # type: ignore[arg-type]


def depth(a: tuple, b: tuple) -> float:  # type: ignore[type-arg]
    """Overlap of two pieces given as (shape, centre, half, axes, hole)."""
    return float(depth_between(*(np.asarray(x) if isinstance(x, tuple) else x for x in (*a, *b))))


def piece(
    shape: int,
    centre: tuple[float, float, float],
    half: tuple[float, float, float],
    yaw: float = 0.0,
    hole: float = 0.0,
):  # type: ignore[no-untyped-def]
    return (shape, centre, half, rotation_matrix((0.0, 0.0, yaw)), hole)


class TestPoses:
    def test_right_angles_are_exact(self) -> None:
        assert [cos_sin(a) for a in (0.0, 90.0, 180.0, -90.0)] == [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]

    def test_lattice_is_a_tenth_of_a_millimetre(self) -> None:
        assert on_lattice(0.12344, -0.00004, 1.99996) == (0.1234, 0.0, 2.0)

    @given(angles)
    def test_angles_keep_their_direction(self, angle: float) -> None:
        turned = angle_on_lattice(angle + 360.0)
        assert -180.0 < turned <= 180.0
        assert math.cos(math.radians(turned - angle)) == pytest.approx(1.0, abs=1e-6)

    @given(angles, angles, angles)
    def test_rotations_are_rotations(self, roll: float, pitch: float, yaw: float) -> None:
        matrix = rotation_matrix((roll, pitch, yaw))
        assert matrix @ matrix.T == pytest.approx(np.eye(3), abs=1e-12)
        assert np.linalg.det(matrix) == pytest.approx(1.0)


class TestOutlines:
    def test_area(self) -> None:
        assert area(SQUARE) == 12.0
        assert area(ELL) == 12.0
        assert area(SQUARE[::-1]) == -12.0

    def test_rectangles_make_up_the_inside(self) -> None:
        assert rectangles(ELL) == ((0.0, 0.0, 2.0, 4.0), (2.0, 0.0, 4.0, 2.0))

    @given(st.floats(-1, 5), st.floats(-1, 5))
    def test_inside_agrees_with_rectangles(self, x: float, y: float) -> None:
        assume(not any(abs(v - e) < 1e-6 for v, e in ((x, 0), (x, 2), (x, 4), (y, 0), (y, 2), (y, 4))))
        assert inside(ELL, x, y) == any(a < x < c and b < y < d for a, b, c, d in rectangles(ELL))

    def test_walls_face_into_the_room(self) -> None:
        assert len(walls(ELL)) == 6
        assert all(inside(ELL, *wall.at(wall.length / 2, 0.1)) for wall in walls(ELL))
        assert not any(inside(ELL, *wall.at(wall.length / 2, -0.1)) for wall in walls(ELL))

    @given(st.lists(st.tuples(st.floats(-1, 5), st.floats(-1, 5)), max_size=20))
    def test_many_points_are_told_apart_like_single_ones(self, points: list[tuple[float, float]]) -> None:
        points += list(ELL)
        x, y = np.array(points).T
        assert insides(ELL, x, y).tolist() == [inside(ELL, *point) for point in points]

    def test_a_rectangle_across_the_corner_is_not_inside(self) -> None:
        assert rectangle_inside(ELL, (0.5, 0.5, 1.5, 3.5))
        assert rectangle_inside(ELL, (0.5, 0.5, 3.5, 1.5))
        assert not rectangle_inside(ELL, (1.0, 1.0, 3.0, 3.0))


class TestSolids:
    def test_boxes_side_by_side_touch(self) -> None:
        a = piece(BOX, (0.0, 0.0, 0.5), (0.5, 0.5, 0.5))
        assert depth(a, piece(BOX, (1.0, 0.0, 0.5), (0.5, 0.5, 0.5))) == 0.0
        assert depth(a, piece(BOX, (0.9, 0.0, 0.5), (0.5, 0.5, 0.5))) == pytest.approx(0.1)

    def test_a_turned_box_reaches_further(self) -> None:
        a = piece(BOX, (0.0, 0.0, 0.5), (0.5, 0.5, 0.5))
        assert depth(a, piece(BOX, (1.1, 0.0, 0.5), (0.5, 0.5, 0.5), yaw=45.0)) == pytest.approx(
            0.5 + math.sqrt(0.5) - 1.1
        )

    def test_discs(self) -> None:
        a = piece(DISC, (0.0, 0.0, 0.5), (0.5, 0.5, 0.5))
        assert depth(a, piece(DISC, (0.8, 0.6, 0.5), (0.5, 0.5, 0.5))) == 0.0
        assert depth(a, piece(DISC, (0.48, 0.64, 0.5), (0.5, 0.5, 0.5))) == pytest.approx(0.2)

    def test_what_is_in_a_tube_is_apart_from_it(self) -> None:
        cup = piece(TUBE, (0.0, 0.0, 0.5), (0.5, 0.5, 0.5), hole=0.4)
        assert depth(cup, piece(DISC, (0.1, 0.0, 0.5), (0.3, 0.3, 0.3))) == 0.0
        assert depth(cup, piece(DISC, (0.15, 0.0, 0.5), (0.3, 0.3, 0.3))) == pytest.approx(0.05)
        assert depth(cup, piece(BOX, (0.0, 0.0, 0.5), (0.2, 0.2, 0.3))) == 0.0

    def test_one_above_the_other(self) -> None:
        a = piece(BOX, (0.0, 0.0, 0.5), (0.5, 0.5, 0.5))
        assert depth(a, piece(DISC, (0.0, 0.0, 1.1), (0.1, 0.1, 0.1))) == 0.0
        assert depth(a, piece(DISC, (0.0, 0.0, 1.08), (0.1, 0.1, 0.1))) == pytest.approx(0.02)

    @settings(max_examples=200)
    @given(numbers, numbers, sides, sides, angles, angles, st.sampled_from([BOX, DISC]), st.sampled_from([BOX, DISC]))
    def test_depth_is_symmetric_and_falls_with_distance(
        self, x: float, y: float, a: float, b: float, yaw1: float, yaw2: float, kind1: int, kind2: int
    ) -> None:
        one = piece(kind1, (0.0, 0.0, 0.5), (a, a if kind1 == DISC else b, 0.5), yaw1)
        other = piece(kind2, (x, y, 0.5), (b, b if kind2 == DISC else a, 0.5), yaw2)
        assert depth(one, other) == pytest.approx(depth(other, one), abs=1e-9)
        away = piece(kind2, (x + 10.0, y, 0.5), (b, b if kind2 == DISC else a, 0.5), yaw2)
        assert depth(one, away) == 0.0

    @settings(max_examples=200)
    @given(*[st.floats(-0.6, 0.6)] * 3, angles, angles, *[st.sampled_from([BOX, DISC, TUBE])] * 2)
    def test_depth_is_symmetric_for_what_is_tilted(
        self, x: float, y: float, z: float, roll: float, pitch: float, kind1: int, kind2: int
    ) -> None:
        """A pan leaned in a bin, a bowl was laid beside it: whether they met depended on which was asked first."""
        one = (kind1, (0.0, 0.0, 0.0), (0.4, 0.4, 0.2), rotation_matrix((roll, pitch, 0.0)), 0.35)
        other = (kind2, (x, y, z), (0.3, 0.3, 0.1), rotation_matrix((pitch, 0.0, roll)), 0.25)
        assert depth(one, other) == pytest.approx(depth(other, one), abs=1e-9)

    @settings(max_examples=100)
    @given(numbers, numbers, sides, sides, angles, angles)
    def test_depth_says_whether_points_are_shared(
        self, x: float, y: float, a: float, b: float, yaw1: float, yaw2: float
    ) -> None:
        """Against brute force: a grid of points of one box tested for being in the other."""
        one, other = piece(BOX, (0.0, 0.0, 0.5), (a, b, 0.5), yaw1), piece(BOX, (x, y, 0.5), (b, a, 0.5), yaw2)
        grid = np.linspace(-1.0, 1.0, 41)
        u, v = (axis.ravel() for axis in np.meshgrid(grid * a, grid * b))
        c, s = cos_sin(yaw1)
        px, py = c * u - s * v - x, s * u + c * v - y
        c, s = cos_sin(yaw2)
        shared = ((abs(c * px + s * py) < b) & (abs(-s * px + c * py) < a)).any()
        found = depth(one, other)
        assert found > 0.0 if shared else found <= 0.1

    def test_an_open_fridge_door_swings_out_to_the_front(self) -> None:
        fridge = thing("fridge")
        low, high = (edge for edge in _bounds(pieces([fridge], [1.0])))
        depth_, width, _ = fridge.size
        assert high[0] == pytest.approx(depth_ / 2 + width, abs=0.02)
        assert low[1] >= -width / 2 - 1e-6

    def test_a_drawer_slides_out(self) -> None:
        closed, opened = (pieces([thing("drawer", start=Condition(openness=o))]) for o in (0.0, 1.0))
        travel = opened.centre - closed.centre
        assert travel[:, 0] == pytest.approx(0.75 * thing("drawer").size[0], abs=1e-6)
        assert abs(travel[:, 1:]).max() == 0.0

    def test_collisions_leave_families_alone(self) -> None:
        two = [thing("soap_bar"), thing("soap_bar", (0.02, 0.0, 0.0), id="soap_bar_2")]
        assert collisions(pieces(two), np.array([0, 0]), 0.01) == []
        assert [pair[:2] for pair in collisions(pieces(two), np.array([0, 1]), 0.01)] == [(0, 1)]


def _bounds(solid: Pieces) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    from casita.geometry.solids import bounds

    low, high = bounds(solid)
    return low.min(axis=0), high.max(axis=0)


class TestSpots:
    def test_a_table_top_is_where_it_should_be(self) -> None:
        table = thing("dining_table", (1.0, 2.0, 0.0), yaw=90.0)
        (top,) = spots(table)
        assert (top.x, top.y, top.z) == pytest.approx((1.0, 2.0, table.size[2]))
        assert top.headroom == math.inf

    def test_a_fridge_has_four_shelves_behind_its_door(self) -> None:
        shelves = [spot for spot in spots(thing("fridge")) if spot.relation == "in"]
        assert len(shelves) == 4
        assert {spot.joint for spot in shelves} == {"door"}
        assert all(0.2 < spot.headroom < 0.6 for spot in shelves)

    def test_the_contents_of_a_drawer_come_out_with_it(self) -> None:
        closed, opened = (spots(thing("drawer", start=Condition(openness=o)))[0] for o in (0.0, 1.0))
        assert opened.x - closed.x == pytest.approx(0.75 * thing("drawer").size[0])

    @settings(max_examples=200)
    @given(numbers, numbers, sides, sides, angles, angles, st.booleans(), st.booleans())
    def test_apart_agrees_with_depth(
        self, x: float, y: float, a: float, b: float, yaw1: float, yaw2: float, round1: bool, round2: bool
    ) -> None:
        one = footprint_of((2 * a, 2 * a if round1 else 2 * b, 1.0), (0.0, 0.0, 0.0), yaw1, round1)
        other = footprint_of((2 * b, 2 * b if round2 else 2 * a, 1.0), (x, y, 0.0), yaw2, round2)
        first = piece(DISC if one.round else BOX, (0.0, 0.0, 0.5), (one.half_x, one.half_y, 0.5), yaw1)
        second = piece(DISC if other.round else BOX, (x, y, 0.5), (other.half_x, other.half_y, 0.5), yaw2)
        overlap = depth(first, second)
        assume(not 0.0 < overlap < 1e-6)
        assert apart(one, np.array([other], float), 0.0) == (overlap == 0.0)

    @settings(max_examples=100)
    @given(st.integers(0, 10_000), st.floats(0.02, 0.3), st.floats(0.02, 0.3), st.booleans())
    def test_a_free_place_is_free_and_on_the_spot(self, seed: int, deep: float, wide: float, round: bool) -> None:
        (top,) = spots(thing("dining_table"))
        luck = stream(seed)
        taken: list[Footprint] = []
        for _ in range(6):
            marks = np.array(taken, float).reshape(-1, 9)
            place = free_place(top, (deep, wide, 0.1), round, (0.0, 30.0, 90.0), marks, luck)
            if place is None:
                break
            mark, _ = place
            assert fits(top, mark, 0.0)
            assert mark.low == top.z
            assert not len(marks) or apart(mark, marks, 0.0)
            taken.append(mark)
        assert taken

    def test_too_tall_for_the_shelf(self) -> None:
        shelf = next(spot for spot in spots(thing("fridge")) if spot.relation == "in")
        none = np.zeros((0, 9))
        assert free_place(shelf, (0.1, 0.1, shelf.headroom + 0.01), True, (0.0,), none, stream(0)) is None

    def test_footprint_of_a_plate_is_a_disc(self) -> None:
        assert footprint(thing("plate")).round
        assert not footprint(thing("book")).round


class TestNavigation:
    def test_an_empty_room_is_free_but_for_the_walls(self) -> None:
        grid = navigation_grid([(0.0, 0.0, 4.0, 3.0)], pieces([]))
        rows, columns = np.nonzero(grid.region)
        from_west, from_south = grid.x + (columns.min() + 0.5) * CELL, grid.y + (rows.min() + 0.5) * CELL
        assert (from_west, from_south) == pytest.approx((0.175, 0.175))
        assert len(rows) == 74 * 54
        assert grid.region.max() == 1

    def test_a_wall_of_furniture_divides_a_room(self) -> None:
        wall = thing("shower_glass", (2.0, 1.5, 0.0), size=(0.02, 3.0, 2.0))
        grid = navigation_grid([(0.0, 0.0, 4.0, 3.0)], pieces([wall]))
        assert grid.region.max() == 2

    def test_a_gap_as_wide_as_the_agent_joins(self) -> None:
        wall = thing("shower_glass", (2.0, 1.2, 0.0), size=(0.02, 2.4, 2.0))
        grid = navigation_grid([(0.0, 0.0, 4.0, 3.0)], pieces([wall]))
        assert grid.region.max() == 1

    def test_low_and_high_things_are_no_obstacle(self) -> None:
        things = [
            thing("book", (2.0, 1.5, 0.0), size=(0.3, 3.0, 0.02)),
            thing("box", (2.0, 1.5, 1.9), size=(0.3, 3.0, 0.3)),
        ]
        grid = navigation_grid([(0.0, 0.0, 4.0, 3.0)], pieces(things))
        assert grid.region.max() == 1

    def test_reach_ends_after_a_metre_and_a_half(self) -> None:
        counter = thing("box", (2.0, 0.5, 0.0), size=(4.0, 1.0, 0.9))
        floors = [(0.0, 0.0, 4.0, 3.0)]
        grid = navigation_grid(floors, pieces([counter]))
        reach = Reach(grid, grid.largest, floors)
        assert reach.covers(2.0, 0.5)
        deep = thing("box", (2.0, 1.0, 0.0), size=(4.0, 2.0, 0.9))
        grid = navigation_grid(floors, pieces([deep]))
        assert not Reach(grid, grid.largest, floors).covers(2.0, 0.2)

    @settings(max_examples=30, deadline=None)
    @given(st.lists(st.tuples(st.floats(0, 4), st.floats(0, 3), st.floats(0.1, 0.6), angles), max_size=6))
    def test_free_cells_keep_the_radius_from_every_obstacle(
        self, boxes: list[tuple[float, float, float, float]]
    ) -> None:
        things = [thing("box", (x, y, 0.0), yaw, size=(s, s, 1.0)) for x, y, s, yaw in boxes]
        solid = pieces(things)
        grid = navigation_grid([(0.0, 0.0, 4.0, 3.0)], solid)
        rows, columns = np.nonzero(grid.region)
        assert len(rows) > 37 or boxes
        for row, column in list(zip(rows, columns, strict=True))[::37]:
            x, y = grid.x + (column + 0.5) * CELL, grid.y + (row + 0.5) * CELL
            agent = footprint_of((0.3, 0.3, 1.0), (x, y, 0.0), 0.0, True)
            marks = np.array([footprint_of(t.size, t.position, t.rotation[2], False) for t in things], float).reshape(
                -1, 9
            )
            assert not len(marks) or apart(agent, marks, 0.0)
