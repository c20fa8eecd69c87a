"""The explorer's parts on hand-made maps, things and weights."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest
from msgspec.structs import replace

import casita
from casita.agents.explorer.explorer import PITCH, Explorer, chance_of
from casita.agents.explorer.floor_map import CELL, FloorMap, grown
from casita.agents.explorer.gripping import IN_GRIP, gap, grips, is_gripped, on_map
from casita.agents.explorer.handling import Handler
from casita.agents.explorer.locating import Box, Picture, in_view, located
from casita.agents.explorer.looking import Spot, best_look, frontier_spots, furniture_spots, is_seen
from casita.agents.explorer.memory import Memory, Remembered
from casita.agents.explorer.reaching import (
    FROM_ABOVE,
    FROM_AHEAD,
    RAISED,
    Approach,
    gripper,
    in_frame,
    moves_left,
    stances,
)
from casita.agents.explorer.relating import NOTHING, ROUGH, beside, standings
from casita.agents.explorer.rooms import assign_rooms, rooms_of
from casita.agents.explorer.routes import layers_of, reached_from
from casita.agents.explorer.senses import Pose, Seen, Sense, View
from casita.agents.explorer.swinging import handles, open_outline, opens_to, swept, wedges_in
from casita.agents.explorer.tracking import Tracks
from casita.agents.explorer.weighing import Weight, after_grip, carried_by, next_grip, usual_weight
from casita.benchmarks.excalibur.graph.reading import graph_of
from casita.benchmarks.excalibur.models.ours_answers import FALLBACK, Houses, described_types, single_types
from casita.benchmarks.excalibur.models.ours_graph import BLURRED, RememberedHouse
from casita.benchmarks.excalibur.questions.programs import Program
from casita.seeds import stream
from casita.world.arm.specification import ARM
from casita.world.stance import resting_box
from casita.world.starting import beginning


def room(width: float = 4.0, depth: float = 3.0, gap: tuple[float, float] = (0.0, 0.0)) -> FloorMap:
    """A floor that was seen, with walls on all sides but for a gap in the one ahead (along y)."""
    floor = FloorMap()
    rows, columns = floor.cells(np.array([-1.0, width - 1.0]), np.array([-depth / 2, depth / 2]))
    inner = slice(rows[0], rows[1]), slice(columns[0], columns[1])
    floor.seen[inner] = True
    for layer in (floor.blocked, floor.tall, floor.at_arm):
        layer[rows[0] - 1 : rows[1] + 1, columns[0] - 1 : columns[1] + 1] = True
        layer[inner] = False
        if gap[1] > gap[0]:
            low, high = (floor.cell(0.0, y)[0] for y in gap)
            layer[low:high, columns[1]] = False
    return floor


def thing(
    id: str,
    at: tuple[float, float],
    low: float,
    size: tuple[float, float, float],
    colour: str = "white",
    material: str = "wood",
    where: str = "kitchen_1",
) -> Seen:
    """An upright thing that faces along x."""
    depth, width, height = size
    return Seen(
        id, id.rpartition("_")[0], at=at, half=(depth / 2, width / 2), yaw=0.0, low=low, high=low + height, size=size,
        colour=colour, material=material, states=(), room=where,
    )  # fmt: skip


# The map and the ways on it.


def test_the_frontier_is_where_the_known_floor_ends_without_a_wall() -> None:
    assert frontier_spots(room()) == []
    spots = frontier_spots(room(gap=(-0.5, 0.5)))
    assert spots
    assert all(abs(spot.y) <= 0.55 and 2.9 <= spot.x <= 3.05 for spot in spots)


def test_ways_have_the_fewest_steps() -> None:
    reached = reached_from(room(), Pose())
    ahead = reached.lookup(np.array([1.0]), np.array([0.01]), np.array([0]))[0]
    assert reached.way(int(ahead)) == ["move_ahead"] * 4
    turned = reached.lookup(np.array([0.01]), np.array([0.01]), np.array([6]))[0]
    assert reached.way(int(turned)) == ["turn_left"] * 6
    assert reached.pose(int(turned)) == Pose(0.0, 0.0, 90.0)
    back = reached.lookup(np.array([-0.49]), np.array([0.01]), np.array([0]))[0]
    assert reached.way(int(back)) == ["move_back"] * 2


def test_ways_keep_the_robot_and_its_arm_off_walls() -> None:
    floor = room()
    reached = reached_from(floor, Pose())
    assert reached.x.max() <= 3.0 - 0.19
    nose = reached.x + 0.245 * np.cos(np.radians(15.0 * reached.heading))
    assert nose.max() <= 3.0
    assert reached.y.max() > 1.1
    # A wall across the room, with a doorway that is wide enough, then too narrow.
    for width, far in ((0.9, 2.5), (0.3, 1.3)):
        column = floor.cell(1.5, 0.0)[1]
        low, high = floor.cell(0.0, -width / 2)[0], floor.cell(0.0, width / 2)[0]
        for layer in (floor.blocked, floor.at_arm):
            layer[:, column] = True
            layer[low:high, column] = False
        assert (reached_from(floor, Pose()).x.max() > far) == (width == 0.9)


def test_what_was_refused_is_not_tried_again() -> None:
    floor = room()
    floor.bump(0.25, 0.0)
    floor.bump_arm(Pose(0.0, 0.0, 15.0))
    reached = reached_from(floor, Pose())
    assert reached.way(int(reached.lookup(np.array([0.75]), np.array([0.01]), np.array([0]))[0])) != ["move_ahead"] * 3
    assert reached.lookup(np.array([0.01]), np.array([0.01]), np.array([1]))[0] < 0
    floor.forget(0.0, 0.0, 0.5)
    assert reached_from(floor, Pose()).lookup(np.array([0.01]), np.array([0.01]), np.array([1]))[0] >= 0


def test_depth_puts_floor_and_walls_on_the_map() -> None:
    floor = FloorMap()
    # A wall two metres ahead fills the picture; looking level, the lower half of it is nearer floor.
    side = 90
    down = (np.arange(side) + 0.5 - side / 2) / (side / 2)
    depth = np.full((side, side), 2.0, np.float32)
    below = down > 0.6
    depth[below] = (1.2 / down[below])[:, None]
    floor.add(View(Pose(), depth, ()))
    rows, columns = np.nonzero(floor.blocked)
    assert set(columns.tolist()) == {floor.cell(2.0, 0.0)[1]}
    assert abs((rows.max() - rows.min()) * CELL - 4.0) < 0.15
    assert floor.seen[floor.cell(1.5, 0.0)]
    assert not floor.seen[floor.cell(1.0, 0.0)]
    assert floor.hidden((0.0, 0.0), (3.0, 0.0))
    assert not floor.hidden((0.0, 0.0), (1.5, 0.0))


# Looking.


def test_furniture_is_looked_at_from_near_and_in_front() -> None:
    spots = furniture_spots(thing("dining_table_1", (2.0, 0.0), 0.0, (0.8, 1.6, 0.75)))
    assert [(round(spot.x, 2), round(spot.y, 2), spot.z) for spot in spots] == [(2.0, -0.4, 0.75), (2.0, 0.4, 0.75)]
    spot = Spot("a", 1.5, 0.0, 0.75)
    assert is_seen(spot, View(Pose(), None, ()))
    assert not is_seen(spot, View(Pose(yaw=90.0), None, ()))
    assert not is_seen(spot, View(Pose(-0.5), None, ()))
    for away, seen in ((1.0, False), (1.4, True)):
        assert is_seen(spot, View(Pose(), np.full((60, 60), away, np.float32), ())) == seen
    basin = furniture_spots(thing("sink_basin_1", (0.7, 0.0), 0.78, (0.36, 0.5, 0.15)))[0]
    assert is_seen(basin, View(Pose(), None, ()))
    assert not is_seen(basin, View(Pose(-0.1), None, ()))
    floor = room()
    found = best_look([Spot("b", 2.9, 0.0, 0.5)], reached_from(floor, Pose()), floor)
    assert found is not None
    assert reached_from(floor, Pose()).way(found[0]) == ["move_ahead"] * 5


# The arm.


def test_stances_bring_a_point_into_the_arms_reach() -> None:
    floor = room()
    reached = reached_from(floor, Pose())
    best = stances((1.5, 0.3, 0.8), reached, floor)[0]
    pose = reached.pose(best.position)
    ahead, left = in_frame(1.5, 0.3, pose)
    assert 0.4 <= ahead <= 0.75
    assert abs(left) < 0.4
    assert stances((1.5, 0.3, 1.6), reached, floor) == []


def test_the_gripper_goes_sideways_before_it_goes_down() -> None:
    raised = tuple(ARM.poses["raised"].tolist())
    assert np.allclose(gripper(raised), RAISED)
    x, y, z = RAISED.tolist()
    assert moves_left((x + 0.1, y - 0.16, z - 0.2), raised) == [("right", 3), ("ahead", 2), ("down", 4)]
    assert moves_left((x, y + 0.05, z + 0.1), raised) == [("up", 2), ("left", 1)]
    assert moves_left((x + 0.02, y, z), raised) == []


def test_from_ahead_the_gripper_goes_ahead_last_and_farther() -> None:
    raised = tuple(ARM.poses["raised"].tolist())
    x, y, z = RAISED.tolist()
    assert moves_left((x + 0.1, y - 0.16, z - 0.2), raised, FROM_AHEAD) == [("down", 4), ("right", 3), ("ahead", 2)]
    floor = room()
    reached = reached_from(floor, Pose())

    def farthest(approach: Approach) -> float:
        ways = stances((1.5, 0.3, 0.95), reached, floor, most=10_000, approach=approach)
        return max(in_frame(1.5, 0.3, reached.pose(way.position))[0] for way in ways)

    assert farthest(FROM_AHEAD) > farthest(FROM_ABOVE) + 0.1


def test_the_arm_is_raised_only_where_there_is_room() -> None:
    floor = room()
    reached = reached_from(floor, Pose())
    free = stances((1.5, 0.3, 0.8), reached, floor, most=10_000)
    column = floor.cell(1.35, 0.0)[1]
    floor.at_raised_arm[:, column] = True
    left = stances((1.5, 0.3, 0.8), reached, floor, most=10_000)
    assert 0 < len(left) < len(free)
    assert all(floor.arm_rises(reached.pose(way.position)) for way in left)


def item(id: str, at: tuple[float, float], low: float, size: tuple[float, float, float]) -> Remembered:
    seen = thing(id, at, low, size)
    return Remembered(seen, seen, usual_weight(seen.type))


def test_a_grip_is_above_what_a_thing_stands_on_and_not_far_above_the_thing() -> None:
    mug = item("mug_1", (1.0, 0.0), 0.75, (0.08, 0.1, 0.1))
    assert [grip.approach.name for grip in grips(mug)] == ["from above", "slanted", "from ahead"]
    for grip in grips(mug):
        assert 0.77 <= grip.point[2] <= 0.85 + IN_GRIP
        assert abs((RAISED[2] - grip.point[2]) / 0.05 - round((RAISED[2] - grip.point[2]) / 0.05)) < 1e-6
    # A card is so flat that a hand from ahead would hit the table first.
    card = item("credit_card_1", (1.0, 0.0), 0.72, (0.05, 0.08, 0.001))
    assert "from ahead" not in [grip.approach.name for grip in grips(card)]


def test_fingers_close_on_what_is_nearest() -> None:
    mug, bowl = item("mug_1", (1.0, 0.0), 0.75, (0.08, 0.1, 0.1)), item("bowl_1", (1.0, 0.2), 0.75, (0.15, 0.15, 0.07))
    point = on_map((1.0, 0.02, 0.8), Pose())
    assert gap(point, mug.now) == 0.0
    assert gap((1.0, 0.0, 0.9), mug.now) == pytest.approx(0.05)
    assert gap((1.0, 0.1, 0.8), bowl.now) == pytest.approx(0.025)
    assert is_gripped(mug, point, [mug, bowl])
    assert not is_gripped(mug, (1.0, 0.15, 0.8), [mug, bowl])
    assert on_map((1.0, 0.5, 0.3), Pose(2.0, 1.0, 90.0)) == pytest.approx((1.5, 2.0, 0.3))


def test_what_would_be_opened_takes_away_places_to_stand() -> None:
    floor = room()
    layers = layers_of(floor)
    rows, columns = floor.cells(np.full(41, 1.5), np.linspace(-1.0, 1.0, 41))
    left = reached_from(floor, Pose(), layers=layers.with_obstacle(rows, columns))
    before = reached_from(floor, Pose())
    assert np.hypot(left.x - 1.5, np.maximum(np.abs(left.y) - 1.0, 0.0)).min() > 0.2
    assert len(left.state) < len(before.state)
    assert len(reached_from(floor, Pose()).state) == len(before.state)
    floor.block(np.array([1.0]), np.array([0.0]), 0.4, 0.6)
    assert floor.blocked[floor.cell(1.0, 0.0)]
    assert floor.at_arm[floor.cell(1.0, 0.0)]
    assert not floor.at_raised_arm[floor.cell(1.0, 0.0)]
    assert grown(np.eye(5, dtype=np.bool_)[2:3].T @ np.ones((1, 5), np.bool_), 1).sum() == 15


def test_handles_and_doors() -> None:
    cabinet = thing("cabinet_1", (2.0, 0.0), 0.1, (0.6, 0.6, 0.6))
    assert handles(cabinet) == [(2.3, 0.24, 0.43), (2.3, -0.24, 0.43)]
    drawer = thing("drawer_1", (2.0, 0.0), 0.5, (0.4, 0.5, 0.2))
    assert handles(drawer) == [(2.2, 0.0, 0.62)]
    assert handles(drawer, 1.0) == [(2.5, 0.0, 0.62)]
    assert open_outline(drawer, 0)[:, 0].max() == pytest.approx(2.5)
    assert swept(cabinet, 2.8, 0.0)
    assert not swept(cabinet, 3.6, 0.0)
    assert swept(drawer, 2.84, 0.0)
    assert not swept(drawer, 2.86, 0.0)
    low = thing("drawer_2", (2.0, 0.0), 0.1, (0.4, 0.5, 0.2))
    assert (wedges_in(drawer), wedges_in(low), wedges_in(cabinet)) == (True, False, False)
    assert swept(low, 2.69, 0.0)
    assert not swept(low, 2.71, 0.0)
    # Who stands where a door swings to lets it open only halfway, or not at all.
    assert opens_to(cabinet, 0, 3.2, 0.0) == (1.0, 0.75, 0.5)
    assert opens_to(cabinet, 0, 2.75, -0.25)[0] < 1.0


def test_who_sees_nothing_to_do_turns_round_once_before_giving_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Explorer, "_look_job", lambda *_: None)
    monkeypatch.setattr(Explorer, "_handling_job", lambda *_: None)
    explorer, done = Explorer("robot"), list[str]()
    while (action := explorer.act(Sense(Pose(pitch=PITCH), (0.0,) * 6))) is not None:
        done.append(action.verb)
    assert done == ["turn_left"] * 24


def test_what_is_taken_for_something_without_that_handle_is_left_alone() -> None:
    """A cabinet's second handle; near by it is taken for a mug, before the gripper is there."""
    mug = item("mug_1", (2.0, 0.0), 0.1, (0.6, 0.6, 0.6))
    with pytest.raises(StopIteration) as ended:
        next(Handler("robot")._bring_to(mug, 1, FROM_AHEAD, first=True))
    assert ended.value.value is False


