"""ACT-Thor's data: trials, cleaning, contrast sets, splits, folders that are resumed, damaged or foreign."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from casita.benchmarks.act_thor.collecting.actions import ACTIONS, CONFIGURATIONS, action_names
from casita.benchmarks.act_thor.collecting.cleaning import CHANGED, SEEN, clean, is_different, is_visible
from casita.benchmarks.act_thor.collecting.contrast import ALIKE, contrast_sets
from casita.benchmarks.act_thor.collecting.redraw import made_again, redraw, state_again
from casita.benchmarks.act_thor.collecting.settings import DataSettings
from casita.benchmarks.act_thor.collecting.splits import (
    PAIR_RULES,
    PARTS,
    SPLITS,
    UNSEEN_PAIRS,
    UNSEEN_TYPES,
    human_subset,
    rooms_part,
    split_sets,
)
from casita.benchmarks.act_thor.collecting.trials import Trials, collect, pixels_apart
from casita.benchmarks.act_thor.collecting.variations import VARIATIONS, room_setup
from casita.benchmarks.act_thor.generate import generate
from casita.benchmarks.act_thor.item import Attempt, ContrastSet
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.benchmarks.act_thor.stored.frozen import frozen_sets, one_of
from casita.benchmarks.act_thor.stored.set_figure import ShowSettings, run_show, set_figure
from casita.errors import BadInput
from casita.evaluation.folder import Part
from casita.evaluation.journal import read_journal
from casita.scenes.fixed import shipped_scene
from casita.scenes.scene import Scene
from tests.act_thor_rooms import TRAINING_ROOMS as ROOMS
from tests.act_thor_rooms import TRAINING_SETTINGS as SETTINGS
from tests.act_thor_rooms import training_rooms


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return training_rooms(tmp_path_factory)


@pytest.fixture(scope="module")
def attempts(folder: Path) -> list[Attempt]:
    return ActThor(folder).attempts


def content(folder: Path) -> dict[str, str]:
    """Hashes of all files, by name."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


# Trials.


def test_every_type_is_tried_with_all_that_it_affords(attempts: list[Attempt]) -> None:
    for name in ROOMS:
        scene, grouped = shipped_scene(name), _grouped(attempts, name)
        assert len(grouped) >= 10
        for (object, trial), rows in grouped.items():
            kind = scene.by_id[object].kind
            assert {row.action for row in rows} == {
                row.name for row in ACTIONS.values() if trial in row.trials and row.is_tried_on(kind)
            }


def _grouped(attempts: list[Attempt], scene: str) -> dict[tuple[str, str], list[Attempt]]:
    found: dict[tuple[str, str], list[Attempt]] = {}
    for row in attempts:
        if row.scene == scene:
            found.setdefault((row.object, row.trial), []).append(row)
    return found


def test_most_things_of_a_room_find_a_place(attempts: list[Attempt]) -> None:
    for name in ROOMS:
        loose = [thing.id for thing in shipped_scene(name).things if thing.kind.can("pick_up")]
        tried = {row.object for row in attempts if row.scene == name}
        assert tried <= set(loose)
        assert len(tried) >= 0.6 * len(loose)


def test_what_is_refused_says_why_and_has_no_picture(folder: Path, attempts: list[Attempt]) -> None:
    refused = [row for row in attempts if row.refused]
    assert refused
    for row in refused:
        assert not row.log
        assert row.seen == row.changed == 0
        assert not (folder / "pictures" / f"{row.after}.png").exists()


