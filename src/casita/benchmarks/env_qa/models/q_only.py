"""The paper's Q-only: a recurrent network that reads the question, and sees nothing."""

from __future__ import annotations

from casita.benchmarks.env_qa.models.batches import Batch
from casita.benchmarks.env_qa.models.network_parts import HIDDEN, QuestionReader, RoleHeads, RoleNetwork, Shape
from casita.learn.needing_torch import Tensor


class QOnly(RoleNetwork):
    """Answers from the question as a whole."""

    is_blind = True
    most_frames = 1

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.question, self.heads = QuestionReader(shape.words), RoleHeads(HIDDEN)

    def forward(self, given: Batch) -> list[Tensor]:
        """By role: questions x values."""
        _, whole = self.question(given)
        found: list[Tensor] = self.heads(whole)
        return found
