"""Trains a goal network: `train_goal_network` does it all, and goes on where it was when it was stopped.

The same data and seed give the same weights, in one go or in several: every epoch draws from a stream of its own. The
weights of the epoch with the lowest loss on held-out goals are kept; the test sets are never looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from casita.benchmarks.watch_and_help.models.goals.examples import Example, examples, parted
from casita.benchmarks.watch_and_help.models.goals.network import GoalNetwork, read_goals, targets
from casita.benchmarks.watch_and_help.models.goals.trained import KIND, VERSION
from casita.benchmarks.watch_and_help.models.training.settings import TrainSettings
from casita.benchmarks.watch_and_help.score import Guess, recognised
from casita.errors import BadInput
from casita.evaluation.training import TrainingRun
from casita.learn.checkpoints import digest_of, weights_of
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.training import Settings, seeded
from casita.scale import tracked

OURS = {
    name: Settings(rate=1.5e-3, decay=1e-2, batch=32, epochs=epochs, patience=epochs, falling=True)
    for name, epochs in {"goal-lstm": 40, "goal-last": 20, "goal-actions": 10}.items()
}
"""The budgets with which the networks learn in a few minutes on one core, from the steps and things that matter."""

PAPER = Settings(rate=3e-4, decay=0.0, batch=32, epochs=200, patience=20)
"""Every step and every visible thing, as in the paper, which says nothing of its budget: the rate is that of the
authors' program, and training ends when the held-out loss has not fallen for 20 epochs. Many hours on one core."""

WARMING = 100
"""Batches over which the rate rises at first."""

STEEPEST = 1.0
"""Gradients are cut to this length."""

ASKED = 128
"""Demonstrations that are looked at together when nothing is learnt."""


@dataclass
class Course:
    """How far a training is: all that going on depends on."""

    network: GoalNetwork
    optimiser: torch.optim.Optimizer
    curve: list[dict[str, Any]]
    best: dict[str, Tensor]

    @property
    def since(self) -> int:
        """Epochs since the lowest loss."""
        losses = [row["held out loss"] for row in self.curve]
        return len(losses) - 1 - losses.index(min(losses)) if losses else 0

    def parts(self) -> dict[str, Any]:
        """All of it, to be kept."""
        return {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "curve": self.curve,
            "best": self.best,
        }


def train_goal_network(asked: TrainSettings, settings: Settings | None = None, *, progress: bool = True) -> Path:
    """Train the network that is asked for on a folder of demonstrations; the file of its weights."""
    name, seed, whole = asked.model, asked.seed, asked.paper_budget or asked.whole
    chosen = settings or (PAPER if asked.paper_budget else OURS[name])
    if asked.epochs is not None:
        chosen = replace(chosen, epochs=asked.epochs, patience=min(chosen.patience, asked.epochs))
    assert asked.data is not None
    every = list(examples(name, asked.data, whole=whole))
    if not every:
        raise BadInput(f"{asked.data} has no demonstrations of training goals; make them with `casita generate`")
    learnt, held_out = parted(every)
    about = {
        "network": name, "seed": seed, "whole": whole, "settings": asdict(chosen), "learnt from": len(learnt),
        "held out": len(held_out), "examples": _digest(every), "torch": str(torch.__version__),
    }  # fmt: skip
    kept = TrainingRun(asked.out, name, about)
    course = _begun(name, kept, chosen, seed)
    epochs = _epochs(course, learnt, held_out, chosen, seed)
    for _ in tracked(epochs, chosen.epochs - len(course.curve), f"Watch-And-Help: {name}" if progress else ""):
        kept.keep(course.parts(), now=True)
    course.network.load_state_dict(course.best)
    notes = {"network": name, "seed": str(seed), "whole": str(int(whole))}
    return kept.finish(KIND, VERSION, weights_of(course.network), notes, curve=course.curve)


def _digest(every: Sequence[Example]) -> str:
    """A hash of what is learnt from."""
    return digest_of({f"{n} {i}": part for n, each in enumerate(every) for i, part in enumerate(_arrays(each))})


def _arrays(each: Example) -> list[Any]:
    return [*each.shown] if isinstance(each.shown, tuple) else [each.shown]


def _begun(name: str, kept: TrainingRun, settings: Settings, seed: int) -> Course:
    """A new course, or the one that was stopped."""
    with seeded(seed, name, "first weights"):
        network = GoalNetwork(name)
    optimiser = torch.optim.AdamW(network.parameters(), lr=settings.rate, weight_decay=settings.decay)
    course = Course(network, optimiser, [], {})
    found = kept.begun()
    if found is not None:
        network.load_state_dict(found["network"])
        optimiser.load_state_dict(found["optimiser"])
        course.curve, course.best = found["curve"], found["best"]
    return course


def _epochs(
    course: Course, learnt: Sequence[Example], held_out: Sequence[Example], settings: Settings, seed: int
) -> Iterator[None]:
    """Each epoch that is left."""
    while len(course.curve) < settings.epochs and course.since < settings.patience:
        epoch = len(course.curve)
        with seeded(seed, course.network.variant, "epoch", epoch):
            learnt_loss = _learn(course, learnt, settings, epoch)
            row = {"epoch": epoch + 1, "loss": learnt_loss, **_measured(course.network, held_out or learnt)}
        course.curve.append(row)
        if course.since == 0:
            course.best = {key: value.clone() for key, value in course.network.state_dict().items()}
        yield


def _learn(course: Course, learnt: Sequence[Example], settings: Settings, epoch: int) -> float:
    """One pass over the examples; the mean loss."""
    course.network.train()
    every, total = targets([each.counts for each in learnt]), 0.0
    batches = torch.split(torch.randperm(len(learnt)), settings.batch)
    for number, rows in enumerate(batches):
        for group in course.optimiser.param_groups:
            group["lr"] = _rate(settings, epoch * len(batches) + number, settings.epochs * len(batches))
        course.optimiser.zero_grad()
        loss = _loss(course.network([learnt[row].shown for row in rows.tolist()]), every[rows])
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(course.network.parameters(), STEEPEST)
        course.optimiser.step()
        total += float(loss.detach()) * len(rows)
    return round(total / len(learnt), 5)


def _rate(settings: Settings, batch: int, batches: int) -> float:
    """The rate of learning at one batch of all."""
    fallen = (1.0 + math.cos(math.pi * batch / batches)) / 2.0 if settings.falling else 1.0
    return settings.rate * fallen * min(1.0, (batch + 1) / WARMING)


def _loss(logits: Tensor, wanted: Tensor) -> Tensor:
    """Cross-entropy of the counts, summed over predicates."""
    return nn.functional.cross_entropy(logits.flatten(0, 1), wanted.flatten(), reduction="sum") / len(wanted)


@torch.no_grad()
def _measured(network: GoalNetwork, held_out: Sequence[Example]) -> dict[str, float]:
    """Loss, precision and recall on goals that were not learnt from."""
    network.eval()
    parts = [held_out[first : first + ASKED] for first in range(0, len(held_out), ASKED)]
    logits = torch.cat([network([each.shown for each in part]) for part in parts])
    truths = [each.counts for each in held_out]
    found = recognised([Guess([goal], truth) for goal, truth in zip(read_goals(logits), truths, strict=True)])
    precision, recall = round(found.precision.mean, 4), round(found.recall.mean, 4)
    loss = float(_loss(logits, targets(truths)))
    return {"held out loss": round(loss, 5), "precision": precision, "recall": recall}
