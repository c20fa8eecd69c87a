"""Measures every hot path on one core and checks that the work was really done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

import msgspec

from casita.errors import unknown
from casita.words import safe_for_rich

SUITES = {
    "home": "casita.bench.home",
    "homes": "casita.bench.homes",
    "world": "casita.bench.world",
    "physics": "casita.bench.physics",
    "render": "casita.bench.render",
    "arm": "casita.bench.arm",
    "act_thor": "casita.bench.act_thor",
    "plausiblact": "casita.bench.plausiblact",
    "env_qa": "casita.bench.env_qa",
    "excalibur": "casita.bench.excalibur",
    "watch_and_help": "casita.bench.watch_and_help",
    "detector": "casita.bench.detector",
    "looks": "casita.bench.looks",
    "laws": "casita.bench.laws",
}
"""Modules with a `measure()` that gives rows, by the name that `casita bench` takes."""

LONG = ("homes", "looks", "laws", "detector")
"""Suites that take a minute and more, or need packages of their own: `all` leaves them out."""


class Row(msgspec.Struct, frozen=True):
    """One figure that was measured."""

    suite: str
    name: str
    value: float
    unit: str
    goal: float
    at_least: bool
    """Whether the goal is a least value (a speed) or a most value (a time)."""
    detail: str
    """What was done, and the proof that it was."""

    @property
    def met(self) -> bool:
        """Did it reach its goal?"""
        return self.value >= self.goal if self.at_least else self.value <= self.goal


def measured(names: Sequence[str]) -> Iterator[Row]:
    """The rows of some suites, or of all, each as soon as it is measured."""
    for name in names:
        if name not in (*SUITES, "all"):
            raise unknown("bench", name, (*SUITES, "all"))
    chosen = [name for name in SUITES if name not in LONG] if not names or "all" in names else list(names)
    for name in chosen:
        measure: Callable[[], Iterator[Row]] = import_module(SUITES[name]).measure
        yield from measure()


def run(names: Sequence[str], as_json: bool) -> bool:
    """Measure and print, as a table or as one JSON object a line; True if every goal was met."""
    rows = []
    for row in measured(names):
        rows.append(row)
        if as_json:
            line = {**msgspec.to_builtins(row), "met": row.met}
            sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
            sys.stdout.flush()
    if not as_json:
        print_table(rows)
    return all(row.met for row in rows)


def print_table(rows: Sequence[Row]) -> None:
    """The rows as a table for people."""
    from rich.console import Console
    from rich.table import Table

    table = Table("what", "measured", "goal", "met", "how", title="casita bench, one core")
    for row in rows:
        sign = "at least" if row.at_least else "at most"
        cells = (
            f"{row.suite}: {row.name}",
            f"{row.value:.4g} {row.unit}",
            f"{sign} {row.goal:g} {row.unit}",
            "yes" if row.met else "NO",
            row.detail,
        )
        table.add_row(*map(safe_for_rich, cells))
    Console().print(table)
