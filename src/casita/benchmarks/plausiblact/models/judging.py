"""From a class and states to ratings: what of our network knows nothing of pixels.

Every class is judged by itself, together with what else is known of the thing; the answers are mixed as likely as each
class is. So a thing that is a mug or a bowl is rated as a mug half of the time, and never as something in between.
What a class is not compatible with is impossible by the paper's table, as in the ratings.
"""

from __future__ import annotations

from casita.benchmarks.plausiblact.classes.table import classes
from casita.benchmarks.plausiblact.item import ACTIONS, RATINGS
from casita.benchmarks.plausiblact.models.states import sizes
from casita.learn.needing_torch import Tensor, functional, nn, torch

HIDDEN = 256
"""Units between what is known and the thirty answers of a class."""

FORGOTTEN = 0.2
"""Share of these that are left out at random while they learn."""

LEAST_LIKELY = 1e-6
"""Of a class, and of what is impossible by the table: logarithms of nothing would be infinite."""


class Judge(nn.Module):
    """Ratings of n things by how likely each class is, and by so many other numbers about each thing."""

    def __init__(self, known: int) -> None:
        super().__init__()
        self.classes = nn.Parameter(0.1 * torch.randn(len(classes()), HIDDEN))
        self.known = nn.Linear(known, HIDDEN) if known else None
        self.forget = nn.Dropout(FORGOTTEN)
        self.ratings = nn.Linear(HIDDEN, len(ACTIONS) * len(RATINGS))
        can = torch.tensor([row.actions for row in classes().values()])
        self.compatible: Tensor
        self.register_buffer("compatible", can[None, :, :, None], persistent=False)
        never = torch.tensor([1.0 - 2 * LEAST_LIKELY, LEAST_LIKELY, LEAST_LIKELY]).log()
        self.impossible: Tensor
        self.register_buffer("impossible", never, persistent=False)

    def forward(self, likely: Tensor, known: Tensor) -> Tensor:
        """Logarithms of n x 10 x 3 probabilities; `likely` are n x classes probabilities, `known` n x numbers."""
        hidden = self.classes[None]
        if self.known is not None:
            hidden = hidden + self.known(known)[:, None]
        scores = self.ratings(self.forget(torch.relu(hidden))).unflatten(2, (len(ACTIONS), len(RATINGS)))
        each = torch.where(self.compatible, functional.log_softmax(scores, dim=3), self.impossible)
        weight = likely.clamp(min=LEAST_LIKELY).log()[:, :, None, None]
        return functional.log_softmax(torch.logsumexp(weight + each, dim=1), dim=2)

    def of_class(self, numbers: Tensor, known: Tensor) -> Tensor:
        """The same for one who knows the class: `numbers` are those of n classes."""
        hidden = self.classes[numbers]
        if self.known is not None:
            hidden = hidden + self.known(known)
        scores = self.ratings(self.forget(torch.relu(hidden))).unflatten(1, (len(ACTIONS), len(RATINGS)))
        return torch.where(self.compatible[0, numbers], functional.log_softmax(scores, dim=2), self.impossible)


def shares(values: Tensor) -> Tensor:
    """Scores of values as probabilities, those of each thing that is inferred by themselves."""
    return torch.cat([functional.softmax(part, dim=1) for part in torch.split(values, list(sizes()), 1)], 1)


def told(true: Tensor) -> Tensor:
    """The same for one who knows: the numbers of true values as probabilities of 0 and 1."""
    return torch.cat([functional.one_hot(true[:, n], size).float() for n, size in enumerate(sizes())], 1)


def calibrated(values: Tensor, true: Tensor) -> Tensor:
    """For each thing that is inferred, what its scores are best multiplied by: the truth is likeliest then."""
    parts = torch.split(values, list(sizes()), 1)
    tried = torch.logspace(-2.0, 1.0, 31, base=2.0)
    errors = [[functional.cross_entropy(each * part, true[:, n]) for each in tried] for n, part in enumerate(parts)]
    return tried[torch.tensor(errors).argmin(1)]


def inferring_error(values: Tensor, true: Tensor) -> Tensor:
    """The mean cross entropy of all that is inferred."""
    parts = torch.split(values, list(sizes()), 1)
    found: Tensor = torch.stack([functional.cross_entropy(part, true[:, n]) for n, part in enumerate(parts)]).mean()
    return found
