"""The exact posterior over all goals of one or two activities, from evidence about every predicate by itself.

Evidence is a log likelihood of each count of each predicate. The prior: one activity or a pair of them, each of the 15
equally likely, and in it every goal that the benchmark allows (of a pair: with at most 8 objects). All 30 predicates
are different, so the likelihood of a pair is a product, and the sums over pairs of goals are sums over their sizes.
What was seen of a goal that wants n of a predicate is, at the least, the m that were put there:
- when she is done, m = n but for a slip: each one too many or too few costs a factor `SLIP`;
- while she is at it, any m up to n is equally likely, and each one too many costs `SLIP`.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from casita.arrays import Float64s, Int64s
from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES, MOST_JOINED, every_goal, objects_in
from casita.benchmarks.watch_and_help.item import Counts
from casita.exact import total_of

SLIP = 1e-3
"""How likely it is that one thing was put where it is not wanted, or was wanted and not put there."""

Floats = Float64s

Evidence = Mapping[str, Floats]
"""For each predicate the log likelihood of what was seen, by how many are wanted, from 0 on."""


@cache
def limits() -> dict[str, int]:
    """The most that a goal wants of each predicate."""
    return {key: row.free.get(key, 1) for row in ACTIVITIES.values() for key in row.predicates}


def counts_evidence(
    seen: Mapping[str, int], *, done: bool, stray: float = SLIP, missed: float = SLIP
) -> dict[str, Floats]:
    """What counts of things put down say; how likely is one that is not wanted, and one that is and was not seen?"""
    found = {}
    for key, most in limits().items():
        wanted = np.arange(most + 1)
        over, under = np.maximum(seen.get(key, 0) - wanted, 0), np.maximum(wanted - seen.get(key, 0), 0)
        found[key] = over * np.log(stray) + (under * np.log(missed) if done else -np.log(wanted + 1.0))
    return found


def after_counts(seen: Mapping[str, int], *, done: bool) -> Posterior:
    """How likely every goal is after so many of each predicate were seen to be made true."""
    return Posterior(counts_evidence(seen, done=done))


class _Goals(NamedTuple):
    """The goals of an activity as arrays."""

    goals: tuple[Counts, ...]
    wanted: Int64s
    """Goals x predicates of the activity."""
    size: Int64s
    """Objects of each goal."""


@cache
def _goals(activity: str) -> _Goals:
    goals = every_goal(activity)
    keys = ACTIVITIES[activity].predicates
    wanted = np.array([[dict(counts).get(key, 0) for key in keys] for counts in goals], np.int64)
    return _Goals(goals, wanted, np.array([objects_in(counts) for counts in goals], np.int64))


class Posterior:
    """How likely every goal is, after what was seen."""

    def __init__(self, evidence: Evidence) -> None:
        nothing = total_of(float(evidence[key][0]) for row in ACTIVITIES.values() for key in row.predicates)
        self._of = {name: _over_nothing(name, evidence) for name in ACTIVITIES}
        """Log likelihood of each goal over that of the activity's not being wanted."""
        self._sets: list[tuple[str, ...]] = [*((name,) for name in ACTIVITIES), *itertools.combinations(ACTIVITIES, 2)]
        by_set = np.array([self._evidence(each) for each in self._sets]) + nothing
        self.log_evidence = float(np.logaddexp.reduce(by_set)) - float(np.log(len(by_set)))
        """The log likelihood of all that was seen, under the prior."""
        chances = np.exp(by_set - by_set.max())
        self.sets: dict[tuple[str, ...], float] = dict(zip(self._sets, (chances / chances.sum()).tolist(), strict=True))
        """The probability of each activity and pair of activities."""

    def _evidence(self, names: tuple[str, ...]) -> float:
        """The log of the mean likelihood over the goals of an activity or of a pair."""
        if len(names) == 1:
            own = self._of[names[0]]
            return float(np.logaddexp.reduce(own) - np.log(len(own)))
        sums = [_by_size(name, self._of[name]) for name in names]
        plain = [_by_size(name, np.zeros_like(self._of[name])) for name in names]
        return _joined(*sums) - _joined(*plain)

    def best(self) -> Counts:
        """The goal with the highest probability, in Watch-And-Help's words and order."""
        names, _ = max(((each, self._peak(each)[0]) for each in self._sets), key=lambda pair: pair[1])
        return self._peak(names)[1]

    def _peak(self, names: tuple[str, ...]) -> tuple[float, Counts]:
        """The log probability (but for a constant) of the best goal of an activity or a pair, and the goal."""
        if len(names) == 1:
            row = int(np.argmax(self._of[names[0]]))
            own = _goals(names[0])
            return float(self._of[names[0]][row]) - float(np.log(len(own.goals))), own.goals[row]
        first, second = (_goals(name) for name in names)
        count = _joined(*(_by_size(name, np.zeros_like(self._of[name])) for name in names))
        best = -np.inf
        found: tuple[Counts, Counts] = ((), ())
        for size in sorted(set(first.size.tolist())):
            one = _peak_up_to(self._of[names[0]], first, size, exact=True)
            other = _peak_up_to(self._of[names[1]], second, MOST_JOINED - size)
            if one is not None and other is not None:
                value = float(self._of[names[0]][one] + self._of[names[1]][other])
                if value > best:
                    best, found = value, (first.goals[one], second.goals[other])
        return best - count, (*found[0], *found[1])

    def marginals(self) -> dict[str, Floats]:
        """For each predicate the probability of each count, from 0 on."""
        found: dict[str, Floats] = {}
        for name, row in ACTIVITIES.items():
            weights = self._weights(name)
            for key, wanted in zip(row.predicates, _goals(name).wanted.T, strict=True):
                most = row.free.get(key, 1)
                chances = np.array([weights[wanted == count].sum() for count in range(most + 1)])
                chances[0] += 1.0 - weights.sum()
                found[key] = chances
        return found

    def chance_of(self, counts: Counts) -> float:
        """The probability of one goal."""
        parts = {name: tuple(each for each in counts if each[0] in _keys_of(name)) for name in ACTIVITIES}
        names = tuple(name for name, part in parts.items() if part)
        if names not in self.sets or any(parts[name] not in _goals(name).goals for name in names):
            return 0.0
        rows = [_goals(name).goals.index(parts[name]) for name in names]
        logs = total_of(float(self._of[name][row]) for name, row in zip(names, rows, strict=True))
        if len(names) == 1:
            every = float(np.logaddexp.reduce(self._of[names[0]]))
        elif objects_in(counts) > MOST_JOINED:
            return 0.0
        else:
            every = _joined(*(_by_size(name, self._of[name]) for name in names))
        return self.sets[names] * float(np.exp(logs - every))

    def without(self, counts: Counts) -> WithoutOne:
        """What is left when one goal is known not to be it."""
        return WithoutOne(self, counts)

    def _weights(self, name: str) -> Floats:
        """The probability of each goal of an activity to be Alice's, or a part of hers."""
        weights = np.zeros(len(self._of[name]))
        for names, chance in self.sets.items():
            if name not in names or chance == 0.0:
                continue
            own = self._of[name].copy()
            for other in names:
                if other != name:
                    sums = _by_size(other, self._of[other])
                    fitting = np.array([_up_to(sums, MOST_JOINED - size) for size in range(MOST_JOINED + 1)])
                    own += fitting[_goals(name).size]
            own = np.exp(own - own.max())
            weights += chance * own / own.sum()
        return weights


