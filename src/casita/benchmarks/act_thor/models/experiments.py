"""Training and testing many models: one run is one model, with some features, on one split, from one seed.

A run leaves one file, so that a stopped experiment goes on with the runs that are missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from casita.benchmarks.act_thor.collecting.splits import PARTS, SPLITS
from casita.benchmarks.act_thor.models import MODELS, make
from casita.benchmarks.act_thor.models.arrays import CONTROLS, Look, PairArrays, SetArrays, controlled
from casita.benchmarks.act_thor.models.ranker import choices
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.errors import BadInput, unknown
from casita.exact import count_of
from casita.learn.features import STATES, TYPES
from casita.scale import mapped
from casita.writing import write_whole

if TYPE_CHECKING:
    from casita.learn.features import FeatureTable

SEEDS = tuple(range(5))
ABLATED_SEEDS = 3
"""Seeds of our own model with something taken away."""

FEATURES = ("casita", "imagenet")
"""In-domain features, which stand for MOCA's, and general ones, which stand for CLIP's."""


ENCODERS = {"pictures": STATES, "aligned": TYPES}
"""The encoder that is read by a model that sees pairs of pictures."""


@dataclass(frozen=True, slots=True)
class Run:
    """One model with one way to train it, on one split, from one seed."""

    model: str
    split: str
    seed: int = 0
    features: str = ""
    """Name of the extractor; empty for a model that looks at the pictures themselves."""
    coding: str = ""
    procedure: str = ""
    control: str = ""
    """One of the blind controls, or nothing."""

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise unknown("model", self.model, MODELS)
        if self.split not in SPLITS:
            raise unknown("split", self.split, SPLITS)
        if self.control and self.control not in CONTROLS:
            raise unknown("control", self.control, CONTROLS)
        if bool(self.features) != (MODELS[self.model].sees == "vectors"):
            raise BadInput(f"{self.model} sees {MODELS[self.model].sees}: features cannot be {self.features!r}")

    @property
    def name(self) -> str:
        """The name of its file."""
        parts = (self.model, self.coding, self.procedure, self.control, self.features, self.split, str(self.seed))
        return "-".join(part.replace(" ", "_").replace("/", "_") for part in parts if part)


class FinishedRun(msgspec.Struct, frozen=True):
    """What a trained model chose, and what it learned: the file of a run."""

    run: Run
    sets: tuple[str, ...]
    """The test sets, by name."""
    chosen: tuple[int, ...]
    """The candidate that the model chose in each."""
    history: tuple[float, ...]
    """Validation accuracy, epoch by epoch."""
    parameters: int
    similar: tuple[tuple[float, ...], ...] | None = None
    """Cosines between the matrices of all actions, of a model that has them."""
    data: dict[str, Any] = {}
    """What the data were made with."""


def paper_runs(features: Sequence[str] = FEATURES, seeds: Sequence[int] = SEEDS) -> list[Run]:
    """All models of the paper, both ways of coding actions, all three splits; what has no luck in it, once."""
    found = []
    for split in SPLITS:
        for name, row in MODELS.items():
            if not row.in_paper or name == "chance":
                continue
            procedure = "contrastive" if row.procedures else ""
            own = seeds[:1] if name == "visual-only" else seeds
            found += [
                Run(name, split, seed, feature, coding, procedure)
                for feature in features
                for coding in row.codings or ("",)
                for seed in own
            ]
    return found


def l2_runs(features: Sequence[str] = FEATURES, seeds: Sequence[int] = SEEDS) -> list[Run]:
    """The models that can be trained to predict the after-vector, trained so; with all but the first features once."""
    return [
        Run(name, split, seed, feature, coding, "l2")
        for split in SPLITS
        for name, row in MODELS.items()
        if "l2" in row.procedures
        for feature in features
        for coding in row.codings or ("",)
        for seed in (seeds if feature == features[0] else seeds[:1])
    ]


def control_runs(feature: str = "casita", seeds: Sequence[int] = SEEDS) -> list[Run]:
    """The strongest kind of the paper's models, with one thing taken away at a time."""
    return [
        Run("concat-multi", split, seed, feature, "embedded", "contrastive", control)
        for split in SPLITS
        for control in CONTROLS
        for seed in seeds
    ]


def control_model_runs(feature: str = "casita", seeds: Sequence[int] = SEEDS) -> list[Run]:
    """The controls beyond the paper's: where pixels changed, and names of type and action."""
    return [
        Run(name, split, seed, features)
        for split in SPLITS
        for name, features in (("change-map", ""), ("object-action", feature))
        for seed in seeds
    ]


def align_runs(seeds: Sequence[int] = SEEDS) -> list[Run]:
    """Our own model for `robust`, and for fewer seeds its ablations by what they see."""
    names = [name for name, row in MODELS.items() if row.sees == "aligned"]
    return [
        Run(name, split, seed)
        for split in SPLITS
        for name in names
        for seed in seeds[: len(seeds) if name == "align" else ABLATED_SEEDS]
    ]


def compare_runs(seeds: Sequence[int] = SEEDS) -> list[Run]:
    """Our own model, and for fewer seeds the same without what it is told beyond the contrast sets."""
    return [
        Run(name, split, seed)
        for split in SPLITS
        for name, few in (("compare", len(seeds)), ("compare-sets", ABLATED_SEEDS))
        for seed in seeds[:few]
    ]


