"""`casita train detector`: draw pictures of homes, learn to see in them, and say how well that went."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import typer

from casita.cli.options import command_from
from casita.errors import BadInput


@dataclass(frozen=True, kw_only=True)
class DetectorSettings:
    """Train the detector of things in pictures, or say how good it is; both go on where they were stopped.

    Examples:
      casita train detector --folder data/detector --workers 2
      casita train detector --folder data/detector --begin old.safetensors --steps 1000
      casita train detector --folder data/detector --score test
      casita train detector --folder data/detector --curve
    """

    folder: Path = Path("data/detector")
    """Where pictures (6 GB) and the state of training are kept."""
    seed: int = 0
    """Of homes, pictures, first weights and order."""
    steps: int = 5_800
    """Steps of 16 pictures each."""
    threads: int = 1
    """Threads of torch; answers of two trainings are alike only with one."""
    workers: int = 1
    """Processes that draw pictures, and that judge weights."""
    begin: Path | None = None
    """Weights of a detector to go on from, at a lower rate of learning; without, training begins from ImageNet's."""
    out: Path | None = None
    """Where the weights are written; by default beside the pictures."""
    weights: Path | None = None
    """Weights to judge, if not those that come with Casita."""
    score: str = ""
    """Only say how good weights are: on tune, test or houses."""
    half: bool = False
    """With --score: look at half precision, as Env-QA does."""
    curve: bool = False
    """Only say how good the weights were while they were trained, on the tuning rooms."""


def add_detector(group: typer.Typer) -> None:
    """Add the command to `casita train`."""
    group.command("detector")(command_from(DetectorSettings, lambda settings: _said(_run(settings))))


def _said(lines: Iterator[str]) -> None:
    for line in lines:
        typer.echo(line)


def _run(settings: DetectorSettings) -> Iterator[str]:
    from casita.learn.detector.judging import curve, judged
    from casita.learn.detector.making import trained

    if settings.score:
        return judged(
            settings.folder, settings.score, settings.weights, settings.seed, settings.workers, half=settings.half
        )
    if settings.half:
        raise BadInput("--half goes with --score: networks are trained with whole numbers")
    if settings.curve:
        return curve(settings.folder, settings.seed, settings.workers)
    out = settings.out or settings.folder / "detector.safetensors"
    return trained(
        settings.folder, settings.steps, settings.seed, settings.threads, settings.workers, out, settings.begin
    )
