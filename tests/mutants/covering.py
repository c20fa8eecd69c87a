"""A plugin of pytest: which tests run which lines of the source, and how long each takes.

Lines are seen by `coverage`, one context a test with all its fixtures. What is kept belongs to one file of tests, so
that a change of tests asks for those files only: `CASITA_COVERED` is the source, `CASITA_COVERING` the folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage

SOURCE = Path(os.environ.get("CASITA_COVERED", "."))
OUT = Path(os.environ.get("CASITA_COVERING", "."))


class Follower:
    """Notes the lines of the source that each test of one file runs."""

    def __init__(self) -> None:
        self.coverage = Coverage(data_file=None, config_file=False, source=[str(SOURCE)])
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage.start()

    def begin(self, test: str) -> None:
        """What runs from now on belongs to a test."""
        self.coverage.switch_context(test)

    def found(self) -> dict[str, object]:
        """Stop, and say what was seen: by file and line, the numbers of tests; those that fail notice nothing."""
        self.coverage.stop()
        data, tests = self.coverage.get_data(), [test for test in self.seconds if test not in self.failed]
        numbers = {test: number for number, test in enumerate(tests)}
        lines: dict[str, dict[int, list[int]]] = {}
        for file in sorted(data.measured_files()):
            by_line = data.contexts_by_lineno(file)
            rows = {line: sorted(numbers[test] for test in by_line[line] if test in numbers) for line in by_line}
            lines[str(Path(file).relative_to(SOURCE.parent))] = {line: some for line, some in rows.items() if some}
        seconds = [self.seconds[test] for test in tests]
        return {"tests": tests, "seconds": seconds, "failed": sorted(self.failed), "lines": lines}


followers: list[Follower] = []
"""The one of the file of tests that is run now."""


def kept_for(tests: Path) -> str:
    """The name under which is kept what a file of tests runs: another for other bytes."""
    return f"{tests.stem}_{hashlib.blake2b(tests.read_bytes(), digest_size=6).hexdigest()}.json"


def cpu_seconds() -> float:
    """What this process and those it waited for have used of a core so far: no busy machine makes it more."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Follow one test with all its fixtures; after the last of a file, write down what they ran."""
    if not followers:
        followers.append(Follower())
    (follower,) = followers
    begun = cpu_seconds()
    follower.begin(item.nodeid)
    try:
        return (yield)
    finally:
        follower.seconds[item.nodeid] = round(cpu_seconds() - begun, 4)
        if nextitem is None or nextitem.path != item.path:
            followers.clear()
            kept = OUT / kept_for(item.path)
            kept.with_suffix(".part").write_text(json.dumps(follower.found()))
            kept.with_suffix(".part").rename(kept)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what fails although nothing was changed."""
    if report.failed and followers:
        followers[0].failed.add(report.nodeid)
