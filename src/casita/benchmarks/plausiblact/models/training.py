"""Training networks: what `casita train plausiblact` does, and all runs of the report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.plausiblact.item import Instance
from casita.benchmarks.plausiblact.models.augmenting import checked_strength
from casita.benchmarks.plausiblact.models.encoders import EARLY, USUAL
from casita.benchmarks.plausiblact.models.inputs import CONTEXTS
from casita.benchmarks.plausiblact.models.states import true_values
from casita.benchmarks.plausiblact.models.vectors import Looked, vectors_of
from casita.benchmarks.plausiblact.pictures.homes import NOBODY
from casita.benchmarks.plausiblact.raters.truth import Truth, truth_of
from casita.benchmarks.plausiblact.score import figures
from casita.benchmarks.plausiblact.stored.folder import PlausiblAct
from casita.errors import BadInput, unknown
from casita.evaluation.models import require
from casita.seeds import stream

FROZEN = "frozen"
NETWORKS = (FROZEN, "tuned", "class-only", "states-pixels", "states")
"""Networks: on frozen features, and those of `inferring.py`, whose last blocks go on learning."""

LEARN_UNRATED = ("class-only", "states")
"""Those that can learn to see from pictures that nobody rated: their judging is learnt before, from what is true."""

FEWEST = 2
"""Instances to learn from, and to stop by, at the least."""

CACHE = "features"
"""The folder of features, beside trained models."""


@dataclass(frozen=True, kw_only=True)
class RunSettings:
    """Which trained model: what names it among all that were trained on some data."""

    network: str = FROZEN
    """frozen (learns on an encoder's features), tuned (its last blocks learn too), states (ours: infers class and
    states first, and rates by them), or parts of that: class-only, states-pixels."""
    features: str = USUAL
    """The frozen encoder: imagenet (EfficientNet-lite0), casita (trained on our pictures), untrained, or clip:PATH."""
    augment: int = 0
    """Learn from a second look at every instance too, changed with this strength, 0 to 9; 0 is none. On frozen features
    from both in every epoch, else from one of the two."""
    context: str = "ignore"
    """What the network is shown: ignore, img+masked, img+full, only-masked or only-full."""
    least: int = 1
    """The paper's MR: ratings that an action needs to be learnt from."""
    same: bool = False
    """The paper's SR: only actions whose raters agree."""
    mask: bool = True
    """The paper's validity mask; without it, what nobody rated is learnt as undecided."""
    raters: tuple[str, ...] = ()
    """Learn from, and be scored by, these raters alone; all if none is named."""
    samples: int = 0
    """Learn from so many instances only; 0 is all."""
    arrangements: int = 0
    """Learn from the first so many arrangements of every home only, which is faster to look at; 0 is all."""
    unrated: Path | None = None
    """A folder of scale unrated: class-only and states learn to see from its pictures, too."""
    seed: int = 0
    """Where all luck of training comes from: the same seed gives the same bytes."""
    models: Path = Path("models")
    """The folder of trained models; a training that was stopped goes on."""

    def __post_init__(self) -> None:
        if self.context not in CONTEXTS:
            raise unknown("context", self.context, CONTEXTS)
        if self.network not in NETWORKS:
            raise unknown("network", self.network, NETWORKS)
        if self.network != FROZEN and (self.context, self.features) != ("ignore", USUAL):
            raise BadInput(f"the network {self.network} takes neither --context nor --features: it has its own")
        checked_strength(self.augment)
        if self.unrated is not None and self.network not in LEARN_UNRATED:
            raise BadInput(f"the network {self.network} learns from ratings alone: it takes no --unrated")
        if self.least < 1:
            raise BadInput(f"--least is at least 1; it is {self.least}")
        if min(self.samples, self.arrangements) < 0:
            raise BadInput(f"--samples and --arrangements are at least 0; not {self.samples} and {self.arrangements}")

    @property
    def run_name(self) -> str:
        """The name of the trained model's files."""
        parts = ["plausiblact", self.context.replace("+", "_") if self.network == FROZEN else self.network]
        parts += [self.features.rpartition("/")[2].replace(":", "-")] if self.features != USUAL else []
        parts += [f"a{self.augment}"] if self.augment else []
        parts += [f"mr{self.least}"] if self.least > 1 else []
        parts += ["sr"] if self.same else []
        parts += [] if self.mask else ["nomask"]
        parts += ["-".join(name.removeprefix("simulated_") for name in self.raters)] if self.raters else []
        parts += [f"n{self.samples}"] if self.samples else []
        parts += [f"t{self.arrangements}"] if self.arrangements else []
        parts += ["unrated"] if self.unrated else []
        return "_".join([*parts, f"s{self.seed}"])

    def looked(self, augment: int = 0) -> Looked:
        """How instances are looked at for this network."""
        if self.network == FROZEN:
            return Looked(CONTEXTS[self.context], self.features, augment)
        return Looked(("around", "box"), EARLY, augment)


@dataclass(frozen=True, kw_only=True)
class TrainSettings(RunSettings):
    """Train a network, say how good it is, and keep its weights.

    Examples:
      casita train plausiblact --data data/plausiblact
      casita train plausiblact --data data/plausiblact --context img+full --seed 1
      casita train plausiblact --data data/plausiblact --least 2 --same
      casita train plausiblact --data data/plausiblact --network states --unrated data/unrated
    """

    data: Path
    """The folder with the data."""


