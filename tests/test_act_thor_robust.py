"""ACT-Thor's headline: looks of their own, what they must show, five candidates, and more pairs held out."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from casita.benchmarks.act_thor.collecting.actions import CONFIGURATIONS, action_names
from casita.benchmarks.act_thor.collecting.cleaning import CHANGED, SEEN, is_different, is_done, is_visible
from casita.benchmarks.act_thor.collecting.redraw import moved_again, state_again
from casita.benchmarks.act_thor.collecting.splits import (
    MORE_UNSEEN_PAIRS,
    PAIR_RULES,
    PARTS,
    rooms_part,
    split_sets,
)
from casita.benchmarks.act_thor.collecting.trials import camera_of
from casita.benchmarks.act_thor.generate import generate_robust
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.robust import glance as glances
from casita.benchmarks.act_thor.robust.glance import Glance, drawn_glance, exposed, moved
from casita.benchmarks.act_thor.robust.looks import APART, LookRow
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.benchmarks.act_thor.stored.frozen import freeze, frozen_sets
from casita.errors import BadInput
from casita.parquet import read_parquet
from casita.render import Camera
from casita.render.lighting import Brightness
from tests.act_thor_rooms import TRAINING_ROOMS as ROOMS
from tests.act_thor_rooms import TRAINING_SETTINGS as SETTINGS
from tests.act_thor_rooms import training_rooms

STILL = Glance(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, Brightness(), 0.0, 0.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("robust") / "data"
    shutil.copytree(training_rooms(tmp_path_factory), out)
    with pytest.raises(BadInput, match="--robust"):
        ActThor(out, "robust")
    generate_robust(out, SETTINGS, progress=False)
    return out


def test_how_far_looks_differ_is_part_of_the_version() -> None:
    assert (glances.ASIDE, glances.UP) == (0.06, 0.03)
    assert (glances.YAW, glances.PITCH, glances.ZOOM) == (8.0, 5.0, 3.0)
    assert (glances.AMBIENT, glances.CEILING, glances.SUN) == (0.15, 0.2, 0.4)
    assert (glances.STOPS, glances.WARMTH) == (0.5, 0.03)


def test_a_glance_is_within_what_a_head_moves_and_follows_from_its_key() -> None:
    drawn = [drawn_glance(0, f"kitchen_01/mug_1/held/{number}", 0) for number in range(300)]
    for most, values in {
        glances.ASIDE: [one.ahead for one in drawn],
        glances.UP: [one.up for one in drawn],
        glances.YAW: [one.yaw for one in drawn],
        glances.PITCH: [one.pitch for one in drawn],
        glances.SUN: [one.light.sun - 1.0 for one in drawn],
        glances.STOPS: [one.stops for one in drawn],
    }.items():
        assert max(np.abs(values)) <= most + 1e-9
        assert max(values) > 0.9 * most
        assert min(values) < -0.9 * most
        assert abs(np.mean(values)) < 0.15 * most
    assert len(set(drawn)) == 300
    assert drawn_glance(0, "kitchen_01/mug_1/held/7", 0) == drawn[7]
    assert drawn_glance(0, "kitchen_01/mug_1/held/7", 1) != drawn[7] != drawn_glance(1, "kitchen_01/mug_1/held/7", 0)


def test_a_camera_moves_in_its_own_directions() -> None:
    camera = Camera((1.0, 2.0, 1.5), 90.0, 40.0, field_of_view=60.0, body=0)
    assert moved(camera, STILL) == camera
    found = moved(camera, STILL._replace(ahead=0.05, aside=0.02, up=-0.01, yaw=3.0, pitch=-2.0, field_of_view=1.5))
    assert found.position == pytest.approx((0.98, 2.05, 1.49))
    assert (found.yaw, found.pitch, found.field_of_view, found.body) == (93.0, 38.0, 61.5, 0)


def test_an_exposure_is_a_factor_of_the_light() -> None:
    picture = np.full((2, 2, 3), 100, np.uint8)
    assert np.array_equal(exposed(picture, STILL), picture)
    # One stop is twice the light: 2 ** (1 / 2.2) = 1.3703 times the level.
    assert exposed(picture, STILL._replace(stops=1.0))[0, 0].tolist() == [137, 137, 137]
    assert exposed(picture, STILL._replace(warmth=0.03))[0, 0].tolist() == [103, 100, 97]
    assert exposed(np.full((1, 1, 3), 240, np.uint8), STILL._replace(stops=1.0))[0, 0].tolist() == [255] * 3


def test_every_picture_shows_the_thing_and_what_has_changed(folder: Path) -> None:
    looks = [look for room in ROOMS for look in read_parquet(folder / "looks" / f"{room}.parquet", LookRow)]
    assert len(looks) >= 150
    for look in looks:
        assert look.seen >= SEEN
        assert look.changed == 0 if look.key.endswith("/before") else look.changed >= CHANGED
    robust, still = ActThor(folder, "robust"), ActThor(folder)
    kept = [row for row in still.attempts if is_done(row) and is_visible(row) and is_different(row)]
    assert 0.9 * len(kept) <= len([look for look in looks if not look.key.endswith("/before")]) <= len(kept)
    for look in looks[::40]:
        assert (robust.picture(look.key) != still.picture(look.key)).mean() > 0.5


def test_a_look_is_taken_anew_to_the_same_bytes(folder: Path) -> None:
    data = ActThor(folder, "robust")
    item = data.all_sets[0]
    for key in (item.before, item.candidates[0], item.id):
        assert np.array_equal(moved_again(key), data.picture(key))
    before, after = data.states(item.id)
    assert before.digest() == state_again(item.before).digest()
    assert camera_of(before).position == camera_of(after).position


def test_another_number_of_workers_gives_the_same_bytes(folder: Path) -> None:
    """What was tried is that of the same rooms; only the looks of one room are taken again."""
    path = folder / "looks" / f"{ROOMS[0]}.parquet"
    pictures = (folder / "moved" / ROOMS[0]).rglob("*.png")
    kept = {file: file.read_bytes() for file in (*pictures, path)}
    path.unlink()
    generate_robust(folder, SETTINGS, workers=2, progress=False)
    assert {file: file.read_bytes() for file in kept} == kept


def test_sets_have_two_of_the_same_action_elsewhere(folder: Path) -> None:
    data = ActThor(folder, "robust")
    assert len(data.all_sets) >= 40
    for item in data.all_sets:
        assert len(set(item.candidates)) == 5
        assert item.candidates[item.answer] == item.id
        away = [place for place in range(5) if item.scenes[place] != item.scene]
        assert len(away) == len({item.scenes[place] for place in away}) == 2
        assert {item.actions[place] for place in away} == {item.action}
        here = [data.triples[item.candidates[place]] for place in range(5) if place not in away]
        assert all(one.apart[other.action] >= APART for one in here for other in here if one is not other)
    assert {item.made_for for item in data.all_sets} <= {"", "more pairs"}


def test_more_pairs_are_held_out_and_every_action_and_type_is_met_before() -> None:
    shared = [item for item in frozen_sets("hard") if not item.made_for]
    pairs = {(item.action, item.object_type) for item in shared}
    assert pairs >= MORE_UNSEEN_PAIRS
    assert 0.35 <= len(MORE_UNSEEN_PAIRS) / len(pairs) <= 0.45
    known = pairs - MORE_UNSEEN_PAIRS
    for action in action_names("robust"):
        assert len([kind for name, kind in known if name == action]) >= 2, action
    for kind in {kind for _, kind in pairs}:
        assert len([action for action, name in known if name == kind]) >= 3, kind


@pytest.mark.parametrize("name", PAIR_RULES)
def test_the_parts_of_the_split_by_pairs_are_apart(name: str) -> None:
    rule = PAIR_RULES[name]
    rooms = [f"kitchen_{number:02d}" for number in range(1, 31)]
    parts = {part: {room for room in rooms if rule.rooms_part(room) == part} for part in PARTS}
    assert [len(parts[part]) for part in PARTS] == ([14, 5, 11] if rule.more_rooms else [20, 5, 5])
    assert {room for room in rooms if rooms_part(room) == "test"} <= parts["test"]
    action, kind = min(rule.unseen)
    assert {rule.part(room, action, kind) for room in parts["train"] | parts["valid"]} == {None}
    assert {rule.part(room, action, kind) for room in parts["test"]} == {"test"}
    assert {rule.part(room, "push", "tomato") for room in parts["test"]} == {None}
    items = [
        ContrastSet("a", room, kind, "held", action, "b", ("a",), 0, (action,), (room,), name)
        for room in ("kitchen_01", "kitchen_03", "kitchen_26")
    ]
    asked = {item.scene for item in split_sets(items, "pairs", "test")}
    assert asked == ({"kitchen_03", "kitchen_26"} if rule.more_rooms else {"kitchen_26"})
    assert split_sets(items, "scenes", "test") == []


def test_only_data_of_the_frozen_settings_are_frozen(folder: Path) -> None:
    with pytest.raises(BadInput, match="not with the settings"):
        freeze(folder)
    assert next(iter(CONFIGURATIONS)) == "robust"
