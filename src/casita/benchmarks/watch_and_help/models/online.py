"""Helpers without a demonstration: Bob infers what Alice wants from what he sees of her while he helps.

Ours, after the challenge that the paper's authors announced. Both follow her until they know enough:
- `OnlineHP` plans for the goal that he infers once he is certain of it;
- `OnlineTeammate` does what is worth doing under his posterior. Bringing what she wants saves her the whole way;
  bringing what she does not want costs her nothing but now and then a thing that she wants elsewhere, and his time is
  free. So he works for all whose expected value is above 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np

from casita.agents.alice import Alice
from casita.agents.settings import Settings
from casita.agents.view import View
from casita.agents.ways import ways
from casita.benchmarks.watch_and_help.episodes.observing import view_of
from casita.benchmarks.watch_and_help.homes.goals import PREDICATES
from casita.benchmarks.watch_and_help.item import ALICE, BOB, Counts, goal_of
from casita.benchmarks.watch_and_help.models.goals.bayes import posterior
from casita.benchmarks.watch_and_help.models.goals.clues import OBJECTS, Clues
from casita.benchmarks.watch_and_help.models.goals.posterior import Floats, units
from casita.benchmarks.watch_and_help.models.seeded import SeededHelper
from casita.benchmarks.watch_and_help.models.teammate import UnshownTeammate
from casita.protocols import Observation
from casita.world.action import Action
from casita.world.goals import Goal

CERTAIN = 0.9
"""How likely each thing must be wanted that HP works for, and how unlikely each that he does not."""

GAIN, HARM = 9.0, 1.0
"""What bringing something wanted is worth to her, and what bringing something else costs her, in the same unit: of 1,
3, 5.7 and 9 to 1, tried on 12 to 20 training tasks, the best."""

WORTH_IT = HARM / (GAIN + HARM)
"""How likely a thing must be wanted for its expected value to be above 0."""

NEAR = 2.5
"""Metres; who is farther away from her follows her."""

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

    def worth_bringing(self, least: float, held: Iterable[str] = ()) -> Counts:
        """The same, with one place for each type of thing, the likeliest; what he holds is brought somewhere anyway."""
        chances = units(self.marginals)
        likeliest: dict[str, str] = {}
        for key, type in OBJECTS.items():
            if type not in likeliest or chances[key, 1] > chances[likeliest[type], 1]:
                likeliest[type] = key
        found = dict(self.worth(least))
        kept = {key: count for key, count in found.items() if key in likeliest.values() or key not in OBJECTS}
        for type in held:
            if type in likeliest:
                kept.setdefault(likeliest[type], 1)
        return tuple((key, kept[key]) for key in PREDICATES if key in kept)

    def is_certain(self, least: float) -> bool:
        """Is everything either wanted or not wanted with at least this probability?"""
        return all(chance >= least or chance <= 1.0 - least for chance in units(self.marginals).values())


class Follower:
    """Goes where Alice is, to see what she does."""

    def __init__(self) -> None:
        self._unseen_rooms: list[str] = []
        """Where she may be since she was last seen, the nearest to her first."""

    def act(self, view: View) -> Action:
        """Go after her while she is seen; then look into the rooms that are nearest to where she was."""
        here = view.known.rooms[view.here].id
        at = view.others.get(ALICE)
        if at is not None:
            self._unseen_rooms = _by_nearness(view, at)
            far = math.dist(at, view.at) > NEAR
            return Action(BOB, "walk_to", target=ALICE) if far else Action(BOB, "wait")
        self._unseen_rooms = [room for room in self._unseen_rooms if room != here] or [
            room for room in _by_nearness(view, view.at) if room != here
        ]
        return Action(BOB, "walk_to", target=self._unseen_rooms[0]) if self._unseen_rooms else Action(BOB, "wait")


def _by_nearness(view: View, at: tuple[float, float]) -> list[str]:
    """The ids of all rooms, by the steps from a point."""
    home = ways(view.known, view.body, Settings().arm)
    numbers = [home.to_room(number) for number in range(len(view.known.rooms))]
    order = np.argsort(home.steps(numbers, [at])[0], kind="stable")
    return [view.known.rooms[number].id for number in order.tolist()]


class OnlineTeammate(UnshownTeammate):
    """Does what is worth doing, and follows her while nothing is."""

    least = WORTH_IT

    def __init__(self) -> None:
        super().__init__()
        self.online = WhileHelping()
        self._follower = Follower()

    def act(self, observation: Observation) -> Action:
        """One step of the plan, or after her."""
        view, before = view_of(observation), self._wanted
        self.online.see(observation)
        held = [view.known.things[slot].type for slot in view.hands]
        self._wanted = self.online.worth_bringing(self.least, held)
        if not [key for key, _ in self._wanted if not key.startswith(HERS)]:
            return self._follower.act(view)
        action = self.planned(view, goal_of(self._wanted), changed=self._wanted != before)
        return self._follower.act(view) if action.verb == "wait" else action


class OnlineHP(SeededHelper):
    """Follows her until the goal is certain, and plans for it then as HP does."""

    wants: tuple[str, ...] = ()
    settings = Settings()

    def __init__(self) -> None:
        super().__init__()
        self.online = WhileHelping()
        self._follower = Follower()
        self._planner: Alice | None = None
        self._goal: Goal | None = None

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
