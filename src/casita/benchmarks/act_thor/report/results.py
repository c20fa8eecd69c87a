"""The runs of a folder, read and scored: what every table and figure of the report asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np

from casita.arrays import Bools, Float64s
from casita.benchmarks.act_thor import score
from casita.benchmarks.act_thor.collecting.splits import SPLITS
from casita.benchmarks.act_thor.item import ContrastSet
from casita.benchmarks.act_thor.models import MODELS
from casita.benchmarks.act_thor.models.experiments import ENCODERS, FinishedRun, read_run
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.errors import BadInput
from casita.evaluation.statistics import Estimate
from casita.learn.features import STATES, TYPES

Row = TypeVar("Row", bound=msgspec.Struct)

GENERAL = "imagenet"
"""Features that stand for CLIP's if there are none of CLIP itself."""

FEATURE_TITLES = {TYPES: "in-domain (told types)", STATES: "in-domain (told outcomes)"}
"""How tables name our own encoders, which stand for MOCA's."""

UNIMODAL = ("visual-only", "action-name")
MULTIMODAL = ("action-matrix", "concat-linear", "concat-multi")

SPLIT_TITLES = {"scenes": "unseen scenes", "objects": "unseen objects", "pairs": "unseen pairs (ours)"}


class Kind(NamedTuple):
    """What runs of several seeds and splits share."""

    model: str
    features: str = ""
    coding: str = ""
    procedure: str = ""
    control: str = ""

    @property
    def title(self) -> str:
        """The model as tables name it, without its features."""
        notes = [note for note in (self.coding, "L2" if self.procedure == "l2" else "", self.control) if note]
        return MODELS[self.model].title + (f" ({', '.join(notes)})" if notes else "")

    @property
    def full_title(self) -> str:
        """With its features."""
        return f"{self.title}, {feature_title(self.features)}" if self.features else self.title


def feature_title(features: str) -> str:
    """How tables name some features."""
    return "CLIP" if features.startswith("clip:") else FEATURE_TITLES.get(features, features)


def multimodal_kinds(features: str, procedure: str = "contrastive") -> list[Kind]:
    """The paper's three multimodal models with some features, in all their codings."""
    return [
        Kind(model, features, coding, procedure) for model in MULTIMODAL for coding in MODELS[model].codings or ("",)
    ]


OURS = {
    "align": ("align-still", "align-parts", "align-whole", "align-misfit", "align-pooled"),
    "compare": ("compare-sets",),
}
"""Our own models, that of the headline first, and the same with less to see or to learn from."""


