"""`casita.evaluate`: a model put to a benchmark, or to all that it fits, in one call."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from casita.errors import BadInput
from casita.evaluation.benchmark import benchmark, benchmark_names
from casita.evaluation.models import class_in_file, load_model, misfits, name_of
from casita.evaluation.page import Table
from casita.evaluation.running import Results, evaluate_task


def evaluate(
    name: str, model: str | type | object, *, task: str = "", progress: bool = True, **settings: Any
) -> Results:
    """Put a model to a benchmark: `casita.evaluate("act_thor", "my.py:Mine", limit=20).scores.metrics`.

    A model is the name of one that comes with Casita, `file.py:Class`, a class or an object. `task` is the benchmark's
    main one, or the one that knows the model's name. All other settings are those of `casita eval NAME --help`.
    """
    row = benchmark(name)
    kind = row.task_for(model, task)
    chosen = kind(row.settings("eval", settings))
    try:
        return evaluate_task(chosen, model, progress=progress, label=f"{row.title}: {name_of(model)}")
    except BadInput as error:
        named = name_of(model)
        if named in str(error) or not (isinstance(model, str) and ":" in model):
            raise
        raise BadInput(f"{named}: {error}") from error


def check_model(name: str, model: str | type | object, task: str = "") -> list[str]:
    """What keeps a model (`file.py:Class`, a class, an object) from being put to a benchmark; empty if nothing does."""
    found = class_in_file(model) if isinstance(model, str) else model
    return misfits(found, benchmark(name).task(task).protocol)


def fitting(model: str | type | object) -> list[tuple[str, str]]:
    """The benchmarks and tasks that a model's methods fit."""
    made = load_model(model) if isinstance(model, str | type) else model
    return [
        (name, task)
        for name in benchmark_names()
        for task in benchmark(name).tasks
        if not misfits(made, benchmark(name).task(task).protocol)
    ]


def profile(model: str | type | object, *, limit: int | None = None, **settings: Any) -> list[Results]:
    """A model put to everything that it fits and that needs no data of one's own; BadInput if there is nothing."""
    found = [(name, task) for name, task in fitting(model) if not benchmark(name).task(task).needs_data]
    if not found:
        raise BadInput(f"{name_of(model)} has the methods of no benchmark; casita.check_model says what one needs")
    return [evaluate(name, model, task=task, limit=limit, **settings) for name, task in found]


def profile_json(results: Iterable[Results]) -> bytes:
    """All figures as one JSON object, by benchmark and task."""
    found = {
        f"{one.benchmark}/{one.task}": {
            "model": one.model,
            "items": len(one.rows),
            "faults": one.faults,
            "about": one.header,
            "metrics": {name: value._asdict() for name, value in one.scores.metrics.items()},
        }
        for one in results
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def profile_table(results: Iterable[Results]) -> Table:
    """All of it in one table."""
    rows = []
    for one in results:
        row = benchmark(one.benchmark)
        headline = row.task(one.task).headline
        faults = ", ".join(f"{kind} {count}" for kind, count in one.faults.items()) or "none"
        rows.append((row.title, one.task, headline, one.scores.metrics[headline].text(3), str(len(one.rows)), faults))
    columns = ("benchmark", "task", "measure", "value", "items", "faults")
    return Table("One model, everything that it fits", columns, tuple(rows), left=3)
