"""Doors and drawers are opened and closed by their handles."""

from __future__ import annotations

import numpy as np
import pytest

from casita.world import Action
from casita.world.arm.needs import handles
from casita.world.attempt import Attempt
from casita.world.edit import Edit
from casita.world.laws import violations
from tests.arm_play import (
    act,
    at_handle,
    at_open_handle,
    done,
    gripper,
    refused,
    slot,
    touching,
)


@pytest.mark.parametrize("id", ["fridge_1", "drawer_1", "cabinet_1", "microwave_1"])
def test_furniture_is_opened_by_its_handle(id: str) -> None:
    state = at_handle(id)
    handle = handles(Attempt(Edit(state), 0, Action("robot", "open", id)))[0]
    assert np.linalg.norm(gripper(state) - handle) <= 0.15
    outcome = act(state, "open_with_gripper", id)
    assert outcome.ok
    thing = slot(state, id)
    assert outcome.state.objects.openness[thing] >= 0.5
    assert [(event.verb, event.adjective) for event in outcome.events] == [("open_with_gripper", "open")]
    assert not any(thing in owners for owners in touching(outcome.state).values())
    assert refused(done(state, "fold_arm"), "open_with_gripper", id).need == "at_handle"


@pytest.mark.parametrize("id", ["fridge_1", "drawer_1", "cabinet_2"])
def test_what_is_open_is_closed_by_its_handle(id: str) -> None:
    state = at_open_handle(id)
    closed = done(state, "close_with_gripper", id)
    assert closed.objects.openness[slot(state, id)] == 0.0
    assert refused(closed, "close_with_gripper", id).need == "is_open"
    assert not list(violations(closed))


def test_a_full_hand_opens_nothing() -> None:
    state = done(at_handle("fridge_1"), "pick_up", "mug_1")
    refusal = refused(state, "open_with_gripper", "fridge_1")
    assert (refusal.need, refusal.obstacle) == ("hand_is_free", "mug_1")
