"""Where things are, from boxes alone: a small network says what each thing in a frame is on or in.

What is in the same frame is compared by where boxes lie to each other, and by what things of these names were on or in
in training films. The floor, which has no box, and something out of sight are always possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from casita.arrays import Bools, Float32s, Int64s
from casita.benchmarks.env_qa.memory.sightings import FLOOR, Sightings, known_names, number_of, type_of
from casita.benchmarks.env_qa.watching.seen import STATES
from casita.catalog import catalog
from casita.learn.needing_torch import Tensor, nn, torch

Floats = Float32s

PAIR = 13
"""Numbers for a thing and what it may be on or in."""
SMOOTHED = 0.05
"""Added to each count, so that nothing is impossible."""


class PlaceCounts(NamedTuple):
    """What was on or in what in training films; the last column is the floor."""

    on: Floats
    """Names x (names, floor)."""
    inside: Floats
    beside: Floats
    """Names x (no, yes): was what was put near such a thing beside it then? Nothing stands beside a drawer."""

    @classmethod
    def empty(cls) -> PlaceCounts:
        """Before anything was counted."""
        size = len(known_names()), len(known_names()) + 1
        return cls(np.zeros(size, np.float32), np.zeros(size, np.float32), np.zeros((size[0], 2), np.float32))

    def logs(self) -> Floats:
        """Logarithms of how likely a thing of each name is on or in each."""
        both = self.on + self.inside
        general = both.sum(0) / max(1.0, float(both.sum()))
        mixed = both + 2.0 * general + SMOOTHED / both.shape[1]
        found: Floats = np.log(mixed / mixed.sum(1, keepdims=True)).astype(np.float32)
        return found

    def prep(self, name: str, carrier: str) -> str:
        """How such a thing is where it is, most often: "on" or "in"."""
        if carrier == FLOOR:
            return "on"
        row, column = number_of(name), number_of(carrier)
        own = self.inside[row, column] - self.on[row, column]
        general = self.inside[:, column].sum() - self.on[:, column].sum()
        return "in" if (own if own else general) > 0 else "on"

    def is_beside(self, name: str) -> bool:
        """Is what is put near such a thing beside it then? If it is not known, what stands on its own says yes."""
        no, yes = self.beside[number_of(name)].tolist()
        return yes > no if yes != no else bool({"floor", "surface"} & {*catalog()[type_of(name)].stands})


class PlaceNetwork(nn.Module):
    """Scores what a thing may be on or in."""

    def __init__(self) -> None:
        super().__init__()
        self.name = nn.Embedding(len(known_names()) + 2, 8)
        self.score = nn.Sequential(nn.Linear(PAIR + 16, 48), nn.GELU(), nn.Linear(48, 1))

    def forward(self, pairs: Tensor, things: Tensor, carriers: Tensor) -> Tensor:
        """Logits of pairs: ... x `PAIR` with the numbers of the names."""
        made: Tensor = self.score(torch.cat([pairs, self.name(things), self.name(carriers)], -1))[..., 0]
        return made


class Pairs(NamedTuple):
    """A thing in a frame with everything that it may be on or in."""

    features: Floats
    carriers: Int64s
    """Numbers of names; then the floor, and what is out of sight."""


def floor_number() -> int:
    """The number that stands for the floor; the next one is for what is out of sight."""
    return len(known_names())


def pairs_of(seen: Sightings, row: int, low: int, high: int, logs: Floats, holding: Bools) -> Pairs:
    """What the sighting in a row may be on or in; the sightings of its frame are those from low to high."""
    mine, name = seen.boxes[row], int(seen.names[row])
    others = np.array([other for other in range(low, high) if other != row and holding[seen.names[other]]], np.int64)
    names = seen.names[others].astype(np.int64)
    boxes = seen.boxes[others]
    features = np.zeros((len(others) + 2, PAIR), np.float32)
    sides = np.maximum(boxes[:, 2:] - boxes[:, :2], 0.01)
    own = np.maximum(mine[2:] - mine[:2], 0.01)
    middle = (mine[0] + mine[2]) / 2
    corners = np.minimum(boxes[:, 2:], mine[2:]) - np.maximum(boxes[:, :2], mine[:2])
    features[:-2, 0] = (middle - boxes[:, 0]) / sides[:, 0]
    features[:-2, 1] = (mine[3] - boxes[:, 1]) / sides[:, 1]
    features[:-2, 2] = (mine[1] - boxes[:, 1]) / sides[:, 1]
    features[:-2, 3] = np.clip(corners, 0.0, None).prod(1) / own.prod()
    features[:-2, 4] = np.log(own.prod() / sides.prod(1)) / 4
    features[:-2, 5] = seen.scores[others]
    features[:-2, 6] = seen.states[others, 0] - 0.5
    features[:-2, 7] = 1.0
    features[-2, 8] = features[-1, 9] = 1.0
    features[:, 10] = mine[3]
    features[:, 11] = own[1]
    features[:-2, 12] = logs[name, names] / 4
    features[-2, 12] = logs[name, -1] / 4
    np.clip(features, -3.0, 3.0, out=features)
    return Pairs(features, np.concatenate([names, [floor_number(), floor_number() + 1]]))


def holds_things() -> Bools:
    """By name: can other things be on or in it?"""
    own = catalog()
    return np.array([own[type_of(name)].is_receptacle for name in known_names()])


class Places:
    """Says where things are."""

    def __init__(self, network: PlaceNetwork, counts: PlaceCounts) -> None:
        self.network, self.counts = network.eval(), counts
        self._logs, self._holding = counts.logs(), holds_things()

    def by_frame(self, seen: Sightings, name: str, frames: Iterable[int]) -> list[dict[str, float]]:
        """What a thing is on or in, with logarithms of chances, for each of some frames that show it."""
        number, found = number_of(name), []
        for frame in frames:
            low, high = np.searchsorted(seen.frames, [frame, frame + 1]).tolist()
            rows = [row for row in range(low, high) if seen.names[row] == number]
            if rows:
                row = max(rows, key=lambda row: float(seen.scores[row]))
                found.append(self._scored(seen, row, low, high))
        return found

    def _scored(self, seen: Sightings, row: int, low: int, high: int) -> dict[str, float]:
        pairs = pairs_of(seen, row, low, high, self._logs, self._holding)
        carriers = torch.from_numpy(pairs.carriers)
        with torch.no_grad():
            things = torch.full_like(carriers, int(seen.names[row]))
            logs = self.network(torch.from_numpy(pairs.features), things, carriers).log_softmax(0).tolist()
        found: dict[str, float] = {}
        for carrier, log in zip(pairs.carriers.tolist(), logs, strict=True):
            name = known_names()[carrier] if carrier < floor_number() else ("", FLOOR)[carrier == floor_number()]
            found[name] = float(np.logaddexp(found.get(name, -50.0), log))
        return found

    def likeliest(
        self, seen: Sightings, name: str, frames: Iterable[int], among: Sequence[str] = (), apart: str = ""
    ) -> str:  # fmt: skip
        """What a thing is on or in, by all of some frames; by what was so in training where it is not seen."""
        prior = {other: float(log) for other, log in zip(known_names(), self._logs[number_of(name)], strict=False)}
        prior[FLOOR] = float(self._logs[number_of(name), -1])
        there = {*among} or {known_names()[number] for number in np.unique(seen.names).tolist()} | {FLOOR}
        options = {other: 0.5 * prior[other] for other in there if self._can_carry(other, name, apart)}
        for scores in self.by_frame(seen, name, frames):
            hidden = scores.get("", -5.0)
            for other in options:
                options[other] += scores[other] if other in scores else hidden + prior[other]
        return max(sorted(options), key=lambda other: options[other], default=FLOOR)

    def _can_carry(self, other: str, name: str, apart: str) -> bool:
        return other == FLOOR or (other not in (name, apart) and bool(self._holding[number_of(other)]))


def counted(placed: Iterable[tuple[str, str, str]], beside: Iterable[tuple[str, bool]] = ()) -> PlaceCounts:
    """How often things of a name were on or in others (name, prep, carrier), and beside what they were put near."""
    counts = PlaceCounts.empty()
    for name, prep, carrier in placed:
        column = floor_number() if carrier == FLOOR else number_of(carrier)
        if number_of(name) >= 0 and column >= 0:
            (counts.inside if prep == "in" else counts.on)[number_of(name), column] += 1.0
    for name, is_beside in beside:
        if number_of(name) >= 0:
            counts.beside[number_of(name), int(is_beside)] += 1.0
    return counts


def state_number(state: str) -> int:
    """The column of a state in sightings."""
    return STATES.index(state)