class _Work(NamedTuple):
    data: Path
    configuration: str
    out: Path
    run: Run


def run_all(
    data: Path, runs: Sequence[Run], out: Path, *, configuration: str = "paper", workers: int = 1, progress: bool = True
) -> list[FinishedRun]:
    """Do all runs whose files are not there yet; give the results of all."""
    for feature in sorted({run.features or ENCODERS.get(MODELS[run.model].sees, "") for run in runs} - {""}):
        _table(data, configuration, feature, progress)  # once, before several processes ask for it
    work = [_Work(data, configuration, out, run) for run in runs]
    missing = [each for each in work if not _file(each).exists()]
    for _ in mapped(_do, missing, workers, "ACT-Thor: training", progress=progress):
        pass
    return [read_run(_file(each), opened(data, configuration)) for each in work]


def _file(work: _Work) -> Path:
    return work.out / "runs" / f"{work.run.name}.json"


def _do(work: _Work) -> None:
    """Train and test one model."""
    data, run = opened(work.data, work.configuration), work.run
    model = make(run.model, run.coding or None, run.procedure or "contrastive")  # type: ignore[arg-type]
    parts = [arrays_of(work.data, work.configuration, run, part) for part in PARTS]
    model.fit(parts[0], parts[1], run.seed)
    chosen = choices(model, parts[2]).tolist()
    done = FinishedRun(
        run,
        tuple(item.id for item in data.sets(run.split, "test")),
        tuple(chosen),
        tuple(round(value, 6) for value in getattr(model, "history", [])),
        parameter_count(model),
        _similar(model) if run.model == "action-matrix" else None,
        data.settings | data.manifest.stamp.versions,
    )
    write_whole(_file(work), msgspec.json.encode(done) + b"\n")


def parameter_count(model: Any) -> int:
    """How many numbers a model learns; 0 for one without a network."""
    network = getattr(model, "network", None)
    return 0 if network is None else count_of(weights.numel() for weights in network.parameters())


def _similar(model: Any) -> tuple[tuple[float, ...], ...]:
    """Cosines between the matrices of all actions."""
    import torch

    rows = torch.stack([matrix.weight.detach().flatten() for matrix in model.network.matrices]).double()
    rows = rows / rows.norm(dim=1, keepdim=True)
    return tuple(tuple(round(value, 6) for value in row) for row in (rows @ rows.T).tolist())


def read_run(path: Path, data: ActThor) -> FinishedRun:
    """The run of a file; BadInput if the file is damaged or of other data."""
    try:
        done = msgspec.json.decode(path.read_bytes(), type=FinishedRun)
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{path}: not the file of a run: {error}") from None
    if done.sets != tuple(item.id for item in data.sets(done.run.split, "test")):
        raise BadInput(f"{path} is of other data than {data.path}: remove it, or choose another folder")
    if done.similar and np.shape(done.similar) != (len(data.actions),) * 2:
        raise BadInput(f"{path}: similarities are {np.shape(done.similar)}, expected one of each pair of actions")
    return done


@lru_cache(maxsize=2)
def opened(data: Path, configuration: str) -> ActThor:
    """The data of a folder; runs of one process share them."""
    return ActThor(data, configuration)


@lru_cache(maxsize=4)
def _table(data: Path, configuration: str, features: str, progress: bool = False) -> FeatureTable:
    """Features of every picture in a set."""
    found = opened(data, configuration)
    keys = (key for item in found.all_sets for key in (item.before, *item.candidates))
    return features_of(found, keys, features, progress=progress)


def features_of(data: ActThor, keys: Iterable[str], features: str, *, progress: bool = True) -> FeatureTable:
    """Features of some pictures, from those that are kept beside the data if they are there."""
    from casita.learn.features import extractor, table

    pictures = {key: partial(data.png, key) for key in sorted(set(keys))}
    return table(extractor(features), pictures, data.path / "features", progress)


def _look_of(model: str) -> Look:
    """How a model sees pairs of pictures."""
    sees = MODELS[model].sees
    if sees == "changes":
        from casita.learn.change_maps import kept_change_maps

        return kept_change_maps
    if sees == "aligned":
        from casita.benchmarks.act_thor.models.align import SEEN
        from casita.learn.aligned_views import kept_aligned_views

        return partial(kept_aligned_views, features=ENCODERS[sees], registered=SEEN[model].registered)
    from casita.learn.pair_views import kept_views

    return kept_views


def arrays_of(folder: Path, configuration: str, run: Run, part: str) -> SetArrays | PairArrays:
    """What a run's model sees of a part of its split."""
    data = opened(folder, configuration)
    sets = data.sets(run.split, part)
    if not sets:
        raise BadInput(f"{folder} has no sets for {part} of split {run.split!r}: generate more rooms")
    if not run.features:
        return _pair_arrays(folder, configuration, run.model, run.split, part)
    arrays = SetArrays.of(sets, _table(folder, configuration, run.features), data.actions)
    return controlled(arrays, run.control, run.seed) if run.control else arrays


@lru_cache(maxsize=len(PARTS))
def _pair_arrays(folder: Path, configuration: str, model: str, split: str, part: str) -> PairArrays:
    """What a model sees of the pairs of a part; runs of several seeds one after the other share it."""
    data = opened(folder, configuration)
    return PairArrays.of(data.sets(split, part), data.png, data.actions, folder, _look_of(model))