# From boxes to things, and from floors to rooms.


def test_a_box_and_its_depth_give_a_place() -> None:
    def at(depth: float) -> Picture:
        return Picture(224, 224, np.full((224, 224), depth, np.float32))

    # A mug straight ahead at the height of the eye, then one to the left, by a robot that has turned left.
    seen = located(Box(108, 106, 116, 118, "mug", 0.9, "red"), at(2.0), Pose())
    assert seen is not None
    assert seen.at == pytest.approx((2.0, 0.0), abs=0.06)
    assert seen.low == pytest.approx(1.1, abs=0.05)
    aside = located(Box(52, 106, 60, 118, "mug", 0.9), at(2.0), Pose(1.0, 1.0, 90.0))
    assert aside is not None
    assert aside.at == pytest.approx((0.0, 3.0), abs=0.1)
    low = located(Box(108, 106, 116, 118, "mug", 0.9), at(2.0), Pose(pitch=30.0))
    assert low is not None
    assert low.at[0] == pytest.approx(2.0 * math.cos(math.radians(30.0)), abs=0.06)
    assert low.low == pytest.approx(0.1, abs=0.05)
    assert located(Box(108, 106, 116, 118, "mug", 0.9), at(0.0), Pose()) is None


def test_without_depth_a_place_comes_from_the_floor_or_from_the_usual_size() -> None:
    picture = Picture(224, 224, None)
    # The floor 2 m ahead of a level eye at 1.2 m is 0.6 of half a picture below its middle.
    chair = located(Box(80, 100, 144, 112 + 67.2, "chair", 0.9), picture, Pose())
    assert chair is not None
    assert chair.at[0] == pytest.approx(2.0 + chair.half[0], abs=0.3)
    assert chair.low == 0.0
    near, far = (located(Box(112 - w, 112 - w, 112 + w, 112 + w, "mug", 0.9), picture, Pose()) for w in (12, 6))
    assert near is not None
    assert far is not None
    assert far.at[0] == pytest.approx(2 * near.at[0], rel=0.1)


