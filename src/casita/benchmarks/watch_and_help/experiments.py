"""The experiments behind the report: which helpers are put to which tasks with which seeds, and where it is kept.

    RUNS/{split}/{helper}.jsonl     one journal for each helper on each split, with a log of every episode beside it
    RUNS/watch/*.json               goal inference, one file for each model and split
    RUNS/places.json                where things are at first

What is there already is not done again; a journal that was cut off goes on where it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.watch_and_help.evaluation import SEEDS, evaluate_helper
from casita.benchmarks.watch_and_help.homes.places_found import count_places, keep_places, read_places
from casita.benchmarks.watch_and_help.homes.tasks import digest_of, frozen_tasks, tasks
from casita.benchmarks.watch_and_help.item import Split
from casita.benchmarks.watch_and_help.models import MODELS, helper, made_of
from casita.benchmarks.watch_and_help.watching import WATCHERS, evaluate_watch
from casita.errors import BadInput, unknown

QUICK_TASKS, QUICK_SEEDS = 10, (0,)
"""What a quick look takes: the first tasks, which go round the activities, once each."""

FIRST = ("alice-alone", "hp", "teammate", "oracle-b")
"""Helpers that other results are compared with, and that are run before all others."""


class Experiment(NamedTuple):
    """One helper on one split."""

    split: Split
    helper: str

    def journal(self, runs: Path) -> Path:
        """The file that it leaves."""
        return runs / self.split / f"{self.helper}.jsonl"


def experiments(splits: Sequence[Split] = ("test_1", "test_2"), helpers: Sequence[str] = ()) -> list[Experiment]:
    """Every helper of the table, or those named, on every split; those that others are compared with come first."""
    for name in helpers:
        if name not in MODELS:
            raise unknown("helper", name, MODELS)
    chosen = [name for name in MODELS if name in helpers or not helpers]
    ordered = sorted(chosen, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    return [Experiment(split, name) for split in splits for name in ordered]


def run_all(
    runs: Path,
    *,
    splits: Sequence[Split] = ("test_1", "test_2"),
    helpers: Sequence[str] = (),
    quick: bool = False,
    limit: int | None = None,
    seeds: Sequence[int] = SEEDS,
    data: Path | None = None,
    workers: int = 1,
    progress: bool = True,
) -> list[Path]:
    """Do all that is not done yet, and give the journals.

    `limit` is how many tasks of each split are done, `quick` does a few once. Demonstrations are made anew unless
    `data` is a folder with them.
    """
    if limit is not None and limit < 1:
        raise BadInput(f"at least one task is run; asked for {limit}")
    if quick:
        limit, seeds = limit or QUICK_TASKS, QUICK_SEEDS
    for split in splits:
        for model in WATCHERS:
            evaluate_watch(model, split, runs, data=data, limit=limit, progress=progress)
    homes = [task for task in frozen_tasks() if not limit or task in tasks(task.split)[:limit]]
    counted = read_places(runs)
    if counted is None or counted.digest != digest_of(homes):
        keep_places(count_places(homes, workers=workers, progress=progress), runs)
    done = []
    for each in experiments(splits, helpers):
        journal = each.journal(runs)
        evaluate_helper(
            partial(helper, each.helper),
            tasks(each.split)[:limit],
            seeds,
            name=each.helper,
            journal=journal,
            logs=True,
            workers=workers,
            progress=progress,
            made_of=made_of(each.helper),
        )
        done.append(journal)
    return done
