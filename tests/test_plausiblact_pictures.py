"""PlausiblAct's pictures: homes of one part only, sound scenes, boxes that are the pixels', the paper's filters."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.classes.table import HIGH_ENTROPY, class_of_type, classes
from casita.benchmarks.plausiblact.item import Instance
from casita.benchmarks.plausiblact.pictures import arranging, taking
from casita.benchmarks.plausiblact.pictures.arranging import arranged
from casita.benchmarks.plausiblact.pictures.cameras import LENSES, PITCHES, framed, tangents
from casita.benchmarks.plausiblact.pictures.choosing import choose
from casita.benchmarks.plausiblact.pictures.conditions import LEVELS, condition_of
from casita.benchmarks.plausiblact.pictures.homes import FIRST_UNRATED, SMALL, home_scene, is_featured, units
from casita.benchmarks.plausiblact.pictures.instances import LEAST_SHOWN, box_of, without_overlaps
from casita.benchmarks.plausiblact.pictures.moments import MOMENTS, moments_of
from casita.benchmarks.plausiblact.pictures.taking import PHOTOS, Studio, camera_of, photos_of
from casita.catalog import ROOM_KINDS, catalog
from casita.errors import BadInput
from casita.scenes.check import check_scene
from casita.scenes.fixed import room
from casita.seeds import stream
from tests.plausiblact_homes import MUG, changed


def test_no_home_is_in_two_parts() -> None:
    homes: dict[str, set[str]] = {}
    for unit in units("paper"):
        homes.setdefault("test" if unit.part == "further" else unit.part, set()).add(unit.home)
    assert not homes["train"] & homes["valid"]
    assert not homes["train"] & homes["test"]
    assert not homes["valid"] & homes["test"]
    assert {unit.home for unit in SMALL if unit.part == "train"} <= homes["train"]
    assert {unit.home for unit in SMALL if unit.part in ("test", "further")} <= homes["test"]
    names = [unit.name for unit in units("paper")]
    assert len(names) == len(set(names))
    takes = [(unit.home, take) for unit in units("paper") for take in range(unit.first, unit.first + unit.takes)]
    assert len(takes) == len(set(takes))
    assert len(takes) * PHOTOS > 9_000


def test_what_nobody_rates_is_training_homes_arranged_anew() -> None:
    rated = [unit for unit in units("paper") if unit.part == "train"]
    unrated = units("unrated")
    assert {unit.part for unit in unrated} == {"train"}
    known = {unit.home for unit in rated}
    assert {unit.home for unit in unrated if not unit.home.startswith("house_")} <= known
    assert not {unit.home for unit in unrated if unit.home.startswith("house_")} & {
        unit.home for unit in units("paper")
    }
    takes = [(unit.home, take) for unit in unrated for take in range(unit.first, unit.first + unit.takes)]
    assert len(takes) == len(set(takes)) > 2 * sum(unit.takes for unit in rated)
    assert all(unit.first >= FIRST_UNRATED > max(other.takes for other in rated) for unit in unrated)
    featured = [(home, take) for home, take in takes if is_featured("train", take)]
    assert len(featured) == 240
    assert {home.partition("_")[0] for home, _ in featured} == {"kitchen"}
    assert not any(is_featured(unit.part, unit.first + unit.takes - 1) for unit in rated)


def test_unknown_homes_and_scales_are_named() -> None:
    with pytest.raises(BadInput, match="unknown home 'cellar_1'"):
        home_scene("cellar_1")
    with pytest.raises(BadInput, match="--scale is one of small, paper"):
        units("huge")


def test_moments_are_part_of_the_version() -> None:
    """Data depend on every number of the table: another table is another version of them."""
    assert [moment.name for kind in ROOM_KINDS for moment in moments_of(kind).values()].count("mess") == 4
    assert hashlib.sha256(repr(MOMENTS).encode()).hexdigest()[:16] == "8d2eb6409b660400"


def test_every_room_has_moments() -> None:
    for kind in ROOM_KINDS:
        assert len(moments_of(kind)) >= 3
    for moment in MOMENTS:
        assert all(0.0 <= share <= 1.0 for share in (moment.cleared, *moment[5:]))
        assert moment.added[0] <= moment.added[1]


def test_all_that_is_served_is_something_to_eat() -> None:
    for type in (*arranging.COOKED_IN_PANS, *arranging.IN_BOWLS, *arranging.ON_PLATES):
        assert catalog()[type].can("eat")
    assert set(arranging.RUBBISH) <= set(catalog())


@pytest.mark.parametrize(
    ("home", "take"), [("kitchen_03", 1), ("kitchen_12", 0), ("kitchen_12", 2), ("bedroom_02", 0), ("apartment_02", 1)]
)
def test_arranged_homes_are_sound_and_the_same_every_time(home: str, take: int) -> None:
    made = arranged(home, take, 0)
    assert check_scene(made.scene) == ()
    assert made.scene == arranged(home, take, 0).scene
    assert made.scene != arranged(home, take, 1).scene
    new = [thing for thing in made.scene.things if thing.id not in home_scene(home).by_id]
    assert len(new) >= 5
    assert {thing.type for thing in new} & set(class_of_type())


def test_every_class_is_brought_or_stands_in_homes() -> None:
    found = set()
    for kind in ROOM_KINDS:
        where = room(kind, 1).rooms[0]
        for moment in moments_of(kind).values():
            for seed in range(40):
                found |= {type for type, _ in arranging.brought(where, moment, False, stream(seed, "test"))}
    furniture = {type for type in class_of_type() if not catalog()[type].is_loose}
    assert {name for name, row in classes().items() if not set(row.types) & (found | furniture)} == set()


def test_a_vessel_that_is_not_empty_is_at_most_full() -> None:
    assert all(0.0 < level <= 1.0 for level in LEVELS)


def test_states_vary_by_the_moment() -> None:
    mug = next(thing for thing in room("kitchen", 3).things if thing.type == "mug")
    by_name = {moment.name: moment for moment in MOMENTS}

    def share(moment: str, what: str) -> float:
        found = [condition_of(mug, by_name[moment], stream(n, "test")) for n in range(300)]
        return float(np.mean([bool(getattr(one, what)) for one in found]))

    assert share("after the meal", "dirty") == pytest.approx(0.75, abs=0.08)
    assert share("tidy", "dirty") < 0.08
    assert share("meal", "level") == pytest.approx(0.8, abs=0.08)
    plate = next(thing for thing in room("kitchen", 3).things if thing.type == "plate")
    assert {condition_of(plate, by_name["meal"], stream(n, "test")).liquid for n in range(60)} == {"", "soup"}
    assert share("mess", "broken") == pytest.approx(0.25, abs=0.08)


def test_states_are_the_same_to_the_byte() -> None:
    """Data depend on every share and level here: others are another version of them."""
    things = room("kitchen", 3).things + room("bedroom", 2).things
    left = [condition_of(thing, moment, stream(7, thing.id)) for moment in MOMENTS for thing in things]
    assert len(left) > 500
    assert hashlib.sha256(repr(left).encode()).hexdigest()[:16] == "5f6ae40721ba1999"


@pytest.mark.parametrize("share", [0.01, 0.02, 0.04])
def test_a_camera_shows_a_thing_as_so_large_a_share_of_its_picture(share: float) -> None:
    corners = np.array([(3.0 + x, y, 1.0 + z) for x in (-0.15, 0.15) for y in (-0.2, 0.2) for z in (-0.1, 0.1)])
    camera = framed((0.0, 0.5, 1.5), corners, 1.5, share, (0.0, 0.0))
    assert camera is not None
    spans = tangents(camera, corners)
    assert spans is not None
    assert LENSES[0] < camera.field_of_view < LENSES[1]
    width, height = spans[1] - spans[0]
    assert width * height / (4 * camera.slope**2 * 1.5) == pytest.approx(share, rel=0.02)
    assert abs(spans[0] + spans[1]).max() < 0.02, "it is in the middle"


def test_photos_show_what_they_say() -> None:
    taken = list(photos_of("kitchen_09", "train", 0, 0, 6))
    assert len(taken) == 6
    here = Studio("kitchen_09", 0, 0)
    for photo, instances in taken:
        assert LENSES[0] - 0.1 <= photo.field_of_view <= LENSES[1] + 0.1
        assert PITCHES[0] <= photo.pitch <= PITCHES[1]
        frame = here.renderer.look(here.state, camera_of(photo), (photo.width, photo.height), ("ids",))
        assert instances
        for one in instances:
            slot = here.state.statics.slot(one.thing)
            left, top, right, bottom = one.box
            inside = frame.ids[top:bottom, left:right] == slot
            assert inside.any()
            if catalog()[one.type].is_loose:
                assert tuple(box_of(frame.ids, [slot])) == one.box
                assert (frame.ids == slot).sum() == inside.sum()
            assert one.coverage == pytest.approx(one.rectangle.area / frame.ids.size, abs=1e-4)
            assert paper.COVERAGE[0] <= one.coverage <= paper.COVERAGE[1]
            assert one.shown >= LEAST_SHOWN
            assert one.dirty == here.state.objects.dirty[slot]
            assert set(one.refused) <= set(classes()[one.name].compatible_actions)
            if one.name == "Mug":
                assert ("drink_from" in one.refused) == (not one.liquid)
    assert here.draw(taken[0].photo).shape == (taken[0].photo.height, taken[0].photo.width, 3)


def test_the_further_test_has_the_classes_that_vary_alone() -> None:
    found = [one for taken in photos_of("kitchen_27", "further", 9, 0, 3) for one in taken.instances]
    assert found
    assert {one.name for one in found} <= set(HIGH_ENTROPY)


def test_of_two_boxes_over_each_other_the_rarer_class_stays() -> None:
    plate = changed(MUG, id="p/plate", name="Plate", box=(10, 10, 62, 60))
    far = changed(MUG, id="p/far", box=(100, 100, 150, 150))
    counts = Counter({"Mug": 5, "Plate": 3})
    assert [one.id for one in without_overlaps([MUG, plate, far], counts)] == ["p/plate", "p/far"]
    assert without_overlaps([MUG, far], counts) == [MUG, far]


def test_choosing_keeps_larger_ones_and_so_many_a_part() -> None:
    found: list[Instance] = [
        changed(MUG, id=f"m{n}", photo=f"photo {n}", coverage=0.1 + 0.0001 * n, part="train" if n % 5 else "test")
        for n in range(1_200)
    ]
    kept = choose(found, 0, {})
    assert len(kept) == paper.MOST_OF_A_CLASS
    assert min(one.coverage for one in kept) == pytest.approx(0.12)
    some = choose(found, 0, {"train": 100, "test": 30})
    assert Counter(one.part for one in some) == {"train": 100, "test": 30}
    assert some == choose(found, 0, {"train": 100, "test": 30})
    assert some != choose(found, 1, {"train": 100, "test": 30})


def test_no_photos_are_taken_where_nobody_could_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object, **more: object) -> None:
        raise BadInput("there is no place for eye to stand in bathroom_03")

    monkeypatch.setattr(taking, "beginning", full)
    assert list(taking.photos_of("bathroom_03", "train", 977, 0)) == []
    with pytest.raises(taking.NoPlaceToStand, match="no place for eye"):
        taking.Studio("bathroom_03", 977, 0)
