"""Every benchmark's folder has the same names, and they mean the same thing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import casita
from casita.errors import BadInput
from casita.evaluation.benchmark import benchmark, benchmark_names
from casita.evaluation.task import EvalSettings, Task
from tests.toy_benchmarks import installed

FOLDERS = sorted(path.parent for path in (Path(casita.__file__).parent / "benchmarks").glob("*/__init__.py"))
TOY = Path(__file__).parent / "toy_benchmarks" / "letters"

FILES = (
    "README.md", "benchmark.toml", "item.py", "generate.py", "task.py", "score.py", "paper.py", "quickstart.py",
    "models/__init__.py", "report/__init__.py", "report/findings.py",
)  # fmt: skip
"""What each has; `data` and `weights` are there where something is shipped."""

FOLDERS_OF_DATA = {"data", "weights"}

OWN = {
    "act_thor": {"collecting", "robust", "stored", "steps"},
    "env_qa": {"asking", "films", "memory", "stored", "story", "vocabulary.py", "watching"},
    "excalibur": {"episode", "graph", "houses.py", "questions", "stored"},
    "plausiblact": {"classes", "importing", "pictures", "raters", "robots", "stored"},
    "watch_and_help": {"homes", "episodes"},
}
"""Subpackages of a benchmark's own, below its tasks."""


def names_of(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name != "__pycache__"}


@pytest.mark.parametrize("folder", [*FOLDERS, TOY], ids=lambda folder: folder.name)
def test_the_same_names_mean_the_same_thing(folder: Path) -> None:
    assert [name for name in FILES if not (folder / name).is_file()] == []
    expected = {name.partition("/")[0] for name in FILES} | FOLDERS_OF_DATA | OWN.get(folder.name, set())
    assert names_of(folder) - expected == {"__init__.py"}
    for name in FOLDERS_OF_DATA & names_of(folder):
        assert any((folder / name).iterdir())


@pytest.mark.parametrize("folder", [*FOLDERS, TOY], ids=lambda folder: folder.name)
def test_files_say_what_they_own_and_stay_short(folder: Path) -> None:
    files = sorted(folder.rglob("*.py"))
    assert len(files) >= len([name for name in FILES if name.endswith(".py")])
    for path in files:
        lines = path.read_text().splitlines()
        assert re.match(r'"""\S', lines[0]), path
        assert len(lines) <= 350, path


def test_every_folder_is_a_benchmark() -> None:
    assert tuple(folder.name for folder in FOLDERS) == benchmark_names()
    assert len(FOLDERS) >= 2
    with installed():
        assert benchmark_names() == tuple(sorted([*(folder.name for folder in FOLDERS), "letters"]))


@pytest.mark.parametrize(
    ("changed", "said"),
    [("fly = ", "fly"), ("colour = 3", "colour"), ("report", "not valid TOML")],
    ids=["unknown command", "unknown field", "no TOML"],
)
def test_a_row_that_makes_no_sense_is_refused_by_the_name_of_its_file(changed: str, said: str, tmp_path: Path) -> None:
    row = (TOY / "benchmark.toml").read_text()
    bad = row.replace("report = ", changed) if changed.endswith("= ") else f"{changed}\n{row}"
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "benchmark.toml").write_text(bad)
    with installed(tmp_path), pytest.raises(BadInput, match=said) as error:
        benchmark("odd")
    assert "benchmark.toml" in str(error.value)


@pytest.mark.parametrize("name", benchmark_names())
def test_a_row_leads_to_everything(name: str) -> None:
    row = benchmark(name)
    assert row.question.endswith("?")
    assert issubclass(row.loaded(row.eval), EvalSettings)
    assert {"generate", "show", "train", "report"} >= row.commands.keys()
    assert {"generate", "report"} <= row.commands.keys()
    for task in row.tasks:
        kind = row.task(task)
        assert issubclass(kind, Task)
        assert (kind.benchmark, kind.name) == (name, task)
        assert len(kind.models) >= 3
        assert any("oracle" in model for model in kind.models) or task != next(iter(row.tasks))
        for model in kind.models.values():
            assert model.title
            assert model.name == model.name.lower()


@pytest.mark.parametrize("name", benchmark_names())
def test_a_models_name_says_which_task_it_is_put_to(name: str) -> None:
    """The first that knows it; a task that is named comes before that, and a model of one's own is put to the first."""
    row = benchmark(name)
    kinds = [row.task(task) for task in row.tasks]
    for model in {model for kind in kinds for model in kind.models}:
        assert row.task_for(model) is next(kind for kind in kinds if model in kind.models)
        assert row.task_for(model, kinds[-1].name) is kinds[-1]
    assert row.task_for("mine.py:Mine") is row.task_for(object()) is row.task_for("nobody") is kinds[0]
