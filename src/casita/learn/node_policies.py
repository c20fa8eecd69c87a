"""Networks of policies that see a set of nodes and choose in two parts: an encoder, a memory, and what is said of it.

A node is a thing, a room or an agent in view: a class and numbers that say how it is. Sets are padded to one length;
class 0 is no node.
"""

from __future__ import annotations

from typing import NamedTuple

from casita.learn.needing_torch import Tensor, functional, nn, torch

HEADS = 4
"""Of attention in the Transformer."""

NEVER = -1e9
"""The logit of what is not possible."""

Memory = tuple[Tensor, Tensor]
"""What an LSTM remembers."""


class NodeEncoder(nn.Module):
    """Nodes to vectors: their class and how they are, then one layer of a Transformer."""

    def __init__(self, kinds: int, states: int, width: int) -> None:
        """For so many classes and so many numbers of a node."""
        super().__init__()
        self.kind = nn.Embedding(kinds, width, padding_idx=0)
        self.state = nn.Linear(states, width)
        self.first = nn.Linear(width, width)
        self.asks = nn.Linear(width, 3 * width)
        self.answers = nn.Linear(width, width)
        self.norm_asked, self.norm_thought = nn.LayerNorm(width), nn.LayerNorm(width)
        self.thinks = nn.Sequential(nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))

    def forward(self, kind: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        """Vectors of nodes (rows x nodes x width) and of rows (their means over nodes)."""
        there = kind > 0
        made = torch.relu(self.first(torch.relu(self.kind(kind) + self.state(state))))
        rows, count, width = made.shape
        query, key, value = (
            part.reshape(rows, count, HEADS, width // HEADS).transpose(1, 2)
            for part in self.asks(made).split(width, dim=-1)
        )
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=there[:, None, None, :])
        made = self.norm_asked(made + self.answers(seen.transpose(1, 2).reshape(rows, count, width)))
        made = self.norm_thought(made + self.thinks(made)) * there[..., None]
        return made, made.sum(dim=1) / there.sum(dim=1, keepdim=True)


class Remembering(nn.Module):
    """An LSTM over the steps of episodes, and a value."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.value = nn.Linear(width, 1)

    def forward(self, context: Tensor, memory: Memory | None) -> tuple[Tensor, Tensor, Memory]:
        """What is remembered after every step (episodes x steps x width), values, and the memory at the end."""
        made, memory = self.lstm(context, memory)
        return made, self.value(made).squeeze(-1), memory


class Chosen(NamedTuple):
    """What a policy says about steps: logits of its two choices, and values."""

    first: Tensor
    second: Tensor
    """Of one of some classes, or of the nodes with a last column for "none"."""
    value: Tensor
    memory: Memory
    close: Tensor | None = None
    """Logits of nodes being in reach, of a policy that predicts that."""


class NodePolicy(nn.Module):
    """Chooses in two parts. Its `forward` takes what `actor_critic.Learner` and `choosing.Actor` give it:

    classes and states of nodes, with a row for every step; goals; each step's place in episodes x steps; how many of
    both there are; and the memory to begin with. It gives a `Chosen`.
    """

    width: int
    """Numbers that its memory holds."""


def in_episodes(rows: Tensor, where: Tensor, shape: tuple[int, int]) -> Tensor:
    """Rows of steps laid out as episodes x steps, zeros after the end of an episode."""
    made = torch.zeros(shape[0] * shape[1], rows.shape[1])
    return made.index_copy(0, where, rows).reshape(*shape, -1)


def masked(logits: Tensor, possible: Tensor) -> Tensor:
    """Log probabilities among what is possible."""
    made: Tensor = torch.log_softmax(logits.masked_fill(~possible, NEVER), dim=-1)
    return made


def entropy(log_probabilities: Tensor) -> Tensor:
    """Of each row."""
    made: Tensor = -(log_probabilities.exp() * log_probabilities).sum(dim=-1)
    return made


def closeness_loss(predicted: Tensor, kind: Tensor, close: Tensor) -> Tensor:
    """How badly a policy predicts which nodes are in reach."""
    there = kind > 0
    loss: Tensor = functional.binary_cross_entropy_with_logits(predicted[there], close[there].float())
    return loss
