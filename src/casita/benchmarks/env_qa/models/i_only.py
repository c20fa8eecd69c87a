"""The paper's I-only: sees the video, and is not told the question."""

from __future__ import annotations

from casita.benchmarks.env_qa.models.batches import Batch
from casita.benchmarks.env_qa.models.network_parts import HIDDEN, RoleHeads, RoleNetwork, Shape
from casita.learn.needing_torch import Tensor, nn


class VideoReader(nn.Module):
    """A recurrent network over pictures as wholes, as of CNN-LSTM."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.layer = nn.Linear(shape.scene, HIDDEN)
        self.reader = nn.LSTM(HIDDEN, HIDDEN, batch_first=True)

    def forward(self, given: Batch) -> Tensor:
        """questions x hidden: each question's video."""
        lengths = given.there.sum(1)
        packed = nn.utils.rnn.pack_padded_sequence(
            self.layer(given.scenes), lengths, batch_first=True, enforce_sorted=False
        )
        _, (last, _) = self.reader(packed)
        whole: Tensor = last[0][given.video]
        return whole


class IOnly(RoleNetwork):
    """Answers from the video as a whole."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.video, self.heads = VideoReader(shape), RoleHeads(HIDDEN)

    def forward(self, given: Batch) -> list[Tensor]:
        """By role: questions x values."""
        found: list[Tensor] = self.heads(self.video(given))
        return found
