"""Puts a helper to tasks and seeds, and keeps what came of it, so that a run that was killed goes on.

    FILE.jsonl        a line that says what is run, then one line an episode, in the order of tasks and seeds
    FILE_logs/        a log of every episode, if they are wanted: TASK_SEED.jsonl.gz

The bytes do not depend on how many workers there were or how often the run was begun again; only a helper that is too
slow, which is judged by the clock, can make a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import msgspec

from casita.benchmarks.watch_and_help.episodes.helping import HelpSettings, help_once
from casita.benchmarks.watch_and_help.homes.tasks import digest_of
from casita.benchmarks.watch_and_help.item import Task
from casita.benchmarks.watch_and_help.score import HelpResult
from casita.episodes import save
from casita.errors import BadInput
from casita.protocols import Helper
from casita.scale import mapped
from casita.versions import VERSIONS
from casita.writing import write_whole

SEEDS = (0, 1, 2, 3, 4)
"""The paper runs every task five times."""

Maker = Callable[[], Helper]


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is run: the first line of its file."""

    model: str
    tasks: tuple[str, ...]
    seeds: tuple[int, ...]
    limit: int
    versions: dict[str, str]
    digest: str
    """Of the tasks."""
    made_of: dict[str, str] = {}
    """What else the helper depends on, with a hash of each: weights, or the file with a user's class."""


class Work(NamedTuple):
    """What one worker is asked for: a task with the seeds that are missing."""

    make: Maker
    task: Task
    seeds: tuple[int, ...]
    stage: HelpSettings
    logs: Path | None


def evaluate_helper(
    make: Maker,
    tasks: Sequence[Task],
    seeds: Sequence[int] = SEEDS,
    *,
    name: str,
    journal: Path | None = None,
    logs: bool = False,
    stage: HelpSettings | None = None,
    workers: int = 1,
    progress: bool = True,
    made_of: Mapping[str, str] | None = None,
) -> list[HelpResult]:
    """All episodes of a helper, in order; `make` gives a new one for each, found by its name where workers need it.

    A journal is gone on with if it is of the same run: of the same tasks, and of a helper that is `made_of` the same.
    """
    if not tasks or not seeds:
        raise BadInput("there is nothing to evaluate: no tasks or no seeds")
    if logs and journal is None:
        raise BadInput("logs are kept beside a journal; no journal was given")
    stage = stage or HelpSettings()
    ids = tuple(task.id for task in tasks)
    run = Run(name, ids, tuple(seeds), stage.limit, dict(VERSIONS), digest_of(tasks), dict(made_of or {}))
    done = _begun(journal, run) if journal else []
    folder = journal.with_name(f"{journal.stem}_logs") if journal and logs else None
    asked = [(task, seed) for task in tasks for seed in seeds]
    for before, (task, seed) in zip(done, asked, strict=False):
        if (before.task, before.seed) != (task.id, seed):
            raise BadInput(f"{journal}: {before.task} with seed {before.seed} stands where {task.id} {seed} should")
    work = [
        Work(make, task, tuple(seed for _, seed in pairs), stage, folder)
        for task, pairs in groupby(asked[len(done) :], key=lambda pair: pair[0])
    ]
    for helped in mapped(_do, work, workers, f"Watch-And-Help: {name}", progress=progress):
        done += helped
        if journal:
            with journal.open("ab") as file:
                file.write(_lines(helped))
    return done


def _do(work: Work) -> list[HelpResult]:
    """The episodes of one task."""
    found = []
    for seed in work.seeds:
        helped, episode = help_once(work.make(), work.task, seed, work.stage)
        if work.logs is not None:
            save(episode, work.logs / f"{work.task.id}_{seed}.jsonl.gz")
        found.append(helped)
    return found


def _begun(path: Path, run: Run) -> list[HelpResult]:
    """The episodes of an earlier run; a half-written last line is cut off, the journal of another run refused."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    whole = [line for line in lines if line.endswith(b"\n")]
    if not whole:
        write_whole(path, _lines([run]))
        return []
    try:
        first, done = msgspec.json.decode(whole[0], type=Run), _read(whole[1:])
    except msgspec.DecodeError as error:
        raise BadInput(f"{path}: not the journal of a helper: {error}") from None
    differs = [name for name in Run.__struct_fields__ if getattr(first, name) != getattr(run, name)]
    if differs:
        raise BadInput(f"{path}: the journal of another run, whose {' and '.join(differs)} differ")
    if len(whole) < len(lines):
        write_whole(path, b"".join(whole))
    return done


def read_helped(path: str | Path) -> list[HelpResult]:
    """The episodes of a journal."""
    try:
        return _read(Path(path).read_bytes().splitlines()[1:])
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{path}: not the journal of a helper: {error}") from None


def _read(lines: Iterable[bytes]) -> list[HelpResult]:
    decoder = msgspec.json.Decoder(HelpResult)
    return [decoder.decode(line) for line in lines]


def _lines(rows: Sequence[Run | HelpResult]) -> bytes:
    return msgspec.json.Encoder().encode_lines(rows)
