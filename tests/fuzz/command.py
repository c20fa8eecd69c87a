"""The `casita` command as a user runs it: in a process of its own, which can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.driving import Case

CASITA = (sys.executable, "-c", "from casita.cli import main; main()")
MAKING = {
    "watch_and_help": ("generate", "watch_and_help", "--parts", "test_1", "--limit", "3"),
    "act_thor": ("generate", "act_thor", "--scale", "small", "--rooms", "bathroom_03", "--physics", "kinematic"),
}
"""The smallest data of each benchmark."""

EVALUATION = ("eval", "watch_and_help", "--model", "random", "--limit", "2", "--seeds", "2", "--workers", "1")
"""A short run that keeps a journal."""


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    said: str
    """What it said on the error stream."""


def casita(*arguments: str | Path, timeout: float = 900.0) -> Ended:
    """Run a command to its end."""
    done = subprocess.run([*CASITA, *map(str, arguments)], capture_output=True, timeout=timeout)
    return Ended(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def killed(*arguments: str | Path, after: float) -> bool:
    """Run a command and kill it and its workers after some seconds; was it still at work then?"""
    process = subprocess.Popen(
        [*CASITA, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True
    return False


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but hidden ones, by name."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }


def made_once(case: Case, benchmark: str) -> tuple[Path, float]:
    """A folder of data that all cases of a run share, and about how many seconds it took to make."""
    folder, took = case.shared / benchmark, case.shared / f"{benchmark}.seconds"
    if not took.exists():
        begun = time.monotonic()
        ended = casita(*MAKING[benchmark], "--out", folder, "--workers", "1")
        if ended.code:
            raise RuntimeError(f"casita {' '.join(MAKING[benchmark])} ended with {ended.code}: {ended.said[-300:]}")
        took.write_text(str(time.monotonic() - begun))
    return folder, float(took.read_text())


def is_one_line(ended: Ended) -> bool:
    """Did a command end with exit code 2 and one line that says what is wrong?"""
    errors = [line for line in ended.said.splitlines() if line.startswith("error: ")]
    return ended.code == 2 and len(errors) == 1 and "Traceback" not in ended.said


def differing(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """The names of files that are not the same in both."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))
