"""Goal inference by Bayes' rule, from what Alice put where and what she left (`clues`), over all goals (`posterior`).

Two things besides the goal are not known, and are summed over: whether she is done, and whether all that she does is
for her goal. Who is not done wants something more than what she has put down. Unlike the goal networks, which learn
from goals of one activity, it is told that there may be two; and it needs no training. Its few rates are judgement,
looked at on training tasks only. What it answers are the predicates with the greatest expected F1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from casita.benchmarks.watch_and_help.homes.goals import PREDICATES
from casita.benchmarks.watch_and_help.item import Counts
from casita.benchmarks.watch_and_help.models.goals.clues import Clues
from casita.benchmarks.watch_and_help.models.goals.placings import Placings
from casita.benchmarks.watch_and_help.models.goals.posterior import (
    SLIP,
    Floats,
    Mixed,
    Posterior,
    WithoutOne,
    after_counts,
    best_guess,
)
from casita.protocols import Observation

STRAYS = (SLIP, 0.05, 0.15)
"""How likely one thing more was put where it is not wanted, for each predicate: by who does nothing else, by who tidies
now and then, and by who has a busy day. Equally likely before anything is seen."""

ENDS_WITH_IT, ENDS_ANYWHERE = 0.99, 0.08
"""How likely it is that the last step makes something of the goal true: if she is done, and if she was cut off."""


def posterior(clues: Clues, *, may_be_done: bool = True) -> Mixed:
    """How likely every goal is, whether she is done or not and tidies or not."""
    parts: list[tuple[float, Posterior | WithoutOne]] = []
    for done in (True, False) if may_be_done else (False,):
        ends = ENDS_WITH_IT if done else ENDS_ANYWHERE
        weight = math.log(ends if clues.just_done else 1.0 - ends) if may_be_done else 0.0
        for stray in STRAYS:
            found = Posterior(clues.evidence(done=done, stray=stray))
            no_more = len(PREDICATES) * math.log1p(-stray)
            parts.append((weight + no_more, found if done else found.without(tuple(clues.counts().items()))))
    return Mixed(parts)


def inferred(demonstration: Sequence[Observation]) -> Counts:
    """The most likely goal of a whole demonstration, by what was put where alone."""
    return after_counts(Placings().see_all(demonstration).counts(), done=True).best()


class Bayes:
    """Reads the goal from a demonstration that may be cut off, or of somebody who also does other things."""

    def chances(self, demonstration: Sequence[Observation]) -> Mapping[str, Floats]:
        """For each predicate the probability of each count, from 0 on."""
        return posterior(Clues().see_all(demonstration)).marginals()

    def goal(self, demonstration: Sequence[Observation]) -> dict[str, int]:
        """What she wants."""
        return dict(best_guess(self.chances(demonstration)))
