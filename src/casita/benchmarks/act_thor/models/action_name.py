"""Action-name: the action's embedding against projected after-pictures; it never sees the before-picture."""

from __future__ import annotations

from torch import Tensor

from casita.benchmarks.act_thor.models.coding import Embedded, Predictor


class ActionName(Predictor):
    """Linear projections of the action's embedding and of the candidates into one space."""

    def __init__(self, width: int, actions: int) -> None:
        super().__init__()
        self.coded = Embedded(width, actions)

    def predicted(self, before: Tensor, action: Tensor) -> Tensor:
        """The projected embedding of the action."""
        return self.coded.action(action)

    def seen(self, vectors: Tensor) -> Tensor:
        """The projected pictures."""
        return self.coded.picture(vectors)
