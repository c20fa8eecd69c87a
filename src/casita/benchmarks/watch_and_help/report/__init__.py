"""The report: the paper's tables and figures anew, from a folder of runs, on one page.

    OUT/report.html       everything, in one file
    OUT/summary.md        the main tables as Markdown
    OUT/figures/          every figure, and films if they are asked for

Nothing is measured here: journals are read, and episodes that are shown are replayed from their logs. What is not
there is named as missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from casita.benchmarks.watch_and_help.homes.places_found import read_places
from casita.benchmarks.watch_and_help.models import LEARN
from casita.benchmarks.watch_and_help.models.weights import WEIGHTS
from casita.benchmarks.watch_and_help.report.aims import aims, aims_section
from casita.benchmarks.watch_and_help.report.behaviours import behaviours_section
from casita.benchmarks.watch_and_help.report.belief import belief_section
from casita.benchmarks.watch_and_help.report.bodies import bodies_section, bodies_table, equal_aim
from casita.benchmarks.watch_and_help.report.experiments import QUICK_TASKS, SEEDS, STUDIES, run_all
from casita.benchmarks.watch_and_help.report.findings import findings, findings_section
from casita.benchmarks.watch_and_help.report.help import help_section, overview_table
from casita.benchmarks.watch_and_help.report.interplay import interplay_section, interplay_table
from casita.benchmarks.watch_and_help.report.learning import learning_section
from casita.benchmarks.watch_and_help.report.online import online_aim, online_section, online_table
from casita.benchmarks.watch_and_help.report.parts import WITHOUT, parts_section, parts_table
from casita.benchmarks.watch_and_help.report.paths import paths_section
from casita.benchmarks.watch_and_help.report.places import places_section
from casita.benchmarks.watch_and_help.report.results import MORE_SPLITS, SPLITS, Results, read_results
from casita.benchmarks.watch_and_help.report.watch import watch_section, watch_table
from casita.benchmarks.watch_and_help.report.watching import inference_aim, sets_table, watching_section
from casita.errors import BadInput, unknown
from casita.evaluation.models import require
from casita.evaluation.page import Page, Table, markdown, write_report
from casita.versions import VERSIONS


@dataclass(frozen=True, kw_only=True)
class ReportSettings:
    """Put all helpers to test-1 and test-2, and set every table and figure beside the paper's.

    Writes report.html, summary.md and figures. What is in RUNS already is not done again, and a run that was stopped
    goes on. Beside the paper's tables (main) there are studies of our own, which take longer: bodies puts every planner
    to work with equal bodies, also on 300 further tasks of each kind; online has helpers who have watched nothing;
    watching shows demonstrations cut off, of an Alice with errands, and by a camera that loses her;
    parts leaves out one part of Teammate at a time.

    Examples:
      casita report watch_and_help --quick
      casita report watch_and_help --studies main,bodies
      casita report watch_and_help --runs runs --out report/watch_and_help --workers 2 --films
    """

    runs: Path = Path("runs/watch_and_help")
    """The folder for results; what is there is not done again."""
    out: Path = Path("report/watch_and_help")
    """The folder for the page and its figures."""
    studies: tuple[str, ...] = ("main",)
    """What is run: main, watching, bodies, parts, online. The page shows whatever is in RUNS."""
    limit: int | None = None
    """Only so many tasks of each split, for a look; kept in RUNS/first_N."""
    seeds: int = SEEDS
    """How often each task is helped with in the paper's tables, with another luck."""
    quick: bool = False
    """The first 10 tasks of each split, once each; kept in RUNS/quick."""
    films: bool = False
    """Also film one task: alone, with HP and with our own helper."""
    workers: int = 2
    """Processes at work; the results do not depend on it."""

    def __post_init__(self) -> None:
        for name in self.studies:
            if name not in STUDIES:
                raise unknown("study", name, STUDIES)
        if self.limit is not None and (self.limit < 1 or self.quick):
            raise BadInput(f"a limit is at least 1, and not for a quick look; it is {self.limit}")
        if self.seeds < 1:
            raise BadInput(f"there is at least one seed; asked for {self.seeds}")


