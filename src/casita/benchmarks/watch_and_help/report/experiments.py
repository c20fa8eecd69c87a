"""The experiments behind the report: which models are put to which tasks with which seeds, and where it is kept.

    RUNS/{split}/{helper}.jsonl         one journal for each helper on each split, with a log of every episode beside it
    RUNS/watch/{model}_{split}.jsonl    goal inference, one journal for each model and split
    RUNS/places.json                    where things are at first

What is there already is not done again; a journal that was cut off goes on where it ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.watch_and_help.episodes.watching import WATCH_SETS
from casita.benchmarks.watch_and_help.homes.places_found import count_places, keep_places, read_places
from casita.benchmarks.watch_and_help.homes.tasks import digest_of, frozen_tasks, tasks
from casita.benchmarks.watch_and_help.models import ALONE, GOAL_READERS, MODELS
from casita.benchmarks.watch_and_help.report.beliefs import beliefs_path, count_beliefs, keep_beliefs, read_beliefs
from casita.benchmarks.watch_and_help.task import HelpTask, WatchAndHelpSettings, WatchTask
from casita.errors import unknown
from casita.evaluation.running import evaluate_together

QUICK_TASKS = 10
"""What a quick look takes: the first tasks, which go round the activities, once each."""

SEEDS = 5
"""How often each task is helped with in the paper's tables."""

FIRST = (ALONE, "hp", "teammate", "oracle-b")
"""Helpers that other results are compared with, and that are run before all others."""


class StudySplit(NamedTuple):
    """A split that the helpers of a study are put to."""

    split: str
    seeds: int


FULL = (StudySplit("test_1", SEEDS), StudySplit("test_2", SEEDS))
ONCE = (StudySplit("test_1", 1), StudySplit("test_2", 1))
WITH_MORE = (*ONCE, StudySplit("test_1_more", 1), StudySplit("test_2_more", 1))

STUDIES: dict[str, tuple[StudySplit, ...]] = {
    "main": FULL,
    "bodies": WITH_MORE,
    "online": ONCE,
    "parts": ONCE,
    "watching": ONCE,
}
"""The studies of the report with what their own helpers are put to.

Intervals are over tasks, of which there are more, and not over how often each is tried."""

SHARED = {
    "bodies": (ALONE, "hp-bayes", "teammate", "oracle-b", "oracle-b-two-hands"),
    "parts": (ALONE, "hp", "teammate"),
    "online": (ALONE, "hp-random-goal", "teammate"),
}
"""Helpers of the main tables that a study needs too."""


def in_order(helpers: Sequence[str] = (), study: str = "main") -> list[str]:
    """Every helper of a study, or those named; those that others are compared with come first."""
    for name in helpers:
        if name not in MODELS:
            raise unknown("helper", name, MODELS)
    if study not in STUDIES:
        raise unknown("study", study, STUDIES)
    own = [name for name, row in MODELS.items() if row.study == study or name in SHARED.get(study, ())]
    chosen = [name for name in (MODELS if helpers else own) if name in helpers or not helpers]
    return sorted(chosen, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))


def run_all(
    runs: Path,
    *,
    splits: Sequence[str] = (),
    helpers: Sequence[str] = (),
    study: str = "main",
    limit: int | None = None,
    seeds: int = SEEDS,
    steps: int = 250,
    workers: int = 1,
    progress: bool = True,
) -> list[Path]:
    """Do all of a study that is not done yet, and give the journals of help.

    `limit` is how many tasks of each split are done; `splits` are all of the study's if none are named. Helpers of the
    main tables have all seeds there, whichever study needs them, and so has Alice alone everywhere, whom others are
    compared with. All do a task side by side, so that its home and its demonstration are made once.
    """
    chosen, done = in_order(helpers, study), []
    wanted = [each for each in STUDIES[study] if each.split in splits or not splits]
    if study == "main":
        _watch_all(runs, [each.split for each in wanted], WATCH_SETS[:1], limit, workers, progress)
        _count_places(runs, limit, workers, progress)
    if study == "watching":
        _watch_all(runs, [each.split for each in wanted], WATCH_SETS, limit, workers, progress)
        _count_beliefs(runs, [each.split for each in wanted], limit, workers, progress)
        return []
    for split, most in wanted:
        in_main = split in {each.split for each in STUDIES["main"]}
        asked = []
        for name in chosen:
            settings = WatchAndHelpSettings(
                split=split,
                limit=limit,
                seeds=seeds if name == ALONE or (in_main and MODELS[name].study == "main") else min(seeds, most),
                alone_seeds=seeds,
                steps=steps,
                resume=runs / split / f"{name}.jsonl",
                alone=runs / split / f"{ALONE}.jsonl",
                logs=runs / split / f"{name}_logs" if study == "main" else None,
            )
            asked.append((HelpTask(settings), name))
            done.append(runs / split / f"{name}.jsonl")
        evaluate_together(asked, workers, progress=progress, label=f"Watch-And-Help: {study}, {split}")
    return done


def _watch_all(
    runs: Path, splits: Sequence[str], ways: Sequence[str], limit: int | None, workers: int, progress: bool
) -> None:
    """Ask every model of goal inference about the demonstrations of some splits, watched in some ways."""
    for split, way in product(splits, ways):
        folder = runs / "watch" if way == "whole" else runs / "watch" / way
        asked = []
        for model in GOAL_READERS:
            journal = folder / f"{model}_{split}.jsonl"
            asked.append((WatchTask(WatchAndHelpSettings(split=split, limit=limit, resume=journal, shown=way)), model))
        evaluate_together(asked, workers, progress=progress, label=f"Watch-And-Help: goals of {split}, {way}")


def _count_beliefs(runs: Path, splits: Sequence[str], limit: int | None, workers: int, progress: bool) -> None:
    """What our own inference believes, where it was not counted yet."""
    kept = read_beliefs(runs)
    for split, way in product(splits, WATCH_SETS):
        some = WatchAndHelpSettings(split=split, limit=limit).tasks()
        if (way, split) not in kept or kept[way, split].digest != digest_of(some):
            found = count_beliefs(some, way, workers=workers, progress=progress)
            keep_beliefs(found, beliefs_path(runs, way, split))


def _count_places(runs: Path, limit: int | None, workers: int, progress: bool) -> None:
    homes = [task for task in frozen_tasks() if not limit or task in tasks(task.split)[:limit]]
    counted = read_places(runs)
    if counted is None or counted.digest != digest_of(homes):
        keep_places(count_places(homes, workers=workers, progress=progress), runs)
