"""Putting a model to a task: built-in and users' take one path, faults are counted, a killed run goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

import casita
from casita.cli import app, main
from casita.errors import BadInput
from casita.evaluation import guard
from casita.evaluation.benchmark import benchmark, benchmark_names
from casita.evaluation.evaluate import check_model, evaluate, fitting, profile, profile_table
from casita.evaluation.faults import Fault
from casita.evaluation.guard import GuardedModel, InProcess
from casita.evaluation.models import EXTRAS, load_model, misfits
from casita.evaluation.running import evaluate_task, evaluate_together
from tests.toy_benchmarks import installed


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(EXTRAS, "quantum", ("a_package_that_nobody_has",))  # type: ignore[misc]
    with installed():
        yield


@pytest.fixture
def data(tmp_path: Path) -> Path:
    list(benchmark("letters").run("generate", out=tmp_path / "data"))
    return tmp_path / "data"


MINE = """
class Mine:
    def count(self, word):
        return len(word)

class Faulty:
    def count(self, word):
        if word.startswith("a"):
            raise SystemExit("I am leaving")
        return "many" if word.startswith("b") else len(word)

class Sleepy:
    def count(self, word):
        import time
        time.sleep(60)

class NoCount:
    pass

class Greedy(Mine):
    privileges = ("answer",)
    made_of = ("weights.bin",)
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


def test_a_users_model_and_one_of_ours_take_the_same_path(data: Path, mine: Path) -> None:
    ours = evaluate("letters", "oracle", data=data, progress=False)
    theirs = evaluate("letters", f"{mine}:Mine", data=data, progress=False)
    made = evaluate("letters", load_model(f"{mine}:Mine"), data=data, progress=False)
    assert [row.answer for row in ours.rows] == [row.answer for row in theirs.rows] == [row.answer for row in made.rows]
    assert ours.scores.metrics["right"].mean == 1.0
    assert len(ours.rows) == 12
    assert evaluate("letters", "always", data=data, progress=False).scores.metrics["right"].mean < 1.0
    assert len(evaluate("letters", "always", data=data, limit=5, progress=False).rows) == 5


def test_nothing_is_written_beside_a_users_model(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    before = sorted(mine.parent.rglob("*"))
    load_model(f"{mine}:Mine")
    assert sorted(mine.parent.rglob("*")) == before
    assert not sys.dont_write_bytecode


def test_workers_make_no_difference(data: Path, mine: Path) -> None:
    assert evaluate("letters", f"{mine}:Faulty", data=data, workers=1, progress=False).rows == tuple(
        evaluate("letters", f"{mine}:Faulty", data=data, progress=False).rows
    )
    with pytest.raises(BadInput, match="other processes find a model by its name"):
        evaluate("letters", load_model(f"{mine}:Mine"), data=data, workers=2)


def test_faults_are_counted_and_the_run_goes_on(data: Path, mine: Path) -> None:
    found = evaluate("letters", f"{mine}:Faulty", data=data, traceback=True, progress=False)
    words = {word.id: word for word in benchmark("letters").task()(found_settings(data)).items()}
    for row in found.rows:
        first = words[row.item].text[0]
        kind = {"a": "raised", "b": "nonsense"}.get(first)
        assert row.faults == ({kind: 1} if kind else {})
        assert row.answer == (None if kind else words[row.item].letters)
    assert found.faults == {
        "nonsense": sum(word.text[0] == "b" for word in words.values()),
        "raised": sum(word.text[0] == "a" for word in words.values()),
    }
    assert min(found.faults.values()) > 0
    raised = next(row for row in found.rows if "raised" in row.faults)
    assert raised.first_fault == "raised: SystemExit: I am leaving"
    assert "SystemExit: I am leaving" in raised.trace


def found_settings(data: Path) -> Any:
    return benchmark("letters").settings("eval", {"data": data})


def test_a_slow_model_is_stopped(data: Path, mine: Path) -> None:
    found = evaluate("letters", f"{mine}:Sleepy", data=data, limit=2, timeout=0.05, progress=False)
    assert found.faults == {"slow": 2}
    assert found.rows[0].first_fault == "slow: count took longer than 0.05 s"


def test_what_a_model_needs_and_has_not_stops_the_run(data: Path) -> None:
    with pytest.raises(BadInput, match=r"quantum needs a_package_that_nobody_has: pip install 'casita\[quantum\]'"):
        evaluate("letters", "quantum", data=data)


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("nobody", "unknown model 'nobody': expected one of always, file.py:Class, oracle, quantum"),
        ("mine.py:NoCount", r"NoCount has no method count\(word\)"),
        ("mine.py:Nobody", r"unknown class in mine\.py 'Nobody'"),
        ("none.py:Mine", r"there is no file none\.py"),
        ("mine:Mine", r"expected path/file\.py:Class"),
    ],
)
def test_models_that_cannot_be_asked_are_named(data: Path, mine: Path, model: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        evaluate("letters", model, data=data)


def test_settings_that_make_no_sense_are_named(data: Path) -> None:
    for wrong, words in (
        ({"limit": 0}, "--limit is at least 1; it is 0"),
        ({"timeout": -1.0}, "--timeout is more than 0 seconds"),
        ({"workers": 0}, "at least one worker"),
        ({"colour": "red"}, "eval letters: .*colour"),
        ({"task": "guess"}, "unknown task of letters 'guess'"),
    ):
        with pytest.raises(BadInput, match=words):
            evaluate("letters", "always", data=data, **wrong)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="unknown benchmark 'leters': did you mean letters"):
        evaluate("leters", "always")


