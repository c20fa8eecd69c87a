"""Training: the goal networks from demonstrations, the policies of Hybrid and HRL by helping with training tasks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from casita.benchmarks.watch_and_help.models import LEARN
from casita.benchmarks.watch_and_help.models.training.settings import POLICIES, TRAINED, TrainSettings
from casita.evaluation.models import require

__all__ = ["POLICIES", "TRAINED", "TrainSettings", "run_train", "train"]


def run_train(settings: TrainSettings) -> Iterator[Path]:
    """The command: train, and say where the weights are."""
    yield train(settings)


def train(settings: TrainSettings, *, progress: bool = True) -> Path:
    """Train one model, or go on with it, and write its weights and its learning curve; where the weights are."""
    require(f"training {settings.model}", LEARN)
    if settings.model in POLICIES:
        from casita.benchmarks.watch_and_help.models.training.policies import train_policy

        return train_policy(settings, progress=progress)
    from casita.benchmarks.watch_and_help.models.training.goal_networks import train_goal_network

    return train_goal_network(settings, progress=progress)
