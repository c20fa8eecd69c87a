"""goal-lstm: the paper's goal inference (Figure 16), from all that Alice saw."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casita.benchmarks.watch_and_help.item import Counts
from casita.benchmarks.watch_and_help.models.goals.frames import frames_of
from casita.benchmarks.watch_and_help.models.goals.trained import goal_reader
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS
from casita.protocols import Observation


def inferred(demonstration: Sequence[Observation], weights: Path = WEIGHTS) -> Counts:
    """The goal of a whole demonstration; never an empty one. `weights` is the folder of the network's."""
    reader = goal_reader("goal-lstm", weights)
    return reader.goals([frames_of(demonstration, whole=reader.whole)])[0]
