"""Questions about two and three actions in a row, forwards and backwards, as contrast sets.

- Forwards: a before-picture, a sequence, and four after-pictures. Two wrong ones come from other sequences of the same
  length from the same beginning that share as many actions as possible; one from the same type in another room.
- Backwards: an after-picture, a sequence, and four before-pictures. Wrong are the same thing in another state, the same
  thing at its other beginning (or in a third state), and the same type in another room. Every such set has a twin with
  the same sequence and the same candidates, where the thing was in that other state: without the after-picture nobody
  can tell which of the two is right.

A set is a `ContrastSet` whose `action` names a sequence (fill+put) and whose `actions` say what led to each candidate.
In a backward set `before` is the picture that is given, which shows the end; `actions` are "before" for beginnings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Literal

from casita.benchmarks.act_thor.collecting.cleaning import CHANGED, is_different, is_visible
from casita.benchmarks.act_thor.collecting.contrast import Candidate, Draft, outcome, placed
from casita.benchmarks.act_thor.collecting.splits import Part, rooms_part, split_sets
from casita.benchmarks.act_thor.item import TRIALS, Attempt, ContrastSet, picture_key
from casita.benchmarks.act_thor.steps.sequences import LENGTHS, sequence_of, shared
from casita.benchmarks.act_thor.steps.trials import wrong_start
from casita.errors import unknown
from casita.exact import count_of
from casita.seeds import stream

Direction = Literal["forward", "backward"]

DIRECTIONS: tuple[Direction, ...] = ("forward", "backward")

BACKWARD = "/backward/"
"""In the name of a backward set, between its after-picture and how many of the last actions it asks about.

