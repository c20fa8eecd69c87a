"""Trains ours on what was seen in training films, once as the eyes saw it and once as a perfect eye would.

MODELS/ours_SEED.safetensors         what the model is made of
MODELS/ours_told_SEED.safetensors    the same for perfect perception, of one seed: the error budget needs it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from casita.benchmarks.env_qa.memory.learnt import KIND, VERSION
from casita.benchmarks.env_qa.memory.schooling import (
    Watch,
    by_footage,
    by_truth,
    schooled,
    taught_films,
    whole_films,
)
from casita.benchmarks.env_qa.watching.opened import opened
from casita.evaluation.training import TrainingRun
from casita.reading import read_json

SEEN, TOLD = "ours", "ours_told"

TOLD_FILMS = 400
"""Films that perfect perception learns from, at the most: what is there is drawn anew for each, a second a film."""


def weights_path(models: Path, name: str, seed: int) -> Path:
    """Where a training of ours is kept."""
    return models / f"{name}_{seed}.safetensors"


def is_done(models: Path, name: str, about: Mapping[str, Any]) -> bool:
    """Is a training there that all this is true of?"""
    path = models / f"{name}_{about['seed']}.curve.json"
    said = read_json(path) if path.exists() and weights_path(models, name, about["seed"]).exists() else {}
    return isinstance(said, dict) and {key: said.get(key) for key in about} == dict(about)


def train_ours(data: Path, features: Path, models: Path, seed: int, films: int | None) -> Iterator[str]:
    """Train both, unless that is done; say how well each part does on training films that were held out."""
    source, folder, footage = opened(data, features)
    ways: dict[str, Watch] = {SEEN: by_footage(footage), TOLD: by_truth(source)}
    for name, watch in ways.items():
        videos = whole_films(source, "train", min(films or TOLD_FILMS, TOLD_FILMS) if name == TOLD else films)
        about = {
            "model": name, "seed": seed, "data": source.manifest.digest(), "features": folder.manifest.digest(),
            "films": len(videos), "version": VERSION,
        }  # fmt: skip
        others = range(seed + 1) if name == TOLD else (seed,)  # The error budget needs one with perfect perception.
        there = [other for other in others if is_done(models, name, about | {"seed": other})]
        if there:
            yield f"{name}_{there[0]} is there already"
            continue
        run = TrainingRun(models, f"{name}_{seed}", about)
        learnt, progress = schooled(taught_films(source, watch, videos), seed, progress=run)
        curve = [{"epoch": epoch, "score": round(score, 4)} for epoch, score in enumerate(progress.events, 1)]
        notes = {"films": str(len(videos)), "eyes": folder.eyes_digest}
        run.finish(KIND, VERSION, learnt.weights(), notes, curve=curve)
        yield (
            f"{name}_{seed}: {len(videos)} films; events {max(progress.events):.3f} (log-likelihood), places "
            f"{100 * progress.places:.1f}%, liquids, supplies and materials {100 * progress.looks:.1f}%, held out"
        )
