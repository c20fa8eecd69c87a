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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from casita.benchmarks.act_thor.collecting.cleaning import CHANGED, is_different, is_visible
from casita.benchmarks.act_thor.collecting.splits import Part, rooms_part, split_sets
from casita.benchmarks.act_thor.item import CANDIDATES, TRIALS, Attempt, ContrastSet, picture_key
from casita.benchmarks.act_thor.steps.sequences import LENGTHS, ActionSequence, name_of, sequence_of, shared
from casita.benchmarks.act_thor.steps.trials import wrong_start
from casita.errors import unknown
from casita.seeds import Stream, stream

Direction = Literal["forward", "backward"]

DIRECTIONS: tuple[Direction, ...] = ("forward", "backward")

BACKWARD = "/backward/"
"""In the name of a backward set, between its after-picture and how many of the last actions it asks about.

A forward one is named by its true after-picture."""

STEP_SPLITS = ("scenes", "objects")
"""Unseen rooms and unseen types, as for single actions."""


class _Shown(NamedTuple):
    """A candidate."""

    key: str
    action: str
    scene: str


class _Draft(NamedTuple):
    """A set whose candidates have no order yet."""

    row: Attempt
    """The outcome, in whose picture the sequence ends."""
    sequence: ActionSequence
    given: str
    true: _Shown
    wrong: list[_Shown]


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
    drafts: dict[Direction, list[_Draft]] = {direction: [] for direction in DIRECTIONS}
    for row in long:
        foreign = [other for other in types[_peers(row)] if other.scene != row.scene]
        luck = stream(seed, "step sets", row.after)
        forward = _forward(row, beginnings[row.before], foreign, luck.child("forward"))
        drafts["forward"] += [forward] if forward else []
        drafts["backward"] += _backward(row, beginnings, foreign, luck.child("backward"))
    return [item for direction in DIRECTIONS for item in _placed(drafts[direction], direction, seed)]


def _peers(row: Attempt) -> tuple[str, str, Part]:
    return row.object_type, row.trial, rooms_part(row.scene)


def _forward(row: Attempt, here: Sequence[Attempt], foreign: Sequence[Attempt], luck: Stream) -> _Draft | None:
    """Two others from the same beginning, one from elsewhere; None if there are no such."""
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
        return None
    pair = max(pairs, key=lambda two: sum(shared(sequence, sequence_of(each.action)) for each in two))
    wrong = [*pair, luck.choice(same or last)]
    return _Draft(row, sequence, row.before, _after(row), [_after(each) for each in wrong])


def _backward(
    row: Attempt, beginnings: Mapping[str, Sequence[Attempt]], foreign: Sequence[Attempt], luck: Stream
) -> list[_Draft]:
    """A set and its twin; none if there is no other state to ask about, or no third picture, or nothing elsewhere."""
    here = {each.action: each for each in beginnings[row.before]}
    sequence = sequence_of(row.action)
    for name in luck.shuffled(sorted(here)):
        state, twin = here[name], here.get(f"{name}+{row.action}")
        if twin is None or twin.apart[row.action] < CHANGED:
            continue
        thirds = _thirds(row, twin, here, beginnings)
        if thirds and foreign:
            there = luck.choice(foreign)
            like = [each for each in beginnings[there.before] if each.action == name]
            elsewhere = _after(like[0]) if like and luck.chance(0.5) else _Shown(there.before, "before", there.scene)
            other = thirds[0] if thirds[0].action == "before" else luck.choice(thirds)
            begun, changed = _Shown(row.before, "before", row.scene), _after(state)
            return [
                _Draft(row, sequence, row.after, begun, [changed, other, elsewhere]),
                _Draft(twin, sequence, twin.after, changed, [begun, other, elsewhere]),
            ]
    return []


def _thirds(
    row: Attempt, twin: Attempt, here: Mapping[str, Attempt], beginnings: Mapping[str, Sequence[Attempt]]
) -> list[_Shown]:
    """Pictures of the thing that are wrong starts for both of two twins: its other beginning first, then states."""
    count = len(sequence_of(row.action))

    def is_fair(name: str) -> bool:
        return min(each.apart.get(wrong_start(count, name), 0) for each in (row, twin)) >= CHANGED

    starts = {trial: picture_key(row.scene, row.take, row.object, trial, "before") for trial in TRIALS}
    found = [_Shown(key, "before", row.scene) for trial, key in starts.items() if is_fair(trial) and key in beginnings]
    return found + [_after(state) for name, state in here.items() if is_fair(name)]


def _after(row: Attempt) -> _Shown:
    return _Shown(row.after, row.action, row.scene)


def _placed(drafts: Sequence[_Draft], direction: Direction, seed: int) -> Iterator[ContrastSet]:
    """The sets with the true picture as often at each position, for every length and part of the rooms."""
    turns: dict[tuple[int, Part], list[int]] = {}
    luck = stream(seed, "step positions", direction)
    for row, sequence, given, true, wrong in drafts:
        left = turns.setdefault((len(sequence), rooms_part(row.scene)), [])
        if not left:
            left.extend(luck.shuffled(range(CANDIDATES)))
        answer = left.pop()
        candidates = stream(seed, "step order", direction, row.after).shuffled(wrong)
        candidates.insert(answer, true)
        yield ContrastSet(
            id=row.after + (f"{BACKWARD}{len(sequence)}" if direction == "backward" else ""),
            scene=row.scene,
            object_type=row.object_type,
            trial=row.trial,
            action=name_of(sequence),
            before=given,
            candidates=tuple(each.key for each in candidates),
            answer=answer,
            actions=tuple(each.action for each in candidates),
            scenes=tuple(each.scene for each in candidates),
        )


def split_steps(
    sets: Iterable[ContrastSet], split: str, part: str, direction: Direction | None = None
) -> list[ContrastSet]:
    """The sets of one part of a split, of one direction or of both; no picture is in two parts."""
    if split not in STEP_SPLITS:
        raise unknown("split", split, STEP_SPLITS)
    if direction not in (None, *DIRECTIONS):
        raise unknown("direction", direction, DIRECTIONS)
    return [item for item in split_sets(sets, split, part) if direction in (None, direction_of(item))]
