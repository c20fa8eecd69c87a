"""STAGE in the spirit of Lei et al., as the paper has it: every word attends to things, and convolutions go over time.

In each frame every word of the question is set beside the things that fit it; the strongest of that over all words is
the frame. Convolutions go over the frames, and they are weighed by a score of their own. Subtitles are left out.
"""

from __future__ import annotations

import math

from casita.benchmarks.env_qa.models.batches import Batch
from casita.benchmarks.env_qa.models.network_parts import (
    HIDDEN,
    NARROW,
    AttendingNetwork,
    Clock,
    FusedRoleHeads,
    Shape,
    TemporalCNN,
    shares,
    spread,
)  # fmt: skip
from casita.benchmarks.env_qa.models.words import PADDING
from casita.learn.needing_torch import Tensor, functional, nn, torch

NEVER = -1e9
"""What is added to this stays below zero."""


class Stage(AttendingNetwork):
    """Attends word by word, frame by frame."""

    most_frames = 10

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self.asking, self.offered = nn.Linear(HIDDEN, NARROW), nn.Linear(HIDDEN, NARROW)
        self.of_words, self.of_things = nn.Linear(HIDDEN, NARROW), nn.Linear(HIDDEN, NARROW)
        self.widened, self.clock = nn.Linear(NARROW, HIDDEN), Clock()
        self.near, self.wider = TemporalCNN(3), TemporalCNN(5)
        self.score, self.heads = nn.Linear(HIDDEN, 1), FusedRoleHeads()

    def answers_and_weights(self, given: Batch) -> tuple[list[Tensor], Tensor]:
        """What it says, and what each frame counts."""
        words, whole = self.question(given)
        things, is_thing = spread(self.things(given.things), given)
        keys, values = self.offered(things)[given.video], self.of_things(things)[given.video]
        scores = torch.einsum("qfpn,qwn->qfwp", keys, self.asking(words)) / math.sqrt(NARROW)
        weights = shares(scores, is_thing[given.video][:, :, None])
        aligned = torch.einsum("qfwp,qfpn->qfwn", weights, values)
        sought = self.of_words(words).masked_fill((given.words == PADDING)[..., None], NEVER)
        fused = functional.relu(sought[:, None] + aligned)
        there = given.there[given.video]
        frames = self.widened(fused.amax(2)) + self.clock(given.at)[given.video]
        frames = self.wider(self.near(frames, there), there)
        moments = shares(self.score(frames)[..., 0], there)
        return self.heads(torch.einsum("qf,qfh->qh", moments, frames), whole), moments
