"""Trains ours on what was seen in training films, once as the eyes saw it and once as a perfect eye would.

MODELS/ours_SEED.safetensors         what the model is made of
MODELS/ours_told_SEED.safetensors    the same for perfect perception, of one seed: the error budget needs it
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

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

SEEN, TOLD = "ours", "ours_told"

TOLD_FILMS = 400
"""Films that perfect perception learns from, at the most: what is there is drawn anew for each, a second a film."""


def weights_path(models: Path, name: str, seed: int) -> Path:
    """Where a training of ours is kept."""
    return models / f"{name}_{seed}.safetensors"


def train_ours(data: Path, features: Path, models: Path, seed: int, films: int | None) -> Iterator[str]:
    """Train both, unless that is done; say how well each part does on training films that were held out."""
    source, folder, footage = opened(data, features)
    ways: dict[str, Watch] = {SEEN: by_footage(footage), TOLD: by_truth(source)}
    for name, watch in ways.items():
        if weights_path(models, name, seed).exists():
            yield f"{name}_{seed} is there already"
            continue
        if name == TOLD and list(models.glob(f"{TOLD}_*.safetensors")):
            yield "another training with perfect perception is there already: the error budget needs one"
            continue
        videos = whole_films(source, "train", min(films or TOLD_FILMS, TOLD_FILMS) if name == TOLD else films)
        about = {
            "model": name, "seed": seed, "data": source.manifest.digest(), "features": folder.manifest.digest(),
            "films": len(videos), "version": VERSION,
        }  # fmt: skip
        run = TrainingRun(models, f"{name}_{seed}", about)
        learnt, progress = schooled(taught_films(source, watch, videos), seed, progress=run)
        curve = [{"epoch": epoch, "score": round(score, 4)} for epoch, score in enumerate(progress.events, 1)]
        notes = {"films": str(len(videos)), "eyes": folder.eyes_digest}
        run.finish(KIND, VERSION, learnt.weights(), notes, curve=curve)
        yield (
            f"{name}_{seed}: {len(videos)} films; events {max(progress.events):.3f} (log-likelihood), places "
            f"{100 * progress.places:.1f}%, liquids, supplies and materials {100 * progress.looks:.1f}%, held out"
        )
