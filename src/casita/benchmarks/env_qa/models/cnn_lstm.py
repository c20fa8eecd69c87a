"""The paper's CNN-LSTM: video and question, each as a whole, side by side."""

from __future__ import annotations

from casita.benchmarks.env_qa.models.batches import Batch
from casita.benchmarks.env_qa.models.i_only import VideoReader
from casita.benchmarks.env_qa.models.network_parts import HIDDEN, QuestionReader, RoleHeads, RoleNetwork, Shape
from casita.learn.needing_torch import Tensor, torch


class CnnLstm(RoleNetwork):
    """Answers from both wholes."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.question, self.video = QuestionReader(shape.words), VideoReader(shape)
        self.heads = RoleHeads(2 * HIDDEN)

    def forward(self, given: Batch) -> list[Tensor]:
        """By role: questions x values."""
        _, whole = self.question(given)
        found: list[Tensor] = self.heads(torch.cat([self.video(given), whole], 1))
        return found
