"""ST-VQA in the spirit of Jang et al., as the paper has it: the question attends to things, then to moments.

In each frame the things are weighed by what is asked; two recurrent networks, one upon the other, go through the
frames; and the moments of the second are weighed by what is asked. Region features stand in place of its grids.
"""

from __future__ import annotations

import math

from casita.benchmarks.env_qa.models.batches import Batch
from casita.benchmarks.env_qa.models.network_parts import (
    HIDDEN,
    NARROW,
    AttendingNetwork,
    Attention,
    FusedRoleHeads,
    Shape,
    shares,
    spread,
)  # fmt: skip
from casita.learn.needing_torch import Tensor, nn, torch


class StVqa(AttendingNetwork):
    """Attends in space, then in time."""

    most_frames = 24

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self.scene, self.asked = nn.Linear(shape.scene, NARROW), nn.Linear(HIDDEN, NARROW)
        self.offered = nn.Linear(HIDDEN, NARROW)
        self.lower = nn.LSTM(2 * NARROW, NARROW, batch_first=True)
        self.upper = nn.LSTM(NARROW, NARROW, batch_first=True)
        self.widened, self.moments, self.heads = nn.Linear(NARROW, HIDDEN), Attention(HIDDEN), FusedRoleHeads()

    def answers_and_weights(self, given: Batch) -> tuple[list[Tensor], Tensor]:
        """What it says, and what each frame counts."""
        _, whole = self.question(given)
        things, is_thing = spread(self.offered(self.things(given.things)), given)
        attended = attended_things(things[given.video], is_thing[given.video], self.asked(whole))
        frames = torch.cat([self.scene(given.scenes)[given.video], attended], 2)
        moments = self.widened(self.upper(self.lower(frames)[0])[0])
        weights = self.moments(moments, given.there[given.video], whole, torch.arange(len(whole)))
        seen = torch.einsum("qf,qfh->qh", weights, moments)
        return self.heads(seen, whole), weights


def attended_things(things: Tensor, there: Tensor, asked: Tensor) -> Tensor:
    """questions x frames x narrow: the things of each frame, weighed by how well they fit what is asked."""
    scores = torch.einsum("qfpn,qn->qfp", things, asked) / math.sqrt(NARROW)
    return torch.einsum("qfp,qfpn->qfn", shares(scores, there), things)
