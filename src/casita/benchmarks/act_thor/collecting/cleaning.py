"""Leaving out what makes no fair question, in the paper's order, and counting what each step removes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casita.benchmarks.act_thor.collecting.actions import action_names
from casita.benchmarks.act_thor.item import Attempt

SEEN = 30
"""Pixels of the thing (of 90,000) from which on it counts as visible."""

CHANGED = 25
"""Pixels that must differ for two pictures to be told apart: the flame of a candle on a table has about as many."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of cleaning: what it asks for, and how many triples went because of it."""

    name: str
    removed: int
    left: int


@dataclass(frozen=True, slots=True)
class Collection:
    """The triples that are left, and how they came to be left."""

    tried: int
    steps: tuple[Step, ...]
    triples: tuple[Attempt, ...]

    @property
    def counts(self) -> dict[str, int]:
        """What the paper's Table 1 counts."""
        kept = self.triples
        return {
            "tried": self.tried,
            "kept": len(kept),
            "pairs": len({(row.action, row.object_type) for row in kept}),
            "before-pictures": len({row.before for row in kept}),
            "actions": len({row.action for row in kept}),
            "types": len({row.object_type for row in kept}),
            "scenes": len({row.scene for row in kept}),
        }


def is_done(row: Attempt) -> bool:
    """Was the action done?"""
    return not row.refused


def is_visible(row: Attempt) -> bool:
    """Can the thing be seen before and after?"""
    return min(row.seen_before, row.seen) >= SEEN


def is_different(row: Attempt) -> bool:
    """Does the after-picture differ visibly from the one before?"""
    return row.changed >= CHANGED


def clean(attempts: Sequence[Attempt], configuration: str = "paper") -> Collection:
    """The triples of a configuration that survive every step.

    All fifteen actions count as tried, as in the paper, and those that a configuration does not ask about go last.
    """
    allowed = action_names(configuration)
    left = list(attempts)
    steps = []
    for name, test in (("done", is_done), ("visible", is_visible), ("different", is_different)):
        kept = [row for row in left if test(row)]
        steps.append(Step(name, len(left) - len(kept), len(kept)))
        left = kept
    kinds: dict[str, set[str]] = {}
    for row in left:
        kinds.setdefault(row.action, set()).add(row.object_type)
    kept = [row for row in left if len(kinds[row.action]) > 1]
    steps.append(Step("more than one type", len(left) - len(kept), len(kept)))
    asked = [row for row in kept if row.action in allowed]
    steps.append(Step("asked about", len(kept) - len(asked), len(asked)))
    return Collection(len(attempts), tuple(steps), tuple(asked))
