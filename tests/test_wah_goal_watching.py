"""The Watch stage: figures by hand, files, and what each model infers from real demonstrations."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from casita.benchmarks.watch_and_help.watching import (
    DRAWS,
    Guess,
    evaluate_watch,
    read_watched,
    recognised,
    summed_up,
)

from casita.benchmarks.watch_and_help.episodes.demonstration import demonstration_of
from casita.benchmarks.watch_and_help.generate import Settings, generate
from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import Counts
from casita.benchmarks.watch_and_help.models.goals import lstm as goal_lstm
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS
from casita.errors import BadInput

PLATES: Counts = (("on_plate_kitchentable", 2), ("on_cutleryfork_kitchentable", 1))
PLATE: Counts = (("on_plate_kitchentable", 1),)
APPLES: Counts = (("inside_apple_fridge", 2),)

SAMPLE = 5
"""Tasks of a split that are really watched: one of each activity."""


def test_precision_recall_and_errors_by_hand() -> None:
    guesses = [
        Guess("a", "setup_table", (PLATE,), PLATES),
        Guess("b", "put_fridge", (APPLES,), APPLES),
        Guess("c", "put_fridge", ((*PLATE, *APPLES),), APPLES),
    ]
    found = recognised(guesses)
    assert found.precision == pytest.approx(5 / 6)
    assert found.recall == pytest.approx(5 / 7)
    assert found.exact == pytest.approx(1 / 3)
    squares = (1 - 5 / 6) ** 2 + (2 - 2 * 5 / 6) ** 2 + (2 - 3 * 5 / 6) ** 2
    assert found.precision_error == pytest.approx(math.sqrt(squares * 3 / 2) / 6)
    squares = (1 - 3 * 5 / 7) ** 2 + 2 * (2 - 2 * 5 / 7) ** 2
    assert found.recall_error == pytest.approx(math.sqrt(squares * 3 / 2) / 7)
    whole = summed_up("chance", "test_1", guesses)
    assert whole.activities["put_fridge"].precision == pytest.approx(4 / 5)
    assert whole.activities["setup_table"].recall_error == 0.0
    assert (whole.demonstrations, whole.activities["put_fridge"].demonstrations) == (3, 2)


def test_several_draws_count_alike_and_nothing_is_no_precision() -> None:
    twice = recognised([Guess("a", "put_fridge", (APPLES, PLATE), APPLES)])
    assert (twice.precision, twice.recall, twice.exact) == (pytest.approx(2 / 3), 0.5, 0.5)
    none = recognised([Guess("a", "put_fridge", ((),), APPLES)])
    assert (none.precision, none.recall) == (0.0, 0.0)
    with pytest.raises(BadInput, match="no demonstrations"):
        summed_up("bayes", "test_1", [])


def test_bayes_and_what_is_kept_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "data"
    generate(data, Settings(parts=("test_2",), limit=3), progress=False)
    found = evaluate_watch("bayes", "test_2", tmp_path, data=data, limit=3, progress=False)
    assert (found.precision, found.recall, found.exact) == (1.0, 1.0, 1.0)
    assert [each.truth for each in found.guesses] == [task.counts for task in tasks("test_2")[:3]]
    assert read_watched(tmp_path / "watch" / "bayes_test_2.json") == found
    anew = evaluate_watch("bayes", "test_2", tmp_path / "anew", limit=3, progress=False)
    assert anew == found
    with pytest.raises(BadInput, match="test_2_004"):
        evaluate_watch("bayes", "test_2", tmp_path, data=data, limit=4, progress=False)
    monkeypatch.setattr("casita.benchmarks.watch_and_help.watching._watcher", None)
    assert evaluate_watch("bayes", "test_2", tmp_path, limit=3, progress=False) == found


def test_chance_draws_training_goals(tmp_path: Path) -> None:
    found = evaluate_watch("chance", "test_1", tmp_path, limit=SAMPLE, progress=False)
    training = {task.counts for task in tasks("train")}
    for guess in found.guesses:
        assert len(guess.inferred) == DRAWS
        assert set(guess.inferred) <= training
        assert len(set(guess.inferred)) > DRAWS / 2
    assert 0.0 < found.precision < 0.3
    assert found.exact == 0.0


RECORDED = {"goal-lstm": (1.0, 1.0), "goal-last": (0.857, 1.0), "goal-actions": (1.0, 1.0)}
"""Precision and recall of the weights that come with Casita on the first tasks of test-1."""


def test_the_weights_that_come_with_casita(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    from casita.benchmarks.watch_and_help.models.training.goal_networks import OURS

    data = tmp_path / "data"
    generate(data, Settings(parts=("test_1",), limit=SAMPLE), progress=False)
    found = {
        name: evaluate_watch(name, "test_1", tmp_path, data=data, limit=SAMPLE, progress=False) for name in RECORDED
    }
    assert {name: (round(one.precision, 3), round(one.recall, 3)) for name, one in found.items()} == RECORDED
    for task, guess in zip(tasks("test_1")[:2], found["goal-lstm"].guesses, strict=False):
        assert goal_lstm.inferred(demonstration_of(task)) == guess.inferred[0]
    for name in RECORDED:
        assert (WEIGHTS / f"{name}.safetensors").stat().st_size < 2_000_000
        curve = json.loads((WEIGHTS / f"{name}.curve.json").read_bytes())
        assert curve["network"] == name
        assert curve["settings"] == asdict(OURS[name])
        assert max(row["precision"] for row in curve["epochs"]) > 0.85


def test_bad_asking_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="goal-gru"):
        evaluate_watch("goal-gru", "test_1", tmp_path)
    with pytest.raises(BadInput, match="test_3"):
        evaluate_watch("bayes", "test_3", tmp_path)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="-1"):
        evaluate_watch("bayes", "test_1", tmp_path, limit=-1)
    (tmp_path / "watch").mkdir()
    (tmp_path / "watch" / "bayes_test_1.json").write_text("{}")
    with pytest.raises(BadInput, match="bayes_test_1"):
        read_watched(tmp_path / "watch" / "bayes_test_1.json")


def test_torch_is_not_loaded_before_a_network_is_asked() -> None:
    code = "import casita.benchmarks.watch_and_help.watching, casita.benchmarks.watch_and_help.models.goals.lstm, sys"
    loaded = subprocess.check_output([sys.executable, "-c", f"{code}; print('torch' in sys.modules)"], text=True)
    assert loaded.strip() == "False"
