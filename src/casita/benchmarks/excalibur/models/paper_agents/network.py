"""The network of the paper's agents: a GRU over what is seen and done, an actor, a critic, and a prefix generator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from casita.benchmarks.excalibur.models.paper_agents.actions import ACTIONS, DONE_CHOICE, NO_ACTION
from casita.learn.needing_torch import Tensor, functional, nn, torch


@dataclass(frozen=True, slots=True)
class Shape:
    """How large the network is."""

    features: int
    """Numbers that describe a picture."""
    language: int
    """Numbers of one token of the language model."""
    belief: int = 128
    """Units of the GRU."""
    hidden: int = 128
    """Of heads and of the prefix generator."""
    action: int = 16
    """Numbers that stand for the last action."""
    prefix: int = 8
    """Tokens that are put before a question."""


class Step(NamedTuple):
    """What goes in at one step, for n environments."""

    seen: Tensor
    """n x features."""
    did: Tensor
    """n: the last choice, or NO_ACTION."""
    asked: Tensor
    """n x language: the mean embedding of the questions; zeros before they were asked."""
    refines: Tensor
    """n: is it the third phase? Only then it may be done."""


class Judged(NamedTuple):
    """What the network makes of beliefs."""

    odds: Tensor
    """... x actions: log-probabilities; -inf for what is not to be had."""
    value: Tensor


class AgentNetwork(nn.Module):
    """Beliefs from what was seen, done and asked; actions, values and prefix tokens from beliefs."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.sees = nn.Sequential(nn.LayerNorm(shape.features), nn.Linear(shape.features, shape.belief), nn.ReLU())
        self.did = nn.Embedding(NO_ACTION + 1, shape.action)
        self.memory = nn.GRUCell(shape.belief + shape.action + shape.language, shape.belief)
        self.actor = _head(shape.belief, shape.hidden, len(ACTIONS), 0.01)
        self.critic = _head(shape.belief, shape.hidden, 1, 1.0)
        self.generator = nn.Sequential(
            nn.Linear(shape.belief, shape.hidden), nn.ReLU(), nn.Linear(shape.hidden, shape.hidden), nn.ReLU(),
            nn.Linear(shape.hidden, shape.prefix * shape.language),
        )  # fmt: skip

    def first_belief(self, count: int) -> Tensor:
        """Of environments that nothing is known of."""
        return torch.zeros(count, self.shape.belief)

    def given(self, seen: Tensor, did: Tensor, asked: Tensor) -> Tensor:
        """What goes into the GRU, of any number of steps at once."""
        return torch.cat([self.sees(seen), self.did(did), asked], -1)

    def believed(self, belief: Tensor, step: Step) -> Tensor:
        """n x belief, after one more step."""
        found: Tensor = self.memory(self.given(step.seen, step.did, step.asked), belief)
        return found

    def judged(self, belief: Tensor, refines: Tensor) -> Judged:
        """What to do, and what is to be had."""
        scores: Tensor = self.actor(belief)
        barred = torch.zeros_like(scores, dtype=torch.bool)
        barred[..., DONE_CHOICE] = ~refines
        odds = functional.log_softmax(scores.masked_fill(barred, -torch.inf), -1)
        return Judged(odds, self.critic(belief)[..., 0])

    def prefix(self, belief: Tensor) -> Tensor:
        """n x tokens x language: the belief as a language model is told it."""
        made: Tensor = self.generator(belief)
        return made.reshape(len(belief), self.shape.prefix, self.shape.language)


def _head(before: int, hidden: int, after: int, scale: float) -> nn.Sequential:
    """A perceptron with one hidden layer, whose outputs are small at first by `scale`."""
    last = nn.Linear(hidden, after)
    nn.init.orthogonal_(last.weight, scale)
    nn.init.zeros_(last.bias)
    return nn.Sequential(nn.Linear(before, hidden), nn.ReLU(), last)