def test_what_is_seen_again_keeps_its_name_and_looks_vote() -> None:
    tracks = Tracks()
    mug = thing("mug_9", (1.0, 0.0), 0.8, (0.1, 0.1, 0.1), "red")
    first = tracks.named([mug, replace(mug, at=(2.0, 0.0))], (0.0, 0.0))
    assert [each.id for each in first] == ["item_1", "item_2"]
    again = tracks.named([replace(mug, at=(2.1, 0.05)), replace(mug, at=(1.0, 0.9))], (0.0, 0.0))
    assert [each.id for each in again] == ["item_2", "item_3"]
    # A near look at it as a cup outvotes a far one as a mug; two looks are surer than one.
    (cup,) = tracks.named([replace(mug, type="cup", colour="blue")], (0.8, 0.0))
    assert (cup.id, cup.type, cup.colour) == ("item_1", "cup", "blue")
    assert cup.sure > first[0].sure
    table = thing("dining_table_1", (1.0, 0.0), 0.0, (0.9, 1.6, 0.75))
    assert tracks.named([table], (0.0, 0.0))[0].id == "thing_1"
    assert tracks.named([replace(table, at=(1.5, 0.3))], (0.0, 0.0))[0].id == "thing_1"


def test_looks_in_vain_count_and_bodies_in_one_another_are_one_thing() -> None:
    mug, picture = (
        thing("mug_1", (1.5, 0.0), 0.75, (0.1, 0.1, 0.1)),
        Picture(224, 224, np.full((224, 224), 3.0, np.float32)),
    )
    shown = partial(in_view, picture=picture, pose=Pose(pitch=30.0))
    places = np.array([(1.5, 0.0, 0.8, 0.2), (1.5, 0.0, 0.8, 0.05), (-1.5, 0.0, 0.8, 0.2), (2.9, 0.0, 0.8, 0.2)])
    assert shown(places).tolist() == [True, False, False, False]  # seen well, too small, behind it, too far off
    near = Picture(224, 224, np.full((224, 224), 0.5, np.float32))
    assert not in_view(places, near, Pose(pitch=30.0)).any()  # something is before them
    tracks = Tracks()
    sure = tracks.named([mug], (0.0, 0.0), shown)[0].sure
    assert tracks.named([], (0.0, 0.0), lambda rows: np.ones(len(rows), np.bool_)) == ()
    assert tracks.things()[0].sure < 0.8 * sure
    # Two boxes of one sofa in one picture; a second sofa stands two metres on.
    sofas = [thing(f"sofa_{n}", (2.0, y), 0.0, (0.9, 2.0, 0.9)) for n, y in enumerate((0.0, 0.7, 2.7))]
    tracks.named(sofas, (0.0, 0.0))
    assert sorted(each.at[1] for each in tracks.things() if each.type == "sofa") == [0.0, 2.7]
    memory = remembered(*tracks.named([mug, *sofas], (0.0, 0.0)))
    memory.revise(tracks.things())
    assert sum(each.seen.sure == 0.0 for each in memory) == 1