# Journals.


def test_a_killed_run_goes_on_to_the_same_bytes(data: Path, mine: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    found = evaluate("letters", f"{mine}:Faulty", data=data, resume=whole, progress=False)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 13
    for cut in (0, 1, 5, 12):
        path = tmp_path / f"cut_{cut}.jsonl"
        path.write_bytes(b"".join(lines[:cut]) + lines[min(cut, 12)][:7])
        again = evaluate("letters", f"{mine}:Faulty", data=data, resume=path, progress=False)
        assert path.read_bytes() == whole.read_bytes()
        assert again.to_json() == found.to_json()


def test_a_journal_belongs_to_one_model_one_data_set_and_one_version(data: Path, mine: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    evaluate("letters", f"{mine}:Mine", data=data, resume=path, progress=False)
    with pytest.raises(BadInput, match=r"items is '12 items, .* there and '3 items"):
        evaluate("letters", f"{mine}:Mine", data=data, resume=path, limit=3)
    other = tmp_path / "other"
    list(benchmark("letters").run("generate", out=other, seed=1))
    with pytest.raises(BadInput, match="about, data is"):
        evaluate("letters", f"{mine}:Mine", data=other, resume=path)
    with pytest.raises(BadInput, match=r"model is .* there and 'oracle' here"):
        evaluate("letters", "oracle", data=data, resume=path)
    mine.write_text(MINE + "\n# edited\n")
    with pytest.raises(BadInput, match=r"made of, mine\.py is"):
        evaluate("letters", f"{mine}:Mine", data=data, resume=path)


def test_a_journal_belongs_to_the_weights_that_a_model_names(data: Path, mine: Path, tmp_path: Path) -> None:
    path, weights = tmp_path / "greedy.jsonl", tmp_path / "weights.bin"
    weights.write_bytes(b"one")
    found = evaluate("letters", f"{mine}:Greedy", data=data, resume=path, progress=False)
    assert found.privileges == ("answer",)
    weights.write_bytes(b"two")
    with pytest.raises(BadInput, match=r"made of, weights\.bin is"):
        evaluate("letters", f"{mine}:Greedy", data=data, resume=path)


def test_answers_that_are_read_back_are_checked(data: Path, mine: Path, tmp_path: Path) -> None:
    from casita.evaluation.journal import Journal, read_journal
    from casita.evaluation.running import Answered

    path = tmp_path / "mine.jsonl"
    evaluate("letters", f"{mine}:Mine", data=data, resume=path, progress=False)
    header, rows = read_journal(path, Answered)
    for wrong, words in (
        (Answered(rows[0].item, "many"), "item word_0_0: not an answer: Expected `int | null`, got `str`"),
        (Answered("word_9_9", 3), "an answer to word_9_9 stands where word_0_0 should"),
    ):
        path.unlink()
        with Journal(path, header, Answered) as journal:
            journal.add([wrong])
        with pytest.raises(BadInput, match=words.replace("|", r"\|")):
            evaluate("letters", f"{mine}:Mine", data=data, resume=path)


# Checking, fitting, profiling.


def test_check_model_says_what_is_wrong(mine: Path) -> None:
    assert check_model("letters", f"{mine}:Mine") == []
    assert check_model("letters", f"{mine}:NoCount") == ["NoCount has no method count(word)"]
    assert casita.check_model("letters", object()) == ["object has no method count(word)"]


def test_a_model_is_put_to_all_that_it_fits(data: Path, mine: Path) -> None:
    assert ("letters", "count") in fitting(f"{mine}:Mine")
    assert len(fitting(f"{mine}:Mine")) == 1
    with pytest.raises(BadInput, match="NoCount has the methods of no benchmark"):
        profile(f"{mine}:NoCount")
    found = profile(f"{mine}:Mine", data=data, limit=4)
    assert profile_table(found).rows == (("Letters", "count", "right", "1.000 [0.510, 1.000]", "4", "none"),)


def test_a_guard_lets_through_what_is_right_and_counts_what_is_not() -> None:
    class Model:
        size = 3

        def double(self, number: int) -> int:
            return 2 * number

    model = GuardedModel.of(Model(), seconds=1.0)
    assert model.call("double", 4) == 8
    assert model.attribute("size") == 3
    assert (model.has("double"), model.has("triple")) == (True, False)

    def even(answer: int) -> int:
        if answer % 4:
            raise BadInput(f"{answer} is odd")
        return answer

    with pytest.raises(Fault, match="nonsense: 2 is odd"):
        model.call("double", 1, check=even)
    with pytest.raises(Fault, match="raised: TypeError"):
        model.call("double")
    assert model.taken_faults()[0] == {"nonsense": 1, "raised": 1}
    assert model.taken_faults() == ({}, None)
    with pytest.raises(BadInput, match="more than 0 seconds"):
        GuardedModel.of(Model(), seconds=0.0)


class Strange(Exception):
    """Neither an error nor an answer that anything can be done with."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")

    __str__, __bool__ = __repr__, __repr__  # type: ignore[assignment]


def test_what_cannot_even_be_looked_at_is_a_fault_too() -> None:
    class Model:
        def raised(self) -> None:
            raise Strange

        def answered(self) -> Strange:
            return Strange()

    def number(answer: object) -> int:
        if not isinstance(answer, int):
            raise BadInput(f"{answer!r} is no number")
        return answer

    model = GuardedModel.of(Model())
    with pytest.raises(Fault, match=r"^raised: Strange$") as found:
        model.call("raised", check=number)
    assert "in raised" in found.value.trace
    with pytest.raises(Fault, match=r"^nonsense: its answer raises RuntimeError: no words$"):
        model.call("answered", check=number)


@pytest.mark.parametrize("error", [SystemExit("bye"), GeneratorExit(), Strange(), ValueError("5")])
def test_a_model_that_cannot_be_made_is_named(error: BaseException) -> None:
    class Model:
        def __init__(self) -> None:
            raise error

    with pytest.raises(BadInput, match=f"^Model: cannot be made without arguments: {type(error).__name__}"):
        load_model(Model)


def test_methods_are_compared_with_the_protocols() -> None:
    from casita.protocols import Chooser

    class Few:
        def choose(self, before: Any) -> int:
            return 0

    class Async:
        async def choose(self, before: Any, action: str, candidates: Any) -> int:
            return 0

    class Value:
        choose = 3

    assert misfits(Few(), Chooser) == [
        "Few.choose(before: 'Any') -> 'int' cannot be called as choose(before, action, candidates)"
    ]
    assert "is async" in misfits(Async(), Chooser)[0]
    assert "is no method but 3" in misfits(Value, Chooser)[0]


# The command line.


def ran(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str, str]:
    """Runs one command; words of several words are split."""
    monkeypatch.setattr(sys, "argv", ["casita", *(part for each in words for part in each.split())])
    monkeypatch.setenv("COLUMNS", "160")
    code = 0
    try:
        main()
    except SystemExit as end:
        code = int(end.code or 0)
    return code, *capsys.readouterr()


def test_commands_come_out_of_the_row(
    tmp_path: Path, mine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ran(capsys, monkeypatch, "generate letters --out words --alphabet x,y")[:2] == (
        0,
        "12 words\n",
    )
    assert set((tmp_path / "words").glob("*.parquet"))
    code, out, err = ran(capsys, monkeypatch, "eval letters --data words --model always --results r.json")
    assert (code, "Letters" in out, err) == (0, True, "wrote r.json\n")
    assert json.loads((tmp_path / "r.json").read_text())["metrics"]["right"]["items"] == 12
    code, out, err = ran(capsys, monkeypatch, "report", "letters", "--data", "words")
    assert (code, err) == (0, "wrote report/letters/report.html\n")
    assert "Counting is best" in (tmp_path / "report/letters/report.html").read_text()
    code, out, _ = ran(capsys, monkeypatch, "generate", "letters", "--help")
    assert code == 0
    for words in (
        "Make words from a seed.",
        "casita generate letters --out words",
        "Files of four words each.",
        "[default: 3]",
    ):
        assert words in out
    code, out, _ = ran(capsys, monkeypatch, "eval", "letters", "--help")
    assert "count: oracle, always, quantum." in " ".join(out.replace("│", " ").split())
    assert ran(capsys, monkeypatch, "train", "letters")[0] == 2


def test_what_a_person_got_wrong_is_one_line(
    data: Path, mine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in (
        ("generate", "letters", "--out", "x", "--shards", "0"),
        ("eval", "letters", "--data", "nowhere", "--model", "always"),
        ("eval", "letters", "--data", str(data), "--model", f"{mine}:NoCount"),
        ("eval", "letters", "--data", str(data), "--model", "always", "--resume", str(data)),
        ("eval", "letters", "--data", str(mine), "--model", "always"),
        ("profile", "--model", f"{mine}:NoCount"),
    ):
        code, out, err = ran(capsys, monkeypatch, *words)
        assert (code, out) == (2, "")
        assert err.startswith("error: ")
        assert err.count("\n") == 1


def test_a_folder_with_markup_in_its_name_does_no_harm(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "[/red]\x1b[31m"
    folder.mkdir(parents=True)
    (folder / "mine.py").write_text(MINE)
    code, out, err = ran(capsys, monkeypatch, "eval letters --model", f"{folder}/mine.py:Faulty", f"--data={data}")
    assert code == 0
    assert "Faults: " in out
    assert "\x1b[31m" not in out + err


def test_every_benchmark_is_found_and_its_rows_lead_somewhere() -> None:
    assert "letters" in benchmark_names()
    for name in benchmark_names():
        row = benchmark(name)
        assert row.name == name
        assert row.question.endswith("?")
        for task in row.tasks:
            kind = row.task(task)
            assert (kind.benchmark, kind.name) == (name, task)
            assert kind.models
        for named in (row.eval, row.quickstart, *(part for command in row.commands.values() for part in command)):
            assert callable(row.loaded(named))
    groups: Any = typer.main.get_command(app)
    assert {"generate", "show", "train", "eval", "report", "profile"} <= set(groups.commands)


def test_what_is_wrong_with_a_model_of_ours_ends_the_run() -> None:
    class Broken:
        def count(self, word: str) -> int:
            raise BadInput("weights.safetensors is damaged")

    with pytest.raises(BadInput, match="is damaged"):
        GuardedModel(InProcess(Broken(), ours=True)).call("count", "a")
    with pytest.raises(Fault, match=r"raised: BadInput: weights\.safetensors is damaged"):
        GuardedModel(InProcess(Broken())).call("count", "a")


@pytest.mark.parametrize("ahead", [0, 1])
@pytest.mark.parametrize("group", ["each", "by turns"])
def test_models_side_by_side_answer_as_each_does_alone(
    data: Path, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: int, group: str
) -> None:
    row = benchmark("letters")

    def asked(folder: str, *names: str) -> list[tuple[Any, str]]:
        paths = [tmp_path / folder / f"{number}.jsonl" for number in range(len(names))]
        settings = [row.settings("eval", {"data": data, "resume": path}) for path in paths]
        return [(row.task_for(name, "")(one), name) for one, name in zip(settings, names, strict=True)]

    names = ("oracle", f"{mine}:Mine", f"{mine}:Faulty")
    if group == "by turns":  # items of a group are not all in a row
        number = {item.id: index for index, item in enumerate(asked("alone", "oracle")[0][0].items())}
        monkeypatch.setattr(row.task_for("oracle", ""), "group_of", lambda self, item: number[item.id] % 2)
    for folder in ("alone", "together"):
        (tmp_path / folder).mkdir()
    alone = [evaluate_task(task, name, progress=False) for task, name in asked("alone", *names)]
    journals = [path.read_bytes() for path in sorted((tmp_path / "alone").iterdir())]
    begun = b"".join(journals[ahead].splitlines(keepends=True)[:6])
    (tmp_path / "together" / f"{ahead}.jsonl").write_bytes(begun)  # goes on, and is ahead of the others
    assert [row.item for row in alone[0].rows] == [item.id for item in asked("alone", "oracle")[0][0].items()]
    together = evaluate_together(asked("together", *names), progress=False)
    assert [one.to_json() for one in together] == [one.to_json() for one in alone]
    assert [path.read_bytes() for path in sorted((tmp_path / "together").iterdir())] == journals
    assert together[2].faults
    assert not together[1].faults


def test_side_by_side_all_are_asked_about_a_group_before_the_next(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row, order = benchmark("letters"), list[tuple[str, str]]()
    kind = row.task_for("oracle", "")
    ask = kind.ask

    def noted(self: Any, model: Any, item: Any) -> Any:
        order.append((model.attribute("name", "?"), item.id))
        return ask(self, model, item)

    class First:
        name = "first"

        def count(self, word: str) -> int:
            return len(word)

    class Second(First):
        name = "second"

    monkeypatch.setattr(kind, "ask", noted)
    monkeypatch.setattr(kind, "group_of", lambda self, item: item.id)
    task = kind(row.settings("eval", {"data": data}))
    evaluate_together([(task, First()), (task, Second())], progress=False)
    ids = [item.id for item in task.items()]
    assert order == [(who, id) for id in ids for who in ("first", "second")]


def test_an_alarm_that_comes_too_late_ends_nothing() -> None:
    """The kernel may give an alarm to another thread, which takes it up after it was turned off."""
    late = (
        "import os, signal\n"
        "from casita.evaluation.guard import _within\n"
        "_within(5.0, lambda: None)\n"
        "os.kill(os.getpid(), signal.SIGALRM)\n"
        "print('goes on')\n"
    )
    ended = subprocess.run([sys.executable, "-c", late], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "goes on\n"), ended.stderr


def test_alarms_that_come_while_it_ends_stop_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Collecting garbage may take longer than it takes for the next alarm, at any place."""
    turned = signal.setitimer

    def slowly(which: int, seconds: float, again: float = 0.0) -> tuple[float, float]:
        if not seconds:
            time.sleep(0.02)
        return turned(which, seconds, again)

    monkeypatch.setattr(guard, "AGAIN", 0.001)
    monkeypatch.setattr(signal, "setitimer", slowly)
    try:
        with pytest.raises(guard.TooSlow):
            guard._within(0.002, lambda: time.sleep(5.0))
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    finally:
        turned(signal.ITIMER_REAL, 0.0)
