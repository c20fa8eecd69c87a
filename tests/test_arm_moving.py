"""The gripper moves and turns as it is told; refusals say why; only robots have an arm; states are exact."""

from __future__ import annotations

import math

import numpy as np
import pytest

import casita
from casita.world import Action, beginning
from casita.world.arm.base_verbs import STRIDE, SWING, _way_of_base
from casita.world.arm.contacts import configuration, hand_in_space
from casita.world.arm.effects import MOVES, TURNS
from casita.world.arm.specification import ARM
from casita.world.arm.verbs import ARM_VERBS, ROBOT_VERBS, verbs_of
from casita.world.edit import Edit
from casita.world.legal import candidates, legal
from casita.world.refusal import Refusal
from casita.world.step import step
from casita.world.verbs import VERBS
from tests.arm_play import KITCHEN, act, at_handle, at_mug, done, gripper, in_the_open, refused, with_mug


@pytest.mark.parametrize("direction", MOVES)
def test_the_gripper_moves_along_the_robots_axes(direction: str) -> None:
    state = in_the_open()
    before, axes = gripper(state), hand_in_space(configuration(Edit(state), 0))[1:]
    state = done(state, "move_gripper", direction=direction)
    yaw = math.radians(float(state.agents.yaw[0]))
    x, y, z = MOVES[direction]
    expected = 0.05 * np.array([x * math.cos(yaw) - y * math.sin(yaw), x * math.sin(yaw) + y * math.cos(yaw), z])
    assert np.abs(gripper(state) - before - expected).max() < 1e-3
    assert np.abs(hand_in_space(configuration(Edit(state), 0))[1:] - axes).max() < 2e-3


@pytest.mark.parametrize("direction", TURNS)
def test_the_gripper_turns_about_its_own_axes(direction: str) -> None:
    state = in_the_open()
    before = hand_in_space(configuration(Edit(state), 0))
    after = hand_in_space(configuration(Edit(done(state, "turn_gripper", direction=direction)), 0))
    axis, _ = TURNS[direction]
    assert np.abs(after[0] - before[0]).max() < 1e-3
    assert np.abs(after[1 + axis] - before[1 + axis]).max() < 2e-3
    for other in {0, 1, 2} - {axis}:
        assert float(after[1 + other] @ before[1 + other]) == pytest.approx(math.cos(math.radians(15.0)), abs=1e-3)


def test_turns_go_where_they_say() -> None:
    state = in_the_open()
    now = hand_in_space(configuration(Edit(state), 0))
    after = {way: hand_in_space(configuration(Edit(done(state, "turn_gripper", direction=way)), 0)) for way in TURNS}
    assert after["up"][1, 2] > now[1, 2] > after["down"][1, 2]
    assert after["left"][1] @ now[2] > 0.2 > -0.2 > after["right"][1] @ now[2]
    # Seen from behind, clockwise takes what was up to the right.
    assert after["clockwise"][3] @ now[2] < -0.2 < 0.2 < after["anticlockwise"][3] @ now[2]


def test_many_moves_do_not_drift() -> None:
    state = in_the_open()
    before = gripper(state)
    for _ in range(60):
        for direction in ("ahead", "left", "back", "right"):
            state = done(state, "move_gripper", direction=direction)
    assert np.abs(gripper(state) - before).max() < 1e-3


@pytest.mark.parametrize(
    ("verb", "fields", "need"),
    [
        ("move_gripper", {"direction": "sideways"}, "known_direction"),
        ("turn_gripper", {}, "known_direction"),
        ("move_gripper", {"direction": "up", "amount": -0.05}, "possible_amount"),
        ("move_gripper", {"direction": "up", "amount": 5.0}, "possible_amount"),
        ("grasp", {"amount": ARM.grip + 1.0}, "possible_amount"),
        ("release", {}, "holds_something"),
        ("move_gripper", {"direction": "back", "amount": 0.25}, "joint_turns"),
        ("open_with_gripper", {"object": "mug_1"}, "affords_open"),
        ("open_with_gripper", {"object": "fridge_1"}, "at_handle"),
        ("fly", {}, "known_verb"),
    ],
)
def test_refusals_say_why(verb: str, fields: dict[str, object], need: str) -> None:
    assert refused(at_mug(), verb, **fields).need == need


def test_what_cannot_be_grasped_is_refused_first() -> None:
    assert refused(at_mug(), "grasp", "fridge_1").need == "affords_pick_up"
    assert refused(with_mug(), "grasp", "mug_1").need == "hand_is_free"


def test_agents_without_an_arm_have_none() -> None:
    state = beginning(casita.room("kitchen", KITCHEN), {"robot": "person"})
    assert act(state, "move_gripper", direction="up").refusals[0] == Refusal("affordance", "known_verb", "move_gripper")
    both = beginning(casita.room("kitchen", KITCHEN), {"robot": "person", "other": "robot"})
    assert refused(both, "move_gripper", direction="up") == Refusal("affordance", "has_arm", "robot")
    assert act(both, "pick_up", "mug_1").state.agents.grip[0] == 0.0


def test_what_is_legal_is_done_and_the_rest_is_refused() -> None:
    state = at_mug()
    found = legal(state, "robot")
    for action in found:
        assert step(state, [action]).ok, action
    assert Action("robot", "grasp") in found
    assert Action("robot", "release") not in found
    assert {action.verb for action in found} >= {"move_gripper", "turn_gripper", "pick_up", "look_up"}
    asked = [action for verb in ARM_VERBS for action in candidates(state, "robot", verb)]
    assert len(asked) > len(MOVES) + len(TURNS) + 4
    for action in asked:
        assert (action in found) == step(state, [action]).ok
    opens = legal(at_handle("fridge_1"), "robot")
    assert Action("robot", "open_with_gripper", "fridge_1") in opens


def test_only_robots_have_the_arms_verbs() -> None:
    assert verbs_of(beginning(casita.room("kitchen", KITCHEN), ["alice"]).bodies) is VERBS
    assert verbs_of(at_mug().bodies) is ROBOT_VERBS
    assert set(ROBOT_VERBS) == set(VERBS) | set(ARM_VERBS)
    assert not set(VERBS) & set(ARM_VERBS)


def test_a_kept_state_is_gone_back_to() -> None:
    state = at_mug()
    before = state.digest()
    first = done(state, "grasp", "mug_1", amount=2.0).digest()
    assert state.digest() == before
    assert done(state, "grasp", "mug_1", amount=2.0).digest() == first


def test_the_way_of_a_base_is_gone_in_small_steps_and_turned_the_short_way() -> None:
    """What is hit on the way is looked for at each of these configurations, so none may be left out."""
    start = np.array([0.0, 0.0, 170.0, 0.3])
    rows = _way_of_base(start, [(0.0, 0.0), (0.4, 0.3), (0.4, 1.0)], -170.0)
    assert rows[0].tolist() == start.tolist()
    assert rows[-1].tolist() == pytest.approx([0.4, 1.0, 190.0, 0.3])
    steps = np.abs(np.diff(rows, axis=0))
    assert np.hypot(steps[:, 0], steps[:, 1]).max() <= STRIDE + 1e-9
    assert steps[:, 2].max() <= SWING + 1e-9
    assert steps[:, 2].sum() == pytest.approx(20.0)
    assert [0.4, 0.3] in rows[:, :2].round(9).tolist()
    assert len(_way_of_base(start, [(0.0, 0.0)], 170.0)) == 1
