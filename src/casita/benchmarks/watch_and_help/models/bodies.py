"""The same helpers with other bodies and other beliefs, so that planners are compared and not what they are given.

A body is one hand, with Alice's way of stepping close to things, or both hands with a person's full reach. A belief
about where things are begins uniform, as Alice's does, or with where things usually are (`usual_places`). The paper's
helpers have one hand and a uniform belief; Teammate has two and knows usual places. Every planner thinks as long as it
always does, and all work for the goal that Bayes' rule finds in the demonstration, as Teammate does. Two further upper
bounds see everything: HP that is not told Alice's plan, and Teammate.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, cast

from casita.agents.alice import Alice
from casita.agents.belief import Belief, Floats, Places
from casita.agents.chores import Subgoal
from casita.agents.directed import DirectedAgent
from casita.agents.oracle import ORACLE
from casita.agents.settings import Settings
from casita.agents.teammate.mate import MATE
from casita.agents.view import View
from casita.benchmarks.watch_and_help.item import BOB
from casita.benchmarks.watch_and_help.models.hp import HPBayes
from casita.benchmarks.watch_and_help.models.hybrid import Hybrid
from casita.benchmarks.watch_and_help.models.oracles import OracleB, told_goal, whole_view
from casita.benchmarks.watch_and_help.models.teammate import Teammate, UnshownTeammate
from casita.benchmarks.watch_and_help.models.usual_places import first_chances
from casita.benchmarks.watch_and_help.models.with_goal import BayesGoal
from casita.protocols import Observation
from casita.world.action import Action
from casita.world.goals import Goal

TWO_HANDS = Settings(hands=2, arm=ORACLE.arm)
"""HP and Hybrid with both hands and a person's full reach; they think as long as Alice."""

MATE_ONE_HAND = replace(MATE, hands=1, arm=Settings().arm)
"""Teammate with HP's body; he thinks as long as ever."""


def uniform_chances(home: Places) -> Floats:
    """Alice's first belief, in the form of `usual_places.first_chances`: all places that can take a thing are alike."""
    return Belief(home.known).chance


class InformedAlice(Alice):
    """Alice's planner with a belief that begins with where things usually are."""

    def first_belief(self, view: View) -> Belief:
        """Things are where they usually are."""
        belief = Belief(view.known)
        belief.chance[:] = first_chances(belief.places, self.goal)
        return belief


class InformedDirected(InformedAlice, DirectedAgent):
    """The same for an agent that is told what to go for."""


Kind = TypeVar("Kind", bound=type)


def with_body(helper: Kind, settings: Settings) -> Kind:
    """The same helper with another body."""
    return cast(Kind, type(helper.__name__, (helper,), {"settings": settings, "__doc__": helper.__doc__}))


class HPInformed(HPBayes):
    """HP that knows where things usually are."""

    planner_class = InformedAlice


class HybridBayes(BayesGoal, Hybrid):
    """Hybrid with the goal that Bayes' rule finds; with both hands it may take a second thing."""


class HybridInformed(HybridBayes):
    """Hybrid that knows where things usually are."""

    agent_class = InformedDirected


class TeammateUniform(Teammate):
    """Teammate without knowledge of usual places; with HP's body like HP in all but how he plans."""

    def usual(self, home: Places, goal: Goal) -> Floats:
        """All places are alike."""
        return uniform_chances(home)


HPTwoHands = with_body(HPBayes, TWO_HANDS)
HPTwoHandsInformed = with_body(HPInformed, TWO_HANDS)
HybridTwoHands = with_body(HybridBayes, TWO_HANDS)
HybridTwoHandsInformed = with_body(HybridInformed, TWO_HANDS)
TeammateOneHand = with_body(Teammate, MATE_ONE_HAND)
TeammateOneHandUniform = with_body(TeammateUniform, MATE_ONE_HAND)


# Upper bounds with full knowledge.


class OracleBUntold(OracleB):
    """Oracle B that is not told Alice's plan, and so leaves nothing to her."""

    privileges = ("goal", "state")

    def avoided(self, observation: Observation) -> tuple[Subgoal, ...]:
        """Nothing."""
        return ()


class OracleTeammate(UnshownTeammate):
    """Teammate with the true goal and everything in view, with HP's body."""

    privileges = ("goal", "state")
    settings = MATE_ONE_HAND

    def act(self, observation: Observation) -> Action:
        """One step of the plan."""
        self._wanted = observation.privileged.goal
        return self.planned(whole_view(observation, BOB), told_goal(observation), changed=False)


OracleBUntoldTwoHands = with_body(OracleBUntold, ORACLE)
OracleTeammateTwoHands = with_body(OracleTeammate, MATE)
