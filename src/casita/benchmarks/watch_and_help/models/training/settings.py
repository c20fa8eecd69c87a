"""What a training is asked for: which model, from what data, how long."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from casita.benchmarks.watch_and_help.models.goals.examples import VARIANTS
from casita.errors import BadInput, unknown

POLICIES = ("hybrid", "hrl")
"""Learn by helping with the training tasks."""

TRAINED = (*VARIANTS, *POLICIES)


@dataclass(frozen=True, kw_only=True)
class TrainSettings:
    """Train one model, and keep its weights and its learning curve. Casita comes with the weights of all of them.

    Examples:
      casita train watch_and_help --model goal-lstm --data data/watch_and_help
      casita train watch_and_help --model goal-actions --data data/watch_and_help --out models --paper-budget
      casita train watch_and_help --model goal-lstm --data data/watch_and_help --out models_whole --whole --epochs 10
      casita train watch_and_help --model hybrid --out models
    """

    model: str
    """goal-lstm, goal-last or goal-actions, which infer goals; hybrid or hrl."""
    data: Path | None = None
    """The folder with demonstrations that goal-* learn from: see generate."""
    out: Path = Path("models")
    """The folder for weights; a training that was stopped goes on."""
    seed: int = 0
    """Where all luck comes from: the same seed gives the same bytes."""
    whole: bool = False
    """Show goal-* every step and every visible thing, as the paper does, and not only those that matter."""
    epochs: int | None = None
    """How often goal-* go through all demonstrations, at the most; by default their budget's."""
    paper_budget: bool = False
    """As long as the paper trained; many hours here."""
    workers: int = 2
    """Processes at work; the bytes do not depend on it."""

    def __post_init__(self) -> None:
        if self.model not in TRAINED:
            raise unknown("trained model", self.model, TRAINED)
        if self.model in POLICIES and (self.whole or self.epochs is not None):
            raise BadInput(f"whole and epochs are for goal networks, not for {self.model}")
        if self.epochs is not None and self.epochs < 1:
            raise BadInput(f"there is at least one epoch; asked for {self.epochs}")
        if self.workers < 1:
            raise BadInput(f"there is at least one worker; asked for {self.workers}")
        if self.model in VARIANTS and (self.data is None or not self.data.is_dir()):
            where = "--data says where they are" if self.data is None else f"there is no folder {self.data}"
            raise BadInput(
                f"{self.model} learns from demonstrations, made with `casita generate watch_and_help`; {where}"
            )
