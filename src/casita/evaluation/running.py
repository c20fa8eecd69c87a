"""Puts a model to a task: every item is asked through the guard, answers are journaled, and scored in the end.

Models that come with Casita and a user's own take the same path. Results depend neither on the number of workers nor on
how often the run was stopped; only a model that is too slow, which is judged by the clock, can make a difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from casita.errors import BadInput
from casita.evaluation.benchmark import task_class
from casita.evaluation.guard import Caller, GuardedModel, InProcess
from casita.evaluation.journal import Journal
from casita.evaluation.models import checked_model, ingredients, is_users, load_model, name_of, row_of
from casita.evaluation.task import Scores, Task
from casita.scale import mapped
from casita.versions import VERSIONS, engines
from casita.writing import write_whole

CHUNK = 16
"""Items that a worker is asked about at a time, at the most."""


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a model answered about one item: a row of the journal."""

    item: str
    answer: Any
    faults: dict[str, int] = {}
    first_fault: str = ""
    trace: str = ""
    """The traceback of the first fault, if it is wanted."""


@dataclass(frozen=True)
class Results:
    """What a model answered to all items of a task, and what that is worth."""

    benchmark: str
    task: str
    model: str
    header: dict[str, Any]
    """What was asked of what: data, settings, versions, with hashes."""
    rows: tuple[Answered, ...]
    scores: Scores
    privileges: tuple[str, ...] = ()
    """What the model was told that the task does not allow."""

    @property
    def faults(self) -> dict[str, int]:
        """Calls that came to nothing, by why."""
        every: Counter[str] = Counter()
        for row in self.rows:
            every.update(row.faults)
        return dict(sorted(every.items()))

    @property
    def first_fault(self) -> Answered | None:
        """The first item with a fault."""
        return next((row for row in self.rows if row.first_fault), None)

    def to_json(self) -> bytes:
        """All of it as a JSON file; the same results give the same bytes."""
        plain = {
            "benchmark": self.benchmark,
            "task": self.task,
            "model": self.model,
            "about": self.header,
            "engines": engines(),
            "metrics": {name: one._asdict() for name, one in self.scores.metrics.items()},
            "faults": self.faults,
            "privileges": self.privileges,
            "answers": {row.item: row.answer for row in self.rows},
        }
        return msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n"

    def save(self, path: Path) -> None:
        """Write them to a file."""
        write_whole(path, self.to_json())


def evaluate_task(task: Task[Any], model: str | type | object, *, progress: bool = True, label: str = "") -> Results:
    """Ask a model about every item of a task, or go on with it, and score what it answers.

    A model is the name of one that comes with the task, `file.py:Class`, a class, or an object (which stays in this
    process: with several workers or apart it must be found by its name).
    """
    label = label or f"{task.benchmark}: {name_of(model)}"
    (found,) = evaluate_together([(task, model)], task.settings.workers, progress=progress, label=label)
    return found


def evaluate_together(
    asked: Sequence[tuple[Task[Any], str | type | object]], workers: int = 1, *, progress: bool = True, label: str = ""
) -> tuple[Results, ...]:
    """The same for several models with a task each, side by side.

    All are asked about a group of items before any is asked about the next, so that what a group costs to make (a home,
    a demonstration) is made once. All that was asked is scored when all have answered.
    """
    runs = [_Run(task, model) for task, model in asked]
    _keeper.cache_clear()  # the same file may hold another model by now
    with ExitStack() as stack:
        for run in runs:
            run.open(stack)
        for number, rows in _answers(runs, workers, label, progress):
            runs[number].add(rows)
    return tuple(run.results() for run in runs)


class _Run:
    """A model that is put to a task: what it is of, and what was answered so far."""

    def __init__(self, task: Task[Any], model: str | type | object) -> None:
        settings = task.settings
        self.task, self.model, self.items = task, model, list(task.items())
        if not self.items:
            raise BadInput(f"{task.benchmark}: there is nothing to ask about")
        if not isinstance(model, str) and (settings.workers > 1 or settings.apart):
            raise BadInput(f"{name_of(model)}: other processes find a model by its name, file.py:Class")
        self.header, self.privileges = _header(task, model, [item.id for item in self.items])
        self.rows: list[Answered] = []
        self._journal = Journal(settings.resume, self.header, Answered) if settings.resume else None

    def open(self, stack: ExitStack) -> None:
        """Open its journal, if it has one, and take over what is there."""
        if self._journal is not None:
            stack.enter_context(self._journal)
            _check_rows(self._journal, self.task, [item.id for item in self.items])
            self.rows = list(self._journal.rows)

    def add(self, rows: Sequence[Answered]) -> None:
        """Keep further answers, in the order of the items."""
        wanted = self.items[len(self.rows) : len(self.rows) + len(rows)]
        assert [row.item for row in rows] == [item.id for item in wanted], "answers in another order than their items"
        self.rows += rows
        if self._journal is not None:
            self._journal.add(rows)

    def groups(self) -> Iterator[tuple[tuple[int, Hashable], tuple[Any, ...]]]:
        """Items that are still to be asked about, in groups that a worker takes at once.

        With each stands where it begins among all items, whatever was answered before, and its name.
        """
        begins = 0
        for name, group in groupby(self.items, key=self.task.group_of):
            every = tuple(group)
            for first in range(0, len(every), CHUNK):
                left = every[max(first, len(self.rows) - begins) : first + CHUNK]
                if left:
                    yield (begins + first, name), left
            begins += len(every)

    def results(self) -> Results:
        """All answers, scored."""
        answers = [_converted(row, self.task, self.task.settings.resume) for row in self.rows]
        return Results(
            benchmark=self.task.benchmark,
            task=self.task.name,
            model=name_of(self.model),
            header=self.header,
            rows=tuple(self.rows),
            scores=self.task.scores(self.items, answers),
            privileges=self.privileges,
        )


