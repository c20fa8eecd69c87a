"""A plugin of pytest: which tests run which lines of the source, and how long each takes.

Lines are seen by `coverage`, one context a test. A fixture that several tests share runs once and counts, with its
lines and its time, for each of them: any of them may notice what is wrong with it, and pays for it when run alone.
What is kept belongs to one file of tests, so that a change of tests asks for those files only: `CASITA_COVERED` is the
source, `CASITA_COVERING` the folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from coverage import Coverage

SOURCE = Path(os.environ.get("CASITA_COVERED", "."))
OUT = Path(os.environ.get("CASITA_COVERING", "."))


class Follower:
    """Notes the lines of the source that each test of one file runs."""

    def __init__(self) -> None:
        self.coverage = Coverage(data_file=None, config_file=False, source=[str(SOURCE)])
        self.seconds: dict[str, float] = {}
        """Of each test and of each shared fixture by itself."""
        self.fixtures: dict[str, list[str]] = {}
        """By test: the fixtures that it may share with others."""
        self.failed: set[str] = set()
        self.now: list[str] = []
        self.coverage.start()

    @contextmanager
    def follow(self, name: str) -> Iterator[None]:
        """What runs and how long it takes belongs to a test or a fixture, and to nothing around it."""
        begun, inner = cpu_seconds(), sum(self.seconds.values())
        self.now.append(name)
        self.coverage.switch_context(name)
        try:
            yield
        finally:
            used = cpu_seconds() - begun - (sum(self.seconds.values()) - inner)
            self.seconds[name] = self.seconds.get(name, 0.0) + used
            self.now.pop()
            self.coverage.switch_context(self.now[-1] if self.now else "")

    def found(self) -> dict[str, object]:
        """Stop, and say what was seen: by file and line, the numbers of tests; those that fail notice nothing."""
        self.coverage.stop()
        data, tests = self.coverage.get_data(), [test for test in self.fixtures if test not in self.failed]
        users: dict[str, set[int]] = {}
        for number, test in enumerate(tests):
            for name in (test, *self.fixtures[test]):
                users.setdefault(name, set()).add(number)
        lines: dict[str, dict[int, list[int]]] = {}
        for file in sorted(data.measured_files()):
            by_line = data.contexts_by_lineno(file)
            rows = {line: sorted(set().union(*(users.get(each, ()) for each in by_line[line]))) for line in by_line}
            lines[str(Path(file).relative_to(SOURCE.parent))] = {line: some for line, some in rows.items() if some}
        seconds = [sum(self.seconds.get(name, 0.0) for name in (test, *self.fixtures[test])) for test in tests]
        return {
            "tests": tests,
            "seconds": [round(each, 4) for each in seconds],
            "failed": sorted(self.failed),
            "lines": lines,
        }


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
    """Follow one test; after the last of a file, write down what they ran."""
    if not followers:
        followers.append(Follower())
    (follower,) = followers
    follower.fixtures[item.nodeid] = [f"fixture {name}" for name in getattr(item, "fixturenames", ())]
    try:
        with follower.follow(item.nodeid):
            return (yield)
    finally:
        if nextitem is None or nextitem.path != item.path:
            followers.clear()
            kept = OUT / kept_for(item.path)
            kept.with_suffix(".part").write_text(json.dumps(follower.found()))
            kept.with_suffix(".part").rename(kept)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
    """Follow a fixture that tests of a file share."""
    if not followers or fixturedef.scope == "function":
        return (yield)
    with followers[0].follow(f"fixture {fixturedef.argname}"):
        return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what fails although nothing was changed."""
    if report.failed and followers:
        followers[0].failed.add(report.nodeid)
