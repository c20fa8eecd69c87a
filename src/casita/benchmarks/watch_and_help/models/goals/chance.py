"""Chance in goal inference: one of the training goals, drawn without a look at the demonstration.

The paper does not say how its chance (0.08 and 0.09) was worked out. Goals of the training tasks, all equally likely,
give 0.10 and 0.10 here on test-1; each predicate's count drawn by itself from the same goals gives 0.11 and 0.11.
"""

from __future__ import annotations

from casita.benchmarks.watch_and_help.homes.tasks import tasks
from casita.benchmarks.watch_and_help.item import Counts
from casita.seeds import Stream


def guessed(luck: Stream) -> Counts:
    """A training goal."""
    return luck.choice(tasks("train")).counts
