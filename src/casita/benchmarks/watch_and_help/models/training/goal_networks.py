"""Trains a goal network: `train_goal_model` does it all, and goes on where it was when it was stopped.

The same data and seed give the same weights, in one go or in several: every epoch has its own stream of luck. The
weights of the epoch with the lowest loss on held-out goals are kept; the test sets are never looked at.
Beside the weights is their learning curve: OUT/goal-lstm.safetensors and OUT/goal-lstm.curve.json.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from casita.benchmarks.watch_and_help.models.goals.examples import VARIANTS, Example, examples, parted
from casita.benchmarks.watch_and_help.models.goals.network import GoalNetwork, read_goals, targets
from casita.benchmarks.watch_and_help.models.goals.trained import KIND, VERSION
from casita.benchmarks.watch_and_help.score import recognition
from casita.errors import BadInput, unknown
from casita.learn.checkpoints import digest_of, save_weights, weights_of
from casita.learn.training import Settings, seeded
from casita.scale import tracked
from casita.writing import write_whole

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
    def loss(self) -> float:
        """The lowest one so far."""
        return min((row["held out loss"] for row in self.curve), default=math.inf)

    @property
    def since(self) -> int:
        """Epochs since the lowest loss."""
        losses = [row["held out loss"] for row in self.curve]
        return len(losses) - 1 - losses.index(min(losses)) if losses else 0


def train_goal_model(
    name: str,
    data: Path,
    out: Path,
    *,
    seed: int = 0,
    paper_budget: bool = False,
    settings: Settings | None = None,
    progress: bool = True,
) -> Path:
    """Train the network of this name on a folder of demonstrations; the file of its weights."""
    if name not in VARIANTS:
        raise unknown("goal network", name, VARIANTS)
    chosen = settings or (PAPER if paper_budget else OURS[name])
    every = list(examples(name, data, whole=paper_budget))
    if not every:
        raise BadInput(f"{data} has no demonstrations of training goals; make them with `casita generate`")
    learnt, held_out = parted(every)
    about = {
        "network": name, "seed": seed, "whole": paper_budget, "settings": asdict(chosen), "learnt from": len(learnt),
        "held out": len(held_out), "examples": _digest(every), "torch": str(torch.__version__),
    }  # fmt: skip
    kept = out / f"{name}.training.pt"
    course = _begun(name, kept, about, chosen, seed)
    for _ in tracked(_epochs(course, learnt, held_out, chosen, seed, kept, about), chosen.epochs - len(course.curve),
                     f"Watch-And-Help: {name}" if progress else ""):  # fmt: skip
        pass
    course.network.load_state_dict(course.best)
    path = out / f"{name}.safetensors"
    notes = {"network": name, "seed": str(seed), "whole": str(int(paper_budget))}
    save_weights(path, KIND, VERSION, weights_of(course.network), notes, half=True)
    write_whole(out / f"{name}.curve.json", (json.dumps({**about, "epochs": course.curve}, indent=1) + "\n").encode())
    kept.unlink(missing_ok=True)
    return path


def _digest(every: Sequence[Example]) -> str:
    """A hash of what is learnt from."""
    return digest_of({f"{n} {i}": part for n, each in enumerate(every) for i, part in enumerate(_arrays(each))})


def _arrays(each: Example) -> list[Any]:
    return [*each.shown] if isinstance(each.shown, tuple) else [each.shown]


def _begun(name: str, kept: Path, about: dict[str, Any], settings: Settings, seed: int) -> Course:
    """A new course, or the one that was stopped."""
    with seeded(seed, name, "first weights"):
        network = GoalNetwork(name)
    optimiser = torch.optim.AdamW(network.parameters(), lr=settings.rate, weight_decay=settings.decay)
    course = Course(network, optimiser, [], {})
    if kept.exists():
        found = torch.load(kept, weights_only=True)
        if found["about"] != json.dumps(about):
            raise BadInput(f"{kept} is of another training, with other data or settings; move it away")
        network.load_state_dict(found["network"])
        optimiser.load_state_dict(found["optimiser"])
        course.curve, course.best = json.loads(found["curve"]), found["best"]
    return course


def _epochs(
    course: Course,
    learnt: Sequence[Example],
    held_out: Sequence[Example],
    settings: Settings,
    seed: int,
    kept: Path,
    about: dict[str, Any],
) -> Iterator[None]:
    """Each epoch that is left; how far it is is written down after each."""
    while len(course.curve) < settings.epochs and course.since < settings.patience:
        epoch = len(course.curve)
        with seeded(seed, course.network.variant, "epoch", epoch):
            learnt_loss = _learn(course, learnt, settings, epoch)
            row = {"epoch": epoch + 1, "loss": learnt_loss, **_measured(course.network, held_out or learnt)}
        if row["held out loss"] < course.loss:
            course.best = {key: value.clone() for key, value in course.network.state_dict().items()}
        course.curve.append(row)
        _keep(course, kept, about)
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
    found = recognition(zip(read_goals(logits), truths, strict=True))
    loss = float(_loss(logits, targets(truths)))
    return {"held out loss": round(loss, 5), "precision": round(found.precision, 4), "recall": round(found.recall, 4)}


def _keep(course: Course, kept: Path, about: dict[str, Any]) -> None:
    """Write down how far it is."""
    made = BytesIO()
    torch.save(
        {
            "about": json.dumps(about),
            "network": course.network.state_dict(),
            "optimiser": course.optimiser.state_dict(),
            "curve": json.dumps(course.curve),
            "best": course.best,
        },
        made,
    )
    write_whole(kept, made.getvalue())
