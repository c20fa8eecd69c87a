"""What `casita train env_qa` does: look at all films once, then train networks on what was seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from casita.benchmarks.env_qa.models import NETWORKS
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.watching.eyes import DETECTOR
from casita.benchmarks.env_qa.watching.opened import opened
from casita.benchmarks.env_qa.watching.store import features
from casita.errors import BadInput, unknown
from casita.evaluation.models import require
from casita.reading import read_json
from casita.scale import mapped

ALL, OURS = "all", "ours"

FEWEST_FILMS = 2
"""Films that ours learns from, at the least: one is held out."""

SHIPPED = Path(__file__).parent.parent / "weights" / "ours.safetensors"
"""The weights of ours that come with it."""


@dataclass(frozen=True, kw_only=True)
class TrainSettings:
    """Look at all films (once; a run that was stopped goes on), and train networks on what is seen.

    Examples:
      casita train env_qa --data data/env_qa --workers 2
      casita train env_qa --data data/env_qa --model tsea --seed 1
      casita train env_qa --data data/env_qa --model ours --films 600
    """

    data: Path
    """The folder with the data."""
    model: str = ALL
    """One of the networks, such as tsea or q-only; all of them; ours; or none, to look at the films only."""
    seed: int = 0
    """Where all luck of training comes from."""
    seeds: int = 1
    """How many trainings of each, from that seed on."""
    features: Path = Path("features")
    """The folder for what is seen in the films."""
    models: Path = Path("models")
    """The folder of trained models."""
    eyes: str = DETECTOR
    """Who looks: detector, or imagenet, which sees pictures as wholes and no things."""
    films: int | None = None
    """Training films that ours learns from, at the most."""
    workers: int = 1
    """Processes at work; what they make does not depend on it."""

    def __post_init__(self) -> None:
        if self.model not in (ALL, OURS, "none", *NETWORKS):
            raise unknown("model to train", self.model, (ALL, OURS, "none", *NETWORKS))
        for name in ("seeds", "workers"):
            if getattr(self, name) < 1:
                raise BadInput(f"--{name} is at least 1; it is {getattr(self, name)}")
        if self.films is not None and self.films < FEWEST_FILMS:
            raise BadInput(f"--films is at least {FEWEST_FILMS}; it is {self.films}")

    def runs(self) -> list[Run]:
        """The trainings that are asked for."""
        names = {ALL: tuple(NETWORKS), OURS: (), "none": ()}.get(self.model, (self.model,))
        return [Run(name, seed) for seed in range(self.seed, self.seed + self.seeds) for name in names]


class Run(NamedTuple):
    """One training of one network."""

    model: str
    seed: int

    @property
    def name(self) -> str:
        """As its files are called."""
        return f"{self.model}_{self.seed}"

    def weights(self, folder: Path) -> Path:
        """Where its weights are; BadInput if they are not there."""
        path = folder / f"{self.name}.safetensors"
        if not path.exists():
            raise BadInput(f"{path} is missing: train it first, with `casita train env_qa --model {self.model}`")
        return path


class Curve(msgspec.Struct, frozen=True):
    """How a training went."""

    model: str
    seed: int
    data: str
    features: str
    version: int
    curve: tuple[dict[str, float], ...]
    """By epoch: the score on the validation part."""

    @classmethod
    def read(cls, folder: Path, run: Run) -> Curve | None:
        """The curve of a training that is done; None if it is not."""
        path = folder / f"{run.name}.curve.json"
        if not path.exists():
            return None
        try:
            return msgspec.convert(read_json(path), cls)
        except msgspec.ValidationError as error:
            raise BadInput(f"{path} is no learning curve of Env-QA: {error}") from None

    @property
    def best(self) -> float:
        """The highest score."""
        return max((each["valid"] for each in self.curve), default=0.0)


def run_train(settings: TrainSettings) -> Iterator[str | Path]:
    """Look, then train what is not trained yet; say how good each is on the validation part."""
    require("training Env-QA's models", ("learn",))
    _check_parts(settings)
    folder = features(settings.data, settings.features, settings.eyes, workers=settings.workers)
    yield folder.card
    work = [_Work(settings.data, settings.features, settings.models, run) for run in settings.runs()]
    for run, best in zip(settings.runs(), mapped(trained, work, settings.workers, "Env-QA: trainings"), strict=True):
        yield f"{run.name}: {100 * best:.1f}% on the validation part"
    if settings.model == OURS:
        from casita.benchmarks.env_qa.models.training_ours import train_ours

        for seed in range(settings.seed, settings.seed + settings.seeds):
            yield from train_ours(settings.data, settings.features, settings.models, seed, settings.films)
    yield settings.models


def _check_parts(settings: TrainSettings) -> None:
    """BadInput, before anything is looked at, if there is nothing to learn from or to judge by."""
    data = EnvQA(settings.data)
    for part in ("train", "valid") if settings.runs() else ("train",):
        if settings.model != "none" and not data.questions(part):
            raise BadInput(f"{settings.data} has no questions of the part {part!r}: nothing can be trained on it")
    if settings.model == OURS and settings.eyes != DETECTOR:
        raise BadInput(f"ours needs eyes that see things: --eyes {DETECTOR}, not {settings.eyes}")


class _Work(NamedTuple):
    data: Path
    features: Path
    models: Path
    run: Run


def trained(work: _Work) -> float:
    """Train one network, unless that is done; its score on the validation part."""
    from casita.benchmarks.env_qa.models.fitting import KIND, VERSION, about_training, fitted
    from casita.evaluation.training import TrainingRun

    data, folder, footage = opened(work.data, work.features)
    row = NETWORKS[work.run.model]
    about = about_training(row, work.run.seed, data.manifest.digest(), folder.manifest.digest())
    done = Curve.read(work.models, work.run)
    if done is not None and _says(done) == about and (work.models / f"{work.run.name}.safetensors").exists():
        return done.best
    run = TrainingRun(work.models, work.run.name, about)
    eyes = (folder.eyes, folder.eyes_digest)
    learnt, judged = data.questions("train"), data.questions("valid")
    network, history = fitted(row, learnt, judged, footage, eyes, work.run.seed, run)
    weights, notes = network.saved()
    curve = [{"epoch": epoch, "valid": round(score, 6)} for epoch, score in enumerate(history, 1)]
    run.finish(KIND, VERSION, weights, notes, curve=curve, half=False)
    return max(history)


def _says(curve: Curve) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(curve)
    return {name: value for name, value in found.items() if name != "curve"}


def trainings_of_ours(models: Path, data: str, seen: str) -> list[Path]:
    """The weights of ours that were trained here on some data and what was seen of them, by their seeds; or else those
    that come with it."""
    return [Run(OURS, seed).weights(models) for seed in finished(models, (OURS,), data, seen).get(OURS, ())] or [
        SHIPPED
    ]


def finished(models: Path, names: Sequence[str], data: str, seen: str) -> dict[str, list[int]]:
    """By model, the seeds of its trainings on some data, and what was seen of them, that are done."""
    found: dict[str, list[int]] = {}
    for name in names:
        paths = sorted(models.glob(f"{name}_*.curve.json"))
        numbers = [path.name.removeprefix(f"{name}_").removesuffix(".curve.json") for path in paths]
        runs = [Run(name, int(number)) for number in numbers if number.isdecimal()]
        curves = [(run.seed, Curve.read(models, run)) for run in runs]
        own = sorted(
            seed for seed, curve in curves if curve is not None and (curve.data, curve.features) == (data, seen)
        )
        if own:
            found[name] = own
    return found
