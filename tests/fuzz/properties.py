"""The property tests of `make test`, with examples drawn anew."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.fuzz.driving import Case

TESTS = Path(__file__).parents[1]


def draw_anew(case: Case) -> None:
    """All property tests of one file, with one seed."""
    files = sorted(path for path in TESTS.glob("test_*.py") if "from hypothesis import" in path.read_text())
    file, seed = case.luck.choice(files), case.luck.below(1_000_000_000)
    command = ["pytest", "-m", "hypothesis", "-x", "--hypothesis-profile=anew", f"--hypothesis-seed={seed}", str(file)]
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=TESTS.parent)
    if done.returncode not in (0, 5):
        failed = re.findall(r"^FAILED (.+)$", done.stdout, re.MULTILINE)
        case.found(f"{' '.join(command)}: {failed[0] if failed else done.stdout[-300:] + done.stderr[-300:]}")
