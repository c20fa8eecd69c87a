"""Runs the tests of a mutant in a copy of the tree, the quickest first, until one of them fails."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.mutants.changes import Change, changed
from tests.mutants.knowing import Covering
from tests.mutants.tree import environment

STAGES = (10.0, 60.0)
"""Seconds of tests (by what they took when nothing was changed) that are tried first, and then: the quickest."""

LEAST = 60
"""Seconds of a core that the tests of a mutant have at the least. Who takes much longer than before has noticed."""

SLOWER = 4
"""Times as much as when nothing was changed (and `coverage` watched) counts as too slow."""

ASLEEP = 3600.0
"""Seconds by the clock after which a mutant's tests wait for what never comes; the machine may be busy."""


class TestsFail(Exception):
    """Tests fail although nothing is changed."""

    __test__ = False


class Result(NamedTuple):
    """What became of a mutant."""

    change: str
    outcome: str
    """noticed, too slow, survived, or not covered."""
    by: str
    """The test that failed."""
    seconds: float
    tests: str
    """Which tests there were: the digest of the file of `by`, or of all files if no test noticed."""


def try_change(change: Change, tree: Path, covered: Covering, decides: bool = True) -> Result | None:
    """Run the tests of a change until one fails: the quickest first, and then all that are left.

    None if no test notices and these tests do not decide, because there are others.
    """
    begun = time.monotonic()
    source = (tree / change.file).read_text()
    outcome, by = "not covered", ""
    for some in stages(covered.tests_of(change, source), covered):
        outcome, by = _tried(change, changed(source, change), tree, some, covered)
        if outcome != "survived":
            break
    if outcome not in ("noticed", "too slow") and not decides:
        return None
    digest = covered.digest_of(by) if by else covered.digest
    return Result(change.name, outcome, by, round(time.monotonic() - begun, 1), digest)


def try_again(change: Change, tree: Path, test: str) -> Result | None:
    """Run the one test that noticed a change before; None unless it does so again."""
    begun = time.monotonic()
    source, alone = (tree / change.file).read_text(), Covering({}, {test: STAGES[0]}, "")
    try:
        outcome, by = _tried(change, changed(source, change), tree, [test], alone)
    except TestsFail:  # it is called otherwise now, or fails anyway: all tests decide
        return None
    seconds = round(time.monotonic() - begun, 1)
    return Result(change.name, outcome, by, seconds, alone.digest_of(by)) if outcome == "noticed" and by else None


def stages(tests: list[str], covered: Covering) -> Iterator[list[str]]:
    """Tests in the order given, cut where each stage's time is used up; the last has all that are left."""
    some, used, limits = list[str](), 0.0, list(STAGES)
    for test in tests:
        if some and limits and used + covered.seconds[test] > limits[0]:
            yield some
            some, used = [], 0.0
            limits.pop(0)
        some.append(test)
        used += covered.seconds[test]
    if some:
        yield some


def _tried(change: Change, source: str, tree: Path, tests: list[str], covered: Covering) -> tuple[str, str]:
    """Run tests with a change made: the outcome, and the test that failed."""
    limit = LEAST + SLOWER * round(sum(covered.seconds[test] for test in tests))
    with tempfile.TemporaryDirectory(dir=tree) as folder:
        mutant = Path(folder, "mutant.json")
        mutant.write_text(json.dumps({"module": module_of(change.file), "source": source}))
        more = {"CASITA_MUTANT": str(mutant)} | ({"NUMBA_CACHE_DIR": folder} if is_in_kernels(change, tree) else {})
        code, failed = run(tests, tree, limit, **more)
    if code == 0:
        return "survived", ""
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return "too slow", ""
    if not (passes_alone(failed, tree) if failed else run(tests, tree, limit, "--collect-only")[0] == 0):
        raise TestsFail(f"{failed or 'collecting tests'} fails although nothing was changed")
    return "noticed", failed or tests[0]  # none failed: its file could not even be read


def run(tests: list[str], tree: Path, limit: int, *options: str, **more: str) -> tuple[int, str]:
    """Run tests until one fails, with so many seconds of a core: the exit code, and the test that failed."""
    with tempfile.TemporaryDirectory(dir=tree) as folder:
        asked, failed = Path(folder, "asked.txt"), Path(folder, "failed.txt")
        asked.write_text("\n".join(tests))
        plugins = ["-p", "no:xdist", "-p", "tests.mutants.noting"]
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", "-x", "--tb=no", *plugins, *options, f"@{asked}"],
            cwd=tree, env=environment(tree, CASITA_FAILED=str(failed), **more),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)),
        )  # fmt: skip
        try:
            code = process.wait(ASLEEP)
        except subprocess.TimeoutExpired:
            code = -signal.SIGKILL
        finally:
            end(process)
        return code, failed.read_text() if failed.exists() else ""


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process with all that it started, if anything of it is left."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@cache
def passes_alone(test: str, tree: Path) -> bool:
    """Does a test pass when nothing is changed? Else it would notice everything."""
    return run([test], tree, 600)[0] == 0


def is_in_kernels(change: Change, tree: Path) -> bool:
    """Could kernels that are compiled already hold what is changed? They hold constants of modules."""
    lines = (tree / change.file).read_text().splitlines()
    name = lines[change.line - 1].partition("=")[0].partition(":")[0].strip()
    if not (name.isidentifier() and name.isupper()):
        return False
    return any(name in text and "njit" in text for text in sources(tree))


@cache
def sources(tree: Path) -> tuple[str, ...]:
    """The text of every module."""
    return tuple(path.read_text() for path in sorted((tree / "src").rglob("*.py")))


def module_of(file: str) -> str:
    """A module's name, from its file's."""
    parts = Path(file).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
