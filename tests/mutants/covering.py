"""A plugin of pytest: which tests run which lines of the source, and how long each takes.

Lines are seen by a tracing function, which is slow: of a function that a test calls often, only the first calls are
followed line by line. That the test calls it is noted all the same, as line 0 of its first line.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

FOLLOWED = 30
"""Calls of a function in one test that are followed line by line."""

SOURCE = os.environ.get("CASITA_COVERED", "")
OUT = os.environ.get("CASITA_COVERING", "")


class Follower:
    """Notes the lines of the source that run."""

    def __init__(self) -> None:
        self.lines: set[tuple[str, int]] = set()
        self.calls: Counter[CodeType] = Counter()

    def begin(self, frame: FrameType, event: str, argument: Any) -> Any:
        """A function is called: follow it, if it is of the source and was not followed often already."""
        code = frame.f_code
        if not code.co_filename.startswith(SOURCE):
            return None
        self.calls[code] += 1
        return self.go_on if self.calls[code] <= FOLLOWED else None

    def go_on(self, frame: FrameType, event: str, argument: Any) -> Any:
        """A line is run."""
        self.lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self.go_on


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Follow one test with all its fixtures, and write down what it ran."""
    follower, begun = Follower(), time.perf_counter()
    sys.settrace(follower.begin)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        took = time.perf_counter() - begun
        ran: dict[str, list[int]] = {}
        for file, line in sorted(follower.lines):
            ran.setdefault(str(Path(file).relative_to(Path(SOURCE).parent)), []).append(line)
        called = sorted({(str(Path(code.co_filename).relative_to(Path(SOURCE).parent)), code.co_firstlineno)
                         for code in follower.calls})  # fmt: skip
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        with Path(f"{OUT}.{worker}").open("a") as file_out:
            file_out.write(json.dumps({"test": item.nodeid, "seconds": took, "ran": ran, "called": called}) + "\n")
