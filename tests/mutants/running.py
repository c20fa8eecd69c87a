"""Runs the tests of a mutant in a copy of the tree, and finds out beforehand which tests those are."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.mutants.changes import Change, changed

ROOT = Path(__file__).parents[2]
COPIED = ("src", "tests", "pyproject.toml", "README.md", "docs", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile")
FIRST = 25.0
"""Seconds of tests (by what they took when nothing was changed) that are tried first: the quickest on the line."""

LEAST = 120.0
"""Seconds that the tests of a mutant have at the least; who takes much longer than before has noticed."""


class Covering(NamedTuple):
    """Which tests run what."""

    lines: dict[str, list[str]]
    """By file and line: tests."""
    functions: dict[str, list[str]]
    """By file and the first line of a function."""
    files: dict[str, list[str]]
    seconds: dict[str, float]
    """Of each test."""

    def tests_of(self, change: Change, source: str) -> list[str]:
        """The tests to run for a change: those that run its line, then those that call its function; quickest first.

        What runs when a module is loaded is covered by every test that runs anything of the file.
        """
        exact = self.lines.get(f"{change.file}:{change.line}", [])
        function = _function_at(source, change.line)
        around = self.functions.get(f"{change.file}:{function}", []) if function else self.files.get(change.file, [])
        ordered = [sorted(set(some), key=lambda test: (self.seconds[test], test)) for some in (exact, around)]
        return list(dict.fromkeys([*ordered[0], *ordered[1]]))


class Result(NamedTuple):
    """What became of a mutant."""

    change: str
    outcome: str
    """noticed, too slow, survived, or not covered."""
    by: str
    seconds: float


def scratch_copy() -> Path:
    """A copy of the tree, with the times of files, so that compiled kernels stay valid."""
    folder = Path(tempfile.mkdtemp(prefix="casita_mutants_"))
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name)
        elif source.exists():
            shutil.copy2(source, folder / name)
    hook = folder / "hook"
    hook.mkdir()
    shutil.copy2(Path(__file__).with_name("mutating.py"), hook / "sitecustomize.py")
    return folder


def environment(tree: Path, **more: str) -> dict[str, str]:
    """Of a process that runs tests in a copy of the tree."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tree / "hook"), str(tree / "src"), str(tree)]),
        "PYTHONDONTWRITEBYTECODE": "1",
        **more,
    }


def tree_digest() -> str:
    """A hash of all source and tests."""
    mark = hashlib.blake2b(digest_size=8)
    for path in sorted([*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("test_*.py")]):
        mark.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return mark.hexdigest()


def covering(tree: Path, tests: Sequence[str], kept: Path) -> Covering:
    """What every test runs: found once for a tree, and kept."""
    mark = hashlib.blake2b("\n".join([tree_digest(), *tests]).encode(), digest_size=8).hexdigest()
    path = kept / f"covering_{mark}.jsonl"
    if not path.exists():
        parts = tree / "covering"
        handed_out = [] if tests else ["-n", "2", "--dist", "worksteal"]
        command = [sys.executable, "-m", "pytest", "-p", "tests.mutants.covering", *handed_out, *tests]
        env = environment(tree, CASITA_COVERED=str(tree / "src"), CASITA_COVERING=str(parts))
        subprocess.run(command, cwd=tree, env=env, check=False)
        kept.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(part.read_text() for part in sorted(tree.glob("covering.*"))))
    found = Covering({}, {}, {}, {})
    for line in path.read_text().splitlines():
        row = json.loads(line)
        found.seconds[row["test"]] = row["seconds"]
        for file, lines in row["ran"].items():
            found.files.setdefault(file, []).append(row["test"])
            for number in lines:
                found.lines.setdefault(f"{file}:{number}", []).append(row["test"])
        for file, number in row["called"]:
            found.functions.setdefault(f"{file}:{number}", []).append(row["test"])
    return found


def try_change(change: Change, tree: Path, covered: Covering) -> Result:
    """Run the tests of a change until one fails: the quickest first, and then all that are left."""
    begun = time.monotonic()
    source = (tree / change.file).read_text()
    tests = covered.tests_of(change, source)
    if not tests:
        return Result(change.name, "not covered", "", 0.0)
    first: list[str] = []
    for test in tests:
        if first and sum(covered.seconds[each] for each in first) + covered.seconds[test] > FIRST:
            break
        first.append(test)
    outcome, by = "survived", ""
    for some in (first, tests[len(first) :]):
        if some and outcome == "survived":
            outcome, by = _tried(change, changed(source, change), tree, some, covered)
    return Result(change.name, outcome, by, round(time.monotonic() - begun, 1))


def _tried(change: Change, source: str, tree: Path, tests: list[str], covered: Covering) -> tuple[str, str]:
    with tempfile.NamedTemporaryFile("w", suffix=".json", dir=tree) as mutant:
        json.dump({"module": _module(change.file), "source": source}, mutant)
        mutant.flush()
        command = [sys.executable, "-m", "pytest", "-x", "--tb=no", "-p", "no:xdist", *tests]
        limit = LEAST + 5 * sum(covered.seconds[test] for test in tests)
        process = subprocess.Popen(
            command, cwd=tree, env=environment(tree, CASITA_MUTANT=mutant.name), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True,
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return "too slow", ""
    failed = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return ("survived", "") if process.returncode == 0 else ("noticed", (failed or said.splitlines()[-1:] or [""])[0])


def _module(file: str) -> str:
    parts = Path(file).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _function_at(source: str, line: int) -> int:
    """The first line of the innermost function around a line, where its decorators begin; 0 if there is none."""
    found = 0
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            found = max(found, min([node.lineno, *(each.lineno for each in node.decorator_list)]))
    return found
