"""What the arm and what it holds would hit refuses the motion and is named."""

from __future__ import annotations

import math

import numpy as np
import pytest

import casita
from casita.seeds import stream
from casita.world import State, beginning, step
from casita.world.arm.contacts import configuration, first_contact, gaps
from casita.world.arm.frames import link_frames
from casita.world.arm.overlap import TOUCH
from casita.world.arm.pieces import pieces_near
from casita.world.arm.proposals import proposed_with_arm
from casita.world.arm.specification import ARM
from casita.world.edit import Edit
from casita.world.laws import violations
from casita.world.refusal import Refusal
from casita.world.statics import NONE
from tests.arm_play import KITCHEN, act, at_mug, done, gripper, refused, touching


def test_the_gripper_hits_the_counter() -> None:
    state = at_mug()
    for _ in range(20):
        outcome = act(state, "move_gripper", direction="down")
        if not outcome.ok:
            break
        state = outcome.state
    refusal = refused(state, "move_gripper", direction="down")
    assert refusal.need == "arm_is_free"
    assert refusal.object in ("the gripper", "the fingers")
    assert refusal.obstacle in state.statics.index or refusal.obstacle == "the wall"


def test_the_gripper_hits_the_floor() -> None:
    state = beginning(casita.room("living_room", 1), {"robot": "robot"})
    for _ in range(4):
        state = done(state, "move_gripper", direction="ahead")
    refusal = None
    for _ in range(20):
        outcome = act(state, "move_gripper", direction="down")
        refusal = outcome.refusals[0]
        if refusal is not None:
            break
        state = outcome.state
    assert refusal is not None
    assert refusal.need == "arm_is_free"
    assert refusal.obstacle.startswith(("floor", "rug", "carpet"))
    assert gripper(state)[2] < 0.08


def test_a_held_thing_hits_things_too() -> None:
    state = done(at_mug(), "grasp", "mug_1", amount=2.0)
    refusal = refused(state, "move_gripper", direction="down")
    assert refusal == Refusal("geometry", "arm_is_free", "mug_1", refusal.obstacle)
    assert refusal.obstacle in state.statics.index


def test_a_base_that_moves_takes_the_arm_into_account() -> None:
    state = at_mug()
    down = done(state, "grasp", "mug_1", amount=2.0)
    found = {refused_or_none(down, verb) for verb in ("turn_left", "turn_right", "move_ahead", "move_left")}
    named = {refusal for refusal in found if refusal is not None and refusal.need == "arm_is_free"}
    assert named
    assert all(refusal.object and refusal.obstacle in (*state.statics.index, "the wall") for refusal in named)


def refused_or_none(state: State, verb: str) -> Refusal | None:
    return act(state, verb).refusals[0]


def test_a_walk_stops_where_the_arm_would_hit() -> None:
    """Beside an agent as wide, at the same place and without an arm, the robot never gets further."""
    scene = casita.room("kitchen", KITCHEN)
    short, whole, clear = 0, 0, 0
    for seed in range(12):
        state, armless = (beginning(scene, {"robot": body}, seed=seed) for body in ("robot", "thor"))
        outcome, free = (act(each, "walk_to", target="fridge_1") for each in (state, armless))
        gone, could = (
            np.linalg.norm(end.agents.position[0] - start.agents.position[0])
            for start, end in ((state, outcome.state), (armless, free.state))
        )
        assert gone <= could + 1e-9
        short += gone < could
        whole += gone == could
        if outcome.ok:
            assert outcome.motion[0].positions[-1][:2] == pytest.approx(tuple(outcome.state.agents.position[0]))
        if not any(touching(state).values()):
            clear += 1
            assert not any(touching(outcome.state).values())
    assert (short, whole, clear) == (7, 5, 12)


@pytest.mark.parametrize("kind", ["kitchen", "living_room", "bedroom", "bathroom"])
def test_random_play_keeps_every_law(kind: str) -> None:
    state = beginning(casita.room(kind, 3), {"robot": "robot"}, seed=2)
    luck = stream(5, "arm", kind)
    refusals: set[str] = set()
    clear = not any(touching(state).values())
    for _ in range(300):
        action = proposed_with_arm(state, "robot", luck)
        outcome = step(state, [action])
        refusal = outcome.refusals[0]
        if refusal is not None:
            refusals.add(refusal.need)
            assert all(np.array_equal(a, b) for a, b in zip(state.agents, outcome.state.agents, strict=True))
            assert np.array_equal(state.objects.position, outcome.state.objects.position)
            if refusal.need == "arm_is_free":
                assert refusal.object
                assert refusal.obstacle in (*state.statics.index, "the wall", "robot")
        else:
            broken = list(violations(outcome.state))
            assert not broken, (action, broken)
        joints = outcome.state.agents.joints[0]
        assert (joints >= ARM.limits[0]).all()
        assert (joints <= ARM.limits[1]).all()
        state = outcome.state
        if clear and outcome.state.agents.hands[0, 0] == NONE and action.verb not in ("release", "pick_up"):
            assert not any(touching(state).values()), (action, touching(state))
        clear = not any(touching(state).values())
    assert {"arm_is_free", "joint_turns"} & refusals


def test_a_free_way_and_many_points_agree() -> None:
    """A configuration is refused just when many points along its links are in something that they were not in."""
    state = done(at_mug(), "raise_arm")
    edit = Edit(state)
    start = configuration(edit, 0)
    x, y = state.agents.position[0].tolist()
    around = pieces_near(edit, 0, [], (x, y, ARM.shoulder[2]), 5.0)
    luck = np.random.default_rng(3)
    hits = 0
    for _ in range(150):
        joints = np.round(luck.uniform(ARM.limits[0], ARM.limits[1]), 2)
        contact = first_contact(edit, 0, np.array([start, [*start[:3], *joints]]))
        deepest = -1.0
        for link in link_frames(x, y, float(start[2]), joints)[1:4]:
            shares = np.linspace(0.0, 1.0, 80)[:, None]
            points = link.origin + shares * link.length * link.axes[:, 0]
            deepest = max(deepest, *(link.radius - float(gaps(point, around).min()) for point in points))
        if deepest > TOUCH + 1e-3:
            assert contact is not None
            hits += 1
        if contact is None:
            assert deepest <= TOUCH + 1e-3
    assert hits > 30


def test_another_agent_is_in_the_way() -> None:
    state = beginning(casita.room("living_room", 1), {"robot": "robot", "alice": "person"}, seed=4)
    x, y = state.agents.position[0].tolist()
    people = state.agents.position.copy()
    yaw = math.radians(float(state.agents.yaw[0]))
    people[1] = x + 0.6 * math.cos(yaw), y + 0.6 * math.sin(yaw)
    beside = state.altered(agents={"position": people})
    refusal = None
    for _ in range(8):
        outcome = act(beside, "move_gripper", direction="ahead")
        refusal, beside = outcome.refusals[0], outcome.state
        if refusal is not None:
            break
    assert refusal is not None
    assert (refusal.need, refusal.obstacle) == ("arm_is_free", "alice")
