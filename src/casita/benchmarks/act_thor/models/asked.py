"""Casita's own models as they are asked: with pictures, like a user's. They are read from their files, or fitted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from casita.benchmarks.act_thor.collecting.redraw import MadeWith
from casita.benchmarks.act_thor.collecting.splits import PARTS, split_items
from casita.benchmarks.act_thor.models import MODELS, make
from casita.benchmarks.act_thor.models.chance import Chance
from casita.benchmarks.act_thor.models.experiments import Run, arrays_of, features_of
from casita.benchmarks.act_thor.models.oracle import Oracle, StepOracle
from casita.benchmarks.act_thor.models.training import RunSettings, weights_file
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.benchmarks.act_thor.stored.frozen import FrozenActThor
from casita.errors import BadInput
from casita.evaluation.models import ModelRow
from casita.evaluation.task import EvalSettings
from casita.learn.features import vectors_by


@dataclass(frozen=True, kw_only=True)
class AskSettings(EvalSettings, RunSettings):
    """Ask a model every question of a part of a split. Yours is a class with choose(before, action, candidates).

    For inference it has infer(before, after, actions). For steps it has choose, with actions such as fill+put, or
    "before fill+put" where the picture given is the last and the candidates are beginnings.

    Examples:
      casita eval act_thor --model my_model.py:Mine --limit 20
      casita eval act_thor --data data/act_thor --model visual-only
      casita eval act_thor --data data/act_thor --model concat-multi --split objects
      casita eval act_thor --data data/act_thor --model my_model.py:Mine --resume mine.jsonl
      casita eval act_thor --data data/act_thor --task inference --model linear
      casita eval act_thor --data data/act_thor --task steps --model oracle
    """

    data: Path | None = None
    """A folder with data; without one, the frozen sets, with pictures drawn as they are needed."""
    part: str = "test"
    """train, valid or test."""


def weights_of(row: ModelRow, wanted: AskSettings) -> Path | None:
    """The file with a model's weights; None for one that has none."""
    trained = row.name in MODELS and MODELS[row.name].is_trained
    return weights_file(wanted.models, wanted.run_of(row.name)) if trained else None


def chooser(row: ModelRow, wanted: AskSettings, data: ActThor | FrozenActThor) -> Any:
    """A model that chooses after single actions."""
    if row.name == "oracle":
        made = MadeWith.of(data.settings)
        return Oracle(made, data.state_of if isinstance(data, ActThor) else None)
    if row.name == "chance":
        return Chance()
    from casita.benchmarks.act_thor.models.chooser import VectorChooser

    path = weights_of(row, wanted)
    if path is None:
        return VectorChooser(_fitted(row, wanted), vectors_by(wanted.features), data.actions)
    if MODELS[row.name].sees != "vectors":
        return _pair_model(row.name).load(path)
    if row.name == "object-action":
        from casita.benchmarks.act_thor.models.chooser import TypeToldChooser
        from casita.benchmarks.act_thor.models.object_action import ObjectAction

        named, features = ObjectAction.load(path)
        _same_features(path, features, wanted)
        return TypeToldChooser(named, vectors_by(features), named.actions)
    from casita.benchmarks.act_thor.models.trained import Trained

    model, features = Trained.load(path)
    _same_features(path, features, wanted)
    return VectorChooser(model, vectors_by(features), model.actions)


def _pair_model(name: str) -> Any:
    """The class of a model that sees pairs of pictures."""
    if MODELS[name].sees == "changes":
        from casita.benchmarks.act_thor.models.change_map import ChangeMap

        return ChangeMap
    if MODELS[name].sees == "aligned":
        from casita.benchmarks.act_thor.models.align import Align

        return Align
    from casita.benchmarks.act_thor.models.compare import Compare

    return Compare


def _same_features(path: Path, features: str, wanted: AskSettings) -> None:
    if features != wanted.features:
        raise BadInput(f"{path} was trained on features {features!r}, not on {wanted.features!r}")


def _fitted(row: ModelRow, wanted: AskSettings) -> Any:
    """A model without weights, fitted to the data if it learns from them."""
    ranker = make(row.name)
    if row.name != "visual-only":
        folder, run = folder_of(wanted), wanted.run_of(row.name)
        train, valid = (arrays_of(folder, wanted.configuration, run, part) for part in PARTS[:2])
        ranker.fit(train, valid, wanted.seed)
    return ranker


def step_chooser(row: ModelRow, wanted: AskSettings, made: MadeWith) -> Any:
    """A model that chooses after two and three actions."""
    if row.name == "oracle":
        return StepOracle(made)
    if row.name == "chance":
        return Chance()
    from casita.benchmarks.act_thor.models.chooser import VectorChooser

    if row.name == "visual-only":
        return VectorChooser(make(row.name), vectors_by(wanted.features))
    from casita.benchmarks.act_thor.models.chain import ChainChooser
    from casita.benchmarks.act_thor.models.trained import Trained
    from casita.benchmarks.act_thor.steps.sequences import STEP_CONFIGURATION

    single = Trained("action-matrix", procedure="l2")
    run = Run("action-matrix", wanted.split, wanted.seed, wanted.features, "", "l2")
    train, valid = (arrays_of(folder_of(wanted), STEP_CONFIGURATION, run, part) for part in PARTS[:2])
    single.fit(train, valid, wanted.seed)  # type: ignore[arg-type]
    return ChainChooser(single, vectors_by(wanted.features))


def inferrer(row: ModelRow, wanted: AskSettings, data: ActThor) -> Any:
    """A model that names the action between two pictures."""
    from casita.benchmarks.act_thor.models.inferring import NETWORKS, Majority, VectorInferrer

    train, valid = (split_items(data.inference_items(), wanted.split, part) for part in PARTS[:2])
    if row.name == "majority":
        return Majority(train)
    if not train or not valid:
        raise BadInput(f"there are no items to learn from in split {wanted.split!r}: generate more rooms")
    table = features_of(data, (key for item in (*train, *valid) for key in (item.before, item.after)), wanted.features)
    model = VectorInferrer(data.actions, *NETWORKS[row.name], vectors_by(wanted.features))
    model.fit(train, valid, table, wanted.seed)
    return model


def folder_of(wanted: AskSettings) -> Path:
    """The folder to learn from; BadInput if there is none."""
    if wanted.data is None:
        raise BadInput("this model learns from data: make them with `casita generate act_thor`, and give --data")
    return wanted.data
