"""`casita profile`: one model, every benchmark that its methods fit, one table, one JSON file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from casita.cli import main
from casita.evaluation.evaluate import fitting

BOTH = """
from casita.world.action import Action

class Both:
    wants = ()

    def choose(self, before, action, candidates):
        return 0

    def watch(self, demonstration):
        pass

    def act(self, observation):
        return Action(observation.agent, "wait")
"""


def test_a_model_of_two_benchmarks_is_put_to_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    (tmp_path / "my_model.py").write_text(BOTH)
    assert fitting("my_model.py:Both") == [
        ("act_thor", "choice"), ("act_thor", "steps"), ("watch_and_help", "help"),
    ]  # fmt: skip
    words = ["--model", "my_model.py:Both", "--limit", "1", "--out", "mine.json"]
    monkeypatch.setattr(sys, "argv", ["casita", "profile", *words])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0
    said = capsys.readouterr().out
    assert "ACT-Thor" in said
    assert "Watch-And-Help" in said
    found = json.loads((tmp_path / "mine.json").read_text())
    assert found.keys() == {"act_thor/choice", "watch_and_help/help"}
    assert found["act_thor/choice"]["items"] == 1
    assert all(one["metrics"] and not one["faults"] for one in found.values())
