"""The report: Table 1 and Table 2 with ours beside the paper's, findings, and a few houses, on one page.

OUT/report.html       everything, in one file
OUT/summary.md        verdicts and tables as Markdown
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from casita.benchmarks.excalibur.report.answering import changes, confidences, examples, needs
from casita.benchmarks.excalibur.report.exploring import curves, explored, maps
from casita.benchmarks.excalibur.report.findings import findings
from casita.benchmarks.excalibur.report.results import TESTED, by_model, not_acting, saved
from casita.benchmarks.excalibur.report.tables import by_need, confidence, table_2
from casita.benchmarks.excalibur.stored.card import counts, families, table_1
from casita.benchmarks.excalibur.stored.folder import Excalibur
from casita.benchmarks.excalibur.stored.plan import asked_and_answered, plan_of
from casita.errors import BadInput
from casita.evaluation.page import Image, Missing, Page, Section, Table, Words, markdown, write_report

SHOWN, ASKED = 2, 5
"""Houses of every test set that are shown, and questions of each."""

ACTING = "casita eval excalibur --data DATA --model NAME --part PART --results RESULTS/NAME_PART.json"


@dataclass(frozen=True, kw_only=True)
class ReportSettings:
    """Ask the models that do not act, and set the paper's tables beside ours.

    Examples:
      casita report excalibur --data data/excalibur
      casita report excalibur --data data/excalibur --results out/excalibur --limit 50
    """

    data: Path
    """The folder with the data."""
    results: Path | None = None
    """A folder of results of models that act, as `casita eval excalibur --results` saves them."""
    out: Path = Path("report/excalibur")
    """The folder for the page."""
    limit: int | None = None
    """Episodes of every test set, at the most, for models that do not act."""

    def __post_init__(self) -> None:
        if self.limit is not None and self.limit < 1:
            raise BadInput(f"--limit is at least 1; it is {self.limit}")


def run_report(settings: ReportSettings) -> Iterator[str | Path]:
    """Ask, and write the page."""
    data = Excalibur(settings.data)
    parts = [part for part in TESTED if part in data.parts]
    found = {part: [*not_acting(data, part, settings.limit), *saved(settings.results, data, part)] for part in parts}
    questions = [question for part in parts for question in data.questions(part)]
    verdicts = findings(questions, {part: by_model(results) for part, results in found.items()})
    tables = [table_2(part, results) for part, results in found.items()]
    further = [make(part, results) for part, results in found.items() for make in (by_need, confidence)]
    about = (counts([e for part in data.parts for e in data.episodes(part)]), table_1(questions), families(questions))
    missing = () if settings.results else (Missing("agents that act", ACTING),)
    every = [result for results in found.values() for result in results]
    acting = [result for result in every if result.records]
    explores = (*curves(acting), *((explored(acting),) if acting else ()), *maps(acting))
    answers = (*((changes(acting),) if acting else ()), *examples(acting))
    sure = [image for results in found.values() for make in (needs, confidences) for image in make(results)]
    page = Page(
        "EXCALIBUR",
        "Explore a house, answer, go back in, refine. People have not been in these houses yet.",
        (
            Section("Findings", tuple(verdicts)),
            Section("Table 2", (*tables, *missing)),
            Section("By type, need and confidence", (*further, *sure)),
            Section("How they explore", explores or missing),
            Section("Answers before and after going back in", answers or missing),
            Section("The data", about),
            Section("Houses", tuple(shown(data, parts))),
        ),
    )
    rows = tuple((verdict.claim, verdict.holds, "; ".join(verdict.why)) for verdict in verdicts)
    acted = (explored(acting), changes(acting)) if acting else ()
    shown_too = (*tables, *further, *acted)
    summary = [markdown(Table("Findings", ("finding", "here", "figures"), rows)), *map(markdown, shown_too)]
    yield from summary
    yield write_report(page, "\n".join([*summary, *map(markdown, about)]), settings.out)


def shown(data: Excalibur, parts: Sequence[str]) -> Iterator[Image | Words]:
    """Some houses as plans, with what is asked about them."""
    for part in parts:
        for episode in data.episodes(part)[:SHOWN]:
            yield Image(episode.id, plan_of(episode).png())
            yield Words(" ".join(asked_and_answered(question) for question in episode.questions[:ASKED]))
