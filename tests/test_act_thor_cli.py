"""ACT-Thor from the command line, from nothing to a report; every example in the help; users' models that are wrong.

Features are those of a quick stand-in for ImageNet's network, whose own tests are elsewhere; of the many runs of a
report only a few are done.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casita.arrays import Float32s, Uint8s
from casita.benchmarks.act_thor import generate
from casita.benchmarks.act_thor import report as reporting
from casita.benchmarks.act_thor.collecting.settings import DataSettings
from casita.benchmarks.act_thor.collecting.splits import SPLITS
from casita.benchmarks.act_thor.models import experiments
from casita.benchmarks.act_thor.models.ranker import choices
from casita.benchmarks.act_thor.report import further_tasks
from casita.benchmarks.act_thor.stored.folder import ActThor, ActThorSteps
from casita.benchmarks.act_thor.stored.frozen import FrozenActThor
from casita.benchmarks.act_thor.task import TASKS
from casita.errors import BadInput
from casita.evaluation import statistics
from casita.evaluation.evaluate import evaluate
from casita.learn.features import vectors_by
from tests.act_thor_rooms import bedrooms
from tests.test_cli import ACT_THOR_EXAMPLES, Run, run

__all__ = ["run"]

pytest.importorskip("torch")


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data and sequences as `casita generate` makes them."""
    return bedrooms(tmp_path_factory)


class Colours:
    """Stands in for ImageNet's network: colours of a coarse grid."""

    name, width, digest = "imagenet", 108, "colours"

    def vectors(self, pictures: Uint8s) -> Float32s:
        rows, columns = (np.linspace(0, side - 1, 6).astype(int) for side in pictures.shape[1:3])
        return pictures[:, rows][:, :, columns].reshape(len(pictures), -1).astype(np.float32) / 64


