"""Makes the encoder's weights again: first `pictures`, then (or at the same time, in another process) `train`.

The same pictures in the same order from the same seed. Both go on where they were after a stop.

    python -m casita.learn.encoder_training pictures --folder /tmp/pictures
    python -m casita.learn.encoder_training train --folder /tmp/pictures
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import torch
import typer
from torch import nn

from casita.errors import BadInput
from casita.learn.checkpoints import save_weights, weights_of
from casita.learn.encoder import KIND, VERSION, WEIGHTS, Encoder
from casita.learn.encoder_batches import CUT, CUT_STEPS, WHOLE, Feed, awaited
from casita.learn.encoder_data import Home, make_shard, measuring_homes, training_homes
from casita.learn.encoder_heads import Heads, loose_labels, losses, measured, total
from casita.seeds import stream
from casita.writing import write_whole

PEAK, HEADS_PEAK, DECAY = 2e-3, 1e-2, 0.03
"""The highest rates of learning, of the encoder and of what reads it, and the decay of weights."""

STEPS = 1000
"""Batches that the weights that come with Casita were trained on."""

REPORT = 50
"""Steps between two lines of the log."""

app = typer.Typer(add_completion=False, help=__doc__, no_args_is_help=True)

Folder = Annotated[Path, typer.Option(help="Where pictures (4 GB) and the state of the training are kept.")]
Seed = Annotated[int, typer.Option(help="Of homes, pictures, first weights and order.")]
Scale = Annotated[float, typer.Option(help="A factor of the number of pictures; 1 is what the weights were made with.")]


class Run:
    """A training under way: networks, optimiser and log, kept on disk every minute."""

    def __init__(self, folder: Path, seed: int, steps: int) -> None:
        torch.manual_seed(seed)
        self.encoder, self.heads = Encoder(fused=False), Heads()
        self.encoder.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.weights = [*self.encoder.parameters(), *self.heads.parameters()]
        groups = [{"params": self.encoder.parameters()}, {"params": self.heads.parameters()}]
        self.learner = torch.optim.AdamW(groups, lr=PEAK, weight_decay=DECAY)
        peaks = [PEAK, HEADS_PEAK]
        self.rate = torch.optim.lr_scheduler.OneCycleLR(self.learner, peaks, total_steps=steps, pct_start=0.15)
        self.step = 0
        self.log: list[dict[str, Any]] = []
        self._path = folder / f"training_seed{seed}_{steps}.pt"
        if self._path.exists():
            self._go_on()
        self._began = time.monotonic() - (self.log[-1]["seconds"] if self.log else 0.0)
        self._kept = time.monotonic()

    @property
    def seconds(self) -> int:
        """How long it has been going on."""
        return round(time.monotonic() - self._began)

    def keep(self, now: bool = False) -> None:
        """Write down how far it is, if the last time was a minute ago."""
        if not now and time.monotonic() - self._kept < 60.0:
            return
        self._kept = time.monotonic()
        parts = {name: getattr(self, name).state_dict() for name in ("encoder", "heads", "learner", "rate")}
        partial = self._path.with_suffix(".part")
        torch.save({**parts, "step": self.step, "log": json.dumps(self.log)}, partial)
        partial.replace(self._path)

    def _go_on(self) -> None:
        found = torch.load(self._path, weights_only=True)
        for name in ("encoder", "heads", "learner", "rate"):
            getattr(self, name).load_state_dict(found[name])
        self.step, self.log = found["step"], json.loads(found["log"])


def ordered_homes(seed: int, scale: float) -> list[Home]:
    """The homes to train in, in the order in which they come into play."""
    return stream(seed, "encoder", "order").shuffled(training_homes(scale))


@app.command()
def pictures(
    folder: Folder,
    seed: Seed = 0,
    scale: Scale = 1.0,
    part: Annotated[str, typer.Option(help="1/2 and 2/2 share the homes between two processes.")] = "1/1",
) -> None:
    """Draw all pictures: about 8 minutes of one core."""
    number, _, parts = part.partition("/")
    if not (number.isdigit() and parts.isdigit() and 1 <= int(number) <= int(parts)):
        raise BadInput(f"--part is a number and a count, such as 1/2; not {part!r}")
    homes = ordered_homes(seed, scale)
    third = len(homes) // 3  # measuring begins at half of the training
    every = [*homes[:third], *measuring_homes(scale), *homes[third:]]
    for home in every[int(number) - 1 :: int(parts)]:
        make_shard(home, seed, folder)


@app.command()
def train(
    folder: Folder,
    out: Annotated[Path, typer.Option(help="The weights; the log is written beside them.")] = WEIGHTS,
    seed: Seed = 0,
    scale: Scale = 1.0,
    steps: Annotated[int, typer.Option(help="Batches, of 16 cuts or 8 whole pictures.")] = STEPS,
    threads: Annotated[int, typer.Option(help="Of torch; more than 1 only on an idle machine.")] = 1,
) -> None:
    """Train the encoder: about 20 minutes of one core; starts as soon as the first pictures are there."""
    torch.set_num_threads(threads)
    run = Run(folder, seed, steps)
    _learn(run, Feed(ordered_homes(seed, scale), seed, folder, steps), steps, folder, seed, scale)
    homes = training_homes(scale)
    about = {
        "seed": seed, "scale": scale, "steps": steps, "homes": len(homes), "pictures": sum(h.pictures for h in homes),
        "cuts": round(CUT_STEPS * steps) * CUT, "whole": round((1 - CUT_STEPS) * steps) * WHOLE,
        "parameters": sum(weight.numel() for weight in run.encoder.parameters()),
        "torch": str(torch.__version__), "threads": threads,
    }  # fmt: skip
    write_whole(out.with_suffix(".log.jsonl"), "".join(json.dumps(row) + "\n" for row in (about, *run.log)).encode())
    notes = {name: str(value) for name, value in about.items()}
    digest = save_weights(out, KIND, VERSION, weights_of(run.encoder.fuse()), notes, half=True)
    typer.echo(f"{out}: {digest}")


def _learn(run: Run, feed: Feed, steps: int, folder: Path, seed: int, scale: float) -> None:
    """All steps that are left."""
    loose = loose_labels()
    coming = feed.start(run.step) if run.step < steps else None
    sums: dict[str, float] = {}
    since = 0
    run.encoder.train()
    while coming is not None:
        batch = coming.result()
        coming = feed.start(run.step + 1) if run.step + 1 < steps else None
        maps, vectors = run.encoder(batch.pictures)
        parts = losses(run.heads, maps, vectors, batch, loose)
        loss = total(parts)
        run.learner.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(run.weights, 5.0)
        run.learner.step()
        run.rate.step()
        run.step += 1
        since += 1
        for name, value in (*parts.items(), ("loss", loss)):
            sums[name] = sums.get(name, 0.0) + float(value.detach())
        last = run.step == steps
        if run.step % REPORT == 0 or last:
            row: dict[str, Any] = {"step": run.step, "seconds": run.seconds}
            row |= {name: round(value / since, 4) for name, value in sums.items()}
            sums, since = {}, 0
            if last or run.step in (steps // 2 // REPORT * REPORT, steps * 3 // 4 // REPORT * REPORT):
                checks = [awaited(home, seed, folder) for home in measuring_homes(scale)]
                row["rooms 21-25"] = measured(run.encoder, run.heads, checks, 48 if last else 10)
            run.log.append(row)
            typer.echo(json.dumps(row))
        run.keep(now=last)


if __name__ == "__main__":
    app()
