"""Logs behind Watch-And-Help's report: read where kept, done again where not, never of another version."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from casita.agents.interplay import Interplay
from casita.benchmarks.watch_and_help.homes.starts import scene_of
from casita.benchmarks.watch_and_help.homes.tasks import task_named
from casita.benchmarks.watch_and_help.item import ALICE, BOB
from casita.benchmarks.watch_and_help.report import logs
from casita.benchmarks.watch_and_help.report.results import Results
from casita.benchmarks.watch_and_help.score import HelpResult
from casita.episodes import Episode, Recorder, save
from casita.errors import BadInput
from casita.world.action import Action
from casita.world.starting import beginning

NONE_OF_EACH = {ALICE: 0, BOB: 0}
RESULT = HelpResult("test_1_001", "setup_table", 3, True, 2, Interplay(2, 0, 0, NONE_OF_EACH, NONE_OF_EACH, 0, {}))


def an_episode() -> Episode:
    """Two steps of waiting."""
    state = beginning(scene_of(task_named(RESULT.task), "help"), {ALICE: "person", BOB: "person"})
    recorder = Recorder(state)
    for _ in range(2):
        recorder.step([Action(name, "wait") for name in (ALICE, BOB)])
    return recorder.episode()


def test_a_log_that_was_kept_is_read_and_another_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results, episode, asked = Results(tmp_path, {}), an_episode(), []

    def done(helper: object, task: object, seed: int) -> tuple[HelpResult, Episode]:
        asked.append((type(helper).__name__, task, seed))
        return RESULT, episode

    monkeypatch.setattr(logs, "help_once", done)
    assert logs.log_of(results, "random", RESULT) is episode
    assert asked == [("RandomHelper", task_named("test_1_001"), 3)]
    with pytest.raises(BadInput, match=r"took random 9 steps by its journal and now takes 2: .* another version"):
        logs.log_of(results, "random", msgspec.structs.replace(RESULT, steps=9))
    with pytest.raises(BadInput, match="'mine' is no helper that could do it again"):
        logs.log_of(results, "mine", RESULT)
    asked.clear()
    folder = tmp_path / logs.SPLIT / "mine_logs"
    folder.mkdir(parents=True)
    save(episode, folder / "test_1_001_3.jsonl.gz")
    assert logs.log_of(results, "mine", RESULT).ticks == episode.ticks
    assert not asked
