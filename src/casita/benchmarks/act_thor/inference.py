"""Action inference: two pictures, before and after; which action links them?

Items are the triples of a folder of data that survive cleaning. One answers with the name of one of all actions of the
configuration. Where a thing came to lie does not tell a put from a throw, nor a push from a pull, so accuracy is
counted twice: strictly, and with each of these pairs as one.

A user's model is a class with `infer(before, after, actions) -> str`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.act_thor.actions import Trial
from casita.benchmarks.act_thor.clean import clean
from casita.benchmarks.act_thor.contrast import ALIKE
from casita.benchmarks.act_thor.dataset import ActThor
from casita.benchmarks.act_thor.problem import TableLike
from casita.benchmarks.act_thor.score import Estimate, share
from casita.benchmarks.act_thor.splits import PARTS, part_for
from casita.errors import BadInput, unknown
from casita.learn.extracting import Extractor
from casita.protocols import Inferrer, Picture

if TYPE_CHECKING:
    from torch import Tensor, nn

Sees = Literal["both", "after"]
"""Both pictures, or (a blind control) only the one after."""


@dataclass(frozen=True, slots=True)
class InferenceItem:
    """Two pictures and the action that links them."""

    id: str
    """The key of the after-picture, as in the single-step sets."""
    scene: str
    object_type: str
    trial: Trial
    before: str
    """Key of the picture before."""
    after: str
    action: str


def inference_items(data: ActThor) -> list[InferenceItem]:
    """All items of some data, of the configuration that they were opened with."""
    return [
        InferenceItem(row.after, row.scene, row.object_type, row.trial, row.before, row.after, row.action)
        for row in clean(list(data.triples.values()), data.configuration).triples
    ]


def split_items(items: Iterable[InferenceItem], split: str, part: str) -> list[InferenceItem]:
    """The items of one part of a split.

    One before-picture has many actions. So that none is in two parts, held-out pairs are asked about in rooms 26 to 30
    only, and learned from in none.
    """
    if part not in PARTS:
        raise unknown("part", part, PARTS)
    return [item for item in items if part_for(item.scene, item.action, item.object_type, split) == part]


# Scores.


@dataclass(frozen=True)
class InferenceScore:
    """How good the named actions are."""

    strict: Estimate
    merged: Estimate
    """With put and throw as one action, and push and pull as one."""
    by_action: dict[str, Estimate]
    by_action_merged: dict[str, Estimate]
    actions: tuple[str, ...]
    confusion: NDArray[np.int64]
    """Rows: the true action. Columns: the named one."""


def score_inference(items: Sequence[InferenceItem], named: Sequence[str], actions: Sequence[str]) -> InferenceScore:
    """Accuracy in all ways; a name that is no action is an error that names the item."""
    if len(items) != len(named):
        raise BadInput(f"{len(named)} actions named for {len(items)} items")
    number = {action: index for index, action in enumerate(actions)}
    confusion = np.zeros((len(actions), len(actions)), dtype=np.int64)
    for item, name in zip(items, named, strict=True):
        if name not in number:
            raise BadInput(f"item {item.id}: {unknown('action', name, number)}")
        confusion[number[item.action], number[name]] += 1
    same = np.array([[_merged(one) == _merged(other) for other in actions] for one in actions])
    strict, merged, total = np.diag(confusion), (confusion * same).sum(axis=1), confusion.sum(axis=1)
    return InferenceScore(
        share(int(strict.sum()), len(items)),
        share(int(merged.sum()), len(items)),
        {name: share(int(strict[row]), int(total[row])) for name, row in number.items() if total[row]},
        {name: share(int(merged[row]), int(total[row])) for name, row in number.items() if total[row]},
        tuple(actions),
        confusion,
    )


def _merged(action: str) -> frozenset[str]:
    """The action with those that it may be taken for."""
    return next((pair for pair in ALIKE if action in pair), frozenset({action}))


# Models.


def named_by(model: Inferrer, data: ActThor, item: InferenceItem) -> str:
    """What a user's model answers to an item; BadInput if that is no action."""
    name = model.infer(data.picture(item.before), data.picture(item.after), data.actions)
    if not isinstance(name, str) or name not in data.actions:
        raise BadInput(f"the model named {name!r}, expected one of {', '.join(data.actions)}")
    return name


def chance(actions: Sequence[str]) -> float:
    """The accuracy of naming any action."""
    return 1 / len(actions)


def majority(train: Sequence[InferenceItem]) -> str:
    """The most frequent action, the first by name of equals: what one who sees nothing would always say."""
    if not train:
        raise BadInput("there is nothing to learn from: the training part is empty")
    counts = Counter(item.action for item in train)
    return min(counts, key=lambda action: (-counts[action], action))


