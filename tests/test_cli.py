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