def run_train(settings: TrainSettings) -> Iterator[str | Path]:
    """Train, and say how good the model is on validation and test."""
    require("training", ("learn",))
    data = PlausiblAct(settings.data)
    path = train_model(data, settings)
    model = loaded(settings.network, path)
    for part in ("valid", "test"):
        truth = part_truth(data, part, settings.raters)
        if truth.instances:
            said = model.answers(vectors_of(data, truth.instances, settings.looked(), settings.models / CACHE))
            a_acc, ce, corr = figures(truth.plausibility, said, truth.valid).text()
            yield f"{part}: A-Acc {a_acc}, CE {ce}, Corr {corr} ({len(truth.instances)} instances, {data.rated_by})"
    yield path


def part_truth(data: PlausiblAct, part: str, raters: Sequence[str] = (), least: int = 1, same: bool = False) -> Truth:
    """P and v of a part, by all raters or by some."""
    wanted = set(raters) or None
    known = {rating.rater for rating in data.ratings}
    for name in sorted(wanted or ()):
        if name not in known:
            raise unknown("rater", name, known)
    return truth_of(data.instances(part), data.ratings, raters=wanted, least=least, same=same)


def can_be_trained(data: PlausiblAct, run: RunSettings) -> bool:
    """Are there instances enough to learn from, and to stop by?"""
    train = part_truth(data, "train", run.raters, run.least, run.same)
    return min(len(train.instances), len(part_truth(data, "valid", run.raters).instances)) >= FEWEST


def run_about(data: PlausiblAct, run: RunSettings) -> dict[str, Any]:
    """All that the weights of a run depend on, as plain data."""
    plain = {name: value for name, value in asdict(run).items() if name not in ("models", "data")}
    unrated = "" if run.unrated is None else PlausiblAct(run.unrated).manifest.digest()
    return {"run": plain | {"raters": list(run.raters), "unrated": unrated}, "data": data.manifest.digest()}


def loaded(network: str, path: Path) -> Any:
    """A trained model of a kind of network."""
    if network == FROZEN:
        from casita.benchmarks.plausiblact.models.frozen import Frozen

        return Frozen.load(path)
    from casita.benchmarks.plausiblact.models.inferring import Inferring

    return Inferring.load(path)


def train_model(data: PlausiblAct, run: RunSettings) -> Path:
    """Train one model, or go on with it; where its weights are."""
    from casita.evaluation.training import TrainingRun

    if not can_be_trained(data, run):
        raise BadInput(f"{data.path}: these settings leave fewer than {FEWEST} instances to learn from or to stop by")
    if run.network != FROZEN and data.rated_by != "simulated ratings":
        raise BadInput(f"{data.path} was imported: the network {run.network} learns from states, which nobody knows")
    further = None if run.unrated is None else _unrated(run.unrated)
    training = TrainingRun(run.models, run.run_name, run_about(data, run))
    train, valid = _training_part(data, run), part_truth(data, "valid", run.raters)
    mask = train.valid if run.mask else np.ones_like(train.valid)
    looks = _looks(data, train.instances, run)
    checks = vectors_of(data, valid.instances, run.looked(), run.models / CACHE)
    model: Any
    if run.network == FROZEN:
        from casita.benchmarks.plausiblact.models.frozen import Frozen

        model = Frozen(run.context, run.features)
        times = len(looks)
        given = np.concatenate(looks), np.tile(train.plausibility, (times, 1, 1)), np.tile(mask, (times, 1))
        model.fit(given, (checks, valid.plausibility, valid.valid), run.seed, training)
    else:
        from casita.benchmarks.plausiblact.models.inferring import Given, Inferring
        from casita.benchmarks.plausiblact.models.told_rater import mean_judgement

        model = Inferring(run.network)
        raters = run.raters or sorted({rating.rater for rating in data.ratings})
        judged = mean_judgement(train, data.ratings, raters, run.seed)
        seen = list(train.instances)
        if further is not None:
            looks = [
                np.concatenate(pair) for pair in zip(looks, _looks(further, further.all_instances, run), strict=True)
            ]
            seen += further.all_instances
        learnt = Given(looks, train.plausibility, mask, true_values(seen))
        checked = Given([checks], valid.plausibility, valid.valid, true_values(valid.instances))
        model.fit(learnt, checked, judged, run.seed, training)
    curve = [{"epoch": epoch, "valid": round(score, 6)} for epoch, score in enumerate(model.history, 1)]
    kind, version, weights, notes = model.saved()
    return training.finish(kind, version, weights, notes, curve=curve, half=run.network != FROZEN)


def _training_part(data: PlausiblAct, run: RunSettings) -> Truth:
    """What a run learns from."""
    train = part_truth(data, "train", run.raters, run.least, run.same)
    if run.arrangements:
        takes = [data.photos[one.photo].take for one in train.instances]
        train = train.some([row for row, take in enumerate(takes) if take < run.arrangements])
    if not run.samples:
        return train
    rows = stream(run.seed, "plausiblact", "samples").shuffled(range(len(train.instances)))[: run.samples]
    return train.some(sorted(rows))


def _unrated(path: Path) -> PlausiblAct:
    """Pictures that nobody rated; BadInput if the folder holds others, which may be those of a test."""
    data = PlausiblAct(path)
    if data.settings.get("scale") != NOBODY:
        raise BadInput(f"{path} holds {data.rated_by}: --unrated takes what `casita generate --scale {NOBODY}` made")
    return data


def _looks(data: PlausiblAct, instances: Sequence[Instance], run: RunSettings) -> list[NDArray[Any]]:
    """Vectors of instances, and those of a changed look at each if the run is augmented."""
    strengths = (0, run.augment) if run.augment else (0,)
    return [vectors_of(data, instances, run.looked(each), run.models / CACHE) for each in strengths]
