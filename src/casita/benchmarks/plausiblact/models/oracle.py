"""Told everything that decides: how likely simulated raters give each rating, by their rules and the true state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from casita.benchmarks.plausiblact.classes.table import named_class
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS, Instance
from casita.benchmarks.plausiblact.models import STATE
from casita.benchmarks.plausiblact.raters.people import RATERS, chances
from casita.errors import BadInput
from casita.protocols import Picture


class Oracle:
    """Knows rules, leanings and states, but neither moods, slips, nor who of the eight was asked: the noise ceiling."""

    privileges = (STATE,)

    def __init__(self, seed: int) -> None:
        """`seed` is that of the data: the raters' leanings come from it."""
        self._seed = seed
        self._instance: Instance | None = None

    def told_state(self, instance: dict[str, Any]) -> None:
        """All that is true of the thing in the next box."""
        self._instance = msgspec.convert(instance, Instance)

    def rate(self, picture: Picture, box: Sequence[int]) -> list[list[float]]:
        """What the raters say on average."""
        one = self._instance
        if one is None:
            raise BadInput("the oracle was not told what it is asked about")
        made = np.zeros((len(ACTIONS), len(RATINGS)))
        for number, (action, can) in enumerate(zip(ACTIONS, named_class(one.name).actions, strict=True)):
            if not can:
                made[number, 0] = 1.0
                continue
            for rater in RATERS:
                made[number] += rater.share * np.array(chances(rater, one, action, self._seed))
        found: list[list[float]] = (made / made.sum(1, keepdims=True)).tolist()
        return found
