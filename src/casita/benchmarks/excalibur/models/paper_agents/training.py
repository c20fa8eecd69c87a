"""What `casita train excalibur` does: train an agent of the paper's, or the reader that its answers come from.

OUT/qa_0.safetensors      the weights of QA on ImageNet's features, seed 0
OUT/qa_0.curve.json       round by round: rewards, answers, what was seen
OUT/reader.safetensors    the reader, if one was trained
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from casita.benchmarks.excalibur.item import Episode
from casita.benchmarks.excalibur.models.paper_agents import FEATURES, REWARDS, row_name
from casita.benchmarks.excalibur.models.paper_agents.budgets import HERE, PAPER, Budget
from casita.benchmarks.excalibur.models.paper_agents.language import READER, check_name
from casita.benchmarks.excalibur.stored.folder import Excalibur
from casita.errors import BadInput, unknown
from casita.evaluation.models import require
from casita.seeds import stream

TRAINED = (*REWARDS, READER)


@dataclass(frozen=True, kw_only=True)
class TrainSettings:
    """Train an agent as the paper does: by PPO in training houses, with answers by a frozen language model.

    A training that was stopped goes on, to the same weights.

    Examples:
      casita train excalibur --data data/excalibur --model qa
      casita train excalibur --data data/excalibur --model novelty-qa --features detector --seed 1
      casita train excalibur --data data/excalibur --model novelty --language smollm2 --visits 16
      casita train excalibur --data data/excalibur --model reader
    """

    data: Path
    """The folder with the data."""
    model: str
    """qa, novelty or novelty-qa; or reader, the small language model that they ask."""
    features: str = FEATURES[0]
    """What looks at pictures: imagenet, or detector."""
    seed: int = 0
    """Where all luck comes from: the same seed gives the same bytes."""
    language: str = READER
    """The frozen language model: reader, smollm2, or t5:FOLDER with weights of your own."""
    out: Path = Path("models")
    """The folder of trained models; a reader that is there is taken before the one that comes with Casita."""
    visits: int | None = None
    """Visits to training houses; by default what takes about five minutes of one core."""
    paper_budget: bool = False
    """Visits of the paper's length to 10,000 houses; many days here."""

    def __post_init__(self) -> None:
        if self.model not in TRAINED:
            raise unknown("trained model", self.model, TRAINED)
        if self.features not in FEATURES:
            raise unknown("kind of features", self.features, FEATURES)
        check_name(self.language)
        self.budget()

    def budget(self) -> Budget:
        """How much is learnt."""
        chosen = PAPER if self.paper_budget else HERE
        return chosen if self.visits is None else replace(chosen, visits=self.visits)


def weights_name(row: str, seed: int) -> str:
    """The name of an agent's files."""
    return f"{row}_{seed}"


def weights_path(models: Path, row: str, seed: int) -> Path:
    """Where an agent's weights are; BadInput if they are not there."""
    path = models / f"{weights_name(row, seed)}.safetensors"
    if not path.exists():
        model, _, features = row.partition("-detector")
        more = "" if row == model else f" --features detector{features}"
        raise BadInput(f"{path} is missing: train it with `casita train excalibur --model {model}{more} --seed {seed}`")
    return path


def run_train(settings: TrainSettings) -> Iterator[Path]:
    """The command: train, and say where the weights are."""
    require(f"training {settings.model}", ("learn",))
    data = Excalibur(settings.data)
    if settings.model == READER:
        from casita.benchmarks.excalibur.models.paper_agents.language.training_reader import train_reader

        yield train_reader(data, settings.out, settings.seed)
    else:
        yield train_agent(settings, data)


def train_agent(
    settings: TrainSettings, data: Excalibur, budget: Budget | None = None, *, progress: bool = True
) -> Path:
    """Train an agent, or go on with it; the file of its weights."""
    from casita.scale import tracked

    run = _Run(settings, data, budget or settings.budget())
    label = f"EXCALIBUR: {run.name}" if progress else ""
    for _ in tracked(run.rounds(), run.rounds_left, label):
        pass
    return run.finish()


class _Run:
    """A training under way, kept on disk after every round."""

    def __init__(self, settings: TrainSettings, data: Excalibur, budget: Budget) -> None:
        from casita.benchmarks.excalibur.models.paper_agents.language import language_model
        from casita.benchmarks.excalibur.models.paper_agents.learning import AgentLearner
        from casita.benchmarks.excalibur.models.paper_agents.network import AgentNetwork, Shape
        from casita.benchmarks.excalibur.models.paper_agents.seeing import seeing
        from casita.benchmarks.excalibur.models.paper_agents.trained import VERSION, Parts, notes_of
        from casita.evaluation.training import TrainingRun
        from casita.learn.training import seeded

        self._budget, self._rewards, self._seed = budget, REWARDS[settings.model], settings.seed
        row = row_name(settings.model, settings.features)
        self.name = weights_name(row, settings.seed)
        self._language, self._eyes = language_model(settings.language, settings.out), seeing(settings.features)
        shape = Shape(self._eyes.width, self._language.width)
        with seeded(settings.seed, "excalibur", row):
            network = AgentNetwork(shape)
        self._learner = AgentLearner(network, self._language, budget.ppo, budget.qa_pairs)
        self._notes = notes_of(shape, settings.features, settings.language,
                               Parts(network, self._language, self._eyes, budget.side))  # fmt: skip
        self._episodes = data.episodes("train")
        about = {
            "model": row, "seed": settings.seed, "data": data.manifest.digest(), "budget": asdict(budget),
            "version": VERSION, **self._notes,
        }  # fmt: skip
        self._kept = TrainingRun(settings.out, self.name, about)
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
        from casita.benchmarks.excalibur.models.paper_agents.collecting import Collector
        from casita.benchmarks.excalibur.models.paper_agents.playing import PlayedHouse
        from casita.learn.training import seeded

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
        from casita.benchmarks.excalibur.models.paper_agents.trained import KIND, VERSION
        from casita.learn.checkpoints import weights_of

        weights = weights_of(self._learner.network)
        return self._kept.finish(KIND, VERSION, weights, self._notes, curve=self._curve)
