"""Makes an encoder's weights again, in three steps: `pictures`, `maps`, `train`.

The same weights from the same seed. Each step goes on where it was after a stop. `--told types` makes the encoder that
is told what things are and where (features `types`), `--told states` the one that is told their states, too (`casita`).

    python -m casita.learn.encoder_training pictures --told types --folder /tmp/pictures
    python -m casita.learn.encoder_training maps --told types --folder /tmp/pictures
    python -m casita.learn.encoder_training train --told types --folder /tmp/pictures
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from casita.errors import BadInput, unknown
from casita.exact import count_of
from casita.learn.backbone import Backbone
from casita.learn.checkpoints import save_weights, weights_of
from casita.learn.encoder import KIND, VERSION, Encoder, weights_path
from casita.learn.encoder_batches import BATCH, Seen, make_maps, read_homes
from casita.learn.encoder_data import Home, make_shard, measuring_homes, training_homes
from casita.learn.encoder_heads import Heads, loose_labels, losses, measured, total
from casita.learn.features import STATES, TYPES
from casita.learn.held_out import TOLD, Told
from casita.learn.needing_torch import nn, torch
from casita.seeds import stream
from casita.writing import write_whole

PEAK, DECAY = 3e-3, 0.02
"""The highest rate of learning, and the decay of weights."""

EPOCHS = 4
"""Times that every picture is learnt from."""

REPORT = 50
"""Steps between two lines of the log."""

app = typer.Typer(add_completion=False, help=__doc__, no_args_is_help=True)

Folder = Annotated[Path, typer.Option(help="Where pictures (3 GB), maps (3 GB) and the state of training are kept.")]
Seed = Annotated[int, typer.Option(help="Of homes, pictures, first weights and order.")]
Scale = Annotated[float, typer.Option(help="A factor of the number of pictures; 1 is what the weights were made with.")]
What = Annotated[str, typer.Option("--told", help="What it is told: types, or states as well.")]
Part = Annotated[str, typer.Option(help="1/2 and 2/2 share the homes between two processes.")]


class Run:
    """A training under way: networks, optimiser and log, kept on disk every minute."""

    def __init__(self, folder: Path, seed: int, steps: int, told: Told = "states") -> None:
        self.told: Told = told
        torch.manual_seed(seed)
        self.encoder, self.heads = Encoder(), Heads()
        self.encoder.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.weights = [*self.encoder.parameters(), *self.heads.parameters()]
        self.learner = torch.optim.AdamW(self.weights, lr=PEAK, weight_decay=DECAY)
        self.rate = torch.optim.lr_scheduler.OneCycleLR(self.learner, PEAK, total_steps=steps, pct_start=0.1)
        self.step = 0
        self.log: list[dict[str, Any]] = []
        self._path = folder / f"training_seed{seed}_{steps}.pt"
        if self._path.exists():
            self._go_on()
        self._kept = time.monotonic()

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


def _shared(homes: list[Home], part: str) -> list[Home]:
    """The share of one of several processes."""
    number, _, parts = part.partition("/")
    if not (number.isdigit() and parts.isdigit() and 1 <= int(number) <= int(parts)):
        raise BadInput(f"--part is a number and a count, such as 1/2; not {part!r}")
    return homes[int(number) - 1 :: int(parts)]


def _told(name: str) -> Told:
    """What an encoder is told, by its name."""
    if name not in TOLD:
        raise unknown("kind of labels", name, TOLD)
    return "types" if name == "types" else "states"


@app.command()
def pictures(folder: Folder, told: What = "types", seed: Seed = 0, scale: Scale = 1.0, part: Part = "1/1") -> None:
    """Draw all pictures: about 8 minutes of one core."""
    what = _told(told)
    for home in _shared([*training_homes(scale, what), *measuring_homes(scale)], part):
        make_shard(home, seed, folder / what, what)


@app.command()
def maps(folder: Folder, told: What = "types", seed: Seed = 0, scale: Scale = 1.0, part: Part = "1/1") -> None:
    """Show all pictures to the general network: about 6 minutes of one core."""
    backbone, what = Backbone(), _told(told)
    for home in _shared([*training_homes(scale, what), *measuring_homes(scale)], part):
        make_maps(home, seed, folder / what, backbone)


@app.command()
def train(
    folder: Folder,
    out: Annotated[Path | None, typer.Option(help="The weights, if not Casita's own; the log is beside them.")] = None,
    told: What = "types",
    seed: Seed = 0,
    scale: Scale = 1.0,
    epochs: Annotated[int, typer.Option(help="Times that every picture is learnt from.")] = EPOCHS,
) -> None:
    """Train the encoder: about 15 minutes of one core."""
    torch.set_num_threads(1)
    what = _told(told)
    folder, out = folder / what, out or weights_path(TYPES if what == "types" else STATES)
    seen, checks = (
        read_homes(list(training_homes(scale, what)), seed, folder),
        read_homes(list(measuring_homes(scale)), seed, folder),
    )
    steps = epochs * (len(seen) // BATCH)
    run = Run(folder, seed, steps, what)
    _learn(run, seen, checks, steps, seed)
    about = {
        "told": what, "seed": seed, "scale": scale, "steps": steps, "batch": BATCH, "pictures": len(seen),
        "parameters": count_of(weight.numel() for weight in run.encoder.parameters()), "torch": str(torch.__version__),
    }  # fmt: skip
    write_whole(out.with_suffix(".log.jsonl"), "".join(json.dumps(row) + "\n" for row in (about, *run.log)).encode())
    notes = {name: str(value) for name, value in about.items()}
    digest = save_weights(out, KIND, VERSION, weights_of(run.encoder), notes, half=True)
    typer.echo(f"{out}: {digest}")


def _learn(run: Run, seen: Seen, checks: Seen, steps: int, seed: int) -> None:
    """All steps that are left."""
    loose = loose_labels()
    sums: dict[str, float] = {}
    since = 0
    each = len(seen) // BATCH
    run.encoder.train()
    while run.step < steps:
        order = np.array(stream(seed, "encoder", "order", run.step // each).shuffled(range(len(seen))))
        place = run.step % each * BATCH
        batch = seen.batch(order[place : place + BATCH])
        found, vectors = run.encoder(batch.general)
        parts = losses(run.heads, found, vectors, batch, loose)
        loss = total(parts, run.told)
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
            row: dict[str, Any] = {"step": run.step}
            row |= {name: round(value / since, 4) for name, value in sums.items()}
            sums, since = {}, 0
            if last or run.step in (steps // 2 // REPORT * REPORT, steps * 3 // 4 // REPORT * REPORT):
                row["rooms 21-25"] = measured(run.encoder, run.heads, checks)
            run.log.append(row)
            typer.echo(json.dumps(row))
        run.keep(now=last)


if __name__ == "__main__":
    app()