def test_judged_boxes_are_related_with_more_slack() -> None:
    table = thing("dining_table_1", (1.0, 0.0), 0.0, (0.9, 1.6, 0.75))
    mug = thing("mug_1", (1.0, 0.0), 0.81, (0.1, 0.1, 0.1))
    assert standings([table, mug])[1].carrier == NOTHING
    assert standings([table, mug], ROUGH)[1].carrier == 0
    # Two mugs at about one height are beside each other, whatever they seem to stand on; a drawer is not.
    things = [mug, replace(mug, at=(1.0, 0.3), low=0.75), replace(mug, at=(1.0, 0.2), low=0.5), table]
    assert beside(things, standings(things, ROUGH), range(4), ROUGH) == [(0, 1)]
    assert beside(things, standings(things), range(4)) == []


def test_nothing_rests_on_what_rests_on_it() -> None:
    """Two bowls judged to be in the same place would be in each other: the lower one is in nothing."""
    bowls = [thing("bowl_1", (1.0, 0.0), 0.76, (0.2, 0.2, 0.1)), thing("bowl_2", (1.0, 0.02), 0.75, (0.2, 0.2, 0.1))]
    upper, lower = standings(bowls, ROUGH)
    assert (upper.carrier, upper.inside) == (1, True)
    assert lower.below == NOTHING


