"""What a detector is told: which cells answer for which thing, and how wrong their answers and names are.

Cells are assigned as in Feng et al., "TOOD: Task-aligned One-stage Object Detection" (2021): those in a thing's box
that already fit it best, by how sure they are and how well their box overlaps.
"""

from __future__ import annotations

from typing import NamedTuple

from casita.learn.detector.labels import STATES
from casita.learn.detector.network import Dense, Read
from casita.learn.needing_torch import Tensor, functional, torch

CELLS = 9
"""Cells that answer for a thing, at most."""

REACH = 6.0
"""Pixels from a thing's middle within which cells may answer for it, however small it is."""

SHARPNESS = 4.0
"""Power of the overlap in how well a cell fits."""

OF_STATES = {"on": 3.0, "dirty": 2.0, "filled": 2.0}
"""How much more than others these states count: few things can be in them, and little of a picture tells."""


class Truth(NamedTuple):
    """Things in pictures, n x things x ...; rows after the last thing of a picture are not there."""

    boxes: Tensor
    kinds: Tensor
    colours: Tensor
    states: Tensor
    """n x things x states: 1 where it holds."""
    told: Tensor
    """n x things x states: can its type be in it, and does the picture tell?"""
    there: Tensor
    clear: Tensor
    """Is it large enough to be learnt? What is not is neither learnt nor taken for nothing."""

    def chosen(self, rows: Tensor) -> Truth:
        """The things with these numbers (n x count) of each picture."""
        return Truth(
            *(column.gather(1, rows.reshape(*rows.shape, *[1] * (column.dim() - 2)).expand(-1, -1, *column.shape[2:]))
              for column in self)
        )  # fmt: skip


class Assigned(NamedTuple):
    """n x cells: the thing that a cell answers for, how well it fits (0: for none), and whether it is left out."""

    thing: Tensor
    fit: Tensor
    skipped: Tensor


def overlap(first: Tensor, second: Tensor, less_gap: bool = False) -> Tensor:
    """Intersection over union of boxes that broadcast; with `less_gap` less the share of the box around both that is
    in neither, which tells near from far."""
    shared = _area(torch.maximum(first[..., :2], second[..., :2]), torch.minimum(first[..., 2:], second[..., 2:]))
    both = _area(first[..., :2], first[..., 2:]) + _area(second[..., :2], second[..., 2:]) - shared + 1e-6
    if not less_gap:
        return shared / both
    around = _area(torch.minimum(first[..., :2], second[..., :2]), torch.maximum(first[..., 2:], second[..., 2:]))
    return shared / both - (around + 1e-6 - both) / (around + 1e-6)


def _area(low: Tensor, high: Tensor) -> Tensor:
    return (high - low).clamp(min=0.0).prod(-1)


@torch.no_grad()
def assigned(dense: Dense, middles: Tensor, truth: Truth) -> Assigned:
    """Which cell answers for which thing."""
    centre = (truth.boxes[..., :2] + truth.boxes[..., 2:]) / 2
    half = ((truth.boxes[..., 2:] - truth.boxes[..., :2]) / 2).clamp(min=REACH)
    inside = ((middles - centre[:, :, None]).abs() < half[:, :, None]).all(3) & truth.there[..., None]
    fits = overlap(truth.boxes[:, :, None], dense.boxes[:, None]) * inside
    sure = dense.there.sigmoid()[:, None]
    aligned = (sure.sqrt() * fits.pow(SHARPNESS) + 1e-9) * inside
    chosen = torch.zeros_like(inside).scatter_(2, aligned.topk(min(CELLS, len(middles)), 2).indices, True) & inside
    best = torch.where(chosen, fits + 1e-6, 0.0).max(1)
    chosen &= torch.zeros_like(chosen).scatter_(1, best.indices[:, None], True)
    aligned, fits = aligned * chosen, fits * chosen
    fit = (aligned / aligned.amax(2, keepdim=True).clamp(min=1e-9) * fits.amax(2, keepdim=True)).sum(1)
    skipped = chosen.any(1) & ~truth.clear.gather(1, best.indices)
    return Assigned(best.indices, torch.where(skipped, 0.0, fit), skipped)


def dense_losses(dense: Dense, middles: Tensor, truth: Truth) -> tuple[Tensor, Tensor]:
    """How wrong cells are about something being there, and how little the boxes of those that answer overlap."""
    found = assigned(Dense(dense.there.detach(), dense.boxes.detach()), middles, truth)
    total = found.fit.sum().clamp(min=1.0)
    wrong = functional.binary_cross_entropy_with_logits(dense.there, found.fit, reduction="none")
    at = found.fit > 0
    wanted = truth.boxes.gather(1, found.thing[..., None].expand(-1, -1, 4))[at]
    missed = (1.0 - overlap(dense.boxes[at], wanted, less_gap=True)) * found.fit[at]
    return (wrong * ~found.skipped).sum() / total, missed.sum() / total


def read_losses(read: Read, kinds: Tensor, truth: Truth, named: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """How wrong types, colours and states are: `kinds` (n x boxes, -1: not asked) may be that there is nothing;
    colours and states are asked where `named`."""
    types = functional.cross_entropy(read.kinds.flatten(0, 1), kinds.flatten(), ignore_index=-1)
    colours = functional.cross_entropy(read.colours[named], truth.colours[named]) if named.any() else types * 0.0
    asked = truth.told * named[..., None] * torch.tensor([OF_STATES.get(state, 1.0) for state in STATES])
    wrong = functional.binary_cross_entropy_with_logits(read.states, truth.states, reduction="none")
    return types, colours, (wrong * asked).sum() / asked.sum().clamp(min=1.0)