def _by_size(name: str, values: Floats) -> Floats:
    """The log of the sum of exp(values) over an activity's goals of each size, from 0 to the most joined."""
    sizes = _goals(name).size
    found = np.full(MOST_JOINED + 1, -np.inf)
    for size in range(MOST_JOINED + 1):
        if (sizes == size).any():
            found[size] = np.logaddexp.reduce(values[sizes == size])
    return found


def _joined(first: Floats, second: Floats) -> float:
    """The log of the sum over pairs that have at most so many objects as goals may have."""
    return float(np.logaddexp.reduce([first[size] + _up_to(second, MOST_JOINED - size) for size in range(len(first))]))


def _up_to(sums: Floats, most: int) -> float:
    return float(np.logaddexp.reduce(sums[: most + 1])) if most >= 0 else -np.inf


def _peak_up_to(values: Floats, own: _Goals, size: int, *, exact: bool = False) -> int | None:
    """The best of an activity's goals of a size, or up to it; None if there is none."""
    rows = np.flatnonzero(own.size == size if exact else own.size <= size)
    return int(rows[np.argmax(values[rows])]) if len(rows) else None


def _over_nothing(name: str, evidence: Evidence) -> Floats:
    """The log likelihood of each goal of an activity, less that of wanting nothing of it."""
    own = _goals(name)
    columns = [
        evidence[key][wanted] - evidence[key][0] for key, wanted in zip(_keys_of(name), own.wanted.T, strict=True)
    ]
    found: Floats = np.sum(columns, axis=0)
    return found


