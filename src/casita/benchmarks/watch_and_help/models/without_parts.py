"""Teammate without one of the things that he does for the sake of working together, or with one more."""

from __future__ import annotations

from casita.agents.teammate.mate import Parts
from casita.benchmarks.watch_and_help.episodes.observing import view_of
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models.teammate import Teammate
from casita.protocols import Observation
from casita.world.action import Action


class LeavesNothing(Teammate):
    """Does not leave to Alice what she carries or is about to take."""

    parts = Parts(leaves_next=False)


class LooksAnywhere(Teammate):
    """Looks for things where she is, too."""

    parts = Parts(looks_elsewhere=False)


class DoesNotScout(Teammate):
    """Looks for things where a sampled world has them, as Alice does."""

    parts = Parts(scouts=False)


class NotCourteous(Teammate):
    """Goes about things as Alice does."""

    parts = Parts(is_courteous=False)


class NoFavours(Teammate):
    """Brings her nothing."""

    parts = Parts(does_favours=False)


class ClosesUp(Teammate):
    """Closes what he has opened, as Alice does."""

    parts = Parts(leaves_open=False)


class PutsLater(Teammate):
    """Puts things down when his search says so."""

    parts = Parts(puts_first=False)


class PlansForBoth(Teammate):
    """With a part more: plans what both do, while he sees her."""

    parts = Parts(plans_for_both=True)


class InfersOnce(Teammate):
    """Keeps to the goal that he inferred from the demonstration, whatever he sees later."""

    def act(self, observation: Observation) -> Action:
        """One step of the plan; waits if he knows of no goal."""
        goal = self.goal
        return Action(BOB, "wait") if goal is None else self.planned(view_of(observation), goal, changed=False)
