"""Acting by a learned policy: what is possible, a draw among it, and a record of it to learn from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray

from casita.agents.chores import Outlook
from casita.agents.view import View
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models.policies.features import (
    CARRIED,
    FOLLOW,
    GRAB,
    OBJECTS,
    PUT,
    TARGETS,
    TYPES,
    WALK,
    Nodes,
    carried_counts,
    carried_number,
    nodes,
    padded,
)
from casita.benchmarks.watch_and_help.models.policies.networks import HighPolicy, LowPolicy, Policy
from casita.learn.checkpoints import Checkpoint, fill_module, load_weights
from casita.seeds import Stream
from casita.world.action import Action
from casita.world.goals import Goal, Predicate
from casita.world.statics import NONE

VERSION = 1
"""Of the weights' files."""

KEPT = 20
"""Steps that a predicate is kept, unless it is done or out of the question sooner. The authors' code does the same."""

Mask = NDArray[np.bool_]
Made = TypeVar("Made", HighPolicy, LowPolicy)


class Ask(NamedTuple):
    """What a policy is asked at one step of one episode."""

    nodes: Nodes
    goal: NDArray[np.float32]
    """Counts of the 28 predicates; of a low-level policy 1 for the one that it is after."""
    possible: Mask
    """First choices x second choices; at least one is possible. The last node of a low-level policy is "no object"."""


class Taken(NamedTuple):
    """A choice as it was made."""

    ask: Ask
    first: int
    second: int
    log_probability: float


class Actor:
    """Acts by a policy in several episodes at a time, and remembers each."""

    def __init__(self, policy: Policy, episodes: int = 1) -> None:
        self.policy = policy
        self._memory = tuple(torch.zeros(1, episodes, policy.width) for _ in range(2))

    def choose(self, asked: Sequence[Ask], lucks: Sequence[Stream], episodes: Sequence[int] = (0,)) -> list[Taken]:
        """A draw for the next step of each of some episodes."""
        kind, state = padded([ask.nodes for ask in asked])
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


def _drawn(ask: Ask, first: NDArray[np.float64], second: NDArray[np.float64], luck: Stream) -> Taken:
    """Draw the first choice, and then the second among those that go with it."""
    one, chance_one = _pick(first, np.any(ask.possible, axis=1), luck)
    width = ask.possible.shape[1]
    if len(second) != width:
        second = np.append(second[: width - 1], second[-1])
    two, chance_two = _pick(second, ask.possible[one], luck)
    return Taken(ask, one, two, chance_one + chance_two)


def _pick(logits: NDArray[np.float64], possible: Mask, luck: Stream) -> tuple[int, float]:
    """One of what is possible by its probability, and the log of it."""
    rows = np.flatnonzero(possible)
    weights = np.exp(logits[rows] - logits[rows].max())
    heap = np.cumsum(weights / weights.sum())
    row = min(int(np.searchsorted(heap, luck.random() * heap[-1], side="right")), len(rows) - 1)
    return int(rows[row]), float(np.log(weights[row] / weights.sum()))


@contextmanager
def one_thread() -> Iterator[None]:
    """Torch on one thread, as it was afterwards."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


# High level.


class Chooser:
    """Chooses the predicate that Bob goes for, by the high-level policy."""

    def __init__(self, policy: HighPolicy, goal: Goal, luck: Stream) -> None:
        self.taken: list[Taken] = []
        """All choices so far."""
        self._numbers = [carried_number(predicate) for predicate in goal.predicates]
        self._goal = carried_counts(goal)
        self._actor = Actor(policy)
        self._luck = luck
        self._present = NONE
        self._need = 0
        self._until = 0

    def __call__(self, outlook: Outlook, view: View, possible: list[int]) -> int:
        """The number of a predicate of the goal, one of those that are possible."""
        kept = self._present in possible and view.tick < self._until and outlook.need[self._present] == self._need
        if not kept:
            asked = Ask(nodes(view), self._goal, high_mask([self._numbers[number] for number in possible]))
            (taken,) = self._actor.choose([asked], [self._luck])
            self.taken.append(taken)
            wanted = OBJECTS[taken.first], TARGETS[taken.second]
            pairs = {number: (CARRIED[self._numbers[number]].object, CARRIED[self._numbers[number]].target)
                     for number in possible}  # fmt: skip
            self._present = next(number for number, pair in pairs.items() if pair == wanted)
            self._need, self._until = outlook.need[self._present], view.tick + KEPT
        return self._present


def high_mask(numbers: Sequence[int]) -> Mask:
    """Which classes of objects and targets make one of these predicates of `CARRIED`."""
    mask = np.zeros((len(OBJECTS), len(TARGETS)), np.bool_)
    for number in numbers:
        mask[OBJECTS.index(CARRIED[number].object), TARGETS.index(CARRIED[number].target)] = True
    return mask


# Low level.


def low_mask(seen: Nodes, view: View, *, delegates: bool = False) -> Mask:
    """Which types of actions go with which nodes; one that `delegates` leaves what to grab to another policy."""
    mask = np.zeros((len(TYPES), len(seen.names) + 1), np.bool_)
    mask[:, :-1] = seen.usable.T
    mask[FOLLOW, -1] = bool(view.others)
    free = len(view.hands) < view.body.hands
    if delegates:
        mask[GRAB] = False
        mask[GRAB, -1] = free
    elif not free:
        mask[GRAB] = False
    if not view.hands:
        mask[PUT] = False
    return mask


def low_ask(view: View, number: int, *, delegates: bool = False) -> Ask:
    """What a low-level policy is asked when Bob is after a predicate of `CARRIED`."""
    seen = nodes(view)
    goal = np.zeros(len(CARRIED), np.float32)
    goal[number] = 1.0
    return Ask(seen, goal, low_mask(seen, view, delegates=delegates))


def low_action(taken: Taken, view: View, predicate: Predicate) -> Action:
    """The action that a type and a node stand for."""
    type = TYPES[taken.first]
    if taken.first == FOLLOW:
        return Action(BOB, "walk_to", target=next(iter(view.others)))
    name, slot = taken.ask.nodes.names[taken.second], int(taken.ask.nodes.slots[taken.second])
    if taken.first == WALK:
        return Action(BOB, "walk_to", target=name)
    if taken.first == PUT:
        known = view.known
        wanted = [held for held in view.hands if known.things[held].type == predicate.object]
        thing = known.ids[(wanted or view.hands)[0]]
        relation = predicate.relation if known.things[slot].type == predicate.target else ""
        return Action(BOB, "put", thing, name, relation)
    return Action(BOB, {"grab": "pick_up"}.get(type, type), name)


# Weights.


def loaded(made: type[Made], path: Path, kind: str, part: str = "") -> Made:
    """A policy with the weights of a file; `part` names one of several in it."""
    found = load_weights(path, kind, VERSION)
    own = {name.removeprefix(part): array for name, array in found.weights.items() if name.startswith(part)}
    policy = made(int(found.notes["width"]))
    fill_module(policy, Checkpoint(found.kind, found.version, own, found.notes, found.digest), path)
    return policy.eval()
