"""The smallest benchmark (`tests.toy_benchmarks`) as drivers use it: its folder of words and its evaluation."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from casita.evaluation.benchmark import benchmark
from casita.evaluation.evaluate import evaluate
from tests.fuzz.command import Ended
from tests.fuzz.driving import Case
from tests.toy_benchmarks import installed

LETTERS = (
    *(sys.executable, "-c"),
    "from tests.toy_benchmarks import installed\nwith installed():\n    from casita.cli import main\n    main()",
)
"""The `casita` command, with this benchmark."""

MODEL = """
import time

class Mine:
    made_of = ({weights!r},)

    def count(self, word):
        time.sleep({sleeps})
        return len(word)

class Other(Mine):
    pass
"""


def made_letters(out: Path, **settings: Any) -> None:
    """Make words, or what is missing of them."""
    with installed():
        list(benchmark("letters").run("generate", out=out, **settings))


def asked_letters(model: str, **settings: Any) -> bytes:
    """What an evaluation comes to, as JSON."""
    with installed():
        return evaluate("letters", model, progress=False, **settings).to_json()


def write_model(folder: Path, sleeps: float = 0.0) -> str:
    """Write a model and its weights, and give its name."""
    (folder / "weights.bin").write_bytes(b"weights")
    (folder / "mine.py").write_text(MODEL.format(weights=str(folder / "weights.bin"), sleeps=sleeps))
    return f"{folder / 'mine.py'}:Mine"


def started(*arguments: str | Path) -> subprocess.Popen[bytes]:
    """Start a command in a process of its own."""
    return subprocess.Popen(
        [*LETTERS, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )


def ended(process: subprocess.Popen[bytes], timeout: float = 120.0) -> Ended:
    """Wait for a command to end."""
    out, said = process.communicate(timeout=timeout)
    return Ended(process.returncode, out.decode(errors="replace"), said.decode(errors="replace"))


def words(case: Case, shards: int = 3) -> Path:
    """A folder of words that all cases of a run share."""
    folder = case.shared / f"letters_{shards}"
    made_letters(folder, shards=shards)
    return folder


def leftovers(folder: Path) -> list[str]:
    """Hidden files: what was begun under another name, locks, and journals of parts."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob(".*"))
