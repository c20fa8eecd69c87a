"""What `casita train excalibur` does: train an agent of the paper's, or the reader that its answers come from.

OUT/qa_0.safetensors      the weights of QA on ImageNet's features, seed 0
OUT/qa_0.curve.json       round by round: rewards, answers, what was seen
OUT/reader.safetensors    the reader, if one was trained
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from casita.benchmarks.excalibur.models.paper_agents import FEATURES, REWARDS
from casita.benchmarks.excalibur.models.paper_agents.language import READER, check_name
from casita.benchmarks.excalibur.stored.folder import Excalibur
from casita.errors import BadInput, unknown
from casita.evaluation.models import require

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
        if self.visits is not None and self.visits < 1:
            raise BadInput(f"--visits is at least 1; it is {self.visits}")


def weights_path(models: Path, row: str, seed: int) -> Path:
    """Where an agent's weights are; BadInput if they are not there."""
    path = models / f"{row}_{seed}.safetensors"
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
        from casita.benchmarks.excalibur.models.paper_agents.agent_training import Plan, train_agent
        from casita.benchmarks.excalibur.models.paper_agents.budgets import budget_of

        plan = Plan(settings.model, settings.features, settings.seed, settings.language, settings.out)
        yield train_agent(plan, data, budget_of(settings.visits, paper=settings.paper_budget))