A forward one is named by its true after-picture."""

STEP_SPLITS = ("scenes", "objects")
"""Unseen rooms and unseen types, as for single actions."""


BEFORE = "before "
"""In front of a sequence, where the beginning is asked for: `before fill+put`."""


def told_action(item: ContrastSet) -> str:
    """The action of a set as a model hears it: `fill+put`, or `before fill+put` where candidates are beginnings."""
    return f"{BEFORE}{item.action}" if direction_of(item) == "backward" else item.action


def direction_of(item: ContrastSet) -> Direction:
    """Is one asked for the end or for the beginning?"""
    return "backward" if BACKWARD in item.id else "forward"


def length_of(item: ContrastSet) -> int:
    """How many actions are done in a row."""
    return len(sequence_of(item.action))


def step_sets(rows: Iterable[Attempt], seed: int) -> list[ContrastSet]:
    """All sets that can be made of what was done, forward ones first; positions of the answers are balanced."""
    kept = [row for row in rows if not row.refused and is_visible(row) and is_different(row)]
    long = [row for row in kept if len(sequence_of(row.action)) in LENGTHS]
    types: dict[tuple[str, str, Part], list[Attempt]] = defaultdict(list)
    for row in long:
        types[_peers(row)].append(row)
    beginnings: dict[str, list[Attempt]] = defaultdict(list)
    for row in kept:
        beginnings[row.before].append(row)
    drafts: dict[Direction, list[Draft]] = {direction: [] for direction in DIRECTIONS}
    for row in long:
        foreign = [other for other in types[_peers(row)] if other.scene != row.scene]
        drafts["forward"] += _forward(row, beginnings[row.before], foreign, seed)
        drafts["backward"] += _backward(row, beginnings, foreign, seed)
    return [
        item
        for way, found in drafts.items()
        for item in placed(found, stream(seed, "step positions", way), lambda draft: len(sequence_of(draft.action)))
    ]


def _draft(
    row: Attempt, way: Direction, action: str, given: str, true: Candidate, wrong: list[Candidate], seed: int
) -> Draft:
    name = f"{row.after}{BACKWARD}{len(sequence_of(action))}" if way == "backward" else row.after
    return Draft(name, row, action, given, true, wrong, stream(seed, "step order", way, row.after))


def _peers(row: Attempt) -> tuple[str, str, Part]:
    return row.object_type, row.trial, rooms_part(row.scene)


def _forward(row: Attempt, here: Sequence[Attempt], foreign: Sequence[Attempt], seed: int) -> list[Draft]:
    """Two others from the same beginning, one from elsewhere; none if there are no such."""
    luck = stream(seed, "step sets", row.after).child("forward")
    sequence = sequence_of(row.action)
    others = [each for each in here if each is not row and len(sequence_of(each.action)) == len(sequence)]
    pairs = [
        pair
        for pair in combinations(luck.shuffled(others), 2)
        if all(one.apart[other.action] >= CHANGED for one, other in combinations((row, *pair), 2))
    ]
    same = [each for each in foreign if each.action == row.action]
    last = [
        each
        for each in foreign
        if len(sequence_of(each.action)) == len(sequence) and sequence_of(each.action)[-1] == sequence[-1]
    ]
    if not pairs or not (same or last):
        return []
    pair = max(pairs, key=lambda two: count_of(shared(sequence, sequence_of(each.action)) for each in two))
    wrong = [outcome(each) for each in (*pair, luck.choice(same or last))]
    return [_draft(row, "forward", row.action, row.before, outcome(row), wrong, seed)]


def _backward(
    row: Attempt, beginnings: Mapping[str, Sequence[Attempt]], foreign: Sequence[Attempt], seed: int
) -> list[Draft]:
    """A set and its twin; none if there is no other state to ask about, or no third picture, or nothing elsewhere."""
    luck = stream(seed, "step sets", row.after).child("backward")
    here = {each.action: each for each in beginnings[row.before]}
    for name in luck.shuffled(sorted(here)):
        state, twin = here[name], here.get(f"{name}+{row.action}")
        if twin is None or twin.apart[row.action] < CHANGED:
            continue
        thirds = _thirds(row, twin, here, beginnings)
        if thirds and foreign:
            there = luck.choice(foreign)
            like = [each for each in beginnings[there.before] if each.action == name]
            elsewhere = outcome(like[0]) if like and luck.chance(0.5) else _start(there, there.before)
            other = thirds[0] if thirds[0].action == "before" else luck.choice(thirds)
            begun, changed = _start(row, row.before), outcome(state)
            return [
                _draft(row, "backward", row.action, row.after, begun, [changed, other, elsewhere], seed),
                _draft(twin, "backward", row.action, twin.after, changed, [begun, other, elsewhere], seed),
            ]
    return []


def _thirds(
    row: Attempt, twin: Attempt, here: Mapping[str, Attempt], beginnings: Mapping[str, Sequence[Attempt]]
) -> list[Candidate]:
    """Pictures of the thing that are wrong starts for both of two twins: its other beginning first, then states."""
    count = len(sequence_of(row.action))

    def is_fair(name: str) -> bool:
        return min(each.apart.get(wrong_start(count, name), 0) for each in (row, twin)) >= CHANGED

    starts = {trial: picture_key(row.scene, row.take, row.object, trial, "before") for trial in TRIALS}
    found = [_start(row, key) for trial, key in starts.items() if is_fair(trial) and key in beginnings]
    return found + [outcome(state) for name, state in here.items() if is_fair(name)]


def _start(row: Attempt, key: str) -> Candidate:
    return Candidate(key, "before", row.scene)


def split_steps(
    sets: Iterable[ContrastSet], split: str, part: str, direction: Direction | None = None
) -> list[ContrastSet]:
    """The sets of one part of a split, of one direction or of both; no picture is in two parts."""
    if split not in STEP_SPLITS:
        raise unknown("split", split, STEP_SPLITS)
    if direction not in (None, *DIRECTIONS):
        raise unknown("direction", direction, DIRECTIONS)
    return [item for item in split_sets(sets, split, part) if direction in (None, direction_of(item))]
