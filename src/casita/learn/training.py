"""The one loop of all trained models: Adam, shuffled batches, early stopping on a validation score."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from casita.bounded import Bounded, above, at_least
from casita.errors import BadInput
from casita.learn.needing_torch import Tensor, nn, torch
from casita.seeds import derived_seed

Network = TypeVar("Network", bound=nn.Module)

SLOW = 0.1
"""How fast a part of a network that has learnt before goes on learning, next to the rest."""


@dataclass(frozen=True, slots=True)
class Settings(Bounded):
    """How a model is trained."""

    rate: float = above(0.0, default=3e-3)
    """Step size of Adam."""
    decay: float = at_least(0.0, default=0.0)
    """Decoupled weight decay."""
    batch: int = at_least(1, default=256)
    epochs: int = at_least(1, default=60)
    """At most so many."""
    patience: int = at_least(1, default=10)
    """Stop when the validation score has not risen for so many epochs."""
    falling: bool = False
    """Let the step size fall to zero along a cosine."""


class Kept(Protocol):
    """Where a training keeps how far it is, so that one that was killed goes on to the same weights."""

    def begun(self) -> dict[str, Any] | None:
        """What was kept before; None if nothing was."""

    def keep(self, parts: Mapping[str, Any]) -> None:
        """Keep tensors, numbers and text, in any nesting."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Torch on one thread, as it was afterwards."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@contextmanager
def seeded(seed: int, *names: str | int) -> Iterator[None]:
    """One thread and torch's own random state set from a seed; both are as they were afterwards."""
    with torch.random.fork_rng(devices=[]), one_thread():
        torch.manual_seed(derived_seed(seed, *names) % 2**63)
        yield


def train(
    network: nn.Module,
    count: int,
    loss: Callable[[Tensor], Tensor],
    score: Callable[[], float],
    settings: Settings,
    learnt_before: nn.Module | None = None,
    progress: Kept | None = None,
    batches: Callable[[Tensor], Sequence[Tensor]] | None = None,
) -> list[float]:
    """Train on `count` examples, `loss(rows)` at a time; leave the weights of the best `score()`; give all scores.

    A part of the network that has learnt before may be named: it is changed more slowly. With `progress`, how far it is
    is kept after every epoch, and gone on from. `batches` cuts the shuffled examples of an epoch into batches, where it
    matters which come together; there may be no more of them than there are otherwise.
    Draws come from torch's random state: call it inside `seeded`.
    """
    if count < 1:
        raise BadInput("there is nothing to train on: the training part is empty")
    weights = [weight for weight in network.parameters() if weight.requires_grad]
    if not weights:
        raise BadInput("the network has no weights to train")
    careful = set() if learnt_before is None else set(learnt_before.parameters())
    groups: list[dict[str, Any]] = [
        {"params": [weight for weight in weights if weight not in careful]},
        {"params": [weight for weight in weights if weight in careful], "lr": SLOW * settings.rate},
    ]
    optimiser = torch.optim.AdamW(groups, lr=settings.rate, weight_decay=settings.decay)
    steps = settings.epochs * -(-count // settings.batch)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, steps) if settings.falling else None
    best, since, kept = -math.inf, 0, copy.deepcopy(network.state_dict())
    scores: list[float] = []
    begun = progress.begun() if progress else None
    if begun is not None:
        network.load_state_dict(begun["network"])
        optimiser.load_state_dict(begun["optimiser"])
        if schedule is not None:
            schedule.load_state_dict(begun["schedule"])
        torch.set_rng_state(begun["luck"])
        best, since, kept, scores = begun["best"], begun["since"], begun["weights"], list(begun["scores"])
    for epoch in range(len(scores) + 1, settings.epochs + 1):
        network.train()
        shuffled = torch.randperm(count)
        for rows in torch.split(shuffled, settings.batch) if batches is None else batches(shuffled):
            if len(rows) == 1 < count:
                continue  # Batch normalisation cannot learn from one example.
            optimiser.zero_grad()
            value = loss(rows)
            value.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            if schedule is not None:
                schedule.step()
        network.eval()
        with torch.no_grad():
            scores.append(score())
        if math.isnan(scores[-1]):
            raise BadInput(f"training failed: the validation score after epoch {epoch} is not a number")
        if scores[-1] > best:
            best, since, kept = scores[-1], 0, copy.deepcopy(network.state_dict())
        else:
            since += 1
            if since >= settings.patience:
                break
        if progress is not None:
            progress.keep(
                {
                    "network": network.state_dict(),
                    "optimiser": optimiser.state_dict(),
                    "schedule": schedule.state_dict() if schedule else {},
                    "luck": torch.get_rng_state(),
                    "best": best,
                    "since": since,
                    "weights": kept,
                    "scores": scores,
                }
            )
    network.load_state_dict(kept)
    return scores


def train_best(
    make: Callable[[], Network],
    count: int,
    loss: Callable[[Tensor], Tensor],
    score: Callable[[], float],
    tried: Sequence[Settings],
    luck: tuple[int, *tuple[str, ...]],
    progress: Kept | None = None,
) -> tuple[Network, list[float]]:
    """Train a new network in each of several ways; the one with the highest score, the first of equals, and its scores.

    Each is made and trained as `train` does from the same `luck`: a seed and names.
    """
    best: Network | None = None
    history: list[float] = []
    begun = progress.begun() if progress else None
    if begun is not None and begun["weights"]:
        best, history = make(), begun["history"]
        best.load_state_dict(begun["weights"])
    first = begun["rate"] if begun else 0
    for number, settings in enumerate(tried[first:], first):
        kept = _OneOfSeveral(progress, number, best, history) if progress else None
        with seeded(*luck):
            network = make()
            scores = train(network, count, loss, score, settings, progress=kept)
        if best is None or max(scores) > max(history):
            best, history = network, scores
    assert best is not None, "there is at least one way to train"
    return best, history


class _OneOfSeveral:
    """How far one of several trainings is, and what those before it came to."""

    def __init__(self, progress: Kept, number: int, best: nn.Module | None, history: list[float]) -> None:
        self._progress = progress
        self._parts = {"rate": number, "weights": best.state_dict() if best else {}, "history": history}

    def begun(self) -> dict[str, Any] | None:
        """How far this one was."""
        found = self._progress.begun()
        loop: dict[str, Any] | None = found["loop"] if found and found["rate"] == self._parts["rate"] else None
        return loop

    def keep(self, parts: Mapping[str, Any]) -> None:
        """Keep how far it is, with the best of those before."""
        self._progress.keep({**self._parts, "loop": dict(parts)})
