"""PlausiblAct from the command line, on a little data: every example in the help, faults, a report, the quickstart."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from casita.arrays import Float32s
from casita.benchmarks.plausiblact import generate as generating
from casita.benchmarks.plausiblact import quickstart, report
from casita.benchmarks.plausiblact.generate import GenerateSettings, generate
from casita.benchmarks.plausiblact.models import MODELS
from casita.benchmarks.plausiblact.models.encoders import Seeing
from casita.benchmarks.plausiblact.models.experiments import Extent, Results
from casita.benchmarks.plausiblact.pictures.homes import units
from casita.benchmarks.plausiblact.report.robots import RobotTrials
from casita.benchmarks.plausiblact.score import A_ACC, CE, CORR, figures
from casita.benchmarks.plausiblact.stored.folder import PlausiblAct, drawn
from casita.benchmarks.plausiblact.stored.strip import COLOURS, panel
from casita.errors import BadInput
from casita.evaluation.evaluate import check_model, evaluate
from casita.evaluation.page import Section
from casita.protocols import Picture
from tests.plausiblact_homes import HOMES, MUG, UNRATED, little, settings
from tests.test_cli import PLAUSIBLACT_EXAMPLES, Run, run

__all__ = ["run"]

MINE = """
class Mine:
    def rate(self, picture, box):
        assert picture.dtype == "uint8" and len(box) == 4
        return [[0.2, 0.3, 0.5]] * 10
"""


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A little data."""
    return little(tmp_path_factory)


