"""Training one model: what `casita train act_thor` does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from casita.benchmarks.act_thor.collecting.splits import PARTS
from casita.benchmarks.act_thor.models import CHOOSERS, MODELS, ChooserRow, make
from casita.benchmarks.act_thor.models.experiments import Run, arrays_of, opened
from casita.benchmarks.act_thor.models.ranker import accuracy
from casita.errors import BadInput
from casita.evaluation.models import require, row_of


@dataclass(frozen=True, kw_only=True)
class RunSettings:
    """Which trained model: what names it among all that were trained on some data."""

    split: str = "scenes"
    """scenes, objects or pairs: what the test holds out."""
    features: str = "casita"
    """What the paper's models see: types (in-domain), casita (in-domain, told outcomes), imagenet, or clip:PATH."""
    coding: str = ""
    """How actions are told to concat models: one-hot or embedded."""
    procedure: str = "contrastive"
    """How a model is trained: contrastive, or l2 (predict the after-vector)."""
    seed: int = 0
    """Where all luck of training and guessing comes from: the same seed gives the same bytes."""
    configuration: str = "paper"
    """robust (the headline), or a historical one: paper, full (all actions that survive), hard (five candidates)."""
    models: Path = Path("models")
    """The folder of trained models; a training that was stopped goes on."""

    def run_of(self, model: str) -> Run:
        """The run that a model is trained in: what it does not have is left out."""
        row = row_of(model, CHOOSERS)
        assert isinstance(row, ChooserRow)
        if row.sees == "states":
            raise BadInput(f"{model} is not trained")
        features = self.features if row.sees == "vectors" else ""
        coding = (self.coding or row.codings[0]) if row.codings else ""
        return Run(model, self.split, self.seed, features, coding, self.procedure if row.procedures else "")


@dataclass(frozen=True, kw_only=True)
class TrainSettings(RunSettings):
    """Train one model on one split, say how good it is, and keep its weights.

    Examples:
      casita train act_thor --data data/act_thor --model concat-multi
      casita train act_thor --data data/act_thor --model action-matrix --features imagenet --split objects
      casita train act_thor --data data/act_thor --model compare --split pairs
    """

    data: Path
    """The folder with the data."""
    model: str
    """Such as action-matrix, concat-multi or compare (ours)."""


def run_train(settings: TrainSettings) -> Iterator[str | Path]:
    """Train, and say how good the model is in each part."""
    require(f"training {settings.model}", ("learn",))
    made = train_model(settings.data, settings.run_of(settings.model), settings.models, settings.configuration)
    yield from (f"{part}: {100 * right:.1f}%" for part, right in made.accuracy.items())
    yield made.path


class TrainedModel(NamedTuple):
    """A model on disk, and the share of sets that it gets right in each part of its split."""

    path: Path
    accuracy: dict[str, float]


def train_model(data: Path, run: Run, out: Path, configuration: str = "paper") -> TrainedModel:
    """Train one model, or go on with it, and write its weights and its learning curve."""
    from casita.evaluation.training import TrainingRun

    if not MODELS[run.model].is_trained:
        raise BadInput(f"{run.model} has no weights to train: ask it with `casita eval act_thor`")
    about = {"run": asdict(run), "configuration": configuration, "data": opened(data, configuration).manifest.digest()}
    training = TrainingRun(out, run.name, about)
    model: Any = make(run.model, run.coding or None, run.procedure or "contrastive")  # type: ignore[arg-type]
    parts = {part: arrays_of(data, configuration, run, part) for part in PARTS}
    model.fit(parts["train"], parts["valid"], run.seed, training)
    curve = [{"epoch": epoch, "valid": round(right, 6)} for epoch, right in enumerate(model.history, 1)]
    kind, version, weights, notes = model.saved(run.features)
    path = training.finish(kind, version, weights, notes, curve=curve, half=False)
    return TrainedModel(path, {part: accuracy(model, arrays) for part, arrays in parts.items()})


def weights_file(out: Path, run: Run) -> Path:
    """Where a trained model is; BadInput if it is not there."""
    path = out / f"{run.name}.safetensors"
    if not path.exists():
        raise BadInput(f"{path} is missing: train the model first, with `casita train act_thor --model {run.model}`")
    return path
