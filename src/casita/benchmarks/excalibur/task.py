"""What EXCALIBUR asks: explore a house, answer twenty questions, go back in until done, and answer them again.

An answer that comes to nothing is wrong, an action that comes to nothing is a step of waiting, and the run goes on. A
person in a browser takes the robot's place by answering `act` and `answer` as a model does.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from casita.benchmarks.excalibur.episode.living import Resident
from casita.benchmarks.excalibur.episode.observing import Senses
from casita.benchmarks.excalibur.episode.visit import VisitRecord, VisitSettings, in_short, visit
from casita.benchmarks.excalibur.graph.reading import graph_of
from casita.benchmarks.excalibur.houses import state_of
from casita.benchmarks.excalibur.item import PARTS, Episode
from casita.benchmarks.excalibur.models import GRAPH, NOT_ACTING, OURS
from casita.benchmarks.excalibur.models.paper_agents import PAPER_AGENTS
from casita.benchmarks.excalibur.models.paper_agents.training import weights_path
from casita.benchmarks.excalibur.questions.programs import from_json
from casita.benchmarks.excalibur.score import scores
from casita.benchmarks.excalibur.stored.folder import Excalibur
from casita.errors import BadInput
from casita.evaluation.faults import Fault
from casita.evaluation.guard import GuardedModel
from casita.evaluation.models import ModelRow, built_in, file_digest
from casita.evaluation.page import Table
from casita.evaluation.part_task import PartTask
from casita.evaluation.task import EvalSettings, Scores
from casita.protocols import Explorer
from casita.seeds import derived_seed, stream

LEARN = ("language", "language-network")
"""Models that are told the training questions."""


@dataclass(frozen=True, kw_only=True)
class ExploreSettings(EvalSettings):
    """Let a model explore houses and answer. Yours is a class with act(observation) and answer(question).

    It is made anew for every house. A row says which senses it had: pictures always, depth and odometry unless they
    are switched off.

    Examples:
      casita eval excalibur --data data/excalibur --model my_agent.py:Mine --limit 3
      casita eval excalibur --data data/excalibur --model ours-privileged --part drawn --resume ours.jsonl
      casita eval excalibur --data data/excalibur --model random
    """

    data: Path
    """The folder with the data."""
    part: str = "test"
    """train, valid, test, drawn or practice."""
    side: int = 224
    """Pixels of a picture's sides; 800 is 800 x 600, as in the paper."""
    explore: int = 2500
    """Steps of the first phase, at the most."""
    refine: int = 5000
    """Steps of the third phase, at the most; the paper has no limit."""
    no_depth: bool = False
    """Give the robot no depth."""
    no_odometry: bool = False
    """Give the robot no odometry."""
    resident: int = 0
    """Items that somebody who lives there puts elsewhere between phases II and III; the questions stay the same."""
    seed: int = 0
    """Where the luck of a model that guesses comes from; of a trained agent, the seed of its training too."""
    models: Path = Path("models")
    """The folder of agents that `casita train excalibur` made."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.resident < 0:
            raise BadInput(f"--resident moves at least 0 items; it is {self.resident}")
        self.visit_settings()

    def visit_settings(self) -> VisitSettings:
        """How a visit is held; BadInput if that makes no sense."""
        if not 16 <= self.side <= 800:
            raise BadInput(f"--side is from 16 to 800 pixels; it is {self.side}")
        size = (self.side, min(self.side, 600))
        return VisitSettings(self.explore, self.refine, Senses(size, not self.no_depth, not self.no_odometry))


class ExploreTask(PartTask[Episode, Excalibur]):
    """What can be found out about a house?"""

    benchmark, name, headline, protocol = "excalibur", "explore", "exqa", Explorer
    answers = VisitRecord
    parts, folder = PARTS, Excalibur
    fresh = True
    models: ClassVar[Mapping[str, ModelRow]] = {**NOT_ACTING, **PAPER_AGENTS, **OURS}

    def items(self) -> Sequence[Episode]:
        """The episodes of the part, or the first of them."""
        return self.data.episodes(self.settings.part)[: self.settings.limit]

    def asked_with(self) -> dict[str, Any]:
        """What the robot has and may do."""
        settings = self.settings
        senses = {"side": settings.side, "depth": not settings.no_depth, "odometry": not settings.no_odometry}
        steps = {"explore": settings.explore, "refine": settings.refine}
        lived_in = {"resident": settings.resident} if settings.resident else {}
        return {**senses, **steps, **lived_in}

    def group_of(self, item: Episode) -> Hashable:
        """Every episode is a house of its own."""
        return item.id

    def ask(self, model: GuardedModel, item: Episode) -> VisitRecord:
        """One visit; a fault costs a step or an answer."""
        start = state_of(item)
        with suppress(Fault):
            if GRAPH in model.attribute("privileges", ()):
                model.call("told_graph", graph_of(start))
        seed = derived_seed(self.settings.seed, "excalibur", item.id) >> 1
        texts = [question.text for question in item.questions]
        held = self.settings.visit_settings()
        if not self.settings.resident:
            return visit(model, start, texts, seed, held)
        programs = [from_json(question.program) for question in item.questions]
        resident = Resident(start, programs, stream(item.seed, "excalibur", "resident"), self.settings.resident)
        record = visit(model, start, texts, seed, replace(held, changed=resident.live))
        if not resident.moved:  # who does not act is not waited for; time passes all the same
            resident.live(start)
        return msgspec.structs.replace(record, second_true=resident.answers)

    def scores(self, items: Sequence[Episode], answers: Sequence[VisitRecord]) -> Scores:
        """Table 2's figures with intervals over houses, and by what must be found out."""
        found = scores(items, [in_short(each) for each in answers])
        rows = [
            ("Acc exp", found.acc_exp.percent()),
            ("Acc ref", found.acc_ref.percent()),
            ("T3", found.steps.text(1)),
            ("ExQA", found.exqa.percent()),
            *((f"by type: {kind}", value.percent()) for kind, value in found.by_kind.items()),
            *((f"needs: {need}", value.percent()) for need, value in found.by_need.items()),
        ]
        title = f"EXCALIBUR, {self.settings.part}: {len(items)} episodes, 95% intervals over houses"
        metrics = {"exqa": found.exqa, "acc_exp": found.acc_exp, "acc_ref": found.acc_ref, "t3": found.steps}
        return Scores(metrics, (Table(title, ("what", "here"), tuple(rows)), _exploring(answers)))

    def make(self, row: ModelRow) -> Any:
        """A model; those that learn from questions are told those of the training part."""
        package = "casita.benchmarks.excalibur.models"
        if row.name in LEARN:
            return built_in(row, package, train=self.data.questions("train"))
        if row.name in PAPER_AGENTS:
            return built_in(row, package, weights=self._weights(row), models=self.settings.models)
        return built_in(row, package)

    def made_of(self, row: ModelRow) -> dict[str, str]:
        """Where its luck comes from, and the weights of a trained agent."""
        files = [self._weights(row)] if row.name in PAPER_AGENTS else []
        return {"seed": str(self.settings.seed)} | {path.name: file_digest(path) for path in files}

    def _weights(self, row: ModelRow) -> Path:
        return weights_path(self.settings.models, row.name, self.settings.seed)


def _exploring(answers: Sequence[VisitRecord]) -> Table:
    """How the robot explored, in means over visits."""
    last = [each.progress[-1] for each in answers if each.progress]
    count = max(1, len(last))

    def mean(values: Sequence[float]) -> str:
        return f"{math.fsum(values) / count:.2f}"

    rows = (
        ("share of the floor within a metre", mean([each.area for each in last])),
        ("share of things seen", mean([each.seen for each in last])),
        ("things opened", mean([each.opened for each in last])),
        ("things lifted", mean([each.lifted for each in last])),
        ("actions refused", mean([each.refused for each in answers if each.progress])),
    )
    return Table("How it explored, at the end of a mean visit", ("what", "here"), rows if last else ())
