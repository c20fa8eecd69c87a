"""Ours: a robot that maps, looks, opens and weighs, remembers symbols, and runs the parsed question over them."""

from __future__ import annotations

import numpy as np

from casita.agents.explorer.explorer import Explorer
from casita.agents.explorer.offers import Wishes
from casita.agents.explorer.senses import Perceiver, Pose, Seen, Sense, View, reckoned
from casita.benchmarks.excalibur.episode.body import DONE
from casita.benchmarks.excalibur.episode.visit import REFINE
from casita.benchmarks.excalibur.models.ours_answers import Houses, Verdict
from casita.benchmarks.excalibur.models.ours_graph import CLEAR
from casita.benchmarks.excalibur.questions.english import parsed
from casita.benchmarks.excalibur.questions.programs import Program
from casita.protocols import RobotObservation
from casita.seeds import stream
from casita.world.action import Action
from casita.world.located import LocatedThing

LONGEST_REFINING = 3_000
"""Steps after which it is done in phase III whatever is open: by then a fifth of what it gains remains."""


class PrivilegedEyes:
    """Perception of the upper row: what shows is told."""

    def view(self, observation: RobotObservation, pose: Pose) -> View:
        """What is told of the things in the picture, and the depth."""
        depth = None if observation.depth is None else observation.depth.astype(np.float32) / 1000.0
        told = LocatedThing.__struct_fields__
        things = tuple(
            Seen(each.id, each.type, **{name: getattr(each, name) for name in told}) for each in observation.privileged
        )
        return View(pose, depth, things)


class Ours:
    """The agent, whatever its eyes are."""

    sight = CLEAR
    """How far what it remembers can be relied on."""
    longest_refining = LONGEST_REFINING

    def __init__(self, eyes: Perceiver) -> None:
        self._eyes = eyes
        self._luck = stream(0, "ours")
        self._phase, self._did, self._reckoned = "explore", "", Pose()
        self._programs: dict[str, Program] = {}
        self._verdicts: dict[str, Verdict] = {}
        self._houses: Houses | None = None
        self._wished: Wishes | None = None
        self.explorer = Explorer("robot")

    def begin(self, seed: int) -> None:
        """Take the seed of its luck."""
        self._luck = stream(seed, "ours")

    def wants_picture(self, observation: RobotObservation) -> bool:
        """It looks when there is something new to see."""
        return self.explorer.wants_look or observation.step == 0

    def act(self, observation: RobotObservation) -> Action:
        """The next action of exploring, or of the errands that the questions ask for."""
        if observation.phase != self._phase:
            self._phase = observation.phase
            self._plan_errands()
        pose = self._pose(observation)
        view = None if observation.picture is None else self._eyes.view(observation, pose)
        self._houses = self._wished = None
        sense = Sense(pose, observation.joints, observation.felt, observation.refused, observation.left, view)
        is_over = observation.phase == REFINE and observation.step >= self.longest_refining
        action = None if is_over else self.explorer.act(sense)
        action = action or Action(observation.agent, DONE)
        self._did = action.verb
        return action

    def answer(self, question: str) -> str:
        """The answer by what it remembers."""
        return self._verdict(question).answer

    def confidence(self, question: str) -> float:
        """How many of the houses that fit its memory say so."""
        return self._verdicts[question].sure

    def _verdict(self, question: str) -> Verdict:
        if question not in self._programs:
            self._programs[question] = parsed(question)
        found = self._verdicts[question] = self._fitting().verdict(self._programs[question], self._programs.values())
        return found

    def _fitting(self) -> Houses:
        """The houses that fit what it remembers now."""
        if self._houses is None:
            self._houses = Houses(self.explorer.memory, self._luck, self.sight)
        return self._houses

    def _pose(self, observation: RobotObservation) -> Pose:
        """Where the robot is: by odometry, or by dead reckoning if it has none."""
        if observation.odometry is not None:
            return Pose(observation.odometry.x, observation.odometry.y, observation.odometry.yaw, observation.pitch)
        if not observation.refused:
            self._reckoned = reckoned(self._reckoned, self._did)
        self._reckoned = self._reckoned._replace(pitch=observation.pitch)
        return self._reckoned

    def _plan_errands(self) -> None:
        """Go back only for what the questions leave open."""
        self.explorer.wishes = self._wishes
        self.explorer.drop_job()

    def _wishes(self) -> Wishes:
        """What is still to be found out for questions whose answers are not sure; the same until the next step."""
        if self._wished is None:
            self._wished = self._still_open()
        return self._wished

    def _still_open(self) -> Wishes:
        verdicts = {question: self._verdict(question) for question in self._programs}
        find = frozenset(name for found in verdicts.values() for name in found.missing)
        unsure = [self._programs[question] for question, found in verdicts.items() if found.weighs]
        return Wishes(frozenset().union(*map(self._fitting().deciding, unsure)), find)


class OursPrivileged(Ours):
    """The upper row: privileged perception instead of a detector."""

    privileges = ("things",)

    def __init__(self) -> None:
        super().__init__(PrivilegedEyes())
