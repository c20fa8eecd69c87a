"""Judging weights on pictures that they were not trained on, as the commands do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from casita.errors import BadInput, unknown
from casita.learn.detector.batches import Labelled
from casita.learn.detector.card import SPLIT_NAMES, figures, learning_curve
from casita.learn.detector.eyes import load_detector
from casita.learn.detector.frames import Split, draw_frames
from casita.learn.detector.scoring import score
from casita.learn.detector.training import BATCH

FEW = 4
"""Every so many of the tuning pictures tell how far training had come."""


def judged(folder: Path, split: str, weights: Path | None, seed: int = 0, workers: int = 1) -> Iterator[str]:
    """How good weights are on a split."""
    if split not in SPLIT_NAMES:
        raise unknown("split to judge on", split, SPLIT_NAMES)
    chosen: Split = "tune" if split == "tune" else "test" if split == "test" else "houses"
    draw_frames(folder, [chosen], seed, workers)
    eyes = load_detector(weights)
    yield f"weights {eyes.digest}, trained for {eyes.notes.get('step', '?')} steps"
    yield from figures(split, score(eyes, Labelled(folder, chosen, seed)))


def curve(folder: Path, seed: int = 0, workers: int = 1) -> Iterator[str]:
    """How good the copies of the weights are that training left behind."""
    copies = sorted(folder.glob("snapshot_*.safetensors"))
    if not copies:
        raise BadInput(f"{folder}: no copies of weights here; casita train detector leaves them")
    draw_frames(folder, ["tune"], seed, workers)
    data, rows = Labelled(folder, "tune", seed), []
    for path in copies:
        found = score(load_detector(path), data, range(0, len(data), FEW))
        step = int(re.sub("[^0-9]", "", path.stem))
        rows.append({"step": step, "seen": step * BATCH, "map50": found.map50, "map": found.map,
                     "type": found.given_box["type"]})  # fmt: skip
    yield from learning_curve(rows)
