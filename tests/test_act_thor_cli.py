"""ACT-Thor from the command line, from nothing to a report; every example in the help; users' models that are wrong.

The data are of six small rooms, two for each part, for a wrong candidate must come from another room of the same part.
Features are ImageNet's; of the many runs of a report only a few are done.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from casita.benchmarks.act_thor.stored.steps import GeneratedSteps, Steps

from casita.benchmarks.act_thor import task as beyond
from casita.benchmarks.act_thor.collecting.splits import SPLITS
from casita.benchmarks.act_thor.generate import DataSettings, Generated
from casita.benchmarks.act_thor.models import detection as probe
from casita.benchmarks.act_thor.models import experiments
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.benchmarks.act_thor.task import REPORTED, TASKS
from casita.cli import main
from tests.test_cli import ACT_THOR_EXAMPLES, Run, run

__all__ = ["run"]

ROOMS = "bedroom_04,bedroom_05,bedroom_23,bedroom_25,bedroom_28,bedroom_30"

pytest.importorskip("torch")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data and sequences as `casita generate` makes them."""
    out = tmp_path_factory.mktemp("made") / "data"
    words = f"casita generate act_thor --out {out} --physics kinematic --rooms {ROOMS} --steps --workers 1"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", words.split())
        with pytest.raises(SystemExit) as end:
            main()
    assert not end.value.code
    return out


@pytest.fixture
def here(folder: Path, tmp_path: Path) -> Path:
    """A folder to work in, where the examples of the help find their data and a model."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data/act_thor").symlink_to(folder)
    (tmp_path / "my_model.py").write_text(
        "class Mine:\n"
        "    def choose(self, before, action, candidates):\n"
        "        return 3\n"
        "    def infer(self, before, after, actions):\n"
        "        return actions[0]\n"
    )
    return tmp_path


def starts(*words: str) -> list[str]:
    return [line for line in ACT_THOR_EXAMPLES if line.startswith(words)]


def test_every_example_is_tried_here() -> None:
    tried = starts("generate", "show", "train", "eval", "report")
    assert tried == ACT_THOR_EXAMPLES
    assert len(tried) >= 12


def test_generate_makes_sets_for_every_part(folder: Path) -> None:
    data, steps = ActThor(folder), Steps(folder)
    for split in SPLITS:
        assert all(data.sets(split, part) for part in ("train", "valid", "test"))
    assert {len(steps.sets("scenes", "test", way)) > 10 for way in ("forward", "backward")} == {True}  # type: ignore[arg-type]


@pytest.mark.parametrize("example", starts("generate"))
def test_examples_of_generate_say_what_they_mean(run: Run, monkeypatch: pytest.MonkeyPatch, example: str) -> None:
    asked: list[tuple[str, Path, DataSettings, int]] = []

    def note(what: str, made: Callable[[Path], Any]) -> Callable[..., Any]:
        def noted(out: Path, settings: DataSettings, *, workers: int) -> Any:
            asked.append((what, out, settings, workers))
            out.mkdir(parents=True, exist_ok=True)
            (out / "README.md").write_text("a card\n")
            return made(out)

        return noted

    monkeypatch.setattr(
        "casita.benchmarks.act_thor.generate.generate", note("sets", lambda out: Generated(out, {}, {}))
    )
    monkeypatch.setattr(
        "casita.benchmarks.act_thor.steps.generate_steps", note("steps", lambda out: GeneratedSteps(out, [], []))
    )
    words = shlex.split(example)
    ended = run(*words)
    assert (ended.code, ended.out) == (0, "a card\n"), ended.err
    given = dict(pairwise(words))
    wanted = DataSettings(
        scale=given.get("--scale", "paper"), vary=tuple(given.get("--vary", "perspective").split(","))
    )  # fmt: skip
    names = ["sets", "steps"] if "--steps" in words else ["sets"]
    assert asked == [(name, Path(given["--out"]), wanted, int(given.get("--workers", 2))) for name in names]


@pytest.mark.parametrize("example", starts("show"))
def test_examples_of_show_draw_a_set(run: Run, here: Path, example: str) -> None:
    words = shlex.split(example)
    if "--data" in words:
        words[2] = ActThor(here / "data/act_thor").all_sets[0].id
    ended = run(*words)
    assert ended.code == 0, ended.err
    assert (here / ended.err.strip().removeprefix("wrote ")).read_bytes().startswith(b"\x89PNG")
    assert ended.out.rstrip().endswith("which candidate shows it?" if "--hide" in words else "shows it")


@pytest.mark.parametrize("example", [line for line in starts("train") if "compare" not in line])
def test_examples_of_train_leave_weights(run: Run, here: Path, example: str) -> None:
    ended = run(*shlex.split(example), "--features", "imagenet")
    assert ended.code == 0, ended.err
    shares = dict(re.findall(r"^(\w+): ([0-9.]+)%$", ended.out, re.MULTILINE))
    assert shares.keys() == {"train", "valid", "test"}
    assert all(0.0 <= float(share) <= 100.0 for share in shares.values())
    assert len(list((here / "models").glob("*.safetensors"))) == 1


def test_the_example_with_our_own_model_is_given_to_it(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Training it takes long, and is tested with the models."""
    (example,) = (line for line in starts("train") if "compare" in line)
    asked = []

    def train(data: Path, asked_for: experiments.Run, out: Path, configuration: str) -> Any:
        from casita.benchmarks.act_thor.models.training import TrainedModel

        asked.append(asked_for)
        return TrainedModel(out / "x.safetensors", {"test": 0.5})

    monkeypatch.setattr("casita.benchmarks.act_thor.trying.train_model", train)
    assert run(*shlex.split(example)).out == "test: 50.0%\n"
    assert asked == [experiments.Run("compare", "pairs")]


