"""What ACT-Thor asks: which candidate shows the action (the paper's task), which action links two pictures, and what
two and three actions in a row lead to.

A model's answer that comes to nothing is wrong, and the run goes on. Without a folder of data the frozen sets are asked
about, and their pictures are drawn when they are needed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, ClassVar, TypeVar

import numpy as np

from casita.benchmarks.act_thor.collecting.redraw import MadeWith
from casita.benchmarks.act_thor.collecting.splits import PARTS, SPLITS, split_items
from casita.benchmarks.act_thor.item import ContrastSet, InferenceItem
from casita.benchmarks.act_thor.models import CHOOSERS, INFERRERS, STEP_CHOOSERS
from casita.benchmarks.act_thor.models.asked import AskSettings, chooser, folder_of, inferrer, step_chooser, weights_of
from casita.benchmarks.act_thor.models.oracle import KEYS
from casita.benchmarks.act_thor.score import accuracy, by_action, inference_scores
from casita.benchmarks.act_thor.steps.sequences import LENGTHS
from casita.benchmarks.act_thor.steps.sets import DIRECTIONS, STEP_SPLITS, direction_of, length_of, told_action
from casita.benchmarks.act_thor.stored.folder import ActThor, ActThorSteps
from casita.benchmarks.act_thor.stored.frozen import FrozenActThor
from casita.errors import BadInput, unknown
from casita.evaluation.faults import Fault
from casita.evaluation.guard import GuardedModel
from casita.evaluation.models import ModelRow, file_digest
from casita.evaluation.page import Table
from casita.evaluation.statistics import Estimate
from casita.evaluation.task import Scores, Task
from casita.protocols import Chooser, Inferrer, Picture

Item = TypeVar("Item", ContrastSet, InferenceItem)


class ActThorTask(Task[Item]):
    """Questions about one part of a split of some data."""

    benchmark, headline = "act_thor", "all"
    splits: ClassVar[Sequence[str]] = SPLITS

    def __init__(self, settings: AskSettings) -> None:
        """BadInput if there is no such split or part."""
        super().__init__(settings)
        for what, name, known in (("split", settings.split, self.splits), ("part", settings.part, PARTS)):
            if name not in known:
                raise unknown(what, name, known)

    @cached_property
    def data(self) -> ActThor | FrozenActThor:
        """What is asked about."""
        given, configuration = self.settings.data, self.settings.configuration
        return FrozenActThor(configuration) if given is None else ActThor(given, configuration)

    @abstractmethod
    def questions(self) -> Sequence[Item]:
        """All questions of the part, in order."""

    @cached_property
    def _all(self) -> Sequence[Item]:
        return self.questions()

    def items(self) -> Sequence[Item]:
        """The questions of the part, or the first of them."""
        if not self._all:
            split, part = self.settings.split, self.settings.part
            raise BadInput(f"{self.settings.data or 'here'} has no questions for {part} of split {split!r}")
        return self._all[: self.settings.limit]

    def about(self) -> dict[str, Any]:
        """The data, and which part of them."""
        data = self.data
        digest = data.digest if isinstance(data, FrozenActThor) else data.manifest.digest()
        return {"data": digest, **{name: getattr(self.settings, name) for name in ("configuration", "split", "part")}}

    def group_of(self, item: Item) -> Hashable:
        """Questions about one thing in one room."""
        return item.before.rsplit("/", 2)[0]

    def shown(self, key: str) -> Picture:
        """A picture, to keep."""
        return np.array(self.data.picture(key))

    def made_of(self, row: ModelRow) -> dict[str, str]:
        """What the model sees, and where its luck comes from."""
        return {"features": self.settings.features, "seed": str(self.settings.seed)}

    def scored(self, metrics: Mapping[str, Estimate]) -> Scores:
        """All figures, and a table of them."""
        rows = tuple((name, str(one.items), one.percent()) for name, one in metrics.items())
        title = f"ACT-Thor, {self.name}: {self.settings.part} of split {self.settings.split}"
        return Scores(
            dict(metrics), (Table(title, ("questions about", "number", "right in %, with 95% interval"), rows),)
        )


class ChoiceTask(ActThorTask[ContrastSet]):
    """Which of several pictures shows what the action did?"""

    name, protocol = "choice", Chooser
    models: ClassVar[Mapping[str, ModelRow]] = CHOOSERS
    answers = int | None

    def questions(self) -> Sequence[ContrastSet]:
        """The sets of the part."""
        return self.data.sets(self.settings.split, self.settings.part)

    def ask(self, model: GuardedModel, item: ContrastSet) -> int | None:
        """The candidate that a model chooses; None if that came to nothing."""
        candidates = [self.shown(key) for key in item.candidates]
        try:
            self.begin(model, item)
            if KEYS in model.attribute("privileges", ()):
                model.call("told_keys", item.before, item.candidates)
            check = partial(_index, count=len(candidates))
            return model.call("choose", self.shown(item.before), told_action(item), candidates, check=check)
        except Fault:
            return None

    def scores(self, items: Sequence[ContrastSet], answers: Sequence[int | None]) -> Scores:
        """By action, then all."""
        return self.scored({**by_action(items, answers), "all": accuracy(items, answers)})

    def make(self, row: ModelRow) -> Any:
        """A model with its weights, or fitted to the data."""
        return chooser(row, self.settings, self.data)

    def made_of(self, row: ModelRow) -> dict[str, str]:
        """Its weights, too."""
        weights = weights_of(row, self.settings)
        return super().made_of(row) | ({} if weights is None else {weights.name: file_digest(weights)})


class StepsTask(ChoiceTask):
    """What do two or three actions in a row lead to, and where did they begin?"""

    name, splits, needs_data = "steps", STEP_SPLITS, True
    models: ClassVar[Mapping[str, ModelRow]] = STEP_CHOOSERS

    @cached_property
    def data(self) -> ActThor | FrozenActThor:
        """The data of sequences."""
        if self.settings.data is None:
            raise BadInput("sequences are not frozen: make some with `casita generate act_thor --steps`, give --data")
        return ActThorSteps(self.settings.data)

    def questions(self) -> Sequence[ContrastSet]:
        """Those of each direction, one after the other."""
        found = self.data.sets(self.settings.split, self.settings.part)
        return [item for way in DIRECTIONS for item in found if direction_of(item) == way]

    def scores(self, items: Sequence[ContrastSet], answers: Sequence[int | None]) -> Scores:
        """By direction and length; then each direction; then all."""
        found = {}
        for way in DIRECTIONS:
            for lengths in (*((each,) for each in LENGTHS), LENGTHS):
                which = [n for n, one in enumerate(items) if direction_of(one) == way and length_of(one) in lengths]
                name = f"{way}, {lengths[0]} actions" if len(lengths) == 1 else way
                if which:
                    found[name] = accuracy([items[n] for n in which], [answers[n] for n in which])
        return self.scored(found | {"all": accuracy(items, answers)})

    def make(self, row: ModelRow) -> Any:
        """A model; the chain learns from the sets of single actions first."""
        return step_chooser(row, self.settings, MadeWith.of(self.data.settings))


class InferenceTask(ActThorTask[InferenceItem]):
    """Which action links these two pictures?"""

    name, protocol = "inference", Inferrer
    models: ClassVar[Mapping[str, ModelRow]] = INFERRERS
    answers = str | None

    def questions(self) -> Sequence[InferenceItem]:
        """The pairs of pictures of the part."""
        return split_items(self.data.inference_items(), self.settings.split, self.settings.part)

    def ask(self, model: GuardedModel, item: InferenceItem) -> str | None:
        """The action that a model names; None if that came to nothing."""
        try:
            self.begin(model, item)
            pictures = self.shown(item.before), self.shown(item.after)
            return model.call("infer", *pictures, self.data.actions, check=partial(_action, actions=self.data.actions))
        except Fault:
            return None

    def scores(self, items: Sequence[InferenceItem], answers: Sequence[str | None]) -> Scores:
        """By action; then all, strictly and with put and throw, push and pull as one."""
        return self.scored(inference_scores(items, answers))

    def make(self, row: ModelRow) -> Any:
        """A model that is trained on the training part first."""
        return inferrer(row, self.settings, ActThor(folder_of(self.settings), self.settings.configuration))


TASKS: Mapping[str, type[ActThorTask[Any]]] = {task.name: task for task in (ChoiceTask, InferenceTask, StepsTask)}
"""By name, the paper's first."""


def _index(value: object, count: int) -> int:
    """A choice as a plain number; refused if it is no index of a candidate."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer) or not 0 <= value < count:
        raise BadInput(f"the model answered {value!r}, expected a whole number from 0 to {count - 1}")
    return int(value)


def _action(value: object, actions: Sequence[str]) -> str:
    """The name of an action; refused if it is none."""
    if not isinstance(value, str) or value not in actions:
        raise BadInput(f"the model named {value!r}, expected one of {', '.join(actions)}")
    return value