@dataclass(frozen=True)
class Results:
    """All runs over some data."""

    actions: tuple[str, ...]
    sets: Mapping[str, Sequence[ContrastSet]]
    """The test sets of each split."""
    runs: tuple[FinishedRun, ...]

    @cached_property
    def _by_kind(self) -> dict[tuple[Kind, str], list[FinishedRun]]:
        found: dict[tuple[Kind, str], list[FinishedRun]] = {}
        for done in sorted(self.runs, key=lambda done: done.run.seed):
            run = done.run
            kind = Kind(run.model, run.features, run.coding, run.procedure, run.control)
            found.setdefault((kind, run.split), []).append(done)
        return found

    @cached_property
    def _rights(self) -> dict[str, Bools]:
        """Which choices of every run are right, by its name."""
        return {done.run.name: score.right(self.sets[done.run.split], done.chosen) for done in self.runs}

    @cached_property
    def _estimates(self) -> dict[tuple[Kind, str], Estimate]:
        """What was estimated before: many tables ask for the same."""
        return {}

    @property
    def kinds(self) -> list[Kind]:
        """Every kind that was run, in the order of the models' table."""
        order = list(MODELS)
        return sorted({kind for kind, _ in self._by_kind}, key=lambda kind: (order.index(kind.model), kind[1:]))

    @property
    def features(self) -> list[str]:
        """Every extractor that was used, in-domain first."""
        found = {done.run.features for done in self.runs if done.run.features}
        return sorted(found, key=lambda name: (name not in FEATURE_TITLES, name != TYPES, name))

    @property
    def in_domain(self) -> str:
        """The features to set beside the paper's MOCA: of the encoder that was told no outcomes, if that was used."""
        return TYPES if TYPES in self.features else STATES

    @property
    def matrix(self) -> Kind:
        """One of the two models that the paper looks at more closely, with in-domain features."""
        return Kind("action-matrix", self.in_domain, "", "contrastive")

    @property
    def concat_multi(self) -> Kind:
        """The other."""
        return Kind("concat-multi", self.in_domain, "embedded", "contrastive")

    @property
    def general(self) -> str:
        """The general features to set beside the paper's CLIP: CLIP's own if they are there."""
        return next((name for name in self.features if name.startswith("clip:")), GENERAL)

    def of(self, kind: Kind, split: str) -> list[FinishedRun]:
        """The runs of a kind on a split, by seed."""
        return self._by_kind.get((kind, split), [])

    def by_seed(self, kind: Kind, split: str) -> dict[int, float]:
        """Accuracy of each seed."""
        return {done.run.seed: float(self._rights[done.run.name].mean()) for done in self.of(kind, split)}

    def estimate(self, kind: Kind, split: str) -> Estimate | None:
        """The mean over sets and seeds, with its interval (`score.estimated`); None if there is no run."""
        runs = self.of(kind, split)
        if runs and (kind, split) not in self._estimates:
            self._estimates[kind, split] = score.estimated(self.sets[split], self._table(runs))
        return self._estimates.get((kind, split))

    def paired(self, one: tuple[Kind, str], other: tuple[Kind, str]) -> Estimate | None:
        """One minus the other over the seeds that both have; None if these are fewer than two.

        On one split they are paired set by set. Another that is not trained and was run once stands against every seed.
        """
        ours, theirs = self.of(*one), self.of(*other)
        if not (len(theirs) == 1 and not other[0].procedure):
            both = {done.run.seed for done in ours} & {done.run.seed for done in theirs}
            ours, theirs = ([done for done in runs if done.run.seed in both] for runs in (ours, theirs))
        if len(ours) < 2 or not theirs:
            return None
        tables = self._table(ours), self._table(theirs)
        if one[1] == other[1]:
            return score.better(self.sets[one[1]], *tables)
        return score.better_elsewhere(self.sets[one[1]], tables[0], self.sets[other[1]], tables[1])

    def _table(self, runs: Sequence[FinishedRun]) -> Bools:
        """Sets x seeds: which choices are right."""
        return np.stack([self._rights[done.run.name] for done in runs], axis=1)

    @property
    def chance(self) -> float:
        """The share that is right by luck."""
        return score.chance(next((sets for sets in self.sets.values() if sets), ()))

    def pooled(self, kind: Kind, split: str) -> tuple[list[ContrastSet], list[int]]:
        """The choices of all seeds, one after another, and the sets that they belong to."""
        runs = self.of(kind, split)
        return list(self.sets[split]) * len(runs), [choice for done in runs for choice in done.chosen]

    @property
    def ours(self) -> Kind | None:
        """Our own model, whatever its score; None if it was not run."""
        return next((Kind(name) for name in OURS if Kind(name) in self.kinds), None)

    @property
    def ablations(self) -> list[Kind]:
        """Our own model with less, as far as that was run."""
        return [Kind(name) for name in OURS[self.ours.model] if Kind(name) in self.kinds] if self.ours else []

    @property
    def equal_features(self) -> str:
        """The features of the encoder that our own model has, as the paper's models may have them."""
        return self.in_domain if self.ours is None else ENCODERS[MODELS[self.ours.model].sees]

    def best(self, split: str, *, in_paper: bool = False, features: str = "") -> Kind | None:
        """The kind with the highest mean on a split; `in_paper` leaves only the paper's models, `features` one kind."""
        found = [
            (estimate.mean, kind)
            for kind in self.kinds
            if not kind.control and (MODELS[kind.model].in_paper or not in_paper) and not MODELS[kind.model].control
            if not features or kind.features == features
            if (estimate := self.estimate(kind, split)) is not None
        ]
        return max(found, key=lambda pair: (pair[0], pair[1]))[1] if found else None

    def similarities(self, kind: Kind, split: str) -> Float64s | None:
        """Cosines between action matrices, the mean over seeds; None if no run kept them."""
        kept = [done.similar for done in self.of(kind, split) if done.similar]
        return np.mean(kept, axis=0) if kept else None


def read_results(data: ActThor, folder: Path) -> Results:
    """All runs that are in a folder; a file that is damaged or of other data is an error that names it."""
    sets: dict[str, list[ContrastSet]] = {split: data.sets(split, "test") for split in SPLITS}
    return Results(data.actions, sets, tuple(read_run(path, data) for path in sorted((folder / "runs").glob("*.json"))))


def read_rows(path: Path, kind: type[Row]) -> list[Row]:
    """The rows of a JSON file of further results; none if it is not there."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[kind])  # type: ignore[valid-type]
    except FileNotFoundError:
        return []
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{path} is damaged: {error}") from None
