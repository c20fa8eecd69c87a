"""Choosing by a policy over nodes: what it is asked, a draw among what is possible, and a record to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from casita.arrays import Bools, Float16s, Float32s, Float64s, Uint8s
from casita.learn.needing_torch import torch
from casita.learn.node_policies import NodePolicy
from casita.learn.training import one_thread
from casita.seeds import Stream

Mask = Bools


class NodeSet(Protocol):
    """What is in view at one step: rows are nodes."""

    @property
    def kind(self) -> Uint8s:
        """The class of each, from 1 on."""

    @property
    def state(self) -> Float16s:
        """Numbers that say how each is."""

    @property
    def close(self) -> Mask:
        """Which can be reached; what a policy may learn to predict, no input."""


Nodes = TypeVar("Nodes", bound=NodeSet)


class Ask(NamedTuple, Generic[Nodes]):
    """What a policy is asked at one step of one episode."""

    nodes: Nodes
    goal: Float32s
    possible: Mask
    """First choices x second choices; at least one is possible. If the second is a node, the last column is "none"."""


class Taken(NamedTuple, Generic[Nodes]):
    """A choice as it was made."""

    ask: Ask[Nodes]
    first: int
    second: int
    log_probability: float


class Actor:
    """Chooses by a policy in several episodes at a time, and remembers each."""

    def __init__(self, policy: NodePolicy, episodes: int = 1) -> None:
        self.policy = policy
        self._memory = tuple(torch.zeros(1, episodes, policy.width) for _ in range(2))

    def choose(
        self, asked: Sequence[Ask[Nodes]], lucks: Sequence[Stream], episodes: Sequence[int] = (0,)
    ) -> list[Taken[Nodes]]:
        """A draw for the next step of each of some episodes."""
        kind, state = padded(asked)
        with one_thread(), torch.no_grad():
            held = self._memory[0][:, episodes], self._memory[1][:, episodes]
            rows = torch.arange(len(asked))
            goal = torch.tensor(np.stack([ask.goal for ask in asked]))
            chosen = self.policy(
                torch.from_numpy(kind).long(), torch.from_numpy(state).float(), goal, rows, (len(asked), 1), held
            )
            for kept, new in zip(self._memory, chosen.memory, strict=True):
                kept[:, episodes] = new
            first, second = chosen.first.double().numpy(), chosen.second.double().numpy()
        return [_drawn(*each) for each in zip(asked, first, second, lucks, strict=True)]


def padded(asked: Sequence[Ask[Any]]) -> tuple[Uint8s, Float16s]:
    """Classes and states of the nodes of several steps, each with as many rows as the longest; class 0 is no node."""
    longest = max(len(each.nodes.kind) for each in asked)
    kind = np.zeros((len(asked), longest), np.uint8)
    state = np.zeros((len(asked), longest, asked[0].nodes.state.shape[1]), np.float16)
    for row, each in enumerate(asked):
        kind[row, : len(each.nodes.kind)] = each.nodes.kind
        state[row, : len(each.nodes.kind)] = each.nodes.state
    return kind, state


def _drawn(ask: Ask[Nodes], first: Float64s, second: Float64s, luck: Stream) -> Taken[Nodes]:
    """Draw the first choice, and then the second among those that go with it."""
    one, chance_one = _pick(first, np.any(ask.possible, axis=1), luck)
    width = ask.possible.shape[1]
    if len(second) != width:
        second = np.append(second[: width - 1], second[-1])
    two, chance_two = _pick(second, ask.possible[one], luck)
    return Taken(ask, one, two, chance_one + chance_two)


def _pick(logits: Float64s, possible: Mask, luck: Stream) -> tuple[int, float]:
    """One of what is possible by its probability, and the log of it."""
    rows = np.flatnonzero(possible)
    weights = np.exp(logits[rows] - logits[rows].max())
    heap = np.cumsum(weights / weights.sum())
    row = min(int(np.searchsorted(heap, luck.random() * heap[-1], side="right")), len(rows) - 1)
    return int(rows[row]), float(np.log(weights[row] / weights.sum()))
