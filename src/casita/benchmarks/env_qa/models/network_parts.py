"""What the networks are put together from: readers of questions, encoders of things and frames, attention, heads."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import NamedTuple

from casita.benchmarks.env_qa.item import ROLES
from casita.benchmarks.env_qa.models.batches import BOX, Batch, Events, Things, looks_width
from casita.benchmarks.env_qa.models.words import PADDING
from casita.benchmarks.env_qa.vocabulary import vocabulary
from casita.benchmarks.env_qa.watching.seen import kind_names
from casita.learn.needing_torch import Tensor, functional, nn, torch

WORD = 300
"""Numbers of a word, as many as the paper's GloVe vectors have; ours are learnt with the rest."""

HIDDEN = 128
"""Numbers of everything inside the networks."""

NARROW = 64
"""Numbers of what there is one of for every question and thing."""

NAME = 32
"""Numbers that stand for the name of a thing."""

DROPPED = 0.2
"""Share of numbers that are left out at random while a network learns."""


class Shape(NamedTuple):
    """What a network must know of what it is given."""

    words: int
    """How many words there are."""
    scene: int
    """Numbers of a picture as a whole."""
    features: int
    """Numbers of a thing's features."""


class RoleNetwork(nn.Module, ABC):
    """A network that answers: for every question and role, how likely each value is."""

    most_frames: int | None = None
    """Frames of a video that it is given, at the most, evenly over it."""
    is_blind = False
    """Does it only read questions?"""

    @abstractmethod
    def forward(self, given: Batch) -> list[Tensor]:
        """By role: questions x values, the first of which is none."""

    def attention(self, given: Batch) -> Tensor | None:
        """What each event, or frame, counts for each question, if that can be told."""
        return None


class AttendingNetwork(RoleNetwork):
    """One that reads the question, encodes things, and weighs moments, events or frames, to answer."""

    def __init__(self, shape: Shape, *, names: bool = True) -> None:
        super().__init__()
        self.question, self.things = QuestionReader(shape.words), ThingEncoder(shape, names=names)

    @abstractmethod
    def answers_and_weights(self, given: Batch) -> tuple[list[Tensor], Tensor]:
        """By role, questions x values; and questions x moments: what each counts."""

    def forward(self, given: Batch) -> list[Tensor]:
        """By role: questions x values."""
        return self.answers_and_weights(given)[0]

    def attention(self, given: Batch) -> Tensor:
        """What each moment counts for each question."""
        return self.answers_and_weights(given)[1]


class QuestionReader(nn.Module):
    """Learnt vectors of words, and a recurrent network over them."""

    def __init__(self, words: int) -> None:
        super().__init__()
        self.vectors = nn.Embedding(words, WORD, padding_idx=PADDING)
        nn.init.normal_(self.vectors.weight, std=0.1)
        self.reader = nn.GRU(WORD, HIDDEN, batch_first=True)
        self.dropped = nn.Dropout(DROPPED)

    def forward(self, given: Batch) -> tuple[Tensor, Tensor]:
        """questions x words x hidden, zero behind a question's end; and each question as a whole."""
        vectors = self.dropped(self.vectors(given.words))
        packed = nn.utils.rnn.pack_padded_sequence(vectors, given.lengths, batch_first=True, enforce_sorted=False)
        every, last = self.reader(packed)
        words, _ = nn.utils.rnn.pad_packed_sequence(every, batch_first=True, total_length=given.words.shape[1])
        return words, last[0]


class ThingEncoder(nn.Module):
    """A thing by how it looks, where it is, and, unless that is left out, its name."""

    def __init__(self, shape: Shape, *, names: bool = True) -> None:
        super().__init__()
        self.names = nn.Embedding(len(kind_names()), NAME) if names else None
        width = looks_width(shape.features) + BOX + (NAME if names else 0)
        self.layer = nn.Linear(width, HIDDEN)
        self.dropped = nn.Dropout(DROPPED)

    def forward(self, things: Things) -> Tensor:
        """things x hidden."""
        parts = [things.looks, things.boxes]
        if self.names is not None:
            parts.append(self.names(things.kinds))
        encoded: Tensor = self.dropped(functional.relu(self.layer(torch.cat(parts, 1))))
        return encoded


class Clock(nn.Module):
    """When a frame is, as numbers that can be added to what is seen in it."""

    WAVES = 4

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(2 * self.WAVES + 1, HIDDEN)

    def forward(self, at: Tensor) -> Tensor:
        """... x hidden, of shares of the video from 0 to 1."""
        turns = at[..., None] * math.pi * torch.arange(1, self.WAVES + 1)
        encoded: Tensor = self.layer(torch.cat([at[..., None], turns.sin(), turns.cos()], -1))
        return encoded


