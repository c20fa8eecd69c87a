"""A benchmark as one row: what the command line, the quickstart, the reports and the web pages read of it.

Every folder of `casita/benchmarks` with a `benchmark.toml` is a benchmark, and that file is its row. What a row names
is loaded when it is used: "task:ChoiceTask" is `ChoiceTask` in the benchmark's `task.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from casita.errors import BadInput, unknown
from casita.evaluation.page import Table
from casita.evaluation.task import Task
from casita.reading import parsed_toml

Said = Iterable["str | Table | Path"]
"""What a command says, piece by piece: lines, tables, and paths of what it wrote."""

Offered = Literal["generate", "show", "train", "report"]
"""What a benchmark may offer besides being evaluated."""


class Command(NamedTuple):
    """One command of a benchmark: `casita generate act_thor`."""

    settings: str
    """A dataclass: its docstring and those of its fields are the command's help."""
    run: str
    """A function of such settings that gives what is said."""


class Benchmark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one row of a benchmark."""

    name: str
    """That of its folder."""
    title: str
    question: str
    """What it asks, in one sentence."""
    tasks: dict[str, str]
    """Its tasks by name, the main one first."""
    eval: str
    """The settings that its tasks are put to a model with, a kind of `EvalSettings`."""
    commands: dict[Offered, str]
    """The module of each command: that of `show` has `ShowSettings`, and `run_show` that does it."""
    quickstart: str = "quickstart:quickstart"
    """A function of a folder that gives a `Showing`."""

    def loaded(self, named: str) -> Any:
        """What a name of this row stands for."""
        module, _, name = named.partition(":")
        return getattr(import_module(f"casita.benchmarks.{self.name}.{module}"), name)

    def task(self, name: str = "") -> type[Task[Any]]:
        """The class of a task; of the main one if no name is given."""
        if name and name not in self.tasks:
            raise unknown(f"task of {self.name}", name, self.tasks)
        found: type[Task[Any]] = self.loaded(self.tasks[name or next(iter(self.tasks))])
        return found

    def task_for(self, model: object, name: str = "") -> type[Task[Any]]:
        """The task that a model is put to: the one named, or the first that knows the model's name."""
        if name or not isinstance(model, str) or ":" in model:
            return self.task(name)
        kinds = [self.task(each) for each in self.tasks]
        return next((kind for kind in kinds if model in kind.models), kinds[0])

    def settings(self, command: str, given: Mapping[str, Any]) -> Any:
        """The settings of a command; BadInput for one that it does not have."""
        kind = self.loaded(self.eval if command == "eval" else self.command(command).settings)
        try:
            return kind(**given)
        except TypeError as error:
            raise BadInput(f"{command} {self.name}: {error}") from None

    def command(self, name: str) -> Command:
        """One of its commands."""
        for each, module in self.commands.items():
            if each == name:
                return Command(f"{module}:{name.capitalize()}Settings", f"{module}:run_{name}")
        raise BadInput(f"{self.name} has nothing to {name}")

    def run(self, command: str, **given: Any) -> Said:
        """Do what a command does, as on the command line; what it says."""
        settings = self.settings(command, given)
        run: Callable[[Any], Said] = self.loaded(self.command(command).run)
        return run(settings)


class Showing(NamedTuple):
    """What a benchmark shows of itself in the quickstart: a small run as a table, a few pictures, a few words."""

    name: str
    title: str
    words: str
    table: Table
    pictures: tuple[tuple[str, bytes], ...] = ()
    """Captions, and JPEG or PNG files."""


def _files() -> dict[str, Path]:
    """The files of rows, by the names of their benchmarks."""
    found = find_spec("casita.benchmarks")
    folders = found.submodule_search_locations if found else None
    return {path.parent.name: path for folder in folders or () for path in Path(folder).glob("*/benchmark.toml")}


def benchmark_names() -> tuple[str, ...]:
    """All benchmarks that are here."""
    return tuple(sorted(_files()))


@cache
def benchmark(name: str) -> Benchmark:
    """The row of a benchmark."""
    path = _files().get(name)
    if path is None:
        raise unknown("benchmark", name, benchmark_names())
    row = parsed_toml(path.read_text("utf-8"), str(path))
    try:
        return msgspec.convert({"name": name, **row}, Benchmark)
    except msgspec.ValidationError as error:
        raise BadInput(f"{path}: {error}") from None


def task_class(name: str, task: str = "") -> type[Task[Any]]:
    """The class of a benchmark's task."""
    return benchmark(name).task(task)
