"""Upper bounds: a helper that knows the goal, sees everything and is told Alice's plan; and two such agents.

The paper's oracle B is HP with full knowledge, so it thinks and works as HP does: one thing in hand at a time. A
second one of ours may use both hands and longer thinking, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from casita.agents.oracle import ORACLE, Oracles
from casita.agents.view import Sighted
from casita.benchmarks.watch_and_help.goals import ALICE, BOB
from casita.benchmarks.watch_and_help.models.hp import HPTrueGoal
from casita.benchmarks.watch_and_help.observing import Moment
from casita.errors import BadInput
from casita.protocols import Observation
from casita.world.action import Action


class OracleB(HPTrueGoal):
    """The planner with the true goal and everything in view; Alice is as she is."""

    privileges = ("goal", "plan", "state")

    def view(self, moment: Moment) -> Sighted:
        """All there is."""
        if moment.insight.state is None:
            raise BadInput("an oracle needs to see everything")
        return Sighted.of(moment.insight.state, BOB, None)


class OracleBTwoHands(OracleB):
    """The same with both hands, longer thinking, and no nearer to things than it must."""

    settings = ORACLE


class OracleBoth:
    """One search plans for both, with everything in view; it says what Alice does, too."""

    privileges = ("goal", "state", "alice")

    def __init__(self) -> None:
        self._oracles: Oracles | None = None
        self._his = Action(BOB, "wait")
        self._seed = 0

    def begin(self, seed: int) -> None:
        """The luck of its search in one episode."""
        self._seed = seed

    def watch(self, demonstration: Sequence[Observation]) -> None:
        """Looks at nothing: it is told."""

    def lead(self, observation: Observation) -> Action:
        """What Alice does now."""
        if not isinstance(observation, Moment) or observation.insight.state is None or observation.insight.goal is None:
            raise BadInput("oracles need to know the goal and to see everything")
        if self._oracles is None:
            self._oracles = Oracles(observation.insight.goal, (ALICE, BOB), seed=self._seed)
        hers, self._his = self._oracles.act(observation.insight.state)
        return hers

    def act(self, observation: Observation) -> Action:
        """What Bob does now, as planned together."""
        return self._his
