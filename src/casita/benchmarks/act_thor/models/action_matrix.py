"""Action-Matrix: verbs as functions. One square matrix an action turns before-vectors into after-vectors."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from casita.benchmarks.act_thor.models.coding import Predictor


class ActionMatrix(Predictor):
    """A D x D matrix an action. They are separate parameters: a step touches only those of the actions in its batch."""

    def __init__(self, width: int, actions: int) -> None:
        super().__init__()
        self.matrices = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(actions))

    def predicted(self, before: Tensor, action: Tensor) -> Tensor:
        """The matrix of its action times each before-vector."""
        order = torch.argsort(action, stable=True)
        counts = torch.bincount(action, minlength=len(self.matrices)).tolist()
        groups = torch.split(before[order], counts)
        moved = [matrix(group) for matrix, group in zip(self.matrices, groups, strict=True) if len(group)]
        back = torch.empty_like(order)
        back[order] = torch.arange(len(order))
        return torch.cat(moved)[back] if moved else before