def test_a_log_leads_to_both_states_and_to_the_same_picture(folder: Path) -> None:
    data = ActThor(folder)
    keys = [item.id for item in data.all_sets][:: max(1, len(data.all_sets) // 6)]
    assert len(keys) >= 6
    for key in keys:
        before, after = data.states(key)
        row = data.triples[key]
        assert (before.digest(), after.digest()) == (row.state_before, row.state_after)
        assert np.array_equal(redraw(after), data.picture(key))
        assert np.array_equal(redraw(before), data.picture(row.before))
        assert redraw(after, (64, 48)).shape == (48, 64, 3)
        assert (redraw(after, light=3) != data.picture(key)).mean() > 0.2


def test_a_picture_is_made_again_without_data(folder: Path) -> None:
    data = ActThor(folder)
    item = data.all_sets[0]
    for key in (item.before, item.id):
        assert np.array_equal(made_again(key), data.picture(key))
    assert state_again(item.id).digest() == data.triples[item.id].state_after
    assert state_again(item.before).digest() == data.triples[item.id].state_before
    refused = next(row for row in data.attempts if row.refused)
    for bad, named in {
        "mug": "room/object",
        "kitchen_12/mug_1/held/dance": "dance",
        "kitchen_12/cat_1/held/drop": "cat_1",
        "kitchen_99/mug_1/held/drop": "99",
        refused.after: refused.after,
    }.items():
        with pytest.raises(BadInput, match=named):
            made_again(bad)


# Cleaning.


def attempt(action: str = "drop", **changes: object) -> Attempt:
    fields: dict[str, object] = {
        "scene": "kitchen_01", "take": 0, "object": "mug_1", "object_type": "mug", "trial": "held", "action": action,
        "refused": "", "seen_before": 500, "seen": 500, "changed": 500, "apart": {}, "log": b"", "state_before": "a",
        "state_after": "b",
    }  # fmt: skip
    return Attempt(**fields | changes)  # type: ignore[arg-type]


def test_each_step_of_cleaning_removes_what_it_should() -> None:
    rows = [
        attempt("drop"),
        attempt("drop", object_type="cup"),
        attempt("drop", refused="no"),
        attempt("throw", seen=SEEN - 1),
        attempt("throw", seen_before=SEEN - 1),
        attempt("dirty", changed=CHANGED - 1),
        attempt("open", object_type="book"),
        attempt("cook", object_type="potato"),
    ]
    found = clean(rows, "paper")
    assert found.tried == 8
    assert [(step.name, step.removed, step.left) for step in found.steps] == [
        ("done", 1, 7),
        ("visible", 2, 5),
        ("different", 1, 4),
        ("more than one type", 2, 2),
        ("asked about", 0, 2),
    ]
    assert found.counts["kept"] == 2
    more = [*rows, attempt("cook", object_type="egg")]
    assert clean(more, "paper").steps[-1].removed == 2
    assert len(clean(more, "full").triples) == 4


@pytest.mark.parametrize("level", [0, 100, 230])
def test_pixels_apart_counts_pixels_of_which_a_colour_differs_enough(level: int) -> None:
    one = np.full((10, 10, 3), level, np.uint8)
    other = one.copy()
    other[0, 0, 0] = level + 25
    other[1, 1] = level + 24
    other[2, 2, 1] = 255
    assert pixels_apart(one, other) == pixels_apart(other, one) == 2


# Contrast sets: laws over every one of the frozen sets.


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_every_frozen_set_is_made_as_the_paper_says(configuration: str) -> None:
    sets = frozen_sets(configuration)
    assert len({(item.id, item.made_for) for item in sets}) == len(sets)
    for item in sets:
        assert len(set(item.candidates)) == 3 + CONFIGURATIONS[configuration].elsewhere, item.id
        assert item.candidates[item.answer] == item.id
        assert item.actions[item.answer] == item.action
        assert item.scenes[item.answer] == item.scene
        here = [action for action, scene in zip(item.actions, item.scenes, strict=True) if scene == item.scene]
        assert len(here) == len(set(here)) == 3
        assert len(set(item.scenes)) == len(item.scenes) - 2
        assert not any(frozenset(pair) in ALIKE for pair in combinations(here, 2))
        beginning = item.before.removesuffix("before")
        for key, action, scene in zip(item.candidates, item.actions, item.scenes, strict=True):
            assert action in action_names(configuration)
            if scene == item.scene:
                assert key == beginning + action
            else:
                assert action == item.action
                assert key.split("/")[1].rpartition("_")[0] == item.object_type
                part_of_room = PAIR_RULES[item.made_for].rooms_part if item.made_for else rooms_part
                assert part_of_room(scene) == part_of_room(item.scene)


def test_about_twenty_types_are_left() -> None:
    shared = [item for item in frozen_sets() if not item.made_for]
    assert 17 <= len({item.object_type for item in shared}) <= 22
    assert {item.action for item in shared} == set(action_names("paper"))
    assert 3500 <= len(shared) <= 6500


def test_the_position_of_the_answer_says_nothing() -> None:
    sets = frozen_sets()
    places = Counter(item.answer for item in sets)
    assert max(places.values()) - min(places.values()) <= 0.02 * len(sets)
    for action in action_names("paper"):
        own = Counter(item.answer for item in sets if item.action == action)
        assert max(own.values()) - min(own.values()) <= 8


# Splits: nothing of the test is seen before it.


def pictures(sets: list[ContrastSet]) -> set[str]:
    return {key for item in sets for key in (item.before, *item.candidates)}


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_no_picture_of_a_test_set_is_met_before(split: str, configuration: str) -> None:
    sets = frozen_sets(configuration)
    test = pictures(split_sets(sets, split, "test"))
    assert test
    for part in ("train", "valid"):
        earlier = pictures(split_sets(sets, split, part))
        assert earlier
        assert not test & earlier


def test_the_parts_of_a_split_are_apart_and_hold_out_what_they_should() -> None:
    sets = frozen_sets()
    for split in SPLITS:
        names = [{item.id for item in split_sets(sets, split, part)} for part in PARTS]
        assert not any(a & b for a, b in combinations(names, 2))
    scenes = [{item.scene for item in split_sets(sets, "scenes", part)} for part in PARTS]
    assert not any(a & b for a, b in combinations(scenes, 2))
    assert {item.object_type for item in split_sets(sets, "objects", "test")} == set(UNSEEN_TYPES)
    for part in ("train", "valid"):
        assert not {item.object_type for item in split_sets(sets, "objects", part)} & set(UNSEEN_TYPES)
        for item in split_sets(sets, "pairs", part):
            assert not {(action, item.object_type) for action in item.actions} & UNSEEN_PAIRS
    seen = split_sets(sets, "pairs", "train")
    for action, kind in UNSEEN_PAIRS:
        assert any(item.action == action for item in seen)
        assert any(item.object_type == kind for item in seen)
    tested = {(item.action, item.object_type) for item in split_sets(sets, "pairs", "test")}
    assert tested <= UNSEEN_PAIRS
    assert len(tested) >= 0.8 * len(UNSEEN_PAIRS)


def test_unseen_objects_cover_all_actions() -> None:
    assert {item.action for item in split_sets(frozen_sets(), "objects", "test")} == set(action_names("paper"))


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_the_human_subset_is_shared_out_evenly(configuration: str) -> None:
    people = human_subset(frozen_sets(configuration))
    assert len(people) == 210
    assert len({item.id for item, _ in people}) == 210
    each = Counter(annotator for _, pair in people for annotator in pair)
    assert each == dict.fromkeys(range(1, 8), 60)
    assert set(Counter(pair for _, pair in people).values()) == {10}
    assert human_subset(frozen_sets(configuration)) == people


def test_people_are_asked_the_same_in_every_version() -> None:
    sets = [
        ContrastSet(str(n), "kitchen_26", "mug", "held", "drop", "b", ("a",), 0, ("drop",), ("kitchen_26",))
        for n in range(300)
    ]
    asked = [(item.id, pair) for item, pair in human_subset(sets)]
    assert asked[:3] == [("191", (2, 5)), ("108", (1, 2)), ("166", (1, 4))]


def test_the_frozen_sets_are_those_of_this_generator(folder: Path) -> None:
    """The outcomes in some rooms, made anew, hold all that the frozen sets show of these rooms."""
    kept = {key for key, row in ActThor(folder).triples.items() if is_visible(row) and is_different(row)}
    frozen = {key for item in frozen_sets() for key in item.candidates if key.split("/")[0] in ROOMS}
    assert len(frozen) >= 50
    assert frozen <= kept
    assert {item.id for item in frozen_sets() if item.scene in ROOMS} <= kept


# Folders.


SMALL_ROOMS = ("bathroom_05", "bathroom_06")
"""Rooms in which little can be done."""


def test_a_generator_that_was_killed_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    """With another number of workers, and although what it had made was damaged in the meantime."""
    out, settings = tmp_path / "killed", DataSettings(rooms=SMALL_ROOMS)
    run = "from casita.cli import main; main()"
    rooms = ",".join(SMALL_ROOMS)
    command = ["-c", run, "generate", "act_thor", "--out", str(out), "--rooms", rooms, "--workers", "1"]
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    journal, deadline = out / ".manifest.parts.jsonl", time.monotonic() + 600.0
    while time.monotonic() < deadline and not (journal.exists() and journal.read_bytes().count(b"\n") > 1):
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (out / "manifest.json").exists()
    assert 2 <= journal.read_bytes().count(b"\n") <= len(SMALL_ROOMS)
    _, (part, *_) = read_journal(journal, Part)
    picture = next(out / name for name in part.files if name.endswith(".png"))
    picture.write_bytes(picture.read_bytes()[:-1] + b"?")
    generate(out, settings, workers=2, progress=False)
    whole = tmp_path / "whole"
    generate(whole, settings, progress=False)
    assert content(out) == content(whole)


def test_a_finished_folder_that_was_damaged_is_made_whole(copy: Path, folder: Path) -> None:
    """Only the room of which something is missing is made again, and the manifest never says that damage is right."""
    data = ActThor(copy)
    key = next(item.id for item in data.all_sets if item.scene == ROOMS[1])
    (copy / "pictures" / f"{key}.png").unlink()
    (copy / "sets_paper.parquet").write_bytes(b"nonsense")
    before = {path: path.stat().st_mtime_ns for path in (copy / "rooms").iterdir()}
    generate(copy, SETTINGS, progress=False)
    assert content(copy) == content(folder)
    made = {path.stem for path, when in before.items() if path.stat().st_mtime_ns != when}
    assert made == {ROOMS[1]}


def test_the_card_has_our_figures_beside_the_papers(folder: Path) -> None:
    card = (folder / "README.md").read_text()
    assert "13958" in card
    assert "| different |" in card
    assert f"| sets | {len([i for i in ActThor(folder).all_sets if not i.made_for]):,} | 4451 |" in card


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    shutil.copytree(folder, tmp_path / "copy")
    return tmp_path / "copy"


def test_damage_is_named(copy: Path) -> None:
    data = ActThor(copy)
    key = data.all_sets[0].id
    (copy / "pictures" / f"{key}.png").write_bytes(b"no picture")
    with pytest.raises(BadInput, match=f"{key}.png is damaged"):
        data.picture(key)
    (copy / "pictures" / f"{key}.png").unlink()
    with pytest.raises(BadInput, match=f"{key}.png is missing"):
        data.picture(key)
    room = copy / "rooms" / f"{ROOMS[0]}.parquet"
    room.write_bytes(room.read_bytes()[:-7])
    with pytest.raises(BadInput, match=f"{ROOMS[0]}.parquet is damaged"):
        _ = ActThor(copy).triples
    (copy / "sets_paper.parquet").write_bytes(b"x")
    with pytest.raises(BadInput, match=r"sets_paper\.parquet is damaged"):
        ActThor(copy)
    (copy / "sets_paper.parquet").unlink()
    with pytest.raises(BadInput, match=r"sets_paper\.parquet is missing"):
        ActThor(copy)
    (copy / "manifest.json").write_text("{}")
    with pytest.raises(BadInput, match=r"manifest\.json is damaged"):
        ActThor(copy)
    with pytest.raises(BadInput, match="holds no finished data of act_thor"):
        ActThor(copy / "rooms")
    with pytest.raises(BadInput, match=r"README\.md is a file; data are a folder"):
        ActThor(copy / "README.md")


def test_a_folder_of_something_else_is_left_alone(copy: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="settings, seed is 0 there and 1 here"):
        generate(copy, DataSettings(seed=1, rooms=ROOMS), progress=False)
    (tmp_path / "other").mkdir()
    (tmp_path / "other/notes.txt").write_text("mine")
    with pytest.raises(BadInput, match=r"notes\.txt, which is not data of act_thor"):
        generate(tmp_path / "other", SETTINGS, progress=False)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadInput, match="is a file"):
        generate(tmp_path / "file", SETTINGS, progress=False)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"scale": "huge"}, "huge"),
        ({"scale": "0"}, "'0'"),
        ({"vary": ("weather",)}, "weather"),
        ({"rooms": ("kitchen_99",)}, "kitchen_99"),
        ({"scale": "small", "rooms": ("kitchen_12",)}, "kitchen_12"),
    ],
)
def test_settings_that_make_no_sense_are_named(fields: dict[str, object], named: str) -> None:
    with pytest.raises(BadInput, match=named):
        _ = DataSettings(**fields).units  # type: ignore[arg-type]


