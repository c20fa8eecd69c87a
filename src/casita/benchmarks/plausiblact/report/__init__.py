"""The report: the paper's tables anew, from a folder of data and a folder of trainings, on one page.

OUT/report.html       everything, in one file
OUT/summary.md        verdicts and tables as Markdown
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.importing.sun_action import read_scenes
from casita.benchmarks.plausiblact.models.experiments import STRENGTHS, Extent, Results
from casita.benchmarks.plausiblact.models.scene_actions import precision_by_location
from casita.benchmarks.plausiblact.models.training import NETWORKS
from casita.benchmarks.plausiblact.raters import statistics
from casita.benchmarks.plausiblact.report import plots, tables
from casita.benchmarks.plausiblact.report.findings import findings_section
from casita.benchmarks.plausiblact.report.robots import RobotTrials, robots_section
from casita.benchmarks.plausiblact.report.told_rater import told_rater_section
from casita.benchmarks.plausiblact.stored.folder import PlausiblAct
from casita.errors import BadInput, unknown
from casita.evaluation.models import require
from casita.evaluation.page import Page, Section, Table, Verdict, Words, markdown, write_report
from casita.evaluation.statistics import Estimate

SEEDS = 10
"""Trainings of every row, as in the paper."""


FEW = (6, ("kitchen_27", "living_room_29"))
"""Scenes and homes of robots with --quick."""


@dataclass(frozen=True, kw_only=True)
class ReportSettings:
    """Train and test all models of PlausiblAct, and set the paper's tables beside ours.

    Examples:
      casita report plausiblact --data data/plausiblact --quick
      casita report plausiblact --data data/plausiblact --ours
      casita report plausiblact --data data/plausiblact --unrated data/unrated --runs runs --workers 2
    """

    data: Path
    """The folder with the data."""
    runs: Path = Path("runs/plausiblact")
    """The folder for features and trained models; what is there is not done again."""
    out: Path = Path("report/plausiblact")
    """The folder for the page."""
    seeds: int = SEEDS
    """Trainings of every row on frozen features; with 0 these rows are left out."""
    tuned: int = 1
    """Trainings of every network whose last blocks learn too."""
    arrangements: int = 0
    """These networks learn from the first so many arrangements of every home only; 0 is all."""
    strengths: tuple[str, ...] = tuple(map(str, STRENGTHS))
    """Strengths of augmentation that are tried, of the paper's, besides none: fewer are done sooner."""
    networks: tuple[str, ...] = NETWORKS[1:]
    """Those whose last blocks learn that are trained: states, and what it is compared with on equal terms."""
    unrated: Path | None = None
    """A folder of scale unrated, which our network learns to see from; without it it is trained as a row of its own."""
    clip: Path | None = None
    """A folder with a CLIP checkpoint for transformers: one more row of encoders."""
    scenes: Path | None = None
    """A folder of whole scenes with actions in SUNAction's form: a row of ours in the paper's Table 9."""
    ours: bool = False
    """Our network and baselines alone: nothing is learnt on frozen features, and no variant of ours is trained."""
    quick: bool = False
    """One training of every row, and one strength of augmentation; robots are tried in few scenes."""
    workers: int = 2
    """Processes that look at pictures; the results do not depend on it."""

    def __post_init__(self) -> None:
        if min(self.seeds + 1, self.tuned, self.workers) < 1:
            given = f"{self.seeds}, {self.tuned} and {self.workers}"
            raise BadInput(f"--seeds is at least 0, --tuned and --workers at least 1; they are {given}")
        for network in self.networks:
            if network not in NETWORKS[1:]:
                raise unknown("network", network, NETWORKS[1:])
        if "states" not in self.networks:
            raise BadInput(f"--networks must name states, which the report is about; it is {','.join(self.networks)}")
        for strength in self.strengths:
            if strength not in map(str, STRENGTHS):
                raise unknown("strength of augmentation", strength, map(str, STRENGTHS))

    @property
    def extent(self) -> Extent:
        """How much is trained."""
        if self.ours:
            return Extent(0, self.tuned, (), None, ("states",), self.arrangements, self.unrated)
        seeds, tuned, strengths = (1, 1, (2,)) if self.quick else (self.seeds, self.tuned, map(int, self.strengths))
        return Extent(seeds, tuned, tuple(strengths), self.clip, self.networks, self.arrangements, self.unrated)


