"""Concat-Linear: one linear layer on the before-vector beside the action's vector."""

from __future__ import annotations

from torch import Tensor, nn

from casita.benchmarks.act_thor.models.coding import Predictor, coding, joined


class ConcatLinear(Predictor):
    """(picture, action) -> picture, linear with a bias."""

    def __init__(self, width: int, actions: int, coded_as: str) -> None:
        super().__init__()
        self.coded = coding(coded_as, width, actions)
        self.layer = nn.Linear(self.coded.picture_width + self.coded.action_width, self.coded.picture_width)

    def predicted(self, before: Tensor, action: Tensor) -> Tensor:
        """What the layer makes of both."""
        after: Tensor = self.layer(joined(self.coded, before, action))
        return after

    def seen(self, vectors: Tensor) -> Tensor:
        """Pictures as the coding has them."""
        return self.coded.picture(vectors)
