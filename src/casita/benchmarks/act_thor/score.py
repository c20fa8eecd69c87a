"""How good answers are: accuracy with intervals, by action and by object, confusion of actions, agreement.

Intervals resample rooms, types, and pairs of action and type, each by itself; the widest counts
(`casita.evaluation.statistics`). Several trainings of one model are drawn as wholes.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np

from casita.arrays import Bools, Float64s, Int64s
from casita.benchmarks.act_thor.collecting.contrast import ALIKE
from casita.benchmarks.act_thor.item import ContrastSet, InferenceItem
from casita.errors import BadInput
from casita.evaluation.statistics import Estimate, difference, resampled, share, unpaired_difference
from casita.exact import total_of

Name = TypeVar("Name", str, tuple[str, str])

Question = ContrastSet | InferenceItem
Rights = Bools
"""Which answers are right: items x trainings."""

FOREIGN_SCENE = "another scene"
"""The column of the confusion matrix for the candidate of another scene."""


def right(sets: Sequence[ContrastSet], choices: Sequence[int | None]) -> Bools:
    """Which choices are right; None is a wrong one. One that is no candidate is an error that names the set."""
    if len(sets) != len(choices):
        raise BadInput(f"{len(choices)} choices for {len(sets)} sets")
    for one, choice in zip(sets, choices, strict=True):
        if choice is not None and not 0 <= choice < len(one.candidates):
            raise BadInput(f"set {one.id}: choice {choice}, expected 0 to {len(one.candidates) - 1}")
    return np.asarray([one.answer == choice for one, choice in zip(sets, choices, strict=True)], dtype=np.bool_)


def chance(sets: Sequence[ContrastSet]) -> float:
    """The share that is right by luck: of sets that all have as many candidates."""
    return 1 / len(sets[0].candidates) if sets else math.nan


def together(items: Sequence[Question]) -> dict[str, list[Hashable]]:
    """The ways in which questions belong together: what is new to a model is a room, a type or a pair."""
    return {
        "room": [one.scene for one in items],
        "type": [one.object_type for one in items],
        "pair": [(one.action, one.object_type) for one in items],
    }


def estimated(items: Sequence[Question], rights: Rights) -> Estimate:
    """The share of right answers of one or more trainings, with its interval."""
    if not len(items):
        return Estimate(math.nan, math.nan, math.nan)
    table = rights.reshape(len(items), -1).astype(float).tolist()
    return resampled(table, together(items), (0.0, 1.0), "crossed")


def better(items: Sequence[Question], ours: Rights, theirs: Rights) -> Estimate:
    """How much more is right of ours than of theirs, on the same questions; columns are trainings."""
    tables = [rights.reshape(len(items), -1).astype(float).tolist() for rights in (ours, theirs)]
    return difference(tables[0], tables[1], together(items), "crossed")


def better_elsewhere(
    items: Sequence[Question], rights: Rights, others: Sequence[Question], other_rights: Rights
) -> Estimate:
    """How much more is right of some questions than of others."""
    pairs = ((items, rights), (others, other_rights))
    tables = [found.reshape(len(asked), -1).astype(float).tolist() for asked, found in pairs]
    return unpaired_difference(tables[0], tables[1], (together(items), together(others)), "crossed")


def accuracy(sets: Sequence[ContrastSet], choices: Sequence[int | None]) -> Estimate:
    """The share of right choices."""
    return estimated(sets, right(sets, choices))


def by_action(sets: Sequence[ContrastSet], choices: Sequence[int | None]) -> dict[str, Estimate]:
    """Accuracy of each action, in the order of names."""
    return _by([one.action for one in sets], sets, right(sets, choices))


def by_object(sets: Sequence[ContrastSet], choices: Sequence[int | None]) -> dict[str, Estimate]:
    """Accuracy of each type of object."""
    return _by([one.object_type for one in sets], sets, right(sets, choices))


def by_object_and_action(sets: Sequence[ContrastSet], choices: Sequence[int | None]) -> dict[tuple[str, str], Estimate]:
    """Accuracy of each action on each type of object (the paper's Table 9)."""
    return _by([(one.object_type, one.action) for one in sets], sets, right(sets, choices))


@dataclass(frozen=True)
class Confusion:
    """How often each action's sets were answered with which action's picture."""

    actions: tuple[str, ...]
    """Names of the rows: the true action."""
    counts: Int64s
    """Rows: the true action. Columns: the action of the chosen candidate; last the candidate of another scene."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns."""
        return (*self.actions, FOREIGN_SCENE)

    @property
    def shares(self) -> Float64s:
        """Each row divided by its sum; a row of nothing stays zero."""
        sums = self.counts.sum(axis=1, keepdims=True)
        divided: Float64s = self.counts / np.maximum(sums, 1)
        return divided


def confusion(sets: Sequence[ContrastSet], choices: Sequence[int], actions: Sequence[str]) -> Confusion:
    """The confusion matrix of actions."""
    right(sets, choices)
    number = {action: index for index, action in enumerate(actions)}
    counts = np.zeros((len(actions), len(actions) + 1), dtype=np.int64)
    for one, choice in zip(sets, choices, strict=True):
        foreign = one.scenes[choice] != one.scene
        counts[number[one.action], len(actions) if foreign else number[one.actions[choice]]] += 1
    return Confusion(tuple(actions), counts)


class Agreement(NamedTuple):
    """How often two annotators choose the same candidate."""

    share: Estimate
    kappa: float
    """Cohen's: 0 for agreement by chance (from how often each uses each index), 1 for full agreement."""


def agreement(first: Sequence[int], second: Sequence[int]) -> Agreement:
    """Agreement of two annotators on the same sets, in the same order."""
    if len(first) != len(second):
        raise BadInput(f"{len(first)} choices against {len(second)}: expected the same sets")
    one, other = np.asarray(first, dtype=np.int64), np.asarray(second, dtype=np.int64)
    same = share(int((one == other).sum()), len(one))
    indices = np.union1d(one, other).tolist()
    by_chance = total_of(float(np.mean(one == index)) * float(np.mean(other == index)) for index in indices)
    kappa = (same.mean - by_chance) / (1 - by_chance) if by_chance < 1 else math.nan
    return Agreement(same, kappa)


def pairwise_agreement(choices: Mapping[str, Mapping[str, int]]) -> Agreement:
    """Agreement over all sets that two annotators saw: annotator -> set -> choice."""
    seen: dict[str, list[int]] = {}
    for _, chosen in sorted(choices.items()):
        for name, choice in chosen.items():
            seen.setdefault(name, []).append(choice)
    pairs = [pair for _, pair in sorted(seen.items()) if len(pair) == 2]
    return agreement([pair[0] for pair in pairs], [pair[1] for pair in pairs])


def _by(names: Sequence[Name], items: Sequence[Question], is_right: Rights) -> dict[Name, Estimate]:
    rows: dict[Name, list[int]] = {}
    for row, name in enumerate(names):
        rows.setdefault(name, []).append(row)
    return {name: estimated([items[row] for row in own], is_right[own]) for name, own in sorted(rows.items())}


MERGED = "all, with put = throw and push = pull"
"""The score in which actions that no picture tells apart count as one."""


def inference_scores(items: Sequence[InferenceItem], named: Sequence[str | None]) -> dict[str, Estimate]:
    """Accuracy of named actions, by action, then of all: strictly, and with those that look alike as one."""
    if len(items) != len(named):
        raise BadInput(f"{len(named)} actions named for {len(items)} items")
    true = [item.action for item in items]
    strict = np.asarray([one == name for one, name in zip(true, named, strict=True)], dtype=np.bool_)
    merged = np.asarray([_alike(one) == _alike(name) for one, name in zip(true, named, strict=True)], dtype=np.bool_)
    return {**_by(true, items, strict), "all": estimated(items, strict), MERGED: estimated(items, merged)}


def _alike(action: str | None) -> frozenset[str | None]:
    """The action with those that it may be taken for."""
    return next((pair for pair in ALIKE if action in pair), frozenset({action}))
