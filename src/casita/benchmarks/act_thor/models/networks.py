"""The networks of the paper's trained models, and how actions and pictures enter them.

The widths follow from the parameter counts of the paper's Table 8. They fit only an embedding of 768 numbers an action,
projected to the shared 256, and one projection for before- and after-pictures alike; in Concat-Multi, a hidden layer of
three quarters of the input, and a batch normalisation without parameters of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from casita.errors import unknown
from casita.learn.needing_torch import Tensor, nn, torch

SHARED = 256
"""Width of the space that actions and pictures share."""
EMBEDDED = 768
"""Width of an action's own embedding."""
DROPOUT = 0.2


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


CODINGS: Mapping[str, type[OneHot | Embedded]] = {"one-hot": OneHot, "embedded": Embedded}
"""Ways to give a network the action: one-hot beside raw vectors, or both embedded in one space."""


class Predictor(nn.Module):
    """A network that predicts the after-vector; only the concatenating ones have a choice of coding."""

    def __init__(self, width: int, actions: int, coded_as: str = "one-hot") -> None:
        super().__init__()

    def predicted(self, before: Tensor, action: Tensor) -> Tensor:
        """B x E from B x D before-vectors and B actions."""
        raise NotImplementedError

    def seen(self, vectors: Tensor) -> Tensor:
        """Pictures in the space of what is predicted: here the vectors themselves."""
        return vectors


class ActionName(Predictor):
    """The action's projected embedding against projected after-pictures; it never sees the before-picture."""

    def __init__(self, width: int, actions: int, coded_as: str = "embedded") -> None:
        super().__init__(width, actions)
        self.coded = Embedded(width, actions)

    def predicted(self, before: Tensor, action: Tensor) -> Tensor:
        """The projected embedding of the action."""
        return self.coded.action(action)

    def seen(self, vectors: Tensor) -> Tensor:
        """The projected pictures."""
        return self.coded.picture(vectors)


class ActionMatrix(Predictor):
    """Verbs as functions: a D x D matrix an action turns before-vectors into after-vectors.

    They are separate parameters: a step touches only those of the actions in its batch.
    """

    def __init__(self, width: int, actions: int, coded_as: str = "one-hot") -> None:
        super().__init__(width, actions)
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


class Concat(Predictor):
    """The before-picture beside the action, and something that makes an after-picture of both."""

    def __init__(self, width: int, actions: int, coded_as: str = "one-hot") -> None:
        super().__init__(width, actions)
        self.coded = CODINGS[coded_as](width, actions)
        self.given = self.coded.picture_width + self.coded.action_width

    def joined(self, before: Tensor, action: Tensor) -> Tensor:
        """Both in one vector."""
        return torch.cat([self.coded.picture(before), self.coded.action(action)], dim=-1)

    def seen(self, vectors: Tensor) -> Tensor:
        """Pictures as the coding has them."""
        return self.coded.picture(vectors)


class ConcatLinear(Concat):
    """One linear layer with a bias."""

    def __init__(self, width: int, actions: int, coded_as: str = "one-hot") -> None:
        super().__init__(width, actions, coded_as)
        self.layer = nn.Linear(self.given, self.coded.picture_width)

    def predicted(self, before: Tensor, action: Tensor) -> Tensor:
        """What the layer makes of both."""
        after: Tensor = self.layer(self.joined(before, action))
        return after


class ConcatMulti(Concat):
    """Two layers with batch normalisation, activation and dropout."""

    def __init__(self, width: int, actions: int, coded_as: str = "one-hot") -> None:
        super().__init__(width, actions, coded_as)
        hidden = self.given * 3 // 4
        self.layers = nn.Sequential(
            nn.Linear(self.given, hidden),
            nn.BatchNorm1d(hidden, affine=False),
            nn.ReLU(),
            nn.Dropout(DROPOUT),
            nn.Linear(hidden, self.coded.picture_width),
        )

    def predicted(self, before: Tensor, action: Tensor) -> Tensor:
        """What the layers make of both."""
        after: Tensor = self.layers(self.joined(before, action))
        return after


NETWORKS: Mapping[str, type[Predictor]] = {
    "action-name": ActionName,
    "action-matrix": ActionMatrix,
    "concat-linear": ConcatLinear,
    "concat-multi": ConcatMulti,
}


def network(name: str, width: int, actions: int, coded_as: str = "one-hot") -> Predictor:
    """A new network of this name for vectors of this width and so many actions."""
    if name not in NETWORKS:
        raise unknown("trained model", name, NETWORKS)
    if coded_as not in CODINGS:
        raise unknown("coding of actions", coded_as, CODINGS)
    return NETWORKS[name](width, actions, coded_as)
