"""A network that notices events: when one ends, what was done to what, to where and with what.

Each name that is seen in a video is a row of frames. The same small temporal convolutions run along every row, and
rows hear of each other by what is strongest and by the mean of all: so what is learnt of mugs also serves for pots.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from casita.benchmarks.env_qa.films.verbs import LIQUIDS
from casita.benchmarks.env_qa.memory.grid import CELL, EVENT_VERBS, FRAME, Grid, affordances, can_undergo
from casita.benchmarks.env_qa.memory.sightings import known_names
from casita.benchmarks.env_qa.watching.eyes import WIDTH
from casita.learn.needing_torch import Tensor, functional, nn, torch

HIDDEN = 48
LOOK = 16
"""Numbers that the features of a box are made into."""
DILATIONS = (1, 2, 4, 1, 2)

PAIR = 9
"""Numbers that say how one box lies to another."""

IMPOSSIBLE = -1e4
"""Logit of what cannot be."""


class Given(NamedTuple):
    """Grids of some videos as tensors, with room for the longest and for the one with the most names."""

    names: Tensor
    """Videos x names."""
    looks: Tensor
    """Videos x names x moments x `WIDTH`, zero where it is not seen."""
    cells: Tensor
    """Videos x names x moments x `CELL`."""
    frames: Tensor
    """Videos x moments x `FRAME`."""
    is_name: Tensor
    """Videos x names: is it one, or only room?"""
    is_moment: Tensor
    """Videos x moments."""


class Noted(NamedTuple):
    """What the network makes of some videos."""

    ends: Tensor
    """Videos x moments: logit that an event ends here."""
    deeds: Tensor
    """Videos x moments x names x verbs: logits of what is done to what, if an event ends here."""
    rows: Tensor
    """Videos x names x moments x hidden."""
    lengths: Tensor
    """Videos x moments x names: logarithm of the seconds that the event took."""


class Which(NamedTuple):
    """Some events, by numbers: each field has one for every event."""

    video: Tensor
    moment: Tensor
    object: Tensor
    """Of its name within the video."""
    verb: Tensor


class Layer(nn.Module):
    """Looks along time in each row, number by number, then at the other rows; added to what was there."""

    def __init__(self, dilation: int) -> None:
        super().__init__()
        self.dilation = dilation
        self.around = nn.Parameter(torch.randn(3, HIDDEN) / 2)
        self.mixed, self.others = nn.Linear(HIDDEN, HIDDEN), nn.Linear(2 * HIDDEN, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN)

    def forward(self, rows: Tensor, is_cell: Tensor) -> Tensor:
        """Rows of the next layer."""
        own, far = self.norm(rows) * is_cell, self.dilation
        padded = functional.pad(own, (0, 0, far, far))
        before, after = padded[:, :, : own.shape[2]], padded[:, :, 2 * far :]
        along = self.mixed(self.around[0] * before + self.around[1] * own + self.around[2] * after)
        others = self.others(pooled(own, is_cell))[:, None]
        made: Tensor = rows + functional.gelu(along + others)
        return made


class Recogniser(nn.Module):
    """From grids to events."""

    known: Tensor
    possible: Tensor

    def __init__(self) -> None:
        super().__init__()
        names = len(known_names())
        known = affordances()
        self.register_buffer("known", torch.from_numpy(known), persistent=False)
        self.register_buffer("possible", torch.from_numpy(can_undergo()), persistent=False)
        self.look = nn.Linear(WIDTH, LOOK)
        self.name = nn.Embedding(names, LOOK)
        self.read = nn.Linear(CELL + LOOK, HIDDEN)
        self.read_name = nn.Linear(LOOK + known.shape[1], HIDDEN)
        self.read_frame = nn.Linear(FRAME, HIDDEN)
        self.layers = nn.ModuleList(Layer(dilation) for dilation in DILATIONS)
        self.norm = nn.LayerNorm(HIDDEN)
        self.end = nn.Sequential(nn.Linear(2 * HIDDEN, HIDDEN), nn.GELU(), nn.Dropout(0.1), nn.Linear(HIDDEN, 1))
        self.deed = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(HIDDEN, HIDDEN), nn.GELU(), nn.Linear(HIDDEN, len(EVENT_VERBS) + 1)
        )
        self.verb = nn.Embedding(len(EVENT_VERBS), HIDDEN)
        self.object, self.target = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN + LOOK, HIDDEN)
        self.pair = nn.Linear(PAIR, HIDDEN)
        self.joined = nn.Sequential(nn.GELU(), nn.Linear(HIDDEN, 1))
        self.nowhere = nn.Linear(HIDDEN, 1)
        self.liquid = nn.Linear(HIDDEN + WIDTH, len(LIQUIDS))

    def forward(self, given: Given) -> Noted:
        """What happens in videos, moment by moment."""
        name = self.read_name(torch.cat([self.name(given.names), self.known[given.names]], 2))
        frame = self.read_frame(given.frames)
        rows = self.read(torch.cat([given.cells, self.look(given.looks)], 3)) + name[:, :, None] + frame[:, None]
        rows = functional.gelu(rows)
        is_cell = (given.is_name[:, :, None] & given.is_moment[:, None]).unsqueeze(3).float()
        for layer in self.layers:
            rows = layer(rows, is_cell)
        rows = self.norm(rows) * is_cell
        deeds = self.deed(rows).transpose(1, 2)
        possible = (self.possible[given.names] & given.is_name[:, :, None])[:, None]
        logits = torch.where(possible, deeds[..., :-1], IMPOSSIBLE)
        return Noted(self.end(pooled(rows, is_cell))[..., 0], logits, rows, deeds[..., -1])

    def targets(self, noted: Noted, given: Given, which: Which) -> Tensor:
        """Events x where to: logits by name, then of nowhere in particular."""
        here = noted.rows[which.video, :, which.moment]
        asked = self.object(here[torch.arange(len(here)), which.object]) + self.verb(which.verb)
        keys = self.target(torch.cat([here, self.name(given.names)[which.video]], 2))
        found = self.joined(asked[:, None] + keys + self.pair(_beside(given, which)))[..., 0]
        is_own = functional.one_hot(which.object, found.shape[1]).bool()
        found = found.masked_fill(is_own | ~given.is_name[which.video], IMPOSSIBLE)
        return torch.cat([found, self.nowhere(functional.gelu(asked))], 1)

    def liquids(self, noted: Noted, given: Given, which: Which) -> Tensor:
        """Events x liquids: logits of what something is filled with."""
        rows, looks = (each[which.video, which.object, which.moment] for each in (noted.rows, given.looks))
        found: Tensor = self.liquid(torch.cat([rows, looks], 1))
        return found


def _beside(given: Given, which: Which) -> Tensor:
    """Events x names x `PAIR`: how the box of each name lies to that of the object; zeros where one is not seen."""
    boxes = given.cells[which.video, :, which.moment]
    there, middles, sizes = boxes[..., :1], boxes[..., 2:4], boxes[..., 4:6]
    object = torch.arange(len(boxes)), which.object
    away, larger = middles - middles[object][:, None], sizes - sizes[object][:, None]
    reach = (sizes - 1.5).exp() / 2 + (sizes[object][:, None] - 1.5).exp() / 2
    overlap = (reach - away.abs()) * 4.0
    both = there * there[object][:, None]
    distance = (-6.0 * away.square().sum(2, keepdim=True).add(1e-6).sqrt()).exp()
    return (
        torch.cat([both, 4.0 * away, larger, overlap, distance, (overlap.amin(2, keepdim=True) > 0).float()], 2) * both
    )


def pooled(rows: Tensor, is_cell: Tensor) -> Tensor:
    """What is strongest in all rows of a video, and the mean of them: videos x moments x two times hidden."""
    count = is_cell.sum(1).clamp(min=1.0)
    return torch.cat([(rows - 9.0 * (1.0 - is_cell)).amax(1), rows.sum(1) / count], 2)


def given_of(grids: Sequence[Grid]) -> Given:
    """Grids as tensors."""
    names, moments = max(1, *(len(grid.names) for grid in grids)), max(len(grid.frames) for grid in grids)
    size = len(grids), names, moments
    numbers, is_name = np.zeros(size[:2], np.int64), np.zeros(size[:2], np.bool_)
    is_moment = np.zeros((len(grids), moments), np.bool_)
    looks, cells = np.zeros((*size, WIDTH), np.float32), np.zeros((*size, CELL), np.float32)
    frames = np.zeros((len(grids), moments, FRAME), np.float32)
    for number, grid in enumerate(grids):
        own, long = len(grid.names), len(grid.frames)
        numbers[number, :own], is_name[number, :own], is_moment[number, :long] = grid.names, True, True
        features = np.concatenate([grid.features, np.zeros((1, WIDTH), np.float16)])
        looks[number, :own, :long] = features[grid.rows.T]
        cells[number, :own, :long] = grid.cells.transpose(1, 0, 2)
        frames[number, :long] = grid.frames
    return Given(*map(torch.from_numpy, (numbers, looks, cells, frames, is_name, is_moment)))