def run_report(settings: ReportSettings) -> Iterator[str | Path]:
    """The command: do what is missing, and write the page."""
    require("report watch_and_help", LEARN)
    folder = settings.runs / "quick" if settings.quick else settings.runs
    limit, seeds = (QUICK_TASKS, 1) if settings.quick else (settings.limit, settings.seeds)
    if settings.limit is not None:
        folder = settings.runs / f"first_{settings.limit}"
    for study in settings.studies:
        run_all(folder, study=study, limit=limit, seeds=seeds, workers=settings.workers)
    page = report(folder, settings.out, films=settings.films)
    yield (settings.out / "summary.md").read_text().rstrip()
    yield page


def report(runs: Path, out: Path, *, weights: Path = WEIGHTS, films: bool = False) -> Path:
    """Write the report of all journals in a folder; where its page is."""
    results = read_results(runs)
    page = report_page(results, weights, out / "figures" if films else None)
    return write_report(page, report_summary(results), out)


def report_page(results: Results, weights: Path = WEIGHTS, films: Path | None = None) -> Page:
    """The page, not written yet; `films` is the folder for films, if there shall be any."""
    sections = (
        findings_section(results),
        aims_section(results),
        *(help_section(results, split) for split in SPLITS),
        watch_section(results),
        watching_section(results),
        interplay_section(results),
        bodies_section(results),
        parts_section(results),
        online_section(results),
        paths_section(results, films),
        behaviours_section(results),
        belief_section(results),
        learning_section(weights),
        places_section(read_places(results.folder)),
    )
    count = sum(len(own) for own in results.episodes.values())
    lead = (
        "Bob watches Alice do a chore once, infers what she wants, and helps her with it in another home. This page "
        "makes the tables and figures of the Watch-And-Help paper anew in Casita's world, with the paper's and the "
        f"published numbers beside ours. It rests on {count:,} episodes. Alice is simulated throughout: no person "
        "took part."
    )
    page = Page("Watch-And-Help on Casita", lead, sections)
    gone = len(page.missing)
    note = "Nothing is missing." if not gone else f"Missing, and named in its place: {gone}."
    versions = ", ".join(f"{name} {version}" for name, version in VERSIONS.items())
    footer = (
        f"Written by casita report watch_and_help. Grey numbers are the paper's or its authors'. Versions: {versions}."
    )
    return Page(page.title, f"{lead} {note}", sections, footer)


def report_summary(results: Results) -> str:
    """The main tables as Markdown: findings, helpers on both test sets, goal inference, interplay."""
    measured = [split for split in (*SPLITS, *MORE_SPLITS) if results.of(split, "teammate-one-hand-uniform")]
    equal = [equal_aim(results, split) for split in measured]
    online = [split for split in SPLITS if results.of(split, "online-teammate")]
    watched = [inference_aim(results)] if results.sets else []
    verdicts = [*findings(results), *aims(results), *watched, *equal, *(online_aim(results, split) for split in online)]
    rows = tuple((verdict.claim, verdict.holds, "; ".join(verdict.why)) for verdict in verdicts)
    tables = [Table("The paper's findings and our aims", ("finding or aim", "here", "figures"), rows)]
    tables += [overview_table(results, split) for split in SPLITS if results.helpers(split)]
    tables += [watch_table(results, split) for split in SPLITS if any(where == split for _, where in results.watch)]
    tables += [sets_table(results, split) for split in SPLITS if results.sets]
    tables += [interplay_table(results, split) for split in SPLITS if results.helpers(split)]
    tables += [bodies_table(results, split) for split in measured]
    tables += [online_table(results, split) for split in online]
    parted = [split for split in SPLITS if any(results.of(split, name) for name in WITHOUT)]
    tables += [parts_table(results, split) for split in parted]
    return "\n".join(markdown(table) for table in tables)
