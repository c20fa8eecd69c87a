"""Judging weights on pictures that they were not trained on, as the commands do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from casita.errors import BadInput, unknown
from casita.learn.detector.batches import Labelled
from casita.learn.detector.card import SPLIT_NAMES, figures, learning_curve
from casita.learn.detector.eyes import load_detector
from casita.learn.detector.frames import Split, draw_frames
from casita.learn.detector.scoring import Examined, Scores, examined, score
from casita.learn.detector.training import BATCH
from casita.scale import mapped

FEW = 4
"""Every so many of the tuning pictures tell how far training had come."""


def judged(
    folder: Path, split: str, weights: Path | None, seed: int = 0, workers: int = 1, *, half: bool = False
) -> Iterator[str]:
    """How good weights are on a split."""
    if split not in SPLIT_NAMES:
        raise unknown("split to judge on", split, SPLIT_NAMES)
    chosen: Split = "tune" if split == "tune" else "test" if split == "test" else "houses"
    draw_frames(folder, [chosen], seed, workers)
    eyes = load_detector(weights)
    at_half = " at half precision" if half else ""
    yield f"weights {eyes.digest}, trained for {eyes.notes.get('step', '?')} steps{at_half}"
    yield from figures(split, _scores(Part(folder, chosen, seed, weights, half=half), workers))


class Part(NamedTuple):
    """Some pictures that weights are judged on."""

    folder: Path
    split: Split
    seed: int
    weights: Path | None
    every: int = 1
    """Every so many of the pictures, from the first."""
    first: int = 0
    half: bool = False
    """Is looked at half precision?"""


def _scores(part: Part, workers: int) -> Scores:
    """How good weights are on pictures, shared between some processes."""
    shares = [part._replace(every=part.every * workers, first=part.every * number) for number in range(workers)]
    data = Labelled(part.folder, part.split, part.seed)
    answers = dict(pair for said in mapped(_answers, shares, workers) for pair in said)
    numbers = sorted(answers)
    return score([answers[number] for number in numbers], [data.things[number] for number in numbers])


def _answers(part: Part) -> list[tuple[int, Examined]]:
    """The numbers of pictures, and what is said of them."""
    data = Labelled(part.folder, part.split, part.seed)
    numbers = range(part.first, len(data), part.every)
    eyes = load_detector(part.weights, half=part.half)
    return list(zip(numbers, examined(eyes, data, numbers), strict=True))


def curve(folder: Path, seed: int = 0, workers: int = 1) -> Iterator[str]:
    """How good the copies of the weights are that training left behind."""
    copies = sorted(folder.glob("snapshot_*.safetensors"))
    if not copies:
        raise BadInput(f"{folder}: no copies of weights here; casita train detector leaves them")
    draw_frames(folder, ["tune"], seed, workers)
    rows = []
    for path in copies:
        found = _scores(Part(folder, "tune", seed, path, every=FEW), workers)
        step = int(re.sub("[^0-9]", "", path.stem))
        rows.append({"step": step, "seen": step * BATCH, "map50": found.map50, "map": found.map,
                     "type": found.given_box["type"]})  # fmt: skip
    yield from learning_curve(rows)