def test_where_there_is_no_depth_the_floor_ahead_is_free_until_something_is_hit() -> None:
    floor = FloorMap()
    floor.stand(Pose())
    floor.assume(Pose())
    assert floor.seen[floor.cell(0.7, 0.0)]
    assert not floor.seen[floor.cell(-0.7, 0.0)]
    ahead = np.array([0.5]), np.array([0.01]), np.array([0])
    assert reached_from(floor, Pose()).lookup(*ahead)[0] >= 0
    floor.block_ahead(Pose(0.25))
    assert reached_from(floor, Pose()).lookup(*ahead)[0] == -1


def test_floors_are_split_at_doorways_and_furniture_names_rooms() -> None:
    floor = room(6.0, 3.0)
    column = floor.cell(2.0, 0.0)[1]
    low, high = floor.cell(0.0, -0.45)[0], floor.cell(0.0, 0.45)[0]
    for layer in (floor.blocked, floor.tall):
        layer[:, column] = True
        layer[low:high, column] = False
    rooms = rooms_of(floor)
    assert rooms.total == 2
    assert rooms.of(0.0, 0.0) == rooms.of(1.9, 1.0) != rooms.of(3.0, 0.0)
    fridge = thing("fridge_1", (0.0, 1.0), 0.0, (0.7, 0.7, 1.8), where="")
    bed = thing("bed_1", (4.0, 0.0), 0.0, (2.0, 1.6, 0.6), where="")
    memory = remembered(fridge, bed)
    assign_rooms(memory, floor)
    assert [each.seen.room for each in memory] == ["kitchen_1", "bedroom_1"]


