"""Contrast sets as arrays over features of pictures or views of pairs: what every model is trained and scored on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from casita.arrays import Float32s, Int64s
from casita.benchmarks.act_thor.item import ContrastSet
from casita.errors import BadInput, unknown
from casita.learn.pair_views import kept_views
from casita.seeds import derived_seed

Look = Callable[[Sequence[tuple[str, str]], Callable[[str], bytes], Path], Any]
"""What sees pairs of keys, with their pictures, and keeps that in a folder."""

FOREIGN = -1
"""Stands for the action of a candidate that shows another scene."""

PER_SET = ("before", "action", "candidates", "answer", "made_by", "object_type")
"""The columns of `SetArrays`."""


class TableLike(Protocol):
    """What arrays of sets need of a table of features: keys, and one row a key (a vector, a map or a picture)."""

    @property
    def keys(self) -> Sequence[str]:
        """The key of each row."""

    @property
    def matrix(self) -> NDArray[Any]:
        """The rows."""


@dataclass(frozen=True, kw_only=True)
class AskedSets:
    """What is asked in contrast sets, whatever a model sees of their pictures; rows are sets."""

    action: Int64s
    """Number of the action in `actions`."""
    candidates: Int64s
    """N x 4, or N x 5: rows of what is seen."""
    answer: Int64s
    made_by: Int64s
    """The action that made each candidate, `FOREIGN` where it shows another scene. Only for training."""
    actions: tuple[str, ...]

    def __len__(self) -> int:
        """How many sets there are."""
        return len(self.answer)


@dataclass(frozen=True, kw_only=True)
class SetArrays(AskedSets):
    """Contrast sets over features; pictures are numbers of rows of `features`, and `made_by` is as `candidates`."""

    features: NDArray[Any]
    """One row a picture: M x D vectors, or M x C x h x w maps."""
    before: Int64s
    object_type: NDArray[np.str_]
    """N: the name of the thing's type. Only for a control that is told it."""

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
            object_type=np.array([one.object_type for one in sets], dtype=np.str_),
            actions=tuple(actions),
        )

    @property
    def width(self) -> int:
        """How long a feature vector is (or how many channels a map has)."""
        return int(self.features.shape[1])

    def part(self, rows: NDArray[Any]) -> SetArrays:
        """Some of the sets, over the same features."""
        return replace(self, **{name: getattr(self, name)[rows] for name in PER_SET})

    def with_more(self, other: SetArrays) -> SetArrays:
        """These sets and then those of other arrays over the same features."""
        if self.features is not other.features and not np.array_equal(self.features, other.features):
            raise BadInput("arrays over different tables of features cannot be joined")
        joined: dict[str, Any] = {name: np.concatenate([getattr(self, name), getattr(other, name)]) for name in PER_SET}
        return replace(self, **joined)

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


@dataclass(frozen=True)
class Scaling:
    """Puts features on one scale: each dimension gets mean 0 and deviation 1 over the pictures of the training part."""

    mean: Float32s
    deviation: Float32s

    @classmethod
    def of(cls, arrays: SetArrays) -> Scaling:
        """The scaling of the pictures that some sets show."""
        shown = np.unique(np.concatenate([arrays.before, arrays.candidates.ravel()]))
        vectors = arrays.features[shown].astype(np.float64)
        deviation = vectors.std(axis=0)
        flat = deviation < 1e-6 * max(float(deviation.max(initial=0.0)), 1e-12)
        return cls(vectors.mean(axis=0).astype(np.float32), np.where(flat, 1.0, deviation).astype(np.float32))

    def applied(self, arrays: SetArrays) -> Float32s:
        """The features of all pictures, scaled."""
        scaled: Float32s = (arrays.features.astype(np.float32) - self.mean) / self.deviation
        return scaled


@dataclass(frozen=True, kw_only=True)
class PairArrays(AskedSets):
    """Contrast sets over views of pairs: each is seen once, however many sets show it; `made_by` has a row a pair."""

    views: Any
    """What a model sees of the pairs: `Views`, `AlignedViews` or `ChangeMaps`."""
    trial: Int64s
    """N: sets of one before-picture have one number."""

    @classmethod
    def of(
        cls,
        sets: Sequence[ContrastSet],
        png: Callable[[str], bytes],
        actions: Sequence[str],
        folder: Path,
        look: Look = kept_views,
    ) -> PairArrays:
        """The arrays of these sets; what `look` sees of the same pictures is kept in the folder and not made again."""
        number = {action: index for index, action in enumerate(actions)}
        made: dict[tuple[str, str], int] = {}
        for one in sets:
            pairs = ((one.before, key) for key in one.candidates)
            made |= dict(zip(pairs, _made_by(one, number), strict=True))
        rows = {pair: row for row, pair in enumerate(made)}
        trials = {key: row for row, key in enumerate(dict.fromkeys(one.before for one in sets))}
        return cls(
            views=look(list(made), png, folder),
            action=np.array([number[one.action] for one in sets]),
            candidates=np.array([[rows[one.before, key] for key in one.candidates] for one in sets]),
            answer=np.array([one.answer for one in sets]),
            made_by=np.array(list(made.values())),
            trial=np.array([trials[one.before] for one in sets]),
            actions=tuple(actions),
        )


def _made_by(one: ContrastSet, number: Mapping[str, int]) -> list[int]:
    """The number of the action that made each candidate of this scene; `FOREIGN` for another scene."""
    for action in one.actions:
        if action not in number:
            raise unknown(f"action in set {one.id}", action, number)
    here = zip(one.actions, one.scenes, strict=True)
    return [number[action] if scene == one.scene else FOREIGN for action, scene in here]


def _whole(values: object) -> Int64s:
    return np.asarray(values, dtype=np.int64)
