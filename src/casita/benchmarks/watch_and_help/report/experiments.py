"""The experiments behind the report: which models are put to which tasks with which seeds, and where it is kept.

    RUNS/{split}/{helper}.jsonl         one journal for each helper on each split, with a log of every episode beside it
    RUNS/watch/{model}_{split}.jsonl    goal inference, one journal for each model and split
    RUNS/places.json                    where things are at first

What is there already is not done again; a journal that was cut off goes on where it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casita.benchmarks.watch_and_help.homes.places_found import count_places, keep_places, read_places
from casita.benchmarks.watch_and_help.homes.tasks import digest_of, frozen_tasks, tasks
from casita.benchmarks.watch_and_help.models import ALONE, GOAL_READERS, MODELS
from casita.benchmarks.watch_and_help.task import HelpTask, WatchAndHelpSettings, WatchTask
from casita.errors import unknown
from casita.evaluation.running import evaluate_task

QUICK_TASKS = 10
"""What a quick look takes: the first tasks, which go round the activities, once each."""

FIRST = (ALONE, "hp", "teammate", "oracle-b")
"""Helpers that other results are compared with, and that are run before all others."""


def in_order(helpers: Sequence[str] = ()) -> list[str]:
    """Every helper of the table, or those named; those that others are compared with come first."""
    for name in helpers:
        if name not in MODELS:
            raise unknown("helper", name, MODELS)
    chosen = [name for name in MODELS if name in helpers or not helpers]
    return sorted(chosen, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))


def run_all(
    runs: Path,
    *,
    splits: Sequence[str] = ("test_1", "test_2"),
    helpers: Sequence[str] = (),
    limit: int | None = None,
    seeds: int = 5,
    steps: int = 250,
    workers: int = 1,
    progress: bool = True,
) -> list[Path]:
    """Do all that is not done yet, and give the journals of help; `limit` is how many tasks of each split are done."""
    chosen, done = in_order(helpers), []
    for split in splits:
        for model in GOAL_READERS:
            journal = runs / "watch" / f"{model}_{split}.jsonl"
            watching = WatchAndHelpSettings(split=split, limit=limit, resume=journal, workers=workers)
            evaluate_task(WatchTask(watching), model, progress=progress)
    _count_places(runs, limit, workers, progress)
    for split in splits:
        for name in chosen:
            journal = runs / split / f"{name}.jsonl"
            settings = WatchAndHelpSettings(
                split=split,
                limit=limit,
                seeds=seeds,
                steps=steps,
                resume=journal,
                alone=runs / split / f"{ALONE}.jsonl",
                logs=runs / split / f"{name}_logs",
                workers=workers,
            )
            evaluate_task(HelpTask(settings), name, progress=progress)
            done.append(journal)
    return done


def _count_places(runs: Path, limit: int | None, workers: int, progress: bool) -> None:
    homes = [task for task in frozen_tasks() if not limit or task in tasks(task.split)[:limit]]
    counted = read_places(runs)
    if counted is None or counted.digest != digest_of(homes):
        keep_places(count_places(homes, workers=workers, progress=progress), runs)