# Weights.


@pytest.mark.parametrize("mass", [0.05, 0.21, 0.34, 0.8, 1.37, 4.9])
@pytest.mark.parametrize("friction", [0.3, 0.5, 0.9])
def test_bisection_finds_a_mass_within_one_step_of_the_grip(mass: float, friction: float) -> None:
    weight, grips = Weight(0.005, 6.0), 0
    while (steps := next_grip(weight, friction)) is not None:
        weight = after_grip(weight, steps, friction, carried_by(steps, friction) >= mass)
        grips += 1
    assert weight.least <= mass <= weight.most
    assert weight.most - weight.least <= max(carried_by(1, friction) * 1.001, 0.04 * weight.least)
    assert grips <= 10
    # Forces come in steps of 0.05 kgf: so much of the force that just holds is known.
    assert (weight.most - weight.least) / (2.0 * friction) <= max(0.0501, 0.02 * mass / friction)


def test_a_surprising_grip_widens_what_was_thought() -> None:
    assert after_grip(Weight(0.2, 0.4), 1, 0.5, True) == Weight(0.005, carried_by(1, 0.5), True)
    heavy = after_grip(Weight(0.2, 0.4), 20, 0.5, False)
    assert (heavy.least, heavy.most) == (carried_by(20, 0.5), 6.0)
    assert usual_weight("apple").most == pytest.approx(3 * usual_weight("apple").least)
    # A mug may be full, and a roll of paper half used up.
    mug, full = usual_weight("mug"), usual_weight("mug", ("half full of coffee",))
    assert mug.most == pytest.approx(3 * mug.least)
    assert mug.least < full.least < full.most - (mug.most - mug.least)
    assert usual_weight("toilet_paper").most == pytest.approx(6 * usual_weight("toilet_paper").least)


