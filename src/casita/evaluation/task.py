"""What a benchmark asks: a task has items, asks a model about each, and scores the answers.

A person in a browser is a model too: whoever has the methods of the task's protocol can be asked.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from casita.errors import BadInput
from casita.evaluation.guard import GuardedModel
from casita.evaluation.models import ModelRow, built_in
from casita.evaluation.page import Table
from casita.evaluation.statistics import Estimate
from casita.seeds import derived_seed


class HasId(Protocol):
    """Something with a name of its own."""

    @property
    def id(self) -> str:
        """Its name."""


Item = TypeVar("Item", bound=HasId)


@dataclass(frozen=True, kw_only=True)
class EvalSettings:
    """How any task is put to a model; every benchmark adds its own."""

    limit: int | None = None
    """Only so many items, from the first on."""
    resume: Path | None = None
    """A journal of answers: a run that was stopped goes on with it."""
    timeout: float | None = None
    """Seconds that a model may take for one answer; without it the task's own limit."""
    apart: bool = False
    """Let the model run in a process of its own, which is given what it may know and nothing else, and can be ended."""
    traceback: bool = False
    """Show the model's own traceback of its first fault."""
    workers: int = 1
    """Processes at work; the answers do not depend on it."""

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 1:
            raise BadInput(f"--limit is at least 1; it is {self.limit}")
        if self.timeout is not None and not self.timeout > 0.0:
            raise BadInput(f"--timeout is more than 0 seconds; it is {self.timeout}")
        if self.workers < 1:
            raise BadInput(f"there is at least one worker; asked for {self.workers}")


class Scores(NamedTuple):
    """What answers are worth: figures by name, and tables and words for people."""

    metrics: dict[str, Estimate]
    tables: tuple[Table, ...] = ()
    notes: tuple[str, ...] = ()


class Task(ABC, Generic[Item]):
    """One task of a benchmark, with the settings that it is asked with."""

    benchmark: ClassVar[str]
    name: ClassVar[str]
    protocol: ClassVar[type]
    """What a model must offer: one of `casita.protocols`."""
    headline: ClassVar[str]
    """The metric that stands for all where there is room for one."""
    answers: ClassVar[Any]
    """The type of an answer; what is read from a journal is checked against it."""
    fresh: ClassVar[bool] = False
    """Is a new model made for every item?"""
    needs_data: ClassVar[bool] = False
    """Can it only be asked with data that were generated?"""
    seconds: ClassVar[float] = 60.0
    """How long a model may take for one answer."""
    models: ClassVar[Mapping[str, ModelRow]]
    """Those that come with it, by name."""

    def __init__(self, settings: Any) -> None:
        """A task with its settings; BadInput if they name data that are not there."""
        self.settings = settings

    @abstractmethod
    def items(self) -> Sequence[Item]:
        """All that is asked about, in order."""

    @abstractmethod
    def about(self) -> dict[str, Any]:
        """What the questions depend on, as plain data with hashes: a journal of anything else is refused."""

    @abstractmethod
    def ask(self, model: GuardedModel, item: Item) -> Any:
        """What a model answers about one item; what a fault leads to is decided here."""

    @abstractmethod
    def scores(self, items: Sequence[Item], answers: Sequence[Any]) -> Scores:
        """What the answers are worth."""

    def begin(self, model: GuardedModel, item: Item) -> None:
        """Tell a model that wants to know it the seed of its luck for one item: the settings' own, and the item's."""
        if model.has("begin"):
            model.call("begin", derived_seed(self.settings.seed, self.name, item.id) >> 1)

    def group_of(self, item: Item) -> Hashable:
        """Items in a row of one group are asked by the same process, which may keep what they share."""
        return item.id

    def make(self, row: ModelRow) -> Any:
        """A new model of this row."""
        return built_in(row, f"casita.benchmarks.{self.benchmark}.models")

    def made_of(self, row: ModelRow) -> dict[str, str]:
        """A hash of everything else that the answers of a model of this row depend on, such as its weights."""
        return {}
