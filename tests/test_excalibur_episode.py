"""A robot's visit: phases, what it is given, what is refused, and that nothing of it depends on anything else."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

import casita
from casita.benchmarks.excalibur.episode.body import as_step, at_the_gripper, checked_action, felt, in_words
from casita.benchmarks.excalibur.episode.observing import Observer, Senses
from casita.benchmarks.excalibur.episode.visit import VisitRecord, VisitSettings, visit
from casita.benchmarks.excalibur.models.ours import OursPrivileged
from casita.errors import BadInput
from casita.protocols import RobotObservation, from_json, from_msgpack, to_json, to_msgpack
from casita.world import Action, State, beginning
from casita.world.refusal import Refusal
from casita.world.statics import NONE
from tests.arm_play import act, at_mug, done

SMALL = Senses((32, 32))


@cache
def start() -> State:
    return beginning(casita.house(3, 1), {"robot": "robot"}, seed=2)


class Script:
    """Does what it is told, in turn, and is done then; it keeps what it is given."""

    def __init__(self, *actions: object, privileges: tuple[str, ...] = ()) -> None:
        self.left, self.given, self.asked, self.privileges = list(actions), list[RobotObservation](), [], privileges

    def act(self, observation: RobotObservation) -> Any:
        self.given.append(observation)
        if not self.left:
            return Action("robot", "done")
        told = self.left.pop(0)
        return Action("robot", told) if isinstance(told, str) else told

    def answer(self, question: str) -> str:
        self.asked.append((question, len(self.given)))
        return "yes"


def held(model: object, explore: int = 10, refine: int = 10, senses: Senses = SMALL) -> VisitRecord:
    return visit(model, start(), ["Is there an egg?", "Is there a mug?"], 0, VisitSettings(explore, refine, senses))


# Phases.


def test_four_phases_and_the_house_stays_as_it_was_left() -> None:
    model = Script(*["turn_left"] * 3, "done", *["turn_right"] * 5)
    record = held(model)
    assert (record.explored_in, record.refined_in) == (3, 5)
    assert (record.first, record.second, record.faults, record.refused) == (("yes",) * 2, ("yes",) * 2, {}, 0)
    assert [(each.phase, each.step, each.left) for each in model.given] == [
        *(("explore", step, 10 - step) for step in range(4)), *(("refine", step, 10 - step) for step in range(6)),
    ]  # fmt: skip
    yaws = [each.odometry.yaw for each in model.given if each.odometry]
    assert yaws == [0.0, 15.0, 30.0, 45.0, 45.0, 30.0, 15.0, 0.0, -15.0, -30.0]
    assert [when for _, when in model.asked] == [4, 4, 10, 10]
    assert len(record.path) == 10


def test_phases_end_by_themselves() -> None:
    record = held(Script(*["turn_left"] * 50), 6, 4)
    assert (record.explored_in, record.refined_in) == (6, 4)
    assert held(Script(), 0, 0).refined_in == 0


def test_who_does_not_act_answers_once() -> None:
    model = Script()
    model.acts = False  # type: ignore[attr-defined]
    record = held(model)
    assert (record.first, record.refined_in, len(model.given), len(model.asked)) == (("yes", "yes"), 0, 0, 2)


def test_confidences_are_kept() -> None:
    model = Script()
    model.confidence = lambda question: 0.25 if "egg" in question else 2.0  # type: ignore[attr-defined]
    record = held(model)
    assert record.first_sure == (0.25, 0.0)
    assert record.faults == {"nonsense": 2}


# What is wrong.


BAD = {
    "fly": Action("robot", "fly"),
    "alice": Action("alice", "move_ahead"),
    "mug_1": Action("robot", "grasp", "mug_1"),
    "0.07": Action("robot", "grasp", amount=0.07),
    "11": Action("robot", "grasp", amount=11.0),
    "2": Action("robot", "move_ahead", amount=2.0),
    "north": Action("robot", "move_gripper", direction="north"),
    "direction": Action("robot", "move_gripper"),
    "pick_up": Action("robot", "pick_up", "mug_1"),
    "7": 7,
}
"""Actions that the body does not have, by what is named of each."""


def test_an_action_that_the_body_does_not_have_is_named_and_costs_a_step() -> None:
    for names, action in BAD.items():
        with pytest.raises(BadInput, match=names):
            checked_action(action)
    model = Script(*BAD.values(), "turn_left")
    record = held(model, len(BAD) + 1, 0)
    assert (record.faults, record.explored_in) == ({"nonsense": len(BAD)}, len(BAD) + 1)
    assert {each.odometry.yaw for each in model.given if each.odometry} == {0.0}
    assert record.path[0] == record.path[-1]


def test_answers_of_the_wrong_type_are_counted_and_nothing_is_lost() -> None:
    model = Script()
    model.answer = lambda question: 3 if "egg" in question else ["yes"]  # type: ignore[assignment]
    record = held(model)
    assert (record.first, record.faults) == (("3", ""), {"nonsense": 2})


def test_what_is_refused_changes_nothing_and_says_why_without_names() -> None:
    model = Script("release", "open_with_gripper", "grasp", *["look_down"] * 5)
    observer = Observer(start(), SMALL)
    record = held(model)
    assert [each.refused for each in model.given[1:4]] == [
        "the gripper is empty", "there is no handle at the gripper", "there is nothing between the fingers",
    ]  # fmt: skip
    assert model.given[-2].refused == "the head turns no further"
    assert record.refused == 4
    assert record.faults == {}
    before, after = model.given[0], model.given[3]
    assert (before.odometry, before.joints, before.pitch) == (after.odometry, after.joints, after.pitch)
    assert np.array_equal(before.picture, after.picture)  # type: ignore[arg-type]
    assert observer.observe(start(), "explore", 0, 10, "", "", looks=True) == before
    assert in_words(Refusal("geometry", "way_is_free", "robot", "mug_1")) == "something is in the way"
    assert in_words(Refusal("geometry", "unheard_of", "egg_1", "mug_1")) == "it cannot be done"


# What it feels, and its arm.


def test_the_gripper_feels_slipping_holding_and_lifting_and_no_more() -> None:
    state = at_mug()
    assert felt(act(state, "grasp", amount=0.05)) == "slipped"
    assert felt(act(state, "grasp", amount=2.0)) == "held"
    held_state = done(state, "grasp", amount=2.0)
    assert felt(act(held_state, "move_gripper", direction="up")) == "lifted"
    assert felt(act(held_state, "turn_left")) in ("held", "")
    assert felt(act(held_state, "release")) == ""


def test_what_opens_is_what_has_its_handle_at_the_gripper() -> None:
    assert at_the_gripper(start()) == NONE
    assert as_step(start(), Action("robot", "turn_left")) == Action("robot", "turn_left")
    found = as_step(start(), Action("robot", "close_with_gripper"))
    assert isinstance(found, Refusal)
    assert found.need == "at_handle"


# What it is given.


def test_pictures_are_drawn_for_who_wants_them() -> None:
    model = Script(*["turn_left"] * 3)
    model.wants_picture = lambda observation: observation.step % 2 == 1  # type: ignore[attr-defined]
    held(model)
    assert [each.picture is not None for each in model.given[:4]] == [False, True, False, True]
    assert [each.depth is not None for each in model.given[:4]] == [False, True, False, True]


def test_senses_are_what_the_settings_say() -> None:
    model = Script("turn_left")
    held(model, senses=Senses((40, 30), depth=False, odometry=False))
    first = model.given[0]
    assert first.picture is not None
    assert first.picture.shape == (30, 40, 3)
    assert (first.depth, first.odometry, first.privileged) == (None, None, ())
    with pytest.raises(BadInput, match="801"):
        Senses((801, 600))


def test_only_who_asked_is_told_what_things_are() -> None:
    plain, told = Script("turn_left"), Script("turn_left", privileges=("things",))
    held(plain)
    held(told)
    assert all(each.privileged == () for each in plain.given)
    things = told.given[0].privileged
    assert things
    state = start()
    for thing in things:
        slot = state.statics.slot(thing.id)
        assert (thing.type, thing.colour) == (state.statics.things[slot].type, state.statics.things[slot].colour)
        left, top, right, bottom = thing.box
        assert 0 <= left < right <= 32
        assert 0 <= top < bottom <= 32
    assert [msgspec.structs.replace(each, privileged=()) for each in told.given] == plain.given


def test_observations_survive_being_written_down() -> None:
    model = Script("turn_left", privileges=("things",))
    held(model)
    for observation in model.given:
        for write, read in ((to_json, from_json), (to_msgpack, from_msgpack)):
            again = read(write(observation), RobotObservation)
            assert again == observation
            assert again.depth is not None
            assert again.depth.dtype == np.uint16
    assert model.given[0] != model.given[1]


def test_our_agent_explores_a_small_house_the_same_way_twice() -> None:
    settings = VisitSettings(120, 40, Senses((96, 96)))
    questions = ["Is there a red mug?"]
    records = [visit(OursPrivileged(), start(), questions, 1, settings) for _ in range(2)]
    assert msgspec.msgpack.encode(records[0]) == msgspec.msgpack.encode(records[1])
    assert records[0].faults == {}
    assert records[0].progress[-1].seen > 0.3
    assert [each.step for each in records[0].progress] == sorted(each.step for each in records[0].progress)