@pytest.fixture(autouse=True)
def quick_features(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casita.learn.imagenet.ImageNet", Colours)
    vectors_by.cache_clear()


MINE = """
class Mine:
    def choose(self, before, action, candidates):
        return 3
    def infer(self, before, after, actions):
        return actions[0]
"""


@pytest.fixture
def here(folder: Path, tmp_path: Path) -> Path:
    """A folder to work in, where the examples of the help find their data and a model."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data/act_thor").symlink_to(folder)
    (tmp_path / "my_model.py").write_text(MINE)
    return tmp_path


def starts(*words: str) -> list[str]:
    return [line for line in ACT_THOR_EXAMPLES if line.startswith(words)]


def test_every_example_is_tried_here() -> None:
    tried = starts("generate", "show", "train", "eval", "report")
    assert tried == ACT_THOR_EXAMPLES
    assert len(tried) >= 12


def test_generate_makes_sets_for_every_part(folder: Path) -> None:
    data, steps = ActThor(folder), ActThorSteps(folder)
    for split in SPLITS:
        assert all(data.sets(split, part) for part in ("train", "valid", "test"))
    assert {len(steps.sets("scenes", "test", way)) > 10 for way in ("forward", "backward")} == {True}  # type: ignore[arg-type]


@pytest.mark.parametrize("example", starts("generate"))
def test_examples_of_generate_say_what_they_mean(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, example: str
) -> None:
    asked: list[tuple[str, Path, dict[str, Any], int]] = []

    def note(what: str, made: type[ActThor]) -> Callable[..., Any]:
        def noted(out: Path, settings: DataSettings, *, workers: int) -> Any:
            asked.append((what, out, settings.plain(), workers))
            return made(folder)

        return noted

    monkeypatch.setattr(generate, "generate", note("sets", ActThor))
    monkeypatch.setattr(generate, "generate_steps", note("steps", ActThorSteps))
    monkeypatch.setattr(generate, "generate_robust", note("robust", ActThor))
    monkeypatch.setattr(generate, "ROBUST_CARD", str(folder / "README.md"))
    words = shlex.split(example)
    ended = run(*words)
    assert ended.code == 0, ended.err
    assert ended.out.startswith((folder / "README.md").read_text())
    assert ("backward, 3 actions:" in ended.out) == ("--steps" in words)
    given = dict(pairwise(words))
    wanted = DataSettings(
        scale=given.get("--scale", "paper"), vary=tuple(given.get("--vary", "perspective").split(","))
    ).plain()
    names = ["sets", *(name for name in ("robust", "steps") if f"--{name}" in words)]
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
    (weights,) = (here / "models").glob("*.safetensors")
    curve = json.loads(weights.with_suffix(".curve.json").read_text())
    assert curve["curve"][0]["epoch"] == 1
    assert not list((here / "models").glob("*.training.pt"))


def test_the_example_with_our_own_model_is_given_to_it(run: Run, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Training it takes long, and is tested with the models."""
    from casita.benchmarks.act_thor.models import training

    (example,) = (line for line in starts("train") if "compare" in line)
    asked = []

    def train(data: Path, asked_for: experiments.Run, out: Path, configuration: str) -> Any:
        asked.append(asked_for)
        return training.TrainedModel(out / "x.safetensors", {"test": 0.5})

    monkeypatch.setattr(training, "train_model", train)
    assert run(*shlex.split(example)).out == "test: 50.0%\n"
    assert asked == [experiments.Run("compare", "pairs")]


def test_a_training_that_was_stopped_goes_on_to_the_same_bytes(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from casita.benchmarks.act_thor.models.training import train_model
    from casita.evaluation import training

    wanted = experiments.Run("concat-multi", "scenes", 0, "imagenet", "one-hot", "contrastive")
    whole = train_model(folder, wanted, tmp_path / "whole")
    kept, keep = [], training.TrainingRun.keep

    def keep_and_stop(self: training.TrainingRun, parts: Any, *, now: bool = True) -> None:
        keep(self, parts, now=True)
        kept.append(parts)
        if len(kept) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(training.TrainingRun, "keep", keep_and_stop)
    out = tmp_path / "stopped"
    with pytest.raises(KeyboardInterrupt):
        train_model(folder, wanted, out)
    assert (out / f"{wanted.name}.training.pt").exists()
    with pytest.raises(BadInput, match="of another training, with other configuration"):
        train_model(folder, wanted, out, "full")
    again = train_model(folder, wanted, out)
    assert again.path.read_bytes() == whole.path.read_bytes()
    assert again.accuracy == whole.accuracy
    assert [path.suffix for path in sorted(out.iterdir())] == [".json", ".safetensors"]


def all_right(out: str) -> tuple[int, float]:
    """How many questions a printed table says there were, and how many of them were right, in per cent."""
    ((count, right),) = re.findall(r"^ *all +(\d+) +([0-9.]+) ", out, re.MULTILINE)
    return int(count), float(right)


@pytest.mark.parametrize("example", [line for line in starts("eval") if "--data" in line])
def test_examples_of_eval_print_a_table(run: Run, here: Path, example: str) -> None:
    words = [*shlex.split(example), "--features", "imagenet"]
    given = dict(pairwise(words))
    if given["--model"] == "concat-multi":
        assert "train the model first" in run(*words).err
        assert run("train", *words[1:]).code == 0
    ended = run(*words)
    assert ended.code == 0, ended.err
    task, split = given.get("--task", "choice"), given.get("--split", "scenes")
    assert f"ACT-Thor, {task}: test of split {split}" in ended.out
    count, right = all_right(ended.out)
    data = ActThorSteps(here / "data/act_thor") if task == "steps" else ActThor(here / "data/act_thor")
    expected = len(data.sets(split, "test")) if task != "inference" else count
    assert count == expected > 0
    assert ("keys of the pictures" in ended.out) == (given["--model"] == "oracle")
    assert right == 100.0 or given["--model"] != "oracle"
    if "--resume" in words:
        assert len((here / given["--resume"]).read_text().splitlines()) == count + 1


def test_the_same_choices_by_eval_and_by_the_runs_of_a_report(run: Run, here: Path, folder: Path) -> None:
    """A trained model is asked with pictures, one set at a time, or with arrays, all at once."""
    from casita.benchmarks.act_thor.models.trained import Trained

    wanted = experiments.Run("concat-multi", "objects", 0, "imagenet", "one-hot", "contrastive")
    given = f"--data {folder} --model concat-multi --features imagenet --split objects".split()
    assert run("train", "act_thor", *given).code == 0
    model, _ = Trained.load(here / "models" / f"{wanted.name}.safetensors")
    together = choices(model, experiments.arrays_of(folder, "paper", wanted, "test")).tolist()
    settings = {"data": folder, "split": "objects", "features": "imagenet", "models": here / "models"}
    results = evaluate("act_thor", "concat-multi", progress=False, **settings)
    assert [row.answer for row in results.rows] == together
    assert len(together) >= 15
    (finished,) = experiments.run_all(folder, [wanted], here, progress=False)
    assert list(finished.chosen) == together


def test_the_oracle_of_single_actions_is_told_keys_and_always_right(folder: Path) -> None:
    results = evaluate("act_thor", "oracle", data=folder, limit=12, progress=False)
    assert results.privileges == ("keys of the pictures",)
    assert results.scores.metrics["all"].mean == 1.0
    assert results.scores.metrics["all"].items == 12


def test_without_data_the_frozen_sets_are_asked_about(run: Run, here: Path) -> None:
    (example,) = (line for line in starts("eval") if "--data" not in line)
    words = [word if word != "20" else "3" for word in shlex.split(example)]
    ended = run(*words)
    assert ended.code == 0, ended.err
    asked = FrozenActThor().sets("scenes", "test")[:3]
    assert all_right(ended.out) == (3, pytest.approx(100 * sum(one.answer == 3 for one in asked) / 3, abs=0.06))
    ended = run("eval", "act_thor", "--model", "linear", "--limit", "1")
    assert ended.code == 2
    assert "learns from data: make them with `casita generate act_thor`, and give --data" in ended.err
    ended = run("eval", "act_thor", "--model", "chain", "--limit", "1")
    assert "make some with `casita generate act_thor --steps`" in ended.err


def test_a_users_model_of_other_tasks_is_scored(run: Run, here: Path) -> None:
    sets = ActThorSteps(here / "data/act_thor").sets("scenes", "test")
    own = "--data data/act_thor --model my_model.py:Mine"
    ended = run(*f"eval act_thor --task steps {own}".split())
    share = 100 * sum(item.answer == 3 for item in sets) / len(sets)
    assert all_right(ended.out) == (len(sets), pytest.approx(share, abs=0.06))
    ended = run(*f"eval act_thor --task inference {own} --split objects".split())
    assert re.search(r"^ *push +\d+ +100.0 ", ended.out, re.MULTILINE), ended


WRONG = {
    "choose": {
        "return 7": "nonsense: the model answered 7, expected a whole number from 0 to 3",
        "raise ValueError('boom')": "raised: ValueError: boom",
        "return 'one'": "nonsense: the model answered 'one', expected a whole number from 0 to 3",
    },
    "infer": {
        "return 'kick'": "nonsense: the model named 'kick', expected one of push, ",
        "raise ValueError('boom')": "raised: ValueError: boom",
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
def test_a_users_model_that_is_wrong_goes_on_and_is_counted(
    run: Run, here: Path, task: str, method: str, body: str
) -> None:
    (here / "bad.py").write_text(f"class Bad:\n    def {method}(self, *given):\n        {body}\n")
    ended = run(*f"eval act_thor --data data/act_thor --model bad.py:Bad --task {task} --limit 5".split())
    assert ended.code == 0, ended.err
    assert all_right(ended.out) == (5, 0.0)
    fault = WRONG[method][body]
    said = " ".join(ended.out.split())
    assert re.search(rf"Faults: {fault.split(':')[0]} 5\. The first, bedroom_\d\d/\S+: {re.escape(fault)}", said), said


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
        ("eval --task guess --model linear", "unknown task of act_thor 'guess'"),
        ("eval --task inference --model lines", "unknown model 'lines': did you mean linear?"),
        ("eval --task steps --model chance --split pairs", "unknown split 'pairs'"),
        ("eval --model chance --part tset", "unknown part 'tset'"),
        ("eval --model my_model.py:Yours", "my_model.py:Yours: unknown class in my_model.py 'Yours'"),
        ("eval --model no.py:Mine", "model 'no.py:Mine': there is no file no.py"),
        ("eval --model oracle --data my_model.py", "my_model.py is a file; data are a folder"),
        ("train --model concat-multi --data my_model.py", "my_model.py is a file; data are a folder"),
        ("train --model concat-multi --data nowhere", "nowhere holds no finished data of act_thor"),
        ("train --model visual-only", "visual-only has no weights to train"),
        ("train --model oracle", "oracle is not trained"),
        ("report --data my_model.py", "my_model.py is a file; data are a folder"),
    ],
)
def test_bad_words_are_one_line(run: Run, here: Path, words: str, message: str) -> None:
    command, *rest = words.split()
    given = [] if "--data" in rest else ["--data", "data/act_thor"]
    ended = run(command, "act_thor", *given, *rest)
    assert ended.code == 2
    assert ended.err.startswith(f"error: {message}")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("words", ["train --model concat-multi", "report", "eval --model visual-only"])
def test_without_torch_the_install_line_is_said(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "torch" else real(name, *rest))
    command, *rest = words.split()
    ended = run(command, "act_thor", "--data", "data/act_thor", *rest)
    assert ended.code == 2
    assert ended.err.endswith("needs torch: pip install 'casita[learn]'\n")
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
        fast = [each for each in runs if each.model in ("visual-only", "least-squares") and each.seed == 0]
        return real(data, fast, out, **options)

    real = experiments.run_all
    monkeypatch.setattr(experiments, "run_all", few)
    for task in TASKS.values():
        monkeypatch.setattr(task, "splits", ("scenes",))
    monkeypatch.setattr(statistics, "RESAMPLES", 200)
    monkeypatch.setattr("casita.evaluation.figures.DOTS", 40)
    probed: list[Path] = []
    monkeypatch.setattr(reporting, "write_probe", lambda data, runs, progress: probed.append(runs))
    examples = starts("report")
    assert len(examples) == 3
    write = reporting.report

    def only_named(data: Path, runs: Path, out: Path, **options: Any) -> Path:
        out.mkdir(parents=True, exist_ok=True)
        (out / "summary.md").write_text("")
        return out / "report.html"

    for example in examples:
        # One page is enough: the last one's, which rests on the runs of all.
        monkeypatch.setattr(reporting, "report", write if example == examples[-1] else only_named)
        asked.clear()
        # Without looks of their own in this folder: what the headline asks for is tested with the report.
        words = [*shlex.split(example), "--features", "imagenet", "--workers", "1", "--configuration", "paper"]
        ended = run(*words)
        assert ended.code == 0, ended.err
        assert ended.err.rstrip().endswith("wrote report/act_thor/paper/report.html")
        seeds = experiments.SEEDS[: 3 if "--seeds" in words else 1 if "--quick" in words else None]
        kinds = experiments.paper_runs(("imagenet",), seeds) + experiments.control_runs("imagenet", seeds)
        kinds += experiments.compare_runs(seeds) + experiments.control_model_runs("imagenet", seeds)
        kinds += [] if "--quick" in words else experiments.l2_runs(("imagenet",), seeds)
        assert sorted(asked, key=str) == sorted(kinds, key=str)
    assert probed == [Path("runs/paper")]
    assert (here / "report/act_thor/paper/summary.md").read_text() in ended.out
    rows = json.loads((here / "runs/paper" / further_tasks.FILE).read_text())
    assert {row["task"] for row in rows} == set(further_tasks.REPORTED.values())
    oracle = [row for row in rows if row["model"] == "oracle"]
    assert oracle
    assert all(row["right"] == row["total"] > 0 for row in oracle)
    page = (here / "report/act_thor/paper/report.html").read_text()
    assert "Two and three steps, backwards" in page
    assert "results of action inference and of two and three steps" not in page
