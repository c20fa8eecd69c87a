"""A training on disk: what is kept comes back, and a file that is damaged, of another training or code is refused."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
import torch

from casita.errors import BadInput
from casita.evaluation import training
from casita.evaluation.training import TrainingRun
from casita.learn.checkpoints import load_weights

ABOUT = {"seed": 3, "settings": {"rate": 0.1, "layers": (2, 2)}}


class Escape:
    """Writes a file where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return (Path.touch, (self.path,))


def test_what_is_kept_comes_back_and_is_gone_when_it_is_done(tmp_path: Path) -> None:
    run = TrainingRun(tmp_path, "mine", ABOUT)
    assert run.begun() is None
    run.keep({"weights": torch.arange(3.0), "curve": [{"loss": 0.5}]}, now=True)
    found = TrainingRun(tmp_path, "mine", ABOUT).begun()
    assert found is not None
    assert found["weights"].tolist() == [0.0, 1.0, 2.0]
    assert found["curve"] == [{"loss": 0.5}]
    assert TrainingRun(tmp_path, "other", ABOUT).begun() is None
    path = run.finish("net", 1, {"weights": np.ones(2, np.float32)}, {"seed": "3"}, curve=[{"loss": 0.25}])
    assert [each.name for each in sorted(tmp_path.iterdir())] == ["mine.curve.json", "mine.safetensors"]
    assert load_weights(path, "net", 1).weights["weights"].tolist() == [1.0, 1.0]
    assert json.loads((tmp_path / "mine.curve.json").read_text())["curve"] == [{"loss": 0.25}]


def test_it_is_kept_at_most_once_a_minute_unless_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(training, "monotonic", lambda: now[0])
    run = TrainingRun(tmp_path, "mine", ABOUT)

    def kept_after(seconds: float, value: int) -> int | None:
        now[0] += seconds
        run.keep({"value": value})
        found = run.begun()
        return None if found is None else found["value"]

    assert [kept_after(59.0, 1), kept_after(1.0, 2), kept_after(59.0, 3), kept_after(1.0, 4)] == [None, 2, 2, 4]


def test_another_training_is_told_by_what_differs(tmp_path: Path) -> None:
    TrainingRun(tmp_path, "mine", ABOUT).keep({}, now=True)
    with pytest.raises(BadInput, match=r"of another training, with other seed; move it away"):
        TrainingRun(tmp_path, "mine", {**ABOUT, "seed": 4}).begun()
    with pytest.raises(BadInput, match=r"with other (settings and torch|torch and settings)"):
        TrainingRun(tmp_path, "mine", {"seed": 3, "torch": "2"}).begun()


def test_a_damaged_file_is_named_and_one_with_code_in_it_is_not_run(tmp_path: Path) -> None:
    run = TrainingRun(tmp_path, "mine", ABOUT)
    run.path.write_bytes(b"nonsense")
    with pytest.raises(BadInput, match=r"mine\.training\.pt is damaged"):
        run.begun()
    torch.save({"about": json.dumps(ABOUT), "parts": Escape(tmp_path / "escaped")}, run.path)
    with pytest.raises(BadInput, match=r"mine\.training\.pt is damaged"):
        run.begun()
    assert not (tmp_path / "escaped").exists()
    pickle.loads(pickle.dumps(Escape(tmp_path / "escaped")))
    assert (tmp_path / "escaped").exists()
