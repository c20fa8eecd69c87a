"""Contrast sets: the true after-picture, two other actions from the same beginning, one same action elsewhere.

Whoever recognises an action from its after-picture alone is left with two candidates, the true one and the one from
elsewhere, and is right half the time; whoever only knows the scene is left with three. So blind models can reach 50%
and 33% by the paper's rule. Sets of the configurations `robust` and `hard` have a second picture of the same action
elsewhere: five candidates, and no blind way to be right more often than one time in three.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from casita.benchmarks.act_thor.collecting.cleaning import CHANGED
from casita.benchmarks.act_thor.collecting.splits import PAIR_RULES, Part, rooms_part
from casita.benchmarks.act_thor.item import Attempt, ContrastSet
from casita.seeds import Stream, stream

ALIKE = (frozenset({"put", "throw"}), frozenset({"push", "pull"}))
"""Pairs of actions that never meet in a set: where a thing ends up does not tell which of them it was."""


def all_contrast_sets(
    triples: Sequence[Attempt], seed: int, elsewhere: int = 1, made_for: str = "pairs", apart: int = CHANGED
) -> list[ContrastSet]:
    """The sets that most splits share, then those of the split by pairs, which must not show what it holds out.

    `made_for` names the rule of that split; outcomes in a set differ by at least `apart` pixels.
    """
    rule = PAIR_RULES[made_for]
    known = [
        row
        for row in triples
        if rule.rooms_part(row.scene) == "test" or not rule.is_unseen(row.action, row.object_type)
    ]
    asked = {row.after for row in known if rule.part(row.scene, row.action, row.object_type)}
    shared = contrast_sets(triples, seed, elsewhere=elsewhere, apart=apart)
    return shared + contrast_sets(
        known, seed, elsewhere=elsewhere, apart=apart, made_for=made_for, part=rule.rooms_part, asked=asked
    )


def contrast_sets(
    triples: Sequence[Attempt],
    seed: int,
    *,
    elsewhere: int = 1,
    apart: int = CHANGED,
    made_for: str = "",
    part: Callable[[str], Part] = rooms_part,
    asked: Collection[str] | None = None,
) -> list[ContrastSet]:
    """One set for each triple that a set can be made for, with the answers' positions balanced.

    `elsewhere` is how many candidates show the same action in other scenes, of the same `part`; only triples that are
    `asked` for by their names, if any are named, become answers.
    """
    beginnings: dict[str, list[Attempt]] = defaultdict(list)
    alike: dict[tuple[str, str, str, str], list[Attempt]] = defaultdict(list)
    for row in triples:
        beginnings[row.before].append(row)
        alike[_likeness(row, part)].append(row)
    drafts = []
    for row in triples:
        if asked is not None and row.after not in asked:
            continue
        luck = stream(seed, "contrast", row.after)
        pairs = list(_contrasts(row, beginnings[row.before], apart))
        foreign = _of_other_scenes(row, luck.shuffled(alike[_likeness(row, part)]), elsewhere)
        if pairs and len(foreign) == elsewhere:
            wrong = [outcome(other) for other in (*luck.choice(pairs), *foreign)]
            drafts.append(Draft(row.after, row, row.action, row.before, outcome(row), wrong, luck))
    return list(placed(drafts, stream(seed, "positions", made_for), lambda draft: draft.action, made_for, part))


def _likeness(row: Attempt, part: Callable[[str], Part]) -> tuple[str, str, str, str]:
    """What a picture from elsewhere shares with the true one; its room is in the same part of all rooms."""
    return row.action, row.object_type, row.trial, part(row.scene)


def _of_other_scenes(row: Attempt, others: Sequence[Attempt], count: int) -> list[Attempt]:
    """The first so many that show other scenes, all different ones."""
    found: dict[str, Attempt] = {}
    for other in others:
        if other.scene != row.scene:
            found.setdefault(other.scene, other)
    return list(found.values())[:count]


def _contrasts(row: Attempt, others: Sequence[Attempt], apart: int) -> Iterator[tuple[Attempt, Attempt]]:
    """All pairs of other outcomes such that no two of the three are alike."""
    for pair in combinations([other for other in others if other.action != row.action], 2):
        if all(tell_apart(one, other, apart) for one, other in combinations((row, *pair), 2)):
            yield pair


def tell_apart(one: Attempt, other: Attempt, apart: int = CHANGED) -> bool:
    """Can two outcomes of the same beginning be told apart: do they differ by so many pixels?"""
    if frozenset({one.action, other.action}) in ALIKE:
        return False
    return one.apart[other.action] >= apart


class Candidate(NamedTuple):
    """A picture of a set: its key, what led to it, and where."""

    key: str
    action: str
    scene: str


class Draft(NamedTuple):
    """A set whose candidates have no order yet."""

    id: str
    row: Attempt
    """The outcome that it is about."""
    action: str
    given: str
    """Key of the picture that is shown first."""
    true: Candidate
    wrong: Sequence[Candidate]
    luck: Stream
    """Of the order of the wrong candidates."""


def outcome(row: Attempt) -> Candidate:
    """The picture after an action."""
    return Candidate(row.after, row.action, row.scene)


def placed(
    drafts: Iterable[Draft],
    luck: Stream,
    turn_of: Callable[[Draft], object],
    made_for: str = "",
    part: Callable[[str], Part] = rooms_part,
) -> Iterator[ContrastSet]:
    """The sets with the true picture as often at each position, for every kind of `turn_of` and part of the rooms."""
    turns: dict[tuple[object, str], list[int]] = {}
    for draft in drafts:
        row = draft.row
        left = turns.setdefault((turn_of(draft), part(row.scene)), [])
        if not left:
            left.extend(luck.shuffled(range(len(draft.wrong) + 1)))
        answer = left.pop()
        candidates = draft.luck.shuffled(draft.wrong)
        candidates.insert(answer, draft.true)
        yield ContrastSet(
            id=draft.id,
            scene=row.scene,
            object_type=row.object_type,
            trial=row.trial,
            action=draft.action,
            before=draft.given,
            candidates=tuple(each.key for each in candidates),
            answer=answer,
            actions=tuple(each.action for each in candidates),
            scenes=tuple(each.scene for each in candidates),
            made_for=made_for,
        )