def test_any_multiple_of_the_papers_size() -> None:
    assert len(DataSettings().units) == 120
    assert len(DataSettings(scale="3").units) == 360
    assert len({unit.name for unit in DataSettings(scale="3").units}) == 360
    assert len(DataSettings(scale="small").units) == 24


def test_one_thing_of_a_room_is_tried_by_itself() -> None:
    """Held and placed, with each action that there is for it from there, and a picture of all that was done."""
    where, found = room_setup(shipped_scene("kitchen_27"), 0), {}
    for each in collect(where, 0, physics="kinematic", only="mug_1"):
        assert each.object == "mug_1"
        found[each.trial] = {result.action: result for result in each.results}
    assert {trial: set(results) for trial, results in found.items()} == {
        "held": {"put", "throw", "drop", "break", "fill", "dirty"},
        "placed": {"push", "pull", "pick_up", "break", "fill", "dirty"},
    }
    for result in (each for results in found.values() for each in results.values()):
        assert (result.picture is None) == bool(result.refused)
    assert found["held"]["fill"].picture is not None
    assert found["placed"]["pick_up"].changed > 100


# Variations, each by itself.


def trials(scene: Scene, vary: tuple[str, ...], only: str) -> list[Trials]:
    where = room_setup(scene, 0, 1 if vary else 0, vary)
    return list(collect(where, 0, physics="kinematic", only=only))


