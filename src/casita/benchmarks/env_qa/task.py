"""What Env-QA asks: a question about the frames of a video, to be answered in roles and values.

An answer that comes to nothing is wrong, and the run goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from casita.benchmarks.env_qa.item import PARTS, Question, RoleAnswer
from casita.benchmarks.env_qa.models import LOG, MODELS, NETWORKS, STORY, TEMPLATE, NetworkRow, OursRow
from casita.benchmarks.env_qa.models.training import OURS, SHIPPED, Run
from casita.benchmarks.env_qa.score import checked_answer, scores
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.watching.store import opened_eyes
from casita.errors import BadInput
from casita.evaluation.faults import Fault
from casita.evaluation.guard import GuardedModel
from casita.evaluation.models import ModelRow, built_in, file_digest
from casita.evaluation.page import Table
from casita.evaluation.part_task import PartTask
from casita.evaluation.task import EvalSettings, Scores
from casita.protocols import VideoAnswerer

SIZE = (224, 224)
"""Pixels of the frames that models are given, unless they say otherwise."""

SMALLEST, LARGEST = 16, 2048
"""Pixels of a frame's sides, at least and at most."""

BLIND = "is_blind"
"""A model that has this attribute, and it is true, is given no frames: none are drawn for it."""


@dataclass(frozen=True, kw_only=True)
class AskSettings(EvalSettings):
    """Ask a model about videos. Yours is a class with answer(frames, question) that gives a RoleAnswer.

    Examples:
      casita eval env_qa --data data/env_qa --model my_model.py:Mine --limit 20
      casita eval env_qa --data data/env_qa --model question-only
      casita eval env_qa --data data/env_qa --model oracle --part valid
      casita eval env_qa --data data/env_qa --model tsea --limit 20
    """

    data: Path
    """The folder with the data."""
    part: str = "test"
    """train, valid or test."""
    side: int = SIZE[0]
    """Pixels of a frame's sides."""
    seed: int = 0
    """Where the luck of a model that guesses comes from; of a network, which of its trainings is asked."""
    models: Path = Path("models")
    """The folder of trained models."""


class AnswerTask(PartTask[Question, EnvQA]):
    """What happened, where is what, and how is it?"""

    benchmark, name, headline, protocol = "env_qa", "answer", "overall", VideoAnswerer
    answers = RoleAnswer | None
    parts, folder = PARTS, EnvQA
    models: ClassVar[Mapping[str, ModelRow]] = MODELS

    def __init__(self, settings: AskSettings) -> None:
        """BadInput if there is no such part, or frames would be too small or too large."""
        super().__init__(settings)
        if not SMALLEST <= settings.side <= LARGEST:
            raise BadInput(f"--side is from {SMALLEST} to {LARGEST} pixels; it is {settings.side}")

    def items(self) -> Sequence[Question]:
        """The questions of the part, or the first of them."""
        return self.data.questions(self.settings.part)[: self.settings.limit]

    def asked_with(self) -> dict[str, Any]:
        """How large frames are."""
        return {"side": self.settings.side}

    def group_of(self, item: Question) -> Hashable:
        """Questions about one film, which is played once."""
        return self.data.video(item.video).film

    def ask(self, model: GuardedModel, item: Question) -> RoleAnswer | None:
        """The answer, or None if that came to nothing."""
        told = model.attribute("privileges", ())
        size = (self.settings.side, self.settings.side)
        frames = [] if model.attribute(BLIND, False) else self.data.frames(item.video, size)
        try:
            self.begin(model, item)
            if TEMPLATE in told:
                model.call("told_template", item.template)
            if STORY in told:
                model.call("told_story", msgspec.to_builtins(self.data.story(item.video)))
            if LOG in told:
                model.call("told_log", msgspec.to_builtins(self.data.story(item.video)), item.program)
            found: RoleAnswer = model.call("answer", frames, item.text, check=checked_answer)
        except Fault:
            return None
        return found

    def scores(self, items: Sequence[Question], answers: Sequence[RoleAnswer | None]) -> Scores:
        """Equation 1 by kind of question, exact match, and by role."""
        films = {item.video: self.data.video(item.video).film for item in items}
        found = scores(items, [answers], films)
        kinds = Counter(str(item.kind) for item in items)
        rows = [("overall", str(len(items)), found.overall.percent())]
        rows += [(kind, str(kinds[kind]), value.percent()) for kind, value in found.by_kind.items()]
        rows += [("exact match", str(len(items)), found.exact.percent())]
        rows += [(f"role: {name}", str(value.items), value.percent()) for name, value in found.by_role.items()]
        title = f"Env-QA, {self.settings.part}: equation 1 in %, intervals over films"
        metrics = {"overall": found.overall, "exact": found.exact, **found.by_kind}
        return Scores(metrics, (Table(title, ("questions", "how many", "here"), tuple(rows)),))

    def make(self, row: ModelRow) -> Any:
        """A model: with its weights if it is a network, else with the training part counted in where it counts."""
        package = "casita.benchmarks.env_qa.models"
        if isinstance(row, NetworkRow):
            from casita.benchmarks.env_qa.models.fitting import loaded
            from casita.benchmarks.env_qa.models.trained import Trained

            network = loaded(self._weights(row), NETWORKS)
            return Trained(network, opened_eyes(network.eyes))
        if row.name == "oracle":
            return built_in(row, package)
        if isinstance(row, OursRow):
            learnt, weights = self.data.questions("train"), self._ours()
            return built_in(row, package, train=learnt, weights=weights, presuming=row.presuming)
        return built_in(row, package, train=self.data.questions("train"))

    def made_of(self, row: ModelRow) -> dict[str, str]:
        """Where its luck comes from, and its weights."""
        files = (
            [self._weights(row)] if isinstance(row, NetworkRow) else [self._ours()] if isinstance(row, OursRow) else []
        )
        return {"seed": str(self.settings.seed)} | {path.name: file_digest(path) for path in files}

    def _weights(self, row: ModelRow) -> Path:
        return Run(row.name, self.settings.seed).weights(self.settings.models)

    def _ours(self) -> Path:
        """The weights of ours that were trained here, or else those that come with it."""
        own = self.settings.models / f"{OURS}_{self.settings.seed}.safetensors"
        return own if own.exists() else SHIPPED
