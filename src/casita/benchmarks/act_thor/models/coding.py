"""How actions and pictures enter the networks: one-hot beside raw vectors, or both embedded in one space.

The widths follow from the parameter counts of the paper's Table 8: they fit only an embedding of 768 numbers an
action, projected to the shared 256, and one projection for before- and after-pictures alike.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from casita.errors import unknown

SHARED = 256
"""Width of the space that actions and pictures share."""
EMBEDDED = 768
"""Width of an action's own embedding."""


class OneHot(nn.Module):
    """Actions as one-hot vectors, pictures as they are."""

    def __init__(self, width: int, actions: int) -> None:
        super().__init__()
        self.picture_width, self.action_width = width, actions

    def picture(self, vectors: Tensor) -> Tensor:
        """The vectors themselves."""
        return vectors

    def action(self, numbers: Tensor) -> Tensor:
        """A one and zeros."""
        return nn.functional.one_hot(numbers, self.action_width).float()


class Embedded(nn.Module):
    """Actions as learned vectors; actions and pictures projected into one space."""

    def __init__(self, width: int, actions: int) -> None:
        super().__init__()
        self.picture_width = self.action_width = SHARED
        self.names = nn.Embedding(actions, EMBEDDED)
        self.of_names = nn.Linear(EMBEDDED, SHARED)
        self.of_pictures = nn.Linear(width, SHARED)

    def picture(self, vectors: Tensor) -> Tensor:
        """The projected vectors."""
        projected: Tensor = self.of_pictures(vectors)
        return projected

    def action(self, numbers: Tensor) -> Tensor:
        """The projected embeddings."""
        projected: Tensor = self.of_names(self.names(numbers))
        return projected


CODINGS = {"one-hot": OneHot, "embedded": Embedded}


def coding(name: str, width: int, actions: int) -> OneHot | Embedded:
    """The coding of this name for vectors of this width and so many actions."""
    if name not in CODINGS:
        raise unknown("coding of actions", name, CODINGS)
    return OneHot(width, actions) if name == "one-hot" else Embedded(width, actions)


class Predictor(nn.Module):
    """A network that predicts the after-vector: the base of the paper's trained models."""

    def predicted(self, before: Tensor, action: Tensor) -> Tensor:
        """B x E from B x D before-vectors and B actions."""
        raise NotImplementedError

    def seen(self, vectors: Tensor) -> Tensor:
        """Pictures in the space of what is predicted: here the vectors themselves."""
        return vectors


def joined(coded: OneHot | Embedded, before: Tensor, action: Tensor) -> Tensor:
    """The before-picture and the action in one vector."""
    return torch.cat([coded.picture(before), coded.action(action)], dim=-1)