def _keys_of(name: str) -> tuple[str, ...]:
    return ACTIVITIES[name].predicates


SURE = 1.0 - 1e-9
"""A goal that is more likely cannot be left out: nothing would be left."""


class WithoutOne:
    """A posterior over all goals but one, as that of somebody who is known not to be done."""

    def __init__(self, every: Posterior, but: Counts) -> None:
        self._every, self._but = every, dict(but)
        self._chance = min(every.chance_of(but), SURE)
        self.log_evidence = every.log_evidence + float(np.log1p(-self._chance))

    def best(self) -> Counts:
        """The goal with the highest probability of all, the one left out included."""
        return self._every.best()

    def marginals(self) -> dict[str, Floats]:
        """For each predicate the probability of each count, from 0 on."""
        found = self._every.marginals()
        for key, chances in found.items():
            chances[self._but.get(key, 0)] -= self._chance
            np.clip(chances / (1.0 - self._chance), 0.0, 1.0, out=chances)
        return found


class Mixed:
    """A posterior over goals where something besides is not known: a weighted sum of posteriors."""

    def __init__(self, parts: Sequence[tuple[float, Posterior | WithoutOne]]) -> None:
        """Each with the log of its own probability and likelihood, besides that of the goals."""
        logs = np.array([weight + part.log_evidence for weight, part in parts])
        weights = np.exp(logs - logs.max())
        self.weights: list[float] = (weights / weights.sum()).tolist()
        """The probability of each part."""
        self._parts = [part for _, part in parts]

    def best(self) -> Counts:
        """The best goal of the most likely part."""
        return self._parts[int(np.argmax(self.weights))].best()

    def marginals(self) -> dict[str, Floats]:
        """For each predicate the probability of each count, from 0 on."""
        every = [part.marginals() for part in self._parts]
        return {key: np.average([own[key] for own in every], axis=0, weights=self.weights) for key in limits()}


def units(marginals: Mapping[str, Floats]) -> dict[tuple[str, int], float]:
    """The probability that at least 1, 2, ... of each predicate are wanted."""
    return {
        (key, count): float(chances[count:].sum())
        for key, chances in marginals.items()
        for count in range(1, len(chances))
    }


def entropy(marginals: Mapping[str, Floats]) -> float:
    """Bits that are not known yet about how many of each predicate are wanted, one predicate by itself."""
    logs = [float(-(p[p > 0] * np.log2(p[p > 0])).sum()) for p in marginals.values()]
    return total_of(logs)


def best_guess(marginals: Mapping[str, Floats]) -> Counts:
    """The predicates with the greatest expected F1, as far as it follows from each by itself."""
    ranked = sorted(units(marginals).items(), key=lambda item: -item[1])
    chances = np.array([chance for _, chance in ranked])
    expected = 2 * np.cumsum(chances) / (np.arange(1, len(chances) + 1) + chances.sum())
    chosen = [key for (key, _), _ in ranked[: int(np.argmax(expected)) + 1]]
    return tuple((key, chosen.count(key)) for key in limits() if key in chosen)
