"""All trainings behind the report: which there are, doing those that are missing, and what they answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.models.chance import Chance
from casita.benchmarks.plausiblact.models.encoders import EARLY, UNTRAINED
from casita.benchmarks.plausiblact.models.inputs import CONTEXTS, View
from casita.benchmarks.plausiblact.models.mode import Mode, SoftMode
from casita.benchmarks.plausiblact.models.no_input import NoInput
from casita.benchmarks.plausiblact.models.oracle import Oracle
from casita.benchmarks.plausiblact.models.training import (
    CACHE,
    NETWORKS,
    RunSettings,
    can_be_trained,
    loaded,
    part_truth,
    run_about,
    train_model,
)
from casita.benchmarks.plausiblact.models.vectors import Looked, compute_vectors, vectors_of
from casita.benchmarks.plausiblact.raters.agreement import most_agreeing, pairwise
from casita.benchmarks.plausiblact.raters.people import RATERS
from casita.benchmarks.plausiblact.raters.truth import Truth
from casita.benchmarks.plausiblact.score import Figures, Floats, figures
from casita.benchmarks.plausiblact.stored.folder import PlausiblAct
from casita.protocols import Picture
from casita.scale import tracked
from casita.seeds import derived_seed

NOTHING: Picture = np.zeros((1, 1, 3), np.uint8)
"""What models are shown that do not look."""

CURVE = (300, 1_000, 3_000, 6_000)
"""Numbers of instances learnt from in the learning curve, besides all."""

ABLATION: Mapping[str, RunSettings] = {
    "MR 1": RunSettings(),
    "MR 2": RunSettings(least=2),
    "MR 2, SR": RunSettings(least=2, same=True),
    "not pre-trained": RunSettings(features=UNTRAINED),
    "no mask": RunSettings(mask=False),
}
"""The paper's Table 2, above, on features that stay frozen."""

ENCODERS: Mapping[str, str] = {"imagenet": "EfficientNet-lite0, ImageNet", "casita": "Casita's own, in-domain"}
"""Encoders whose weights are at hand, and what tables call them."""


STRENGTHS = tuple(strength for strength in paper.AUGMENTATION if strength)
"""Of the paper's augmentation (Table 2, below)."""


CHANGED = 2
"""The strength with which networks whose last blocks learn see changed looks."""

STATES, RATED_ALONE = "states", "states-rated"
"""Our network, and the same without pictures that nobody rated, where it has them."""


class Extent(NamedTuple):
    """How much is trained."""

    seeds: int = 10
    """Trainings of every row on frozen features; these rows are left out if it is 0."""
    tuned: int = 1
    """Trainings of every network whose last blocks learn too."""
    strengths: tuple[int, ...] = STRENGTHS
    """Of augmentation, besides none."""
    clip: Path | None = None
    """A folder with a CLIP checkpoint, for a further encoder."""
    networks: tuple[str, ...] = NETWORKS[1:]
    """Those whose last blocks learn too."""
    arrangements: int = 0
    """These learn from the first so many arrangements of every home only; 0 is all."""
    unrated: Path | None = None
    """Pictures that nobody rated, which ours learns to see from."""


class Experiments(NamedTuple):
    """Trainings by the table that they are for, each row with its seeds."""

    contexts: Mapping[str, Sequence[RunSettings]]
    ablation: Mapping[str, Sequence[RunSettings]]
    raters: Mapping[str, Sequence[RunSettings]]
    curve: Mapping[str, Sequence[RunSettings]]
    networks: Mapping[str, Sequence[RunSettings]]
    encoders: Mapping[str, Sequence[RunSettings]]
    augmentation: Mapping[str, Sequence[RunSettings]]

    @property
    def every(self) -> list[RunSettings]:
        """All of them, each once."""
        found = [run for group in self for runs in group.values() for run in runs]
        return list({run.run_name: run for run in found}.values())


def experiments(models: Path, extent: Extent, closest: Sequence[str], train: int) -> Experiments:
    """All trainings; the networks that are ours and single raters with fewer seeds than the rest."""

    def seeded(run: RunSettings, count: int = extent.seeds) -> list[RunSettings]:
        return [replace(run, seed=seed, models=models) for seed in range(count)]

    def network(name: str) -> RunSettings:
        return RunSettings(network=name, augment=CHANGED, arrangements=extent.arrangements)

    networks = {name: seeded(network(name), extent.tuned) for name in extent.networks}
    if extent.unrated is not None:
        networks[RATED_ALONE] = networks[STATES]
        networks[STATES] = seeded(replace(network(STATES), unrated=extent.unrated), extent.tuned)
    encoders = {title: seeded(RunSettings(features=name)) for name, title in ENCODERS.items()}
    if extent.clip is not None:
        encoders["CLIP, from a folder"] = seeded(RunSettings(features=f"clip:{extent.clip}"))
    return Experiments(
        {context: seeded(RunSettings(context=context)) for context in CONTEXTS},
        {name: seeded(run) for name, run in ABLATION.items()},
        {
            **{rater.name: seeded(RunSettings(raters=(rater.name,)), min(1, extent.seeds)) for rater in RATERS},
            "three most agreeing": seeded(RunSettings(raters=tuple(closest))),
        },
        {
            **{f"{count:,}": seeded(RunSettings(samples=count)) for count in CURVE if count < train},
            f"{train:,}": seeded(RunSettings()),
        },
        networks,
        encoders,
        {str(strength): seeded(RunSettings(augment=strength)) for strength in (0, *extent.strengths)},
    )


