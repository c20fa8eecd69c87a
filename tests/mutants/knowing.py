"""Which tests run which lines: found once for the source and each file of tests, and kept."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.mutants.changes import Change
from tests.mutants.covering import kept_for
from tests.mutants.tree import ROOT, digest, environment, source_digest

LEFT_OUT = (
    *(
        "act_thor_quickstart",
        "catalog",
        "docs",
        "drawn",
        "efficientnet_lite",
        "fixed_rooms",
        "floor_plan",
        "fuzz_tools",
    ),
    *("house", "layers", "learn", "looks", "mesh", "raster", "recipes", "render_stage", "shapes", "sums", "tests"),
)
"""Beginnings of the names of tests that are not run: of what is not changed (drawings, shapes, how homes are made), or
that take minutes to say what others say. Fewer tests never notice more."""


class Covering(NamedTuple):
    """Which tests run what."""

    lines: dict[str, dict[int, list[str]]]
    """By file and line: tests."""
    seconds: dict[str, float]
    """Of a core, for each test."""
    digest: str
    """Of all files of tests."""

    def tests_of(self, change: Change, source: str) -> list[str]:
        """The tests to run for a change: those that run its line, then those that run its function; quickest first.

        What only runs when a module is loaded, such as a table, is covered by every test that runs anything of the
        file, and by those of every file of tests that imports it.
        """
        of_file = self.lines.get(change.file, {})
        last = change.line + change.before.count("\n")
        first_around, last_around = function_around(source, change.line)
        exact = {test for line in range(change.line, last + 1) for test in of_file.get(line, [])}
        around = {test for line, tests in of_file.items() if first_around <= line <= last_around for test in tests}
        around = around or {test for tests in of_file.values() for test in tests}
        if (first_around, last_around) == function_around(source, 0):
            around |= self._importing(change.file)
        return [*self.by_time(exact), *self.by_time(around - exact)]

    def _importing(self, file: str) -> set[str]:
        """The tests of all files of tests that import a module."""
        parts = Path(file).with_suffix("").parts[1:]
        package, name = ".".join(parts[:-1]), parts[-1]
        is_imported = re.compile(rf"from {re.escape(package)}(\.{name} import | import (.*, )?{name}\b)")
        files = {test.partition("::")[0] for test in self.seconds}
        ours = {each for each in files if is_imported.search((ROOT / each).read_text())}
        return {test for test in self.seconds if test.partition("::")[0] in ours}

    def by_time(self, tests: set[str]) -> list[str]:
        """The quickest first."""
        return sorted(tests, key=lambda test: (self.seconds[test], test))

    def digest_of(self, test: str) -> str:
        """A hash of the file that a test stands in."""
        return digest([ROOT / test.partition("::")[0]])


def function_around(source: str, line: int) -> tuple[int, int]:
    """First and last line of the body of the innermost function around a line; of all the file if there is none."""
    found = (1, source.count("\n") + 1)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= (node.end_lineno or 0):
            found = max(found, (node.body[0].lineno, node.end_lineno or 0))
    return found


def test_files(asked: Sequence[str]) -> list[Path]:
    """The files of tests that are run: those asked for, else all but those left out."""
    if asked:
        return [ROOT / name for name in asked]
    every = sorted((ROOT / "tests").glob("test_*.py"))
    return [path for path in every if not path.stem.removeprefix("test_").startswith(LEFT_OUT)]


def near(left: Sequence[Change], files: Sequence[Path]) -> list[Path]:
    """The files of tests that import from where something is changed: a benchmark, or a package of the world's."""
    folders = {".".join(Path(change.file).parts[1:4]).removesuffix(".py") for change in left}
    imported = re.compile("|".join(rf"(from|import) {re.escape(folder)}\b" for folder in sorted(folders)) or "$^")
    return [path for path in files if imported.search(path.read_text())]


def covering(tree: Path, files: Sequence[Path], kept: Path, workers: int) -> Covering:
    """What every test runs; files of tests for which this is not known yet are run now."""
    folder = kept / f"covering_{source_digest()}"
    folder.mkdir(parents=True, exist_ok=True)
    unknown = [str(path.relative_to(ROOT)) for path in files if not (folder / kept_for(path)).exists()]
    if unknown:
        command = [sys.executable, "-m", "pytest", "-p", "tests.mutants.covering", *unknown]
        env = environment(tree, CASITA_COVERED=str(tree / "src"), CASITA_COVERING=str(folder))
        subprocess.run([*command, "-n", str(workers), "--dist", "loadfile"], cwd=tree, env=env, check=False)
    lines: dict[str, dict[int, list[str]]] = {}
    seconds: dict[str, float] = {}
    for row in _rows(folder, files):
        seconds |= dict(zip(row["tests"], row["seconds"], strict=True))
        for file, by_line in row["lines"].items():
            for line, numbers in by_line.items():
                lines.setdefault(file, {}).setdefault(int(line), []).extend(row["tests"][n] for n in numbers)
    return Covering(lines, seconds, digest(files))


def _rows(folder: Path, files: Sequence[Path]) -> Iterator[dict[str, Any]]:
    for path in files:
        kept = folder / kept_for(path)
        if kept.exists():
            yield json.loads(kept.read_text())
