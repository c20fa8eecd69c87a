"""The tasks beyond the paper, each as questions about a folder of data: action inference, and several steps.

A task knows its questions, asks one of the models that come with it, and scores what was answered.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from casita.benchmarks.act_thor.collecting.splits import SPLITS, split_items
from casita.benchmarks.act_thor.item import ContrastSet, InferenceItem
from casita.benchmarks.act_thor.models import make
from casita.benchmarks.act_thor.models.arrays import SetArrays
from casita.benchmarks.act_thor.models.chain import ChainedMatrix, step_arrays
from casita.benchmarks.act_thor.models.experiments import features_of
from casita.benchmarks.act_thor.models.inferring import INFERRERS, named_by_baseline
from casita.benchmarks.act_thor.models.oracle import StepOracle
from casita.benchmarks.act_thor.models.ranker import Ranker, choices
from casita.benchmarks.act_thor.score import MERGED, Estimate, accuracy, inference_scores
from casita.benchmarks.act_thor.steps.sequences import LENGTHS
from casita.benchmarks.act_thor.steps.sets import DIRECTIONS, STEP_SPLITS, direction_of, length_of
from casita.benchmarks.act_thor.stored.folder import STEPS_MANIFEST, ActThor, ActThorSteps
from casita.errors import BadInput, unknown
from casita.writing import write_whole

FILE = "beyond.json"
"""Where a report looks for what came of these tasks, beside the folder of runs."""


class Task(ABC):
    """Questions about one part of a split of some data."""

    splits: tuple[str, ...]
    models: tuple[str, ...]
    """Who answers, without a user's own model."""

    def __init__(self, data: Path, split: str = "scenes", part: str = "test", configuration: str = "paper") -> None:
        """Open the data; BadInput if there is nothing to ask."""
        self.folder, self.split, self.part, self.configuration = data, split, part, configuration
        if not self.questions:
            raise BadInput(f"{data} has no questions for {part} of split {split!r}: generate more rooms")

    @property
    @abstractmethod
    def data(self) -> ActThor:
        """The data that the questions are about."""

    @property
    @abstractmethod
    def questions(self) -> Sequence[Any]:
        """All questions, each with an id."""

    @abstractmethod
    def answers(self, model: str, features: str = "casita", seed: int = 0) -> list[Any]:
        """What one of the `models` answers, in order."""

    @abstractmethod
    def scores(self, answers: Sequence[Any]) -> dict[str, Estimate]:
        """The share of right answers, in several ways."""

    def _check(self, model: str) -> None:
        if model not in self.models:
            raise unknown("model of this task", model, [*self.models, "file.py:Class"])


class InferenceTask(Task):
    """Which action links these two pictures?"""

    splits = SPLITS
    models = INFERRERS

    @cached_property
    def data(self) -> ActThor:
        """The data of single actions."""
        return ActThor(self.folder, self.configuration)

    @cached_property
    def _items(self) -> list[InferenceItem]:
        return self.data.inference_items()

    @cached_property
    def questions(self) -> Sequence[InferenceItem]:
        """Items of the part that is asked about."""
        return split_items(self._items, self.split, self.part)

    def answers(self, model: str, features: str = "casita", seed: int = 0) -> list[str]:
        """The actions that a model names; it is trained first."""
        self._check(model)
        keys = (key for item in self._items for key in (item.before, item.after))
        table = None if model == "majority" else features_of(self.data, keys, features)
        return named_by_baseline(model, self._items, self.split, self.part, table, self.data.actions, seed)

    def scores(self, answers: Sequence[str]) -> dict[str, Estimate]:
        """By action; then all, strictly and with put and throw, push and pull as one."""
        return inference_scores(self.questions, answers)


class _Blind:
    """A table of features in which all pictures are the same."""

    def __init__(self, keys: Sequence[str]) -> None:
        self.keys, self.matrix = keys, np.zeros((len(keys), 1), dtype=np.float32)