def test_each_variation_changes_only_what_it_should() -> None:
    scene = shipped_scene("living_room_09")
    loose = [thing for thing in scene.things if thing.kind.can("pick_up")]
    only = min(loose, key=lambda thing: thing.size[0] * thing.size[1]).id  # it finds a place wherever the robot stands
    plain = trials(scene, (), only)
    assert plain
    for name in VARIATIONS:
        other = trials(scene, (name,), only)
        assert [each.trial for each in other] == [each.trial for each in plain]
        assert [[one.action for one in each.results] for each in other] == [
            [one.action for one in each.results] for each in plain
        ]
        assert all((a.before != b.before).mean() > 0.001 for a, b in zip(plain, other, strict=True)), name
        same_states = [a.state == b.state for a, b in zip(plain, other, strict=True)]
        assert all(same_states) == (name in ("colours", "light")), name


def test_configurations_differ_in_how_many_candidates_come_from_elsewhere() -> None:
    assert {row.name: 3 + row.elsewhere for row in CONFIGURATIONS.values()} == {
        "robust": 5,
        "paper": 4,
        "full": 4,
        "hard": 5,
    }


def test_an_unknown_variation_is_named() -> None:
    with pytest.raises(BadInput, match="fog"):
        room_setup(shipped_scene("kitchen_01"), 0, 1, ("fog",))