@pytest.mark.parametrize("example", starts("eval"))
def test_examples_of_eval_print_a_table(run: Run, here: Path, example: str) -> None:
    words = [*shlex.split(example), "--features", "imagenet"]
    given = dict(pairwise(words))
    if given["--model"] == "concat-multi":
        assert "train the model first" in run(*words).err
        shared = [word for word in words[1:] if word != "--resume"]
        assert run("train", *shared).code == 0
    ended = run(*words)
    assert ended.code == 0, ended.err
    task, split = given.get("--task", "choice"), given.get("--split", "scenes")
    assert re.search(rf"{re.escape(given['--model'])}, test of split {split}", ended.out)
    (right,) = re.findall(r"│ all +│ +(\d+) +│ ([0-9.]+) ", ended.out)
    if given["--model"] == "oracle":
        assert right == (str(len(Steps(here / "data/act_thor").sets("scenes", "test"))), "100.0")
    elif task == "choice":
        assert int(right[0]) == len(ActThor(here / "data/act_thor").sets(split, "test"))
    if "--resume" in words:
        assert len((here / given["--resume"]).read_text().splitlines()) == int(right[0]) + 1


def test_a_users_model_of_other_tasks_is_scored(run: Run, here: Path) -> None:
    data = Steps(here / "data/act_thor")
    sets = data.sets("scenes", "test")
    own = "--data data/act_thor --model my_model.py:Mine"
    ended = run(*f"eval act_thor --task steps {own}".split())
    share = 100 * sum(item.answer == 3 for item in sets) / len(sets)
    assert re.search(rf"│ all +│ {len(sets)} +│ {share:.1f} ", ended.out), ended
    ended = run(*f"eval act_thor --task inference {own} --split objects".split())
    assert re.search(r"│ push +│ \d+ +│ 100.0 ", ended.out), ended


WRONG = {
    "choose": {
        "return 7": "act_thor, item {id}: the model answered 7, expected a whole number from 0 to 3",
        "raise ValueError('boom')": "act_thor, item {id}: ValueError: boom",
        "return 'one'": "act_thor, item {id}: the model answered 'one', expected a whole number from 0 to 3",
    },
    "infer": {
        "return 'kick'": "act_thor, item {id}: the model named 'kick', expected one of push, ",
        "raise ValueError('boom')": "act_thor, item {id}: ValueError: boom",
    },
}


