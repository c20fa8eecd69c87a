"""A network that notices events: when one ends, what was done to what, to where and with what.

Each name that is seen in a video is a row of frames. The same small temporal convolutions run along every row, and
rows hear of each other by what is strongest and by the mean of all: so what is learnt of mugs also serves for pots.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from casita.benchmarks.env_qa.films.verbs import LIQUIDS
from casita.benchmarks.env_qa.memory.grid import CELL, EVENT_VERBS, FRAME, Grid, affordances, can_undergo
from casita.benchmarks.env_qa.memory.sightings import known_names
from casita.benchmarks.env_qa.watching.eyes import WIDTH
from casita.learn.needing_torch import Tensor, functional, nn, torch

HIDDEN = 48
LOOK = 16
"""Numbers that the features of a box, or of a picture, are made into."""
DILATIONS = (1, 2, 4, 1)

IMPOSSIBLE = -1e4
"""Logit of what cannot be."""


class Given(NamedTuple):
    """A grid as tensors."""

    names: Tensor
    looks: Tensor
    """Names x frames x `WIDTH`, zero where it is not seen."""
    cells: Tensor
    """Names x frames x `CELL`."""
    frames: Tensor
    """Frames x `FRAME`."""
    scene: Tensor
    """Frames x `WIDTH`."""


class Noted(NamedTuple):
    """What the network makes of a video."""

    ends: Tensor
    """By frame: logit that an event ends here."""
    deeds: Tensor
    """Frames x names x verbs: logits of what is done to what, if an event ends here."""
    rows: Tensor
    """Names x frames x hidden."""
    lengths: Tensor
    """Frames x names: logarithm of the seconds that the event took."""


class Layer(nn.Module):
    """Looks along time in each row, then at the other rows; added to what was there."""

    def __init__(self, dilation: int) -> None:
        super().__init__()
        self.along = nn.Conv1d(HIDDEN, HIDDEN, 3, padding=dilation, dilation=dilation)
        self.others = nn.Linear(2 * HIDDEN, HIDDEN)
        self.norm = nn.LayerNorm(HIDDEN)

    def forward(self, rows: Tensor) -> Tensor:
        """Rows of the next layer: names x frames x hidden."""
        own = self.norm(rows)
        along = self.along(own.transpose(1, 2)).transpose(1, 2)
        others = self.others(pooled(own))
        made: Tensor = rows + functional.gelu(along + others)
        return made


class Recogniser(nn.Module):
    """From a grid to events."""

    def __init__(self) -> None:
        super().__init__()
        names = len(known_names())
        known = affordances()
        self.register_buffer("known", torch.from_numpy(known), persistent=False)
        self.register_buffer("possible", torch.from_numpy(can_undergo()), persistent=False)
        self.look = nn.Linear(WIDTH, LOOK)
        self.scene = nn.Linear(WIDTH, LOOK)
        self.name = nn.Embedding(names, LOOK)
        self.read = nn.Linear(CELL + 2 * LOOK + known.shape[1], HIDDEN)
        self.read_frame = nn.Linear(FRAME + LOOK, HIDDEN)
        self.layers = nn.ModuleList(Layer(dilation) for dilation in DILATIONS)
        self.norm = nn.LayerNorm(HIDDEN)
        self.end = nn.Sequential(nn.Linear(2 * HIDDEN, HIDDEN), nn.GELU(), nn.Dropout(0.1), nn.Linear(HIDDEN, 1))
        self.deed = nn.Sequential(nn.Dropout(0.1), nn.Linear(HIDDEN, HIDDEN), nn.GELU(),
                                  nn.Linear(HIDDEN, len(EVENT_VERBS) + 1))  # fmt: skip
        self.verb = nn.Embedding(len(EVENT_VERBS), HIDDEN)
        self.object, self.target = nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN + LOOK, HIDDEN)
        self.joined = nn.Sequential(nn.GELU(), nn.Linear(HIDDEN, 1))
        self.nowhere = nn.Linear(HIDDEN, 1)
        self.liquid = nn.Linear(HIDDEN + WIDTH, len(LIQUIDS))

    def forward(self, given: Given) -> Noted:
        """What happens in a video, frame by frame."""
        name = self.name(given.names)[:, None].expand(-1, given.cells.shape[1], -1)
        known = self.known[given.names][:, None].expand(-1, given.cells.shape[1], -1)
        read = self.read(torch.cat([given.cells, self.look(given.looks), name, known], 2))
        frame = self.read_frame(torch.cat([given.frames, self.scene(given.scene)], 1))
        rows = functional.gelu(read + frame)
        for layer in self.layers:
            rows = layer(rows)
        rows = self.norm(rows)
        deeds = self.deed(rows).transpose(0, 1)
        possible = self.possible[given.names]
        logits = torch.where(possible, deeds[..., :-1], IMPOSSIBLE)
        return Noted(self.end(pooled(rows)[0])[:, 0], logits, rows, deeds[..., -1])

    def targets(self, noted: Noted, given: Given, frame: int, verb: int) -> Tensor:
        """Objects x where to: logits by name, then of nowhere in particular."""
        here = noted.rows[:, frame]
        asked = self.object(here) + self.verb.weight[verb]
        keys = self.target(torch.cat([here, self.name(given.names)], 1))
        found = self.joined(asked[:, None] + keys)[..., 0]
        found = found.masked_fill(torch.eye(len(found), dtype=torch.bool), IMPOSSIBLE)
        return torch.cat([found, self.nowhere(functional.gelu(asked))], 1)

    def liquids(self, noted: Noted, given: Given, frame: int) -> Tensor:
        """Objects x liquids: logits of what each is filled with."""
        found: Tensor = self.liquid(torch.cat([noted.rows[:, frame], given.looks[:, frame]], 1))
        return found


def pooled(rows: Tensor) -> Tensor:
    """What is strongest in all rows, and the mean of them: 1 x frames x two times hidden."""
    return torch.cat([rows.amax(0, keepdim=True), rows.mean(0, keepdim=True)], 2)


def given_of(grid: Grid) -> Given:
    """A grid as tensors; one empty row where nothing at all was seen."""
    if not len(grid.names):
        grid = _empty(len(grid.frames))
    features = np.concatenate([grid.features, np.zeros((1, WIDTH), np.float16)])[grid.rows.T]
    return Given(
        torch.from_numpy(grid.names),
        torch.from_numpy(features.astype(np.float32)),
        torch.from_numpy(np.ascontiguousarray(grid.cells.transpose(1, 0, 2))),
        torch.from_numpy(grid.frames),
        torch.from_numpy(grid.scene.astype(np.float32)),
    )


def _empty(frames: int) -> Grid:
    return Grid(
        np.zeros(1, np.int64), np.full((frames, 1), -1), np.zeros((frames, 1, CELL), np.float32),
        np.zeros((frames, FRAME), np.float32), np.zeros((0, WIDTH), np.float16),
        np.zeros((frames, WIDTH), np.float16),
    )  # fmt: skip
