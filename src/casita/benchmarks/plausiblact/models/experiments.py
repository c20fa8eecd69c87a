"""All trainings behind the report: which there are, doing those that are missing, and what they answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, get_args

import msgspec
import numpy as np

from casita.benchmarks.plausiblact.models.chance import Chance
from casita.benchmarks.plausiblact.models.inputs import CONTEXTS, View
from casita.benchmarks.plausiblact.models.mode import Mode, SoftMode
from casita.benchmarks.plausiblact.models.no_input import NoInput
from casita.benchmarks.plausiblact.models.oracle import Oracle
from casita.benchmarks.plausiblact.models.training import (
    CACHE,
    RunSettings,
    can_be_trained,
    part_truth,
    run_about,
    train_model,
)
from casita.benchmarks.plausiblact.models.vectors import compute_vectors, vectors_of
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
    "no mask": RunSettings(mask=False),
}
"""The paper's Table 2, as far as features that stay frozen allow."""


class Experiments(NamedTuple):
    """Trainings by the table that they are for, each row with its seeds."""

    contexts: Mapping[str, Sequence[RunSettings]]
    ablation: Mapping[str, Sequence[RunSettings]]
    raters: Mapping[str, Sequence[RunSettings]]
    curve: Mapping[str, Sequence[RunSettings]]

    @property
    def every(self) -> list[RunSettings]:
        """All of them, each once."""
        found = [run for group in self for runs in group.values() for run in runs]
        return list({run.run_name: run for run in found}.values())


def experiments(models: Path, seeds: int, closest: Sequence[str], train: int) -> Experiments:
    """All trainings: contexts, ablation and agreeing raters with some seeds, single raters and the curve with one."""

    def seeded(run: RunSettings, count: int = seeds) -> list[RunSettings]:
        return [replace(run, seed=seed, models=models) for seed in range(count)]

    return Experiments(
        {context: seeded(RunSettings(context=context)) for context in CONTEXTS},
        {name: seeded(run) for name, run in ABLATION.items()},
        {
            **{rater.name: seeded(RunSettings(raters=(rater.name,)), 1) for rater in RATERS},
            "three most agreeing": seeded(RunSettings(raters=tuple(closest))),
        },
        {
            **{f"{count:,}": seeded(RunSettings(samples=count), 1) for count in CURVE if count < train},
            f"{train:,}": seeded(RunSettings(), 1),
        },
    )


class Results:
    """What models answer on the test and on the further test of some data."""

    def __init__(self, data: PlausiblAct, models: Path, seeds: int) -> None:
        self.data, self.models = data, models
        pairs = pairwise(data.instances("test"), data.ratings)
        self.closest = most_agreeing(pairs)[0]
        every = experiments(models, seeds, self.closest, len(data.instances("train")))
        self.runs = Experiments(*(self._possible(group) for group in every))
        self._truth: dict[tuple[str, tuple[str, ...]], Truth] = {}
        self._answers: dict[tuple[str, str], Floats] = {}

    def _possible(self, group: Mapping[str, Sequence[RunSettings]]) -> Mapping[str, Sequence[RunSettings]]:
        """The rows of a table that there is something to learn from and to be scored by."""
        return {
            name: runs for name, runs in group.items()
            if can_be_trained(self.data, runs[0]) and part_truth(self.data, "test", runs[0].raters).instances
        }  # fmt: skip

    def train_missing(self, *, workers: int = 1, progress: bool = True) -> None:
        """Compute features and do the trainings that are not there yet."""
        views: tuple[View, ...] = get_args(View)
        compute_vectors(self.data, self.data.all_instances, views, self.models / CACHE, workers=workers,
                        progress=progress)  # fmt: skip
        left = [run for run in self.runs.every if not self._is_done(run)]
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

    def trained(self, run: RunSettings, part: str = "test") -> Floats:
        """What a trained model answers to a part."""
        from casita.benchmarks.plausiblact.models.frozen import Frozen

        key = run.run_name, part
        if key not in self._answers:
            model = Frozen.load(self.models / f"{run.run_name}.safetensors")
            instances = self.truth(part, run.raters).instances
            vectors = vectors_of(self.data, instances, run.context, self.models / CACHE)
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
