"""Putting one helper to tasks: what `casita eval watch_and_help` does, with Alice alone beside it for comparison."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.watch_and_help.evaluation import Maker, evaluate_helper
from casita.benchmarks.watch_and_help.helping import Helped
from casita.benchmarks.watch_and_help.item import Split, Task
from casita.benchmarks.watch_and_help.models import MODELS, helper
from casita.benchmarks.watch_and_help.report_interplay import Counted, counted
from casita.benchmarks.watch_and_help.score import ALL, Summary, alone_lengths, summaries
from casita.benchmarks.watch_and_help.tasks import tasks
from casita.errors import BadInput, unknown
from casita.evaluate import checked_model, load_model

ALONE = "alice-alone"
"""The helper that every other one is compared with."""


class Evaluated(NamedTuple):
    """All episodes of a helper, and Alice's alone with the same tasks and seeds."""

    model: str
    helped: list[Helped]
    alone: list[Helped]

    def summaries(self) -> dict[str, Summary]:
        """Success, speed-up and reward, by activity and of all."""
        return summaries([each.result for each in self.helped], alone_lengths(each.result for each in self.alone))

    def counted(self) -> dict[str, Counted]:
        """What else was counted, by activity and of all."""
        names = sorted({each.activity for each in self.helped})
        groups = {name: [each for each in self.helped if each.activity == name] for name in names}
        return {name: counted(own, self.alone) for name, own in (groups | {ALL: self.helped}).items()}

    def faults(self) -> dict[str, int]:
        """Turns lost, by why."""
        return dict(sorted(sum((Counter(each.faults) for each in self.helped), Counter()).items()))

    @property
    def first_fault(self) -> str:
        """Where the first fault was and what, in words; empty if there was none."""
        return next((f"{h.task}, seed {h.seed}: {h.first_fault}" for h in self.helped if h.first_fault), "")

    @property
    def privileges(self) -> tuple[str, ...]:
        """What the helper was told that the challenge does not allow."""
        return self.helped[0].privileges


def evaluate(
    model: str,
    split: Split = "test_1",
    *,
    limit: int | None = None,
    seeds: int = 5,
    resume: Path | None = None,
    logs: bool = False,
    workers: int = 1,
    progress: bool = True,
) -> Evaluated:
    """Let a helper by name, or a user's `file.py:Class`, help with the first tasks of a split, each with some seeds."""
    make, chosen = maker(model), first_tasks(split, limit)
    if seeds < 1:
        raise BadInput(f"there is at least one seed; asked for {seeds}")
    run = partial(
        evaluate_helper, tasks=chosen, seeds=tuple(range(seeds)), logs=logs, workers=workers, progress=progress
    )
    helped = run(make, name=model, journal=resume)
    alone = helped if model == ALONE else run(partial(helper, ALONE), name=ALONE, journal=_beside(resume))
    return Evaluated(model, helped, alone)


def _beside(journal: Path | None) -> Path | None:
    """Where Alice's episodes alone are kept: beside those of the helper."""
    return journal and journal.with_name(f"{journal.stem}_alone.jsonl")


def first_tasks(split: Split, limit: int | None = None) -> tuple[Task, ...]:
    """The first so many tasks of a split, or all of them."""
    if limit is not None and limit < 1:
        raise BadInput(f"a limit is at least 1 task; it is {limit}")
    return tasks(split)[:limit]


def maker(model: str) -> Maker:
    """What makes a helper of a name, or of a user's `file.py:Class`, anew for every episode."""
    if ":" in model:
        checked_model("watch_and_help", load_model(model))
        return partial(load_model, model)
    if model not in MODELS:
        raise unknown("helper", model, [*MODELS, "file.py:Class"])
    return partial(helper, model)