@pytest.mark.parametrize(
    ("task", "method", "body"),
    [
        (task, method, body)
        for task, method in {"choice": "choose", "steps": "choose", "inference": "infer"}.items()
        for body in WRONG[method]
    ],
)
def test_a_users_model_that_is_wrong_is_one_line(run: Run, here: Path, task: str, method: str, body: str) -> None:
    (here / "bad.py").write_text(f"class Bad:\n    def {method}(self, *given):\n        {body}\n")
    ended = run(*f"eval act_thor --data data/act_thor --model bad.py:Bad --task {task}".split())
    assert ended.code == 2
    expected = re.escape(WRONG[method][body]).replace(re.escape("{id}"), r"bedroom_\d\d/\S+")
    assert re.match(f"error: bad.py:Bad: {expected}", ended.err), ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(("task", "method"), [("choice", "choose"), ("steps", "choose"), ("inference", "infer")])
def test_a_users_model_without_the_method_is_one_line(run: Run, here: Path, task: str, method: str) -> None:
    (here / "bad.py").write_text("class Bad:\n    pass\n")
    ended = run(*f"eval act_thor --data data/act_thor --model bad.py:Bad --task {task}".split())
    assert ended.code == 2
    assert ended.err.startswith("error: bad.py:Bad: ")
    assert f"Bad has no method {method}(before, " in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--task guess --model linear", "unknown task 'guess'"),
        ("--task inference --model lines", "unknown model of this task 'lines': did you mean linear?"),
        ("--task steps --model chance --split pairs", "unknown split 'pairs'"),
        ("--model my_model.py:Yours", "my_model.py:Yours: unknown class in my_model.py 'Yours'"),
        ("--model no.py:Mine", "model 'no.py:Mine': there is no file no.py"),
    ],
)
def test_bad_words_are_one_line(run: Run, here: Path, words: str, message: str) -> None:
    ended = run("eval", "act_thor", "--data", "data/act_thor", *words.split())
    assert ended.code == 2
    assert ended.err.startswith(f"error: {message}")
    assert ended.err.count("\n") == 1


def test_data_without_sequences_say_how_to_make_them(run: Run, here: Path, folder: Path) -> None:
    shutil.copytree(folder, here / "main", ignore=shutil.ignore_patterns("pictures", "features", "*steps*"))
    ended = run("eval", "act_thor", "--data", "main", "--task", "steps", "--model", "oracle")
    assert ended.code == 2
    assert "main has no sequences: make them with `casita generate act_thor --steps`" in ended.err


def test_a_report_does_the_runs_that_are_missing(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[experiments.Run] = []

    def few(data: Path, runs: list[experiments.Run], out: Path, **options: Any) -> Any:
        asked.extend(runs)
        fast = [each for each in runs if each.model in ("visual-only", "least-squares")]
        return real(data, fast, out, **options)

    real = experiments.run_all
    monkeypatch.setattr(experiments, "run_all", few)
    for task in TASKS.values():
        monkeypatch.setattr(task, "splits", ("scenes",))
    probed: list[Path] = []
    monkeypatch.setattr(probe, "write_probe", lambda data, runs, progress: probed.append(runs))
    for example in starts("report"):
        asked.clear()
        words = [*shlex.split(example), "--features", "casita", "--workers", "1"]
        ended = run(*words)
        assert ended.code == 0, ended.err
        assert ended.err.rstrip().endswith("wrote report/report.html")
        seeds = (0,) if "--quick" in words else experiments.SEEDS
        kinds = experiments.paper_runs(("casita",), seeds) + experiments.control_runs("casita", seeds)
        kinds += experiments.compare_runs(seeds) + (
            [] if "--quick" in words else experiments.l2_runs(("casita",), seeds)
        )
        assert sorted(asked, key=str) == sorted(kinds, key=str)
        monkeypatch.setattr(beyond, "write_results", lambda data, runs, features: None)  # what is there is enough
    assert probed == [Path("runs")]
    assert (here / "report/summary.md").read_text() in ended.out
    rows = json.loads((here / "runs/beyond.json").read_text())
    assert {row["task"] for row in rows} == set(REPORTED.values())
    oracle = [row for row in rows if row["model"] == "oracle"]
    assert oracle
    assert all(row["right"] == row["total"] > 0 for row in oracle)
    page = (here / "report/report.html").read_text()
    assert "Two and three steps, backwards" in page
    assert "results of action inference and of two and three steps" not in page
