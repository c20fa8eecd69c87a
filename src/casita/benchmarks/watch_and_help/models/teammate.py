"""Teammate, our own helper: goes on inferring Alice's goal while he helps, and does what she will not get to."""

from __future__ import annotations

from collections.abc import Sequence

from casita.agents.belief import Floats, Places
from casita.agents.teammate.mate import MATE, Mate, Parts
from casita.agents.view import View
from casita.benchmarks.watch_and_help.episodes.observing import view_of
from casita.benchmarks.watch_and_help.item import BOB, Counts, goal_of
from casita.benchmarks.watch_and_help.models.goals.online import OnlineGoal
from casita.benchmarks.watch_and_help.models.seeded import SeededHelper
from casita.benchmarks.watch_and_help.models.usual_places import first_chances
from casita.protocols import Observation
from casita.world.action import Action
from casita.world.goals import Goal


class Teammate(SeededHelper):
    """Works beside Alice for the goal that he believes to be hers."""

    wants: tuple[str, ...] = ("demonstration",)
    settings = MATE

    def __init__(self, parts: Parts | None = None) -> None:
        """`parts` are what he does for the sake of working together; all of them if left out."""
        super().__init__()
        self.parts = parts or Parts()
        self.inference = OnlineGoal()
        self.planner: Mate | None = None

    @property
    def goal(self) -> Goal | None:
        """What he works for; None if he knows of nothing."""
        return goal_of(self.wanted) if self.wanted else None

    @property
    def wanted(self) -> Counts:
        """The same in Watch-And-Help's words."""
        return self.inference.best

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Infer the goal."""
        self.inference = OnlineGoal(demonstration)

    def act(self, observation: Observation) -> Action:
        """One step of the plan; waits as long as he knows of no goal."""
        view, changed = view_of(observation), self.inference.see(observation)
        return Action(BOB, "wait") if self.goal is None else self.planned(view, self.goal, changed=changed)

    def usual(self, home: Places, goal: Goal) -> Floats:
        """Where he expects things before he has seen them."""
        return first_chances(home, goal)

    def planned(self, view: View, goal: Goal, *, changed: bool) -> Action:
        """One step of the plan for a goal, which may be another than before."""
        if self.planner is None:
            self.planner = Mate(goal, self.usual, settings=self.settings, seed=self._seed, parts=self.parts)
        elif changed:
            self.planner.turn_to(goal, view)
        return self.planner.act(view)


class UnshownTeammate(Teammate):
    """Teammate who is shown no demonstration: what is wanted he is told, or finds out while he helps."""

    wants: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self._wanted: Counts = ()

    @property
    def wanted(self) -> Counts:
        """What he works for."""
        return self._wanted

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """There is nothing to watch."""