# What is remembered.


def kitchen() -> list[Seen]:
    """A table with a mug and a plate on it, an egg on the plate, a far apple, and a chair on the floor."""
    return [
        thing("dining_table_1", (2.0, 0.0), 0.0, (1.0, 2.0, 0.75)),
        thing("mug_1", (2.0, 0.0), 0.75, (0.08, 0.1, 0.1), "red", "ceramic"),
        thing("plate_1", (2.0, 0.25), 0.75, (0.2, 0.2, 0.02), "white", "ceramic"),
        thing("apple_1", (2.0, -0.9), 0.75, (0.08, 0.08, 0.08), "red", "food"),
        thing("chair_1", (2.9, 0.0), 0.0, (0.5, 0.5, 0.9), "brown", "wood"),
    ]


def remembered(*things: Seen) -> Memory:
    memory = Memory()
    for each in things:
        memory.add(each)
    return memory


def test_what_stands_on_and_beside_what_is_told_from_boxes() -> None:
    things = kitchen()
    where = standings(things)
    assert [each.carrier for each in where] == [NOTHING, 0, 0, 0, NOTHING]
    assert not any(each.inside for each in where)
    assert beside(things, where, range(5)) == [(0, 4), (1, 2)]


def test_parts_and_what_is_in_an_open_drawer() -> None:
    desk = thing("desk_1", (2.0, 0.0), 0.0, (0.6, 1.2, 0.75))
    drawer = thing("drawer_1", (2.0, 0.3), 0.4, (0.5, 0.4, 0.2))
    bottom = 0.4 + 0.2 * 0.05
    pen = thing("pen_1", (2.35, 0.3), bottom, (0.14, 0.01, 0.01))
    where = standings([desk, drawer, pen])
    assert where[1].whole == 0
    assert (where[2].carrier, where[2].inside) == (1, True)


def test_boxes_of_everything_tell_the_whole_graph() -> None:
    state = beginning(casita.drawn_house(1), {"robot": "robot"}, seed=3)
    known, now = state.statics, state.objects
    memory = Memory()
    for slot in np.flatnonzero(now.exists).tolist():
        box = resting_box(now.position[slot], now.rotation[slot], known.size[slot])
        depth, width, height = known.size[slot].tolist()
        row, yaw = known.things[slot], math.degrees(math.atan2(box.sin, box.cos))
        room_id = state.scene.rooms[int(now.room[slot])].id
        memory.add(Seen(known.ids[slot], row.type, at=(box.x, box.y), half=(box.half_x, box.half_y), yaw=yaw,
                        low=box.low, high=box.high, size=(depth, width, height), colour=row.colour,
                        material=row.material, states=(), room=room_id))  # fmt: skip
    mine, true = Houses(memory, stream(0, "test")).with_guesses().graph, graph_of(state)
    things = int(true.is_thing.sum())
    assert things > 100
    for name in ("types", "colours", "materials"):
        assert getattr(mine, name)[:things] == getattr(true, name)[:things]
    for name in ("carrier", "is_in", "volume", "length", "is_item"):
        assert getattr(mine, name)[:things].tolist() == pytest.approx(getattr(true, name)[:things].tolist()), name
    pairs = [sorted(sorted(pair) for pair in graph.adjacent.tolist() if max(pair) < things) for graph in (mine, true)]
    assert pairs[0] == pairs[1]
    assert len(pairs[0]) > 50
    joined = [
        sorted(sorted(graph.types[node] for node in pair) for pair in graph.adjacent.tolist() if min(pair) >= things)
        for graph in (mine, true)
    ]
    assert joined[0] == joined[1] == [["bathroom", "living_room"], ["kitchen", "living_room"]]


