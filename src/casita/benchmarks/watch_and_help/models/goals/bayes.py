"""Goal inference from what Alice put where: the exact posterior over all goals of one or two activities.

From the visible states alone it is seen which things went from her hand to where goals want things, and what she
holds and sits on in the end. A goal that wants n of a predicate is compared with the m that were seen:
- when she is done, m = n but for a slip: each one too many or too few costs a factor `SLIP`;
- while she is at it, any m up to n is equally likely, and each one too many costs `SLIP`.
The prior: one activity or a pair of them, each of the 15 equally likely, and in it every goal that the benchmark allows
(of a pair: with at most 8 objects). All 30 predicates are different, so the likelihood of a pair is a product, and
the sums over pairs of goals are sums over their sizes. Unlike the goal networks, which learn from goals of one
activity, it is told that there may be two; and it needs no training. Alice alone takes nothing that she does not want,
so all goals of test-1 and test-2 are read without a fault; slips count when she is helped.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from casita.benchmarks.watch_and_help.homes.goals import ACTIVITIES, MOST_JOINED, PREDICATES, every_goal, objects_in
from casita.benchmarks.watch_and_help.item import ALICE, Counts, goal_of
from casita.exact import total_of
from casita.protocols import Observation

SLIP = 1e-3
"""How likely it is that one thing was put where it is not wanted, or was wanted and not put there."""

Floats = NDArray[np.float64]


# What is seen.


class Placings:
    """Keeps track of what an agent has put where, from one observation to the next."""

    def __init__(self, agent: str = ALICE) -> None:
        self.agent = agent
        self._held: set[str] = set()
        self._placed: dict[str, str] = {}
        """The predicate that each thing serves where the agent put it."""
        self._last: dict[str, str] = {}

    def see(self, observation: Observation) -> None:
        """Take in what is seen at one step; steps at which the agent is not seen tell nothing."""
        graph = observation.graph
        types = {node["id"]: node["type"] for node in graph["nodes"]}
        if self.agent not in types:
            return
        whole = {edge["from"]: edge["to"] for edge in graph["edges"] if edge["relation"] == "part_of"}
        carried = {edge["from"]: edge for edge in graph["edges"] if edge["relation"] in ("on", "in")}
        held = {e["from"] for e in graph["edges"] if e["relation"] == "held_by" and e["to"] == self.agent}
        for thing in held:
            self._placed.pop(thing, None)
        for thing in self._held - held:
            edge = carried.get(thing)
            key = _served(types, whole, edge) if edge else ""
            if key:
                self._placed[thing] = key
        self._held = held
        self._last = {thing: _key("hold", types[thing], "") for thing in held}
        seat = next((e["to"] for e in graph["edges"] if e["relation"] == "sits_on" and e["from"] == self.agent), "")
        if seat:
            self._last[seat] = _key("sit", "", types[seat])

    def see_all(self, observations: Iterable[Observation]) -> Placings:
        """Take in one after the other; itself."""
        for observation in observations:
            self.see(observation)
        return self

    def counts(self) -> dict[str, int]:
        """How many of each predicate the agent has made true, as far as was seen."""
        found = [key for key in (*self._placed.values(), *self._last.values()) if key]
        return {key: found.count(key) for key in PREDICATES if key in found}


def _served(types: Mapping[str, str], whole: Mapping[str, str], edge: Mapping[str, Any]) -> str:
    """The predicate that a thing serves where it is; empty if none. A part stands for its whole."""
    thing, place = edge["from"], edge["to"]
    while place:
        key = _key(edge["relation"], types[thing], types.get(place, ""))
        if key:
            return key
        place = whole.get(place, "")
    return ""


@cache
def _keys() -> dict[tuple[str, str, str], str]:
    """Predicates in Watch-And-Help's words by relation, type of object and type of target."""
    found = {}
    for key in PREDICATES:
        (predicate,) = goal_of(((key, 1),)).predicates
        object = "" if predicate.relation == "sit" else predicate.object
        target = "" if predicate.relation == "hold" else predicate.target
        found[(predicate.relation, object, target)] = key
    return found


def _key(relation: str, object: str, target: str) -> str:
    return _keys().get((relation, object, target), "")


# What it means.


class _Goals(NamedTuple):
    """The goals of an activity as arrays."""

    goals: tuple[Counts, ...]
    wanted: NDArray[np.int64]
    """Goals x predicates of the activity."""
    size: NDArray[np.int64]
    """Objects of each goal."""


@cache
def _goals(activity: str) -> _Goals:
    goals = every_goal(activity)
    keys = ACTIVITIES[activity].predicates
    wanted = np.array([[dict(counts).get(key, 0) for key in keys] for counts in goals], np.int64)
    return _Goals(goals, wanted, np.array([objects_in(counts) for counts in goals], np.int64))


def _log_likelihoods(activity: str, seen: Mapping[str, int], done: bool) -> tuple[Floats, float]:
    """Of each goal of an activity, and of its not being one of Alice's activities."""
    here = np.array([seen.get(key, 0) for key in ACTIVITIES[activity].predicates], np.int64)
    wanted = _goals(activity).wanted
    over, under = np.maximum(here - wanted, 0), np.maximum(wanted - here, 0)
    off = over + under if done else over
    part = 0.0 if done else np.log(wanted + 1.0).sum(axis=1)
    found: Floats = off.sum(axis=1) * np.log(SLIP) - part
    return found, float(here.sum() * np.log(SLIP))


class Posterior:
    """How likely every goal is, after what was seen."""

    def __init__(self, seen: Mapping[str, int], *, done: bool) -> None:
        self.seen = dict(seen)
        likelihood = {name: _log_likelihoods(name, seen, done) for name in ACTIVITIES}
        nothing = total_of(none for _, none in likelihood.values())
        self._of = {name: each - none for name, (each, none) in likelihood.items()}
        """Log likelihood of each goal over that of the activity's not being wanted."""
        self._sets: list[tuple[str, ...]] = [*((name,) for name in ACTIVITIES), *itertools.combinations(ACTIVITIES, 2)]
        evidence = np.array([self._evidence(each) for each in self._sets]) + nothing
        chances = np.exp(evidence - evidence.max())
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


def inferred(demonstration: Sequence[Observation]) -> Counts:
    """The goal of a whole demonstration."""
    return Posterior(Placings().see_all(demonstration).counts(), done=True).best()


class Bayes:
    """Reads the most likely goal."""

    def goal(self, demonstration: Sequence[Observation]) -> dict[str, int]:
        """What she wants."""
        return dict(inferred(demonstration))
