"""The report's sections of our own studies: each shows the splits that were measured, and how to measure the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from casita.benchmarks.watch_and_help.report.results import SPLIT_TITLES, SPLITS, Results
from casita.evaluation.page import Block, Missing, Section, Words


class Study(NamedTuple):
    """What a study is about, and when a split of it was measured."""

    name: str
    """As `--studies` has it."""
    title: str
    about: str
    """What is said to be missing where it was not measured."""
    helpers: tuple[str, ...]
    """A split was measured if there are episodes of any of them."""
    splits: Sequence[str] = SPLITS


def study_section(
    study: Study, words: str, results: Results, shown: Callable[[Results, str], Iterable[Block]]
) -> Section:
    """The section of a study: what it shows of each split, or that it is missing."""
    blocks: list[Block] = [Words(words)]
    for split in study.splits:
        if any(results.of(split, name) for name in study.helpers):
            blocks += shown(results, split)
        else:
            how = f"Run casita report watch_and_help --studies {study.name}."
            blocks.append(Missing(f"{study.about} on {SPLIT_TITLES[split]}", how))
    return Section(study.title, tuple(blocks))
