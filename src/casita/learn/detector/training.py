"""Training the detector: everything at once, from boxes to states, with a moving average of the weights kept."""

from __future__ import annotations

import copy
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from casita.learn.checkpoints import fill_module, load_weights, save_weights, weights_of
from casita.learn.detector.batches import Labelled
from casita.learn.detector.eyes import KIND, VERSION
from casita.learn.detector.frames import PIXELS
from casita.learn.detector.labels import kind_names
from casita.learn.detector.losses import Truth, dense_losses, overlap, read_losses
from casita.learn.detector.network import Dense, DetectorNetwork, all_middles
from casita.learn.imagenet import ImageNet
from casita.learn.needing_torch import Tensor, functional, nn, torch
from casita.seeds import stream

BATCH = 16
PEAK, BELOW, DECAY = 1.5e-3, 0.25, 0.02
"""The highest rate of learning, its share for the blocks that know photographs, and the decay of weights."""

AGAIN = 4e-4
"""The highest rate for weights that know homes already."""

WARM = 200
"""Steps until the rate is highest."""

AVERAGED = 0.998
"""Share of the moving average that stays at each step."""

WEIGHTS = {"there": 1.0, "boxes": 2.0, "types": 1.0, "colours": 1.0, "states": 2.0, "scene": 0.1}
"""How much each loss counts."""

TRUE_BOXES, OWN_BOXES, OWN_FROM = 20, 12, 64
"""Boxes of a picture that are read while learning: true ones, moved a little, and some of the network's own best."""

MOVED = 0.12
"""Share of a side by which an edge of a true box is moved, at most."""

SAME, OTHER = 0.5, 0.4
"""Overlaps with a thing from which a box is about it, and below which it is about nothing."""

REPORT, SNAPSHOT = 50, 500
"""Steps between two lines of the log, and between two copies of the averaged weights."""


class Run:
    """A training under way, kept on disk so that it can go on.

    It begins with what ImageNet's pictures taught, or, with `begin`, with weights of a detector.
    """

    def __init__(self, folder: Path, steps: int, seed: int = 0, threads: int = 1, begin: Path | None = None) -> None:
        torch.set_num_threads(threads)
        torch.manual_seed(seed)
        self.folder, self.steps, self.seed, self.step, self.seconds = folder, steps, seed, 0, 0.0
        self.network = DetectorNetwork()
        self._peak, self._begun = PEAK, ""
        if begin is None:
            general = ImageNet().network
            self.network.begin_from(general.stem, general.blocks)
        else:
            known = load_weights(begin, KIND, VERSION)
            fill_module(self.network, known, begin)
            self._peak, self._begun = AGAIN, known.digest
        self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.mean = copy.deepcopy(self.network)
        own: list[Tensor] = []
        below: list[Tensor] = []
        for name, weight in self.network.named_parameters():
            if name.startswith("blocks") and name.endswith("filter.weight"):
                weight.requires_grad_(False)
            elif weight.requires_grad:
                (below if name.startswith("blocks") else own).append(weight)
        self.weights = [*own, *below]
        self.learner = torch.optim.AdamW(
            [{"params": own, "share": 1.0}, {"params": below, "share": BELOW}], lr=PEAK, weight_decay=DECAY
        )
        self.log: list[dict[str, Any]] = []
        self._path = folder / f"training_{self._begun}seed{seed}.pt"
        if self._path.exists():
            self._go_on()

    def rate(self) -> float:
        """The rate of learning now: up over the first steps, then down along a cosine to nothing."""
        if self.step < WARM:
            return self._peak * (self.step + 1) / WARM
        done = min(1.0, (self.step - WARM) / (self.steps - WARM))
        return self._peak * max(0.5 * (1.0 + math.cos(math.pi * done)), 0.005)

    def learn(self, pictures: Tensor, truth: Truth) -> dict[str, float]:
        """One step; each loss."""
        for group in self.learner.param_groups:
            group["lr"] = self.rate() * group["share"]
        self.network.train()
        losses = all_losses(self.network, pictures, truth, self.seed, self.step)
        self.learner.zero_grad()
        weighted = torch.stack([WEIGHTS[name] * loss for name, loss in losses.items()]).sum()
        weighted.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.weights, 10.0)
        self.learner.step()
        self.step += 1
        kept = min(AVERAGED, (self.step + 1) / (self.step + 20))
        with torch.no_grad():
            for mean, now in zip(self.mean.state_dict().values(), self.network.state_dict().values(), strict=True):
                if mean.is_floating_point():
                    mean.lerp_(now, 1.0 - kept)
                else:
                    mean.copy_(now)
        return {name: float(loss.detach()) for name, loss in losses.items()}

    def keep(self) -> None:
        """Write down how far it is."""
        parts = {name: getattr(self, name).state_dict() for name in ("network", "mean", "learner")}
        partial = self._path.with_suffix(".part")
        torch.save({**parts, "step": self.step, "seconds": self.seconds, "log": json.dumps(self.log)}, partial)
        partial.replace(self._path)

    def save(self, path: Path) -> str:
        """Write the averaged weights as they are used, and give their digest."""
        notes = {"seed": str(self.seed), "step": str(self.step), "steps": str(self.steps)}
        notes |= {"begun from": self._begun} if self._begun else {}
        kept = {
            name: array for name, array in weights_of(self.mean).items() if not name.endswith("num_batches_tracked")
        }
        return save_weights(path, KIND, VERSION, kept, notes, half=True)

    def _go_on(self) -> None:
        found = torch.load(self._path, weights_only=True)
        for name in ("network", "mean", "learner"):
            getattr(self, name).load_state_dict(found[name])
        self.step, self.seconds, self.log = found["step"], found["seconds"], json.loads(found["log"])


