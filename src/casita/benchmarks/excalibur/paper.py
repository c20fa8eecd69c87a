"""The paper's numbers, once: Tables 1 and 2, and what its text says of the task. Its appendices are not in the text.

Table 1's columns run into each other there. We read the three figures that add up to 100 as the types of question, in
the order in which these are named, and the other seven as the share of questions that use each property or relation,
in the order in which those are named; they add up to more than 100, because a question uses several. Footnote 4 counts
lighter as heavier, and smaller, longer and shorter as larger; of the other relations we count inverses likewise.
"""

from __future__ import annotations

from typing import NamedTuple

from casita.benchmarks.excalibur.item import Kind, Topic

HOUSES = {"train": 10_000, "valid": 1_000, "test": 1_000}
"""Procedural houses."""

DRAWN_HOUSES = 9
"""Hand-drawn test houses; a tenth trains people."""

STEPS = 2_500
"""Of the first exploration."""

FAMILIES = 11
"""Families of questions."""

KIND_SHARES: dict[Kind, float] = {"yes-no": 0.788, "count": 0.123, "query": 0.089}
"""Table 1: shares of questions by type."""

TOPIC_SHARES: dict[Topic, float] = {
    "colour": 0.267, "material": 0.662, "contained_by": 0.082, "adjacent_to": 0.395, "on_top_of": 0.008,
    "heavier": 0.306, "larger": 0.189,
}  # fmt: skip
"""Table 1: shares of questions that use a property or relation."""


class Row(NamedTuple):
    """A row of one half of Table 2: per cent, and steps of the second exploration; None for who does not act."""

    acc_exp: float
    acc_ref: float
    steps: float | None
    exqa: float


TABLE_2_PROCEDURAL: dict[str, Row] = {
    "Random": Row(41.7, 41.7, None, 41.7),
    "Language": Row(53.5, 53.5, None, 53.5),
    "QA": Row(58.5, 60.2, 131.2, 60.0),
    "Novelty": Row(54.2, 56.5, 99.6, 56.4),
    "Novelty+QA": Row(58.7, 63.1, 203.2, 62.4),
}
"""ProcTHOR's test set."""

TABLE_2_DRAWN: dict[str, Row] = {
    "Random": Row(39.1, 39.1, None, 39.1),
    "Language": Row(49.2, 49.2, None, 49.2),
    "QA": Row(52.4, 56.0, 159.1, 55.7),
    "Novelty": Row(49.9, 54.5, 125.7, 54.1),
    "Novelty+QA": Row(53.5, 56.3, 211.7, 55.9),
    "Human w/o replay": Row(63.6, 87.1, 759.4, 79.4),
    "Human w/ replay": Row(81.3, 94.3, 782.1, 90.1),
}
"""ArchitecTHOR's test set."""

LANGUAGE_AIM = 55.0
"""Per cent that who only reads questions has at the most, or they are not balanced."""
