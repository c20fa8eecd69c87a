"""What the gripper holds: grasped, carried, spilled, slipped and let go."""

from __future__ import annotations

import math

import numpy as np
import pytest

import casita
from casita.catalog import catalog
from casita.world import Action, beginning
from casita.world.arm.frames import robot_links
from casita.world.arm.grip import FORCE_STEP, KILOGRAM_FORCE
from casita.world.arm.holding import upness
from casita.world.arm.specification import ARM
from casita.world.edit import Edit
from casita.world.kinematics import GRAVITY
from casita.world.laws import violations
from casita.world.liquids import number_of
from casita.world.statics import NONE
from casita.world.step import step
from tests.arm_play import KITCHEN, act, at_mug, done, gripper, refused, slot, with_mug


def test_a_mug_on_a_counter_is_grasped_lifted_carried_and_put_back() -> None:
    state = at_mug()
    mug = slot(state, "mug_1")
    counter, start = int(state.objects.carrier[mug]), state.objects.position[mug].copy()
    held = done(state, "grasp", "mug_1", amount=2.0)
    assert held.agents.hands[0, 0] == mug
    assert held.agents.grip[0] == pytest.approx(2.0 * KILOGRAM_FORCE)
    assert np.array_equal(held.objects.position[mug], start)
    lifted = held
    for lifts in range(1, 4):
        before = gripper(lifted)
        lifted = done(lifted, "move_gripper", direction="up")
        moved = lifted.objects.position[mug] - start
        assert np.abs(moved - (0.0, 0.0, 0.05 * lifts)).max() < 1e-3
        assert np.abs(gripper(lifted) - before - (0.0, 0.0, 0.05)).max() < 1e-3
        assert upness(lifted.objects.rotation[mug]) == 1.0
    turned = done(done(lifted, "turn_right"), "turn_left")
    assert np.abs(turned.objects.position[mug] - lifted.objects.position[mug]).max() < 1e-3
    for _ in range(3):
        turned = done(turned, "move_gripper", direction="down")
    back = act(turned, "release")
    assert back.ok
    assert back.state.objects.carrier[mug] == counter
    assert np.abs(back.state.objects.position[mug] - start).max() < 2e-3
    assert back.state.objects.position[mug, 2] == start[2]
    assert back.state.agents.grip[0] == 0.0
    assert not back.state.objects.broken[mug]
    assert [(event.verb, event.object, event.relation) for event in back.events] == [("release", "mug_1", "on")]
    assert not list(violations(back.state))


def test_a_held_thing_goes_with_the_base() -> None:
    state = with_mug()
    mug = slot(state, "mug_1")
    away = state.objects.position[mug] - gripper(state)
    for verb in ("turn_left", "turn_right", "move_back", "turn_right", "move_back"):
        outcome = act(state, verb)
        state = outcome.state
        now = state.objects.position[mug] - gripper(state)
        assert np.linalg.norm(now) == pytest.approx(np.linalg.norm(away), abs=1e-3)
    assert state.objects.room[mug] == state.agents.room[0]


def test_without_a_name_the_nearest_thing_is_grasped() -> None:
    assert act(at_mug(), "grasp").state.agents.hands[0, 0] == slot(at_mug(), "mug_1")
    assert refused(done(at_mug(), "raise_arm"), "grasp").need == "something_in_gripper"


def test_a_weak_grip_slips_and_says_no_more() -> None:
    refusal = refused(at_mug(), "grasp", "mug_1", amount=FORCE_STEP)
    assert (refusal.kind, refusal.need, refusal.object, refusal.obstacle) == ("state", "grip_holds", "mug_1", "")


@pytest.mark.parametrize("mass", [0.1, 0.35, 0.8, 1.7, 4.0])
def test_the_least_force_that_lifts_tells_the_mass(mass: float) -> None:
    state = at_mug(mass)
    friction = catalog().materials[state.statics.things[slot(state, "mug_1")].material].friction
    total = Edit(state).total_mass(slot(state, "mug_1"))
    least = math.ceil(total * GRAVITY / (2.0 * friction) / KILOGRAM_FORCE / FORCE_STEP)
    held = [act(state, "grasp", "mug_1", amount=FORCE_STEP * force).ok for force in range(max(1, least - 3), least + 4)]
    assert held == [force >= least for force in range(max(1, least - 3), least + 4)]


def test_what_is_in_a_thing_counts() -> None:
    state = at_mug()
    weight = Edit(state).total_mass(slot(state, "mug_1"))
    full = done(state, "fill", "mug_1", liquid="water")
    heavy = Edit(full).total_mass(slot(state, "mug_1"))
    assert heavy > weight + 0.05
    friction = catalog().materials[state.statics.things[slot(state, "mug_1")].material].friction
    force = round(math.ceil(weight * GRAVITY / (2 * friction) / KILOGRAM_FORCE / FORCE_STEP) * FORCE_STEP, 2)
    assert act(state, "grasp", "mug_1", amount=force).ok
    assert refused(full, "grasp", "mug_1", amount=force).need == "grip_holds"


