"""What PlausiblAct asks: for the thing in a box of a picture, ten distributions over three ratings.

An answer that comes to nothing counts as wrong in accuracy and as undecided in the other metrics, and the run goes on.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import numpy as np

from casita.benchmarks.plausiblact.classes.table import HIGH_ENTROPY
from casita.benchmarks.plausiblact.item import ACTIONS, PARTS, RATINGS, Instance
from casita.benchmarks.plausiblact.models import CLASS, MODELS, STATE
from casita.benchmarks.plausiblact.models.shipped import WEIGHTS
from casita.benchmarks.plausiblact.models.training import NETWORKS, RunSettings, loaded, part_truth
from casita.benchmarks.plausiblact.raters.truth import Truth
from casita.benchmarks.plausiblact.score import (
    A_ACC,
    SHAPE,
    Floats,
    by_action,
    checked_answer,
    estimates,
    figures,
)
from casita.benchmarks.plausiblact.stored.folder import PlausiblAct
from casita.errors import BadInput
from casita.evaluation.faults import Fault
from casita.evaluation.guard import GuardedModel
from casita.evaluation.models import ModelRow, built_in, file_digest
from casita.evaluation.page import Table
from casita.evaluation.part_task import PartTask
from casita.evaluation.task import EvalSettings, Scores
from casita.protocols import Rater

Answer = tuple[tuple[float, ...], ...] | None


@dataclass(frozen=True, kw_only=True)
class AskSettings(EvalSettings, RunSettings):
    """Ask a model to rate instances. Yours is a class with rate(picture, box) that gives 10 x 3 probabilities.

    Ratings are simulated unless they were imported. Which trained model is asked follows from the settings of training.

    Examples:
      casita eval plausiblact --data data/plausiblact --model my_model.py:Mine --limit 20
      casita eval plausiblact --data data/plausiblact --model mode
      casita eval plausiblact --data data/plausiblact --model shipped
      casita eval plausiblact --data data/plausiblact --model frozen --context img+full
    """

    data: Path
    """The folder with the data."""
    part: str = "test"
    """valid, test, or further (more of the classes whose ratings vary most)."""


class RateTask(PartTask[Instance, PlausiblAct]):
    """How plausible is each of ten actions on the thing in a box?"""

    benchmark, name, headline, protocol = "plausiblact", "rate", A_ACC, Rater
    answers = Answer
    parts, folder = PARTS, PlausiblAct
    models: ClassVar[Mapping[str, ModelRow]] = MODELS

    @cached_property
    def truth(self) -> Truth:
        """What the raters think."""
        return part_truth(self.data, self.settings.part, self.settings.raters)

    def items(self) -> Sequence[Instance]:
        """The instances of the part that are rated, or the first of them."""
        return self.truth.instances[: self.settings.limit]

    def asked_with(self) -> dict[str, Any]:
        """By whose ratings."""
        return {"raters": list(self.settings.raters) or "all"}

    def group_of(self, item: Instance) -> Hashable:
        """Instances of one arrangement of a home, whose meshes are made once."""
        return item.photo.rpartition("/")[0]

    def ask(self, model: GuardedModel, item: Instance) -> Answer:
        """Ten distributions, or None if that came to nothing."""
        picture = np.array(self.data.picture(item.photo))
        told = model.attribute("privileges", ())
        try:
            self.begin(model, item)
            if CLASS in told:
                model.call("told_class", item.name)
            if STATE in told:
                model.call("told_state", msgspec.to_builtins(item))
            said: Floats = model.call("rate", picture, tuple(item.box), check=checked_answer)
        except Fault:
            return None
        return tuple(tuple(round(value, 6) for value in row) for row in said.tolist())

    def scores(self, items: Sequence[Instance], answers: Sequence[Answer]) -> Scores:
        """All instances, then the classes whose ratings vary most, then each action."""
        truth = self.truth.some(range(len(items)))
        said = array_of(answers)
        homes = [one.photo.partition("~")[0] for one in items]
        metrics = estimates(truth.plausibility, said, truth.valid, homes)
        rows = [("all", str(len(items)), *figures(truth.plausibility, said, truth.valid).text())]
        varied = np.flatnonzero([one.name in HIGH_ENTROPY for one in items])
        if len(varied):
            found = figures(truth.plausibility[varied], said[varied], truth.valid[varied]).text()
            rows.append((", ".join(HIGH_ENTROPY).lower(), str(len(varied)), *found))
        counted = truth.valid.sum(0)
        for action, found_here in by_action(truth.plausibility, said, truth.valid).items():
            rows.append((action.replace("_", " "), str(int(counted[ACTIONS.index(action)])), *found_here.text()))
        title = f"PlausiblAct, {self.settings.part}: accuracy and correlation in %, against {self.data.rated_by}"
        return Scores(metrics, (Table(title, ("what", "instances", "A-Acc", "CE", "Corr"), tuple(rows)),))

    def make(self, row: ModelRow) -> Any:
        """A model, fitted to the training part or read from its weights."""
        package = "casita.benchmarks.plausiblact.models"
        if row.name == "chance":
            return built_in(row, package)
        if row.name == "oracle":
            return built_in(row, package, seed=self.data.seed)
        if row.name == "shipped":
            return built_in(row, package)
        if row.name in NETWORKS:
            return loaded(row.name, self._weights(row))
        return built_in(row, package, train=part_truth(self.data, "train", self.settings.raters))

    def made_of(self, row: ModelRow) -> dict[str, str]:
        """Its weights, and where its luck comes from."""
        files = [self._weights(row)] if row.name in NETWORKS else [WEIGHTS] if row.name == "shipped" else []
        return {path.name: file_digest(path) for path in files} | {"seed": str(self.settings.seed)}

    def _weights(self, row: ModelRow) -> Path:
        run = replace(self.settings, network=row.name)
        path: Path = run.models / f"{run.run_name}.safetensors"
        if not path.exists():
            raise BadInput(f"{path} is missing: train the model first, with `casita train plausiblact`")
        return path


def array_of(answers: Sequence[Answer]) -> Floats:
    """Answers as one array; where there is none, all ratings are equally likely, which is never right."""
    undecided = np.full(SHAPE, 1.0 / len(RATINGS))
    return np.stack([undecided if answer is None else np.asarray(answer, dtype=np.float64) for answer in answers])
