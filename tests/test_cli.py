"""The command line: what it prints, its exit codes, and one line for what a person got wrong."""

from __future__ import annotations

import base64
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import av
import numpy as np
import pytest
import typer
from PIL import Image

import casita
from casita.catalog import ROOM_KINDS, catalog
from casita.cli import app, main
from casita.evaluation.benchmark import Showing
from casita.evaluation.page import Table, jpeg
from casita.render.pictures import conditions
from casita.reports import gallery, quickstart
from casita.scenes.check import check_scene
from casita.scenes.files import from_json, save


class Ended(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ended]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Runs one command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def command(*words: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["casita", *words])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(bool(end.code))
        return Ended(code, *capsys.readouterr())

    return command


def commands(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command by its words, groups first."""
    yield path, group
    for name in group.list_commands(None) if hasattr(group, "list_commands") else ():
        yield from commands(group.get_command(None, name), (*path, name))


COMMANDS = dict(commands(typer.main.get_command(app)))
HELP = "\n".join(command.help or "" for command in COMMANDS.values())
EXAMPLES = sorted(set(re.findall(r"^\s+casita (.+)$", HELP, re.MULTILINE)))
ACT_THOR_EXAMPLES = [line for line in EXAMPLES if " act_thor" in line]
WATCH_AND_HELP_EXAMPLES = [line for line in EXAMPLES if " watch_and_help" in line]
PLAUSIBLACT_EXAMPLES = [line for line in EXAMPLES if " plausiblact" in line]
ENV_QA_EXAMPLES = [line for line in EXAMPLES if " env_qa" in line]
DETECTOR_EXAMPLES = [line for line in EXAMPLES if " detector" in line]
EXCALIBUR_EXAMPLES = [line for line in EXAMPLES if " excalibur" in line]
OF_BENCHMARKS = (
    DETECTOR_EXAMPLES
    + ACT_THOR_EXAMPLES
    + WATCH_AND_HELP_EXAMPLES
    + PLAUSIBLACT_EXAMPLES
    + ENV_QA_EXAMPLES
    + EXCALIBUR_EXAMPLES
)
"""These need data: tests of the commands of each benchmark (test_act_thor_cli.py and so on) try them, and
test_learn_detector.py those of the detector."""
SLOW = ("quickstart", "bench", "profile")
WRITES = {"--png": b"\x89PNG", "--map": b"\x89PNG", "--states": b"\x89PNG", "--plan": b"<svg", "--glb": b"glTF"}
"""Options that write a file, in the order that they do, and how such a file begins."""
DRAWING = Path(casita.__file__).parent / "scenes" / "data" / "drawings" / "apartment_01.toml"


def test_the_commands_are_the_ones_we_promise() -> None:
    top = {path[0] for path in COMMANDS if path}
    assert top == {"list", "show", "check", "quickstart", "bench", "generate", "train", "eval", "report", "profile"}
    assert {path[1] for path in COMMANDS if path[:1] == ("show",) and len(path) == 2} == {
        "room", "house", "apartment", "drawn", "object", "file", "act_thor", "env_qa", "excalibur",
        "plausiblact", "watch_and_help",
    }  # fmt: skip


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_help_teaches_by_example(run: Run, path: tuple[str, ...]) -> None:
    ended = run(*path, "--help")
    assert ended.code == 0
    after = ended.out.partition("Examples:")[2]
    assert f"  casita {' '.join(path)}".rstrip() in after


@pytest.mark.parametrize(
    "example", [line for line in EXAMPLES if not line.startswith(SLOW) and line not in OF_BENCHMARKS]
)
def test_every_example_in_the_help_runs(run: Run, tmp_path: Path, example: str) -> None:
    shutil.copy(DRAWING, tmp_path / "my_house.toml")
    for name in ("my_scene.json", "scenes/one.json"):
        save(casita.room("bathroom", 2), tmp_path / name)
    words = [word.replace("*", "one") for word in shlex.split(example.partition(">")[0])]
    ended = run(*words)
    assert ended.code == 0, ended.err
    assert ended.out
    folder = tmp_path / words[words.index("--out") + 1] if "--out" in words else tmp_path
    written = [line.removeprefix("wrote ") for line in ended.err.splitlines() if line.startswith("wrote ")]
    asked = [option for option in WRITES if option in words]
    assert len(written) == len(asked)
    for option, path in zip(asked, written, strict=True):
        assert (tmp_path / path).parent == folder
        assert (tmp_path / path).read_bytes().startswith(WRITES[option])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("show room kitchn 3", "unknown kind of room 'kitchn': did you mean kitchen?"),
        ("show room kitchen 31", "there are kitchens 1 to 30; asked for 31"),
        ("show apartment 8", "there are apartments 1 to 7; asked for 8"),
        ("show drawn 0", "there are drawn houses 1 to 10; asked for 0"),
        ("show object mog", "unknown object type 'mog': did you mean mug"),
        ("show file no.json", "no.json: cannot be read: No such file or directory"),
        ("check no.json", "no.json: cannot be read: No such file or directory"),
        ("list typs", "unknown list 'typs': did you mean types?"),
        ("list types --kind kitchn", "unknown kind of room 'kitchn': did you mean kitchen?"),
        ("list types --can pickup", "unknown affordance 'pickup': did you mean pick_up?"),
        ("list rooms --can pick_up", "--kind and --can narrow the list of types, not the list of rooms"),
        ("show room kitchen 3 --plan --out file", "file/kitchen_03_plan.svg: cannot be written"),
        ("show object mug --glb --out file", "file/mug.glb: cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, tmp_path: Path, words: str, message: str) -> None:
    (tmp_path / "file").write_text("no folder")
    ended = run(*words.split())
    assert ended.code == 2
    assert ended.err.startswith(f"error: {message}")
    assert ended.err.count("\n") == 1


def test_broken_json_is_one_line_and_exit_code_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"name": ')
    for words in (("check", "broken.json"), ("show", "file", "broken.json")):
        ended = run(*words)
        assert ended.code == 2
        assert ended.err.startswith("error: broken.json: ")


def test_a_number_that_is_none_is_a_usage_error(run: Run) -> None:
    ended = run("show", "house", "seven")
    assert ended.code == 2
    assert "'seed'" in ended.err


@pytest.mark.parametrize("kind", ROOM_KINDS)
def test_a_rooms_json_round_trips(run: Run, tmp_path: Path, kind: Any) -> None:
    ended = run("show", "room", kind, "4", "--json")
    assert from_json(ended.out, "out") == casita.room(kind, 4)
    (tmp_path / "again.json").write_text(ended.out)
    assert run("show", "file", "again.json", "--json").out == ended.out


def test_a_houses_json_is_the_house_of_the_library(run: Run) -> None:
    ended = run("show", "house", "7", "--rooms", "3", "--json", "--check")
    assert ended.code == 0
    assert from_json(ended.out, "out") == casita.house(7, 3)
    assert ended.err == "house_7_3: sound\n"


def test_a_types_json_has_all_its_fields(run: Run) -> None:
    row = json.loads(run("show", "object", "mug", "--json").out)
    assert set(row) == set(catalog()["mug"].__struct_fields__)
    assert row["name"] == "mug"


def test_an_unsound_scene_ends_with_1_and_says_why(run: Run, tmp_path: Path) -> None:
    scene = casita.room("kitchen", 4)
    apple = scene.of_type("apple")[0]
    lifted = apple.replace(position=(*apple.position[:2], apple.position[2] + 0.5))
    scene = scene.replace(things=tuple(lifted if thing.id == apple.id else thing for thing in scene.things))
    save(scene, tmp_path / "bad.json")
    save(casita.room("kitchen", 4), tmp_path / "good.json")
    ended = run("check", "good.json", "bad.json")
    assert ended.code == 1
    assert ended.out.splitlines() == ["good.json: sound", *(f"bad.json: {problem}" for problem in check_scene(scene))]
    assert f"bad.json: {apple.id} is unsupported" in ended.out
    shown = run("show", "file", "bad.json", "--check", "--json")
    assert shown.code == 1
    assert apple.id in shown.err
    assert from_json(shown.out, "out") == scene


def test_the_list_of_types_is_narrowed(run: Run) -> None:
    rows = json.loads(run("list", "types", "--kind", "kitchen", "--can", "pick_up", "--json").out)
    expected = [row.name for row in catalog().values() if "kitchen" in row.rooms and row.is_loose]
    assert [row["name"] for row in rows] == expected
    assert 0 < len(rows) < len(catalog())
    assert json.loads(run("list", "--can", "slice", "--json").out)[0]["can"].count("slice") == 1


@pytest.mark.parametrize(
    ("what", "count"), [("types", len(catalog())), ("rooms", 120), ("materials", 19), ("colours", 15)]
)
def test_lists_are_whole(run: Run, what: str, count: int) -> None:
    rows = json.loads(run("list", what, "--json").out)
    assert len(rows) == count
    table = run("list", what).out
    assert f"{count} " in table.splitlines()[0]
    for row in rows:
        assert str(row.get("name", row.get("kind"))) in table


def test_the_list_of_rooms_counts_what_is_in_them(run: Run) -> None:
    rows = json.loads(run("list", "rooms", "--json").out)
    row = next(row for row in rows if (row["kind"], row["number"]) == ("kitchen", 12))
    scene = casita.room("kitchen", 12)
    assert row["objects"] == len(scene.things)
    assert row["types"] == len({thing.type for thing in scene.things})
    assert [row["split"] for row in rows[:30]] == ["train"] * 20 + ["validation"] * 5 + ["test"] * 5


def test_a_room_is_drawn_in_every_way_at_once(run: Run, tmp_path: Path) -> None:
    ended = run("show", "room", "bathroom", "2", "--png", "--map", "--plan", "--glb", "--out", "made")
    assert ended.code == 0
    names = ["bathroom_02.png", "bathroom_02_map.png", "bathroom_02_plan.svg", "bathroom_02.glb"]
    assert ended.err.splitlines() == [f"wrote made/{name}" for name in names]
    assert sorted(file.name for file in (tmp_path / "made").iterdir()) == sorted(names)
    assert ended.out == run("show", "room", "bathroom", "2").out
    picture, seen_from_above = (np.asarray(Image.open(tmp_path / "made" / name)) for name in names[:2])
    assert picture.shape == (600, 800, 3)
    assert seen_from_above.shape == (700, 900, 3)
    again = run("show", "room", "bathroom", "2", "--png", "--out", "again")
    assert again.code == 0
    assert (tmp_path / "again" / names[0]).read_bytes() == (tmp_path / "made" / names[0]).read_bytes()


def test_an_object_is_drawn_in_its_states_and_as_a_mesh(run: Run, tmp_path: Path) -> None:
    ended = run("show", "object", "mug", "--png", "--states", "--glb")
    assert ended.code == 0
    assert ended.err.splitlines() == ["wrote mug.png", "wrote mug_states.png", "wrote mug.glb"]
    states = np.asarray(Image.open(tmp_path / "mug_states.png"))
    assert states.shape[1] == 4 * 226 - 2
    assert states.shape[0] > 2 * 224


@pytest.mark.slow
def test_quickstart_writes_a_page_with_pictures_and_a_film(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table("ACT-Thor in small", ("model", "right in %"), (("visual-only", "31.0"),))
    small = Showing(
        "act_thor",
        "A little of ACT-Thor",
        "Which picture?",
        table,
        (("Compare: right", jpeg(np.zeros((8, 8, 3), np.uint8))),),
    )
    other = small._replace(name="watch_and_help", title="A little of Watch-And-Help", pictures=())
    third = small._replace(name="plausiblact", title="A little of PlausiblAct", pictures=())
    fourth = small._replace(name="env_qa", title="A little of Env-QA", pictures=())
    monkeypatch.setattr("casita.benchmarks.act_thor.quickstart.quickstart", lambda out: small)
    monkeypatch.setattr("casita.benchmarks.env_qa.quickstart.quickstart", lambda out: fourth)
    fifth = small._replace(name="excalibur", title="A little of EXCALIBUR", pictures=())
    monkeypatch.setattr("casita.benchmarks.excalibur.quickstart.quickstart", lambda out: fifth)
    monkeypatch.setattr("casita.benchmarks.plausiblact.quickstart.quickstart", lambda out: third)
    monkeypatch.setattr("casita.benchmarks.watch_and_help.quickstart.quickstart", lambda out: other)
    # One kitchen, in which the chore is done too, one bathroom and one small house, all of them shown more than once.
    of_house = ((11, 2),)
    for name, few in (
        ("ROOMS", (("kitchen", 12), ("bathroom", 21))),
        ("HOUSES", of_house),
        ("TYPES", gallery.TYPES[:3]),
    ):
        monkeypatch.setattr(gallery, name, few)
    kitchen, bathroom = quickstart.SCENES[0], quickstart.SCENES[3]
    monkeypatch.setattr(quickstart, "SCENES", (kitchen, bathroom, lambda: casita.house(*of_house[0])))
    monkeypatch.setattr(quickstart, "FILM", (320, 240))
    ended = run("quickstart", "--out", "made")
    assert ended.code == 0
    assert ended.out.rstrip().endswith("made/report.html")
    page = (tmp_path / "made" / "report.html").read_text()
    files = {file.name for file in (tmp_path / "made").iterdir()}
    plans = sorted(name for name in files if name.endswith("_plan.svg"))
    assert len(plans) == 3
    for name in plans:
        assert (tmp_path / "made" / name).read_text() in page
        picture = np.asarray(Image.open(tmp_path / "made" / name.replace("_plan.svg", ".png")))
        assert picture.shape in ((600, 800, 3), (640, 960, 3))
    assert {"report.html", "chore.mp4", "chore_before_after.png"} < files
    assert {"rooms.png", "houses.png"} | {f"{type}_states.png" for type in gallery.TYPES} < files
    assert len(files) == 3 + 3 + 2 + 3 + 3
    assert np.asarray(Image.open(tmp_path / "made" / "rooms.png")).shape == (316, 802, 3)
    assert page.count('<span class="badge">sound</span>') == 3
    for number in ("69.6", "42.1", "42.4", "27.4", "40.9", "28.6", "36.1", "28.2"):
        assert number in page
        assert number in ended.out
    assert not re.search(r"(src|href)=\"(?!#|data:)", page)
    film = base64.b64encode((tmp_path / "made" / "chore.mp4").read_bytes()).decode()
    assert f"data:video/mp4;base64,{film}" in page
    assert page.count("data:image/jpeg;base64,") == 3 + 1 + 1 + 2 + 3 + 1
    assert "A little of ACT-Thor" in page
    assert "A little of Watch-And-Help" in page
    assert "ACT-Thor in small" in ended.out
    with av.open(str(tmp_path / "made" / "chore.mp4")) as file:
        frames = [frame.to_ndarray(format="rgb24") for frame in file.decode(video=0)]
    assert len(frames) > 60
    assert all(frame.shape == (240, 320, 3) for frame in frames)
    assert np.abs(frames[0].astype(int) - frames[-1]).mean() > 2


def test_the_gallery_has_six_rooms_of_a_kind_six_houses_and_twenty_types_that_change() -> None:
    assert Counter(kind for kind, _ in gallery.ROOMS) == dict.fromkeys(ROOM_KINDS, 6)
    assert len(set(gallery.ROOMS)) == 24
    assert len({rooms for _, rooms in gallery.HOUSES}) == len(gallery.HOUSES) == 6
    assert len(set(gallery.TYPES)) == 20
    assert all(len(conditions(catalog()[type])) > 1 for type in gallery.TYPES)


def test_bench_ends_with_1_if_a_goal_is_missed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def measure(names: list[str], as_json: bool) -> bool:
        asked.append((names, as_json))
        return not as_json

    monkeypatch.setattr("casita.bench.run", measure)
    assert run("bench").code == 0
    assert run("bench", "home", "--json").code == 1
    assert asked == [(["all"], False), (["home"], True)]


def test_help_does_not_load_heavy_things() -> None:
    script = (
        "import sys; sys.argv = ['casita', '--help']\n"
        "from casita.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'numba', 'PIL', 'jinja2', 'scipy'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
