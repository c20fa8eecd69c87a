"""What can be found out of a house, somebody who lives in it, and our agent with a detector for eyes."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

from casita.agents.explorer.senses import Pose
from casita.benchmarks.excalibur.episode.living import Resident
from casita.benchmarks.excalibur.episode.observing import Observer, Senses
from casita.benchmarks.excalibur.episode.visit import VisitSettings, visit
from casita.benchmarks.excalibur.generate import make_episode
from casita.benchmarks.excalibur.graph.finding_out import knowable
from casita.benchmarks.excalibur.graph.reading import graph_of, node_slots
from casita.benchmarks.excalibur.houses import planned, state_of
from casita.benchmarks.excalibur.item import Episode
from casita.benchmarks.excalibur.models.material_prior import likely_material
from casita.benchmarks.excalibur.models.ours_pixels import DetectorEyes, OursNoDepth, OursPixels
from casita.benchmarks.excalibur.questions.programs import answer, from_json
from casita.benchmarks.excalibur.score import Visit, marks, scores
from casita.errors import BadInput
from casita.seeds import stream
from casita.world import Action, State
from casita.world.shut import shut_away
from casita.world.statics import NONE
from tests.told_detector import Found, Told


@cache
def episode() -> Episode:
    return make_episode("train", 1)


@cache
def start() -> State:
    return state_of(episode())


# What can be found out.


def test_what_is_out_of_reach_is_not_known() -> None:
    state = state_of(planned("train", 3))
    graph, known = graph_of(state), knowable(state)
    slots = node_slots(state)
    assert len(known) < len(graph)
    # All that is missing is in something shut whose handle is too high, or lies flat above the eyes.
    missing = set(graph.types) - set(known.types)
    hidden = shut_away(state)[slots]
    assert known.is_hidden.sum() < graph.is_hidden.sum() == hidden.sum()
    assert np.isfinite(known.mass).sum() < np.isfinite(graph.mass).sum()
    assert not missing & {"dining_table", "bed", "fridge"}


def test_answers_follow_from_what_can_be_found_out() -> None:
    known, asked = knowable(start()), episode().questions
    assert len(asked) == 20
    assert [answer(from_json(one.program), known) for one in asked] == [one.answer for one in asked]


# Somebody lives there.


def resident(seed: int = 0, moves: int = 5) -> Resident:
    return Resident(start(), [from_json(one.program) for one in episode().questions], stream(seed, "test"), moves)


def test_a_resident_moves_items_by_the_worlds_rules_and_every_question_keeps_an_answer() -> None:
    one, other = resident(), resident()
    before = one.answers
    after = one.live(start())
    assert before == tuple(question.answer for question in episode().questions)
    assert len(one.moved) == 5
    known, moved = start().statics, [start().statics.ids.index(id) for id in one.moved]
    assert all(known.can["pick_up"][slot] for slot in moved)
    assert all(after.objects.carrier[slot] != NONE for slot in moved)
    still = np.setdiff1d(np.arange(known.count), moved)
    assert (after.objects.position[still] == start().objects.position[still]).all()
    assert all(one.answers)
    graph = graph_of(after)
    assert one.answers == tuple(answer(from_json(question.program), graph) for question in episode().questions)
    # The same luck moves the same things.
    assert (other.live(start()).objects.position == after.objects.position).all()
    assert resident(1).live(start()) is not after


def test_the_second_answers_are_marked_by_what_is_true_then() -> None:
    said = tuple(question.answer for question in episode().questions)
    true = ("no" if said[0] == "yes" else "yes", *said[1:]) if said[0] in ("yes", "no") else ("zebra", *said[1:])
    changed = Visit(said, said, 10, (), true)
    assert marks(episode(), changed).first == [True] * 20
    assert marks(episode(), changed).second == [False] + [True] * 19
    assert scores([episode()], [changed]).acc_ref.mean == pytest.approx(0.95)
    with pytest.raises(BadInput, match="19 answers to 20"):
        marks(episode(), Visit(said, said, 10, (), true[1:]))


def test_a_house_changes_between_the_phases() -> None:
    class Quiet:
        def act(self, observation: Any) -> Any:
            return Action("robot", "done")

        def answer(self, question: str) -> str:
            return "yes"

    somebody = resident()
    visit(Quiet(), start(), ["Is there an egg?"], 0, VisitSettings(2, 2, Senses((16, 16)), somebody.live))
    assert somebody.moved


# From pixels.


MUG = Found((100.0, 100.0, 120.0, 124.0), "mug", 0.9, "white", {"dirty": 0.1, "filled": 0.8})


def test_a_detector_looks_once_at_the_same_thing_from_the_same_place() -> None:
    detector = Told(MUG, MUG._replace(kind="cup", score=0.4))
    eyes = DetectorEyes(detector)
    observation = Observer(start(), Senses()).observe(start(), "explore", 0, 9, "", "", looks=True)
    (mug,) = eyes.view(observation, Pose()).things
    assert (mug.type, mug.colour, mug.material, mug.states) == (
        "mug",
        "white",
        likely_material("mug", "white"),
        ("filled",),
    )
    assert eyes.view(observation, Pose(0.1)).things == ()
    assert eyes.view(observation, Pose(0.1)).depth is not None
    assert detector.asked == 1
    eyes.must_look = True
    assert eyes.view(observation, Pose(0.1)).things[0].id == mug.id
    with pytest.raises(BadInput, match="ours-no-depth"):
        eyes.view(msgspec.structs.replace(observation, depth=None), Pose())


@pytest.mark.parametrize("model", [OursPixels, OursNoDepth])
def test_ours_from_pixels_is_given_no_more_than_a_users_model(model: Any) -> None:
    made = model(Told(MUG))
    settings = VisitSettings(60, 10, Senses((64, 64), depth=model is OursPixels))
    record = visit(made, start(), [episode().questions[0].text], 1, settings)
    assert getattr(made, "privileges", ()) == ()
    assert record.faults == {}
    assert record.explored_in == 60
    assert record.progress[-1].area > 0.0
    assert all(id.startswith(("item_", "thing_")) for id in made.explorer.memory.things)


def test_materials_are_judged_by_type_and_colour() -> None:
    assert likely_material("pan", "silver") == "metal"
    assert likely_material("credit_card", "no such colour") == likely_material("credit_card", "")
