"""Concat-Multi: two layers with batch normalisation, activation and dropout on the same input as Concat-Linear.

The paper's parameter counts fit a hidden layer of three quarters of the input, and a batch normalisation
without parameters of its own.
"""

from __future__ import annotations

from torch import Tensor, nn

from casita.benchmarks.act_thor.models.coding import Predictor, coding, joined

DROPOUT = 0.2


class ConcatMulti(Predictor):
    """(picture, action) -> hidden -> picture."""

    def __init__(self, width: int, actions: int, coded_as: str) -> None:
        super().__init__()
        self.coded = coding(coded_as, width, actions)
        given = self.coded.picture_width + self.coded.action_width
        hidden = given * 3 // 4
        self.layers = nn.Sequential(
            nn.Linear(given, hidden),
            nn.BatchNorm1d(hidden, affine=False),
            nn.ReLU(),
            nn.Dropout(DROPOUT),
            nn.Linear(hidden, self.coded.picture_width),
        )

    def predicted(self, before: Tensor, action: Tensor) -> Tensor:
        """What the layers make of both."""
        after: Tensor = self.layers(joined(self.coded, before, action))
        return after

    def seen(self, vectors: Tensor) -> Tensor:
        """Pictures as the coding has them."""
        return self.coded.picture(vectors)
