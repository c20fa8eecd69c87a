"""What our own goal inference believes: is it as often right as it says, and how much is not known as time goes on?

RUNS/watch/beliefs_{way}_{split}.json     counted once for each way to watch and split
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import msgspec

from casita.benchmarks.watch_and_help.episodes.watching import WATCH_SETS, cut, shown_as
from casita.benchmarks.watch_and_help.homes.tasks import digest_of
from casita.benchmarks.watch_and_help.item import Task
from casita.benchmarks.watch_and_help.models.goals.bayes import Bayes
from casita.benchmarks.watch_and_help.models.goals.posterior import entropy, units
from casita.errors import BadInput
from casita.exact import count_of, total_of
from casita.scale import mapped
from casita.writing import write_whole

BINS = 10
"""Of probabilities, evenly spread from 0 to 1."""

MOMENTS = tuple(tenth / 10 for tenth in range(11))
"""Shares of what is shown after which it is asked how much is not known."""


class Bin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Statements of about the same probability: that at least so many of a predicate are wanted."""

    count: int
    chance: float
    """Their probabilities, summed up."""
    right: int


class Beliefs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was believed about some demonstrations."""

    digest: str
    """Of the tasks."""
    demonstrations: int
    bins: tuple[Bin, ...]
    entropy: tuple[float, ...]
    """Mean bits that are not known after each of `MOMENTS`."""

    @property
    def error(self) -> float:
        """The expected calibration error: how far probabilities are from how often they are right, on average."""
        gaps = total_of(abs(each.chance - each.right) for each in self.bins)
        return gaps / max(count_of(each.count for each in self.bins), 1)


class _Of(NamedTuple):
    """What was believed about one demonstration."""

    statements: tuple[tuple[float, bool], ...]
    entropy: tuple[float, ...]


class _Asked(NamedTuple):
    task: Task
    way: str


def _believed(asked: _Asked) -> _Of:
    shown, model = shown_as(asked.task, asked.way), Bayes()
    wanted = dict(asked.task.counts)
    chances = units(model.chances(shown))
    return _Of(
        tuple((chance, wanted.get(key, 0) >= count) for (key, count), chance in chances.items()),
        tuple(entropy(model.chances(cut(shown, moment))) for moment in MOMENTS),
    )


def count_beliefs(tasks: Sequence[Task], way: str, *, workers: int = 1, progress: bool = True) -> Beliefs:
    """What our own inference believes about the demonstrations of some tasks."""
    label = f"Watch-And-Help: beliefs, {way}"
    every = list(mapped(_believed, [_Asked(task, way) for task in tasks], workers, label, progress=progress))
    return Beliefs(
        digest_of(tasks),
        len(tasks),
        binned([statement for each in every for statement in each.statements]),
        tuple(fmean(column) for column in zip(*(each.entropy for each in every), strict=True)),
    )


def binned(statements: Sequence[tuple[float, bool]]) -> tuple[Bin, ...]:
    """Statements with their probabilities and whether they are right, by bins of probability."""
    found: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for chance, right in statements:
        found[min(int(chance * BINS), BINS - 1)].append((chance, right))
    return tuple(
        Bin(len(own), total_of(chance for chance, _ in own), count_of(right for _, right in own)) for own in found
    )


def beliefs_path(runs: Path, way: str, split: str) -> Path:
    """Where they are kept."""
    return runs / "watch" / f"beliefs_{way}_{split}.json"


def keep_beliefs(found: Beliefs, path: Path) -> None:
    """Write them down."""
    write_whole(path, msgspec.json.encode(found) + b"\n")


def read_beliefs(runs: Path) -> dict[tuple[str, str], Beliefs]:
    """All that were kept, by way to watch and split."""
    found = {}
    for way in WATCH_SETS:
        for split in ("test_1", "test_2"):
            path = beliefs_path(runs, way, split)
            if path.exists():
                try:
                    found[way, split] = msgspec.json.decode(path.read_bytes(), type=Beliefs)
                except msgspec.DecodeError as error:
                    raise BadInput(f"{path}: not what was believed: {error}") from None
    return found
