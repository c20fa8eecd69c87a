"""Contrast sets as arrays over a table of features: what every model is trained on and scored on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.item import ContrastSet
from casita.errors import BadInput, unknown
from casita.seeds import derived_seed

FOREIGN = -1
"""Stands for the action of a candidate that shows another scene."""


class TableLike(Protocol):
    """What arrays of sets need of a table of features: keys, and one row a key (a vector, a map or a picture)."""

    @property
    def keys(self) -> Sequence[str]:
        """The key of each row."""

    @property
    def matrix(self) -> NDArray[Any]:
        """The rows."""


@dataclass(frozen=True)
class SetArrays:
    """Contrast sets over features; rows are sets, and pictures are numbers of rows of `features`."""

    features: NDArray[Any]
    """One row a picture: M x D vectors, or M x C x h x w maps."""
    before: NDArray[np.int64]
    action: NDArray[np.int64]
    """Number of the action in `actions`."""
    candidates: NDArray[np.int64]
    """N x 4."""
    answer: NDArray[np.int64]
    made_by: NDArray[np.int64]
    """N x 4: the action that made each candidate, `FOREIGN` where it shows another scene. Only for training."""
    actions: tuple[str, ...]

    @classmethod
    def of(cls, sets: Sequence[ContrastSet], table: TableLike, actions: Sequence[str]) -> SetArrays:
        """The arrays of these sets, whose pictures must all be in the table; its features are not copied."""
        rows = {key: row for row, key in enumerate(table.keys)}
        number = {action: index for index, action in enumerate(actions)}
        keys = [key for one in sets for key in (one.before, *one.candidates)]
        missing = sorted({key for key in keys if key not in rows})
        if missing:
            raise BadInput(f"{len(missing)} pictures have no features, the first is {missing[0]!r}")
        for one in sets:
            if one.action not in number:
                raise unknown(f"action in set {one.id}", one.action, number)
        return cls(
            features=table.matrix,
            before=_whole([rows[one.before] for one in sets]),
            action=_whole([number[one.action] for one in sets]),
            candidates=_whole([[rows[key] for key in one.candidates] for one in sets]).reshape(len(sets), -1),
            answer=_whole([one.answer for one in sets]),
            made_by=_whole([_made_by(one, number) for one in sets]).reshape(len(sets), -1),
            actions=tuple(actions),
        )

    def __len__(self) -> int:
        """How many sets there are."""
        return len(self.answer)

    @property
    def width(self) -> int:
        """How long a feature vector is (or how many channels a map has)."""
        return int(self.features.shape[1])

    def part(self, rows: NDArray[Any]) -> SetArrays:
        """Some of the sets, over the same features."""
        return replace(
            self,
            before=self.before[rows],
            action=self.action[rows],
            candidates=self.candidates[rows],
            answer=self.answer[rows],
            made_by=self.made_by[rows],
        )

    def with_more(self, other: SetArrays) -> SetArrays:
        """These sets and then those of other arrays over the same features."""
        if self.features is not other.features and not np.array_equal(self.features, other.features):
            raise BadInput("arrays over different tables of features cannot be joined")
        return replace(
            self,
            before=np.concatenate([self.before, other.before]),
            action=np.concatenate([self.action, other.action]),
            candidates=np.concatenate([self.candidates, other.candidates]),
            answer=np.concatenate([self.answer, other.answer]),
            made_by=np.concatenate([self.made_by, other.made_by]),
        )

    def shuffled(self, seed: int) -> SetArrays:
        """A control: every set gets the before-picture of another set, drawn at random."""
        order = np.random.Generator(np.random.PCG64(derived_seed(seed, "shuffled before"))).permutation(len(self))
        return replace(self, before=self.before[order])

    def without_before(self) -> SetArrays:
        """A control: every before-picture is the mean of all pictures of the table."""
        mean = self.features.mean(axis=0, keepdims=True, dtype=np.float64)
        features = np.concatenate([self.features, mean.astype(self.features.dtype)])
        return replace(self, features=features, before=np.full_like(self.before, len(features) - 1))

    def without_action(self) -> SetArrays:
        """A control: every action is called by the name of the first one."""
        return replace(self, action=np.zeros_like(self.action))


CONTROLS: Mapping[str, str] = {
    "no before": "the before-picture is the mean picture",
    "no action": "all actions have one name",
    "shuffled": "the before-picture comes from another set",
}
"""The blind controls: what each takes away. A model is trained and tested under the same control."""


def controlled(arrays: SetArrays, control: str, seed: int) -> SetArrays:
    """The sets under a control of this name."""
    if control == "no before":
        return arrays.without_before()
    if control == "no action":
        return arrays.without_action()
    if control == "shuffled":
        return arrays.shuffled(seed)
    raise unknown("control", control, CONTROLS)


def _made_by(one: ContrastSet, number: Mapping[str, int]) -> list[int]:
    """The number of the action that made each candidate of this scene; `FOREIGN` for another scene."""
    for action in one.actions:
        if action not in number:
            raise unknown(f"action in set {one.id}", action, number)
    here = zip(one.actions, one.scenes, strict=True)
    return [number[action] if scene == one.scene else FOREIGN for action, scene in here]


def _whole(values: object) -> NDArray[np.int64]:
    return np.asarray(values, dtype=np.int64)
