"""Examples for the goal networks: from the rows of a folder of demonstrations, with some goals held out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from casita.agents.visible import Visible, unpacked
from casita.benchmarks.watch_and_help.generate import read_demonstrations, shown_again
from casita.benchmarks.watch_and_help.item import Counts
from casita.benchmarks.watch_and_help.models.goals.deeds import Deeds, deeds
from casita.benchmarks.watch_and_help.models.goals.frames import Frames, frames
from casita.errors import BadInput, unknown
from casita.seeds import stream
from casita.world.action import Action

VARIANTS = ("goal-lstm", "goal-last", "goal-actions")
"""The paper's network on what Alice sees, on the last of it, and on what she does."""

PARTS = ("train", "inference")
"""Demonstrations to learn from: those of the training tasks and the further ones of the same goals."""

HELD_OUT = 10
"""One in so many goals of each activity is held out of training, to choose the best weights by."""


class Example(NamedTuple):
    """One demonstration as a network is shown it."""

    id: str
    activity: str
    counts: Counts
    shown: Frames | Deeds


def shown_to(variant: str, seen: Visible, ticks: Iterable[Sequence[Action]], *, whole: bool = False) -> Frames | Deeds:
    """What a network is shown of a demonstration."""
    if variant not in VARIANTS:
        raise unknown("goal network", variant, VARIANTS)
    if variant == "goal-actions":
        return deeds(ticks, seen, whole=whole)
    kept = frames(seen, whole=whole)
    return kept.last if variant == "goal-last" else kept


def examples(variant: str, data: Path, parts: Sequence[str] = PARTS, *, whole: bool = False) -> Iterator[Example]:
    """The demonstrations of a folder."""
    for row in read_demonstrations(data, parts):
        ticks = shown_again(row).episode.ticks if variant == "goal-actions" else ()
        yield Example(row.id, row.activity, row.counts, shown_to(variant, unpacked(row.states), ticks, whole=whole))


def parted(every: Sequence[Example]) -> tuple[list[Example], list[Example]]:
    """Examples to learn from, and those of goals that are held out."""
    goals: dict[str, dict[Counts, None]] = {}
    for each in every:
        goals.setdefault(each.activity, {})[each.counts] = None
    kept: set[Counts] = set()
    for activity, own in goals.items():
        mixed = stream(0, "watch_and_help", "held out goals", activity).shuffled(sorted(own))
        kept.update(mixed[: -(-len(mixed) // HELD_OUT)])
    learnt = [each for each in every if each.counts not in kept]
    if not learnt:
        raise BadInput("there are too few demonstrations to learn from and to hold some out")
    return learnt, [each for each in every if each.counts in kept]