def _header(task: Task[Any], model: str | type | object, ids: Sequence[str]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What a run is of, and the privileges of its model; BadInput if the model cannot be asked."""
    _no_twice(ids)
    made = model_of(task, model)
    checked_model(made, task.protocol)
    own = ingredients(model, made) if is_users(model) else task.made_of(row_of(str(model), task.models))
    header = {
        "benchmark": task.benchmark,
        "task": task.name,
        "model": name_of(model),
        "made of": own,
        "about": task.about(),
        "items": _digest(ids),
        "versions": dict(VERSIONS),
    }
    return header, tuple(getattr(made, "privileges", ()))


def model_of(task: Task[Any], model: str | type | object) -> Any:
    """A model, made: one of the task's own by name, or a user's."""
    if isinstance(model, str) and not is_users(model):
        return task.make(row_of(model, task.models))
    return load_model(model) if isinstance(model, str | type) else model


class _Work(NamedTuple):
    """What one worker is asked for."""

    benchmark: str
    task: str
    settings: Any
    model: str
    items: tuple[Any, ...]


def _answers(runs: Sequence[_Run], workers: int, label: str, progress: bool) -> Iterator[tuple[int, list[Answered]]]:
    """The answers of all runs with the number of the run, group by group."""
    shared: dict[tuple[int, Hashable], list[tuple[int, tuple[Any, ...]]]] = {}
    for number, run in enumerate(runs):
        for where, items in run.groups():
            shared.setdefault(where, []).append((number, items))
    asked = [shared[where] for where in sorted(shared, key=lambda where: where[0])]  # in the order of every run's items
    if all(isinstance(run.model, str) for run in runs):
        works = [[_work(runs[number], items) for number, items in group] for group in asked]
        found = mapped(_answered, works, workers, label, progress=progress)
    else:
        keep = [_Keeper(run.task, run.model) for run in runs]
        in_process = lambda group: [keep[number].answers(items) for number, items in group]  # noqa: E731
        found = mapped(in_process, asked, 1, label, progress=progress)
    for group, answers in zip(asked, found, strict=True):
        for (number, _), rows in zip(group, answers, strict=True):
            yield number, rows


def _work(run: _Run, items: tuple[Any, ...]) -> _Work:
    return _Work(run.task.benchmark, run.task.name, _alone(run.task.settings), str(run.model), items)


def _alone(settings: Any) -> Any:
    """Settings as a worker needs them: without the journal, which only one process writes."""
    return replace(settings, resume=None, workers=1)


def _answered(works: Sequence[_Work]) -> list[list[Answered]]:
    return [_keeper(work.benchmark, work.task, work.settings, work.model).answers(work.items) for work in works]


@lru_cache(maxsize=64)
def _keeper(benchmark: str, task: str, settings: Any, model: str) -> _Keeper:
    return _Keeper(task_class(benchmark, task)(settings), model)


class _Keeper:
    """A task and its model in one process; the model is made once, or anew for every item if the task says so."""

    def __init__(self, task: Task[Any], model: str | type | object) -> None:
        self.task, self.model = task, model
        self._guarded: GuardedModel | None = None

    def answers(self, items: Sequence[Any]) -> list[Answered]:
        """The answers to some items."""
        return [self._answer(item) for item in items]

    def _answer(self, item: Any) -> Answered:
        if self._guarded is None or self.task.fresh:
            self._guarded = GuardedModel(self._caller(), self.task.settings.timeout or self.task.seconds)
        answer = msgspec.to_builtins(self.task.ask(self._guarded, item))
        faults, first = self._guarded.taken_faults()
        trace = first.trace if first and self.task.settings.traceback else ""
        return Answered(item.id, answer, faults, str(first) if first else "", trace)

    def _caller(self) -> Caller:
        if not self.task.settings.apart:
            return InProcess(model_of(self.task, self.model), ours=not is_users(self.model))
        from casita.evaluation.apart import Apart

        return Apart.of(self.task, str(self.model))


def _check_rows(journal: Journal[Answered], task: Task[Any], ids: Sequence[str]) -> None:
    """Raise BadInput unless the rows of a journal are answers to the first items, in order."""
    for row, wanted in zip(journal.rows, ids, strict=False):
        if row.item != wanted:
            raise BadInput(f"{journal.path}: an answer to {row.item} stands where {wanted} should")
        _converted(row, task, journal.path)
    if len(journal.rows) > len(ids):
        raise BadInput(f"{journal.path}: {len(journal.rows)} answers to {len(ids)} items")


def _converted(row: Answered, task: Task[Any], where: Path | None) -> Any:
    try:
        return msgspec.convert(row.answer, task.answers)
    except msgspec.ValidationError as error:
        raise BadInput(f"{where or task.benchmark}, item {row.item}: not an answer: {error}") from None


def _no_twice(ids: Sequence[str]) -> None:
    twice = [name for name, count in Counter(ids).items() if count > 1]
    if twice:
        raise BadInput(f"item {twice[0]} is there more than once")


def _digest(ids: Sequence[str]) -> str:
    import hashlib

    return f"{len(ids)} items, {hashlib.blake2b(chr(10).join(ids).encode(), digest_size=8).hexdigest()}"
