"""The networks of Hybrid and HRL: an encoder of what is in view, the high-level and the low-level policy.

After Figures 16 to 18 of the paper: nodes are encoded by a Transformer; the goal gives vectors of attention that
reshape nodes and context by products; the context goes through an LSTM. The high-level policy then chooses the class
of an object and the class of a target, the low-level policy a type of action and the node to do it to.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, scaled_dot_product_attention

from casita.benchmarks.watch_and_help.models.policies.features import (
    CARRIED,
    KIND_NUMBERS,
    KINDS,
    OBJECTS,
    STATES,
    TARGETS,
    TYPES,
)

HEADS = 4
"""Of attention in the Transformer."""

WIDTH = 64
"""Numbers in every vector; the paper has 128."""

NEVER = -1e9
"""The logit of what is not possible."""

Memory = tuple[Tensor, Tensor]
"""What an LSTM remembers."""


class Encoder(nn.Module):
    """Nodes to vectors: their class and how they are, then one layer of a Transformer."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.kind = nn.Embedding(len(KINDS), width, padding_idx=0)
        self.state = nn.Linear(STATES, width)
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
        seen = scaled_dot_product_attention(query, key, value, attn_mask=there[:, None, None, :])
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


class Predicates(nn.Module):
    """Vectors of the 28 predicates, from those of their two classes."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.word = nn.Embedding(len(KINDS), width)
        self.both = nn.Linear(2 * width, width)
        pairs = [(KIND_NUMBERS[each.object], KIND_NUMBERS[each.target]) for each in CARRIED]
        self.register_buffer("pairs", torch.tensor(pairs), persistent=False)

    def forward(self) -> Tensor:
        """Predicates x width."""
        made: Tensor = torch.relu(self.both(self.word(self.pairs).flatten(1)))
        return made


class Chosen(NamedTuple):
    """What a policy says about steps: logits of its two choices, and values."""

    first: Tensor
    """Of the object's class, or of the type of action."""
    second: Tensor
    """Of the target's class, or of the nodes."""
    value: Tensor
    memory: Memory
    close: Tensor | None = None
    """Logits of nodes being in reach, of a low-level policy."""


class HighPolicy(nn.Module):
    """Chooses a predicate of the goal: the class of an object, then the class of where it goes."""

    def __init__(self, width: int = WIDTH) -> None:
        super().__init__()
        self.width = width
        self.encoder = Encoder(width)
        self.predicates = Predicates(width)
        self.attention = nn.Linear(width, width)
        self.memory = Remembering(width)
        self.object = nn.Linear(width, len(OBJECTS))
        self.target = nn.Linear(width, len(TARGETS))

    def forward(
        self, kind: Tensor, state: Tensor, goal: Tensor, where: Tensor, shape: tuple[int, int], memory: Memory | None
    ) -> Chosen:
        """Steps are rows; `goal` counts their predicates; `where` is their place in episodes x steps."""
        _, context = self.encoder(kind, state)
        reshaped = context * torch.sigmoid(self.attention(goal @ self.predicates()))
        made, value, memory = self.memory(_in_episodes(reshaped, where, shape), memory)
        made = made.flatten(0, 1)[where]
        return Chosen(self.object(made), self.target(made), value, memory)


class LowPolicy(nn.Module):
    """Chooses what to do next for one predicate: a type of action and a node."""

    def __init__(self, width: int = WIDTH) -> None:
        super().__init__()
        self.width = width
        self.encoder = Encoder(width)
        self.predicates = Predicates(width)
        self.object_attention, self.type_attention = nn.Linear(width, width), nn.Linear(width, width)
        self.memory = Remembering(width)
        self.action = nn.Linear(width, len(TYPES))
        self.object = nn.Linear(width, 1)
        self.close = nn.Linear(width, 1)

    def forward(
        self, kind: Tensor, state: Tensor, goal: Tensor, where: Tensor, shape: tuple[int, int], memory: Memory | None
    ) -> Chosen:
        """The same with `goal` counting one predicate; logits of nodes have a last column for "no object"."""
        made, context = self.encoder(kind, state)
        wanted = goal @ self.predicates()
        about = self.object(made * torch.sigmoid(self.object_attention(wanted))[:, None, :]).squeeze(-1)
        about = torch.cat([about, torch.zeros(len(about), 1)], dim=1)
        reshaped = context * torch.sigmoid(self.type_attention(wanted))
        past, value, memory = self.memory(_in_episodes(reshaped, where, shape), memory)
        return Chosen(self.action(past.flatten(0, 1)[where]), about, value, memory, self.close(made).squeeze(-1))


Policy = HighPolicy | LowPolicy


def _in_episodes(rows: Tensor, where: Tensor, shape: tuple[int, int]) -> Tensor:
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


def closeness_loss(chosen: Chosen, kind: Tensor, close: Tensor) -> Tensor:
    """How badly a low-level policy predicts which nodes are in reach."""
    assert chosen.close is not None
    there = kind > 0
    loss: Tensor = binary_cross_entropy_with_logits(chosen.close[there], close[there].float())
    return loss