def test_memory_answers_questions() -> None:
    houses = Houses(remembered(*kitchen()), stream(0, "test"))

    def said(program: Program) -> str:
        return houses.verdict(program).answer

    things, mug, table = (
        ("things",),
        ("the", ("type", ("things",), "mug")),
        ("the", ("type", ("things",), "dining_table")),
    )
    assert said(("count", ("that", things, "on_top_of", table))) == "3"
    assert said(("exist", ("that", ("colour", ("items",), "red"), "adjacent_to", mug))) == "no"
    assert said(("query", "room", mug)) == "kitchen"
    assert said(("query_all", "colour", ("material", things, "ceramic"))) == "red, white"
    assert said(("is_related", "larger_than", table, mug)) == "yes"
    assert said(("exist", ("type", things, "egg"))) == "no"


def test_weights_that_decide_are_named_and_votes_say_how_sure_one_is() -> None:
    memory = remembered(*kitchen())
    luck = stream(0, "test")
    program: Program = ("is_related", "heavier_than", ("the", ("type", ("things",), "mug")),
                        ("the", ("type", ("things",), "apple")))  # fmt: skip
    memory.things["mug_1"].weight = Weight(0.15, 0.45)
    memory.things["apple_1"].weight = Weight(0.1, 0.3)
    first = Houses(memory, luck).verdict(program)
    assert first.weighs
    assert Houses(memory, luck).deciding(program) == {"mug_1", "apple_1"}
    memory.things["apple_1"].weight = Weight(0.02, 0.1)
    assert Houses(memory, luck).deciding(program) == frozenset()
    memory.things["mug_1"].weight = Weight(0.30, 0.31, True)
    memory.things["apple_1"].weight = Weight(0.20, 0.21, True)
    second = Houses(memory, luck).verdict(program)
    assert (second.answer, second.weighs) == ("yes", False)
    assert second.sure > first.sure


def test_what_was_not_found_is_guessed_and_looked_for_where_it_usually_is() -> None:
    memory = remembered(*kitchen())
    program: Program = ("is_related", "larger_than", ("the", ("type", ("things",), "dining_table")),
                        ("the", ("type", ("things",), "egg")))  # fmt: skip
    assert described_types(program) == {"dining_table", "egg"}
    found = Houses(memory, stream(0, "test")).verdict(program)
    assert (found.answer, found.missing) == ("yes", ("egg",))
    assert chance_of(["egg"], "fridge") > 0.3
    assert chance_of(["egg"], "wardrobe") == 0.0
    assert math.isclose(chance_of([], "fridge"), 0.0)


def test_a_room_that_was_not_found_is_no_thing_to_be_guessed() -> None:
    program: Program = ("count", ("that", ("things",), "contained_by", ("the", ("type", ("rooms",), "bathroom"))))
    found = Houses(remembered(*kitchen()), stream(0, "test")).verdict(program)
    assert (found.answer, found.missing) == (FALLBACK["count"], ())


def test_who_is_not_sure_draws_houses_with_some_of_what_may_be_there() -> None:
    memory = remembered(*kitchen())
    surest, *_ = [each for each in memory if each.is_loose]
    twin = replace(surest.seen, id="twin", at=(surest.seen.at[0] + 0.5, surest.seen.at[1]), sure=0.5)
    memory.add(twin)
    house, luck = RememberedHouse(memory, sight=BLURRED), stream(0, "test")
    counts = [sum(name == twin.type for name in graph.types) for graph in house.samples(luck, 40)[1:]]
    assert set(counts) == {1, 2}
    assert 10 <= counts.count(2) <= 30
    # A question about the only one of its type is answered with the surest.
    program: Program = ("query", "colour", ("the", ("type", ("things",), twin.type)))
    assert single_types(program) == {twin.type}
    assert Houses(memory, luck, BLURRED).verdict(program).answer == surest.seen.colour
    assert RememberedHouse(memory, sight=BLURRED, single=[twin.type]).graph.types.count(twin.type) == 1
