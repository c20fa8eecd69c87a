"""The report: every table and figure of the paper anew, from a folder of data and a folder of runs, on one page.

    OUT/report.html       everything, in one file
    OUT/summary.md        the main tables as Markdown
    OUT/figures/*.png     every figure

Nothing is trained here. What has no results is named as missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from casita.benchmarks.act_thor.collecting.cleaning import clean
from casita.benchmarks.act_thor.item import Attempt
from casita.benchmarks.act_thor.report.accuracy import accuracy_section, accuracy_table
from casita.benchmarks.act_thor.report.analysis import analysis_section
from casita.benchmarks.act_thor.report.choices import choices_section
from casita.benchmarks.act_thor.report.compare import compare_section, compare_table
from casita.benchmarks.act_thor.report.data import data_section
from casita.benchmarks.act_thor.report.detection import detection_section
from casita.benchmarks.act_thor.report.findings import findings, findings_section
from casita.benchmarks.act_thor.report.further_tasks import further_section
from casita.benchmarks.act_thor.report.one_answer import checks_section
from casita.benchmarks.act_thor.report.results import Results, read_results
from casita.benchmarks.act_thor.report.splits import splits_section
from casita.benchmarks.act_thor.report.ways_to_train import procedures_section
from casita.benchmarks.act_thor.stored.folder import ActThor
from casita.benchmarks.act_thor.stored.tables import read_attempts
from casita.reports.page import Page, Table, markdown, write_report


def report(data: Path, runs: Path, out: Path, *, configuration: str = "paper") -> Path:
    """Write the report of all runs that are in a folder; where its page is."""
    opened = ActThor(data, configuration)
    attempts = _attempts(opened)
    results = read_results(opened, runs)
    page = report_page(opened, attempts, results, runs, configuration)
    return write_report(page, report_summary(results), out)


def report_page(
    data: ActThor, attempts: Sequence[Attempt], results: Results, runs: Path, configuration: str = "paper"
) -> Page:
    """The page, not written yet."""
    sections = (
        findings_section(results),
        accuracy_section(results),
        compare_section(results),
        choices_section(data, results),
        analysis_section(results),
        procedures_section(results),
        detection_section(runs),
        further_section(runs),
        checks_section(data, attempts),
        data_section(data, clean(attempts, configuration)),
        splits_section(data),
    )
    made = data.settings
    rooms = f", {len(made['rooms'])} chosen rooms only" if made.get("rooms") else ""
    lead = (
        "Given a picture and an action, which of four pictures shows what the action did? This page makes every table "
        "and figure of the ACT-Thor paper anew in Casita's world, with the paper's numbers beside ours. It rests on "
        f"{len(results.runs):,} runs over data of seed {made['seed']}, scale {made['scale']}, "
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
        compare_table(results),
    )
    return "\n".join(markdown(table) for table in tables)


def _attempts(data: ActThor) -> list[Attempt]:
    """Everything that was tried, refused attempts included."""
    names = [name for name in data.manifest["files"] if name.startswith("rooms/")]
    return [row for name in names for row in read_attempts(data.path / name)]
