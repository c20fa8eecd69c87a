"""The training of an agent: rounds of visits to training houses, after each of which it can be gone on with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from casita.benchmarks.excalibur.item import Episode
from casita.benchmarks.excalibur.models.paper_agents import REWARDS, row_name
from casita.benchmarks.excalibur.models.paper_agents.budgets import Budget
from casita.benchmarks.excalibur.models.paper_agents.collecting import Collector
from casita.benchmarks.excalibur.models.paper_agents.language import language_model
from casita.benchmarks.excalibur.models.paper_agents.learning import AgentLearner
from casita.benchmarks.excalibur.models.paper_agents.network import AgentNetwork, Shape
from casita.benchmarks.excalibur.models.paper_agents.playing import PlayedHouse
from casita.benchmarks.excalibur.models.paper_agents.seeing import seeing
from casita.benchmarks.excalibur.models.paper_agents.trained import KIND, VERSION, Parts, notes_of
from casita.benchmarks.excalibur.stored.folder import Excalibur
from casita.evaluation.training import TrainingRun
from casita.learn.checkpoints import weights_of
from casita.learn.training import seeded
from casita.scale import tracked
from casita.seeds import stream


class Plan(NamedTuple):
    """Which agent is trained, with what."""

    model: str
    """Which of REWARDS."""
    features: str
    seed: int
    language: str
    out: Path
    """The folder of trained models."""


def train_agent(plan: Plan, data: Excalibur, budget: Budget, *, progress: bool = True) -> Path:
    """Train an agent, or go on with it; the file of its weights."""
    run = _Run(plan, data, budget)
    label = f"EXCALIBUR: {run.name}" if progress else ""
    for _ in tracked(run.rounds(), run.rounds_left, label):
        pass
    return run.finish()


class _Run:
    """A training under way, kept on disk after every round."""

    def __init__(self, plan: Plan, data: Excalibur, budget: Budget) -> None:
        self._budget, self._rewards, self._seed = budget, REWARDS[plan.model], plan.seed
        row = row_name(plan.model, plan.features)
        self.name = f"{row}_{plan.seed}"
        self._language, self._eyes = language_model(plan.language, plan.out), seeing(plan.features)
        shape = Shape(self._eyes.width, self._language.width)
        with seeded(plan.seed, "excalibur", row):
            network = AgentNetwork(shape)
        self._learner = AgentLearner(network, self._language, budget.ppo, budget.qa_pairs)
        self._notes = notes_of(shape, plan.features, plan.language,
                               Parts(network, self._language, self._eyes, budget.side))  # fmt: skip
        self._episodes = data.episodes("train")
        about = {
            "model": row, "seed": plan.seed, "data": data.manifest.digest(), "budget": asdict(budget),
            "version": VERSION, **self._notes,
        }  # fmt: skip
        self._kept = TrainingRun(plan.out, self.name, about)
        self._round, self._steps = 0, 0
        self._curve: list[dict[str, Any]] = []
        found = self._kept.begun()
        if found is not None:
            network.load_state_dict(found["network"])
            self._learner.optimiser.load_state_dict(found["optimiser"])
            self._round, self._steps, self._curve = found["round"], found["steps"], found["curve"]

    @property
    def rounds_left(self) -> int:
        """Rounds until it is done."""
        return -(-self._budget.visits // self._budget.at_once) - self._round

    def rounds(self) -> Iterator[None]:
        """All that is left, a round at a time."""
        for _ in range(self.rounds_left):
            self._played()
            self._round += 1
            learner = self._learner
            self._kept.keep(
                {
                    "network": learner.network.state_dict(),
                    "optimiser": learner.optimiser.state_dict(),
                    "round": self._round,
                    "steps": self._steps,
                    "curve": self._curve,
                }
            )
            yield

    def _houses(self) -> list[Episode]:
        """The houses of this round: those of the training part in an order of its own, over and over."""
        first = self._round * self._budget.at_once
        last = min(first + self._budget.at_once, self._budget.visits)
        found = []
        for number in range(first, last):
            turn, place = divmod(number, len(self._episodes))
            order = stream(self._seed, "excalibur", "houses", turn).shuffled(range(len(self._episodes)))
            found.append(self._episodes[order[place]])
        return found

    def _played(self) -> None:
        """A visit to each of some houses, learning on the way."""
        budget = self._budget
        houses = [PlayedHouse(episode, budget.lengths, budget.side) for episode in self._houses()]
        losses: list[Mapping[str, float]] = []
        with seeded(self._seed, "excalibur", self.name, "round", self._round):
            play = Collector(
                self._learner.network, self._language, self._eyes, houses, self._rewards, budget.qa_every,
                budget.lengths.explore,
            )  # fmt: skip
            while not play.over:
                losses.append(self._learner.update(play.segment(budget.segment)))
        self._steps += play.steps
        means = {name: fmean(each[name] for each in losses if each) for name in losses[0]}
        went = {
            "reward": fmean(each.reward for each in play.visited),
            "acc_exp": fmean(each.acc_exp for each in play.visited),
            "acc_ref": fmean(each.acc_ref for each in play.visited),
            "t3": fmean(float(house.refined_in) for house in houses),
            "seen": fmean(house.progress.seen for house in houses),
            "area": fmean(house.progress.area for house in houses),
        }
        row = {name: round(value, 4) for name, value in {**went, **means}.items()}
        self._curve.append({"visits": (self._round + 1) * budget.at_once, "steps": self._steps, **row})

    def finish(self) -> Path:
        """Write the weights and the learning curve; the weights' file."""
        weights = weights_of(self._learner.network)
        return self._kept.finish(KIND, VERSION, weights, self._notes, curve=self._curve)
