"""Runs drivers within a budget of time: a case is tried, and what it finds is kept with how to have it again."""

from __future__ import annotations

import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from casita.seeds import Stream, stream

CASE_LIMIT = 120
"""Seconds of work after which a case counts as endless; commands that it runs have limits of their own."""


class Endless(Exception):
    """A case took longer than any may."""


@dataclass
class Case:
    """One thing to try."""

    luck: Stream
    """All that is drawn comes from here."""
    folder: Path
    """An empty folder of its own."""
    shared: Path
    """A folder for what all cases of a run share, such as data that are made once."""
    findings: list[str] = field(default_factory=list)
    number: int = 0
    """Which case of the run it is, from 0."""

    def found(self, what: str) -> None:
        """Note an outcome that is not documented."""
        self.findings.append(" ".join(what.split())[:600])

    @contextmanager
    def nothing_but(self, *expected: type[BaseException], doing: str) -> Iterator[None]:
        """Note whatever is raised inside and is not expected."""
        try:
            yield
        except expected:
            pass
        except (KeyboardInterrupt, Endless):
            raise
        except BaseException as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            self.found(f"{doing}: {type(error).__name__}: {error} (at {where.filename}:{where.lineno})")


@dataclass(frozen=True)
class Driver:
    """One way to look for trouble."""

    name: str
    about: str
    try_case: Callable[[Case], None]
    share: float = 1.0
    """Of the time, beside the others' shares."""


@dataclass
class Tally:
    """What came of one driver."""

    driver: Driver
    cases: int = 0
    findings: list[tuple[int, str]] = field(default_factory=list)
    """With the number of the case."""


def run_case(driver: Driver, seed: int, number: int, shared: Path) -> list[str]:
    """What one case finds."""
    with tempfile.TemporaryDirectory(prefix=f"casita_fuzz_{driver.name}_") as folder:
        case = Case(stream(seed, "fuzz", driver.name, number), Path(folder), shared, number=number)
        signal.signal(signal.SIGPROF, _stop)
        signal.setitimer(signal.ITIMER_PROF, CASE_LIMIT)
        try:
            with case.nothing_but(doing="the case itself"):
                driver.try_case(case)
        except Endless:
            case.found(f"no end after {CASE_LIMIT} s")
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        return case.findings


def run(driver: Driver, seed: int, seconds: float, shared: Path, cases: int | None = None) -> Tally:
    """Try cases until the time is up, at least one; or so many cases, however long they take."""
    tally = Tally(driver)
    end = time.monotonic() + seconds
    while tally.cases < cases if cases is not None else not tally.cases or time.monotonic() < end:
        tally.findings += [(tally.cases, what) for what in run_case(driver, seed, tally.cases, shared)]
        tally.cases += 1
    return tally


def _stop(signum: int, frame: object) -> None:
    raise Endless
