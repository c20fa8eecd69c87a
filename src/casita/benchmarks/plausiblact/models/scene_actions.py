"""Which actions go with a whole scene: a layer on what a frozen encoder sees, scored as the paper's Table 9 is."""

from __future__ import annotations

import numpy as np

from casita.arrays import Bools, Float32s, Float64s
from casita.benchmarks.plausiblact.importing.sun_action import LOCATIONS, Scenes
from casita.benchmarks.plausiblact.models.encoders import USUAL, seeing
from casita.benchmarks.plausiblact.models.inputs import squared
from casita.errors import BadInput
from casita.evaluation.statistics import Estimate, resampled
from casita.learn.average_precision import average_precision
from casita.learn.needing_torch import Tensor, functional, nn, torch
from casita.learn.training import Settings, seeded, train
from casita.seeds import stream

RUNS = 5
"""Trainings, each on another half of the scenes and scored on the other one; the paper has five as well."""

HOW = Settings(rate=1e-2, decay=0.1, batch=64, epochs=30, patience=30, falling=True)


def precision_by_location(scenes: Scenes, features: str = USUAL) -> dict[str, Estimate]:
    """Mean average precision over actions, with what it comes to in several trainings, of each location there is."""
    return {
        location: resampled([[each] for each in _precisions(here, features)])
        for location in LOCATIONS
        if len((here := scenes.at(location)).files)
    }


def _precisions(scenes: Scenes, features: str) -> list[float]:
    encoder = seeing(features)
    seen = np.stack([encoder.vector(squared(scenes.picture(row), encoder.side)) for row in range(len(scenes.files))])
    found = []
    for run in range(RUNS):
        order = np.array(stream(run, "plausiblact", "scenes").shuffled(range(len(seen))))
        learnt, asked = order[: len(order) // 2], order[len(order) // 2 :]
        said = _scores(seen[learnt], scenes.labels[learnt], seen[asked], run)
        found.append(mean_precision(scenes.labels[asked], said))
    return found


def _scores(given: Float32s, labels: Bools, asked: Float32s, seed: int) -> Float64s:
    """A layer that learnt from some scenes, asked about others: scenes x actions."""
    vectors, truth = torch.from_numpy(given), torch.from_numpy(labels.astype(np.float32))

    def loss(rows: Tensor) -> Tensor:
        return functional.binary_cross_entropy_with_logits(layer(vectors[rows]), truth[rows])

    with seeded(seed, "plausiblact", "scenes"):
        layer = nn.Sequential(nn.BatchNorm1d(given.shape[1]), nn.Linear(given.shape[1], labels.shape[1]))
        epochs = iter(range(HOW.epochs))
        train(layer, len(vectors), loss, lambda: float(next(epochs)), HOW)
        layer.eval()
        with torch.no_grad():
            return np.asarray(layer(torch.from_numpy(asked)).double().numpy())


def mean_precision(truth: Bools, scores: Float64s) -> float:
    """The mean over actions that go with some scene; BadInput if none does."""
    shown = [action for action in range(truth.shape[1]) if truth[:, action].any()]
    if not shown:
        raise BadInput("no action goes with any of the scenes that are asked about")
    return float(np.mean([average_precision(truth[:, a], scores[:, a], int(truth[:, a].sum())) for a in shown]))
