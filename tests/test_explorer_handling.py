"""The explorer's jobs with things, driven by hand: what it does after what it senses."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from casita.agents.explorer.explorer import Explorer
from casita.agents.explorer.gripping import RIM, grips
from casita.agents.explorer.handling import ELSEWHERE, Handler
from casita.agents.explorer.jobs import FREEING, Job
from casita.agents.explorer.offers import Wishes
from casita.agents.explorer.reaching import FROM_ABOVE, FROM_AHEAD, RAISED
from casita.agents.explorer.routes import reached_from
from casita.agents.explorer.senses import Pose, Sense
from casita.agents.explorer.swinging import open_outline
from casita.agents.explorer.weighing import Weight
from casita.world.arm.specification import ARM
from tests.test_explorer import item, room

FOLDED, OUT = (0.0,) * 6, tuple(ARM.poses["raised"].tolist())
REFUSED = "the arm would hit something"


def sent(robot: Handler, job: Job, sense: Sense) -> str:
    """What a job does next after what is sensed; "end" if it is over."""
    robot.sense = sense
    try:
        action = job.send(sense)
    except StopIteration:
        return "end"
    return f"{action.verb} {action.direction}".strip()


def with_open_drawer(robot: Handler) -> tuple[Job, str]:
    """The job of looking into a drawer whose handle the raised gripper is at when it stands three quarters open."""
    drawer = item("drawer_1", (RAISED[0] + 0.425, 0.0), RAISED[2] - 0.12, (0.4, 0.5, 0.2))
    drawer.seen = replace(drawer.seen, yaw=180.0)  # it faces the robot
    robot.memory.things["drawer_1"] = drawer
    robot.floor = room()
    robot.sense = Sense(Pose(), OUT)
    job = robot._look_in(drawer, 0, FROM_ABOVE)
    return job, next(job).verb


def test_a_drawer_is_pushed_back_while_the_arm_is_out() -> None:
    robot = Handler("robot")
    job, first = with_open_drawer(robot)
    drawer = robot.memory.things["drawer_1"]
    assert (first, drawer.opened, drawer.open_by) == ("close_with_gripper", True, 0)
    assert sent(robot, job, Sense(Pose(), OUT)) == "fold_arm"
    assert (drawer.shut_again, drawer.open_by) == (True, None)
    assert sent(robot, job, Sense(Pose(), FOLDED)) == "end"
    assert not robot.floor.blocked[robot.floor.cells(*open_outline(drawer.seen, 0).T)].any()


def test_a_drawer_stays_open_for_what_is_wanted_in_it() -> None:
    robot = Explorer("robot")
    spoon = item("spoon_1", (0.9, 0.0), 1.0, (0.03, 0.15, 0.02))
    spoon.inside_of = "drawer_1"
    robot.memory.things["spoon_1"] = spoon
    robot.wishes = lambda: Wishes(frozenset({"spoon_1"}))
    job, first = with_open_drawer(robot)
    assert first == "fold_arm"
    assert sent(robot, job, Sense(Pose(), FOLDED)) == "end"
    drawer = robot.memory.things["drawer_1"]
    assert (drawer.shut_again, drawer.open_by) == (False, 0)
    assert robot.floor.blocked[robot.floor.cells(*open_outline(drawer.seen, 0).T)].all()
    # Once it is shut, the spoon is out of reach, and what it is in is opened again.
    robot._is_shut_again(drawer)
    robot._wished = robot.wishes()
    assert robot.memory.is_shut_in(spoon)
    assert robot._to_be_opened_again() == {"drawer_1": 1.0}
    spoon.weight = Weight(0.05, 0.051, True)
    assert robot._to_be_opened_again() == {}


def test_an_arm_that_does_not_fold_is_taken_back_first() -> None:
    robot = Handler("robot")
    robot.sense = Sense(Pose(), OUT)
    job = robot._fold()
    assert next(job).verb == "fold_arm"
    assert FREEING[1] == ("move_back",)
    assert sent(robot, job, Sense(Pose(), OUT, refused=REFUSED)) == "move_back"
    assert sent(robot, job, Sense(Pose(-0.25), OUT)) == "fold_arm"
    assert sent(robot, job, Sense(Pose(-0.25), FOLDED)) == "end"
    with pytest.raises(StopIteration):
        next(robot._fold())  # it is folded already, and costs no step


def test_what_is_held_is_let_go_where_there_is_room() -> None:
    robot = Handler("robot")
    job = robot._let_go()
    assert next(job).verb == "release"
    assert ELSEWHERE[1:3] == (("up",), ("back",))
    assert sent(robot, job, Sense(Pose(), OUT, refused="something is in the way")) == "move_gripper up"
    assert robot._holds
    assert sent(robot, job, Sense(Pose(), OUT)) == "release"
    assert sent(robot, job, Sense(Pose(), OUT)) == "end"
    assert not robot._holds


def test_a_pot_is_gripped_at_its_rim_and_a_mug_in_its_middle() -> None:
    pot = item("pot_1", (1.0, 0.0), 0.75, (0.24, 0.2, 0.15))
    places = {grip.point[:2] for grip in grips(pot) if grip.approach is FROM_AHEAD}
    away = 0.12 - RIM, 0.1 - RIM
    assert places == {(1.0 + away[0], 0.0), (1.0 - away[0], 0.0), (1.0, away[1]), (1.0, -away[1])}
    assert {grip.point[:2] for grip in grips(item("mug_1", (1.0, 0.0), 0.75, (0.08, 0.09, 0.1)))} == {(1.0, 0.0)}


def test_what_shuts_the_robot_in_is_shut() -> None:
    robot = Explorer("robot")
    robot.floor = room()
    cabinet = item("cabinet_1", (1.3, 0.2), 0.1, (0.4, 0.4, 0.6))
    cabinet.opened, cabinet.open_by, cabinet.openness = True, 0, (1.0, 0.75, 0.5)
    robot.memory.things["cabinet_1"] = cabinet
    reached = reached_from(robot.floor, Pose())
    robot._widest = len(reached.state)
    assert robot._cheapest_shutting(reached) is None
    robot._widest = 2 * len(reached.state)
    offer = robot._cheapest_shutting(reached)
    assert offer is not None
    assert 0.0 < offer[0] < 10.0
    for openness in cabinet.openness:
        cabinet.fail(f"shut {openness:g}")
    assert robot._cheapest_shutting(reached) is None