class StepsTask(Task):
    """What do two or three actions in a row lead to, and where did they begin?"""

    splits = STEP_SPLITS
    models = ("chance", "visual-only", "chain", "oracle")

    @cached_property
    def data(self) -> ActThorSteps:
        """The data of sequences."""
        if not (self.folder / STEPS_MANIFEST).exists():
            raise BadInput(f"{self.folder} has no sequences: make them with `casita generate act_thor --steps`")
        return ActThorSteps(self.folder)

    @cached_property
    def questions(self) -> Sequence[ContrastSet]:
        """Sets of both directions, forward ones first."""
        return [item for way in DIRECTIONS for item in self.data.sets(self.split, self.part, way)]

    @property
    def told(self) -> list[ContrastSet]:
        """The questions as a user's model hears them: one that asks for the beginning names `before fill+put`."""
        return [
            replace(item, action=f"before {item.action}") if direction_of(item) == "backward" else item
            for item in self.questions
        ]

    def answers(self, model: str, features: str = "casita", seed: int = 0) -> list[int]:
        """The candidates that a model chooses; a chain learns from the sets of single actions first."""
        self._check(model)
        if model == "oracle":
            found: list[int] = StepOracle(self.data.settings).choices(self.questions).tolist()
            return found
        learnt = self._single_sets() if model == "chain" else []
        shown = [item for sets in (self.questions, *learnt) for item in sets]
        keys = sorted({key for item in shown for key in (item.before, *item.candidates)})
        table = _Blind(keys) if model == "chance" else features_of(self.data, keys, features)
        rankers: dict[str, Ranker[SetArrays]] = {way: make(model) for way in DIRECTIONS if not learnt}
        if learnt:
            forward, backward = ChainedMatrix("forward"), ChainedMatrix("backward")
            train, valid = (SetArrays.of(sets, table, self.data.actions) for sets in learnt)
            forward.fit(train, valid, seed)
            backward.single = forward.single
            rankers = {"forward": forward, "backward": backward}
        asked = {way: [item for item in self.questions if direction_of(item) == way] for way in DIRECTIONS}
        return [
            int(choice)
            for way, sets in asked.items()
            if sets
            for choice in choices(rankers[way], step_arrays(sets, table))
        ]

    def _single_sets(self) -> list[list[ContrastSet]]:
        """Sets of single actions to learn and to validate from."""
        data = ActThor(self.folder, self.data.configuration)
        found = [data.sets(self.split, part) for part in ("train", "valid")]
        if not all(found):
            raise BadInput(f"{self.folder} has no sets to learn from in split {self.split!r}: generate more rooms")
        return found

    def scores(self, answers: Sequence[int]) -> dict[str, Estimate]:
        """By direction and length; then each direction; then all."""
        found = {}
        for way in DIRECTIONS:
            for lengths in (*((each,) for each in LENGTHS), LENGTHS):
                rows = [
                    (item, answer)
                    for item, answer in zip(self.questions, answers, strict=True)
                    if direction_of(item) == way and length_of(item) in lengths
                ]
                name = f"{way}, {lengths[0]} actions" if len(lengths) == 1 else way
                if rows:
                    found[name] = accuracy([item for item, _ in rows], [answer for _, answer in rows])
        return found | {"all": accuracy(self.questions, answers)}


TASKS: dict[str, type[Task]] = {"inference": InferenceTask, "steps": StepsTask}
"""By name."""

REPORTED = {
    ("inference", "all"): "action inference",
    ("inference", MERGED): "action inference, with put = throw and push = pull",
    ("steps", "forward"): "two and three steps, forwards",
    ("steps", "backward"): "two and three steps, backwards",
}
"""Which scores of a task stand in a report, and under which title."""


def write_results(data: Path, runs: Path, features: str = "casita", configuration: str = "paper") -> Path:
    """Ask every model of every task, from seed 0, unless that was done before; where the results are."""
    path = runs / FILE
    if not path.exists():
        rows = [row for name in TASKS for row in _results(name, data, features, configuration)]
        write_whole(path, (json.dumps(rows, indent=1) + "\n").encode())
    return path


def _results(name: str, data: Path, features: str, configuration: str) -> Iterator[dict[str, Any]]:
    """The rows of a task; none of sequences where they were not made."""
    if name == "steps" and not (data / STEPS_MANIFEST).exists():
        return
    kind = TASKS[name]
    for split in kind.splits:
        task = kind(data, split, "test", configuration)
        for model in kind.models:
            for score, estimate in task.scores(task.answers(model, features)).items():
                if (name, score) in REPORTED:
                    yield {
                        "task": REPORTED[name, score],
                        "split": split,
                        "model": model,
                        "right": round(estimate.value * estimate.total),
                        "total": estimate.total,
                    }
