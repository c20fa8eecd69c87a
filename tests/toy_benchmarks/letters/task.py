"""Ask for the number of letters of every word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from casita.benchmarks.letters.item import Word
from casita.benchmarks.letters.models import MODELS
from casita.benchmarks.letters.score import right

from casita.errors import BadInput
from casita.evaluation.faults import Fault
from casita.evaluation.folder import DataFolder
from casita.evaluation.guard import GuardedModel
from casita.evaluation.page import Table
from casita.evaluation.task import EvalSettings, Scores, Task
from casita.parquet import read_parquet


class Counter(Protocol):
    """Counts letters."""

    def count(self, word: str) -> int:
        """The number of letters of a word."""


@dataclass(frozen=True, kw_only=True)
class Eval(EvalSettings):
    """Ask a model for the letters of words.

    Examples:
      casita eval letters --data words --model always
    """

    data: Path
    """The folder with the words."""


class CountTask(Task[Word]):
    """How many letters?"""

    benchmark, name, headline, protocol = "letters", "count", "right", Counter
    answers = int | None
    models = MODELS
    seconds = 5.0

    @cached_property
    def _folder(self) -> DataFolder:
        return DataFolder(self.settings.data, "letters")

    def items(self) -> Sequence[Word]:
        """The words."""
        shards = [self._folder.checked(name) for name in sorted(self._folder.hashes) if name.endswith(".parquet")]
        return [word for path in shards for word in read_parquet(path, Word)][: self.settings.limit]

    def about(self) -> dict[str, Any]:
        """The folder."""
        return {"data": self._folder.manifest.digest()}

    def ask(self, model: GuardedModel, item: Word) -> int | None:
        """What a model says of one word; no answer if that came to nothing."""
        try:
            return model.call("count", item.text, check=_whole)
        except Fault:
            return None

    def scores(self, items: Sequence[Word], answers: Sequence[int | None]) -> Scores:
        """The share that is right."""
        found = right(items, answers)
        table = Table("Letters", ("words", "right"), ((str(len(items)), found.percent()),))
        return Scores({"right": found}, (table,))


def _whole(answer: Any) -> int:
    if not isinstance(answer, int) or isinstance(answer, bool):
        raise BadInput(f"a count is a whole number; it is {answer!r}")
    return answer
