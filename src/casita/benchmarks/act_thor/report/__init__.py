"""The report: every table and figure of the paper anew, from a folder of data and a folder of runs, on one page.

One configuration a page: `paper`, or another with `--configuration`. Runs are kept by
configuration.

    OUT/report.html       everything, in one file
    OUT/summary.md        the main tables as Markdown
    OUT/figures/*.png     every figure

What has no results is named as missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from casita.benchmarks.act_thor.collecting.actions import Configuration, configuration_of
from casita.benchmarks.act_thor.collecting.cleaning import clean
from casita.benchmarks.act_thor.models import experiments
from casita.benchmarks.act_thor.models.detection import FILE as DETECTION_FILE
from casita.benchmarks.act_thor.models.detection import write_probe
from casita.benchmarks.act_thor.report import further_tasks
from casita.benchmarks.act_thor.report.accuracy import accuracy_section, accuracy_table
from casita.benchmarks.act_thor.report.analysis import analysis_section, choices_section
from casita.benchmarks.act_thor.report.controls import controls_section
from casita.benchmarks.act_thor.report.data import checks_section, data_section, splits_section
from casita.benchmarks.act_thor.report.detection import detection_section
from casita.benchmarks.act_thor.report.findings import findings, findings_section
from casita.benchmarks.act_thor.report.ours import ours_section, ours_table
from casita.benchmarks.act_thor.report.results import Results, read_results
from casita.benchmarks.act_thor.report.ways_to_train import procedures_section
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.evaluation.models import require
from casita.evaluation.page import Page, Table, markdown, write_report
from casita.learn.features import TYPES


@dataclass(frozen=True, kw_only=True)
class ReportSettings:
    """Train and test all models of ACT-Thor, and set every table and figure beside the paper's.

    Examples:
      casita report act_thor --data data/act_thor --quick
      casita report act_thor --data data/act_thor --runs runs --workers 2
      casita report act_thor --data data/act_thor --configuration robust --quick --seeds 3
    """

    data: Path
    """The folder with the data."""
    runs: Path = Path("runs")
    """The folder for results; what is there is not done again."""
    out: Path = Path("report/act_thor")
    """The folder for the page and its figures."""
    configuration: str = "paper"
    """robust, the headline, which needs data made with `--robust`; or a historical one: paper, full or hard."""
    features: tuple[str, ...] = ()
    """Such as types,casita,imagenet or clip:PATH; without any, casita and imagenet, and types first for robust."""
    workers: int = 2
    """Processes at work; the results do not depend on it."""
    quick: bool = False
    """No training by L2, no detectors, and seed 0 only if --seeds does not say otherwise."""
    seeds: int | None = None
    """Trainings of each model: 5, if not said."""


def run_report(settings: ReportSettings) -> Iterator[str | Path]:
    """Do the runs that are missing, and write the page."""
    require("the report of act_thor", ("learn",))
    data, configuration = settings.data, configuration_of(settings.configuration)
    names = settings.features or ((TYPES, *experiments.FEATURES) if configuration.moved else experiments.FEATURES)
    runs, out = settings.runs / configuration.name, settings.out / configuration.name
    seeds = range(settings.seeds or (1 if settings.quick else len(experiments.SEEDS)))
    experiments.run_all(
        data,
        wanted_runs(configuration, names, seeds, settings.quick),
        runs,
        configuration=configuration.name,
        workers=settings.workers,
    )
    if not configuration.moved:
        further_tasks.write_results(data, runs, names[0])
        if not settings.quick and not (runs / DETECTION_FILE).exists():
            write_probe(ActThor(data), runs, progress=True)
    page = report(data, runs, out, configuration=configuration.name)
    yield (out / "summary.md").read_text().rstrip("\n")
    yield page


def wanted_runs(
    configuration: Configuration, features: Sequence[str], seeds: Sequence[int], quick: bool
) -> list[experiments.Run]:
    """The runs that a page rests on: the paper's models and the controls, and our own model for such pictures."""
    found = experiments.paper_runs(features, seeds) + experiments.control_runs(features[0], seeds)
    found += experiments.control_model_runs(features[0], seeds)
    found += experiments.align_runs(seeds) if configuration.moved else experiments.compare_runs(seeds)
    return found + ([] if quick else experiments.l2_runs(features, seeds))


def report(data: Path, runs: Path, out: Path, *, configuration: str = "robust") -> Path:
    """Write the report of all runs that are in a folder; where its page is."""
    opened = ActThor(data, configuration)
    results = read_results(opened, runs)
    return write_report(report_page(opened, results, runs), report_summary(results), out)


def report_page(data: ActThor, results: Results, runs: Path) -> Page:
    """The page, not written yet."""
    row = configuration_of(data.configuration)
    sections = (
        findings_section(results),
        accuracy_section(results),
        *([controls_section(results)] if row.moved else []),
        ours_section(results),
        choices_section(data, results),
        analysis_section(results),
        procedures_section(results),
        *([] if row.moved else [detection_section(runs), further_tasks.further_section(runs)]),
        checks_section(data),
        data_section(data, clean(data.attempts, data.configuration)),
        splits_section(data),
    )
    made = data.settings
    rooms = f", {len(made['rooms'])} chosen rooms only" if made.get("rooms") else ""
    lead = (
        "Given a picture and an action, which of several pictures shows what the action did? This page makes the "
        "tables and figures of the ACT-Thor paper anew in Casita's world, with the paper's numbers beside ours. The "
        "models and the splits by scenes and objects are the paper's; the rooms, the pictures, the split by pairs, "
        f"change-map, object-name + action, Compare and Align are ours. Configuration `{row.name}`, {row.meaning}. "
        f"It rests on {len(results.runs):,} runs over data of seed {made['seed']}, scale {made['scale']}, "
        f"physics {made['physics']}{rooms}."
    )
    page = Page("ACT-Thor on Casita", lead, sections)
    count = len(page.missing)
    gone = "Nothing is missing." if not count else f"Missing, and named in its place: {count}."
    return Page(
        page.title, f"{lead} {gone}", sections, "Written by casita report act_thor. Grey numbers are the paper's."
    )


def report_summary(results: Results) -> str:
    """The main tables as Markdown: findings, accuracy, our own model."""
    rows = tuple((verdict.claim, verdict.holds) for verdict in findings(results))
    tables = (
        Table("The paper's findings", ("finding", "here"), rows),
        accuracy_table(results),
        ours_table(results),
    )
    return "\n".join(markdown(table) for table in tables)
