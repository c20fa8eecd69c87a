"""Every command in the README runs, and its figures are those that commands print."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

import casita
from casita.catalog import ROOM_KINDS, catalog
from casita.cli import main
from casita.evaluation.benchmark import benchmark_names
from tests.test_cli import COMMANDS as COMMANDS_BY_WORDS
from tests.test_cli import EXAMPLES, OF_BENCHMARKS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
COMMANDS = re.findall(r"^(casita .+)$", "\n".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL)), re.MULTILINE)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


BENCHMARKS = tuple(f" {name}" for name in benchmark_names())
WITH_DATA = [
    command for command in COMMANDS
    if any(name in command for name in BENCHMARKS) and not command.startswith(("casita show", "casita bench"))
]  # fmt: skip
"""These need data."""


@pytest.mark.parametrize("command", WITH_DATA)
def test_commands_that_need_data_are_examples_that_are_tried(command: str) -> None:
    assert command.removeprefix("casita ") in OF_BENCHMARKS


TRIED = [f"casita {example}" for example in EXAMPLES]
"""Examples of the help, which are tried with the commands."""


@pytest.mark.parametrize(
    "command",
    [each for each in COMMANDS if not each.startswith("casita bench") and each not in (*WITH_DATA, *TRIED)],
)
def test_commands_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", shlex.split(command))
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 0


CARDS = sorted((ROOT / "src" / "casita" / "benchmarks").glob("*/README.md"))
CARD_COMMANDS = [
    line
    for card in CARDS
    for block in re.findall(r"```console\n(.*?)```", card.read_text(), re.DOTALL)
    for line in re.findall(r"^(casita .+)$", block, re.MULTILINE)
]


@pytest.mark.parametrize("command", CARD_COMMANDS)
def test_commands_in_the_cards_are_there_with_all_their_options(command: str) -> None:
    _, group, benchmark, *words = shlex.split(command, comments=True)
    known = {option for each in COMMANDS_BY_WORDS[group, benchmark].params for option in each.opts}
    assert [word for word in words if word.startswith("--") and word not in known] == []


def test_python_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    names: dict[str, object] = {}
    for block in PYTHON:
        exec(block, names)
    assert len(PYTHON) >= 5
    assert {path.name for path in tmp_path.iterdir()} == {"docs", "alice.png", "walk.mp4", "kitchen.glb"}
    assert len(names["house"].rooms) == 5  # type: ignore[attr-defined]


@pytest.mark.parametrize("kind", ROOM_KINDS)
def test_the_table_of_rooms_is_true(kind: str) -> None:
    rooms = [casita.room(kind, number) for number in range(1, 31)]  # type: ignore[arg-type]
    objects = sum(len(scene.things) for scene in rooms) / 30
    types = sum(len({thing.type for thing in scene.things}) for scene in rooms) / 30
    row = next(line for line in README.splitlines() if line.startswith(f"| {kind.replace('_', ' ')} |"))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[1] == f"{objects:.1f}"
    assert cells[3] == f"{types:.1f}"


def test_the_number_of_types_is_true() -> None:
    assert f"| object types | {len(catalog())} |" in README


@pytest.mark.parametrize("command", ["make quickstart", "make test"])
def test_the_two_commands_are_in_the_readme_and_the_makefile(command: str) -> None:
    assert command in README
    assert re.search(rf"^{command.split()[1]}:.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_ci_runs_the_readmes_test_command() -> None:
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith("make test")
