"""The report: the paper's tables anew, from a folder of data and a folder of trainings, on one page.

OUT/report.html       everything, in one file
OUT/summary.md        the main tables as Markdown
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from casita.benchmarks.plausiblact import paper
from casita.benchmarks.plausiblact.models.experiments import Results
from casita.benchmarks.plausiblact.raters import statistics
from casita.benchmarks.plausiblact.report import tables
from casita.benchmarks.plausiblact.report.findings import findings_section
from casita.benchmarks.plausiblact.stored.folder import PlausiblAct
from casita.benchmarks.plausiblact.stored.strip import strip
from casita.errors import BadInput
from casita.evaluation.models import require
from casita.evaluation.page import Image, Page, Section, Words, jpeg, markdown, write_report

SEEDS = 10
"""Trainings of every row, as in the paper."""

SHOWN = 12
"""Instances of the test that the page shows."""


@dataclass(frozen=True, kw_only=True)
class ReportSettings:
    """Train and test all models of PlausiblAct, and set the paper's tables beside ours.

    Examples:
      casita report plausiblact --data data/plausiblact --quick
      casita report plausiblact --data data/plausiblact --runs runs --workers 2
    """

    data: Path
    """The folder with the data."""
    runs: Path = Path("runs/plausiblact")
    """The folder for features and trained models; what is there is not done again."""
    out: Path = Path("report/plausiblact")
    """The folder for the page."""
    seeds: int = SEEDS
    """Trainings of every row."""
    quick: bool = False
    """One training of every row."""
    workers: int = 2
    """Processes that look at pictures; the results do not depend on it."""

    def __post_init__(self) -> None:
        if self.seeds < 1 or self.workers < 1:
            raise BadInput(f"--seeds and --workers are at least 1; they are {self.seeds} and {self.workers}")


def run_report(settings: ReportSettings) -> Iterator[str | Path]:
    """Do the trainings that are missing, and write the page."""
    require("the report of plausiblact", ("learn",))
    data = PlausiblAct(settings.data)
    if data.rated_by != "simulated ratings":
        raise BadInput(f"{settings.data} was imported: the report is of generated data; train and eval take both")
    results = Results(data, settings.runs, 1 if settings.quick else settings.seeds)
    results.train_missing(workers=settings.workers)
    page = write_report(report_page(results), report_summary(results), settings.out)
    yield (settings.out / "summary.md").read_text().rstrip("\n")
    yield page


def report_page(results: Results) -> Page:
    """The page, not written yet."""
    data = results.data
    lead = (
        "How plausible is each of ten actions on a thing, here and now? This page makes the paper's tables anew in "
        f"Casita's homes, on data of seed {data.seed}, scale {data.settings['scale']}. All ratings are simulated: they "
        "come from rules over what is seen and true, with leanings and slips, and not from people."
    )
    sections = (
        findings_section(results),
        Section("Models", (tables.main_table(results), tables.action_table(results))),
        Section("Classes whose ratings vary", tuple(tables.high_entropy_tables(results))),
        Section("Context", (tables.context_table(results),)),
        Section("Training", (tables.ablation_table(results), tables.curve_table(results))),
        Section(
            "Raters", (statistics.statistics_table(data.all_instances, data.ratings), tables.raters_table(results))
        ),
        Section("Data", (statistics.action_table(data.all_instances, data.ratings), *_pictures(data))),
        Section("How the paper is read", tuple(Words(text) for text in paper.READINGS)),
        Section("What is not here", (Words(NOT_HERE),)),
    )
    return Page("PlausiblAct on Casita", lead, sections, "Written by casita report plausiblact. Grey is the paper's.")


NOT_HERE = (
    "Encoders that are fine-tuned, and so Tables 3 and 9, the rows of Table 2 without pre-training and with "
    "augmentation, and a network of our own that infers states from pixels."
)
"""What the paper has, or issue 16 asks for, and this benchmark does not."""


def _pictures(data: PlausiblAct) -> list[Image]:
    """Instances of the test, with what raters say (in the spirit of the paper's Figure 5)."""
    test = data.instances("test")
    chosen = test[:: max(1, len(test) // SHOWN)][:SHOWN]
    found = []
    for first in range(0, len(chosen), 4):
        row = [(data.picture(one.photo), one) for one in chosen[first : first + 4]]
        found.append(
            Image("What simulated raters say: impossible, implausible, plausible", jpeg(strip(row, data.ratings)))
        )
    return found


def report_summary(results: Results) -> str:
    """The main tables as Markdown."""
    shown = (
        tables.main_table(results),
        *tables.high_entropy_tables(results)[-1:],
        tables.context_table(results),
        statistics.statistics_table(results.data.all_instances, results.data.ratings),
    )
    return "\n".join(markdown(table) for table in shown)
