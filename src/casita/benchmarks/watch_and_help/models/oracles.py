"""Upper bounds: a helper that knows the goal, sees everything and is told Alice's plan; and two such agents.

The paper's oracles are HP with full knowledge, and Alice with it too, so they think and work as HP and Alice do: one
thing in hand at a time. Two of ours may use both hands and think longer, and one of them plans for both at once.
"""

from __future__ import annotations

from casita.agents.alice import Alice
from casita.agents.chores import Subgoal
from casita.agents.oracle import ORACLE, Oracles
from casita.agents.view import View
from casita.benchmarks.watch_and_help.item import ALICE, BOB, goal_of
from casita.benchmarks.watch_and_help.models.hp import HPTrueGoal
from casita.benchmarks.watch_and_help.models.seeded import SeededHelper
from casita.errors import BadInput
from casita.protocols import Observation
from casita.world.action import Action
from casita.world.goals import Goal


class OracleB(HPTrueGoal):
    """The planner with the true goal and everything in view; Alice is as she is."""

    privileges: tuple[str, ...] = ("goal", "plan", "state")

    def view(self, observation: Observation) -> View:
        """All there is."""
        return whole_view(observation, BOB)


class OracleBTwoHands(OracleB):
    """The same with both hands, longer thinking, and no nearer to things than it must."""

    settings = ORACLE


class OracleBoth(OracleB):
    """The same, and Alice sees everything too: she plans as ever, and he leaves to her what she is after."""

    privileges = ("goal", "state", "alice")

    def __init__(self) -> None:
        super().__init__()
        self._alice: Alice | None = None

    def lead(self, observation: Observation) -> Action:
        """What Alice does now."""
        if self._alice is None:
            self._alice = Alice(told_goal(observation), ALICE, self.settings, self._seed)
        return self._alice.act(whole_view(observation, ALICE))

    def avoided(self, observation: Observation) -> tuple[Subgoal, ...]:
        """What she is after."""
        return self._alice.future[:1] if self._alice else ()


class OracleJoint(SeededHelper):
    """One search plans for both, with everything in view, both hands and longer thinking; it leads Alice, too."""

    privileges = ("goal", "state", "alice")
    wants = ()

    def __init__(self) -> None:
        super().__init__()
        self._oracles: Oracles | None = None
        self._his = Action(BOB, "wait")

    def lead(self, observation: Observation) -> Action:
        """What Alice does now."""
        if self._oracles is None:
            self._oracles = Oracles(told_goal(observation), (ALICE, BOB), seed=self._seed)
        hers, self._his = self._oracles.act([whole_view(observation, name) for name in (ALICE, BOB)])
        return hers

    def act(self, observation: Observation) -> Action:
        """What Bob does now, as planned together."""
        return self._his


def whole_view(observation: Observation, agent: str) -> View:
    """Everything in an agent's eyes, as an oracle is told."""
    graph = observation.privileged.graph
    if graph is None:
        raise BadInput("oracles need to see everything; they are not told of it")
    return View.from_graph(observation.home, graph, agent, observation.tick, sees_all=True)


def told_goal(observation: Observation) -> Goal:
    """What Alice wants, as an oracle is told."""
    if not observation.privileged.goal:
        raise BadInput("oracles need to know the goal; they are not told of it")
    return goal_of(observation.privileged.goal)
