"""Told the class: the most common rating of each action on things of that class, or how common each rating is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from casita.arrays import Float64s, Int64s
from casita.benchmarks.plausiblact.classes.table import named_class
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS
from casita.benchmarks.plausiblact.models import CLASS
from casita.benchmarks.plausiblact.raters.truth import Truth
from casita.protocols import Picture


class SoftMode:
    """The frequencies of the ratings of a class; of all classes for an action that was not rated on it."""

    privileges = (CLASS,)

    def __init__(self, train: Truth) -> None:
        """Count the ratings of the training part."""
        names = np.array([one.name for one in train.instances])
        self._all: Int64s = train.counts.sum(0)
        self._counts = {str(name): train.counts[names == name].sum(0) for name in np.unique(names)}
        self._name = ""

    def told_class(self, name: str) -> None:
        """What the thing in the next box is."""
        self._name = named_class(name).name

    def rate(self, picture: Picture, box: Sequence[int]) -> list[list[float]]:
        """What this class is usually rated."""
        found: list[list[float]] = self.answer(self._name).tolist()
        return found

    def answer(self, name: str) -> Float64s:
        """Ten distributions for a class."""
        counts = self._counts.get(name, np.zeros((len(ACTIONS), len(RATINGS)), dtype=np.int64))
        made = np.zeros((len(ACTIONS), len(RATINGS)))
        for number, can in enumerate(named_class(name).actions):
            rated = counts[number] if counts[number].any() else self._all[number]
            made[number] = self.summed_up(rated) if can and rated.any() else (1.0, 0.0, 0.0)
        return made

    def summed_up(self, counts: Int64s) -> Float64s:
        """Counts of three ratings as probabilities."""
        return np.asarray(counts / counts.sum(), dtype=np.float64)


class Mode(SoftMode):
    """The most common rating of a class, and nothing else; the lower of two that are equally common."""

    def summed_up(self, counts: Int64s) -> Float64s:
        """All on the most common one."""
        return np.asarray(np.eye(len(RATINGS))[int(counts.argmax())], dtype=np.float64)