@pytest.fixture
def here(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, where the examples of the help find their data and a model."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data/plausiblact").symlink_to(folder)
    (tmp_path / "data/unrated").symlink_to(folder.with_name("plausiblact_unrated"))
    (tmp_path / "models").symlink_to(folder.with_name("plausiblact_trained"))
    folder.with_name("plausiblact_trained").mkdir(exist_ok=True)
    (tmp_path / "my_model.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def starts(*words: str) -> list[str]:
    return [line for line in PLAUSIBLACT_EXAMPLES if line.startswith(words)]


def test_every_example_is_tried_here() -> None:
    assert starts("generate", "show", "train", "eval", "report") == PLAUSIBLACT_EXAMPLES
    assert len(PLAUSIBLACT_EXAMPLES) >= 10


def test_the_folder_is_made_again_to_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    one = tmp_path / "one"
    made = generate(settings(one, "living_room_04"), progress=False)
    whole = PlausiblAct(folder).manifest.units["train_living_room_04"]
    assert made.manifest.units == {"train_living_room_04": whole}
    before = made.manifest.digest()
    (one / "found/train_living_room_04.parquet").write_bytes(b"cut short")
    (one / "ratings.parquet").unlink()
    assert generate(settings(one, "living_room_04"), progress=False).manifest.digest() == before


def test_a_folder_has_all_parts_and_its_pictures(folder: Path) -> None:
    data = PlausiblAct(folder)
    for part in ("train", "valid", "test", "further"):
        assert len(data.instances(part)) >= 3
    assert {one.photo.partition("~")[0] for one in data.all_instances} == set(HOMES)
    one = data.instances("test")[0]
    photo = data.photos[one.photo]
    shown = data.picture(one.photo)
    assert shown.shape == (photo.height, photo.width, 3)
    assert np.array_equal(shown, drawn(photo, 0))
    left, top, right, bottom = one.box
    assert shown[top:bottom, left:right].std() > 1.0
    with pytest.raises(BadInput, match="unknown photo"):
        data.picture("cellar_1~0/00")
    with pytest.raises(BadInput, match="unknown part"):
        data.instances("exam")
    text = data.read("README.md").decode()
    assert "All ratings are simulated" in text
    assert "| ratings | 28,046 |" in text


@pytest.mark.parametrize("example", starts("generate"))
def test_generate(run: Run, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: str) -> None:
    asked: list[GenerateSettings] = []

    def instead(given: GenerateSettings) -> PlausiblAct:
        asked.append(given)
        return PlausiblAct(folder)

    monkeypatch.setattr(generating, "generate", instead)
    ended = run(*shlex.split(example))
    assert ended.code == 0, ended.err
    assert "PlausiblAct, made by Casita" in ended.out
    assert asked[0].out == Path(re.findall(r"--out (\S+)", example)[0])


@pytest.mark.parametrize("example", starts("show"))
def test_show(run: Run, here: Path, example: str) -> None:
    words = [word.replace("12", "2") for word in shlex.split(example)]
    ended = run(*words)
    assert ended.code == 0, ended.err
    assert "simulated_" in ended.out
    picture = np.asarray(Image.open(next(here.glob("*.png"))))
    assert picture.shape[0] > 300
    assert picture.shape[1] == 316


@pytest.mark.parametrize("example", [line for line in starts("eval") if "frozen" not in line])
def test_eval(run: Run, here: Path, example: str) -> None:
    ended = run(*shlex.split(example), "--limit", "4")
    assert ended.code == 0, ended.err
    assert "A-Acc" in ended.out


def test_a_trained_model_is_asked_like_a_users(run: Run, here: Path) -> None:
    pytest.importorskip("torch")
    assert len(starts("train")) == 4
    example = next(line for line in starts("eval") if "frozen" in line)
    ended = run(*shlex.split(example), "--models", "nowhere")
    assert ended.code != 0
    assert "train the model first" in ended.err
    for example in starts("train"):
        ended = run(*shlex.split(example.replace("--seed 1", "--seed 0")))
        if "--same" in example:  # too little data for it, and it says so
            assert ended.code != 0
            assert "fewer than 2 instances" in ended.err
            continue
        assert ended.code == 0, ended.err
        assert re.search(r"test: A-Acc [0-9.]+, CE [0-9.]+, Corr \S+ \(\d+ instances, simulated ratings\)", ended.out)
    said = re.findall(r"test: A-Acc ([0-9.]+), CE ([0-9.]+)", run(*shlex.split(starts("train")[0])).out)[0]
    found = evaluate("plausiblact", "frozen", data=here / "data/plausiblact", progress=False)
    assert f"{100 * found.scores.metrics[A_ACC].mean:.1f}" == said[0]
    assert found.scores.metrics[CE].mean == pytest.approx(float(said[1]), abs=6e-4)
    ended = run(*shlex.split(next(line for line in starts("eval") if "frozen" in line)), "--limit", "3")
    assert ended.code == 0, ended.err


def test_baselines_are_in_the_order_that_they_should_be(folder: Path) -> None:
    found = {
        name: evaluate("plausiblact", name, data=folder, progress=False).scores.metrics
        for name in ("chance", "no-input", "mode", "soft-mode", "oracle")
    }
    assert found["oracle"][A_ACC].mean > found["soft-mode"][A_ACC].mean
    assert found["oracle"][CE].mean < found["soft-mode"][CE].mean < found["chance"][CE].mean
    assert found["oracle"][CORR].mean > 0.8
    assert found["chance"][A_ACC].mean < 0.1
    kept = Results(PlausiblAct(folder), folder, Extent())
    for name, answers in kept.baselines["test"].items():  # the report's are those that `casita eval` asks
        again = kept.truth("test").plausibility, answers, kept.truth("test").valid
        assert figures(*again).ce == pytest.approx(found[name][CE].mean, abs=1e-5)


class Wrong:
    """Answers well, badly, and not at all."""

    def __init__(self) -> None:
        self.calls = 0

    def rate(self, picture: Picture, box: Sequence[int]) -> list[list[float]]:
        self.calls += 1
        if self.calls == 1:
            return [[1.0, 0.0, 0.0]] * 9
        if self.calls == 2:
            raise RuntimeError("no")
        return [[0.5, 0.5, 0.0]] * 10


def test_faults_are_counted_and_wrong(folder: Path) -> None:
    found = evaluate("plausiblact", Wrong(), data=folder, progress=False, limit=4)
    assert found.faults == {"nonsense": 1, "raised": 1}
    assert [row.answer is None for row in found.rows] == [True, True, False, False]
    assert check_model("plausiblact", Wrong) == []
    assert check_model("plausiblact", type("Blind", (), {"rate": lambda self, picture: 0})) != []
    with pytest.raises(BadInput, match="unknown part 'exam'"):
        evaluate("plausiblact", "mode", data=folder, part="exam")
    with pytest.raises(BadInput, match="unknown rater 'ann'"):
        evaluate("plausiblact", "mode", data=folder, raters=("ann",))


def test_a_model_apart_may_answer_with_an_array(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "array.py").write_text(
        "import numpy as np\nclass Mine:\n    def rate(self, picture, box):\n        return np.full((10, 3), 1 / 3)\n"
    )
    found = evaluate("plausiblact", f"{tmp_path / 'array.py'}:Mine", data=folder, progress=False, limit=2, apart=True)
    assert found.faults == {}
    assert found.scores.metrics[A_ACC].mean == 0.0


def coarse(self: Seeing, shown: Picture) -> Float32s:
    """Stands in for an encoder: colours of a coarse grid, over and over."""
    rows, columns = (np.linspace(0, side - 1, 6).astype(int) for side in shown.shape[:2])
    return np.resize(shown[rows][:, columns].astype(np.float32) / 64, self.extractor.width)


@pytest.fixture
def reported(here: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What all reports share of trainings, which are as short as can be: encoders and training have tests elsewhere."""
    pytest.importorskip("torch")
    from casita.benchmarks.plausiblact.models import inferring, told_rater

    monkeypatch.setattr(Seeing, "vector", coarse)
    monkeypatch.setattr(inferring, "EPOCHS", 1)
    for module, name in ((inferring, "FIRST"), (inferring, "JUDGING"), (told_rater, "HOW")):
        monkeypatch.setattr(module, name, replace(getattr(module, name), epochs=1))
    shared = folder.with_name("plausiblact_reported")
    shared.mkdir(exist_ok=True)
    (here / "reported").symlink_to(shared)
    return shared


@pytest.mark.slow
@pytest.mark.usefixtures("reported")
@pytest.mark.parametrize("example", starts("report"))
def test_report(run: Run, here: Path, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One training of every row; robots are tried for the report of ours alone, and left out of the others."""
    words = shlex.split(example)
    is_ours = "--ours" in words
    monkeypatch.setattr(report, "RobotTrials", lambda *given: RobotTrials(2, ("kitchen_27",)))
    if not is_ours:
        monkeypatch.setattr(report, "robots_section", lambda *given: Section("Use by a robot", ()))
    ended = run(*words, "--workers", "1", "--runs", "reported", "--seeds", "1")
    assert ended.code == 0, ended.err
    page = (here / "report/plausiblact/report.html").read_text()
    summary = (here / "report/plausiblact/summary.md").read_text()
    for words_of_it in ("Findings", "simulated", "How the paper is read", "oracle", "Told who rates"):
        assert words_of_it in page
    assert all(f"Figure {number}" in page for number in (2, 3, 5))
    frozen = ("Figure 6", "Table 3", "Table 9", "The mask is crucial")
    assert [words_of_it in page for words_of_it in frozen] == [not is_ours] * 4
    assert ("A robot that tidies up" in page) == ("Which dish goes into the dishwasher?" in summary) == is_ours
    assert "| oracle (told rules and state) |" in summary


def test_what_nobody_rates_is_learnt_from_and_not_judged_by(run: Run, here: Path) -> None:
    data = PlausiblAct(here / "data/unrated")
    assert (len(data.ratings), data.rated_by) == (0, "no ratings")
    assert {one.part for one in data.all_instances} == {"train"}
    assert {one.photo.partition("~")[0] for one in data.all_instances} == {UNRATED}
    assert "Nobody rates these" in data.read("README.md").decode()
    for words, wrong in (
        ("eval plausiblact --data data/unrated --model mode", "nothing to ask about"),
        ("report plausiblact --data data/unrated", "has no ratings"),
        ("train plausiblact --data data/unrated", "fewer than 2 instances"),
        ("train plausiblact --data data/plausiblact --network tuned --unrated data/unrated", "takes no --unrated"),
        ("train plausiblact --data data/plausiblact --network states --unrated data/plausiblact", "simulated ratings"),
    ):
        ended = run(*shlex.split(words))
        assert ended.code != 0, words
        assert wrong in ended.err


def test_bad_settings_are_named(run: Run, tmp_path: Path) -> None:
    for words, wrong in (
        (("--scale", "huge"), "--scale"),
        (("--scale", "small", "--homes", "kitchen_99"), "kitchen_99"),
        (("--scale", "small", "--photos", "0"), "at least 1"),
    ):
        ended = run("generate", "plausiblact", "--out", str(tmp_path / "no"), *words)
        assert ended.code != 0
        assert wrong in ended.err
        assert not (tmp_path / "no").exists()
    for option, value, wrong in (
        ("--strengths", "1,4", "unknown strength of augmentation '4'"),
        ("--networks", "states,deep", "unknown network 'deep'"),
        ("--networks", "tuned", "must name states"),
    ):
        ended = run("report", "plausiblact", "--data", str(tmp_path), option, value)
        assert ended.code != 0
        assert wrong in ended.err


def test_quickstart_shows_a_strip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quickstart, "PHOTOS", 3)
    monkeypatch.setattr(quickstart, "LEARNT", ("living_room_04",))
    shown = quickstart.quickstart(tmp_path)
    assert [row[0] for row in shown.table.rows] == [MODELS[name].title for name in (
        "chance", "no-input", "mode", "soft-mode", "oracle",
    )]  # fmt: skip
    assert "simulated" in shown.table.note
    assert shown.pictures[0][1][:2] == b"\xff\xd8"
    assert quickstart.ASKED in {unit.home for unit in units("paper") if unit.part == "test"}
    assert list(tmp_path.iterdir()) == []


def test_a_bar_may_be_thinner_than_a_pixel() -> None:
    said = np.full((10, 3), (1e-4, 1.0 - 2e-4, 1e-4))
    made = panel(np.zeros((60, 80, 3), np.uint8), MUG, said, 3)
    assert (made == COLOURS[1]).all(2).any()
    assert not (made == COLOURS[0]).all(2).any()


def test_a_panel_is_the_same_to_the_byte() -> None:
    """Looked at once: the box is framed, bars stand in a column, and words are dark on white."""
    picture = np.full((60, 80, 3), 128, np.uint8)
    made = panel(picture, MUG, np.full((10, 3), (0.2, 0.3, 0.5)), 3)
    shares = [int((made == colour).all(2).sum()) for colour in COLOURS]
    assert [share / sum(shares) for share in shares] == pytest.approx([0.2, 0.3, 0.5], abs=0.01)
    assert hashlib.sha256(made.tobytes()).hexdigest()[:16] == "199b56a5f20dc4e0"


def test_what_is_kept_can_be_read_by_others(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "copy")
    (tmp_path / "copy/instances.parquet").write_bytes(b"")
    with pytest.raises(BadInput, match="damaged"):
        PlausiblAct(tmp_path / "copy")
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert manifest["stamp"]["settings"]["homes"] == list(HOMES)