class TemporalCNN(nn.Module):
    """Lets each frame know of those right before and after it."""

    def __init__(self, width: int = 3) -> None:
        super().__init__()
        self.layer = nn.Conv1d(HIDDEN, HIDDEN, width, padding=width // 2)
        self.even = nn.LayerNorm(HIDDEN)

    def forward(self, frames: Tensor, there: Tensor) -> Tensor:
        """videos x frames x hidden; what is not there counts as zero."""
        kept = frames * there[..., None]
        near = functional.relu(self.layer(kept.transpose(1, 2)).transpose(1, 2))
        encoded: Tensor = self.even(kept + near) * there[..., None]
        return encoded


def weighted_means(values: Tensor, weights: Tensor, group: Tensor, groups: int) -> Tensor:
    """The mean of the values of each group, by their weights; zero for a group without any."""
    totals = values.new_zeros(groups, values.shape[1]).index_add(0, group, values * weights[:, None])
    sizes = values.new_zeros(groups).index_add(0, group, weights)
    return totals / sizes.clamp(min=1e-6)[:, None]


def frames_of(things: Tensor, weights: Tensor, given: Batch) -> Tensor:
    """videos x frames x hidden: the things of each frame, averaged by weight."""
    videos, frames = given.there.shape
    return weighted_means(things, weights, given.things.frame, videos * frames).view(videos, frames, -1)


def events_of(frames: Tensor, events: Events) -> Tensor:
    """videos x events x hidden: the frames of each event, averaged (equation 3)."""
    videos, count = events.there.shape
    flat = frames.flatten(0, 1)[events.frame]
    return weighted_means(flat, flat.new_ones(len(flat)), events.event, videos * count).view(videos, count, -1)


def spread(things: Tensor, given: Batch) -> tuple[Tensor, Tensor]:
    """Things by frame: videos x frames x places x hidden, and whether there is one in each place."""
    videos, frames = given.there.shape
    places = int(given.things.place.max()) + 1 if len(given.things.place) else 1
    where = given.things.frame * places + given.things.place
    shown = things.new_zeros(videos * frames * places, things.shape[1]).index_copy(0, where, things)
    there = torch.zeros(videos * frames * places, dtype=torch.bool).index_fill(0, where, True)
    return shown.view(videos, frames, places, -1), there.view(videos, frames, places)


def shares(scores: Tensor, there: Tensor) -> Tensor:
    """Scores as shares of 1 along the last axis, over what is there; all zero where nothing is."""
    kept = scores.masked_fill(~there, -1e9)
    return functional.softmax(kept, -1) * there.any(-1, keepdim=True)


class Attention(nn.Module):
    """Which of several parts matter for what is asked: one layer over both, and a score."""

    def __init__(self, asked: int) -> None:
        super().__init__()
        self.of_parts, self.of_asked = nn.Linear(HIDDEN, HIDDEN), nn.Linear(asked, HIDDEN)
        self.score = nn.Linear(HIDDEN, 1)

    def forward(self, parts: Tensor, there: Tensor, asked: Tensor, video: Tensor) -> Tensor:
        """questions x parts: what each counts; parts are those of videos, and `video` says which is asked about."""
        mixed = torch.tanh(self.of_parts(parts)[video] + self.of_asked(asked)[:, None])
        return shares(self.score(mixed)[..., 0], there[video])


class RoleHeads(nn.Module):
    """Seven classifiers of one vector."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.hidden = nn.Sequential(nn.Linear(width, HIDDEN), nn.ReLU(), nn.Dropout(DROPPED))
        self.roles = nn.ModuleList(nn.Linear(HIDDEN, 1 + len(vocabulary()[role])) for role in ROLES)

    def forward(self, vector: Tensor) -> list[Tensor]:
        """By role: questions x values."""
        hidden = self.hidden(vector)
        return [role(hidden) for role in self.roles]


class FusedRoleHeads(nn.Module):
    """Equation 4: seven classifiers of what is seen times what is asked, number by number."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = nn.ModuleList(nn.Linear(HIDDEN, HIDDEN) for _ in ROLES)
        self.asked = nn.ModuleList(nn.Linear(HIDDEN, HIDDEN) for _ in ROLES)
        self.roles = nn.ModuleList(nn.Linear(HIDDEN, 1 + len(vocabulary()[role])) for role in ROLES)
        self.dropped = nn.Dropout(DROPPED)

    def forward(self, seen: Tensor, asked: Tensor) -> list[Tensor]:
        """By role: questions x values."""
        triples = zip(self.seen, self.asked, self.roles, strict=True)
        return [role(self.dropped(of_seen(seen) * of_asked(asked))) for of_seen, of_asked, role in triples]