def test_a_thing_that_becomes_too_heavy_slips_out_of_the_hand() -> None:
    state = at_mug()
    weights = [amount for amount in np.arange(0.05, 3.0, 0.05) if act(state, "grasp", "mug_1", amount=amount).ok]
    held = done(state, "grasp", "mug_1", amount=float(weights[0]))
    filled = act(held, "fill", "mug_1", liquid="water")
    assert filled.ok
    assert ("slip", "mug_1") in [(event.verb, event.object) for event in filled.events]
    assert filled.state.agents.hands[0, 0] == NONE
    assert filled.state.agents.grip[0] == 0.0
    assert not list(violations(filled.state))


def test_a_tilted_vessel_spills() -> None:
    state = with_mug()
    mug = slot(state, "mug_1")
    state = done(state, "fill", "mug_1", liquid="coffee")
    assert state.objects.liquid[mug] == number_of("coffee")
    spilled = False
    for _ in range(5):
        outcome = act(state, "turn_gripper", direction="right")
        if not outcome.ok:
            break
        state = outcome.state
        tilt = math.degrees(math.acos(upness(state.objects.rotation[mug])))
        spilled = spilled or any(event.verb == "spill" for event in outcome.events)
        assert spilled == (tilt > 40.0)
        assert (state.objects.liquid[mug] == 0) == spilled
    assert spilled


def test_what_stands_in_a_tilted_thing_slides_out() -> None:
    scene = casita.room("kitchen", KITCHEN)
    apart = beginning(scene, {"robot": "robot"}, seed=1)
    loads = [id for id in apart.statics.ids if id.startswith(("egg", "apple", "spoon", "tomato", "fork"))]
    bowls = [id for id in apart.statics.ids if id.startswith(("bowl", "pan", "pot", "plate"))]
    together = ((load, bowl, act(apart, "move_to", load, target=bowl)) for load in loads for bowl in bowls)
    load, bowl, outcome = next(found for found in together if found[2].ok)
    state = done(done(outcome.state, "pick_up", bowl), "raise_arm")
    inside = slot(state, load)
    assert state.objects.carrier[inside] == slot(state, bowl)
    off = state.objects.position[inside] - state.objects.position[slot(state, bowl)]
    moved = done(state, "move_gripper", direction="ahead")
    kept = moved.objects.position[inside] - moved.objects.position[slot(state, bowl)]
    assert np.abs(kept - off).max() < 1e-3
    tilted = act(moved, "turn_gripper", direction="up")
    assert tilted.ok
    assert tilted.state.objects.carrier[inside] != slot(state, bowl)
    assert ("fall", load, "tilt") in [(event.verb, event.object, event.cause) for event in tilted.events]
    assert not list(violations(tilted.state))


def test_turning_back_puts_a_thing_exactly_upright_again() -> None:
    state = with_mug()
    mug = slot(state, "mug_1")
    tilted = done(state, "turn_gripper", direction="left")
    assert upness(tilted.objects.rotation[mug]) == pytest.approx(math.cos(math.radians(15.0)), abs=2e-3)
    back = done(tilted, "turn_gripper", direction="right")
    assert upness(back.objects.rotation[mug]) == 1.0


def test_a_thing_let_go_high_up_falls() -> None:
    outcome = act(with_mug(), "release")
    mug = slot(outcome.state, "mug_1")
    assert outcome.ok
    assert outcome.events[0].verb == "drop"
    assert outcome.state.agents.hands[0, 0] == NONE
    assert not list(violations(outcome.state))
    assert outcome.state.objects.carrier[mug] != NONE


def test_contact_physics_says_where_a_thing_falls() -> None:
    pytest.importorskip("mujoco")
    from casita.physics import MuJoCo

    action = Action("robot", "release")
    outcomes = [step(with_mug(), [action], MuJoCo()) for _ in range(2)]
    assert outcomes[0].ok
    assert outcomes[0].state.digest() == outcomes[1].state.digest()
    assert outcomes[0].state.agents.hands[0, 0] == NONE
    mug = slot(outcomes[0].state, "mug_1")
    assert outcomes[0].state.objects.carrier[mug] != NONE
    assert outcomes[0].state.objects.position[mug, 2] < with_mug().objects.position[mug, 2]


def test_what_is_picked_up_by_command_is_in_the_gripper() -> None:
    state = beginning(casita.room("kitchen", KITCHEN), {"robot": "robot"})
    held = done(state, "pick_up", "mug_1")
    mug = slot(held, "mug_1")
    middle = held.objects.position[mug] + (0.0, 0.0, held.statics.size[mug, 2] / 2)
    assert np.abs(middle - gripper(held)).max() < 1e-3
    assert held.agents.grip[0] > 0.0
    assert done(held, "drop", "mug_1").agents.grip[0] == 0.0


def test_fingers_close_on_what_is_held() -> None:
    *_, left, right = robot_links(with_mug(), 0)
    gap = float(np.linalg.norm(left.origin - right.origin)) - 2 * ARM.fingers.radius
    mug = slot(with_mug(), "mug_1")
    assert gap == pytest.approx(min(ARM.opening, float(with_mug().statics.size[mug].min())))
