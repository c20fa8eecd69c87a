"""A trained agent, asked like any other model: it is given pictures, remembers a belief, and answers from that."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from casita.arrays import Uint8s
from casita.benchmarks.excalibur.episode.visit import REFINE
from casita.benchmarks.excalibur.models.paper_agents.actions import ACTIONS, NO_ACTION
from casita.benchmarks.excalibur.models.paper_agents.language.answering import Said, beam_answers
from casita.benchmarks.excalibur.models.paper_agents.network import Step
from casita.benchmarks.excalibur.models.paper_agents.trained import Parts, loaded
from casita.errors import BadInput
from casita.exact import total_of
from casita.learn.extracting import resized
from casita.learn.needing_torch import torch
from casita.learn.training import one_thread
from casita.protocols import RobotObservation
from casita.seeds import Stream, stream
from casita.world.action import Action


class PaperAgent:
    """It draws its actions by its policy. Of what it is given it uses pictures only, as in the paper."""

    def __init__(self, parts: Parts) -> None:
        self._network, self._language, self._eyes, self._side = parts
        self._luck: Stream = stream(0, "paper agent")
        self._belief = self._network.first_belief(1)
        self._did = NO_ACTION
        self._asked: dict[str, None] = {}
        self._embedded = torch.zeros(1, self._language.width)
        self._said: dict[str, Said] = {}

    def begin(self, seed: int) -> None:
        """Take the seed of its luck."""
        self._luck = stream(seed, "paper agent")

    def act(self, observation: RobotObservation) -> Action:
        """The next action; in the third phase the questions are part of what it goes by."""
        if observation.picture is None:
            raise BadInput("this agent needs a picture at every step")
        refines = observation.phase == REFINE
        with torch.no_grad(), one_thread():
            if refines and self._asked and not bool(self._embedded.any()):
                self._embedded = self._language.embedded(list(self._asked)).mean(0)[None]
            step = Step(
                self._eyes.seen(_sized(observation.picture, self._side)[None]),
                torch.tensor([self._did]),
                self._embedded * refines,
                torch.tensor([refines]),
            )
            self._belief = self._network.believed(self._belief, step)
            odds = self._network.judged(self._belief, step.refines).odds[0].double().exp().tolist()
        self._said = {}
        self._did = _drawn(odds, self._luck.random())
        return ACTIONS[self._did]

    def answer(self, question: str) -> str:
        """What the language model says after the belief and the question."""
        self._asked[question] = None
        return self._answered(question).text

    def confidence(self, question: str) -> float:
        """How likely the language model finds its answer."""
        return min(1.0, self._answered(question).probability)

    def _answered(self, question: str) -> Said:
        if question not in self._said:
            with torch.no_grad(), one_thread():
                prefix = self._network.prefix(self._belief)
                self._said[question] = beam_answers(self._language, prefix, [question])[0]
        return self._said[question]


def trained_agent(weights: Path, models: Path) -> PaperAgent:
    """The agent of a file of weights; a reader of one's own is looked for in `models`."""
    return PaperAgent(loaded(weights, models))


def _sized(picture: Uint8s, side: int) -> Uint8s:
    """A picture as large as the agent learnt from."""
    if picture.shape[:2] == (side, side):
        return picture
    given = torch.from_numpy(np.array(picture)[None]).permute(0, 3, 1, 2).float()
    made: Uint8s = resized(given, side)[0].permute(1, 2, 0).round().clamp(0, 255).byte().numpy()
    return made


def _drawn(odds: list[float], luck: float) -> int:
    """A choice by its probability; what is not to be had has none."""
    left = luck * total_of(odds)
    for choice, likely in enumerate(odds):
        left -= likely
        if left < 0.0:
            return choice
    return max(range(len(odds)), key=odds.__getitem__)
