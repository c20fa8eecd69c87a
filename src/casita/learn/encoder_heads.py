"""What is read off the encoder's maps and vectors while it is trained, by linear layers, and how well."""

from __future__ import annotations

from typing import Any

import numpy as np

from casita.catalog import catalog
from casita.learn.encoder import CHANNELS, WIDTH, Encoder
from casita.learn.encoder_batches import BATCH, Batch, Seen
from casita.learn.encoder_labels import STATES, UNKNOWN, type_names
from casita.learn.held_out import Told
from casita.learn.needing_torch import Tensor, nn, torch

FURNITURE, BARE = 0.3, 0.15
"""Weights of cells that show fixed things, and no thing at all; those with loose things weigh 1."""

SHARES = {"types": 1.0, "states": 1.0, "present": 5.0, "interest": 0.4, "interest states": 1.0, "box": 4.0}
"""Weights of the parts of the loss; chosen so that all are of the same order."""


class Heads(nn.Module):
    """One linear layer for each thing that is asked."""

    def __init__(self) -> None:
        super().__init__()
        types, states = len(type_names()), len(STATES)
        self.cell_types = nn.Conv2d(CHANNELS, types + 1, 1)
        self.cell_states = nn.Conv2d(CHANNELS, states, 1)
        self.present = nn.Linear(WIDTH, types)
        self.interest = nn.Linear(WIDTH, types)
        self.interest_states = nn.Linear(WIDTH, states)
        self.box = nn.Linear(WIDTH, 4)
        with torch.no_grad():  # what is rare begins as rare: a bias learns slowly
            for layer, start in ((self.present, -3.0), (self.cell_states, -1.0), (self.interest_states, -1.0)):
                assert layer.bias is not None
                layer.bias.fill_(start)
            self.box.bias.fill_(0.5)


def loose_labels() -> Tensor:
    """By label of a cell: can a hand pick up such a thing?"""
    return torch.tensor([False, *(catalog()[name].is_loose for name in type_names())])


def losses(heads: Heads, maps: Tensor, vectors: Tensor, batch: Batch, loose: Tensor) -> dict[str, Tensor]:
    """What is to be made small, by name, before weighting."""
    bce, cross = nn.functional.binary_cross_entropy_with_logits, nn.functional.cross_entropy
    known = batch.types != UNKNOWN
    kinds = torch.where(known, batch.types, 0)
    weight = torch.where(kinds == 0, BARE, torch.where(loose[kinds], 1.0, FURNITURE))
    counted = weight * known
    wrong = cross(heads.cell_types(maps), kinds, reduction="none")
    found = {"types": (wrong * counted).sum() / counted.sum().clamp(min=1.0)}
    told = batch.told * weight[:, None]
    missed = bce(heads.cell_states(maps), batch.states, reduction="none") * told
    each = told.sum((0, 2, 3))
    found["states"] = (missed.sum((0, 2, 3)) / each.clamp(min=1.0)).sum() / (each > 0).sum().clamp(min=1)
    found["present"] = bce(heads.present(vectors), batch.present)
    about = batch.interest >= 0
    if about.any():
        found["interest"] = cross(heads.interest(vectors)[about], batch.interest[about])
    missed = bce(heads.interest_states(vectors), batch.interest_states, reduction="none") * batch.interest_told
    found["interest states"] = missed.sum() / batch.interest_told.sum().clamp(min=1.0)
    seen = batch.box[:, 2] > 0
    if seen.any():
        found["box"] = nn.functional.smooth_l1_loss(heads.box(vectors)[seen], batch.box[seen], beta=0.05)
    return found


OF_STATES = ("states", "interest states")
"""Parts of the loss that tell the states of things, which are outcomes of actions."""


def total(parts: dict[str, Tensor], told: Told = "states") -> Tensor:
    """The parts of the loss that an encoder is told, weighted and added."""
    given = {name: part for name, part in parts.items() if told == "states" or name not in OF_STATES}
    return torch.stack([SHARES[name] * part for name, part in given.items()]).sum()


class Counts:
    """Answers about states, for each of them: hits, false alarms and misses."""

    def __init__(self) -> None:
        self._hits, self._alarms, self._misses = (torch.zeros(len(STATES)) for _ in range(3))

    def add(self, said: Tensor, true: Tensor, told: Tensor) -> None:
        """Count answers (above 0 is yes); all are n x states."""
        yes = (said > 0).float()
        self._hits += (yes * true * told).sum(0)
        self._alarms += (yes * (1 - true) * told).sum(0)
        self._misses += ((1 - yes) * true * told).sum(0)

    def f1(self) -> dict[str, float]:
        """Over all states together, and by state."""
        wrong = self._alarms + self._misses
        every = 2 * self._hits.sum() / (2 * self._hits.sum() + wrong.sum()).clamp(min=1.0)
        each = 2 * self._hits / (2 * self._hits + wrong).clamp(min=1.0)
        by_state = zip(STATES, each.tolist(), strict=True)
        return {"all": round(float(every), 4), **{name: round(value, 3) for name, value in by_state}}


@torch.inference_mode()
def measured(encoder: Encoder, heads: Heads, seen: Seen) -> dict[str, Any]:
    """How well pictures are read."""
    encoder.eval()
    loose = loose_labels()
    cells, vectors_right = torch.zeros(4), torch.zeros(3)
    states, about = Counts(), Counts()
    away = torch.zeros(2)
    for rows in np.array_split(np.arange(len(seen)), -(-len(seen) // BATCH)):
        batch = seen.batch(rows)
        maps, vectors = encoder(batch.general)
        known = batch.types != UNKNOWN
        is_loose = known & loose[torch.where(known, batch.types, 0)]
        same = heads.cell_types(maps).argmax(1) == batch.types
        cells += torch.stack([(same & known).sum(), known.sum(), (same & is_loose).sum(), is_loose.sum()])
        answers = (heads.cell_states(maps), batch.states, batch.told * is_loose[:, None])
        states.add(*(each.permute(0, 2, 3, 1).reshape(-1, len(STATES)) for each in answers))
        about.add(heads.interest_states(vectors), batch.interest_states, batch.interest_told)
        told = batch.interest >= 0
        order = heads.interest(vectors).topk(5, 1).indices == batch.interest[:, None]
        vectors_right += torch.stack([order[told, 0].sum(), order[told].any(1).sum(), told.sum()])
        shown = batch.box[:, 2] > 0
        away += torch.stack([(heads.box(vectors) - batch.box)[shown].abs().sum() / 4, shown.sum()])
    encoder.train()
    return {
        "pictures": len(seen),
        "cell_type": round(float(cells[0] / cells[1]), 4),
        "cell_type_loose": round(float(cells[2] / cells[3]), 4),
        "cell_state_f1_loose": states.f1(),
        "vector_type": round(float(vectors_right[0] / vectors_right[2]), 4),
        "vector_type_top5": round(float(vectors_right[1] / vectors_right[2]), 4),
        "vector_state_f1": about.f1(),
        "vector_box_error": round(float(away[0] / away[1]), 4),
    }