class VectorInferrer:
    """A small network on the vectors of both pictures and their difference; linear if it has no hidden layer."""

    def __init__(self, actions: Sequence[str], hidden: int = 0, sees: Sees = "both") -> None:
        if hidden < 0 or sees not in ("both", "after"):
            raise BadInput(f"hidden is at least 0 and sees is both or after; they are {hidden} and {sees!r}")
        self.actions, self.hidden, self.sees = tuple(actions), hidden, sees
        self.history: list[float] = []
        """The accuracy on the validation part after each epoch."""
        self._network: nn.Module | None = None
        self._mean: NDArray[np.float32] = np.zeros(0, dtype=np.float32)
        self._deviation = self._mean

    def fit(
        self, train: Sequence[InferenceItem], valid: Sequence[InferenceItem], table: TableLike, seed: int = 0
    ) -> None:
        """Train from the seed; stop by the accuracy on the validation part."""
        import torch
        from torch import nn

        from casita.learn.training import Settings, seeded
        from casita.learn.training import train as trained

        given, checked = self._inputs(train, table), self._inputs(valid, table)
        self._mean, deviation = given.mean(axis=0), given.std(axis=0)
        self._deviation = np.where(deviation > 1e-6, deviation, 1).astype(np.float32)
        known, asked = self._scaled(given), self._scaled(checked)
        number = {action: index for index, action in enumerate(self.actions)}
        answers = torch.tensor([number[item.action] for item in train])
        truths = torch.tensor([number[item.action] for item in valid])
        with seeded(seed, "inference", self.sees, self.hidden):
            network = self._network = _network(given.shape[1], self.hidden, len(self.actions))
            self.history = trained(
                network,
                len(train),
                lambda rows: nn.functional.cross_entropy(network(known[rows]), answers[rows]),
                lambda: float((network(asked).argmax(dim=1) == truths).double().mean()),
                Settings(rate=1e-3, decay=1e-2),
            )

    def named(self, items: Sequence[InferenceItem], table: TableLike) -> list[str]:
        """The likeliest action of each item."""
        return self._likeliest(self._inputs(items, table))

    def _inputs(self, items: Sequence[InferenceItem], table: TableLike) -> NDArray[np.float32]:
        rows = {key: row for row, key in enumerate(table.keys)}
        missing = [key for item in items for key in (item.before, item.after) if key not in rows]
        if missing:
            raise BadInput(f"{len(missing)} pictures have no features, the first is {missing[0]!r}")
        matrix = table.matrix
        before = matrix[[rows[item.before] for item in items]]
        return self._joined(before, matrix[[rows[item.after] for item in items]])

    def _joined(self, before: NDArray[Any], after: NDArray[Any]) -> NDArray[np.float32]:
        seen = [after] if self.sees == "after" else [before, after, after - before]
        return np.concatenate(seen, axis=1).astype(np.float32)

    def _scaled(self, inputs: NDArray[np.float32]) -> Tensor:
        import torch

        return torch.from_numpy((inputs - self._mean) / self._deviation)

    def _likeliest(self, inputs: NDArray[np.float32]) -> list[str]:
        import torch

        if self._network is None:
            raise BadInput("the network is not trained yet")
        self._network.eval()
        with torch.no_grad():
            best = self._network(self._scaled(inputs)).argmax(dim=1).tolist()
        return [self.actions[index] for index in best]

    def with_extractor(self, extractor: Extractor) -> PictureInferrer:
        """The same for pictures, as a user's model is."""
        return PictureInferrer(self, extractor)


class PictureInferrer:
    """A trained network with the extractor of the vectors that it was trained on."""

    def __init__(self, network: VectorInferrer, extractor: Extractor) -> None:
        self._inferrer, self._extractor = network, extractor

    def infer(self, before: Picture, after: Picture, actions: Sequence[str]) -> str:
        """The likeliest action."""
        if tuple(actions) != self._inferrer.actions:
            raise BadInput(f"trained on the actions {self._inferrer.actions}, asked about {tuple(actions)}")
        vectors = self._extractor.vectors(np.stack([before, after]))
        return self._inferrer._likeliest(self._inferrer._joined(vectors[:1], vectors[1:]))[0]


def _network(width: int, hidden: int, actions: int) -> nn.Module:
    from torch import nn

    if not hidden:
        return nn.Linear(width, actions)
    return nn.Sequential(nn.Linear(width, hidden), nn.ReLU(), nn.Dropout(0.3), nn.Linear(hidden, actions))


NETWORKS: Mapping[str, tuple[int, Sees]] = {
    "after-only": (256, "after"),
    "linear": (0, "both"),
    "small": (256, "both"),
}
"""Networks by name: units of the hidden layer, and what they see. The first is a blind control."""

INFERRERS = ("majority", *NETWORKS)
"""Who answers, without a user's own model."""


def named_by_baseline(
    name: str,
    items: Sequence[InferenceItem],
    split: str,
    part: str,
    table: TableLike | None,
    actions: Sequence[str],
    seed: int = 0,
) -> list[str]:
    """What one of the INFERRERS, trained on a split, answers to each item of a part; majority needs no table."""
    if name not in INFERRERS:
        raise unknown("model of action inference", name, [*INFERRERS, "file.py:Class"])
    train, valid, asked = (split_items(items, split, each) for each in ("train", "valid", part))
    if name == "majority":
        return [majority(train)] * len(asked)
    if table is None:
        raise BadInput(f"{name} needs features of the pictures")
    if not train or not valid:
        raise BadInput(f"there are no items to learn from in split {split!r}: generate more rooms")
    model = VectorInferrer(actions, *NETWORKS[name])
    model.fit(train, valid, table, seed)
    return model.named(asked, table)
