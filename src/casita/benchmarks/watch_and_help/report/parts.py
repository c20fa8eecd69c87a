"""The report's table of what each part of Teammate is worth: the same without it, on the same tasks."""

from __future__ import annotations

from casita.benchmarks.watch_and_help.models import MODELS
from casita.benchmarks.watch_and_help.report.results import SPLIT_TITLES, Results, title_of
from casita.benchmarks.watch_and_help.report.studies import Study, study_section
from casita.evaluation.page import Section, Table

OURS = "teammate"

WITHOUT = tuple(name for name, row in MODELS.items() if row.study == "parts")
"""Teammate without one part each."""

STUDY = Study("parts", "What each part of Teammate is worth (ours)", "Teammate without his parts", WITHOUT)

DIGITS = {"success": 3, "speed_up": 2, "reward": 3, "length": 1}
"""What is compared, and its decimals."""


def parts_section(results: Results) -> Section:
    """A table for each test set."""
    words = (
        "Ours: Teammate without one of the things that he does for the sake of working together. Differences are to "
        "Teammate on the same tasks, with 95% intervals over tasks: where speed-up falls, the part is worth "
        "that much; where the interval has 0 in it, it is not known to be worth anything."
    )
    return study_section(STUDY, words, results, lambda results, split: [parts_table(results, split)])


def parts_table(results: Results, split: str) -> Table:
    """One row for each part that is left out."""
    rows = []
    for name in WITHOUT:
        pairs = [(results.pair(split, name, OURS, measure), digits) for measure, digits in DIGITS.items()]
        cells = ["–" if pair is None else pair.difference.text(digits, sign=True) for pair, digits in pairs]
        rows.append((title_of(name), f"{len(results.of(split, name)):,}", *cells))
    columns = ("helper, less Teammate", "episodes", "success", "speed-up", "reward", "steps")
    return Table(f"Teammate without one part on {SPLIT_TITLES[split]}", columns, tuple(rows))