def run_report(settings: ReportSettings) -> Iterator[str | Path]:
    """Do the trainings that are missing, and write the page."""
    require("the report of plausiblact", ("learn",))
    data = PlausiblAct(settings.data)
    if data.rated_by != "simulated ratings":
        raise BadInput(f"{settings.data} has {data.rated_by}: the report is of generated and rated data")
    results = Results(data, settings.runs, settings.extent)
    results.train_missing(workers=settings.workers)
    trials = RobotTrials(*FEW) if settings.quick else RobotTrials()
    scenes = precision_by_location(read_scenes(settings.scenes)) if settings.scenes else {}
    page = report_page(results, trials, scenes)
    written = write_report(page, report_summary(page), settings.out)
    yield (settings.out / "summary.md").read_text().rstrip("\n")
    yield written


def report_page(results: Results, trials: RobotTrials, scenes: Mapping[str, Estimate]) -> Page:
    """The page, not written yet."""
    data = results.data
    lead = (
        "How plausible is each of ten actions on a thing, here and now? This page makes the paper's tables anew in "
        f"Casita's homes, on data of seed {data.seed}, scale {data.settings['scale']}. All ratings are simulated: they "
        "come from rules over what is seen and true, with leanings and slips, and not from people."
    )
    about = data.all_instances, data.ratings
    sections = (
        findings_section(results),
        Section("Models", (tables.main_table(results), tables.action_table(results))),
        Section("Classes whose ratings vary", tuple(tables.high_entropy_tables(results))),
        Section("States first", (Words(STATES_FIRST), tables.inferences_table(results), tables.budget_table(results))),
        told_rater_section(results),
        robots_section(results, trials),
        *(_frozen_sections(results, scenes) if results.runs.contexts else ()),
        Section("Raters", (statistics.statistics_table(*about),)),
        Section(
            "Data",
            (
                statistics.action_table(*about),
                plots.frequencies_figure(*about),
                plots.objects_figure(*about),
                *plots.predictions_figure(results),
            ),
        ),
        Section("How the paper is read", tuple(Words(text) for text in paper.READINGS)),
        Section("What is not here", (Words(NOT_HERE),)),
    )
    return Page("PlausiblAct on Casita", lead, sections, "Written by casita report plausiblact. Grey is the paper's.")


def _frozen_sections(results: Results, scenes: Mapping[str, Estimate]) -> tuple[Section, ...]:
    """What networks on frozen features come to."""
    training = (
        tables.ablation_table(results),
        tables.augmentation_table(results),
        tables.curve_table(results),
        plots.curve_figure(results),
    )
    return (
        Section("Encoders", (tables.encoders_table(results), tables.sun_action_table(scenes))),
        Section("Context", (tables.context_table(results),)),
        Section("Training", training),
        Section("One rater", (tables.raters_table(results),)),
    )


STATES_FIRST = (
    "Our network is told classes and states of training things, and no rule of the raters. It infers both from pixels "
    "and rates by what it inferred alone. Its variants have the same blocks, pictures and settings: ratings through "
    "what is seen (tuned, as the paper's), through the inferred class, or through class, states and what is seen."
)

NOT_HERE = (
    "Encoders all of whose weights are tuned; rows of SqueezeNet, ResNets, Xception and Inceptions, whose weights are "
    "not at hand (--features resnet50:FILE takes yours); SUNAction itself; ratings by people."
)
"""What the paper has and this benchmark does not."""


def report_summary(page: Page) -> str:
    """All verdicts and tables of the page as Markdown."""
    said = []
    for block in (block for section in page.sections for block in section.blocks):
        if isinstance(block, Verdict):
            said.append(f"- {block.claim}: **{block.holds}** ({'; '.join(block.why)})")
        elif isinstance(block, Table):
            said.append(f"\n{markdown(block)}")
    return "\n".join(said)
