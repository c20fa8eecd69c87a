"""What was counted in the episodes of a helper (`interplay`), as means over them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import NamedTuple

from casita.benchmarks.watch_and_help.goals import ALICE, BOB
from casita.benchmarks.watch_and_help.helping import Helped


class Counted(NamedTuple):
    """Means over the episodes of a helper."""

    conflicting: float
    """Share of episodes with a conflict."""
    taking_back: float
    """Share of episodes with a conflict in which one takes back what the other had put."""
    undone_by_alice: float
    undone_by_bob: float
    alice_blocked: float
    bob_blocked: float
    search_saved: float | None
    """Steps; None if Alice has done none of the episodes alone."""
    choices: float
    """Of both agents."""
    faults: float
    """Turns that the helper lost."""


def counted(episodes: Sequence[Helped], alone: Sequence[Helped]) -> Counted:
    """What was counted in the episodes of a helper, with Alice's alone to compare her search with."""

    def mean(measure: Callable[[Helped], float]) -> float:
        return fmean(measure(each) for each in episodes)

    searched = {(each.task, each.seed): each.interplay.searching for each in alone}
    saved = [
        searched[each.task, each.seed] - each.interplay.searching
        for each in episodes
        if (each.task, each.seed) in searched
    ]
    return Counted(
        conflicting=conflicting(episodes),
        taking_back=mean(lambda each: each.interplay.taken_back > 0),
        undone_by_alice=mean(lambda each: each.interplay.undone.get(ALICE, 0)),
        undone_by_bob=mean(lambda each: each.interplay.undone.get(BOB, 0)),
        alice_blocked=mean(lambda each: each.interplay.blocked.get(ALICE, 0)),
        bob_blocked=mean(lambda each: each.interplay.blocked.get(BOB, 0)),
        search_saved=fmean(saved) if saved else None,
        choices=_choices(episodes),
        faults=mean(lambda each: sum(each.faults.values())),
    )


def _choices(episodes: Sequence[Helped]) -> float:
    """Actions to choose from in a mean step of an agent."""
    steps = sum(each.steps for each in episodes)
    return sum(each.steps * fmean(each.interplay.choices.values()) for each in episodes if each.steps) / max(steps, 1)


def conflicting(episodes: Sequence[Helped]) -> float:
    """The share of episodes with a conflict."""
    return fmean(each.interplay.conflicts > 0 for each in episodes)
