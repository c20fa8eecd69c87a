"""Training one model, and asking one everything: what `casita train act_thor` and `casita eval act_thor` do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.models import MODELS, make
from casita.benchmarks.act_thor.models.experiments import Run, arrays_of
from casita.benchmarks.act_thor.models.ranker import accuracy, choices
from casita.benchmarks.act_thor.score import Estimate, by_action
from casita.benchmarks.act_thor.score import accuracy as scored
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.errors import BadInput, unknown

UNTRAINED = ("chance", "visual-only", "least-squares")
"""Models without weights: they are made, or fitted in a moment, when they are asked."""

ORACLE = "oracle"
"""Does the action in the world itself; no model."""


class TrainedModel(NamedTuple):
    """A model on disk, and the share of sets that it gets right in each part of its split."""

    path: Path
    accuracy: dict[str, float]


class Answers(NamedTuple):
    """What a model chose, and how good that is."""

    sets: list[ContrastSet]
    chosen: list[int]
    overall: Estimate
    by_action: dict[str, Estimate]


def train_model(data: Path, run: Run, out: Path, configuration: str = "paper") -> TrainedModel:
    """Train one model and write its weights."""
    if run.model in UNTRAINED:
        raise BadInput(f"{run.model} has no weights to train: ask it with `casita eval act_thor`")
    model: Any = make(run.model, run.coding or None, run.procedure or "contrastive")  # type: ignore[arg-type]
    parts = {part: arrays_of(data, configuration, run, part) for part in ("train", "valid", "test")}
    model.fit(parts["train"], parts["valid"], run.seed)
    path = weights_file(out, run)
    if run.features:
        model.save(path, run.features)
    else:
        model.save(path)
    return TrainedModel(path, {part: accuracy(model, arrays) for part, arrays in parts.items()})


def weights_file(out: Path, run: Run) -> Path:
    """Where a trained model is."""
    return out / f"{run.name}.safetensors"


def evaluate(
    data: Path,
    model: str,
    run: Run | None,
    models: Path,
    *,
    split: str = "scenes",
    part: str = "test",
    configuration: str = "paper",
    resume: Path | None = None,
) -> Answers:
    """Ask a model by name (`run` says which), the oracle, or a user's `file.py:Class`."""
    opened = ActThor(data, configuration)
    sets = opened.sets(split, part)
    if not sets:
        raise BadInput(f"{data} has no sets in {part} of split {split!r}")
    if model == ORACLE:
        chosen = _oracle(opened, sets)
    elif run is None:
        chosen = _users(opened, model, sets, split, part, resume)
    elif run.model in UNTRAINED:
        ranker = make(run.model)
        ranker.fit(arrays_of(data, configuration, run, "train"), arrays_of(data, configuration, run, "valid"), run.seed)
        chosen = choices(ranker, arrays_of(data, configuration, run, part)).tolist()
    else:
        chosen = _saved(run, weights_file(models, run), arrays_of(data, configuration, run, part))
    return Answers(sets, chosen, scored(sets, chosen), by_action(sets, chosen))


def run_named(model: str, split: str, seed: int, features: str, coding: str, procedure: str) -> Run | None:
    """The run of a model's name; None for a user's own model and for the oracle."""
    if model == ORACLE or ":" in model:
        return None
    if model not in MODELS:
        raise unknown("model", model, [*MODELS, ORACLE, "file.py:Class"])
    row = MODELS[model]
    return Run(
        model,
        split,
        seed,
        features if row.sees == "vectors" else "",
        (coding or row.codings[0]) if row.codings else "",
        procedure if row.procedures else "",
    )


def _saved(run: Run, path: Path, arrays: Any) -> list[int]:
    """The choices of a model that was trained before."""
    if not path.exists():
        raise BadInput(f"{path} is missing: train the model first, with `casita train act_thor --model {run.model}`")
    if run.features:
        from casita.benchmarks.act_thor.models.trained import Trained

        model, features = Trained.load(path)
        if features != run.features:
            raise BadInput(f"{path} was trained on features {features!r}, not on {run.features!r}")
        found: list[int] = choices(model, arrays).tolist()
        return found
    from casita.benchmarks.act_thor.models.compare import Compare

    own: list[int] = choices(Compare.load(path), arrays).tolist()
    return own


def _oracle(data: ActThor, sets: Sequence[ContrastSet]) -> list[int]:
    """Every set solved by doing its action."""
    from casita.benchmarks.act_thor.models.oracle import Oracle
    from casita.scale import tracked

    oracle = Oracle(
        lambda key: data.triples[key].state_after, lambda before, action: data.result(before, action).digest()
    )
    return [int(oracle.choices([item])[0]) for item in tracked(iter(sets), len(sets), "oracle")]


def _users(
    data: ActThor, model: str, sets: Sequence[ContrastSet], split: str, part: str, resume: Path | None
) -> list[int]:
    """The choices of a user's own class."""
    from casita.evaluate import evaluate_chooser, load_model

    about = {"split": split, "part": part, **data.settings}
    results = evaluate_chooser(load_model(model), sets, data.picture, resume=resume, name=model, about=about)
    return [results.answers[item.id] for item in sets]
