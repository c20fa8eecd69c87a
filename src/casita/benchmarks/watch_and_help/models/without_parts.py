"""Teammate without one of the things that he does for the sake of working together, or with one more."""

from __future__ import annotations

from functools import partial

from casita.agents.teammate.mate import Parts
from casita.benchmarks.watch_and_help.episodes.observing import view_of
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models.teammate import Teammate
from casita.protocols import Observation
from casita.world.action import Action

leaves_nothing = partial(Teammate, Parts(leaves_next=False))
"""Does not leave to Alice what she carries or is about to take."""

looks_anywhere = partial(Teammate, Parts(looks_elsewhere=False))
"""Looks for things where she is, too."""

does_not_scout = partial(Teammate, Parts(scouts=False))
"""Looks for things where a sampled world has them, as Alice does."""

not_courteous = partial(Teammate, Parts(is_courteous=False))
"""Goes about things as Alice does."""

no_favours = partial(Teammate, Parts(does_favours=False))
"""Brings her nothing."""

puts_later = partial(Teammate, Parts(puts_first=False))
"""Puts things down when his search says so."""

leaves_open = partial(Teammate, Parts(leaves_open=True))
"""With a part more: leaves open what he has opened."""

plans_for_both = partial(Teammate, Parts(plans_for_both=True))
"""With a part more: plans what both do, while he sees her."""


class InfersOnce(Teammate):
    """Keeps to the goal that he inferred from the demonstration, whatever he sees later."""

    def act(self, observation: Observation) -> Action:
        """One step of the plan; waits if he knows of no goal."""
        goal = self.goal
        return Action(BOB, "wait") if goal is None else self.planned(view_of(observation), goal, changed=False)
