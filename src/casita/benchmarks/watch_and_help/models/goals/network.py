"""The paper's goal inference network (Figure 16), and its variants for the last observation and for actions.

Each step is encoded by a Transformer over the things that are seen and averaged over them; an LSTM goes over the steps
and is averaged over time; a small network for each of the 30 predicates says how many of it are wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import cast

import numpy as np

from casita.benchmarks.watch_and_help.episodes.observing import VERBS
from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES, PREDICATES
from casita.benchmarks.watch_and_help.item import Counts
from casita.benchmarks.watch_and_help.models.goals.deeds import Deeds, names
from casita.benchmarks.watch_and_help.models.goals.frames import STATES, Frames, kinds
from casita.learn.needing_torch import Tensor, nn, torch

WIDTH = 128
"""The paper's d: of all vectors, of the LSTM and of the classifiers' hidden layers."""

HEADS, DROPOUT = 2, 0.1
"""Of the Transformer, which has one layer."""

MOST_WANTED = max(most for row in ACTIVITIES.values() for most in row.free.values())
"""The highest count of a predicate."""

GROUPS = 4
"""Of steps of a batch: the fewer things are blank, the less is worked out for nothing."""

REACH = 4.0
"""Metres that stand for 1 in coordinates."""


class StateEncoder(nn.Module):
    """One step's visible things to one vector."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = nn.Embedding(len(kinds()), WIDTH)
        self.state = nn.Linear(len(STATES), WIDTH)
        self.place = nn.Linear(3, WIDTH)
        self.entity = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH))
        self.transformer = nn.TransformerEncoderLayer(WIDTH, HEADS, WIDTH, DROPOUT, batch_first=True)

    def forward(self, steps: Sequence[Tensor]) -> Tensor:
        """Steps x width, of the arrays of `Frames`; steps with as many things are encoded together."""
        count = steps[-1].sum(dim=1)
        order = torch.argsort(count, stable=True)
        parts = [
            self._encoded([each[rows, : int(count[rows].max())] for each in steps]) for rows in order.chunk(GROUPS)
        ]
        return torch.cat(parts)[torch.argsort(order)]

    def _encoded(self, steps: Sequence[Tensor]) -> Tensor:
        kind, state, place, there = steps
        things = self.entity(self.kind(kind) + self.state(state) + self.place(place / REACH))
        seen = self.transformer(things, src_key_padding_mask=~there) * there[..., None]
        return cast(Tensor, seen.sum(dim=1) / there.sum(dim=1, keepdim=True))


class DeedEncoder(nn.Module):
    """One deed to one vector."""

    def __init__(self) -> None:
        super().__init__()
        self.verb = nn.Embedding(len(VERBS), WIDTH)
        self.object, self.target = nn.Embedding(len(names()), WIDTH), nn.Embedding(len(names()), WIDTH)
        self.deed = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH))

    def forward(self, steps: Sequence[Tensor]) -> Tensor:
        """Deeds x width, of the columns of `Deeds`."""
        verb, object, target = steps
        return cast(Tensor, self.deed(self.verb(verb) + self.object(object) + self.target(target)))


class Classifiers(nn.Module):
    """A network with one hidden layer for each predicate, all at once."""

    def __init__(self) -> None:
        super().__init__()
        count = len(PREDICATES)
        self.hidden = nn.Linear(WIDTH, count * WIDTH)
        self.out = nn.Parameter(torch.empty(count, WIDTH, MOST_WANTED + 1))
        self.bias = nn.Parameter(torch.zeros(count, MOST_WANTED + 1))
        nn.init.uniform_(self.out, -(WIDTH**-0.5), WIDTH**-0.5)

    def forward(self, vectors: Tensor) -> Tensor:
        """Demonstrations x predicates x counts."""
        hidden = torch.relu(self.hidden(vectors)).view(len(vectors), len(PREDICATES), WIDTH)
        return torch.einsum("bpw,pwc->bpc", hidden, self.out) + self.bias


class GoalNetwork(nn.Module):
    """From demonstrations to the logits of how many of each predicate are wanted."""

    def __init__(self, variant: str) -> None:
        """`goal-lstm`, `goal-actions`, or `goal-last`, which has no LSTM to go over one step."""
        super().__init__()
        self.variant = variant
        self.encoder = DeedEncoder() if variant == "goal-actions" else StateEncoder()
        self.lstm = None if variant == "goal-last" else nn.LSTM(WIDTH, WIDTH, batch_first=True)
        self.classifiers = Classifiers()

    def forward(self, demonstrations: Sequence[Frames | Deeds]) -> Tensor:
        """Demonstrations x predicates x counts."""
        steps = self.encoder(_joined(demonstrations))
        if self.lstm is None:
            return cast(Tensor, self.classifiers(steps))
        lengths = [len(each.kind) if isinstance(each, Frames) else len(each) for each in demonstrations]
        padded = nn.utils.rnn.pad_sequence(steps.split(lengths), batch_first=True)
        latent, _ = self.lstm(padded)
        counts = torch.tensor(lengths)[:, None]
        within = torch.arange(latent.shape[1])[None] < counts
        return cast(Tensor, self.classifiers((latent * within[..., None]).sum(dim=1) / counts))


def _joined(demonstrations: Sequence[Frames | Deeds]) -> list[Tensor]:
    """The steps of all demonstrations after each other; things that are missing are blank."""
    deeds = [each for each in demonstrations if isinstance(each, np.ndarray)]
    if deeds:
        return list(torch.from_numpy(np.concatenate(deeds)).unbind(dim=1))
    shown = [each for each in demonstrations if isinstance(each, Frames)]
    ends = list(accumulate(len(each.kind) for each in shown))
    most = max(each.kind.shape[1] for each in shown)
    arrays = []
    for column in zip(*shown, strict=True):
        whole = np.zeros((ends[-1], most, *column[0].shape[2:]), column[0].dtype)
        for end, each in zip(ends, column, strict=True):
            whole[end - len(each) : end, : each.shape[1]] = each
        arrays.append(torch.from_numpy(whole))
    return arrays


def targets(goals: Sequence[Counts]) -> Tensor:
    """How many of each predicate are wanted: goals x predicates."""
    wanted = [dict(counts) for counts in goals]
    return torch.tensor([[each.get(key, 0) for key in PREDICATES] for each in wanted])


def read_goals(logits: Tensor) -> list[Counts]:
    """The likeliest count of each predicate; where that is no goal at all, the likeliest predicate once."""
    chances = torch.softmax(logits, dim=-1)
    found: list[Counts] = []
    for row, chance in zip(chances.argmax(dim=-1).tolist(), chances, strict=True):
        counts = tuple((key, count) for key, count in zip(PREDICATES, row, strict=True) if count)
        found.append(counts or ((PREDICATES[int(chance[:, 0].argmin())], 1),))
    return found