# Pictures of sets.


def test_a_set_is_drawn_with_its_answer_framed_or_hidden(folder: Path, tmp_path: Path) -> None:
    data = ActThor(folder)
    item = data.all_sets[0]
    open, hidden = (set_figure(item, data.picture, reveal=reveal) for reveal in (True, False))
    assert open.shape == hidden.shape == (336, 1570, 3)
    assert (open != hidden).any()
    words, path = run_show(ShowSettings(which="0", data=folder, out=tmp_path))
    assert isinstance(path, Path)
    assert path.exists()
    assert f"candidate {item.answer} shows it" in str(words)
    for bad in ("99999", "nothing"):
        with pytest.raises(BadInput, match=bad):
            one_of(data.all_sets, bad)


def test_sets_need_two_other_outcomes_and_another_scene() -> None:
    apart = dict.fromkeys(ACTIONS, 900)
    here = [attempt(action, apart=apart) for action in ("drop", "put", "dirty")]
    assert not contrast_sets(here, 0)
    there = [attempt(action, apart=apart, scene="kitchen_02") for action in ("drop", "put", "dirty")]
    assert len(contrast_sets([*here, *there], 0)) == 6
    far = [attempt(action, apart=apart, scene="kitchen_26") for action in ("drop", "put", "dirty")]
    assert not contrast_sets([*here, *far], 0)
    alike = [attempt(action, apart=apart) for action in ("drop", "put", "throw")]
    assert not contrast_sets([*alike, *(attempt(a.action, apart=apart, scene="kitchen_02") for a in alike)], 0)
    near = {"drop": {"put": CHANGED - 1}, "put": {"drop": CHANGED - 1}, "dirty": {}}
    close = [attempt(action, apart=apart | less) for action, less in near.items()]
    found = contrast_sets([*close, *there], 0)
    assert {item.scene for item in found} == {"kitchen_02"}