class Results:
    """What models answer on the test and on the further test of some data."""

    def __init__(self, data: PlausiblAct, models: Path, extent: Extent) -> None:
        self.data, self.models, self._extent = data, models, extent
        pairs = pairwise(data.instances("test"), data.ratings)
        self.closest = most_agreeing(pairs)[0]
        every = experiments(models, extent, self.closest, len(data.instances("train")))
        self.runs = Experiments(*(self._possible(group) for group in every))
        self._truth: dict[tuple[str, tuple[str, ...]], Truth] = {}
        self._answers: dict[tuple[str, str], Floats] = {}

    def _possible(self, group: Mapping[str, Sequence[RunSettings]]) -> Mapping[str, Sequence[RunSettings]]:
        """The rows of a table that there is something to learn from and to be scored by."""
        return {
            name: runs for name, runs in group.items()
            if runs and can_be_trained(self.data, runs[0]) and part_truth(self.data, "test", runs[0].raters).instances
        }  # fmt: skip

    def train_missing(self, *, workers: int = 1, progress: bool = True) -> None:
        """Compute features and do the trainings that are not there yet."""
        left = [run for run in self.runs.every if not self._is_done(run)]
        for looked in _looks(self.runs.every):
            seen = self.data.instances("train") if looked.augment else self.data.all_instances
            if looked.features == EARLY and self._extent.arrangements:
                takes = {name: photo.take for name, photo in self.data.photos.items() if photo.part == "train"}
                seen = [one for one in seen if takes.get(one.photo, 0) < self._extent.arrangements]
            compute_vectors(self.data, seen, looked, self.models / CACHE, workers=workers, progress=progress)
            if looked.features == EARLY and self._extent.unrated is not None:
                further = PlausiblAct(self._extent.unrated)
                compute_vectors(
                    further, further.all_instances, looked, self.models / CACHE, workers=workers, progress=progress
                )
        for _ in tracked((train_model(self.data, run) for run in left), len(left),
                         "PlausiblAct: training" if progress else ""):  # fmt: skip
            pass

    def _is_done(self, run: RunSettings) -> bool:
        """Is a training of these data and settings there?"""
        curve = self.models / f"{run.run_name}.curve.json"
        if not curve.is_file() or not (self.models / f"{run.run_name}.safetensors").is_file():
            return False
        said = json.loads(curve.read_bytes())
        return {name: said.get(name) for name in ("run", "data")} == run_about(self.data, run)

    def truth(self, part: str, raters: Sequence[str] = ()) -> Truth:
        """P and v of a part."""
        key = part, tuple(raters)
        if key not in self._truth:
            self._truth[key] = part_truth(self.data, part, raters)
        return self._truth[key]

    def model(self, run: RunSettings) -> Any:
        """A trained model."""
        return loaded(run.network, self.models / f"{run.run_name}.safetensors")

    def trained(self, run: RunSettings, part: str = "test") -> Floats:
        """What a trained model answers to a part."""
        key = run.run_name, part
        if key not in self._answers:
            model = self.model(run)
            instances = self.truth(part, run.raters).instances
            vectors = vectors_of(self.data, instances, run.looked(), self.models / CACHE)
            self._answers[key] = model.answers(vectors)
        return self._answers[key]

    def trained_figures(self, run: RunSettings, part: str = "test") -> Figures:
        """How good a trained model is on a part, by the raters that it learnt from."""
        truth = self.truth(part, run.raters)
        return figures(truth.plausibility, self.trained(run, part), truth.valid)

    @cached_property
    def baselines(self) -> Mapping[str, Mapping[str, Floats]]:
        """By part and name: what models answer that do not look at pictures."""
        return {part: self._baselines(part) for part in ("test", "further")}

    def _baselines(self, part: str, raters: Sequence[str] = ()) -> dict[str, Floats]:
        train = part_truth(self.data, "train", raters)
        mode, soft, blind, oracle = Mode(train), SoftMode(train), NoInput(train), Oracle(self.data.seed)
        chance, found = Chance(), dict[str, list[Floats]]()
        for one in self.truth(part, raters).instances:
            chance.begin(derived_seed(0, "rate", one.id) >> 1)
            oracle.told_state(msgspec.to_builtins(one))
            answers = {
                "chance": chance.rate(NOTHING, one.box),
                "no-input": blind.rate(NOTHING, one.box),
                "mode": mode.answer(one.name),
                "soft-mode": soft.answer(one.name),
                "oracle": oracle.rate(NOTHING, one.box),
            }
            for name, answer in answers.items():
                found.setdefault(name, []).append(np.asarray(answer, dtype=np.float64))
        return {name: np.stack(said) for name, said in found.items()}

    def baseline_of_raters(self, name: str, raters: Sequence[str]) -> Figures:
        """How good a baseline is that learns from, and is scored by, some raters."""
        truth = self.truth("test", raters)
        return figures(truth.plausibility, self._baselines("test", raters)[name], truth.valid)


def _looks(runs: Sequence[RunSettings]) -> list[Looked]:
    """How instances are looked at for some trainings, the views of one encoder together: pictures are drawn once."""
    views: dict[tuple[str, int], dict[View, None]] = {}
    for run in runs:
        for strength in {0, run.augment}:
            looked = run.looked(strength)
            views.setdefault((looked.features, strength), {}).update(dict.fromkeys(looked.views))
    return [Looked(tuple(sorted(seen)), features, strength) for (features, strength), seen in sorted(views.items())]
