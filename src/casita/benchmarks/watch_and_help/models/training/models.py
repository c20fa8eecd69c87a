"""Which models of Watch-And-Help are trained, and by what: what `casita train watch_and_help` does."""

from __future__ import annotations

from pathlib import Path

from casita.errors import BadInput, unknown

GOAL_NETWORKS = ("goal-lstm", "goal-last", "goal-actions")
"""Learn from demonstrations what Alice wants."""

POLICIES = ("hybrid", "hrl")
"""Learn by helping with the training tasks."""

TRAINED = (*GOAL_NETWORKS, *POLICIES)


def train_model(
    model: str,
    data: Path | None,
    out: Path,
    *,
    seed: int = 0,
    paper_budget: bool = False,
    workers: int = 1,
    progress: bool = True,
) -> Path:
    """Train one model, or go on with it, and write its weights and its learning curve; where the weights are."""
    if model in POLICIES:
        from casita.benchmarks.watch_and_help.models.training.policies import train_policy

        return train_policy(model, out, seed=seed, paper_budget=paper_budget, workers=workers, progress=progress)
    if model not in GOAL_NETWORKS:
        raise unknown("trained model", model, TRAINED)
    if data is None or not data.is_dir():
        where = "--data says where they are" if data is None else f"there is no folder {data}"
        raise BadInput(f"{model} learns from demonstrations, made with `casita generate watch_and_help`; {where}")
    from casita.benchmarks.watch_and_help.models.training.goal_networks import train_goal_model

    return train_goal_model(model, data, out, seed=seed, paper_budget=paper_budget, progress=progress)
