"""Plays some houses side by side by the present policy, and keeps what it learns from, some steps at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from casita.benchmarks.excalibur.item import Question
from casita.benchmarks.excalibur.models.paper_agents import Rewards
from casita.benchmarks.excalibur.models.paper_agents.actions import NO_ACTION
from casita.benchmarks.excalibur.models.paper_agents.language import LanguageModel
from casita.benchmarks.excalibur.models.paper_agents.language.answering import beam_answers
from casita.benchmarks.excalibur.models.paper_agents.network import AgentNetwork, Step
from casita.benchmarks.excalibur.models.paper_agents.playing import PlayedHouse
from casita.benchmarks.excalibur.models.paper_agents.rewards import qa_reward, share_right
from casita.benchmarks.excalibur.models.paper_agents.seeing import Seeing
from casita.exact import count_of
from casita.learn.needing_torch import Tensor, torch


class Segment(NamedTuple):
    """Some steps of some houses: steps x houses x ..."""

    step: Step
    action: Tensor
    odds: Tensor
    """Log-probabilities of the actions that were taken."""
    value: Tensor
    reward: Tensor
    ended: Tensor
    counts: Tensor
    """Was the visit still going on?"""
    first: Tensor
    """houses x belief: before the first step."""
    after: Tensor
    """houses: the value of what came after the last step."""
    questions: tuple[tuple[Question, ...], ...]
    """Of each house."""


@dataclass
class Visited:
    """How one visit went."""

    reward: float = 0.0
    acc_exp: float = 0.0
    """Share of right answers after the first phase."""
    acc_ref: float = 0.0
    """After the third."""


class Collector:
    """One round: a visit to each of some houses, all at once."""

    def __init__(
        self,
        network: AgentNetwork,
        language: LanguageModel,
        eyes: Seeing,
        houses: Sequence[PlayedHouse],
        rewards: Rewards,
        qa_every: int,
        explore: int,
    ) -> None:
        self._network, self._language, self._eyes = network, language, eyes
        self.houses, self._rewards, self._qa_every, self._explore = tuple(houses), rewards, qa_every, explore
        texts = [[question.text for question in house.questions] for house in houses]
        self._embedded = torch.stack([language.embedded(each).mean(0) for each in texts])
        self._before = network.first_belief(len(self.houses))
        self._answers: list[list[str]] = [[] for _ in self.houses]
        self.visited = [Visited() for _ in self.houses]
        everyone = range(len(self.houses))
        self._seen = eyes.seen(np.stack([house.picture for house in self.houses]))
        self._now = self._looked([NO_ACTION for _ in everyone])
        if rewards.qa:
            with torch.no_grad():
                belief = network.believed(self._before, self._now)
            for place, said in self._said(belief, list(everyone)).items():
                self._answers[place] = said

    @property
    def over(self) -> bool:
        """Are all visits at their end?"""
        return all(house.over for house in self.houses)

    @property
    def steps(self) -> int:
        """That were taken in all houses."""
        return count_of(house.steps for house in self.houses)

    def segment(self, length: int) -> Segment:
        """Play at most so many steps more, and say what they were like."""
        kept: list[tuple[Step, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]] = []
        first = self._before
        with torch.no_grad():
            belief = self._network.believed(self._before, self._now)
            while len(kept) < length and not self.over:
                step, counts = self._now, torch.tensor([not house.over for house in self.houses])
                judged = self._network.judged(belief, step.refines)
                action = torch.multinomial(judged.odds.exp(), 1)[:, 0]
                odds = judged.odds.gather(1, action[:, None])[:, 0]
                following, reward = self._acted(action.tolist(), belief)
                ended = torch.tensor([house.over for house in self.houses])
                kept.append((step, action, odds, judged.value, reward, ended, counts))
                self._before, belief = belief, following
            after = self._network.judged(belief, self._now.refines).value
        steps, *columns = zip(*kept, strict=True)
        joined = Step(*(torch.stack(column) for column in zip(*steps, strict=True)))
        action, odds, value, reward, ended, counts = (torch.stack(column) for column in columns)
        questions = tuple(house.questions for house in self.houses)
        return Segment(joined, action, odds, value, reward, ended, counts, first, after, questions)

    def _acted(self, choices: Sequence[int], belief: Tensor) -> tuple[Tensor, Tensor]:
        """Act in every house that is not over; the beliefs after that, and what it was worth."""
        reward = torch.zeros(len(self.houses))
        going_on = [place for place, house in enumerate(self.houses) if not house.over]
        for place in going_on:
            new = self.houses[place].act(choices[place])
            if self._rewards.novelty:
                reward[place] = new
        fresh = [place for place in going_on if not self.houses[place].over]
        if fresh:
            self._seen = self._seen.clone()
            self._seen[fresh] = self._eyes.seen(np.stack([self.houses[place].picture for place in fresh]))
        self._now = self._looked(choices)
        following = self._network.believed(belief, self._now)
        for place, worth in self._answered(going_on, belief, following).items():
            reward[place] += worth
        for place in going_on:
            self.visited[place].reward += float(reward[place])
        return following, reward

    def _looked(self, did: Sequence[int]) -> Step:
        """What goes into the network now."""
        refines = torch.tensor([house.refines for house in self.houses])
        return Step(self._seen, torch.tensor(did), self._embedded * refines[:, None], refines)

    def _answered(self, going_on: Sequence[int], acted: Tensor, following: Tensor) -> dict[int, float]:
        """Where answers are due now: what they are worth (equation 3), and at the ends of phases how many are right.

        At such an end it is asked before it looks again: by the belief with which it acted last.
        """
        ends = [place for place in going_on if self._ends_phase(self.houses[place])]
        due = [place for place in going_on if self._rewards.qa and self.houses[place].steps % self._qa_every == 0]
        said = {
            **self._said(following, [place for place in due if place not in ends]),
            **self._said(acted, ends),
        }
        worth: dict[int, float] = {}
        for place, answers in said.items():
            house, visited = self.houses[place], self.visited[place]
            if self._rewards.qa:
                worth[place] = qa_reward(house.questions, self._answers[place], answers)
            self._answers[place] = answers
            if place in ends:
                right = share_right(house.questions, answers)
                if house.over:
                    visited.acc_ref = right
                else:
                    visited.acc_exp = right
        return worth

    def _ends_phase(self, house: PlayedHouse) -> bool:
        return house.over or house.steps == self._explore

    def _said(self, belief: Tensor, places: Sequence[int]) -> dict[int, list[str]]:
        """The answers in some houses, by beam search."""
        if not places:
            return {}
        counts = [len(self.houses[place].questions) for place in places]
        prefix = self._network.prefix(belief[list(places)]).repeat_interleave(torch.tensor(counts), 0)
        texts = [question.text for place in places for question in self.houses[place].questions]
        said = iter([each.text for each in beam_answers(self._language, prefix, texts)])
        return {place: [next(said) for _ in range(count)] for place, count in zip(places, counts, strict=True)}
