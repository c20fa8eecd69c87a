"""Contrast sets: the true after-picture, two other actions from the same beginning, one same action elsewhere.

Whoever recognises an action from its after-picture alone is left with two candidates, the true one and the one from
elsewhere, and is right half the time; whoever only knows the scene is left with three. So blind models can reach 50%
and 33% by the paper's rule. Sets of the configuration `hard` have a second picture of the same action elsewhere: five
candidates, and no blind way to be right more often than one time in three.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from casita.benchmarks.act_thor.collecting.cleaning import CHANGED
from casita.benchmarks.act_thor.collecting.splits import is_unseen_pair, rooms_part
from casita.benchmarks.act_thor.item import Attempt, ContrastSet
from casita.seeds import Stream, stream

ALIKE = (frozenset({"put", "throw"}), frozenset({"push", "pull"}))
"""Pairs of actions that never meet in a set: where a thing ends up does not tell which of them it was."""


def all_contrast_sets(triples: Sequence[Attempt], seed: int, elsewhere: int = 1) -> list[ContrastSet]:
    """The sets that most splits share, then those of the split by pairs, which must not show what it holds out."""
    known = [row for row in triples if rooms_part(row.scene) == "test" or not _is_unseen(row)]
    asked = {row.after for row in known if (rooms_part(row.scene) == "test") == _is_unseen(row)}
    shared = contrast_sets(triples, seed, elsewhere=elsewhere)
    return shared + contrast_sets(known, seed, elsewhere=elsewhere, made_for="pairs", asked=asked)


def _is_unseen(row: Attempt) -> bool:
    return is_unseen_pair(row.action, row.object_type)


def contrast_sets(
    triples: Sequence[Attempt],
    seed: int,
    *,
    elsewhere: int = 1,
    made_for: str = "",
    asked: Collection[str] | None = None,
) -> list[ContrastSet]:
    """One set for each triple that a set can be made for, with the answers' positions balanced.

    `elsewhere` is how many candidates show the same action in other scenes; only triples that are `asked` for by
    their names, if any are named, become answers.
    """
    beginnings: dict[str, list[Attempt]] = defaultdict(list)
    alike: dict[tuple[str, str, str, str], list[Attempt]] = defaultdict(list)
    for row in triples:
        beginnings[row.before].append(row)
        alike[_likeness(row)].append(row)
    drafts = []
    for row in triples:
        if asked is not None and row.after not in asked:
            continue
        luck = stream(seed, "contrast", row.after)
        pairs = list(_contrasts(row, beginnings[row.before]))
        foreign = _of_other_scenes(row, luck.shuffled(alike[_likeness(row)]), elsewhere)
        if pairs and len(foreign) == elsewhere:
            drafts.append((row, [*luck.choice(pairs), *foreign], luck))
    return list(_placed(drafts, stream(seed, "positions", made_for), made_for))


def _likeness(row: Attempt) -> tuple[str, str, str, str]:
    """What a picture from elsewhere shares with the true one; its room is in the same part of all rooms."""
    return row.action, row.object_type, row.trial, rooms_part(row.scene)


def _of_other_scenes(row: Attempt, others: Sequence[Attempt], count: int) -> list[Attempt]:
    """The first so many that show other scenes, all different ones."""
    found: dict[str, Attempt] = {}
    for other in others:
        if other.scene != row.scene:
            found.setdefault(other.scene, other)
    return list(found.values())[:count]


def _contrasts(row: Attempt, others: Sequence[Attempt]) -> Iterator[tuple[Attempt, Attempt]]:
    """All pairs of other outcomes such that no two of the three are alike."""
    for pair in combinations([other for other in others if other.action != row.action], 2):
        if all(tell_apart(one, other) for one, other in combinations((row, *pair), 2)):
            yield pair


def tell_apart(one: Attempt, other: Attempt) -> bool:
    """Can two outcomes of the same beginning be told apart?"""
    if frozenset({one.action, other.action}) in ALIKE:
        return False
    return one.apart[other.action] >= CHANGED


def _placed(drafts: list[tuple[Attempt, list[Attempt], Stream]], luck: Stream, made_for: str) -> Iterator[ContrastSet]:
    """The sets with the true picture as often at each position, for every action and part of the rooms."""
    turns: dict[tuple[str, str], list[int]] = {}
    for row, others, own in drafts:
        left = turns.setdefault((row.action, rooms_part(row.scene)), [])
        if not left:
            left.extend(luck.shuffled(range(len(others) + 1)))
        answer = left.pop()
        candidates = own.shuffled(others)
        candidates.insert(answer, row)
        yield ContrastSet(
            id=row.after,
            scene=row.scene,
            object_type=row.object_type,
            trial=row.trial,
            action=row.action,
            before=row.before,
            candidates=tuple(each.after for each in candidates),
            answer=answer,
            actions=tuple(each.action for each in candidates),
            scenes=tuple(each.scene for each in candidates),
            made_for=made_for,
        )
