"""Env-QA from the command line, on a little data: every example in the help, the oracle, faults, a report."""

from __future__ import annotations

import json
import math
import os
import re
import shlex
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from PIL import Image

from casita.benchmarks.env_qa import generate as generating
from casita.benchmarks.env_qa import paper, quickstart, report
from casita.benchmarks.env_qa.films.recording import Recording, Reel
from casita.benchmarks.env_qa.generate import GenerateSettings, generate
from casita.benchmarks.env_qa.item import Question, RoleAnswer
from casita.benchmarks.env_qa.models import MODELS, NETWORKS
from casita.benchmarks.env_qa.report.answers import Answered
from casita.benchmarks.env_qa.report.tables import table_2
from casita.benchmarks.env_qa.stored import strip as showing
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.story.story import Story
from casita.errors import BadInput
from casita.evaluation.evaluate import check_model, evaluate
from casita.protocols import Picture
from casita.scenes.scene import Scene
from casita.world.outcome import Outcome
from casita.world.state import State
from casita.writing import locked
from tests.reaching import reached
from tests.test_cli import ENV_QA_EXAMPLES, Run, run

__all__ = ["run"]

ROOMS = ("bathroom_02", "bedroom_01")
"""One film of training that explores; in the other room films of all three parts."""

MINE = """
class Mine:
    def answer(self, frames, question):
        assert len(frames) >= 4 and frames[0].shape == (224, 224, 3) and frames[0].dtype == "uint8"
        assert question.endswith("?")
        return {"yes_no": "yes"}
"""


