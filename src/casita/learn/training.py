"""The loop that all neural baselines share: seeded batches, early stopping, the best weights kept, a log line an epoch.

A baseline brings its module, a loss of some rows of its training data, and a score on its validation data.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn

from casita.errors import BadInput
from casita.learn.backend import torch_on_one_thread
from casita.writing import write_whole


@dataclass(frozen=True, slots=True)
class Settings:
    """How a baseline is trained."""

    seed: int = 0
    epochs: int = 100
    """At most so many."""
    batch: int = 64
    rate: float = 1e-3
    """Of learning; it falls to zero along half a cosine over all epochs if `anneal` is set."""
    decay: float = 1e-2
    patience: int = 10
    """Epochs without a better validation score after which training stops."""
    anneal: bool = False

    def __post_init__(self) -> None:
        for name in ("epochs", "batch", "patience"):
            if getattr(self, name) < 1:
                raise BadInput(f"{name} is at least 1, not {getattr(self, name)}")
        if not self.rate > 0.0 or self.decay < 0.0:
            raise BadInput(f"the rate is above 0 and the decay not below: not {self.rate} and {self.decay}")


class Fit(NamedTuple):
    """What came of a training; the module has the weights of the best epoch."""

    best: float
    """The highest validation score."""
    epoch: int
    """When it was reached, from 1."""
    history: tuple[dict[str, float], ...]
    """By epoch: its number, the mean loss and the validation score."""


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Draws inside, such as first weights and dropout, follow the seed; the global stream is as it was afterwards."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield


def fit(
    module: nn.Module,
    rows: int,
    loss_of: Callable[[Tensor], Tensor],
    score_of: Callable[[], float],
    settings: Settings,
    log: Path | None = None,
    progress: bool = False,
) -> Fit:
    """Train a module on so many rows until the validation score no longer rises; then give it its best weights.

    `loss_of` gets the numbers of a batch's rows; `score_of` is asked after each epoch, with the module in
    evaluation and without gradients; higher is better. The log has one JSON object a line, settings first.
    """
    if rows < 1:
        raise BadInput("there is nothing to train on: 0 rows")
    torch_on_one_thread("training")
    weights = [weight for weight in module.parameters() if weight.requires_grad]
    if not weights:
        raise BadInput("the module has no weights to train")
    learner = torch.optim.AdamW(weights, lr=settings.rate, weight_decay=settings.decay)
    ahead = settings.epochs if settings.anneal else 1
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(learner, ahead) if settings.anneal else None
    order = torch.Generator().manual_seed(settings.seed)
    history: list[dict[str, float]] = []
    best, best_epoch, best_weights = float("-inf"), 0, {}
    with seeded(settings.seed):
        for epoch in _epochs(settings.epochs, progress):
            loss = _epoch(module, rows, loss_of, settings.batch, learner, weights, order)
            if rate is not None:
                rate.step()
            module.eval()
            with torch.inference_mode():
                score = float(score_of())
            history.append({"epoch": epoch, "loss": round(loss, 6), "score": round(score, 6)})
            if score > best:
                best, best_epoch = score, epoch
                best_weights = {name: tensor.clone() for name, tensor in module.state_dict().items()}
            _write_log(log, settings, history)
            if epoch - best_epoch >= settings.patience:
                break
    if not best_weights:
        raise BadInput(f"training failed: the validation score is not a number (last loss {history[-1]['loss']})")
    module.load_state_dict(best_weights)
    module.eval()
    return Fit(best, best_epoch, tuple(history))


def _epoch(
    module: nn.Module,
    rows: int,
    loss_of: Callable[[Tensor], Tensor],
    batch: int,
    learner: torch.optim.Optimizer,
    weights: list[nn.Parameter],
    order: torch.Generator,
) -> float:
    """One pass over all rows in random order; the mean loss. A last batch of one row is left out, for its norms."""
    module.train()
    total, count = 0.0, 0
    for part in torch.split(torch.randperm(rows, generator=order), batch):
        if len(part) == 1 and rows > 1:
            continue
        loss = loss_of(part)
        learner.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(weights, 5.0)
        learner.step()
        total += float(loss.detach()) * len(part)
        count += len(part)
    return total / count


def _epochs(count: int, progress: bool) -> Iterator[int]:
    if not progress:
        yield from range(1, count + 1)
        return
    from rich.progress import track

    yield from track(range(1, count + 1), "training", transient=True)


def _write_log(path: Path | None, settings: Settings, history: list[dict[str, float]]) -> None:
    if path is not None:
        write_whole(path, "".join(json.dumps(row) + "\n" for row in (asdict(settings), *history)).encode())
