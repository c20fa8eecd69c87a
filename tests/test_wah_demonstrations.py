"""Demonstrations of Watch-And-Help: what is shown, how it is packed, and a folder of them that can be gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from casita import BadInput
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.demonstration import demonstrate, demonstration_of, watched
from casita.benchmarks.watch_and_help.episodes.visible import Visible, packed, unpacked, visible
from casita.benchmarks.watch_and_help.generate import Settings, generate, read_demonstrations, shown_again
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.homes.tasks import demonstrations, tasks
from casita.benchmarks.watch_and_help.item import ALICE, MAX_STEPS
from casita.episodes import replay
from casita.protocols import Privileged

TASK = tasks("test_1")[2]


def test_a_demonstration_ends_when_the_goal_is_reached_and_not_before() -> None:
    for item in (TASK, demonstrations()[0]):
        shown = demonstrate(item)
        scene = scene_of(item, "watch")
        reached = [item.goal.holds(state) for state in replay(shown.episode, scene)]
        assert reached == [False] * (len(reached) - 1) + [True]
        assert len(reached) <= MAX_STEPS + 1
        assert demonstrate(item) == shown


def test_what_is_watched_is_what_alice_sees() -> None:
    shown = demonstrate(TASK)
    scene = scene_of(TASK, "watch")
    moments = watched(shown.episode, scene)
    states = list(replay(shown.episode, scene))
    assert len(moments) == len(states) == len(shown.episode.ticks) + 1
    for moment, state in zip(moments, states, strict=True):
        assert (moment.agent, moment.tick) == (ALICE, state.tick)
        assert not moment.legal
        assert moment.privileged == Privileged()
        ids = {node["id"] for node in moment.graph["nodes"]}
        things = {state.statics.ids[slot] for slot in np.flatnonzero(View.of(state, ALICE).things).tolist()}
        assert ids == things | {ALICE} | {room.id for room in scene.rooms}
    assert len(moments[0].graph["nodes"]) < len(scene.things) / 2
    assert [each.graph for each in demonstration_of(TASK)] == [each.graph for each in moments]
    assert [each.tick for each in moments[-2:]] == [len(moments) - 2, len(moments) - 1]
    spoilt = demonstration_of(TASK)[0].graph["nodes"]
    spoilt.clear()
    assert demonstration_of(TASK)[0].graph == moments[0].graph


def test_packed_states_are_small_and_exact() -> None:
    shown = demonstrate(TASK)
    seen = visible(View.of(state, ALICE) for state in replay(shown.episode, scene_of(TASK, "watch")))
    data = packed(seen)
    again = unpacked(data)
    for name in Visible.__struct_fields__:
        assert np.array_equal(getattr(seen, name), getattr(again, name)), name
    assert len(data) < 12_000 < seen.position.nbytes
    with pytest.raises(BadInput, match="not packed"):
        unpacked(data[:-9])
    with pytest.raises(BadInput, match="no steps"):
        visible([])


def test_a_folder_is_the_same_after_a_kill_and_for_any_workers(tmp_path: Path) -> None:
    settings = Settings(parts=("test_2", "inference"), limit=2)
    generate(tmp_path / "one", settings, progress=False)
    generate(tmp_path / "two", settings, workers=2, progress=False)
    (tmp_path / "two" / "manifest.json").unlink()
    (tmp_path / "two" / "demonstrations" / "test_2_00.parquet").unlink()
    generate(tmp_path / "two", settings, progress=False)
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*") if path.is_file())
    assert len(files) == 5
    for name in files:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes(), name
    rows = list(read_demonstrations(tmp_path / "one"))
    assert [row.id for row in rows] == ["test_2_001", "test_2_002", "demonstration_0001", "demonstration_0002"]
    first = tasks("test_2")[0]
    assert rows[0].counts == first.counts
    assert shown_again(rows[0]) == demonstrate(first)
    assert len(unpacked(rows[0].states).seen) == rows[0].steps + 1
    card = (tmp_path / "one" / "README.md").read_text()
    assert "Simulated" in card
    assert "| test_2 | 2 | 100 |" in card


def test_bad_settings_and_folders_are_refused(tmp_path: Path) -> None:
    for wrong in ({"scale": "huge"}, {"parts": ("tset_1",)}, {"limit": -1}):
        with pytest.raises(BadInput):
            Settings(**wrong)  # type: ignore[arg-type]
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadInput, match="other files"):
        generate(tmp_path, Settings(limit=1), progress=False)
    (tmp_path / "letter.txt").unlink()
    (tmp_path / "manifest.json").write_text(json.dumps({"settings": {}, "versions": {}}))
    with pytest.raises(BadInput, match="other settings"):
        generate(tmp_path, Settings(limit=1), progress=False)
