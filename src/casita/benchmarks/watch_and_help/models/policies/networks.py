"""The networks of Hybrid and HRL: an encoder of what is in view, the high-level and the low-level policy.

After Figures 16 to 18 of the paper: nodes are encoded by a Transformer; the goal gives vectors of attention that
reshape nodes and context by products; the context goes through an LSTM. The high-level policy then chooses the class
of an object and the class of a target, the low-level policy a type of action and the node to do it to.
"""

from __future__ import annotations

from casita.benchmarks.watch_and_help.models.policies.features import (
    CARRIED,
    KIND_NUMBERS,
    KINDS,
    OBJECTS,
    STATES,
    TARGETS,
    TYPES,
)
from casita.learn.needing_torch import Tensor, nn, torch
from casita.learn.node_policies import Chosen, Memory, NodeEncoder, NodePolicy, Remembering, in_episodes

WIDTH = 64
"""Numbers in every vector; the paper has 128."""


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


class GoalPolicy(NodePolicy):
    """What both policies begin with: vectors of nodes and of predicates."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
        self.encoder = NodeEncoder(len(KINDS), STATES, width)
        self.predicates = Predicates(width)


class HighPolicy(GoalPolicy):
    """Chooses a predicate of the goal: the class of an object, then the class of where it goes."""

    def __init__(self, width: int = WIDTH) -> None:
        super().__init__(width)
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
        made, value, memory = self.memory(in_episodes(reshaped, where, shape), memory)
        made = made.flatten(0, 1)[where]
        return Chosen(self.object(made), self.target(made), value, memory)


class LowPolicy(GoalPolicy):
    """Chooses what to do next for one predicate: a type of action and a node."""

    def __init__(self, width: int = WIDTH) -> None:
        super().__init__(width)
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
        past, value, memory = self.memory(in_episodes(reshaped, where, shape), memory)
        return Chosen(self.action(past.flatten(0, 1)[where]), about, value, memory, self.close(made).squeeze(-1))


Policy = HighPolicy | LowPolicy