@cache
def made(out: Path) -> Path:
    with locked(out.with_name(f"{out.name}_made"), wait=True):
        generate(GenerateSettings(out=out, scale="small", rooms=ROOMS, workers=1), progress=False)
    return out


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A little data, shared by all workers."""
    base = tmp_path_factory.getbasetemp()
    return made((base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "env_qa_rooms")


@pytest.fixture
def here(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, where the examples of the help find their data and a model."""
    (tmp_path / "data").mkdir()
    for name in ("env_qa", "small_films"):
        (tmp_path / "data" / name).symlink_to(folder)
    (tmp_path / "my_model.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def starts(*words: str) -> list[str]:
    return [line for line in ENV_QA_EXAMPLES if line.startswith(words)]


def test_every_example_is_tried_here() -> None:
    assert starts("generate", "show", "train", "eval", "report") == ENV_QA_EXAMPLES
    assert len(ENV_QA_EXAMPLES) >= 8


def test_a_folder_has_films_videos_and_questions(folder: Path) -> None:
    data = EnvQA(folder)
    assert {film.room for film in data.films.values()} == set(ROOMS)
    assert {film.part for film in data.films.values()} == {"train", "valid", "test"}
    assert Counter(one.part for one in data.all_questions).keys() == {"train", "valid", "test"}
    assert len(data.all_questions) > 40
    for one in data.all_questions:
        video = data.video(one.video)
        assert one.part == video.part == data.films[video.film].part
        assert one.text.endswith("?")
        assert one.answer.filled()
        assert all(video.starts - 0.3 <= second <= video.ends + 0.3 for second in one.proof)
        assert 0 <= one.needs <= video.end - video.first
    video = next(video for video in data.videos.values() if video.end - video.first == 1)
    frames = data.frames(video.id, (64, 48))
    assert len(frames) == len([k for k in range(2 * math.ceil(2 * video.starts), 1000) if k / 4 < video.ends])
    assert len({frame.tobytes() for frame in frames}) > 3
    for wrong in ("video", "film"):
        with pytest.raises(BadInput, match=f"unknown {wrong}"):
            (data.video if wrong == "video" else data.reel)("nowhere")
    with pytest.raises(BadInput, match="unknown part"):
        data.questions("exam")


def test_a_folder_is_made_again_to_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = GenerateSettings(out=tmp_path / "one", scale="small", rooms=ROOMS[:1], workers=2)
    assert generate(again, progress=False).manifest.units == {ROOMS[0]: EnvQA(folder).manifest.units[ROOMS[0]]}
    (tmp_path / "one" / f"films/{ROOMS[0]}.parquet").write_bytes(b"cut short")
    assert generate(again, progress=False).manifest.units == {ROOMS[0]: EnvQA(folder).manifest.units[ROOMS[0]]}


def test_the_oracle_answers_every_question_and_who_does_not_look_does_not(folder: Path) -> None:
    for part in ("train", "valid", "test"):
        found = evaluate("env_qa", "oracle", data=folder, part=part, progress=False)
        assert found.scores.metrics["overall"].mean == 1.0
        assert found.scores.metrics["exact"].mean == 1.0
    for name in ("chance", "frequent", "question-only"):
        assert evaluate("env_qa", name, data=folder, progress=False).scores.metrics["overall"].mean < 0.6
    assert [name for name in MODELS if name not in NETWORKS] == [
        "chance", "frequent", "question-only", "ours", "ours-literal", "reasoning", "oracle",
    ]  # fmt: skip


class Wrong:
    """Answers well, badly, and not at all."""

    def __init__(self) -> None:
        self.calls = 0

    def answer(self, frames: Sequence[Picture], question: str) -> object:
        self.calls += 1
        if self.calls == 1:
            return RoleAnswer(action="dancing")
        if self.calls == 2:
            raise RuntimeError("no")
        return RoleAnswer(yes_no="yes") if self.calls == 3 else {"role": "x"}


def test_faults_are_counted_and_wrong(folder: Path) -> None:
    assert check_model("env_qa", Wrong) == []
    found = evaluate("env_qa", Wrong, data=folder, limit=4, progress=False)
    assert sum(row.answer is None for row in found.rows) == 3
    assert found.scores.metrics["overall"].mean <= 0.25


@pytest.mark.parametrize("example", starts("generate"))
def test_generate(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, example: str) -> None:
    asked: list[GenerateSettings] = []

    def instead(given: GenerateSettings) -> EnvQA:
        asked.append(given)
        return EnvQA(folder)

    exported: list[tuple[Path, Path, Sequence[str]]] = []
    monkeypatch.setattr(generating, "generate", instead)
    monkeypatch.setattr(generating, "films_of_part", lambda data, part: [part])
    monkeypatch.setattr(generating, "export", lambda data, out, films, workers: exported.append((data, out, films)))
    ended = run(*shlex.split(example))
    assert ended.code == 0, ended.err
    expected = (Path("data/small_films"), Path("media"), ["test"])
    assert exported == ([expected] if "--export" in example else [])
    assert "simulated" in ended.out
    assert asked[0].out == Path(re.findall(r"--out (\S+)", example)[0])


@pytest.mark.parametrize("example", starts("show"))
def test_show(run: Run, here: Path, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "FILM_SIZE", (64, 48))
    ended = run(*[word.replace("12", "2") for word in shlex.split(example)])
    assert ended.code == 0, ended.err
    assert "camera-person simulated" in ended.out
    assert Image.open(next(here.glob("*.png"))).size[0] == 1600
    assert len(list(here.glob("*.mp4"))) == ("--film" in example)


@pytest.mark.parametrize("example", [line for line in starts("eval") if "tsea" not in line])
def test_eval(run: Run, here: Path, example: str) -> None:
    ended = run(*shlex.split(example), "--limit", "2")
    assert ended.code == 0, ended.err
    assert "equation 1 in %" in ended.out


@pytest.mark.parametrize("example", starts("report"))
def test_report(run: Run, here: Path, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "STRIPS", 1)
    ended = run(*shlex.split(example), "--limit", "12")
    assert ended.code == 0, ended.err
    page = (here / "report/env_qa/report.html").read_text()
    for words in ("paper: TSEA", "Verbs of instructions", "simulated"):
        assert words in page
    summary = (here / "report/env_qa/summary.md").read_text()
    assert [line for line in summary.splitlines() if line.startswith("| oracle (told the log) | ")]
    assert "**The paper's findings**" in (here / "report/env_qa/summary.md").read_text()


def test_the_table_has_a_row_for_every_model_and_for_every_one_of_the_papers(folder: Path) -> None:
    questions = EnvQA(folder).questions("test")[:6]
    said = {"chance": [[None] * 6], "oracle": [[one.answer for one in questions]]}
    rows = table_2(Answered(EnvQA(folder), questions, said, [])).cells
    assert [row[0].text for row in rows] == [
        "chance",
        "oracle (told the log)",
        *(f"paper: {name}" for name in paper.TABLE_2),
    ]
    assert [row[6].text[:3] for row in rows[:3]] == ["0.0", "100", "32."]


def test_bad_settings_are_named(run: Run, here: Path) -> None:
    for words, wrong in (
        (["generate", "env_qa", "--out", "x", "--scale", "huge"], "--scale"),
        (["generate", "env_qa", "--out", "x", "--scale", "19"], "there are at least 20 films"),
        (["generate", "env_qa", "--out", "x", "--part", "exam"], "exam"),
        (["train", "env_qa", "--data", "data/env_qa", "--model", "oracle"], "oracle"),
        (["train", "env_qa", "--data", "data/env_qa", "--eyes", "mine"], "mine"),
        (["eval", "env_qa", "--data", "data/env_qa", "--model", "tsea"], "tsea_0.safetensors is missing"),
        (["generate", "env_qa", "--out", "x", "--workers", "0"], "--workers is at least 1"),
        (["generate", "env_qa", "--out", "x", "--rooms", "cellar_01"], "cellar_01"),
        (["show", "env_qa", "films"], "there is no film 'films' here"),
        (["eval", "env_qa", "--data", "data/env_qa", "--model", "oracle", "--part", "exam"], "exam"),
        (["eval", "env_qa", "--data", "data/env_qa", "--model", "oracle", "--side", "0"], "--side is from 16 to 2048"),
        (["eval", "env_qa", "--data", "nowhere", "--model", "oracle"], "nowhere"),
    ):
        ended = run(*words)
        assert ended.code != 0
        assert wrong in ended.err
    assert not (here / "x").exists()


def test_the_quickstart_has_a_film_and_five_questions(tmp_path: Path) -> None:
    shown = quickstart.quickstart(tmp_path)
    assert len(shown.table.rows) == quickstart.ASKED
    assert all(str(row[-1]).endswith("(100)") for row in shown.table.rows)
    assert "simulated" in shown.table.note
    assert shown.pictures[0][1][:2] == b"\xff\xd8"
    assert list(tmp_path.iterdir()) == []
    blind, ours = ([str(row[column]).endswith("(100)") for row in shown.table.rows] for column in (1, 2))
    assert sum(ours) >= 3 > sum(blind)


def test_the_quickstart_does_without_what_looking_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quickstart, "missing_of", lambda extra: ["torch"])
    shown = quickstart.quickstart(tmp_path)
    assert [len(row) for row in shown.table.rows] == [3] * quickstart.ASKED
    assert "where casita[learn] is installed" in shown.table.note


class Curious:
    """Keeps all that it is given."""

    given: ClassVar[list[object]] = []

    def answer(self, frames: Sequence[Picture], question: str) -> RoleAnswer:
        self.given += [frames, question]
        return RoleAnswer(number="0")


def test_models_are_given_pictures_and_words_and_nothing_leads_from_there_to_the_truth(folder: Path) -> None:
    evaluate("env_qa", Curious, data=folder, limit=1, side=32, progress=False)
    frames, question = Curious.given
    assert isinstance(question, str)
    assert isinstance(frames, list)
    assert reached(Curious.given, (State, Scene, Outcome, Story, Question, Recording, Reel)) == []
    for frame in frames:
        assert frame.dtype == np.uint8
        assert frame.base is None  # no window on a larger array
    one = EnvQA(folder).questions("test")[0]
    assert one.text == question
    assert json.loads(one.program)
