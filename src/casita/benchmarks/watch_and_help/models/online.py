"""Helpers without a demonstration: Bob infers what Alice wants from what he sees of her while he helps.

Ours, after the challenge that the paper's authors announced. Both follow her until they know enough:
- `OnlineHP` plans for the goal that he infers once he is certain of it;
- `OnlineTeammate` does what is worth doing under his posterior: one thing that she wants saves her about as much as one
  too many costs him, so he works for all that is more likely wanted than not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from casita.agents.alice import Alice
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.observing import view_of
from casita.benchmarks.watch_and_help.homes.goals import PREDICATES
from casita.benchmarks.watch_and_help.item import ALICE, BOB, Counts, goal_of
from casita.benchmarks.watch_and_help.models.goals.bayes import posterior
from casita.benchmarks.watch_and_help.models.goals.clues import Clues
from casita.benchmarks.watch_and_help.models.goals.posterior import Floats, units
from casita.benchmarks.watch_and_help.models.teammate import Teammate
from casita.protocols import Observation
from casita.world.action import Action
from casita.world.goals import Goal

CERTAIN = 0.9
"""How likely each thing must be wanted that HP works for, and how unlikely each that he does not."""

WORTH_IT = 0.5
"""How likely a thing must be wanted for it to be worth bringing."""

HERS = ("holds", "sit")
"""What only she can do."""


class WhileHelping:
    """What Bob knows of Alice's goal by now."""

    def __init__(self) -> None:
        self.clues = Clues()
        self.marginals: Mapping[str, Floats] = {}
        self._known: tuple[object, ...] | None = None

    def see(self, observation: Observation) -> None:
        """Take in what is seen now."""
        self.clues.see(observation)
        known = self.clues.state()
        if known != self._known:
            self._known = known
            self.marginals = posterior(self.clues, may_be_done=False).marginals()

    def worth(self, least: float) -> Counts:
        """The predicates of which so many are wanted with at least this probability."""
        chances = units(self.marginals)
        found = [key for (key, _), chance in chances.items() if chance >= least]
        return tuple((key, found.count(key)) for key in PREDICATES if key in found)

    def is_certain(self, least: float) -> bool:
        """Is everything either wanted or not wanted with at least this probability?"""
        return all(chance >= least or chance <= 1.0 - least for chance in units(self.marginals).values())


class Follower:
    """Goes where Alice is, to see what she does."""

    def __init__(self) -> None:
        self._turn = 0

    def act(self, view: View) -> Action:
        """Stay where she is seen; else look into one room after the other."""
        rooms = [room.id for room in view.known.rooms]
        if ALICE in view.others:
            return Action(BOB, "wait")
        if rooms[self._turn % len(rooms)] == rooms[view.here]:
            self._turn += 1
        return Action(BOB, "walk_to", target=rooms[self._turn % len(rooms)])


class OnlineTeammate(Teammate):
    """Does what is more likely wanted than not, and follows her while nothing is."""

    wants: tuple[str, ...] = ()
    least = WORTH_IT

    def __init__(self) -> None:
        super().__init__()
        self.online = WhileHelping()
        self._follower = Follower()
        self._wanted: Counts = ()

    @property
    def wanted(self) -> Counts:
        """What he works for."""
        return self._wanted

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """There is nothing to watch."""

    def act(self, observation: Observation) -> Action:
        """One step of the plan, or after her."""
        view, before = view_of(observation), self._wanted
        self.online.see(observation)
        self._wanted = self.online.worth(self.least)
        if not [key for key, _ in self._wanted if not key.startswith(HERS)]:
            return self._follower.act(view)
        action = self.planned(view, goal_of(self._wanted), changed=self._wanted != before)
        return self._follower.act(view) if action.verb == "wait" else action


class OnlineHP:
    """Follows her until the goal is certain, and plans for it then as HP does."""

    wants: tuple[str, ...] = ()
    settings = Settings()

    def __init__(self) -> None:
        self.online = WhileHelping()
        self._follower = Follower()
        self._planner: Alice | None = None
        self._goal: Goal | None = None
        self._seed = 0

    def begin(self, seed: int) -> None:
        """The luck of his belief and search in one episode."""
        self._seed = seed

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """There is nothing to watch."""

    def act(self, observation: Observation) -> Action:
        """One step of the plan, or after her."""
        view = view_of(observation)
        self.online.see(observation)
        if self.online.is_certain(CERTAIN):
            wanted = self.online.worth(CERTAIN)
            goal = goal_of(wanted) if wanted else None
            if goal is not None and goal != self._goal:
                self._goal, self._planner = goal, Alice(goal, BOB, self.settings, self._seed)
        return self._follower.act(view) if self._planner is None else self._planner.act(view)
