"""Watch-And-Help from the command line: every example in the help, users' helpers, runs that go on.

Episodes are cut off after a few steps where only what is said about them matters.
"""

from __future__ import annotations

import builtins
import importlib.util
import re
import shlex
import shutil
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from casita.agents.interplay import Interplay
from casita.benchmarks.watch_and_help.generate import GenerateSettings, read_demonstrations
from casita.benchmarks.watch_and_help.homes.tasks import task_named, tasks
from casita.benchmarks.watch_and_help.item import Split, Task
from casita.benchmarks.watch_and_help.models import GOAL_READERS, MODELS, helper
from casita.benchmarks.watch_and_help.models.training import TrainSettings
from casita.benchmarks.watch_and_help.report.experiments import run_all
from casita.benchmarks.watch_and_help.score import HelpResult, alone_lengths, by_activity, counted, estimated
from casita.evaluation import statistics
from casita.evaluation.journal import read_journal
from casita.evaluation.models import misfits
from casita.evaluation.running import Answered
from casita.protocols import Helper
from tests.test_cli import WATCH_AND_HELP_EXAMPLES, Run, run

__all__ = ["run"]

NAME = "watch_and_help"
FEW, SHORT = 2, 12
"""Tasks of a split and steps of an episode in the tests of `eval`."""

MINE = """
from casita import Action

class Mine:
    def watch(self, demonstration):
        self.seen = len(demonstration)

    def act(self, observation):
        return {act}
"""


def starts(*words: str) -> list[str]:
    return [line for line in WATCH_AND_HELP_EXAMPLES if line.startswith(words)]


