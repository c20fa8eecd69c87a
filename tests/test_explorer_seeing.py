"""What the explorer makes of boxes that may show several types, and of the faces that depth shows."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import pytest
from msgspec.structs import replace

from casita.agents.explorer.faces import upright_face
from casita.agents.explorer.locating import Box, Picture, located
from casita.agents.explorer.memory import Memory
from casita.agents.explorer.relating import ROUGH, beside, standings
from casita.agents.explorer.senses import Pose, Seen
from casita.agents.explorer.tracking import FURNITURE, ITEMS, Certainty, Tracks
from casita.benchmarks.excalibur.models.ours_answers import Houses, single_types
from casita.benchmarks.excalibur.models.ours_certainty import Evidence, fitted, matched
from casita.benchmarks.excalibur.models.ours_graph import BLURRED, RememberedHouse
from casita.benchmarks.excalibur.models.ours_naming import as_named, possible_types, types_of
from casita.benchmarks.excalibur.models.ours_pixels import DetectorEyes
from casita.benchmarks.excalibur.questions.programs import Program
from casita.catalog import catalog
from casita.seeds import stream
from tests.told_detector import Found, Told


class Shot(NamedTuple):
    """As much of an observation as eyes look at."""

    picture: Any
    depth: Any


def seen_by(*found: Found) -> tuple[Seen, ...]:
    """What eyes make of a picture in which all is two metres away."""
    shot: Any = Shot(np.zeros((224, 224, 3), np.uint8), np.full((224, 224), 2_000, np.uint16))
    return DetectorEyes(Told(*found)).view(shot, Pose()).things


def thing(type: str, at: tuple[float, float], low: float = 0.75, **more: Any) -> Seen:
    """An upright thing of the usual size of its type."""
    size = catalog()[type].size.usual
    return Seen(
        f"{type}_1", type, at=at, half=(size[0] / 2, size[1] / 2), yaw=0.0, low=low, high=low + size[2], size=size,
        **({"colour": "white", "material": "wood", "states": (), "room": "kitchen_1"} | more),
    )  # fmt: skip


def remembered(*things: Seen) -> Memory:
    memory = Memory()
    for each in things:
        memory.add(each)
    return memory


RADIO = Found((100.0, 100.0, 120.0, 120.0), "tissue_box", 0.30, "white", {})


def test_a_box_with_several_names_is_one_thing_that_may_be_any_of_them() -> None:
    (one,) = seen_by(RADIO, RADIO._replace(kind="radio", score=0.15), RADIO._replace(kind="vase", score=0.05))
    assert one.types == (
        ("tissue_box", pytest.approx(0.6)),
        ("radio", pytest.approx(0.3)),
        ("vase", pytest.approx(0.1)),
    )
    assert one.chance("radio") == pytest.approx(0.3)
    assert one.chance("mug") == 0.0
    # No single name is sure enough here, but all together it is sure that there is something.
    (weak,) = seen_by(RADIO._replace(score=0.15), RADIO._replace(kind="radio", score=0.14))
    assert weak.type == "tissue_box"
    assert seen_by(RADIO._replace(score=0.15)) == ()


def test_two_boxes_of_two_items_in_one_place_are_one_item() -> None:
    beside_it = RADIO._replace(box=(101.0, 100.0, 121.0, 120.0), kind="radio", score=0.28)
    (one,) = seen_by(RADIO, beside_it)
    assert [name for name, _ in one.types] == ["tissue_box", "radio"]
    apart = beside_it._replace(box=(116.0, 100.0, 136.0, 120.0))
    assert sorted(each.type for each in seen_by(RADIO, apart)) == ["radio", "tissue_box"]
    # A basin fills its sink: both are there.
    sink = RADIO._replace(kind="sink", score=0.8), RADIO._replace(kind="sink_basin", score=0.6)
    boxes = sink[0], sink[1]._replace(box=(101.0, 101.0, 119.0, 119.0))
    assert sorted(each.type for each in seen_by(*boxes)) == ["sink", "sink_basin"]


@pytest.mark.parametrize("certainty", [ITEMS, FURNITURE])
def test_the_more_looks_and_the_fewer_in_vain_the_surer(certainty: Certainty) -> None:
    assert certainty.of(1, 0, 0.3) < certainty.of(4, 0, 0.3) < certainty.of(4, 0, 0.9) < certainty.of(30, 0, 0.9) < 1.0
    assert certainty.of(4, 0, 0.9) > certainty.of(4, 4, 0.9) > certainty.of(4, 40, 0.9) > 0.0
    assert certainty.of(1, 0, 0.3) < 0.4
    assert certainty.of(16, 0, 0.9) > 0.8


def test_items_closer_together_than_they_are_large_are_one_that_may_be_either() -> None:
    tracks = Tracks()
    mug, bread = thing("egg", (1.0, 0.0)), thing("lemon", (1.03, 0.0), sure=0.6)
    tracks.named([mug, bread], (0.0, 0.0))
    (one,) = tracks.things()
    assert one.type == "egg"
    assert [name for name, _ in one.types] == ["egg", "lemon"]
    # What is in a bowl is in one place with it.
    tracks = Tracks()
    tracks.named([thing("bowl", (1.0, 0.0)), thing("egg", (1.0, 0.0), 0.77)], (0.0, 0.0))
    assert len(tracks.things()) == 2


def test_a_look_goes_to_the_nearer_thing_of_those_that_are_alike() -> None:
    tracks = Tracks()
    both = thing("egg", (1.0, 0.0)), thing("tomato", (1.0, 0.12))
    names = [each.id for each in tracks.named(both, (0.0, 0.0))]
    again = tracks.named([thing("egg", (1.0, 0.05), sure=0.9)], (0.0, 0.0))
    assert [each.id for each in again] == names[:1]


TEAPOT = (("bread", 0.6), ("teapot", 0.4))


def test_what_a_question_names_is_the_likeliest_thing_of_that_type() -> None:
    memory = remembered(thing("bread", (1.0, 0.0), types=TEAPOT, sure=0.9, colour="blue"), thing("mug", (2.0, 0.0)))
    program: Program = ("query", "colour", ("the", ("type", ("things",), "teapot")))
    assert single_types(program) == {"teapot"}
    found = Houses(memory, stream(0, "test"), BLURRED).verdict(program)
    assert (found.answer, found.missing) == ("blue", ())
    house = RememberedHouse(memory, sight=BLURRED, single=["teapot"])
    assert house.graph.types.count("teapot") == 1
    assert house.graph.volume[0] == pytest.approx(0.9**3 * math.prod(catalog()["teapot"].size.usual))
    assert possible_types(list(memory)) == {"bread", "teapot", "mug"}


def test_if_another_thing_is_the_only_one_of_a_type_this_one_is_not() -> None:
    sure, doubtful = thing("teapot", (2.0, 0.0)), thing("teapot", (1.0, 0.0), sure=0.8)
    doubtful = replace(doubtful, id="teapot_2", types=(("teapot", 0.75), ("bread", 0.25)))
    named = as_named(list(remembered(sure, doubtful)), ["teapot"])
    assert [each.seen.type for each in named] == ["teapot", "bread"]
    assert [each.seen.sure for each in named] == [1.0, pytest.approx(0.2 / 0.4)]  # it is bread, or nothing
    assert types_of(named[1].seen) == (("bread", 1.0),)
    assert len(as_named(list(remembered(sure, replace(doubtful, types=()))), ["teapot"])) == 1


def test_types_are_drawn_by_how_likely_they_are() -> None:
    memory = remembered(thing("bread", (1.0, 0.0), types=TEAPOT))
    house = RememberedHouse(memory, sight=BLURRED)
    assert house.is_doubtful
    graphs = house.samples(stream(0, "test"), 200)[1:]
    teapots = [graph for graph in graphs if graph.types[0] == "teapot"]
    assert 60 <= len(teapots) <= 100
    assert all(graph.materials[0] != "food" and not math.isnan(graph.mass[0]) for graph in teapots)
    assert house.graph.types[0] == "bread"


def front(yaw: float, pitch: float = 0.0) -> tuple[Picture, Pose]:
    """A wall two metres before where a robot began, seen by one who has turned so far."""
    width = 224
    angle = np.arctan((np.arange(width) + 0.5 - width / 2) / (width / 2))
    depth = 2.0 / np.cos(np.radians(yaw) - angle) * np.cos(angle)
    return Picture(width, width, np.tile(depth.astype(np.float32), (width, 1))), Pose(yaw=yaw, pitch=pitch)


@pytest.mark.parametrize("yaw", [0.0, 25.0, -25.0])
def test_built_in_furniture_faces_as_its_front_shows_and_has_the_size_that_shows(yaw: float) -> None:
    picture, pose = front(yaw)
    drawer = located(Box(90, 100, 134, 124, "drawer", 0.9), picture, pose)
    assert drawer is not None
    assert drawer.yaw == 180.0
    assert drawer.at[0] == pytest.approx(2.0 + drawer.size[0] / 2, abs=0.03)
    assert drawer.at[1] == pytest.approx(2.0 * math.tan(math.radians(yaw)), abs=0.03)
    assert drawer.size[1] == pytest.approx(44 / 112 * 2.0 / math.cos(math.radians(yaw)), rel=0.25)


def test_small_faces_and_tops_say_nothing() -> None:
    flat = np.stack([*np.meshgrid(np.linspace(0, 1, 10), np.linspace(1, 0, 10)), np.full((10, 10), 0.7)])
    assert upright_face(flat, np.ones((10, 10), np.bool_)) is None
    assert upright_face(flat[:, :3, :3], np.ones((3, 3), np.bool_)) is None


def test_what_stands_on_a_counter_is_beside_items_though_it_is_furniture() -> None:
    counter = thing("counter_top", (1.0, 0.0), 0.0)
    things = [thing("toaster", (1.0, 0.0), counter.high), thing("mug", (1.0, 0.3), counter.high), counter]
    assert beside(things, standings(things, ROUGH), range(3), ROUGH) == [(0, 1)]
    chair = [thing("chair", (1.0, 0.0), 0.75), things[1]]
    assert beside(chair, standings(chair, ROUGH), range(2), ROUGH) == []


def test_certainty_is_fitted_to_what_was_there() -> None:
    true, luck = Certainty(-3.0, 1.5, -0.5, 2.0), stream(0, "test")
    rows = []
    for _ in range(4_000):
        found, missed, best = 1 + luck.below(30), luck.below(30), luck.uniform(0.25, 0.95)
        rows.append(Evidence(True, found, missed, best, luck.random() < true.of(found, missed, best)))
    assert fitted(rows) == pytest.approx(true, abs=0.4)


def test_what_was_found_is_matched_to_what_is_there_once() -> None:
    there = [thing("egg", (1.0, 0.0)), thing("bed", (3.0, 0.0), 0.0)]
    found = [
        thing("egg", (1.05, 0.0)),
        thing("egg", (1.02, 0.0)),
        thing("tomato", (1.0, 0.4)),
        thing("bed", (3.5, 0.0), 0.0),
    ]
    assert matched(found, there) == {1, 3}


def test_what_other_questions_speak_of_is_there_for_all() -> None:
    memory = remembered(thing("bread", (1.0, 0.0), types=TEAPOT, colour="blue"))
    asked: Program = ("exist", ("type", ("things",), "bread"))
    other: Program = ("query", "colour", ("the", ("type", ("things",), "teapot")))
    houses = Houses(memory, stream(0, "test"), BLURRED)
    assert houses.verdict(asked).answer == "yes"
    assert houses.verdict(asked, [other]).answer == "no"  # it is the teapot