def all_losses(network: DetectorNetwork, pictures: Tensor, truth: Truth, seed: int, step: int) -> dict[str, Tensor]:
    """Every loss of a batch."""
    with torch.autocast("cpu", torch.bfloat16):
        maps = network.maps(pictures.contiguous(memory_format=torch.channels_last))
        dense = network.dense(maps)
    there, boxes = dense_losses(dense, all_middles(*maps.side), truth)
    asked, kinds, about, named = boxes_to_read(Dense(dense.there.detach(), dense.boxes.detach()), truth, seed, step)
    with torch.autocast("cpu", torch.bfloat16):
        read = network.read(maps, asked)
        present = network.present(maps.scene)
    types, colours, states = read_losses(read, kinds, truth.chosen(about), named)
    wanted = functional.one_hot(torch.where(truth.clear, truth.kinds, len(kind_names())), len(kind_names()) + 1)
    scene = functional.binary_cross_entropy_with_logits(
        present.float(), wanted.amax(1)[:, :-1].float(), reduction="none"
    ).sum(1).mean()  # fmt: skip
    return {"there": there, "boxes": boxes, "types": types, "colours": colours, "states": states, "scene": scene}


@torch.no_grad()
def boxes_to_read(dense: Dense, truth: Truth, seed: int, step: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Boxes to name (n x boxes x 4), their types (nothing is the last; -1: not asked), the things they are about, and
    whether they are about one: true boxes moved a little, and the network's own."""
    luck = torch.Generator().manual_seed(seed * 1_000_003 + step)
    many, most = truth.clear.shape
    rank = torch.rand(many, most, generator=luck) + 2.0 * ~truth.clear
    chosen = rank.argsort(1)[:, :TRUE_BOXES]
    true = truth.chosen(chosen)
    sides = (true.boxes[..., 2:] - true.boxes[..., :2]).repeat(1, 1, 2)
    moved = true.boxes + sides * MOVED * (2.0 * torch.rand(true.boxes.shape, generator=luck) - 1.0)
    best = dense.there.topk(OWN_FROM, 1).indices
    picked = best.gather(1, torch.rand(many, OWN_FROM, generator=luck).argsort(1)[:, :OWN_BOXES])
    own = dense.boxes.gather(1, picked[..., None].expand(-1, -1, 4)).clamp(0.0, float(PIXELS))
    shared = overlap(own[:, :, None], truth.boxes[:, None]) * truth.there[:, None]
    best_shared, thing = shared.max(2)
    is_named = (best_shared >= SAME) & truth.clear.gather(1, thing)
    nothing = len(kind_names())
    kinds = torch.where(is_named, truth.kinds.gather(1, thing), torch.where(best_shared < OTHER, nothing, -1))
    return (
        torch.cat([moved, own], 1),
        torch.cat([torch.where(true.clear, true.kinds, -1), kinds], 1),
        torch.cat([chosen, thing], 1),
        torch.cat([true.clear, is_named], 1),
    )


def train(run: Run) -> Iterator[str]:
    """All steps that are left, a line of the log at a time; every picture comes once before any comes again."""
    data = Labelled(run.folder, "train", run.seed)
    each = max(1, len(data) // BATCH)
    order: list[int] = []
    sums: dict[str, float] = {}
    since = time.monotonic()
    while run.step < run.steps:
        turn, place = divmod(run.step, each)
        if not order or place == 0:
            order = stream(run.seed, "detector", "order", turn).shuffled(range(len(data)))
        numbers = order[place * BATCH : (place + 1) * BATCH]
        luck = stream(run.seed, "detector", "mirror", run.step)
        for name, value in run.learn(*data.batch(numbers, [luck.chance(0.5) for _ in numbers])).items():
            sums[name] = sums.get(name, 0.0) + value / REPORT
        if run.step % REPORT == 0 or run.step == run.steps:
            run.seconds += time.monotonic() - since
            since = time.monotonic()
            row = {"step": run.step, "pictures": len(data), "seconds": round(run.seconds)}
            run.log.append(row | {name: round(value, 4) for name, value in sums.items()})
            sums = {}
            yield json.dumps(run.log[-1])
        if run.step % SNAPSHOT == 0 or run.step == run.steps:
            run.keep()
            run.save(run.folder / f"snapshot_{run.step:06}.safetensors")