def own(folder: Path, act: str, name: str = "my_helper.py") -> None:
    (folder / name).write_text(MINE.format(act=act))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few tasks, and room for their names."""
    monkeypatch.setenv("COLUMNS", "200")
    few: Callable[[Split], tuple[Task, ...]] = lambda split: tasks(split)[:FEW]  # noqa: E731
    monkeypatch.setattr("casita.benchmarks.watch_and_help.task.tasks", few)
    monkeypatch.setattr(statistics, "RESAMPLES", 200)


def episodes(journal: Path) -> list[HelpResult]:
    return [msgspec.convert(row.answer, HelpResult) for row in read_journal(journal, Answered)[1]]


def test_every_example_is_tried_here() -> None:
    tried = starts("generate", "show", "train", "eval", "report")
    assert tried == WATCH_AND_HELP_EXAMPLES
    assert len(tried) >= 10


# Data and tasks.


@pytest.mark.parametrize("example", starts("generate"))
def test_examples_of_generate_say_what_they_mean(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str
) -> None:
    asked: list[GenerateSettings] = []

    def note(settings: GenerateSettings) -> SimpleNamespace:
        asked.append(settings)
        return SimpleNamespace(card="a card")

    monkeypatch.setattr("casita.benchmarks.watch_and_help.generate.generate", note)
    words = shlex.split(example)
    ended = run(*words)
    assert (ended.code, ended.out) == (0, "a card\n"), ended.err
    given = dict(pairwise(words))
    parts = given.get("--parts", "train,test_1,test_2,inference").split(",")
    wanted = GenerateSettings(
        out=Path(given["--out"]),
        scale=given.get("--scale", "paper"),
        parts=tuple(parts),
        limit=int(given.get("--limit", 0)),
        workers=int(given.get("--workers", 2)),
    )
    assert asked == [wanted]


def test_generate_makes_demonstrations_and_prints_the_card(run: Run, tmp_path: Path) -> None:
    ended = run(*f"generate {NAME} --out made --parts test_2,test_1 --limit 1 --workers 1".split())
    assert ended.code == 0, ended.err
    rows = list(read_demonstrations(tmp_path / "made"))
    assert [row.id for row in rows] == ["test_1_001", "test_2_001"]
    assert ended.out == (tmp_path / "made/README.md").read_text()
    assert f"| test_1 | 1 | 100 | {rows[0].steps:.1f} |" in ended.out


@pytest.mark.parametrize("example", starts("show"))
def test_examples_of_show_draw_a_task(run: Run, tmp_path: Path, example: str) -> None:
    words = shlex.split(example)
    ended = run(*words)
    assert ended.code == 0, ended.err
    assert (tmp_path / ended.err.strip().removeprefix("wrote ")).read_bytes().startswith(b"\x89PNG")
    task = task_named(words[2])
    assert f"goal: {task.goal.sentence()}\n" in ended.out
    assert f"apartment {task.watch.apartment}, helped with in apartment {task.help.apartment}" in ended.out
    for predicate in task.goal.predicates:
        if predicate.relation in ("on", "in"):
            found = re.findall(rf"^  {predicate.object.replace('_', ' ')} \d+, (?:on|in) ", ended.out, re.MULTILINE)
            assert len(found) >= predicate.count


# Training.


@pytest.mark.parametrize("example", starts("train"))
def test_examples_of_train_are_given_to_what_trains_the_model(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str
) -> None:
    """Training takes long, and is tested with the models."""
    pytest.importorskip("torch")
    asked: list[TrainSettings] = []

    def note(settings: TrainSettings, *, progress: bool) -> Path:
        asked.append(settings)
        return settings.out / f"{settings.model}.safetensors"

    for name in ("goal_networks.train_goal_network", "policies.train_policy"):
        monkeypatch.setattr(f"casita.benchmarks.watch_and_help.models.training.{name}", note)
    (tmp_path / "data/watch_and_help").mkdir(parents=True)
    words = shlex.split(example)
    ended = run(*words)
    given = dict(pairwise(words))
    out, data = Path(given.get("--out", "models")), given.get("--data")
    assert (ended.code, ended.err) == (0, f"wrote {out / given['--model']}.safetensors\n")
    budget = "--paper-budget" in words
    wanted = TrainSettings(
        model=given["--model"],
        data=data and Path(data),  # type: ignore[arg-type]
        out=out,
        paper_budget=budget,
        whole="--whole" in words,
        epochs=int(given["--epochs"]) if "--epochs" in given else None,
    )
    assert asked == [wanted]


# Evaluation.


def watches(example: str) -> bool:
    """Is it about inferring goals only?"""
    return dict(pairwise(shlex.split(example)))["--model"] in GOAL_READERS


@pytest.mark.parametrize("example", [line for line in starts("eval") if not watches(line)])
def test_examples_of_eval_print_what_the_journal_holds(run: Run, tmp_path: Path, small: None, example: str) -> None:
    own(tmp_path, "observation.legal[0]")
    words = shlex.split(example)
    given = dict(pairwise(words))
    journal = Path(given.get("--resume", "kept.jsonl"))
    further = [] if "--resume" in words else ["--resume", "kept.jsonl"]
    ended = run(*words, *further, "--steps", str(SHORT))
    assert ended.code == 0, ended.err
    seeds, split = int(given.get("--seeds", 5)), given.get("--split", "test_1")
    helped, alone = (episodes(tmp_path / journal.with_stem(journal.stem + end)) for end in ("", "_alone"))
    pairs = [(task.id, seed) for task in tasks(split)[: min(FEW, int(given["--limit"]))] for seed in range(seeds)]  # type: ignore[arg-type]
    assert [(each.task, each.seed) for each in helped] == [(each.task, each.seed) for each in alone] == pairs
    assert all(each.alone for each in alone)
    assert not any(each.alone for each in helped)
    lengths = alone_lengths(alone)
    for name, group in by_activity(helped).items():
        means = [estimated(group, lengths, measure).mean for measure in ("success", "speed_up", "reward")]
        wanted = [str(len(group)), *(f"{figure:.3f}" for figure in means)]
        row = next(line for line in ended.out.splitlines() if line.split()[:1] == [name])
        assert row.split()[1] == wanted[0], row
        for figure in wanted[1:]:
            assert figure in row.split(), row
    assert ("It was told what the task does not allow: goal, plan." in ended.out) == ("hp-true-goal" in words)
    logs = list(tmp_path.rglob("*.jsonl.gz"))
    assert len(logs) == (2 * len(pairs) if "--logs" in words else 0)


@pytest.mark.parametrize("example", [line for line in starts("eval") if watches(line)])
def test_examples_of_eval_print_how_well_goals_are_inferred(run: Run, example: str) -> None:
    words = shlex.split(example)
    ended = run(*words)
    assert ended.code == 0, ended.err
    count = int(dict(pairwise(words))["--limit"])
    rows = {line.split()[0]: line.split() for line in ended.out.splitlines() if line.strip()}
    assert rows["all"][1] == str(count)
    assert rows["all"][2] == "1.000"  # a part of a demonstration, too, has nothing in it that is not wanted
    assert {rows[task.activity][1] for task in tasks("test_1")[:count]} == {"1"}


@pytest.mark.parametrize(
    ("act", "fault"),
    [
        ("1 / 0", f"raised {SHORT}. The first, test_1_001 seed 0: raised: ZeroDivisionError: division by zero"),
        ("None", f"nonsense {SHORT}. The first, test_1_001 seed 0: nonsense: expected an Action, got NoneType"),
        ("Action('bob', 'fly')", f"nonsense {SHORT}. The first, test_1_001 seed 0: nonsense: unknown verb"),
        ("Action('alice', 'wait')", f"nonsense {SHORT}. The first, test_1_001 seed 0: nonsense: an action of 'alice'"),
        ("self.forgotten", f"raised {SHORT}. The first, test_1_001 seed 0: raised: AttributeError"),
    ],
)
def test_a_helper_with_faults_is_run_to_the_end_and_they_are_shown(
    run: Run, tmp_path: Path, small: None, act: str, fault: str
) -> None:
    own(tmp_path, act)
    ended = run(*f"eval {NAME} --model my_helper.py:Mine --limit 1 --seeds 1 --steps {SHORT}".split())
    assert ended.code == 0, ended.err
    assert f"Faults: {fault}" in ended.out
    assert re.search(rf"^ +all .* {SHORT}\.00 *$", ended.out, re.MULTILINE), ended.out


def test_a_helper_that_does_well_has_no_faults(run: Run, tmp_path: Path, small: None) -> None:
    own(tmp_path, "Action('bob', 'wait')")
    ended = run(*f"eval {NAME} --model my_helper.py:Mine --limit 1 --seeds 1 --steps 4".split())
    assert ended.code == 0, ended.err
    assert "Faults" not in ended.out
    assert "It was told" not in ended.out


def test_a_helper_is_shown_pictures_if_it_is_asked_for(run: Run, tmp_path: Path, small: None) -> None:
    own(tmp_path, "observation.legal[observation.picture.shape != (24, 24, 3) or 10**9]")
    words = f"eval {NAME} --model my_helper.py:Mine --seeds 1 --limit 1 --steps 2".split()
    faults = [run(*words, *further).out for further in ((), ("--pixels", "24"), ("--pixels", "32"))]
    assert "AttributeError" in faults[0]
    assert "IndexError" in faults[1]
    assert "Faults" not in faults[2]
    assert "from 1 to 8192 pixels" in run(*words, "--pixels", "0").err


def test_a_run_that_was_stopped_goes_on_and_another_one_is_refused(run: Run, tmp_path: Path, small: None) -> None:
    own(tmp_path, "observation.legal[-1]")
    words = f"eval {NAME} --model my_helper.py:Mine --seeds 2 --steps {SHORT} --resume kept.jsonl".split()
    assert run(*words).code == 0
    kept, alone = tmp_path / "kept.jsonl", tmp_path / "kept_alone.jsonl"
    whole, lines = kept.read_bytes(), kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 1 + 2 * FEW
    kept.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    before = alone.read_bytes()
    ended = run(*words)
    assert ended.code == 0, ended.err
    assert (kept.read_bytes(), alone.read_bytes()) == (whole, before)
    others = {"seeds is 2 there and 3 here": "--seeds 3", "model is": "--model random", "tasks is": "--limit 1"}
    for what, other in others.items():
        ended = run(*words, *other.split())
        assert (ended.code, ended.err.count("\n")) == (2, 1)
        assert "kept.jsonl is of something else: " in ended.err
        assert what in ended.err
    own(tmp_path, "observation.legal[0]")
    ended = run(*words)
    assert ended.code == 2
    assert "made of, my_helper.py is" in ended.err
    assert kept.read_bytes() == whole


def test_alice_alone_is_her_own_measure(run: Run, tmp_path: Path, small: None) -> None:
    words = f"eval {NAME} --model alice-alone --seeds 1 --steps {SHORT} --resume alone.jsonl".split()
    ended = run(*words)
    assert ended.code == 0, ended.err
    assert not (tmp_path / "alone_alone.jsonl").exists()
    assert re.search(rf"^ +all +{FEW} ", ended.out, re.MULTILINE)
    # Her journal serves others, and is not done again.
    before = (tmp_path / "alone.jsonl").read_bytes()
    ended = run(*f"eval {NAME} --model random --seeds 1 --steps {SHORT} --alone alone.jsonl".split())
    assert ended.code == 0, ended.err
    assert (tmp_path / "alone.jsonl").read_bytes() == before


def test_a_built_in_helper_without_torch_stops_with_the_line_that_installs_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = importlib.util.find_spec

    def without_torch(name: str, package: str | None = None) -> object:
        return None if name == "torch" else found(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without_torch)
    for words in ("eval {} --model hp", "eval {} --model goal-lstm", "report {} --quick", "train {} --model hybrid"):
        ended = run(*words.format(NAME).split())
        assert ended.code == 2
        assert ended.err.count("\n") == 1
        assert "needs torch: pip install 'casita[learn]'" in ended.err
    assert [name for name, row in MODELS.items() if not row.needs] == [
        "alice-alone", "random", "hp-bayes", "hp-true-goal", "hp-true-goal-untold", "hp-random-goal", "teammate",
        "oracle-b", "oracle-both", "oracle-b-two-hands", "oracle-joint",
        "hp-informed", "hp-two-hands", "hp-two-hands-informed",
        "teammate-one-hand-uniform", "teammate-one-hand", "teammate-uniform",
        "oracle-b-untold", "oracle-b-untold-two-hands", "oracle-teammate", "oracle-teammate-two-hands",
        "online-hp", "online-teammate",
        "teammate-leaves-nothing", "teammate-looks-anywhere", "teammate-not-scouting", "teammate-not-courteous",
        "teammate-no-favours", "teammate-puts-later", "teammate-leaves-open", "teammate-plans-for-both",
        "teammate-infers-once",
    ]  # fmt: skip


def test_helpers_that_need_no_torch_do_not_ask_for_it(run: Run, small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_torch(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "torch":
            raise ModuleNotFoundError("no torch here")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_torch)
    ended = run(*f"eval {NAME} --model hp-bayes --seeds 1 --limit 1 --steps 3".split())
    assert ended.code == 0, ended.err
    assert "Faults" not in ended.out


def test_counts_are_means_over_episodes_and_search_saved_is_less_search_than_alone() -> None:
    def done(seed: int, taken: int, contested: int, searching: int, bob: float | None) -> HelpResult:
        choices = {"alice": 50.0} | ({} if bob is None else {"bob": bob})
        undone, blocked, steps = {"alice": 1, "bob": 2}, {"alice": 3, "bob": 0}, 20 + 40 * seed
        counted = Interplay(steps, taken, contested, undone, blocked, searching, choices)
        return HelpResult("test_1_001", "setup_table", seed, True, steps, counted, {"slow": seed, "raised": 1})

    helped = [done(0, 0, 1, 5, 100.0), done(1, 3, 0, 7, 200.0)]
    own = counted(helped, [done(0, 0, 0, 10, None), done(1, 0, 0, 10, None)])
    assert (own.conflicting, own.taking_back, own.search_saved, own.faults) == (1.0, 0.5, 4.0, 1.5)
    assert own.choices == (20 * 75.0 + 60 * 125.0) / 80  # of a mean step, and there are more of them in the longer one
    assert (own.undone_by_alice, own.undone_by_bob, own.alice_blocked, own.bob_blocked) == (1.0, 2.0, 3.0, 0.0)
    assert counted(helped, []).search_saved is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("eval watch_and_help --model hpp", "unknown model 'hpp': did you mean hp"),
        ("eval watch_and_help --model hp --split test1", "unknown split 'test1': did you mean test_1"),
        ("eval watch_and_help --model hp --limit 0", "--limit is at least 1; it is 0"),
        ("eval watch_and_help --model hp --seeds 0", "there is at least one seed; asked for 0"),
        ("eval watch_and_help --model hp --steps 251", "an episode has 1 to 250 steps; asked for 251"),
        ("eval watch_and_help --model hybrid --weights no", "no is no folder with weights"),
        ("eval watch_and_help --model random --weights no", "no is no folder with weights"),
        ("eval watch_and_help --model goal-lstm --limit 1 --weights no", "no is no folder with weights"),
        ("eval watch_and_help --model bayes --task help", "unknown model 'bayes'"),
        ("eval watch_and_help --model no.py:Mine", "model 'no.py:Mine': there is no file no.py"),
        ("eval watch_and_help --model bad.py:Bad", "bad.py:Bad: Bad has no method watch(demonstration)"),
        ("eval watch_and_help --model bad.py:Worse", "Worse: cannot be made without arguments"),
        ("show watch_and_help test_1_101", "unknown task 'test_1_101': did you mean test_1_"),
        ("generate watch_and_help --out x --parts tests", "unknown part 'tests'"),
        ("generate watch_and_help --out x --scale huge", "unknown scale 'huge'"),
        ("train watch_and_help --model goal-gru", "unknown trained model 'goal-gru': did you mean goal-"),
        ("train watch_and_help --model goal-lstm --data no", "there is no folder no"),
        (
            "train watch_and_help --model goal-lstm",
            "goal-lstm learns from demonstrations, made with",
        ),
    ],
)
def test_what_a_person_got_wrong_is_one_line(run: Run, tmp_path: Path, words: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(
        "class Bad:\n    def act(self, observation):\n        pass\n"
        "class Worse(Bad):\n    def __init__(self, size):\n        pass\n"
    )
    ended = run(*words.split())
    assert ended.code == 2
    assert ended.err.startswith("error: ")
    assert message in ended.err
    assert ended.err.count("\n") == 1


# The report.


def test_examples_of_report_do_what_is_missing_and_write_the_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Path, str, int | None, int, int]] = []

    def few(runs: Path, *, study: str, limit: int | None, seeds: int, workers: int) -> None:
        asked.append((runs, study, limit, seeds, workers))
        monkeypatch.setattr("casita.benchmarks.watch_and_help.report.experiments.GOAL_READERS", {})
        helpers = ["alice-alone", "hp-bayes"]
        if not done.exists():
            run_all(done, splits=["test_1"], helpers=helpers, limit=FEW, seeds=1, steps=SHORT, progress=False)
        shutil.copytree(done, runs, dirs_exist_ok=True)

    done = tmp_path / "done"
    monkeypatch.setattr(statistics, "RESAMPLES", 200)
    monkeypatch.setattr("casita.evaluation.figures.DOTS", 40)
    monkeypatch.setattr("casita.benchmarks.watch_and_help.report.run_all", few)
    for example in starts("report"):
        words = shlex.split(example)
        ended = run(*words)
        assert ended.code == 0, ended.err
        assert ended.err.rstrip().endswith("wrote report/watch_and_help/report.html")
        assert ended.out == (tmp_path / "report/watch_and_help/summary.md").read_text()
        folder = Path(dict(pairwise(words)).get("--runs", "runs/watch_and_help"))
        studies = dict(pairwise(words)).get("--studies", "main").split(",")
        quick = [(folder / "quick", "main", 10, 1, 2)]
        assert asked == (quick if "--quick" in words else [(folder, study, None, 5, 2) for study in studies])
        asked.clear()
        # All pages are of the same runs: figures of the first are enough.
        monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda figure, out, **_: out.write(b"\x89PNG"))
    assert "HP, Bayes' goal" in ended.out
    assert "Watch-And-Help on Casita" in (tmp_path / "report/watch_and_help/report.html").read_text()


# The table of helpers.


@pytest.mark.parametrize("name", MODELS)
def test_every_helper_of_the_table_is_one(name: str) -> None:
    row = MODELS[name]
    made = helper(name)
    assert row.name == name
    assert misfits(made, Helper) == []
    module, _, maker = row.made.partition(":")
    named = getattr(import_module(f"casita.benchmarks.watch_and_help.models.{module}"), maker)
    assert type(made) is (named.func if isinstance(named, partial) else named)
    told = set(getattr(made, "privileges", ()))
    assert ("goal" in told) == (row.goal == "true")
    assert getattr(made, "absent", False) == (name == "alice-alone")


def test_titles_are_different() -> None:
    assert len({row.title for row in MODELS.values()}) == len(MODELS)
