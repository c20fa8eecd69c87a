"""Acting by a learned policy: what it is asked and what is possible, and the action that its choice stands for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from casita.agents.chores import OpenChores
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
)
from casita.benchmarks.watch_and_help.models.policies.networks import HighPolicy, LowPolicy
from casita.learn.checkpoints import fill_module, load_weights
from casita.learn.choosing import Actor, Ask, Mask, Taken
from casita.seeds import Stream
from casita.world.action import Action
from casita.world.goals import Goal, Predicate
from casita.world.statics import NONE

VERSION = 1
"""Of the weights' files."""

KEPT = 20
"""Steps that a predicate is kept, unless it is done or out of the question sooner. The authors' code does the same."""

Made = TypeVar("Made", HighPolicy, LowPolicy)


# High level.


class Chooser:
    """Chooses the predicate that Bob goes for, by the high-level policy."""

    def __init__(self, policy: HighPolicy, goal: Goal, luck: Stream) -> None:
        self.taken: list[Taken[Nodes]] = []
        """All choices so far."""
        self._numbers = [carried_number(predicate) for predicate in goal.predicates]
        self._goal = carried_counts(goal)
        self._actor = Actor(policy)
        self._luck = luck
        self._present = NONE
        self._need = 0
        self._until = 0

    def __call__(self, open_chores: OpenChores, view: View, possible: list[int]) -> int:
        """The number of a predicate of the goal, one of those that are possible."""
        kept = self._present in possible and view.tick < self._until and open_chores.need[self._present] == self._need
        if not kept:
            asked = Ask(nodes(view), self._goal, high_mask([self._numbers[number] for number in possible]))
            (taken,) = self._actor.choose([asked], [self._luck])
            self.taken.append(taken)
            wanted = OBJECTS[taken.first], TARGETS[taken.second]
            pairs = {number: (CARRIED[self._numbers[number]].object, CARRIED[self._numbers[number]].target)
                     for number in possible}  # fmt: skip
            self._present = next(number for number, pair in pairs.items() if pair == wanted)
            self._need, self._until = open_chores.need[self._present], view.tick + KEPT
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


def low_ask(view: View, number: int, *, delegates: bool = False) -> Ask[Nodes]:
    """What a low-level policy is asked when Bob is after a predicate of `CARRIED`."""
    seen = nodes(view)
    goal = np.zeros(len(CARRIED), np.float32)
    goal[number] = 1.0
    return Ask(seen, goal, low_mask(seen, view, delegates=delegates))


def low_action(taken: Taken[Nodes], view: View, predicate: Predicate) -> Action:
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
    fill_module(policy, found._replace(weights=own), path)
    return policy.eval()
