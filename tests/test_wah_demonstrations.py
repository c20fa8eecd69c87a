"""Demonstrations of Watch-And-Help: what is shown, how it is packed, and a folder of them that can be gone on with."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from casita import BadInput
from casita.agents.view import View
from casita.agents.visible import Visible, packed, unpacked, visible
from casita.benchmarks.watch_and_help import generate as generate_module
from casita.benchmarks.watch_and_help.episodes.demonstration import demonstrate, demonstration_of, watched
from casita.benchmarks.watch_and_help.generate import (
    GenerateSettings,
    Row,
    card,
    generate,
    read_demonstrations,
    shown_again,
)
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
    with pytest.raises(BadInput, match="packed visible states: cut off or damaged"):
        unpacked(data[:-9])
    with pytest.raises(BadInput, match="no steps"):
        visible([])


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two demonstrations of two parts."""
    out = tmp_path_factory.mktemp("whole")
    generate(GenerateSettings(out=out, parts=("test_2", "inference"), limit=2, workers=1), progress=False)
    return out


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_holds_what_was_asked_for(whole: Path) -> None:
    files = ["README.md", "demonstrations/inference_00.parquet", "demonstrations/test_2_00.parquet"]
    assert sorted(files_of(whole)) == [*files, "manifest.json", "tasks.jsonl"]
    rows = list(read_demonstrations(whole))
    assert [row.id for row in rows] == ["test_2_001", "test_2_002", "demonstration_0001", "demonstration_0002"]
    first = tasks("test_2")[0]
    assert rows[0].counts == first.counts
    assert shown_again(rows[0]) == demonstrate(first)
    assert len(unpacked(rows[0].states).seen) == rows[0].steps + 1
    written = (whole / "README.md").read_text()
    assert "Simulated" in written
    assert "| test_2 | 2 | 100 |" in written


def test_a_card_counts_by_part_and_by_activity() -> None:
    made = (("test_1", "read_book", 0, 10), ("test_1", "put_fridge", 1, 30), ("inference", "read_book", 0, 25))
    rows = [
        Row(str(number), part, activity, "[]", seed, steps, b"", b"")
        for number, (part, activity, seed, steps) in enumerate(made)
    ]
    lines = card(rows).splitlines()
    parts = [line.strip("| ").split(" | ") for line in lines if line.startswith(("| test_1", "| inference"))]
    assert {part: (count, *more) for part, count, _, *more in parts} == {
        "test_1": ("2", "20.0", "30", "1"),
        "inference": ("1", "25.0", "25", "0"),
    }
    assert [line for line in lines if line.startswith(("| read_book", "| put_fridge"))] == [
        "| put_fridge | 1 | 30.0 |",
        "| read_book | 2 | 17.5 |",
    ]


KILLED = """
import os, signal, sys
from pathlib import Path
from casita.benchmarks.watch_and_help import generate as module

made = module.make_shard
def make(shard):
    if shard.part == "inference":
        os.kill(os.getpid(), signal.SIGKILL)
    return made(shard)
module.make_shard = make
settings = module.GenerateSettings(out=Path(sys.argv[1]), parts=("test_2", "inference"), limit=2, workers=1)
module.generate(settings, progress=False)
"""


def test_a_generator_that_was_killed_goes_on_with_what_is_missing(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert not (tmp_path / "manifest.json").exists()
    made: list[str] = []
    keep = generate_module.make_shard
    monkeypatch.setattr(generate_module, "make_shard", lambda shard: made.append(shard.part) or keep(shard))
    settings = GenerateSettings(out=tmp_path, parts=("test_2", "inference"), limit=2, workers=1)
    generate(settings, progress=False)
    assert made == ["inference"]
    assert files_of(tmp_path) == files_of(whole)
    # What is damaged is found and made anew, and only that.
    (tmp_path / "demonstrations" / "test_2_00.parquet").write_bytes(b"PAR1")
    with pytest.raises(BadInput, match=r"test_2_00\.parquet is damaged"):
        list(read_demonstrations(tmp_path))
    generate(settings, progress=False)
    assert made == ["inference", "test_2"]
    assert files_of(tmp_path) == files_of(whole)


def test_workers_make_no_difference(whole: Path, tmp_path: Path) -> None:
    generate(GenerateSettings(out=tmp_path / "two", parts=("test_2", "inference"), limit=2, workers=2), progress=False)
    assert files_of(tmp_path / "two") == files_of(whole)


def test_bad_settings_and_folders_are_refused(whole: Path, tmp_path: Path) -> None:
    for wrong in ({"scale": "huge"}, {"parts": ("tset_1",)}, {"limit": -1}):
        with pytest.raises(BadInput):
            GenerateSettings(out=tmp_path, **wrong)  # type: ignore[arg-type]
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadInput, match=r"letter\.txt"):
        generate(GenerateSettings(out=tmp_path, limit=1), progress=False)
    with pytest.raises(BadInput, match="limit is 2 there and 1 here"):
        generate(GenerateSettings(out=whole, parts=("test_2", "inference"), limit=1), progress=False)
    with pytest.raises(BadInput, match="unknown part 'tests'"):
        list(read_demonstrations(whole, ["tests"]))
