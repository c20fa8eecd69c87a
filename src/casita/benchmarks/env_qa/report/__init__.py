"""The report: what the data are like, Tables 2 and 3 and Figures 5 and 6 with the paper's numbers, on one page.

OUT/report.html       everything, in one file
OUT/summary.md        verdicts and tables as Markdown
OUT/figures/          the figures
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from casita.benchmarks.env_qa.models.training import SHIPPED, trainings_of_ours
from casita.benchmarks.env_qa.report import lists
from casita.benchmarks.env_qa.report.answers import answered
from casita.benchmarks.env_qa.report.attended import figure_6
from casita.benchmarks.env_qa.report.findings import findings
from casita.benchmarks.env_qa.report.tables import table_2, table_2_roles, table_3, untrained
from casita.benchmarks.env_qa.report.video_length import figure_5, training_curves
from casita.benchmarks.env_qa.stored.card import counts, kinds, lengths
from casita.benchmarks.env_qa.stored.folder import EnvQA
from casita.benchmarks.env_qa.stored.strip import asked_and_answered, strip, told
from casita.benchmarks.env_qa.watching.opened import digest_of
from casita.errors import BadInput
from casita.evaluation.page import Image, Page, Section, Table, Words, jpeg, markdown, write_report

STRIPS = 3
"""Videos that are shown."""


@dataclass(frozen=True, kw_only=True)
class ReportSettings:
    """Ask all models that come with Env-QA, and set the paper's tables and figures beside ours.

    Networks are those that `casita train env_qa` trained on the data; what is not trained is said to be missing.

    Examples:
      casita report env_qa --data data/env_qa --workers 2
      casita report env_qa --data data/small_films --limit 200
    """

    data: Path
    """The folder with the data."""
    out: Path = Path("report/env_qa")
    """The folder for the page."""
    limit: int | None = None
    """Questions that are asked, at the most."""
    features: Path = Path("features")
    """The folder with what was seen in the films."""
    models: Path = Path("models")
    """The folder of trained models."""
    workers: int = 1
    """Processes that ask models; answers do not depend on it."""

    def __post_init__(self) -> None:
        for name in ("limit", "workers"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise BadInput(f"--{name} is at least 1; it is {value}")


def run_report(settings: ReportSettings) -> Iterator[str | Path]:
    """Ask, and write the page."""
    data = EnvQA(settings.data)
    found = answered(data, settings.models, settings.features, settings.limit, workers=settings.workers)
    verdicts = findings(found)
    films = list(data.films.values())
    tables = [table_2(found), table_2_roles(found), table_3(found)]
    by_events = list(figure_5(found))
    lost = list(_lost(data, settings))
    about = [
        counts(films, list(data.videos.values()), data.all_questions),
        kinds(films, data.all_questions),
        lengths(list(data.videos.values()), data.all_questions),
        *lists.tables(data),
    ]
    page = Page(
        "Env-QA",
        "Questions about a home that changes. Camera-people and wordings are simulated.",
        (
            Section("Findings", tuple(verdicts)),
            Section("Tables 2 and 3", (*tables, *untrained(found))),
            Section("Length of videos", tuple(by_events)),
            Section("What TSEA attends to", tuple(figure_6(found, settings.models, settings.features))),
            Section("Error budget of ours", tuple(lost)),
            Section("Trainings", tuple(training_curves(found))),
            Section("The data", tuple(about)),
            Section("Films", tuple(shown(data))),
        ),
    )
    rows = tuple((verdict.claim, verdict.holds, "; ".join(verdict.why)) for verdict in verdicts)
    first = Table("The paper's findings", ("finding", "here", "figures"), rows)
    summary = [
        markdown(table)
        for table in (first, *tables, *(each for each in [*by_events, *lost] if isinstance(each, Table)))
    ]
    yield from summary
    yield write_report(page, "\n".join([*summary, *map(markdown, about)]), settings.out)


def _lost(data: EnvQA, settings: ReportSettings) -> Iterator[Table | Words]:
    """Where ours loses what it loses; or that it is not trained."""
    if not settings.features.exists():
        yield Words("Nobody has looked at these films yet: casita train env_qa --model none.")
        return
    if trainings_of_ours(settings.models, data.manifest.digest(), digest_of(settings.features)) == [SHIPPED]:
        yield Words(
            "Ours has the weights that come with it, which learnt from other films: no row is told what is seen."
        )
    from casita.benchmarks.env_qa.report.budget import budget_section

    yield budget_section(data, settings.models, settings.features, settings.limit)


def shown(data: EnvQA) -> Iterator[Image | Words]:
    """Some films of the test, with what happens and what is asked."""
    whole = [video for video in data.videos.values() if video.part == "test" and video.id == video.film]
    for video in whole[:STRIPS]:
        reel = data.reel(video.film)
        yield Image(video.id, jpeg(strip(reel, video)), " ".join(told(data.story(video.id))))
        asked = [one for one in data.all_questions if one.video == video.id][:5]
        yield Words(" ".join(asked_and_answered(one) for one in asked))
