"""Making a detector from nothing, as the command does: pictures first, then training, then weights and a log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from casita.errors import BadInput
from casita.learn.detector.frames import draw_frames
from casita.learn.detector.training import Run, train
from casita.writing import write_whole


def trained(
    folder: Path, steps: int, seed: int, threads: int, workers: int, out: Path, begin: Path | None = None
) -> Iterator[str]:
    """Draw what is missing, train what is left, and write the weights; a line of the log at a time."""
    if steps < 1 or threads < 1:
        raise BadInput(f"training takes at least one step and one thread, not {steps} and {threads}")
    draw_frames(folder, ["train"], seed, workers)
    run = Run(folder, steps, seed, threads, begin)
    yield from train(run)
    digest = run.save(out)
    write_whole(out.with_suffix(".log.jsonl"), "".join(json.dumps(row) + "\n" for row in run.log).encode())
    yield f"{out}: {digest}"
