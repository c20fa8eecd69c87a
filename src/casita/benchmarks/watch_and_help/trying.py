"""Putting one helper to tasks: what `casita eval watch_and_help` does, with Alice alone beside it for comparison."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import partial
from pathlib import Path
from typing import NamedTuple

from casita.benchmarks.watch_and_help.episodes.helping import HelpSettings
from casita.benchmarks.watch_and_help.evaluation import Maker, evaluate_helper
from casita.benchmarks.watch_and_help.homes.tasks import first_tasks
from casita.benchmarks.watch_and_help.item import Split
from casita.benchmarks.watch_and_help.models import ALONE, MODELS, helper, made_of
from casita.benchmarks.watch_and_help.score import ALL, Counted, HelpResult, Summary, alone_lengths, counted, summaries
from casita.errors import BadInput, unknown
from casita.evaluate import checked_model, load_model


class Evaluated(NamedTuple):
    """All episodes of a helper, and Alice's alone with the same tasks and seeds."""

    model: str
    helped: list[HelpResult]
    alone: list[HelpResult]

    def summaries(self) -> dict[str, Summary]:
        """Success, speed-up and reward, by activity and of all."""
        return summaries(self.helped, alone_lengths(self.alone))

    def counted(self) -> dict[str, Counted]:
        """What else was counted, by activity and of all."""
        names = sorted({each.activity for each in self.helped})
        groups = {name: [each for each in self.helped if each.activity == name] for name in names}
        return {name: counted(own, self.alone) for name, own in (groups | {ALL: self.helped}).items()}

    def faults(self) -> dict[str, int]:
        """Turns lost, by why."""
        return dict(sorted(sum((Counter(each.faults) for each in self.helped), Counter()).items()))

    @property
    def first_fault(self) -> str:
        """Where the first fault was and what, in words; empty if there was none."""
        return next((f"{h.task}, seed {h.seed}: {h.first_fault}" for h in self.helped if h.first_fault), "")

    @property
    def privileges(self) -> tuple[str, ...]:
        """What the helper was told that the challenge does not allow."""
        return self.helped[0].privileges


def evaluate(
    model: str,
    split: Split = "test_1",
    *,
    limit: int | None = None,
    seeds: int = 5,
    resume: Path | None = None,
    logs: bool = False,
    weights: Path | None = None,
    pixels: int | None = None,
    workers: int = 1,
    progress: bool = True,
) -> Evaluated:
    """Let a helper by name, or a user's `file.py:Class`, help with the first tasks of a split, each with some seeds.

    A helper with networks takes their weights from the folder `weights`, as far as they are there. With `pixels` every
    observation has a picture of what Bob sees, so many pixels wide and high.
    """
    make, chosen = maker(model, weights), first_tasks(split, limit)
    if seeds < 1:
        raise BadInput(f"there is at least one seed; asked for {seeds}")
    run = partial(
        evaluate_helper, tasks=chosen, seeds=tuple(range(seeds)), logs=logs, workers=workers, progress=progress
    )
    stage = HelpSettings(picture=_size(pixels))
    told = ingredients(model, weights) | ({} if pixels is None else {"pixels": str(pixels)})
    helped = run(make, name=model, journal=resume, stage=stage, made_of=told)
    alone = helped if model == ALONE else run(partial(helper, ALONE), name=ALONE, journal=_beside(resume))
    return Evaluated(model, helped, alone)


def _size(pixels: int | None) -> tuple[int, int] | None:
    """The size of pictures, if there shall be any."""
    if pixels is None:
        return None
    from casita.render.renderer import checked_size

    return checked_size((pixels, pixels))


def _beside(journal: Path | None) -> Path | None:
    """Where Alice's episodes alone are kept: beside those of the helper."""
    return journal and journal.with_name(f"{journal.stem}_alone.jsonl")


def maker(model: str, weights: Path | None = None) -> Maker:
    """What makes a helper of a name, or of a user's `file.py:Class`, anew for every episode."""
    if ":" in model and weights is not None:
        raise BadInput(f"weights are those of Casita's helpers; {model} brings its own")
    if ":" in model:
        checked_model("watch_and_help", load_model(model))
        return partial(load_model, model)
    if model not in MODELS:
        raise unknown("helper", model, [*MODELS, "file.py:Class"])
    return partial(helper, model, weights)


def ingredients(model: str, weights: Path | None = None) -> dict[str, str]:
    """What a helper depends on, with a hash of each: its networks' weights, or the file with a user's class."""
    if model in MODELS:
        return made_of(model, weights)
    path = Path(model.rpartition(":")[0])
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16]} if path.is_file() else {}
